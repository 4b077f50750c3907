//! Direct access to value slots for the fast paths: reads and writes of payload and type word without counting.
//!
//! Layout facts come from [`Value`] (it is `#[repr(C)]`: content at 0, tag at 8, flags at 9, a bit that is always set at 10, `aux` at 12).
// What the pointers must be is said once, below.
#![allow(clippy::missing_safety_doc)]

use crate::{COLLECTABLE, IMMORTAL, KNOWN_TO_COLLECTOR, ObjHeader, RcHeader, RefHeader, Tag, Value};

pub const UNDEF: u8 = Tag::Undef as u8;
pub const NULL: u8 = Tag::Null as u8;
pub const FALSE: u8 = Tag::False as u8;
pub const TRUE: u8 = Tag::True as u8;
pub const INT: u8 = Tag::Int as u8;
pub const FLOAT: u8 = Tag::Float as u8;
pub const STRING: u8 = Tag::String as u8;
pub const ARRAY: u8 = Tag::Array as u8;
pub const OBJECT: u8 = Tag::Object as u8;
pub const REFERENCE: u8 = Tag::Reference as u8;

const _: () = assert!(size_of::<Value>() == 16);

// SAFETY (all functions here): the pointers are frame slots, constants, array elements or object slots that the caller owns or may read;
// they are valid, aligned values.

#[inline(always)]
pub unsafe fn tag(p: *const Value) -> u8 {
    // SAFETY: see above.
    unsafe { *p.cast::<u8>().add(8) }
}

#[inline(always)]
pub unsafe fn int(p: *const Value) -> i64 {
    // SAFETY: see above.
    unsafe { *p.cast::<i64>() }
}

#[inline(always)]
pub unsafe fn float(p: *const Value) -> f64 {
    // SAFETY: see above.
    unsafe { *p.cast::<f64>() }
}

#[inline(always)]
pub unsafe fn set_tag(p: *mut Value, tag: u8) {
    // SAFETY: see above.
    unsafe { *p.cast::<u64>().add(1) = u64::from(tag) | crate::PRESENT }
}

/// Makes a slot undef, by a write of its own.
#[inline(always)]
pub unsafe fn clear(p: *mut Value) {
    // SAFETY: see above.
    unsafe { p.cast::<u64>().add(1).write_volatile(u64::from(UNDEF) | crate::PRESENT) }
}

/// [`copy_bits`], by writes of their own.
#[inline(always)]
pub unsafe fn place_bits(dst: *mut Value, src: *const Value) {
    // SAFETY: see above.
    unsafe {
        dst.cast::<u64>().write_volatile(*src.cast::<u64>());
        dst.cast::<u64>().add(1).write_volatile(u64::from(*src.cast::<u32>().add(2)));
    }
}

#[inline(always)]
pub unsafe fn set_int(p: *mut Value, v: i64) {
    // SAFETY: see above.
    unsafe {
        *p.cast::<i64>() = v;
        set_tag(p, INT);
    }
}

#[inline(always)]
pub unsafe fn set_float(p: *mut Value, v: f64) {
    // SAFETY: see above.
    unsafe {
        *p.cast::<f64>() = v;
        set_tag(p, FLOAT);
    }
}

#[inline(always)]
pub unsafe fn set_bool(p: *mut Value, v: bool) {
    // SAFETY: see above.
    unsafe { set_tag(p, if v { TRUE } else { FALSE }) }
}

/// The value has a count.
#[inline(always)]
pub unsafe fn counted(p: *const Value) -> bool {
    // SAFETY: see above.
    unsafe { *p.cast::<u8>().add(9) & crate::REFCOUNTED != 0 }
}

/// The address that stands for a name; `None`: the string is not interned.
///
/// # Safety
/// `name` is a live value.
#[inline(always)]
pub unsafe fn name_key(name: *const Value) -> Option<usize> {
    // SAFETY: as the caller promises.
    unsafe { if tag(name) == STRING && !counted(name) { Some(int(name) as usize) } else { None } }
}

/// Copies payload and type word (not `aux`); does not count.
#[inline(always)]
pub unsafe fn copy_bits(dst: *mut Value, src: *const Value) {
    // SAFETY: see above.
    unsafe {
        *dst.cast::<u64>() = *src.cast::<u64>();
        *dst.cast::<u64>().add(1) = u64::from(*src.cast::<u32>().add(2));
    }
}

/// One more owner of a counted value. Immortal things keep the top bit of their count set and are left alone.
#[inline(always)]
pub unsafe fn count_up(p: *const Value) {
    // SAFETY: see above; every counted thing starts with its count.
    unsafe {
        if counted(p) {
            let rc = *p.cast::<*mut u32>();
            if (*rc as i32) >= 0 {
                *rc += 1;
            }
        }
    }
}

/// Where the count of a counted value is.
#[inline(always)]
pub unsafe fn count(p: *const Value) -> *mut u32 {
    // SAFETY: see above; every counted thing starts with its count.
    unsafe { *p.cast::<*mut u32>() }
}

/// Gives up a count of a counted value without calling anything. `false`: it is the last one, or the collector must know of it, and nothing was
/// done.
#[inline(always)]
pub unsafe fn count_down(p: *const Value) -> bool {
    // The flags are read once more: kept since the first look at them, they take a register that handlers would have to save.
    // SAFETY: see above; the caller owns a count.
    unsafe { count_down_with(p, || p.cast::<u8>().add(9).read_volatile()) }
}

/// [`count_down`] where registers are saved in any case.
#[inline(always)]
pub unsafe fn count_down_outside_handlers(p: *const Value) -> bool {
    // SAFETY: see above; the caller owns a count.
    unsafe { count_down_with(p, || *p.cast::<u8>().add(9)) }
}

#[inline(always)]
unsafe fn count_down_with(p: *const Value, flags: impl FnOnce() -> u8) -> bool {
    // SAFETY: see above; the caller owns a count.
    unsafe {
        let thing = *p.cast::<*mut RcHeader>();
        let count = (*thing).refcount;
        if count & IMMORTAL != 0 {
            return true;
        }
        let unknown = flags() & COLLECTABLE != 0 && (*thing).info & KNOWN_TO_COLLECTOR == 0;
        if count == 1 || unknown && !(tag(p) == REFERENCE && leads_nowhere_new(referred(p))) {
            return false;
        }
        (*thing).refcount = count - 1;
        true
    }
}

/// Gives up the count that a temporary has of a counted value, without calling anything; `false`: it is the last one, and nothing was done. The value
/// becomes no possible root of the collector's, as in PHP: it becomes one when what the temporary was copied from goes.
#[inline(always)]
pub unsafe fn count_down_temporary(p: *const Value) -> bool {
    // SAFETY: see above; the caller owns a count.
    unsafe {
        let thing = *p.cast::<*mut RcHeader>();
        let count = (*thing).refcount;
        if count == 1 {
            return false;
        }
        if count & IMMORTAL == 0 {
            (*thing).refcount = count - 1;
        }
        true
    }
}

/// Gives up what a consumed temporary owns, if that takes no more than a lower count; `false`: nothing was done.
#[inline(always)]
pub unsafe fn give_up_temporary(p: *const Value) -> bool {
    // SAFETY: see above; the caller owns the value.
    unsafe { !counted(p) || count_down_temporary(p) }
}

/// The same where a string's last count may be given up, too: that makes nothing due.
#[inline(always)]
pub unsafe fn give_up_temporary_or_text(p: *mut Value) -> bool {
    // SAFETY: see above; the caller owns the value.
    unsafe {
        let given_up = give_up_temporary(p);
        if !given_up && tag(p) == STRING {
            release(p);
            return true;
        }
        given_up
    }
}

/// Gives up what a counted temporary owns in any case, with a branch for each.
#[inline(always)]
pub unsafe fn release_temporary(p: *mut Value) {
    // SAFETY: see above; the caller owns a count, and never looks at the slot again.
    unsafe {
        let owners = count(p);
        match *owners {
            1 => release(p),
            many if many & IMMORTAL == 0 => *owners = many - 1,
            _ => {}
        }
    }
}

/// What a reference holds can be in no cycle, or the collector knows of it: references themselves are never in its buffer.
#[inline(always)]
unsafe fn leads_nowhere_new(inner: *const Value) -> bool {
    // SAFETY: see above.
    unsafe {
        if *inner.cast::<u8>().add(9) & COLLECTABLE == 0 {
            return true;
        }
        let thing = *inner.cast::<*mut RcHeader>();
        (*thing).info & KNOWN_TO_COLLECTOR != 0 || (*thing).refcount & IMMORTAL != 0
    }
}

/// The slot may be overwritten: it owns nothing, or only one count of many, which is given up. References are not to be overwritten.
#[inline(always)]
pub unsafe fn give_up(p: *const Value) -> bool {
    // SAFETY: see above.
    unsafe { !counted(p) || tag(p) != REFERENCE && count_down(p) }
}

/// A copy with its own count.
#[inline(always)]
pub unsafe fn copy(dst: *mut Value, src: *const Value) {
    // SAFETY: see above.
    unsafe {
        copy_bits(dst, src);
        count_up(dst);
    }
}

/// Follows a reference.
#[inline(always)]
pub unsafe fn deref(p: *const Value) -> *const Value {
    // SAFETY: see above.
    unsafe { if tag(p) == REFERENCE { referred(p) } else { p } }
}

/// What a reference refers to.
#[inline(always)]
unsafe fn referred(p: *const Value) -> *const Value {
    // SAFETY: see above; the tag says reference.
    unsafe { &raw const (**p.cast::<*const RefHeader>()).value }
}

#[inline(always)]
pub unsafe fn object(p: *const Value) -> *mut ObjHeader {
    // SAFETY: see above; the tag says object.
    unsafe { *p.cast::<*mut ObjHeader>() }
}

/// Gives up what a slot owns and leaves its bits.
#[inline(always)]
pub unsafe fn release(place: *mut Value) {
    // SAFETY: the caller never looks at the slot again.
    unsafe {
        if counted(place) {
            std::ptr::drop_in_place(place);
        }
    }
}

/// The value is defined, and no reference.
#[inline(always)]
pub unsafe fn is_plain(p: *const Value) -> bool {
    // SAFETY: see above.
    unsafe { tag(p).wrapping_sub(NULL) < REFERENCE - NULL }
}

/// Moves or copies a value to a place that owns nothing.
#[inline(always)]
pub unsafe fn take(dst: *mut Value, src: *const Value, consume: bool) {
    // SAFETY: see above.
    unsafe { if consume { copy_bits(dst, src) } else { copy(dst, src) } }
}

/// A slot that may be written over owns nothing afterwards. `false`: it takes more than a lower count, and nothing was done.
#[inline(always)]
pub unsafe fn empty(p: *mut Value) -> bool {
    // SAFETY: see above.
    unsafe {
        if counted(p) {
            if !give_up(p) {
                return false;
            }
            set_tag(p, NULL);
        }
        true
    }
}

/// [`copy_groups`] copies so many slots at once.
pub const GROUP: usize = 4;

/// Copies the bits of a slot at once. Processors wait where a half of it was written by itself shortly before.
#[inline(always)]
pub unsafe fn copy_whole(dst: *mut Value, src: *const Value) {
    #[cfg(target_arch = "x86_64")]
    type Whole = std::arch::x86_64::__m128i;
    #[cfg(not(target_arch = "x86_64"))]
    type Whole = u128;
    // SAFETY: see above; slots are aligned.
    unsafe { dst.cast::<Whole>().write_volatile(src.cast::<Whole>().read_volatile()) }
}

/// The same where its halves may have been written by themselves.
#[inline(always)]
unsafe fn copy_halves(dst: *mut Value, src: *const Value) {
    // SAFETY: see above.
    unsafe {
        let src = src.cast::<f64>();
        #[cfg(target_arch = "x86_64")]
        dst.cast::<std::arch::x86_64::__m128d>()
            .write_volatile(std::arch::x86_64::_mm_set_pd(src.add(1).read_volatile(), src.read_volatile()));
        #[cfg(not(target_arch = "x86_64"))]
        dst.cast::<[f64; 2]>().write_volatile([src.read_volatile(), src.add(1).read_volatile()]);
    }
}

/// Copies the bits of so many slots, at least one, up to the next whole group. `WRITTEN`: their values were written one by one and not long ago. Most frames
/// are so small that calling `memcpy` would cost more than the copy, and the optimizer would call it for any plain loop.
#[inline(always)]
pub unsafe fn copy_groups<const WRITTEN: bool>(dst: *mut Value, src: *const Value, len: usize) {
    #[inline(always)]
    unsafe fn group<const WRITTEN: bool>(dst: *mut Value, src: *const Value, at: usize) {
        for slot in at..at + GROUP {
            // SAFETY: see above.
            unsafe { if WRITTEN { copy_halves(dst.add(slot), src.add(slot)) } else { copy_whole(dst.add(slot), src.add(slot)) } }
        }
    }
    // SAFETY: see above.
    unsafe {
        group::<WRITTEN>(dst, src, 0);
        if len > GROUP {
            group::<WRITTEN>(dst, src, GROUP);
        }
        let mut at = 2 * GROUP;
        while at < len {
            group::<WRITTEN>(dst, src, at);
            at += GROUP;
        }
    }
}
