//! A number of values in a block of their own, as many as there were from the start.

use crate::{Value, heap};
use std::ops::{Deref, DerefMut};
use std::ptr::NonNull;

/// So many values, in a block of the thread's heap; none have no block.
#[repr(C)]
pub struct Values {
    first: NonNull<Value>,
    count: usize,
}

impl Values {
    /// Where the address of the first value is.
    pub const FIRST: usize = std::mem::offset_of!(Values, first);

    /// No values.
    pub const NONE: Values = Values { first: NonNull::dangling(), count: 0 };

    /// So many undefined ones.
    #[inline]
    pub fn undefined(count: usize) -> Values {
        Values::made(count, |_| Value::UNDEF)
    }

    #[inline(always)]
    fn made(count: usize, make: impl Fn(usize) -> Value) -> Values {
        if count == 0 {
            return Values::NONE;
        }
        let first: NonNull<Value> = heap::alloc(count * size_of::<Value>()).cast();
        for index in 0..count {
            // SAFETY: the block has space for so many values.
            unsafe { first.add(index).write(make(index)) };
        }
        Values { first, count }
    }
}

impl Deref for Values {
    type Target = [Value];

    #[inline(always)]
    fn deref(&self) -> &[Value] {
        // SAFETY: there are so many values, and they are this one's own.
        unsafe { std::slice::from_raw_parts(self.first.as_ptr(), self.count) }
    }
}

impl DerefMut for Values {
    #[inline(always)]
    fn deref_mut(&mut self) -> &mut [Value] {
        // SAFETY: as above.
        unsafe { std::slice::from_raw_parts_mut(self.first.as_ptr(), self.count) }
    }
}

impl Clone for Values {
    fn clone(&self) -> Values {
        Values::made(self.count, |index| self[index].clone())
    }
}

impl Drop for Values {
    #[inline(always)]
    fn drop(&mut self) {
        for index in 0..self.count {
            // SAFETY: there are so many values, which nobody looks at any more.
            unsafe { self.first.add(index).drop_in_place() };
        }
        if self.count != 0 {
            // SAFETY: the block was made for so many.
            unsafe { heap::free_sized(self.first.cast(), self.count * size_of::<Value>()) };
        }
    }
}
