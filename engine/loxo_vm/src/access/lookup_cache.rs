//! The lookup cache, and what it says of values.

use loxo_runtime::Class;
use loxo_value::{Value, slot};

pub use loxo_lookup_cache::*;

/// May this value be stored as it is in a property?
///
/// # Safety
/// `value` is a live value, neither undefined nor a reference.
#[inline(always)]
pub(crate) unsafe fn takes(property: PropertySlot, value: *const Value) -> bool {
    // SAFETY: as the caller promises; an object's class lives as long as the process.
    unsafe {
        let tag = slot::tag(value);
        accepts(property.bits(), tag) || tag == slot::OBJECT && property.takes_objects_of(&*(*slot::object(value)).class.cast::<Class>())
    }
}
