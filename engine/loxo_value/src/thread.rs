//! What a thread keeps for the values of its request (heap, tables of objects and resources, roots of the collector), as a whole: emptied when the
//! request ends, released when the thread does.

use crate::{array, fiber_stacks, gc, heap, release, resource, store};

/// Tables keep as many entries for the next request.
const ENTRIES_KEPT: usize = 1 << 14;

/// What dies from here to [`reset`] is not taken apart: it goes with the heap.
pub fn begin_reset() {
    release::put_all_aside();
}

/// Drops all values: native parts of objects and data of resources are dropped first, then all memory is given back at once.
///
/// # Safety
/// No handle or borrow into this thread's heap may be used (or dropped) afterwards.
pub unsafe fn reset() {
    // SAFETY: same contract.
    unsafe { reset_keeping(ENTRIES_KEPT) }
}

/// Resets, and keeps memory for `keep` entries in the tables of objects and roots.
unsafe fn reset_keeping(keep: usize) {
    store::drop_natives();
    resource::drop_all();
    gc::reset(keep);
    array::iter::reset();
    store::reset(keep);
    release::reset();
    fiber_stacks::reset();
    // SAFETY: the caller gives up all handles; the registries above hold none any more.
    unsafe { heap::drop_all() }
}

/// Gives the memory that [`reset`] keeps for the next request back to the system.
///
/// # Safety
/// As [`reset`].
pub unsafe fn release() {
    // SAFETY: same contract.
    unsafe {
        reset_keeping(0);
        heap::release_cached();
    }
}

/// Stress mode: `poison` fills freed memory with 0x5a; `gc_every_alloc` asks for a collection after every container allocated.
pub fn set_stress(poison: bool, gc_every_alloc: bool) {
    heap::set_poison(poison);
    gc::set_stress(gc_every_alloc);
}
