//! `IteratorIterator`: the base of iterators around others, which makes an iterator of anything `Traversable`.

use super::{Kind, checked, construct as set_up, fetch, leave, null_if_undef, rewind as rewind_inner};
use crate::prelude::*;

/// `IteratorIterator::__construct()`
pub(crate) fn construct(cx: &mut Cx, this: &PhpObject, iterator: &PhpObject, class: Option<&PhpStr>) -> PhpResult<()> {
    super::check_unset(cx, this)?;
    let mut viewed = class_of(iterator);
    if viewed.is_subclass_of(cx.builtin_class("Iterator")) {
        return set_up(cx, this, Some(iterator), Kind::Plain);
    }
    if let Some(class) = class {
        let traversable = cx.builtin_class("Traversable");
        viewed = match cx.class(class)? {
            Some(class) if viewed.is_subclass_of(class) && class.is_subclass_of(traversable) && !class.is_interface() => class,
            _ => {
                let text = "Class to downcast to not found or not base class or does not implement Traversable";
                return Err(cx.throw("LogicException", text));
            }
        };
    }
    if !viewed.is_subclass_of(cx.builtin_class("IteratorAggregate")) {
        return set_up(cx, this, Some(iterator), Kind::Plain);
    }
    let inner = aggregated(cx, iterator, viewed)?;
    set_up(cx, this, Some(&inner), Kind::Plain)
}

/// What `getIterator()`, as `class` has it, gives.
pub(crate) fn aggregated(cx: &mut Cx, object: &PhpObject, class: &'static Class) -> PhpResult<PhpObject> {
    let result = match class.method(b"getiterator") {
        Some(method) => cx.call_method(object, method, &[])?,
        None => Value::NULL,
    };
    let traversable = cx.builtin_class("Traversable");
    match result.deref().as_object() {
        Some(inner) if class_of(inner).is_subclass_of(traversable) => Ok(inner.clone()),
        _ => {
            let class = convert::class_text(class);
            Err(cx.throw("LogicException", format!("{class}::getIterator() must return an object that implements Traversable")))
        }
    }
}

/// `IteratorIterator::getInnerIterator()`
pub(crate) fn get_inner_iterator(cx: &mut Cx, this: &PhpObject) -> PhpResult<Option<PhpObject>> {
    Ok(checked(cx, this)?.inner.clone())
}

/// `IteratorIterator::rewind()`
pub(crate) fn rewind(cx: &mut Cx, this: &PhpObject) -> PhpResult<()> {
    checked(cx, this)?;
    rewind_inner(cx, this)?;
    fetch(cx, this, true).map(drop)
}

/// `IteratorIterator::valid()`
pub(crate) fn valid(cx: &mut Cx, this: &PhpObject) -> PhpResult<bool> {
    Ok(!checked(cx, this)?.current.is_undef())
}

/// `IteratorIterator::key()`
pub(crate) fn key(cx: &mut Cx, this: &PhpObject) -> PhpResult<Value> {
    Ok(null_if_undef(&checked(cx, this)?.key))
}

/// `IteratorIterator::current()`
pub(crate) fn current(cx: &mut Cx, this: &PhpObject) -> PhpResult<Value> {
    Ok(null_if_undef(&checked(cx, this)?.current))
}

/// `IteratorIterator::next()`
pub(crate) fn next(cx: &mut Cx, this: &PhpObject) -> PhpResult<()> {
    checked(cx, this)?;
    leave(cx, this)?;
    fetch(cx, this, true).map(drop)
}
