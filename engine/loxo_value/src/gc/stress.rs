//! Stress mode: collections whenever a container is allocated, to find what the engine holds without counting it. The program must not
//! notice. So only garbage goes whose end nobody can see, possible roots stay where they were, and what was collected is owed to the
//! program's next collection, which reports it as its own.

use super::destructors::out_of_reach;
use super::state::{known_roots, with};
use super::trial_deletion::{find_garbage, free_garbage};
use crate::object::{ObjHeader, class_flags, object_flags};
use crate::rc::{self, KIND_OBJECT, RcHeader};
use crate::{alloc_hook, interrupt};
use std::cell::Cell;
use std::collections::HashSet;

/// How many allocations make up for looking at that many things: large heaps are collected less often, or nothing would ever end.
const PATIENCE: usize = 16;

thread_local! {
    static ON: Cell<bool> = const { Cell::new(false) };
}

pub(crate) fn set_stress(on: bool) {
    ON.set(on);
    alloc_hook::set(on.then_some(allocated as fn()));
}

/// In stress mode containers allocated make a collection due.
#[cold]
fn allocated() {
    let due = with(|g| {
        g.owed.wait = g.owed.wait.saturating_sub(1);
        g.owed.wait == 0 && !g.active && !g.disabled
    });
    if due {
        interrupt::set(interrupt::COLLECTION);
    }
}

/// A collection is due, and not because of the number of roots.
pub(super) fn only_stressed() -> bool {
    ON.get() && with(|g| known_roots(g) < g.threshold)
}

/// The end of this thing can be noticed: something of the engine or of the program runs then.
unsafe fn is_observed(p: *mut RcHeader) -> bool {
    // SAFETY: the caller passes a live header.
    unsafe {
        let o = p as *mut ObjHeader;
        rc::kind(p) == KIND_OBJECT
            && ((*(*o).class).flags & (class_flags::HAS_DESTRUCTOR | class_flags::HAS_NATIVE) != 0
                || (*o).flags & object_flags::HAS_WEAK != 0)
    }
}

/// Collects without being noticed.
pub(super) fn collect() {
    interrupt::clear(interrupt::COLLECTION);
    if with(|g| g.active || g.disabled || g.roots.count() == 0) {
        return;
    }
    with(|g| g.active = true);
    let roots = with(|g| g.roots.copied());
    let (garbage, seen) = find_garbage();
    // SAFETY: garbage is alive until it is freed.
    let observed: Vec<_> = garbage.iter().copied().filter(|&p| unsafe { is_observed(p) }).collect();
    let dead = if observed.is_empty() { garbage } else { out_of_reach(&garbage, &observed) };
    let going: HashSet<*mut RcHeader> = dead.iter().copied().collect();
    with(|g| {
        g.owed.wait = seen / PATIENCE;
        // SAFETY: a root that is not going stays alive. It is black and in no buffer: the search emptied it.
        g.owed.owed_roots += unsafe { g.roots.put_back(roots, |p| going.contains(&p)) };
    });
    let collected = free_garbage(&dead);
    with(|g| {
        g.owed.owed += collected;
        g.active = false;
    });
}
