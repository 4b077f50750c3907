//! The HTTP server in front of the pools, and the queue server beside them, as the supervisor knows them: they are started again when they end,
//! and have their sockets from here.

use std::ffi::CString;
use std::os::unix::ffi::OsStrExt;

use super::children::text;
use super::signals::{SIGINT, SIGKILL, SIGQUIT, SIGTERM};
use super::state::{Master, State};
use crate::scoreboard::clock;

/// Ends itself by then if it was asked to terminate; a little more for its last words.
const TERMINATION: u64 = 35_000_000;

impl Master {
    pub(super) fn start_servers(&mut self) {
        let environment: Vec<CString> =
            self.environment.iter().filter_map(|(name, value)| text(&[name.as_bytes(), b"=", value.as_bytes()].concat()).ok()).collect();
        let now = clock();
        for server in self.front.iter_mut().chain(&mut self.queue).filter(|server| server.pause.is_none_or(|until| until <= now)) {
            server.start(&environment, &self.log);
        }
    }

    /// Was it a server that ended? `how`: for the log.
    pub(super) fn server_ended(&mut self, pid: i32, how: &str) -> bool {
        let Some(server) = self.front.iter_mut().chain(&mut self.queue).find(|server| server.pid == pid) else { return false };
        server.pid = 0;
        if self.state == State::Normal {
            server.ended_by_itself(pid, how, &self.log);
        }
        true
    }

    pub(super) fn resume_servers(&mut self, now: u64) {
        let due = self.front.iter().chain(&self.queue).any(|server| server.is_due(now));
        if due && self.state == State::Normal {
            self.start_servers();
        }
    }

    /// Goes last: whatever ran before may have put something into a queue. False: it is gone already.
    pub(super) fn dismiss_queue(&mut self) -> bool {
        let Some(queue) = self.queue.as_mut().filter(|queue| queue.pid != 0) else { return false };
        if queue.dismissed && self.next_action.is_some() {
            // Another process has ended, or another signal has come: it has its time still.
            return true;
        }
        let _ = loxo_process_sys::kill(queue.pid, if queue.dismissed { SIGKILL } else { SIGTERM });
        queue.dismissed = true;
        self.next_action = Some(clock() + TERMINATION);
        true
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
        self.commands.kill();
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
