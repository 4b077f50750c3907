//! What libxml2 has allocated on this thread.

use std::alloc::{Layout, alloc, dealloc, realloc};
use std::cell::Cell;
use std::ffi::{CStr, c_char, c_void};

use crate::raw;

thread_local! {
    static USED: Cell<isize> = const { Cell::new(0) };
}

/// Bytes that libxml2 has allocated on this thread and not freed.
pub fn used() -> usize {
    usize::try_from(USED.get()).unwrap_or(0)
}

/// In front of a block stands how long the whole is, since whoever frees it does not say.
const HEAD: usize = 16;

/// Of a whole with space for `size` bytes.
fn whole(size: usize) -> Option<Layout> {
    Layout::from_size_align(size.checked_add(HEAD)?, HEAD).ok()
}

fn count(bytes: isize) {
    let _ = USED.try_with(|used| used.set(used.get() + bytes));
}

/// The whole that a block is in.
///
/// # Safety
/// The block is one of `counted_malloc`'s that is alive.
unsafe fn whole_of(block: *mut c_void) -> (*mut u8, Layout) {
    // SAFETY: by the contract: the length was written there, and made a layout then.
    unsafe {
        let start = block.cast::<u8>().sub(HEAD);
        (start, Layout::from_size_align_unchecked(*start.cast::<usize>(), HEAD))
    }
}

unsafe extern "C" fn counted_free(block: *mut c_void) {
    if block.is_null() {
        return;
    }
    // SAFETY: libxml2 frees blocks that it got from the functions below.
    unsafe {
        let (start, layout) = whole_of(block);
        count(-(layout.size() as isize));
        dealloc(start, layout);
    }
}

unsafe extern "C" fn counted_malloc(size: usize) -> *mut c_void {
    let Some(layout) = whole(size) else { return std::ptr::null_mut() };
    // SAFETY: the whole is new and longer than its head.
    unsafe {
        let start = alloc(layout);
        if start.is_null() {
            return std::ptr::null_mut();
        }
        *start.cast::<usize>() = layout.size();
        count(layout.size() as isize);
        start.add(HEAD).cast()
    }
}

unsafe extern "C" fn counted_realloc(block: *mut c_void, size: usize) -> *mut c_void {
    if block.is_null() {
        // SAFETY: it asks for nothing.
        return unsafe { counted_malloc(size) };
    }
    let Some(new) = whole(size) else { return std::ptr::null_mut() };
    // SAFETY: as in `counted_free`. Where there is no new block the old one stays.
    unsafe {
        let (start, old) = whole_of(block);
        let start = realloc(start, old, new.size());
        if start.is_null() {
            return std::ptr::null_mut();
        }
        *start.cast::<usize>() = new.size();
        count(new.size() as isize - old.size() as isize);
        start.add(HEAD).cast()
    }
}

unsafe extern "C" fn counted_strdup(text: *const c_char) -> *mut c_char {
    // SAFETY: the text ends in NUL; the block is new and as long.
    unsafe {
        let text = CStr::from_ptr(text).to_bytes_with_nul();
        let block = counted_malloc(text.len()).cast::<u8>();
        if !block.is_null() {
            std::ptr::copy_nonoverlapping(text.as_ptr(), block, text.len());
        }
        block.cast()
    }
}

/// Makes libxml2 use these. Before anything else of it.
pub(crate) fn set_up() {
    // SAFETY: nothing was allocated yet; the functions live for ever.
    unsafe {
        raw::xmlMemSetup(Some(counted_free), Some(counted_malloc), Some(counted_realloc), Some(counted_strdup));
    }
}
