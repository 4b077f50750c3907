//! `DateTimeImmutable`: the methods that give another date.

use super::{called_class, date};
use crate::prelude::*;

const CLASS: &str = "DateTimeImmutable";

/// A copy that is to be changed.
fn copy(cx: &mut Cx, this: &PhpObject) -> PhpResult<PhpObject> {
    cx.clone_object(this, Some(class_of(this)))
}

/// `DateTimeImmutable::__set_state()`
pub(crate) fn set_state(cx: &mut Cx, array: &PhpArray) -> PhpResult<PhpObject> {
    date::set_state(cx, array, CLASS)
}

/// `DateTimeImmutable::createFromMutable()`
pub(crate) fn create_from_mutable(cx: &mut Cx, object: &PhpObject) -> PhpResult<PhpObject> {
    date::copy_as(cx, called_class(cx, CLASS), object)
}

/// `DateTimeImmutable::modify()`
pub(crate) fn modify(cx: &mut Cx, this: &PhpObject, modifier: &PhpStr) -> PhpResult<PhpObject> {
    let copy = copy(cx, this)?;
    date::modify_or_throw(cx, &copy, modifier)?;
    Ok(copy)
}

/// `DateTimeImmutable::add()`
pub(crate) fn add(cx: &mut Cx, this: &PhpObject, interval: &PhpObject) -> PhpResult<PhpObject> {
    let copy = copy(cx, this)?;
    date::add(cx, &copy, interval)?;
    Ok(copy)
}

/// `DateTimeImmutable::sub()`
pub(crate) fn sub(cx: &mut Cx, this: &PhpObject, interval: &PhpObject) -> PhpResult<PhpObject> {
    let copy = copy(cx, this)?;
    date::subtract_or_throw(cx, &copy, interval)?;
    Ok(copy)
}

/// `DateTimeImmutable::setTimezone()`
pub(crate) fn set_timezone(cx: &mut Cx, this: &PhpObject, timezone: &PhpObject) -> PhpResult<PhpObject> {
    let copy = copy(cx, this)?;
    date::set_zone(cx, &copy, timezone)?;
    Ok(copy)
}

/// `DateTimeImmutable::setTime()`
pub(crate) fn set_time(cx: &mut Cx, this: &PhpObject, hour: i64, minute: i64, second: i64, microsecond: i64) -> PhpResult<PhpObject> {
    let copy = copy(cx, this)?;
    date::set_time(cx, &copy, hour, minute, second, microsecond)?;
    Ok(copy)
}

/// `DateTimeImmutable::setDate()`
pub(crate) fn set_date(cx: &mut Cx, this: &PhpObject, year: i64, month: i64, day: i64) -> PhpResult<PhpObject> {
    let copy = copy(cx, this)?;
    date::set_date(cx, &copy, year, month, day)?;
    Ok(copy)
}

/// `DateTimeImmutable::setISODate()`
pub(crate) fn set_iso_date(cx: &mut Cx, this: &PhpObject, year: i64, week: i64, day_of_week: i64) -> PhpResult<PhpObject> {
    let copy = copy(cx, this)?;
    date::set_iso_date(cx, &copy, year, week, day_of_week)?;
    Ok(copy)
}

/// `DateTimeImmutable::setTimestamp()`
pub(crate) fn set_timestamp(cx: &mut Cx, this: &PhpObject, timestamp: i64) -> PhpResult<PhpObject> {
    let copy = copy(cx, this)?;
    date::set_timestamp(cx, &copy, timestamp)?;
    Ok(copy)
}

/// `DateTimeImmutable::setMicrosecond()`
pub(crate) fn set_microsecond(cx: &mut Cx, this: &PhpObject, microsecond: i64) -> PhpResult<PhpObject> {
    date::check_microsecond(cx, microsecond)?;
    date::time(cx, this)?;
    let copy = copy(cx, this)?;
    date::time(cx, &copy)?.micro = microsecond;
    Ok(copy)
}
