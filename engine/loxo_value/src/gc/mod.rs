//! The cycle collector (synchronous trial deletion, PHP's triggers) and the queue of destructors.

mod destructors;
mod roots;
mod stress;
mod weak;

use self::roots::{PURPLE, ROOT_SHIFT};
use crate::array::{self, ArrayHeader};
use crate::object::{self, ObjHeader};
use crate::rc::{self, GC_INFO_MASK, IMMORTAL, KIND_ARRAY, KIND_OBJECT, KIND_REFERENCE, NOT_COLLECTABLE, RcHeader};
use crate::tracer::Tracer;
use crate::{COLLECTABLE, PhpArray, PhpObject, RefHeader, heap, interrupt};
use std::cell::UnsafeCell;
use std::collections::VecDeque;
use std::mem::ManuallyDrop;
use std::ptr::NonNull;
use std::time::{Duration, Instant};

const DEFAULT_THRESHOLD: usize = 10_001;
const THRESHOLD_STEP: usize = 10_000;
const MAX_THRESHOLD: usize = 1_000_000_000;
/// A run that frees fewer than this raises the threshold.
const WORTHWHILE: usize = 100;

const COLOUR: u32 = 0x300;
const BLACK: u32 = 0x000;
const WHITE: u32 = 0x100;
const GREY: u32 = 0x200;

struct Gc {
    roots: roots::Roots,
    threshold: usize,
    disabled: bool,
    active: bool,
    runs: u64,
    collected: u64,
    collector_time: Duration,
    destructor_time: Duration,
    free_time: Duration,
    queue: VecDeque<*mut ObjHeader>,
    incoming: Vec<*mut ObjHeader>,
    stress: stress::State,
}

thread_local! {
    /// Never dropped, so that reaching it is one address; `reset` frees what it holds.
    static GC: UnsafeCell<ManuallyDrop<Gc>> = const {
        UnsafeCell::new(ManuallyDrop::new(Gc {
            roots: roots::Roots::new(),
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
            stress: stress::State::NEW,
        }))
    };
}

#[inline(always)]
fn with<R>(f: impl FnOnce(&mut Gc) -> R) -> R {
    // SAFETY: the state is of this thread; no function passed here (all in this file) calls back into it.
    GC.with(|g| f(unsafe { &mut *g.get() }))
}

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

use destructors::{call_destructors, out_of_reach};
pub(crate) use stress::set_stress;

/// Roots that the program knows of.
fn known_roots(g: &Gc) -> usize {
    g.roots.count() + g.stress.owed_roots
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
        let many = with(|g| {
            g.roots.add(p);
            known_roots(g) >= g.threshold
        });
        if many {
            collection_due();
        }
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

/// A container is freed: takes it out of the root buffer.
#[inline(always)]
pub(crate) unsafe fn forget(p: *mut RcHeader) {
    // SAFETY: the caller passes a header that is not freed yet.
    unsafe {
        if (*p).info & GC_INFO_MASK != 0 {
            forget_root(p);
        }
    }
}

#[inline(never)]
unsafe fn forget_root(p: *mut RcHeader) {
    // SAFETY: as in `forget`.
    with(|g| unsafe { g.roots.remove(p) });
}

/// Calls `visit` for every counted container that `p` holds, as often as it holds it.
unsafe fn children(p: *mut RcHeader, visit: &mut dyn FnMut(*mut RcHeader)) {
    let mut tracer = Tracer { visit };
    // SAFETY: the caller passes a live header; its kind says what it is.
    unsafe {
        match rc::kind(p) {
            KIND_ARRAY => {
                let a = ManuallyDrop::new(PhpArray::from_raw(p.cast()));
                a.values().for_each(|v| tracer.value(v));
            }
            KIND_OBJECT => object::trace(p.cast(), &mut tracer),
            KIND_REFERENCE => tracer.value(&(*(p as *mut RefHeader)).value),
            _ => {}
        }
    }
}

#[inline(always)]
unsafe fn colour(p: *mut RcHeader) -> u32 {
    // SAFETY: the caller passes a live header.
    unsafe { (*p).info & COLOUR }
}

#[inline(always)]
unsafe fn paint(p: *mut RcHeader, colour: u32) {
    // SAFETY: the caller passes a live header.
    unsafe { (*p).info = (*p).info & !COLOUR | colour }
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
    let owed = with(|g| g.stress.settle());
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

/// Empties the root buffer and finds what only garbage holds; says also how many things were looked at. Counts and colours are as before.
fn find_garbage() -> (Vec<*mut RcHeader>, usize) {
    let roots = with(|g| g.roots.take());
    let mut stack: Vec<*mut RcHeader> = Vec::new();
    let mut garbage = Vec::new();
    let mut seen = 0;
    let mut weak = weak::Entries::default();
    // SAFETY: roots are alive, and so is all they lead to: no count reaches zero by anything but trial, and nothing is freed here.
    unsafe {
        for &p in &roots {
            (*p).info = (*p).info & !GC_INFO_MASK | PURPLE;
        }
        for &p in &roots {
            if colour(p) == PURPLE {
                paint(p, GREY);
                stack.push(p);
                seen += mark_grey(&mut stack, &mut weak);
            }
        }
        for &p in &roots {
            stack.push(p);
            scan(&mut stack, &mut weak);
        }
        for &p in &roots {
            if colour(p) == WHITE {
                paint(p, BLACK);
                garbage.push(p);
                collect_white(&mut garbage, &mut weak);
            }
        }
        // What is left are entries of maps that live, with keys that do not.
        while let Some(p) = weak.give_any_back() {
            (*p).refcount += 1;
            if colour(p) == WHITE {
                paint(p, BLACK);
                garbage.push(p);
                collect_white(&mut garbage, &mut weak);
            }
        }
    }
    (garbage, seen)
}

/// Takes away the counts that things on the stack hold, transitively. Says how many there were.
unsafe fn mark_grey(stack: &mut Vec<*mut RcHeader>, weak: &mut weak::Entries) -> usize {
    let mut seen = 0;
    while let Some(p) = stack.pop() {
        seen += 1;
        // SAFETY: all are alive.
        unsafe {
            children(p, &mut |c| {
                (*c).refcount -= 1;
                if colour(c) != GREY {
                    paint(c, GREY);
                    stack.push(c);
                }
            });
            weak::entries(p, &mut |entry| {
                let c = entry.value;
                (*c).refcount -= u32::from(weak.take(&entry));
                if colour(c) != GREY {
                    paint(c, GREY);
                    stack.push(c);
                }
            });
        }
    }
    seen
}

/// Grey things that are held from outside become black again with all they hold; the others white.
unsafe fn scan(stack: &mut Vec<*mut RcHeader>, weak: &mut weak::Entries) {
    let mut black = Vec::new();
    while let Some(p) = stack.pop() {
        // SAFETY: all are alive.
        unsafe {
            if colour(p) != GREY {
                continue;
            }
            if (*p).refcount == 0 {
                paint(p, WHITE);
                children(p, &mut |c| stack.push(c));
                weak::entries(p, &mut |entry| stack.push(entry.value));
                continue;
            }
            paint(p, BLACK);
            black.push(p);
            while let Some(p) = black.pop() {
                children(p, &mut |c| {
                    (*c).refcount += 1;
                    if colour(c) != BLACK {
                        paint(c, BLACK);
                        black.push(c);
                    }
                });
                weak::entries(p, &mut |entry| {
                    let c = entry.value;
                    if colour(entry.other) != BLACK {
                        // Whether the entry lives is not known yet.
                        stack.push(c);
                        return;
                    }
                    if !weak.give_back(&entry) {
                        return;
                    }
                    (*c).refcount += 1;
                    if colour(c) != BLACK {
                        paint(c, BLACK);
                        black.push(c);
                    }
                });
            }
        }
    }
}

/// Gives back the counts of the white things reachable from the last of `garbage`, which they join.
unsafe fn collect_white(garbage: &mut Vec<*mut RcHeader>, weak: &mut weak::Entries) {
    let mut next = garbage.len() - 1;
    while let Some(&p) = garbage.get(next) {
        next += 1;
        // SAFETY: all are alive.
        unsafe {
            children(p, &mut |c| {
                (*c).refcount += 1;
                if colour(c) == WHITE {
                    paint(c, BLACK);
                    garbage.push(c);
                }
            });
            weak::entries(p, &mut |entry| {
                let c = entry.value;
                (*c).refcount += u32::from(weak.give_back(&entry));
                if colour(c) == WHITE {
                    paint(c, BLACK);
                    garbage.push(c);
                }
            });
        }
    }
}

/// Takes garbage apart and frees it; returns the number of arrays and objects.
fn free_garbage(dead: &[*mut RcHeader]) -> usize {
    let mut n = 0;
    // SAFETY: nothing but garbage holds garbage. Each thing gets one count more, so that none is freed while the contents go.
    unsafe {
        for &p in dead {
            (*p).refcount += 1;
            (*p).info |= NOT_COLLECTABLE;
            n += usize::from(rc::kind(p) != KIND_REFERENCE);
            if rc::kind(p) == KIND_OBJECT && (*(p as *mut ObjHeader)).dynamic.as_ref().is_some_and(|d| !d.is_immortal()) {
                // The table of dynamic properties is garbage too, but PHP counts the two as one.
                n = n.saturating_sub(1);
            }
        }
        for &p in dead {
            match rc::kind(p) {
                KIND_ARRAY => array::drop_content(p.cast()),
                KIND_OBJECT => object::drop_content(p.cast()),
                _ => drop((*(p as *mut RefHeader)).value.take()),
            }
        }
        for &p in dead {
            (*p).info &= !NOT_COLLECTABLE;
            (*p).refcount -= 1;
            // A native part that does not report all it holds may have kept something alive: that stays, emptied.
            if (*p).refcount == 0 {
                free_shell(p);
            }
        }
    }
    n
}

unsafe fn free_shell(p: *mut RcHeader) {
    // SAFETY: the thing is emptied and has no owners.
    unsafe {
        forget(p);
        match rc::kind(p) {
            KIND_ARRAY => {
                let _ = array::free::leave(p as *mut ArrayHeader);
                array::free::free(p as *mut ArrayHeader);
            }
            KIND_OBJECT => object::free_shell(p.cast()),
            _ => {
                crate::reference::drop_types((*(p as *mut RefHeader)).types);
                heap::free_sized(NonNull::new_unchecked(p.cast()), size_of::<RefHeader>());
            }
        }
    }
}

/// Back to the start, for the next request, keeping space for `keep` roots. Queued objects are forgotten, not dropped.
pub(crate) fn reset(keep: usize) {
    with(|g| {
        g.roots.clear();
        g.roots.shrink_to(keep);
        g.queue = VecDeque::new();
        g.incoming = Vec::new();
        g.stress.settle();
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
