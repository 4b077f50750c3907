//! What the date extension knows, as ICU has it: its objects are asked through their methods.

use loxo_icu_sys::{Calendar, TimeZone, status};
use loxo_runtime::value::number::Numeric;
use loxo_runtime::{Cx, PhpObject, PhpResult, PhpStr, Value, convert, value};

use crate::errors;
use crate::object::{Obj, is_instance};
use crate::text::{utf8_lossy, utf16};

/// Where errors are noted.
pub(crate) type Report<'a> = &'a dyn Fn(&mut Cx, i32, Vec<u8>) -> PhpResult<()>;

/// At the extension alone.
pub(crate) fn globally(cx: &mut Cx, code: i32, message: Vec<u8>) -> PhpResult<()> {
    errors::set(cx, code, message)
}

/// Calls a function by name.
fn call(cx: &mut Cx, name: &str) -> PhpResult<Value> {
    match (cx.hooks.callable)(cx, &Value::bytes(name.as_bytes()))? {
        Ok(callable) => cx.call(&callable, &[]),
        Err(_) => Ok(Value::NULL),
    }
}

/// Calls a method of the builtin class, whatever a child class does.
fn ask(cx: &mut Cx, class: &str, object: &PhpObject, method: &str, arguments: &[Value]) -> PhpResult<Value> {
    match cx.builtin_class(class).method(method.as_bytes()) {
        Some(func) => cx.call_method(object, func, arguments),
        None => Ok(Value::NULL),
    }
}

/// Which of the two classes of dates an object is of.
fn date_class(cx: &Cx, object: &PhpObject) -> Option<&'static str> {
    ["DateTime", "DateTimeImmutable"].into_iter().find(|class| is_instance(cx, object, class))
}

/// The time zone that PHP works in.
pub(crate) fn default_zone(cx: &mut Cx) -> PhpResult<TimeZone> {
    let name = call(cx, "date_default_timezone_get")?;
    let id = name.as_str().and_then(|name| utf16(name).ok()).unwrap_or_default();
    Ok(TimeZone::named(&id))
}

/// `+05:30` as ICU writes it; `None` if it is too large.
fn offset_id(name: &[u8]) -> Option<String> {
    let text = str::from_utf8(name).ok()?;
    let (sign, rest) = text.split_at_checked(1)?;
    let mut fields = rest.split(':').map(|field| field.parse::<u32>().unwrap_or(0));
    let (hours, minutes) = (fields.next()?, fields.next().unwrap_or(0));
    (hours < 24).then(|| format!("GMT{sign}{hours:02}:{minutes:02}"))
}

/// A `DateTimeZone` as ICU's.
pub(crate) fn zone_of_date_time_zone(cx: &mut Cx, zone: &PhpObject, function: &str, report: Report<'_>) -> PhpResult<Option<TimeZone>> {
    let name = ask(cx, "DateTimeZone", zone, "getname", &[])?;
    let name = name.as_str().cloned().unwrap_or_default();
    let id = if matches!(name.first(), Some(b'+' | b'-')) {
        match offset_id(&name) {
            Some(id) => id,
            None => {
                let message = format!("{function}: object has an time zone offset that's too large");
                report(cx, status::ILLEGAL_ARGUMENT, message.into())?;
                return Ok(None);
            }
        }
    } else {
        name.to_str_lossy().into_owned()
    };
    let zone = TimeZone::named(&id.encode_utf16().collect::<Vec<u16>>());
    if zone.is_unknown() {
        report(
            cx,
            status::ILLEGAL_ARGUMENT,
            format!("{function}: time zone id '{id}' extracted from ext/date DateTimeZone not recognized").into(),
        )?;
        return Ok(None);
    }
    Ok(Some(zone))
}

/// The zone of a date; `None`: it cannot be converted, which is noted.
pub(crate) fn zone_of_date(cx: &mut Cx, date: &PhpObject, function: &str, report: Report<'_>) -> PhpResult<Option<TimeZone>> {
    let Some(class) = date_class(cx, date) else { return Ok(None) };
    let zone = ask(cx, class, date, "gettimezone", &[])?;
    let Some(zone) = zone.as_object() else { return Ok(Some(TimeZone::gmt())) };
    let found = zone_of_date_time_zone(cx, zone, function, &globally)?;
    if found.is_none() {
        report(cx, status::ILLEGAL_ARGUMENT, format!("{function}: could not convert DateTime's time zone").into())?;
    }
    Ok(found)
}

/// Has the constructor of a date run?
pub(crate) fn is_constructed(cx: &mut Cx, date: &PhpObject) -> PhpResult<bool> {
    let Some(class) = date_class(cx, date) else { return Ok(false) };
    let Err(thrown) = ask(cx, class, date, "gettimezone", &[]) else { return Ok(true) };
    match cx.exception.take() {
        Some(exception) if is_instance(cx, &exception, "DateObjectError") => Ok(false),
        exception => {
            cx.exception = exception;
            Err(thrown)
        }
    }
}

/// The milliseconds of a date.
pub(crate) fn millis_of_date(cx: &mut Cx, date: &PhpObject, function: &str, report: Report<'_>) -> PhpResult<Option<f64>> {
    let timestamp = match cx.call_method_named(date, "getTimestamp", &[]) {
        Ok(timestamp) => timestamp,
        Err(thrown) => {
            if let Some(pending) = cx.exception.take() {
                let _ = report(cx, status::INTERNAL_PROGRAM, format!("{function}: error calling ::getTimeStamp() on the object").into());
                cx.exception = Some(pending);
            }
            return Err(thrown);
        }
    };
    let Some(seconds) = timestamp.as_ref().and_then(Value::as_int) else {
        report(cx, status::INTERNAL_PROGRAM, format!("{function}: error calling ::getTimeStamp() on the object").into())?;
        return Ok(None);
    };
    let Some(class) = date_class(cx, date) else { return Ok(None) };
    let micros = ask(cx, class, date, "format", &[Value::bytes(b"u")])?;
    let micros = micros.as_str().map_or(0, |text| value::number::str_to_int(text));
    Ok(Some(1000.0 * seconds as f64 + (micros / 1000) as f64))
}

/// An argument that names a time zone; PHP's own without one.
pub(crate) fn zone_argument(cx: &mut Cx, zone: Option<&Value>, function: &str, report: Report<'_>) -> PhpResult<Option<TimeZone>> {
    let Some(zone) = zone.map(Value::deref).filter(|zone| !zone.is_null()) else { return default_zone(cx).map(Some) };
    if let Some(object) = zone.as_object() {
        if is_instance(cx, object, "IntlTimeZone") {
            let zone = object.native::<Obj<TimeZone>>().and_then(|own| own.part.clone());
            if zone.is_none() {
                let message = format!("{function}: passed IntlTimeZone is not properly constructed");
                report(cx, status::ILLEGAL_ARGUMENT, message.into())?;
            }
            return Ok(zone);
        }
        if is_instance(cx, object, "DateTimeZone") {
            return zone_of_date_time_zone(cx, object, function, report);
        }
    }
    let name = convert::to_string(cx, zone)?;
    let id = match utf16(&name) {
        Ok(id) => id,
        Err(code) => {
            report(cx, code, format!("{function}: Time zone identifier given is not a valid UTF-8 string").into())?;
            return Ok(None);
        }
    };
    let zone = TimeZone::named(&id);
    if zone.is_unknown() {
        let name = crate::text::until_nul(&name);
        report(cx, status::ILLEGAL_ARGUMENT, [function.as_bytes(), b": No such time zone: '", name, b"'"].concat())?;
        return Ok(None);
    }
    Ok(Some(zone))
}

/// Milliseconds since 1970 of what a program may pass as a date.
pub(crate) fn millis(cx: &mut Cx, date: &Value, function: &str, report: Report<'_>) -> PhpResult<Option<f64>> {
    let date = date.deref();
    if let Some(seconds) = date.as_int() {
        return Ok(Some(1000.0 * seconds as f64));
    }
    if let Some(seconds) = date.as_float() {
        return Ok(Some(1000.0 * seconds));
    }
    let (mut code, message) = match (date.as_str(), date.as_object()) {
        (Some(text), _) => match value::number::parse_numeric(text).filter(|_| value::number::is_numeric(text)).map(|parsed| parsed.number)
        {
            Some(Numeric::Int(seconds)) => return Ok(Some(1000.0 * seconds as f64)),
            Some(Numeric::Float(seconds)) => return Ok(Some(1000.0 * seconds)),
            None => {
                let text = crate::text::until_nul(text);
                let rest = b"' is not numeric, which would be required for it to be a valid date";
                (0, [function.as_bytes(), b": string '", text, rest].concat())
            }
        },
        (_, Some(object)) if is_instance(cx, object, "DateTimeInterface") => return millis_of_date(cx, object, function, report),
        (_, Some(object)) if is_instance(cx, object, "IntlCalendar") => {
            let Some(calendar) = object.native::<Obj<Calendar>>().and_then(|own| own.part.as_ref()) else {
                let message = format!("{function}: IntlCalendar object is not properly constructed");
                report(cx, status::ILLEGAL_ARGUMENT, message.into())?;
                return Ok(None);
            };
            let mut code = 0;
            let time = calendar.time(&mut code);
            if !loxo_icu_sys::failed(code) {
                return Ok(Some(time));
            }
            (code, format!("{function}: call to internal Calendar::getTime() has failed").into())
        }
        (_, Some(_)) => {
            (0, format!("{function}: invalid object type for date/time (only IntlCalendar and DateTimeInterface permitted)").into())
        }
        _ => (0, format!("{function}: invalid PHP type for date").into()),
    };
    if code == 0 {
        code = status::ILLEGAL_ARGUMENT;
    }
    report(cx, code, message)?;
    Ok(None)
}

/// A new `DateTimeZone` for ICU's zone.
pub(crate) fn to_date_time_zone(cx: &mut Cx, zone: &TimeZone, function: &str, report: Report<'_>) -> PhpResult<Option<PhpObject>> {
    let mut name = utf8_lossy(&zone.id());
    if name.starts_with("GMT") {
        let minutes = zone.raw_offset() / 60_000;
        let sign = if minutes < 0 { '-' } else { '+' };
        name = format!("{sign}{:02}:{:02}", minutes.abs() / 60, minutes.abs() % 60);
    }
    let class = cx.builtin_class("DateTimeZone");
    match cx.new_object(class, &[Value::from(name)]) {
        Ok(zone) => Ok(Some(zone)),
        Err(thrown) => {
            if let Some(pending) = cx.exception.take() {
                let _ = report(cx, status::ILLEGAL_ARGUMENT, format!("{function}: DateTimeZone constructor threw exception").into());
                cx.exception = Some(pending);
            }
            Err(thrown)
        }
    }
}

/// A new `DateTime` at a moment.
pub(crate) fn to_date_time(cx: &mut Cx, seconds: i64, zone: &PhpObject) -> PhpResult<PhpObject> {
    let text = PhpStr::from(format!("@{seconds}"));
    let class = cx.builtin_class("DateTime");
    let date = cx.new_object(class, &[Value::string(text), Value::object(zone.clone())])?;
    cx.call_method_named(&date, "setTimezone", &[Value::object(zone.clone())])?;
    Ok(date)
}
