//! What libxml2 has allocated on this thread.

use std::cell::Cell;
use std::ffi::{c_char, c_void};

use crate::raw;

unsafe extern "C" {
    fn malloc(size: usize) -> *mut c_void;
    fn realloc(block: *mut c_void, size: usize) -> *mut c_void;
    fn free(block: *mut c_void);
    fn strdup(text: *const c_char) -> *mut c_char;
    fn malloc_usable_size(block: *mut c_void) -> usize;
}

thread_local! {
    static USED: Cell<isize> = const { Cell::new(0) };
}

/// Bytes that libxml2 has allocated on this thread and not freed.
pub fn used() -> usize {
    usize::try_from(USED.get()).unwrap_or(0)
}

/// # Safety
/// The block is null or one of `malloc`'s that is alive.
unsafe fn count(block: *mut c_void, sign: isize) {
    if !block.is_null() {
        // SAFETY: by the contract.
        let size = unsafe { malloc_usable_size(block) };
        let _ = USED.try_with(|used| used.set(used.get() + sign * size as isize));
    }
}

unsafe extern "C" fn counted_free(block: *mut c_void) {
    // SAFETY: libxml2 frees blocks that it got from the functions below, or null.
    unsafe {
        count(block, -1);
        free(block);
    }
}

unsafe extern "C" fn counted_malloc(size: usize) -> *mut c_void {
    // SAFETY: the block is new.
    unsafe {
        let block = malloc(size);
        count(block, 1);
        block
    }
}

unsafe extern "C" fn counted_realloc(block: *mut c_void, size: usize) -> *mut c_void {
    // SAFETY: as in `counted_free`. Where there is no new block the old one stays.
    unsafe {
        count(block, -1);
        let new = realloc(block, size);
        count(if new.is_null() { block } else { new }, 1);
        new
    }
}

unsafe extern "C" fn counted_strdup(text: *const c_char) -> *mut c_char {
    // SAFETY: the text ends in NUL; the block is new.
    unsafe {
        let block = strdup(text);
        count(block.cast(), 1);
        block
    }
}

/// Makes libxml2 use these. Before anything else of it.
pub(crate) fn set_up() {
    // SAFETY: nothing was allocated yet; the functions live for ever.
    unsafe {
        raw::xmlMemSetup(Some(counted_free), Some(counted_malloc), Some(counted_realloc), Some(counted_strdup));
    }
}
