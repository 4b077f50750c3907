//! Building arrays out of elements whose keys are known to be new.

use super::access::{insert_int, insert_str, need_hash};
use super::table::{bucket_at, hash_slot, int_hash, str_hash};
use super::{ArrayHeader, Bucket, FLAG_HASH, KeyRef, MAX_CHAIN, NIL, PhpArray};
use crate::Value;

/// Length of the chain for a hash, as far as it matters: in a small table no chain is too long.
#[inline(always)]
unsafe fn chain_length(h: *mut ArrayHeader, hash: u32) -> u32 {
    // SAFETY: chains hold indices of buckets of this table, which has a block, since it has elements.
    unsafe {
        if (*h).used <= MAX_CHAIN {
            return 0;
        }
        let mut i = *hash_slot((*h).data, (*h).mask, hash);
        let mut steps = 0;
        while i != NIL {
            i = (*bucket_at(h, i)).next;
            steps += 1;
        }
        steps
    }
}

impl PhpArray {
    /// Appends an element whose key is not there, which is not looked for.
    #[inline(always)]
    pub fn append_new(&mut self, key: KeyRef<'_>, v: Value) {
        *self.new_slot(key) = v;
    }

    fn new_slot(&mut self, key: KeyRef<'_>) -> &mut Value {
        debug_assert!(self.position(key).is_none());
        let h = self.make_mut();
        // SAFETY: the table is ours alone and a hash where that is asked for; new slots hold null.
        unsafe {
            match key {
                KeyRef::Int(k) if (*h).flags & FLAG_HASH == 0 => self.entry_int(k),
                KeyRef::Int(k) => &mut *insert_int(h, k, chain_length(h, int_hash(h, k))),
                KeyRef::Str(k) => {
                    need_hash(h);
                    let hash = str_hash(h, k);
                    &mut *insert_str(h, k.clone(), hash, chain_length(h, hash))
                }
            }
        }
    }

    /// A list of what `values` gives, with space for `most` values, which may be more than there are.
    pub fn from_at_most(most: usize, values: impl Iterator<Item = Value>) -> PhpArray {
        let mut list = PhpArray::packed_with_capacity(most);
        values.for_each(|v| {
            // A list built from 0 up never reaches the largest key.
            let _ = list.push(v);
        });
        list
    }

    /// The buckets of a hash array without holes.
    #[inline]
    pub fn dense_buckets(&self) -> Option<&[Bucket]> {
        let buckets = self.bucket_data();
        (!self.is_packed() && buckets.len() == self.len()).then_some(buckets)
    }

    /// The values of a packed array without holes.
    #[inline]
    pub fn dense_values(&self) -> Option<&[Value]> {
        self.packed_data().filter(|values| values.len() == self.len())
    }
}
