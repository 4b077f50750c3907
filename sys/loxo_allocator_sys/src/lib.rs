//! The allocator of what is no value of a program: mimalloc, and when its memory loses its pages.

/// Extensions make many small blocks that live shortly, which it is faster with than the system's.
pub use mimalloc::MiMalloc as Allocator;

/// `mi_option_purge_delay` of mimalloc.h, which the bindings leave out.
const PURGE_DELAY: libmimalloc_sys::mi_option_t = 15;

/// For [`keep_freed_memory`]: nothing is given back any more.
pub const FOR_EVER: i32 = -1;

/// Pages of freed memory stay with the process for so many milliseconds, where they would be given back after ten.
pub fn keep_freed_memory(milliseconds: i32) {
    // SAFETY: a number of the allocator's own, which any thread may set at any time.
    unsafe { libmimalloc_sys::mi_option_set(PURGE_DELAY, milliseconds.into()) };
}

/// All threads share what C libraries allocate from, and the few blocks of the C library itself: else each thread that takes one gets address space of its own,
/// in four calls of the system. Before there is another thread; for processes of which one thread works at a time.
pub fn share_memory_of_c() {
    // SAFETY: a setting of the C library's allocator.
    #[cfg(target_env = "gnu")]
    unsafe {
        libc::mallopt(libc::M_ARENA_MAX, 1)
    };
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
