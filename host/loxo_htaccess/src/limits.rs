//! What reading one file and evaluating one request may cost. A file beyond its bound is an error. In an evaluation, whoever meets a bound goes on
//! with nothing, and the request becomes an error: a rule that was not carried out could be the one that keeps somebody out.
//!
//! The counts belong to a thread, as reading and evaluation each run on one from start to end.

use std::cell::{Cell, RefCell};

/// Bytes of all texts that the rules make, those that they throw away included: variables that grow from themselves double with each rule.
const TEXTS: usize = 128 << 20;
/// Bytes of all compiled expressions of a file: a short one that repeats groups becomes 64 KiB.
const EXPRESSIONS: usize = 128 << 20;

thread_local! {
    static LEFT: Cell<usize> = const { Cell::new(TEXTS) };
    static LEFT_FOR_EXPRESSIONS: Cell<usize> = const { Cell::new(EXPRESSIONS) };
    static EXCEEDED: RefCell<Option<String>> = const { RefCell::new(None) };
}

/// Reading a file begins.
pub(crate) fn begin_file() {
    LEFT_FOR_EXPRESSIONS.set(EXPRESSIONS);
}

/// Counts a compiled expression of so many bytes. The error says that the file's take too much.
pub(crate) fn count_expression(bytes: usize) -> Result<(), String> {
    let left = LEFT_FOR_EXPRESSIONS.get().checked_sub(bytes);
    let left = left.ok_or_else(|| format!("the file's expressions take more than {} MiB", EXPRESSIONS >> 20))?;
    LEFT_FOR_EXPRESSIONS.set(left);
    Ok(())
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
