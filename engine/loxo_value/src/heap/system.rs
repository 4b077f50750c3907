//! The stand-in under Miri: every block comes from the system allocator, in a list so that `reset` finds it.

use std::alloc::{Layout, alloc as sys_alloc, dealloc};
use std::cell::Cell;
use std::ptr::NonNull;

#[repr(C)]
struct Block {
    prev: *mut Block,
    next: *mut Block,
    size: usize,
    magic: usize,
}

const MAGIC: usize = 0x10c0_10c0;
const HEADER: usize = size_of::<Block>();

struct State {
    list: Cell<*mut Block>,
    used: Cell<usize>,
    peak: Cell<usize>,
    limit: Cell<usize>,
    suspended: Cell<bool>,
    poison: Cell<bool>,
}

thread_local! {
    static STATE: State = const {
        State {
            list: Cell::new(std::ptr::null_mut()),
            used: Cell::new(0),
            peak: Cell::new(0),
            limit: Cell::new(usize::MAX),
            suspended: Cell::new(false),
            poison: Cell::new(false),
        }
    };
}

pub(super) fn good_size(size: usize) -> usize {
    size.max(8).next_multiple_of(8)
}

fn layout(size: usize) -> Layout {
    Layout::from_size_align(HEADER + size, 16).expect("size fits")
}

/// A size.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Small {
    size: usize,
}

impl Small {
    /// Where it is not asked for.
    pub(crate) const NONE: Small = Small { size: 0 };
}

pub(super) const fn small(size: usize) -> Option<Small> {
    Some(Small { size })
}

pub(super) fn free_block(_: Small) -> Option<NonNull<u8>> {
    None
}

pub(super) unsafe fn take_block(_: Small, _: NonNull<u8>) {}

pub(super) unsafe fn free_as(p: NonNull<u8>, small: Small) {
    // SAFETY: same contract as `free_sized`.
    unsafe { free_sized(p, small.size) }
}

pub(super) fn alloc(size: usize) -> NonNull<u8> {
    let size = good_size(size);
    STATE.with(|s| {
        let used = s.used.get() + size;
        if used > s.limit.get() && !s.suspended.get() {
            s.suspended.set(true);
            super::exhausted::exhausted(s.limit.get(), size);
        }
        s.used.set(used);
        s.peak.set(s.peak.get().max(used));
        // SAFETY: the layout is not empty; the block is initialised before it is linked.
        unsafe {
            let b = sys_alloc(layout(size)) as *mut Block;
            assert!(!b.is_null());
            b.write(Block { prev: std::ptr::null_mut(), next: s.list.get(), size, magic: MAGIC });
            if !s.list.get().is_null() {
                (*s.list.get()).prev = b;
            }
            s.list.set(b);
            NonNull::new_unchecked((b as *mut u8).add(HEADER))
        }
    })
}

pub(super) unsafe fn free(ptr: NonNull<u8>) {
    // SAFETY: the caller vouches that `ptr` is a live block, so its header precedes it and its neighbours are live.
    STATE.with(|s| unsafe {
        let b = ptr.as_ptr().sub(HEADER) as *mut Block;
        assert_eq!((*b).magic, MAGIC);
        (*b).magic = 0;
        if (*b).prev.is_null() {
            s.list.set((*b).next);
        } else {
            (*(*b).prev).next = (*b).next;
        }
        if !(*b).next.is_null() {
            (*(*b).next).prev = (*b).prev;
        }
        let size = (*b).size;
        s.used.set(s.used.get() - size);
        if s.poison.get() {
            ptr.as_ptr().write_bytes(0x5a, size);
        }
        dealloc(b as *mut u8, layout(size));
    })
}

pub(super) unsafe fn free_sized(ptr: NonNull<u8>, size: usize) {
    // SAFETY: same contract as `free`.
    unsafe {
        assert_eq!(usable_size(ptr), good_size(size));
        free(ptr)
    }
}

pub(super) unsafe fn free_both(ptr: NonNull<u8>, size: usize, header: NonNull<u8>, header_size: usize) {
    // SAFETY: same contract as `free`.
    unsafe {
        free_sized(ptr, size);
        free_sized(header, header_size)
    }
}

pub(super) unsafe fn realloc(ptr: NonNull<u8>, used: usize, new_size: usize) -> NonNull<u8> {
    let new = alloc(new_size);
    // SAFETY: both blocks are live and distinct; `used` is within the old one, and cut to the new one.
    unsafe {
        std::ptr::copy_nonoverlapping(ptr.as_ptr(), new.as_ptr(), used.min(new_size));
        free(ptr);
    }
    new
}

pub(super) unsafe fn usable_size(ptr: NonNull<u8>) -> usize {
    // SAFETY: a live block is preceded by its header.
    unsafe { (*(ptr.as_ptr().sub(HEADER) as *mut Block)).size }
}

pub(super) fn memory_usage(_real: bool) -> usize {
    STATE.with(|s| s.used.get())
}

pub(super) fn peak(_real: bool) -> usize {
    STATE.with(|s| s.peak.get())
}

pub(super) fn reset_peak() {
    STATE.with(|s| s.peak.set(s.used.get()));
}

pub(super) fn set_limit(bytes: usize) -> bool {
    STATE.with(|s| {
        let ok = s.used.get() <= bytes;
        if ok {
            s.limit.set(bytes);
        }
        ok
    })
}

pub(super) fn limit() -> usize {
    STATE.with(|s| s.limit.get())
}

pub(super) fn charge(bytes: usize) {
    STATE.with(|s| {
        let used = s.used.get().saturating_add(bytes);
        if used > s.limit.get() && !s.suspended.get() {
            s.suspended.set(true);
            super::exhausted::exhausted(s.limit.get(), bytes);
        }
        s.used.set(used);
    });
}

pub(super) fn uncharge(bytes: usize) {
    STATE.with(|s| s.used.set(s.used.get().saturating_sub(bytes)));
}

pub(super) fn resume_limit() {
    STATE.with(|s| s.suspended.set(false));
}

pub(super) fn set_poison(on: bool) {
    STATE.with(|s| s.poison.set(on));
}

pub(super) unsafe fn reset() {
    let mut b = STATE.with(|s| s.list.get());
    while !b.is_null() {
        // SAFETY: the list holds live blocks; the next one is read before this one goes.
        unsafe {
            let next = (*b).next;
            free(NonNull::new_unchecked((b as *mut u8).add(HEADER)));
            b = next;
        }
    }
    resume_limit();
    reset_peak();
}

pub(super) unsafe fn release_cached() {}

pub(super) fn trim() -> usize {
    0
}
