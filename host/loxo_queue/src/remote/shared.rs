//! What the threads of a server in front of a store have in common.

use std::collections::HashMap;
use std::net::TcpStream;
use std::os::fd::OwnedFd;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

use rustix::event::{EventfdFlags, PollFd, PollFlags, Timespec, eventfd, poll};

use super::nats::Nats;
use super::redis::Redis;
use super::{Engine, Session, StoreAddress};
use crate::server::Options;
use crate::stats::{Counts, QueueFigures};
use crate::store::{Result, StoreError};

/// So many connections to the store are kept for the next clients.
pub(super) const KEPT: usize = 64;

enum Store {
    Redis(Arc<Redis>),
    Nats(Arc<Nats>),
}

/// What the threads have in common.
pub(super) struct Shared {
    pub options: Options,
    store: Store,
    idle: Mutex<Vec<Box<dyn Session>>>,
    counts: Mutex<Counts>,
    /// How many clients wait for an item of each queue.
    waiters: Mutex<HashMap<Vec<u8>, u64>>,
    pub connected: AtomicUsize,
    /// The sockets of clients, which end when the server does.
    pub sockets: Mutex<HashMap<u64, TcpStream>>,
    /// Written to when a client stops the server.
    pub stop_file: OwnedFd,
    pub is_stopping: Mutex<bool>,
    pub stopping: Condvar,
}

/// What a thread that panicked has left is as good as before: it holds these for single changes.
pub(super) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Shared {
    pub fn new(address: StoreAddress, options: Options) -> Result<Shared> {
        let store = match address.engine {
            Engine::Redis => Store::Redis(Arc::new(Redis::new(address, &options)?)),
            Engine::Nats => Store::Nats(Arc::new(Nats::new(address, &options))),
        };
        let stop_file = eventfd(0, EventfdFlags::CLOEXEC).map_err(|error| StoreError::new(format!("no eventfd: {error}")))?;
        Ok(Shared {
            options,
            store,
            idle: Mutex::default(),
            counts: Mutex::new(Counts::new()),
            waiters: Mutex::default(),
            connected: AtomicUsize::new(0),
            sockets: Mutex::default(),
            stop_file,
            is_stopping: Mutex::new(false),
            stopping: Condvar::new(),
        })
    }

    pub fn counts(&self) -> MutexGuard<'_, Counts> {
        lock(&self.counts)
    }

    /// A connection to the store.
    pub fn session(&self) -> Box<dyn Session> {
        if let Some(session) = lock(&self.idle).pop() {
            return session;
        }
        match &self.store {
            Store::Redis(redis) => Box::new(redis.session()),
            Store::Nats(nats) => Box::new(nats.session()),
        }
    }

    /// The next client may have it.
    pub fn give_back(&self, session: Box<dyn Session>) {
        let mut idle = lock(&self.idle);
        if idle.len() < KEPT {
            idle.push(session);
        }
    }

    /// Somebody waits for an item of a queue, or does so no more.
    pub fn count_waiter(&self, name: &[u8], waits: bool) {
        let mut waiters = lock(&self.waiters);
        let count = waiters.entry(name.to_vec()).or_default();
        *count = if waits { *count + 1 } else { count.saturating_sub(1) };
        if *count == 0 {
            waiters.remove(name);
        }
    }

    /// What there is, with who waits here.
    pub fn figures(&self, session: &mut dyn Session) -> Result<Vec<QueueFigures>> {
        let mut queues = session.queues()?;
        let waiters = lock(&self.waiters);
        for queue in &mut queues {
            queue.waiters = waiters.get(&queue.name).copied().unwrap_or(0);
        }
        queues.sort_by(|one, other| one.name.cmp(&other.name));
        Ok(queues)
    }

    pub fn connected(&self) -> usize {
        self.connected.load(Ordering::Relaxed)
    }

    pub fn stop(&self) {
        // The count of an eventfd that was just made is far from its end.
        let _ = rustix::io::write(&self.stop_file, &1u64.to_ne_bytes());
    }
}

/// The client has ended the connection, perhaps behind requests that were not read, or the server does.
pub(super) fn is_gone(socket: &TcpStream) -> bool {
    let mut watched = [PollFd::new(socket, PollFlags::RDHUP)];
    matches!(poll(&mut watched, Some(&Timespec { tv_sec: 0, tv_nsec: 0 })), Ok(1..))
}
