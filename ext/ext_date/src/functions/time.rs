//! Functions on moments: `date()`, `strtotime()`, `mktime()` and their kind.

use crate::calendar::{self, DAY_NAMES, MONTH_NAMES};
use crate::format;
use crate::parse::{self, Parsed, ParsedZone, by_format};
use crate::prelude::*;
use crate::state::{self, State};
use crate::time::{DayOfMonth, Special, Time, ZoneRef};
use crate::zone::data;
use loxo_runtime::locale;

/// `date.timezone`
pub(crate) fn zone_changed(cx: &mut Cx, text: &[u8]) -> bool {
    match data::zone(text) {
        Some(zone) => {
            cx.ext::<State>().setting = Some(zone);
            true
        }
        None => {
            let current = cx.ext::<State>().setting.map_or("UTC", |zone| &zone.name);
            let message = [b"Invalid date.timezone value '", text, b"', using '", current.as_bytes(), b"' instead"].concat();
            if cx.active.is_some() {
                cx.builtin_warning(message);
            } else {
                cx.raise_at(ErrorLevel::Warning, [b"PHP Startup: ", &message[..]].concat(), "Unknown", 0);
            }
            false
        }
    }
}

/// A moment in the default zone.
fn local(cx: &mut Cx, timestamp: Option<i64>) -> Time {
    let zone = state::default_zone(cx);
    Time::local(timestamp.unwrap_or_else(state::seconds), ZoneRef::Id(zone))
}

fn utc(timestamp: Option<i64>) -> Time {
    Time::utc(timestamp.unwrap_or_else(state::seconds))
}

/// `strtotime()`
pub(crate) fn strtotime(cx: &mut Cx, datetime: &PhpStr, base_timestamp: Option<i64>) -> PhpResult<OrFalse<i64>> {
    let parsed = parse::parse(datetime);
    if datetime.is_empty() || !parsed.errors.is_empty() {
        return Ok(OrFalse::FALSE);
    }
    let now = local(cx, base_timestamp);
    let mut time = parsed.complete(&now, false);
    time.resolve_in(now.zone_id());
    Ok(OrFalse::some(time.moment))
}

/// `date()`
pub(crate) fn date(cx: &mut Cx, format: &PhpStr, timestamp: Option<i64>) -> PhpResult<PhpStr> {
    Ok(PhpStr::from_vec(format::format(&local(cx, timestamp), format)))
}

/// Now, as logs have it.
pub(crate) fn now_formatted(cx: &mut Cx, format: &[u8]) -> Vec<u8> {
    format::format(&local(cx, None), format)
}

/// `gmdate()`
pub(crate) fn gmdate(_cx: &mut Cx, format: &PhpStr, timestamp: Option<i64>) -> PhpResult<PhpStr> {
    Ok(PhpStr::from_vec(format::format(&utc(timestamp), format)))
}

/// `idate()`
pub(crate) fn idate(cx: &mut Cx, format: &PhpStr, timestamp: Option<i64>) -> PhpResult<OrFalse<i64>> {
    let [letter] = format.as_bytes() else {
        cx.builtin_warning("idate format is one char");
        return Ok(OrFalse::FALSE);
    };
    let number = format::number(&local(cx, timestamp), *letter);
    if number.is_none() {
        cx.builtin_warning("Unrecognized date format token");
    }
    Ok(OrFalse(number))
}

/// `mktime()`
#[allow(clippy::too_many_arguments)] // the signature is PHP's
pub(crate) fn mktime(
    cx: &mut Cx,
    hour: i64,
    minute: Option<i64>,
    second: Option<i64>,
    month: Option<i64>,
    day: Option<i64>,
    year: Option<i64>,
) -> PhpResult<i64> {
    Ok(moment_of(local(cx, None), [Some(hour), minute, second, month, day, year]))
}

/// `gmmktime()`
#[allow(clippy::too_many_arguments)] // the signature is PHP's
pub(crate) fn gmmktime(
    _cx: &mut Cx,
    hour: i64,
    minute: Option<i64>,
    second: Option<i64>,
    month: Option<i64>,
    day: Option<i64>,
    year: Option<i64>,
) -> PhpResult<i64> {
    Ok(moment_of(utc(None), [Some(hour), minute, second, month, day, year]))
}

/// Puts fields into a time and asks for the moment.
fn moment_of(mut time: Time, [hour, minute, second, month, day, year]: [Option<i64>; 6]) -> i64 {
    let year = year.map(|year| match year {
        0..70 => year + 2000,
        70..=100 => year + 1900,
        _ => year,
    });
    let fields = [
        (&mut time.hour, hour),
        (&mut time.minute, minute),
        (&mut time.second, second),
        (&mut time.month, month),
        (&mut time.day, day),
        (&mut time.year, year),
    ];
    for (field, value) in fields {
        *field = value.unwrap_or(*field);
    }
    time.resolve();
    time.moment
}

/// `checkdate()`
pub(crate) fn checkdate(_cx: &mut Cx, month: i64, day: i64, year: i64) -> PhpResult<bool> {
    Ok((1..=32_767).contains(&year) && calendar::is_valid_date(year, month, day))
}

/// `strftime()`
pub(crate) fn strftime(cx: &mut Cx, format: &PhpStr, timestamp: Option<i64>) -> PhpResult<OrFalse<PhpStr>> {
    let time = local(cx, timestamp);
    let locale = locale::other_than_c(cx);
    Ok(non_empty(format::strftime::strftime(&time, format, locale.as_deref())))
}

/// `gmstrftime()`
pub(crate) fn gmstrftime(cx: &mut Cx, format: &PhpStr, timestamp: Option<i64>) -> PhpResult<OrFalse<PhpStr>> {
    let locale = locale::other_than_c(cx);
    Ok(non_empty(format::strftime::strftime(&utc(timestamp), format, locale.as_deref())))
}

fn non_empty(text: Vec<u8>) -> OrFalse<PhpStr> {
    OrFalse((!text.is_empty()).then(|| PhpStr::from_vec(text)))
}

/// `time()`
pub(crate) fn time(_cx: &mut Cx) -> PhpResult<i64> {
    Ok(state::seconds())
}

/// `localtime()`
pub(crate) fn localtime(cx: &mut Cx, timestamp: Option<i64>, associative: bool) -> PhpResult<PhpArray> {
    let time = local(cx, timestamp);
    let fields = [
        ("tm_sec", time.second),
        ("tm_min", time.minute),
        ("tm_hour", time.hour),
        ("tm_mday", time.day),
        ("tm_mon", time.month - 1),
        ("tm_year", time.year.wrapping_sub(1900)),
        ("tm_wday", calendar::weekday(time.year, time.month, time.day)),
        ("tm_yday", calendar::day_of_year(time.year, time.month, time.day)),
        ("tm_isdst", i64::from(time.is_dst)),
    ];
    if !associative {
        return Ok(PhpArray::from_values(fields.map(|(_, value)| value)));
    }
    let mut array = PhpArray::new();
    for (name, value) in fields {
        array.set_bytes(name.as_bytes(), Value::int(value));
    }
    Ok(array)
}

/// `getdate()`
pub(crate) fn getdate(cx: &mut Cx, timestamp: Option<i64>) -> PhpResult<PhpArray> {
    let time = local(cx, timestamp);
    let weekday = calendar::weekday(time.year, time.month, time.day);
    let mut array = PhpArray::new();
    for (name, value) in [
        ("seconds", time.second),
        ("minutes", time.minute),
        ("hours", time.hour),
        ("mday", time.day),
        ("wday", weekday),
        ("mon", time.month),
        ("year", time.year),
        ("yday", calendar::day_of_year(time.year, time.month, time.day)),
    ] {
        array.set_bytes(name.as_bytes(), Value::int(value));
    }
    array.set_bytes(b"weekday", Value::from(DAY_NAMES[weekday as usize]));
    array.set_bytes(b"month", Value::from(MONTH_NAMES[(time.month - 1).clamp(0, 11) as usize]));
    array.set_int(0, Value::int(time.moment));
    Ok(array)
}

/// `date_parse()`
pub(crate) fn date_parse(_cx: &mut Cx, datetime: &PhpStr) -> PhpResult<PhpArray> {
    Ok(describe(&parse::parse(datetime)))
}

/// `date_parse_from_format()`
pub(crate) fn date_parse_from_format(_cx: &mut Cx, format: &PhpStr, datetime: &PhpStr) -> PhpResult<PhpArray> {
    Ok(describe(&by_format::parse(format, datetime)))
}

/// What a text says, as an array.
fn describe(parsed: &Parsed) -> PhpArray {
    let mut array = PhpArray::new();
    for (name, value) in [
        ("year", parsed.year),
        ("month", parsed.month),
        ("day", parsed.day),
        ("hour", parsed.hour),
        ("minute", parsed.minute),
        ("second", parsed.second),
    ] {
        array.set_bytes(name.as_bytes(), value.map_or(Value::FALSE, Value::int));
    }
    array.set_bytes(b"fraction", parsed.micro.map_or(Value::FALSE, |micro| Value::float(micro as f64 / 1_000_000.0)));
    state::add_messages(&mut array, &parsed.warnings, &parsed.errors);
    let is_local = !matches!(parsed.zone, ParsedZone::None);
    array.set_bytes(b"is_localtime", Value::bool(is_local));
    if is_local {
        array.set_bytes(b"zone_type", Value::int(parsed.zone().map_or(0, ZoneRef::kind)));
    }
    match parsed.zone() {
        Some(ZoneRef::Offset(seconds)) => {
            array.set_bytes(b"zone", Value::int(i64::from(*seconds)));
            array.set_bytes(b"is_dst", Value::FALSE);
        }
        Some(ZoneRef::Abbreviation { offset, is_dst, name }) => {
            array.set_bytes(b"zone", Value::int(i64::from(*offset)));
            array.set_bytes(b"is_dst", Value::bool(*is_dst));
            array.set_bytes(b"tz_abbr", Value::from(name.as_ref()));
        }
        Some(ZoneRef::Id(zone)) => {
            if let Some(abbreviation) = &parsed.abbreviation {
                array.set_bytes(b"tz_abbr", Value::from(abbreviation.as_ref()));
            }
            array.set_bytes(b"tz_id", Value::from(zone.name.as_ref()));
        }
        None => {}
    }
    if parsed.have_relative {
        array.set_bytes(b"relative", Value::array(describe_relative(parsed)));
    }
    array
}

fn describe_relative(parsed: &Parsed) -> PhpArray {
    let relative = &parsed.relative;
    let mut array = PhpArray::new();
    for (name, value) in [
        ("year", relative.years),
        ("month", relative.months),
        ("day", relative.days),
        ("hour", relative.hours),
        ("minute", relative.minutes),
        ("second", relative.seconds),
    ] {
        array.set_bytes(name.as_bytes(), Value::int(value));
    }
    if relative.have_weekday {
        array.set_bytes(b"weekday", Value::int(relative.weekday));
    }
    if let Some(Special::Weekdays(count)) = relative.special {
        array.set_bytes(b"weekdays", Value::int(count));
    }
    match relative.day_of_month {
        Some(DayOfMonth::First) => array.set_bytes(b"first_day_of_month", Value::TRUE),
        Some(DayOfMonth::Last) => array.set_bytes(b"last_day_of_month", Value::TRUE),
        None => {}
    }
    array
}

/// `date_get_last_errors()`
pub(crate) fn date_get_last_errors(cx: &mut Cx) -> PhpResult<OrFalse<PhpArray>> {
    let last = cx.ext::<State>().last_errors.as_ref();
    Ok(OrFalse(last.map(|last| {
        let mut array = PhpArray::new();
        state::add_messages(&mut array, &last.warnings, &last.errors);
        array
    })))
}

/// `date_default_timezone_set()`
pub(crate) fn date_default_timezone_set(cx: &mut Cx, timezone_id: &PhpStr) -> PhpResult<bool> {
    let Some(zone) = data::zone(state::c_string(timezone_id)) else {
        cx.builtin_notice([b"Timezone ID '", state::c_string(timezone_id), b"' is invalid"].concat());
        return Ok(false);
    };
    cx.ext::<State>().script_zone = Some(zone);
    Ok(true)
}

/// `date_default_timezone_get()`
pub(crate) fn date_default_timezone_get(cx: &mut Cx) -> PhpResult<&'static str> {
    Ok(&state::default_zone(cx).name)
}
