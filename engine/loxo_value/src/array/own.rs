//! Elements of an array that has one owner, to be written: found without calling anything, or appended where one search has said that they are not
//! there.

use super::access::{append_bucket, note_int_key};
use super::table::{bucket_at, grow_hash, hash_slot, value_at};
use super::{Bucket, BucketKey, FLAG_COUNTED_KEYS, FLAG_HASH, FLAG_SEEDED, MAX_CHAIN, NIL, PhpArray, STRING_KEY};
use crate::{PhpStr, Value};
use std::mem::ManuallyDrop;

/// What a search for an element that is to be written has found.
#[derive(Clone, Copy, Debug)]
pub enum Lookup {
    /// The element is there.
    Found(*mut Value),
    /// It is not there, and may be appended: [`PhpArray::append_int`], [`PhpArray::append_str`].
    New,
    /// The element of a string with the same hash, whose bytes were not compared.
    SameHash(*mut Value),
    /// The string has no hash yet.
    Unhashed,
    /// More has to be done: the table is packed, or hashes with a key of its own, or has a long chain.
    Other,
}

impl PhpArray {
    /// Looks for an int key in an array that has one owner.
    #[inline(always)]
    pub fn own_int(&mut self, key: i64) -> Lookup {
        let h = self.h();
        // SAFETY: the handle owns a live header; a packed table holds `used` values, and chains hold indices of buckets of this table.
        unsafe {
            let flags = (*h).flags & (FLAG_HASH | FLAG_SEEDED);
            if flags != FLAG_HASH {
                if flags == 0 && (key as u64) < u64::from((*h).used) {
                    let value = value_at(h, key as u32);
                    if !(*value).is_undef() {
                        return Lookup::Found(value);
                    }
                }
                return Lookup::Other;
            }
            let mut i = *hash_slot((*h).data, (*h).mask, key as u32);
            let mut steps = 0;
            while i != NIL {
                let b = bucket_at(h, i);
                if (*b).key.int == key && (*b).hash == 0 {
                    return Lookup::Found(&raw mut (*b).value);
                }
                i = (*b).next;
                steps += 1;
            }
            if steps > MAX_CHAIN { Lookup::Other } else { Lookup::New }
        }
    }

    /// The same for a string key, as it is: digits are not turned into a number.
    #[inline(always)]
    pub fn own_str(&mut self, key: &PhpStr) -> Lookup {
        let (h, key) = (self.h(), key.header_ptr());
        // SAFETY: the handle owns a live header; chains hold indices of buckets of this table, and a bucket with a hash owns a string.
        unsafe {
            let full = (*key).hash;
            if (*h).flags & (FLAG_HASH | FLAG_SEEDED) != FLAG_HASH {
                return Lookup::Other;
            }
            if full == 0 {
                return Lookup::Unhashed;
            }
            let hash = full as u32 | STRING_KEY;
            let mut i = *hash_slot((*h).data, (*h).mask, hash);
            let mut steps = 0;
            while i != NIL {
                let b = bucket_at(h, i);
                if (*b).hash == hash {
                    let value = &raw mut (*b).value;
                    return if std::ptr::eq((*b).key.str.header_ptr(), key) { Lookup::Found(value) } else { Lookup::SameHash(value) };
                }
                i = (*b).next;
                steps += 1;
            }
            if steps > MAX_CHAIN { Lookup::Other } else { Lookup::New }
        }
    }

    /// The key of an element that [`own_str`](PhpArray::own_str) has found with the same hash.
    ///
    /// # Safety
    /// Nothing was done with the array since.
    #[inline(always)]
    pub unsafe fn key_beside<'a>(element: *mut Value) -> &'a PhpStr {
        // SAFETY: the value is the first field of a bucket, which has a string.
        unsafe { &(*element.cast::<Bucket>()).key.str }
    }

    /// Another element fits in without a larger table.
    #[inline(always)]
    pub fn has_space(&self) -> bool {
        let h = self.h();
        // SAFETY: the handle owns a live header.
        unsafe { (*h).used != (*h).cap }
    }

    /// Space for another element of a hash table that has one owner.
    #[cold]
    #[inline(never)]
    pub fn make_space(&mut self) {
        let h = self.make_mut();
        // SAFETY: the table is ours alone.
        unsafe {
            if (*h).flags & FLAG_HASH != 0 {
                grow_hash(h)
            }
        }
    }

    /// Appends an element. It is written next: nothing is there yet.
    ///
    /// # Safety
    /// [`own_int`](PhpArray::own_int) has said that the key is new, and nothing was done with the array since but to [make
    /// space](PhpArray::make_space) where it has none.
    #[inline(always)]
    pub unsafe fn append_int(&mut self, key: i64) -> *mut Value {
        let h = self.h();
        // SAFETY: the table is ours alone and a hash; the caller promises that it does not have the key.
        unsafe {
            debug_assert!((*h).used < (*h).cap);
            note_int_key(h, key);
            append_bucket(h, BucketKey { int: key }, 0, key as u32)
        }
    }

    /// The same for a string key.
    ///
    /// # Safety
    /// As there; [`own_str`](PhpArray::own_str).
    #[inline(always)]
    pub unsafe fn append_str(&mut self, key: &PhpStr) -> *mut Value {
        let h = self.h();
        // SAFETY: as for `append_int`; the string has its hash.
        unsafe {
            debug_assert!((*h).used < (*h).cap);
            let hash = (*key.header_ptr()).hash as u32 | STRING_KEY;
            if !key.is_interned() {
                (*h).flags |= FLAG_COUNTED_KEYS;
            }
            append_bucket(h, BucketKey { str: ManuallyDrop::new(key.clone()) }, hash, hash)
        }
    }
}
