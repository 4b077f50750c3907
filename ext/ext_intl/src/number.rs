//! `NumberFormatter`: numbers as a locale writes them.

use loxo_icu_sys::{self as icu, NumberFormat, ParseError, status};
use loxo_runtime::{Cx, ObjectHandlers, OrFalse, PhpObject, PhpResult, PhpStr, RefArg, Thrown, Value, convert};

use crate::errors;
use crate::object::{self, Obj, Part, argument, argument16, check, constructing, fail_here, finish, locale_fits};
use crate::text::{cstring, locale_or_default, utf16};

impl Part for NumberFormat {
    fn copy(&self, status: &mut i32) -> Option<NumberFormat> {
        self.try_clone(status)
    }
}

pub(crate) fn object_handlers() -> ObjectHandlers {
    ObjectHandlers {
        new_native: Some(|_, _| Box::new(Obj::<NumberFormat>::default())),
        after_clone: Some(|cx, original, _| object::cloned::<NumberFormat>(cx, original, "NumberFormatter")),
        no_serialize: true,
        ..ObjectHandlers::default()
    }
}

/// How many symbols ICU has.
const SYMBOLS: i64 = 29;
const ROUNDING_INCREMENT: i64 = 12;
/// `UNUM_LENIENT_PARSE`; all below are attributes too.
const LENIENT_PARSE: i64 = 19;

fn part<'a>(cx: &mut Cx, this: &'a PhpObject) -> PhpResult<&'a mut NumberFormat> {
    object::reset::<NumberFormat>(cx, this);
    object::part(cx, this, "Found unconstructed NumberFormatter")
}

object::error_methods!(NumberFormat);

fn open(cx: &mut Cx, this: &PhpObject, locale: &PhpStr, style: i64, pattern: Option<&PhpStr>) -> PhpResult<bool> {
    errors::reset(cx);
    if !locale_fits(cx, locale)? {
        return Ok(false);
    }
    if this.native::<Obj<NumberFormat>>().is_some_and(|own| own.part.is_some()) {
        return Err(cx.throw_error("NumberFormatter object is already constructed"));
    }
    let pattern = match pattern.filter(|pattern| !pattern.is_empty()).map(|pattern| utf16(pattern)).transpose() {
        Ok(pattern) => pattern,
        Err(code) => return check::<NumberFormat>(cx, this, code, "numfmt_create: error converting pattern to UTF-16"),
    };
    let name = locale_or_default(cx, Some(locale));
    if icu::iso3_language(&name).is_empty() {
        return Err(cx.argument_value_error(1, [b"\"", name.as_bytes(), b"\" is invalid"].concat()));
    }
    let mut code = 0;
    let canonical = icu::canonicalize_locale(&name, &mut code);
    let name = if icu::failed(code) { name } else { cstring(canonical.as_bytes()) };
    code = 0;
    let format = NumberFormat::open(style as i32, pattern.as_deref(), &name, &mut ParseError::default(), &mut code);
    if !check::<NumberFormat>(cx, this, code, "numfmt_create: number formatter creation failed")? {
        return Ok(false);
    }
    if let Some(format) = format {
        object::fill(this, format);
    }
    Ok(true)
}

/// `NumberFormatter::__construct()`
pub(crate) fn construct(cx: &mut Cx, this: &PhpObject, locale: &PhpStr, style: i64, pattern: Option<&PhpStr>) -> PhpResult<()> {
    constructing(cx, |cx| open(cx, this, locale, style, pattern))
}

/// `NumberFormatter::create()`
pub(crate) fn create(cx: &mut Cx, locale: &PhpStr, style: i64, pattern: Option<&PhpStr>) -> PhpResult<Option<PhpObject>> {
    let object = loxo_runtime::object::instantiate(cx, cx.builtin_class("NumberFormatter"))?;
    Ok(open(cx, &object, locale, style, pattern)?.then_some(object))
}

/// What a number is written or read as.
#[derive(Clone, Copy)]
enum Type {
    Int32,
    Int64,
    Double,
}

/// The error about a type that has a method of its own, or is none.
fn wrong_type(cx: &mut Cx, this: &PhpObject, number: i64, currency: &str, function: &str) -> Thrown {
    let at = argument(cx, 2);
    if number != 4 {
        return cx.argument_value_error(at, "must be a NumberFormatter::TYPE_* constant");
    }
    let instead = match at {
        2 => format!("{}::{currency}() method", cx.class_name_of(this)),
        _ => format!("{function}() function"),
    };
    cx.argument_value_error(at, format!("cannot be NumberFormatter::TYPE_CURRENCY constant, use {instead} instead"))
}

/// `NumberFormatter::format()`
pub(crate) fn format(cx: &mut Cx, this: &PhpObject, num: &Value, kind: i64) -> PhpResult<OrFalse<String>> {
    let (format, mut code) = (part(cx, this)?, 0);
    let text = match kind {
        0 if num.is_float() => format.format_float(num.as_float().unwrap_or(0.0), &mut code),
        0 => format.format_int(num.as_int().unwrap_or(0), &mut code),
        1 => format.format_int(i64::from(convert::scalar_to_int(num) as i32), &mut code),
        2 => format.format_int(num.as_float().map_or_else(|| num.as_int().unwrap_or(0), |float| float as i64), &mut code),
        3 => format.format_float(convert::scalar_to_float(num), &mut code),
        _ => return Err(wrong_type(cx, this, kind, "formatCurrency", "numfmt_format_currency")),
    };
    finish::<NumberFormat>(cx, this, code, &text, "Number formatting failed")
}

/// `NumberFormatter::formatCurrency()`
pub(crate) fn format_currency(cx: &mut Cx, this: &PhpObject, amount: f64, currency: &PhpStr) -> PhpResult<OrFalse<String>> {
    let (format, mut code) = (part(cx, this)?, 0);
    let Some(currency) = argument16::<NumberFormat>(cx, this, currency, "Currency conversion to UTF-16 failed")? else {
        return Ok(OrFalse::FALSE);
    };
    let text = format.format_currency(amount, &currency, &mut code);
    finish::<NumberFormat>(cx, this, code, &text, "Number formatting failed")
}

/// Where to begin: what a reference holds.
fn start(cx: &mut Cx, offset: Option<&RefArg>) -> PhpResult<i32> {
    match offset {
        Some(offset) => Ok(convert::to_int(cx, offset.get().deref())? as i32),
        None => Ok(0),
    }
}

/// `NumberFormatter::parse()`
pub(crate) fn parse(cx: &mut Cx, this: &PhpObject, string: &PhpStr, kind: i64, offset: Option<&RefArg>) -> PhpResult<Value> {
    let mut at = start(cx, offset)?;
    let (format, mut code) = (part(cx, this)?, 0);
    let Some(text) = argument16::<NumberFormat>(cx, this, string, "String conversion to UTF-16 failed")? else { return Ok(Value::FALSE) };
    let kind = match kind {
        1 => Type::Int32,
        2 => Type::Int64,
        3 => Type::Double,
        _ => return Err(wrong_type(cx, this, kind, "parseCurrency", "numfmt_parse_currency")),
    };
    let value = match kind {
        Type::Int32 => Value::int(i64::from(format.parse_int32(&text, &mut at, &mut code))),
        Type::Int64 => Value::int(format.parse_int64(&text, &mut at, &mut code)),
        Type::Double => Value::float(format.parse_float(&text, &mut at, &mut code)),
    };
    if let Some(offset) = offset {
        offset.set(cx, Value::int(i64::from(at)))?;
    }
    let fine = check::<NumberFormat>(cx, this, code, "Number parsing failed")?;
    Ok(if fine { value } else { Value::FALSE })
}

/// `NumberFormatter::parseCurrency()`
pub(crate) fn parse_currency(
    cx: &mut Cx,
    this: &PhpObject,
    string: &PhpStr,
    currency: &RefArg,
    offset: Option<&RefArg>,
) -> PhpResult<OrFalse<f64>> {
    let mut at = start(cx, offset)?;
    let (format, mut code) = (part(cx, this)?, 0);
    let Some(text) = argument16::<NumberFormat>(cx, this, string, "String conversion to UTF-16 failed")? else { return Ok(OrFalse::FALSE) };
    let (number, unit) = format.parse_currency(&text, &mut at, &mut code);
    if let Some(offset) = offset {
        offset.set(cx, Value::int(i64::from(at)))?;
    }
    if !check::<NumberFormat>(cx, this, code, "Number parsing failed")? {
        return Ok(OrFalse::FALSE);
    }
    if let Some(unit) = finish::<NumberFormat>(cx, this, 0, &unit, "")?.0 {
        currency.set(cx, Value::from(unit))?;
    }
    Ok(number.into())
}

/// `NumberFormatter::setAttribute()`
pub(crate) fn set_attribute(cx: &mut Cx, this: &PhpObject, attribute: i64, value: &Value) -> PhpResult<bool> {
    let (format, mut code) = (part(cx, this)?, 0);
    match attribute {
        ROUNDING_INCREMENT => format.set_float_attribute(attribute as i32, convert::scalar_to_float(value)),
        0..=LENIENT_PARSE => format.set_attribute(attribute as i32, convert::scalar_to_int(value) as i32),
        _ => code = status::UNSUPPORTED,
    }
    check::<NumberFormat>(cx, this, code, "Error setting attribute value")
}

/// `NumberFormatter::getAttribute()`
pub(crate) fn get_attribute(cx: &mut Cx, this: &PhpObject, attribute: i64) -> PhpResult<Value> {
    let format = part(cx, this)?;
    let value = match attribute {
        ROUNDING_INCREMENT => Some(format.float_attribute(attribute as i32)).filter(|value| *value != -1.0).map(Value::float),
        0..=LENIENT_PARSE => {
            Some(format.attribute(attribute as i32)).filter(|value| *value != -1).map(|value| Value::int(i64::from(value)))
        }
        _ => None,
    };
    let code = if value.is_some() { 0 } else { status::UNSUPPORTED };
    check::<NumberFormat>(cx, this, code, "Error getting attribute value")?;
    Ok(value.unwrap_or(Value::FALSE))
}

/// `NumberFormatter::setTextAttribute()`
pub(crate) fn set_text_attribute(cx: &mut Cx, this: &PhpObject, attribute: i64, value: &PhpStr) -> PhpResult<bool> {
    let (format, mut code) = (part(cx, this)?, 0);
    let Some(value) = argument16::<NumberFormat>(cx, this, value, "Error converting attribute value to UTF-16")? else { return Ok(false) };
    format.set_text_attribute(attribute as i32, &value, &mut code);
    check::<NumberFormat>(cx, this, code, "Error setting text attribute")
}

/// `NumberFormatter::getTextAttribute()`
pub(crate) fn get_text_attribute(cx: &mut Cx, this: &PhpObject, attribute: i64) -> PhpResult<OrFalse<String>> {
    let (format, mut code) = (part(cx, this)?, 0);
    let text = format.text_attribute(attribute as i32, &mut code);
    finish::<NumberFormat>(cx, this, code, &text, "Error getting attribute value")
}

/// `NumberFormatter::setSymbol()`
pub(crate) fn set_symbol(cx: &mut Cx, this: &PhpObject, symbol: i64, value: &PhpStr) -> PhpResult<bool> {
    if !(0..SYMBOLS).contains(&symbol) {
        errors::set(cx, status::ILLEGAL_ARGUMENT, "numfmt_set_symbol: invalid symbol value")?;
        return Ok(false);
    }
    let (format, mut code) = (part(cx, this)?, 0);
    let Some(value) = argument16::<NumberFormat>(cx, this, value, "Error converting symbol value to UTF-16")? else { return Ok(false) };
    format.set_symbol(symbol as i32, &value, &mut code);
    check::<NumberFormat>(cx, this, code, "Error setting symbol value")
}

/// `NumberFormatter::getSymbol()`
pub(crate) fn get_symbol(cx: &mut Cx, this: &PhpObject, symbol: i64) -> PhpResult<OrFalse<String>> {
    if !(0..SYMBOLS).contains(&symbol) {
        errors::set(cx, status::ILLEGAL_ARGUMENT, "numfmt_get_symbol: invalid symbol value")?;
        return Ok(OrFalse::FALSE);
    }
    let (format, mut code) = (part(cx, this)?, 0);
    let text = format.symbol(symbol as i32, &mut code);
    finish::<NumberFormat>(cx, this, code, &text, "Error getting symbol value")
}

/// `NumberFormatter::setPattern()`
pub(crate) fn set_pattern(cx: &mut Cx, this: &PhpObject, pattern: &PhpStr) -> PhpResult<bool> {
    let (format, mut code, mut place) = (part(cx, this)?, 0, ParseError::default());
    let Some(pattern) = argument16::<NumberFormat>(cx, this, pattern, "Error converting pattern to UTF-16")? else { return Ok(false) };
    format.set_pattern(&pattern, &mut place, &mut code);
    if icu::failed(code) {
        let message = format!("Error setting pattern value at line {}, offset {}", place.line, place.offset);
        fail_here::<NumberFormat>(cx, this, code, message)?;
        return Ok(false);
    }
    Ok(true)
}

/// `NumberFormatter::getPattern()`
pub(crate) fn get_pattern(cx: &mut Cx, this: &PhpObject) -> PhpResult<OrFalse<String>> {
    let (format, mut code) = (part(cx, this)?, 0);
    let text = format.pattern(&mut code);
    finish::<NumberFormat>(cx, this, code, &text, "Error getting formatter pattern")
}

/// `NumberFormatter::getLocale()`
pub(crate) fn get_locale(cx: &mut Cx, this: &PhpObject, kind: i64) -> PhpResult<OrFalse<String>> {
    let (format, mut code) = (part(cx, this)?, 0);
    let locale = format.locale(kind as i32, &mut code);
    let fine = check::<NumberFormat>(cx, this, code, "Error getting locale")?;
    Ok(OrFalse(locale.filter(|_| fine)))
}
