//! Servers that a measure starts: each on a free port, each stopped when its owner goes.

use crate::Result;
use nix::sys::signal::{Signal, kill};
use nix::time::ClockId;
use nix::unistd::Pid;
use std::net::{TcpListener, TcpStream};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

/// What gets no answer in this time has failed to start. Under valgrind a start takes seconds.
const START: Duration = Duration::from_secs(60);

pub fn free_port() -> Result<u16> {
    Ok(TcpListener::bind("127.0.0.1:0")?.local_addr()?.port())
}

pub fn wait_for(port: u16) -> Option<()> {
    let deadline = Instant::now() + START;
    while TcpStream::connect(("127.0.0.1", port)).is_err() {
        if Instant::now() > deadline {
            return None;
        }
        std::thread::sleep(Duration::from_millis(50));
    }
    Some(())
}

/// nginx and wrk must be there.
pub fn tools(bench: &str) -> Result<()> {
    for tool in ["nginx", "wrk"] {
        let found = Command::new(tool).arg("-v").stdout(Stdio::null()).stderr(Stdio::null()).status();
        found.map_err(|_| format!("`bench {bench}` needs nginx and wrk: apt-get install nginx-light wrk"))?;
    }
    Ok(())
}

/// What wrk gets of an address, all of it with status 2xx.
pub fn requests_per_second(url: &str, clients: usize, seconds: usize) -> Result<f64> {
    let output = Command::new("wrk").args(["-t1", &format!("-c{clients}"), &format!("-d{seconds}s"), "--timeout", "60s", url]).output()?;
    let text = String::from_utf8_lossy(&output.stdout);
    if text.contains("Non-2xx") || text.contains("Socket errors") {
        return Err(format!("errors under load:\n{text}").into());
    }
    let rate = text.lines().find_map(|line| line.trim().strip_prefix("Requests/sec:")?.trim().parse().ok());
    rate.ok_or_else(|| format!("wrk says no rate:\n{text}").into())
}

/// Then nginx and php-fpm need a line to stay root, who alone may read what is measured.
pub fn is_root() -> bool {
    nix::unistd::geteuid().is_root()
}

/// A server that ends with its owner, its own processes with it: SIGTERM is a fast stop for all that are started here.
pub struct Running(Child);

impl Running {
    /// Starts it in silence.
    pub fn start(command: &mut Command) -> Result<Running> {
        Running::start_as_it_is(command.stdout(Stdio::null()).stderr(Stdio::null()))
    }

    /// Starts it with the output that the command has.
    pub fn start_as_it_is(command: &mut Command) -> Result<Running> {
        let child = command.stdin(Stdio::null()).spawn();
        Ok(Running(child.map_err(|error| format!("{}: {error}", command.get_program().to_string_lossy()))?))
    }

    pub fn pid(&self) -> Pid {
        Pid::from_raw(self.0.id().cast_signed())
    }

    /// Whether it has ended by itself.
    pub fn has_ended(&mut self) -> bool {
        !matches!(self.0.try_wait(), Ok(None))
    }

    /// Stops it as a user would, and waits for its end.
    pub fn stop(&mut self) -> Result<ExitStatus> {
        if !self.has_ended() {
            let _ = kill(self.pid(), Signal::SIGTERM);
        }
        Ok(self.0.wait()?)
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.stop();
    }
}

/// CPU time that a process has used so far, in nanoseconds: of all its threads, ended ones among them, without its children.
pub fn cpu_time(pid: Pid) -> Result<u64> {
    let time = ClockId::pid_cpu_clock_id(pid)?.now()?;
    Ok(time.tv_sec() as u64 * 1_000_000_000 + time.tv_nsec() as u64)
}

/// The processes that a process has started and that still run.
pub fn children(pid: Pid) -> Vec<Pid> {
    let text = std::fs::read_to_string(format!("/proc/{pid}/task/{pid}/children")).unwrap_or_default();
    text.split_whitespace().filter_map(|word| word.parse().ok()).map(Pid::from_raw).collect()
}
