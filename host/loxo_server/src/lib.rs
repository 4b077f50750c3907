//! The application server: `loxo serve`, and `php -S` which is the same with PHP's own rules.
//!
//! Tokio and hyper read requests and write responses; they never run PHP. Workers, plain threads with a heap and a native stack each, run
//! one request at a time and may block. Between them stand a bounded queue and channels. This is the only crate that knows HTTP or has
//! async code; it knows nothing of extensions, and neither side of the queue knows the other's types but those of `message`.
//!
//! Rooms: `front` (connections of `loxo serve`), `dev` (those of `php -S`), `dispatch` (what a request means, and its way to a worker and
//! back), `route`, `files`, `accel`, `pages`, `mime`, `uri`; `upload` and `flow` (bodies on their way in and out), `patience`; `pool`, `worker`,
//! `exchange`, `variables`; `listen`, `log`, `message`.
#![forbid(unsafe_code)]

mod accel;
mod dev;
mod dispatch;
mod exchange;
mod files;
mod flow;
mod front;
mod listen;
mod log;
mod message;
mod mime;
mod pages;
mod patience;
mod pool;
mod route;
mod upload;
mod uri;
mod variables;
mod worker;

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use loxo_runtime::ini::IniConfig;
use loxo_vm::Engine;

use crate::log::{AccessLog, DevLog};
use crate::pool::Pool;

/// Jobs that may wait, per worker.
const QUEUE_PER_WORKER: usize = 64;
/// How long a graceful stop waits for requests that are running.
const PATIENCE: Duration = Duration::from_secs(30);

/// Whose rules count.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Style {
    /// `loxo serve`: as behind nginx and php-fpm.
    Serve,
    /// `php -S`
    BuiltIn,
}

impl Style {
    /// `PHP_SAPI`
    pub fn sapi(self) -> &'static str {
        match self {
            Style::Serve => "fpm-fcgi",
            Style::BuiltIn => "cli-server",
        }
    }
}

/// What to serve, and how.
pub struct Options {
    pub style: Style,
    /// `HOST:PORT`
    pub listen: String,
    /// The folder with the files; absolute.
    pub root: PathBuf,
    /// A script that sees every request first.
    pub router: Option<PathBuf>,
    /// 0: as many as suit the machine.
    pub workers: usize,
    /// A file, or `-`.
    pub access_log: Option<PathBuf>,
    /// Nothing but errors on standard error.
    pub quiet: bool,
    pub engine: Engine,
    pub config: Arc<IniConfig>,
    pub php_version: String,
}

/// What all requests share.
pub(crate) struct Host {
    style: Style,
    engine: Engine,
    config: Arc<IniConfig>,
    php_version: String,
    /// `SERVER_SOFTWARE`
    software: String,
    /// `SERVER_NAME` of the built-in server: the host as it was given.
    name: String,
    root: Vec<u8>,
    router: Option<Arc<[u8]>>,
    /// Longer bodies of requests are refused, and not stored.
    body_limit: u64,
}

/// Serves until it is told to stop (SIGTERM, SIGINT). The error is one line for the user; false: it has been told already.
pub fn serve(options: Options) -> Result<bool, String> {
    use std::os::unix::ffi::OsStrExt;
    raise_file_limit();
    let listener = match options.style {
        Style::Serve => listen::bind(&options.listen)?,
        Style::BuiltIn => match listen::bind_built_in(&options.listen) {
            Ok(listener) => listener,
            Err(message) => {
                log::error(Style::BuiltIn, message.as_bytes());
                return Ok(false);
            }
        },
    };
    let address = listener.local_addr().map_err(|error| format!("the socket has no address: {error}"))?;
    let cores = std::thread::available_parallelism().map_or(2, usize::from);
    let workers = match (options.workers, options.style) {
        (0, Style::Serve) => (cores * 2).max(4),
        (0, Style::BuiltIn) => 1,
        (workers, _) => workers,
    };
    let name = options.listen.rsplit_once(':').map_or(options.listen.as_str(), |(host, _)| host);
    let body_limit = body_limit(&options.config);
    let host = Arc::new(Host {
        body_limit,
        style: options.style,
        engine: options.engine,
        config: options.config,
        software: match options.style {
            Style::Serve => format!("Loxo/{}", env!("CARGO_PKG_VERSION")),
            Style::BuiltIn => format!("PHP/{} (Development Server)", options.php_version),
        },
        php_version: options.php_version,
        name: name.trim_matches(['[', ']']).to_string(),
        root: options.root.as_os_str().as_bytes().to_vec(),
        router: options.router.as_ref().map(|router| Arc::from(router.as_os_str().as_bytes())),
    });
    let access_log = match &options.access_log {
        Some(target) => Some(AccessLog::open(target).map_err(|error| format!("cannot write {}: {error}", target.display()))?),
        None => None,
    };
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads((cores / 2).max(1))
        .thread_name("front")
        .enable_all()
        .build()
        .map_err(|error| format!("cannot start: {error}"))?;
    let pool = Pool::start(host.clone(), workers, workers * QUEUE_PER_WORKER)
        .map_err(|error| format!("cannot start {workers} workers: {error}"))?;
    let stopped = match host.style {
        Style::Serve => {
            let front = front::Front { host: host.clone(), pool: pool.clone(), access_log };
            if !options.quiet {
                eprintln!(
                    "Loxo {} serves {} at http://{address}/ with {workers} workers. Ctrl-C stops it.",
                    env!("CARGO_PKG_VERSION"),
                    options.root.display()
                );
            }
            runtime.block_on(front::run(Arc::new(front), listener, PATIENCE))
        }
        Style::BuiltIn => {
            let color = host.config.get(b"cli_server.color").is_some_and(loxo_runtime::ini::parse_bool)
                && rustix::termios::isatty(rustix::stdio::stdout());
            let log = DevLog { color, quiet: options.quiet };
            let server = dev::Server { host: host.clone(), pool: pool.clone(), log };
            runtime.block_on(dev::run(Arc::new(server), listener))
        }
    };
    pool.stop(if host.style == Style::Serve { PATIENCE } else { Duration::from_secs(1) });
    runtime.shutdown_timeout(Duration::from_secs(1));
    stopped.map(|()| true).map_err(|error| format!("cannot serve: {error}"))
}

/// Programs may read bodies of any length from `php://input`, but a disk has an end: a gibibyte, unless `post_max_size` says more.
fn body_limit(config: &IniConfig) -> u64 {
    const USUAL: u64 = 1 << 30;
    let posts = config.get(b"post_max_size").map_or(0, |text| loxo_runtime::ini::parse_quantity(text).value);
    match u64::try_from(posts) {
        Ok(0) | Err(_) => u64::MAX,
        Ok(posts) => posts.max(USUAL),
    }
}

/// Every connection is an open file.
fn raise_file_limit() {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
    let limit = getrlimit(Resource::Nofile);
    // As far as it goes.
    let _ = setrlimit(Resource::Nofile, Rlimit { current: limit.maximum, maximum: limit.maximum });
}
