//! `DateTime`. What does not change the date is `DateTimeImmutable`'s as well.

use super::{called_class, date};
use crate::functions;
use crate::objects::date::Source;
use crate::prelude::*;

const CLASS: &str = "DateTime";

/// `DateTime::__construct()`
pub(crate) fn construct(cx: &mut Cx, this: &PhpObject, datetime: &PhpStr, timezone: Option<&PhpObject>) -> PhpResult<()> {
    date::construct(cx, this, datetime, timezone)
}

/// `DateTime::__serialize()`
pub(crate) fn serialize(cx: &mut Cx, this: &PhpObject) -> PhpResult<PhpArray> {
    date::serialize(cx, this)
}

/// `DateTime::__unserialize()`
pub(crate) fn unserialize(cx: &mut Cx, this: &PhpObject, data: &PhpArray) -> PhpResult<()> {
    date::unserialize(cx, this, data)
}

/// `DateTime::__wakeup()`
pub(crate) fn wakeup(cx: &mut Cx, this: &PhpObject) -> PhpResult<()> {
    date::restore(cx, this, &super::stored::members(this))
}

/// `DateTime::__set_state()`
pub(crate) fn set_state(cx: &mut Cx, array: &PhpArray) -> PhpResult<PhpObject> {
    date::set_state(cx, array, CLASS)
}

/// `DateTime::createFromImmutable()`
pub(crate) fn create_from_immutable(cx: &mut Cx, object: &PhpObject) -> PhpResult<PhpObject> {
    date::copy_as(cx, called_class(cx, CLASS), object)
}

/// `DateTime::createFromInterface()`
pub(crate) fn create_from_interface(cx: &mut Cx, object: &PhpObject) -> PhpResult<PhpObject> {
    date::copy_as(cx, called_class(cx, CLASS), object)
}

/// `DateTime::createFromFormat()`
pub(crate) fn create_from_format(
    cx: &mut Cx,
    format: &PhpStr,
    datetime: &PhpStr,
    timezone: Option<&PhpObject>,
) -> PhpResult<OrFalse<PhpObject>> {
    date::create_from(cx, called_class(cx, CLASS), &Source { text: datetime, format: Some(format), zone: timezone })
}

/// `DateTime::createFromTimestamp()`
pub(crate) fn create_from_timestamp(cx: &mut Cx, timestamp: &Value) -> PhpResult<PhpObject> {
    date::from_timestamp(cx, called_class(cx, CLASS), timestamp)
}

/// `DateTime::getLastErrors()`
pub(crate) fn get_last_errors(cx: &mut Cx) -> PhpResult<OrFalse<PhpArray>> {
    functions::time::date_get_last_errors(cx)
}

/// `DateTime::format()`
pub(crate) fn format(cx: &mut Cx, this: &PhpObject, format: &PhpStr) -> PhpResult<PhpStr> {
    date::format(cx, this, format)
}

/// `DateTime::getTimezone()`
pub(crate) fn get_timezone(cx: &mut Cx, this: &PhpObject) -> PhpResult<OrFalse<PhpObject>> {
    date::zone(cx, this)
}

/// `DateTime::getOffset()`
pub(crate) fn get_offset(cx: &mut Cx, this: &PhpObject) -> PhpResult<i64> {
    date::offset(cx, this)
}

/// `DateTime::getTimestamp()`
pub(crate) fn get_timestamp(cx: &mut Cx, this: &PhpObject) -> PhpResult<i64> {
    date::timestamp(cx, this)
}

/// `DateTime::getMicrosecond()`
pub(crate) fn get_microsecond(cx: &mut Cx, this: &PhpObject) -> PhpResult<i64> {
    Ok(date::time(cx, this)?.micro)
}

/// `DateTime::diff()`
pub(crate) fn diff(cx: &mut Cx, this: &PhpObject, target_object: &PhpObject, absolute: bool) -> PhpResult<PhpObject> {
    date::diff(cx, this, target_object, absolute)
}

/// `DateTime::modify()`
pub(crate) fn modify(cx: &mut Cx, this: &PhpObject, modifier: &PhpStr) -> PhpResult<PhpObject> {
    date::modify_or_throw(cx, this, modifier)?;
    Ok(this.clone())
}

/// `DateTime::add()`
pub(crate) fn add(cx: &mut Cx, this: &PhpObject, interval: &PhpObject) -> PhpResult<PhpObject> {
    date::add(cx, this, interval)?;
    Ok(this.clone())
}

/// `DateTime::sub()`
pub(crate) fn sub(cx: &mut Cx, this: &PhpObject, interval: &PhpObject) -> PhpResult<PhpObject> {
    date::subtract_or_throw(cx, this, interval)?;
    Ok(this.clone())
}

/// `DateTime::setTimezone()`
pub(crate) fn set_timezone(cx: &mut Cx, this: &PhpObject, timezone: &PhpObject) -> PhpResult<PhpObject> {
    date::set_zone(cx, this, timezone)?;
    Ok(this.clone())
}

/// `DateTime::setTime()`
pub(crate) fn set_time(cx: &mut Cx, this: &PhpObject, hour: i64, minute: i64, second: i64, microsecond: i64) -> PhpResult<PhpObject> {
    date::set_time(cx, this, hour, minute, second, microsecond)?;
    Ok(this.clone())
}

/// `DateTime::setDate()`
pub(crate) fn set_date(cx: &mut Cx, this: &PhpObject, year: i64, month: i64, day: i64) -> PhpResult<PhpObject> {
    date::set_date(cx, this, year, month, day)?;
    Ok(this.clone())
}

/// `DateTime::setISODate()`
pub(crate) fn set_iso_date(cx: &mut Cx, this: &PhpObject, year: i64, week: i64, day_of_week: i64) -> PhpResult<PhpObject> {
    date::set_iso_date(cx, this, year, week, day_of_week)?;
    Ok(this.clone())
}

/// `DateTime::setTimestamp()`
pub(crate) fn set_timestamp(cx: &mut Cx, this: &PhpObject, timestamp: i64) -> PhpResult<PhpObject> {
    date::set_timestamp(cx, this, timestamp)?;
    Ok(this.clone())
}

/// `DateTime::setMicrosecond()`
pub(crate) fn set_microsecond(cx: &mut Cx, this: &PhpObject, microsecond: i64) -> PhpResult<PhpObject> {
    date::check_microsecond(cx, microsecond)?;
    date::time(cx, this)?.micro = microsecond;
    Ok(this.clone())
}
