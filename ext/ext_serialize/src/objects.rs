//! Objects, for formats other than `serialize()`'s: which may be stored, and how they come back.

use loxo_runtime::{Class, Cx, PhpObject, PhpResult, PhpStr};

use crate::reader::Allowed;

pub use crate::incomplete::{INCOMPLETE_CLASS, INCOMPLETE_NAME, incomplete_name};
pub use crate::reader_objects::{Waiting, is_serializable, make, set_property};
pub use crate::writer::not_serializable;

/// The class of that name, loaded if need be, or `__PHP_Incomplete_Class` and `true`.
pub fn class(cx: &mut Cx, name: &PhpStr) -> PhpResult<(&'static Class, bool)> {
    crate::reader_objects::find_class(cx, name, &Allowed::All)
}

/// The name of the case that an enum's object is.
pub fn enum_case(object: &PhpObject) -> PhpStr {
    object.slots().first().and_then(|v| v.as_str().cloned()).unwrap_or_default()
}
