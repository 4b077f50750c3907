//! `DateInterval`: its constructor and properties, and the native part that keeps what PHP code cannot see.

use super::{create, native, stored, uninitialized};
use crate::interval::{self, Arithmetic};
use crate::parse::{self, iso_interval};
use crate::prelude::*;
use crate::state;
use crate::time::{DayOfMonth, Relative, Special, WeekdayBehaviour};

/// The native part.
#[derive(Clone)]
pub(crate) struct IntervalData {
    /// The constructor has run.
    pub ready: bool,
    pub relative: Relative,
    pub arithmetic: Arithmetic,
    /// What `createFromDateString()` was given.
    pub text: Option<PhpStr>,
}

native!(IntervalData);

impl IntervalData {
    /// A difference of dates.
    pub(crate) fn civil(relative: Relative) -> IntervalData {
        IntervalData { ready: true, relative, arithmetic: Arithmetic::Civil, text: None }
    }
}

/// Entries of serialized intervals.
const OWN: &[&str] = &["date_string", "from_string", "y", "m", "d", "h", "i", "s", "f", "invert", "days"];

pub(crate) fn object_handlers() -> ObjectHandlers {
    ObjectHandlers {
        new_native: Some(|_, _| Box::new(IntervalData { ready: false, ..IntervalData::civil(Relative::default()) })),
        compare: Some(compare_intervals),
        properties: Some(|_, this| Ok(property_table(this))),
        read_property: Some(|_, this, name| Ok(peek(this).and_then(|data| read(data, name)))),
        write_property: Some(write),
        has_place: Some(|_, _, name| Ok(!matches!(name.as_bytes(), b"y" | b"m" | b"d" | b"h" | b"i" | b"s" | b"f" | b"days" | b"invert"))),
        has_property: Some(|cx, this, name, not_empty| {
            let Some(value) = peek(this).and_then(|data| read(data, name)) else { return Ok(None) };
            if not_empty { convert::to_bool(cx, &value).map(Some) } else { Ok(Some(true)) }
        }),
        ..ObjectHandlers::default()
    }
}

/// The native part, if the constructor has run.
fn peek(object: &PhpObject) -> Option<&IntervalData> {
    object.native::<IntervalData>().filter(|data| data.ready)
}

/// The native part of an object that has been constructed.
pub(crate) fn data<'a>(cx: &mut Cx, object: &'a PhpObject) -> PhpResult<&'a IntervalData> {
    match peek(object) {
        Some(data) => Ok(data),
        None => Err(uninitialized(cx, class_of(object))),
    }
}

/// A new `DateInterval`.
pub(crate) fn of_relative(cx: &mut Cx, data: IntervalData) -> PhpResult<PhpObject> {
    create(cx, cx.builtin_class("DateInterval"), Box::new(data))
}

fn total_days(relative: &Relative) -> Value {
    relative.total_days.map_or(Value::FALSE, Value::int)
}

fn entries(data: &IntervalData) -> PhpArray {
    let mut array = PhpArray::new();
    if let Some(text) = &data.text {
        array.set_bytes(b"from_string", Value::TRUE);
        array.set_bytes(b"date_string", Value::string(text.clone()));
        return array;
    }
    for name in ["y", "m", "d", "h", "i", "s", "f", "invert", "days"] {
        array.set_bytes(name.as_bytes(), read(data, &PhpStr::from(name)).unwrap_or(Value::NULL));
    }
    array.set_bytes(b"from_string", Value::FALSE);
    array
}

fn property_table(this: &PhpObject) -> PhpArray {
    let mut table = stored::members(this);
    if let Some(data) = peek(this) {
        for (key, value) in &entries(data) {
            table.set_ref(key, value.clone());
        }
    }
    table
}

fn read(data: &IntervalData, name: &PhpStr) -> Option<Value> {
    let relative = &data.relative;
    Some(match name.as_bytes() {
        b"y" => Value::int(relative.years),
        b"m" => Value::int(relative.months),
        b"d" => Value::int(relative.days),
        b"h" => Value::int(relative.hours),
        b"i" => Value::int(relative.minutes),
        b"s" => Value::int(relative.seconds),
        b"f" => Value::float(relative.micros as f64 / 1_000_000.0),
        b"invert" => Value::int(i64::from(relative.invert)),
        b"days" => total_days(relative),
        _ => return None,
    })
}

fn write(cx: &mut Cx, this: &PhpObject, name: &PhpStr, value: &Value) -> PhpResult<bool> {
    let known = matches!(name.as_bytes(), b"y" | b"m" | b"d" | b"h" | b"i" | b"s" | b"f" | b"invert");
    if !known || peek(this).is_none() {
        return Ok(false);
    }
    if name.as_bytes() == b"f" {
        let micros = micros_of(convert::to_float(cx, value)?);
        if let Some(data) = this.native_mut::<IntervalData>() {
            data.relative.micros = micros;
        }
        return Ok(true);
    }
    let number = convert::to_int(cx, value)?;
    let Some(data) = this.native_mut::<IntervalData>() else { return Ok(false) };
    let relative = &mut data.relative;
    match name.as_bytes() {
        b"y" => relative.years = number,
        b"m" => relative.months = number,
        b"d" => relative.days = number,
        b"h" => relative.hours = number,
        b"i" => relative.minutes = number,
        b"s" => relative.seconds = number,
        _ => relative.invert = number as i32,
    }
    Ok(true)
}

fn micros_of(seconds: f64) -> i64 {
    loxo_runtime::value::number::float_to_int(seconds * 1_000_000.0)
}

fn compare_intervals(cx: &mut Cx, a: &Value, b: &Value) -> PhpResult<i32> {
    let both = [a, b].iter().all(|value| value.as_object().is_some_and(|object| object.native::<IntervalData>().is_some()));
    if !both {
        return compare::compare_standard(cx, a, b);
    }
    cx.warning("Cannot compare DateInterval objects");
    cx.check()?;
    Ok(compare::UNCOMPARABLE)
}

/// `DateInterval::__construct()`
pub(crate) fn construct(cx: &mut Cx, this: &PhpObject, duration: &PhpStr) -> PhpResult<()> {
    let iso = iso_interval::parse(duration);
    let text = state::c_string(duration);
    let relative = match (iso.malformed, iso.period, iso.begin, iso.end) {
        (true, ..) => {
            let message = [b"Unknown or bad format (", text, b")"].concat();
            return Err(cx.throw("DateMalformedIntervalStringException", message));
        }
        (false, Some(period), ..) => period,
        (false, None, Some(mut begin), Some(mut end)) => {
            begin.resolve();
            end.resolve();
            interval::difference(&begin, &end)
        }
        _ => {
            let message = [b"Failed to parse interval (", text, b")"].concat();
            return Err(cx.throw("DateMalformedIntervalStringException", message));
        }
    };
    this.set_native(Box::new(IntervalData { ready: true, relative, arithmetic: Arithmetic::Wall, text: None }));
    Ok(())
}

/// Why a text is no interval.
pub(crate) struct Malformed(pub Vec<u8>);

/// The relative parts of a text.
pub(crate) fn from_text(text: &PhpStr) -> Result<IntervalData, Malformed> {
    let parsed = parse::parse(text);
    let shown = state::c_string(text);
    if let Some(error) = parsed.errors.first() {
        return Err(Malformed([b"Unknown or bad format (", shown, b") ", &state::describe(error)].concat()));
    }
    if parsed.have_date || parsed.have_time > 0 || parsed.have_zone > 0 {
        return Err(Malformed([b"String '", shown, b"' contains non-relative elements"].concat()));
    }
    Ok(IntervalData { text: Some(text.clone()), ..IntervalData::civil(parsed.relative) })
}

/// `DateInterval::createFromDateString()`
pub(crate) fn create_from_date_string(cx: &mut Cx, datetime: &PhpStr) -> PhpResult<PhpObject> {
    match from_text(datetime) {
        Ok(data) => of_relative(cx, data),
        Err(Malformed(message)) => Err(cx.throw("DateMalformedIntervalStringException", message)),
    }
}

/// `DateInterval::format()`
pub(crate) fn format(cx: &mut Cx, this: &PhpObject, format: &PhpStr) -> PhpResult<PhpStr> {
    Ok(PhpStr::from_vec(interval::format::format(&data(cx, this)?.relative, format)))
}

/// `DateInterval::__serialize()`
pub(crate) fn serialize(cx: &mut Cx, this: &PhpObject) -> PhpResult<PhpArray> {
    let mut array = entries(data(cx, this)?);
    stored::add_members(&mut array, this);
    Ok(array)
}

/// An entry as a number, whatever scalar it is.
fn number(array: &PhpArray, name: &str, otherwise: i64) -> i64 {
    match array.get_bytes(name.as_bytes()).map(Value::deref) {
        Some(value) if is_simple(value) => convert::scalar_to_int(value),
        _ => otherwise,
    }
}

fn is_simple(value: &Value) -> bool {
    value.is_null() || value.is_scalar() || value.is_string()
}

/// Sets the interval from the entries of a serialized one; also those of older versions.
fn restore(cx: &mut Cx, this: &PhpObject, array: &PhpArray) -> PhpResult<()> {
    if let Some(text) = stored::text(array, "date_string") {
        let parsed = parse::parse(text);
        if let Some(error) = parsed.errors.first() {
            let at = state::describe(error);
            let split = at.windows(2).position(|w| w == b": ").unwrap_or(at.len());
            let message =
                [b"Unknown or bad format (", state::c_string(text), b") ", &at[..split], b" while unserializing", &at[split..]].concat();
            return Err(cx.throw_error(message));
        }
        this.set_native(Box::new(IntervalData { text: Some(text.clone()), ..IntervalData::civil(parsed.relative) }));
        return Ok(());
    }
    let mut relative = Relative {
        years: number(array, "y", -1),
        months: number(array, "m", -1),
        days: number(array, "d", -1),
        hours: number(array, "h", -1),
        minutes: number(array, "i", -1),
        seconds: number(array, "s", -1),
        invert: number(array, "invert", 0) as i32,
        weekday: i64::from(number(array, "weekday", -1) as i32),
        weekday_object_handlers: WeekdayBehaviour::from_number(number(array, "weekday_behavior", -1)),
        have_weekday: number(array, "have_weekday_relative", 0) as u32 != 0,
        ..Relative::default()
    };
    if let Some(value) = array.get_bytes(b"f") {
        relative.micros = micros_of(convert::to_float(cx, value.deref())?);
    }
    relative.day_of_month = match number(array, "first_last_day_of", -1) {
        1 => Some(DayOfMonth::First),
        2 => Some(DayOfMonth::Last),
        _ => None,
    };
    if number(array, "have_special_relative", 0) as u32 != 0 {
        relative.special = match number(array, "special_type", 0) {
            2 => Some(Special::WeekdayOfMonth),
            3 => Some(Special::LastWeekdayOfMonth),
            _ => Some(Special::Weekdays(number(array, "special_amount", -1))),
        };
    }
    relative.total_days = match array.get_bytes(b"days").map(Value::deref) {
        Some(value) if value.is_false() => None,
        Some(value) if is_simple(value) => Some(convert::scalar_to_int(value)),
        _ => Some(-1),
    };
    let arithmetic = if number(array, "civil_or_wall", 1) == 2 { Arithmetic::Wall } else { Arithmetic::Civil };
    this.set_native(Box::new(IntervalData { ready: true, relative, arithmetic, text: None }));
    Ok(())
}

/// `DateInterval::__unserialize()`
pub(crate) fn unserialize(cx: &mut Cx, this: &PhpObject, data: &PhpArray) -> PhpResult<()> {
    restore(cx, this, data)?;
    stored::restore_members(cx, this, data, OWN)
}

/// `DateInterval::__wakeup()`
pub(crate) fn wakeup(cx: &mut Cx, this: &PhpObject) -> PhpResult<()> {
    restore(cx, this, &property_table(this))
}

/// `DateInterval::__set_state()`
pub(crate) fn set_state(cx: &mut Cx, array: &PhpArray) -> PhpResult<PhpObject> {
    let object = of_relative(cx, IntervalData { ready: false, ..IntervalData::civil(Relative::default()) })?;
    restore(cx, &object, array)?;
    Ok(object)
}
