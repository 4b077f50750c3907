//! The object store: numbers of objects, and all objects that live.

use crate::rc::IMMORTAL;
use crate::{ObjHeader, PhpObject};
use std::cell::{Cell, UnsafeCell};
use std::mem::ManuallyDrop;
use std::ptr::without_provenance_mut;

struct Store {
    /// By number (0 is never given out): an object, or an odd address: the next free number.
    slots: Vec<*mut ObjHeader>,
    free: u32,
    live: usize,
    /// How often the store was emptied.
    generation: u32,
}

thread_local! {
    /// Never dropped, so that reaching it is one address; `reset` frees it.
    static STORE: UnsafeCell<ManuallyDrop<Store>> =
        const { UnsafeCell::new(ManuallyDrop::new(Store { slots: Vec::new(), free: 0, live: 0, generation: 0 })) };
    static WEAK_HOOK: Cell<Option<WeakHook>> = const { Cell::new(None) };
}

/// Who holds objects weakly.
#[derive(Clone, Copy)]
pub struct WeakHook {
    /// An object that has `HAS_WEAK` is being freed. It is dead: only its address counts.
    pub freed: fn(*mut ObjHeader),
    /// Tells the numbers of the weak maps that have the object as a key. It must not change any count.
    pub maps: fn(*mut ObjHeader, &mut dyn FnMut(u32)),
}

#[inline(always)]
fn with<R>(f: impl FnOnce(&mut Store) -> R) -> R {
    // SAFETY: the store is of this thread; no function passed here (all in this file) calls back into it.
    STORE.with(|s| f(unsafe { &mut *s.get() }))
}

fn is_object(p: *mut ObjHeader) -> bool {
    !p.is_null() && p.addr() & 1 == 0
}

/// Enters an object; the number freed last is used first.
#[inline]
pub(crate) fn add(p: *mut ObjHeader) -> u32 {
    with(|s| {
        s.live += 1;
        let n = s.free;
        if n != 0 {
            s.free = (s.slots[n as usize].addr() >> 1) as u32;
            s.slots[n as usize] = p;
            return n;
        }
        if s.slots.is_empty() {
            s.slots.push(std::ptr::null_mut());
        }
        s.slots.push(p);
        s.slots.len() as u32 - 1
    })
}

/// [`add_at_once`] may be called.
#[inline(always)]
pub(crate) fn has_number() -> bool {
    with(|s| s.free != 0 || !s.slots.is_empty() && s.slots.len() < s.slots.capacity())
}

/// [`add`] that calls nothing.
///
/// # Safety
/// [`has_number`].
#[inline(always)]
pub(crate) unsafe fn add_at_once(p: *mut ObjHeader) -> u32 {
    with(|s| {
        s.live += 1;
        let n = s.free;
        if n == 0 {
            let length = s.slots.len();
            // SAFETY: the caller says that there is space for one more.
            unsafe {
                s.slots.as_mut_ptr().add(length).write(p);
                s.slots.set_len(length + 1);
            }
            return length as u32;
        }
        // SAFETY: a number that is free is one of a slot.
        let slot = unsafe { s.slots.get_unchecked_mut(n as usize) };
        s.free = (std::mem::replace(slot, p).addr() >> 1) as u32;
        n
    })
}

/// Frees a number.
#[inline]
pub(crate) fn remove(handle: u32) {
    with(|s| {
        s.live -= 1;
        s.slots[handle as usize] = without_provenance_mut((s.free as usize) << 1 | 1);
        s.free = handle;
    });
}

/// A number that no object gets as long as this is there: PHP's engine gives numbers to walks, too, and programs see which are left.
#[derive(Debug)]
pub struct ReservedHandle {
    handle: u32,
    generation: u32,
    /// The store is the thread's.
    here: std::marker::PhantomData<*const ()>,
}

impl ReservedHandle {
    #[allow(clippy::new_without_default)] // it is a thing in a store, not a value
    pub fn new() -> ReservedHandle {
        let handle = add(std::ptr::null_mut());
        let generation = with(|s| {
            s.live -= 1;
            s.generation
        });
        ReservedHandle { handle, generation, here: std::marker::PhantomData }
    }
}

impl Drop for ReservedHandle {
    fn drop(&mut self) {
        let is_known = with(|s| {
            let is_known = s.generation == self.generation;
            s.live += usize::from(is_known);
            is_known
        });
        if is_known {
            remove(self.handle);
        }
    }
}

/// Number of live objects.
pub fn live_object_count() -> usize {
    with(|s| s.live)
}

/// Calls `f` with every live object in the order of their numbers, those made meanwhile included.
pub fn for_each_live_object(mut f: impl FnMut(&PhpObject)) {
    let mut i = 1;
    while let Some(p) = with(|s| s.slots.get(i).copied()) {
        i += 1;
        // SAFETY: an object in the store is alive, unless its count says that it is being freed.
        unsafe {
            if is_object(p) && (*p).rc.refcount != 0 {
                crate::rc::inc(p.cast());
                let object = PhpObject::from_raw(p);
                f(&object);
            }
        }
    }
}

/// The object of a number, if it is alive.
pub fn object_by_handle(handle: u32) -> Option<PhpObject> {
    let p = with(|s| s.slots.get(handle as usize).copied())?;
    // SAFETY: as above.
    unsafe {
        if !is_object(p) || (*p).rc.refcount == 0 {
            return None;
        }
        crate::rc::inc(p.cast());
        Some(PhpObject::from_raw(p))
    }
}

/// Sets what is called, on this thread, for objects that have `HAS_WEAK`.
pub fn set_weak_hook(hook: Option<WeakHook>) {
    WEAK_HOOK.set(hook);
}

pub(crate) fn notify_weak(p: *mut ObjHeader) {
    if let Some(hook) = WEAK_HOOK.get() {
        (hook.freed)(p);
    }
}

/// Calls `visit` with the weak maps that have a live object as a key.
pub(crate) fn weak_maps(p: *mut ObjHeader, visit: &mut dyn FnMut(*mut ObjHeader)) {
    let Some(hook) = WEAK_HOOK.get() else { return };
    (hook.maps)(p, &mut |handle| {
        if let Some(map) = live(handle) {
            visit(map);
        }
    });
}

/// The object of a number, not counted.
pub(crate) fn live(handle: u32) -> Option<*mut ObjHeader> {
    with(|s| s.slots.get(handle as usize).copied()).filter(|&p| is_object(p))
}

/// Drops the native parts of all objects: they are the only part of the heap that owns something outside of it.
pub(crate) fn drop_natives() {
    let mut i = 1;
    while let Some(p) = with(|s| s.slots.get(i).copied()) {
        i += 1;
        if !is_object(p) {
            continue;
        }
        // SAFETY: the object is alive, and kept so (immortal) while its native part is dropped.
        let native = unsafe {
            if (*(*p).class).flags & crate::class_flags::HAS_NATIVE == 0 {
                continue;
            }
            (*p).rc.refcount |= IMMORTAL;
            let handle = ManuallyDrop::new(PhpObject::from_raw(p));
            handle.take_native()
        };
        drop(native);
    }
}

/// Forgets all objects, keeping space for `keep` numbers.
pub(crate) fn reset(keep: usize) {
    with(|s| {
        s.slots.clear();
        s.slots.shrink_to(keep);
        s.free = 0;
        s.live = 0;
        s.generation = s.generation.wrapping_add(1);
    });
    WEAK_HOOK.set(None);
}
