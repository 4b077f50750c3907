//! A guard against running out of native stack, used wherever PHP input decides how deep we recurse: parser, compiler, comparison,
//! `var_dump`, serializers, nested calls from builtins.

use std::cell::Cell;

thread_local! {
    static LIMIT: Cell<usize> = const { Cell::new(0) };
}

/// Address of a local of the caller, good enough to measure how much stack is in use.
#[inline(always)]
fn here() -> usize {
    let marker = 0u8;
    std::ptr::from_ref(std::hint::black_box(&marker)).addr()
}

/// Declares that the current thread may use about `bytes` more stack, counted from this call. Returns the limit that was in force.
pub fn set_remaining(bytes: usize) -> usize {
    LIMIT.replace(here().saturating_sub(bytes))
}

/// Puts back what [`set_remaining`] returned, or installs the limit of another native stack (fibers).
pub fn set_limit(limit: usize) -> usize {
    LIMIT.replace(limit)
}

/// The address that the stack of the current thread is not to go below: 0 without a limit.
#[inline]
pub fn limit() -> usize {
    LIMIT.get()
}

/// True when recursing further would risk the native stack. A thread that never called [`set_remaining`] has no limit.
#[inline]
pub fn exhausted() -> bool {
    here() < LIMIT.get()
}
