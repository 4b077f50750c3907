//! The end of an array.

use super::table::{bucket_at, free_all, next_counted, value_at};
use super::{ArrayHeader, FLAG_COUNTED_KEYS, FLAG_HASH, iter};
use crate::rc::load_ahead;
use crate::{Tag, Value};
use std::mem::ManuallyDrop;

/// An array that nothing reaches leaves the register of walks and gives up its keys.
///
/// # Safety
/// `h` is a live header whose last count is given up. The values are given up next ([`for_each_counted`]), then comes [`free`].
#[inline(always)]
pub(crate) unsafe fn leave(h: *mut ArrayHeader) {
    // SAFETY: a bucket with a hash owns a string.
    unsafe {
        if (*h).iters != 0 {
            forget_walks(h);
        }
        if (*h).flags & FLAG_COUNTED_KEYS != 0 {
            drop_keys(h);
        }
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

/// Calls `give_up` for each value that has a count.
///
/// # Safety
/// `h` is a live header; `give_up` does not change the table.
#[inline(always)]
pub(crate) unsafe fn for_each_counted(h: *mut ArrayHeader, give_up: impl Fn(*mut Value)) {
    /// Packed tables of so many values are looked through several at a time: the long ones hold nothing but numbers more often than not.
    const LONG: usize = 16;
    /// What so many values hold is likely to lie in memory that has to be loaded.
    const SCATTERED: usize = 64;
    // SAFETY: a table holds `used` values or buckets, and a bucket begins with its value.
    unsafe {
        let used = (*h).used as usize;
        let mut at: *mut Value = value_at(h, 0);
        let (end, step) = if (*h).flags & FLAG_HASH != 0 { (bucket_at(h, (*h).used).cast(), 2) } else { (at.add(used), 1) };
        if step == 1 && used >= LONG {
            match next_counted(at, 0, used) {
                Some(first) => at = at.add(first),
                None => return,
            }
        }
        if used >= SCATTERED {
            at = most_of_scattered(at, end, step, &give_up);
        }
        while at != end {
            if (*at).is_refcounted() {
                give_up(at);
            }
            at = at.add(step);
        }
    }
}

/// [`for_each_counted`] for all values of a long table but the last ones, with what goes next loaded ahead. Gives the place of the first that is left.
///
/// # Safety
/// As there: values lie from `at` to `end`, each `step` values behind the one before.
#[inline(never)]
unsafe fn most_of_scattered(mut at: *mut Value, end: *mut Value, step: usize, give_up: &impl Fn(*mut Value)) -> *mut Value {
    /// So many values lie between loading a header, loading the elements of an array, and giving it up.
    const AHEAD: usize = 4;
    // SAFETY: as the caller promises.
    unsafe {
        let last = at.add(step * ((end.offset_from_unsigned(at) / step).saturating_sub(2 * AHEAD)));
        while at < last {
            load(at.add(2 * AHEAD * step), at.add(AHEAD * step));
            if (*at).is_refcounted() {
                give_up(at);
            }
            at = at.add(step);
        }
        at
    }
}

/// Has what a value holds loaded, and the elements of an array whose header was.
#[inline(always)]
unsafe fn load(value: *const Value, array: *const Value) {
    // SAFETY: the caller passes live values.
    unsafe {
        if (*value).is_refcounted() {
            load_ahead((*value).header());
        }
        if (*array).tag() == Tag::Array {
            load_ahead((*(*array).header().cast::<ArrayHeader>()).data);
        }
    }
}

/// Frees the block and the header of an array that is emptied.
///
/// # Safety
/// `h` is a live header that nothing reaches.
#[inline(always)]
pub(crate) unsafe fn free(h: *mut ArrayHeader) {
    // SAFETY: same contract.
    unsafe { free_all(h) }
}
