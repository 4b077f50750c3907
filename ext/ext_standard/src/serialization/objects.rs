//! Objects, for formats other than `serialize()`'s: which may be stored, and how they come back.

use crate::prelude::*;
use crate::var::Allowed;

pub use crate::var::{
    INCOMPLETE_CLASS, INCOMPLETE_NAME, Waiting, enum_case, incomplete_name, is_serializable, make, not_serializable, set_property,
};

/// The class of that name, loaded if need be, or `__PHP_Incomplete_Class` and `true`.
pub fn class(cx: &mut Cx, name: &PhpStr) -> PhpResult<(&'static Class, bool)> {
    crate::var::find_class(cx, name, &Allowed::All)
}
