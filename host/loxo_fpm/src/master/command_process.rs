//! A process of a service or of cron, as the supervisor knows it.

use super::output::Output;
use super::signals::SIGKILL;

pub(super) struct CommandProcess {
    pub(super) pid: i32,
    /// Of its command: `service mail`.
    pub(super) title: String,
    pub(super) instance: usize,
    /// What it was started with, as a text: [`crate::command::CommandPlan::start`].
    pub(super) start: String,
    /// By the clock of the scoreboard, as the next but one.
    pub(super) started: u64,
    /// It was asked to end, and is killed then.
    pub(super) killed_at: Option<u64>,
    pub(super) stop_signal: i32,
    /// Microseconds.
    pub(super) stop_timeout: u64,
    pub(super) output: Output,
}

impl CommandProcess {
    /// What stands before its lines in the log.
    pub(super) fn prefix(&self) -> String {
        format!("[{}] process {} said: ", self.title, self.pid)
    }

    /// Asks it to end, once.
    pub(super) fn stop(&mut self, now: u64) {
        if self.killed_at.is_none() {
            let _ = loxo_process_sys::kill(self.pid, self.stop_signal);
            self.killed_at = Some(now + self.stop_timeout);
        }
    }

    /// It, and all that it has started.
    pub(super) fn kill(&self) {
        let _ = loxo_process_sys::kill(-self.pid, SIGKILL);
        // In case it has no group yet.
        let _ = loxo_process_sys::kill(self.pid, SIGKILL);
    }
}
