//! Filters that change a text into what it may be.

use loxo_runtime::{Cx, PhpResult, PhpStr, Value};

use crate::functions::{Rules, call_function, flag};

const STRIP_LOW: i64 = 0x4;
const STRIP_HIGH: i64 = 0x8;
const ENCODE_LOW: i64 = 0x10;
const ENCODE_HIGH: i64 = 0x20;
const ENCODE_AMP: i64 = 0x40;
const EMPTY_STRING_NULL: i64 = 0x100;
const STRIP_BACKTICK: i64 = 0x200;
const ALLOW_FRACTION: i64 = 0x1000;
const ALLOW_THOUSAND: i64 = 0x2000;
const ALLOW_SCIENTIFIC: i64 = 0x4000;

/// What may stand in an address besides letters and digits.
pub(crate) const EMAIL: &[u8] = b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789!#$%&'*+-=?^_`{|}~@.[]";

/// The bytes that are allowed.
pub(crate) fn only(text: &[u8], allowed: &[u8]) -> PhpStr {
    PhpStr::from_vec(text.iter().copied().filter(|b| allowed.contains(b)).collect())
}

/// What RFC 1738 lets stand in a URL: everything visible.
pub(crate) fn url(text: &[u8]) -> PhpStr {
    PhpStr::from_vec(text.iter().copied().filter(u8::is_ascii_graphic).collect())
}

pub(crate) fn number_float(text: &[u8], rules: Rules<'_>) -> PhpStr {
    let mut allowed = b"+-0123456789".to_vec();
    for (flag, more) in [(ALLOW_FRACTION, &b"."[..]), (ALLOW_THOUSAND, b","), (ALLOW_SCIENTIFIC, b"eE")] {
        if rules.has(flag) {
            allowed.extend(more);
        }
    }
    only(text, &allowed)
}

fn stripped(text: &[u8], rules: Rules<'_>) -> Vec<u8> {
    let unwanted = |b: u8| match b {
        127.. => rules.has(STRIP_HIGH),
        ..32 => rules.has(STRIP_LOW),
        b'`' => rules.has(STRIP_BACKTICK),
        _ => false,
    };
    text.iter().copied().filter(|b| !unwanted(*b)).collect()
}

/// Bytes as `&#38;`
fn as_entities(text: &[u8], which: impl Fn(u8) -> bool) -> Vec<u8> {
    let mut out = Vec::with_capacity(text.len());
    for b in text {
        if which(*b) { out.extend(format!("&#{b};").bytes()) } else { out.push(*b) }
    }
    out
}

fn range_is_encoded(b: u8, rules: Rules<'_>) -> bool {
    b < 32 && rules.has(ENCODE_LOW) || b >= 127 && rules.has(ENCODE_HIGH)
}

pub(crate) fn string(cx: &mut Cx, text: &[u8], rules: Rules<'_>) -> PhpResult<Value> {
    let text = as_entities(&stripped(text, rules), |b| match b {
        b'\'' | b'"' => !rules.has(flag::NO_ENCODE_QUOTES),
        b'&' => rules.has(ENCODE_AMP),
        b => range_is_encoded(b, rules),
    });
    // Unlike the function, the filter takes a tag for one though white space follows its bracket.
    let mut after_bracket = false;
    let tight = text.into_iter().filter(|b| {
        after_bracket = *b == b'<' || after_bracket && b.is_ascii_whitespace();
        !(after_bracket && b.is_ascii_whitespace())
    });
    let text: Vec<u8> = tight.collect();
    let text = call_function(cx, "strip_tags", vec![PhpStr::from_vec(text).into()])?;
    let empty = text.as_bytes().is_none_or(<[u8]>::is_empty);
    Ok(if empty && rules.has(EMPTY_STRING_NULL) { Value::NULL } else { text })
}

pub(crate) fn encoded(text: &[u8], rules: Rules<'_>) -> PhpStr {
    let mut out = Vec::with_capacity(text.len());
    for b in stripped(text, rules) {
        if b.is_ascii_alphanumeric() || matches!(b, b'-' | b'.' | b'_') {
            out.push(b);
        } else {
            out.extend(format!("%{b:02X}").bytes());
        }
    }
    PhpStr::from_vec(out)
}

pub(crate) fn special_chars(text: &[u8], rules: Rules<'_>) -> PhpStr {
    let special = |b: u8| matches!(b, ..32 | b'\'' | b'"' | b'<' | b'>' | b'&') || range_is_encoded(b, rules);
    PhpStr::from_vec(as_entities(&stripped(text, rules), special))
}

pub(crate) fn full_special_chars(cx: &mut Cx, text: &PhpStr, rules: Rules<'_>) -> PhpResult<Value> {
    const QUOTES: i64 = 3;
    let quotes = if rules.has(flag::NO_ENCODE_QUOTES) { 0 } else { QUOTES };
    call_function(cx, "htmlentities", vec![text.into(), Value::int(quotes), Value::NULL, Value::FALSE])
}

pub(crate) fn unsafe_raw(text: &PhpStr, rules: Rules<'_>) -> Value {
    if rules.flags == 0 {
        return text.into();
    }
    if text.is_empty() {
        return if rules.has(EMPTY_STRING_NULL) { Value::NULL } else { text.into() };
    }
    let encoded = |b: u8| b == b'&' && rules.has(ENCODE_AMP) || range_is_encoded(b, rules);
    PhpStr::from_vec(as_entities(&stripped(text, rules), encoded)).into()
}
