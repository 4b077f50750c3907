//! From one encoding to another.

use loxo_runtime::object::declared_entries;
use loxo_runtime::{Cx, Key, KeyRef, PhpArray, PhpResult, PhpStr, RefArg, Value};

use crate::codec::{self, Codec};
use crate::detect::{guess, remove_transfer};
use crate::encoding::{Encoding, known};
use crate::settings::{encoding, encodings, illegal, name_or_false, settings};
use crate::strings::is_utf8;

/// What encodes bytes is given and gives bytes, whatever the other encoding is.
fn of_bytes(to: &'static Encoding, from: &'static Encoding) -> (&'static Encoding, &'static Encoding) {
    match (to.codec, from.codec) {
        (Codec::Base64 | Codec::QuotedPrintable, _) => (to, known("8bit")),
        (_, Codec::Base64 | Codec::QuotedPrintable | Codec::Uuencode) => (known("8bit"), from),
        _ => (to, from),
    }
}

/// Converts; counts what could not be.
pub(crate) fn convert(cx: &mut Cx, string: &PhpStr, to: &'static Encoding, from: &'static Encoding) -> PhpStr {
    let (to, from) = of_bytes(to, from);
    if from.is_utf8() && to.is_utf8() && is_utf8(string) {
        return string.clone();
    }
    if from.is_utf8()
        && string.is_ascii()
        && matches!(to.codec, Codec::Table(_) | Codec::SevenBit | Codec::EightBit)
        && !to.name.contains("SJIS")
    {
        return string.clone();
    }
    let illegal = illegal(cx);
    let (out, errors) = codec::transcode(from.codec, to.codec, string, illegal);
    settings(cx).illegal_count += errors;
    PhpStr::from_vec(out)
}

fn convert_guessed(cx: &mut Cx, string: &PhpStr, to: &'static Encoding, from: &[&'static Encoding]) -> PhpResult<Option<PhpStr>> {
    let from = match from {
        [only] => Some(*only),
        many => guess(&[string], many, cx.ini_bool("mbstring.strict_detection"), true),
    };
    match from {
        Some(from) => Ok(Some(convert(cx, string, to, from))),
        None => {
            cx.builtin_warning("Unable to detect character encoding");
            cx.check()?;
            Ok(None)
        }
    }
}

fn convert_array(
    cx: &mut Cx,
    array: &PhpArray,
    to: &'static Encoding,
    from: &[&'static Encoding],
    outer: &mut Vec<PhpArray>,
) -> PhpResult<Option<PhpArray>> {
    if outer.iter().any(|other| other.ptr_eq(array)) || loxo_runtime::stack::exhausted() {
        cx.builtin_warning("Cannot convert recursively referenced values");
        cx.check()?;
        return Ok(None);
    }
    outer.push(array.clone());
    let mut out = PhpArray::with_capacity(array.len());
    for (key, value) in array {
        let key = match key {
            KeyRef::Int(number) => Key::Int(number),
            KeyRef::Str(name) => match convert_guessed(cx, name, to, from)? {
                Some(name) => Key::Str(name),
                None => continue,
            },
        };
        let value = value.clone_deref();
        let converted = if let Some(string) = value.as_str() {
            match convert_guessed(cx, string, to, from)? {
                Some(string) => Value::string(string),
                None => continue,
            }
        } else if let Some(inner) = value.as_array() {
            Value::array(convert_array(cx, inner, to, from, outer)?.unwrap_or_default())
        } else if value.is_object() || value.is_resource() {
            cx.builtin_warning("Object is not supported");
            cx.check()?;
            continue;
        } else {
            value
        };
        if !out.contains(&key) {
            out.set(&key, converted);
        }
    }
    outer.pop();
    Ok(Some(out))
}

/// `mb_convert_encoding()`
pub(crate) fn mb_convert_encoding(cx: &mut Cx, value: &Value, to: &PhpStr, from: Option<&Value>) -> PhpResult<Value> {
    let to = encoding(cx, Some(to), 2)?;
    let from = from.filter(|from| !from.is_null());
    // One name is what most say: no list is made for it.
    let only = from.map_or(Some(settings(cx).internal), |from| Encoding::find(from.as_bytes()?));
    if let (Some(from), Some(string)) = (only, value.as_str()) {
        return Ok(Value::string(convert(cx, string, to, from)));
    }
    let mut from = match from {
        Some(from) => encodings(cx, from, 3)?,
        None => vec![settings(cx).internal],
    };
    if from.len() > 1 {
        remove_transfer(&mut from);
    }
    if from.is_empty() {
        return Err(cx.argument_value_error(3, "must specify at least one encoding"));
    }
    match value.as_array() {
        Some(array) => Ok(convert_array(cx, array, to, &from, &mut Vec::new())?.map_or(Value::NULL, Value::array)),
        None => {
            let bytes = value.as_str().cloned().unwrap_or_else(|| PhpStr::new(b""));
            Ok(convert_guessed(cx, &bytes, to, &from)?.map_or(Value::FALSE, Value::string))
        }
    }
}

/// All strings in a value; `None` if it contains itself.
fn strings(value: &Value, outer: &mut Vec<usize>, found: &mut Vec<PhpStr>) -> Option<()> {
    let value = value.deref();
    if loxo_runtime::stack::exhausted() {
        return None;
    }
    if let Some(string) = value.as_str() {
        found.push(string.clone());
    } else if let Some(array) = value.as_array() {
        let address = array.header_ptr() as usize;
        if outer.contains(&address) {
            return None;
        }
        outer.push(address);
        for value in array.values() {
            strings(value, outer, found)?;
        }
        outer.pop();
    } else if let Some(object) = value.as_object() {
        let address = object.header_ptr() as usize;
        if outer.contains(&address) {
            return None;
        }
        outer.push(address);
        for entry in declared_entries(object, false) {
            strings(&entry.value, outer, found)?;
        }
        outer.pop();
    }
    Some(())
}

/// Converts all strings in a value; `None` if it contains itself.
fn convert_value(cx: &mut Cx, value: &mut Value, to: &'static Encoding, from: &'static Encoding, outer: &mut Vec<usize>) -> Option<()> {
    if loxo_runtime::stack::exhausted() {
        return None;
    }
    let current = value.clone_deref();
    if let Some(string) = current.as_str() {
        // Replaced, not assigned: what else shares a reference keeps its value.
        *value = Value::string(convert(cx, string, to, from));
    } else if let Some(array) = current.as_array() {
        let address = array.header_ptr() as usize;
        if outer.contains(&address) {
            return None;
        }
        outer.push(address);
        let mut array = array.clone();
        let mut whole = Some(());
        let keys: Vec<Key> = array.keys().map(KeyRef::to_key).collect();
        for key in keys {
            if let Some(element) = array.get_mut(&key) {
                let mut element_value = std::mem::replace(element, Value::NULL);
                whole = whole.and_then(|()| convert_value(cx, &mut element_value, to, from, outer));
                if let Some(element) = array.get_mut(&key) {
                    *element = element_value;
                }
            }
        }
        outer.pop();
        match value.as_ref() {
            Some(reference) => reference.set(Value::array(array)),
            None => *value = Value::array(array),
        }
        whole?;
    } else if let Some(object) = current.as_object() {
        let address = object.header_ptr() as usize;
        if outer.contains(&address) {
            return None;
        }
        outer.push(address);
        for i in 0..object.slots().len() {
            let mut slot = std::mem::replace(object.slot_mut(i), Value::NULL);
            let whole = if slot.is_undef() { Some(()) } else { convert_value(cx, &mut slot, to, from, outer) };
            *object.slot_mut(i) = slot;
            whole?;
        }
        if let Some(table) = object.dynamic().cloned() {
            let keys: Vec<Key> = table.keys().map(KeyRef::to_key).collect();
            for key in keys {
                let Some(mut element) = object.dynamic_mut().get(&key).cloned() else { continue };
                convert_value(cx, &mut element, to, from, outer)?;
                object.dynamic_mut().set(&key, element);
            }
        }
        outer.pop();
    }
    Some(())
}

/// `mb_convert_variables()`
pub(crate) fn mb_convert_variables(cx: &mut Cx, args: &mut [Value]) -> PhpResult<Value> {
    let [to, from, variables @ ..] = args else { return Ok(Value::FALSE) };
    let to = loxo_runtime::args::string(cx, 1, to)?.clone();
    let from = loxo_runtime::args::typed(cx, 2, from)?.clone();
    let to = encoding(cx, Some(&to), 1)?;
    let list = encodings(cx, &from, 2)?;
    if list.is_empty() {
        return Err(cx.argument_value_error(2, "must specify at least one encoding"));
    }
    let recursive = |cx: &mut Cx| -> PhpResult<Value> {
        cx.builtin_warning("Cannot handle recursive references");
        cx.check()?;
        Ok(Value::FALSE)
    };
    let from = match list[..] {
        [only] => Some(only),
        _ => {
            let mut found = Vec::new();
            for variable in &*variables {
                if strings(variable, &mut Vec::new(), &mut found).is_none() {
                    return recursive(cx);
                }
            }
            let found: Vec<&[u8]> = found.iter().map(|string| string.as_bytes()).collect();
            let strict = cx.ini_bool("mbstring.strict_detection");
            guess(&found, &list, strict, true)
        }
    };
    let Some(from) = from else {
        cx.builtin_warning("Unable to detect encoding");
        cx.check()?;
        return Ok(Value::FALSE);
    };
    for (i, variable) in variables.iter_mut().enumerate() {
        let reference: RefArg = loxo_runtime::args::reference(cx, i + 3, variable)?;
        let mut value = reference.get();
        if convert_value(cx, &mut value, to, from, &mut Vec::new()).is_none() {
            return recursive(cx);
        }
        if !value.is_object() {
            reference.set(cx, value)?;
        }
    }
    Ok(name_or_false(Some(from)))
}
