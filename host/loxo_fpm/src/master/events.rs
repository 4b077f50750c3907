//! What the supervisor waits for: signals, what children write, connections that nobody waits for, and times.

use std::io;
use std::os::fd::OwnedFd;

use rustix::event::epoll::{self, CreateFlags, EventData, EventFlags};
use rustix::event::{PollFd, PollFlags, Timespec};

use super::state::{Master, Running, State};
use crate::config::Pm;
use crate::log::DEBUG;
use crate::scoreboard::clock;

/// Microseconds between two looks at the number of idle children.
const MAINTENANCE: u64 = 1_000_000;
/// The shortest time between two looks at the time that requests take.
const MIN_HEARTBEAT: u64 = 130_000;

/// Watches the sockets of pools that have children on demand only: each connection is reported once.
pub(super) fn watch_connections(pools: &[Running]) -> io::Result<OwnedFd> {
    let epoll = epoll::create(CreateFlags::CLOEXEC)?;
    for (index, pool) in pools.iter().enumerate().filter(|(_, pool)| pool.config.manager() == Pm::Ondemand) {
        epoll::add(&epoll, &*pool.socket, EventData::new_u64(index as u64), EventFlags::IN | EventFlags::ET)?;
    }
    Ok(epoll)
}

/// Whose pipe has something in it.
#[derive(Clone, Copy)]
enum Writer {
    Child { pool: usize, pid: i32, stdout: bool },
    Command(i32),
}

impl Master {
    /// Runs until the end; gives the exit status.
    pub(super) fn run(&mut self) -> i32 {
        let heartbeat = self.heartbeat();
        self.log.notice("ready to handle connections");
        let mut now = clock();
        self.systemd.ready(&self.log, now);
        let (mut maintenance, mut requests) = (now + MAINTENANCE, now + heartbeat);
        loop {
            let servers = self.front.iter().chain(&self.queue).filter_map(|server| server.pause);
            let pauses = self.pools.iter().filter_map(|pool| pool.pause).chain(servers);
            let others = self.next_action.into_iter().chain(pauses).chain(self.next_command());
            let next = [maintenance, self.systemd.next, requests].into_iter().chain(others).min().unwrap_or(now);
            let (signals, output, connections) = self.wait(next.saturating_sub(now));
            self.read_outputs(&output);
            if signals && let Some(status) = self.take_signals() {
                return status;
            }
            if connections {
                self.take_connections();
            }
            now = clock();
            if self.next_action.is_some_and(|at| at <= now) {
                self.next_action = None;
                if let Some(status) = self.next_action() {
                    return status;
                }
            }
            if requests <= now {
                requests = now + heartbeat;
                self.check_requests(now);
            }
            if maintenance <= now {
                maintenance = now + MAINTENANCE;
                self.end_drained(now);
                if self.state == State::Normal {
                    self.maintain(now);
                    self.recycle(now);
                }
            }
            self.resume(now);
            self.resume_servers(now);
            self.tend_commands(now);
            if self.systemd.next <= now {
                let mut counts = [0; 4];
                for totals in self.pools.iter().map(|pool| pool.board.totals()) {
                    for (sum, count) in counts.iter_mut().zip([totals.active, totals.idle, totals.requests, totals.slow]) {
                        *sum += count;
                    }
                }
                self.systemd.report(&self.log, now, counts);
            }
        }
    }

    /// How often requests are looked at; never, if nobody asks for it.
    fn heartbeat(&self) -> u64 {
        let timeouts = |pool: &Running| [pool.config.request_terminate_timeout, pool.config.request_slowlog_timeout];
        let shortest = self.pools.iter().flat_map(timeouts).filter(|seconds| *seconds > 0).min();
        shortest.map_or(u64::MAX / 4, |seconds| (u64::from(seconds.unsigned_abs()) * 1_000_000 / 3).max(MIN_HEARTBEAT))
    }

    /// Waits at most so many microseconds. Whether there are signals, who has written something, and whether there are connections.
    fn wait(&self, micros: u64) -> (bool, Vec<Writer>, bool) {
        let mut fds = vec![PollFd::new(&self.signals, PollFlags::IN), PollFd::new(&self.connections, PollFlags::IN)];
        let mut owners = Vec::new();
        for (index, pool) in self.pools.iter().enumerate() {
            for child in &pool.children {
                for (stdout, pipe) in [(true, &child.output.stdout), (false, &child.output.stderr)] {
                    if let Some(pipe) = pipe {
                        fds.push(PollFd::new(pipe, PollFlags::IN));
                        owners.push(Writer::Child { pool: index, pid: child.pid, stdout });
                    }
                }
            }
        }
        for (pid, pipe) in self.commands.outputs() {
            fds.push(PollFd::new(pipe, PollFlags::IN));
            owners.push(Writer::Command(pid));
        }
        let micros = micros.min(3_600_000_000);
        let limit = Timespec { tv_sec: (micros / 1_000_000).cast_signed(), tv_nsec: (micros % 1_000_000 * 1000).cast_signed() };
        if rustix::event::poll(&mut fds, Some(&limit)).is_err() {
            return (false, Vec::new(), false);
        }
        let ready = |fd: &PollFd<'_>| !fd.revents().is_empty();
        let output = fds[2..].iter().zip(&owners).filter(|(fd, _)| ready(fd)).map(|(_, owner)| *owner).collect();
        (ready(&fds[0]), output, ready(&fds[1]))
    }

    fn take_connections(&mut self) {
        let mut events = Vec::with_capacity(64);
        let limit = Timespec { tv_sec: 0, tv_nsec: 0 };
        let got = epoll::wait(&self.connections, rustix::buffer::spare_capacity(&mut events), Some(&limit));
        if got.is_err() {
            return;
        }
        for event in events {
            if self.state == State::Normal {
                self.connection_waits(event.data.u64() as usize);
            }
        }
    }

    fn read_outputs(&mut self, output: &[Writer]) {
        for writer in output {
            match *writer {
                Writer::Child { pool, pid, stdout } => {
                    let pool = &mut self.pools[pool];
                    if let Some(child) = pool.children.iter_mut().find(|child| child.pid == pid) {
                        child.read_output(&self.log, &pool.config.name, stdout);
                    }
                }
                Writer::Command(pid) => self.commands.read_output(pid, &self.log),
            }
        }
    }

    pub(super) fn is_debug(&self) -> bool {
        self.log.level() == DEBUG
    }
}
