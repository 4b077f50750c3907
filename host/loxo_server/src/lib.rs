//! The application server: `loxo serve`, and `php -S` which is the same with PHP's own rules.
//!
//! Tokio and hyper read requests and write responses; they never run PHP. Workers, plain threads with a heap and a native stack each, run
//! one request at a time and may block. Between them stand a bounded queue and channels. This is the only crate that serves HTTP, and beside `loxo_acme`
//! the only one with async code; it knows nothing of extensions, and neither side of the queue knows the other's types but those of `message`.
//!
//! Modules: `listen` (sockets), `tls` with `made_certificates`, `proxies` (whom to believe), `loops` (the threads of both), `http` (connections of `loxo serve`) with `resets`, `redirect` (from HTTP to HTTPS), `builtin_server` (those of `php -S`),
//! `dispatch` (what a request means, and its way to a worker and back) with `uri`, `route`, `rules`, `htaccess`, `files`, `file_cache`, `sendfile`, `pages` and `mime`; `compress`; `development` (what `loxo dev` adds); `front` (the
//! HTTP side alone, in front of pools of processes) with `upstream` (the way to them), `sites` (which site a request is for) and `site_options` (what is said of each); `rules_server` (a process that evaluates `.htaccess` for it);
//! `request_body` and `response_body` (bodies on their way in and out), `temp_file`, `write_timeout`, `file_socket` (files on their way out); `pool`, `worker`, `sapi`, `variables` (the
//! side that runs PHP; its threads are `loxo_workers`), `slot` (what each of them does), `status` (pages about what they do); `site` (what all requests share), `message` (what both sides
//! know), `log`.
#![forbid(unsafe_code)]

mod builtin_server;
mod compress;
mod development;
mod dispatch;
mod file_cache;
mod file_socket;
mod files;
mod flushes;
mod front;
mod host;
mod htaccess;
mod http;
mod listen;
mod log;
mod loops;
mod made_certificates;
mod message;
mod mime;
mod pages;
mod pool;
mod proxies;
mod redirect;
mod request_body;
mod resets;
mod response_body;
mod route;
mod rules;
mod rules_server;
mod sapi;
mod sendfile;
mod site;
mod site_options;
mod sites;
mod slot;
mod status;
mod temp_file;
mod tls;
mod upstream;
mod uri;
mod variables;
mod worker;
mod write_timeout;

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use loxo_engine::Engine;
use loxo_runtime::ini::IniConfig;

use crate::development::Development;
use crate::log::{AccessLog, BuiltinLog};
use crate::loops::Loops;
use crate::pool::Pool;
use crate::site::{CurrentSite, LoadConfig, Site, request_limit};

pub use crate::development::DevelopmentOptions;
pub use crate::front::{Front, check_certificates, serve_front};
pub use crate::htaccess::HtaccessOptions;
pub use crate::listen::bind;
pub use crate::log::LogFormat;
pub use crate::proxies::Proxies;
pub use crate::rules_server::{RulesServer, serve_rules};
pub use crate::site::{SapiKind, seconds};
pub use crate::site_options::SiteOptions;
pub use crate::status::StatusPaths;
pub use crate::tls::CertificateFiles;
pub use loxo_htaccess::Allow;

/// Jobs that may wait, per worker, and at least; php-fpm has 511 places before its workers, too.
const QUEUE_PER_WORKER: usize = 64;
const QUEUE_AT_LEAST: usize = 511;
/// Connections that there may be, unless the limit on open files is lower or somebody says otherwise.
const CONNECTIONS: usize = 20_000;
/// How long a graceful stop waits for requests that are running.
const STOP_TIMEOUT: Duration = Duration::from_secs(30);

/// What to serve, and how.
pub struct Options {
    pub sapi: SapiKind,
    /// `HOST:PORT`
    pub listen: String,
    /// The folder with the files; absolute. It may be a link that comes to lead elsewhere.
    pub root: PathBuf,
    /// A script that sees every request first.
    pub router: Option<PathBuf>,
    /// `.htaccess`. `None`: it is not read.
    pub htaccess: Option<HtaccessOptions>,
    /// 0: as many as suit the machine.
    pub workers: usize,
    /// 0: as many connections as the limit on open files allows.
    pub connections: usize,
    /// Bytes of long bodies that may lie in temporary files; 0: half of what is free there.
    pub spool_limit: u64,
    /// Pages about the server.
    pub status: StatusPaths,
    /// Reads the settings again; true: and runs `opcache.preload` again.
    pub load_config: LoadConfig,
    /// A file, or `-`.
    pub access_log: Option<PathBuf>,
    pub log_format: LogFormat,
    /// Proxies that are believed when they say who the client is.
    pub proxies: Proxies,
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
    /// What a configuration file says of the site.
    pub site: Option<SiteOptions>,
    /// A socket that listens already, instead of `listen`.
    pub socket: Option<std::net::TcpListener>,
    /// This server is for development.
    pub development: Option<DevelopmentOptions>,
    /// How the server looks at itself; the built-in one does not.
    pub looking: loxo_sampler::Settings,
}

/// Serves until a signal ends it (SIGTERM, SIGINT). The error is one line for the user; false: the log has it already.
pub fn serve(mut options: Options) -> Result<bool, String> {
    let files = raise_file_limit();
    temp_file::set_limit(options.spool_limit);
    let listener = match (options.sapi, options.socket.take()) {
        (_, Some(socket)) => socket,
        (SapiKind::Fpm, None) => listen::bind(&options.listen)?,
        (SapiKind::CliServer, None) => match listen::bind_built_in(&options.listen) {
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
        Some(target) => {
            Some(AccessLog::open(target, options.log_format).map_err(|error| format!("cannot write {}: {error}", target.display()))?)
        }
        None => None,
    };
    let development = options.development.take();
    let tls = tls(&options.certificates, development.as_ref())?;
    let redirect = options.redirect_from.as_deref().map(listen::bind).transpose()?;
    let scheme = if tls.is_some() { "https" } else { "http" };
    let named = options.router.clone();
    let status = std::mem::take(&mut options.status);
    let looking = std::mem::take(&mut options.looking);
    let proxies = std::mem::take(&mut options.proxies);
    let connection_limit = connection_limit(options.connections, files);
    let development = development.map(|options| Development::start(&options, root.clone())).transpose()?;
    let (mut site, load_config) = site(options)?;
    site.watcher = development.as_ref().and_then(|development| development.watcher.clone());
    let failed = |error: std::io::Error| format!("cannot start: {error}");
    let request_limit = if site.sapi == SapiKind::Fpm { request_limit(&site.config) } else { None };
    let sampler = match site.sapi {
        SapiKind::Fpm => loxo_sampler::Sampler::start(&looking, None)?,
        SapiKind::CliServer => None,
    };
    let admin = match &sampler {
        Some(sampler) => loxo_admin::Admin::start(&looking, sampler.clone())?,
        None => None,
    };
    let pool = Pool::start(site.sapi, workers, (workers * QUEUE_PER_WORKER).max(QUEUE_AT_LEAST), request_limit, sampler)
        .map_err(|error| format!("cannot start {workers} workers: {error}"))?;
    let sapi = site.sapi;
    let runtime = loops::event_loop().map_err(failed)?;
    let stopped = match sapi {
        SapiKind::Fpm => {
            let loops = Loops::start(cores).map_err(failed)?;
            let site = CurrentSite::new(site, root.clone(), named);
            let listening = vec![http::Listening { socket: listener, secure: tls.is_some() }];
            let (sites, load_config) = (sites::Sites::one(site), Some(load_config));
            let server = http::HttpServer {
                sites,
                pool: pool.clone(),
                access_log,
                connection_limit,
                compress,
                status,
                load_config,
                tls,
                proxies,
                challenges: None,
                development,
            };
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
            runtime.block_on(http::run(Arc::new(server), listening, loops, STOP_TIMEOUT))
        }
        SapiKind::CliServer => {
            let color = site.config.get(b"cli_server.color").is_some_and(loxo_runtime::ini::parse_bool)
                && rustix::termios::isatty(rustix::stdio::stdout());
            let log = BuiltinLog { color, quiet };
            let server = builtin_server::BuiltinServer { site: Arc::new(site), pool: pool.clone(), log };
            runtime.block_on(builtin_server::run(Arc::new(server), listener))
        }
    };
    drop(admin);
    pool.stop(if sapi == SapiKind::Fpm { STOP_TIMEOUT } else { Duration::from_secs(1) });
    runtime.shutdown_timeout(Duration::from_secs(1));
    stopped.map(|()| true).map_err(|error| format!("cannot serve: {error}"))
}

/// What connections are encrypted with. `None`: nothing.
fn tls(certificates: &[CertificateFiles], development: Option<&DevelopmentOptions>) -> Result<Option<tls::Tls>, String> {
    let authority = development.and_then(|development| development.authority.clone());
    match (authority, certificates) {
        (Some(authority), _) => tls::Tls::of_authority(authority).map(Some),
        (None, []) => Ok(None),
        (None, files) => tls::Tls::new(files.to_vec(), None).map(Some),
    }
}

fn site(options: Options) -> Result<(Site, LoadConfig), String> {
    use std::os::unix::ffi::OsStrExt;
    let host = options.listen.rsplit_once(':').map_or(options.listen.as_str(), |(host, _)| host);
    let root = options.root.as_os_str().as_bytes().to_vec();
    let (htaccess, rules) = match &options.site {
        Some(site) => {
            let rules = site.rules();
            (htaccess::of(site.htaccess()?.as_ref(), &root, &rules)?, rules)
        }
        None => {
            let no_front = rules::Rules { front_controller: None, ..Default::default() };
            (htaccess::of(options.htaccess.as_ref(), &root, &no_front)?, rules::Rules::default())
        }
    };
    let site = Site {
        sapi: options.sapi,
        engine: options.engine,
        software: match options.sapi {
            SapiKind::Fpm if htaccess.is_some() => site::SOFTWARE_WITH_RULES.to_string(),
            SapiKind::Fpm => site::SOFTWARE.to_string(),
            SapiKind::CliServer => format!("PHP/{} (Development Server)", options.php_version),
        },
        php_version: options.php_version,
        name: host.trim_matches(['[', ']']).to_string(),
        root,
        identity: (0, 0),
        router: options.router.as_ref().map(|router| Arc::from(router.as_os_str().as_bytes())),
        compress: options.compress,
        body_limit: site::body_limit(&options.config),
        config: options.config,
        rules: Arc::new(rules),
        htaccess,
        watcher: None,
        files: Arc::default(),
    };
    Ok((site, options.load_config))
}

/// How many connections there may be. `given`: 0, unless somebody says so; `files`: how many open files.
fn connection_limit(given: usize, files: usize) -> usize {
    if given > 0 { given } else { CONNECTIONS.min(files.saturating_mul(3) / 4).max(16) }
}

/// Every connection is an open file. Gives how many there may be.
fn raise_file_limit() -> usize {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
    let limit = getrlimit(Resource::Nofile);
    // As far as it goes.
    let _ = setrlimit(Resource::Nofile, Rlimit { current: limit.maximum, maximum: limit.maximum });
    getrlimit(Resource::Nofile).current.map_or(usize::MAX, |files| usize::try_from(files).unwrap_or(usize::MAX))
}
