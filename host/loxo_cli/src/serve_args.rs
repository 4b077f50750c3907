//! The arguments of `loxo serve`, and what they mean.

use std::io::Write;
use std::path::PathBuf;

use loxo_server::{Allow, CertificateFiles, LogFormat, Proxies, StatusPaths};

use crate::config::IniOptions;
use crate::script::as_path;

/// The arguments of `loxo serve`.
#[derive(Default)]
pub struct ServeArgs {
    pub folder: Option<Vec<u8>>,
    /// `loxo.toml`
    pub config: Option<Vec<u8>>,
    pub listen: Option<String>,
    pub workers: usize,
    /// 0: scripts run in this process.
    pub processes: usize,
    pub router: Option<Vec<u8>>,
    /// Which directives `.htaccess` may have. `None`: it is not read.
    pub htaccess: Option<Allow>,
    /// How much of each step of rewriting the log gets.
    pub rewrite_trace: u8,
    /// As whom processes run.
    pub user: Option<String>,
    /// `-R`
    pub run_as_root: bool,
    pub access_log: Option<Vec<u8>>,
    pub connections: usize,
    pub spool_limit: u64,
    pub log_format: LogFormat,
    pub trusted_proxies: Vec<String>,
    pub proxy_protocol: bool,
    pub status: StatusPaths,
    pub no_compression: bool,
    pub certificates: Vec<CertificateFiles>,
    pub redirect_from: Option<String>,
    pub request_timeout: Option<String>,
    pub settings: IniOptions,
    pub quiet: bool,
    pub help: bool,
    /// How the server looks at itself.
    pub looking: loxo_sampler::Settings,
}

/// `--name=value` and `--name value` are the same.
pub fn name_and_value(arg: &[u8]) -> (&[u8], Option<Vec<u8>>) {
    match arg.iter().position(|b| *b == b'=') {
        Some(at) if arg.starts_with(b"--") => (&arg[..at], Some(arg[at + 1..].to_vec())),
        _ => (arg, None),
    }
}

pub fn parse(argv: &[Vec<u8>]) -> Result<ServeArgs, String> {
    let mut args = ServeArgs { settings: IniOptions { sapi: "fpm-fcgi", ..IniOptions::default() }, ..ServeArgs::default() };
    let mut rest = argv.iter();
    while let Some(arg) = rest.next() {
        let (name, inline) = name_and_value(arg);
        let option = String::from_utf8_lossy(name).into_owned();
        let mut value =
            || inline.clone().or_else(|| rest.next().cloned()).ok_or_else(|| format!("{option} needs a value; see loxo help serve"));
        let text = |bytes: Vec<u8>| String::from_utf8_lossy(&bytes).into_owned();
        match name {
            b"--listen" | b"-l" => args.listen = Some(text(value()?)),
            b"--workers" | b"-w" => args.workers = number("--workers", &text(value()?), 4096)?,
            b"--config" => args.config = Some(value()?),
            b"--processes" => args.processes = number("--processes", &text(value()?), 4096)?,
            b"--max-connections" => args.connections = number("--max-connections", &text(value()?), 10_000_000)?,
            b"--spool-limit" => {
                let given = text(value()?);
                args.spool_limit = loxo_config::bytes(&given)
                    .ok_or_else(|| format!("--spool-limit {given}: a number of bytes is needed, with K, M or G behind it"))?;
            }
            b"--request-timeout" => {
                let given = text(value()?);
                if loxo_server::seconds(&given).is_none() {
                    return Err(format!("--request-timeout {given}: seconds are needed, or a number with m, h or d"));
                }
                args.settings.defines.push(format!("request_terminate_timeout={given}").into_bytes());
                args.request_timeout = Some(given);
            }
            b"--status-path" => args.status.status = Some(page_path(value()?)?),
            b"--ping-path" => args.status.ping = Some(page_path(value()?)?),
            b"--metrics-path" => args.status.metrics = Some(page_path(value()?)?),
            b"--user" => args.user = Some(text(value()?)),
            b"-R" | b"--allow-to-run-as-root" => args.run_as_root = true,
            b"--router" => args.router = Some(value()?),
            b"--htaccess" => args.htaccess = Some(allow(&text(value()?))?).filter(|allow| !allow.is_none()),
            b"--rewrite-trace" => args.rewrite_trace = number("--rewrite-trace", &text(value()?), 8)? as u8,
            b"--access-log" => args.access_log = Some(value()?),
            b"--access-log-format" => {
                let given = text(value()?);
                args.log_format =
                    LogFormat::named(&given).ok_or_else(|| format!("--access-log-format {given}: combined or json is needed"))?;
            }
            b"--trusted-proxies" => {
                let given = text(value()?);
                args.trusted_proxies.extend(given.split(',').map(|network| network.trim().to_string()));
            }
            b"--proxy-protocol" => args.proxy_protocol = true,
            b"--no-compression" => args.no_compression = true,
            b"--tls-cert" => {
                let chain = as_path(&value()?).to_path_buf();
                // Until `--tls-key` says otherwise both are in one file.
                args.certificates.push(CertificateFiles { key: chain.clone(), chain });
            }
            b"--tls-key" => {
                let key = as_path(&value()?).to_path_buf();
                args.certificates.last_mut().ok_or("--tls-key: its --tls-cert must come first")?.key = key;
            }
            b"--redirect-from" => args.redirect_from = Some(text(value()?)),
            [b'-', b'-', own @ ..] if loxo_sampler::Settings::knows(own) => {
                let (own, given) = (String::from_utf8_lossy(own), text(value()?));
                if let Some(Err(wrong)) = args.looking.set(&own, &given) {
                    return Err(format!("{option} {given}: {wrong}"));
                }
            }
            b"--quiet" | b"-q" => args.quiet = true,
            b"--help" | b"-h" => args.help = true,
            b"-d" => args.settings.defines.push(value()?),
            b"-c" => args.settings.path = Some(value()?),
            b"-n" => args.settings.no_files = true,
            [b'-', b'd', define @ ..] => args.settings.defines.push(define.to_vec()),
            [b'-', _, ..] => return Err(format!("serve has no option {option}; see loxo help serve")),
            _ if args.folder.is_some() => return Err("serve takes one folder; see loxo help serve".into()),
            _ => args.folder = Some(arg.clone()),
        }
    }
    if args.config.is_some() && (args.folder.is_some() || args.listen.is_some() || args.processes > 0 || args.workers > 0) {
        return Err("--config FILE says it all: no folder, --listen, --processes or --workers beside it".into());
    }
    if (args.user.is_some() || args.run_as_root) && args.processes == 0 {
        return Err("--user and -R are for --processes N (a configuration file names a user for each pool)".into());
    }
    if args.htaccess.is_some() && (args.router.is_some() || args.config.is_some()) {
        return Err("--htaccess goes with a folder and no --router (a configuration file has htaccess for each site)".into());
    }
    if args.proxy_protocol && args.trusted_proxies.is_empty() {
        return Err("--proxy-protocol needs --trusted-proxies: nobody else is believed".into());
    }
    proxies(&args)?;
    if args.redirect_from.is_some() && args.certificates.is_empty() {
        return Err("--redirect-from sends clients to HTTPS, which needs --tls-cert".into());
    }
    Ok(args)
}

/// The classes of directives that an option names.
fn allow(given: &str) -> Result<Allow, String> {
    Allow::parse(given.split(',').map(str::trim))
        .map_err(|name| format!("--htaccess {given}: {name:?} is none of all, none, AuthConfig, FileInfo, Indexes, Limit, Options"))
}

/// A number of an option.
pub fn number(option: &str, given: &str, most: usize) -> Result<usize, String> {
    let number = given.parse().ok().filter(|count| (1..=most).contains(count));
    number.ok_or_else(|| format!("{option} {given}: a number from 1 to {most} is needed"))
}

/// Whom to believe when they say who the client is.
pub fn proxies(args: &ServeArgs) -> Result<Proxies, String> {
    let wrong = |network: String| format!("--trusted-proxies {network}: addresses are needed, or networks as 10.0.0.0/8");
    Proxies::new(args.trusted_proxies.iter().map(String::as_str), args.proxy_protocol).map_err(wrong)
}

/// The folder that is served; the error is one line.
pub fn root(folder: Option<&[u8]>) -> Result<PathBuf, String> {
    let folder = folder.unwrap_or(b".");
    let name = String::from_utf8_lossy(folder).into_owned();
    // Links stay links: they may come to lead elsewhere.
    match std::path::absolute(as_path(folder)).and_then(|root| loxo_files::canonicalize(&root).map(|found| (root, found))) {
        Ok((root, found)) if loxo_files::is_dir(&found) => Ok(root),
        Ok(_) => Err(format!("{name} is a file: serve takes a folder (and --router FILE)")),
        Err(error) => Err(format!("{name}: {error}")),
    }
}

/// The script that sees every request first; the error is one line.
pub fn router(file: Option<&[u8]>) -> Result<Option<PathBuf>, String> {
    let Some(file) = file else { return Ok(None) };
    let router = std::path::absolute(as_path(file)).and_then(|router| loxo_files::canonicalize(&router).map(|_| router));
    router.map(Some).map_err(|error| format!("--router {}: {error}", String::from_utf8_lossy(file)))
}

/// A path under which the server shows a page of its own.
fn page_path(path: Vec<u8>) -> Result<Vec<u8>, String> {
    if path.starts_with(b"/") { Ok(path) } else { Err(format!("{}: a path begins with a slash", String::from_utf8_lossy(&path))) }
}

pub fn fail(message: &str) -> i32 {
    // There may be nobody to hear it.
    let _ = writeln!(std::io::stderr(), "loxo: {message}");
    1
}
