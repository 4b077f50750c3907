//! Giving up a count, and freeing what has none left, without ever overflowing the stack.

use crate::array::{self, ArrayHeader, PhpArray};
use crate::object::{self, ObjHeader, class_flags, object_flags};
use crate::rc::{self, GC_INFO_MASK, IMMORTAL, KIND_ARRAY, KIND_OBJECT, KIND_RESOURCE, KIND_STRING, NOT_COLLECTABLE, RcHeader};
use crate::{
    COLLECTABLE, PhpObject, PhpRef, PhpResource, REFCOUNTED, RefHeader, Value, gc, heap, plain_object, reference, resource, string,
};
use std::cell::{Cell, UnsafeCell};
use std::mem::ManuallyDrop;
use std::ops::Deref;
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

/// A count that is held while something works with a thing that others hold too. Given up, it makes the thing no possible root of the collector's,
/// as in PHP: the thing becomes one when what the count was copied from goes.
#[derive(Clone)]
pub struct Held<T: Handle>(ManuallyDrop<T>);

/// A handle that owns one count.
pub trait Handle {
    /// What begins with the count.
    fn counted(&self) -> *mut RcHeader;
}

impl Handle for PhpArray {
    #[inline(always)]
    fn counted(&self) -> *mut RcHeader {
        self.header_ptr().cast()
    }
}

impl Handle for PhpRef {
    #[inline(always)]
    fn counted(&self) -> *mut RcHeader {
        self.header_ptr().cast()
    }
}

impl<T: Handle> Held<T> {
    #[inline(always)]
    pub fn new(handle: T) -> Held<T> {
        Held(ManuallyDrop::new(handle))
    }
}

impl<T: Handle> Deref for Held<T> {
    type Target = T;

    #[inline(always)]
    fn deref(&self) -> &T {
        &self.0
    }
}

impl<T: Handle> Drop for Held<T> {
    #[inline(always)]
    fn drop(&mut self) {
        // SAFETY: the handle owns one count, given up here: it is never dropped itself.
        unsafe { release_here(self.0.counted(), REFCOUNTED) }
    }
}

/// Gives up one count.
///
/// # Safety
/// `p` is a live header, and the caller owns one count of it.
#[inline(never)]
unsafe fn release(p: *mut RcHeader, flags: u8) {
    // SAFETY: same contract.
    unsafe { release_here(p, flags) }
}

/// The same without a call, for loops over many things.
///
/// # Safety
/// As [`release`].
#[inline(always)]
unsafe fn release_here(p: *mut RcHeader, flags: u8) {
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

/// Frees a thing whose last count is given up. What is not a string goes to a function of its own, so that strings need no stack here.
#[inline(never)]
unsafe fn destroy(p: *mut RcHeader) {
    // SAFETY: the caller owned the last count, so nothing reaches the thing.
    unsafe {
        match rc::kind(p) {
            KIND_STRING => string::free(p.cast()),
            KIND_ARRAY => destroy_array(p.cast()),
            KIND_OBJECT => destroy_object(p.cast()),
            _ => destroy_other(p),
        }
    }
}

#[inline(never)]
unsafe fn destroy_array(h: *mut ArrayHeader) {
    // SAFETY: nothing reaches the array.
    unsafe {
        let depth = DEPTH.get();
        if depth >= MAX_DEPTH {
            return put_aside(h.cast());
        }
        gc::forget(h.cast());
        array::free::leave(h);
        (*h).rc.refcount = 0;
        DEPTH.set(depth + 1);
        array::free::for_each_counted(h, |value| release_here((*value).header(), (*value).flags()));
        DEPTH.set(depth);
        array::free::free(h);
        if depth == 0 {
            drain();
        }
    }
}

/// Frees an object. Most take no more than giving up their slots, and many hold nothing that is counted.
#[inline(never)]
unsafe fn destroy_object(p: *mut ObjHeader) {
    // SAFETY: nothing reaches the object.
    unsafe {
        if DEPTH.get() >= MAX_DEPTH || !plain_object::ends_plainly(p) {
            return destroy_other(p.cast());
        }
        match plain_object::next_counted(p, object::slots_ptr(p)) {
            Some(counted) => destroy_holder(p, counted),
            None if gc::knows(p.cast()) => destroy_known(p),
            None => plain_object::free(p),
        }
    }
}

/// Frees an object whose first slot with a count is this one.
#[inline(never)]
unsafe fn destroy_holder(p: *mut ObjHeader, first: NonNull<Value>) {
    // SAFETY: nothing reaches the object.
    unsafe {
        let depth = DEPTH.get();
        gc::forget(p.cast());
        (*p).rc.refcount = 0;
        DEPTH.set(depth + 1);
        let mut next = Some(first);
        while let Some(counted) = next {
            let value = counted.as_ptr();
            release_here((*value).header(), (*value).flags());
            next = plain_object::next_counted(p, value.add(1));
        }
        DEPTH.set(depth);
        plain_object::free(p);
        if depth == 0 {
            drain();
        }
    }
}

/// Frees an object that the collector has among its roots, and that holds nothing with a count.
#[inline(never)]
unsafe fn destroy_known(p: *mut ObjHeader) {
    // SAFETY: nothing reaches the object.
    unsafe {
        gc::forget_known(p.cast());
        plain_object::free(p);
    }
}

/// Frees an object that takes more than that, a reference or a resource.
#[inline(never)]
unsafe fn destroy_other(p: *mut RcHeader) {
    // SAFETY: nothing reaches the thing; its kind says what it is.
    unsafe {
        let depth = DEPTH.get();
        if depth >= MAX_DEPTH {
            return put_aside(p);
        }
        match rc::kind(p) {
            KIND_OBJECT => {
                DEPTH.set(depth + 1);
                destroy_particular(p.cast());
                DEPTH.set(depth);
            }
            KIND_RESOURCE => {
                DEPTH.set(depth + 1);
                resource::destroy(p.cast());
                DEPTH.set(depth);
            }
            _ => {
                let r = p as *mut RefHeader;
                (*p).refcount = 0;
                let value = (*r).value.take_undef();
                let types = (*r).types;
                heap::free_sized(NonNull::new_unchecked(p.cast()), size_of::<RefHeader>());
                if value.is_refcounted() {
                    DEPTH.set(depth + 1);
                    drop(value);
                    DEPTH.set(depth);
                }
                if !types.is_null() {
                    reference::drop_types(types);
                }
            }
        }
        if depth == 0 {
            drain();
        }
    }
}

#[cold]
#[inline(never)]
fn put_aside(p: *mut RcHeader) {
    // SAFETY: the list is of this thread, and nobody borrows it.
    ASIDE.with(|a| unsafe { (**a.get()).push(p) });
}

/// Frees what was put aside.
#[inline(always)]
fn drain() {
    // SAFETY: the list is of this thread, and nobody borrows it.
    if ASIDE.with(|a| unsafe { !(**a.get()).is_empty() }) {
        drain_all();
    }
}

#[cold]
#[inline(never)]
fn drain_all() {
    // SAFETY: what was put aside is dead; each is freed once.
    unsafe {
        while let Some(p) = ASIDE.with(|a| (**a.get()).pop()) {
            DEPTH.set(1);
            destroy(p);
            DEPTH.set(0);
        }
    }
}

unsafe fn destroy_particular(p: *mut ObjHeader) {
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

/// From here to [`reset`], which the end of the heap follows, nothing is taken apart any more but strings: what dies is put aside.
pub(crate) fn put_all_aside() {
    DEPTH.set(MAX_DEPTH);
}

/// Forgets what was put aside.
pub(crate) fn reset() {
    DEPTH.set(0);
    // SAFETY: the list is of this thread, and nothing is being freed.
    ASIDE.with(|a| unsafe { **a.get() = Vec::new() });
}
