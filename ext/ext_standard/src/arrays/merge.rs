//! Arrays made of arrays.

use super::slice::MAX_ARRAY_SIZE;
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

/// The same where they are, for who runs no PHP code.
pub(super) fn arrays_of<'a>(
    cx: &mut Cx,
    first: usize,
    values: &'a [Value],
) -> PhpResult<impl Iterator<Item = &'a PhpArray> + Clone + use<'a>> {
    match values.iter().position(|value| !value.deref().is_array()) {
        Some(wrong) => Err(must_be_array(cx, first + wrong, &values[wrong])),
        None => Ok(values.iter().filter_map(|value| value.deref().as_array())),
    }
}

/// A copy is what a result begins with.
pub(super) fn has_names_alone(first: &PhpArray) -> bool {
    first.next_free() == 0 && first.dense_buckets().is_some_and(|all| all.iter().all(|bucket| bucket.hash != 0))
}

/// `array_merge()`
pub(crate) fn array_merge(cx: &mut Cx, arrays: &[Value]) -> PhpResult<PhpArray> {
    let mut rest = arrays_of(cx, 1, arrays)?;
    let total: usize = rest.clone().map(PhpArray::len).sum();
    if total >= MAX_ARRAY_SIZE {
        return Err(cx.throw_error(format!("The total number of elements must be lower than {MAX_ARRAY_SIZE}")));
    }
    // One that has all the elements, with keys as the result would have them, is the result.
    let mut filled = rest.clone().filter(|a| !a.is_empty());
    if let (Some(only), None) = (filled.next(), filled.next()) {
        let is_result = match only.is_packed() {
            true => only.is_list() && only.next_free() == only.len() as i64,
            false => arrays.len() == 2 && only.bucket_data().iter().all(|bucket| bucket.value.is_undef() || bucket.hash != 0),
        };
        if is_result {
            return Ok(only.clone());
        }
    }
    let mut out = match rest.clone().next() {
        // With names alone the first one is what the result begins with.
        Some(first) if has_names_alone(first) => {
            rest.next();
            let mut out = first.duplicate_with_capacity(total);
            out.set_pos(0);
            out
        }
        _ => PhpArray::with_capacity(total),
    };
    for array in rest {
        if out.extend_list(array) || append_list(&mut out, array) {
            continue;
        }
        for (key, v) in array {
            match key {
                KeyRef::Int(_) => append(cx, &mut out, kept(v))?,
                KeyRef::Str(key) => out.set_str(key, kept(v)),
            }
        }
    }
    Ok(out)
}

/// Behind names, a list's elements get keys that are not there, which are not looked for. False: it is no such case.
fn append_list(out: &mut PhpArray, list: &PhpArray) -> bool {
    let Some(values) = list.dense_values().filter(|_| !out.is_packed()) else { return false };
    let first = out.next_free();
    if first.checked_add(values.len() as i64).is_none() {
        return false;
    }
    for (key, v) in (first..).zip(values) {
        out.append_new(KeyRef::Int(key), kept(v));
    }
    true
}

/// `array_replace()`
pub(crate) fn array_replace(cx: &mut Cx, array: &PhpArray, replacements: &[Value]) -> PhpResult<PhpArray> {
    let replacements = arrays_of(cx, 2, replacements)?;
    let mut out = array.duplicate();
    for array in replacements {
        for (key, v) in array {
            out.set_ref(key, kept(v));
        }
    }
    Ok(out)
}

/// The arrays that replace others right now: one that comes again contains itself.
struct Open<'a> {
    source: &'a PhpArray,
    outer: Option<&'a Open<'a>>,
}

fn enter<'a>(cx: &mut Cx, outer: Option<&'a Open<'a>>, source: &'a PhpArray) -> PhpResult<Open<'a>> {
    if stack::exhausted() {
        return Err(cx.throw_error(TOO_DEEP));
    }
    if std::iter::successors(outer, |open| open.outer).any(|open| open.source.ptr_eq(source)) {
        return Err(cx.throw_error("Recursion detected"));
    }
    Ok(Open { source, outer })
}

/// What a slot holds, taken out where nobody else has it, so that it can grow in place.
fn taken(slot: &mut Value) -> Value {
    if slot.is_ref() { slot.clone_deref() } else { slot.take() }
}

/// Is the same reference in both places?
fn same_reference(a: &Value, b: &Value) -> bool {
    a.as_ref().zip(b.as_ref()).is_some_and(|(a, b)| a.ptr_eq(b))
}

/// `array_merge_recursive()`
pub(crate) fn array_merge_recursive(cx: &mut Cx, arrays: &[Value]) -> PhpResult<PhpArray> {
    let arrays = all_arrays(cx, 1, arrays)?;
    let Some((first, rest)) = arrays.split_first() else { return Ok(PhpArray::new()) };
    let mut out = if has_names_alone(first) {
        let mut out = first.duplicate();
        out.set_pos(0);
        out
    } else {
        let mut out = PhpArray::with_capacity(first.len());
        for (key, v) in first {
            match key {
                KeyRef::Int(_) => append(cx, &mut out, kept(v))?,
                KeyRef::Str(_) => out.append_new(key, kept(v)),
            }
        }
        out
    };
    for array in rest {
        merge_into(cx, &mut out, array, None)?;
    }
    Ok(out)
}

/// Arrays that something is merged into right now, as they were before: one that comes again contains itself.
struct Growing<'a> {
    before: PhpArray,
    outer: Option<&'a Growing<'a>>,
}

/// Only the target may contain itself: what is new there is taken from the source as it is.
fn merge_into(cx: &mut Cx, target: &mut PhpArray, source: &PhpArray, outer: Option<&Growing<'_>>) -> PhpResult<()> {
    if stack::exhausted() {
        return Err(cx.throw_error(TOO_DEEP));
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
        let known = |array: &PhpArray| std::iter::successors(outer, |growing| growing.outer).any(|growing| growing.before.ptr_eq(array));
        if slot.deref().as_array().is_some_and(known) {
            return Err(cx.throw_error("Recursion detected"));
        }
        // An array without other owners is nowhere in itself, and may grow in place.
        let shared = slot.deref().as_array().filter(|array| slot.is_ref() || array.refcount() != 1).cloned();
        let mut merged = match taken(slot).into_array() {
            Ok(array) => array,
            Err(v) if v.is_object() => crate::var::array_of(cx, &v)?,
            Err(v) => {
                // Something is going to come behind it.
                let mut list = PhpArray::packed_with_capacity(2);
                append(cx, &mut list, v)?;
                list
            }
        };
        let growing = shared.map(|before| Growing { before, outer });
        let open = growing.as_ref().or(outer);
        match incoming.as_array() {
            Some(inner) => merge_into(cx, &mut merged, inner, open)?,
            None if incoming.is_object() => {
                let inner = crate::var::array_of(cx, incoming)?;
                merge_into(cx, &mut merged, &inner, open)?;
            }
            None => append(cx, &mut merged, incoming.clone())?,
        }
        *slot = merged.into();
    }
    Ok(())
}

/// `array_replace_recursive()`
pub(crate) fn array_replace_recursive(cx: &mut Cx, array: &PhpArray, replacements: &[Value]) -> PhpResult<PhpArray> {
    let replacements = arrays_of(cx, 2, replacements)?;
    let mut out = array.duplicate();
    for source in replacements {
        replace_into(cx, &mut out, source, None)?;
    }
    Ok(out)
}

fn replace_into(cx: &mut Cx, target: &mut PhpArray, source: &PhpArray, outer: Option<&Open<'_>>) -> PhpResult<()> {
    let open = enter(cx, outer, source)?;
    for (key, v) in source {
        let slot = target.entry_ref(key);
        let Some(inner) = v.deref().as_array().filter(|_| slot.deref().is_array()) else {
            *slot = kept(v);
            continue;
        };
        if same_reference(slot, v) {
            return Err(cx.throw_error("Recursion detected"));
        }
        let mut replaced = taken(slot).into_array().unwrap_or_default();
        replace_into(cx, &mut replaced, inner, Some(&open))?;
        *slot = replaced.into();
    }
    Ok(())
}
