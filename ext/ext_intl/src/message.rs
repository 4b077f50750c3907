//! `MessageFormatter`: texts with places for numbers, dates and other texts, by the rules of a language.

use loxo_icu_sys::{self as icu, Arguments, Kind, MessageFormat, ParseError, Parsed, status};
use loxo_runtime::{Cx, KeyRef, ObjectHandlers, OrFalse, PhpArray, PhpObject, PhpResult, PhpStr, Value, args, convert};

use crate::date_interop::{Report, globally, millis, zone_argument};
use crate::errors;
use crate::object::{self, Obj, Part, argument16, check, fail, fail_here, finish, locale_fits};
use crate::text::{locale_or_default, parse_error_text, utf8, utf8_lossy, utf16};

/// The format, and the pattern as it was given.
pub(crate) struct Message {
    format: MessageFormat,
    pattern: Vec<u8>,
    /// Its dates are in PHP's time zone.
    zone_set: bool,
}

impl Part for Message {
    fn copy(&self, _status: &mut i32) -> Option<Message> {
        Some(Message { format: self.format.try_clone()?, pattern: self.pattern.clone(), zone_set: self.zone_set })
    }
}

pub(crate) fn object_handlers() -> ObjectHandlers {
    ObjectHandlers {
        new_native: Some(|_, _| Box::new(Obj::<Message>::default())),
        after_clone: Some(|cx, original, _| object::cloned::<Message>(cx, original, "MessageFormatter")),
        no_serialize: true,
        ..ObjectHandlers::default()
    }
}

fn part<'a>(cx: &mut Cx, this: &'a PhpObject) -> PhpResult<&'a mut Message> {
    object::reset::<Message>(cx, this);
    object::part(cx, this, "Found unconstructed MessageFormatter")
}

object::error_methods!(Message, keeping);

/// What messages say about a pattern that is none.
fn reason(code: i32, place: &ParseError, otherwise: &str) -> String {
    const PATTERN_SYNTAX: i32 = 65799;
    if code == PATTERN_SYNTAX { format!("pattern syntax error ({})", parse_error_text(place)) } else { otherwise.into() }
}

fn compile(pattern: &[u16], locale: &std::ffi::CStr, place: &mut ParseError, code: &mut i32) -> Option<MessageFormat> {
    // No pattern is wrong to ICU, where an empty text would be right.
    if pattern.is_empty() {
        *code = status::ILLEGAL_ARGUMENT;
        return None;
    }
    MessageFormat::open(pattern, locale, place, code).filter(|_| !icu::failed(*code))
}

fn open(cx: &mut Cx, this: &PhpObject, locale: &PhpStr, pattern: &PhpStr) -> PhpResult<bool> {
    errors::reset(cx);
    if !locale_fits(cx, locale)? {
        return Ok(false);
    }
    let text = match utf16(pattern) {
        Ok(text) => text,
        Err(code) => return check::<Message>(cx, this, code, "msgfmt_create: error converting pattern to UTF-16"),
    };
    let (locale, mut code, mut place) = (locale_or_default(cx, Some(locale)), 0, ParseError::default());
    let format = compile(&text, &locale, &mut place, &mut code);
    if !check::<Message>(cx, this, code, &reason(code, &place, "msgfmt_create: message formatter creation failed"))? {
        return Ok(false);
    }
    if let Some(format) = format {
        object::fill(this, Message { format, pattern: pattern.to_vec(), zone_set: false });
    }
    Ok(true)
}

/// Both arguments. The last error is forgotten before they are looked at.
fn texts(cx: &mut Cx, locale: &Value, pattern: &Value) -> PhpResult<(PhpStr, PhpStr)> {
    errors::reset(cx);
    let (mut locale, mut pattern) = (locale.clone_deref(), pattern.clone_deref());
    let locale = args::string(cx, 1, &mut locale)?.clone();
    Ok((locale, args::string(cx, 2, &mut pattern)?.clone()))
}

/// `MessageFormatter::__construct()`
pub(crate) fn construct(cx: &mut Cx, this: &PhpObject, locale: &Value, pattern: &Value) -> PhpResult<()> {
    let (locale, pattern) = texts(cx, locale, pattern)?;
    let (locale, pattern) = (&locale, &pattern);
    object::constructing_with_reason(cx, |cx| open(cx, this, locale, pattern))
}

/// `MessageFormatter::create()`
pub(crate) fn create(cx: &mut Cx, locale: &Value, pattern: &Value) -> PhpResult<Option<PhpObject>> {
    let (locale, pattern) = &texts(cx, locale, pattern)?;
    let object = loxo_runtime::object::instantiate(cx, cx.builtin_class("MessageFormatter"))?;
    Ok(open(cx, &object, locale, pattern)?.then_some(object))
}

/// What each argument takes. `None`: the pattern contradicts itself, which is noted.
fn kinds(cx: &mut Cx, format: &mut MessageFormat, report: Report<'_>) -> PhpResult<Option<Vec<(Vec<u16>, Kind)>>> {
    let mut code = 0;
    let found = format.kinds(&mut code);
    if icu::failed(code) {
        let message = "Expected UMSGPAT_PART_TYPE_ARG_TYPE part following UMSGPAT_ARG_TYPE_SIMPLE part";
        report(cx, code, message.into())?;
        return Ok(None);
    }
    let mut kinds: Vec<(Vec<u16>, Kind)> = Vec::new();
    for (name, kind) in found {
        match kinds.iter().find(|row| row.0 == name) {
            Some(row) if row.1 != kind && row.1 != Kind::Other => {
                report(cx, status::ARGUMENT_TYPE_MISMATCH, "Inconsistent types declared for an argument".into())?;
                return Ok(None);
            }
            Some(_) => {}
            None => kinds.push((name, kind)),
        }
    }
    Ok(Some(kinds))
}

/// A float as an integer with so many bits; `None`: it is too large, which is noted.
fn integer(cx: &mut Cx, value: &Value, bits: u32, report: Report<'_>) -> PhpResult<Option<i64>> {
    let limit = 2f64.powi(bits as i32 - 1);
    let message = match (value.as_float(), value.as_int()) {
        (Some(float), _) if float.abs() > limit => {
            format!("Found PHP float with absolute value too large for {bits} bit integer argument")
        }
        (Some(float), _) => return Ok(Some(float as i64)),
        (_, Some(int)) if bits == 32 && i32::try_from(int).is_err() => {
            "Found PHP integer with absolute value too large for 32 bit integer argument".into()
        }
        _ => return convert::to_int(cx, value).map(Some),
    };
    report(cx, status::ILLEGAL_ARGUMENT, message.into())?;
    Ok(None)
}

/// Adds an argument; false: it cannot be used, which is noted.
fn add(cx: &mut Cx, arguments: &mut Arguments, name: &[u16], kind: Kind, value: &Value, report: Report<'_>) -> PhpResult<bool> {
    let value = value.deref();
    match kind {
        Kind::Float => arguments.float(name, convert::to_float(cx, value)?),
        Kind::Int32 | Kind::Int64 => match integer(cx, value, if kind == Kind::Int32 { 32 } else { 64 }, report)? {
            Some(number) => arguments.int(name, number),
            None => return Ok(false),
        },
        Kind::Date => match millis(cx, value, "msgfmt_format", report)? {
            Some(time) => arguments.date(name, time),
            None => {
                let message = format!("The argument for key '{}' cannot be used as a date or time", utf8_lossy(name));
                report(cx, status::ILLEGAL_ARGUMENT, message.into())?;
                return Ok(false);
            }
        },
        Kind::Other if value.is_float() => arguments.float(name, value.as_float().unwrap_or(0.0)),
        Kind::Other if value.is_int() || value.is_null() || value.is_bool() => arguments.int(name, convert::scalar_to_int(value)),
        Kind::Other if !value.is_string() && !value.is_object() => {
            let name = utf8_lossy(name);
            let message = format!("No strategy to convert the value given for the argument with key '{name}' is available");
            report(cx, status::ILLEGAL_ARGUMENT, message.into())?;
            return Ok(false);
        }
        Kind::Text | Kind::Other => {
            let text = convert::to_string(cx, value)?;
            match utf16(&text) {
                Ok(text) => arguments.text(name, &text),
                Err(code) => {
                    let text = [b"Invalid UTF-8 data in string argument: '", crate::text::until_nul(&text), b"'"].concat();
                    report(cx, code, text)?;
                    return Ok(false);
                }
            }
        }
    }
    Ok(true)
}

/// The message with arguments put in. `None`: it failed, which is noted.
fn fill_in(cx: &mut Cx, message: &mut Message, values: &PhpArray, report: Report<'_>) -> PhpResult<Option<Vec<u16>>> {
    let Some(kinds) = kinds(cx, &mut message.format, report)? else { return Ok(None) };
    if !message.zone_set {
        let Some(zone) = zone_argument(cx, None, "msgfmt_format", report)? else { return Ok(None) };
        message.format.set_zone(&zone);
        message.zone_set = true;
    }
    let mut arguments = Arguments::default();
    for (key, value) in values {
        let name = match key {
            KeyRef::Int(number) if i32::try_from(number).is_ok_and(|number| number >= 0) => number.to_string().encode_utf16().collect(),
            KeyRef::Int(_) => {
                report(cx, status::ILLEGAL_ARGUMENT, "Found negative or too large array key".into())?;
                return Ok(None);
            }
            KeyRef::Str(name) => match utf16(name) {
                Ok(name) => name,
                Err(code) => {
                    report(cx, code, [b"Invalid UTF-8 data in argument key: '", crate::text::until_nul(name), b"'"].concat())?;
                    return Ok(None);
                }
            },
        };
        let kind = kinds.iter().find(|row| row.0 == name).map_or(Kind::Other, |row| row.1);
        if !add(cx, &mut arguments, &name, kind, value, report)? {
            return Ok(None);
        }
    }
    let mut code = 0;
    let text = message.format.format(&arguments, &mut code);
    if icu::failed(code) {
        report(cx, code, "Call to ICU MessageFormat::format() has failed".into())?;
        return Ok(None);
    }
    Ok(Some(text))
}

/// `MessageFormatter::format()`
pub(crate) fn format(cx: &mut Cx, this: &PhpObject, values: &PhpArray) -> PhpResult<OrFalse<String>> {
    let message = part(cx, this)?;
    let report = |cx: &mut Cx, code: i32, message: Vec<u8>| fail::<Message>(cx, this, code, message);
    match fill_in(cx, message, values, &report)? {
        Some(text) => finish::<Message>(cx, this, 0, &text, ""),
        None => Ok(OrFalse::FALSE),
    }
}

/// A message without an object; the last error is not forgotten for it. `None`: its pattern is wrong, which is noted.
fn temporary(cx: &mut Cx, locale: &PhpStr, pattern: &PhpStr, function: &str, explained: bool) -> PhpResult<Option<Message>> {
    let Ok(text) = utf16(pattern) else {
        errors::set(cx, status::ILLEGAL_ARGUMENT, format!("{function}: error converting pattern to UTF-16"))?;
        return Ok(None);
    };
    let (locale, mut code, mut place) = (locale_or_default(cx, Some(locale)), 0, ParseError::default());
    let format = compile(&text, &locale, &mut place, &mut code);
    let Some(format) = format else {
        const GENERAL: &str = "Creating message formatter failed";
        if explained {
            let message = reason(code, &place, GENERAL);
            // Only what can be explained has its code reported.
            let code = if message == GENERAL { errors::last(cx).1 } else { code };
            errors::set(cx, code, message)?;
        } else {
            errors::set(cx, code, GENERAL)?;
        }
        return Ok(None);
    };
    Ok(Some(Message { format, pattern: pattern.to_vec(), zone_set: false }))
}

/// `MessageFormatter::formatMessage()`
pub(crate) fn format_message(cx: &mut Cx, locale: &PhpStr, pattern: &PhpStr, values: &PhpArray) -> PhpResult<Value> {
    if !locale_fits(cx, locale)? {
        return Ok(Value::NULL);
    }
    let Some(mut message) = temporary(cx, locale, pattern, "msgfmt_format_message", true)? else { return Ok(Value::FALSE) };
    match fill_in(cx, &mut message, values, &globally)?.map(|text| utf8(&text)) {
        Some(Ok(text)) => {
            errors::set_code(cx, 0);
            Ok(Value::from(text))
        }
        Some(Err(code)) => {
            errors::set(cx, code, "Error converting output to UTF-8")?;
            Ok(Value::FALSE)
        }
        None => Ok(Value::FALSE),
    }
}

/// What a text has in the places of a message.
fn take_apart(message: &Message, text: &[u16], code: &mut i32) -> PhpArray {
    let values = message.format.parse(text, code).into_iter().map(|value| match value {
        Parsed::Date(millis) => Value::float(millis / 1000.0),
        Parsed::Float(number) => Value::float(number),
        Parsed::Int(number) => Value::int(number),
        Parsed::Text(text) => Value::from(utf8_lossy(&text)),
    });
    PhpArray::from_values(values)
}

/// `MessageFormatter::parse()`
pub(crate) fn parse(cx: &mut Cx, this: &PhpObject, string: &PhpStr) -> PhpResult<OrFalse<PhpArray>> {
    let (message, mut code) = (part(cx, this)?, 0);
    let Some(text) = argument16::<Message>(cx, this, string, "Converting parse string failed")? else { return Ok(OrFalse::FALSE) };
    let values = take_apart(message, &text, &mut code);
    Ok(OrFalse(check::<Message>(cx, this, code, "Parsing failed")?.then_some(values)))
}

/// `MessageFormatter::parseMessage()`
pub(crate) fn parse_message(cx: &mut Cx, locale: &PhpStr, pattern: &PhpStr, string: &PhpStr) -> PhpResult<Value> {
    if !locale_fits(cx, locale)? {
        return Ok(Value::NULL);
    }
    let Some(message) = temporary(cx, locale, pattern, "msgfmt_parse_message", false)? else { return Ok(Value::FALSE) };
    let mut code = 0;
    let failure = match utf16(string) {
        Ok(text) => {
            let values = take_apart(&message, &text, &mut code);
            if !icu::failed(code) {
                errors::set_code(cx, 0);
                return Ok(Value::array(values));
            }
            "Parsing failed"
        }
        Err(wrong) => {
            code = wrong;
            "Converting parse string failed"
        }
    };
    errors::set(cx, code, failure)?;
    Ok(Value::FALSE)
}

/// `MessageFormatter::setPattern()`
pub(crate) fn set_pattern(cx: &mut Cx, this: &PhpObject, pattern: &PhpStr) -> PhpResult<bool> {
    let (message, mut code, mut place) = (part(cx, this)?, 0, ParseError::default());
    let Some(text) = argument16::<Message>(cx, this, pattern, "Error converting pattern to UTF-16")? else { return Ok(false) };
    message.format.set_pattern(&text, &mut place, &mut code);
    if icu::failed(code) {
        fail_here::<Message>(cx, this, code, format!("Error setting symbol value at line {}, offset {}", place.line, place.offset))?;
        return Ok(false);
    }
    message.pattern = pattern.to_vec();
    Ok(true)
}

/// `MessageFormatter::getPattern()`
pub(crate) fn get_pattern(cx: &mut Cx, this: &PhpObject) -> PhpResult<Vec<u8>> {
    Ok(part(cx, this)?.pattern.clone())
}

/// `MessageFormatter::getLocale()`
pub(crate) fn get_locale(cx: &mut Cx, this: &PhpObject) -> PhpResult<String> {
    Ok(part(cx, this)?.format.locale())
}
