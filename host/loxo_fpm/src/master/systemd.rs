//! What systemd hears of a service of type `notify`.

use std::os::linux::net::SocketAddrExt;
use std::os::unix::net::{SocketAddr, UnixDatagram};

use crate::log::Log;

/// Milliseconds between two messages, if nothing else is said.
const INTERVAL: i32 = 10_000;

pub(super) struct Notifier {
    socket: Option<(UnixDatagram, SocketAddr)>,
    watchdog: bool,
    /// Microseconds between two messages; 0: one when it starts, and no more.
    pub(super) interval: u64,
    pub(super) next: u64,
    requests: u64,
}

impl Notifier {
    /// `interval`: `systemd_interval`; becomes what it is in the end, in seconds.
    pub(super) fn new(interval: &mut i32, log: &Log) -> Notifier {
        let watchdog = std::env::var("WATCHDOG_USEC").ok().and_then(|text| text.parse::<i64>().ok());
        let half = watchdog.map_or(0, |micros| i32::try_from(micros / 2000).unwrap_or(i32::MAX));
        let milliseconds = if half > 1000 {
            if *interval > 0 {
                log.warning("systemd_interval option ignored");
            }
            log.notice(format!("systemd watchdog configured to {}sec", f64::from(half) / 1000.0));
            half
        } else if *interval < 0 {
            INTERVAL
        } else {
            interval.saturating_mul(1000)
        };
        *interval = milliseconds / 1000;
        let name = std::env::var("NOTIFY_SOCKET").ok().filter(|name| !name.is_empty());
        let address = name.and_then(|name| match name.strip_prefix('@') {
            Some(name) => SocketAddr::from_abstract_name(name).ok(),
            None => SocketAddr::from_pathname(&name).ok(),
        });
        let socket = address.and_then(|address| Some((UnixDatagram::unbound().ok()?, address)));
        Notifier { socket, watchdog: half > 1000, interval: milliseconds.unsigned_abs().into(), next: 0, requests: 0 }
    }

    fn send(&self, text: &str) -> bool {
        let Some((socket, address)) = &self.socket else { return true };
        socket.send_to_addr(text.as_bytes(), address).is_ok()
    }

    /// The service is there.
    pub(super) fn ready(&mut self, log: &Log, now: u64) {
        let pid = std::process::id();
        if !self.send(&format!("READY=1\nSTATUS=Ready to handle connections\nMAINPID={pid}")) {
            log.warning("failed to notify start to systemd");
        }
        match self.interval {
            0 => log.notice("systemd monitor disabled"),
            interval => log.notice(format!("systemd monitor interval set to {interval}ms")),
        }
        self.interval *= 1000;
        self.next = if self.interval == 0 { u64::MAX } else { now + self.interval };
    }

    /// Another program takes its place, with the same process number.
    pub(super) fn reloading(&self) {
        let now = rustix::time::clock_gettime(rustix::time::ClockId::Monotonic);
        let micros = i128::from(now.tv_sec) * 1_000_000 + i128::from(now.tv_nsec) / 1000;
        self.send(&format!("RELOADING=1\nMONOTONIC_USEC={micros}"));
    }

    /// It ends.
    pub(super) fn stopping(&self) {
        self.send("STOPPING=1");
    }

    /// How it goes. `counts`: active and idle children, requests, slow requests.
    pub(super) fn report(&mut self, log: &Log, now: u64, counts: [u64; 4]) {
        let [active, idle, requests, slow] = counts;
        let rate = requests.saturating_sub(self.requests) as f64 * 1e6 / self.interval as f64;
        self.requests = requests;
        self.next = now + self.interval;
        let watchdog = if self.watchdog { "WATCHDOG=1\n" } else { "" };
        let status = format!("Processes active: {active}, idle: {idle}, Requests: {requests}, slow: {slow}, Traffic: {rate:.2}req/sec");
        if !self.send(&format!("READY=1\n{watchdog}STATUS={status}")) {
            log.notice("failed to notify status to systemd");
        }
    }
}
