//! Making variables references, and binding them.

use loxo_value::{PhpRef, Value};

use crate::frame::slot;

/// The reference that a variable is, made if it is none; undef becomes null.
pub(crate) unsafe fn make_ref(var: *mut Value) -> PhpRef {
    // SAFETY: the caller passes a live slot.
    unsafe {
        if slot::tag(var) == slot::UNDEF {
            slot::set_tag(var, slot::NULL);
        }
        (*var).make_ref()
    }
}

/// Makes `place` the reference `value` (a plain value is boxed first).
pub(crate) unsafe fn bind(place: *mut Value, mut value: Value) {
    // SAFETY: the caller passes a live slot.
    unsafe {
        if !value.is_ref() {
            value = Value::reference(value.make_ref());
        }
        let old = std::mem::replace(&mut *place, value);
        drop(old);
    }
}

/// Where a value assigned to this variable goes, unless a reference's types must be looked at.
#[inline(always)]
pub(crate) unsafe fn untyped(var: *mut Value) -> Option<*mut Value> {
    // SAFETY: the caller passes a live slot.
    unsafe {
        match (*var).as_ref() {
            None => Some(var),
            Some(reference) if !reference.has_types() => Some(reference.value_ptr()),
            Some(_) => None,
        }
    }
}
