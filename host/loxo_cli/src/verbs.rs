//! Loxo's own verbs, and `php -S`.

use std::path::PathBuf;

use loxo_server::{Options, Style};

use crate::boot::{self, Boot};
use crate::config::{self, Wanted};
use crate::script::as_path;
use crate::{sapi, texts};

/// Runs a verb if the first argument is one. Files of these names are run as `./serve`.
pub fn run(argv: &[Vec<u8>]) -> Option<i32> {
    Some(match argv.get(1).map(|verb| &verb[..])? {
        b"serve" => serve(&argv[2..]),
        b"help" | b"--help" => {
            let about_serving = argv.get(2).is_some_and(|topic| topic == b"serve");
            sapi::write_stdout(if about_serving { texts::SERVE_HELP } else { texts::HELP }.as_bytes());
            0
        }
        b"version" | b"--version" => {
            boot::registry("cli");
            let version = format!("Loxo {} (PHP {})\n", env!("CARGO_PKG_VERSION"), texts::php_version());
            sapi::write_stdout(version.as_bytes());
            0
        }
        _ => return None,
    })
}

/// What `loxo serve` was told.
#[derive(Default)]
struct Wishes {
    folder: Option<Vec<u8>>,
    listen: Option<String>,
    workers: usize,
    router: Option<Vec<u8>>,
    access_log: Option<Vec<u8>>,
    settings: Wanted,
    quiet: bool,
    help: bool,
}

fn read(args: &[Vec<u8>]) -> Result<Wishes, String> {
    let mut wishes = Wishes { settings: Wanted { sapi: "fpm-fcgi", ..Wanted::default() }, ..Wishes::default() };
    let mut args = args.iter();
    while let Some(arg) = args.next() {
        // `--name=value` and `--name value` are the same.
        let (name, inline) = match arg.iter().position(|b| *b == b'=') {
            Some(at) if arg.starts_with(b"--") => (&arg[..at], Some(arg[at + 1..].to_vec())),
            _ => (&arg[..], None),
        };
        let shown = String::from_utf8_lossy(name).into_owned();
        let mut value =
            || inline.clone().or_else(|| args.next().cloned()).ok_or_else(|| format!("{shown} needs a value; see loxo help serve"));
        let text = |bytes: Vec<u8>| String::from_utf8_lossy(&bytes).into_owned();
        match name {
            b"--listen" | b"-l" => wishes.listen = Some(text(value()?)),
            b"--workers" | b"-w" => {
                let given = text(value()?);
                wishes.workers = given
                    .parse()
                    .ok()
                    .filter(|count| (1..=4096).contains(count))
                    .ok_or_else(|| format!("--workers {given}: a number from 1 to 4096 is needed"))?;
            }
            b"--router" => wishes.router = Some(value()?),
            b"--access-log" => wishes.access_log = Some(value()?),
            b"--quiet" | b"-q" => wishes.quiet = true,
            b"--help" | b"-h" => wishes.help = true,
            b"-d" => wishes.settings.defines.push(value()?),
            b"-c" => wishes.settings.path = Some(value()?),
            b"-n" => wishes.settings.no_files = true,
            [b'-', b'd', rest @ ..] => wishes.settings.defines.push(rest.to_vec()),
            [b'-', _, ..] => return Err(format!("serve has no option {shown}; see loxo help serve")),
            _ if wishes.folder.is_some() => return Err("serve takes one folder; see loxo help serve".into()),
            _ => wishes.folder = Some(arg.clone()),
        }
    }
    Ok(wishes)
}

fn serve(args: &[Vec<u8>]) -> i32 {
    let wishes = match read(args) {
        Ok(wishes) => wishes,
        Err(message) => return fail(&message),
    };
    if wishes.help {
        sapi::write_stdout(texts::SERVE_HELP.as_bytes());
        return 0;
    }
    let folder = wishes.folder.unwrap_or_else(|| b".".to_vec());
    let shown = String::from_utf8_lossy(&folder).into_owned();
    let root = match as_path(&folder).canonicalize() {
        Ok(root) if root.is_dir() => root,
        Ok(_) => return fail(&format!("{shown} is a file: serve takes a folder (and --router FILE)")),
        Err(error) => return fail(&format!("{shown}: {error}")),
    };
    let router = match wishes.router.map(|file| as_path(&file).canonicalize().map_err(|error| (file, error))) {
        Some(Err((file, error))) => return fail(&format!("--router {}: {error}", String::from_utf8_lossy(&file))),
        Some(Ok(file)) => Some(file),
        None => None,
    };
    start(Style::Serve, &wishes.settings, |boot| Options {
        style: Style::Serve,
        listen: wishes.listen.unwrap_or_else(|| "127.0.0.1:8080".into()),
        root,
        router,
        workers: wishes.workers,
        access_log: wishes.access_log.map(|file| as_path(&file).to_path_buf()),
        quiet: wishes.quiet,
        engine: boot.engine,
        config: boot.config,
        php_version: texts::php_version(),
    })
}

fn fail(message: &str) -> i32 {
    eprintln!("loxo: {message}");
    1
}

fn start(style: Style, settings: &Wanted, options: impl FnOnce(Boot) -> Options) -> i32 {
    let registry = boot::registry(style.sapi());
    let mut extensions = registry.extensions.clone();
    if style == Style::BuiltIn {
        extensions.push(&config::SERVER_SETTINGS);
    }
    let boot = Boot::new(registry, config::load(&extensions, settings));
    if !boot.preload(Box::new(sapi::Starting(style.sapi()))) {
        return 1;
    }
    match loxo_server::serve(options(boot)) {
        Ok(served) => i32::from(!served),
        Err(message) => fail(&message),
    }
}

/// `php -S ADDRESS [-t FOLDER] [ROUTER]`
pub fn built_in(address: &[u8], folder: Option<&[u8]>, router: Option<&[u8]>, settings: &Wanted, quiet: bool) -> i32 {
    let shown = |text: &[u8]| String::from_utf8_lossy(text).into_owned();
    let root = match folder {
        Some(folder) => match std::fs::metadata(as_path(folder)) {
            Err(_) => {
                eprintln!("Directory {} does not exist.", shown(folder));
                return 1;
            }
            Ok(meta) if !meta.is_dir() => {
                eprintln!("{} is not a directory.", shown(folder));
                return 1;
            }
            Ok(_) => as_path(folder).canonicalize().unwrap_or_else(|_| as_path(folder).to_path_buf()),
        },
        None => std::env::current_dir().unwrap_or_else(|_| PathBuf::from("/")),
    };
    let listen = shown(address);
    if !is_address(&listen) {
        eprintln!("Invalid address: {listen}");
        return 1;
    }
    let workers = std::env::var("PHP_CLI_SERVER_WORKERS").ok().and_then(|count| count.parse().ok()).filter(|count| *count > 1);
    start(Style::BuiltIn, settings, |boot| Options {
        style: Style::BuiltIn,
        listen,
        root,
        router: router.map(|file| as_path(file).to_path_buf()),
        workers: workers.unwrap_or(0),
        access_log: None,
        quiet,
        engine: boot.engine,
        config: boot.config,
        php_version: texts::php_version(),
    })
}

/// `HOST:PORT` or `[HOST]:PORT`
fn is_address(text: &str) -> bool {
    let port = match text.strip_prefix('[') {
        Some(rest) => rest.split_once("]:").map(|(_, port)| port),
        None => text.split_once(':').map(|(_, port)| port),
    };
    port.is_some_and(|port| port.parse::<u16>().is_ok())
}
