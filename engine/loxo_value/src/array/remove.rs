//! Removing elements, and tables with them.

use super::table::*;
use super::{ArrayHeader, BucketKey, FLAG_HASH, Key, KeyRef, PhpArray, iter};
use crate::{PhpStr, Tag, Value};
use std::mem::ManuallyDrop;

impl PhpArray {
    /// Takes out the element at a position that is live.
    pub(super) fn remove_at(&mut self, i: u32) -> (Option<PhpStr>, Value) {
        let h = self.make_mut_in_place();
        // SAFETY: the table is ours alone; separation keeps positions, so `i` is a live element.
        unsafe {
            let slot = slot_value(h, i);
            let mut key = None;
            if (*h).flags & FLAG_HASH != 0 {
                unlink(h, i);
                let b = bucket_at(h, i);
                if (*b).hash != 0 {
                    key = Some(ManuallyDrop::take(&mut (*b).key.str));
                    (*b).key = BucketKey { int: 0 };
                    (*b).hash = 0;
                }
            }
            let v = (*slot).take_undef();
            (*h).len -= 1;
            if (*h).pos == i || (*h).iters != 0 {
                self.move_off(i);
            }
            if i + 1 == (*h).used {
                let mut used = i;
                while used > 0 && (*slot_value(h, used - 1)).tag() == Tag::Undef {
                    used -= 1;
                }
                (*h).used = used;
                (*h).pos = (*h).pos.min(used);
                // What is appended next comes before where they stand else.
                if (*h).iters != 0 {
                    iter::clamp(h, used);
                }
            }
            (key, v)
        }
    }

    /// The internal pointer and all iterators at `i` go on to the next element.
    #[cold]
    fn move_off(&mut self, i: u32) {
        let next = self.next_pos(i);
        let h = self.h();
        // SAFETY: the table is ours alone.
        unsafe {
            if (*h).pos == i {
                (*h).pos = next;
            }
            if (*h).iters != 0 {
                iter::moved(h, i, next);
            }
        }
    }

    /// Removes an integer key.
    #[inline]
    pub fn remove_int(&mut self, key: i64) -> Option<Value> {
        self.position_int(key).map(|i| self.remove_at(i).1)
    }

    /// Removes a string key.
    #[inline]
    pub fn remove_str(&mut self, key: &PhpStr) -> Option<Value> {
        self.position_str(key).map(|i| self.remove_at(i).1)
    }

    /// Removes a string key given as bytes.
    #[inline]
    pub fn remove_bytes(&mut self, key: &[u8]) -> Option<Value> {
        self.position_bytes(key).map(|i| self.remove_at(i).1)
    }

    /// Removes a key.
    #[inline]
    pub fn remove(&mut self, key: &Key) -> Option<Value> {
        self.remove_ref(key.as_ref())
    }

    /// Removes a borrowed key.
    #[inline]
    pub fn remove_ref(&mut self, key: KeyRef<'_>) -> Option<Value> {
        self.position(key).map(|i| self.remove_at(i).1)
    }

    /// Removes the last element, as `array_pop()`: the next key is its again, and the internal pointer goes to the start.
    pub fn pop(&mut self) -> Option<Value> {
        let h = self.h();
        // SAFETY: a list that is ours alone, with a value last, which is moved out.
        unsafe {
            let last = (*h).used.wrapping_sub(1);
            let is_list = (*h).flags & FLAG_HASH == 0 && (*h).used == (*h).len && (*h).next_free == i64::from((*h).used);
            if is_list && (*h).rc.refcount == 1 && (*h).iters == 0 && (*h).used != 0 {
                let value = value_at(h, last).read();
                (*h).used = last;
                (*h).len = last;
                (*h).next_free = i64::from(last);
                (*h).pos = 0;
                return Some(value);
            }
        }
        let i = self.last_pos();
        let (key, _) = self.entry_at(i)?;
        let freed = match key {
            KeyRef::Int(k) if k.checked_add(1) == Some(self.next_free()) => Some(k),
            _ => None,
        };
        let v = self.remove_at(i).1;
        if let Some(k) = freed {
            self.set_next_free(k);
        }
        let first = self.first_pos();
        self.set_pos(first);
        Some(v)
    }

    /// Removes the first element and renumbers the integer keys from 0, as `array_shift()`. Constant time for lists.
    pub fn shift(&mut self) -> Option<Value> {
        let h = self.h();
        // SAFETY: a list that is ours alone, with more space than for its first value, which is moved out; the slot in front counts as shifted off.
        unsafe {
            let is_list = (*h).flags & FLAG_HASH == 0 && (*h).used == (*h).len && (*h).used != 0;
            if is_list && (*h).rc.refcount == 1 && (*h).iters == 0 && (*h).cap > 1 {
                let value = value_at(h, 0).read();
                (*h).data = (*h).data.add(size_of::<Value>());
                (*h).offset += 1;
                (*h).cap -= 1;
                (*h).used -= 1;
                (*h).len -= 1;
                (*h).next_free = i64::from((*h).used);
                (*h).pos = 0;
                return Some(value);
            }
        }
        let i = self.first_pos();
        self.entry_at(i)?;
        let v = self.remove_at(i).1;
        let h = self.h();
        // SAFETY: `remove_at` made the table ours alone.
        unsafe {
            if (*h).flags & FLAG_HASH != 0 {
                renumber(h);
            } else {
                close_gap(h, i);
            }
            (*h).pos = 0;
        }
        Some(v)
    }

    /// Removes all elements.
    pub fn clear(&mut self) {
        if self.is_empty() && self.next_free() == 0 {
            return;
        }
        if self.refcount() != 1 {
            *self = PhpArray::new();
            return;
        }
        let h = self.h();
        // SAFETY: the table is ours alone. It is emptied before the old content is dropped, so that nothing sees half of it.
        unsafe {
            let mut old = ArrayHeader::new(1);
            std::mem::swap(&mut old.data, &mut (*h).data);
            std::mem::swap(&mut old.cap, &mut (*h).cap);
            std::mem::swap(&mut old.used, &mut (*h).used);
            std::mem::swap(&mut old.len, &mut (*h).len);
            std::mem::swap(&mut old.mask, &mut (*h).mask);
            std::mem::swap(&mut old.offset, &mut (*h).offset);
            std::mem::swap(&mut old.flags, &mut (*h).flags);
            (*h).next_free = i64::MIN;
            (*h).pos = 0;
            if (*h).iters != 0 {
                iter::clamp(h, 0);
            }
            drop_block(&raw mut old);
        }
    }

    /// Keeps the first `n` elements.
    pub fn truncate(&mut self, n: usize) {
        if n == 0 {
            return self.clear();
        }
        while self.len() > n {
            let last = self.last_pos();
            self.remove_at(last);
        }
    }
}

/// Drops all elements and the block; leaves an empty table.
pub(crate) unsafe fn drop_content(h: *mut ArrayHeader) {
    // SAFETY: same contract as `drop_block`; the header forgets what it frees.
    unsafe {
        drop_block(h);
        forget_block(h);
    }
}

/// Drops all elements and frees the block; the header still points to it.
unsafe fn drop_block(h: *mut ArrayHeader) {
    // SAFETY: nobody else knows this table any more (it is dead, or was taken out of its header), so dropping an element cannot reach it.
    unsafe {
        if (*h).cap == 0 {
            return;
        }
        let used = (*h).used;
        let hash = (*h).flags & FLAG_HASH != 0;
        if hash {
            for i in 0..used {
                let b = bucket_at(h, i);
                if (*b).hash != 0 {
                    ManuallyDrop::drop(&mut (*b).key.str);
                }
                std::ptr::drop_in_place(&raw mut (*b).value);
            }
        } else {
            let values: *mut Value = value_at(h, 0);
            let mut at = 0;
            while let Some(i) = next_counted(values, at, used as usize) {
                std::ptr::drop_in_place(values.add(i));
                at = i + 1;
            }
        }
        free_block(h);
    }
}

/// Renumbers the integer keys of a hash table from 0.
unsafe fn renumber(h: *mut ArrayHeader) {
    // SAFETY: the table is the caller's alone.
    unsafe {
        let mut next = 0;
        for i in 0..(*h).used {
            let b = bucket_at(h, i);
            if (*b).hash == 0 && (*b).value.tag() != Tag::Undef {
                (*b).key.int = next;
                next += 1;
            }
        }
        (*h).next_free = next;
        if (*h).cap != 0 {
            rehash(h);
        }
    }
}

/// Makes the elements of a packed table dense from key 0; the first live one was at `first`.
unsafe fn close_gap(h: *mut ArrayHeader, first: u32) {
    // SAFETY: the table is the caller's alone; slots before `first + 1` are holes, which own nothing.
    unsafe {
        let used = (*h).used;
        let lead = (first + 1).min(used);
        (*h).data = (*h).data.add(lead as usize * 16);
        (*h).offset += lead;
        (*h).cap -= lead;
        (*h).used = used - lead;
        if (*h).iters != 0 {
            iter::shifted(h, lead);
        }
        if (*h).len != (*h).used {
            let mut to = 0;
            for from in 0..(*h).used {
                let v = value_at(h, from);
                if (*v).tag() != Tag::Undef {
                    if from != to {
                        std::ptr::copy_nonoverlapping(v, value_at(h, to), 1);
                        if (*h).iters != 0 {
                            iter::moved(h, from, to);
                        }
                    }
                    to += 1;
                }
            }
            (*h).used = to;
        }
        (*h).next_free = i64::from((*h).used);
        if (*h).cap == 0 {
            // The whole block was shifted off: start over at its beginning.
            (*h).cap = (*h).offset;
            (*h).data = (*h).data.sub((*h).offset as usize * 16);
            (*h).offset = 0;
        }
    }
}
