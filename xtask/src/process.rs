//! Child processes with limits: a time, a size, and nothing left behind.

use nix::errno::Errno;
use nix::poll::{PollFd, PollFlags, PollTimeout, poll};
use nix::sys::signal::{Signal, killpg};
use nix::sys::wait::{Id, WaitPidFlag, WaitStatus, waitid};
use nix::unistd::Pid;
use std::io::{Read, Write};
use std::os::fd::AsFd;
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// How often a running child is looked at: its resident size, its end.
const TICK: Duration = Duration::from_millis(100);
/// A child that has exited may leave others that hold its output open; they get this long.
const GRACE: Duration = Duration::from_secs(3);
/// More output than this is an endless loop.
const OUTPUT_LIMIT: usize = 256 << 20;

#[derive(Clone, Copy)]
pub struct Limits {
    pub time: Duration,
    /// Bytes of resident memory. Address space is no measure: an engine reserves much more than it uses.
    pub memory: u64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    Exit(i32),
    Signal(i32),
    TimedOut,
    /// Too much memory or output.
    TooBig,
}

pub struct Finished {
    /// What was captured, standard error among it when both were asked for.
    pub output: Vec<u8>,
    pub end: End,
    pub time: Duration,
}

/// Which standard streams belong to the caller. The others are `/dev/null`.
#[derive(Clone, Copy)]
pub struct Capture {
    pub stdin: bool,
    pub stdout: bool,
    pub stderr: bool,
}

pub const CAPTURE_ALL: Capture = Capture { stdin: true, stdout: true, stderr: true };

/// Runs `command` to its end in a process group of its own, which is killed whole whatever happens.
pub fn run(mut command: Command, stdin: &[u8], capture: Capture, limits: Limits) -> std::io::Result<Finished> {
    let (mut reader, writer) = std::io::pipe()?;
    command.process_group(0);
    command.stdin(if capture.stdin { Stdio::piped() } else { Stdio::null() });
    command.stdout(if capture.stdout { writer.try_clone()?.into() } else { Stdio::null() });
    command.stderr(if capture.stderr { writer.try_clone()?.into() } else { Stdio::null() });
    drop(writer);
    let start = Instant::now();
    let mut child = command.spawn()?;
    // The command holds copies of the pipe's writing end.
    drop(command);
    let mut finished = std::thread::scope(|scope| {
        if let Some(mut pipe) = child.stdin.take() {
            if stdin.len() <= 4096 {
                let _ = pipe.write_all(stdin);
            } else {
                scope.spawn(move || pipe.write_all(stdin));
            }
        }
        watch(&mut child, &mut reader, start, limits)
    })?;
    finished.time = start.elapsed();
    Ok(finished)
}

fn watch(child: &mut Child, reader: &mut std::io::PipeReader, start: Instant, limits: Limits) -> std::io::Result<Finished> {
    let pid = Pid::from_raw(child.id() as i32);
    let mut output = Vec::new();
    let mut buffer = vec![0; 1 << 16];
    let mut open = true;
    let mut exited: Option<Instant> = None;
    let mut looked = start;
    let verdict = loop {
        let elapsed = start.elapsed();
        if elapsed >= limits.time {
            break Some(End::TimedOut);
        }
        if open {
            let mut fds = [PollFd::new(reader.as_fd(), PollFlags::POLLIN)];
            let wait = PollTimeout::try_from(TICK.min(limits.time - elapsed)).unwrap_or(PollTimeout::ZERO);
            match poll(&mut fds, wait) {
                Ok(0) | Err(Errno::EINTR) => {}
                Ok(_) => match reader.read(&mut buffer)? {
                    0 => open = false,
                    length => output.extend_from_slice(&buffer[..length]),
                },
                Err(error) => return Err(error.into()),
            }
            if output.len() > OUTPUT_LIMIT {
                break Some(End::TooBig);
            }
        } else if has_exited(pid) {
            break None;
        } else {
            std::thread::sleep(Duration::from_millis(1));
        }
        if open && looked.elapsed() >= TICK {
            looked = Instant::now();
            if resident(pid) > limits.memory {
                break Some(End::TooBig);
            }
            if exited.is_none() && has_exited(pid) {
                exited = Some(looked);
            }
            if exited.is_some_and(|at| at.elapsed() > GRACE) {
                break None;
            }
        }
    };
    // The leader is not reaped yet, so the group's number cannot have been given to others.
    let _ = killpg(pid, Signal::SIGKILL);
    let status = child.wait()?;
    let end = verdict.unwrap_or_else(|| match status.signal() {
        Some(signal) => End::Signal(signal),
        None => End::Exit(status.code().unwrap_or(-1)),
    });
    Ok(Finished { output, end, time: Duration::ZERO })
}

fn has_exited(pid: Pid) -> bool {
    let flags = WaitPidFlag::WEXITED | WaitPidFlag::WNOHANG | WaitPidFlag::WNOWAIT;
    !matches!(waitid(Id::Pid(pid), flags), Ok(WaitStatus::StillAlive))
}

fn resident(pid: Pid) -> u64 {
    let statm = std::fs::read_to_string(format!("/proc/{pid}/statm")).unwrap_or_default();
    statm.split(' ').nth(1).and_then(|pages| pages.parse::<u64>().ok()).unwrap_or(0) * 4096
}

/// `SIGSEGV` and the like, for people.
pub fn signal_name(signal: i32) -> String {
    Signal::try_from(signal).map_or_else(|_| format!("signal {signal}"), |signal| signal.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shell(script: &str, time: u64) -> Finished {
        let mut command = Command::new("sh");
        command.arg("-c").arg(script);
        run(command, b"in", CAPTURE_ALL, Limits { time: Duration::from_millis(time), memory: 1 << 30 }).unwrap()
    }

    #[test]
    fn ends() {
        let finished = shell("cat; echo err >&2; exit 3", 5000);
        assert_eq!((&finished.output[..], finished.end), (&b"inerr\n"[..], End::Exit(3)));
        assert_eq!(shell("kill -9 $$", 5000).end, End::Signal(9));
        assert_eq!(shell("sleep 10 & wait", 200).end, End::TimedOut);
        assert_eq!(shell("exec >&- 2>&-; exit 4", 5000).end, End::Exit(4));
    }
}
