//! Sizes like `128M`, with the complaints of PHP 8.2 and later.

/// What a setting's text means as a number.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Quantity {
    pub value: i64,
    /// What is wrong with the text; goes behind `Invalid "name" setting. `.
    pub error: Option<String>,
}

/// A signed quantity.
pub fn parse_quantity(text: &[u8]) -> Quantity {
    read(text, true)
}

/// An unsigned quantity, as its bits.
pub fn parse_unsigned_quantity(text: &[u8]) -> Quantity {
    read(text, false)
}

fn is_space(b: u8) -> bool {
    matches!(b, b' ' | b'\t' | b'\n' | b'\r' | 0x0b | 0x0c)
}

fn trim(text: &[u8]) -> &[u8] {
    let start = text.iter().take_while(|b| is_space(**b)).count();
    let text = &text[start..];
    let end = text.iter().rev().take_while(|b| is_space(**b)).count();
    &text[..text.len() - end]
}

fn factor(suffix: u8) -> Option<u64> {
    match suffix {
        b'g' | b'G' => Some(1 << 30),
        b'm' | b'M' => Some(1 << 20),
        b'k' | b'K' => Some(1 << 10),
        _ => None,
    }
}

fn wrong(value: u64, error: String) -> Quantity {
    Quantity { value: value as i64, error: Some(error) }
}

/// A number that neither needs a check of its size nor could be anything else.
fn plain_number(text: &[u8]) -> Option<i64> {
    const MOST_DIGITS: usize = 18;
    if !(1..=MOST_DIGITS).contains(&text.len()) || text[0] == b'0' && text.len() > 1 {
        return None;
    }
    text.iter().try_fold(0, |n, b| b.is_ascii_digit().then(|| n * 10 + i64::from(b - b'0')))
}

fn read(text: &[u8], signed: bool) -> Quantity {
    if let Some(value) = plain_number(text) {
        return Quantity { value, error: None };
    }
    let body = trim(text);
    if body.is_empty() {
        return Quantity { value: 0, error: None };
    }
    let negative = body[0] == b'-';
    let mut digits = if matches!(body[0], b'-' | b'+') { &body[1..] } else { body };
    if !digits.first().is_some_and(u8::is_ascii_digit) {
        return no_digits(text, "no valid leading digits");
    }
    let mut base = 10;
    if digits[0] == b'0' {
        match digits.get(1) {
            None => return Quantity { value: 0, error: None },
            Some(b) if b.is_ascii_digit() => base = 8,
            Some(b) if factor(*b).is_some() => {}
            Some(b'x' | b'X') => base = 16,
            Some(b'o' | b'O') => base = 8,
            Some(b'b' | b'B') => base = 2,
            Some(other) => {
                return wrong(0, format!("Invalid prefix \"0{}\", interpreting as \"0\" for backwards compatibility", char::from(*other)));
            }
        }
        if digits[1].is_ascii_alphabetic() && factor(digits[1]).is_none() {
            digits = &digits[2..];
            if !digits.first().is_some_and(|b| char::from(*b).is_digit(base)) {
                return no_digits(text, "no digits after base prefix");
            }
        }
    }
    let (magnitude, length, mut overflow) = leading_number(digits, base);
    let rest = &digits[length..];
    let spaces = rest.iter().take_while(|b| is_space(**b)).count();
    let rest = &rest[spaces..];
    let value = sign(magnitude, negative, signed, rest.is_empty(), &mut overflow);
    // What counts is shown with the spaces before it.
    let ahead = text.iter().take_while(|b| is_space(**b)).count();
    let counted = &text[..ahead + body.len() - rest.len()];
    finish(text, counted, rest, value, signed, overflow)
}

fn sign(magnitude: u64, negative: bool, signed: bool, whole: bool, overflow: &mut bool) -> u64 {
    if *overflow {
        return magnitude;
    }
    if !signed {
        // -1 is commonly used for "as much as possible".
        *overflow = negative && !(magnitude == 1 && whole);
        return if negative && magnitude == 1 && whole { u64::MAX } else { magnitude };
    }
    *overflow = magnitude > i64::MAX as u64 && !(negative && magnitude == 1 << 63);
    if negative && !*overflow { magnitude.wrapping_neg() } else { magnitude }
}

/// The suffix, and what is wrong with it.
fn finish(text: &[u8], counted: &[u8], rest: &[u8], value: u64, signed: bool, mut overflow: bool) -> Quantity {
    let Some(last) = rest.last().copied() else { return checked(text, value, overflow) };
    let Some(factor) = factor(last) else {
        let (text, last, number) = (escape(text), escape(&[last]), escape(counted));
        return wrong(
            value,
            format!("Invalid quantity \"{text}\": unknown multiplier \"{last}\", interpreting as \"{number}\" for backwards compatibility"),
        );
    };
    overflow |= if signed { (value as i64).checked_mul(factor as i64).is_none() } else { value.checked_mul(factor).is_none() };
    let value = value.wrapping_mul(factor);
    if rest.len() > 1 {
        let (text, last, number) = (escape(text), escape(&[last]), escape(counted));
        return wrong(value, format!("Invalid quantity \"{text}\", interpreting as \"{number}{last}\" for backwards compatibility"));
    }
    checked(text, value, overflow)
}

fn checked(text: &[u8], value: u64, overflow: bool) -> Quantity {
    if !overflow {
        return Quantity { value: value as i64, error: None };
    }
    let text = escape(text);
    wrong(value, format!("Invalid quantity \"{text}\": value is out of range, using overflow result for backwards compatibility"))
}

fn no_digits(text: &[u8], what: &str) -> Quantity {
    wrong(0, format!("Invalid quantity \"{}\": {what}, interpreting as \"0\" for backwards compatibility", escape(text)))
}

/// Value, number of digits, too large? A value too large is the largest, as C's `strtoul()` has it.
fn leading_number(digits: &[u8], base: u32) -> (u64, usize, bool) {
    let (mut value, mut overflow, mut length) = (0u64, false, 0);
    for digit in digits.iter().map_while(|b| char::from(*b).to_digit(base)) {
        length += 1;
        match value.checked_mul(u64::from(base)).and_then(|v| v.checked_add(u64::from(digit))) {
            Some(next) if !overflow => value = next,
            _ => {
                overflow = true;
                value = u64::MAX;
            }
        }
    }
    (value, length, overflow)
}

/// What is not printable, visibly.
fn escape(text: &[u8]) -> String {
    let mut out = String::new();
    for b in text {
        match b {
            b'\n' => out.push_str("\\n"),
            b'\r' => out.push_str("\\r"),
            b'\t' => out.push_str("\\t"),
            0x0c => out.push_str("\\f"),
            0x0b => out.push_str("\\v"),
            b'\\' => out.push_str("\\\\"),
            0x1b => out.push_str("\\e"),
            0..=0x1f | 0x7f..=0xff => out.push_str(&format!("\\x{b:02X}")),
            other => out.push(char::from(*other)),
        }
    }
    out
}

/// C's `atoi()`.
pub fn leading_int(text: &[u8]) -> i32 {
    let text = text.trim_ascii_start();
    let (negative, digits) = match text {
        [b'-', rest @ ..] => (true, rest),
        [b'+', rest @ ..] => (false, rest),
        _ => (false, text),
    };
    let value =
        digits.iter().take_while(|b| b.is_ascii_digit()).fold(0i64, |n, b| n.saturating_mul(10).saturating_add(i64::from(b - b'0')));
    (if negative { -value } else { value }) as i32
}
