//! The root buffer: containers that lost an owner and kept others, each with its place in its own header, so that one that is freed leaves
//! without a search.

use crate::rc::{GC_INFO_MASK, RcHeader};
use std::ptr::without_provenance_mut;

/// The colour of what is in the buffer.
pub(super) const PURPLE: u32 = 0x300;
/// Where a header keeps the place (plus one).
pub(super) const ROOT_SHIFT: u32 = 10;
/// Places are kept modulo this (plus one) in the 22 bits there are.
const MODULUS: usize = (1 << 22) - 1;
/// No place is free.
const NONE: usize = usize::MAX >> 1;

pub(super) struct Roots {
    /// A container, or an odd address: the next free place.
    places: Vec<*mut RcHeader>,
    /// The place freed last, which is used first.
    free: usize,
    count: usize,
}

#[inline(always)]
fn is_root(p: *mut RcHeader) -> bool {
    p.addr() & 1 == 0
}

impl Roots {
    pub(super) const fn new() -> Roots {
        Roots { places: Vec::new(), free: NONE, count: 0 }
    }

    #[inline(always)]
    pub(super) fn count(&self) -> usize {
        self.count
    }

    pub(super) fn capacity(&self) -> usize {
        self.places.capacity()
    }

    /// The containers in the buffer, by their places.
    pub(super) fn iter(&self) -> impl Iterator<Item = *mut RcHeader> {
        self.places.iter().copied().filter(|&p| is_root(p))
    }

    /// Is `p` at this place?
    pub(super) fn is_at(&self, place: usize, p: *mut RcHeader) -> bool {
        self.places.get(place) == Some(&p)
    }

    /// Puts a container in; gives its place.
    ///
    /// # Safety
    /// `p` is a live header that is in no buffer.
    #[inline(always)]
    pub(super) unsafe fn add(&mut self, p: *mut RcHeader) -> usize {
        let place = match self.places.get_mut(self.free) {
            Some(free) => {
                let place = self.free;
                self.free = std::mem::replace(free, p).addr() >> 1;
                place
            }
            None => {
                self.places.push(p);
                self.places.len() - 1
            }
        };
        self.count += 1;
        // SAFETY: the caller passes a live header.
        unsafe { note(p, place) };
        place
    }

    /// [`Roots::add`] if that calls nothing: there is space, for a place that a header can keep.
    ///
    /// # Safety
    /// As for it.
    #[inline(always)]
    pub(super) unsafe fn add_at_once(&mut self, p: *mut RcHeader) -> Option<()> {
        let (mut place, length) = (self.free, self.places.len());
        if length >= MODULUS {
            return None;
        }
        if let Some(free) = self.places.get_mut(place) {
            self.free = std::mem::replace(free, p).addr() >> 1;
        } else if length < self.places.capacity() {
            place = length;
            self.places.push(p);
        } else {
            return None;
        }
        self.count += 1;
        // SAFETY: the caller passes a live header.
        unsafe { (*p).info |= PURPLE | (place as u32 + 1) << ROOT_SHIFT };
        Some(())
    }

    /// What [`Roots::put_back`] takes.
    pub(super) fn copied(&self) -> Roots {
        Roots { places: self.places.clone(), ..*self }
    }

    /// Fills the emptied buffer again: containers are at the places where they were. Those that go leave their places unused; says how many.
    ///
    /// # Safety
    /// Containers that stay are live headers, black and in no buffer.
    pub(super) unsafe fn put_back(&mut self, mut copied: Roots, goes: impl Fn(*mut RcHeader) -> bool) -> usize {
        let before = copied.count;
        for (place, p) in copied.places.iter_mut().enumerate().filter(|(_, p)| is_root(**p)) {
            if goes(*p) {
                *p = without_provenance_mut(NONE << 1 | 1);
                copied.count -= 1;
            } else {
                // SAFETY: the caller says so.
                unsafe { note(*p, place) };
            }
        }
        *self = copied;
        before - self.count
    }

    /// Takes a container out, if it is in; its header forgets the colour as well.
    ///
    /// # Safety
    /// `p` is a header that is not freed yet.
    #[inline(always)]
    pub(super) unsafe fn remove(&mut self, p: *mut RcHeader) {
        // SAFETY: the caller passes a header that can be read.
        let kept = unsafe {
            let info = (*p).info;
            (*p).info = info & !GC_INFO_MASK;
            (info >> ROOT_SHIFT) as usize
        };
        match self.places.get(kept.wrapping_sub(1)) {
            Some(&there) if there == p => self.leave(kept - 1),
            _ => self.remove_beyond(kept, p),
        }
    }

    #[cold]
    #[inline(never)]
    fn remove_beyond(&mut self, kept: usize, p: *mut RcHeader) {
        let places = kept.wrapping_sub(1)..self.places.len();
        let found = places.step_by(MODULUS).find(|&place| self.places[place] == p);
        if let Some(place) = found {
            self.leave(place);
        }
    }

    #[inline(always)]
    fn leave(&mut self, place: usize) {
        self.places[place] = without_provenance_mut(self.free << 1 | 1);
        self.free = place;
        self.count -= 1;
    }

    /// Empties the buffer. Headers still say where they were.
    pub(super) fn clear(&mut self) {
        self.places.clear();
        self.free = NONE;
        self.count = 0;
    }

    /// Empties the buffer; gives what was in it.
    pub(super) fn take(&mut self) -> Vec<*mut RcHeader> {
        let roots = self.iter().collect();
        self.clear();
        roots
    }

    pub(super) fn shrink_to(&mut self, places: usize) {
        self.places.shrink_to(places);
    }
}

/// Writes into a header that it is in the buffer, and where.
///
/// # Safety
/// `p` is a live header that has no place yet.
#[inline(always)]
unsafe fn note(p: *mut RcHeader, place: usize) {
    let kept = if place < MODULUS { place } else { beyond(place) };
    // SAFETY: the caller passes a live header.
    unsafe { (*p).info |= PURPLE | (kept as u32 + 1) << ROOT_SHIFT };
}

/// What is kept of a place that has more bits than there are.
#[cold]
#[inline(never)]
fn beyond(place: usize) -> usize {
    place % MODULUS
}

#[cfg(test)]
mod tests {
    use super::*;

    fn headers(n: usize) -> Vec<RcHeader> {
        (0..n).map(|_| RcHeader { refcount: 2, info: crate::rc::KIND_ARRAY }).collect()
    }

    #[test]
    fn places_are_used_again() {
        let mut all = headers(4);
        let p: Vec<*mut RcHeader> = all.iter_mut().map(std::ptr::from_mut).collect();
        let mut roots = Roots::new();
        // SAFETY: the headers live as long as the test.
        unsafe {
            assert_eq!((roots.add(p[0]), roots.add(p[1]), roots.add(p[2])), (0, 1, 2));
            roots.remove(p[0]);
            roots.remove(p[1]);
            assert_eq!((roots.count(), roots.iter().collect::<Vec<_>>()), (1, vec![p[2]]));
            assert_eq!((*p[0]).info, crate::rc::KIND_ARRAY);
            assert_eq!((roots.add(p[3]), roots.add(p[0]), roots.add(p[1])), (1, 0, 3));
            assert!(roots.is_at(1, p[3]) && !roots.is_at(1, p[1]));
            assert_eq!(roots.take(), vec![p[0], p[3], p[2], p[1]]);
        }
        assert_eq!(roots.count(), 0);
    }

    #[test]
    fn places_beyond_the_bits_of_a_header_are_found() {
        let mut all = headers(1);
        let p: *mut RcHeader = &raw mut all[0];
        let mut roots = Roots { places: vec![std::ptr::null_mut(); MODULUS + 5], free: NONE, count: 0 };
        // SAFETY: the header lives as long as the test.
        unsafe {
            assert_eq!(roots.add(p), MODULUS + 5);
            roots.remove(p);
        }
        assert_eq!((roots.count(), roots.free), (0, MODULUS + 5));
    }
}
