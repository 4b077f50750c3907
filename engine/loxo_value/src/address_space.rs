//! Reservations of address space: memory is only used where it is touched.

use std::sync::atomic::{AtomicBool, Ordering};

/// See [`process_ends`].
static PROCESS_ENDS: AtomicBool = AtomicBool::new(false);

/// The process is about to end: what threads have reserved goes with it, and nobody gives it back before.
pub fn process_ends() {
    PROCESS_ENDS.store(true, Ordering::Relaxed);
}

pub(crate) fn is_process_ending() -> bool {
    PROCESS_ENDS.load(Ordering::Relaxed)
}

/// Address space without memory; `None`: the system has no address space left.
pub(crate) fn reserve(size: usize) -> Option<*mut u8> {
    // SAFETY: an anonymous private mapping with no demands on its address.
    let base = unsafe {
        libc::mmap(
            std::ptr::null_mut(),
            size,
            libc::PROT_READ | libc::PROT_WRITE,
            libc::MAP_PRIVATE | libc::MAP_ANONYMOUS | libc::MAP_NORESERVE,
            -1,
            0,
        )
    };
    (base != libc::MAP_FAILED).then_some(base.cast())
}

/// Gives address space back.
pub(crate) fn unmap(base: *mut u8, size: usize) {
    // SAFETY: callers pass what [`reserve`] has given them, which nobody uses any more.
    unsafe { libc::munmap(base.cast(), size) };
}
