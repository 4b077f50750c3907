//! Loxo's own commands (`build`, `serve`, `dev`, `check`, `reload`, `migrate`, `doctor`, `top`, `trace`, `hugepages`, `help`, `version`), and `php -S`, which starts the same server.

use std::path::PathBuf;

use loxo_server::{LogFormat, Options, Proxies, SapiKind, StatusPaths};

use crate::boot;
use crate::config::IniOptions;
use crate::script::as_path;
use crate::serve_args::{ServeArgs, fail, parse, proxies, root, router};
use crate::{build, dev, doctor, help, hugepages, live, migrate, sapi, serving, sites, version};

/// Runs a command if the first argument is one. Files of these names are run as `./serve`.
pub fn run(argv: &[Vec<u8>]) -> Option<i32> {
    Some(match argv.get(1).map(|command| &command[..])? {
        b"build" => build::run(&argv[2..]),
        b"serve" => match parse(&argv[2..]) {
            Ok(args) => serve(args),
            Err(message) => fail(&message),
        },
        b"dev" => dev::run(&argv[2..]),
        b"check" => sites::check(&argv[2..]),
        b"reload" => sites::reload(&argv[2..]),
        b"migrate" => migrate::run(&argv[2..]),
        b"doctor" => doctor::run(&argv[2..]),
        b"top" => live::top(&argv[2..]),
        b"trace" => live::trace(&argv[2..]),
        b"hugepages" => hugepages::run(&argv[2..]),
        b"help" | b"--help" => {
            let text = match argv.get(2).map(|topic| &topic[..]) {
                Some(b"serve") => help::SERVE_HELP,
                Some(b"dev") => help::DEV_HELP,
                Some(b"build") => help::BUILD_HELP,
                _ => help::HELP,
            };
            sapi::write_stdout(text.as_bytes());
            0
        }
        b"version" | b"--version" => {
            boot::registry("cli");
            let version = format!("Loxo {} (PHP {})\n", env!("CARGO_PKG_VERSION"), version::php_version());
            sapi::write_stdout(version.as_bytes());
            0
        }
        _ => return None,
    })
}

pub fn serve(args: ServeArgs) -> i32 {
    if args.help {
        sapi::write_stdout(help::SERVE_HELP.as_bytes());
        return 0;
    }
    let root = match root(args.folder.as_deref()) {
        Ok(root) => root,
        Err(message) => return fail(&message),
    };
    let proxies = match proxies(&args) {
        Ok(proxies) => proxies,
        Err(message) => return fail(&message),
    };
    let router = match router(args.router.as_deref()) {
        Ok(router) => router,
        Err(message) => return fail(&message),
    };
    serving::start(SapiKind::Fpm, &args.settings, |boot| Options {
        sapi: SapiKind::Fpm,
        listen: args.listen.unwrap_or_else(|| "127.0.0.1:8080".into()),
        root,
        router,
        htaccess: args.htaccess.map(|allow| loxo_server::HtaccessOptions {
            allow,
            rules: String::new(),
            maps: None,
            trace: args.rewrite_trace,
        }),
        workers: args.workers,
        connections: args.connections,
        spool_limit: args.spool_limit,
        status: args.status,
        load_config: boot.load_config,
        access_log: args.access_log.map(|file| as_path(&file).to_path_buf()),
        log_format: args.log_format,
        proxies,
        quiet: args.quiet,
        compress: !args.no_compression,
        certificates: args.certificates,
        redirect_from: args.redirect_from,
        engine: boot.engine,
        config: boot.config,
        php_version: version::php_version(),
        site: None,
        socket: None,
        development: None,
        looking: args.looking,
    })
}

/// `php -S ADDRESS [-t FOLDER] [ROUTER]`
pub fn built_in(address: &[u8], folder: Option<&[u8]>, router: Option<&[u8]>, settings: &IniOptions, quiet: bool) -> i32 {
    let to_text = |text: &[u8]| String::from_utf8_lossy(text).into_owned();
    let root = match folder {
        Some(folder) => match std::fs::metadata(as_path(folder)) {
            Err(_) => {
                eprintln!("Directory {} does not exist.", to_text(folder));
                return 1;
            }
            Ok(meta) if !meta.is_dir() => {
                eprintln!("{} is not a directory.", to_text(folder));
                return 1;
            }
            Ok(_) => as_path(folder).canonicalize().unwrap_or_else(|_| as_path(folder).to_path_buf()),
        },
        None => std::env::current_dir().unwrap_or_else(|_| PathBuf::from("/")),
    };
    let listen = to_text(address);
    if !is_address(&listen) {
        eprintln!("Invalid address: {listen}");
        return 1;
    }
    let workers = std::env::var("PHP_CLI_SERVER_WORKERS").ok().and_then(|count| count.parse().ok()).filter(|count| *count > 1);
    serving::start(SapiKind::CliServer, settings, |boot| Options {
        sapi: SapiKind::CliServer,
        listen,
        root,
        router: router.map(|file| as_path(file).to_path_buf()),
        htaccess: None,
        workers: workers.unwrap_or(0),
        connections: 0,
        spool_limit: 0,
        status: StatusPaths::default(),
        load_config: boot.load_config,
        access_log: None,
        log_format: LogFormat::default(),
        proxies: Proxies::default(),
        quiet,
        compress: false,
        certificates: Vec::new(),
        redirect_from: None,
        engine: boot.engine,
        config: boot.config,
        php_version: version::php_version(),
        site: None,
        socket: None,
        development: None,
        looking: loxo_sampler::Settings::default(),
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
