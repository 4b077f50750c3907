//! A child, as the supervisor knows it.

use std::os::fd::OwnedFd;

use crate::child_output::ChildOutput;
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
    pub stdout: Option<OwnedFd>,
    pub stderr: Option<OwnedFd>,
    pub output: ChildOutput,
    /// It has written nothing yet.
    pub silent: bool,
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
        let pipe = if stdout { &mut self.stdout } else { &mut self.stderr };
        let Some(fd) = pipe else { return };
        let mut buffer = [0; 8192];
        let fresh = std::mem::replace(&mut self.silent, false);
        let mut any = false;
        loop {
            match rustix::io::read(&*fd, &mut buffer) {
                Ok(count @ 1..) => {
                    any = true;
                    self.output.take(log, pool, self.pid, stdout, &buffer[..count]);
                }
                Err(rustix::io::Errno::INTR) => {}
                Err(rustix::io::Errno::AGAIN) => return,
                Ok(0) | Err(_) => break,
            }
        }
        *pipe = None;
        self.output.close(log, fresh && any);
    }
}
