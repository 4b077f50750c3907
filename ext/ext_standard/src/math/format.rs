//! `number_format()`: numbers with separators between their groups of digits.

use super::round_half_up;
use crate::prelude::*;
use crate::strings::format::fixed;

/// `number_format()`
pub(crate) fn number_format(
    cx: &mut Cx,
    num: &Value,
    decimals: i64,
    decimal_separator: Option<&PhpStr>,
    thousands_separator: Option<&PhpStr>,
) -> PhpResult<PhpStr> {
    const WHOLE: f64 = 4_503_599_627_370_496.0;
    let point = decimal_separator.map_or(&b"."[..], |s| s.as_bytes());
    let comma = thousands_separator.map_or(&b","[..], |s| s.as_bytes());
    let num = &loxo_runtime::args::number_for_float(cx, 1, num)?;
    let float = cx.float_of(num)?;
    let decimals = decimals.clamp(i64::from(i32::MIN), i64::from(i32::MAX));
    ensure_room(usize::try_from(decimals).unwrap_or(0));
    // Floats this large have no fraction, and rounding them as integers loses nothing.
    let whole = float.abs() >= WHOLE && float >= i64::MIN as f64 && float < i64::MAX as f64;
    let (negative, digits) = match num.as_int().or(whole.then_some(float as i64)) {
        Some(n) => whole_number(n, decimals),
        None => {
            let places = decimals as i32;
            let rounded = round_half_up(float.abs(), places);
            if !rounded.is_finite() {
                // The sign is gone by now, as in PHP.
                return Ok(PhpStr::from(if rounded.is_nan() { "nan" } else { "inf" }));
            }
            (float < 0.0 && rounded != 0.0, fixed(rounded, places.max(0)))
        }
    };
    Ok(grouped(negative, &digits, point, comma))
}

/// Sign and digits of an integer rounded to `decimals` places, with a fraction of zeros.
fn whole_number(n: i64, decimals: i64) -> (bool, String) {
    let mut size = n.unsigned_abs();
    if decimals < 0 {
        let power = u32::try_from(decimals.unsigned_abs()).ok().and_then(|places| 10u64.checked_pow(places));
        size = match power {
            None => 0,
            Some(power) => {
                let rest = size % power;
                let down = size - rest;
                if rest >= power / 2 { down.wrapping_add(power) } else { down }
            }
        };
    }
    let mut digits = size.to_string();
    if decimals > 0 {
        digits.push('.');
        digits.extend(std::iter::repeat_n('0', decimals as usize));
    }
    (n < 0 && size != 0, digits)
}

fn grouped(negative: bool, digits: &str, point: &[u8], comma: &[u8]) -> PhpStr {
    let (whole, fraction) = match digits.split_once('.') {
        Some((whole, fraction)) => (whole.as_bytes(), Some(fraction.as_bytes())),
        None => (digits.as_bytes(), None),
    };
    let mut out = StrBuilder::with_capacity(digits.len() + (whole.len() / 3) * comma.len() + point.len() + 1);
    if negative {
        out.push(b'-');
    }
    for (i, digit) in whole.iter().enumerate() {
        if i > 0 && (whole.len() - i) % 3 == 0 {
            out.push_bytes(comma);
        }
        out.push(*digit);
    }
    if let Some(fraction) = fraction {
        out.push_bytes(point);
        out.push_bytes(fraction);
    }
    out.finish()
}
