//! `__PHP_Incomplete_Class`: what `unserialize()` makes of objects whose class is not there.

use crate::prelude::*;

pub(crate) const INCOMPLETE_CLASS: &[u8] = b"__PHP_Incomplete_Class";
/// The property that keeps the name of the missing class.
pub(crate) const INCOMPLETE_NAME: &[u8] = b"__PHP_Incomplete_Class_Name";

/// The name of the missing class.
pub(crate) fn incomplete_name(object: &PhpObject) -> Option<PhpStr> {
    object.dynamic()?.get_bytes(INCOMPLETE_NAME)?.deref().as_str().cloned()
}
