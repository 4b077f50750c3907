//! Finding and freeing garbage: counts that containers hold in each other are taken away on trial; what is left without any is garbage.

use super::roots::PURPLE;
use super::state::{BLACK, GREY, WHITE, children, colour, forget, held_by, paint, with};
use super::weak;
use crate::array::{self, ArrayHeader};
use crate::object::{self, ObjHeader};
use crate::rc::{self, GC_INFO_MASK, IMMORTAL, KIND_ARRAY, KIND_OBJECT, KIND_REFERENCE, NOT_COLLECTABLE, RcHeader, load_ahead};
use crate::{RefHeader, heap};
use std::ptr::NonNull;

/// Empties the root buffer and finds what only garbage holds; says also how many things were looked at. Counts and colours are as before.
pub(super) fn find_garbage() -> (Vec<*mut RcHeader>, usize) {
    let roots = with(|g| g.roots.take());
    let mut stack: Vec<*mut RcHeader> = Vec::new();
    let mut garbage = Vec::new();
    let mut seen = 0;
    let mut walk = Walk::new();
    let mut weak = weak::Entries::default();
    // SAFETY: roots are alive, and so is all they lead to: no count reaches zero by anything but trial, and nothing is freed here.
    unsafe {
        for &p in &roots {
            (*p).info = (*p).info & !GC_INFO_MASK | PURPLE;
        }
        for &p in &roots {
            if colour(p) == PURPLE {
                paint(p, GREY);
                seen += mark_grey(p, &mut walk, &mut weak);
            }
        }
        for &p in &roots {
            stack.push(p);
            scan(&mut stack, &mut walk, &mut weak);
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

/// Has the processor load the elements of an array whose header was loaded.
#[inline(always)]
unsafe fn load_content_ahead(p: *mut RcHeader) {
    // SAFETY: the caller passes a live header.
    unsafe {
        if rc::kind(p) == KIND_ARRAY {
            load_ahead((*p.cast::<ArrayHeader>()).data);
        }
    }
}

/// So many loads are on their way at once.
const AHEAD: usize = 16;

/// Things that are loaded, in the order in which they were named.
struct Queue {
    things: [*mut RcHeader; AHEAD],
    first: usize,
    len: usize,
}

impl Queue {
    const EMPTY: Queue = Queue { things: [std::ptr::null_mut(); AHEAD], first: 0, len: 0 };

    #[inline(always)]
    fn is_full(&self) -> bool {
        self.len == AHEAD
    }

    /// Puts one in, where there is space.
    #[inline(always)]
    fn push(&mut self, p: *mut RcHeader) {
        self.things[(self.first + self.len) % AHEAD] = p;
        self.len += 1;
    }

    #[inline(always)]
    fn pop(&mut self) -> Option<*mut RcHeader> {
        self.len = self.len.checked_sub(1)?;
        let p = self.things[self.first];
        self.first = (self.first + 1) % AHEAD;
        Some(p)
    }
}

/// A walk through containers. They lie anywhere in memory, so each is loaded a while before it is looked at.
struct Walk {
    /// What is still to be visited, as often as it is held.
    held: Vec<*mut RcHeader>,
    /// Of that, what comes next: headers are loaded.
    headers: Queue,
    /// What was visited and is to be looked into.
    contents: Queue,
}

impl Walk {
    const fn new() -> Walk {
        Walk { held: Vec::new(), headers: Queue::EMPTY, contents: Queue::EMPTY }
    }

    /// Looks into a container, and into all that it leads to which `visit` says so of. That is asked for every counted container as often as it is held;
    /// `inside` for each that is looked into, and may add to what is looked into.
    #[inline(always)]
    unsafe fn through(
        &mut self,
        start: *mut RcHeader,
        visit: impl Fn(*mut RcHeader) -> bool,
        mut inside: impl FnMut(*mut RcHeader, &mut Walk),
    ) {
        self.contents.push(start);
        loop {
            // SAFETY: all are alive.
            unsafe {
                while !self.contents.is_full() {
                    while !self.headers.is_full()
                        && let Some(p) = self.held.pop()
                    {
                        load_ahead(p);
                        self.headers.push(p);
                    }
                    let Some(p) = self.headers.pop() else { break };
                    if (*p).refcount & IMMORTAL == 0 && visit(p) {
                        load_content_ahead(p);
                        self.contents.push(p);
                    }
                }
                let Some(p) = self.contents.pop() else { return };
                held_by(p, &mut |c| self.held.push(c));
                inside(p, self);
            }
        }
    }
}

/// Takes away the counts that a grey thing holds, and what it leads to. Says how many things there were.
unsafe fn mark_grey(p: *mut RcHeader, walk: &mut Walk, weak: &mut weak::Entries) -> usize {
    let mut seen = 0;
    let take = |c: *mut RcHeader| {
        // SAFETY: it is alive, and held as often as it is visited.
        unsafe {
            (*c).refcount -= 1;
            let is_new = colour(c) != GREY;
            paint(c, GREY);
            is_new
        }
    };
    // SAFETY: all are alive.
    unsafe {
        walk.through(p, take, |p, walk| {
            seen += 1;
            weak::entries(p, &mut |entry| {
                // The visit takes a count.
                (*entry.value).refcount += u32::from(!weak.take(&entry));
                walk.held.push(entry.value);
            });
        });
    }
    seen
}

/// Grey things that are held from outside become black again with all they hold; the others white.
unsafe fn scan(stack: &mut Vec<*mut RcHeader>, walk: &mut Walk, weak: &mut weak::Entries) {
    let give = |c: *mut RcHeader| {
        // SAFETY: it is alive, and held as often as it is visited.
        unsafe {
            (*c).refcount += 1;
            let is_new = colour(c) != BLACK;
            paint(c, BLACK);
            is_new
        }
    };
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
            walk.through(p, give, |p, walk| {
                weak::entries(p, &mut |entry| {
                    if colour(entry.other) != BLACK {
                        // Whether the entry lives is not known yet.
                        stack.push(entry.value);
                    } else if weak.give_back(&entry) {
                        // The visit gives the count.
                        walk.held.push(entry.value);
                    }
                });
            });
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
            if let Some(&later) = garbage.get(next + AHEAD / 2) {
                load_content_ahead(later);
            }
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
pub(super) fn free_garbage(dead: &[*mut RcHeader]) -> usize {
    let mut n = 0;
    // SAFETY: nothing but garbage holds garbage. Each thing gets one count more, so that none is freed while the contents go.
    unsafe {
        for &p in dead {
            (*p).refcount += 1;
            (*p).info |= NOT_COLLECTABLE;
            n += usize::from(rc::kind(p) != KIND_REFERENCE);
            if rc::kind(p) == KIND_OBJECT {
                n += object::arrays_more(p.cast());
            }
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

pub(super) unsafe fn free_shell(p: *mut RcHeader) {
    // SAFETY: the thing is emptied and has no owners.
    unsafe {
        forget(p);
        match rc::kind(p) {
            KIND_ARRAY => {
                array::free::leave(p as *mut ArrayHeader);
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
