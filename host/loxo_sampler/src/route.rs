//! Which requests are summed up together, and what is known of those that have ended.

use std::time::Instant;

#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Route {
    pub site: Box<[u8]>,
    /// The folder that was served, without links.
    pub release: Box<[u8]>,
    pub script: Box<[u8]>,
}

impl Route {
    #[inline]
    pub(crate) fn is_of(&self, about: &About<'_>) -> bool {
        *self.script == *about.script && *self.release == *about.release && *self.site == *about.site
    }
}

/// Requests that have ended. Memory is in bytes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    pub requests: u64,
    pub wall_ns: u64,
    pub slowest_ns: u64,
    pub peak_memory: u64,
}

impl Counts {
    #[inline]
    pub fn add(&mut self, other: &Counts) {
        self.requests = self.requests.saturating_add(other.requests);
        self.wall_ns = self.wall_ns.saturating_add(other.wall_ns);
        self.slowest_ns = self.slowest_ns.max(other.slowest_ns);
        self.peak_memory = self.peak_memory.max(other.peak_memory);
    }
}

/// What is known of a request from its beginning.
#[derive(Clone, Copy)]
pub struct About<'a> {
    pub site: &'a [u8],
    /// The folder that is served, without links: its release.
    pub release: &'a [u8],
    pub script: &'a [u8],
    pub method: &'a [u8],
    pub target: &'a [u8],
    pub began: Instant,
    /// What asks for a trace: the header `X-Loxo-Trace`, and the cookies. Nobody looks unless [`Recorder::reads_tickets`](crate::Recorder::reads_tickets).
    pub ticket: Option<&'a [u8]>,
    pub cookie: Option<&'a [u8]>,
}

/// Milliseconds since 1970.
pub fn now_ms() -> u64 {
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    now.map_or(0, |time| u64::try_from(time.as_millis()).unwrap_or(u64::MAX))
}
