//! The application server: `loxo serve`, and `php -S` which is the same with PHP's own rules.
//!
//! Tokio and hyper read requests and write responses; they never run PHP. Workers, plain threads with a heap and a native stack each, run
//! one request at a time and may block. Between them stand a bounded queue and channels. This is the only crate that knows HTTP or has
//! async code; it knows nothing of extensions, and neither side of the queue knows the other's types but those of `message`.
//!
//! Modules: `listen` (sockets), `tls`, `http` (connections of `loxo serve`), `redirect` (from HTTP to HTTPS), `builtin_server` (those of `php -S`), `dispatch` (what a request means,
//! and its way to a worker and back) with `uri`, `route`, `files`, `sendfile`, `compress`, `pages` and `mime`; `request_body` and `response_body` (bodies
//! on their way in and out), `temp_file`, `write_timeout`; `pool`, `worker`, `sapi`, `variables` (the side that runs PHP); `site` (what all
//! requests share), `message` (what both sides know), `log`.
#![forbid(unsafe_code)]

mod builtin_server;
mod compress;
mod dispatch;
mod files;
mod host;
mod http;
mod listen;
mod log;
mod message;
mod mime;
mod pages;
mod pool;
mod redirect;
mod request_body;
mod response_body;
mod route;
mod sapi;
mod sendfile;
mod site;
mod temp_file;
mod tls;
mod uri;
mod variables;
mod worker;
mod write_timeout;

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use loxo_runtime::ini::IniConfig;
use loxo_vm::Engine;

use crate::log::{AccessLog, BuiltinLog};
use crate::pool::Pool;
use crate::site::Site;

pub use crate::site::SapiKind;
pub use crate::tls::CertificateFiles;

/// Jobs that may wait, per worker.
const QUEUE_PER_WORKER: usize = 64;
/// How long a graceful stop waits for requests that are running.
const STOP_TIMEOUT: Duration = Duration::from_secs(30);

/// What to serve, and how.
pub struct Options {
    pub sapi: SapiKind,
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
    /// Compress responses for clients that accept it.
    pub compress: bool,
    /// Certificates of HTTPS; without any it is HTTP.
    pub certificates: Vec<CertificateFiles>,
    /// Where plain HTTP is answered by the address with `https`: `HOST:PORT`.
    pub redirect_from: Option<String>,
    pub engine: Engine,
    pub config: Arc<IniConfig>,
    pub php_version: String,
}

/// Serves until a signal ends it (SIGTERM, SIGINT). The error is one line for the user; false: the log has it already.
pub fn serve(options: Options) -> Result<bool, String> {
    raise_file_limit();
    let listener = match options.sapi {
        SapiKind::Fpm => listen::bind(&options.listen)?,
        SapiKind::CliServer => match listen::bind_built_in(&options.listen) {
            Ok(listener) => listener,
            Err(message) => {
                log::error(SapiKind::CliServer, message.as_bytes());
                return Ok(false);
            }
        },
    };
    let address = listener.local_addr().map_err(|error| format!("the socket has no address: {error}"))?;
    let cores = std::thread::available_parallelism().map_or(2, usize::from);
    let workers = match (options.workers, options.sapi) {
        (0, SapiKind::Fpm) => (cores * 2).max(4),
        (0, SapiKind::CliServer) => 1,
        (workers, _) => workers,
    };
    let (quiet, root, compress) = (options.quiet, options.root.clone(), options.compress);
    let access_log = match &options.access_log {
        Some(target) => Some(AccessLog::open(target).map_err(|error| format!("cannot write {}: {error}", target.display()))?),
        None => None,
    };
    let tls = match options.certificates.as_slice() {
        [] => None,
        files => Some(tls::Tls::new(files.to_vec())?),
    };
    let redirect = match &options.redirect_from {
        Some(from) => Some(listen::bind(from)?),
        None => None,
    };
    let scheme = if tls.is_some() { "https" } else { "http" };
    let site = Arc::new(site(options));
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads((cores / 2).max(1))
        .thread_name("front")
        .enable_all()
        .build()
        .map_err(|error| format!("cannot start: {error}"))?;
    let pool = Pool::start(site.clone(), workers, workers * QUEUE_PER_WORKER)
        .map_err(|error| format!("cannot start {workers} workers: {error}"))?;
    let stopped = match site.sapi {
        SapiKind::Fpm => {
            let server = http::HttpServer { site: site.clone(), pool: pool.clone(), access_log, compress, tls };
            if !quiet {
                eprintln!(
                    "Loxo {} serves {} at {scheme}://{address}/ with {workers} workers. Ctrl-C stops it.",
                    env!("CARGO_PKG_VERSION"),
                    root.display()
                );
            }
            if let Some(listener) = redirect {
                runtime.spawn(redirect::run(listener, address.port()));
            }
            runtime.block_on(http::run(Arc::new(server), listener, STOP_TIMEOUT))
        }
        SapiKind::CliServer => {
            let color = site.config.get(b"cli_server.color").is_some_and(loxo_runtime::ini::parse_bool)
                && rustix::termios::isatty(rustix::stdio::stdout());
            let log = BuiltinLog { color, quiet };
            let server = builtin_server::BuiltinServer { site: site.clone(), pool: pool.clone(), log };
            runtime.block_on(builtin_server::run(Arc::new(server), listener))
        }
    };
    pool.stop(if site.sapi == SapiKind::Fpm { STOP_TIMEOUT } else { Duration::from_secs(1) });
    runtime.shutdown_timeout(Duration::from_secs(1));
    stopped.map(|()| true).map_err(|error| format!("cannot serve: {error}"))
}

fn site(options: Options) -> Site {
    use std::os::unix::ffi::OsStrExt;
    let host = options.listen.rsplit_once(':').map_or(options.listen.as_str(), |(host, _)| host);
    Site {
        sapi: options.sapi,
        engine: options.engine,
        software: match options.sapi {
            SapiKind::Fpm => format!("Loxo/{}", env!("CARGO_PKG_VERSION")),
            SapiKind::CliServer => format!("PHP/{} (Development Server)", options.php_version),
        },
        php_version: options.php_version,
        name: host.trim_matches(['[', ']']).to_string(),
        root: options.root.as_os_str().as_bytes().to_vec(),
        router: options.router.as_ref().map(|router| Arc::from(router.as_os_str().as_bytes())),
        body_limit: body_limit(&options.config),
        config: options.config,
    }
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
