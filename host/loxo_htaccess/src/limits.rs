//! What the evaluation of one request may cost. Whoever meets a bound goes on with nothing, and the request becomes an error: a rule that was not
//! carried out could be the one that keeps somebody out.
//!
//! The counts belong to a thread, as an evaluation runs on one from its start to its end.

use std::cell::{Cell, RefCell};

/// Bytes of all texts that the rules make, those that they throw away included: variables that grow from themselves double with each rule.
const TEXTS: usize = 128 << 20;

thread_local! {
    static LEFT: Cell<usize> = const { Cell::new(TEXTS) };
    static EXCEEDED: RefCell<Option<String>> = const { RefCell::new(None) };
}

/// An evaluation begins.
pub(crate) fn begin() {
    LEFT.set(TEXTS);
    EXCEEDED.set(None);
}

/// Counts a text of so many bytes. False: that is too much, and the text must not be used.
pub(crate) fn may_make(bytes: usize) -> bool {
    let left = LEFT.get().checked_sub(bytes);
    LEFT.set(left.unwrap_or(0));
    if left.is_none() {
        exceed(|| format!("the rules make texts of more than {} MiB", TEXTS >> 20));
    }
    left.is_some()
}

/// A bound is reached; the first one is reported.
pub(crate) fn exceed(message: impl FnOnce() -> String) {
    EXCEEDED.with_borrow_mut(|known| {
        known.get_or_insert_with(message);
    });
}

/// Which bound was reached since the evaluation began.
pub(crate) fn exceeded() -> Option<String> {
    EXCEEDED.with_borrow(Clone::clone)
}
