//! The configuration: `php-fpm.conf`, the files that it includes, and what follows from them.
//!
//! Modules: `load` (files, sections, includes), `values` (what a directive's text means), `check` (what must hold, and what is filled in),
//! `dump` (`-tt`).

mod check;
mod dump;
mod load;
mod values;

pub(crate) use check::{Checked, PREFIX, STATE, check};
pub(crate) use dump::dump;
pub(crate) use load::load;
pub(crate) use values::{add_to_pool as set_pool_element, set_global, set_pool};

/// A directive that may not be there.
pub(crate) type Text = Option<String>;

/// `[global]`
#[derive(Clone, Debug)]
pub(crate) struct Global {
    pub pid: Text,
    pub error_log: Text,
    pub syslog_ident: Text,
    /// As `syslog()` counts them; -1: not set.
    pub syslog_facility: i32,
    pub log_buffering: bool,
    /// 0: not set.
    pub log_level: i32,
    pub log_limit: i32,
    pub emergency_restart_threshold: i32,
    pub emergency_restart_interval: i32,
    pub process_control_timeout: i32,
    pub process_max: i32,
    pub process_priority: Option<i32>,
    pub daemonize: bool,
    pub rlimit_files: i32,
    /// -1: without limit.
    pub rlimit_core: i32,
    pub events_mechanism: Text,
    /// In seconds; -1: not set.
    pub systemd_interval: i32,
    /// `loxo.NAME`: Loxo's own.
    pub looking: loxo_sampler::Settings,
}

impl Default for Global {
    fn default() -> Global {
        Global {
            pid: None,
            error_log: None,
            syslog_ident: None,
            syslog_facility: -1,
            log_buffering: true,
            log_level: 0,
            log_limit: 1024,
            emergency_restart_threshold: 0,
            emergency_restart_interval: 0,
            process_control_timeout: 0,
            process_max: 0,
            process_priority: None,
            daemonize: true,
            rlimit_files: 0,
            rlimit_core: 0,
            events_mechanism: None,
            systemd_interval: -1,
            looking: loxo_sampler::Settings::default(),
        }
    }
}

/// How many children a pool has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Pm {
    Static,
    Dynamic,
    Ondemand,
}

impl Pm {
    pub(crate) fn name(self) -> &'static str {
        match self {
            Pm::Static => "static",
            Pm::Dynamic => "dynamic",
            Pm::Ondemand => "ondemand",
        }
    }
}

/// `[name]`
#[derive(Clone, Debug)]
pub(crate) struct Pool {
    pub name: String,
    pub prefix: Text,
    pub user: Text,
    pub group: Text,
    pub listen: Text,
    pub listen_backlog: i32,
    pub listen_acl_users: Text,
    pub listen_acl_groups: Text,
    pub listen_owner: Text,
    pub listen_group: Text,
    pub listen_mode: Text,
    pub listen_allowed_clients: Text,
    pub process_priority: Option<i32>,
    pub process_dumpable: bool,
    pub pm: Option<Pm>,
    pub max_children: i32,
    /// Requests that run at once in a child, on threads of it; 0: one, which has the process for itself.
    pub threads: usize,
    /// Bytes that all children may use together before one of them is replaced; 0: any number.
    pub memory: u64,
    /// Where Prometheus finds the figures.
    pub metrics_path: Option<String>,
    /// What a process must know that runs no PHP and evaluates rules of sites.
    pub rules: Option<Vec<u8>>,
    pub start_servers: i32,
    pub min_spare_servers: i32,
    pub max_spare_servers: i32,
    pub max_spawn_rate: i32,
    pub process_idle_timeout: i32,
    pub max_requests: i32,
    pub status_path: Text,
    pub status_listen: Text,
    pub ping_path: Text,
    pub ping_response: Text,
    pub access_log: Text,
    pub access_format: Text,
    /// Last first, as all lists here.
    pub access_suppress_paths: Vec<String>,
    pub slowlog: Text,
    pub request_slowlog_timeout: i32,
    pub request_slowlog_trace_depth: i32,
    pub request_terminate_timeout: i32,
    pub request_terminate_timeout_track_finished: bool,
    pub rlimit_files: i32,
    pub rlimit_core: i32,
    pub chroot: Text,
    pub chdir: Text,
    pub catch_workers_output: bool,
    pub decorate_workers_output: bool,
    pub clear_env: bool,
    pub security_limit_extensions: Text,
    pub apparmor_hat: Text,
    pub env: Vec<(String, String)>,
    pub php_values: Vec<(String, String)>,
    pub php_admin_values: Vec<(String, String)>,
    /// The pool whose status this one shows; it has been made by `pm.status_listen`.
    pub status_of: Option<usize>,
}

impl Pool {
    pub(crate) fn new(name: &str) -> Pool {
        Pool {
            name: name.to_string(),
            prefix: None,
            user: None,
            group: None,
            listen: None,
            listen_backlog: -1,
            listen_acl_users: None,
            listen_acl_groups: None,
            listen_owner: None,
            listen_group: None,
            listen_mode: None,
            listen_allowed_clients: None,
            process_priority: None,
            process_dumpable: false,
            pm: None,
            max_children: 0,
            threads: 0,
            memory: 0,
            metrics_path: None,
            rules: None,
            start_servers: 0,
            min_spare_servers: 0,
            max_spare_servers: 0,
            max_spawn_rate: 32,
            process_idle_timeout: 10,
            max_requests: 0,
            status_path: None,
            status_listen: None,
            ping_path: None,
            ping_response: None,
            access_log: None,
            access_format: None,
            access_suppress_paths: Vec::new(),
            slowlog: None,
            request_slowlog_timeout: 0,
            request_slowlog_trace_depth: 0,
            request_terminate_timeout: 0,
            request_terminate_timeout_track_finished: false,
            rlimit_files: 0,
            rlimit_core: 0,
            chroot: None,
            chdir: None,
            catch_workers_output: false,
            decorate_workers_output: true,
            clear_env: true,
            security_limit_extensions: None,
            apparmor_hat: None,
            env: Vec::new(),
            php_values: Vec::new(),
            php_admin_values: Vec::new(),
            status_of: None,
        }
    }

    /// The address of its socket.
    pub(crate) fn address(&self) -> &str {
        self.listen.as_deref().unwrap_or_default()
    }

    /// Does it listen on TCP? Otherwise its address is a path.
    pub(crate) fn is_tcp(&self) -> bool {
        let address = self.address();
        address.contains(':') || address.bytes().all(|b| b.is_ascii_digit())
    }

    pub(crate) fn manager(&self) -> Pm {
        self.pm.unwrap_or(Pm::Static)
    }
}

/// All of it.
#[derive(Clone, Debug, Default)]
pub(crate) struct Config {
    pub global: Global,
    pub pools: Vec<Pool>,
}
