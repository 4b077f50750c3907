//! `RecursiveFilterIterator`: filters children by the class that filters their parents.

use super::call_inner;
use crate::prelude::*;

/// `RecursiveFilterIterator::hasChildren()`
pub(crate) fn has_children(cx: &mut Cx, this: &PhpObject) -> PhpResult<Value> {
    call_inner(cx, this, "haschildren")
}

/// `RecursiveFilterIterator::getChildren()`
pub(crate) fn get_children(cx: &mut Cx, this: &PhpObject) -> PhpResult<PhpObject> {
    let children = call_inner(cx, this, "getchildren")?;
    cx.new_object(class_of(this), &[children])
}
