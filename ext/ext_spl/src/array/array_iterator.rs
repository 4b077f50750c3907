//! `ArrayIterator`: iteration over an array or an object's properties, which may change meanwhile.

use loxo_runtime::args;

use super::{array_object, data, position, root, set_source};
use crate::prelude::*;

/// `ArrayIterator::__construct()`
pub(crate) fn construct(cx: &mut Cx, this: &PhpObject, args: &mut [Value]) -> PhpResult<()> {
    let [source, rest @ ..] = args else { return Ok(()) };
    let source = array_object::array_or_object(cx, 1, source)?;
    let flags = match rest {
        [flags, ..] => args::int(cx, 2, flags)?,
        [] => 0,
    };
    set_source(cx, this, &source, flags, rest.is_empty())
}

/// What the methods do where the elements are in an array and the iteration has begun: no code of the program runs on the way, so that
/// other iterators need no calls for it. `None`: they do.
pub(crate) mod at_once {
    use super::{super::is_array_like, position};
    use crate::prelude::*;

    /// Has the iterator these methods, and no others?
    pub(crate) fn serves(iterator: &PhpObject, methods: &[&str]) -> bool {
        let class = class_of(iterator);
        is_array_like(iterator) && methods.iter().all(|name| class.method(name.as_bytes()).is_some_and(|func| !func.is_user()))
    }

    pub(crate) fn valid(this: &PhpObject) -> Option<bool> {
        let (array, follow) = position::own_array(this)?;
        let position = follow.position(array);
        Some(array.entry_at(position).is_some())
    }

    pub(crate) fn current(this: &PhpObject) -> Option<Value> {
        let (array, follow) = position::own_array(this)?;
        let position = follow.position(array);
        Some(array.entry_at(position).map_or(Value::NULL, |(_, value)| value.clone_deref()))
    }

    pub(crate) fn key(this: &PhpObject) -> Option<Value> {
        let (array, follow) = position::own_array(this)?;
        let position = follow.position(array);
        Some(array.entry_at(position).map_or(Value::NULL, |(key, _)| key.to_value()))
    }

    pub(crate) fn next(this: &PhpObject) -> Option<()> {
        let (array, follow) = position::own_array(this)?;
        follow.advance(array);
        Some(())
    }
}

/// `ArrayIterator::rewind()`
pub(crate) fn rewind(cx: &mut Cx, this: &PhpObject) -> PhpResult<()> {
    root(cx, this)?;
    position::rewind(this);
    Ok(())
}

/// `ArrayIterator::current()`
pub(crate) fn current(cx: &mut Cx, this: &PhpObject) -> PhpResult<Value> {
    if let Some(value) = at_once::current(this) {
        return Ok(value);
    }
    let root = root(cx, this)?;
    Ok(position::current(this, &root).map_or(Value::NULL, |value| value.clone_deref()))
}

/// `ArrayIterator::key()`
pub(crate) fn key(cx: &mut Cx, this: &PhpObject) -> PhpResult<Value> {
    if let Some(key) = at_once::key(this) {
        return Ok(key);
    }
    let root = root(cx, this)?;
    Ok(position::key(this, &root))
}

/// `ArrayIterator::next()`
pub(crate) fn next(cx: &mut Cx, this: &PhpObject) -> PhpResult<()> {
    if at_once::next(this).is_some() {
        return Ok(());
    }
    let root = root(cx, this)?;
    position::advance(this, &root);
    Ok(())
}

/// `ArrayIterator::valid()`
pub(crate) fn valid(cx: &mut Cx, this: &PhpObject) -> PhpResult<bool> {
    if let Some(valid) = at_once::valid(this) {
        return Ok(valid);
    }
    let root = root(cx, this)?;
    Ok(position::spot(this, &root).is_some())
}

/// `ArrayIterator::seek()`
pub(crate) fn seek(cx: &mut Cx, this: &PhpObject, offset: i64) -> PhpResult<()> {
    if offset >= 0 {
        let root = root(cx, this)?;
        position::rewind(this);
        let mut left = offset;
        while position::spot(this, &root).is_some() {
            if left == 0 {
                return Ok(());
            }
            left -= 1;
            position::advance(this, &root);
        }
    }
    Err(cx.throw("OutOfBoundsException", format!("Seek position {offset} is out of range")))
}

/// The flags, for children.
pub(super) fn flags(this: &PhpObject) -> i64 {
    data(this).flags
}
