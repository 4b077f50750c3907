//! What the server sends, as PHP values.

use loxo_mysql::{Field, Value as Sent, flag, kind};
use loxo_runtime::Value;

/// A value of a text row. Numbers stay text unless the program wants them.
pub(crate) fn of_text(field: &Field, text: Option<&[u8]>, native: bool) -> Value {
    let Some(text) = text else { return Value::NULL };
    match field.kind {
        kind::BIT if native => unsigned(bits_number(text)),
        kind::BIT => Value::from(bits_number(text).to_string()),
        // Zeros in front are part of whole numbers.
        kind::FLOAT | kind::DOUBLE if native => {
            let parsed = std::str::from_utf8(text).ok().and_then(|text| text.parse::<f64>().ok());
            parsed.map_or_else(|| Value::bytes(text), Value::float)
        }
        _ if field.flags & flag::ZEROFILL != 0 => Value::bytes(text),
        kind::TINY | kind::SHORT | kind::LONG | kind::LONGLONG | kind::INT24 | kind::YEAR if native => {
            let parsed = std::str::from_utf8(text).ok().and_then(|text| text.parse::<i64>().ok());
            parsed.map_or_else(|| Value::bytes(text), Value::int)
        }
        _ => Value::bytes(text),
    }
}

fn bits_number(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0u64, |n, byte| n << 8 | u64::from(*byte))
}

/// A value of a binary row.
pub(crate) fn of_binary(field: &Field, value: &Sent) -> Value {
    match value {
        Sent::Null | Sent::Broken(_) => Value::NULL,
        Sent::Int(_) | Sent::UInt(_) if field.flags & flag::ZEROFILL != 0 => {
            let digits = match value {
                Sent::Int(n) => n.to_string(),
                Sent::UInt(n) => n.to_string(),
                _ => String::new(),
            };
            let width = usize::try_from(field.length).unwrap_or(0).min(255);
            Value::from(format!("{digits:0>width$}"))
        }
        Sent::Int(n) => Value::int(*n),
        Sent::UInt(n) => unsigned(*n),
        Sent::Float(f) => Value::float(widened(*f, field.decimals)),
        Sent::Double(d) => Value::float(*d),
        Sent::Bytes(bytes) if field.kind == kind::BIT => unsigned(bits_number(bytes)),
        Sent::Bytes(bytes) => Value::bytes(bytes),
    }
}

fn unsigned(n: u64) -> Value {
    i64::try_from(n).map_or_else(|_| Value::from(n.to_string()), Value::int)
}

/// A short float as the decimal number that it was meant to be.
fn widened(f: f32, decimals: u8) -> f64 {
    const NOT_FIXED: u8 = 31;
    let text = if decimals >= NOT_FIXED { format!("{f:.5e}") } else { format!("{f:.*}", usize::from(decimals)) };
    text.parse().unwrap_or_else(|_| f64::from(f))
}

/// The length that `lengths` shows.
pub(crate) fn length(value: &Value) -> i64 {
    match value.as_bytes() {
        Some(bytes) => bytes.len() as i64,
        None if value.is_null() => 0,
        None => loxo_runtime::convert::scalar_to_string(value, 17).len() as i64,
    }
}
