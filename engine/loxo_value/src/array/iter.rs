//! Positions that follow an array while it changes: `foreach` by reference.
//!
//! A registry per thread. An iterator knows the tables that may turn out to be "its" array (a table and the copies made of it since);
//! which one is decided when the loop asks with the array it finds in its variable.

use super::{ArrayHeader, PhpArray};
use std::cell::RefCell;

/// An iterator in this thread's registry.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct IterId(pub u32);

#[derive(Clone, Copy)]
struct Place {
    table: *mut ArrayHeader,
    pos: u32,
}

#[derive(Default)]
struct Registry {
    /// Where each is; those of iterators that have ended are empty, and keep their space.
    slots: Vec<Vec<Place>>,
    free: Vec<u32>,
}

thread_local! {
    static REGISTRY: RefCell<Registry> = const { RefCell::new(Registry { slots: Vec::new(), free: Vec::new() }) };
}

impl Place {
    fn enter(table: *mut ArrayHeader, pos: u32) -> Place {
        // SAFETY: callers pass a live table; constants are not written (nothing will move in them either).
        unsafe {
            if !crate::rc::is_immortal(table.cast()) {
                (*table).iters += 1;
            }
        }
        Place { table, pos }
    }

    fn leave(self) {
        // SAFETY: a table that dies or is frozen takes its places out of the registry first.
        unsafe {
            if !self.table.is_null() && !crate::rc::is_immortal(self.table.cast()) {
                (*self.table).iters -= 1;
            }
        }
    }
}

/// A new iterator at the first element.
pub fn iter_register(array: &PhpArray) -> IterId {
    let place = Place::enter(array.h(), array.first_pos());
    REGISTRY.with_borrow_mut(|r| {
        let id = r.free.pop().unwrap_or_else(|| {
            r.slots.push(Vec::with_capacity(1));
            r.slots.len() as u32 - 1
        });
        r.slots[id as usize].push(place);
        IterId(id)
    })
}

/// Where the iterator stands in `array`: at an element or at the end. The array is separated first. If it is neither the iterator's table
/// nor a copy of it, the iterator goes over to it, at its internal pointer.
pub fn iter_pos(id: IterId, array: &mut PhpArray) -> u32 {
    let h = array.make_mut();
    let pos = REGISTRY.with_borrow_mut(|r| {
        let Some(places) = r.slots.get_mut(id.0 as usize) else { return 0 };
        if let [only] = places[..]
            && only.table == h
        {
            return only.pos;
        }
        let pos = places.iter().find(|p| p.table == h).map_or_else(|| array.pos(), |p| p.pos);
        let place = Place::enter(h, pos);
        places.drain(..).for_each(Place::leave);
        places.push(place);
        pos
    });
    array.valid_pos(pos)
}

/// Where the iterator stands in `array`, which is only looked at: at an element or at the end. An iterator that knows neither this table
/// nor what it was copied from goes over to it, at `otherwise`.
pub fn iter_peek(id: IterId, array: &PhpArray, otherwise: u32) -> u32 {
    let h = array.h();
    let pos = REGISTRY.with_borrow_mut(|r| {
        let Some(places) = r.slots.get_mut(id.0 as usize) else { return otherwise };
        if let [only] = places[..]
            && only.table == h
        {
            return only.pos;
        }
        let pos = places.iter().find(|p| p.table == h).map_or(otherwise, |p| p.pos);
        let place = Place::enter(h, pos);
        places.drain(..).for_each(Place::leave);
        places.push(place);
        pos
    });
    array.valid_pos(pos)
}

/// Moves the iterator behind the element that it stands at (see [`iter_peek`]) and says where it is then: at an element or at the end.
pub fn iter_advance(id: IterId, array: &PhpArray, otherwise: u32) -> u32 {
    let h = array.h();
    let moved = REGISTRY.with_borrow_mut(|r| {
        let [only] = &mut r.slots.get_mut(id.0 as usize)?[..] else { return None };
        if only.table != h {
            return None;
        }
        let from = array.valid_pos(only.pos);
        only.pos = if array.entry_at(from).is_some() { array.next_pos(from) } else { from };
        Some(only.pos)
    });
    moved.unwrap_or_else(|| {
        let from = iter_peek(id, array, otherwise);
        let to = if array.entry_at(from).is_some() { array.next_pos(from) } else { from };
        iter_set(id, to);
        to
    })
}

/// Where the iterator stands in `array` (see [`iter_pos`]); it moves behind that element.
pub fn iter_step(id: IterId, array: &mut PhpArray) -> u32 {
    let h = array.make_mut();
    let moved = REGISTRY.with_borrow_mut(|r| {
        let [only] = &mut r.slots.get_mut(id.0 as usize)?[..] else { return None };
        if only.table != h {
            return None;
        }
        let at = array.valid_pos(only.pos);
        only.pos = at + 1;
        Some(at)
    });
    moved.unwrap_or_else(|| {
        let at = iter_pos(id, array);
        iter_set(id, at + 1);
        at
    })
}

/// Where the iterator stands in `array`, which nobody shares; it moves behind that element. `None`: it is at the end, or was in another table; nothing was
/// done.
#[inline(always)]
pub fn iter_step_within(id: IterId, array: &PhpArray) -> Option<u32> {
    REGISTRY.with_borrow_mut(|r| {
        let [only] = &mut r.slots.get_mut(id.0 as usize)?[..] else { return None };
        if only.table != array.h() {
            return None;
        }
        let at = array.valid_pos(only.pos);
        if at >= array.end_pos() {
            return None;
        }
        only.pos = at + 1;
        Some(at)
    })
}

/// Moves the iterator. It must be on `array` (after [`iter_pos`]).
pub fn iter_set(id: IterId, pos: u32) {
    REGISTRY.with_borrow_mut(|r| {
        if let Some(place) = r.slots.get_mut(id.0 as usize).and_then(|p| p.first_mut()) {
            place.pos = pos;
        }
    });
}

/// Ends the iterator.
pub fn iter_free(id: IterId) {
    REGISTRY.with_borrow_mut(|r| {
        if let Some(places) = r.slots.get_mut(id.0 as usize) {
            places.drain(..).for_each(Place::leave);
            r.free.push(id.0);
        }
    });
}

/// The iterators of `old` go over to `new`, which takes its place: `map` gives the new position for an old one.
pub fn iter_transfer(old: &PhpArray, new: &PhpArray, map: impl Fn(u32) -> u32) {
    // SAFETY: the handle owns a live header.
    if unsafe { (*old.h()).iters } == 0 {
        return;
    }
    let mut moved = Vec::new();
    for_each_place(old.h(), |place| {
        let at = map(place.pos);
        moved.push(std::mem::replace(place, Place::enter(new.h(), at)));
    });
    moved.into_iter().for_each(Place::leave);
}

fn for_each_place(table: *mut ArrayHeader, mut f: impl FnMut(&mut Place)) {
    REGISTRY.with_borrow_mut(|r| {
        r.slots.iter_mut().flatten().filter(|p| p.table == table).for_each(&mut f);
    });
}

/// The element at `from` is now at `to`.
#[cold]
pub(super) fn moved(table: *mut ArrayHeader, from: u32, to: u32) {
    for_each_place(table, |p| {
        if p.pos == from {
            p.pos = to;
        }
    });
}

/// The first `by` slots are gone.
#[cold]
pub(super) fn shifted(table: *mut ArrayHeader, by: u32) {
    for_each_place(table, |p| p.pos = p.pos.saturating_sub(by));
}

/// The table ends at `end` now.
#[cold]
pub(super) fn clamp(table: *mut ArrayHeader, end: u32) {
    for_each_place(table, |p| p.pos = p.pos.min(end));
}

/// `new` is a copy of `old`, positions alike.
#[cold]
pub(super) fn copied(old: *mut ArrayHeader, new: *mut ArrayHeader) {
    REGISTRY.with_borrow_mut(|r| {
        for places in &mut r.slots {
            if let Some(p) = places.iter().find(|p| p.table == old).copied() {
                places.push(Place::enter(new, p.pos));
            }
        }
    });
}

/// The table dies.
#[cold]
pub(crate) fn forget(table: *mut ArrayHeader) {
    REGISTRY.with_borrow_mut(|r| {
        for places in &mut r.slots {
            places.retain(|p| p.table != table);
        }
    });
}

/// Empties the registry at the end of a request.
pub(crate) fn reset() {
    REGISTRY.with_borrow_mut(|r| {
        r.slots.clear();
        r.free.clear();
    });
}
