//! What a process writes to its standard output and standard error, which are pipes of the supervisor's.

use std::io;
use std::os::fd::OwnedFd;

use rustix::pipe::PipeFlags;

use crate::child_output::ChildOutput;
use crate::log::Log;

/// Our end of a pipe, and what came through it that is not written yet. Several pipes of a process share the lines.
pub(super) struct Output {
    pub(super) stdout: Option<OwnedFd>,
    pub(super) stderr: Option<OwnedFd>,
    lines: ChildOutput,
    /// Nothing has come yet.
    silent: bool,
}

/// Both ends of a pipe; the reading one does not wait.
pub(super) fn pipe() -> io::Result<(OwnedFd, OwnedFd)> {
    let (reader, writer) = rustix::pipe::pipe_with(PipeFlags::CLOEXEC)?;
    rustix::io::ioctl_fionbio(&reader, true)?;
    Ok((reader, writer))
}

impl Output {
    pub(super) fn new(stdout: Option<OwnedFd>, stderr: Option<OwnedFd>, decorate: bool) -> Output {
        Output { stdout, stderr, lines: ChildOutput::new(decorate), silent: true }
    }

    /// Reads what there is. `prefix`: what stands before each line.
    pub(super) fn read(&mut self, log: &Log, prefix: &str, stdout: bool) {
        let pipe = if stdout { &mut self.stdout } else { &mut self.stderr };
        let Some(fd) = pipe else { return };
        let mut buffer = [0; 8192];
        let fresh = std::mem::replace(&mut self.silent, false);
        let mut any = false;
        loop {
            match rustix::io::read(&*fd, &mut buffer) {
                Ok(count @ 1..) => {
                    any = true;
                    self.lines.take(log, prefix, &buffer[..count]);
                }
                Err(rustix::io::Errno::INTR) => {}
                Err(rustix::io::Errno::AGAIN) => return,
                Ok(0) | Err(_) => break,
            }
        }
        *pipe = None;
        self.lines.close(log, fresh && any);
    }

    /// Writes what does not end a line yet.
    pub(super) fn flush(&mut self, log: &Log) {
        self.lines.close(log, false);
    }
}
