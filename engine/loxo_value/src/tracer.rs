//! How containers report what they hold to the collector.

use crate::rc::{IMMORTAL, RcHeader};

/// Reports what a container holds.
pub struct Tracer<'a> {
    pub(crate) visit: &'a mut dyn FnMut(*mut RcHeader),
}

impl Tracer<'_> {
    #[inline]
    pub(crate) unsafe fn header(&mut self, p: *mut RcHeader) {
        // SAFETY: the caller passes a live header.
        if unsafe { (*p).refcount & IMMORTAL == 0 } {
            (self.visit)(p);
        }
    }
}
