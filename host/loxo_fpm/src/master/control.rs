//! Signals to the supervisor: stop, reload, other log files.

use std::ffi::CString;
use std::os::unix::ffi::OsStrExt;

use super::handed::{HANDED, Handed};
use super::signals::{SIGCHLD, SIGHUP, SIGINT, SIGKILL, SIGQUIT, SIGTERM, SIGUSR1, SIGUSR2, signal_name};
use super::state::{Master, State};
use crate::exit;
use crate::log::{Syslog, Target, open_log_file};
use crate::scoreboard::clock;

/// The environment variable that names the processes of before a reload.
pub(super) const DRAINING: &str = "LOXO_DRAINING";

impl Master {
    /// Takes what has come. `Some`: the program ends, with this status.
    pub(super) fn take_signals(&mut self) -> Option<i32> {
        while let Some(signal) = self.signals.take() {
            self.log.debug(format!("received {}", signal_name(signal)));
            let status = match signal {
                SIGCHLD => {
                    self.bury();
                    let over =
                        self.state != State::Normal && self.running_children() == 0 && !self.has_front() && self.commands.all_ended();
                    (over && !self.dismiss_queue()).then(|| self.last())
                }
                SIGINT | SIGTERM => {
                    self.log.notice("Terminating ...");
                    if self.state == State::Terminating {
                        self.hurry();
                    }
                    self.begin(State::Terminating)
                }
                SIGQUIT => {
                    self.log.notice("Finishing ...");
                    self.begin(State::Finishing)
                }
                SIGUSR1 => {
                    self.reopen_logs();
                    // Those behind the front have the old error log as standard error.
                    let replace = self.front.is_some() && self.use_error_log && self.state == State::Normal;
                    if replace { self.replace_at_once(false) } else { None }
                }
                SIGHUP | SIGUSR2 if self.options.plan.is_some() => {
                    self.log.notice("Reloading in progress ...");
                    if self.state == State::Normal && self.next_is_sound() { self.replace_at_once(true) } else { None }
                }
                SIGUSR2 => {
                    self.log.notice("Reloading in progress ...");
                    self.begin(State::Reloading)
                }
                _ => None,
            };
            if status.is_some() {
                return status;
            }
        }
        None
    }

    /// Goes into another state, if that overrides this one.
    pub(super) fn begin(&mut self, state: State) -> Option<i32> {
        let rank = |state| match state {
            State::Normal => 0,
            State::Reloading => 1,
            State::Finishing => 2,
            State::Terminating => 3,
        };
        if rank(state) <= rank(self.state) {
            return None;
        }
        (self.state, self.signal_sent) = (state, 0);
        if self.front.is_some() {
            self.systemd.stopping();
        }
        self.log.debug(format!("switching to '{}' state", format!("{state:?}").to_ascii_lowercase()));
        self.stop_commands();
        let status = self.next_action();
        // It takes over what those children have seen that still run; the signal does not wait for that.
        self.admin = None;
        status
    }

    /// The next step on the way to the end: a signal to all children, and how long to wait for it.
    pub(super) fn next_action(&mut self) -> Option<i32> {
        if self.state == State::Normal {
            return None;
        }
        if self.dismiss_front() {
            return None;
        }
        if self.running_children() == 0 {
            if !self.commands.all_ended() {
                return None;
            }
            return (!self.dismiss_queue()).then(|| self.last());
        }
        let (signal, seconds) = match (self.signal_sent, self.state) {
            // Behind a front nothing runs any more but what goes on after its answer.
            (0, State::Terminating) if self.front.is_none() => (SIGTERM, self.config.global.process_control_timeout),
            (0, _) => (SIGQUIT, self.config.global.process_control_timeout),
            (SIGQUIT, _) => (SIGTERM, 1),
            _ => (SIGKILL, 1),
        };
        self.signal_all(signal);
        self.signal_sent = signal;
        self.next_action = Some(clock() + u64::try_from(seconds).unwrap_or(0) * 1_000_000);
        None
    }

    fn signal_all(&self, signal: i32) {
        let mut alive = 0;
        for pool in &self.pools {
            for child in &pool.children {
                alive += usize::from(loxo_process_sys::kill(child.pid, signal).is_ok());
                self.log.debug(format!(
                    "[pool {}] sending signal {signal} {} to child {}",
                    pool.config.name,
                    signal_name(signal),
                    child.pid
                ));
            }
        }
        if alive > 0 {
            self.log.debug(format!("{alive} child(ren) still alive"));
        }
    }

    /// All children are gone.
    fn last(&mut self) -> i32 {
        if self.state == State::Reloading {
            return self.replace_itself();
        }
        self.log.notice("exiting, bye-bye!");
        for (pid, _) in &self.draining {
            let _ = loxo_process_sys::kill(*pid, SIGTERM);
        }
        if let Some(path) = &self.config.global.pid
            && let Err(error) = std::fs::remove_file(path)
        {
            self.log.system_error(&format!("Unable to remove the PID file ({path})."), &error);
        }
        self.listeners.unlink();
        if let Some(plan) = &self.options.plan {
            // Others may have files there.
            let _ = std::fs::remove_dir(&plan.folder);
        }
        exit::OK
    }

    /// Is there a front that has not ended?
    pub(super) fn has_front(&self) -> bool {
        self.front.as_ref().is_some_and(|front| front.pid != 0)
    }

    /// The front has ended: on the way to the end it is the children's turn.
    pub(super) fn last_step(&mut self) {
        if self.state != State::Normal && self.running_children() > 0 {
            self.next_action = Some(clock());
        }
    }

    /// Starts the program again at once: all that run now finish what they do, beside those that it starts. `keep_queue`: the queue server may stay
    /// as it is.
    fn replace_at_once(&mut self, keep_queue: bool) -> Option<i32> {
        self.systemd.reloading();
        self.signal_all(SIGQUIT);
        self.admin = None;
        let mut pids: Vec<i32> = self.pools.iter().flat_map(|pool| pool.children.iter().map(|child| child.pid)).collect();
        if let Some(front) = self.front.as_ref().filter(|front| front.pid != 0) {
            let _ = loxo_process_sys::kill(front.pid, SIGQUIT);
            pids.push(front.pid);
        }
        if let Some(queue) = self.queue.as_ref().filter(|queue| queue.pid != 0) {
            if keep_queue && !queue.is_replaced_program() {
                self.kept_queue = Some((queue.pid, queue.start_text()));
            } else {
                // The next one waits until this one has closed its files.
                let _ = loxo_process_sys::kill(queue.pid, SIGTERM);
                pids.push(queue.pid);
            }
        }
        pids.extend(self.draining.iter().map(|(pid, _)| *pid));
        let pids: Vec<String> = pids.iter().map(i32::to_string).collect();
        self.environment.push((DRAINING.into(), pids.join(",").into()));
        self.state = State::Reloading;
        Some(self.replace_itself())
    }

    /// Starts the program again in this process, with the same sockets.
    fn replace_itself(&mut self) -> i32 {
        let arguments: Vec<String> = self.options.argv.iter().map(|arg| String::from_utf8_lossy(arg).into_owned()).collect();
        let shown: Vec<String> = arguments.iter().take(11).map(|arg| format!("\"{arg}\"")).collect();
        let program = arguments.first().map_or("", |program| program);
        self.log.notice(format!("reloading: execvp(\"{program}\", {{{}}})", shown.join(", ")));
        if let Some(stderr) = &self.original_stderr {
            let _ = rustix::stdio::dup2_stderr(stderr);
        }
        let mut handed = self.listeners.hand_on();
        let kept = Handed { queue: self.kept_queue.take(), ..self.commands.hand_on(&self.log) };
        handed.push((HANDED.into(), kept.hand_on()));
        let mut environment = self.environment.clone();
        environment.retain(|(name, _)| !handed.iter().any(|(handed, _)| name.as_bytes() == handed.as_bytes()));
        let own = handed.into_iter().filter_map(|(name, value)| Some((name.into(), value?.into())));
        let variables: Vec<CString> = environment
            .into_iter()
            .chain(own)
            .filter_map(|(name, value)| CString::new([name.as_bytes(), b"=", value.as_bytes()].concat()).ok())
            .collect();
        let arguments: Vec<CString> = self.options.argv.iter().filter_map(|arg| CString::new(&arg[..]).ok()).collect();
        let Some(program) = arguments.first() else { return exit::SOFTWARE };
        let Err(error) = nix::unistd::execvpe(program, &arguments, &variables);
        self.log.system_error("failed to reload: execvp() failed", &std::io::Error::from(error));
        exit::SOFTWARE
    }

    /// Log files have been moved away: others are opened under their names.
    fn reopen_logs(&mut self) {
        if let Some(front) = self.front.as_ref().filter(|front| front.pid != 0) {
            let _ = loxo_process_sys::kill(front.pid, SIGUSR1);
        }
        if let Some(stderr) = &self.original_stderr {
            let _ = rustix::stdio::dup2_stderr(stderr);
        }
        if self.reopen_error_log() {
            self.log.notice("error log file re-opened");
        } else {
            self.log.error("unable to re-opened error log file");
        }
        let mut opened = None;
        for pool in &mut self.pools {
            let Some(path) = pool.config.access_log.clone().filter(|path| !path.is_empty()) else { continue };
            match open_log_file(&path) {
                Ok(file) => pool.access_log = Some(file),
                Err(error) => {
                    self.log.system_error(&format!("failed to open access log ({path})"), &error);
                    opened = Some(false);
                    break;
                }
            }
            opened = Some(true);
        }
        match opened {
            Some(true) => {
                // Children have the old files.
                self.signal_all(SIGQUIT);
                self.log.notice("access log file re-opened");
            }
            Some(false) => self.log.error("unable to re-opened access log file"),
            None => {}
        }
        if self.use_error_log {
            self.tie_stderr();
        }
    }

    fn reopen_error_log(&self) -> bool {
        let global = &self.config.global;
        let path = global.error_log.as_deref().unwrap_or_default();
        if path.eq_ignore_ascii_case("syslog") {
            if self.use_error_log
                && let Ok(syslog) = Syslog::open(global.syslog_ident.as_deref().unwrap_or("php-fpm"), global.syslog_facility)
            {
                self.log.set_target(Target::Syslog(syslog));
            }
            return true;
        }
        match open_log_file(path) {
            Ok(file) => {
                if self.use_error_log {
                    let terminal = matches!(path, "/dev/stderr" | "/proc/self/fd/2");
                    self.log.set_target(Target::File { file, terminal });
                }
                true
            }
            Err(error) => {
                self.log.system_error(&format!("failed to open error_log ({path})"), &error);
                false
            }
        }
    }
}
