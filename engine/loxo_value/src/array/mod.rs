//! Arrays: ordered, copy-on-write; packed (values only, keys are positions) or hash.
//!
//! Modules: `table` (blocks, growth, copying), `access` (look up, insert, remove), `probe` (look up for fast paths), `own` (the same for writes),
//! `build` (keys known to be new), `walk` (positions and iterators), `iter` (positions that follow a changing array), `sort`, `freeze` (constants), `key`.

mod access;
mod build;
pub(crate) mod free;
mod freeze;
pub mod iter;
mod key;
mod key_value;
mod lists;
mod own;
mod probe;
mod remove;
mod sort;
mod table;
mod walk;

pub use access::CannotPush;
pub use key::{Key, KeyRef, numeric_key};
pub use own::Lookup;
pub use probe::Probe;
pub(crate) use remove::drop_content;
pub use sort::SortEntry;
pub(crate) use table::places;
pub use walk::{Iter, Keys, Values};

use crate::rc::{self, IMMORTAL, KIND_ARRAY, RcHeader};
use crate::{PhpStr, Value};
use std::mem::{ManuallyDrop, offset_of};
use std::ptr::NonNull;

/// Flag: buckets and hash slots; clear: packed values.
pub const FLAG_HASH: u32 = 1;
/// Flag: this table hashes with a key of its own, because plain hashes collided.
pub const FLAG_SEEDED: u32 = 2;
/// Flag: a key may be a string with a count. Clear: copying the table and dropping it need not look at the keys.
pub const FLAG_COUNTED_KEYS: u32 = 4;

/// End of a chain.
pub(crate) const NIL: u32 = u32::MAX;
/// More steps than this along a chain on insertion mean that somebody chose the keys.
const MAX_CHAIN: u32 = 32;
/// Capacity of a table's first block.
const MIN_CAP: u32 = 8;

/// What a [`PhpArray`] points to.
///
/// `data` points to `cap` values (packed) or `cap` buckets; the `mask + 1` hash slots stand directly before the buckets, slot 0 nearest.
#[repr(C)]
pub struct ArrayHeader {
    /// Count and kind.
    pub rc: RcHeader,
    /// [`FLAG_HASH`], [`FLAG_SEEDED`], [`FLAG_COUNTED_KEYS`].
    pub flags: u32,
    /// Number of elements.
    pub len: u32,
    /// Slots in use, with the holes of removed elements.
    pub used: u32,
    /// Slots there are.
    pub cap: u32,
    /// Key of the next element pushed; `i64::MIN` until an integer key has been used.
    pub next_free: i64,
    /// Internal pointer (a position).
    pub pos: u32,
    /// Number of entries in the iterator registry that are on this table.
    pub iters: u32,
    /// First value or bucket. Dangling while `cap` is 0.
    pub data: *mut u8,
    /// Number of hash slots less one. With `cap` 0: the capacity wished for.
    pub mask: u32,
    /// Packed: number of slots shifted off before `data`.
    pub offset: u32,
}

const _: () = {
    assert!(size_of::<ArrayHeader>() == 56);
    assert!(offset_of!(ArrayHeader, flags) == 8);
    assert!(offset_of!(ArrayHeader, len) == 12);
    assert!(offset_of!(ArrayHeader, used) == 16);
    assert!(offset_of!(ArrayHeader, cap) == 20);
    assert!(offset_of!(ArrayHeader, next_free) == 24);
    assert!(offset_of!(ArrayHeader, pos) == 32);
    assert!(offset_of!(ArrayHeader, data) == 40);
    assert!(offset_of!(ArrayHeader, mask) == 48);
    assert!(size_of::<Bucket>() == 32);
    assert!(offset_of!(Bucket, key) == 16);
    assert!(offset_of!(Bucket, hash) == 24);
    assert!(offset_of!(Bucket, next) == 28);
};

/// The key of a bucket: an integer when `Bucket::hash` is 0, else a string that the bucket owns.
#[repr(C)]
pub union BucketKey {
    /// Integer key.
    pub int: i64,
    /// String key.
    pub str: ManuallyDrop<PhpStr>,
}

/// An element of a hash table. A removed one has an undefined value and owns no key.
///
/// The chain is here and not in the value's spare bytes: whoever holds a `&mut Value` into a table may overwrite all sixteen of them.
#[repr(C)]
pub struct Bucket {
    /// The value.
    pub value: Value,
    /// The key.
    pub key: BucketKey,
    /// 0 for an integer key; else the lower half of the string's hash (keyed hash in a seeded table) with the top bit set.
    pub hash: u32,
    /// Next bucket of the chain.
    pub next: u32,
}

impl Bucket {
    /// The key of an element that is there.
    #[inline(always)]
    pub fn key(&self) -> KeyRef<'_> {
        // SAFETY: the hash says which key it is; the bucket owns its string.
        unsafe { if self.hash == 0 { KeyRef::Int(self.key.int) } else { KeyRef::Str(&self.key.str) } }
    }
}

/// Top bit of [`Bucket::hash`].
pub const STRING_KEY: u32 = 0x8000_0000;

#[repr(transparent)]
struct StaticHeader(ArrayHeader);

// SAFETY: the static is immortal and never written.
unsafe impl Sync for StaticHeader {}

static EMPTY: StaticHeader = StaticHeader(ArrayHeader::new(IMMORTAL));

pub(crate) const EMPTY_HEADER: *const ArrayHeader = &raw const EMPTY as *const ArrayHeader;

impl ArrayHeader {
    const fn new(refcount: u32) -> ArrayHeader {
        ArrayHeader {
            rc: RcHeader { refcount, info: KIND_ARRAY },
            flags: 0,
            len: 0,
            used: 0,
            cap: 0,
            next_free: i64::MIN,
            pos: 0,
            iters: 0,
            data: std::ptr::dangling_mut::<Value>().cast(),
            mask: 0,
            offset: 0,
        }
    }
}

/// A PHP array. Cloning counts; every method on `&mut self` gives the handle a table of its own first, if it shares one.
#[repr(transparent)]
pub struct PhpArray(NonNull<ArrayHeader>);

const _: () = assert!(size_of::<Option<PhpArray>>() == 8);

impl Clone for PhpArray {
    #[inline(always)]
    fn clone(&self) -> PhpArray {
        // SAFETY: the handle owns a live header.
        unsafe { rc::inc(self.0.as_ptr().cast()) }
        PhpArray(self.0)
    }
}

impl Default for PhpArray {
    #[inline(always)]
    fn default() -> PhpArray {
        PhpArray::new()
    }
}

impl PhpArray {
    /// `[]`, the one immortal empty array: costs nothing until something is put in.
    #[inline(always)]
    pub const fn new() -> PhpArray {
        // SAFETY: the address of a static is not null.
        PhpArray(unsafe { NonNull::new_unchecked(EMPTY_HEADER as *mut ArrayHeader) })
    }

    /// An empty array which will have space for `n` elements as soon as the first key says of which kind it is.
    pub fn with_capacity(n: usize) -> PhpArray {
        if n == 0 {
            return PhpArray::new();
        }
        let p = table::new_header();
        // SAFETY: the header is new and ours.
        unsafe { (*p.as_ptr()).mask = u32::try_from(n).unwrap_or(u32::MAX).min(1 << 26) };
        PhpArray(p)
    }

    /// An empty packed array with space for `n` values.
    pub fn packed_with_capacity(n: usize) -> PhpArray {
        if n == 0 { PhpArray::new() } else { PhpArray::with_block(n) }
    }

    /// The same for one value or more.
    #[inline(always)]
    fn with_block(n: usize) -> PhpArray {
        let a = PhpArray(table::new_header());
        // SAFETY: the header is new and ours.
        unsafe { table::init_packed(a.h(), n) };
        a
    }

    /// An empty hash array with space for `n` elements.
    pub fn hash_with_capacity(n: usize) -> PhpArray {
        let a = PhpArray(table::new_header());
        // SAFETY: the header is new and ours.
        unsafe { table::init_hash(a.h(), n) };
        a
    }

    /// A list of these values.
    pub fn from_values<T: Into<Value>>(values: impl IntoIterator<Item = T>) -> PhpArray {
        let mut values = values.into_iter();
        let mut a = PhpArray::packed_with_capacity(values.size_hint().0);
        if !a.is_immortal() {
            let h = a.h();
            // SAFETY: the table is new and ours; it has space for `cap` values. Should the iterator unwind, those written are lost, not dropped.
            unsafe {
                let (data, cap) = ((*h).data as *mut Value, (*h).cap);
                let mut n = 0;
                while n < cap {
                    let Some(v) = values.next() else { break };
                    data.add(n as usize).write(v.into());
                    n += 1;
                }
                (*h).used = n;
                (*h).len = n;
                if n > 0 {
                    (*h).next_free = i64::from(n);
                }
            }
        }
        // Where it is: a moved iterator would be read before all of it has left the processor's store buffer.
        for v in values.by_ref() {
            // A list built from 0 up never reaches the largest key.
            let _ = a.push(v.into());
        }
        a
    }

    /// A list of these values, which move into it.
    ///
    /// # Safety
    /// `values` are so many live values that are neither undefined nor looked at again.
    pub unsafe fn from_moved(values: *const Value, n: usize) -> PhpArray {
        if n == 0 {
            return PhpArray::new();
        }
        let a = PhpArray::with_block(n);
        let h = a.h();
        // SAFETY: the table is new and ours; it has space for `n` values.
        unsafe {
            let data = (*h).data as *mut Value;
            for i in 0..n {
                data.add(i).write(values.add(i).read());
            }
            (*h).used = n as u32;
            (*h).len = n as u32;
            (*h).next_free = n as i64;
        }
        a
    }

    #[inline(always)]
    pub(crate) fn h(&self) -> *mut ArrayHeader {
        self.0.as_ptr()
    }

    /// The header's address, for compiled code and inlined fast paths.
    #[inline(always)]
    pub fn header_ptr(&self) -> *mut ArrayHeader {
        self.0.as_ptr()
    }

    /// The values of a packed array, holes included (undefined values).
    #[inline(always)]
    pub fn packed_data(&self) -> Option<&[Value]> {
        let h = self.h();
        // SAFETY: the handle owns a live header; a packed table holds `used` values.
        unsafe {
            if (*h).flags & FLAG_HASH != 0 {
                return None;
            }
            Some(std::slice::from_raw_parts((*h).data as *const Value, (*h).used as usize))
        }
    }

    /// The buckets of a hash array, removed ones included (undefined values); none of a packed one.
    #[inline(always)]
    pub fn bucket_data(&self) -> &[Bucket] {
        let h = self.h();
        // SAFETY: the handle owns a live header; a hash table holds `used` buckets.
        unsafe {
            if (*h).flags & FLAG_HASH == 0 {
                return &[];
            }
            std::slice::from_raw_parts((*h).data as *const Bucket, (*h).used as usize)
        }
    }

    /// Number of elements.
    #[inline(always)]
    pub fn len(&self) -> usize {
        // SAFETY: the handle owns a live header.
        unsafe { (*self.h()).len as usize }
    }

    /// Number of elements that there is space for.
    #[inline(always)]
    pub fn capacity(&self) -> usize {
        // SAFETY: the handle owns a live header.
        unsafe { (*self.h()).cap as usize }
    }

    /// No elements?
    #[inline(always)]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Values without keys (positions are the keys)?
    #[inline(always)]
    pub fn is_packed(&self) -> bool {
        // SAFETY: the handle owns a live header.
        unsafe { (*self.h()).flags & FLAG_HASH == 0 }
    }

    /// Keys 0, 1, 2... in this order (`array_is_list()`)?
    pub fn is_list(&self) -> bool {
        let h = self.h();
        // SAFETY: the handle owns a live header.
        unsafe {
            if (*h).flags & FLAG_HASH == 0 {
                return (*h).len == (*h).used;
            }
        }
        self.keys().enumerate().all(|(i, k)| matches!(k, KeyRef::Int(k) if k == i as i64))
    }

    /// Number of owners (immortal ones: a large number).
    #[inline(always)]
    pub fn refcount(&self) -> u32 {
        // SAFETY: the handle owns a live header.
        unsafe { (*self.h()).rc.refcount }
    }

    /// A constant, shared by threads?
    #[inline(always)]
    pub fn is_immortal(&self) -> bool {
        self.refcount() & IMMORTAL != 0
    }

    /// The same table?
    #[inline(always)]
    pub fn ptr_eq(&self, other: &PhpArray) -> bool {
        self.0 == other.0
    }

    /// Gives the handle a table of its own, if it shares one.
    #[inline(always)]
    pub fn make_mut(&mut self) -> *mut ArrayHeader {
        if self.refcount() != 1 {
            self.separate();
        }
        self.h()
    }

    #[cold]
    #[inline(never)]
    fn separate(&mut self) {
        // SAFETY: the handle owns a live header, and gives up its count of a table that has other owners (or is immortal).
        unsafe {
            let new = table::dup(self.h(), true, 0);
            let old = std::mem::replace(&mut self.0, new).as_ptr();
            if (*old).rc.refcount & IMMORTAL == 0 {
                (*old).rc.refcount -= 1;
            }
        }
    }

    /// As [`make_mut`](PhpArray::make_mut), but positions stay what they are.
    fn make_mut_in_place(&mut self) -> *mut ArrayHeader {
        if self.refcount() != 1 {
            // SAFETY: as in `separate`.
            unsafe {
                let new = table::dup(self.h(), false, 0);
                let old = std::mem::replace(&mut self.0, new).as_ptr();
                if (*old).rc.refcount & IMMORTAL == 0 {
                    (*old).rc.refcount -= 1;
                }
            }
        }
        self.h()
    }

    /// A copy with a table of its own (references with one owner become plain values, as on separation).
    pub fn duplicate(&self) -> PhpArray {
        self.duplicate_with_capacity(0)
    }

    /// The same with a capacity of so many elements at least.
    pub fn duplicate_with_capacity(&self, capacity: usize) -> PhpArray {
        // SAFETY: the handle owns a live header.
        PhpArray(unsafe { table::dup(self.h(), true, capacity) })
    }

    /// Key of the next pushed element.
    #[inline]
    pub fn next_free(&self) -> i64 {
        // SAFETY: the handle owns a live header.
        let n = unsafe { (*self.h()).next_free };
        if n == i64::MIN { 0 } else { n }
    }

    /// Sets the key of the next pushed element.
    #[inline]
    pub fn set_next_free(&mut self, key: i64) {
        let h = self.make_mut();
        // SAFETY: the table is ours alone.
        unsafe { (*h).next_free = key }
    }

    /// The header's address; the count moves out of the handle.
    #[inline(always)]
    pub fn into_raw(self) -> *mut ArrayHeader {
        ManuallyDrop::new(self).0.as_ptr()
    }

    /// A handle that takes over one count.
    ///
    /// # Safety
    /// `p` is a live array's header, one count of which is given to the handle.
    #[inline(always)]
    pub unsafe fn from_raw(p: *mut ArrayHeader) -> PhpArray {
        // SAFETY: a live header is not null.
        PhpArray(unsafe { NonNull::new_unchecked(p) })
    }
}

impl std::fmt::Debug for PhpArray {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_map().entries(self.iter()).finish()
    }
}
