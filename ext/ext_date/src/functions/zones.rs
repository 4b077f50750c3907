//! Functions on time zones, most of which are methods of `DateTimeZone` as well.

use crate::objects::timezone;
use crate::prelude::*;
use crate::state;
use crate::zone::{abbreviations, data};

/// `timezone_open()`
pub(crate) fn timezone_open(cx: &mut Cx, timezone: &PhpStr) -> PhpResult<OrFalse<PhpObject>> {
    match timezone::parse(timezone) {
        Ok(zone) => timezone::of_zone(cx, zone).map(OrFalse::some),
        Err(message) => {
            cx.builtin_warning(message);
            Ok(OrFalse::FALSE)
        }
    }
}

/// `timezone_name_get()`
pub(crate) fn timezone_name_get(cx: &mut Cx, object: &PhpObject) -> PhpResult<String> {
    timezone::get_name(cx, object)
}

/// `timezone_name_from_abbr()`
pub(crate) fn timezone_name_from_abbr(_cx: &mut Cx, abbr: &PhpStr, utc_offset: i64, is_dst: i64) -> PhpResult<OrFalse<&'static str>> {
    Ok(OrFalse(abbreviations::zone_name(state::c_string(abbr), utc_offset, is_dst)))
}

/// `timezone_offset_get()`
pub(crate) fn timezone_offset_get(cx: &mut Cx, object: &PhpObject, datetime: &PhpObject) -> PhpResult<i64> {
    timezone::get_offset(cx, object, datetime)
}

/// `timezone_transitions_get()`
pub(crate) fn timezone_transitions_get(
    cx: &mut Cx,
    object: &PhpObject,
    timestamp_begin: Option<i64>,
    timestamp_end: Option<i64>,
) -> PhpResult<OrFalse<PhpArray>> {
    timezone::get_transitions(cx, object, timestamp_begin, timestamp_end)
}

/// `timezone_location_get()`
pub(crate) fn timezone_location_get(cx: &mut Cx, object: &PhpObject) -> PhpResult<OrFalse<PhpArray>> {
    timezone::get_location(cx, object)
}

/// Groups of zones: the bit of `DateTimeZone`'s constants and how names begin.
const GROUPS: &[(i64, &str)] = &[
    (0x0001, "Africa/"),
    (0x0002, "America/"),
    (0x0004, "Antarctica/"),
    (0x0008, "Arctic/"),
    (0x0010, "Asia/"),
    (0x0020, "Atlantic/"),
    (0x0040, "Australia/"),
    (0x0080, "Europe/"),
    (0x0100, "Indian/"),
    (0x0200, "Pacific/"),
    (0x0400, "UTC"),
];
const ALL_WITH_BC: i64 = 0x0FFF;
const PER_COUNTRY: i64 = 0x1000;

/// `timezone_identifiers_list()`
pub(crate) fn timezone_identifiers_list(cx: &mut Cx, timezone_group: i64, country_code: Option<&PhpStr>) -> PhpResult<PhpArray> {
    let country = country_code.map_or(&b""[..], |code| code.as_bytes());
    if timezone_group == PER_COUNTRY && country.len() != 2 {
        let message =
            "must be a two-letter ISO 3166-1 compatible country code when argument #1 ($timezoneGroup) is DateTimeZone::PER_COUNTRY";
        return Err(cx.argument_value_error(2, message));
    }
    let wanted = |entry: &&data::Entry| match timezone_group {
        PER_COUNTRY => entry.country.as_bytes() == country,
        ALL_WITH_BC => true,
        groups => entry.listed && GROUPS.iter().any(|(bit, prefix)| groups & bit != 0 && entry.name.starts_with(prefix)),
    };
    Ok(PhpArray::from_values(data::entries().iter().filter(wanted).map(|entry| entry.name)))
}

/// `timezone_abbreviations_list()`
pub(crate) fn timezone_abbreviations_list(_cx: &mut Cx) -> PhpResult<PhpArray> {
    let mut list = PhpArray::new();
    for meaning in abbreviations::all() {
        let mut row = PhpArray::new();
        row.set_bytes(b"dst", Value::bool(meaning.is_dst));
        row.set_bytes(b"offset", Value::int(meaning.offset));
        row.set_bytes(b"timezone_id", meaning.zone.map_or(Value::NULL, Value::from));
        let rows = list.entry_bytes(meaning.name.as_bytes());
        if rows.is_null() || rows.is_undef() {
            *rows = Value::array(PhpArray::new());
        }
        if let Some(rows) = rows.as_array_mut() {
            let _ = rows.push(Value::array(row));
        }
    }
    Ok(list)
}

/// `timezone_version_get()`
pub(crate) fn timezone_version_get(_cx: &mut Cx) -> PhpResult<&'static str> {
    Ok(data::version())
}
