//! The cycle collector (synchronous trial deletion, PHP's triggers) and the queue of destructors.

mod destructors;
mod roots;
mod state;
mod stress;
mod trial_deletion;
mod weak;

use self::destructors::call_destructors;
use self::state::{DEFAULT_THRESHOLD, known_roots, with};
pub(crate) use self::state::{forget, forget_known, knows};
pub(crate) use self::stress::set_stress;
use self::trial_deletion::{find_garbage, free_garbage};
use crate::object::ObjHeader;
use crate::rc::{self, GC_INFO_MASK, IMMORTAL, KIND_REFERENCE, NOT_COLLECTABLE, RcHeader};
use crate::{COLLECTABLE, PhpObject, RefHeader, interrupt};
use std::collections::VecDeque;
use std::time::{Duration, Instant};

const THRESHOLD_STEP: usize = 10_000;
const MAX_THRESHOLD: usize = 1_000_000_000;
/// A run that frees fewer than this raises the threshold.
const WORTHWHILE: usize = 100;

/// Is a collection due? The owner of the request then calls [`run_due`] where running destructors is safe.
#[inline(always)]
pub fn should_run() -> bool {
    interrupt::pending() & interrupt::COLLECTION != 0
}

/// Queues an object (with one count, the queue's) for its destructor.
#[cold]
pub(crate) fn queue_destructor(p: *mut ObjHeader) {
    with(|g| g.incoming.push(p));
    interrupt::set(interrupt::DESTRUCTORS);
}

/// Takes the next object whose destructor must run. What was queued since the last call comes first, so nested objects are destructed
/// as PHP does it: right after the one that held them.
pub fn take_pending_destructor() -> Option<PhpObject> {
    let p = with(|g| {
        while let Some(p) = g.incoming.pop() {
            g.queue.push_front(p);
        }
        g.queue.pop_front()
    });
    if with(|g| g.queue.is_empty()) {
        interrupt::clear(interrupt::DESTRUCTORS);
    }
    // SAFETY: the queue owned one count, which goes to the handle.
    p.map(|p| unsafe { PhpObject::from_raw(p) })
}

/// Runs all queued destructors, in PHP's order; while one runs, the others are not pending (so that code it calls does not run them).
/// `run` returns false to stop: the rest is queued again.
pub fn run_pending_destructors(run: &mut dyn FnMut(PhpObject) -> bool) {
    struct Rest(VecDeque<*mut ObjHeader>);
    impl Drop for Rest {
        fn drop(&mut self) {
            if !self.0.is_empty() {
                let rest = std::mem::take(&mut self.0);
                with(|g| rest.into_iter().rev().for_each(|p| g.queue.push_front(p)));
                interrupt::set(interrupt::DESTRUCTORS);
            }
        }
    }
    let mut rest = Rest(VecDeque::new());
    loop {
        while let Some(o) = with(|g| g.incoming.pop()) {
            rest.0.push_front(o);
        }
        with(|g| rest.0.extend(g.queue.drain(..)));
        interrupt::clear(interrupt::DESTRUCTORS);
        let Some(p) = rest.0.pop_front() else { return };
        // SAFETY: the queue owned one count, which goes to the handle.
        if !run(unsafe { PhpObject::from_raw(p) }) {
            return;
        }
    }
}

/// A container lost an owner and kept others: it may be garbage that holds itself.
#[inline(never)]
pub(crate) unsafe fn possible_root(mut p: *mut RcHeader) {
    // SAFETY: the caller passes a live header; a reference leads to what it holds.
    unsafe {
        if rc::kind(p) == KIND_REFERENCE {
            let inner = &(*(p as *mut RefHeader)).value;
            if inner.flags() & COLLECTABLE == 0 {
                return;
            }
            p = inner.header();
            if (*p).info & (GC_INFO_MASK | NOT_COLLECTABLE) != 0 || (*p).refcount & IMMORTAL != 0 {
                return;
            }
        }
        // Mostly nothing is called.
        let many = with(|g| g.roots.add_at_once(p).map(|()| known_roots(g) >= g.threshold));
        match many {
            Some(false) => {}
            Some(true) => collection_due(),
            None => add_root(p),
        }
    }
}

/// Adds a root where there may be no place yet.
#[inline(never)]
unsafe fn add_root(p: *mut RcHeader) {
    let many = with(|g| {
        // SAFETY: the caller passes a live header that is in no buffer.
        unsafe { g.roots.add(p) };
        known_roots(g) >= g.threshold
    });
    if many {
        collection_due();
    }
}

/// There are as many roots as it takes.
#[cold]
#[inline(never)]
fn collection_due() {
    if with(|g| !g.disabled && !g.active) {
        interrupt::set(interrupt::COLLECTION);
    }
}

/// What a collection did and holds, for `gc_status()`.
#[derive(Clone, Debug, Default)]
pub struct Status {
    /// A collection is running.
    pub running: bool,
    /// Collections so far.
    pub runs: u64,
    /// Containers collected so far.
    pub collected: u64,
    /// Roots at which the next one is due.
    pub threshold: usize,
    /// Slots of the root buffer.
    pub buffer_size: usize,
    /// Possible roots now.
    pub roots: usize,
    /// Time spent collecting, destructors included.
    pub collector_time: Duration,
    /// Of that, running destructors.
    pub destructor_time: Duration,
    /// Of that, freeing.
    pub free_time: Duration,
}

/// Takes everything out of the root buffer: what a request's start has touched holds no cycles, and is none of a program's business.
pub fn forget_roots() {
    let roots: Vec<*mut RcHeader> = with(|g| g.roots.iter().collect());
    for p in roots {
        // SAFETY: a root is live: what is freed leaves the buffer first.
        unsafe { forget(p) };
    }
    // Destructors of garbage run in the order of the roots: the program begins with an empty buffer.
    with(|g| g.roots.clear());
}

/// The collector's figures.
pub fn status() -> Status {
    with(|g| Status {
        running: g.active,
        runs: g.runs,
        collected: g.collected,
        threshold: g.threshold,
        buffer_size: g.roots.capacity().max(16_384),
        roots: known_roots(g),
        collector_time: g.collector_time,
        destructor_time: g.destructor_time,
        free_time: g.free_time,
    })
}

/// How often the collector has run in this request.
pub fn runs() -> u64 {
    with(|g| g.runs)
}

/// Lets collections become due.
pub fn enable() {
    set_enabled(true);
}

/// Lets no collection become due; roots are still noted, and [`collect`] still collects.
pub fn disable() {
    set_enabled(false);
}

/// Does as [`enable`] or [`disable`]; says what was before.
pub fn set_enabled(on: bool) -> bool {
    if !on {
        interrupt::clear(interrupt::COLLECTION);
    }
    with(|g| !std::mem::replace(&mut g.disabled, !on))
}

/// May collections become due?
pub fn is_enabled() -> bool {
    with(|g| !g.disabled)
}

/// Runs the collection that is due and adapts the threshold to what it found.
pub fn run_due(run_destructor: &mut dyn FnMut(PhpObject)) -> usize {
    if stress::only_stressed() {
        stress::collect();
        return 0;
    }
    let n = collect(run_destructor);
    with(|g| {
        if n < WORTHWHILE || known_roots(g) >= g.threshold {
            g.threshold = (g.threshold + THRESHOLD_STEP).min(MAX_THRESHOLD);
        } else if g.threshold > DEFAULT_THRESHOLD {
            g.threshold -= THRESHOLD_STEP;
        }
    });
    n
}

/// Collects cycles now; returns how many arrays and objects were garbage. `run_destructor` runs the destructor of an object, which is marked
/// as destructed already; objects that destructors make reachable again survive.
pub fn collect(run_destructor: &mut dyn FnMut(PhpObject)) -> usize {
    struct Active(Instant);
    impl Drop for Active {
        fn drop(&mut self) {
            with(|g| {
                g.active = false;
                g.collector_time += self.0.elapsed();
            });
        }
    }
    interrupt::clear(interrupt::COLLECTION);
    if with(|g| std::mem::replace(&mut g.active, true)) {
        return 0;
    }
    let _active = Active(Instant::now());
    if with(|g| known_roots(g) == 0) {
        return 0;
    }
    let owed = with(|g| g.owed.settle());
    let (mut n, again) = pass(run_destructor);
    let rounds = if again && with(|g| g.roots.count() > 0) { 2 } else { 1 };
    if again {
        n += pass(run_destructor).0;
    }
    n += owed;
    with(|g| {
        g.runs += rounds;
        g.collected += n as u64;
    });
    interrupt::clear(interrupt::COLLECTION);
    n
}

/// One round: returns how many were freed, and whether destructors ran.
fn pass(run_destructor: &mut dyn FnMut(PhpObject)) -> (usize, bool) {
    let (garbage, _) = find_garbage();
    if garbage.is_empty() {
        return (0, false);
    }
    let (dead, kept_alive) = call_destructors(garbage, run_destructor);
    let start = Instant::now();
    let n = free_garbage(&dead);
    with(|g| g.free_time += start.elapsed());
    (n, kept_alive)
}

/// Back to the start, for the next request, keeping space for `keep` roots. Queued objects are forgotten, not dropped.
pub(crate) fn reset(keep: usize) {
    with(|g| {
        g.roots.clear();
        g.roots.shrink_to(keep);
        g.queue = VecDeque::new();
        g.incoming = Vec::new();
        g.owed.settle();
        g.threshold = DEFAULT_THRESHOLD;
        g.disabled = false;
        g.active = false;
        g.runs = 0;
        g.collected = 0;
        g.collector_time = Duration::ZERO;
        g.destructor_time = Duration::ZERO;
        g.free_time = Duration::ZERO;
    });
    interrupt::clear(interrupt::COLLECTION | interrupt::DESTRUCTORS);
}
