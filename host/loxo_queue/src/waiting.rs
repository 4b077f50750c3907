//! Clients that wait for an item of a queue, first come, first served.

use std::collections::{BTreeSet, HashMap, VecDeque};
use std::time::Instant;

use rustc_hash::FxBuildHasher;

#[derive(Default)]
pub(crate) struct Waiters {
    by_queue: HashMap<Vec<u8>, VecDeque<u64>, FxBuildHasher>,
    by_time: BTreeSet<(Instant, u64)>,
}

impl Waiters {
    pub fn add(&mut self, name: &[u8], client: u64, until: Instant) {
        self.by_queue.entry(name.to_vec()).or_default().push_back(client);
        self.by_time.insert((until, client));
    }

    pub fn remove(&mut self, name: &[u8], client: u64, until: Instant) {
        self.by_time.remove(&(until, client));
        if let Some(clients) = self.by_queue.get_mut(name) {
            clients.retain(|other| *other != client);
            if clients.is_empty() {
                self.by_queue.remove(name);
            }
        }
    }

    /// Who has waited longest for this queue.
    pub fn first(&self, name: &[u8]) -> Option<u64> {
        self.by_queue.get(name)?.front().copied()
    }

    /// Whose time is over.
    pub fn overdue(&self, now: Instant) -> Option<u64> {
        self.by_time.first().filter(|(until, _)| *until <= now).map(|(_, client)| *client)
    }

    /// When the next one's time is over.
    pub fn next_end(&self) -> Option<Instant> {
        self.by_time.first().map(|(until, _)| *until)
    }

    pub fn count(&self, name: &[u8]) -> usize {
        self.by_queue.get(name).map_or(0, VecDeque::len)
    }

    pub fn is_empty(&self) -> bool {
        self.by_time.is_empty()
    }
}
