//! The allocator of what is no value of a program: mimalloc, and when its memory gets pages and loses them. A first touch of a page stops the thread for as long
//! as some thousand instructions take, which short programs feel.

use std::mem::MaybeUninit;

/// Extensions make many small blocks that live shortly, which it is faster with than the system's.
pub use mimalloc::MiMalloc as Allocator;

/// Bytes of a page, at least.
const PAGE: usize = 4096;
/// `mi_option_purge_delay` of mimalloc.h, which the bindings leave out.
const PURGE_DELAY: libmimalloc_sys::mi_option_t = 15;

/// The calling thread is about to allocate so many bytes in pieces: they get their pages at once instead of one by one.
pub fn expect_allocations(bytes: usize) {
    // What is freed last is given out next.
    let mut block: Vec<u8> = Vec::with_capacity(bytes);
    populate(block.spare_capacity_mut());
}

/// Gives memory its pages. What is in it stays; systems before Linux 5.14 do nothing.
fn populate(memory: &mut [MaybeUninit<u8>]) {
    let skipped = memory.as_ptr().align_offset(PAGE);
    let Some(whole) = memory.get_mut(skipped..) else { return };
    let length = whole.len() / PAGE * PAGE;
    // SAFETY: whole pages of memory that the caller may write to. The advice changes no byte of them; a refusal changes nothing.
    unsafe { libc::madvise(whole.as_mut_ptr().cast(), length, libc::MADV_POPULATE_WRITE) };
}

/// Pages of freed memory stay with the process for so many milliseconds, where they would be given back after ten.
pub fn keep_freed_memory(milliseconds: i32) {
    // SAFETY: a number of the allocator's own, which any thread may set at any time.
    unsafe { libmimalloc_sys::mi_option_set(PURGE_DELAY, milliseconds.into()) };
}

#[cfg(test)]
mod tests {
    /// Its number is an agreement with a library.
    #[test]
    fn the_delay_is_what_it_is_taken_for() {
        // SAFETY: plain numbers.
        let delay = || unsafe { libmimalloc_sys::mi_option_get(super::PURGE_DELAY) };
        assert_eq!(delay(), 10);
        super::keep_freed_memory(1000);
        assert_eq!(delay(), 1000);
    }
}
