//! `IntlDateFormatter`: moments as a locale writes them.

use std::ffi::CString;

use loxo_icu_sys::{self as icu, Calendar, DateFormat, TimeZone, status};
use loxo_runtime::{Cx, ObjectHandlers, OrFalse, PhpArray, PhpObject, PhpResult, PhpStr, RefArg, Value, args, convert};

use crate::date_interop::{Report, globally, millis, millis_of_date, zone_argument, zone_of_date};
use crate::errors;
use crate::object::{self, Obj, Part, argument16, check, fail, finish, is_instance, locale_fits};
use crate::text::{cstring, default_locale, locale_or_default, utf8, utf16};
use crate::{calendar, timezone};

/// The format and what the constructor got.
pub(crate) struct Formatter {
    format: DateFormat,
    date_type: i64,
    time_type: i64,
    /// The kind of calendar; -1: it was an object.
    calendar: i64,
    locale: CString,
}

impl Part for Formatter {
    fn copy(&self, status: &mut i32) -> Option<Formatter> {
        Some(Formatter { format: self.format.try_clone(status)?, locale: self.locale.clone(), ..*self })
    }
}

pub(crate) fn object_handlers() -> ObjectHandlers {
    ObjectHandlers {
        new_native: Some(|_, _| Box::new(Obj::<Formatter>::default())),
        after_clone: Some(|cx, original, _| object::cloned::<Formatter>(cx, original, "IntlDateFormatter")),
        no_serialize: true,
        ..ObjectHandlers::default()
    }
}

const PATTERN: i64 = -2;
const NONE: i64 = -1;
const RELATIVE: i64 = 128;
const TRADITIONAL: i64 = 0;
const GREGORIAN: i64 = 1;

fn part<'a>(cx: &mut Cx, this: &'a PhpObject) -> PhpResult<&'a mut Formatter> {
    object::reset::<Formatter>(cx, this);
    object::part(cx, this, "Found unconstructed IntlDateFormatter")
}

object::error_methods!(Formatter);

/// What the calendar argument says.
enum Chosen<'a> {
    Kind(i64),
    Object(&'a Calendar),
}

fn chosen<'a>(cx: &mut Cx, given: &'a Value, function: &str, report: Report<'_>) -> PhpResult<Option<Chosen<'a>>> {
    let message = if let Some(object) = given.as_object() {
        if let Some(calendar) = object.native::<Obj<Calendar>>().and_then(|own| own.part.as_ref()) {
            return Ok(Some(Chosen::Object(calendar)));
        }
        format!("{function}: Found unconstructed IntlCalendar object")
    } else {
        match given.as_int() {
            None => return Ok(Some(Chosen::Kind(GREGORIAN))),
            Some(kind @ (TRADITIONAL | GREGORIAN)) => return Ok(Some(Chosen::Kind(kind))),
            Some(_) => format!(
                "{function}: Invalid value for calendar type; it must be one of IntlDateFormatter::TRADITIONAL (locale's default calendar) \
                 or IntlDateFormatter::GREGORIAN. Alternatively, it can be an IntlCalendar object"
            ),
        }
    };
    report(cx, status::ILLEGAL_ARGUMENT, message.into())?;
    Ok(None)
}

/// A calendar of a kind.
fn calendar_of(kind: i64, zone: &TimeZone, locale: &CString, code: &mut i32) -> Option<Calendar> {
    if kind == TRADITIONAL { Calendar::open(zone, locale, code) } else { Calendar::gregorian(zone, locale, &[], code) }
}

fn is_style(style: i64) -> bool {
    matches!(style, PATTERN | NONE | 0..=3 | RELATIVE..=131)
}

#[expect(clippy::too_many_arguments, reason = "they are the constructor's")]
fn open(
    cx: &mut Cx,
    this: &PhpObject,
    locale: Option<&PhpStr>,
    date_type: i64,
    time_type: i64,
    zone: &Value,
    calendar: &Value,
    pattern: Option<&PhpStr>,
) -> PhpResult<bool> {
    errors::reset(cx);
    let report = |cx: &mut Cx, code: i32, message: Vec<u8>| fail::<Formatter>(cx, this, code, message);
    if this.native::<Obj<Formatter>>().is_some_and(|own| own.part.is_some()) {
        report(cx, status::ILLEGAL_ARGUMENT, "datefmt_create: cannot call constructor twice".into())?;
        return Ok(false);
    }
    let wrong = match () {
        () if !is_style(date_type) => Some("datefmt_create: invalid date format style"),
        () if !is_style(time_type) => Some("datefmt_create: invalid time format style"),
        () if date_type == PATTERN && time_type != PATTERN => {
            Some("datefmt_create: time format must be IntlDateFormatter::PATTERN if date format is IntlDateFormatter::PATTERN")
        }
        () => None,
    };
    if let Some(message) = wrong {
        errors::set(cx, status::ILLEGAL_ARGUMENT, message)?;
        return Ok(false);
    }
    if let Some(locale) = locale
        && !locale_fits(cx, locale)?
    {
        return Ok(false);
    }
    let length = locale.map_or(0, |locale| locale.len());
    let named = locale_or_default(cx, locale);
    let mut code = 0;
    let canonical = icu::canonicalize_locale(&named, &mut code);
    let name = if icu::failed(code) { named.clone() } else { cstring(canonical.as_bytes()) };
    let unknown = match length {
        0 => false,
        1 => named.as_bytes() != b"C",
        _ => icu::iso3_language(&name).is_empty(),
    };
    if unknown {
        return Err(cx.argument_value_error(1, [b"\"", named.as_bytes(), b"\" is invalid"].concat()));
    }
    let Some(chosen) = chosen(cx, calendar, "datefmt_create", &report)? else { return Ok(false) };
    let explicit = !zone.deref().is_null();
    let mut own_zone = None;
    if explicit || matches!(chosen, Chosen::Kind(_)) {
        own_zone = zone_argument(cx, Some(zone), "datefmt_create", &report)?;
        if own_zone.is_none() {
            return Ok(false);
        }
    }
    let pattern = match pattern.filter(|pattern| !pattern.is_empty()).map(|pattern| utf16(pattern)).transpose() {
        Ok(pattern) => pattern,
        Err(code) => {
            errors::set(cx, code, "datefmt_create: error converting pattern to UTF-16")?;
            return Ok(false);
        }
    };
    code = 0;
    let format = DateFormat::open(date_type as i32, time_type as i32, &name, None, pattern.as_deref(), &mut code);
    let Some(mut format) = format.filter(|_| !icu::failed(code)) else {
        errors::set(cx, code, "datefmt_create: date formatter creation failed")?;
        return Ok(false);
    };
    if let Some(pattern) = &pattern {
        format.set_pattern(pattern, true);
    }
    let kind = match (&chosen, &own_zone) {
        (Chosen::Object(calendar), _) => {
            format.set_calendar(calendar);
            -1
        }
        (Chosen::Kind(kind), zone) => {
            let zone = zone.clone().unwrap_or_else(TimeZone::system);
            let Some(calendar) = calendar_of(*kind, &zone, &name, &mut code) else {
                report(cx, status::ILLEGAL_ARGUMENT, "datefmt_create: Failure instantiating calendar".into())?;
                return Ok(false);
            };
            format.set_calendar(&calendar);
            *kind
        }
    };
    if let Some(zone) = own_zone {
        format.set_zone(&zone);
    }
    object::fill(this, Formatter { format, date_type, time_type, calendar: kind, locale: name });
    Ok(true)
}

/// `IntlDateFormatter::__construct()`
#[expect(clippy::too_many_arguments, reason = "they are PHP's")]
pub(crate) fn construct(
    cx: &mut Cx,
    this: &PhpObject,
    locale: Option<&PhpStr>,
    date_type: i64,
    time_type: i64,
    zone: &Value,
    calendar: &Value,
    pattern: Option<&PhpStr>,
) -> PhpResult<()> {
    let calendar = calendar.deref();
    let is_calendar = calendar.as_object().is_some_and(|object| is_instance(cx, object, "IntlCalendar"));
    if !is_calendar && !calendar.is_null() && !calendar.is_int() {
        return Err(args::type_error(cx, 5, calendar, "IntlCalendar|int|null"));
    }
    object::constructing_with_reason(cx, |cx| open(cx, this, locale, date_type, time_type, zone, calendar, pattern))
}

/// `IntlDateFormatter::create()`
pub(crate) fn create(
    cx: &mut Cx,
    locale: Option<&PhpStr>,
    date_type: i64,
    time_type: i64,
    zone: &Value,
    calendar: Option<&Value>,
    pattern: Option<&PhpStr>,
) -> PhpResult<Option<PhpObject>> {
    let object = loxo_runtime::object::instantiate(cx, cx.builtin_class("IntlDateFormatter"))?;
    let none = Value::NULL;
    let calendar = calendar.unwrap_or(&none);
    Ok(open(cx, &object, locale, date_type, time_type, zone, calendar, pattern)?.then_some(object))
}

/// `IntlDateFormatter::getDateType()`
pub(crate) fn get_date_type(cx: &mut Cx, this: &PhpObject) -> PhpResult<i64> {
    Ok(part(cx, this)?.date_type)
}

/// `IntlDateFormatter::getTimeType()`
pub(crate) fn get_time_type(cx: &mut Cx, this: &PhpObject) -> PhpResult<i64> {
    Ok(part(cx, this)?.time_type)
}

/// `IntlDateFormatter::getCalendar()`
pub(crate) fn get_calendar(cx: &mut Cx, this: &PhpObject) -> PhpResult<OrFalse<i64>> {
    let kind = part(cx, this)?.calendar;
    Ok(OrFalse((kind != -1).then_some(kind)))
}

/// `IntlDateFormatter::setCalendar()`
pub(crate) fn set_calendar(cx: &mut Cx, this: &PhpObject, given: Option<&Value>) -> PhpResult<bool> {
    let none = Value::NULL;
    let (own, given) = (part(cx, this)?, given.unwrap_or(&none));
    let report = |cx: &mut Cx, code: i32, message: Vec<u8>| fail::<Formatter>(cx, this, code, message);
    let Some(chosen) = chosen(cx, given, "datefmt_set_calendar", &report)? else { return Ok(false) };
    match chosen {
        Chosen::Object(calendar) => {
            own.format.set_calendar(calendar);
            own.calendar = -1;
        }
        Chosen::Kind(kind) => {
            let mut code = 0;
            let Some(calendar) = calendar_of(kind, &own.format.zone(), &own.locale, &mut code) else {
                report(cx, status::ILLEGAL_ARGUMENT, "datefmt_set_calendar: Failure instantiating calendar".into())?;
                return Ok(false);
            };
            own.format.set_calendar(&calendar);
            own.calendar = kind;
        }
    }
    Ok(true)
}

/// `IntlDateFormatter::getCalendarObject()`
pub(crate) fn get_calendar_object(cx: &mut Cx, this: &PhpObject) -> PhpResult<Value> {
    let (own, mut code) = (part(cx, this)?, 0);
    match own.format.calendar(&mut code) {
        Some(calendar) => calendar::create(cx, calendar).map(Value::object),
        None => Ok(Value::NULL),
    }
}

/// `IntlDateFormatter::getTimeZoneId()`
pub(crate) fn get_time_zone_id(cx: &mut Cx, this: &PhpObject) -> PhpResult<OrFalse<String>> {
    let id = part(cx, this)?.format.zone().id();
    finish::<Formatter>(cx, this, 0, &id, "Could not convert time zone id to UTF-8")
}

/// `IntlDateFormatter::getTimeZone()`
pub(crate) fn get_time_zone(cx: &mut Cx, this: &PhpObject) -> PhpResult<PhpObject> {
    let zone = part(cx, this)?.format.zone();
    timezone::create(cx, zone)
}

/// `IntlDateFormatter::setTimeZone()`
pub(crate) fn set_time_zone(cx: &mut Cx, this: &PhpObject, zone: &Value) -> PhpResult<bool> {
    let own = part(cx, this)?;
    let report = |cx: &mut Cx, code: i32, message: Vec<u8>| fail::<Formatter>(cx, this, code, message);
    let Some(zone) = zone_argument(cx, Some(zone), "datefmt_set_timezone", &report)? else { return Ok(false) };
    own.format.set_zone(&zone);
    Ok(true)
}

/// `IntlDateFormatter::setPattern()`
pub(crate) fn set_pattern(cx: &mut Cx, this: &PhpObject, pattern: &PhpStr) -> PhpResult<bool> {
    let own = part(cx, this)?;
    let Some(pattern) = argument16::<Formatter>(cx, this, pattern, "Error converting pattern to UTF-16")? else { return Ok(false) };
    own.format.set_pattern(&pattern, false);
    Ok(true)
}

/// `IntlDateFormatter::getPattern()`
pub(crate) fn get_pattern(cx: &mut Cx, this: &PhpObject) -> PhpResult<OrFalse<String>> {
    let (own, mut code) = (part(cx, this)?, 0);
    let pattern = own.format.pattern(&mut code);
    finish::<Formatter>(cx, this, code, &pattern, "Error getting formatter pattern")
}

/// `IntlDateFormatter::getLocale()`
pub(crate) fn get_locale(cx: &mut Cx, this: &PhpObject, kind: i64) -> PhpResult<OrFalse<String>> {
    let (own, mut code) = (part(cx, this)?, 0);
    let locale = own.format.locale(kind as i32, &mut code);
    let fine = check::<Formatter>(cx, this, code, "Error getting locale")?;
    Ok(OrFalse(locale.filter(|_| fine)))
}

/// `IntlDateFormatter::setLenient()`
pub(crate) fn set_lenient(cx: &mut Cx, this: &PhpObject, lenient: bool) -> PhpResult<()> {
    part(cx, this)?.format.set_lenient(lenient);
    Ok(())
}

/// `IntlDateFormatter::isLenient()`
pub(crate) fn is_lenient(cx: &mut Cx, this: &PhpObject) -> PhpResult<bool> {
    Ok(part(cx, this)?.format.is_lenient())
}

/// An element of what `localtime()` gives; zero if it is not there.
fn element(cx: &mut Cx, array: &PhpArray, key: &str, report: Report<'_>) -> PhpResult<Option<i32>> {
    let Some(value) = array.get_bytes(key.as_bytes()) else { return Ok(Some(0)) };
    let message = match value.deref().as_int() {
        None => format!("datefmt_format: parameter array contains a non-integer element for key '{key}'"),
        Some(number) => match i32::try_from(number) {
            Ok(number) => return Ok(Some(number)),
            Err(_) => format!("datefmt_format: value {number} is out of bounds for a 32-bit integer in key '{key}'"),
        },
    };
    report(cx, status::ILLEGAL_ARGUMENT, message.into())?;
    Ok(None)
}

/// The moment that such an array names.
fn moment_of(cx: &mut Cx, own: &Formatter, array: &PhpArray, report: Report<'_>) -> PhpResult<Option<f64>> {
    let mut fields = [0; 6];
    for (field, key) in fields.iter_mut().zip(["tm_year", "tm_mon", "tm_mday", "tm_hour", "tm_min", "tm_sec"]) {
        match element(cx, array, key, report)? {
            Some(number) => *field = number,
            None => return Ok(None),
        }
    }
    fields[0] = fields[0].wrapping_add(1900);
    let mut code = 0;
    let time = own.format.calendar(&mut code).map(|mut calendar| {
        calendar.set_fields(&fields);
        calendar.time(&mut code)
    });
    if icu::failed(code) {
        report(cx, code, "datefmt_format: date formatting failed".into())?;
        return Ok(None);
    }
    Ok(time)
}

/// `IntlDateFormatter::format()`
pub(crate) fn format(cx: &mut Cx, this: &PhpObject, date: &Value) -> PhpResult<OrFalse<String>> {
    let (own, mut code) = (part(cx, this)?, 0);
    let report = |cx: &mut Cx, code: i32, message: Vec<u8>| fail::<Formatter>(cx, this, code, message);
    let time = match date.deref().as_array() {
        Some(array) if array.is_empty() => None,
        Some(array) => match moment_of(cx, own, array, &report)? {
            Some(time) => Some(time),
            None => {
                // The message about the element is replaced by a general one.
                let code = object::error_code::<Formatter>(this) as i32;
                check::<Formatter>(cx, this, code, "datefmt_format: date formatting failed")?;
                None
            }
        },
        None => millis(cx, date, "datefmt_format", &report)?,
    };
    let Some(time) = time else { return Ok(OrFalse::FALSE) };
    let text = own.format.format(time, &mut code);
    finish::<Formatter>(cx, this, code, &text, "Date formatting failed")
}

/// The styles of both halves, or a pattern.
enum Wanted {
    Styles(i64, i64),
    Pattern(Vec<u16>),
}

fn wanted(cx: &mut Cx, format: &Value) -> PhpResult<Option<Wanted>> {
    let style = |value: &Value| value.deref().as_int().filter(|style| *style != PATTERN && is_style(*style));
    let message = match (format.as_array(), format.as_int()) {
        _ if format.is_null() => return Ok(Some(Wanted::Styles(2, 2))),
        (Some(pair), _) => {
            let mut values = pair.values();
            match (pair.len(), values.next().and_then(style), values.next().and_then(style)) {
                (2, Some(date), Some(time)) => return Ok(Some(Wanted::Styles(date, time))),
                (2, None, _) => "bad format; the date format (first element of the array) is not valid",
                (2, ..) => "bad format; the time format (second element of the array) is not valid",
                _ => "bad format; if array, it must have two elements",
            }
        }
        (_, Some(_)) => match style(format) {
            Some(style) => return Ok(Some(Wanted::Styles(style, style))),
            None => "the date/time format type is invalid",
        },
        _ => {
            let text = convert::to_string(cx, format)?;
            if !text.is_empty() {
                return Ok(Some(Wanted::Pattern(text.to_str_lossy().encode_utf16().collect())));
            }
            "the format is empty"
        }
    };
    errors::set(cx, status::ILLEGAL_ARGUMENT, format!("datefmt_format_object: {message}"))?;
    Ok(None)
}

/// `IntlDateFormatter::formatObject()`
pub(crate) fn format_object(cx: &mut Cx, date: &Value, format: &Value, locale: Option<&PhpStr>) -> PhpResult<OrFalse<String>> {
    const FUNCTION: &str = "datefmt_format_object";
    let date = date.deref();
    let Some(object) = date.as_object() else { return Err(args::type_error(cx, 1, date, "object")) };
    let locale = locale.map_or_else(|| cstring(&default_locale(cx)), |locale| cstring(locale));
    let Some(wanted) = wanted(cx, format.deref())? else { return Ok(OrFalse::FALSE) };
    let mut code = 0;
    let (calendar, zone, time) = if is_instance(cx, object, "IntlCalendar") {
        let Some(calendar) = object.native::<Obj<Calendar>>().and_then(|own| own.part.as_ref()) else {
            let message = "datefmt_format_object: bad IntlCalendar instance: not initialized properly";
            errors::set(cx, status::ILLEGAL_ARGUMENT, message)?;
            return Ok(OrFalse::FALSE);
        };
        let time = calendar.time(&mut code);
        if icu::failed(code) {
            errors::set(cx, code, "datefmt_format_object: error obtaining instant from IntlCalendar")?;
            return Ok(OrFalse::FALSE);
        }
        (calendar.try_clone(&mut code), calendar.zone(), time)
    } else if is_instance(cx, object, "DateTimeInterface") {
        let Some(time) = millis_of_date(cx, object, FUNCTION, &globally)? else { return Ok(OrFalse::FALSE) };
        let Some(zone) = zone_of_date(cx, object, FUNCTION, &globally)? else { return Ok(OrFalse::FALSE) };
        (Calendar::gregorian(&zone, &locale, &[], &mut code), zone, time)
    } else {
        let message = "datefmt_format_object: the passed object must be an instance of either IntlCalendar or DateTimeInterface";
        errors::set(cx, 0, message)?;
        return Ok(OrFalse::FALSE);
    };
    let Some(calendar) = calendar else {
        errors::set(cx, code, "datefmt_format_object: could not create GregorianCalendar")?;
        return Ok(OrFalse::FALSE);
    };
    let made = match &wanted {
        Wanted::Pattern(pattern) => DateFormat::open(PATTERN as i32, PATTERN as i32, &locale, None, Some(pattern), &mut code),
        Wanted::Styles(date, time) => {
            // ICU has no relative times.
            let time = if *time == NONE { NONE } else { time & !RELATIVE };
            DateFormat::open(*date as i32, time as i32, &locale, None, None, &mut code)
        }
    };
    let Some(mut made) = made.filter(|_| !icu::failed(code)) else {
        let what = if matches!(wanted, Wanted::Pattern(_)) { "SimpleDateFormat" } else { "DateFormat" };
        errors::set(cx, code, format!("datefmt_format_object: could not create {what}"))?;
        return Ok(OrFalse::FALSE);
    };
    made.set_calendar(&calendar);
    made.set_zone(&zone);
    let text = made.format(time, &mut code);
    match utf8(&text) {
        Ok(text) => Ok(OrFalse::some(text)),
        Err(code) => {
            errors::set(cx, code, "datefmt_format_object: error converting result to UTF-8")?;
            Ok(OrFalse::FALSE)
        }
    }
}

/// A place as `parseToCalendar()` takes it, which is stricter than the others.
fn place(cx: &mut Cx, value: &Value) -> PhpResult<i64> {
    match convert::to_int_operand(cx, value)? {
        Some(at) => Ok(at),
        None => Err(args::type_error(cx, 2, value, "int")),
    }
}

/// Where a text is read from: `Ok(None)` is out of the text.
fn start(cx: &mut Cx, offset: Option<&RefArg>, length: usize, negative: bool) -> PhpResult<Option<Option<i32>>> {
    let Some(offset) = offset else { return Ok(Some(None)) };
    let at = if negative { place(cx, offset.get().deref())? } else { convert::to_int(cx, offset.get().deref())? };
    let Ok(at) = i32::try_from(at) else {
        errors::set(cx, status::ILLEGAL_ARGUMENT, "String index is out of valid range.")?;
        return Ok(None);
    };
    let inside = usize::try_from(at).is_ok_and(|at| at <= length) || (negative && at == -1);
    Ok(inside.then_some(Some(at)))
}

/// Where reading has ended.
fn tell(cx: &mut Cx, offset: Option<&RefArg>, at: Option<i32>) -> PhpResult<()> {
    match (offset, at) {
        (Some(offset), Some(at)) => offset.set(cx, Value::int(i64::from(at))),
        _ => Ok(()),
    }
}

/// Milliseconds as seconds: an int, or a float if they are too many.
fn seconds(millis: f64) -> Value {
    let seconds = millis / 1000.0;
    if seconds > i64::MAX as f64 || seconds < i64::MIN as f64 {
        return Value::float(if seconds < 0.0 { seconds.ceil() } else { seconds.floor() });
    }
    Value::int(seconds as i64)
}

fn parsed(cx: &mut Cx, this: &PhpObject, string: &PhpStr, offset: Option<&RefArg>, update: bool) -> PhpResult<Value> {
    let (own, mut code) = (part(cx, this)?, 0);
    let Some(mut at) = start(cx, offset, string.len(), update)? else { return Ok(Value::FALSE) };
    let Some(text) = argument16::<Formatter>(cx, this, string, "Error converting timezone to UTF-16")? else {
        tell(cx, offset, at)?;
        return Ok(Value::FALSE);
    };
    let (time, message) = if update {
        own.format.parse_to_calendar(&text, at.as_mut(), &mut code);
        (own.format.with_calendar(|calendar| calendar.time(&mut code)).unwrap_or(0.0), "Calendar parsing failed")
    } else {
        (own.format.parse(&text, at.as_mut(), &mut code), "Date parsing failed")
    };
    let fine = check::<Formatter>(cx, this, code, message)?;
    tell(cx, offset, at)?;
    Ok(if fine { seconds(time) } else { Value::FALSE })
}

/// `IntlDateFormatter::parse()`
pub(crate) fn parse(cx: &mut Cx, this: &PhpObject, string: &PhpStr, offset: Option<&RefArg>) -> PhpResult<Value> {
    parsed(cx, this, string, offset, false)
}

/// `IntlDateFormatter::parseToCalendar()`
pub(crate) fn parse_to_calendar(cx: &mut Cx, this: &PhpObject, string: &PhpStr, offset: Option<&RefArg>) -> PhpResult<Value> {
    parsed(cx, this, string, offset, true)
}

/// Keys of `localtime()`, ICU's fields, and what is added to them.
const LOCAL: [(&str, i32, i32); 8] = [
    ("tm_sec", 13, 0),
    ("tm_min", 12, 0),
    ("tm_hour", 11, 0),
    ("tm_year", 1, -1900),
    ("tm_mday", 5, 0),
    ("tm_wday", 7, -1),
    ("tm_yday", 6, 0),
    ("tm_mon", 2, 0),
];

/// `IntlDateFormatter::localtime()`
pub(crate) fn localtime(cx: &mut Cx, this: &PhpObject, string: &PhpStr, offset: Option<&RefArg>) -> PhpResult<OrFalse<PhpArray>> {
    let (own, mut code) = (part(cx, this)?, 0);
    let Some(mut at) = start(cx, offset, string.len(), false)? else { return Ok(OrFalse::FALSE) };
    let Some(text) = argument16::<Formatter>(cx, this, string, "Error converting timezone to UTF-16")? else {
        tell(cx, offset, at)?;
        return Ok(OrFalse::FALSE);
    };
    own.format.parse_to_calendar(&text, at.as_mut(), &mut code);
    let mut array = None;
    if check::<Formatter>(cx, this, code, "Date parsing failed")? {
        let mut filled = PhpArray::new();
        own.format.with_calendar(|calendar| {
            for (key, field, add) in LOCAL {
                filled.set_bytes(key.as_bytes(), Value::int(i64::from(calendar.get(field, &mut code)) + i64::from(add)));
            }
            filled.set_bytes(b"tm_isdst", Value::int(i64::from(calendar.in_daylight_time(&mut code))));
        });
        if check::<Formatter>(cx, this, code, "Date parsing - localtime failed : could not get a field from calendar")? {
            array = Some(filled);
        }
    }
    tell(cx, offset, at)?;
    Ok(OrFalse(array))
}
