//! How children start, what they say, and how they end.

use std::ffi::CString;
use std::io;
use std::os::fd::{AsFd, BorrowedFd};
use std::os::unix::ffi::OsStrExt;
use std::os::unix::net::UnixStream;

use super::child::Child;
use super::output::{Output, pipe};
use super::pause::{PATIENCE, SOON, longer_pause};
use super::signals::{SIGQUIT, signal_name};
use super::state::{Master, Running, State};
use crate::config::Pm;
use crate::log::{DEBUG, NOTICE, WARNING};
use crate::plan::connections;
use crate::scoreboard::clock;
use crate::transfer::{self, Message};
use loxo_process_sys::Spawn;

/// What a child must know.
fn message(master: &Master, pool: &Running, slots: &[usize]) -> Message {
    let config = &pool.config;
    let mut message = Message::default();
    message.add("pool", &config.name);
    slots.iter().for_each(|slot| message.add_number("slot", *slot as i64));
    message.add_number("threads", (config.threads > 0).into());
    let children = usize::try_from(config.max_children).unwrap_or(1);
    message.add_number("connections", (connections(children, config.threads) / children.max(1)) as i64);
    message.add_number("request_limit", config.request_terminate_timeout.into());
    message.add_number("front", master.front.is_some().into());
    message.add("settings", config.rules.as_ref().unwrap_or(&master.options.settings));
    message.add_number("log_level", master.log.level().into());
    message.add_number("log_limit", master.log.limit.get() as i64);
    message.add_number("tcp", config.is_tcp().into());
    message.add_number("max_requests", config.max_requests.into());
    message.add_number("rlimit_files", config.rlimit_files.into());
    message.add_number("rlimit_core", config.rlimit_core.into());
    message.add_number("dumpable", config.process_dumpable.into());
    message.add_number("output", config.catch_workers_output.into());
    for (name, value) in master.config.global.looking.pairs() {
        message.add_pair("looking", name.as_bytes(), value.as_bytes());
    }
    message.add_number("rules", config.rules.is_some().into());
    message.add_number("shown_board", config.status_of.is_some().into());
    message.add_some("priority", config.process_priority.map(|priority| priority.to_string()));
    message.add_number("uid", pool.identity.uid.into());
    message.add_number("gid", pool.identity.gid.into());
    message.add_some("groups_of", pool.identity.groups_of.as_ref());
    for (name, value) in [
        ("status_path", config.status_path.as_ref().filter(|_| config.status_listen.is_none())),
        ("ping_path", config.ping_path.as_ref()),
        ("metrics_path", config.metrics_path.as_ref()),
        ("ping_response", config.ping_response.as_ref()),
        ("access_format", config.access_format.as_ref().filter(|_| pool.access_log.is_some())),
        ("limit_extensions", config.security_limit_extensions.as_ref()),
        ("allowed_clients", config.listen_allowed_clients.as_ref()),
        ("chroot", config.chroot.as_ref().filter(|path| !path.is_empty())),
        ("chdir", config.chdir.as_ref().filter(|path| !path.is_empty())),
    ] {
        message.add_some(name, value);
    }
    for path in &config.access_suppress_paths {
        message.add("suppress_path", path);
    }
    for (name, pairs) in [("php_value", &config.php_values), ("php_admin_value", &config.php_admin_values)] {
        for (key, value) in pairs {
            message.add_pair(name, key.as_bytes(), value.as_bytes());
        }
    }
    // Settings are read with the supervisor's environment, scripts run with the pool's.
    for (name, value) in &master.environment {
        message.add_pair("start_env", name.as_bytes(), value.as_bytes());
        if !config.clear_env {
            message.add_pair("env", name.as_bytes(), value.as_bytes());
        }
    }
    for (name, value) in &config.env {
        message.add_pair("env", name.as_bytes(), expanded(value).as_bytes());
    }
    for (name, value) in [("USER", &pool.identity.user), ("HOME", &pool.identity.home)] {
        if let Some(value) = value.as_ref().filter(|_| !config.env.iter().any(|(known, _)| known == name)) {
            message.add_pair("env", name.as_bytes(), value.as_bytes());
        }
    }
    message
}

/// A value of `env`: `$NAME` is the supervisor's own.
pub(super) fn expanded(value: &str) -> String {
    match value.strip_prefix('$') {
        Some(variable) => std::env::var(variable).unwrap_or_default(),
        None => value.to_string(),
    }
}

pub(super) fn text(bytes: &[u8]) -> io::Result<CString> {
    Ok(CString::new(bytes)?)
}

impl Master {
    /// Those that are there from the start.
    pub(super) fn start_children(&mut self) {
        for index in 0..self.pools.len() {
            let config = &self.pools[index].config;
            let count = match config.manager() {
                Pm::Static => config.max_children,
                Pm::Dynamic => config.start_servers,
                Pm::Ondemand => 0,
            };
            self.make_children(index, count, true);
        }
    }

    pub(super) fn running_children(&self) -> usize {
        self.pools.iter().map(|pool| pool.children.len()).sum()
    }

    /// Starts children until there are `wanted` in the pool. `quiet`: the log tells of them for debugging only.
    pub(super) fn make_children(&mut self, index: usize, wanted: i32, quiet: bool) {
        let max = usize::try_from(self.config.global.process_max).unwrap_or(0);
        let wanted = usize::try_from(wanted).unwrap_or(0);
        while self.state == State::Normal && self.pools[index].staying() < wanted {
            if max > 0 && self.running_children() >= max {
                if !std::mem::replace(&mut self.max_warned, true) {
                    self.log.warning(
                        "The maximum number of processes has been reached. Please review your configuration and consider raising 'process.max'",
                    );
                }
                return;
            }
            self.max_warned = false;
            let name = self.pools[index].config.name.clone();
            match self.make_child(index) {
                Ok(child) => {
                    let level = if quiet { DEBUG } else { NOTICE };
                    self.log.log(level, format!("[pool {name}] child {} started", child.pid));
                    self.pools[index].children.push(child);
                }
                Err(error) => {
                    self.log.system_error(&format!("[pool {name}] a child cannot be started: posix_spawn() failed"), &error);
                    self.pools[index].pause = Some(clock() + SOON);
                    return;
                }
            }
        }
    }

    fn make_child(&self, index: usize) -> io::Result<Child> {
        let pool = &self.pools[index];
        let slots = pool.board.allocate(pool.config.threads.max(1)).ok_or_else(|| io::Error::from(io::ErrorKind::OutOfMemory))?;
        self.spawn(pool, &slots).inspect_err(|_| slots.iter().for_each(|slot| pool.board.free(*slot)))
    }

    fn spawn(&self, pool: &Running, slots: &[usize]) -> io::Result<Child> {
        let pipes = if pool.config.catch_workers_output { Some((pipe()?, pipe()?)) } else { None };
        let settings = message(self, pool, slots).into_file()?;
        let shown = pool.config.status_of.map(|shown| self.pools[shown].board.clone());
        // Standard output of the supervisor is /dev/null.
        let nothing = rustix::stdio::stdout();
        let (stdout, stderr): (BorrowedFd<'_>, BorrowedFd<'_>) = match &pipes {
            Some(((_, stdout), (_, stderr))) => (stdout.as_fd(), stderr.as_fd()),
            // There is no log but the supervisor's own.
            None if self.front.is_some() => (nothing, rustix::stdio::stderr()),
            None => (nothing, nothing),
        };
        let mut descriptors = vec![
            (nothing, 0),
            (stdout, 1),
            (stderr, 2),
            (settings.as_fd(), transfer::SETTINGS),
            (pool.board.as_fd(), transfer::BOARD),
            (pool.socket.as_fd(), transfer::LISTENER),
        ];
        if let Some(shown) = &shown {
            descriptors.push((shown.as_fd(), transfer::SHOWN_BOARD));
        }
        if let Some(access_log) = &pool.access_log {
            descriptors.push((access_log.as_fd(), transfer::ACCESS_LOG));
        }
        let (title, is_asked) = match pool.config.rules {
            Some(_) => (transfer::RULES_TITLE, false),
            None => (transfer::CHILD_TITLE, self.config.global.looking.period.is_some()),
        };
        let questions = if is_asked { Some(UnixStream::pair()?) } else { None };
        if let Some((_, theirs)) = &questions {
            descriptors.push((theirs.as_fd(), transfer::QUESTIONS));
        }
        // Switches for those who look for bugs in the engine.
        let own = self.environment.iter().filter(|(name, _)| name.as_bytes().starts_with(b"LOXO_"));
        let environment: Vec<CString> =
            own.map(|(name, value)| text(&[name.as_bytes(), b"=", value.as_bytes()].concat())).collect::<io::Result<_>>()?;
        let pid = loxo_process_sys::spawn(&Spawn {
            program: c"/proc/self/exe",
            arguments: &[text(format!("{title}{}", pool.config.name).as_bytes())?],
            environment: &environment,
            descriptors: &descriptors,
            held_back: &[SIGQUIT],
        })?;
        if let Some((own, _)) = questions {
            self.questions.add(pid, own);
        }
        slots.iter().for_each(|slot| pool.board.set_pid(*slot, pid));
        let (stdout, stderr) = pipes.map_or((None, None), |((stdout, _), (stderr, _))| (Some(stdout), Some(stderr)));
        Ok(Child {
            pid,
            slots: slots.to_vec(),
            started: clock(),
            idle_kill: false,
            leaving: None,
            slow_logged: vec![0; slots.len()],
            output: Output::new(stdout, stderr, pool.config.decorate_workers_output),
        })
    }

    /// Children that have ended.
    pub(super) fn bury(&mut self) {
        const NO_WAIT: i32 = 1;
        while let Ok((pid @ 1.., status, _)) = loxo_process_sys::wait4(-1, NO_WAIT) {
            let (signal, code) = (status & 0x7f, (status >> 8) & 0xff);
            let dumped = if status & 0x80 != 0 { " - core dumped" } else { "" };
            let how = match signal {
                0 => format!("with code {code}"),
                _ => format!("on signal {signal} ({}{dumped})", signal_name(signal)),
            };
            self.questions.remove(pid);
            if self.server_ended(pid, &how) {
                self.last_step();
                continue;
            }
            if self.command_ended(pid, status, &how) {
                continue;
            }
            let drained = self.draining.len();
            self.draining.retain(|(draining, _)| *draining != pid);
            if self.draining.len() < drained {
                continue;
            }
            let place = self.pools.iter().enumerate().find_map(|(index, pool)| {
                let at = pool.children.iter().position(|child| child.pid == pid)?;
                Some((index, at))
            });
            let Some((index, at)) = place else {
                if std::process::id() == 1 {
                    self.log.debug(format!(
                        "unknown child ({pid}) exited {how} - most likely an orphan process (master process is the init process)"
                    ));
                } else {
                    self.log.warning(format!(
                        "unknown child ({pid}) exited {how} - potentially a bug or pre exec child (e.g. s6-notifyoncheck)"
                    ));
                }
                continue;
            };
            let mut child = self.pools[index].children.remove(at);
            self.ended(index, &mut child, signal, code, &how);
        }
    }

    fn ended(&mut self, index: usize, child: &mut Child, signal: i32, code: i32, how: &str) {
        let name = self.pools[index].config.name.clone();
        child.slots.iter().for_each(|slot| self.pools[index].board.free(*slot));
        let lived = clock() - child.started;
        let time = format!("{}.{:06} seconds from start", lived / 1_000_000, lived % 1_000_000);
        let restart = !(child.idle_kill && matches!(signal, 0 | SIGQUIT));
        if restart {
            let lost = if signal == 0 { code != 0 } else { signal != SIGQUIT };
            let level = match self.state {
                State::Normal if lost => WARNING,
                State::Normal => NOTICE,
                _ => DEBUG,
            };
            self.log.log(level, format!("[pool {name}] child {} exited {how} after {time}", child.pid));
        } else if self.is_debug() {
            self.log.debug(format!("[pool {name}] child {} has been killed by the process management after {time}", child.pid));
        }
        for stdout in [true, false] {
            child.read_output(&self.log, &name, stdout);
        }
        if matches!(signal, 7 | 11) {
            self.crashed();
        }
        if !restart {
            return;
        }
        let pool = &mut self.pools[index];
        pool.failures = if lived < SOON && (signal != 0 || code != 0) { pool.failures + 1 } else { 0 };
        if pool.failures > PATIENCE {
            pool.pause = Some(clock() + longer_pause(pool.failures));
            return;
        }
        self.replace(index, 1);
    }

    /// Starts children in the place of some that have ended.
    fn replace(&mut self, index: usize, count: i32) {
        let pool = &self.pools[index];
        let wanted = match pool.config.manager() {
            Pm::Static => pool.config.max_children,
            _ => (pool.children.len() as i32 + count).min(pool.config.max_children),
        };
        self.make_children(index, wanted, false);
    }

    /// Pools whose children had to wait.
    pub(super) fn resume(&mut self, now: u64) {
        for index in 0..self.pools.len() {
            if self.pools[index].pause.is_some_and(|until| until <= now) {
                self.pools[index].pause = None;
                self.replace(index, 1);
            }
        }
    }

    /// A child has crashed: too many of them ask for a reload.
    fn crashed(&mut self) {
        let global = &self.config.global;
        let (threshold, interval) = (global.emergency_restart_threshold, global.emergency_restart_interval);
        if threshold <= 0 || interval <= 0 {
            return;
        }
        let now = clock() / 1_000_000;
        self.crashes.push(now);
        let kept = usize::try_from(threshold).unwrap_or(1);
        let excess = self.crashes.len().saturating_sub(kept);
        self.crashes.drain(..excess);
        let recent = self.crashes.iter().all(|at| now - at <= u64::from(interval.unsigned_abs()));
        if self.crashes.len() == kept && recent {
            self.log.warning(format!("failed processes threshold ({threshold} in {interval} sec) is reached, initiating reload"));
            self.crashes.clear();
            self.begin(State::Reloading);
        }
    }
}
