//! The end of an array.

use super::table::{bucket_at, free_block, next_counted, value_at};
use super::{ArrayHeader, FLAG_COUNTED_KEYS, FLAG_HASH, iter};
use crate::{Value, heap};
use std::mem::ManuallyDrop;
use std::ptr::NonNull;

/// An array that nothing reaches leaves the register of walks and gives up its keys: gives the first of its values that is counted, if there is one.
///
/// # Safety
/// `h` is a live header whose last count is given up. If there is such a value, [`drop_values`] comes next; then [`free`].
#[inline(always)]
pub(crate) unsafe fn leave(h: *mut ArrayHeader) -> Option<usize> {
    // SAFETY: a table holds `used` values or buckets, and a bucket with a hash owns a string.
    unsafe {
        if (*h).iters != 0 {
            forget_walks(h);
        }
        let used = (*h).used as usize;
        if (*h).flags & FLAG_HASH == 0 {
            return next_counted(value_at(h, 0), 0, used);
        }
        if (*h).flags & FLAG_COUNTED_KEYS != 0 {
            drop_keys(h);
        }
        (0..used).find(|&i| (*bucket_at(h, i as u32)).value.flags() != 0)
    }
}

#[inline(never)]
unsafe fn drop_keys(h: *mut ArrayHeader) {
    // SAFETY: a bucket with a hash owns a string, which nobody looks at any more.
    unsafe {
        for i in 0..(*h).used {
            let b = bucket_at(h, i);
            if (*b).hash != 0 {
                ManuallyDrop::drop(&mut (*b).key.str);
            }
        }
    }
}

#[cold]
#[inline(never)]
fn forget_walks(h: *mut ArrayHeader) {
    iter::forget(h);
}

/// Drops the values, from `first` on, of an array whose keys are given up.
///
/// # Safety
/// As for [`leave`], which comes first and gives `first`.
#[inline(always)]
pub(crate) unsafe fn drop_values(h: *mut ArrayHeader, first: usize) {
    // SAFETY: nothing reaches the table, so dropping a value cannot change it.
    unsafe {
        let used = (*h).used as usize;
        if (*h).flags & FLAG_HASH == 0 {
            let values: *mut Value = value_at(h, 0);
            let mut at = first;
            while let Some(i) = next_counted(values, at, used) {
                std::ptr::drop_in_place(values.add(i));
                at = i + 1;
            }
            return;
        }
        for i in first..used {
            std::ptr::drop_in_place(&raw mut (*bucket_at(h, i as u32)).value);
        }
    }
}

/// Frees the block and the header of an array that is emptied, or holds nothing counted.
///
/// # Safety
/// `h` is a live header that nothing reaches.
#[inline(always)]
pub(crate) unsafe fn free(h: *mut ArrayHeader) {
    // SAFETY: same contract.
    unsafe {
        free_block(h);
        heap::free_sized(NonNull::new_unchecked(h.cast()), size_of::<ArrayHeader>());
    }
}
