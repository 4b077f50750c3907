//! What only lists allow: arrays whose keys are their positions.

use super::table::*;
use super::{FLAG_HASH, PhpArray};
use crate::Value;

impl PhpArray {
    /// Appends the values of a list, references that nobody else has as their values; false: one of the two is no list, and nothing was
    /// done.
    pub fn extend_list(&mut self, list: &PhpArray) -> bool {
        let Some(values) = list.packed_data() else { return false };
        // Each is as long as its keys count, without holes.
        if values.len() != list.len() || self.header_ptr() == list.header_ptr() {
            return false;
        }
        if values.is_empty() {
            return true;
        }
        let h = self.make_mut();
        // SAFETY: the table is ours alone and gets the space; each copied value is counted before the next one.
        unsafe {
            let used = (*h).used as usize;
            let next = (*h).next_free == used as i64 || (used == 0 && (*h).next_free == i64::MIN);
            if (*h).flags & FLAG_HASH != 0 || (*h).len as usize != used || !next {
                return false;
            }
            // Until it has a block, a table keeps in `mask` how many elements it will have.
            let (need, wish) = (used + values.len(), if (*h).cap == 0 { (*h).mask } else { (*h).cap.saturating_mul(2) });
            if need > (*h).cap as usize {
                reserve_packed(h, need.max(wish as usize));
            }
            let to: *mut Value = value_at(h, used as u32);
            for (i, value) in values.iter().enumerate() {
                to.add(i).write(copy_value(value, list.header_ptr()));
            }
            (*h).used += values.len() as u32;
            (*h).len += values.len() as u32;
            (*h).next_free = i64::from((*h).used);
        }
        true
    }

    /// A list of these values, which move into it. The vector keeps its memory.
    pub fn take_values(values: &mut Vec<Value>) -> PhpArray {
        let count = values.len();
        // SAFETY: they are live values, and the vector has none any more before they are in the list.
        unsafe {
            values.set_len(0);
            PhpArray::from_moved(values.as_ptr(), count)
        }
    }

    /// Some values of a packed array without holes as a list of their own, references that nobody else has as their values; `None`: it is no such
    /// array, or does not reach that far.
    pub fn sublist(&self, range: std::ops::Range<usize>) -> Option<PhpArray> {
        let values = self.dense_values()?.get(range)?;
        if values.is_empty() {
            return Some(PhpArray::new());
        }
        let list = PhpArray::packed_with_capacity(values.len());
        let h = list.header_ptr();
        // SAFETY: the table is new and ours; it has space for so many values.
        unsafe {
            copy_values(values.as_ptr(), values.len(), value_at(h, 0), self.header_ptr());
            (*h).used = values.len() as u32;
            (*h).len = (*h).used;
            (*h).next_free = i64::from((*h).used);
        }
        Some(list)
    }

    /// Puts values before those of a list that nobody else has, where it is; false: it is no such list, or holds references that nobody else has,
    /// and nothing was done. The internal pointer goes to the start.
    pub fn prepend_list(&mut self, values: &[Value]) -> bool {
        let h = self.header_ptr();
        // SAFETY: the table is ours alone and gets the space; its values move up before others are written in their place.
        unsafe {
            let (used, more) = ((*h).used as usize, values.len());
            let is_list = (*h).flags & FLAG_HASH == 0 && (*h).len as usize == used && (*h).next_free == used as i64 && used != 0;
            if !is_list || (*h).rc.refcount != 1 || (*h).iters != 0 {
                return false;
            }
            let own = std::slice::from_raw_parts::<Value>(value_at(h, 0), used);
            if own.iter().any(|value| value.as_ref().is_some_and(|reference| reference.refcount() == 1)) {
                return false;
            }
            reserve_packed(h, used + more);
            std::ptr::copy(value_at(h, 0), value_at(h, more as u32), used);
            for (i, value) in values.iter().enumerate() {
                value_at(h, i as u32).write(value.clone_deref());
            }
            (*h).used += more as u32;
            (*h).len += more as u32;
            (*h).next_free = i64::from((*h).used);
            (*h).pos = 0;
        }
        true
    }
}
