//! libxml2's memory counts towards `memory_limit`.

use std::cell::Cell;

use loxo_libxml_sys::memory::used;
use loxo_runtime::value::heap;

thread_local! {
    /// What has been charged of it.
    static CHARGED: Cell<usize> = const { Cell::new(0) };
}

/// Differences below this are not looked at.
const STEP: usize = 64 << 10;

/// Charges what libxml2 has taken since, or gives back what it has freed. Unwinds if it is too much; nothing of libxml2's may be at work.
pub fn settle() {
    let (now, before) = (used(), CHARGED.get());
    if now.abs_diff(before) < STEP {
        return;
    }
    if now > before {
        heap::charge(now - before);
    } else {
        heap::uncharge(before - now);
    }
    CHARGED.set(now);
}

/// The end of a request: nothing is charged any more.
pub(crate) fn forget() {
    heap::uncharge(CHARGED.replace(0));
}
