//! The positions in an array, and the iterators over its elements.
//!
//! A position is a slot index. The end is the number of slots in use ([`PhpArray::end_pos`]), so an element appended later is found there.

use super::table::{bucket_at, slot_value};
use super::{ArrayHeader, FLAG_HASH, KeyRef, PhpArray};
use crate::{PhpStr, Tag, Value};
use std::marker::PhantomData;

/// The key in slot `i`.
#[inline(always)]
unsafe fn key_at<'a>(h: *const ArrayHeader, i: u32) -> KeyRef<'a> {
    // SAFETY: `i` is a live element; the caller bounds the lifetime by the array's.
    unsafe {
        if (*h).flags & FLAG_HASH == 0 {
            return KeyRef::Int(i64::from(i));
        }
        let b = bucket_at(h, i);
        if (*b).hash == 0 { KeyRef::Int((*b).key.int) } else { KeyRef::Str(&*(&raw const (*b).key as *const PhpStr)) }
    }
}

/// The first live slot from `i` on, or the end.
#[inline(always)]
unsafe fn live_from(h: *const ArrayHeader, mut i: u32) -> u32 {
    // SAFETY: slots below `used` are initialised.
    unsafe {
        let used = (*h).used;
        while i < used && (*slot_value(h, i)).tag() == Tag::Undef {
            i += 1;
        }
        i.min(used)
    }
}

impl PhpArray {
    /// The first element's position, or the end.
    #[inline]
    pub fn first_pos(&self) -> u32 {
        // SAFETY: the handle owns a live header.
        unsafe { live_from(self.h(), 0) }
    }

    /// The position after the last slot.
    #[inline]
    pub fn end_pos(&self) -> u32 {
        // SAFETY: the handle owns a live header.
        unsafe { (*self.h()).used }
    }

    /// The element after `pos`, or the end.
    #[inline]
    pub fn next_pos(&self, pos: u32) -> u32 {
        // SAFETY: the handle owns a live header.
        unsafe { live_from(self.h(), pos.saturating_add(1)) }
    }

    /// `pos` itself if there is an element, else the next one, or the end.
    #[inline]
    pub fn valid_pos(&self, pos: u32) -> u32 {
        // SAFETY: the handle owns a live header.
        unsafe { live_from(self.h(), pos) }
    }

    /// The element before `pos`, or the end if there is none.
    pub fn prev_pos(&self, pos: u32) -> u32 {
        let h = self.h();
        // SAFETY: the handle owns a live header; slots below `used` are initialised.
        unsafe {
            let mut i = pos.min((*h).used);
            while i > 0 {
                i -= 1;
                if (*slot_value(h, i)).tag() != Tag::Undef {
                    return i;
                }
            }
            (*h).used
        }
    }

    /// The last element's position, or the end.
    #[inline]
    pub fn last_pos(&self) -> u32 {
        self.prev_pos(u32::MAX)
    }

    /// The element at a position.
    #[inline]
    pub fn entry_at(&self, pos: u32) -> Option<(KeyRef<'_>, &Value)> {
        let h = self.h();
        // SAFETY: the handle owns a live header; slots below `used` are initialised.
        unsafe {
            if pos >= (*h).used {
                return None;
            }
            let v = slot_value(h, pos);
            if (*v).tag() == Tag::Undef { None } else { Some((key_at(h, pos), &*v)) }
        }
    }

    /// The value at a position, to be written; positions stay valid.
    #[inline]
    pub fn value_at_mut(&mut self, pos: u32) -> Option<&mut Value> {
        self.entry_at(pos)?;
        let h = self.make_mut_in_place();
        // SAFETY: `pos` is a live element, and separation kept positions.
        Some(unsafe { &mut *slot_value(h, pos) })
    }

    /// The value at a position of an array that has no other owner; `None`: it has one, or there is no such position.
    #[inline(always)]
    pub fn own_value_mut(&mut self, pos: u32) -> Option<&mut Value> {
        let h = self.h();
        // SAFETY: the handle owns a live header, and is the only one; slots below `used` are initialised.
        unsafe { (self.refcount() == 1 && pos < (*h).used).then(|| &mut *slot_value(h, pos)) }
    }

    /// The values of a list that has no other owner.
    pub fn own_values_mut(&mut self) -> Option<&mut [Value]> {
        let h = self.h();
        // SAFETY: the handle owns a live header, and is the only one; slots below `used` are initialised.
        unsafe {
            let is_own = self.refcount() == 1 && (*h).flags & FLAG_HASH == 0;
            is_own.then(|| std::slice::from_raw_parts_mut((*h).data.cast::<Value>(), (*h).used as usize))
        }
    }

    /// Address of the element at `pos` in an array that has no other owner.
    ///
    /// # Safety
    /// There is an element at `pos`, and this is the only handle.
    #[inline(always)]
    pub unsafe fn own_slot(&self, pos: u32) -> *mut Value {
        debug_assert!(self.refcount() == 1);
        // SAFETY: as the caller promises.
        unsafe { slot_value(self.h(), pos) }
    }

    /// The first element.
    #[inline]
    pub fn first(&self) -> Option<(KeyRef<'_>, &Value)> {
        self.entry_at(self.first_pos())
    }

    /// The last element.
    #[inline]
    pub fn last(&self) -> Option<(KeyRef<'_>, &Value)> {
        self.entry_at(self.last_pos())
    }

    /// The internal pointer.
    #[inline]
    pub fn pos(&self) -> u32 {
        // SAFETY: the handle owns a live header.
        unsafe { (*self.h()).pos }
    }

    /// Moves the internal pointer.
    pub fn set_pos(&mut self, pos: u32) {
        if self.pos() != pos {
            let h = self.make_mut_in_place();
            // SAFETY: the table is ours alone.
            unsafe { (*h).pos = pos }
        }
    }

    /// Keys and values in order.
    #[inline]
    pub fn iter(&self) -> Iter<'_> {
        Iter { h: self.h(), at: 0, end: self.end_pos(), left: self.len(), _array: PhantomData }
    }

    /// Values in order.
    #[inline]
    pub fn values(&self) -> Values<'_> {
        Values(self.iter())
    }

    /// Keys in order.
    #[inline]
    pub fn keys(&self) -> Keys<'_> {
        Keys(self.iter())
    }
}

/// Keys and values in order.
#[derive(Clone)]
pub struct Iter<'a> {
    h: *const ArrayHeader,
    at: u32,
    end: u32,
    left: usize,
    _array: PhantomData<&'a PhpArray>,
}

impl<'a> Iterator for Iter<'a> {
    type Item = (KeyRef<'a>, &'a Value);

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        // SAFETY: the array is borrowed, so slots below `end` stay initialised.
        unsafe {
            while self.at < self.end {
                let i = self.at;
                self.at += 1;
                let v = slot_value(self.h, i);
                if (*v).tag() != Tag::Undef {
                    self.left -= 1;
                    return Some((key_at(self.h, i), &*v));
                }
            }
        }
        None
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.left, Some(self.left))
    }
}

impl DoubleEndedIterator for Iter<'_> {
    #[inline]
    fn next_back(&mut self) -> Option<Self::Item> {
        // SAFETY: as in `next`.
        unsafe {
            while self.at < self.end {
                self.end -= 1;
                let v = slot_value(self.h, self.end);
                if (*v).tag() != Tag::Undef {
                    self.left -= 1;
                    return Some((key_at(self.h, self.end), &*v));
                }
            }
        }
        None
    }
}

impl ExactSizeIterator for Iter<'_> {}

/// Values in order.
#[derive(Clone)]
pub struct Values<'a>(Iter<'a>);

/// Keys in order.
#[derive(Clone)]
pub struct Keys<'a>(Iter<'a>);

macro_rules! part {
    ($name:ident, $item:ty, $n:tt) => {
        impl<'a> Iterator for $name<'a> {
            type Item = $item;

            #[inline]
            fn next(&mut self) -> Option<$item> {
                self.0.next().map(|e| e.$n)
            }

            #[inline]
            fn size_hint(&self) -> (usize, Option<usize>) {
                self.0.size_hint()
            }
        }

        impl<'a> DoubleEndedIterator for $name<'a> {
            #[inline]
            fn next_back(&mut self) -> Option<$item> {
                self.0.next_back().map(|e| e.$n)
            }
        }

        impl ExactSizeIterator for $name<'_> {}
    };
}

part!(Keys, KeyRef<'a>, 0);
part!(Values, &'a Value, 1);

impl<'a> IntoIterator for &'a PhpArray {
    type Item = (KeyRef<'a>, &'a Value);
    type IntoIter = Iter<'a>;

    #[inline]
    fn into_iter(self) -> Iter<'a> {
        self.iter()
    }
}
