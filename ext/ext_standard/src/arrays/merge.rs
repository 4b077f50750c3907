//! Arrays made of arrays.

use super::{append, kept, must_be_array};
use crate::prelude::*;

/// The arguments of a variadic parameter, which must all be arrays; the first is argument number `first`.
pub(super) fn all_arrays(cx: &mut Cx, first: usize, values: &[Value]) -> PhpResult<Vec<PhpArray>> {
    let mut out = Vec::with_capacity(values.len());
    for (i, v) in values.iter().enumerate() {
        match v.deref().as_array() {
            Some(array) => out.push(array.clone()),
            None => return Err(must_be_array(cx, first + i, v)),
        }
    }
    Ok(out)
}

/// `array_merge()`
pub(crate) fn array_merge(cx: &mut Cx, arrays: &[Value]) -> PhpResult<PhpArray> {
    let arrays = all_arrays(cx, 1, arrays)?;
    let total = arrays.iter().map(PhpArray::len).sum();
    // One that has all the elements, with keys as the result would have them, is the result.
    let mut filled = arrays.iter().filter(|a| !a.is_empty());
    if let (Some(only), None) = (filled.next(), filled.next())
        && only.is_packed()
        && only.is_list()
        && only.next_free() == only.len() as i64
    {
        return Ok(only.clone());
    }
    let mut out = PhpArray::with_capacity(total);
    for array in &arrays {
        for (key, v) in array {
            match key {
                KeyRef::Int(_) => append(cx, &mut out, kept(v))?,
                KeyRef::Str(key) => out.set_str(key, kept(v)),
            }
        }
    }
    Ok(out)
}

/// `array_replace()`
pub(crate) fn array_replace(cx: &mut Cx, array: &PhpArray, replacements: &[Value]) -> PhpResult<PhpArray> {
    let replacements = all_arrays(cx, 2, replacements)?;
    let mut out = array.duplicate();
    for array in &replacements {
        for (key, v) in array {
            out.set_ref(key, kept(v));
        }
    }
    Ok(out)
}

/// `array_merge_recursive()`
pub(crate) fn array_merge_recursive(cx: &mut Cx, arrays: &[Value]) -> PhpResult<PhpArray> {
    let arrays = all_arrays(cx, 1, arrays)?;
    let Some((first, rest)) = arrays.split_first() else { return Ok(PhpArray::new()) };
    let mut out = PhpArray::with_capacity(first.len());
    for (key, v) in first {
        match key {
            KeyRef::Int(_) => append(cx, &mut out, kept(v))?,
            KeyRef::Str(key) => out.set_str(key, kept(v)),
        }
    }
    for array in rest {
        merge_into(cx, &mut out, array)?;
    }
    Ok(out)
}

fn merge_into(cx: &mut Cx, target: &mut PhpArray, source: &PhpArray) -> PhpResult<()> {
    if stack::exhausted() {
        return Err(cx.error(TOO_DEEP));
    }
    for (key, v) in source {
        let KeyRef::Str(key) = key else {
            append(cx, target, kept(v))?;
            continue;
        };
        let Some(slot) = target.get_str_mut(key) else {
            target.set_str(key, kept(v));
            continue;
        };
        let incoming = v.deref();
        let same = slot.deref().as_array().zip(incoming.as_array()).is_some_and(|(a, b)| slot.is_ref() && v.is_ref() && a.ptr_eq(b));
        if same {
            return Err(cx.error("Recursion detected"));
        }
        // Taken out, so that it is not copied when it grows.
        let held = slot.deref_mut().take();
        let mut merged = match held.into_array() {
            Ok(array) => array,
            Err(v) if v.is_null() => PhpArray::from_values([Value::NULL]),
            Err(v) => convert::to_array(cx, &v)?,
        };
        match incoming.as_array() {
            Some(inner) => merge_into(cx, &mut merged, inner)?,
            None if incoming.is_object() => {
                let inner = convert::to_array(cx, incoming)?;
                merge_into(cx, &mut merged, &inner)?;
            }
            None => append(cx, &mut merged, kept(v).clone_deref())?,
        }
        target.set_str(key, merged.into());
    }
    Ok(())
}

/// `array_replace_recursive()`
pub(crate) fn array_replace_recursive(cx: &mut Cx, array: &PhpArray, replacements: &[Value]) -> PhpResult<PhpArray> {
    let replacements = all_arrays(cx, 2, replacements)?;
    let mut out = array.duplicate();
    for source in &replacements {
        replace_into(cx, &mut out, source)?;
    }
    Ok(out)
}

fn replace_into(cx: &mut Cx, target: &mut PhpArray, source: &PhpArray) -> PhpResult<()> {
    if stack::exhausted() {
        return Err(cx.error(TOO_DEEP));
    }
    for (key, v) in source {
        let key = key.to_key();
        let old = target.get_mut(&key).filter(|old| old.deref().is_array());
        let (Some(inner), Some(old)) = (v.deref().as_array(), old) else {
            target.set(&key, kept(v));
            continue;
        };
        if old.is_ref() && v.is_ref() && old.deref().as_array().is_some_and(|a| a.ptr_eq(inner)) {
            return Err(cx.error("Recursion detected"));
        }
        let mut replaced = old.deref_mut().take().into_array().unwrap_or_default();
        replace_into(cx, &mut replaced, inner)?;
        target.set(&key, replaced.into());
    }
    Ok(())
}
