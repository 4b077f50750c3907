//! Numbers as `sprintf()` lays them out.

use super::spec::Spec;
use crate::prelude::*;
use loxo_runtime::locale;

const MAX_PRECISION: i32 = 53;

/// `%d`
pub(super) fn signed(out: &mut StrBuilder, spec: &Spec, number: i64) {
    let mut buffer = [0; 20];
    let digits = value::number::write_int(number, &mut buffer);
    if spec.plus && number >= 0 {
        return integer_layout(spec).push(out, &[b"+", digits].concat(), false, true);
    }
    integer_layout(spec).push(out, digits, number < 0, true);
}

/// `%u`
pub(super) fn unsigned(out: &mut StrBuilder, spec: &Spec, number: u64) {
    integer_layout(spec).push(out, number.to_string().as_bytes(), false, false);
}

/// Zeros behind an integer would make it another one.
fn integer_layout(spec: &Spec) -> Spec {
    let pad = if spec.left && spec.pad == b'0' { b' ' } else { spec.pad };
    Spec { pad, ..*spec }
}

/// `%x`, `%o`, `%b`. A precision hides the digits.
pub(super) fn radix(out: &mut StrBuilder, spec: &Spec, digits: String) {
    let shown = if spec.precision.is_some() { "" } else { &digits };
    spec.push(out, shown.as_bytes(), false, false);
}

/// The decimal point, as `nl_langinfo(3)` numbers it.
const RADIX: i32 = 0x10000;

/// `%e`, `%f`, `%g`, `%h` and their capitals.
pub(super) fn float(cx: &mut Cx, out: &mut StrBuilder, spec: &Spec, conversion: u8, number: f64) -> PhpResult<()> {
    let mut precision = spec.precision.unwrap_or(6);
    if precision > MAX_PRECISION {
        cx.note(&format!("Requested precision of {precision} digits was truncated to PHP maximum of {MAX_PRECISION} digits"))?;
        precision = MAX_PRECISION;
    }
    if !number.is_finite() {
        let (text, width) = match number {
            n if n.is_nan() => (&b"NaN"[..], 3),
            n if n > 0.0 => (&b"INF"[..], 3),
            _ => (&b"-INF"[..], 4),
        };
        Spec { width, ..*spec }.push(out, text, number < 0.0, true);
        return Ok(());
    }
    let mut text = match conversion {
        b'f' | b'F' => fixed(number, precision),
        b'e' | b'E' => scientific(number, precision, conversion),
        _ => general(number, precision, conversion),
    };
    if matches!(conversion, b'f' | b'g' | b'G')
        && let Some(locale) = locale::other_than_c(cx)
        && let Some(point @ 1..0x80) = locale.info(RADIX).first().copied()
    {
        text = text.replace('.', char::from(point).encode_utf8(&mut [0; 1]));
    }
    let negative = text.starts_with('-');
    if spec.plus && !negative {
        text.insert(0, '+');
    }
    spec.push(out, text.as_bytes(), negative, true);
    Ok(())
}

/// Decimal notation with so many digits after the point. Zero has no sign.
pub(crate) fn fixed(number: f64, precision: i32) -> String {
    if let Some(text) = fixed_small(number, precision) {
        return text;
    }
    let text = format!("{number:.*}", precision.max(0) as usize);
    // The sign of a number that was rounded to zero stays; that of zero itself goes.
    if number == 0.0 { text.trim_start_matches('-').to_string() } else { text }
}

/// The same for small numbers by rounding a scaled one, which is right unless that lies about halfway between two integers.
fn fixed_small(number: f64, precision: i32) -> Option<String> {
    const POWERS: [u32; 8] = [1, 10, 100, 1_000, 10_000, 100_000, 1_000_000, 10_000_000];
    // Below this limit the product is off by less than a millionth.
    const LIMIT: f64 = 1e9;
    let places = precision.max(0) as usize;
    let power = *POWERS.get(places)?;
    let scaled = number.abs() * f64::from(power);
    if scaled >= LIMIT || (scaled.fract() - 0.5).abs() < 1e-6 {
        return None;
    }
    // From the last digit to the first.
    let (mut rest, mut text, mut at) = (scaled.round() as u32, [b'.'; 24], 24);
    let mut digit = |text: &mut [u8; 24], at: usize| {
        text[at] = b'0' + (rest % 10) as u8;
        rest /= 10;
        rest != 0
    };
    for _ in 0..places {
        at -= 1;
        digit(&mut text, at);
    }
    at -= usize::from(places > 0) + 1;
    while digit(&mut text, at) {
        at -= 1;
    }
    if number < 0.0 {
        at -= 1;
        text[at] = b'-';
    }
    String::from_utf8(text[at..].to_vec()).ok()
}

fn scientific(number: f64, precision: i32, letter: u8) -> String {
    let number = if number == 0.0 { 0.0 } else { number };
    let text = format!("{number:.*e}", precision.max(0) as usize);
    let (digits, exponent) = text.split_once('e').unwrap_or((&text, "0"));
    let sign = if exponent.starts_with('-') { "" } else { "+" };
    format!("{digits}{}{sign}{exponent}", letter as char)
}

fn general(number: f64, precision: i32, conversion: u8) -> String {
    let precision = if precision == 0 { 1 } else { precision };
    let text = value::number::double_to_string(number, precision).to_string();
    if conversion.is_ascii_uppercase() { text } else { text.replace('E', "e") }
}
