//! Default values as PHP writes them.

use loxo_runtime::KeyRef;

use super::put;
use crate::prelude::*;

/// Appends a value: scalars and arrays as in code, objects by their class.
pub(crate) fn write(cx: &Cx, out: &mut Vec<u8>, value: &Value) {
    let value = value.deref();
    if let Some(text) = value.as_bytes() {
        put!(out, b"'");
        escaped(out, text);
        put!(out, b"'");
    } else if let Some(array) = value.as_array() {
        write_array(cx, out, array);
    } else if let Some(object) = value.as_object() {
        let class = class_of(object);
        match (class.is_enum(), object.slots().first().and_then(Value::as_bytes)) {
            (true, Some(case)) => put!(out, class.name.as_bytes(), b"::", case),
            _ => put!(out, b"object(", class.name.as_bytes(), b")"),
        }
    } else if let Some(truth) = value.as_bool() {
        put!(out, if truth { "true" } else { "false" });
    } else if value.is_null() || value.is_undef() {
        put!(out, b"NULL");
    } else {
        put!(out, convert::scalar_to_string(value, cx.precision).as_bytes());
    }
}

fn write_array(cx: &Cx, out: &mut Vec<u8>, array: &PhpArray) {
    put!(out, b"[");
    let is_list = array.is_list();
    for (index, (key, value)) in array.iter().enumerate() {
        if index > 0 {
            put!(out, b", ");
        }
        match key {
            _ if is_list => {}
            KeyRef::Int(number) => put!(out, number.to_string(), b" => "),
            KeyRef::Str(name) => {
                put!(out, b"'");
                escaped(out, name);
                put!(out, b"' => ");
            }
        }
        write(cx, out, value);
    }
    put!(out, b"]");
}

/// What cannot be printed is escaped.
fn escaped(out: &mut Vec<u8>, text: &[u8]) {
    for &byte in text {
        match byte {
            b'\n' => put!(out, b"\\n"),
            b'\r' => put!(out, b"\\r"),
            b'\t' => put!(out, b"\\t"),
            0x0c => put!(out, b"\\f"),
            0x0b => put!(out, b"\\v"),
            b'\\' => put!(out, b"\\\\"),
            0x1b => put!(out, b"\\e"),
            32..=126 => out.push(byte),
            _ => put!(out, format!("\\x{byte:02X}")),
        }
    }
}
