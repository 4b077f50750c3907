//! Numbers in other bases.

use crate::prelude::*;

/// `bindec()`
pub(crate) fn bindec(cx: &mut Cx, binary_string: &PhpStr) -> PhpResult<Value> {
    read(cx, binary_string, 2)
}

/// `octdec()`
pub(crate) fn octdec(cx: &mut Cx, octal_string: &PhpStr) -> PhpResult<Value> {
    read(cx, octal_string, 8)
}

/// `hexdec()`
pub(crate) fn hexdec(cx: &mut Cx, hex_string: &PhpStr) -> PhpResult<Value> {
    read(cx, hex_string, 16)
}

/// `decbin()`
pub(crate) fn decbin(_cx: &mut Cx, num: i64) -> PhpResult<PhpStr> {
    Ok(bit_digits(num as u64, 1))
}

/// `decoct()`
pub(crate) fn decoct(_cx: &mut Cx, num: i64) -> PhpResult<PhpStr> {
    Ok(bit_digits(num as u64, 3))
}

/// `dechex()`
pub(crate) fn dechex(_cx: &mut Cx, num: i64) -> PhpResult<PhpStr> {
    Ok(bit_digits(num as u64, 4))
}

/// `base_convert()`
pub(crate) fn base_convert(cx: &mut Cx, num: &PhpStr, from_base: i64, to_base: i64) -> PhpResult<PhpStr> {
    for (number, base) in [(2, from_base), (3, to_base)] {
        if !(2..=36).contains(&base) {
            return Err(cx.argument_value_error(number, "must be between 2 and 36 (inclusive)"));
        }
    }
    let value = read(cx, num, from_base as u32)?;
    let digits = match (value.as_int(), value.as_float()) {
        (Some(n), _) => int_digits(n as u64, to_base as u64),
        (None, Some(f)) if f.is_infinite() => {
            return Err(cx.value_error(format!("An infinite value cannot be converted to base {to_base}")));
        }
        (None, f) => float_digits(f.unwrap_or(0.0), to_base as f64),
    };
    Ok(PhpStr::new(&digits))
}

const DIGITS: &[u8; 36] = b"0123456789abcdefghijklmnopqrstuvwxyz";

/// Digits that stand for so many bits each.
fn bit_digits(mut n: u64, bits: u32) -> PhpStr {
    let mut out = [0; 64];
    let mut first = out.len();
    loop {
        first -= 1;
        out[first] = DIGITS[(n & ((1 << bits) - 1)) as usize];
        n >>= bits;
        if n == 0 {
            break;
        }
    }
    PhpStr::new(&out[first..])
}

fn int_digits(mut n: u64, base: u64) -> Vec<u8> {
    let mut out = Vec::new();
    loop {
        out.push(DIGITS[(n % base) as usize]);
        n /= base;
        if n == 0 {
            break;
        }
    }
    out.reverse();
    out
}

fn float_digits(f: f64, base: f64) -> Vec<u8> {
    let mut f = f.floor();
    let mut out = Vec::new();
    loop {
        out.push(DIGITS[(f % base) as usize % 36]);
        f /= base;
        if f.abs() < 1.0 {
            break;
        }
    }
    out.reverse();
    out
}

/// The number that the digits stand for: a float if it is too large for an int. What is no digit is passed over, and deprecated.
fn read(cx: &mut Cx, text: &[u8], base: u32) -> PhpResult<Value> {
    let text = text.trim_ascii();
    let digits = match (base, text) {
        (16, [b'0', b'x' | b'X', rest @ ..]) | (8, [b'0', b'o' | b'O', rest @ ..]) | (2, [b'0', b'b' | b'B', rest @ ..]) => rest,
        _ => text,
    };
    let mut int = Some(0i64);
    let mut float = 0.0;
    let mut invalid = false;
    for c in digits {
        let Some(digit) = (*c as char).to_digit(base) else {
            invalid = true;
            continue;
        };
        if let Some(n) = int {
            int = n.checked_mul(i64::from(base)).and_then(|n| n.checked_add(i64::from(digit)));
            if int.is_some() {
                continue;
            }
            float = n as f64;
        }
        float = float * f64::from(base) + f64::from(digit);
    }
    if invalid {
        cx.deprecated("Invalid characters passed for attempted conversion, these have been ignored");
        cx.check()?;
    }
    Ok(int.map_or(Value::float(float), Value::int))
}
