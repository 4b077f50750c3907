//! Byte buffers of builtins that grow with what PHP code gives them: output buffers, dumps. They lie outside the request's heap, and count
//! towards `memory_limit` nevertheless.

use std::ops::{Deref, DerefMut};

use crate::heap;

/// Makes sure that a buffer of so many bytes may be made outside of the request's heap: that the limit allows it, and the system. Rust
/// code that allocates by a size that a program named asks first, for it would end the process otherwise. Unwinds with
/// [`heap::MemoryExhausted`].
pub fn ensure_room(bytes: usize) {
    /// Less than this is always there.
    const SMALL: usize = 1 << 20;
    if bytes < SMALL {
        return;
    }
    heap::charge(bytes);
    heap::uncharge(bytes);
    // The pages are not touched, so this costs nothing but the question.
    if Vec::<u8>::new().try_reserve_exact(bytes).is_err() {
        heap::fail(bytes);
    }
}

/// Before one more value goes into a list of a builtin's: that its larger allocation may be made.
pub fn check_growth<T>(length: usize, capacity: usize) {
    if length == capacity {
        ensure_room(capacity.saturating_mul(2 * size_of::<T>()));
    }
}

/// Memory outside of the request's heap that counts as long as this lives.
pub struct Charge(usize);

impl Charge {
    /// Unwinds with [`heap::MemoryExhausted`] if it is too much.
    pub fn new(bytes: usize) -> Charge {
        heap::charge(bytes);
        Charge(bytes)
    }
}

impl Drop for Charge {
    fn drop(&mut self) {
        heap::uncharge(self.0);
    }
}

/// A buffer that counts. Whoever lets it grow calls [`CountedBuf::settle`] now and then.
#[derive(Default)]
pub struct CountedBuf {
    bytes: Vec<u8>,
    charged: usize,
}

impl CountedBuf {
    pub fn new() -> CountedBuf {
        CountedBuf::default()
    }

    /// Counts what the buffer has grown by. Unwinds with [`heap::MemoryExhausted`] if that is too much.
    #[inline]
    pub fn settle(&mut self) {
        let capacity = self.bytes.capacity();
        if capacity > self.charged {
            heap::charge(capacity - self.charged);
            self.charged = capacity;
        }
    }

    /// The bytes, counted no more.
    pub fn take(&mut self) -> Vec<u8> {
        heap::uncharge(std::mem::take(&mut self.charged));
        std::mem::take(&mut self.bytes)
    }
}

impl From<Vec<u8>> for CountedBuf {
    fn from(bytes: Vec<u8>) -> CountedBuf {
        let mut buffer = CountedBuf { bytes, charged: 0 };
        buffer.settle();
        buffer
    }
}

impl Deref for CountedBuf {
    type Target = Vec<u8>;

    #[inline]
    fn deref(&self) -> &Vec<u8> {
        &self.bytes
    }
}

impl DerefMut for CountedBuf {
    #[inline]
    fn deref_mut(&mut self) -> &mut Vec<u8> {
        &mut self.bytes
    }
}

impl Drop for CountedBuf {
    fn drop(&mut self) {
        heap::uncharge(self.charged);
    }
}
