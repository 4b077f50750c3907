//! `AppendIterator`: iterates over several iterators, one behind the other.

use loxo_runtime::value::ReservedHandle;

use super::{Kind, checked, dual, fetch, free, leave, null_if_undef, rewind as rewind_inner, valid as inner_valid};
use crate::array::{array_iterator, array_object};
use crate::prelude::*;

/// `AppendIterator::__construct()`
pub(crate) fn construct(cx: &mut Cx, this: &PhpObject) -> PhpResult<()> {
    super::check_unset(cx, this)?;
    let class = cx.builtin_class("ArrayIterator");
    let list = cx.new_object(class, &[])?;
    super::construct(cx, this, None, Kind::Append(list))
}

fn list(cx: &mut Cx, this: &PhpObject) -> PhpResult<PhpObject> {
    match &checked(cx, this)?.kind {
        Kind::Append(list) => Ok(list.clone()),
        _ => Err(super::unset(cx)),
    }
}

/// Takes the iterator that the list is on; `false`: there is none left.
fn take_next(cx: &mut Cx, this: &PhpObject, list: &PhpObject) -> PhpResult<bool> {
    free(this);
    let own = dual(this);
    own.turn += 1;
    let old = (own.inner.take(), own.iterator.take(), own.number.take());
    drop(old);
    if !array_iterator::valid(cx, list)? {
        return Ok(false);
    }
    let next = array_iterator::current(cx, list)?;
    let Some(next) = next.as_object() else { return Ok(false) };
    let iterator = iterate::iterator_of(cx, next, false)?;
    let own = dual(this);
    own.turn += 1;
    own.inner = Some(next.clone());
    own.iterator = iterator;
    own.number = Some(ReservedHandle::new());
    rewind_inner(cx, this)?;
    Ok(true)
}

/// Fetches from the first iterator from here on that has something.
fn fetch_on(cx: &mut Cx, this: &PhpObject, list: &PhpObject) -> PhpResult<()> {
    while !inner_valid(cx, this)? {
        array_iterator::next(cx, list)?;
        if !take_next(cx, this, list)? {
            return Ok(());
        }
    }
    fetch(cx, this, false).map(drop)
}

/// `AppendIterator::append()`
pub(crate) fn append(cx: &mut Cx, this: &PhpObject, iterator: &PhpObject) -> PhpResult<()> {
    let list = list(cx, this)?;
    let at_end = array_iterator::valid(cx, &list)? && !inner_valid(cx, this)?;
    array_object::append(cx, &list, &Value::object(iterator.clone()))?;
    if at_end {
        array_iterator::next(cx, &list)?;
    }
    if dual(this).inner.is_some() && inner_valid(cx, this)? {
        return Ok(());
    }
    if !array_iterator::valid(cx, &list)? {
        array_iterator::rewind(cx, &list)?;
    }
    loop {
        take_next(cx, this, &list)?;
        match &dual(this).inner {
            Some(inner) if !inner.ptr_eq(iterator) => array_iterator::next(cx, &list)?,
            _ => break,
        }
    }
    fetch_on(cx, this, &list)
}

/// `AppendIterator::rewind()`
pub(crate) fn rewind(cx: &mut Cx, this: &PhpObject) -> PhpResult<()> {
    let list = list(cx, this)?;
    array_iterator::rewind(cx, &list)?;
    if take_next(cx, this, &list)? {
        fetch_on(cx, this, &list)?;
    }
    Ok(())
}

/// `AppendIterator::valid()`
pub(crate) fn valid(cx: &mut Cx, this: &PhpObject) -> PhpResult<bool> {
    Ok(!checked(cx, this)?.current.is_undef())
}

/// `AppendIterator::current()`
pub(crate) fn current(cx: &mut Cx, this: &PhpObject) -> PhpResult<Value> {
    checked(cx, this)?;
    fetch(cx, this, true)?;
    Ok(null_if_undef(&dual(this).current))
}

/// `AppendIterator::next()`
pub(crate) fn next(cx: &mut Cx, this: &PhpObject) -> PhpResult<()> {
    let list = list(cx, this)?;
    if inner_valid(cx, this)? {
        leave(cx, this)?;
    }
    fetch_on(cx, this, &list)
}

/// `AppendIterator::getIteratorIndex()`
pub(crate) fn get_iterator_index(cx: &mut Cx, this: &PhpObject) -> PhpResult<Value> {
    let list = list(cx, this)?;
    array_iterator::key(cx, &list)
}

/// `AppendIterator::getArrayIterator()`
pub(crate) fn get_array_iterator(cx: &mut Cx, this: &PhpObject) -> PhpResult<PhpObject> {
    list(cx, this)
}
