//! How text becomes integers and floats, as PHP reads it.

/// A number read from text.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Numeric {
    /// Fits 64 bits.
    Int(i64),
    /// Has a point or an exponent, or does not fit.
    Float(f64),
}

/// What [`parse_numeric`] found.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Parsed {
    /// The number.
    pub number: Numeric,
    /// Something other than white space follows it: "leading-numeric".
    pub trailing_data: bool,
    /// An integer too large for 64 bits (so a float): its sign, else 0.
    pub overflow: i8,
}

fn is_space(b: u8) -> bool {
    matches!(b, b' ' | b'\t' | b'\n' | b'\r' | 0x0b | 0x0c)
}

fn skip_space(b: &[u8]) -> usize {
    b.iter().take_while(|c| is_space(**c)).count()
}

fn count_digits(b: &[u8]) -> usize {
    b.iter().take_while(|c| c.is_ascii_digit()).count()
}

/// The shape of a decimal number at the start of `b`: where it ends, and whether it has a point or an exponent.
fn scan(b: &[u8]) -> Option<(usize, bool)> {
    let mut at = usize::from(matches!(b.first(), Some(b'+' | b'-')));
    let int = count_digits(&b[at..]);
    at += int;
    let mut float = false;
    if b.get(at) == Some(&b'.') {
        let fraction = count_digits(&b[at + 1..]);
        if int == 0 && fraction == 0 {
            return None;
        }
        at += 1 + fraction;
        float = true;
    } else if int == 0 {
        return None;
    }
    if matches!(b.get(at), Some(b'e' | b'E')) {
        let sign = usize::from(matches!(b.get(at + 1), Some(b'+' | b'-')));
        let exponent = count_digits(&b[(at + 1 + sign).min(b.len())..]);
        if exponent > 0 {
            at += 1 + sign + exponent;
            float = true;
        }
    }
    Some((at, float))
}

/// The value of text that [`scan`] accepted.
fn to_double(b: &[u8]) -> f64 {
    // ASCII by construction.
    std::str::from_utf8(b).ok().and_then(|s| s.parse().ok()).unwrap_or(0.0)
}

/// Reads a number at the start of `b` as C's `strtod` does (no white space, hexadecimal or names); the number and its length (0: none).
pub fn strtod(b: &[u8]) -> (f64, usize) {
    scan(b).map_or((0.0, 0), |(end, _)| (to_double(&b[..end]), end))
}

/// Does PHP regard the bytes as a number, and as which? White space around it is allowed; other data behind it is reported.
/// `None`: not even the beginning is a number.
#[inline]
pub fn parse_numeric(b: &[u8]) -> Option<Parsed> {
    match b.first() {
        // Nothing above '9' starts a number.
        Some(c) if *c <= b'9' => parse_slow(b),
        _ => None,
    }
}

/// A few digits and nothing else.
#[inline(always)]
fn parse_digits(b: &[u8]) -> Option<i64> {
    if b.len() > MOST_CERTAIN {
        return None;
    }
    b.iter().try_fold(0, |n, digit| digit.is_ascii_digit().then(|| n * 10 + i64::from(digit - b'0')))
}

fn parse_slow(b: &[u8]) -> Option<Parsed> {
    if let Some(n) = parse_digits(b) {
        return Some(Parsed { number: Numeric::Int(n), trailing_data: false, overflow: 0 });
    }
    let start = skip_space(b);
    let b = &b[start..];
    let (end, mut float) = scan(b)?;
    let text = &b[..end];
    let rest = &b[end..];
    let trailing_data = skip_space(rest) != rest.len();
    let mut overflow = 0;
    let mut number = Numeric::Int(0);
    if !float {
        match parse_int(text) {
            Some(n) => number = Numeric::Int(n),
            None => {
                float = true;
                overflow = if text[0] == b'-' { -1 } else { 1 };
            }
        }
    } else {
        // PHP counts digits before it sees the point: twenty or more are an overflow even so.
        let digits = &text[usize::from(matches!(text[0], b'+' | b'-'))..];
        let int = count_digits(digits);
        let zeros = digits[..int].iter().take_while(|c| **c == b'0').count();
        if int - zeros >= MAX_DIGITS {
            overflow = if text[0] == b'-' { -1 } else { 1 };
        }
    }
    if float {
        number = Numeric::Float(to_double(text));
    }
    Some(Parsed { number, trailing_data, overflow })
}

/// So many digits are no more than a 64-bit integer holds, whatever they are.
const MOST_CERTAIN: usize = 18;

/// Digits of the longest 64-bit integer, with its sign.
const MAX_DIGITS: usize = 20;

fn parse_int(text: &[u8]) -> Option<i64> {
    let (neg, digits) = match text {
        [b'-', rest @ ..] => (true, rest),
        [b'+', rest @ ..] => (false, rest),
        _ => (false, text),
    };
    let zeros = digits.iter().take_while(|c| **c == b'0').count();
    let digits = &digits[zeros..];
    if digits.len() > 19 {
        return None;
    }
    let n = digits.iter().fold(0u64, |n, d| n * 10 + u64::from(d - b'0'));
    if neg { 0i64.checked_sub_unsigned(n) } else { i64::try_from(n).ok() }
}

/// `is_numeric()` of a string.
pub fn is_numeric(b: &[u8]) -> bool {
    parse_numeric(b).is_some_and(|p| !p.trailing_data)
}

/// `(int)` of a string: 0 if it is no number; a float is cut, or clamped if it is an integer too large.
pub fn str_to_int(b: &[u8]) -> i64 {
    match parse_numeric(b).map(|p| p.number) {
        Some(Numeric::Int(n)) => n,
        Some(Numeric::Float(d)) => super::float_to_int_saturating(d),
        None => 0,
    }
}

/// `(float)` of a string: the number at its start (after white space), or 0.
pub fn str_to_float(b: &[u8]) -> f64 {
    str_to_float_prefix(b).0
}

/// As [`str_to_float`], with the number of bytes read (0: none), white space included.
pub fn str_to_float_prefix(b: &[u8]) -> (f64, usize) {
    let start = skip_space(b);
    let (d, n) = strtod(&b[start..]);
    (d, if n == 0 { 0 } else { start + n })
}
