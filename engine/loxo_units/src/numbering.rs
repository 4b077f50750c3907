//! Process-wide numbers: inline caches, and the static variables of functions.

use std::sync::atomic::{AtomicU32, Ordering};

use loxo_bytecode::NONE;

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

/// So many numbers of inline caches in a row, and the first of them; `None`: there are no more.
pub fn reserve_caches(count: u32) -> Option<u32> {
    let first = CACHES.fetch_add(count, Ordering::AcqRel);
    if first.checked_add(count).is_some_and(|end| end < NONE) {
        return Some(first);
    }
    CACHES.fetch_sub(count, Ordering::AcqRel);
    None
}
