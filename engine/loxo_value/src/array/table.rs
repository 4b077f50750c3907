//! Blocks: making, growing, copying, converting and compacting them.

use super::{
    ArrayHeader, Bucket, BucketKey, EMPTY_HEADER, FLAG_COUNTED_KEYS, FLAG_HASH, FLAG_SEEDED, MIN_CAP, NIL, PhpArray, STRING_KEY, iter,
};
use crate::hashing::{init_seeds, seeded_bytes, seeded_int};
use crate::rc::{self, IMMORTAL};
use crate::{PhpStr, Tag, Value, heap};
use std::mem::ManuallyDrop;
use std::ptr::{NonNull, copy_nonoverlapping};

/// Largest capacity of a table.
const MAX_CAP: usize = 1 << 30;

/// A counted, empty header.
#[inline]
pub(super) fn new_header() -> NonNull<ArrayHeader> {
    let p = heap::alloc(size_of::<ArrayHeader>()).cast::<ArrayHeader>();
    // SAFETY: the block has space for a header.
    unsafe { p.write(ArrayHeader::new(1)) }
    crate::alloc_hook::container_allocated();
    p
}

/// The `i`th value of a packed table.
#[inline(always)]
pub(super) unsafe fn value_at(h: *const ArrayHeader, i: u32) -> *mut Value {
    // SAFETY: the caller keeps `i` within the capacity.
    unsafe { ((*h).data as *mut Value).add(i as usize) }
}

/// The `i`th bucket of a hash table.
#[inline(always)]
pub(super) unsafe fn bucket_at(h: *const ArrayHeader, i: u32) -> *mut Bucket {
    // SAFETY: the caller keeps `i` within the capacity.
    unsafe { ((*h).data as *mut Bucket).add(i as usize) }
}

/// Where the first value is, how many there are, holes of removed elements among them, and how many bytes lie from one to the next.
///
/// # Safety
/// `h` is a live header.
#[inline(always)]
pub(crate) unsafe fn places(h: *const ArrayHeader) -> (*const Value, usize, usize) {
    // SAFETY: the caller passes a live header. A bucket begins with its value.
    unsafe {
        let stride = if (*h).flags & FLAG_HASH != 0 { size_of::<Bucket>() } else { size_of::<Value>() };
        ((*h).data.cast(), (*h).used as usize, stride)
    }
}

/// The value in slot `i` of either kind.
#[inline(always)]
pub(super) unsafe fn slot_value(h: *const ArrayHeader, i: u32) -> *mut Value {
    // SAFETY: the caller keeps `i` within the capacity.
    unsafe { if (*h).flags & FLAG_HASH != 0 { bucket_at(h, i).cast() } else { value_at(h, i) } }
}

/// The hash slot for a hash.
#[inline(always)]
pub(super) unsafe fn hash_slot(data: *mut u8, mask: u32, hash: u32) -> *mut u32 {
    // SAFETY: `mask + 1` slots stand before `data`.
    unsafe { (data as *mut u32).sub(1 + (hash & mask) as usize) }
}

/// What an integer key hashes to in this table.
#[inline(always)]
pub(super) unsafe fn int_hash(h: *const ArrayHeader, key: i64) -> u32 {
    // SAFETY: the caller passes a live header.
    if unsafe { (*h).flags & FLAG_SEEDED != 0 } { seeded_int(key) as u32 } else { key as u32 }
}

/// What a string key hashes to in this table.
#[inline(always)]
pub(super) unsafe fn str_hash(h: *const ArrayHeader, key: &PhpStr) -> u32 {
    // SAFETY: the caller passes a live header.
    let hash = if unsafe { (*h).flags & FLAG_SEEDED != 0 } { seeded_bytes(key.as_bytes()) } else { key.hash() };
    hash as u32 | STRING_KEY
}

/// The hash that finds a bucket's chain.
#[inline(always)]
unsafe fn bucket_hash(h: *const ArrayHeader, b: *const Bucket) -> u32 {
    // SAFETY: a bucket with hash 0 has an integer key.
    unsafe { if (*b).hash == 0 { int_hash(h, (*b).key.int) } else { (*b).hash } }
}

/// Start of the block behind a table with capacity.
#[inline]
unsafe fn block_start(h: *const ArrayHeader) -> NonNull<u8> {
    // SAFETY: the hash slots stand before the buckets; shifted slots before the values.
    unsafe {
        let back = if (*h).flags & FLAG_HASH != 0 { ((*h).mask as usize + 1) * 4 } else { (*h).offset as usize * 16 };
        NonNull::new_unchecked((*h).data.sub(back))
    }
}

/// Bytes of the block behind a table with capacity.
#[inline]
unsafe fn block_size(h: *const ArrayHeader) -> usize {
    // SAFETY: the caller passes a live header.
    unsafe {
        if (*h).flags & FLAG_HASH != 0 {
            ((*h).mask as usize + 1) * 4 + (*h).cap as usize * size_of::<Bucket>()
        } else {
            ((*h).cap as usize + (*h).offset as usize) * size_of::<Value>()
        }
    }
}

/// Frees the block, not what is in it; the header still points to it.
#[inline]
pub(super) unsafe fn free_block(h: *mut ArrayHeader) {
    // SAFETY: a table with capacity owns its block.
    unsafe {
        if (*h).cap != 0 {
            heap::free_sized(block_start(h), block_size(h));
        }
    }
}

/// Frees the block and the header.
#[inline(always)]
pub(super) unsafe fn free_all(h: *mut ArrayHeader) {
    // SAFETY: a table with capacity owns its block; nobody looks at the header again.
    unsafe {
        let header = NonNull::new_unchecked(h.cast());
        if (*h).cap == 0 {
            return heap::free_sized(header, size_of::<ArrayHeader>());
        }
        heap::free_both(block_start(h), block_size(h), header, size_of::<ArrayHeader>());
    }
}

/// Makes the header that of an empty table without a block.
pub(super) unsafe fn forget_block(h: *mut ArrayHeader) {
    // SAFETY: the header is the caller's alone.
    unsafe {
        (*h).cap = 0;
        (*h).used = 0;
        (*h).len = 0;
        (*h).mask = 0;
        (*h).offset = 0;
        (*h).flags = 0;
        (*h).data = std::ptr::dangling_mut::<Value>().cast();
    }
}

/// A block for `cap` buckets with empty hash slots: data pointer and mask.
fn hash_block(cap: usize) -> (*mut u8, u32) {
    let (data, mask) = raw_hash_block(cap);
    // SAFETY: the slots are the first part of the block.
    unsafe {
        let slots = data.sub(cap * 8);
        // Small tables are many: a few stores instead of a call.
        match cap {
            4 => slots.cast::<[u32; 8]>().write([NIL; 8]),
            8 => slots.cast::<[u32; 16]>().write([NIL; 16]),
            _ => slots.write_bytes(0xff, cap * 8),
        }
    }
    (data, mask)
}

/// The same for who writes the hash slots himself: nothing is in them yet.
#[inline(always)]
fn raw_hash_block(cap: usize) -> (*mut u8, u32) {
    let slots = cap * 2;
    let block = heap::alloc(slots * 4 + cap * size_of::<Bucket>());
    // SAFETY: the slots are the first part of the block.
    unsafe { (block.as_ptr().add(slots * 4), slots as u32 - 1) }
}

/// The capacity for `n` elements; for 0, of which nothing is known, that of a table that will grow.
fn hash_cap(n: usize) -> usize {
    if n > MAX_CAP {
        heap::fail(n.saturating_mul(size_of::<Bucket>()));
    }
    // Small arrays are many, and made for what they hold: rows and records of literals.
    if n == 0 { MIN_CAP as usize } else { n.max(4).next_power_of_two() }
}

/// Gives an empty header without a block a hash block.
pub(super) unsafe fn init_hash(h: *mut ArrayHeader, n: usize) {
    let cap = hash_cap(n);
    let (data, mask) = hash_block(cap);
    // SAFETY: the header is the caller's alone.
    unsafe {
        (*h).data = data;
        (*h).mask = mask;
        (*h).cap = cap as u32;
        (*h).flags |= FLAG_HASH;
    }
}

/// Gives an empty header without a block space for `n` values.
#[inline(always)]
pub(super) unsafe fn init_packed(h: *mut ArrayHeader, n: usize) {
    if n > MAX_CAP {
        heap::fail(n.saturating_mul(size_of::<Value>()));
    }
    let block = heap::alloc(n * size_of::<Value>());
    // SAFETY: the header is the caller's alone.
    unsafe {
        (*h).data = block.as_ptr();
        (*h).cap = n as u32;
        (*h).mask = 0;
    }
}

/// Space for at least `n` values in a packed table.
pub(super) unsafe fn reserve_packed(h: *mut ArrayHeader, n: usize) {
    // SAFETY: the header is the caller's alone; the block is replaced before the header says so.
    unsafe {
        if n <= (*h).cap as usize {
            return;
        }
        if n > MAX_CAP {
            heap::fail(n.saturating_mul(16));
        }
        let used = (*h).used as usize;
        let block = if (*h).cap == 0 {
            heap::alloc(n * 16)
        } else if (*h).offset == 0 {
            heap::realloc(block_start(h), used * 16, n * 16)
        } else {
            let new = heap::alloc(n * 16);
            copy_nonoverlapping((*h).data, new.as_ptr(), used * 16);
            free_block(h);
            new
        };
        (*h).offset = 0;
        (*h).mask = 0;
        (*h).data = block.as_ptr();
        (*h).cap = n as u32;
    }
}

/// Space for one more value at the end of a packed table.
#[cold]
#[inline(never)]
pub(super) unsafe fn grow_packed(h: *mut ArrayHeader) {
    // SAFETY: the header is the caller's alone.
    unsafe {
        let (cap, offset) = ((*h).cap, (*h).offset);
        if cap == 0 {
            let wish = ((*h).mask as usize).max(MIN_CAP as usize);
            return reserve_packed(h, wish);
        }
        if offset >= cap {
            // Most of the block was shifted off: move down instead of growing.
            let start = block_start(h).as_ptr();
            std::ptr::copy((*h).data, start, (*h).used as usize * 16);
            (*h).data = start;
            (*h).cap = cap + offset;
            (*h).offset = 0;
            return;
        }
        reserve_packed(h, (cap as usize * 2).max(MIN_CAP as usize));
    }
}

/// Space for one more bucket: by compaction if many were removed, else by doubling.
#[cold]
#[inline(never)]
pub(super) unsafe fn grow_hash(h: *mut ArrayHeader) {
    // SAFETY: the header is the caller's alone.
    unsafe {
        if (*h).cap == 0 {
            let wish = (*h).mask as usize;
            return init_hash(h, wish);
        }
        if (*h).used > (*h).len + ((*h).len >> 5) {
            return rehash(h);
        }
        resize_hash(h, (*h).cap as usize * 2);
    }
}

/// Moves a hash table to a block for `n` buckets.
pub(super) unsafe fn resize_hash(h: *mut ArrayHeader, n: usize) {
    // SAFETY: the header is the caller's alone; buckets are moved bytewise, the old block freed without dropping them.
    unsafe {
        let cap = hash_cap(n);
        let (data, mask) = hash_block(cap);
        copy_nonoverlapping((*h).data as *const Bucket, data as *mut Bucket, (*h).used as usize);
        free_block(h);
        (*h).data = data;
        (*h).mask = mask;
        (*h).cap = cap as u32;
        relink(h);
    }
}

/// Compacts and builds all chains anew.
pub(super) unsafe fn rehash(h: *mut ArrayHeader) {
    // SAFETY: the header is the caller's alone; all slots belong to the block.
    unsafe {
        let slots = (*h).mask as usize + 1;
        (*h).data.sub(slots * 4).write_bytes(0xff, slots * 4);
        relink(h);
    }
}

/// Compacts and links all buckets, the hash slots being empty.
unsafe fn relink(h: *mut ArrayHeader) {
    // SAFETY: indices stay below `used`; removed buckets own nothing, so moving live ones over them forgets nothing.
    unsafe {
        let (used, pos, data, mask) = ((*h).used, (*h).pos, (*h).data, (*h).mask);
        if used == (*h).len && (*h).flags & FLAG_SEEDED == 0 {
            // Nothing was removed: nothing moves.
            for i in 0..used {
                let b = (data as *mut Bucket).add(i as usize);
                let hash = if (*b).hash == 0 { (*b).key.int as u32 } else { (*b).hash };
                let slot = hash_slot(data, mask, hash);
                (*b).next = *slot;
                *slot = i;
            }
            (*h).pos = pos.min(used);
            return;
        }
        let mut to = 0;
        let mut new_pos = None;
        for from in 0..used {
            let b = bucket_at(h, from);
            if (*b).value.tag() == Tag::Undef {
                continue;
            }
            if from != to {
                copy_nonoverlapping(b, bucket_at(h, to), 1);
                if (*h).iters != 0 {
                    iter::moved(h, from, to);
                }
            }
            if new_pos.is_none() && from >= pos {
                new_pos = Some(to);
            }
            let b = bucket_at(h, to);
            let slot = hash_slot(data, mask, bucket_hash(h, b));
            (*b).next = *slot;
            *slot = to;
            to += 1;
        }
        if (*h).iters != 0 && to != used {
            iter::clamp(h, to);
        }
        (*h).used = to;
        (*h).pos = new_pos.unwrap_or(to);
    }
}

/// Makes a packed table a hash table with a capacity of so many elements at least.
#[cold]
#[inline(never)]
pub(super) unsafe fn to_hash(h: *mut ArrayHeader, min_capacity: usize) {
    // SAFETY: the header is the caller's alone; values are moved bytewise, the old block freed without dropping them.
    unsafe {
        if (*h).cap == 0 {
            let wish = (*h).mask as usize;
            return init_hash(h, if wish == 0 { min_capacity.max(MIN_CAP as usize) } else { wish.max(min_capacity) });
        }
        let used = (*h).used;
        let cap = hash_cap((used as usize).max(min_capacity).max(MIN_CAP as usize));
        let (data, mask) = hash_block(cap);
        for i in 0..used {
            let v = value_at(h, i);
            let b = (data as *mut Bucket).add(i as usize);
            copy_nonoverlapping(v, &raw mut (*b).value, 1);
            (*b).key = BucketKey { int: i64::from(i) };
            (*b).hash = 0;
        }
        free_block(h);
        (*h).data = data;
        (*h).mask = mask;
        (*h).offset = 0;
        (*h).cap = cap as u32;
        (*h).flags |= FLAG_HASH;
        relink(h);
    }
}

/// Drops the keys of a hash table without removed elements and keeps the values, packed, in the same block.
pub(super) unsafe fn to_packed(h: *mut ArrayHeader) {
    // SAFETY: the header is the caller's alone; value `i` goes below bucket `i`, never over one still to be read.
    unsafe {
        debug_assert!((*h).len == (*h).used);
        let start = block_start(h).as_ptr();
        let size = block_size(h);
        for i in 0..(*h).used {
            let b = bucket_at(h, i);
            if (*b).hash != 0 {
                ManuallyDrop::drop(&mut (*b).key.str);
            }
            std::ptr::copy(&raw const (*b).value, (start as *mut Value).add(i as usize), 1);
        }
        (*h).data = start;
        (*h).mask = 0;
        (*h).offset = 0;
        (*h).cap = (size / 16) as u32;
        (*h).flags &= !(FLAG_HASH | FLAG_SEEDED | FLAG_COUNTED_KEYS);
    }
}

/// Switches a table whose chains have grown too long to keyed hashes.
#[cold]
#[inline(never)]
pub(super) unsafe fn harden(h: *mut ArrayHeader) {
    // SAFETY: the header is the caller's alone; buckets with a string hash own a string.
    unsafe {
        init_seeds();
        (*h).flags |= FLAG_SEEDED;
        for i in 0..(*h).used {
            let b = bucket_at(h, i);
            if (*b).hash != 0 && (*b).value.tag() != Tag::Undef {
                (*b).hash = str_hash(h, &(*b).key.str);
            }
        }
        rehash(h);
    }
}

/// A value as a copied array holds it: a reference with one owner becomes the plain value.
#[inline(always)]
pub(super) unsafe fn copy_value(from: *const Value, source: *mut ArrayHeader) -> Value {
    // SAFETY: the caller passes a live value.
    unsafe {
        if (*from).tag() == Tag::Reference && (*(*from).header()).refcount == 1 {
            let target = (*from).deref();
            if target.flags() == 0 || target.as_array().is_none_or(|a| a.h() != source) {
                return target.clone();
            }
        }
        (*from).clone()
    }
}

/// A copy with one owner and a capacity of so many elements at least. Positions are kept unless `compact` allows otherwise and most slots are holes.
pub(super) unsafe fn dup(h: *mut ArrayHeader, compact: bool, min_capacity: usize) -> NonNull<ArrayHeader> {
    let new = new_header();
    let n = new.as_ptr();
    // SAFETY: the source is alive and only read (but for counts of what it holds); the copy is ours. Nothing below unwinds once the
    // copy's `used` says that there are elements.
    unsafe {
        (*n).next_free = (*h).next_free;
        (*n).pos = (*h).pos;
        let (used, cap) = ((*h).used, (*h).cap);
        if cap == 0 {
            (*n).mask = if std::ptr::eq(h, EMPTY_HEADER) { 0 } else { (*h).mask };
        } else if (*h).flags & FLAG_HASH == 0 {
            let cap = min_capacity.max(cap as usize);
            if cap > MAX_CAP {
                heap::fail(cap.saturating_mul(size_of::<Value>()));
            }
            let block = heap::alloc(cap * 16);
            (*n).data = block.as_ptr();
            (*n).cap = cap as u32;
            copy_values((*h).data.cast(), used as usize, block.as_ptr().cast(), h);
            (*n).used = used;
            (*n).len = (*h).len;
        } else {
            let sparse = compact && (*h).iters == 0 && (*h).len < used / 2;
            let grows = min_capacity > cap as usize;
            let cap = match sparse {
                true => hash_cap(min_capacity.max((*h).len as usize)),
                false if grows => hash_cap(min_capacity),
                false => cap as usize,
            };
            let (data, mask) = if sparse || grows { hash_block(cap) } else { raw_hash_block(cap) };
            (*n).data = data;
            (*n).mask = mask;
            (*n).cap = cap as u32;
            (*n).flags = (*h).flags;
            if sparse || grows && (*h).used != (*h).len {
                copy_live(h, n);
            } else if grows {
                copy_buckets(h, n, false);
                relink(n);
            } else {
                copy_buckets(h, n, true);
            }
        }
        if (*h).iters != 0 && (*h).rc.refcount & IMMORTAL == 0 {
            iter::copied(h, n);
        }
    }
    new
}

/// The first of `values` from `at` up to `end` that has a count. Looks at several at a time: most arrays of scalars hold nothing else.
#[inline(always)]
pub(super) unsafe fn next_counted(values: *const Value, mut at: usize, end: usize) -> Option<usize> {
    const STRIDE: usize = 8;
    // SAFETY: the caller passes so many values.
    unsafe {
        // Where one is, there are more.
        if at < end && (*values.add(at)).flags() != 0 {
            return Some(at);
        }
        while at + STRIDE <= end {
            let any = (0..STRIDE).fold(0, |any, i| any | (*values.add(at + i)).flags());
            if any != 0 {
                break;
            }
            at += STRIDE;
        }
        (at..end).find(|&i| (*values.add(i)).flags() != 0)
    }
}

/// Tables of so many elements at most are copied one by one, while they are counted: a call for a few bytes takes longer.
const FEW: u32 = 8;

/// Copies values of a packed table, holes too.
#[inline(always)]
pub(super) unsafe fn copy_values(from: *const Value, count: usize, to: *mut Value, source: *mut ArrayHeader) {
    // SAFETY: there is space for so many values; they are counted once for the copy.
    unsafe {
        if count <= FEW as usize {
            for i in 0..count {
                copy_nonoverlapping(from.add(i), to.add(i), 1);
                if (*from.add(i)).flags() != 0 {
                    count_copied(from.add(i), to.add(i), source);
                }
            }
            return;
        }
        copy_nonoverlapping(from, to, count);
        // Where one is counted, most of the others are.
        let first = next_counted(from, 0, count).unwrap_or(count);
        for i in copy_lone_numbers(from, first, count, to)..count {
            if (*from.add(i)).flags() != 0 {
                count_copied(from.add(i), to.add(i), source);
            }
        }
    }
}

/// Copies what references hold that have one owner, as far as there is one beside the other and none holds anything with a count: what a loop by
/// reference leaves behind. Gives the index of the first value that is something else.
#[inline(always)]
unsafe fn copy_lone_numbers(from: *const Value, first: usize, count: usize, to: *mut Value) -> usize {
    // SAFETY: the caller passes so many live values; the tag says that a value has a header.
    unsafe {
        let mut i = first;
        while i < count && (*from.add(i)).tag() == Tag::Reference {
            let reference = (*from.add(i)).header().cast::<crate::RefHeader>();
            let held = &raw const (*reference).value;
            if (*reference).rc.refcount != 1 || (*held).flags() != 0 {
                break;
            }
            copy_nonoverlapping(held, to.add(i), 1);
            i += 1;
        }
        i
    }
}

/// Counts a value that was copied bit by bit.
#[inline(always)]
unsafe fn count_copied(from: *const Value, to: *mut Value, source: *mut ArrayHeader) {
    // SAFETY: the caller passes a live value with a count, and its copy. The source is asked: the copy would have to wait until it is stored.
    unsafe {
        if (*from).tag() == Tag::Reference {
            let target = (*from).deref();
            if (*(*from).header()).refcount == 1 && target.flags() == 0 {
                to.write(target.clone());
            } else {
                to.write(copy_value(from, source));
            }
        } else {
            rc::inc((*from).header());
        }
    }
}

/// Copies all buckets, holes too, and with `slots` the hash slots before them.
#[inline(always)]
unsafe fn copy_buckets(h: *mut ArrayHeader, n: *mut ArrayHeader, slots: bool) {
    // SAFETY: the copy's block has as many slots as the source's where they are copied, and no fewer buckets; values and keys are counted once for
    // the copy.
    unsafe {
        let (from, to, used) = (bucket_at(h, 0), bucket_at(n, 0), (*h).used);
        if slots {
            let (from, to) = (from.cast::<u32>(), to.cast::<u32>());
            match (*h).mask {
                7 => copy_nonoverlapping(from.sub(8).cast::<[u32; 8]>(), to.sub(8).cast(), 1),
                15 => copy_nonoverlapping(from.sub(16).cast::<[u32; 16]>(), to.sub(16).cast(), 1),
                mask => {
                    let count = mask as usize + 1;
                    copy_nonoverlapping(from.sub(count), to.sub(count), count);
                }
            }
        }
        if used > FEW {
            copy_nonoverlapping(from, to, used as usize);
        }
        for i in 0..used as usize {
            if used <= FEW {
                copy_nonoverlapping(from.add(i), to.add(i), 1);
            }
            let value = &raw const (*from.add(i)).value;
            if (*value).flags() != 0 {
                count_copied(value, to.add(i).cast(), h);
            }
        }
        if (*h).flags & FLAG_COUNTED_KEYS != 0 {
            count_keys(h);
        }
        (*n).used = used;
        (*n).len = (*h).len;
    }
}

/// Counts the keys once more.
#[inline(never)]
unsafe fn count_keys(h: *mut ArrayHeader) {
    // SAFETY: a bucket with a hash owns a string.
    unsafe {
        for i in 0..(*h).used {
            let b = bucket_at(h, i);
            if (*b).hash != 0 {
                rc::inc((*b).key.str.header_ptr().cast());
            }
        }
    }
}

/// Copies what is no hole, which moves the elements to other positions.
unsafe fn copy_live(h: *mut ArrayHeader, n: *mut ArrayHeader) {
    // SAFETY: the copy's block has space for what is copied; keys and values are counted once for the copy.
    unsafe {
        let mut to = 0;
        for from in 0..(*h).used {
            let b = bucket_at(h, from);
            if (*b).value.tag() == Tag::Undef {
                continue;
            }
            let c = bucket_at(n, to);
            (&raw mut (*c).value).write(copy_value(&raw const (*b).value, h));
            if (*b).hash != 0 {
                rc::inc((*b).key.str.header_ptr().cast());
            }
            copy_nonoverlapping(&raw const (*b).key, &raw mut (*c).key, 1);
            (*c).hash = (*b).hash;
            let slot = hash_slot((*n).data, (*n).mask, bucket_hash(n, c));
            (*c).next = *slot;
            *slot = to;
            if (*h).pos == from {
                (*n).pos = to;
            }
            to += 1;
        }
        (*n).used = to;
        (*n).len = (*h).len;
        if (*h).pos >= (*h).used {
            (*n).pos = to;
        }
    }
}

/// Unlinks bucket `i` from its chain.
pub(super) unsafe fn unlink(h: *mut ArrayHeader, i: u32) {
    // SAFETY: `i` is a live bucket, so its chain leads to it.
    unsafe {
        let b = bucket_at(h, i);
        let mut link = hash_slot((*h).data, (*h).mask, bucket_hash(h, b));
        while *link != i {
            debug_assert!(*link != NIL);
            link = &raw mut (*bucket_at(h, *link)).next;
        }
        *link = (*b).next;
    }
}

impl PhpArray {
    /// Makes space for `more` further elements.
    pub fn reserve(&mut self, more: usize) {
        if more == 0 {
            return;
        }
        let h = self.make_mut();
        // SAFETY: the table is ours alone.
        unsafe {
            let need = (*h).used as usize + more;
            if (*h).cap == 0 {
                (*h).mask = u32::try_from(need).unwrap_or(u32::MAX).min(1 << 26);
            } else if need > (*h).cap as usize {
                if (*h).flags & FLAG_HASH == 0 { reserve_packed(h, need) } else { resize_hash(h, need) }
            }
        }
    }
}
