//! A child, as the supervisor knows it.

use super::output::Output;
use crate::log::Log;

pub(super) struct Child {
    pub pid: i32,
    /// Its places on the board, one for each request that it runs at once.
    pub slots: Vec<usize>,
    /// By [`clock`].
    pub started: u64,
    /// It was asked to end because there is nothing to do.
    pub idle_kill: bool,
    /// Another takes its place, since then; it ends once that is there.
    pub leaving: Option<Leaving>,
    /// The requests that are in the slow log already, by when they were accepted.
    pub slow_logged: Vec<u64>,
    pub output: Output,
}

/// How far a child is that another one replaces.
#[derive(Clone, Copy)]
pub(super) struct Leaving {
    /// By [`clock`].
    pub since: u64,
    /// It has been asked to end.
    pub asked: bool,
}

impl Child {
    /// Reads what there is.
    pub(super) fn read_output(&mut self, log: &Log, pool: &str, stdout: bool) {
        let prefix = format!("[pool {pool}] child {} said into {}: ", self.pid, if stdout { "stdout" } else { "stderr" });
        self.output.read(log, &prefix, stdout);
    }
}
