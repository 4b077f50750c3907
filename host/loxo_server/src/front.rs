//! The front of pools: it speaks HTTP, sends files, and hands scripts to processes by FastCGI. It runs no PHP.

use std::os::fd::OwnedFd;
use std::os::unix::ffi::OsStrExt;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use loxo_engine::Engine;
use loxo_runtime::ini::IniConfig;

use crate::htaccess::{self, Evaluator, RulesProcess};
use crate::http::{HttpServer, Listening};
use crate::log::{AccessLog, LogFormat};
use crate::loops::{self, Loops};
use crate::pool::Pool;
use crate::proxies::Proxies;
use crate::site::{CurrentSite, SOFTWARE, SOFTWARE_WITH_RULES, SapiKind, Site, body_limit};
use crate::site_options::SiteOptions;
use crate::sites::{HostedSite, Sites};
use crate::status::StatusPaths;
use crate::tls::{CertificateFiles, Tls};
use crate::upstream::Upstream;

/// How long requests may take once the front is to stop at once.
const STOP_TIMEOUT: Duration = Duration::from_secs(30);

/// What a front is made of.
pub struct Front {
    /// Sockets that listen already; true: for HTTPS.
    pub listeners: Vec<(OwnedFd, bool)>,
    /// The first one also answers for hosts that none has.
    pub sites: Vec<SiteOptions>,
    /// A file, or `-`.
    pub access_log: Option<PathBuf>,
    pub log_format: LogFormat,
    pub proxies: Proxies,
    /// 0: as many connections as the limit on open files allows.
    pub connections: usize,
    /// Bytes of long bodies that may lie in temporary files; 0: half of what is free there.
    pub spool_limit: u64,
    pub compress: bool,
    /// Where certificates come from that no file has.
    pub acme: Option<loxo_acme::Settings>,
    /// What is said at the start, before the addresses.
    pub greeting: Option<String>,
    pub engine: Engine,
    pub config: Arc<IniConfig>,
    pub php_version: String,
    /// Gives up the rights that only the start needs, once certificates have been read and the log is open. False: it cannot, and has said so.
    pub drop_rights: Box<dyn FnOnce() -> bool>,
}

/// Certificates are checked as the front would use them. The error is one line.
pub fn check_certificates(files: &[CertificateFiles]) -> Result<(), String> {
    Tls::new(files.to_vec(), None).map(drop)
}

/// Serves until a signal ends it. The error is one line for the log.
pub fn serve_front(mut front: Front) -> Result<(), String> {
    let files = crate::raise_file_limit();
    crate::temp_file::set_limit(front.spool_limit);
    let certificates: Vec<CertificateFiles> = front.sites.iter().flat_map(|site| site.certificates.clone()).collect();
    let acme = front.acme.take();
    let tls = if certificates.is_empty() && acme.is_none() { None } else { Some(Tls::new(certificates, acme.as_ref())?) };
    let listeners: Vec<Listening> =
        std::mem::take(&mut front.listeners).into_iter().map(|(socket, secure)| Listening { socket: socket.into(), secure }).collect();
    let port = |secure| {
        let first = listeners.iter().find(|listening: &&Listening| listening.secure == secure)?;
        first.socket.local_addr().ok().map(|address| address.port())
    };
    let mut upstreams = Vec::new();
    let sites =
        std::mem::take(&mut front.sites).into_iter().map(|options| hosted(options, &front, &mut upstreams)).collect::<Result<_, _>>()?;
    let sites = Sites::new(sites, port(true)).ok_or("there is no site")?;
    let access_log = match &front.access_log {
        Some(target) => {
            Some(AccessLog::open(target, front.log_format).map_err(|error| format!("cannot write {}: {error}", target.display()))?)
        }
        None => None,
    };
    if !std::mem::replace(&mut front.drop_rights, Box::new(|| true))() {
        return Err("the HTTP server cannot become the user that it is to be".into());
    }
    let cores = std::thread::available_parallelism().map_or(2, usize::from);
    let failed = |error: std::io::Error| format!("cannot start: {error}");
    let (runtime, loops) = (loops::event_loop().map_err(failed)?, Loops::start(cores).map_err(failed)?);
    for upstream in upstreams {
        runtime.spawn(upstream.close_idle());
    }
    let server = HttpServer {
        sites,
        pool: Pool::start(SapiKind::Fpm, 0, 0, None, None)?,
        access_log,
        status: StatusPaths::default(),
        compress: front.compress,
        connection_limit: crate::connection_limit(front.connections, files),
        load_config: None,
        tls,
        proxies: std::mem::take(&mut front.proxies),
        development: None,
        challenges: acme.as_ref().map(|acme| acme.folder.clone()),
    };
    if let Some(greeting) = &front.greeting {
        let addresses: Vec<String> = listeners.iter().filter_map(Listening::address).collect();
        eprintln!("{greeting} {}. Ctrl-C stops it.", addresses.join(" "));
    }
    let server = Arc::new(server);
    if let Some(acme) = acme {
        runtime.spawn(crate::http::follow_certificates(server.clone(), acme.folder.clone()));
        runtime.spawn(loxo_acme::keep(acme, |line| crate::log::error(SapiKind::Fpm, line.as_bytes())));
    }
    let stopped = runtime.block_on(crate::http::run(server, listeners, loops, STOP_TIMEOUT));
    runtime.shutdown_timeout(Duration::from_secs(1));
    stopped.map_err(|error| format!("cannot serve: {error}"))
}

/// `upstreams`: the pools of all sites so far, each once.
fn hosted(options: SiteOptions, front: &Front, upstreams: &mut Vec<Arc<Upstream>>) -> Result<(Vec<String>, HostedSite), String> {
    let root = options.root.as_os_str().as_bytes().to_vec();
    let own = options.htaccess()?;
    let rules = options.rules();
    let upstream = match upstreams.iter().find(|upstream| upstream.socket() == options.pool) {
        Some(upstream) => upstream.clone(),
        None => {
            let chroot = options.chroot.as_os_str().as_bytes().to_vec();
            let upstream = Arc::new(Upstream::new(options.pool, chroot, options.places, options.queue, options.request_limit));
            upstreams.push(upstream.clone());
            upstream
        }
    };
    let htaccess = match (own, options.rules_process) {
        (Some(_), Some((socket, number))) => Some(Evaluator::Other(Arc::new(RulesProcess::new(socket, number)))),
        (own, _) => htaccess::of(own.as_ref(), &root, &rules)?,
    };
    let site = Site {
        sapi: SapiKind::Fpm,
        engine: front.engine.clone(),
        software: if htaccess.is_some() { SOFTWARE_WITH_RULES } else { SOFTWARE }.to_string(),
        php_version: front.php_version.clone(),
        name: String::new(),
        root,
        identity: (0, 0),
        router: None,
        compress: front.compress,
        body_limit: body_limit(&front.config),
        config: front.config.clone(),
        rules: Arc::new(rules),
        htaccess,
        watcher: None,
        files: Arc::default(),
    };
    let hosted = HostedSite {
        current: CurrentSite::new(site, options.root, options.router),
        upstream: Some(upstream),
        redirect: options.redirect,
        https_only: options.https_only,
    };
    Ok((options.names, hosted))
}
