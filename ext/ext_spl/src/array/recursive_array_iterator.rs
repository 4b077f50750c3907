//! `RecursiveArrayIterator`: an `ArrayIterator` whose arrays and objects are iterated in turn as children.

use super::{CHILD_ARRAYS_ONLY, array_iterator, position, root, set_source};
use crate::prelude::*;

/// What `hasChildren()` says where that takes no code of the program; `None`: it may.
pub(crate) fn has_children_at_once(this: &PhpObject) -> Option<bool> {
    let (array, follow) = position::own_array(this)?;
    let position = follow.position(array);
    Some(array.entry_at(position).is_some_and(|(_, value)| is_parent(this, value.deref())))
}

fn is_parent(this: &PhpObject, entry: &Value) -> bool {
    entry.is_array() || (entry.is_object() && array_iterator::flags(this) & CHILD_ARRAYS_ONLY == 0)
}

fn entry(cx: &mut Cx, this: &PhpObject) -> PhpResult<Option<Value>> {
    if let Some((array, follow)) = position::own_array(this) {
        let position = follow.position(array);
        return Ok(array.entry_at(position).map(|(_, value)| value.clone_deref()));
    }
    let root = root(cx, this)?;
    Ok(position::current(this, &root).map(|value| value.clone_deref()))
}

/// `RecursiveArrayIterator::hasChildren()`
pub(crate) fn has_children(cx: &mut Cx, this: &PhpObject) -> PhpResult<bool> {
    Ok(entry(cx, this)?.is_some_and(|entry| is_parent(this, &entry)))
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
    let own_constructor = class.method(b"__construct").is_some_and(|constructor| constructor.is_user());
    if own_constructor || !(entry.is_array() || entry.is_object()) {
        return cx.new_object(class, &[entry, Value::int(flags)]).map(Value::object);
    }
    let child = loxo_runtime::object::instantiate_raw(cx, class)?;
    set_source(cx, &child, &entry, flags, false)?;
    Ok(Value::object(child))
}
