//! Directives: their names, and what their texts mean. Errors are what php-fpm says behind the directive's name.

use super::{Global, Pm, Pool, Text};
use crate::log;

type Result<T> = std::result::Result<T, &'static str>;

fn boolean(text: &str) -> Result<bool> {
    match text {
        "1" | "yes" | "true" | "on" => Ok(true),
        "" | "0" | "no" | "none" | "false" | "off" => Ok(false),
        _ => Err("invalid boolean value"),
    }
}

/// C's `atoi()` of digits.
fn number(text: &str) -> i32 {
    let (sign, digits) = text.strip_prefix('-').map_or((1, text), |digits| (-1, digits));
    let value = digits.bytes().take_while(u8::is_ascii_digit).fold(0i64, |n, b| n.saturating_mul(10).saturating_add(i64::from(b - b'0')));
    (sign * value).clamp(i64::from(i32::MIN), i64::from(i32::MAX)) as i32
}

fn integer(text: &str) -> Result<i32> {
    let digits = text.strip_prefix('-').unwrap_or(text);
    if digits.bytes().all(|b| b.is_ascii_digit()) { Ok(number(text)) } else { Err("is not a valid number (greater or equal than zero)") }
}

fn seconds(text: &str) -> Result<i32> {
    let Some(last) = text.bytes().last() else { return Err("invalid time value") };
    let unit = match last {
        b'm' => 60,
        b'h' => 3600,
        b'd' => 86400,
        b's' | b'0'..=b'9' => 1,
        _ => return Err("unknown suffix used in time value"),
    };
    Ok(number(text).saturating_mul(unit))
}

fn log_level(text: &str) -> Result<i32> {
    match text.to_ascii_lowercase().as_str() {
        "debug" => Ok(log::DEBUG),
        "notice" => Ok(log::NOTICE),
        "warning" | "warn" => Ok(log::WARNING),
        "error" => Ok(log::ERROR),
        "alert" => Ok(log::ALERT),
        _ => Err("invalid value for 'log_level'"),
    }
}

/// Facilities as `syslog()` counts them, shifted as it wants them.
const FACILITIES: &[(&str, i32)] = &[
    ("AUTH", 4),
    ("AUTHPRIV", 10),
    ("CRON", 9),
    ("DAEMON", 3),
    ("FTP", 11),
    ("KERN", 0),
    ("LPR", 6),
    ("MAIL", 2),
    ("NEWS", 7),
    ("SYSLOG", 5),
    ("USER", 1),
    ("UUCP", 8),
    ("LOCAL0", 16),
    ("LOCAL1", 17),
    ("LOCAL2", 18),
    ("LOCAL3", 19),
    ("LOCAL4", 20),
    ("LOCAL5", 21),
    ("LOCAL6", 22),
    ("LOCAL7", 23),
];

fn facility(text: &str) -> Result<i32> {
    let known = FACILITIES.iter().find(|(name, _)| text.eq_ignore_ascii_case(name));
    known.map(|(_, number)| number << 3).ok_or("invalid value")
}

fn core_limit(text: &str) -> Result<i32> {
    match text {
        _ if text.eq_ignore_ascii_case("unlimited") => Ok(-1),
        _ => match integer(text)? {
            limit @ 0.. => Ok(limit),
            _ => Err("must be greater than zero or 'unlimited'"),
        },
    }
}

fn manager(text: &str) -> Result<Option<Pm>> {
    let all = [Pm::Static, Pm::Dynamic, Pm::Ondemand];
    let found = all.into_iter().find(|pm| text.eq_ignore_ascii_case(pm.name()));
    found.map(Some).ok_or("invalid process manager (static, dynamic or ondemand)")
}

/// `$pool` is the name of the pool.
fn expanded(text: &str, pool: Option<&str>) -> Result<String> {
    match pool {
        Some(name) => Ok(text.replace("$pool", name)),
        None if text.contains("$pool") => Err("Can't use '$pool' when the pool is not defined"),
        None => Ok(text.to_string()),
    }
}

fn string(text: &str, pool: Option<&str>) -> Result<Text> {
    expanded(text, pool).map(Some)
}

/// What is not said, -1 here, and 64 in php-fpm.
fn priority(text: &str) -> Result<Option<i32>> {
    integer(text).map(|value| (value != 64).then_some(value))
}

/// Sets a directive of `[global]`. `None`: there is none of that name; the name is given back as it is declared.
pub(crate) fn set_global(global: &mut Global, name: &str, text: &str) -> Option<(&'static str, Result<()>)> {
    if let Some(own) = name.strip_prefix("loxo.") {
        return global.looking.set(own, text).map(|result| ("loxo", result));
    }
    macro_rules! directives {
        ($($directive:literal => $field:ident = $value:expr,)*) => {
            match name.to_ascii_lowercase().as_str() {
                $($directive => ($directive, $value.map(|value| global.$field = value)),)*
                _ => return None,
            }
        };
    }
    Some(directives! {
        "pid" => pid = string(text, None),
        "error_log" => error_log = string(text, None),
        "syslog.ident" => syslog_ident = string(text, None),
        "syslog.facility" => syslog_facility = facility(text),
        "log_buffering" => log_buffering = boolean(text),
        "log_level" => log_level = log_level(text),
        "log_limit" => log_limit = integer(text),
        "emergency_restart_threshold" => emergency_restart_threshold = integer(text),
        "emergency_restart_interval" => emergency_restart_interval = seconds(text),
        "process_control_timeout" => process_control_timeout = seconds(text),
        "process.max" => process_max = integer(text),
        "process.priority" => process_priority = priority(text),
        "daemonize" => daemonize = boolean(text),
        "rlimit_files" => rlimit_files = integer(text),
        "rlimit_core" => rlimit_core = core_limit(text),
        "events.mechanism" => events_mechanism = string(text, None),
        "systemd_interval" => systemd_interval = seconds(text),
    })
}

/// Sets a directive of a pool; as [`set_global`].
pub(crate) fn set_pool(pool: &mut Pool, name: &str, text: &str) -> Option<(&'static str, Result<()>)> {
    let own = pool.name.clone();
    let string = |text| string(text, Some(&own));
    macro_rules! directives {
        ($($directive:literal => $field:ident = $value:expr,)*) => {
            match name.to_ascii_lowercase().as_str() {
                $($directive => ($directive, $value.map(|value| pool.$field = value)),)*
                _ => return None,
            }
        };
    }
    Some(directives! {
        "prefix" => prefix = string(text),
        "user" => user = string(text),
        "group" => group = string(text),
        "listen" => listen = string(text),
        "listen.backlog" => listen_backlog = integer(text),
        "listen.acl_users" => listen_acl_users = string(text),
        "listen.acl_groups" => listen_acl_groups = string(text),
        "listen.owner" => listen_owner = string(text),
        "listen.group" => listen_group = string(text),
        "listen.mode" => listen_mode = string(text),
        "listen.allowed_clients" => listen_allowed_clients = string(text),
        "process.priority" => process_priority = priority(text),
        "process.dumpable" => process_dumpable = boolean(text),
        "pm" => pm = manager(text),
        "pm.max_children" => max_children = integer(text),
        "pm.start_servers" => start_servers = integer(text),
        "pm.min_spare_servers" => min_spare_servers = integer(text),
        "pm.max_spare_servers" => max_spare_servers = integer(text),
        "pm.max_spawn_rate" => max_spawn_rate = integer(text),
        "pm.process_idle_timeout" => process_idle_timeout = seconds(text),
        "pm.max_requests" => max_requests = integer(text),
        "pm.status_path" => status_path = string(text),
        "pm.status_listen" => status_listen = string(text),
        "ping.path" => ping_path = string(text),
        "ping.response" => ping_response = string(text),
        "access.log" => access_log = string(text),
        "access.format" => access_format = string(text),
        "slowlog" => slowlog = string(text),
        "request_slowlog_timeout" => request_slowlog_timeout = seconds(text),
        "request_slowlog_trace_depth" => request_slowlog_trace_depth = integer(text),
        "request_terminate_timeout" => request_terminate_timeout = seconds(text),
        "request_terminate_timeout_track_finished" => request_terminate_timeout_track_finished = boolean(text),
        "rlimit_files" => rlimit_files = integer(text),
        "rlimit_core" => rlimit_core = core_limit(text),
        "chroot" => chroot = string(text),
        "chdir" => chdir = string(text),
        "catch_workers_output" => catch_workers_output = boolean(text),
        "decorate_workers_output" => decorate_workers_output = boolean(text),
        "clear_env" => clear_env = boolean(text),
        "security.limit_extensions" => security_limit_extensions = string(text),
        "apparmor_hat" => apparmor_hat = string(text),
    })
}

/// Adds `name[key] = text` to a pool; as [`set_global`].
pub(crate) fn add_to_pool(pool: &mut Pool, name: &str, key: &str, text: &str) -> Option<Result<()>> {
    let own = pool.name.clone();
    let pair = |text: Result<String>| text.map(|text| (key.to_string(), text));
    let flag = |text| pair(boolean(text).map(|on| u8::from(on).to_string()));
    let value = |text| pair(expanded(text, Some(&own)));
    let (list, entry) = match name {
        "env" => (&mut pool.env, value(text)),
        "php_value" => (&mut pool.php_values, value(text)),
        "php_admin_value" => (&mut pool.php_admin_values, value(text)),
        "php_flag" => (&mut pool.php_values, flag(text)),
        "php_admin_flag" => (&mut pool.php_admin_values, flag(text)),
        "access.suppress_path" => {
            return Some(expanded(text, Some(&own)).map(|path| pool.access_suppress_paths.insert(0, path)));
        }
        _ => return None,
    };
    Some(entry.map(|entry| list.insert(0, entry)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times() {
        for (text, expected) in [("10", Ok(10)), ("2m", Ok(120)), ("1h", Ok(3600)), ("1d", Ok(86400)), ("30s", Ok(30)), ("0", Ok(0))] {
            assert_eq!(seconds(text), expected);
        }
        assert_eq!(seconds(""), Err("invalid time value"));
        assert_eq!(seconds("5w"), Err("unknown suffix used in time value"));
    }

    #[test]
    fn texts_of_other_kinds() {
        assert_eq!((boolean("yes"), boolean("none"), boolean("Yes")), (Ok(true), Ok(false), Err("invalid boolean value")));
        assert_eq!((integer("-5"), integer("12")), (Ok(-5), Ok(12)));
        assert!(integer("1k").is_err() && core_limit("-3").is_err());
        assert_eq!((core_limit("Unlimited"), core_limit("7")), (Ok(-1), Ok(7)));
        assert_eq!((facility("daemon"), facility("x")), (Ok(24), Err("invalid value")));
        assert_eq!((priority("64"), priority("-3")), (Ok(None), Ok(Some(-3))));
    }

    #[test]
    fn pools_know_their_names() {
        let mut pool = Pool::new("www");
        assert_eq!(set_pool(&mut pool, "Access.Log", "log/$pool.$pool"), Some(("access.log", Ok(()))));
        assert_eq!(pool.access_log.as_deref(), Some("log/www.www"));
        assert_eq!(set_pool(&mut pool, "nothing", ""), None);
        let error = "Can't use '$pool' when the pool is not defined";
        assert_eq!(set_global(&mut Global::default(), "pid", "$pool"), Some(("pid", Err(error))));
        assert_eq!(add_to_pool(&mut pool, "php_flag", "a", "on"), Some(Ok(())));
        assert_eq!(add_to_pool(&mut pool, "php_value", "b", "$pool"), Some(Ok(())));
        assert_eq!(pool.php_values, [("b".into(), "www".into()), ("a".into(), "1".into())]);
    }
}
