//! `EmptyIterator`: has no elements, and throws if it is asked for one.

use crate::prelude::*;

/// `EmptyIterator::current()`
pub(crate) fn current(cx: &mut Cx, _: &PhpObject) -> PhpResult<Value> {
    Err(cx.throw("BadMethodCallException", "Accessing the value of an EmptyIterator"))
}

/// `EmptyIterator::key()`
pub(crate) fn key(cx: &mut Cx, _: &PhpObject) -> PhpResult<Value> {
    Err(cx.throw("BadMethodCallException", "Accessing the key of an EmptyIterator"))
}

/// `EmptyIterator::next()`
pub(crate) fn next(_: &mut Cx, _: &PhpObject) -> PhpResult<()> {
    Ok(())
}

/// `EmptyIterator::valid()`
pub(crate) fn valid(_: &mut Cx, _: &PhpObject) -> PhpResult<bool> {
    Ok(false)
}

/// `EmptyIterator::rewind()`
pub(crate) fn rewind(_: &mut Cx, _: &PhpObject) -> PhpResult<()> {
    Ok(())
}
