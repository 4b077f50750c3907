//! How numbers compare with each other and with numeric strings.

use super::parse::{Numeric, Parsed, parse_numeric};
use super::{double_to_string, write_int};
use std::cmp::Ordering;

/// `int <=> float` as PHP does it: as floats. `None` with NAN.
#[inline]
pub fn compare_int_float(a: i64, b: f64) -> Option<Ordering> {
    (a as f64).partial_cmp(&b)
}

fn normalize(d: f64) -> Ordering {
    // As ZEND_NORMALIZE_BOOL of a difference: NAN is "equal".
    if d > 0.0 {
        Ordering::Greater
    } else if d < 0.0 {
        Ordering::Less
    } else {
        Ordering::Equal
    }
}

fn threeway(a: f64, b: f64) -> Ordering {
    // As ZEND_THREEWAY_COMPARE: equal, less, or else greater.
    if a == b {
        Ordering::Equal
    } else if a < b {
        Ordering::Less
    } else {
        Ordering::Greater
    }
}

/// `int <=> string`: as numbers if the string is numeric, else as strings.
#[inline(always)]
pub fn compare_int_string(a: i64, b: &[u8]) -> Ordering {
    match parse_numeric(b) {
        Some(Parsed { number, trailing_data: false, .. }) => match number {
            Numeric::Int(n) => a.cmp(&n),
            Numeric::Float(d) => threeway(a as f64, d),
        },
        _ => write_int(a, &mut [0; 20]).cmp(b),
    }
}

/// `float <=> string`: as numbers if the string is numeric, else as strings (`precision` is the ini setting). NAN is greater.
pub fn compare_float_string(a: f64, b: &[u8], precision: i32) -> Ordering {
    if a.is_nan() {
        return Ordering::Greater;
    }
    match parse_numeric(b) {
        Some(Parsed { number, trailing_data: false, .. }) => match number {
            Numeric::Int(n) => threeway(a, n as f64),
            Numeric::Float(d) => threeway(a, d),
        },
        _ => double_to_string(a, precision).as_bytes().cmp(b),
    }
}

/// May both be numeric? Only strings that begin with a digit, a sign, a point or white space can be.
#[inline]
fn may_be_numeric(a: &[u8], b: &[u8]) -> bool {
    matches!((a.first(), b.first()), (Some(x), Some(y)) if *x <= b'9' && *y <= b'9')
}

/// `string <=> string`: as numbers if both are numeric (`"10" == "1e1"`), else byte by byte.
#[inline]
pub fn smart_str_compare(a: &[u8], b: &[u8]) -> Ordering {
    if may_be_numeric(a, b) { compare_numeric(a, b) } else { compare_bytes(a, b) }
}

/// Byte by byte; most differ in the first few, which are compared without a call.
#[inline]
fn compare_bytes(a: &[u8], b: &[u8]) -> Ordering {
    if let (Some(first), Some(second)) = (a.first_chunk::<8>(), b.first_chunk::<8>()) {
        let (first, second) = (u64::from_be_bytes(*first), u64::from_be_bytes(*second));
        if first != second {
            return first.cmp(&second);
        }
    } else if let (Some(first), Some(second)) = (a.first(), b.first())
        && first != second
    {
        return first.cmp(second);
    }
    a.cmp(b)
}

fn compare_numeric(a: &[u8], b: &[u8]) -> Ordering {
    let numeric = |s| parse_numeric(s).filter(|p: &Parsed| !p.trailing_data);
    let (Some(x), Some(y)) = (numeric(a), numeric(b)) else { return a.cmp(b) };
    numeric_compare(x, y).unwrap_or_else(|| a.cmp(b))
}

/// `string == string`, with PHP's rules for numeric strings.
#[inline]
pub fn smart_str_equal(a: &[u8], b: &[u8]) -> bool {
    a == b || may_be_numeric(a, b) && compare_numeric(a, b) == Ordering::Equal
}

/// `None`: the numbers are too large to tell, compare the text.
fn numeric_compare(x: Parsed, y: Parsed) -> Option<Ordering> {
    let as_float = |p: Parsed| match p.number {
        Numeric::Int(n) => n as f64,
        Numeric::Float(d) => d,
    };
    let (a, b) = (as_float(x), as_float(y));
    if x.overflow != 0 && x.overflow == y.overflow && a - b == 0.0 {
        return None;
    }
    match (x.number, y.number) {
        (Numeric::Int(m), Numeric::Int(n)) => Some(m.cmp(&n)),
        (Numeric::Int(_), Numeric::Float(_)) if y.overflow != 0 => Some(0.cmp(&y.overflow)),
        (Numeric::Float(_), Numeric::Int(_)) if x.overflow != 0 => Some(x.overflow.cmp(&0)),
        (Numeric::Float(m), Numeric::Float(n)) if m == n && !m.is_finite() => None,
        _ => Some(normalize(a - b)),
    }
}
