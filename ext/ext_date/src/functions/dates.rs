//! `date_create()` and the functions that do what methods of `DateTime` do.

use crate::objects::date::{self, Source, Unmodified};
use crate::prelude::*;

/// `date_create()`
pub(crate) fn date_create(cx: &mut Cx, datetime: &PhpStr, timezone: Option<&PhpObject>) -> PhpResult<OrFalse<PhpObject>> {
    date::create_from(cx, cx.builtin_class("DateTime"), &Source { text: datetime, format: None, zone: timezone })
}

/// `date_create_immutable()`
pub(crate) fn date_create_immutable(cx: &mut Cx, datetime: &PhpStr, timezone: Option<&PhpObject>) -> PhpResult<OrFalse<PhpObject>> {
    date::create_from(cx, cx.builtin_class("DateTimeImmutable"), &Source { text: datetime, format: None, zone: timezone })
}

/// `date_create_from_format()`
pub(crate) fn date_create_from_format(
    cx: &mut Cx,
    format: &PhpStr,
    datetime: &PhpStr,
    timezone: Option<&PhpObject>,
) -> PhpResult<OrFalse<PhpObject>> {
    date::create_from(cx, cx.builtin_class("DateTime"), &Source { text: datetime, format: Some(format), zone: timezone })
}

/// `date_create_immutable_from_format()`
pub(crate) fn date_create_immutable_from_format(
    cx: &mut Cx,
    format: &PhpStr,
    datetime: &PhpStr,
    timezone: Option<&PhpObject>,
) -> PhpResult<OrFalse<PhpObject>> {
    date::create_from(cx, cx.builtin_class("DateTimeImmutable"), &Source { text: datetime, format: Some(format), zone: timezone })
}

/// `date_format()`
pub(crate) fn date_format(cx: &mut Cx, object: &PhpObject, format: &PhpStr) -> PhpResult<PhpStr> {
    date::format(cx, object, format)
}

/// `date_modify()`
pub(crate) fn date_modify(cx: &mut Cx, object: &PhpObject, modifier: &PhpStr) -> PhpResult<OrFalse<PhpObject>> {
    match date::modify(cx, object, modifier) {
        Ok(()) => Ok(OrFalse::some(object.clone())),
        Err(Unmodified::Thrown(thrown)) => Err(thrown),
        Err(Unmodified::Malformed(message)) => {
            cx.builtin_warning(message);
            Ok(OrFalse::FALSE)
        }
    }
}

/// `date_add()`
pub(crate) fn date_add(cx: &mut Cx, object: &PhpObject, interval: &PhpObject) -> PhpResult<PhpObject> {
    date::add(cx, object, interval)?;
    Ok(object.clone())
}

/// `date_sub()`
pub(crate) fn date_sub(cx: &mut Cx, object: &PhpObject, interval: &PhpObject) -> PhpResult<PhpObject> {
    if !date::subtract(cx, object, interval)? {
        cx.builtin_warning(date::NOT_SUBTRACTABLE);
    }
    Ok(object.clone())
}

/// `date_timezone_get()`
pub(crate) fn date_timezone_get(cx: &mut Cx, object: &PhpObject) -> PhpResult<OrFalse<PhpObject>> {
    date::zone(cx, object)
}

/// `date_timezone_set()`
pub(crate) fn date_timezone_set(cx: &mut Cx, object: &PhpObject, timezone: &PhpObject) -> PhpResult<PhpObject> {
    date::set_zone(cx, object, timezone)?;
    Ok(object.clone())
}

/// `date_offset_get()`
pub(crate) fn date_offset_get(cx: &mut Cx, object: &PhpObject) -> PhpResult<i64> {
    date::offset(cx, object)
}

/// `date_diff()`
pub(crate) fn date_diff(cx: &mut Cx, base_object: &PhpObject, target_object: &PhpObject, absolute: bool) -> PhpResult<PhpObject> {
    date::diff(cx, base_object, target_object, absolute)
}

/// `date_time_set()`
pub(crate) fn date_time_set(
    cx: &mut Cx,
    object: &PhpObject,
    hour: i64,
    minute: i64,
    second: i64,
    microsecond: i64,
) -> PhpResult<PhpObject> {
    date::set_time(cx, object, hour, minute, second, microsecond)?;
    Ok(object.clone())
}

/// `date_date_set()`
pub(crate) fn date_date_set(cx: &mut Cx, object: &PhpObject, year: i64, month: i64, day: i64) -> PhpResult<PhpObject> {
    date::set_date(cx, object, year, month, day)?;
    Ok(object.clone())
}

/// `date_isodate_set()`
pub(crate) fn date_isodate_set(cx: &mut Cx, object: &PhpObject, year: i64, week: i64, day_of_week: i64) -> PhpResult<PhpObject> {
    date::set_iso_date(cx, object, year, week, day_of_week)?;
    Ok(object.clone())
}

/// `date_timestamp_set()`
pub(crate) fn date_timestamp_set(cx: &mut Cx, object: &PhpObject, timestamp: i64) -> PhpResult<PhpObject> {
    date::set_timestamp(cx, object, timestamp)?;
    Ok(object.clone())
}

/// `date_timestamp_get()`
pub(crate) fn date_timestamp_get(cx: &mut Cx, object: &PhpObject) -> PhpResult<i64> {
    date::timestamp(cx, object)
}
