//! `IntlChar`: what Unicode says of characters.

use loxo_icu_sys::{self as icu, Test};
use loxo_runtime::args::{self, StrOrInt};
use loxo_runtime::{Callable, Cx, OrFalse, PhpArray, PhpResult, PhpStr, Value};

use crate::errors::{self, ILLEGAL_ARGUMENT};
use crate::text::{cstring, first_char, utf8};

/// A character that a program named, and whether it wrote the character itself.
struct Given {
    c: i32,
    written: bool,
}

/// `None`: it is none, which is noted.
fn given(cx: &mut Cx, number: usize, value: &Value) -> PhpResult<Option<Given>> {
    let (c, written) = match args::str_or_int(cx, number, value)? {
        None => return Err(args::type_error(cx, number, value.deref(), "string|int")),
        Some(StrOrInt::Int(c)) => (c, false),
        Some(StrOrInt::Str(text)) => match first_char(&text) {
            Ok((c, width)) if width == text.len() => (i64::from(u32::from(c)), true),
            // What begins with no character is none of the whole length, or out of range.
            Err(_) if text.len() == 1 => (-1, true),
            _ => {
                let message = "Passing a UTF-8 character for codepoint requires a string which is exactly one UTF-8 codepoint long.";
                errors::set(cx, ILLEGAL_ARGUMENT, message)?;
                return Ok(None);
            }
        },
    };
    if !(0..=0x10_FFFF).contains(&c) {
        errors::set(cx, ILLEGAL_ARGUMENT, "Codepoint out of range")?;
        return Ok(None);
    }
    Ok(Some(Given { c: c as i32, written }))
}

/// UTF-8 of a number; of surrogates too, as C writes them.
fn encoded(c: i32) -> Value {
    let c = c as u32;
    match char::from_u32(c) {
        Some(c) => Value::bytes(c.encode_utf8(&mut [0; 4]).as_bytes()),
        None => Value::bytes(&[0xE0 | (c >> 12) as u8, 0x80 | (c >> 6 & 0x3F) as u8, 0x80 | (c & 0x3F) as u8]),
    }
}

/// In the form in which the character was given.
fn as_given(given: &Given, c: i32) -> Value {
    if given.written { encoded(c) } else { Value::int(i64::from(c)) }
}

fn ask(cx: &mut Cx, value: &Value, answer: impl FnOnce(&Given) -> Value) -> PhpResult<Value> {
    errors::reset(cx);
    Ok(given(cx, 1, value)?.map_or(Value::NULL, |given| answer(&given)))
}

fn number(n: i32) -> Value {
    Value::int(i64::from(n))
}

macro_rules! tests {
    ($($name:ident: $test:ident, $php:literal;)*) => {
        $(
            #[doc = concat!("`IntlChar::", $php, "()`")]
            pub(crate) fn $name(cx: &mut Cx, codepoint: &Value) -> PhpResult<Value> {
                ask(cx, codepoint, |given| Value::bool(icu::char_is(given.c, Test::$test)))
            }
        )*
    };
}

tests! {
    is_u_alphabetic: Alphabetic, "isUAlphabetic";
    is_u_lowercase: Lowercase, "isULowercase";
    is_u_uppercase: Uppercase, "isUUppercase";
    is_u_white_space: WhiteSpaceProperty, "isUWhiteSpace";
    islower: Lower, "islower";
    isupper: Upper, "isupper";
    istitle: Title, "istitle";
    isdigit: Digit, "isdigit";
    isalpha: Alpha, "isalpha";
    isalnum: Alnum, "isalnum";
    isxdigit: XDigit, "isxdigit";
    ispunct: Punct, "ispunct";
    isgraph: Graph, "isgraph";
    isblank: Blank, "isblank";
    isdefined: Defined, "isdefined";
    isspace: Space, "isspace";
    is_java_space_char: JavaSpaceChar, "isJavaSpaceChar";
    is_whitespace: Whitespace, "isWhitespace";
    iscntrl: Cntrl, "iscntrl";
    is_iso_control: IsoControl, "isISOControl";
    isprint: Print, "isprint";
    isbase: Base, "isbase";
    is_id_start: IdStart, "isIDStart";
    is_id_part: IdPart, "isIDPart";
    is_id_ignorable: IdIgnorable, "isIDIgnorable";
    is_java_id_start: JavaIdStart, "isJavaIDStart";
    is_java_id_part: JavaIdPart, "isJavaIDPart";
    is_mirrored: Mirrored, "isMirrored";
}

/// `IntlChar::chr()`
pub(crate) fn chr(cx: &mut Cx, codepoint: &Value) -> PhpResult<Value> {
    ask(cx, codepoint, |given| encoded(given.c))
}

/// `IntlChar::ord()`
pub(crate) fn ord(cx: &mut Cx, character: &Value) -> PhpResult<Value> {
    ask(cx, character, |given| number(given.c))
}

/// `IntlChar::hasBinaryProperty()`
pub(crate) fn has_binary_property(cx: &mut Cx, codepoint: &Value, property: i64) -> PhpResult<Value> {
    ask(cx, codepoint, |given| Value::bool(icu::has_binary_property(given.c, property as i32)))
}

/// `IntlChar::getIntPropertyValue()`
pub(crate) fn get_int_property_value(cx: &mut Cx, codepoint: &Value, property: i64) -> PhpResult<Value> {
    ask(cx, codepoint, |given| number(icu::int_property(given.c, property as i32)))
}

/// `IntlChar::getIntPropertyMinValue()`
pub(crate) fn get_int_property_min_value(cx: &mut Cx, property: i64) -> PhpResult<i32> {
    errors::reset(cx);
    Ok(icu::int_property_min(property as i32))
}

/// `IntlChar::getIntPropertyMaxValue()`
pub(crate) fn get_int_property_max_value(cx: &mut Cx, property: i64) -> PhpResult<i32> {
    errors::reset(cx);
    Ok(icu::int_property_max(property as i32))
}

/// `IntlChar::getNumericValue()`
pub(crate) fn get_numeric_value(cx: &mut Cx, codepoint: &Value) -> PhpResult<Value> {
    ask(cx, codepoint, |given| Value::float(icu::numeric_value(given.c)))
}

/// `IntlChar::getBlockCode()`
pub(crate) fn get_block_code(cx: &mut Cx, codepoint: &Value) -> PhpResult<Value> {
    ask(cx, codepoint, |given| number(icu::block_code(given.c)))
}

/// `IntlChar::charDirection()`
pub(crate) fn char_direction(cx: &mut Cx, codepoint: &Value) -> PhpResult<Value> {
    ask(cx, codepoint, |given| number(icu::char_direction(given.c)))
}

/// `IntlChar::charType()`
pub(crate) fn char_type(cx: &mut Cx, codepoint: &Value) -> PhpResult<Value> {
    ask(cx, codepoint, |given| number(icu::char_type(given.c)))
}

/// `IntlChar::getCombiningClass()`
pub(crate) fn get_combining_class(cx: &mut Cx, codepoint: &Value) -> PhpResult<Value> {
    ask(cx, codepoint, |given| number(icu::combining_class(given.c)))
}

/// `IntlChar::charDigitValue()`
pub(crate) fn char_digit_value(cx: &mut Cx, codepoint: &Value) -> PhpResult<Value> {
    ask(cx, codepoint, |given| number(icu::digit_value(given.c)))
}

/// `IntlChar::charMirror()`
pub(crate) fn char_mirror(cx: &mut Cx, codepoint: &Value) -> PhpResult<Value> {
    ask(cx, codepoint, |given| as_given(given, icu::char_mirror(given.c)))
}

/// `IntlChar::getBidiPairedBracket()`
pub(crate) fn get_bidi_paired_bracket(cx: &mut Cx, codepoint: &Value) -> PhpResult<Value> {
    ask(cx, codepoint, |given| as_given(given, icu::paired_bracket(given.c)))
}

/// `IntlChar::tolower()`
pub(crate) fn tolower(cx: &mut Cx, codepoint: &Value) -> PhpResult<Value> {
    ask(cx, codepoint, |given| as_given(given, icu::to_lower(given.c)))
}

/// `IntlChar::toupper()`
pub(crate) fn toupper(cx: &mut Cx, codepoint: &Value) -> PhpResult<Value> {
    ask(cx, codepoint, |given| as_given(given, icu::to_upper(given.c)))
}

/// `IntlChar::totitle()`
pub(crate) fn totitle(cx: &mut Cx, codepoint: &Value) -> PhpResult<Value> {
    ask(cx, codepoint, |given| as_given(given, icu::to_title(given.c)))
}

/// `IntlChar::foldCase()`
pub(crate) fn fold_case(cx: &mut Cx, codepoint: &Value, options: i64) -> PhpResult<Value> {
    ask(cx, codepoint, |given| as_given(given, icu::fold_case(given.c, options as u32)))
}

/// `IntlChar::digit()`
pub(crate) fn digit(cx: &mut Cx, codepoint: &Value, radix: i64) -> PhpResult<Value> {
    errors::reset(cx);
    let Some(given) = given(cx, 1, codepoint)? else { return Ok(Value::NULL) };
    let value = icu::digit(given.c, radix as i8);
    if value < 0 {
        errors::set(cx, ILLEGAL_ARGUMENT, "Invalid digit")?;
        return Ok(Value::FALSE);
    }
    Ok(number(value))
}

/// `IntlChar::forDigit()`
pub(crate) fn for_digit(cx: &mut Cx, digit: i64, radix: i64) -> PhpResult<i32> {
    errors::reset(cx);
    Ok(icu::for_digit(digit as i32, radix as i8))
}

fn version(numbers: [u8; 4]) -> PhpArray {
    PhpArray::from_values(numbers.map(i64::from))
}

/// `IntlChar::charAge()`
pub(crate) fn char_age(cx: &mut Cx, codepoint: &Value) -> PhpResult<Value> {
    ask(cx, codepoint, |given| Value::array(version(icu::char_age(given.c))))
}

/// `IntlChar::getUnicodeVersion()`
pub(crate) fn get_unicode_version(cx: &mut Cx) -> PhpResult<PhpArray> {
    errors::reset(cx);
    Ok(version(icu::unicode_version()))
}

/// `IntlChar::UNICODE_VERSION`
pub(crate) const UNICODE_VERSION: &[u8] = icu::UNICODE_VERSION.as_bytes();

/// `IntlChar::getFC_NFKC_Closure()`
pub(crate) fn get_fc_nfkc_closure(cx: &mut Cx, codepoint: &Value) -> PhpResult<Value> {
    errors::reset(cx);
    let Some(given) = given(cx, 1, codepoint)? else { return Ok(Value::NULL) };
    let mut code = 0;
    let closure = icu::fc_nfkc_closure(given.c, &mut code);
    if icu::failed(code) {
        errors::set(cx, code, "Failed getting closure")?;
        return Ok(Value::FALSE);
    }
    match utf8(&closure) {
        Ok(text) => Ok(Value::from(text)),
        Err(code) => {
            errors::set(cx, code, "Failed converting output to UTF8")?;
            Ok(Value::FALSE)
        }
    }
}

/// `IntlChar::charName()`
pub(crate) fn char_name(cx: &mut Cx, codepoint: &Value, choice: i64) -> PhpResult<Value> {
    errors::reset(cx);
    let Some(given) = given(cx, 1, codepoint)? else { return Ok(Value::NULL) };
    let mut code = 0;
    let name = icu::char_name(given.c, choice as i32, &mut code);
    if icu::failed(code) {
        errors::set(cx, code, "Failure getting character name")?;
        return Ok(Value::NULL);
    }
    Ok(Value::from(name))
}

/// `IntlChar::charFromName()`
pub(crate) fn char_from_name(cx: &mut Cx, name: &PhpStr, choice: i64) -> PhpResult<Option<i64>> {
    errors::reset(cx);
    let mut code = 0;
    let c = icu::char_from_name(&cstring(name), choice as i32, &mut code);
    errors::set_code(cx, code);
    Ok((!icu::failed(code)).then_some(i64::from(c)))
}

/// `IntlChar::enumCharTypes()`
pub(crate) fn enum_char_types(cx: &mut Cx, callback: &Callable) -> PhpResult<()> {
    errors::reset(cx);
    // PHP code does not run inside of ICU: ranges are taken first. There are some thousands.
    let mut ranges = Vec::new();
    icu::each_type(|start, limit, kind| {
        ranges.push([start, limit, kind]);
        true
    });
    for range in ranges {
        cx.call(callback, &range.map(number))?;
    }
    Ok(())
}

/// `IntlChar::enumCharNames()`
pub(crate) fn enum_char_names(cx: &mut Cx, start: &Value, limit: &Value, callback: &Callable, choice: i64) -> PhpResult<bool> {
    /// Names that are taken at a time.
    const STRETCH: i32 = 4096;
    errors::reset(cx);
    let Some(start) = given(cx, 1, start)? else { return Ok(false) };
    let Some(limit) = given(cx, 2, limit)? else { return Ok(false) };
    let mut at = start.c;
    while at < limit.c {
        let (end, mut code, mut names) = (limit.c.min(at + STRETCH), 0, Vec::new());
        icu::each_name(at, end, choice as i32, &mut code, |c, choice, name| {
            names.push((c, choice, name.to_vec()));
            true
        });
        if icu::failed(code) {
            errors::set_code(cx, code);
            return Ok(false);
        }
        for (c, choice, name) in names {
            cx.call(callback, &[number(c), number(choice), Value::bytes(&name)])?;
        }
        at = end;
    }
    Ok(true)
}

fn name_or_false(cx: &mut Cx, name: Option<String>) -> PhpResult<OrFalse<String>> {
    if name.is_none() {
        errors::set(cx, ILLEGAL_ARGUMENT, "Failed to get property name")?;
    }
    Ok(OrFalse(name))
}

/// `IntlChar::getPropertyName()`
pub(crate) fn get_property_name(cx: &mut Cx, property: i64, choice: i64) -> PhpResult<OrFalse<String>> {
    errors::reset(cx);
    name_or_false(cx, icu::property_name(property as i32, choice as i32))
}

/// `IntlChar::getPropertyValueName()`
pub(crate) fn get_property_value_name(cx: &mut Cx, property: i64, value: i64, choice: i64) -> PhpResult<OrFalse<String>> {
    errors::reset(cx);
    name_or_false(cx, icu::property_value_name(property as i32, value as i32, choice as i32))
}

/// `IntlChar::getPropertyEnum()`
pub(crate) fn get_property_enum(cx: &mut Cx, alias: &PhpStr) -> PhpResult<i32> {
    errors::reset(cx);
    Ok(icu::property_enum(&cstring(alias)))
}

/// `IntlChar::getPropertyValueEnum()`
pub(crate) fn get_property_value_enum(cx: &mut Cx, property: i64, name: &PhpStr) -> PhpResult<i32> {
    errors::reset(cx);
    Ok(icu::property_value_enum(property as i32, &cstring(name)))
}
