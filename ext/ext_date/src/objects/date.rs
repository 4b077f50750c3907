//! What `DateTime` and `DateTimeImmutable` have in common.

use loxo_runtime::object::Purpose;

use super::interval::IntervalData;
use super::timezone::{self, ZoneData};
use super::{create, native, stored, uninitialized, with_function};
use crate::calendar;
use crate::format;
use crate::interval::difference;
use crate::parse::{self, by_format};
use crate::prelude::*;
use crate::state;
use crate::time::{Relative, Time, ZoneRef};

/// The native part; empty before the constructor.
#[derive(Clone, Default)]
pub(crate) struct DateData(pub Option<Time>);

native!(DateData);

/// Entries of serialized dates.
const OWN: &[&str] = &["date", "timezone_type", "timezone"];

pub(crate) fn object_handlers() -> ObjectHandlers {
    ObjectHandlers {
        new_native: Some(|_, _| Box::new(DateData::default())),
        compare: Some(compare_dates),
        properties_for: Some(|_, this, purpose| Ok((purpose != Purpose::Values).then(|| property_table(this)))),
        debug_info: Some(|_, this| Ok(property_table(this))),
        ..ObjectHandlers::default()
    }
}

fn peek(object: &PhpObject) -> Option<&Time> {
    object.native::<DateData>()?.0.as_ref()
}

/// The time of an object that has been constructed.
#[allow(clippy::mut_from_ref)] // objects are shared cells
pub(crate) fn time<'a>(cx: &mut Cx, object: &'a PhpObject) -> PhpResult<&'a mut Time> {
    match object.native_mut::<DateData>().and_then(|data| data.0.as_mut()) {
        Some(time) => Ok(time),
        None => Err(uninitialized(cx, class_of(object))),
    }
}

pub(crate) fn is_date(object: &PhpObject) -> bool {
    object.native::<DateData>().is_some()
}

/// A new object of a class with that time.
pub(crate) fn of_time(cx: &mut Cx, class: &'static Class, time: Time) -> PhpResult<PhpObject> {
    create(cx, class, Box::new(DateData(Some(time))))
}

/// `x-m-d H:i:s.u`, type and name of the zone.
fn entries(time: &Time) -> PhpArray {
    let mut array = PhpArray::new();
    array.set_bytes(b"date", Value::bytes(&format::format(time, b"x-m-d H:i:s.u")));
    if let Some(zone) = &time.zone {
        array.set_bytes(b"timezone_type", Value::int(zone.kind()));
        array.set_bytes(b"timezone", Value::from(zone.name()));
    }
    array
}

fn property_table(this: &PhpObject) -> PhpArray {
    let mut table = stored::members(this);
    if let Some(time) = peek(this) {
        for (key, value) in &entries(time) {
            table.set_ref(key, value.clone());
        }
    }
    table
}

fn compare_dates(cx: &mut Cx, a: &Value, b: &Value) -> PhpResult<i32> {
    let pair = a.as_object().zip(b.as_object()).filter(|(a, b)| is_date(a) && is_date(b));
    let Some((a_object, b_object)) = pair else { return compare::compare_standard(cx, a, b) };
    match (peek(a_object), peek(b_object)) {
        (Some(one), Some(two)) => Ok(one.compare(two) as i32),
        _ => Err(cx.throw("DateObjectError", "Trying to compare an incomplete DateTime or DateTimeImmutable object")),
    }
}

/// What a text, maybe in a format, is read with.
pub(crate) struct Source<'a> {
    pub text: &'a [u8],
    pub format: Option<&'a [u8]>,
    pub zone: Option<&'a PhpObject>,
}

/// Reads a date. `None`: the text is wrong; what is wrong with it is remembered.
pub(crate) fn read(cx: &mut Cx, source: &Source<'_>, in_constructor: bool) -> PhpResult<Option<Time>> {
    let zone = source.zone.map(|object| object.native::<ZoneData>().and_then(|data| data.0.clone()));
    read_in(cx, source, zone, in_constructor)
}

fn read_in(cx: &mut Cx, source: &Source<'_>, zone: Option<Option<ZoneRef>>, in_constructor: bool) -> PhpResult<Option<Time>> {
    let text = if source.text.is_empty() && source.format.is_none() { b"now" } else { source.text };
    if zone.is_none() && source.format.is_none() && text == b"now" {
        state::forget_errors(cx);
        let zone = ZoneRef::Id(state::default_zone(cx));
        return Ok(Some(state::now_in(zone)));
    }
    let parsed = match source.format {
        Some(format) => by_format::parse(format, text),
        None => parse::parse(text),
    };
    state::remember(cx, &parsed);
    if let Some(error) = parsed.errors.first() {
        if in_constructor {
            let message = [b"Failed to parse time string (", state::c_string(text), b") ", &state::describe(error)].concat();
            return Err(cx.throw("DateMalformedStringException", message));
        }
        return Ok(None);
    }
    let zone = match (zone, parsed.zone()) {
        (Some(Some(zone)), _) => zone,
        (Some(None), _) => return Err(cx.throw_error("The DateTimeZone object has not been correctly initialized by its constructor")),
        (None, Some(ZoneRef::Id(zone))) => ZoneRef::Id(zone),
        (None, _) => ZoneRef::Id(state::default_zone(cx)),
    };
    let now = state::now_in(zone);
    if source.format.is_none() && text == b"now" {
        return Ok(Some(now));
    }
    let mut time = parsed.complete(&now, source.format.is_some());
    time.resolve_in(now.zone_id());
    time.read_clock();
    Ok(Some(time))
}

/// `__construct()`
pub(crate) fn construct(cx: &mut Cx, this: &PhpObject, text: &PhpStr, zone: Option<&PhpObject>) -> PhpResult<()> {
    if let Some(data) = this.native_mut::<DateData>() {
        data.0 = None;
    }
    let time = read(cx, &Source { text, format: None, zone }, true)?;
    this.set_native(Box::new(DateData(time)));
    Ok(())
}

/// A new object of a text; `false` if the text is wrong.
pub(crate) fn create_from(cx: &mut Cx, class: &'static Class, source: &Source<'_>) -> PhpResult<OrFalse<PhpObject>> {
    match read(cx, source, false)? {
        Some(time) => of_time(cx, class, time).map(OrFalse::some),
        None => Ok(OrFalse::FALSE),
    }
}

/// A new object of a class with the time of another.
pub(crate) fn copy_as(cx: &mut Cx, class: &'static Class, object: &PhpObject) -> PhpResult<PhpObject> {
    let time = time(cx, object)?.clone();
    of_time(cx, class, time)
}

/// `createFromTimestamp()`
pub(crate) fn from_timestamp(cx: &mut Cx, class: &'static Class, timestamp: &Value) -> PhpResult<PhpObject> {
    let (seconds, micros) = match timestamp.as_float() {
        None => (timestamp.as_int().unwrap_or(0), 0),
        Some(float) => match split_timestamp(float) {
            Some(parts) => parts,
            None => {
                let shown = loxo_runtime::value::number::double_to_string(float, 6).to_str_lossy().replace('E', "e");
                let shown = if float.is_finite() { shown } else { shown.to_ascii_uppercase() };
                let (min, max) = (i64::MIN, i64::MAX);
                let message = format!("must be a finite number between {min} and {max}.999999, {shown} given");
                return Err(cx.argument_error("DateRangeError", 1, message));
            }
        },
    };
    let mut time = Time::local(seconds, ZoneRef::Offset(0));
    time.micro = micros;
    of_time(cx, class, time)
}

/// Seconds and microseconds, the latter never negative.
fn split_timestamp(float: f64) -> Option<(i64, i64)> {
    // What is 2 to the 63rd or more does not fit.
    let whole = float.trunc();
    if whole.is_nan() || !(-9_223_372_036_854_775_808.0..9_223_372_036_854_775_808.0).contains(&whole) {
        return None;
    }
    let mut seconds = whole as i64;
    let mut micros = (float.fract() * 1_000_000.0).round() as i64;
    if micros.abs() == 1_000_000 {
        seconds = seconds.wrapping_add(micros.signum());
        micros = 0;
    }
    if micros < 0 {
        seconds = seconds.checked_sub(1)?;
        micros += 1_000_000;
    }
    Some((seconds, micros))
}

/// `format()`
pub(crate) fn format(cx: &mut Cx, this: &PhpObject, format: &PhpStr) -> PhpResult<PhpStr> {
    Ok(PhpStr::from_vec(format::format(time(cx, this)?, format)))
}

/// Why a text cannot modify a date.
pub(crate) enum Unmodified {
    Thrown(Thrown),
    /// The text of a warning or exception.
    Malformed(Vec<u8>),
}

/// `modify()`
pub(crate) fn modify(cx: &mut Cx, this: &PhpObject, text: &PhpStr) -> Result<(), Unmodified> {
    time(cx, this).map_err(Unmodified::Thrown)?;
    let parsed = parse::parse(text);
    state::remember(cx, &parsed);
    if let Some(error) = parsed.errors.first() {
        let message = [b"Failed to parse time string (", state::c_string(text), b") ", &state::describe(error)].concat();
        return Err(Unmodified::Malformed(message));
    }
    let time = time(cx, this).map_err(Unmodified::Thrown)?;
    let is_timestamp = [parsed.year, parsed.month, parsed.day] == [Some(1970), Some(1), Some(1)]
        && [parsed.hour, parsed.minute, parsed.second, parsed.micro] == [Some(0); 4]
        && parsed.have_zone > 0
        && matches!(parsed.zone(), Some(ZoneRef::Offset(0)));
    time.year = parsed.year.unwrap_or(time.year);
    time.month = parsed.month.unwrap_or(time.month);
    time.day = parsed.day.unwrap_or(time.day);
    if let Some(hour) = parsed.hour {
        time.hour = hour;
        time.minute = parsed.minute.unwrap_or(0);
        time.second = parsed.minute.and(parsed.second).unwrap_or(0);
    }
    time.micro = parsed.micro.unwrap_or(time.micro);
    if is_timestamp {
        time.attach(ZoneRef::Offset(0));
    }
    time.relative = parsed.relative;
    time.have_relative = parsed.have_relative;
    time.resolve();
    time.read_clock();
    time.have_relative = false;
    time.relative = Relative::default();
    Ok(())
}

/// `modify()` as a method: what is wrong is thrown.
pub(crate) fn modify_or_throw(cx: &mut Cx, this: &PhpObject, text: &PhpStr) -> PhpResult<()> {
    modify(cx, this, text).map_err(|why| match why {
        Unmodified::Thrown(thrown) => thrown,
        Unmodified::Malformed(message) => {
            let message = with_function(cx, &message);
            cx.throw("DateMalformedStringException", message)
        }
    })
}

/// The native part of an interval that has been constructed.
fn interval_of(cx: &mut Cx, object: &PhpObject) -> PhpResult<IntervalData> {
    super::interval::data(cx, object).cloned()
}

/// `add()`
pub(crate) fn add(cx: &mut Cx, this: &PhpObject, interval: &PhpObject) -> PhpResult<()> {
    time(cx, this)?;
    let interval = interval_of(cx, interval)?;
    time(cx, this)?.add(&interval.relative, interval.arithmetic);
    Ok(())
}

/// `sub()`; `false` for intervals that cannot be subtracted.
pub(crate) fn subtract(cx: &mut Cx, this: &PhpObject, interval: &PhpObject) -> PhpResult<bool> {
    time(cx, this)?;
    let interval = interval_of(cx, interval)?;
    if interval.relative.is_special() {
        return Ok(false);
    }
    time(cx, this)?.subtract(&interval.relative, interval.arithmetic);
    Ok(true)
}

pub(crate) const NOT_SUBTRACTABLE: &str = "Only non-special relative time specifications are supported for subtraction";

/// `sub()` as a method.
pub(crate) fn subtract_or_throw(cx: &mut Cx, this: &PhpObject, interval: &PhpObject) -> PhpResult<()> {
    if subtract(cx, this, interval)? {
        return Ok(());
    }
    let message = with_function(cx, NOT_SUBTRACTABLE.as_bytes());
    Err(cx.throw("DateInvalidOperationException", message))
}

/// `getTimezone()`
pub(crate) fn zone(cx: &mut Cx, this: &PhpObject) -> PhpResult<OrFalse<PhpObject>> {
    match time(cx, this)?.zone.clone() {
        Some(zone) => timezone::of_zone(cx, zone).map(OrFalse::some),
        None => Ok(OrFalse::FALSE),
    }
}

/// `setTimezone()`
pub(crate) fn set_zone(cx: &mut Cx, this: &PhpObject, zone: &PhpObject) -> PhpResult<()> {
    let time = time(cx, this)?;
    match zone.native::<ZoneData>().and_then(|data| data.0.clone()) {
        Some(zone) => time.set_zone(zone),
        None => time.set_moment(time.moment),
    }
    Ok(())
}

/// `getOffset()`
pub(crate) fn offset(cx: &mut Cx, this: &PhpObject) -> PhpResult<i64> {
    let time = time(cx, this)?;
    Ok(time.zone.as_ref().map_or(0, |zone| zone.offset_at(time.moment)))
}

/// `setTime()`
pub(crate) fn set_time(cx: &mut Cx, this: &PhpObject, hour: i64, minute: i64, second: i64, micro: i64) -> PhpResult<()> {
    let time = time(cx, this)?;
    (time.hour, time.minute, time.second, time.micro) = (hour, minute, second, micro);
    time.resolve();
    time.read_clock();
    Ok(())
}

/// `setDate()`
pub(crate) fn set_date(cx: &mut Cx, this: &PhpObject, year: i64, month: i64, day: i64) -> PhpResult<()> {
    let time = time(cx, this)?;
    (time.year, time.month, time.day) = (year, month, day);
    time.resolve();
    Ok(())
}

/// `setISODate()`
pub(crate) fn set_iso_date(cx: &mut Cx, this: &PhpObject, year: i64, week: i64, weekday: i64) -> PhpResult<()> {
    let time = time(cx, this)?;
    (time.year, time.month, time.day) = (year, 1, 1);
    time.relative = Relative { days: calendar::iso_offset(year, week, weekday), ..Relative::default() };
    time.have_relative = true;
    time.resolve();
    Ok(())
}

/// `setTimestamp()`
pub(crate) fn set_timestamp(cx: &mut Cx, this: &PhpObject, timestamp: i64) -> PhpResult<()> {
    let time = time(cx, this)?;
    time.set_moment(timestamp);
    time.resolve();
    time.micro = 0;
    Ok(())
}

/// `setMicrosecond()`
pub(crate) fn check_microsecond(cx: &mut Cx, micro: i64) -> PhpResult<()> {
    if (0..=999_999).contains(&micro) {
        return Ok(());
    }
    Err(cx.argument_error("DateRangeError", 1, format!("must be between 0 and 999999, {micro} given")))
}

/// `getTimestamp()`
pub(crate) fn timestamp(cx: &mut Cx, this: &PhpObject) -> PhpResult<i64> {
    Ok(time(cx, this)?.moment)
}

/// `diff()`
pub(crate) fn diff(cx: &mut Cx, one: &PhpObject, two: &PhpObject, absolute: bool) -> PhpResult<PhpObject> {
    let first = time(cx, one)?.clone();
    let second = time(cx, two)?.clone();
    let mut found = difference(&first, &second);
    if absolute {
        found.invert = 0;
    }
    super::interval::of_relative(cx, IntervalData::civil(found))
}

/// `__serialize()`
pub(crate) fn serialize(cx: &mut Cx, this: &PhpObject) -> PhpResult<PhpArray> {
    let mut array = entries(time(cx, this)?);
    stored::add_members(&mut array, this);
    Ok(array)
}

/// Sets the time from the entries of a serialized date; throws if they make no sense.
pub(crate) fn restore(cx: &mut Cx, this: &PhpObject, array: &PhpArray) -> PhpResult<()> {
    match from_entries(cx, array)? {
        Some(time) => {
            this.set_native(Box::new(DateData(Some(time))));
            Ok(())
        }
        None => {
            let class = convert::class_text(super::builtin_class_of(class_of(this)));
            Err(cx.throw_error(format!("Invalid serialization data for {class} object")))
        }
    }
}

fn from_entries(cx: &mut Cx, array: &PhpArray) -> PhpResult<Option<Time>> {
    let parts = (stored::text(array, "date"), stored::int(array, "timezone_type"), stored::text(array, "timezone"));
    let (Some(date), Some(kind), Some(zone)) = parts else { return Ok(None) };
    match kind {
        1 | 2 => {
            let text = [date.as_bytes(), b" ", zone.as_bytes()].concat();
            read(cx, &Source { text: &text, format: None, zone: None }, false)
        }
        3 => {
            let Some(zone) = crate::zone::data::zone(state::c_string(zone)) else { return Ok(None) };
            read_in(cx, &Source { text: date, format: None, zone: None }, Some(Some(ZoneRef::Id(zone))), false)
        }
        _ => Ok(None),
    }
}

/// `__unserialize()`
pub(crate) fn unserialize(cx: &mut Cx, this: &PhpObject, array: &PhpArray) -> PhpResult<()> {
    restore(cx, this, array)?;
    stored::restore_members(cx, this, array, OWN)
}

/// `__set_state()`
pub(crate) fn set_state(cx: &mut Cx, array: &PhpArray, class: &str) -> PhpResult<PhpObject> {
    let object = create(cx, cx.builtin_class(class), Box::new(DateData::default()))?;
    restore(cx, &object, array)?;
    Ok(object)
}
