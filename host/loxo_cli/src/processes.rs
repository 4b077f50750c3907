//! `loxo serve` with processes, from its command line to the supervisor.

use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt;

use loxo_fpm::{Directive, Plan, PoolPlan};
use loxo_server::SiteOptions;

use crate::pools::{Http, QUEUE, STOP_TIMEOUT, pool_basics, socket_folder};
use crate::serve_args::{self, ServeArgs, fail};
use crate::{config, fpm, sites};

/// Runs the supervisor if the command line asks for processes; gives the exit status. For the first thread, before there is another one.
pub fn run(argv: &[Vec<u8>], name: &[u8]) -> Option<i32> {
    if name.starts_with(b"php") || argv.get(1).is_none_or(|command| command != b"serve") {
        return None;
    }
    // What is wrong is said by the command itself.
    let args = serve_args::parse(&argv[2..]).ok().filter(|args| !args.help)?;
    match &args.config {
        Some(file) => Some(sites::serve(argv, file, &args)),
        None => (args.processes > 0).then(|| processes(argv, args)),
    }
}

/// `loxo serve DIR --processes N`
fn processes(argv: &[Vec<u8>], args: ServeArgs) -> i32 {
    if args.router.is_some() {
        return fail("--router and --processes do not go together");
    }
    if args.status.metrics.is_some() {
        return fail("--metrics-path and --processes do not go together: ask --status-path with ?openmetrics");
    }
    let root = match serve_args::root(args.folder.as_deref()) {
        Ok(root) => root,
        Err(message) => return fail(&message),
    };
    if args.redirect_from.is_some() {
        return fail("--redirect-from and --processes do not go together: name a second address in a configuration file");
    }
    let folder = socket_folder();
    let socket = format!("{folder}/www.sock");
    let text = |path: &Option<Vec<u8>>| path.as_ref().map(|path| String::from_utf8_lossy(path).into_owned());
    let (status, ping) = (text(&args.status.status), text(&args.status.ping));
    let mut directives = pool_basics(&socket, args.processes);
    directives.push(Directive::new("clear_env", "no"));
    for (name, value) in [("pm.status_path", &status), ("ping.path", &ping), ("request_terminate_timeout", &args.request_timeout)] {
        directives.extend(value.as_ref().map(|value| Directive::new(name, value)));
    }
    let listen = args.listen.unwrap_or_else(|| "127.0.0.1:8080".into());
    let greeting = format!("Loxo {} serves {} with {} processes at", env!("CARGO_PKG_VERSION"), root.display(), args.processes);
    let secure = !args.certificates.is_empty();
    let site = SiteOptions {
        root,
        front_controller: "index.php".into(),
        certificates: args.certificates,
        pool: socket.into(),
        processes: args.processes,
        queue: QUEUE.max(64 * args.processes),
        pool_pages: status.into_iter().chain(ping).collect(),
        ..SiteOptions::default()
    };
    let http = Http {
        listen: if secure { Vec::new() } else { vec![listen.clone()] },
        listen_tls: if secure { vec![listen] } else { Vec::new() },
        access_log: args.access_log.map(|file| OsStr::from_bytes(&file).into()),
        log_format: args.log_format,
        trusted_proxies: args.trusted_proxies,
        proxy_protocol: args.proxy_protocol,
        connections: args.connections,
        compress: !args.no_compression,
        greeting: (!args.quiet).then_some(greeting),
        sites: vec![site],
    };
    let settings = fpm::pack(&args.settings, &config::texts(&args.settings));
    let plan = Plan {
        global: vec![Directive::new("log_level", "warning"), Directive::new("process_control_timeout", STOP_TIMEOUT)],
        pools: vec![PoolPlan { name: "www".into(), directives }],
        front: http.plan(&settings),
        folder,
        check: vec![String::from_utf8_lossy(&argv[0]).into_owned(), "version".into()],
    };
    loxo_fpm::run(loxo_fpm::Options { argv: argv.to_vec(), run_as_root: true, settings, plan: Some(plan), ..Default::default() })
}
