//! `LimitIterator`: a part of another iterator, from an offset and of a length.

use super::{Dual, Kind, checked, dual, fetch, free, leave, rewind as rewind_inner, valid as inner_valid};
use crate::prelude::*;

/// `LimitIterator::__construct()`
pub(crate) fn construct(cx: &mut Cx, this: &PhpObject, iterator: &PhpObject, offset: i64, limit: i64) -> PhpResult<()> {
    super::check_unset(cx, this)?;
    if offset < 0 {
        return Err(cx.argument_value_error(2, "must be greater than or equal to 0"));
    }
    if limit < -1 {
        return Err(cx.argument_value_error(3, "must be greater than or equal to -1"));
    }
    super::construct(cx, this, Some(iterator), Kind::Limit { offset, count: limit })
}

fn bounds(dual: &Dual) -> (i64, i64) {
    match dual.kind {
        Kind::Limit { offset, count } => (offset, count),
        _ => (0, -1),
    }
}

/// Is that position not behind the last one?
fn reaches(dual: &Dual, position: i64) -> bool {
    let (offset, count) = bounds(dual);
    count == -1 || position.saturating_sub(offset) < count
}

fn go_to(cx: &mut Cx, this: &PhpObject, position: i64) -> PhpResult<()> {
    free(this);
    let (offset, count) = bounds(dual(this));
    if position < offset {
        let text = format!("Cannot seek to {position} which is below the offset {offset}");
        return Err(cx.throw("OutOfBoundsException", text));
    }
    if !reaches(dual(this), position) {
        let text = format!("Cannot seek to {position} which is behind offset {offset} plus count {count}");
        return Err(cx.throw("OutOfBoundsException", text));
    }
    let Some(inner) = dual(this).inner.clone() else { return Ok(()) };
    if position != dual(this).position && class_of(&inner).is_subclass_of(cx.builtin_class("SeekableIterator")) {
        free(this);
        cx.call_method_named(&inner, "seek", &[Value::int(position)])?;
        dual(this).position = position;
        if reaches(dual(this), position) && inner_valid(cx, this)? {
            fetch(cx, this, false)?;
        }
        return Ok(());
    }
    if position < dual(this).position {
        rewind_inner(cx, this)?;
    }
    while dual(this).position < position && inner_valid(cx, this)? {
        leave(cx, this)?;
    }
    if inner_valid(cx, this)? {
        fetch(cx, this, true)?;
    }
    Ok(())
}

/// `LimitIterator::rewind()`
pub(crate) fn rewind(cx: &mut Cx, this: &PhpObject) -> PhpResult<()> {
    let (offset, _) = bounds(checked(cx, this)?);
    rewind_inner(cx, this)?;
    go_to(cx, this, offset)
}

/// `LimitIterator::valid()`
pub(crate) fn valid(cx: &mut Cx, this: &PhpObject) -> PhpResult<bool> {
    let dual = checked(cx, this)?;
    Ok(reaches(dual, dual.position) && !dual.current.is_undef())
}

/// `LimitIterator::next()`
pub(crate) fn next(cx: &mut Cx, this: &PhpObject) -> PhpResult<()> {
    checked(cx, this)?;
    leave(cx, this)?;
    if reaches(dual(this), dual(this).position) {
        fetch(cx, this, true)?;
    }
    Ok(())
}

/// `LimitIterator::seek()`
pub(crate) fn seek(cx: &mut Cx, this: &PhpObject, offset: i64) -> PhpResult<i64> {
    checked(cx, this)?;
    go_to(cx, this, offset)?;
    Ok(dual(this).position)
}

/// `LimitIterator::getPosition()`
pub(crate) fn get_position(cx: &mut Cx, this: &PhpObject) -> PhpResult<i64> {
    Ok(checked(cx, this)?.position)
}
