//! The container of a nested write that is interrupted by PHP code.

use loxo_value::{Value, slot};

/// A container that a nested write stands at, with an owner more of what it holds.
pub struct LvalueGuard {
    place: *mut Value,
    held: Value,
    /// What the reference holds that `held` is.
    inner: Value,
}

impl LvalueGuard {
    /// # Safety
    /// `place` is live.
    pub unsafe fn new(place: *mut Value) -> LvalueGuard {
        // SAFETY: as the caller promises.
        unsafe { LvalueGuard { place, held: (*place).clone(), inner: (*place).clone_deref() } }
    }

    /// What the container held, without a reference.
    pub fn inner(&self) -> &Value {
        &self.inner
    }

    /// # Safety
    /// The place is live.
    pub unsafe fn is_unchanged(&self) -> bool {
        // SAFETY: as the caller promises.
        unsafe { is_same(self.place, &self.held) && is_same(slot::deref(self.place), &self.inner) }
    }
}

/// The same thing, not one that is equal.
unsafe fn is_same(a: *const Value, b: *const Value) -> bool {
    // SAFETY: both are live.
    unsafe { slot::tag(a) == slot::tag(b) && slot::int(a) == slot::int(b) }
}
