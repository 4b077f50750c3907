//! `loxo serve` with processes, from its command line to the supervisor.

use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt;

use loxo_fpm::{Directive, Plan, PoolPlan, ServerPlan};
use loxo_server::SiteOptions;

use crate::pools::{Http, QUEUE, pool_basics, socket_folder};
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
    let is_root = rustix::process::geteuid().is_root();
    if let Err(message) = check_user(args.user.as_deref(), is_root, args.run_as_root) {
        return fail(&message);
    }
    let router = match serve_args::router(args.router.as_deref()) {
        Ok(router) => router,
        Err(message) => return fail(&message),
    };
    let root = match serve_args::root(args.folder.as_deref()) {
        Ok(root) => root,
        Err(message) => return fail(&message),
    };
    let folder = socket_folder();
    let socket = format!("{folder}/www.sock");
    let text = |path: &Option<Vec<u8>>| path.as_ref().map(|path| String::from_utf8_lossy(path).into_owned());
    let (status, ping, metrics) = (text(&args.status.status), text(&args.status.ping), text(&args.status.metrics));
    let mut directives = pool_basics(&socket, args.processes);
    directives.push(Directive::new("clear_env", "no"));
    for (name, value) in [
        ("pm.status_path", &status),
        ("ping.path", &ping),
        ("request_terminate_timeout", &args.request_timeout),
        ("user", &args.user),
        ("listen.owner", &args.user),
    ] {
        directives.extend(value.as_ref().map(|value| Directive::new(name, value)));
    }
    let listen = args.listen.unwrap_or_else(|| "127.0.0.1:8080".into());
    let what = crate::pools::count_of(args.processes, args.workers);
    let greeting = format!("Loxo {} serves {} with {what} at", env!("CARGO_PKG_VERSION"), root.display());
    let places = loxo_fpm::connections(args.processes, args.workers);
    let secure = !args.certificates.is_empty();
    let site = SiteOptions {
        root,
        // With rules, they say what stands in for paths that mean nothing.
        front_controller: if args.htaccess.is_some() { "" } else { "index.php" }.into(),
        certificates: args.certificates,
        https_only: secure,
        router,
        htaccess: args.htaccess,
        rewrite_trace: args.rewrite_trace,
        pool: socket.into(),
        places,
        queue: QUEUE.max(64 * places),
        request_limit: args.request_timeout.as_deref().and_then(loxo_server::seconds),
        pool_pages: status.into_iter().chain(ping).chain(metrics.clone()).collect(),
        ..SiteOptions::default()
    };
    let http = Http {
        // What comes over plain HTTP is sent to HTTPS.
        listen: if secure { args.redirect_from.into_iter().collect() } else { vec![listen.clone()] },
        listen_tls: if secure { vec![listen] } else { Vec::new() },
        access_log: args.access_log.map(|file| OsStr::from_bytes(&file).into()),
        log_format: args.log_format,
        trusted_proxies: args.trusted_proxies,
        proxy_protocol: args.proxy_protocol,
        connections: args.connections,
        spool_limit: args.spool_limit,
        compress: !args.no_compression,
        greeting: (!args.quiet).then_some(greeting),
        sites: vec![site],
        acme: None,
    };
    let settings = fpm::pack(&args.settings, &config::texts(&args.settings));
    let plan = Plan {
        global: crate::pools::global(&args.looking),
        pools: vec![PoolPlan { name: "www".into(), directives, threads: args.workers, metrics_path: metrics, ..PoolPlan::default() }],
        front: ServerPlan { user: args.user, ..http.plan(&settings) },
        queue: None,
        commands: Vec::new(),
        folder,
        check: vec![String::from_utf8_lossy(&argv[0]).into_owned(), "version".into()],
    };
    loxo_fpm::run(loxo_fpm::Options { argv: argv.to_vec(), run_as_root: true, settings, plan: Some(plan), ..Default::default() })
}

/// Scripts do not run as root unless somebody says so, as with php-fpm.
fn check_user(user: Option<&str>, is_root: bool, may_be_root: bool) -> Result<(), String> {
    match user {
        None if is_root && !may_be_root => Err("scripts would run as root: --user NAME says as whom instead, -R that they may".into()),
        Some(_) if !is_root => Err("--user: only root may start a server as somebody else".into()),
        Some(user) if !loxo_fpm::has_user(user) => Err(format!("--user {user}: there is no such user")),
        Some("root" | "0") if !may_be_root => Err("--user root: scripts do not run as root, unless -R says that they may".into()),
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_runs_scripts() {
        assert!(check_user(None, true, false).is_err_and(|message| message.contains("--user NAME")));
        assert!(check_user(Some("root"), true, false).is_err() && check_user(Some("root"), false, false).is_err());
        assert!(
            check_user(None, true, true).is_ok() && check_user(None, false, false).is_ok() && check_user(Some("root"), true, true).is_ok()
        );
        assert!(check_user(Some("nobody-of-that-name"), true, false).is_err());
    }
}
