//! Looking an element up without calling anything, which is what an interpreter's fast paths must not do.

use super::table::{bucket_at, hash_slot, value_at};
use super::{FLAG_HASH, FLAG_SEEDED, NIL, PhpArray, STRING_KEY};
use crate::{PhpStr, Value};

/// What a look-up found that calls nothing.
#[derive(Clone, Copy, Debug)]
pub enum Probe<'a> {
    /// The element is there.
    Found(&'a Value),
    /// There is no such element.
    Missing,
    /// The element of a string with the same hash, whose bytes were not compared.
    Alike(&'a PhpStr, &'a Value),
    /// Bytes would have to be hashed.
    Unknown,
}

impl PhpArray {
    /// Looks for an integer key.
    #[inline(always)]
    pub fn probe_int(&self, key: i64) -> Probe<'_> {
        let h = self.h();
        // SAFETY: the handle owns a live header; a packed table holds `used` values, and chains hold indices of buckets of this table.
        unsafe {
            if (*h).flags & FLAG_HASH == 0 {
                if key as u64 >= u64::from((*h).used) {
                    return Probe::Missing;
                }
                let value = &*value_at(h, key as u32);
                return if value.is_undef() { Probe::Missing } else { Probe::Found(value) };
            }
            if (*h).flags & FLAG_SEEDED != 0 {
                return Probe::Unknown;
            }
            let mut i = *hash_slot((*h).data, (*h).mask, key as u32);
            while i != NIL {
                let b = bucket_at(h, i);
                if (*b).key.int == key && (*b).hash == 0 {
                    return Probe::Found(&(*b).value);
                }
                i = (*b).next;
            }
            Probe::Missing
        }
    }

    /// Looks for a string key, as it is: digits are not turned into a number. An equal string at another address is not compared.
    #[inline(always)]
    pub fn probe_str(&self, key: &PhpStr) -> Probe<'_> {
        self.probe_text::<false>(key)
    }

    /// The same with an immortal string, which has its hash.
    #[inline(always)]
    pub fn probe_immortal(&self, key: &PhpStr) -> Probe<'_> {
        self.probe_text::<true>(key)
    }

    #[inline(always)]
    fn probe_text<const HASHED: bool>(&self, key: &PhpStr) -> Probe<'_> {
        let (h, key) = (self.h(), key.header_ptr());
        // SAFETY: the handle owns a live header; chains hold indices of buckets of this table, and a bucket with a hash owns a string.
        unsafe {
            // One question for what hardly ever is.
            let flags = (*h).flags & (FLAG_HASH | FLAG_SEEDED);
            if flags != FLAG_HASH {
                return if flags & FLAG_HASH == 0 { Probe::Missing } else { Probe::Unknown };
            }
            let full = (*key).hash;
            debug_assert!(!HASHED || full != 0);
            if !HASHED && full == 0 {
                return Probe::Unknown;
            }
            let hash = full as u32 | STRING_KEY;
            let mut i = *hash_slot((*h).data, (*h).mask, hash);
            while i != NIL {
                let b = bucket_at(h, i);
                if (*b).hash == hash {
                    let same = std::ptr::eq((*b).key.str.header_ptr(), key);
                    return if same { Probe::Found(&(*b).value) } else { Probe::Alike(&(*b).key.str, &(*b).value) };
                }
                i = (*b).next;
            }
            Probe::Missing
        }
    }
}
