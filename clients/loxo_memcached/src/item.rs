//! The items that servers send, and how far the fetching from a server is.

use std::collections::VecDeque;

/// An item of a server.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Item {
    pub key: Vec<u8>,
    pub value: Vec<u8>,
    pub flags: u32,
    /// 0 if it was not asked for.
    pub cas: u64,
}

/// What is still to come from a server.
#[derive(Default)]
pub(crate) struct Fetching {
    /// Portions of keys that were not asked for yet.
    pub(crate) later: VecDeque<Vec<Vec<u8>>>,
    /// An answer is being read.
    pub(crate) active: bool,
    /// The answers owed from before have been read.
    pub(crate) settled: bool,
    pub(crate) with_cas: bool,
}

impl Fetching {
    pub fn pending(&self) -> bool {
        self.active || !self.later.is_empty()
    }
}
