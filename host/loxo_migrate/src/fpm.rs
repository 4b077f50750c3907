//! Pools of php-fpm: sections of `NAME = VALUE`.

use crate::directive::{DEPTH, note};
use crate::plan::{Plan, Pool, key, pool_name, quoted};
use crate::source::{Find, Source};

/// What has the same name or sense by itself, or belongs to a socket that is not there any more.
const SAME: &[&str] = &[
    "listen.owner",
    "listen.group",
    "listen.mode",
    "listen.backlog",
    "listen.acl_users",
    "listen.acl_groups",
    "listen.allowed_clients",
    "chdir",
    "catch_workers_output",
    "decorate_workers_output",
    "security.limit_extensions",
    "pm.process_idle_timeout",
    "pm.start_servers",
    "pm.min_spare_servers",
    "pm.max_spare_servers",
    "pm.max_spawn_rate",
    "pid",
    "error_log",
    "daemonize",
    "log_level",
    "prefix",
];
/// Texts, times and paths by their new names.
const TEXTS: &[(&str, &str)] = &[
    ("user", "user"),
    ("group", "group"),
    ("chroot", "chroot"),
    ("request_terminate_timeout", "request-timeout"),
    ("slowlog", "slow-log"),
    ("request_slowlog_timeout", "slow-request"),
    ("access.log", "access-log"),
    ("access.format", "access-format"),
    ("pm.status_path", "status-path"),
    ("ping.path", "ping-path"),
];
const NUMBERS: &[(&str, &str)] = &[
    ("pm.max_children", "processes"),
    ("pm.max_requests", "max-requests"),
    ("rlimit_files", "open-files"),
    ("process.priority", "priority"),
];

pub(crate) fn read(source: &Source, find: Find<'_>, plan: &mut Plan) {
    read_at(source, find, plan, 0);
}

fn read_at(source: &Source, find: Find<'_>, plan: &mut Plan, depth: usize) {
    let mut pool: Option<Pool> = None;
    for (index, text) in source.text.lines().enumerate() {
        let text = text.trim();
        if text.is_empty() || text.starts_with(';') || text.starts_with('#') {
            continue;
        }
        if let Some(name) = text.strip_prefix('[').and_then(|rest| rest.split_once(']')) {
            add(plan, pool.take());
            let settings = vec![("isolation".to_string(), quoted("process"))];
            pool = (name.0 != "global").then(|| Pool { name: name.0.to_string(), socket: String::new(), settings });
            continue;
        }
        let Some((name, value)) = text.split_once('=') else {
            plan.notes.push(note(source, index + 1, format!("`{text}` is no setting")));
            continue;
        };
        let (name, value) = (name.trim(), unquoted(value));
        if name == "include" && depth < DEPTH {
            find(&value).iter().for_each(|file| read_at(file, find, plan, depth + 1));
        } else if let Some(message) = set(pool.as_mut(), name, &value) {
            plan.notes.push(note(source, index + 1, message));
        }
    }
    add(plan, pool);
}

fn add(plan: &mut Plan, pool: Option<Pool>) {
    let Some(mut pool) = pool else { return };
    pool.name = pool_name(&pool.name.replace("$pool", ""));
    let has = |name: &str| pool.settings.iter().any(|(known, _)| known == name);
    // It needs a file.
    if has("slow-request") && !has("slow-log") {
        pool.settings.retain(|(name, _)| name != "slow-request");
    }
    if !plan.pools.iter().any(|known| known.name == pool.name) {
        plan.pools.push(pool);
    }
}

/// Without quotes, and without a comment behind it.
fn unquoted(value: &str) -> String {
    let value = value.trim();
    match value.strip_prefix('"') {
        Some(rest) => rest.split('"').next().unwrap_or_default().to_string(),
        None => value.split(" ;").next().unwrap_or_default().trim().to_string(),
    }
}

/// What could not be carried over.
fn set(pool: Option<&mut Pool>, name: &str, value: &str) -> Option<String> {
    let lost = Some(format!("`{name} = {value}` is not carried over"));
    let Some(pool) = pool else { return if SAME.contains(&name) { None } else { lost } };
    let value = value.replace("$pool", &pool.name);
    let mut put = |name: String, value: String| {
        pool.settings.retain(|(known, _)| *known != name);
        pool.settings.push((name, value));
        None
    };
    if let Some((kind, inner)) = name.split_once('[').and_then(|(kind, rest)| Some((kind, rest.strip_suffix(']')?))) {
        let flag = || if matches!(&*value.to_ascii_lowercase(), "on" | "1" | "yes" | "true") { "1" } else { "0" };
        return match kind {
            "env" if !inner.contains('=') => put(key("env", inner), quoted(&value)),
            "php_value" => put(key("ini", inner), quoted(&value)),
            "php_flag" => put(key("ini", inner), quoted(flag())),
            "php_admin_value" => put(key("admin-ini", inner), quoted(&value)),
            "php_admin_flag" => put(key("admin-ini", inner), quoted(flag())),
            _ => lost,
        };
    }
    if let Some((_, new)) = TEXTS.iter().find(|(old, _)| *old == name) {
        let is_time = matches!(*new, "request-timeout" | "slow-request");
        return match is_time && matches!(value.as_str(), "0" | "0s") {
            true => None,
            false if is_time && !time(&value) || value.is_empty() => lost,
            false if new.ends_with("-path") && (value.len() < 2 || !value.starts_with('/')) => lost,
            false => put((*new).to_string(), quoted(&value)),
        };
    }
    if let Some((_, new)) = NUMBERS.iter().find(|(old, _)| *old == name) {
        let range = match *new {
            "processes" => 1..=4096,
            "priority" => -19..=20,
            "open-files" => 16..=i64::from(i32::MAX),
            _ => 1..=i64::from(i32::MAX),
        };
        return match value.parse::<i64>() {
            Ok(0) if *new != "priority" => None,
            Ok(number) if range.contains(&number) => put((*new).to_string(), number.to_string()),
            _ => lost,
        };
    }
    match (name, value.as_str()) {
        ("listen", _) => pool.socket = value,
        ("pm", "static") => {}
        ("pm", _) => return Some(format!("pm = {value}: as many processes as pm.max_children says are there at all times")),
        ("clear_env", "no" | "off" | "0") => return put("inherit-env".into(), "true".into()),
        ("clear_env", _) => {}
        _ if SAME.contains(&name) => {}
        _ => return lost,
    }
    None
}

fn time(text: &str) -> bool {
    let number = text.strip_suffix(['s', 'm', 'h', 'd']).unwrap_or(text);
    !number.is_empty() && number.len() <= 9 && number.bytes().all(|b| b.is_ascii_digit())
}
