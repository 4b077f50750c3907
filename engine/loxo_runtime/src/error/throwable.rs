//! What is in an exception object, and how it reads as text.

use loxo_value::{KeyRef, PhpArray, PhpObject, PhpStr, StrBuilder, Tag, Value, number};

use crate::convert;
use crate::display::{class_name, shown_name};
use crate::{Cx, PhpResult, class_of};

/// Slots of the properties of Exception and Error. Both declare them in this order, and children keep their parents' slots.
pub mod slot {
    pub const MESSAGE: usize = 0;
    pub const STRING: usize = 1;
    pub const CODE: usize = 2;
    pub const FILE: usize = 3;
    pub const LINE: usize = 4;
    pub const TRACE: usize = 5;
    pub const PREVIOUS: usize = 6;
    /// ErrorException only.
    pub const SEVERITY: usize = 7;
}

/// A property; null for objects that are no exceptions after all.
pub(super) fn get(exception: &PhpObject, slot: usize) -> Value {
    exception.get_slot(slot).map_or(Value::NULL, Value::clone_deref)
}

pub(super) fn set(exception: &PhpObject, slot: usize, value: Value) {
    if let Some(place) = exception.get_slot_mut(slot) {
        let old = std::mem::replace(place.deref_mut(), value);
        drop(old);
    }
}

/// Empties the arguments in a backtrace.
pub fn hide_arguments(trace: &mut PhpArray) {
    let positions: Vec<_> = trace.iter().map(|(key, _)| key.to_key()).collect();
    for position in positions {
        let Some(mut frame) = trace.get(&position).and_then(Value::as_array).cloned() else { continue };
        if frame.get_bytes(b"args").is_some() {
            frame.set_bytes(b"args", Value::EMPTY_ARRAY);
            trace.set(&position, Value::array(frame));
        }
    }
}

fn previous(exception: &PhpObject) -> Option<PhpObject> {
    get(exception, slot::PREVIOUS).as_object().cloned()
}

/// Puts `added` at the end of the chain of `exception`, unless one is part of the other's chain.
pub fn append_previous(exception: &PhpObject, added: &PhpObject) {
    if exception == added {
        return;
    }
    let mut ancestor = Some(added.clone());
    while let Some(object) = ancestor {
        ancestor = previous(&object);
        if ancestor.as_ref() == Some(exception) {
            return;
        }
    }
    let mut last = exception.clone();
    while let Some(next) = previous(&last) {
        if next == *added {
            return;
        }
        last = next;
    }
    set(&last, slot::PREVIOUS, Value::object(added.clone()));
}

/// Puts an exception that was set aside at the end of the chain of a new one.
pub fn chain_previous(cx: &mut Cx, exception: &PhpObject, previous: PhpObject) {
    if !class_of(&previous).is_subclass_of(cx.builtin_class("Throwable")) {
        return;
    }
    append_previous(exception, &previous);
}

/// A scalar as messages show it, strings cut after `zend.exception_string_param_max_len` bytes.
pub fn export_scalar(cx: &Cx, v: &Value) -> Vec<u8> {
    let mut out = Vec::new();
    let max = cx.ini_int("zend.exception_string_param_max_len").max(0) as usize;
    append_scalar(&mut out, v.deref(), max, cx.precision);
    out
}

/// `Throwable::__toString()`: the innermost previous exception first.
pub fn throwable_to_string(cx: &mut Cx, exception: &PhpObject) -> PhpResult<PhpStr> {
    let mut text: Vec<u8> = Vec::new();
    let mut seen: Vec<PhpObject> = Vec::new();
    let mut current = Some(exception.clone());
    while let Some(object) = current {
        let inner = std::mem::take(&mut text);
        text = describe(cx, &object)?;
        if !inner.is_empty() {
            text.extend_from_slice(b"\n\nNext ");
            text.extend_from_slice(&inner);
        }
        current = previous(&object).filter(|next| !seen.contains(next) && *next != object);
        seen.push(object);
    }
    Ok(PhpStr::from_vec(text))
}

fn describe(cx: &mut Cx, exception: &PhpObject) -> PhpResult<Vec<u8>> {
    let class = class_of(exception);
    let mut message = convert::to_string(cx, &get(exception, slot::MESSAGE))?.to_vec();
    let file = convert::to_string(cx, &get(exception, slot::FILE))?;
    let line = convert::to_int(cx, &get(exception, slot::LINE))?;
    let is_type_error = matches!(class.name.as_bytes(), b"TypeError" | b"ArgumentCountError");
    if is_type_error && contains(&message, b", called in ") {
        message.extend_from_slice(b" and defined");
    }
    let trace = get(exception, slot::TRACE);
    let trace = trace_to_string(cx, trace.as_array().unwrap_or(&PhpArray::new()), true);
    let mut out = class.name.as_bytes().to_vec();
    if !message.is_empty() {
        out.extend_from_slice(b": ");
        out.extend_from_slice(&message);
    }
    let place = [b" in ", file.as_bytes(), b":", line.to_string().as_bytes(), b"\nStack trace:\n", &trace].concat();
    out.extend_from_slice(&place);
    Ok(out)
}

fn contains(haystack: &[u8], needle: &[u8]) -> bool {
    haystack.windows(needle.len()).any(|w| w == needle)
}

/// A backtrace as `getTraceAsString()` shows it.
pub fn trace_to_string(cx: &mut Cx, trace: &PhpArray, include_main: bool) -> PhpStr {
    let mut out = StrBuilder::new();
    let mut number = 0;
    for (key, frame) in trace.iter() {
        match frame.deref().as_array() {
            Some(frame) => {
                append_frame(cx, &mut out, frame, number);
                number += 1;
            }
            None => {
                let index = if let KeyRef::Int(n) = key { n } else { 0 };
                cx.warning(format!("Expected array for frame {index}"));
            }
        }
    }
    if include_main {
        out.push_str(&format!("#{number} {{main}}"));
    }
    out.finish()
}

fn append_frame(cx: &mut Cx, out: &mut StrBuilder, frame: &PhpArray, number: i64) {
    out.push_str(&format!("#{number} "));
    let entry = |name: &[u8]| frame.get_bytes(name).map(Value::deref);
    match entry(b"file") {
        None => out.push_str("[internal function]: "),
        Some(file) => match file.as_str() {
            None => {
                cx.warning("File name is not a string");
                out.push_str("[unknown file]: ");
            }
            Some(file) => {
                let line = entry(b"line");
                if line.is_some_and(|line| !line.is_int()) {
                    cx.warning("Line is not an int");
                }
                out.push_bytes(file);
                out.push_str(&format!("({}): ", line.and_then(Value::as_int).unwrap_or(0)));
            }
        },
    }
    for name in ["class", "type", "function"] {
        match entry(name.as_bytes()).map(Value::as_str) {
            None => {}
            // Names of anonymous classes end at their NUL byte.
            Some(Some(text)) => out.push_bytes(shown_name(text)),
            Some(None) => {
                cx.warning(format!("Value for {name} is not a string"));
                out.push_str("[unknown]");
            }
        }
    }
    out.push(b'(');
    match entry(b"args").map(Value::as_array) {
        None => {}
        Some(Some(args)) => append_args(cx, out, args),
        Some(None) => cx.warning("args element is not an array"),
    }
    out.push_str(")\n");
}

fn append_args(cx: &mut Cx, out: &mut StrBuilder, args: &PhpArray) {
    let max = cx.ini_int("zend.exception_string_param_max_len").max(0) as usize;
    let mut text = Vec::new();
    for (i, (key, arg)) in args.iter().enumerate() {
        if i > 0 {
            text.extend_from_slice(b", ");
        }
        if let KeyRef::Str(name) = key {
            text.extend_from_slice(name);
            text.extend_from_slice(b": ");
        }
        append_argument(&mut text, arg.deref(), max, cx.precision);
    }
    out.push_bytes(&text);
}

fn append_argument(out: &mut Vec<u8>, arg: &Value, max: usize, precision: i32) {
    if append_scalar(out, arg, max, precision) {
        return;
    }
    match arg.tag() {
        Tag::Array => out.extend_from_slice(b"Array"),
        Tag::Resource => out.extend_from_slice(format!("Resource id #{}", arg.as_resource().map_or(0, |r| r.id())).as_bytes()),
        _ => {
            let name = arg.as_object().map_or(&b""[..], |o| class_name(class_of(o)));
            out.extend_from_slice(&[b"Object(", name, b")"].concat());
        }
    }
}

/// A scalar or enum case as messages show it; false for anything else.
pub(super) fn append_scalar(out: &mut Vec<u8>, v: &Value, max: usize, precision: i32) -> bool {
    match v.tag() {
        Tag::Undef | Tag::Null => out.extend_from_slice(b"NULL"),
        Tag::False => out.extend_from_slice(b"false"),
        Tag::True => out.extend_from_slice(b"true"),
        Tag::Int => out.extend_from_slice(&number::int_to_string(v.as_int().unwrap_or(0))),
        Tag::Float => {
            let start = out.len();
            number::write_double(out, v.as_float().unwrap_or(0.0), precision);
            // Whole numbers keep a sign of being floats.
            if out[start..].iter().all(|b| b.is_ascii_digit() || *b == b'-') {
                out.extend_from_slice(b".0");
            }
        }
        Tag::String => append_quoted(out, v.as_str().map_or(b"", |s| s), max),
        Tag::Object => return append_enum_case(out, v),
        _ => return false,
    }
    true
}

fn append_enum_case(out: &mut Vec<u8>, v: &Value) -> bool {
    let Some(object) = v.as_object().filter(|o| class_of(o).is_enum()) else { return false };
    // The case's name is the first property of every enum.
    let case = object.slots().first().and_then(|name| name.as_str().cloned()).unwrap_or_default();
    out.extend_from_slice(&[class_of(object).name.as_bytes(), b"::", &case].concat());
    true
}

/// In quotes, with what is not printable escaped, cut after `max` bytes.
fn append_quoted(out: &mut Vec<u8>, text: &[u8], max: usize) {
    out.push(b'\'');
    for b in &text[..text.len().min(max)] {
        match b {
            b'\n' => out.extend_from_slice(b"\\n"),
            b'\r' => out.extend_from_slice(b"\\r"),
            b'\t' => out.extend_from_slice(b"\\t"),
            0x0c => out.extend_from_slice(b"\\f"),
            0x0b => out.extend_from_slice(b"\\v"),
            b'\\' => out.extend_from_slice(b"\\\\"),
            0x1b => out.extend_from_slice(b"\\e"),
            0..=0x1f | 0x7f..=0xff => out.extend_from_slice(format!("\\x{b:02X}").as_bytes()),
            other => out.push(*other),
        }
    }
    if text.len() > max {
        out.extend_from_slice(b"...");
    }
    out.push(b'\'');
}
