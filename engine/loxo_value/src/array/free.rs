//! The end of an array.

use super::{ArrayHeader, iter};
use crate::heap;
use std::ptr::NonNull;

/// Frees an array that nothing reaches.
///
/// # Safety
/// `h` is a live header whose last count is given up.
pub(crate) unsafe fn free(h: *mut ArrayHeader) {
    // SAFETY: same contract.
    unsafe {
        if (*h).iters != 0 {
            iter::forget(h);
        }
        super::drop_block(h);
        heap::free_sized(NonNull::new_unchecked(h.cast()), size_of::<ArrayHeader>());
    }
}
