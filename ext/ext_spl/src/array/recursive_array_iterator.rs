//! `RecursiveArrayIterator`

use super::{CHILD_ARRAYS_ONLY, array_iterator, root, walk};
use crate::prelude::*;

fn entry(cx: &mut Cx, this: &PhpObject) -> PhpResult<Option<Value>> {
    let root = root(cx, this)?;
    Ok(walk::current(this, &root).map(|value| value.clone_deref()))
}

/// `RecursiveArrayIterator::hasChildren()`
pub(crate) fn has_children(cx: &mut Cx, this: &PhpObject) -> PhpResult<bool> {
    let objects = array_iterator::flags(this) & CHILD_ARRAYS_ONLY == 0;
    Ok(entry(cx, this)?.is_some_and(|entry| entry.is_array() || (entry.is_object() && objects)))
}

/// `RecursiveArrayIterator::getChildren()`
pub(crate) fn get_children(cx: &mut Cx, this: &PhpObject) -> PhpResult<Value> {
    let Some(entry) = entry(cx, this)? else { return Ok(Value::NULL) };
    let (class, flags) = (class_of(this), array_iterator::flags(this));
    if let Some(object) = entry.as_object() {
        if flags & CHILD_ARRAYS_ONLY != 0 {
            return Ok(Value::NULL);
        }
        if class_of(object).is_subclass_of(class) {
            return Ok(entry);
        }
    }
    cx.new_object(class, &[entry, Value::int(flags)]).map(Value::object)
}
