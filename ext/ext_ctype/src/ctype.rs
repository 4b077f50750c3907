//! The functions. Each is a question about a byte.

use loxo_runtime::convert::type_name;
use loxo_runtime::locale::{self, Kind};
use loxo_runtime::{Cx, PhpResult, Value};

/// What an integer beyond a byte answers, which means its decimal text.
struct Numbers {
    digits: bool,
    minus: bool,
}

const NEVER: Numbers = Numbers { digits: false, minus: false };
const DIGITS: Numbers = Numbers { digits: true, minus: false };
const ALWAYS: Numbers = Numbers { digits: true, minus: true };

#[inline]
fn check(cx: &mut Cx, text: &Value, kind: Kind, is: fn(&u8) -> bool, numbers: Numbers) -> PhpResult<bool> {
    if let Some(locale) = locale::other_than_c(cx) {
        return check_by(cx, text, |byte| locale.is(kind, *byte), numbers);
    }
    check_by(cx, text, is, numbers)
}

#[inline]
fn check_by(cx: &mut Cx, text: &Value, is: impl Fn(&u8) -> bool, numbers: Numbers) -> PhpResult<bool> {
    match text.as_bytes() {
        Some(bytes) => Ok(!bytes.is_empty() && bytes.iter().all(is)),
        None => check_other(cx, text, &is, numbers),
    }
}

#[cold]
fn check_other(cx: &mut Cx, value: &Value, is: &dyn Fn(&u8) -> bool, numbers: Numbers) -> PhpResult<bool> {
    cx.builtin_deprecated(format!("Argument of type {} will be interpreted as string in the future", type_name(value)));
    cx.check()?;
    Ok(match value.as_int() {
        // One character; negative numbers are characters of C's signed kind.
        Some(code @ -128..256) => is(&(code as u8)),
        Some(0..) => numbers.digits,
        Some(_) => numbers.minus,
        None => false,
    })
}

/// `ctype_alnum()`
pub(crate) fn ctype_alnum(cx: &mut Cx, text: &Value) -> PhpResult<bool> {
    check(cx, text, Kind::Alnum, u8::is_ascii_alphanumeric, DIGITS)
}

/// `ctype_alpha()`
pub(crate) fn ctype_alpha(cx: &mut Cx, text: &Value) -> PhpResult<bool> {
    check(cx, text, Kind::Alpha, u8::is_ascii_alphabetic, NEVER)
}

/// `ctype_cntrl()`
pub(crate) fn ctype_cntrl(cx: &mut Cx, text: &Value) -> PhpResult<bool> {
    check(cx, text, Kind::Cntrl, u8::is_ascii_control, NEVER)
}

/// `ctype_digit()`
pub(crate) fn ctype_digit(cx: &mut Cx, text: &Value) -> PhpResult<bool> {
    check(cx, text, Kind::Digit, u8::is_ascii_digit, DIGITS)
}

/// `ctype_lower()`
pub(crate) fn ctype_lower(cx: &mut Cx, text: &Value) -> PhpResult<bool> {
    check(cx, text, Kind::Lower, u8::is_ascii_lowercase, NEVER)
}

/// `ctype_graph()`
pub(crate) fn ctype_graph(cx: &mut Cx, text: &Value) -> PhpResult<bool> {
    check(cx, text, Kind::Graph, u8::is_ascii_graphic, ALWAYS)
}

/// `ctype_print()`
pub(crate) fn ctype_print(cx: &mut Cx, text: &Value) -> PhpResult<bool> {
    check(cx, text, Kind::Print, |byte| (0x20..0x7f).contains(byte), ALWAYS)
}

/// `ctype_punct()`
pub(crate) fn ctype_punct(cx: &mut Cx, text: &Value) -> PhpResult<bool> {
    check(cx, text, Kind::Punct, u8::is_ascii_punctuation, NEVER)
}

/// `ctype_space()`
pub(crate) fn ctype_space(cx: &mut Cx, text: &Value) -> PhpResult<bool> {
    check(cx, text, Kind::Space, |byte| matches!(byte, b' ' | b'\t'..=b'\r'), NEVER)
}

/// `ctype_upper()`
pub(crate) fn ctype_upper(cx: &mut Cx, text: &Value) -> PhpResult<bool> {
    check(cx, text, Kind::Upper, u8::is_ascii_uppercase, NEVER)
}

/// `ctype_xdigit()`
pub(crate) fn ctype_xdigit(cx: &mut Cx, text: &Value) -> PhpResult<bool> {
    check(cx, text, Kind::Xdigit, u8::is_ascii_hexdigit, DIGITS)
}
