//! The collector's state, one for each thread, and the colours of containers.

use super::roots::Roots;
use crate::object::{self, ObjHeader};
use crate::rc::{self, GC_INFO_MASK, IMMORTAL, KIND_ARRAY, KIND_OBJECT, KIND_REFERENCE, RcHeader};
use crate::tracer::Tracer;
use crate::{COLLECTABLE, RefHeader, Value, array};
use std::cell::UnsafeCell;
use std::collections::VecDeque;
use std::mem::ManuallyDrop;
use std::time::Duration;

pub(super) const DEFAULT_THRESHOLD: usize = 10_001;

pub(super) const COLOUR: u32 = 0x300;
pub(super) const BLACK: u32 = 0x000;
pub(super) const WHITE: u32 = 0x100;
pub(super) const GREY: u32 = 0x200;

pub(super) struct Gc {
    pub(super) roots: Roots,
    pub(super) threshold: usize,
    pub(super) disabled: bool,
    pub(super) active: bool,
    pub(super) runs: u64,
    pub(super) collected: u64,
    pub(super) collector_time: Duration,
    pub(super) destructor_time: Duration,
    pub(super) free_time: Duration,
    pub(super) queue: VecDeque<*mut ObjHeader>,
    pub(super) incoming: Vec<*mut ObjHeader>,
    pub(super) owed: Owed,
}

thread_local! {
    /// Never dropped, so that reaching it is one address; `reset` frees what it holds.
    static GC: UnsafeCell<ManuallyDrop<Gc>> = const {
        UnsafeCell::new(ManuallyDrop::new(Gc {
            roots: Roots::new(),
            threshold: DEFAULT_THRESHOLD,
            disabled: false,
            active: false,
            runs: 0,
            collected: 0,
            collector_time: Duration::ZERO,
            destructor_time: Duration::ZERO,
            free_time: Duration::ZERO,
            queue: VecDeque::new(),
            incoming: Vec::new(),
            owed: Owed::NONE,
        }))
    };
}

#[inline(always)]
pub(super) fn with<R>(f: impl FnOnce(&mut Gc) -> R) -> R {
    // SAFETY: the state is of this thread; no function passed here (all in this folder) calls back into it.
    GC.with(|g| f(unsafe { &mut *g.get() }))
}

/// What stress mode did behind the program's back.
pub(super) struct Owed {
    /// Allocations until the next collection.
    pub(super) wait: usize,
    /// Containers collected that no collection of the program has reported yet.
    pub(super) owed: usize,
    /// Of those, possible roots: the program thinks that they are in the buffer.
    pub(super) owed_roots: usize,
}

impl Owed {
    pub(super) const NONE: Owed = Owed { wait: 0, owed: 0, owed_roots: 0 };

    /// What is owed; nothing is any more.
    pub(super) fn settle(&mut self) -> usize {
        self.owed_roots = 0;
        std::mem::take(&mut self.owed)
    }
}

/// Roots that the program knows of.
pub(super) fn known_roots(g: &Gc) -> usize {
    g.roots.count() + g.owed.owed_roots
}

/// Calls `visit` for every counted container that `p` holds, as often as it holds it.
#[inline(always)]
pub(super) unsafe fn children(p: *mut RcHeader, visit: &mut impl FnMut(*mut RcHeader)) {
    // SAFETY: the caller passes a live header; what it holds is alive.
    unsafe {
        held_by(p, &mut |c| {
            if (*c).refcount & IMMORTAL == 0 {
                visit(c);
            }
        });
    }
}

/// The same, and of containers that are immortal. Nothing of what is held is read.
#[inline(always)]
pub(super) unsafe fn held_by(p: *mut RcHeader, visit: &mut impl FnMut(*mut RcHeader)) {
    // SAFETY: the caller passes a live header; its kind says what it is.
    unsafe {
        match rc::kind(p) {
            KIND_ARRAY => {
                let (first, count, stride) = array::places(p.cast());
                for index in 0..count {
                    one(&*first.byte_add(index * stride), visit);
                }
            }
            KIND_OBJECT => {
                let (dynamic, slots, native) = object::content(p.cast());
                if let Some(table) = dynamic {
                    visit(table.header_ptr().cast());
                }
                slots.iter().for_each(|value| one(value, visit));
                if let Some(native) = native {
                    native.trace(&mut Tracer { visit });
                }
            }
            KIND_REFERENCE => one(&(*(p as *mut RefHeader)).value, visit),
            _ => {}
        }
    }
}

#[inline(always)]
fn one(value: &Value, visit: &mut impl FnMut(*mut RcHeader)) {
    if value.flags() & COLLECTABLE != 0 {
        visit(value.header());
    }
}

#[inline(always)]
pub(super) unsafe fn colour(p: *mut RcHeader) -> u32 {
    // SAFETY: the caller passes a live header.
    unsafe { (*p).info & COLOUR }
}

#[inline(always)]
pub(super) unsafe fn paint(p: *mut RcHeader, colour: u32) {
    // SAFETY: the caller passes a live header.
    unsafe { (*p).info = (*p).info & !COLOUR | colour }
}

/// The collector has something to forget when a container is freed.
#[inline(always)]
pub(crate) unsafe fn knows(p: *const RcHeader) -> bool {
    // SAFETY: as in `forget`.
    unsafe { (*p).info & GC_INFO_MASK != 0 }
}

/// A container is freed: takes it out of the root buffer.
#[inline(always)]
pub(crate) unsafe fn forget(p: *mut RcHeader) {
    // SAFETY: the caller passes a header that is not freed yet.
    unsafe {
        if knows(p) {
            forget_root(p);
        }
    }
}

#[inline(never)]
unsafe fn forget_root(p: *mut RcHeader) {
    // SAFETY: as in `forget`.
    unsafe { forget_known(p) }
}

/// [`forget`] of what the collector [`knows`].
#[inline(always)]
pub(crate) unsafe fn forget_known(p: *mut RcHeader) {
    // SAFETY: as in `forget`.
    with(|g| unsafe { g.roots.remove(p) });
}
