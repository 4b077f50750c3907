//! The per-thread heap of a request: size classes, runs of pages, huge maps; dropped as a whole at the end.
//!
//! Under Miri (which knows no `mmap`) the system allocator stands in, with the same interface and accounting.

#[cfg(not(miri))]
mod chunk;
#[cfg(not(miri))]
mod paged;
#[cfg(not(miri))]
use paged as imp;

#[cfg(miri)]
mod system;
#[cfg(miri)]
use system as imp;

use std::ptr::NonNull;

pub(crate) use imp::Small;

mod exhausted;
pub use exhausted::MemoryExhausted;
use exhausted::exhausted;

/// Allocates `size` bytes, aligned to 8.
///
/// Unwinds with [`MemoryExhausted`] when the limit is reached.
#[inline(always)]
pub fn alloc(size: usize) -> NonNull<u8> {
    imp::alloc(size)
}

/// Gives back a block.
///
/// # Safety
/// `ptr` came from [`alloc`] or [`realloc`] of this thread since the last [`crate::thread::reset`], and is not used again.
#[inline(always)]
pub unsafe fn free(ptr: NonNull<u8>) {
    // SAFETY: same contract.
    unsafe { imp::free(ptr) }
}

/// Gives back a block whose requested size is known.
///
/// # Safety
/// As [`free`]; `size` is a size that [`alloc`] would serve from the same class.
#[inline(always)]
pub unsafe fn free_sized(ptr: NonNull<u8>, size: usize) {
    // SAFETY: same contract.
    unsafe { imp::free_sized(ptr, size) }
}

/// What blocks of so many bytes are allocated as without a look at how many they are; `None`: there is no such thing.
pub(crate) const fn small(size: usize) -> Option<imp::Small> {
    imp::small(size)
}

/// The block that [`alloc`] would give for it, unless it has to make some first.
#[inline(always)]
pub(crate) fn free_block(small: imp::Small) -> Option<NonNull<u8>> {
    imp::free_block(small)
}

/// Allocates that block.
///
/// # Safety
/// [`free_block`] has just given it.
#[inline(always)]
pub(crate) unsafe fn take_block(small: imp::Small, block: NonNull<u8>) {
    // SAFETY: same contract.
    unsafe { imp::take_block(small, block) }
}

/// [`free`] of such a block.
///
/// # Safety
/// As [`free_sized`].
#[inline(always)]
pub(crate) unsafe fn free_small(ptr: NonNull<u8>, small: imp::Small) {
    // SAFETY: same contract.
    unsafe { imp::free_as(ptr, small) }
}

/// Gives back two blocks, the second of which is small: a header.
///
/// # Safety
/// As [`free_sized`] for each.
#[inline(always)]
pub(crate) unsafe fn free_both(ptr: NonNull<u8>, size: usize, header: NonNull<u8>, header_size: usize) {
    // SAFETY: same contract.
    unsafe { imp::free_both(ptr, size, header, header_size) }
}

/// Resizes a block, keeping the first `used` bytes (at most the old size).
///
/// # Safety
/// As [`free`], for the old pointer.
#[inline]
pub unsafe fn realloc(ptr: NonNull<u8>, used: usize, new_size: usize) -> NonNull<u8> {
    // SAFETY: same contract.
    unsafe { imp::realloc(ptr, used, new_size) }
}

/// Bytes that may be used in a block, at least what was asked for.
///
/// # Safety
/// `ptr` is a live block of this thread.
#[inline]
pub unsafe fn usable_size(ptr: NonNull<u8>) -> usize {
    // SAFETY: same contract.
    unsafe { imp::usable_size(ptr) }
}

/// What a request for `size` bytes really gets.
#[inline]
pub fn good_size(size: usize) -> usize {
    imp::good_size(size)
}

/// Bytes in use (`real`: bytes held from the system).
pub fn memory_usage(real: bool) -> usize {
    imp::memory_usage(real)
}

/// Highest [`memory_usage`] since the last [`reset_peak`].
pub fn peak(real: bool) -> usize {
    imp::peak(real)
}

/// Starts the peaks anew from the present usage.
pub fn reset_peak() {
    imp::reset_peak();
}

/// Sets the limit on bytes held from the system (`usize::MAX`: none). Returns false and changes nothing if more is in use already.
pub fn set_limit(bytes: usize) -> bool {
    imp::set_limit(bytes)
}

/// The limit in bytes.
pub fn limit() -> usize {
    imp::limit()
}

/// After [`MemoryExhausted`] the limit is suspended, so that the error can be reported; this puts it in force again.
pub fn resume_limit() {
    imp::resume_limit();
}

/// Counts memory that a request holds outside its heap (output buffers) towards the limit. Unwinds with [`MemoryExhausted`] if that is
/// too much. What is charged is given back with [`uncharge`], or with the heap.
pub fn charge(bytes: usize) {
    imp::charge(bytes);
}

/// Gives back what was charged.
pub fn uncharge(bytes: usize) {
    imp::uncharge(bytes);
}

/// Gives memory that is held but not in use back to the system, as far as possible (`gc_mem_caches()`); returns the bytes.
pub fn trim() -> usize {
    imp::trim()
}

/// Stress mode: freed memory is filled with 0x5a.
pub(crate) fn set_poison(poison: bool) {
    imp::set_poison(poison);
}

/// Gives all memory back at once, but for what is kept for the next request.
///
/// # Safety
/// No handle or borrow into this thread's heap may be used (or dropped) afterwards; nothing else of this crate holds any.
pub(crate) unsafe fn drop_all() {
    // SAFETY: same contract.
    unsafe { imp::reset() }
}

/// Gives what [`drop_all`] keeps back to the system as well.
///
/// # Safety
/// As [`drop_all`], after it.
pub(crate) unsafe fn release_cached() {
    // SAFETY: same contract.
    unsafe { imp::release_cached() }
}

/// Fails an allocation that no limit allows, or that the system refused: unwinds with [`MemoryExhausted`].
#[cold]
pub fn fail(tried: usize) -> ! {
    exhausted(limit(), tried)
}
