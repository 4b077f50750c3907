//! Process-wide numbers: inline caches, and the static variables of functions.

use std::sync::atomic::{AtomicU32, Ordering};

use loxo_bytecode::NONE;

use crate::Vm;
use crate::access::lookup_cache::InlineCache;

/// Inline caches are numbered in the whole process; 0 is never used as a cache.
static CACHES: AtomicU32 = AtomicU32::new(1);

static STATICS: AtomicU32 = AtomicU32::new(0);

/// How many inline cache entries a thread needs.
pub fn cache_count() -> usize {
    CACHES.load(Ordering::Acquire) as usize
}

/// A fresh request slot for a function's static variables.
pub fn new_statics() -> u32 {
    STATICS.fetch_add(1, Ordering::Relaxed)
}

pub(crate) fn reserve_caches(count: u32) -> Option<u32> {
    let first = CACHES.fetch_add(count, Ordering::AcqRel);
    if first.checked_add(count).is_some_and(|end| end < NONE) {
        return Some(first);
    }
    CACHES.fetch_sub(count, Ordering::AcqRel);
    None
}

impl Vm {
    /// Makes the inline cache table as large as the process needs by now.
    pub fn grow_caches(&mut self) {
        let wanted = crate::code::numbering::cache_count() + 1024;
        if self.cache_table.len() < crate::code::numbering::cache_count() {
            self.cache_table.resize(wanted, InlineCache::default());
            self.caches = self.cache_table.as_mut_ptr();
        }
    }
}
