//! What a container can report: values, and handles of arrays, objects and references.

use crate::tracer::Tracer;
use crate::{COLLECTABLE, PhpArray, PhpObject, PhpRef, Value};

impl Tracer<'_> {
    /// One owned value.
    #[inline]
    pub fn value(&mut self, v: &Value) {
        if v.flags() & COLLECTABLE != 0 {
            // SAFETY: a collectable value owns a live header.
            unsafe { self.header(v.header()) }
        }
    }

    /// Owned values.
    pub fn values<'v>(&mut self, values: impl IntoIterator<Item = &'v Value>) {
        values.into_iter().for_each(|v| self.value(v));
    }

    /// One owned array handle.
    #[inline]
    pub fn array(&mut self, a: &PhpArray) {
        // SAFETY: a handle owns a live header.
        unsafe { self.header(a.header_ptr().cast()) }
    }

    /// One owned object handle.
    #[inline]
    pub fn object(&mut self, o: &PhpObject) {
        // SAFETY: a handle owns a live header.
        unsafe { self.header(o.header_ptr().cast()) }
    }

    /// One owned reference handle.
    #[inline]
    pub fn reference(&mut self, r: &PhpRef) {
        // SAFETY: a handle owns a live header.
        unsafe { self.header(r.header_ptr().cast()) }
    }
}
