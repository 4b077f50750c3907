//! What a child waits for: connections to the pool's socket, and the signal that asks it to end.

use std::io;
use std::net::IpAddr;
use std::os::fd::{AsFd, OwnedFd};
use std::sync::Arc;

use loxo_process_sys::SignalFile;
use rustix::event::epoll::{self, CreateFlags, EventData, EventFlags};
use rustix::event::{PollFd, PollFlags, Timespec};
use rustix::net::SocketFlags;

use super::connection::Connection;
use super::stop::Stop;
use crate::log::Log;
use crate::scoreboard::Own;

/// How long a client may say nothing after it has connected.
const PATIENCE: Timespec = Timespec { tv_sec: 5, tv_nsec: 0 };

const CONNECTION: u64 = 0;

pub(super) struct Listener {
    socket: OwnedFd,
    epoll: OwnedFd,
    quit: SignalFile,
    stop: Arc<Stop>,
    /// Which of the child's workers waits here.
    worker: usize,
    /// `None`: all may connect.
    clients: Option<Vec<IpAddr>>,
}

/// Addresses of `listen.allowed_clients`.
fn allowed(list: &str, log: &Log) -> Vec<IpAddr> {
    let mut addresses = Vec::new();
    for text in list.split(',').map(str::trim).filter(|text| !text.is_empty()) {
        match text.parse::<IpAddr>() {
            Ok(address) => addresses.push(address.to_canonical()),
            Err(_) => log.error(format!("Wrong IP address '{text}' in listen.allowed_clients")),
        }
    }
    if addresses.is_empty() {
        log.error("There are no allowed addresses");
    }
    addresses
}

impl Listener {
    pub(super) fn new(socket: OwnedFd, clients: Option<&str>, log: &Log, stop: Arc<Stop>, worker: usize) -> io::Result<Listener> {
        let quit = Stop::signal()?;
        let epoll = epoll::create(CreateFlags::CLOEXEC)?;
        // Of all children that wait, one wakes up for a connection.
        epoll::add(&epoll, &socket, EventData::new_u64(CONNECTION), EventFlags::IN | EventFlags::EXCLUSIVE)?;
        epoll::add(&epoll, &quit, EventData::new_u64(CONNECTION + 1), EventFlags::IN)?;
        let clients = clients.filter(|list| !list.is_empty()).map(|list| allowed(list, log));
        Ok(Listener { socket, epoll, quit, stop, worker, clients })
    }

    /// The next connection on which something has arrived. `None`: the child is to end.
    pub(super) fn accept(&self, own: &Own, log: &Log) -> Option<Connection> {
        loop {
            own.accepting();
            let (fd, client) = self.connection(log)?;
            if !readable(&fd, Some(&PATIENCE)) {
                continue;
            }
            own.reading_headers();
            return Some(Connection::new(fd, client));
        }
    }

    fn connection(&self, log: &Log) -> Option<(OwnedFd, Option<IpAddr>)> {
        loop {
            // Who connects now is for those that come after.
            if self.asked_to_end() {
                return None;
            }
            match rustix::net::acceptfrom_with(&self.socket, SocketFlags::CLOEXEC) {
                Ok((fd, address)) => {
                    let ip = address.and_then(|address| std::net::SocketAddr::try_from(address).ok()).map(|address| address.ip());
                    let known = |ip: &IpAddr| self.clients.as_ref().is_none_or(|all| all.contains(&ip.to_canonical()));
                    match ip.filter(|ip| !known(ip)) {
                        Some(ip) => {
                            log.error(format!("Connection disallowed: IP address '{ip}' has been dropped."));
                            continue;
                        }
                        None => return Some((fd, ip.map(|ip| ip.to_canonical()))),
                    }
                }
                Err(rustix::io::Errno::AGAIN | rustix::io::Errno::INTR | rustix::io::Errno::CONNABORTED) => {}
                Err(_) => return None,
            }
            let mut events = Vec::with_capacity(2);
            match epoll::wait(&self.epoll, rustix::buffer::spare_capacity(&mut events), None) {
                Ok(_) | Err(rustix::io::Errno::INTR) => {}
                Err(_) => return None,
            }
        }
    }

    /// The signal stays: it is looked at, not taken.
    fn asked_to_end(&self) -> bool {
        readable(&self.quit, Some(&Timespec { tv_sec: 0, tv_nsec: 0 }))
    }

    /// Waits for another request on a connection that is kept open. False: there will be none.
    pub(super) fn wait_for_next(&self, connection: &mut Connection) -> bool {
        if connection.has_more() {
            return !self.stop.is_asked();
        }
        let Some(socket) = connection.socket().cloned() else { return false };
        self.stop.unless_asked(self.worker, &socket, || connection.fill()).unwrap_or(false)
    }
}

/// Has something arrived before the time is up?
fn readable(fd: &impl AsFd, limit: Option<&Timespec>) -> bool {
    let mut fds = [PollFd::new(fd, PollFlags::IN)];
    loop {
        match rustix::event::poll(&mut fds, limit) {
            Ok(count) => return count > 0 && fds[0].revents().contains(PollFlags::IN),
            Err(rustix::io::Errno::INTR) => {}
            Err(_) => return false,
        }
    }
}
