//! The filters that validate numbers: `FILTER_VALIDATE_INT`, `FILTER_VALIDATE_BOOL` and `FILTER_VALIDATE_FLOAT`.

use loxo_runtime::value::number::{Numeric, parse_numeric};
use loxo_runtime::{Cx, PhpResult};

use crate::functions::{Rules, value_error};

const ALLOW_OCTAL: i64 = 1;
const ALLOW_HEX: i64 = 2;
const ALLOW_THOUSAND: i64 = 0x2000;

/// Without white space around it.
fn trimmed(text: &[u8]) -> &[u8] {
    let space = |b: &u8| b" \t\r\x0b\n".contains(b);
    let start = text.iter().position(|b| !space(b)).unwrap_or(text.len());
    let end = text.iter().rposition(|b| !space(b)).map_or(start, |at| at + 1);
    &text[start..end]
}

pub(crate) fn int(cx: &mut Cx, text: &[u8], rules: Rules<'_>) -> PhpResult<Option<i64>> {
    let (min, max) = (rules.int_option(cx, "min_range")?, rules.int_option(cx, "max_range")?);
    let text = trimmed(text);
    let number = match text {
        [] => None,
        [b'0', b'x' | b'X', digits @ ..] if rules.has(ALLOW_HEX) => unsigned(digits, 16),
        [b'0', b'o' | b'O', digits @ ..] if rules.has(ALLOW_OCTAL) => unsigned(digits, 8),
        [b'0', digits @ ..] if rules.has(ALLOW_OCTAL) && !digits.is_empty() => unsigned(digits, 8),
        _ => decimal(text),
    };
    Ok(number.filter(|number| min.is_none_or(|min| *number >= min) && max.is_none_or(|max| *number <= max)))
}

fn decimal(text: &[u8]) -> Option<i64> {
    let digits = text.strip_prefix(b"-").or(text.strip_prefix(b"+")).unwrap_or(text);
    let plain = digits == b"0" || matches!(digits.first(), Some(b'1'..=b'9')) && digits.iter().all(u8::is_ascii_digit);
    if !plain {
        return None;
    }
    std::str::from_utf8(text).ok()?.parse().ok()
}

/// All 64 bits count.
pub(crate) fn unsigned(digits: &[u8], radix: u32) -> Option<i64> {
    if digits.is_empty() {
        return None;
    }
    let number = digits.iter().try_fold(0u64, |number, b| {
        let digit = char::from(*b).to_digit(radix)?;
        number.checked_mul(u64::from(radix))?.checked_add(u64::from(digit))
    })?;
    Some(number as i64)
}

pub(crate) fn boolean(text: &[u8]) -> Option<bool> {
    match trimmed(text).to_ascii_lowercase().as_slice() {
        b"1" | b"true" | b"on" | b"yes" => Some(true),
        b"" | b"0" | b"false" | b"off" | b"no" => Some(false),
        _ => None,
    }
}

pub(crate) fn float(cx: &mut Cx, text: &[u8], rules: Rules<'_>) -> PhpResult<Option<f64>> {
    let text = trimmed(text);
    if text.is_empty() {
        return Ok(None);
    }
    let point = match rules.text_option("decimal").map(|option| option.as_bytes()) {
        None => b'.',
        Some([point]) => *point,
        Some(_) => return value_error(cx, "\"decimal\" option must be one character long"),
    };
    let separators = match rules.text_option("thousand").map(|option| option.as_bytes()) {
        None => &b"',."[..],
        Some([]) => return value_error(cx, "\"thousand\" option must not be empty"),
        Some(separators) => separators,
    };
    let separators = if rules.has(ALLOW_THOUSAND) { separators } else { b"" };
    let (min, max) = (rules.float_option(cx, "min_range")?, rules.float_option(cx, "max_range")?);
    let Some(plain) = plain_float(text, point, separators) else { return Ok(None) };
    let Some(parsed) = parse_numeric(&plain).filter(|parsed| !parsed.trailing_data) else { return Ok(None) };
    let number = match parsed.number {
        Numeric::Int(number) => number as f64,
        Numeric::Float(number) => number,
    };
    // Too small or too great for a float.
    let vanished = number == 0.0 && plain.iter().any(|b| matches!(b, b'1'..=b'9')) && plain.len() > 1;
    let fits = number.is_finite() && !vanished;
    Ok(Some(number).filter(|number| fits && min.is_none_or(|min| *number >= min) && max.is_none_or(|max| *number <= max)))
}

/// The number as programs write numbers; groups of thousands have three digits, but the first.
fn plain_float(text: &[u8], point: u8, separators: &[u8]) -> Option<Vec<u8>> {
    let mut out = Vec::with_capacity(text.len());
    let mut at = 0;
    let peek = |at: usize| text.get(at).copied();
    let digits = |at: &mut usize, out: &mut Vec<u8>| {
        let start = *at;
        while let Some(digit @ b'0'..=b'9') = peek(*at) {
            out.push(digit);
            *at += 1;
        }
        *at - start
    };
    if let Some(sign @ (b'+' | b'-')) = peek(at) {
        out.push(sign);
        at += 1;
    }
    let mut first = true;
    loop {
        let count = digits(&mut at, &mut out);
        match peek(at) {
            next if next.is_none_or(|b| b == point || b.eq_ignore_ascii_case(&b'e')) => {
                if !first && count != 3 {
                    return None;
                }
                break;
            }
            Some(b) if separators.contains(&b) => {
                if if first { !(1..=3).contains(&count) } else { count != 3 } {
                    return None;
                }
                first = false;
                at += 1;
            }
            _ => return None,
        }
    }
    if peek(at) == Some(point) {
        out.push(b'.');
        at += 1;
        digits(&mut at, &mut out);
    }
    if let Some(letter @ (b'e' | b'E')) = peek(at) {
        out.push(letter);
        at += 1;
        if let Some(sign @ (b'+' | b'-')) = peek(at) {
            out.push(sign);
            at += 1;
        }
        digits(&mut at, &mut out);
    }
    (at == text.len()).then_some(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn floats() {
        let plain = |text: &str, separators: &[u8]| plain_float(text.as_bytes(), b'.', separators).map(|t| String::from_utf8(t).unwrap());
        assert_eq!(plain("1,234.5", b",").as_deref(), Some("1234.5"));
        assert_eq!(plain("12,34", b","), None);
        assert_eq!(plain("1,234", b""), None);
        assert_eq!(plain("-1e-7", b"").as_deref(), Some("-1e-7"));
    }

    #[test]
    fn decimals() {
        assert_eq!(decimal(b"-0"), Some(0));
        assert_eq!(decimal(b"01"), None);
        assert_eq!(decimal(b"-9223372036854775808"), Some(i64::MIN));
        assert_eq!(unsigned(b"ffffffffffffffff", 16), Some(-1));
        assert_eq!(unsigned(b"10000000000000000", 16), None);
    }
}
