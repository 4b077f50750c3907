//! Children: pipes to and from them, and their ends.

use std::cell::RefCell;
use std::os::fd::OwnedFd;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::process::CommandExt;
use std::process::{Child, Command, Stdio};
use std::rc::Rc;

use super::plain::{self, StdioOps};
use super::{Kind, OptionResult, ReadResult, Stat, Stream, StreamOps, StreamOption, StreamRef, flags};
use loxo_runtime::Cx;
use loxo_runtime::paths;

/// A shell that will run a command in the request's current directory.
pub fn shell(cx: &mut Cx, command: &[u8]) -> Command {
    let mut shell = Command::new("/bin/sh");
    // What the shell calls itself in its messages.
    shell.arg0("sh");
    shell.arg("-c").arg(std::ffi::OsStr::from_bytes(command));
    in_request(cx, &mut shell);
    shell
}

/// Puts a command into the request's current directory. What was printed so far is out before the child prints.
pub fn in_request(cx: &mut Cx, command: &mut Command) {
    cx.flush_pending();
    let cwd = paths::cwd(cx);
    let cwd = paths::path_of(&cwd);
    if cwd.is_dir() {
        command.current_dir(cwd);
    }
}

/// The status as `pclose()` and `proc_close()` have it: the exit code, or -1 for a signal.
pub fn exit_code(status: std::process::ExitStatus) -> i32 {
    use std::os::unix::process::ExitStatusExt;
    match (status.code(), status.signal()) {
        (Some(code), _) => code,
        (None, Some(signal)) => signal,
        (None, None) => -1,
    }
}

/// A pipe whose other end is a child; closing it waits for the child.
struct PipeOps {
    pipe: StdioOps,
    child: Rc<RefCell<Child>>,
}

/// Starts a command with a pipe from its output (or to its input).
pub fn popen(command: Command, reads: bool, mode: &[u8]) -> std::io::Result<StreamRef> {
    let mut command = command;
    let mut child = if reads { command.stdout(Stdio::piped()).spawn()? } else { command.stdin(Stdio::piped()).spawn()? };
    let fd: Option<OwnedFd> = if reads { child.stdout.take().map(OwnedFd::from) } else { child.stdin.take().map(OwnedFd::from) };
    let Some(fd) = fd else { return Err(std::io::ErrorKind::BrokenPipe.into()) };
    let ops = PipeOps { pipe: plain::pipe_ops(fd), child: Rc::new(RefCell::new(child)) };
    let stream = Stream::new(Box::new(ops), mode);
    stream.set_flag(flags::NO_SEEK);
    Ok(Rc::new(stream))
}

impl StreamOps for PipeOps {
    fn label(&self) -> &'static str {
        "STDIO"
    }

    fn kind(&self) -> Kind {
        Kind::Stdio
    }

    fn read(&mut self, cx: &mut Cx, stream: &Stream, buf: &mut [u8]) -> ReadResult {
        self.pipe.read(cx, stream, buf)
    }

    fn write(&mut self, cx: &mut Cx, stream: &Stream, data: &[u8]) -> Option<usize> {
        self.pipe.write(cx, stream, data)
    }

    fn close(&mut self, _: &mut Cx) -> i32 {
        // The pipe must be shut first: the child may wait for the end of its input.
        self.pipe.shut();
        self.child.borrow_mut().wait().map_or(-1, exit_code)
    }

    fn stat(&mut self, cx: &mut Cx) -> Option<Stat> {
        self.pipe.stat(cx)
    }

    fn set_option(&mut self, cx: &mut Cx, stream: &Stream, option: StreamOption<'_>) -> OptionResult {
        self.pipe.set_option(cx, stream, option)
    }

    fn fd(&mut self, cx: &mut Cx, stream: &Stream, select: bool) -> Option<Rc<OwnedFd>> {
        self.pipe.fd(cx, stream, select)
    }

    fn is_castable(&self) -> bool {
        true
    }
}

impl Drop for PipeOps {
    fn drop(&mut self) {
        self.pipe.shut();
        // A child that nobody waits for stays in the table of processes. It was waited for already if the stream was closed.
        let _ = self.child.borrow_mut().wait();
    }
}
