//! Destructors of garbage, between finding and freeing it.

use super::roots::ROOT_SHIFT;
use super::state::{BLACK, GREY, WHITE, children, colour, paint, with};
use super::weak;
use crate::PhpObject;
use crate::object::{ObjHeader, class_flags, object_flags};
use crate::rc::{self, KIND_OBJECT, RcHeader};
use std::mem::ManuallyDrop;
use std::time::Instant;

unsafe fn wants_destructor(p: *mut RcHeader) -> bool {
    // SAFETY: the caller passes a live header.
    unsafe {
        let o = p as *mut ObjHeader;
        rc::kind(p) == KIND_OBJECT && (*(*o).class).flags & class_flags::HAS_DESTRUCTOR != 0 && (*o).flags & object_flags::DESTRUCTED == 0
    }
}

/// Runs the destructors of garbage. What they can see is not freed in this round (the objects are noted as roots for the next); the rest
/// is returned, with whether there were any.
pub(super) fn call_destructors(garbage: Vec<*mut RcHeader>, run: &mut dyn FnMut(PhpObject)) -> (Vec<*mut RcHeader>, bool) {
    // SAFETY: garbage is alive until it is freed.
    let first: Vec<_> = garbage.iter().copied().filter(|&p| unsafe { wants_destructor(p) }).collect();
    if first.is_empty() {
        return (garbage, false);
    }
    let dead = out_of_reach(&garbage, &first);
    let mut waiting = Vec::with_capacity(first.len());
    // They are roots of the next round, so that those that are freed meanwhile are known.
    // SAFETY: as above.
    unsafe {
        for &p in &first {
            (*(p as *mut ObjHeader)).flags |= object_flags::AWAITS_DESTRUCTOR;
            waiting.push((p, with(|g| g.roots.add(p))));
        }
    }
    let start = Instant::now();
    for (p, place) in waiting {
        if !with(|g| g.roots.is_at(place, p)) {
            continue;
        }
        // SAFETY: what is in the root buffer is alive.
        unsafe {
            let o = p as *mut ObjHeader;
            if (*o).flags & object_flags::AWAITS_DESTRUCTOR == 0 {
                continue;
            }
            (*o).flags &= !object_flags::AWAITS_DESTRUCTOR;
            if (*o).flags & object_flags::DESTRUCTED == 0 {
                (*o).flags |= object_flags::DESTRUCTED;
                rc::inc(p);
                let object = ManuallyDrop::new(PhpObject::from_raw(o));
                run((*object).clone());
                // As in PHP, an object that nobody holds any more is left to the next round, which counts it.
                (*p).refcount -= 1;
            }
        }
    }
    with(|g| g.destructor_time += start.elapsed());
    (dead, true)
}

/// The garbage that the things in `first`, which are garbage too, do not lead to.
pub(super) fn out_of_reach(garbage: &[*mut RcHeader], first: &[*mut RcHeader]) -> Vec<*mut RcHeader> {
    let mut seen = Vec::new();
    // SAFETY: garbage leads to garbage and to live things; those of the latter that are painted are painted back.
    unsafe {
        for &p in first {
            if colour(p) == BLACK {
                paint(p, WHITE);
                seen.push(p);
            }
        }
        for &p in garbage {
            if colour(p) == BLACK {
                paint(p, GREY);
            }
        }
        let mut next = 0;
        while let Some(&p) = seen.get(next) {
            next += 1;
            let mut reach = |c: *mut RcHeader| {
                if colour(c) == GREY && (*c).info >> ROOT_SHIFT == 0 {
                    paint(c, WHITE);
                    seen.push(c);
                }
            };
            children(p, &mut reach);
            // Who has a key can read its entries.
            weak::entries(p, &mut |entry| reach(entry.value));
        }
    }
    // SAFETY: as above.
    let dead: Vec<_> = garbage.iter().copied().filter(|&p| unsafe { colour(p) == GREY }).collect();
    // SAFETY: as above.
    garbage.iter().for_each(|&p| unsafe { paint(p, BLACK) });
    dead
}
