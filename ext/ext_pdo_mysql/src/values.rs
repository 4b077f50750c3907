//! What the server sends, as PHP values, and what is known of columns.

use loxo_mysql::{Field, Value as Sent, flag, kind};
use loxo_runtime::{PhpArray, Value};

/// A value of a text row.
pub(crate) fn of_text(field: &Field, text: Option<&[u8]>, stringify: bool) -> Value {
    let Some(text) = text else { return Value::NULL };
    let digits = std::str::from_utf8(text).ok();
    match field.kind {
        _ if stringify && field.kind != kind::BIT => Value::bytes(text),
        kind::BIT if stringify => Value::from(bits(text).to_string()),
        kind::BIT => unsigned(bits(text)),
        // Zeros in front are part of the value.
        _ if field.flags & flag::ZEROFILL != 0 => Value::bytes(text),
        kind::TINY | kind::SHORT | kind::LONG | kind::LONGLONG | kind::INT24 | kind::YEAR => {
            digits.and_then(|text| text.parse().ok()).map_or_else(|| Value::bytes(text), Value::int)
        }
        kind::FLOAT | kind::DOUBLE => digits.and_then(|text| text.parse().ok()).map_or_else(|| Value::bytes(text), Value::float),
        _ => Value::bytes(text),
    }
}

fn bits(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0u64, |n, byte| n << 8 | u64::from(*byte))
}

fn unsigned(n: u64) -> Value {
    i64::try_from(n).map_or_else(|_| Value::from(n.to_string()), Value::int)
}

/// A value of a binary row.
pub(crate) fn of_binary(field: &Field, value: &Sent) -> Value {
    const NOT_FIXED: u8 = 31;
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
        Sent::Float(f) => {
            let text = if field.decimals >= NOT_FIXED { format!("{f:.5e}") } else { format!("{f:.*}", usize::from(field.decimals)) };
            Value::float(text.parse().unwrap_or_else(|_| f64::from(*f)))
        }
        Sent::Double(d) => Value::float(*d),
        Sent::Bytes(bytes) if field.kind == kind::BIT => unsigned(bits(bytes)),
        Sent::Bytes(bytes) => Value::bytes(bytes),
    }
}

/// The name of a column's type.
pub(crate) fn type_name(field: &Field) -> Option<&'static str> {
    Some(match field.kind {
        kind::STRING => "STRING",
        kind::VAR_STRING => "VAR_STRING",
        kind::TINY => "TINY",
        kind::BIT => "BIT",
        kind::SHORT => "SHORT",
        kind::LONG => "LONG",
        kind::LONGLONG => "LONGLONG",
        kind::INT24 => "INT24",
        kind::FLOAT => "FLOAT",
        kind::DOUBLE => "DOUBLE",
        kind::DECIMAL => "DECIMAL",
        kind::NEWDECIMAL => "NEWDECIMAL",
        kind::GEOMETRY => "GEOMETRY",
        kind::TIMESTAMP => "TIMESTAMP",
        kind::YEAR => "YEAR",
        kind::SET => "SET",
        kind::ENUM => "ENUM",
        kind::DATE => "DATE",
        kind::NEWDATE => "NEWDATE",
        kind::TIME => "TIME",
        kind::DATETIME => "DATETIME",
        kind::TINY_BLOB => "TINY_BLOB",
        kind::MEDIUM_BLOB => "MEDIUM_BLOB",
        kind::LONG_BLOB => "LONG_BLOB",
        kind::BLOB => "BLOB",
        kind::NULL => "NULL",
        _ => return None,
    })
}

/// `getColumnMeta()`
pub(crate) fn meta(field: &Field) -> PhpArray {
    let (mut out, mut flags) = (PhpArray::new(), PhpArray::new());
    if let Some(name) = type_name(field) {
        out.set_bytes(b"native_type", Value::from(name));
    }
    let int = matches!(field.kind, kind::BIT | kind::YEAR | kind::TINY | kind::SHORT | kind::INT24 | kind::LONG | kind::LONGLONG);
    out.set_bytes(b"pdo_type", Value::int(if int { ext_pdo::param::INT } else { ext_pdo::param::STR }));
    let known = [
        (flag::NOT_NULL, "not_null"),
        (flag::PRI_KEY, "primary_key"),
        (flag::MULTIPLE_KEY, "multiple_key"),
        (flag::UNIQUE_KEY, "unique_key"),
        (flag::BLOB, "blob"),
    ];
    for (bit, name) in known {
        if field.flags & bit != 0 {
            let _ = flags.push(Value::from(name));
        }
    }
    out.set_bytes(b"flags", Value::array(flags));
    out.set_bytes(b"table", Value::bytes(&field.table));
    out
}
