//! The HTTP server in front of the pools, as the supervisor knows it: it is started again when it ends, and has its sockets from here.

use std::ffi::CString;
use std::os::unix::ffi::OsStrExt;

use super::children::{PATIENCE, SOON, longer_pause, text};
use super::signals::{SIGINT, SIGKILL, SIGQUIT, SIGTERM};
use super::state::{Master, State};
use crate::log::WARNING;
use crate::scoreboard::clock;

/// Ends itself by then if it was asked to terminate; a little more for its last words.
const TERMINATION: u64 = 35_000_000;

impl Master {
    pub(super) fn start_front(&mut self) {
        let environment: Vec<CString> =
            self.environment.iter().filter_map(|(name, value)| text(&[name.as_bytes(), b"=", value.as_bytes()].concat()).ok()).collect();
        let Some(front) = self.front.as_mut().filter(|front| front.pid == 0) else { return };
        front.pause = None;
        match front.spawn(&environment) {
            Ok(pid) => (front.pid, front.started, front.again) = (pid, clock(), true),
            Err(error) => {
                self.log.system_error("the HTTP server cannot be started: posix_spawn() failed", &error);
                front.pause = Some(clock() + SOON);
            }
        }
    }

    /// Was it the front that ended? `how`: for the log.
    pub(super) fn front_ended(&mut self, pid: i32, how: &str) -> bool {
        let Some(front) = self.front.as_mut().filter(|front| front.pid == pid) else { return false };
        front.pid = 0;
        if self.state != State::Normal {
            return true;
        }
        let lived = clock() - front.started;
        front.failures = if lived < SOON { front.failures + 1 } else { 0 };
        front.pause = Some(clock() + longer_pause(front.failures));
        if front.failures <= PATIENCE {
            self.log.log(WARNING, format!("the HTTP server, process {pid}, exited {how}; it is started again"));
        }
        true
    }

    pub(super) fn resume_front(&mut self, now: u64) {
        let due = self.front.as_ref().is_some_and(|front| front.pid == 0 && front.pause.is_some_and(|until| until <= now));
        if due && self.state == State::Normal {
            self.start_front();
        }
    }

    /// On the way to the end it goes first: pools are there until its last request is done. False: it is gone already.
    pub(super) fn dismiss_front(&mut self) -> bool {
        let terminating = self.state == State::Terminating;
        let Some(front) = self.front.as_mut().filter(|front| front.pid != 0) else { return false };
        let signal = match (terminating, front.dismissed) {
            (true, false) => SIGTERM,
            (true, true) => SIGKILL,
            (false, _) => SIGQUIT,
        };
        let _ = loxo_process_sys::kill(front.pid, signal);
        front.dismissed = terminating;
        self.next_action = terminating.then(|| clock() + TERMINATION);
        true
    }

    /// Whoever asks twice does not want to wait.
    pub(super) fn hurry(&mut self) {
        if let Some(front) = self.front.as_ref().filter(|front| front.pid != 0 && front.dismissed) {
            let _ = loxo_process_sys::kill(front.pid, SIGINT);
            for child in self.pools.iter().flat_map(|pool| &pool.children) {
                let _ = loxo_process_sys::kill(child.pid, SIGTERM);
            }
        }
    }

    /// Is what would be started next sound? What is not says so itself.
    pub(super) fn next_is_sound(&self) -> bool {
        let Some(plan) = &self.options.plan else { return true };
        let Some((program, arguments)) = plan.check.split_first() else { return true };
        match std::process::Command::new(program).args(arguments).status() {
            Ok(status) if status.success() => true,
            Ok(_) => {
                self.log.error("Nothing is reloaded: the configuration that runs goes on");
                false
            }
            Err(error) => {
                self.log.system_error(&format!("Nothing is reloaded: {program} cannot be started"), &error);
                false
            }
        }
    }

    /// Processes of before a reload, which finish what they do: those that take too long are ended.
    pub(super) fn end_drained(&mut self, now: u64) {
        for (pid, until) in self.draining.iter_mut().filter(|(_, until)| *until <= now) {
            let _ = loxo_process_sys::kill(*pid, SIGKILL);
            *until = now + TERMINATION;
        }
    }
}
