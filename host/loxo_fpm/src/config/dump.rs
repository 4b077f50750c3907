//! The whole configuration, as `-tt` shows it.

use super::{Config, Pool, Text};
use crate::log::{Log, level_name};

fn text(text: &Text) -> &str {
    text.as_deref().unwrap_or("undefined")
}

fn yes(on: bool) -> &'static str {
    if on { "yes" } else { "no" }
}

fn priority(priority: Option<i32>) -> String {
    priority.map_or_else(|| "undefined".into(), |priority| priority.to_string())
}

/// Writes it to the log, line by line.
pub(crate) fn dump(config: &Config, log: &Log) {
    let global = &config.global;
    log.notice("[global]");
    let line = |name: &str, value: &dyn std::fmt::Display| log.notice(format!("\t{name} = {value}"));
    line("pid", &text(&global.pid));
    line("error_log", &text(&global.error_log));
    line("syslog.ident", &text(&global.syslog_ident));
    line("syslog.facility", &global.syslog_facility);
    line("log_buffering", &yes(global.log_buffering));
    line("log_level", &level_name(global.log_level));
    line("log_limit", &global.log_limit);
    line("emergency_restart_interval", &format!("{}s", global.emergency_restart_interval));
    line("emergency_restart_threshold", &global.emergency_restart_threshold);
    line("process_control_timeout", &format!("{}s", global.process_control_timeout));
    line("process.max", &global.process_max);
    line("process.priority", &priority(global.process_priority));
    line("daemonize", &yes(global.daemonize));
    line("rlimit_files", &global.rlimit_files);
    line("rlimit_core", &global.rlimit_core);
    line("events.mechanism", &global.events_mechanism.as_deref().unwrap_or("epoll"));
    line("systemd_interval", &format!("{}s", global.systemd_interval));
    log.notice(" ");
    config.pools.iter().filter(|pool| pool.status_of.is_none()).for_each(|pool| dump_pool(pool, log));
}

fn dump_pool(pool: &Pool, log: &Log) {
    let line = |name: &str, value: &dyn std::fmt::Display| log.notice(format!("\t{name} = {value}"));
    log.notice(format!("[{}]", pool.name));
    line("prefix", &text(&pool.prefix));
    line("user", &text(&pool.user));
    line("group", &text(&pool.group));
    line("listen", &text(&pool.listen));
    line("listen.backlog", &pool.listen_backlog);
    line("listen.acl_users", &text(&pool.listen_acl_users));
    line("listen.acl_groups", &text(&pool.listen_acl_groups));
    line("listen.owner", &text(&pool.listen_owner));
    line("listen.group", &text(&pool.listen_group));
    line("listen.mode", &text(&pool.listen_mode));
    line("listen.allowed_clients", &text(&pool.listen_allowed_clients));
    line("process.priority", &priority(pool.process_priority));
    line("process.dumpable", &yes(pool.process_dumpable));
    line("pm", &pool.manager().name());
    line("pm.max_children", &pool.max_children);
    line("pm.start_servers", &pool.start_servers);
    line("pm.min_spare_servers", &pool.min_spare_servers);
    line("pm.max_spare_servers", &pool.max_spare_servers);
    line("pm.max_spawn_rate", &pool.max_spawn_rate);
    line("pm.process_idle_timeout", &pool.process_idle_timeout);
    line("pm.max_requests", &pool.max_requests);
    line("pm.status_path", &text(&pool.status_path));
    line("pm.status_listen", &text(&pool.status_listen));
    line("ping.path", &text(&pool.ping_path));
    line("ping.response", &text(&pool.ping_response));
    line("access.log", &text(&pool.access_log));
    line("access.format", &text(&pool.access_format));
    for path in &pool.access_suppress_paths {
        line("access.suppress_path[]", path);
    }
    line("slowlog", &text(&pool.slowlog));
    line("request_slowlog_timeout", &format!("{}s", pool.request_slowlog_timeout));
    line("request_slowlog_trace_depth", &pool.request_slowlog_trace_depth);
    line("request_terminate_timeout", &format!("{}s", pool.request_terminate_timeout));
    line("request_terminate_timeout_track_finished", &yes(pool.request_terminate_timeout_track_finished));
    line("rlimit_files", &pool.rlimit_files);
    line("rlimit_core", &pool.rlimit_core);
    line("chroot", &text(&pool.chroot));
    line("chdir", &text(&pool.chdir));
    line("catch_workers_output", &yes(pool.catch_workers_output));
    line("decorate_workers_output", &yes(pool.decorate_workers_output));
    line("clear_env", &yes(pool.clear_env));
    line("security.limit_extensions", &text(&pool.security_limit_extensions));
    for (list, pairs) in [("env", &pool.env), ("php_value", &pool.php_values), ("php_admin_value", &pool.php_admin_values)] {
        for (name, value) in pairs {
            line(&format!("{list}[{name}]"), value);
        }
    }
    log.notice(" ");
}
