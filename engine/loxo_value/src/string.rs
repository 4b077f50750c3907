//! Byte strings: header, cached hash, length and bytes in one block.

use crate::hashing::hash_bytes;
use crate::heap;
use crate::number::{int_len, write_int_at};
use crate::rc::{self, IMMORTAL, KIND_STRING, RcHeader, TEXT};
use std::ptr::{NonNull, copy_nonoverlapping};

#[path = "string_builder.rs"]
mod builder;
pub use builder::StrBuilder;

/// What stands before the bytes of a string.
#[repr(C)]
#[derive(Debug)]
pub struct StrHeader {
    /// Count and kind.
    pub rc: RcHeader,
    /// 0 until computed; the top bit is set in every computed hash.
    pub hash: u64,
    /// Number of bytes; they follow at [`StrHeader::BYTES`].
    pub len: usize,
}

impl StrHeader {
    /// Offset of the first byte.
    pub const BYTES: usize = 24;

    /// The bytes change: nothing is known about them.
    #[inline(always)]
    fn forget(&mut self) {
        self.hash = 0;
        self.rc.info = KIND_STRING;
    }
}

const _: () = {
    assert!(size_of::<StrHeader>() == StrHeader::BYTES);
    assert!(std::mem::offset_of!(StrHeader, hash) == 8);
    assert!(std::mem::offset_of!(StrHeader, len) == 16);
};

#[repr(C)]
struct StaticStr {
    head: StrHeader,
    bytes: [u8; 8],
}

impl StaticStr {
    const fn new(b: &[u8]) -> StaticStr {
        let mut bytes = [0; 8];
        let mut i = 0;
        while i < b.len() {
            bytes[i] = b[i];
            i += 1;
        }
        let info = if b.is_ascii() { KIND_STRING | TEXT } else { KIND_STRING };
        StaticStr { head: StrHeader { rc: RcHeader { refcount: IMMORTAL, info }, hash: hash_bytes(b), len: b.len() }, bytes }
    }
}

static EMPTY: StaticStr = StaticStr::new(b"");
static BYTES: [StaticStr; 256] = {
    let mut all = [const { StaticStr::new(b"") }; 256];
    let mut i = 0;
    while i < 256 {
        all[i] = StaticStr::new(&[i as u8]);
        i += 1;
    }
    all
};

pub(crate) const EMPTY_HEADER: *const StrHeader = &raw const EMPTY as *const StrHeader;

/// A PHP string: any bytes. Cloning counts; interned strings are shared by all threads and never counted.
#[repr(transparent)]
pub struct PhpStr(NonNull<StrHeader>);

const _: () = assert!(size_of::<Option<PhpStr>>() == 8);

impl Clone for PhpStr {
    #[inline(always)]
    fn clone(&self) -> PhpStr {
        // SAFETY: the handle owns a live header.
        unsafe { rc::inc(self.0.as_ptr().cast()) }
        PhpStr(self.0)
    }
}

impl Drop for PhpStr {
    #[inline(always)]
    fn drop(&mut self) {
        let p = self.0.as_ptr();
        // SAFETY: the handle owns one count of a live header; the last one frees the block.
        unsafe {
            let count = (*p).rc.refcount;
            if count == 1 {
                free(p);
            } else if count & IMMORTAL == 0 {
                (*p).rc.refcount = count - 1;
            }
        }
    }
}

/// Frees a string's block.
///
/// # Safety
/// `p` is a counted string without owners.
#[inline]
pub(crate) unsafe fn free(p: *mut StrHeader) {
    // SAFETY: a counted string is a block of the heap.
    unsafe { heap::free(NonNull::new_unchecked(p.cast())) }
}

/// A counted header with space for at least `cap` bytes and `len` set; the bytes are not written yet.
#[inline]
fn allocate(len: usize, cap: usize) -> NonNull<StrHeader> {
    let p = heap::alloc(StrHeader::BYTES.saturating_add(cap)).cast::<StrHeader>();
    // SAFETY: the block has space for the header.
    unsafe { p.write(StrHeader { rc: RcHeader { refcount: 1, info: KIND_STRING }, hash: 0, len }) }
    p
}

/// Copies bytes. A few are copied here, as two words that may overlap: calling for them takes longer.
///
/// # Safety
/// There is space for the bytes at `to`, which is in another block.
#[inline(always)]
unsafe fn copy(from: &[u8], to: *mut u8) {
    /// The first and the last word of at least that many bytes.
    #[inline(always)]
    unsafe fn ends<T: Copy>(from: *const u8, to: *mut u8, len: usize) {
        // SAFETY: the caller has checked the length.
        unsafe {
            let last = len - size_of::<T>();
            let words = (from.cast::<T>().read_unaligned(), from.add(last).cast::<T>().read_unaligned());
            to.cast::<T>().write_unaligned(words.0);
            to.add(last).cast::<T>().write_unaligned(words.1);
        }
    }
    let (len, from) = (from.len(), from.as_ptr());
    // SAFETY: as the caller promises; each way copies `len` bytes.
    unsafe {
        match len {
            0 => {}
            1 => *to = *from,
            2..4 => ends::<u16>(from, to, len),
            4..8 => ends::<u32>(from, to, len),
            8..16 => ends::<u64>(from, to, len),
            16..=32 => ends::<u128>(from, to, len),
            _ => copy_nonoverlapping(from, to, len),
        }
    }
}

/// What a string is joined of.
#[derive(Clone, Copy)]
pub enum Part<'a> {
    Bytes(&'a [u8]),
    /// In decimal.
    Int(i64),
}

impl Part<'_> {
    #[inline(always)]
    fn len(self) -> usize {
        match self {
            Part::Bytes(bytes) => bytes.len(),
            Part::Int(n) => int_len(n),
        }
    }

    /// The byte of a part that has no other.
    #[inline(always)]
    fn first(self) -> Option<u8> {
        match self {
            Part::Bytes(bytes) => bytes.first().copied(),
            Part::Int(n) => Some(b'0' + n as u8),
        }
    }

    /// Writes it; gives where the next one goes.
    ///
    /// # Safety
    /// At `to`, in another block, there is space for [`Part::len`] bytes.
    #[inline(always)]
    unsafe fn write(self, to: *mut u8) -> *mut u8 {
        let len = self.len();
        // SAFETY: as the caller promises.
        unsafe {
            match self {
                Part::Bytes(bytes) => copy(bytes, to),
                Part::Int(n) => write_int_at(n, to, len),
            }
            to.add(len)
        }
    }
}

impl PhpStr {
    /// `""`, pre-interned.
    #[inline(always)]
    pub const fn empty() -> PhpStr {
        // SAFETY: the address of a static is not null.
        PhpStr(unsafe { NonNull::new_unchecked(EMPTY_HEADER as *mut StrHeader) })
    }

    /// The string of one byte, pre-interned.
    #[inline(always)]
    pub fn byte(b: u8) -> PhpStr {
        let p = (&raw const BYTES) as *const StaticStr;
        // SAFETY: a byte is always within the table of 256.
        PhpStr(unsafe { NonNull::new_unchecked(p.add(b as usize) as *mut StrHeader) })
    }

    /// A new string of these bytes.
    #[inline]
    pub fn new(b: &[u8]) -> PhpStr {
        match b {
            [] => PhpStr::empty(),
            [one] => PhpStr::byte(*one),
            _ => PhpStr::new_counted(b),
        }
    }

    #[inline]
    fn new_counted(b: &[u8]) -> PhpStr {
        let p = allocate(b.len(), b.len());
        // SAFETY: the block has space for the bytes, and is not aliased yet.
        unsafe { copy(b, bytes_ptr(p.as_ptr())) }
        PhpStr(p)
    }

    /// A new string of these bytes (copied: the bytes live behind the header).
    #[inline]
    pub fn from_vec(v: Vec<u8>) -> PhpStr {
        PhpStr::new(&v)
    }

    /// The parts one after another.
    pub fn concat(parts: &[&[u8]]) -> PhpStr {
        let len = parts.iter().fold(0usize, |n, p| n.saturating_add(p.len()));
        if len <= 1 {
            return parts.iter().find(|p| !p.is_empty()).map_or(PhpStr::empty(), |p| PhpStr::byte(p[0]));
        }
        let p = allocate(len, len);
        let mut to = bytes_ptr(p.as_ptr());
        for part in parts {
            // SAFETY: the parts' lengths add up to the space behind the header.
            unsafe {
                copy(part, to);
                to = to.add(part.len());
            }
        }
        PhpStr(p)
    }

    /// So many parts one after another; `None` if there is none for one of them.
    ///
    /// # Safety
    /// `part` gives the same each time it is asked.
    #[inline(always)]
    pub unsafe fn concat_parts<'a>(count: usize, part: impl Fn(usize) -> Option<Part<'a>>) -> Option<PhpStr> {
        let mut len = 0usize;
        for i in 0..count {
            len = len.saturating_add(part(i)?.len());
        }
        if len <= 1 {
            return Some((0..count).find_map(|i| part(i)?.first()).map_or(PhpStr::empty(), PhpStr::byte));
        }
        let p = allocate(len, len);
        let mut to = bytes_ptr(p.as_ptr());
        for i in 0..count {
            // SAFETY: there was a part before; the parts' lengths add up to the space behind the header.
            unsafe { to = part(i).unwrap_unchecked().write(to) }
        }
        Some(PhpStr(p))
    }

    /// The parts with a separator between them; they are gone through twice.
    ///
    /// # Panics
    /// If there are other parts the second time.
    #[inline(always)]
    pub fn join<'a>(separator: &[u8], parts: impl Iterator<Item = &'a [u8]> + Clone) -> PhpStr {
        let (mut len, mut count) = (0usize, 0usize);
        for part in parts.clone() {
            len = len.saturating_add(part.len());
            count += 1;
        }
        len = len.saturating_add(separator.len().saturating_mul(count.saturating_sub(1)));
        if len <= 1 {
            let joined = parts.collect::<Vec<_>>().join(separator);
            return joined.first().map_or(PhpStr::empty(), |byte| PhpStr::byte(*byte));
        }
        let p = allocate(len, len);
        let joined = PhpStr(p);
        let (mut to, mut left) = (bytes_ptr(p.as_ptr()), len);
        let mut put = |bytes: &[u8]| {
            left = left.checked_sub(bytes.len()).expect("the same parts");
            // SAFETY: so many bytes behind the header are not written yet.
            unsafe {
                copy(bytes, to);
                to = to.add(bytes.len());
            }
        };
        for (i, part) in parts.enumerate() {
            if i > 0 {
                put(separator);
            }
            put(part);
        }
        assert_eq!(left, 0, "the same parts");
        joined
    }

    /// Two strings one after another.
    #[inline]
    pub fn concat2(a: &[u8], b: &[u8]) -> PhpStr {
        let Some(len) = a.len().checked_add(b.len()) else { return PhpStr::concat(&[a, b]) };
        if len <= 1 {
            return PhpStr::concat(&[a, b]);
        }
        let p = allocate(len, len);
        let to = bytes_ptr(p.as_ptr());
        // SAFETY: there is space for both behind the header.
        unsafe {
            copy(a, to);
            copy(b, to.add(a.len()));
        }
        PhpStr(p)
    }

    /// Bytes and an int in decimal.
    #[inline(always)]
    pub fn concat_int(a: &[u8], n: i64) -> PhpStr {
        let tail = int_len(n);
        let len = a.len().saturating_add(tail);
        if len <= 1 {
            return PhpStr::byte(b'0' + n as u8);
        }
        let p = allocate(len, len);
        let to = bytes_ptr(p.as_ptr());
        // SAFETY: there is space for both behind the header.
        unsafe {
            copy(a, to);
            write_int_at(n, to.add(a.len()), tail);
        }
        PhpStr(p)
    }

    /// A part of the string, as a string of its own (the same one if it is the whole).
    #[inline]
    pub fn slice(&self, range: std::ops::Range<usize>) -> PhpStr {
        if range == (0..self.len()) { self.clone() } else { PhpStr::new(&self.as_bytes()[range]) }
    }

    /// The bytes.
    #[inline(always)]
    pub fn as_bytes(&self) -> &[u8] {
        let p = self.0.as_ptr();
        // SAFETY: the header says how many bytes follow it; they are not written while a handle is borrowed.
        unsafe { std::slice::from_raw_parts(bytes_ptr(p), (*p).len) }
    }

    /// Number of bytes.
    #[inline(always)]
    pub fn len(&self) -> usize {
        // SAFETY: the handle owns a live header.
        unsafe { (*self.0.as_ptr()).len }
    }

    /// No bytes?
    #[inline(always)]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The hash of the bytes, computed once.
    #[inline(always)]
    pub fn hash(&self) -> u64 {
        let p = self.0.as_ptr();
        // SAFETY: the handle owns a live header. Immortal strings have their hash, so they are not written.
        unsafe {
            let h = (*p).hash;
            if h != 0 {
                return h;
            }
            let h = hash_bytes(self.as_bytes());
            (*p).hash = h;
            h
        }
    }

    /// The same bytes as another one, which has the same hash? For short ones, as keys are.
    #[inline(always)]
    pub fn has_bytes_of(&self, other: &PhpStr) -> bool {
        same_bytes(self.as_bytes(), other.as_bytes())
    }

    /// The same bytes as another one? Short ones are compared without a call.
    #[inline(always)]
    pub fn is_same_text(&self, other: &PhpStr) -> bool {
        const SHORT: usize = 16;
        if self.0 == other.0 {
            return true;
        }
        if self.len() != other.len() {
            return false;
        }
        if self.len() <= SHORT { self.has_bytes_of(other) } else { self.as_bytes() == other.as_bytes() }
    }

    /// Interned (immortal, shared by threads)?
    #[inline(always)]
    pub fn is_interned(&self) -> bool {
        // SAFETY: the handle owns a live header.
        unsafe { rc::is_immortal(self.0.as_ptr().cast()) }
    }

    /// Number of owners (immortal ones: a large number).
    #[inline(always)]
    pub fn refcount(&self) -> u32 {
        // SAFETY: the handle owns a live header.
        unsafe { (*self.0.as_ptr()).rc.refcount }
    }

    /// The same string?
    #[inline(always)]
    pub fn ptr_eq(&self, other: &PhpStr) -> bool {
        self.0 == other.0
    }

    /// Appends in place when this is the only owner; growth is geometric.
    #[inline]
    pub fn append(&mut self, b: &[u8]) {
        let p = self.0.as_ptr();
        // SAFETY: with one owner the block may be written; the bytes fit its usable size. `b` cannot lie in it: the handle is borrowed
        // mutably and is the only one.
        unsafe {
            let len = (*p).len;
            if (*p).rc.refcount == 1 && b.len() <= heap::usable_size(self.0.cast()) - StrHeader::BYTES - len {
                copy(b, bytes_ptr(p).add(len));
                (*p).len = len + b.len();
                (*p).forget();
                return;
            }
        }
        self.append_slow(b);
    }

    /// Adds so many parts at the end.
    ///
    /// # Safety
    /// `part` gives the same each time it is asked, none of it in this string's block.
    #[inline(always)]
    pub unsafe fn append_parts<'a>(&mut self, count: usize, part: impl Fn(usize) -> Part<'a>) {
        let more = (0..count).fold(0usize, |len, i| len.saturating_add(part(i).len()));
        let mut p = self.0.as_ptr();
        // SAFETY: with one owner the block may be written, and the parts fit its usable size, or `with_room` has seen to both.
        unsafe {
            let len = (*p).len;
            if (*p).rc.refcount != 1 || more > heap::usable_size(self.0.cast()) - StrHeader::BYTES - len {
                std::ptr::write(&raw mut self.0, self.with_room(more));
                p = self.0.as_ptr();
            }
            let mut to = bytes_ptr(p).add(len);
            for i in 0..count {
                to = part(i).write(to);
            }
            (*p).len = len + more;
            (*p).forget();
        }
    }

    /// A block with the string's bytes and space for so many more, which has one owner and takes this one's place.
    #[cold]
    #[inline(never)]
    unsafe fn with_room(&mut self, more: usize) -> NonNull<StrHeader> {
        let len = self.len();
        let new_len = len.saturating_add(more);
        if self.refcount() == 1 {
            // SAFETY: the only owner may move the block; `len` bytes after the header are in use.
            return unsafe { grow(self.0, len, new_len) };
        }
        let new = allocate(len, new_len);
        // SAFETY: there is space for the bytes behind the new header. The caller writes over this handle, which gives its count up here.
        unsafe {
            copy(self.as_bytes(), bytes_ptr(new.as_ptr()));
            std::ptr::drop_in_place(self);
        }
        new
    }

    #[cold]
    #[inline(never)]
    fn append_slow(&mut self, b: &[u8]) {
        if b.is_empty() {
            return;
        }
        if self.is_empty() {
            *self = PhpStr::new(b);
            return;
        }
        let len = self.len();
        let new_len = len.saturating_add(b.len());
        if self.refcount() == 1 {
            // SAFETY: the only owner may move the block; `len` bytes after the header are in use.
            self.0 = unsafe { grow(self.0, len, new_len) };
            let p = self.0.as_ptr();
            // SAFETY: `grow` made space for `new_len` bytes.
            unsafe {
                copy(b, bytes_ptr(p).add(len));
                (*p).len = new_len;
                (*p).forget();
            }
        } else {
            *self = PhpStr::concat2(self.as_bytes(), b);
        }
    }

    /// The bytes to be written; the string gets its own copy first if it is shared.
    pub fn as_mut_bytes(&mut self) -> &mut [u8] {
        if self.refcount() != 1 {
            *self = PhpStr::new_counted(self.as_bytes());
        }
        let p = self.0.as_ptr();
        // SAFETY: the only owner may write; the hash is forgotten first.
        unsafe {
            (*p).forget();
            std::slice::from_raw_parts_mut(bytes_ptr(p), (*p).len)
        }
    }

    /// The bytes as text if they are UTF-8. What was checked once is remembered.
    pub fn as_text(&self) -> Option<&str> {
        let p = self.0.as_ptr();
        // SAFETY: the handle owns a live header, which is written only if no other thread sees it. The flag is taken away by whatever
        // changes the bytes, so they are still the ones that were checked.
        unsafe {
            if (*p).rc.info & TEXT != 0 {
                return Some(std::str::from_utf8_unchecked(self.as_bytes()));
            }
            let text = simdutf8::basic::from_utf8(self.as_bytes()).ok()?;
            if (*p).rc.refcount & IMMORTAL == 0 {
                (*p).rc.info |= TEXT;
            }
            Some(text)
        }
    }

    /// The text, with bad UTF-8 replaced.
    pub fn to_str_lossy(&self) -> std::borrow::Cow<'_, str> {
        String::from_utf8_lossy(self.as_bytes())
    }

    /// ASCII letters in lower case; the same string when there is nothing to change.
    pub fn to_ascii_lower(&self) -> PhpStr {
        self.map_ascii(|b| b.is_ascii_uppercase(), |b| b.make_ascii_lowercase())
    }

    /// ASCII letters in upper case; the same string when there is nothing to change.
    pub fn to_ascii_upper(&self) -> PhpStr {
        self.map_ascii(|b| b.is_ascii_lowercase(), |b| b.make_ascii_uppercase())
    }

    #[inline(always)]
    fn map_ascii(&self, changes: impl Fn(&u8) -> bool, map: impl Fn(&mut [u8])) -> PhpStr {
        const BLOCK: usize = 16;
        let b = self.as_bytes();
        if let [byte] = *b {
            let mut one = [byte];
            map(&mut one);
            return if one == [byte] { self.clone() } else { PhpStr::byte(one[0]) };
        }
        // By blocks without an early exit, so that the test is a vector one; the last one overlaps the one before.
        let any = |block: &[u8]| block.iter().fold(false, |hit, b| hit | changes(b));
        let first = match b.last_chunk::<BLOCK>() {
            Some(last) => match b.as_chunks::<BLOCK>().0.iter().position(|block| any(block)) {
                Some(block) => block * BLOCK,
                None if any(last) => b.len() - BLOCK,
                None => return self.clone(),
            },
            None if any(b) => 0,
            None => return self.clone(),
        };
        let out = PhpStr::new_counted(b);
        // SAFETY: the string is new and ours, and has no hash yet.
        let bytes = unsafe { std::slice::from_raw_parts_mut(bytes_ptr(out.0.as_ptr()), b.len()) };
        bytes[first..].as_chunks_mut::<BLOCK>().0.iter_mut().for_each(|block| map(block));
        // The rest is shorter than a block: the last block of bytes is mapped, some of them a second time, which changes nothing.
        match bytes.last_chunk_mut::<BLOCK>() {
            Some(last) => map(last),
            None => map(bytes),
        }
        out
    }

    /// The header's address; the count moves out of the handle.
    #[inline(always)]
    pub fn into_raw(self) -> *mut StrHeader {
        std::mem::ManuallyDrop::new(self).0.as_ptr()
    }

    /// The header's address, still owned by the handle.
    #[inline(always)]
    pub fn header_ptr(&self) -> *mut StrHeader {
        self.0.as_ptr()
    }

    /// A handle that takes over one count.
    ///
    /// # Safety
    /// `p` is a live string's header, one count of which is given to the handle.
    #[inline(always)]
    pub unsafe fn from_raw(p: *mut StrHeader) -> PhpStr {
        // SAFETY: a live header is not null.
        PhpStr(unsafe { NonNull::new_unchecked(p) })
    }
}

#[inline(always)]
fn bytes_ptr(p: *mut StrHeader) -> *mut u8 {
    p.cast::<u8>().wrapping_add(StrHeader::BYTES)
}

/// Moves a string's block to one with space for more than `new_len` bytes, so that repeated growth is linear.
///
/// # Safety
/// `p` has one owner, and `len` bytes are in use.
unsafe fn grow(p: NonNull<StrHeader>, len: usize, new_len: usize) -> NonNull<StrHeader> {
    let need = StrHeader::BYTES.saturating_add(new_len);
    let spare = if need < 1 << 20 { need / 2 } else { need / 8 };
    // Near the limit, take what is needed and no more.
    let want = if heap::memory_usage(true).saturating_add(need + spare) > heap::limit() { need } else { need + spare };
    // SAFETY: header and bytes in use are kept; the old pointer is not used again.
    unsafe { heap::realloc(p.cast(), StrHeader::BYTES + len, want).cast() }
}

/// Equal bytes? For keys, which are short: words are compared here, the last of which may overlap the one before; calling for it takes longer.
#[inline(always)]
pub(crate) fn same_bytes(left: &[u8], right: &[u8]) -> bool {
    let len = left.len();
    if len != right.len() {
        return false;
    }
    let (l, r) = (left.as_ptr(), right.as_ptr());
    // SAFETY: all that is read lies within the `len` bytes of either.
    unsafe {
        let same8 = |at: usize| l.add(at).cast::<u64>().read_unaligned() == r.add(at).cast::<u64>().read_unaligned();
        let same4 = |at: usize| l.add(at).cast::<u32>().read_unaligned() == r.add(at).cast::<u32>().read_unaligned();
        if len >= 8 {
            let mut at = 0;
            while at < len - 8 {
                if !same8(at) {
                    return false;
                }
                at += 8;
            }
            return same8(len - 8);
        }
        if len >= 4 {
            return same4(0) && same4(len - 4);
        }
        (0..len).all(|at| *l.add(at) == *r.add(at))
    }
}

impl PartialEq for PhpStr {
    #[inline(always)]
    fn eq(&self, other: &PhpStr) -> bool {
        self.0 == other.0 || self.as_bytes() == other.as_bytes()
    }
}

impl Eq for PhpStr {}

impl PartialOrd for PhpStr {
    #[inline]
    fn partial_cmp(&self, other: &PhpStr) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for PhpStr {
    #[inline]
    fn cmp(&self, other: &PhpStr) -> std::cmp::Ordering {
        self.as_bytes().cmp(other.as_bytes())
    }
}

impl std::hash::Hash for PhpStr {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        state.write_u64(PhpStr::hash(self));
    }
}

impl PartialEq<[u8]> for PhpStr {
    fn eq(&self, other: &[u8]) -> bool {
        self.as_bytes() == other
    }
}

impl PartialEq<&[u8]> for PhpStr {
    fn eq(&self, other: &&[u8]) -> bool {
        self.as_bytes() == *other
    }
}

impl<const N: usize> PartialEq<&[u8; N]> for PhpStr {
    fn eq(&self, other: &&[u8; N]) -> bool {
        self.as_bytes() == *other
    }
}

impl PartialEq<str> for PhpStr {
    fn eq(&self, other: &str) -> bool {
        self.as_bytes() == other.as_bytes()
    }
}

impl PartialEq<&str> for PhpStr {
    fn eq(&self, other: &&str) -> bool {
        self.as_bytes() == other.as_bytes()
    }
}

impl AsRef<[u8]> for PhpStr {
    fn as_ref(&self) -> &[u8] {
        self.as_bytes()
    }
}

impl std::ops::Deref for PhpStr {
    type Target = [u8];

    #[inline(always)]
    fn deref(&self) -> &[u8] {
        self.as_bytes()
    }
}

impl Default for PhpStr {
    fn default() -> PhpStr {
        PhpStr::empty()
    }
}

impl From<&str> for PhpStr {
    fn from(s: &str) -> PhpStr {
        PhpStr::new(s.as_bytes())
    }
}

impl From<String> for PhpStr {
    fn from(s: String) -> PhpStr {
        PhpStr::new(s.as_bytes())
    }
}

impl From<&[u8]> for PhpStr {
    fn from(s: &[u8]) -> PhpStr {
        PhpStr::new(s)
    }
}

impl From<Vec<u8>> for PhpStr {
    fn from(s: Vec<u8>) -> PhpStr {
        PhpStr::new(&s)
    }
}

impl std::fmt::Display for PhpStr {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.pad(&self.to_str_lossy())
    }
}

impl std::fmt::Debug for PhpStr {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "\"{}\"", self.as_bytes().escape_ascii())
    }
}
