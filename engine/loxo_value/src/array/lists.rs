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
}
