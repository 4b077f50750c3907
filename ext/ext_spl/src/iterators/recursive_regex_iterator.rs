//! `RecursiveRegexIterator`: filters children by the same regular expression as their parents.

use super::{call_inner, checked, regex_iterator};
use crate::prelude::*;

/// `RecursiveRegexIterator::accept()`
pub(crate) fn accept(cx: &mut Cx, this: &PhpObject) -> PhpResult<bool> {
    let own = checked(cx, this)?;
    if own.current.is_undef() {
        return Ok(false);
    }
    if let Some(array) = own.current.as_array() {
        return Ok(!array.is_empty());
    }
    regex_iterator::accept(cx, this)
}

/// `RecursiveRegexIterator::getChildren()`
pub(crate) fn get_children(cx: &mut Cx, this: &PhpObject) -> PhpResult<PhpObject> {
    let children = call_inner(cx, this, "getchildren")?;
    let [pattern, mode, flags, preg_flags] = regex_iterator::for_children(cx, this)?;
    cx.new_object(class_of(this), &[children, pattern, mode, flags, preg_flags])
}
