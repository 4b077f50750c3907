//! The end of an array.

use super::table::{bucket_at, free_block, next_counted, value_at};
use super::{ArrayHeader, FLAG_HASH, iter};
use crate::{Value, heap};
use std::mem::ManuallyDrop;
use std::ptr::NonNull;

/// An array that nothing reaches leaves the register of walks and gives up its keys. `false`: none of its values is counted.
///
/// # Safety
/// `h` is a live header whose last count is given up. If the answer is true, [`drop_values`] comes next; then [`free`].
#[inline(always)]
pub(crate) unsafe fn leave(h: *mut ArrayHeader) -> bool {
    // SAFETY: a table holds `used` values or buckets, and a bucket with a hash owns a string.
    unsafe {
        if (*h).iters != 0 {
            forget_walks(h);
        }
        let used = (*h).used as usize;
        if (*h).flags & FLAG_HASH == 0 {
            return next_counted(value_at(h, 0), 0, used).is_some();
        }
        let mut flags = 0;
        for i in 0..used {
            let b = bucket_at(h, i as u32);
            flags |= (*b).value.flags();
            if (*b).hash != 0 {
                ManuallyDrop::drop(&mut (*b).key.str);
            }
        }
        flags != 0
    }
}

#[cold]
#[inline(never)]
fn forget_walks(h: *mut ArrayHeader) {
    iter::forget(h);
}

/// Drops the values of an array whose keys are given up.
///
/// # Safety
/// As for [`leave`], which comes first.
#[inline(always)]
pub(crate) unsafe fn drop_values(h: *mut ArrayHeader) {
    // SAFETY: nothing reaches the table, so dropping a value cannot change it.
    unsafe {
        let used = (*h).used as usize;
        if (*h).flags & FLAG_HASH == 0 {
            let values: *mut Value = value_at(h, 0);
            let mut at = 0;
            while let Some(i) = next_counted(values, at, used) {
                std::ptr::drop_in_place(values.add(i));
                at = i + 1;
            }
            return;
        }
        for i in 0..used {
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
