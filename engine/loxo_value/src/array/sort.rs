//! How arrays are sorted by a comparison that may fail.
//!
//! The order of comparisons is that of PHP's hybrid of insertion sort and quicksort, because programs with inconsistent comparison
//! functions observe it; equal elements keep their order. Deep partitions fall back to heap sort, so no input is quadratic.

use super::table::{bucket_at, slot_value, to_hash, to_packed, value_at};
use super::{Bucket, BucketKey, FLAG_COUNTED_KEYS, FLAG_HASH, Key, KeyRef, PhpArray, iter};
use crate::{PhpStr, Tag, Value};
use std::cmp::Ordering;
use std::mem::ManuallyDrop;

/// An element while its array is being sorted. The value's `aux` is its original rank.
pub struct SortEntry {
    /// The key.
    pub key: Key,
    /// The value.
    pub value: Value,
}

impl PhpArray {
    /// Sorts, stably; with `renumber` the result is a list.
    pub fn sort_by(&mut self, mut cmp: impl FnMut(&SortEntry, &SortEntry) -> Ordering, renumber: bool) {
        let Ok(()) = self.try_sort_by(|a, b| Ok::<_, std::convert::Infallible>(cmp(a, b)), renumber);
    }

    /// Sorts, stably; with `renumber` the result is a list. A failing (or unwinding) comparison leaves the array as it was.
    ///
    /// The comparison must not reach this handle; the elements are out of it while it runs.
    pub fn try_sort_by<E>(&mut self, cmp: impl FnMut(&SortEntry, &SortEntry) -> Result<Ordering, E>, renumber: bool) -> Result<(), E> {
        if self.is_empty() {
            return Ok(());
        }
        let h = self.make_mut();
        // SAFETY: the table is ours alone.
        unsafe {
            if (*h).flags & FLAG_HASH == 0 && !renumber {
                to_hash(h, 0);
            }
        }
        let mut taken = Taken::new(self);
        let mut sorter = Sorter { cmp, error: None };
        let sorted = sorter.run(&mut taken.entries);
        if !sorted {
            let error = sorter.error.take();
            drop(taken);
            return error.map_or(Ok(()), Err);
        }
        taken.put_back_sorted(renumber);
        Ok(())
    }
}

impl PhpArray {
    /// Puts the elements into another order: `positions` are where they stand now. With `renumber` the array, a packed list, stays one; else keys stay
    /// with their values.
    ///
    /// # Panics
    /// Positions are missing, or one is there twice, or there is no element.
    pub fn reorder(&mut self, positions: &[u32], renumber: bool) {
        let h = self.make_mut_in_place();
        let mut seen = vec![false; self.end_pos() as usize];
        let is_new = |at: &u32| !std::mem::replace(&mut seen[*at as usize], true) && self.entry_at(*at).is_some();
        assert!(positions.len() == self.len() && positions.iter().all(is_new) && (!renumber || self.is_packed() && self.is_list()));
        // SAFETY: the table is ours alone; each element is moved to a place of its own, as was just seen. Only to make a hash table may fail, which leaves
        // all where they are.
        unsafe {
            if (*h).flags & FLAG_HASH != 0 {
                let moved: Vec<ManuallyDrop<Bucket>> = positions.iter().map(|at| ManuallyDrop::new(bucket_at(h, *at).read())).collect();
                std::ptr::copy_nonoverlapping(moved.as_ptr().cast(), bucket_at(h, 0), moved.len());
                (*h).used = moved.len() as u32;
                super::table::rehash(h);
            } else {
                let moved: Vec<ManuallyDrop<Value>> = positions.iter().map(|at| ManuallyDrop::new(value_at(h, *at).read())).collect();
                if renumber {
                    std::ptr::copy_nonoverlapping(moved.as_ptr().cast(), value_at(h, 0), moved.len());
                    (*h).next_free = moved.len() as i64;
                } else {
                    to_hash(h, 0);
                    for ((value, key), to) in moved.iter().zip(positions).zip(0..) {
                        let b = bucket_at(h, to);
                        std::ptr::copy_nonoverlapping(std::ptr::from_ref(value).cast(), &raw mut (*b).value, 1);
                        (*b).key = BucketKey { int: i64::from(*key) };
                    }
                    super::table::rehash(h);
                }
            }
            (*h).pos = 0;
            if (*h).iters != 0 {
                iter::clamp(h, positions.len() as u32);
            }
        }
    }
}

/// The elements of an array, to be put back in their original order on every way out but one.
struct Taken<'a> {
    array: &'a mut PhpArray,
    entries: Vec<SortEntry>,
}

impl Taken<'_> {
    /// Moves the elements out; the block stays, with space for all of them.
    fn new(array: &mut PhpArray) -> Taken<'_> {
        let h = array.h();
        let mut entries = Vec::with_capacity(array.len());
        // SAFETY: the table is ours alone; every element is moved out once, and the table says it is empty before anything can go wrong.
        unsafe {
            let used = (*h).used;
            (*h).used = 0;
            (*h).len = 0;
            for i in 0..used {
                let slot = slot_value(h, i);
                if (*slot).tag() == Tag::Undef {
                    continue;
                }
                let mut value = std::ptr::read(slot);
                value.set_aux(entries.len() as u32);
                let key = if (*h).flags & FLAG_HASH == 0 {
                    Key::Int(i64::from(i))
                } else {
                    let b = bucket_at(h, i);
                    if (*b).hash == 0 { Key::Int((*b).key.int) } else { Key::Str(ManuallyDrop::take(&mut (*b).key.str)) }
                };
                entries.push(SortEntry { key, value });
            }
            if (*h).flags & FLAG_HASH != 0 {
                super::table::rehash(h);
            }
            (*h).pos = 0;
        }
        Taken { array, entries }
    }

    fn put_back_sorted(mut self, renumber: bool) {
        let entries = std::mem::take(&mut self.entries);
        let h = self.array.h();
        // SAFETY: the table is ours alone.
        unsafe {
            if renumber {
                if (*h).flags & FLAG_HASH != 0 {
                    to_packed(h);
                }
                (*h).next_free = entries.len() as i64;
            }
            if (*h).iters != 0 {
                iter::clamp(h, entries.len() as u32);
            }
        }
        fill(self.array, entries, false);
    }
}

impl Drop for Taken<'_> {
    fn drop(&mut self) {
        let mut entries = std::mem::take(&mut self.entries);
        if !entries.is_empty() {
            entries.sort_unstable_by_key(|e| e.value.aux());
            fill(self.array, entries, true);
        }
    }
}

/// Writes the elements into the empty table, whose block has space for them: allocates nothing, drops nothing.
/// With `at_keys` a packed table gets its holes back.
fn fill(array: &mut PhpArray, entries: Vec<SortEntry>, at_keys: bool) {
    let h = array.h();
    let hash = !array.is_packed();
    // SAFETY: the block held these elements (and holes) before, so there is space; each is moved in once.
    unsafe {
        let mut at = 0;
        for mut e in entries {
            e.value.set_aux(0);
            if hash {
                let b = bucket_at(h, at);
                let (key, hash) = match e.key {
                    Key::Int(k) => (BucketKey { int: k }, 0),
                    Key::Str(s) => {
                        let hash = super::table::str_hash(h, &s);
                        if !s.is_interned() {
                            (*h).flags |= FLAG_COUNTED_KEYS;
                        }
                        (BucketKey { str: ManuallyDrop::new(s) }, hash)
                    }
                };
                b.write(Bucket { value: e.value, key, hash, next: super::NIL });
            } else {
                if let (true, Key::Int(k)) = (at_keys, &e.key) {
                    while i64::from(at) < *k {
                        value_at(h, at).write(Value::UNDEF);
                        at += 1;
                    }
                }
                value_at(h, at).write(e.value);
            }
            (*h).len += 1;
            at += 1;
        }
        (*h).used = at;
        if hash {
            super::table::rehash(h);
        }
    }
}

/// "The comparison failed": leave everything.
struct Failed;

struct Sorter<E, F: FnMut(&SortEntry, &SortEntry) -> Result<Ordering, E>> {
    cmp: F,
    error: Option<E>,
}

impl<E, F: FnMut(&SortEntry, &SortEntry) -> Result<Ordering, E>> Sorter<E, F> {
    fn run(&mut self, v: &mut [SortEntry]) -> bool {
        let depth = 2 * (usize::BITS - v.len().leading_zeros()) + 8;
        self.sort(v, depth).is_ok()
    }

    /// Does `a` belong behind `b`?
    #[inline(always)]
    fn gt(&mut self, a: &SortEntry, b: &SortEntry) -> Result<bool, Failed> {
        match (self.cmp)(a, b) {
            Ok(Ordering::Greater) => Ok(true),
            Ok(Ordering::Less) => Ok(false),
            Ok(Ordering::Equal) => Ok(a.value.aux() > b.value.aux()),
            Err(e) => {
                self.error = Some(e);
                Err(Failed)
            }
        }
    }

    #[inline(always)]
    fn gt_at(&mut self, v: &[SortEntry], a: usize, b: usize) -> Result<bool, Failed> {
        self.gt(&v[a], &v[b])
    }

    fn sort(&mut self, mut v: &mut [SortEntry], mut depth: u32) -> Result<(), Failed> {
        loop {
            if v.len() <= 16 {
                return self.insertion(v);
            }
            if depth == 0 {
                return self.heap(v);
            }
            depth -= 1;
            let split = self.partition(v)?;
            let (left, right) = v.split_at_mut(split);
            let (_, right) = right.split_at_mut(1);
            if left.len() < right.len() {
                self.sort(left, depth)?;
                v = right;
            } else {
                self.sort(right, depth)?;
                v = left;
            }
        }
    }

    /// Partitions around a median; returns where the pivot is.
    fn partition(&mut self, v: &mut [SortEntry]) -> Result<usize, Failed> {
        let n = v.len();
        let half = n >> 1;
        if n >> 10 != 0 {
            let delta = half >> 1;
            self.few(v, &[0, delta, half, half + delta, n - 1])?;
        } else {
            self.few(v, &[0, half, n - 1])?;
        }
        v.swap(1, half);
        let (mut i, mut j) = (2, n - 1);
        'walk: loop {
            while self.gt_at(v, 1, i)? {
                i += 1;
                if i == j {
                    break 'walk;
                }
            }
            j -= 1;
            if j == i {
                break;
            }
            while self.gt_at(v, j, 1)? {
                j -= 1;
                if j == i {
                    break 'walk;
                }
            }
            v.swap(i, j);
            i += 1;
            if i == j {
                break;
            }
        }
        v.swap(1, i - 1);
        Ok(i - 1)
    }

    /// Sorts two to five elements at these indices.
    #[allow(clippy::collapsible_match)]
    fn few(&mut self, v: &mut [SortEntry], at: &[usize]) -> Result<(), Failed> {
        match *at {
            [a, b] => {
                if self.gt_at(v, a, b)? {
                    v.swap(a, b);
                }
            }
            [a, b, c] => {
                if !self.gt_at(v, a, b)? {
                    if self.gt_at(v, b, c)? {
                        v.swap(b, c);
                        if self.gt_at(v, a, b)? {
                            v.swap(a, b);
                        }
                    }
                } else if !self.gt_at(v, c, b)? {
                    v.swap(a, c);
                } else {
                    v.swap(a, b);
                    if self.gt_at(v, b, c)? {
                        v.swap(b, c);
                    }
                }
            }
            [ref init @ .., _] if init.len() > 1 => {
                self.few(v, init)?;
                for w in at.windows(2).rev() {
                    if !self.gt_at(v, w[0], w[1])? {
                        break;
                    }
                    v.swap(w[0], w[1]);
                }
            }
            _ => {}
        }
        Ok(())
    }

    fn insertion(&mut self, v: &mut [SortEntry]) -> Result<(), Failed> {
        const SMALL: [usize; 5] = [0, 1, 2, 3, 4];
        if v.len() <= 5 {
            return self.few(v, &SMALL[..v.len()]);
        }
        for i in 1..v.len() {
            if !self.gt_at(v, i - 1, i)? {
                continue;
            }
            let to = if i < 6 { self.place_near(v, i)? } else { self.place_far(v, i)? };
            v[to..=i].rotate_right(1);
        }
        Ok(())
    }

    /// Where element `i` goes among those before it, one step at a time.
    fn place_near(&mut self, v: &[SortEntry], i: usize) -> Result<usize, Failed> {
        let mut j = i - 1;
        while j != 0 {
            j -= 1;
            if !self.gt_at(v, j, i)? {
                return Ok(j + 1);
            }
        }
        Ok(j)
    }

    /// The same in steps of two.
    fn place_far(&mut self, v: &[SortEntry], i: usize) -> Result<usize, Failed> {
        let mut j = i - 1;
        loop {
            j -= 2;
            if !self.gt_at(v, j, i)? {
                j += 1;
                if !self.gt_at(v, j, i)? {
                    j += 1;
                }
                return Ok(j);
            }
            if j == 0 {
                return Ok(0);
            }
            if j == 1 {
                j = 0;
                if self.gt_at(v, i, j)? {
                    j = 1;
                }
                return Ok(j);
            }
        }
    }

    fn heap(&mut self, v: &mut [SortEntry]) -> Result<(), Failed> {
        for start in (0..v.len() / 2).rev() {
            self.sift(v, start)?;
        }
        for end in (1..v.len()).rev() {
            v.swap(0, end);
            self.sift(&mut v[..end], 0)?;
        }
        Ok(())
    }

    fn sift(&mut self, v: &mut [SortEntry], mut at: usize) -> Result<(), Failed> {
        loop {
            let mut child = 2 * at + 1;
            if child >= v.len() {
                return Ok(());
            }
            if child + 1 < v.len() && self.gt_at(v, child + 1, child)? {
                child += 1;
            }
            if !self.gt_at(v, child, at)? {
                return Ok(());
            }
            v.swap(at, child);
            at = child;
        }
    }
}

impl SortEntry {
    /// The key, borrowed.
    #[inline]
    pub fn key(&self) -> KeyRef<'_> {
        self.key.as_ref()
    }

    /// The string key, if it is one.
    #[inline]
    pub fn key_str(&self) -> Option<&PhpStr> {
        match &self.key {
            Key::Str(s) => Some(s),
            Key::Int(_) => None,
        }
    }
}
