//! Look up and insert.

use super::table::*;
use super::{
    ArrayHeader, BucketKey, EMPTY_HEADER, FLAG_COUNTED_KEYS, FLAG_HASH, FLAG_SEEDED, Key, KeyRef, MAX_CHAIN, MIN_CAP, NIL, PhpArray,
    STRING_KEY,
};
use crate::hashing::{hash_bytes, seeded_bytes};
use crate::string::same_bytes;
use crate::{Held, PhpStr, Tag, Value};
use std::mem::ManuallyDrop;

/// The largest key is taken: "Cannot add element to the array as the next element is already occupied".
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CannotPush;

/// Index of an integer key in a hash table, or `NIL`.
#[inline(always)]
unsafe fn find_int(h: *mut ArrayHeader, key: i64) -> u32 {
    // SAFETY: as the caller promises for this table.
    unsafe { search_int(h, key).0 }
}

/// The same, and how many buckets were looked at: an insertion that went far hardens the table.
#[inline(always)]
unsafe fn search_int(h: *mut ArrayHeader, key: i64) -> (u32, u32) {
    // SAFETY: chains hold indices of buckets of this table.
    unsafe {
        let mut i = *hash_slot((*h).data, (*h).mask, int_hash(h, key));
        let mut steps = 0;
        while i != NIL {
            let b = bucket_at(h, i);
            if (*b).key.int == key && (*b).hash == 0 {
                return (i, steps);
            }
            i = (*b).next;
            steps += 1;
        }
        (NIL, steps)
    }
}

/// Index of a string key in a hash table, or `NIL`. `hash` is what the table hashes it to, `p` an address that proves equality.
#[inline(always)]
unsafe fn find_str(h: *mut ArrayHeader, p: *const crate::StrHeader, bytes: &[u8], hash: u32) -> u32 {
    // SAFETY: as the caller promises for this table.
    unsafe { search_str(h, p, bytes, hash).0 }
}

/// The same, and how many buckets were looked at.
#[inline(always)]
unsafe fn search_str(h: *mut ArrayHeader, p: *const crate::StrHeader, bytes: &[u8], hash: u32) -> (u32, u32) {
    // SAFETY: chains hold indices of buckets of this table; a bucket with a hash owns a string.
    unsafe {
        let mut i = *hash_slot((*h).data, (*h).mask, hash);
        let mut steps = 0;
        while i != NIL {
            let b = bucket_at(h, i);
            if (*b).hash == hash && (std::ptr::eq((*b).key.str.header_ptr(), p) || same_bytes((*b).key.str.as_bytes(), bytes)) {
                return (i, steps);
            }
            i = (*b).next;
            steps += 1;
        }
        (NIL, steps)
    }
}

/// Appends a bucket (null value) for a key that is not there. The key's string is given to the table.
#[inline(always)]
unsafe fn append(h: *mut ArrayHeader, key: BucketKey, hash: u32, chain: u32) -> *mut Value {
    // SAFETY: the table is the caller's alone and has space.
    unsafe {
        let value = append_bucket(h, key, hash, chain);
        value.write(Value::NULL);
        value
    }
}

/// The same without a value, which is written next.
#[inline(always)]
pub(super) unsafe fn append_bucket(h: *mut ArrayHeader, key: BucketKey, hash: u32, chain: u32) -> *mut Value {
    // SAFETY: as for `append`.
    unsafe {
        let i = (*h).used;
        let b = bucket_at(h, i);
        let slot = hash_slot((*h).data, (*h).mask, chain);
        (&raw mut (*b).key).write(key);
        (&raw mut (*b).hash).write(hash);
        (&raw mut (*b).next).write(*slot);
        *slot = i;
        (*h).used = i + 1;
        (*h).len += 1;
        &raw mut (*b).value
    }
}

#[inline(always)]
pub(super) unsafe fn note_int_key(h: *mut ArrayHeader, key: i64) {
    // SAFETY: the table is the caller's alone.
    unsafe {
        if key >= (*h).next_free {
            (*h).next_free = key.saturating_add(1);
        }
    }
}

/// `steps` is how long the chain is that the key will be in.
#[inline(never)]
pub(super) unsafe fn insert_int(h: *mut ArrayHeader, key: i64, steps: u32) -> *mut Value {
    // SAFETY: the table is the caller's alone; the key is not there.
    unsafe {
        if steps > MAX_CHAIN && (*h).flags & FLAG_SEEDED == 0 {
            harden(h);
        }
        if (*h).used == (*h).cap {
            grow_hash(h);
        }
        note_int_key(h, key);
        append(h, BucketKey { int: key }, 0, int_hash(h, key))
    }
}

/// `steps` is how long the chain is that the key will be in.
#[inline(never)]
pub(super) unsafe fn insert_str(h: *mut ArrayHeader, key: PhpStr, mut hash: u32, steps: u32) -> *mut Value {
    // SAFETY: the table is the caller's alone; the key is not there.
    unsafe {
        if steps > MAX_CHAIN && (*h).flags & FLAG_SEEDED == 0 {
            harden(h);
            hash = str_hash(h, &key);
        }
        if (*h).used == (*h).cap {
            grow_hash(h);
        }
        if !key.is_interned() {
            (*h).flags |= FLAG_COUNTED_KEYS;
        }
        append(h, BucketKey { str: ManuallyDrop::new(key) }, hash, hash)
    }
}

/// Finds or makes the slot of an integer key: the value, and whether it is new (and null).
#[inline(always)]
unsafe fn slot_int(h: *mut ArrayHeader, key: i64) -> (*mut Value, bool) {
    // SAFETY: the table is the caller's alone.
    unsafe {
        if (*h).flags & FLAG_HASH == 0 {
            if (key as u64) < u64::from((*h).used) {
                let v = value_at(h, key as u32);
                if (*v).tag() != Tag::Undef {
                    return (v, false);
                }
            }
            return (slot_int_packed(h, key), true);
        }
        let (i, steps) = search_int(h, key);
        if i != NIL {
            return (&raw mut (*bucket_at(h, i)).value, false);
        }
        (insert_int(h, key, steps), true)
    }
}

/// A new integer key in a packed table: behind the end if that leaves it reasonably dense, else the table becomes a hash.
/// As in PHP, the next element pushed follows a key behind the end even where one that was removed had been larger.
#[inline(never)]
unsafe fn slot_int_packed(h: *mut ArrayHeader, key: i64) -> *mut Value {
    // SAFETY: the table is the caller's alone.
    unsafe {
        let (used, cap) = ((*h).used, (*h).cap);
        let k = key as u64;
        if k == u64::from(used) && used < cap {
            let v = value_at(h, used);
            v.write(Value::NULL);
            (*h).used = used + 1;
            (*h).len += 1;
            (*h).next_free = key + 1;
            return v;
        }
        let wish = if cap == 0 { (*h).mask.max(MIN_CAP) } else { cap };
        let dense = k < u64::from(wish) || ((k >> 1) < u64::from(wish) && (wish >> 1) < (*h).len);
        if k < u64::from(used) || !dense {
            to_hash(h, used as usize + 1);
            return insert_int(h, key, 0);
        }
        while k >= u64::from((*h).cap) {
            grow_packed(h);
        }
        for i in used..key as u32 {
            value_at(h, i).write(Value::UNDEF);
        }
        let v = value_at(h, key as u32);
        v.write(Value::NULL);
        (*h).used = key as u32 + 1;
        (*h).len += 1;
        (*h).next_free = key + 1;
        v
    }
}

/// Makes sure there is a hash block.
#[inline(always)]
pub(super) unsafe fn need_hash(h: *mut ArrayHeader) {
    // SAFETY: the table is the caller's alone.
    unsafe {
        if (*h).flags & FLAG_HASH == 0 {
            to_hash(h, (*h).len as usize + 1);
        }
    }
}

/// What a table hashes bytes to.
#[inline(always)]
unsafe fn bytes_hash(h: *const ArrayHeader, b: &[u8]) -> u32 {
    // SAFETY: the caller passes a live header.
    let hash = if unsafe { (*h).flags & FLAG_SEEDED != 0 } { seeded_bytes(b) } else { hash_bytes(b) };
    hash as u32 | STRING_KEY
}

impl PhpArray {
    #[inline(always)]
    pub(super) fn position_int(&self, key: i64) -> Option<u32> {
        let h = self.h();
        // SAFETY: the handle owns a live header.
        unsafe {
            if (*h).flags & FLAG_HASH == 0 {
                let there = (key as u64) < u64::from((*h).used) && (*value_at(h, key as u32)).tag() != Tag::Undef;
                return there.then_some(key as u32);
            }
            let i = find_int(h, key);
            (i != NIL).then_some(i)
        }
    }

    #[inline(always)]
    pub(super) fn position_str(&self, key: &PhpStr) -> Option<u32> {
        let h = self.h();
        // SAFETY: the handle owns a live header.
        unsafe {
            if (*h).flags & FLAG_HASH == 0 {
                return None;
            }
            let i = find_str(h, key.header_ptr(), key.as_bytes(), str_hash(h, key));
            (i != NIL).then_some(i)
        }
    }

    #[inline]
    pub(super) fn position_bytes(&self, key: &[u8]) -> Option<u32> {
        let h = self.h();
        // SAFETY: the handle owns a live header.
        unsafe {
            if (*h).flags & FLAG_HASH == 0 {
                return None;
            }
            let i = find_str(h, std::ptr::null(), key, bytes_hash(h, key));
            (i != NIL).then_some(i)
        }
    }

    /// Position of a key.
    #[inline]
    pub fn position(&self, key: KeyRef<'_>) -> Option<u32> {
        match key {
            KeyRef::Int(k) => self.position_int(k),
            KeyRef::Str(k) => self.position_str(k),
        }
    }

    #[inline(always)]
    fn at(&self, i: u32) -> &Value {
        // SAFETY: `i` is the position of a live element.
        unsafe { &*slot_value(self.h(), i) }
    }

    /// The value of an integer key.
    #[inline]
    pub fn get_int(&self, key: i64) -> Option<&Value> {
        self.position_int(key).map(|i| self.at(i))
    }

    /// The value of a string key (digits are not turned into a number).
    #[inline]
    pub fn get_str(&self, key: &PhpStr) -> Option<&Value> {
        self.get_str_here(key)
    }

    /// The same without a call.
    #[inline(always)]
    pub fn get_str_here(&self, key: &PhpStr) -> Option<&Value> {
        self.position_str(key).map(|i| self.at(i))
    }

    /// The same where the key was at position `hint` in an array like this one: its position, which may be another, and the value.
    #[inline(always)]
    pub fn get_str_near(&self, hint: u32, key: &PhpStr) -> Option<(u32, &Value)> {
        let h = self.h();
        // SAFETY: the handle owns a live header; slots in use lie within the capacity, and those of a hash table are buckets.
        unsafe {
            if hint < (*h).used && (*h).flags & FLAG_HASH != 0 {
                let bucket = bucket_at(h, hint);
                if (*bucket).hash != 0 && (*bucket).key.str.header_ptr() == key.header_ptr() && !(*bucket).value.is_undef() {
                    return Some((hint, &(*bucket).value));
                }
            }
        }
        self.position_str(key).map(|i| (i, self.at(i)))
    }

    /// The value of a string key given as bytes (digits are not turned into a number).
    #[inline]
    pub fn get_bytes(&self, key: &[u8]) -> Option<&Value> {
        self.position_bytes(key).map(|i| self.at(i))
    }

    /// The value of a key.
    #[inline]
    pub fn get(&self, key: &Key) -> Option<&Value> {
        self.get_ref(key.as_ref())
    }

    /// The value of a borrowed key.
    #[inline]
    pub fn get_ref(&self, key: KeyRef<'_>) -> Option<&Value> {
        self.position(key).map(|i| self.at(i))
    }

    /// The value of a string key as PHP code writes it: `"123"` means 123.
    #[inline]
    pub fn get_sym(&self, key: impl AsRef<[u8]>) -> Option<&Value> {
        let key = key.as_ref();
        match super::key::numeric_key(key) {
            Some(k) => self.get_int(k),
            None => self.get_bytes(key),
        }
    }

    /// As [`get_sym`](PhpArray::get_sym), using the string's cached hash.
    #[inline]
    pub fn get_sym_str(&self, key: &PhpStr) -> Option<&Value> {
        self.get_sym_str_here(key)
    }

    /// The same without a call in the common case.
    #[inline(always)]
    pub fn get_sym_str_here(&self, key: &PhpStr) -> Option<&Value> {
        match super::key::numeric_key(key.as_bytes()) {
            Some(k) => self.get_int(k),
            None => self.get_str_here(key),
        }
    }

    /// Is the key there?
    #[inline]
    pub fn contains(&self, key: &Key) -> bool {
        self.position(key.as_ref()).is_some()
    }

    #[inline]
    fn at_mut(&mut self, i: u32) -> &mut Value {
        let h = self.make_mut_in_place();
        // SAFETY: `i` is the position of a live element, and separation keeps positions.
        unsafe { &mut *slot_value(h, i) }
    }

    /// The value of an integer key, to be written.
    #[inline]
    pub fn get_int_mut(&mut self, key: i64) -> Option<&mut Value> {
        self.position_int(key).map(|i| self.at_mut(i))
    }

    /// The value of a string key, to be written.
    #[inline]
    pub fn get_str_mut(&mut self, key: &PhpStr) -> Option<&mut Value> {
        self.position_str(key).map(|i| self.at_mut(i))
    }

    /// The value of a string key given as bytes, to be written.
    #[inline]
    pub fn get_bytes_mut(&mut self, key: &[u8]) -> Option<&mut Value> {
        self.position_bytes(key).map(|i| self.at_mut(i))
    }

    /// The value of a key, to be written.
    #[inline]
    pub fn get_mut(&mut self, key: &Key) -> Option<&mut Value> {
        self.position(key.as_ref()).map(|i| self.at_mut(i))
    }

    /// The slot of an integer key, made (null) if it is not there.
    #[inline]
    pub fn entry_int(&mut self, key: i64) -> &mut Value {
        let h = self.make_mut();
        // SAFETY: the table is ours alone.
        unsafe { &mut *slot_int(h, key).0 }
    }

    #[inline(always)]
    fn slot_str(&mut self, key: &PhpStr) -> (&mut Value, bool) {
        if std::ptr::eq(self.h(), EMPTY_HEADER) {
            // The empty array is immortal: its handle needs no drop.
            std::mem::forget(std::mem::replace(self, PhpArray::hash_with_capacity(MIN_CAP as usize)));
        }
        let h = self.make_mut();
        // SAFETY: the table is ours alone.
        unsafe {
            need_hash(h);
            let hash = str_hash(h, key);
            let (i, steps) = search_str(h, key.header_ptr(), key.as_bytes(), hash);
            if i != NIL {
                return (&mut (*bucket_at(h, i)).value, false);
            }
            (&mut *insert_str(h, key.clone(), hash, steps), true)
        }
    }

    /// The slot of a string key, made (null) if it is not there.
    #[inline]
    pub fn entry_str(&mut self, key: &PhpStr) -> &mut Value {
        self.slot_str(key).0
    }

    /// The slot of a string key given as bytes, made (null) if it is not there.
    pub fn entry_bytes(&mut self, key: &[u8]) -> &mut Value {
        let h = self.make_mut();
        // SAFETY: the table is ours alone.
        unsafe {
            need_hash(h);
            let hash = bytes_hash(h, key);
            let (i, steps) = search_str(h, std::ptr::null(), key, hash);
            if i != NIL {
                return &mut (*bucket_at(h, i)).value;
            }
            &mut *insert_str(h, PhpStr::name_in_data(key), hash, steps)
        }
    }

    /// The slot of a key, made (null) if it is not there.
    #[inline]
    pub fn entry(&mut self, key: &Key) -> &mut Value {
        self.entry_ref(key.as_ref())
    }

    /// The slot of a borrowed key, made (null) if it is not there.
    #[inline]
    pub fn entry_ref(&mut self, key: KeyRef<'_>) -> &mut Value {
        match key {
            KeyRef::Int(k) => self.entry_int(k),
            KeyRef::Str(k) => self.entry_str(k),
        }
    }

    /// Sets the value of an integer key.
    #[inline(always)]
    pub fn set_int(&mut self, key: i64, v: Value) {
        *self.entry_int(key) = v;
    }

    /// Sets the value of a string key (digits are not turned into a number).
    #[inline(always)]
    pub fn set_str(&mut self, key: &PhpStr, v: Value) {
        *self.entry_str(key) = v;
    }

    /// Sets the value of a string key given as bytes (digits are not turned into a number).
    #[inline(always)]
    pub fn set_bytes(&mut self, key: &[u8], v: Value) {
        *self.entry_bytes(key) = v;
    }

    /// Sets the value of a key.
    #[inline(always)]
    pub fn set(&mut self, key: &Key, v: Value) {
        *self.entry(key) = v;
    }

    /// Sets the value of a borrowed key.
    #[inline(always)]
    pub fn set_ref(&mut self, key: KeyRef<'_>, v: Value) {
        *self.entry_ref(key) = v;
    }

    /// Sets the value of a string key as PHP code writes it: `"123"` means 123.
    #[inline]
    pub fn set_sym(&mut self, key: impl AsRef<[u8]>, v: Value) {
        let key = key.as_ref();
        match super::key::numeric_key(key) {
            Some(k) => self.set_int(k, v),
            None => self.set_bytes(key, v),
        }
    }

    /// Adds an element if its key is not there yet; false if it is.
    pub fn insert_new(&mut self, key: KeyRef<'_>, v: Value) -> bool {
        if self.position(key).is_some() {
            return false;
        }
        self.set_ref(key, v);
        true
    }

    /// Appends a value under the next free key.
    // Always inlined: a value that is handed over in memory was just written there in parts, which is slow to read as a whole.
    #[inline(always)]
    pub fn push(&mut self, v: Value) -> Result<(), CannotPush> {
        let h = self.make_mut();
        // SAFETY: the table is ours alone; in a packed one without a gap at the end the next slot is `used`.
        unsafe {
            let used = (*h).used;
            if (*h).flags & FLAG_HASH == 0 && used < (*h).cap && ((*h).next_free == i64::from(used) || (*h).next_free == i64::MIN) {
                value_at(h, used).write(v);
                (*h).used = used + 1;
                (*h).len += 1;
                (*h).next_free = i64::from(used) + 1;
                return Ok(());
            }
        }
        match self.push_slot() {
            Some(slot) => {
                *slot = v;
                Ok(())
            }
            None => Err(CannotPush),
        }
    }

    /// The slot (null) of a new element under the next free key; `None` if the largest key is taken.
    #[inline(never)]
    pub fn push_slot(&mut self) -> Option<&mut Value> {
        if std::ptr::eq(self.h(), EMPTY_HEADER) {
            // The empty array is immortal: its handle needs no drop.
            std::mem::forget(std::mem::replace(self, PhpArray::packed_with_capacity(MIN_CAP as usize)));
        } else {
            let h = self.h();
            // SAFETY: the handle owns a live header; a table that is grown is ours alone.
            unsafe {
                if (*h).flags & FLAG_HASH == 0 && (*h).used == (*h).cap {
                    if (*h).rc.refcount == 1 {
                        grow_packed(h);
                    } else if (*h).cap != 0 && (*h).iters == 0 {
                        let grown = self.duplicate_with_capacity((*h).cap as usize * 2);
                        drop(Held::new(std::mem::replace(self, grown)));
                    }
                }
            }
        }
        let array: *mut PhpArray = self;
        // SAFETY: the borrow ends where nothing was found.
        unsafe {
            match (*array).packed_append_slot() {
                Some(slot) => {
                    std::ptr::write(slot, Value::NULL);
                    Some(slot)
                }
                None => (*array).push_slot_slow(),
            }
        }
    }

    #[inline(never)]
    fn push_slot_slow(&mut self) -> Option<&mut Value> {
        let key = self.next_free();
        if key == i64::MAX && self.position_int(key).is_some() {
            return None;
        }
        let h = self.make_mut();
        // SAFETY: the table is ours alone.
        let (v, new) = unsafe { slot_int(h, key) };
        debug_assert!(new);
        // SAFETY: the slot is live.
        Some(unsafe { &mut *v })
    }

    /// The element at an index of a packed array that has one owner: what an interpreter overwrites in place.
    #[inline(always)]
    pub fn packed_slot_mut(&mut self, index: i64) -> Option<&mut Value> {
        let h = self.header_ptr();
        // SAFETY: the handle owns a live header; the slot is in use.
        unsafe {
            if (*h).rc.refcount != 1 || (*h).flags & FLAG_HASH != 0 || (index as u64) >= u64::from((*h).used) {
                return None;
            }
            let slot = value_at(h, index as u32);
            if (*slot).is_undef() { None } else { Some(&mut *slot) }
        }
    }

    /// Space for one more element of a packed array that has one owner and spare capacity, already counted as an element: the caller
    /// must write it at once. It holds an undefined value.
    #[inline(always)]
    pub fn packed_append_slot(&mut self) -> Option<&mut Value> {
        let h = self.header_ptr();
        // SAFETY: the table is ours alone; in a packed one without a gap at the end the next slot is `used`.
        unsafe {
            let used = (*h).used;
            let fits = (*h).rc.refcount == 1
                && (*h).flags & FLAG_HASH == 0
                && used < (*h).cap
                && ((*h).next_free == i64::from(used) || (*h).next_free == i64::MIN);
            if !fits {
                return None;
            }
            let slot = value_at(h, used);
            slot.write(Value::UNDEF);
            (*h).used = used + 1;
            (*h).len += 1;
            (*h).next_free = i64::from(used) + 1;
            Some(&mut *slot)
        }
    }
}
