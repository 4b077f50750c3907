//! The header at the start of every counted thing.

/// Count and bookkeeping, the first eight bytes of every heap thing.
///
/// A count with its top bit set means *immortal*: it is never written again, so such a thing may be shared by all threads. A count that
/// reaches 2^31 by counting becomes immortal too, which turns an overflow into a leak.
///
/// `info`: bits 0-3 kind (a [`Tag`](crate::Tag)), bit 4 not collectable now, bits 5-7 free for the kind, bits 8-9 collector colour,
/// bits 10-31 where it stands in the collector's root buffer (0: not there).
#[repr(C)]
#[derive(Debug)]
pub struct RcHeader {
    /// Number of owners, or immortal.
    pub refcount: u32,
    /// Kind, flags, colour and root index.
    pub info: u32,
}

/// Top bit of [`RcHeader::refcount`].
pub const IMMORTAL: u32 = 0x8000_0000;

pub(crate) const KIND_MASK: u32 = 0x0f;
/// Not to be entered into the root buffer (constant, or garbage being taken apart).
pub(crate) const NOT_COLLECTABLE: u32 = 0x10;
/// Everything that says "the collector knows it already".
pub(crate) const GC_INFO_MASK: u32 = 0xffff_ff00;
/// Bits of [`RcHeader::info`] that say that the collector need not know when there is one owner less.
pub const KNOWN_TO_COLLECTOR: u32 = NOT_COLLECTABLE | GC_INFO_MASK;

/// Strings: known to be UTF-8.
pub(crate) const TEXT: u32 = 0x20;

pub(crate) const KIND_STRING: u32 = crate::Tag::String as u32;
pub(crate) const KIND_ARRAY: u32 = crate::Tag::Array as u32;
pub(crate) const KIND_OBJECT: u32 = crate::Tag::Object as u32;
pub(crate) const KIND_RESOURCE: u32 = crate::Tag::Resource as u32;
pub(crate) const KIND_REFERENCE: u32 = crate::Tag::Reference as u32;

const _: () = assert!(size_of::<RcHeader>() == 8);

/// Adds an owner, unless immortal.
///
/// # Safety
/// `p` points to a live header of this thread, or an immortal one.
#[inline(always)]
pub(crate) unsafe fn inc(p: *mut RcHeader) {
    // SAFETY: the caller vouches for `p`; an immortal header is only read.
    unsafe {
        let rc = (*p).refcount;
        if rc & IMMORTAL == 0 {
            (*p).refcount = rc + 1;
        }
    }
}

/// Is the thing immortal?
///
/// # Safety
/// `p` points to a live header.
#[inline(always)]
pub(crate) unsafe fn is_immortal(p: *const RcHeader) -> bool {
    // SAFETY: the caller vouches for `p`.
    unsafe { (*p).refcount & IMMORTAL != 0 }
}

/// Kind nibble.
///
/// # Safety
/// `p` points to a live header.
#[inline(always)]
pub(crate) unsafe fn kind(p: *const RcHeader) -> u32 {
    // SAFETY: the caller vouches for `p`.
    unsafe { (*p).info & KIND_MASK }
}

/// Has the processor load what lies at an address, which is looked at soon. What containers hold lies anywhere: many loads on their way at once take as
/// long as one.
#[inline(always)]
pub(crate) fn load_ahead<T>(p: *const T) {
    #[cfg(all(target_arch = "x86_64", not(miri)))]
    // SAFETY: any address may be named.
    unsafe {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        _mm_prefetch::<_MM_HINT_T0>(p.cast());
    }
    #[cfg(any(not(target_arch = "x86_64"), miri))]
    let _ = p;
}
