//! `loxo dev`: the server for one who writes a program.

use std::net::{IpAddr, Ipv4Addr, TcpListener};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use loxo_dev::Authority;
use loxo_server::{Allow, DevelopmentOptions, LogFormat, Options, Proxies, SapiKind, SiteOptions, StatusPaths};

use crate::config::IniOptions;
use crate::script::as_path;
use crate::serve_args::{fail, name_and_value, number, root, router};
use crate::{help, sapi, serving, sites, version};

/// Ports for those who name none, and how many of them are tried.
const PORT: u16 = 8000;
const PORT_TLS: u16 = 8443;
const PORTS: u16 = 20;
/// Folders that are document roots of applications.
const ROOTS: [&str; 8] = ["public", "web", "htdocs", "docroot", "www", "public_html", "webroot", "pub"];
/// What says that a folder is the top of a project.
const TOPS: [&str; 3] = ["composer.json", "loxo.toml", ".git"];
/// What somebody wants who writes a program, as `php.ini-development` has it, and files are looked at each time. Options of the command line count more.
const SETTINGS: [&str; 12] = [
    "display_errors=1",
    "display_startup_errors=1",
    "error_reporting=32767",
    "html_errors=1",
    "log_errors=1",
    "error_log=",
    "zend.assertions=1",
    "zend.exception_ignore_args=0",
    "opcache.validate_timestamps=1",
    "opcache.revalidate_freq=0",
    "opcache.file_update_protection=0",
    "realpath_cache_ttl=0",
];

#[derive(Default)]
struct Args {
    folder: Option<Vec<u8>>,
    port: Option<u16>,
    listen: Option<String>,
    https: bool,
    hosts: Vec<String>,
    root: Option<Vec<u8>>,
    site: Option<String>,
    router: Option<Vec<u8>>,
    no_reload: bool,
    workers: usize,
    settings: IniOptions,
    quiet: bool,
    help: bool,
    trust: bool,
}

fn parse(argv: &[Vec<u8>]) -> Result<Args, String> {
    let mut args = Args { settings: IniOptions { sapi: "fpm-fcgi", ..IniOptions::default() }, ..Args::default() };
    let mut rest = argv.iter();
    while let Some(arg) = rest.next() {
        let (name, inline) = name_and_value(arg);
        let option = String::from_utf8_lossy(name).into_owned();
        let mut value =
            || inline.clone().or_else(|| rest.next().cloned()).ok_or_else(|| format!("{option} needs a value; see loxo help dev"));
        let text = |bytes: Vec<u8>| String::from_utf8_lossy(&bytes).into_owned();
        match name {
            b"--port" | b"-p" => args.port = Some(number(&option, &text(value()?), 65535)? as u16),
            b"--listen" | b"-l" => args.listen = Some(text(value()?)),
            b"--https" => args.https = true,
            b"--host" => args.hosts.push(text(value()?)),
            b"--root" | b"-t" => args.root = Some(value()?),
            b"--site" => args.site = Some(text(value()?)),
            b"--router" => args.router = Some(value()?),
            b"--no-reload" => args.no_reload = true,
            b"--workers" | b"-w" => args.workers = number(&option, &text(value()?), 4096)?,
            b"--quiet" | b"-q" => args.quiet = true,
            b"--help" | b"-h" => args.help = true,
            b"-d" => args.settings.defines.push(value()?),
            b"-c" => args.settings.path = Some(value()?),
            b"-n" => args.settings.no_files = true,
            [b'-', b'd', define @ ..] => args.settings.defines.push(define.to_vec()),
            [b'-', _, ..] => return Err(format!("dev has no option {option}; see loxo help dev")),
            b"trust" if argv.len() == 1 => args.trust = true,
            _ if args.folder.is_some() => return Err("dev takes one folder; see loxo help dev".into()),
            _ => args.folder = Some(arg.clone()),
        }
    }
    if args.port.is_some() && args.listen.is_some() {
        return Err("--listen has the port already: no --port beside it".into());
    }
    Ok(args)
}

/// `loxo dev …`
pub fn run(argv: &[Vec<u8>]) -> i32 {
    let args = match parse(argv) {
        Ok(args) => args,
        Err(message) => return fail(&message),
    };
    if args.help {
        sapi::write_stdout(help::DEV_HELP.as_bytes());
        return 0;
    }
    let done = if args.trust { trust().map(|()| 0) } else { serve(args) };
    done.unwrap_or_else(|message| fail(&message))
}

/// What is served.
struct Project {
    /// The folder that is looked after.
    folder: PathBuf,
    site: SiteOptions,
}

/// Finds the document root of the project in a folder.
fn project(args: &mut Args) -> Result<Project, String> {
    let folder = root(args.folder.as_deref())?;
    let file = folder.join("loxo.toml");
    let mut site = SiteOptions { front_controller: "index.php".into(), ..SiteOptions::default() };
    let mut lacks_root = true;
    if file.is_file() {
        let found = sites::for_development(&file, args.site.as_deref())?;
        if let Some(missing) = &found.lacks_root {
            eprintln!("loxo: {}: there is no {}", file.display(), missing.display());
        }
        lacks_root = found.lacks_root.is_some();
        site = found.options;
        args.settings.defines.splice(0..0, found.settings);
    } else if let Some(name) = &args.site {
        return Err(format!("--site {name}: there is no {}", file.display()));
    }
    if let Some(own) = &args.root {
        site.root = root(Some(folder.join(as_path(own)).as_os_str().as_encoded_bytes()))?;
    } else if lacks_root {
        site.root = document_root(&folder);
    }
    if site.htaccess.is_none() && site.root.join(".htaccess").is_file() {
        // As Apache has it, where the file says itself what stands in for other paths.
        (site.htaccess, site.front_controller) = (Some(Allow::ALL), String::new());
    }
    site.router = router(args.router.as_deref())?;
    Ok(Project { folder: top(&folder, &site.root), site })
}

/// The folder with the application's first script, or its first page.
fn document_root(folder: &Path) -> PathBuf {
    let below = |index: &str| ROOTS.iter().map(|name| folder.join(name)).find(|root| root.join(index).is_file());
    let own = |index: &str| folder.join(index).is_file().then(|| folder.to_path_buf());
    below("index.php").or_else(|| own("index.php")).or_else(|| below("index.html")).unwrap_or_else(|| folder.to_path_buf())
}

/// Whoever names the document root means the project above it, too.
fn top(folder: &Path, root: &Path) -> PathBuf {
    let is_top = |folder: &Path| TOPS.iter().any(|name| folder.join(name).exists());
    match folder.parent() {
        Some(above) if folder == root && !is_top(folder) && is_top(above) => above.to_path_buf(),
        _ => folder.to_path_buf(),
    }
}

/// The socket to listen on; the error is one line.
fn socket(args: &Args) -> Result<TcpListener, String> {
    if let Some(listen) = &args.listen {
        return loxo_server::bind(listen);
    }
    let open = |port: u16| TcpListener::bind((Ipv4Addr::LOCALHOST, port));
    let failed = |port: u16, error: std::io::Error| match error.kind() {
        std::io::ErrorKind::AddrInUse => format!("port {port} is in use: stop what listens there, or choose another with --port N"),
        _ => format!("cannot listen on port {port}: {error}"),
    };
    if let Some(port) = args.port {
        return open(port).map_err(|error| failed(port, error));
    }
    let first = if args.https { PORT_TLS } else { PORT };
    let mut last = open(first);
    for port in first + 1..first + PORTS {
        match &last {
            Err(error) if error.kind() == std::io::ErrorKind::AddrInUse => last = open(port),
            _ => break,
        }
    }
    last.map_err(|error| match error.kind() {
        std::io::ErrorKind::AddrInUse => {
            format!("ports {first} to {} are in use: choose another with --port N", first + PORTS - 1)
        }
        _ => failed(first, error),
    })
}

fn serve(mut args: Args) -> Result<i32, String> {
    let project = project(&mut args)?;
    let authority = if args.https { Some(Arc::new(Authority::of_user()?)) } else { None };
    if let Some(authority) = &authority
        && let Some(host) = args.hosts.iter().find(|host| authority.issue(Some(host)).is_none())
    {
        return Err(format!("--host {host}: the authority of --https signs for names that end in .localhost or .test only"));
    }
    let socket = socket(&args)?;
    let address = socket.local_addr().map_err(|error| format!("the socket has no address: {error}"))?;
    let defaults = SETTINGS.iter().map(|setting| setting.as_bytes().to_vec());
    args.settings.defines.splice(0..0, defaults);
    let greeting = greeting(&args, &project, address, authority.as_deref());
    let color = rustix::termios::isatty(rustix::stdio::stdout()) && std::env::var_os("NO_COLOR").is_none();
    let settings = args.settings.clone();
    Ok(serving::start(SapiKind::Fpm, &settings, |boot| {
        eprint!("{greeting}");
        Options {
            sapi: SapiKind::Fpm,
            listen: address.to_string(),
            root: project.site.root.clone(),
            router: project.site.router.clone(),
            htaccess: None,
            workers: args.workers,
            connections: 0,
            spool_limit: 0,
            status: StatusPaths::default(),
            load_config: boot.load_config,
            access_log: (!args.quiet).then(|| "-".into()),
            log_format: LogFormat::Terminal { color },
            proxies: Proxies::default(),
            quiet: true,
            compress: true,
            certificates: Vec::new(),
            redirect_from: None,
            engine: boot.engine,
            config: boot.config,
            php_version: version::php_version(),
            site: Some(project.site),
            socket: Some(socket),
            development: Some(DevelopmentOptions { project: project.folder, hosts: args.hosts, no_reload: args.no_reload, authority }),
            looking: loxo_sampler::Settings::default(),
        }
    }))
}

/// What is said at the start.
fn greeting(args: &Args, project: &Project, address: std::net::SocketAddr, authority: Option<&Authority>) -> String {
    let scheme = if args.https { "https" } else { "http" };
    let mut text = format!(
        "Loxo {} serves {} at {scheme}://{address}/ for development. Ctrl-C stops it.\n",
        env!("CARGO_PKG_VERSION"),
        project.site.root.display()
    );
    let name = project.folder.file_name().and_then(|name| name.to_str()).map(host_label).filter(|name| !name.is_empty());
    let is_any = address.ip() == IpAddr::V4(Ipv4Addr::LOCALHOST);
    if let Some(name) = name.filter(|_| is_any) {
        text += &format!("  also {scheme}://{name}.localhost:{}/\n", address.port());
    }
    for host in &args.hosts {
        text += &format!("  also {scheme}://{host}:{}/\n", address.port());
    }
    if let Some(authority) = authority {
        text += &format!("  certificates are signed by {} (loxo dev trust)\n", authority.certificate().display());
    }
    if !address.ip().is_loopback() {
        text += "  Other machines can reach it: errors show them your code.\n";
    }
    text + "  What takes time: loxo profile --server, loxo top\n"
}

/// A folder's name as a part of a host's.
fn host_label(name: &str) -> String {
    let label: String = name.chars().map(|c| if c.is_ascii_alphanumeric() { c.to_ascii_lowercase() } else { '-' }).collect();
    label.trim_matches('-').chars().take(63).collect()
}

/// `loxo dev trust`: what has to be done so that clients trust the authority. Nothing of it is done here.
fn trust() -> Result<(), String> {
    let authority = Authority::of_user()?;
    let file = quoted(&authority.certificate().display().to_string());
    let has_certutil =
        std::env::var_os("PATH").is_some_and(|path| std::env::split_paths(&path).any(|folder| folder.join("certutil").is_file()));
    let certutil = if has_certutil { "" } else { " (certutil is not installed: package libnss3-tools, nss-tools or nss)" };
    sapi::write_stdout(
        format!(
            "Your authority's certificate is {file}. It signs for localhost, *.localhost, *.test, 127.0.0.1 and ::1, nothing else.
Nothing is changed here. What makes clients trust it:

Chromium and Chrome on Linux{certutil}
  mkdir -p \"$HOME/.pki/nssdb\"
  certutil -d sql:\"$HOME/.pki/nssdb\" -A -t C,, -n loxo-dev -i {file}
Firefox{certutil}
  for db in \"$HOME\"/.mozilla/firefox/*/cert9.db; do certutil -d sql:\"${{db%/cert9.db}}\" -A -t C,, -n loxo-dev -i {file}; done
Debian, Ubuntu (curl, PHP and others)
  sudo cp {file} /usr/local/share/ca-certificates/loxo-dev.crt && sudo update-ca-certificates
Fedora, RHEL
  sudo cp {file} /etc/pki/ca-trust/source/anchors/loxo-dev.pem && sudo update-ca-trust
Arch Linux
  sudo trust anchor --store {file}
macOS
  sudo security add-trusted-cert -d -r trustRoot -k /Library/Keychains/System.keychain {file}
One command alone
  curl --cacert {file} https://localhost:{PORT_TLS}/
"
        )
        .as_bytes(),
    );
    Ok(())
}

/// A word of the shell.
fn quoted(text: &str) -> String {
    let is_plain = text.bytes().all(|b| b.is_ascii_alphanumeric() || b"/._-+,@".contains(&b));
    if is_plain { text.to_string() } else { format!("'{}'", text.replace('\'', "'\\''")) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tree(name: &str, files: &[&str]) -> PathBuf {
        let folder = std::env::temp_dir().join(format!("loxo-dev-root-{name}-{}", std::process::id()));
        for file in files {
            let file = folder.join(file);
            std::fs::create_dir_all(file.parent().expect("a folder")).expect("a folder");
            std::fs::write(file, "").expect("a file");
        }
        folder
    }

    #[test]
    fn document_roots() {
        for (number, (files, expected)) in [
            (&["public/index.php", "index.php"][..], "public"),
            (&["web/index.php", "public/a.css"], "web"),
            (&["index.php", "public/index.html"], ""),
            (&["public/index.html"], "public"),
            (&["a.txt"], ""),
        ]
        .into_iter()
        .enumerate()
        {
            let folder = tree(&number.to_string(), files);
            assert_eq!(document_root(&folder), folder.join(expected), "{files:?}");
            let _ = std::fs::remove_dir_all(folder);
        }
        let folder = tree("top", &["composer.json", "public/index.php"]);
        let public = folder.join("public");
        assert_eq!((top(&public, &public), top(&folder, &public)), (folder.clone(), folder.clone()));
        let _ = std::fs::remove_dir_all(folder);
    }

    #[test]
    fn arguments() {
        let parsed = |words: &[&str]| parse(&words.iter().map(|word| word.as_bytes().to_vec()).collect::<Vec<_>>());
        assert!(parsed(&["trust"]).is_ok_and(|args| args.trust && args.folder.is_none()));
        assert!(parsed(&["trust", "--https"]).is_ok_and(|args| !args.trust && args.folder.is_some()));
        for wrong in
            [&["--port", "0"][..], &["--port", "65536"], &["--port"], &["--what"], &["a", "b"], &["--port", "1", "--listen", "a:1"]]
        {
            assert!(parsed(wrong).is_err(), "{wrong:?}");
        }
    }

    #[test]
    fn words() {
        assert_eq!(quoted("/home/a b/it's"), "'/home/a b/it'\\''s'");
        assert_eq!(host_label("My Shop_2"), "my-shop-2");
    }
}
