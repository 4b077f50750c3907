//! `loxo serve` with processes: an HTTP server that runs no PHP, pools of processes that do, and a supervisor that owns their sockets.
//!
//! What the HTTP server must know comes to it as pairs in the file that the supervisor gives it, as a pool's settings do.

use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt;
use std::path::PathBuf;
use std::time::Duration;

use loxo_fcgi::{Pairs, push_pair};
use loxo_fpm::{Child, Directive, PoolPlan, ServerChild, ServerPlan};
use loxo_server::{Allow, CertificateFiles, Front, LogFormat, Proxies, RulesServer, SiteOptions};

use crate::boot::{self, Boot};
use crate::config;
use crate::fpm::{self, SAPI};
use crate::huge_code;
use crate::serve_args::fail;
use crate::version;

/// Requests that may wait for a process of a pool: php-fpm's number of places in a socket's queue.
pub const QUEUE: usize = 511;
/// Seconds that what goes on after its answer may take when the server ends.
const STOP_TIMEOUT: &str = "30";

/// The HTTP server's part of a configuration.
#[derive(Clone, Debug, Default)]
pub struct Http {
    pub listen: Vec<String>,
    pub listen_tls: Vec<String>,
    pub access_log: Option<PathBuf>,
    pub log_format: LogFormat,
    pub trusted_proxies: Vec<String>,
    pub proxy_protocol: bool,
    pub connections: usize,
    pub spool_limit: u64,
    pub compress: bool,
    pub greeting: Option<String>,
    pub sites: Vec<SiteOptions>,
    /// Where certificates come from.
    pub acme: Option<loxo_acme::Settings>,
}

/// What every pool behind a front has: its socket is for the front alone.
pub fn pool_basics(socket: &str, processes: usize) -> Vec<Directive> {
    vec![
        Directive::new("listen", socket),
        Directive::new("listen.mode", "0600"),
        Directive::new("pm", "static"),
        Directive::new("pm.max_children", processes.to_string()),
    ]
}

/// What every supervisor of a front must know.
pub fn global(looking: &loxo_sampler::Settings) -> Vec<Directive> {
    let mut global = vec![Directive::new("log_level", "warning"), Directive::new("process_control_timeout", STOP_TIMEOUT)];
    global.extend(looking.pairs().into_iter().map(|(name, value)| Directive::new(&format!("loxo.{name}"), value)));
    global
}

/// How many requests a pool runs at once, in words.
pub fn count_of(processes: usize, workers: usize) -> String {
    let count = |number: usize, what: &str| format!("{number} {what}{}", if number == 1 { "" } else { "es" });
    match workers {
        0 => count(processes, "process"),
        1 => format!("{} of 1 worker", count(processes, "process")),
        _ => format!("{} of {workers} workers", count(processes, "process")),
    }
}

/// Where the sockets of this process's pools lie: a folder that is made when it starts.
pub fn socket_folder() -> String {
    let is_root = rustix::process::geteuid().is_root();
    let run = is_root.then(|| PathBuf::from("/run"));
    let own = std::env::var_os("XDG_RUNTIME_DIR").map(PathBuf::from);
    let base = run.into_iter().chain(own).find(|folder| folder.is_dir()).unwrap_or_else(std::env::temp_dir);
    base.join(format!("loxo-{}", std::process::id())).to_string_lossy().into_owned()
}

impl Http {
    /// The supervisor's part. `settings`: PHP's.
    pub fn plan(&self, settings: &[u8]) -> ServerPlan {
        let listen = self.listen.iter().chain(&self.listen_tls).cloned().collect();
        ServerPlan { listen, settings: self.pack(settings), ..ServerPlan::default() }
    }

    fn pack(&self, settings: &[u8]) -> Vec<u8> {
        let mut out = Vec::new();
        let mut put = |name: &str, value: &[u8]| push_pair(&mut out, name.as_bytes(), value);
        put("settings", settings);
        put("plain", self.listen.len().to_string().as_bytes());
        put("connections", self.connections.to_string().as_bytes());
        put("spool_limit", self.spool_limit.to_string().as_bytes());
        put("compress", if self.compress { b"1" } else { b"" });
        put("json_log", if self.log_format == LogFormat::Json { b"1" } else { b"" });
        put("proxy_protocol", if self.proxy_protocol { b"1" } else { b"" });
        self.trusted_proxies.iter().for_each(|network| put("trusted_proxy", network.as_bytes()));
        if let Some(file) = &self.access_log {
            put("access_log", file.as_os_str().as_bytes());
        }
        if let Some(greeting) = &self.greeting {
            put("greeting", greeting.as_bytes());
        }
        if let Some(acme) = &self.acme {
            acme_pairs(acme, &mut put);
        }
        for site in &self.sites {
            put("root", site.root.as_os_str().as_bytes());
            site.names.iter().for_each(|name| put("name", name.as_bytes()));
            site.index.iter().for_each(|name| put("index", name.as_bytes()));
            put("front_controller", site.front_controller.as_bytes());
            for files in &site.certificates {
                put("certificate", files.chain.as_os_str().as_bytes());
                put("key", files.key.as_os_str().as_bytes());
            }
            if let Some(router) = &site.router {
                put("router", router.as_os_str().as_bytes());
            }
            if let Some(redirect) = &site.redirect {
                put("redirect", redirect.as_bytes());
            }
            put("https_only", if site.https_only { b"1" } else { b"" });
            put("pool", site.pool.as_os_str().as_bytes());
            put("places", site.places.to_string().as_bytes());
            put("queue", site.queue.to_string().as_bytes());
            if let Some(limit) = site.request_limit {
                put("request_limit", limit.as_millis().to_string().as_bytes());
            }
            put("chroot", site.chroot.as_os_str().as_bytes());
            if let Some(owner) = site.owner {
                put("owner", owner.to_string().as_bytes());
            }
            site.pool_pages.iter().for_each(|page| put("pool_page", page.as_bytes()));
            if let Some(allow) = site.htaccess {
                put("htaccess", allow.names().as_bytes());
            }
            put("rewrite_trace", site.rewrite_trace.to_string().as_bytes());
            put("rewrite", site.rewrite.as_bytes());
            put("map_folder", site.map_folder.as_os_str().as_bytes());
            if let Some((socket, number)) = &site.rules_process {
                put("rules_process", socket.as_os_str().as_bytes());
                put("rules_number", number.to_string().as_bytes());
            }
            for (name, source) in &site.rewrite_maps {
                put("map", name.as_bytes());
                put("map_source", source.as_bytes());
            }
        }
        out
    }

    /// The same again, how many of the sockets are for plain HTTP, and PHP's settings.
    fn unpack(bytes: &[u8]) -> (Http, usize, Vec<u8>) {
        let (mut http, mut plain, mut settings) = (Http::default(), 0, Vec::new());
        for (name, value) in Pairs::new(bytes).flatten() {
            let text = || String::from_utf8_lossy(value).into_owned();
            let path = || PathBuf::from(OsStr::from_bytes(value));
            let number = || text().parse().unwrap_or(0);
            match name {
                b"settings" => settings = value.to_vec(),
                b"plain" => plain = number(),
                b"connections" => http.connections = number(),
                b"spool_limit" => http.spool_limit = text().parse().unwrap_or(0),
                b"compress" => http.compress = !value.is_empty(),
                b"json_log" if !value.is_empty() => http.log_format = LogFormat::Json,
                b"proxy_protocol" => http.proxy_protocol = !value.is_empty(),
                b"trusted_proxy" => http.trusted_proxies.push(text()),
                b"access_log" => http.access_log = Some(path()),
                b"greeting" => http.greeting = Some(text()),
                _ if let Some(part) = name.strip_prefix(b"acme_") => take_acme(http.acme.get_or_insert_default(), part, value),
                b"root" => http.sites.push(SiteOptions { root: path(), ..SiteOptions::default() }),
                _ => {
                    let Some(site) = http.sites.last_mut() else { continue };
                    match name {
                        b"name" => site.names.push(text()),
                        b"index" => site.index.push(text()),
                        b"front_controller" => site.front_controller = text(),
                        b"certificate" => site.certificates.push(CertificateFiles { chain: path(), key: path() }),
                        b"key" => {
                            if let Some(files) = site.certificates.last_mut() {
                                files.key = path();
                            }
                        }
                        b"router" => site.router = Some(path()),
                        b"redirect" => site.redirect = Some(text()),
                        b"https_only" => site.https_only = !value.is_empty(),
                        b"pool" => site.pool = path(),
                        b"places" => site.places = number(),
                        b"request_limit" => site.request_limit = text().parse().ok().map(Duration::from_millis),
                        b"queue" => site.queue = number(),
                        b"chroot" => site.chroot = path(),
                        b"owner" => site.owner = text().parse().ok(),
                        b"pool_page" => site.pool_pages.push(text()),
                        b"htaccess" => site.htaccess = Allow::parse(text().split(',')).ok(),
                        b"rewrite_trace" => site.rewrite_trace = text().parse().unwrap_or(0),
                        b"rewrite" => site.rewrite = text(),
                        b"map_folder" => site.map_folder = path(),
                        b"rules_process" => site.rules_process = Some((path(), 0)),
                        b"rules_number" => {
                            if let Some((_, number)) = &mut site.rules_process {
                                *number = text().parse().unwrap_or(u64::MAX);
                            }
                        }
                        b"map" => site.rewrite_maps.push((text(), String::new())),
                        b"map_source" => {
                            if let Some((_, source)) = site.rewrite_maps.last_mut() {
                                *source = text();
                            }
                        }
                        _ => {}
                    }
                }
            }
        }
        (http, plain, settings)
    }
}

fn acme_pairs(acme: &loxo_acme::Settings, put: &mut impl FnMut(&str, &[u8])) {
    put("acme_directory", acme.directory.as_bytes());
    put("acme_folder", acme.folder.as_os_str().as_bytes());
    put("acme_challenge", acme.challenge.name().as_bytes());
    acme.contact.iter().for_each(|contact| put("acme_contact", contact.as_bytes()));
    acme.ca.iter().for_each(|ca| put("acme_ca", ca.as_os_str().as_bytes()));
    for names in &acme.names {
        put("acme_certificate", b"");
        names.iter().for_each(|name| put("acme_name", name.as_bytes()));
    }
}

fn take_acme(acme: &mut loxo_acme::Settings, part: &[u8], value: &[u8]) {
    let text = || String::from_utf8_lossy(value).into_owned();
    let path = || PathBuf::from(OsStr::from_bytes(value));
    match part {
        b"directory" => acme.directory = text(),
        b"folder" => acme.folder = path(),
        b"challenge" => acme.challenge = loxo_acme::Challenge::named(&text()).unwrap_or_default(),
        b"contact" => acme.contact.push(text()),
        b"ca" => acme.ca = Some(path()),
        b"certificate" => acme.names.push(Vec::new()),
        _ => acme.names.last_mut().into_iter().for_each(|names| names.push(text())),
    }
}

/// A pool whose process evaluates the rules of the sites, with the rights of the users that a pool of PHP processes has.
pub fn rules_pool(name: &str, socket: &str, sites: Vec<SiteOptions>) -> PoolPlan {
    let settings = Http { sites, ..Http::default() }.pack(b"");
    PoolPlan { name: format!("{name} rules"), directives: pool_basics(socket, 1), rules: Some(settings), ..PoolPlan::default() }
}

/// The process that evaluates rules of sites as a pool's user.
pub fn evaluate_rules() -> i32 {
    let child = match Child::begin() {
        Ok(child) => child,
        Err(error) => return fail(&format!("this is for the supervisor alone: {error}")),
    };
    let (http, _, _) = Http::unpack(&child.settings());
    if !child.drop_rights() {
        return 70;
    }
    let (socket, stop) = match child.into_socket() {
        Ok(parts) => parts,
        Err(error) => return fail(&format!("the listening socket cannot be used: {error}")),
    };
    match loxo_server::serve_rules(RulesServer { socket, sites: http.sites }, stop) {
        Ok(()) => 0,
        Err(message) => fail(&message),
    }
}

/// The process that speaks HTTP.
pub fn front() -> i32 {
    let mut child = match ServerChild::begin("loxo-front") {
        Ok(child) => child,
        Err(error) => return fail(&format!("this is for the supervisor alone: {error}")),
    };
    let (http, plain, settings) = Http::unpack(child.settings());
    let (ini_options, texts, text_copy) = fpm::unpack(&settings);
    let registry = boot::registry(SAPI);
    let boot = Boot::new(registry, config::build(&registry.extensions, &ini_options, texts));
    if let Err(message) = huge_code::apply(&boot.config, text_copy) {
        eprintln!("{message}");
    }
    let sockets = std::mem::take(&mut child.sockets);
    let front = Front {
        listeners: sockets.into_iter().enumerate().map(|(index, socket)| (socket, index >= plain)).collect(),
        sites: http.sites,
        access_log: http.access_log,
        log_format: http.log_format,
        // They have been checked where they were read.
        proxies: Proxies::new(http.trusted_proxies.iter().map(String::as_str), http.proxy_protocol).unwrap_or_default(),
        connections: http.connections,
        spool_limit: http.spool_limit,
        compress: http.compress,
        acme: http.acme,
        greeting: http.greeting.filter(|_| !child.is_again()),
        engine: boot.engine,
        config: boot.config,
        php_version: version::php_version(),
        drop_rights: Box::new(move || child.drop_rights()),
    };
    match loxo_server::serve_front(front) {
        Ok(()) => 0,
        Err(message) => fail(&message),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_front_is_told() {
        let site = SiteOptions {
            names: vec!["a.example".into(), "*.b.example".into()],
            root: "/srv/a".into(),
            certificates: vec![CertificateFiles { chain: "/c".into(), key: "/k".into() }],
            pool: "/run/a.sock".into(),
            router: Some("/srv/r.php".into()),
            places: 3,
            request_limit: Some(Duration::from_secs(2)),
            https_only: true,
            owner: Some(33),
            htaccess: Some(Allow { options: false, ..Allow::ALL }),
            rewrite_trace: 3,
            rewrite: "RewriteRule a b\n".into(),
            rewrite_maps: vec![("m".into(), "int:toupper".into())],
            map_folder: "/etc".into(),
            rules_process: Some(("/run/rules.sock".into(), 1)),
            ..SiteOptions::default()
        };
        let second = SiteOptions { root: "/srv/b".into(), redirect: Some("https://a.example".into()), ..SiteOptions::default() };
        let acme = loxo_acme::Settings {
            directory: "https://ca.example".into(),
            contact: vec!["mailto:a".into()],
            folder: "/acme".into(),
            ca: Some("/ca.pem".into()),
            challenge: loxo_acme::Challenge::TlsAlpn,
            names: vec![vec!["a".into(), "b".into()], vec!["c".into()]],
        };
        let http = Http {
            listen: vec!["1".into()],
            listen_tls: vec!["2".into()],
            compress: true,
            sites: vec![site, second],
            acme: Some(acme),
            ..Http::default()
        };
        let (read, plain, settings) = Http::unpack(&http.pack(b"php"));
        assert_eq!((plain, &settings[..], read.compress), (1, &b"php"[..], true));
        assert_eq!(read.acme, http.acme);
        assert_eq!(format!("{:?}", read.sites), format!("{:?}", http.sites));
    }
}
