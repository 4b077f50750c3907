//! A string under construction, written where it will stay.

use super::{PhpStr, StrHeader, allocate, bytes_ptr, copy, grow};
use crate::heap;
use std::mem::ManuallyDrop;
use std::ptr::{NonNull, copy_nonoverlapping};

/// Collects bytes; [`finish`](StrBuilder::finish) makes the string without copying.
pub struct StrBuilder {
    /// Null until the first byte. The header's `len` is kept up to date only by `finish`.
    ptr: Option<NonNull<StrHeader>>,
    len: usize,
    cap: usize,
}

impl PhpStr {
    /// The bytes `times` times.
    pub fn repeat(b: &[u8], times: usize) -> PhpStr {
        let total = b.len().saturating_mul(times);
        let mut out = StrBuilder::with_capacity(total);
        match b {
            [one] => out.push_n(*one, times),
            _ if times > 0 => {
                out.push_bytes(b);
                out.double_to(total);
            }
            _ => {}
        }
        out.finish()
    }

    /// Adds a few bytes at the end without calling anything; false: nothing was done, because they are many, or the block has no space for them or another
    /// owner.
    #[inline(always)]
    pub fn append_short(&mut self, b: &[u8]) -> bool {
        const SHORT: usize = 32;
        let p = self.0.as_ptr();
        // SAFETY: with one owner the block may be written; the bytes fit its usable size. `b` cannot lie in it: the handle is borrowed mutably and is the
        // only one.
        unsafe {
            let len = (*p).len;
            let fit = (*p).rc.refcount == 1 && b.len() <= SHORT && b.len() <= heap::usable_size(self.0.cast()) - StrHeader::BYTES - len;
            if fit {
                copy(b, bytes_ptr(p).add(len));
                (*p).len = len + b.len();
                (*p).forget();
            }
            fit
        }
    }

    /// A builder with space for `cap` bytes.
    #[inline]
    pub fn with_capacity(cap: usize) -> StrBuilder {
        StrBuilder::with_capacity(cap)
    }
}

impl StrBuilder {
    /// An empty builder; allocates nothing.
    #[inline]
    pub const fn new() -> StrBuilder {
        StrBuilder { ptr: None, len: 0, cap: 0 }
    }

    /// An empty builder with space for `cap` bytes.
    #[inline]
    pub fn with_capacity(cap: usize) -> StrBuilder {
        let mut b = StrBuilder::new();
        if cap > 0 {
            b.reserve_exact(cap);
        }
        b
    }

    fn reserve_exact(&mut self, cap: usize) {
        let p = allocate(0, cap);
        // SAFETY: the block was just allocated.
        self.cap = unsafe { heap::usable_size(p.cast()) } - StrHeader::BYTES;
        self.ptr = Some(p);
    }

    #[cold]
    #[inline(never)]
    fn grow(&mut self, more: usize) {
        let Some(p) = self.ptr else { return self.reserve_exact(more.max(40)) };
        // SAFETY: the builder is the only owner; `len` bytes are in use.
        let p = unsafe { grow(p, self.len, self.len.saturating_add(more)) };
        self.ptr = Some(p);
        // SAFETY: the block is live.
        self.cap = unsafe { heap::usable_size(p.cast()) } - StrHeader::BYTES;
    }

    /// Makes space for `more` further bytes.
    #[inline]
    pub fn reserve(&mut self, more: usize) {
        if more > self.cap - self.len {
            self.grow(more);
        }
    }

    #[inline(always)]
    fn start(&self) -> *mut u8 {
        self.ptr.map_or(NonNull::dangling().as_ptr(), |p| bytes_ptr(p.as_ptr()))
    }

    /// Appends bytes.
    #[inline]
    pub fn push_bytes(&mut self, b: &[u8]) {
        self.reserve(b.len());
        // SAFETY: there is space for the bytes after those in use, and `b` is not in the builder's own block (it is borrowed mutably).
        unsafe { copy(b, self.start().add(self.len)) }
        self.len += b.len();
    }

    /// Appends one byte.
    #[inline]
    pub fn push(&mut self, b: u8) {
        self.reserve(1);
        // SAFETY: there is space for one byte.
        unsafe { *self.start().add(self.len) = b }
        self.len += 1;
    }

    /// Appends a byte `n` times.
    pub fn push_n(&mut self, b: u8, n: usize) {
        self.reserve(n);
        // SAFETY: there is space for `n` bytes.
        unsafe { self.start().add(self.len).write_bytes(b, n) }
        self.len += n;
    }

    /// Repeats what is there until there are `total` bytes, in steps that double.
    pub fn double_to(&mut self, total: usize) {
        if self.len == 0 || total <= self.len {
            return;
        }
        self.reserve(total - self.len);
        while self.len < total {
            let n = self.len.min(total - self.len);
            // SAFETY: there is space for `n` bytes after those in use, which the source ends before.
            unsafe { copy_nonoverlapping(self.start(), self.start().add(self.len), n) }
            self.len += n;
        }
    }

    /// Appends text.
    #[inline]
    pub fn push_str(&mut self, s: &str) {
        self.push_bytes(s.as_bytes());
    }

    /// Appends an integer in decimal.
    #[inline]
    pub fn push_int(&mut self, n: i64) {
        if (0..10).contains(&n) {
            return self.push(b'0' + n as u8);
        }
        self.push_long_int(n);
    }

    fn push_long_int(&mut self, n: i64) {
        let mut buf = [0; 20];
        self.push_bytes(crate::number::write_int(n, &mut buf));
    }

    /// Appends a character as UTF-8.
    pub fn push_char(&mut self, c: char) {
        self.push_str(c.encode_utf8(&mut [0; 4]));
    }

    /// Number of bytes so far.
    #[inline]
    pub fn len(&self) -> usize {
        self.len
    }

    /// Nothing yet?
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Bytes that fit without growing.
    #[inline]
    pub fn capacity(&self) -> usize {
        self.cap
    }

    /// The bytes so far.
    #[inline]
    pub fn as_bytes(&self) -> &[u8] {
        // SAFETY: the first `len` bytes are written.
        unsafe { std::slice::from_raw_parts(self.start(), self.len) }
    }

    /// The bytes so far, to be written.
    #[inline]
    pub fn as_mut_bytes(&mut self) -> &mut [u8] {
        // SAFETY: the first `len` bytes are written, and the builder owns them.
        unsafe { std::slice::from_raw_parts_mut(self.start(), self.len) }
    }

    /// Forgets all but the first `len` bytes.
    #[inline]
    pub fn truncate(&mut self, len: usize) {
        self.len = self.len.min(len);
    }

    /// Forgets everything, keeping the space.
    #[inline]
    pub fn clear(&mut self) {
        self.len = 0;
    }

    /// The string.
    // Here, so that the builder is not moved: it would be read before all of it has left the processor's store buffer.
    #[inline(always)]
    pub fn finish(self) -> PhpStr {
        let builder = ManuallyDrop::new(self);
        // SAFETY: the builder owns its block, gives it away, and is not dropped.
        unsafe { finished(builder.ptr, builder.len, builder.cap) }
    }
}

/// The string in a builder's block.
///
/// # Safety
/// The block has space for `cap` bytes behind its header, of which the first `len` are written, and is the caller's.
unsafe fn finished(block: Option<NonNull<StrHeader>>, len: usize, cap: usize) -> PhpStr {
    let Some(mut p) = block else { return PhpStr::empty() };
    // SAFETY: as the caller promises.
    unsafe {
        if len <= 1 {
            let short = if len == 0 { PhpStr::empty() } else { PhpStr::byte(*bytes_ptr(p.as_ptr())) };
            heap::free(p.cast());
            return short;
        }
        if cap - len > 64 + len / 4 {
            (*p.as_ptr()).len = len;
            p = heap::realloc(p.cast(), StrHeader::BYTES + len, StrHeader::BYTES + len).cast();
        }
        (*p.as_ptr()).len = len;
        PhpStr::from_raw(p.as_ptr())
    }
}

impl Drop for StrBuilder {
    fn drop(&mut self) {
        if let Some(p) = self.ptr {
            // SAFETY: the builder owns its block.
            unsafe { heap::free(p.cast()) }
        }
    }
}

impl Default for StrBuilder {
    fn default() -> StrBuilder {
        StrBuilder::new()
    }
}

impl std::fmt::Write for StrBuilder {
    fn write_str(&mut self, s: &str) -> std::fmt::Result {
        self.push_str(s);
        Ok(())
    }
}

impl std::io::Write for StrBuilder {
    fn write(&mut self, b: &[u8]) -> std::io::Result<usize> {
        self.push_bytes(b);
        Ok(b.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

impl Extend<u8> for StrBuilder {
    fn extend<I: IntoIterator<Item = u8>>(&mut self, iter: I) {
        iter.into_iter().for_each(|b| self.push(b));
    }
}
