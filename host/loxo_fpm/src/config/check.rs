//! What must hold of a configuration, and what follows from it: absolute paths, defaults, pools that only show a status.

use std::path::Path;

use super::{Config, Pm, Pool, Text};
use crate::access_log;
use crate::log::Log;

/// Where relative paths begin if nothing else is said, and files that change.
pub(crate) const PREFIX: &str = "/usr";
pub(crate) const STATE: &str = "/var";

/// Settings whose values are paths.
const PATHS: &[&str] = &[
    "error_log",
    "extension_dir",
    "sendmail_path",
    "session.cookie_path",
    "session_pgsql.sem_file_name",
    "soap.wsdl_cache_dir",
    "uploadprogress.file.filename_template",
    "xdebug.output_dir",
    "xdebug.profiler_output_dir",
    "xdebug.trace_output_dir",
    "xmms.path",
    "axis2.client_home",
    "blenc.key_file",
    "coin_acceptor.device",
];

/// What the command line says.
#[derive(Clone, Copy, Default)]
pub(crate) struct Checked<'a> {
    /// `-p`
    pub prefix: Option<&'a str>,
    /// `-R`
    pub run_as_root: bool,
    pub is_root: bool,
}

impl Checked<'_> {
    /// An absolute path.
    pub(crate) fn full_path(&self, path: &str, pool: Option<&Pool>, default: &str) -> String {
        if path.starts_with('/') {
            return path.to_string();
        }
        let global = self.prefix.unwrap_or(default);
        let full = format!("{}/{path}", pool.and_then(|pool| pool.prefix.as_deref()).unwrap_or(global));
        if pool.is_some() && !full.starts_with('/') { format!("{global}/{full}") } else { full }
    }
}

fn is_dir(path: &str) -> bool {
    Path::new(path).is_dir()
}

fn filled(text: &Text) -> Option<&str> {
    text.as_deref().filter(|text| !text.is_empty())
}

/// Checks and completes the pools. False: the log says why.
pub(crate) fn check(config: &mut Config, given: &Checked<'_>, log: &Log) -> bool {
    if config.pools.is_empty() {
        log.error("No pool defined. at least one pool section must be specified in config file");
        return false;
    }
    let edge = config.global.events_mechanism.as_deref().is_none_or(|name| name.eq_ignore_ascii_case("epoll"));
    let mut at = 0;
    while at < config.pools.len() {
        let mut pool = config.pools[at].clone();
        let good = addresses(&mut pool, given, log)
            && processes(&mut pool, edge, log)
            && {
                if let Some(status) = status_pool(&mut pool, at) {
                    config.pools.push(status);
                }
                pages(&mut pool, log)
            }
            && logs(&mut pool, given, log)
            && folders(&mut pool, given, log);
        if !good {
            return false;
        }
        settings(&mut pool, given);
        config.pools[at] = pool;
        at += 1;
    }
    for pool in &config.pools {
        let twice = config.pools.iter().find(|other| other.name != pool.name && other.listen == pool.listen);
        if let Some(other) = twice {
            log.error(format!("[pool {}] unable to set listen address as it's already used in another pool '{}'", other.name, pool.name));
            return false;
        }
    }
    true
}

fn addresses(pool: &mut Pool, given: &Checked<'_>, log: &Log) -> bool {
    let name = pool.name.clone();
    if let Some(prefix) = filled(&pool.prefix) {
        let prefix = given.full_path(prefix, None, PREFIX);
        if !is_dir(&prefix) {
            log.error(format!("[pool {name}] the prefix '{prefix}' does not exist or is not a directory"));
            return false;
        }
        pool.prefix = Some(prefix);
    }
    if pool.user.is_none() && given.is_root && !given.run_as_root {
        log.alert(format!("[pool {name}] user has not been defined"));
        return false;
    }
    match filled(&pool.listen) {
        None => {
            log.alert(format!("[pool {name}] no listen address have been defined!"));
            return false;
        }
        Some(address) if !pool.is_tcp() => pool.listen = Some(given.full_path(address, Some(pool), PREFIX)),
        Some(_) => {}
    }
    if pool.process_priority.is_some_and(|priority| !(-19..=20).contains(&priority)) {
        log.error(format!("[pool {name}] process.priority must be included into [-19,20]"));
        return false;
    }
    true
}

fn processes(pool: &mut Pool, edge: bool, log: &Log) -> bool {
    let name = pool.name.clone();
    let alert = |message: String| {
        log.alert(format!("[pool {name}] {message}"));
        false
    };
    let Some(pm) = pool.pm else { return alert("the process manager is missing (static, dynamic or ondemand)".into()) };
    let (min, max, all) = (pool.min_spare_servers, pool.max_spare_servers, pool.max_children);
    if all < 1 {
        return alert("pm.max_children must be a positive value".into());
    }
    match pm {
        Pm::Static => {}
        Pm::Dynamic if min <= 0 => return alert(format!("pm.min_spare_servers({min}) must be a positive value")),
        Pm::Dynamic if max <= 0 => return alert(format!("pm.max_spare_servers({max}) must be a positive value")),
        Pm::Dynamic if min > all || max > all => {
            return alert(format!(
                "pm.min_spare_servers({min}) and pm.max_spare_servers({max}) cannot be greater than pm.max_children({all})"
            ));
        }
        Pm::Dynamic if max < min => {
            return alert(format!("pm.max_spare_servers({max}) must not be less than pm.min_spare_servers({min})"));
        }
        Pm::Dynamic => {
            let start = pool.start_servers;
            if start <= 0 {
                pool.start_servers = min + (max - min) / 2;
                log.notice(format!("[pool {name}] pm.start_servers is not set. It's been set to {}.", pool.start_servers));
            } else if start < min || start > max {
                return alert(format!(
                    "pm.start_servers({start}) must not be less than pm.min_spare_servers({min}) and not greater than pm.max_spare_servers({max})"
                ));
            }
            if pool.max_spawn_rate < 1 {
                return alert("pm.max_spawn_rate must be a positive value".into());
            }
        }
        Pm::Ondemand if !edge => {
            return alert(
                "ondemand process manager can ONLY be used when events.mechanism is either epoll (Linux) or kqueue (*BSD).".into(),
            );
        }
        Pm::Ondemand => {
            if pool.process_idle_timeout < 1 {
                return alert(format!("pm.process_idle_timeout({}s) must be greater than 0s", pool.process_idle_timeout));
            }
            if pool.listen_backlog < -1 {
                log.warning(format!(
                    "[pool {name}] listen.backlog({}) was too low for the ondemand process manager. I updated it for you to -1.",
                    pool.listen_backlog
                ));
                pool.listen_backlog = -1;
            }
            (pool.start_servers, pool.min_spare_servers, pool.max_spare_servers) = (0, 0, 0);
        }
    }
    true
}

/// The pool that `pm.status_listen` asks for.
fn status_pool(pool: &mut Pool, at: usize) -> Option<Pool> {
    let address = pool.status_listen.clone()?;
    let path = pool.status_path.get_or_insert_with(|| "/".into()).clone();
    Some(Pool {
        listen: Some(address),
        listen_acl_users: pool.listen_acl_users.clone(),
        listen_acl_groups: pool.listen_acl_groups.clone(),
        listen_allowed_clients: pool.listen_allowed_clients.clone(),
        listen_owner: pool.listen_owner.clone(),
        listen_group: pool.listen_group.clone(),
        listen_mode: pool.listen_mode.clone(),
        user: pool.user.clone(),
        group: pool.group.clone(),
        status_path: Some(path),
        ping_path: pool.ping_path.clone(),
        ping_response: pool.ping_response.clone(),
        php_values: pool.php_values.clone(),
        php_admin_values: pool.php_admin_values.clone(),
        pm: Some(Pm::Ondemand),
        max_children: 2,
        status_of: Some(at),
        ..Pool::new(&format!("{}_status", pool.name))
    })
}

/// The status page and the ping page.
fn pages(pool: &mut Pool, log: &Log) -> bool {
    let name = &pool.name;
    let wrong = |what: &str, path: &str, why: &str| {
        log.error(format!("[pool {name}] the {what} path '{path}' {why}"));
        false
    };
    for (what, path, short) in [
        ("status", filled(&pool.status_path), pool.status_listen.is_none() && pool.status_of.is_none()),
        ("ping", filled(&pool.ping_path), true),
    ] {
        let Some(path) = path else { continue };
        if !path.starts_with('/') {
            return wrong(what, path, "must start with a '/'");
        }
        if short && path.len() < 2 {
            return wrong(what, path, "is not long enough");
        }
        if !path.bytes().all(|b| b.is_ascii_alphanumeric() || b"/-_.~".contains(&b)) {
            return wrong(what, path, "must contain only the following characters '[alphanum]/_-.~'");
        }
    }
    if filled(&pool.ping_path).is_none() {
        pool.ping_response = None;
    } else if pool.ping_response.get_or_insert_with(|| "pong".into()).is_empty() {
        log.error(format!("[pool {name}] the ping response page '' is not long enough"));
        return false;
    }
    true
}

fn logs(pool: &mut Pool, given: &Checked<'_>, log: &Log) -> bool {
    let name = pool.name.clone();
    let error = |message: String| {
        log.error(format!("[pool {name}] {message}"));
        false
    };
    if let Some(path) = filled(&pool.access_log) {
        pool.access_log = Some(given.full_path(path, Some(pool), PREFIX));
        let format = pool.access_format.get_or_insert_with(|| "%R - %u %t \"%m %r\" %s".into());
        if let Err(why) = access_log::check(format) {
            log.warning(why);
            return error(format!("wrong format for access.format '{format}'"));
        }
    }
    if let Some(path) = filled(&pool.slowlog) {
        pool.slowlog = Some(given.full_path(path, Some(pool), PREFIX));
    }
    let slowlog = filled(&pool.slowlog).map(str::to_string);
    let (slow, end) = (pool.request_slowlog_timeout, pool.request_terminate_timeout);
    if slow != 0 {
        let Some(slowlog) = &slowlog else { return error("'slowlog' must be specified for use with 'request_slowlog_timeout'".into()) };
        if let Err(why) = crate::log::open_log_file(slowlog) {
            log.system_error(&format!("Unable to create or open slowlog({slowlog})"), &why);
            return false;
        }
        if end != 0 && slow > end {
            return error(format!("'request_slowlog_timeout' ({slow}) can't be greater than 'request_terminate_timeout' ({end})"));
        }
    }
    match pool.request_slowlog_trace_depth {
        0 => pool.request_slowlog_trace_depth = 20,
        _ if slowlog.is_none() => return error("'slowlog' must be specified for use with 'request_slowlog_trace_depth'".into()),
        depth @ ..0 => return error(format!("'request_slowlog_trace_depth' ({depth}) must be a positive value")),
        _ => {}
    }
    true
}

fn folders(pool: &mut Pool, given: &Checked<'_>, log: &Log) -> bool {
    let name = pool.name.clone();
    let error = |message: String| {
        log.error(format!("[pool {name}] {message}"));
        false
    };
    if let Some(path) = filled(&pool.chroot) {
        // Only what is relative is looked at, as in php-fpm.
        let full = match path.find("$prefix").filter(|_| !path.starts_with('/')) {
            Some(0) if path.len() == "$prefix".len() => given.full_path(".", Some(pool), PREFIX).trim_end_matches("/.").to_string(),
            Some(0) => format!("{}{}", given.full_path(".", Some(pool), PREFIX).trim_end_matches('.'), &path["$prefix".len()..]),
            Some(_) => {
                log.error("'$prefix' must be use at the beginning of the value");
                path.to_string()
            }
            None => given.full_path(path, Some(pool), PREFIX),
        };
        if !full.starts_with('/') {
            return error(format!("the chroot path '{full}' must start with a '/'"));
        }
        if !is_dir(&full) {
            return error(format!("the chroot path '{full}' does not exist or is not a directory"));
        }
        pool.chroot = Some(full);
    }
    if let Some(path) = filled(&pool.chdir) {
        let full = given.full_path(path, Some(pool), PREFIX);
        match &pool.chroot {
            Some(root) => {
                let within = format!("{root}/{full}");
                if !is_dir(&within) {
                    return error(format!(
                        "the chdir path '{full}' within the chroot path '{root}' ('{within}') does not exist or is not a directory"
                    ));
                }
            }
            None if !is_dir(&full) => return error(format!("the chdir path '{full}' does not exist or is not a directory")),
            None => {}
        }
        pool.chdir = Some(full);
    }
    pool.security_limit_extensions.get_or_insert_with(|| ".php .phar".into());
    true
}

/// Paths in PHP's settings are relative to the prefix, too.
fn settings(pool: &mut Pool, given: &Checked<'_>) {
    if pool.chroot.is_some() {
        return;
    }
    let is_path = |name: &str| PATHS.iter().any(|path| name.eq_ignore_ascii_case(path));
    let owner = pool.clone();
    for (name, value) in &mut pool.php_values {
        if is_path(name) {
            *value = given.full_path(value, Some(&owner), PREFIX);
        }
    }
    for (name, value) in &mut pool.php_admin_values {
        let syslog = name.eq_ignore_ascii_case("error_log") && value.eq_ignore_ascii_case("syslog");
        if is_path(name) && !syslog {
            *value = given.full_path(value, Some(&owner), PREFIX);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn dynamic() -> Pool {
        Pool {
            listen: Some("127.0.0.1:9000".into()),
            pm: Some(Pm::Dynamic),
            max_children: 5,
            start_servers: 2,
            min_spare_servers: 1,
            max_spare_servers: 3,
            ..Pool::new("w")
        }
    }

    fn checked(pools: Vec<Pool>) -> (bool, Config, String) {
        let log = Log::for_tests();
        let mut config = Config { pools, ..Config::default() };
        let good = check(&mut config, &Checked::default(), &log);
        (good, config, log.recorded())
    }

    #[test]
    fn what_must_hold() {
        let cases: Vec<(fn(&mut Pool), &str)> = vec![
            (|pool| pool.listen = None, "ALERT: [pool w] no listen address have been defined!\n"),
            (|pool| pool.pm = None, "ALERT: [pool w] the process manager is missing (static, dynamic or ondemand)\n"),
            (|pool| pool.max_children = 0, "ALERT: [pool w] pm.max_children must be a positive value\n"),
            (|pool| pool.min_spare_servers = 4, "ALERT: [pool w] pm.max_spare_servers(3) must not be less than pm.min_spare_servers(4)\n"),
            (
                |pool| pool.max_spare_servers = 9,
                "ALERT: [pool w] pm.min_spare_servers(1) and pm.max_spare_servers(9) cannot be greater than pm.max_children(5)\n",
            ),
            (
                |pool| pool.start_servers = 4,
                "ALERT: [pool w] pm.start_servers(4) must not be less than pm.min_spare_servers(1) and not greater than pm.max_spare_servers(3)\n",
            ),
            (|pool| pool.status_path = Some("x".into()), "ERROR: [pool w] the status path 'x' must start with a '/'\n"),
            (|pool| pool.ping_path = Some("/".into()), "ERROR: [pool w] the ping path '/' is not long enough\n"),
            (
                |pool| pool.ping_path = Some("/?".into()),
                "ERROR: [pool w] the ping path '/?' must contain only the following characters '[alphanum]/_-.~'\n",
            ),
            (
                |pool| pool.request_slowlog_timeout = 1,
                "ERROR: [pool w] 'slowlog' must be specified for use with 'request_slowlog_timeout'\n",
            ),
            (
                |pool| pool.chdir = Some("/nowhere".into()),
                "ERROR: [pool w] the chdir path '/nowhere' does not exist or is not a directory\n",
            ),
            (|pool| pool.process_priority = Some(99), "ERROR: [pool w] process.priority must be included into [-19,20]\n"),
        ];
        for (change, message) in cases {
            let mut pool = dynamic();
            change(&mut pool);
            let (good, _, messages) = checked(vec![pool]);
            assert!(!good);
            assert_eq!(messages, message);
        }
        assert!(checked(vec![]).2.starts_with("ERROR: No pool defined."));
        let twins = checked(vec![dynamic(), Pool { name: "v".into(), ..dynamic() }]);
        assert_eq!(twins.2, "ERROR: [pool v] unable to set listen address as it's already used in another pool 'w'\n");
    }

    #[test]
    fn what_follows() {
        let pool = Pool {
            start_servers: 0,
            listen: Some("run/w.sock".into()),
            ping_path: Some("/ping".into()),
            status_listen: Some("127.0.0.1:9001".into()),
            php_admin_values: vec![("error_log".into(), "log/x".into())],
            ..dynamic()
        };
        let (good, config, messages) = checked(vec![pool]);
        assert!(good);
        assert_eq!(messages, "NOTICE: [pool w] pm.start_servers is not set. It's been set to 2.\n");
        let [pool, status] = &config.pools[..] else { panic!("two pools") };
        assert_eq!((pool.address(), pool.ping_response.as_deref()), ("/usr/run/w.sock", Some("pong")));
        assert_eq!(pool.php_admin_values[0].1, "/usr/log/x");
        assert_eq!((status.name.as_str(), status.status_of, status.status_path.as_deref()), ("w_status", Some(0), Some("/")));
    }
}
