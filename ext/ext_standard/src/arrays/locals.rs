//! `compact()` and `extract()`: between arrays and the variables of the calling function.

use crate::prelude::*;

/// `compact()`
pub(crate) fn compact(cx: &mut Cx, var_name: &Value, var_names: &[Value]) -> PhpResult<PhpArray> {
    let mut out = PhpArray::with_capacity(1 + var_names.len());
    for (i, name) in std::iter::once(var_name).chain(var_names).enumerate() {
        let mut open = Vec::new();
        compact_name(cx, &mut out, name.deref(), i + 1, &mut open)?;
    }
    Ok(out)
}

fn compact_name(cx: &mut Cx, out: &mut PhpArray, name: &Value, number: usize, open: &mut Vec<PhpArray>) -> PhpResult<()> {
    if let Some(name) = name.as_str() {
        return compact_variable(cx, out, name);
    }
    let Some(names) = name.as_array().cloned() else {
        let text = format!("Argument #{number} must be string or array of strings, {} given", cx.value_name(name));
        return cx.warn(&text);
    };
    if stack::exhausted() {
        return Err(cx.throw_error(TOO_DEEP));
    }
    if open.iter().any(|a| a.ptr_eq(&names)) {
        return Err(cx.throw_error("Recursion detected"));
    }
    open.push(names.clone());
    for name in names.values() {
        compact_name(cx, out, name.deref(), number, open)?;
    }
    open.pop();
    Ok(())
}

fn compact_variable(cx: &mut Cx, out: &mut PhpArray, name: &PhpStr) -> PhpResult<()> {
    if name.as_bytes() == b"this" {
        if let Some(this) = (cx.hooks.this)(cx) {
            out.set_str(name, this.into());
        }
        return Ok(());
    }
    let v = (cx.hooks.locals)(cx, LocalsOp::Get(name))?;
    if v.is_undef() {
        return cx.warn(&format!("Undefined variable ${}", name.to_str_lossy()));
    }
    out.set(&Key::from_str(name.clone()), v);
    Ok(())
}

const REFS: i64 = 0x100;

/// What `extract()` does with names that are taken or no names at all: the `EXTR_*` constants.
#[derive(Clone, Copy, PartialEq)]
enum Mode {
    Overwrite,
    Skip,
    PrefixSame,
    PrefixAll,
    PrefixInvalid,
    PrefixIfExists,
    IfExists,
}

/// `extract()`
pub(crate) fn extract(cx: &mut Cx, array: &Value, flags: i64, prefix: Option<&PhpStr>) -> PhpResult<i64> {
    if !array.deref().is_array() {
        return Err(super::must_be_array(cx, 1, array));
    }
    let by_ref = flags & REFS != 0;
    let mode = match flags & 0xff {
        0 => Mode::Overwrite,
        1 => Mode::Skip,
        2 => Mode::PrefixSame,
        3 => Mode::PrefixAll,
        4 => Mode::PrefixInvalid,
        5 => Mode::PrefixIfExists,
        6 => Mode::IfExists,
        _ => return Err(cx.argument_value_error(2, "must be a valid extract type")),
    };
    let prefixes = matches!(mode, Mode::PrefixSame | Mode::PrefixAll | Mode::PrefixInvalid | Mode::PrefixIfExists);
    if prefixes && prefix.is_none() {
        return Err(cx.argument_value_error(3, "is required when using this extract type"));
    }
    let prefix = prefix.cloned().unwrap_or_default();
    if !prefix.is_empty() && !is_name(&prefix) {
        return Err(cx.argument_value_error(3, "must be a valid identifier"));
    }
    if mode == Mode::Overwrite && !by_ref {
        return overwrite(cx, array);
    }
    let asks = !matches!(mode, Mode::Overwrite | Mode::PrefixAll | Mode::PrefixInvalid);
    let mut count = 0;
    let keys: Vec<Key> = array.deref().as_array().map_or_else(Vec::new, |a| a.keys().map(KeyRef::to_key).collect());
    let source = array.deref().as_array().cloned().unwrap_or_default();
    for key in keys {
        let exists = match &key {
            Key::Str(name) if asks => is_set(cx, name)?,
            _ => false,
        };
        let Some(name) = target_name(mode, &key, &prefix, exists) else { continue };
        if !is_name(&name) {
            continue;
        }
        if name.as_bytes() == b"this" {
            if mode == Mode::Skip || (hidden_this(mode, &key)) {
                continue;
            }
            return Err(cx.throw_error("Cannot re-assign $this"));
        }
        if by_ref {
            bind(cx, array, &key, &name)?;
        } else if let Some(v) = source.get(&key) {
            (cx.hooks.locals)(cx, LocalsOp::Set(&name, v.clone_deref()))?;
        }
        count += 1;
    }
    Ok(count)
}

/// What `extract()` does if no flags are given.
fn overwrite(cx: &mut Cx, array: &Value) -> PhpResult<i64> {
    let source = array.deref().as_array().cloned().unwrap_or_default();
    let mut count = 0;
    for (key, v) in &source {
        let KeyRef::Str(name) = key else { continue };
        if !is_name(name) {
            continue;
        }
        if name.as_bytes() == b"this" {
            return Err(cx.throw_error("Cannot re-assign $this"));
        }
        (cx.hooks.locals)(cx, LocalsOp::Set(name, v.clone_deref()))?;
        count += 1;
    }
    Ok(count)
}

/// With these modes a key `this` is passed over in silence.
fn hidden_this(mode: Mode, key: &Key) -> bool {
    matches!(key, Key::Str(_)) && matches!(mode, Mode::IfExists | Mode::PrefixIfExists)
}

fn is_set(cx: &mut Cx, name: &PhpStr) -> PhpResult<bool> {
    // `$this` is no variable like others.
    Ok(name.as_bytes() != b"this" && !(cx.hooks.locals)(cx, LocalsOp::Get(name))?.is_undef())
}

/// The variable that an element goes to, if any.
fn target_name(mode: Mode, key: &Key, prefix: &PhpStr, exists: bool) -> Option<PhpStr> {
    let prefixed = |name: &[u8]| PhpStr::concat(&[prefix, b"_", name]);
    let name = match key {
        Key::Int(n) => {
            return match mode {
                Mode::PrefixAll | Mode::PrefixInvalid => Some(prefixed(n.to_string().as_bytes())),
                _ => None,
            };
        }
        Key::Str(name) => name,
    };
    match mode {
        Mode::Overwrite => Some(name.clone()),
        Mode::Skip => (!exists).then(|| name.clone()),
        Mode::IfExists => exists.then(|| name.clone()),
        Mode::PrefixAll if name.is_empty() => None,
        Mode::PrefixAll => Some(prefixed(name)),
        Mode::PrefixIfExists => exists.then(|| prefixed(name)),
        Mode::PrefixSame if name.is_empty() => None,
        Mode::PrefixSame if exists || name.as_bytes() == b"this" => Some(prefixed(name)),
        Mode::PrefixInvalid if !is_name(name) || name.as_bytes() == b"this" => Some(prefixed(name)),
        Mode::PrefixSame | Mode::PrefixInvalid => Some(name.clone()),
    }
}

/// Makes the variable and the element one reference.
fn bind(cx: &mut Cx, array: &Value, key: &Key, name: &PhpStr) -> PhpResult<()> {
    let Some(reference) = array.as_ref() else {
        if let Some(v) = array.as_array().and_then(|a| a.get(key)) {
            (cx.hooks.locals)(cx, LocalsOp::Set(name, v.clone_deref()))?;
        }
        return Ok(());
    };
    let element = reference.with(|v| v.as_array_mut().and_then(|a| a.get_mut(key)).map(Value::make_ref));
    if let Some(element) = element {
        // A reference as the value is bound, not assigned.
        (cx.hooks.locals)(cx, LocalsOp::Set(name, Value::reference(element)))?;
    }
    Ok(())
}

/// May a variable have this name?
fn is_name(name: &[u8]) -> bool {
    let start = |b: &u8| b.is_ascii_alphabetic() || *b == b'_' || *b >= 0x80;
    name.first().is_some_and(start) && name.iter().all(|b| start(b) || b.is_ascii_digit())
}
