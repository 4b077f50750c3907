//! `NoRewindIterator`: leaves its inner iterator where it is when it is rewound, so that several loops go on with it.

use super::{checked, valid as inner_valid, with_iterator};
use crate::prelude::*;

/// `NoRewindIterator::rewind()`
pub(crate) fn rewind(_: &mut Cx, _: &PhpObject) -> PhpResult<()> {
    Ok(())
}

/// `NoRewindIterator::valid()`
pub(crate) fn valid(cx: &mut Cx, this: &PhpObject) -> PhpResult<bool> {
    checked(cx, this)?;
    inner_valid(cx, this)
}

/// `NoRewindIterator::key()`
pub(crate) fn key(cx: &mut Cx, this: &PhpObject) -> PhpResult<Value> {
    checked(cx, this)?;
    with_iterator(cx, this, |cx, iterator| iterator.key(cx))
}

/// `NoRewindIterator::current()`
pub(crate) fn current(cx: &mut Cx, this: &PhpObject) -> PhpResult<Value> {
    checked(cx, this)?;
    with_iterator(cx, this, |cx, iterator| iterator.current(cx)).map(|value| value.clone_deref())
}

/// `NoRewindIterator::next()`
pub(crate) fn next(cx: &mut Cx, this: &PhpObject) -> PhpResult<()> {
    checked(cx, this)?;
    with_iterator(cx, this, |cx, iterator| iterator.next(cx))
}
