//! `RecursiveCallbackFilterIterator`: filters children by the same function as their parents.

use super::{Kind, call_inner, dual};
use crate::prelude::*;

/// `RecursiveCallbackFilterIterator::getChildren()`
pub(crate) fn get_children(cx: &mut Cx, this: &PhpObject) -> PhpResult<PhpObject> {
    let children = call_inner(cx, this, "getchildren")?;
    let callback = match &dual(this).kind {
        Kind::Callback { given, .. } => given.clone(),
        _ => Value::NULL,
    };
    cx.new_object(class_of(this), &[children, callback])
}
