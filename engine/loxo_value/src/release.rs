//! Giving up a count, and freeing what has none left, without ever overflowing the stack.

use crate::array::{self, PhpArray};
use crate::object::{self, ObjHeader, class_flags, object_flags};
use crate::rc::{self, GC_INFO_MASK, IMMORTAL, KIND_ARRAY, KIND_OBJECT, KIND_RESOURCE, KIND_STRING, NOT_COLLECTABLE, RcHeader};
use crate::{COLLECTABLE, PhpObject, PhpRef, PhpResource, REFCOUNTED, RefHeader, Value, gc, heap, reference, resource, string};
use std::cell::{Cell, UnsafeCell};
use std::mem::ManuallyDrop;
use std::ptr::NonNull;

/// How deep freeing recurses (in PHP's order) before it puts things aside.
const MAX_DEPTH: u32 = 100;

thread_local! {
    static DEPTH: Cell<u32> = const { Cell::new(0) };
    /// Dead things put aside. Never dropped, so that reaching it is one address.
    static ASIDE: UnsafeCell<ManuallyDrop<Vec<*mut RcHeader>>> = const { UnsafeCell::new(ManuallyDrop::new(Vec::new())) };
}

// The handles of counted things give up their counts here, so that their own files know nothing of each other's ends.

impl Drop for Value {
    #[inline(always)]
    fn drop(&mut self) {
        if self.is_refcounted() {
            // SAFETY: a refcounted value owns one count of a live header, given up here.
            unsafe { release(self.header(), self.flags()) }
        }
    }
}

impl Drop for PhpObject {
    #[inline(always)]
    fn drop(&mut self) {
        // SAFETY: the handle owns one count, given up here.
        unsafe { release(self.header_ptr().cast(), COLLECTABLE) }
    }
}

impl Drop for PhpRef {
    #[inline(always)]
    fn drop(&mut self) {
        // SAFETY: the handle owns one count, given up here.
        unsafe { release(self.header_ptr().cast(), COLLECTABLE) }
    }
}

impl Drop for PhpResource {
    fn drop(&mut self) {
        // SAFETY: the handle owns one count, given up here.
        unsafe { release(self.header_ptr().cast(), REFCOUNTED) }
    }
}

impl Drop for PhpArray {
    #[inline(always)]
    fn drop(&mut self) {
        // SAFETY: the handle owns one count, given up here.
        unsafe { release(self.header_ptr().cast(), COLLECTABLE) }
    }
}

/// Gives up one count.
///
/// # Safety
/// `p` is a live header, and the caller owns one count of it.
#[inline(never)]
unsafe fn release(p: *mut RcHeader, flags: u8) {
    // SAFETY: the caller vouches for `p`.
    unsafe {
        let count = (*p).refcount;
        if count == 1 {
            return destroy(p);
        }
        if count & IMMORTAL == 0 {
            (*p).refcount = count - 1;
            if flags & COLLECTABLE != 0 && (*p).info & (GC_INFO_MASK | NOT_COLLECTABLE) == 0 {
                gc::possible_root(p);
            }
        }
    }
}

/// Frees a thing whose last count is given up. Apart from `release`, which then needs no stack of its own.
#[inline(never)]
unsafe fn destroy(p: *mut RcHeader) {
    // SAFETY: the caller owned the last count, so nothing reaches the thing.
    unsafe {
        if rc::kind(p) == KIND_STRING {
            return string::free(p.cast());
        }
        let depth = DEPTH.get();
        if depth >= MAX_DEPTH {
            ASIDE.with(|a| (**a.get()).push(p));
            return;
        }
        DEPTH.set(depth + 1);
        destroy_now(p);
        DEPTH.set(depth);
        if depth == 0 {
            drain();
        }
    }
}

#[inline]
unsafe fn drain() {
    // SAFETY: what was put aside is dead; each is freed once.
    unsafe {
        while let Some(p) = ASIDE.with(|a| (**a.get()).pop()) {
            DEPTH.set(1);
            destroy_now(p);
            DEPTH.set(0);
        }
    }
}

unsafe fn destroy_now(p: *mut RcHeader) {
    // SAFETY: nothing reaches the thing; its kind says what it is.
    unsafe {
        match rc::kind(p) {
            KIND_ARRAY => {
                gc::forget(p);
                (*p).refcount = 0;
                array::free::free(p.cast());
            }
            KIND_OBJECT => destroy_object(p.cast()),
            KIND_RESOURCE => resource::destroy(p.cast()),
            _ => {
                let r = p as *mut RefHeader;
                (*p).refcount = 0;
                let value = (*r).value.take_undef();
                let types = (*r).types;
                heap::free_sized(NonNull::new_unchecked(p.cast()), size_of::<RefHeader>());
                drop(value);
                reference::drop_types(types);
            }
        }
    }
}

unsafe fn destroy_object(p: *mut ObjHeader) {
    // SAFETY: nothing reaches the object; if it has a destructor to run, the queue owns it again.
    unsafe {
        if (*(*p).class).flags & class_flags::HAS_DESTRUCTOR != 0 && (*p).flags & object_flags::DESTRUCTED == 0 {
            (*p).flags |= object_flags::DESTRUCTED;
            (*p).rc.refcount = 1;
            return gc::queue_destructor(p);
        }
        gc::forget(p.cast());
        (*p).rc.refcount = 0;
        object::drop_content(p);
        object::free_shell(p);
    }
}

/// Forgets what was put aside when a request was cut short.
pub(crate) fn reset() {
    DEPTH.set(0);
    // SAFETY: the list is of this thread, and nothing is being freed.
    ASIDE.with(|a| unsafe { **a.get() = Vec::new() });
}
