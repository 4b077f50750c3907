//! How integers and floats become text, as PHP prints them.

use super::write_int;
use crate::PhpStr;
use std::io::Write;

/// An integer as a string; one digit is a pre-interned one.
#[inline]
pub fn int_to_string(n: i64) -> PhpStr {
    if (0..10).contains(&n) { PhpStr::byte(b'0' + n as u8) } else { PhpStr::concat_int(b"", n) }
}

/// A float as PHP's `echo` (ini `precision`) or `var_dump` (ini `serialize_precision`) writes it, without their `.0`.
///
/// `precision` -1: the shortest text that reads back as the same number; 0 counts as 1.
pub fn double_to_string(d: f64, precision: i32) -> PhpStr {
    let mut out = Vec::with_capacity(32);
    write_double(&mut out, d, precision);
    PhpStr::new(&out)
}

/// Appends what [`double_to_string`] returns.
pub fn write_double(out: &mut Vec<u8>, d: f64, precision: i32) {
    if d.is_nan() {
        return out.extend_from_slice(b"NAN");
    }
    if d.is_infinite() {
        return out.extend_from_slice(if d > 0.0 { b"INF" } else { b"-INF" });
    }
    if d.is_sign_negative() {
        out.push(b'-');
    }
    if d == 0.0 {
        return out.push(b'0');
    }
    if precision <= 17 {
        write_finite(out, d.abs(), precision, &mut [0; 40]);
    } else {
        write_finite(out, d.abs(), precision, &mut [0; 800]);
    }
}

fn write_finite(out: &mut Vec<u8>, d: f64, precision: i32, buf: &mut [u8]) {
    let (digits, exponent) = digits(d, precision, buf);
    // `point`: how many digits stand before the decimal point.
    let point = exponent + 1;
    let limit = if precision < 0 { 17 } else { precision.max(1) };
    if point > limit || point < -3 {
        scientific(out, digits, exponent);
    } else if point <= 0 {
        out.extend_from_slice(b"0.");
        out.extend(std::iter::repeat_n(b'0', point.unsigned_abs() as usize));
        out.extend_from_slice(digits);
    } else {
        let point = point as usize;
        if digits.len() <= point {
            out.extend_from_slice(digits);
            out.extend(std::iter::repeat_n(b'0', point - digits.len()));
        } else {
            out.extend_from_slice(&digits[..point]);
            out.push(b'.');
            out.extend_from_slice(&digits[point..]);
        }
    }
}

/// Significant digits without trailing zeros, and the decimal exponent of the first. Not for 0.
fn digits(d: f64, precision: i32, buf: &mut [u8]) -> (&[u8], i32) {
    // From this many digits on, two shortest texts may be equally near. PHP takes the even one, as rounding to that length does.
    const MAYBE_TIED: usize = 15;
    // A number that lies between two texts of 17 digits has 18 digits itself: no more than so many bits behind the point.
    const MOST_BITS: i32 = -25;
    let (mut len, mut exponent);
    if precision < 0 {
        let shortest = print(d, None, buf);
        (len, exponent) = if shortest.0 >= MAYBE_TIED && lowest_bit(d) >= MOST_BITS { print(d, Some(shortest.0), buf) } else { shortest };
        if is_power_of_two(d) && !reads_back(&buf[..len], exponent, d) {
            (len, exponent) = print(d, None, buf);
        }
    } else {
        // The shortest text that names a normal number is what rounding to more digits gives, up to this many.
        const SAME_AS_SHORTEST: usize = 15;
        // A double has at most 767 significant digits: the rest would be zeros.
        let wanted = (precision.max(1) as usize).min(770);
        let shortest = if wanted <= SAME_AS_SHORTEST && d.is_normal() { print(d, None, buf) } else { (usize::MAX, 0) };
        (len, exponent) = if shortest.0 <= wanted { shortest } else { print(d, Some(wanted), buf) };
    }
    if !keeps_zeros(d, precision) {
        len = buf[..len].iter().rposition(|b| *b != b'0').map_or(1, |i| i + 1);
    }
    (&buf[..len], exponent)
}

/// Below a power of two numbers lie closer than above it: what rounding gives there may read back as another number.
fn is_power_of_two(d: f64) -> bool {
    d.is_normal() && d.to_bits() & ((1 << 52) - 1) == 0
}

/// Digits and the exponent of the first one are a text of this number.
fn reads_back(digits: &[u8], exponent: i32, d: f64) -> bool {
    let text = std::str::from_utf8(digits).map(|digits| format!("{digits}e{}", exponent + 1 - digits.len() as i32));
    text.is_ok_and(|text| text.parse() == Ok(d))
}

/// The power of two of a number's lowest bit.
fn lowest_bit(d: f64) -> i32 {
    let bits = d.to_bits();
    let (exponent, fraction) = ((bits >> 52 & 0x7ff) as i32, bits & ((1 << 52) - 1));
    if exponent == 0 {
        return -1074 + fraction.trailing_zeros() as i32;
    }
    exponent - 1075 + (fraction | 1 << 52).trailing_zeros() as i32
}

/// Writes `count` significant digits (`None`: as few as identify the number) to the start of `buf`; how many, and the exponent.
fn print(d: f64, count: Option<usize>, buf: &mut [u8]) -> (usize, i32) {
    let room = buf.len();
    // One place is left free, over which the digits after the point are moved up.
    let mut w = &mut buf[1..];
    let written = match count {
        None => write!(w, "{d:e}"),
        Some(n) => write!(w, "{:.*e}", n - 1, d),
    };
    debug_assert!(written.is_ok());
    let end = room - w.len();
    let e = buf[..end].iter().position(|b| *b == b'e').unwrap_or(end);
    let exponent = buf[..end].get(e + 1..).and_then(|x| std::str::from_utf8(x).ok()).and_then(|x| x.parse().ok()).unwrap_or(0);
    buf[0] = buf[1];
    if e > 3 {
        buf.copy_within(3..e, 1);
    }
    (if e > 3 { e - 2 } else { 1 }, exponent)
}

/// PHP's conversion leaves trailing zeros when an integer below 10^15 lies exactly between two texts of `precision` digits, and the lower
/// one is even.
fn keeps_zeros(d: f64, precision: i32) -> bool {
    if !(1..=14).contains(&precision) || d >= 1e15 || d.fract() != 0.0 {
        return false;
    }
    let n = d as u64;
    let Some(over) = (n.checked_ilog10().unwrap_or(0) + 1).checked_sub(precision as u32).filter(|o| *o > 0) else { return false };
    let unit = 10u64.pow(over);
    n % unit * 2 == unit && (n / unit).is_multiple_of(2)
}

fn scientific(out: &mut Vec<u8>, digits: &[u8], exponent: i32) {
    out.push(digits[0]);
    out.push(b'.');
    out.extend_from_slice(if digits.len() > 1 { &digits[1..] } else { b"0" });
    out.push(b'E');
    out.push(if exponent < 0 { b'-' } else { b'+' });
    out.extend_from_slice(write_int(i64::from(exponent.abs()), &mut [0; 20]));
}
