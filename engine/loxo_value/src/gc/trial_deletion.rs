//! Finding and freeing garbage: counts that containers hold in each other are taken away on trial; what is left without any is garbage.

use super::roots::PURPLE;
use super::state::{BLACK, GREY, WHITE, children, colour, forget, paint, with};
use super::weak;
use crate::array::{self, ArrayHeader};
use crate::object::{self, ObjHeader};
use crate::rc::{self, GC_INFO_MASK, KIND_ARRAY, KIND_OBJECT, KIND_REFERENCE, NOT_COLLECTABLE, RcHeader};
use crate::{RefHeader, heap};
use std::ptr::NonNull;

/// Empties the root buffer and finds what only garbage holds; says also how many things were looked at. Counts and colours are as before.
pub(super) fn find_garbage() -> (Vec<*mut RcHeader>, usize) {
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
pub(super) unsafe fn mark_grey(stack: &mut Vec<*mut RcHeader>, weak: &mut weak::Entries) -> usize {
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
pub(super) unsafe fn scan(stack: &mut Vec<*mut RcHeader>, weak: &mut weak::Entries) {
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
pub(super) unsafe fn collect_white(garbage: &mut Vec<*mut RcHeader>, weak: &mut weak::Entries) {
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
