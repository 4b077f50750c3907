//! Functions that ask a callback about each element.

use super::merge::has_names_alone;
use super::{kept, must_be_array};
use crate::prelude::*;

/// `array_map()`
pub(crate) fn array_map(cx: &mut Cx, callback: Option<&Callable>, array: &PhpArray, arrays: &[Value]) -> PhpResult<PhpArray> {
    if arrays.is_empty() {
        return match callback {
            None => Ok(array.clone()),
            Some(callback) => map_one(cx, callback, array),
        };
    }
    let mut lists = vec![array.clone()];
    for (i, v) in arrays.iter().enumerate() {
        match v.as_array() {
            Some(array) => lists.push(array.clone()),
            None => return Err(must_be_array(cx, i + 3, v)),
        }
    }
    let longest = lists.iter().map(PhpArray::len).max().unwrap_or(0);
    let mut values: Vec<_> = lists.iter().map(PhpArray::values).collect();
    let mut out = PhpArray::packed_with_capacity(longest);
    if callback.is_none() {
        for _ in 0..longest {
            let row = values.iter_mut().map(|list| list.next().map_or(Value::NULL, kept));
            let _ = out.push(PhpArray::from_at_most(lists.len(), row).into());
        }
        return Ok(out);
    }
    let mut calls = callback.map(CallsInARow::of);
    for _ in 0..longest {
        let row: Vec<Value> = values.iter_mut().map(|list| list.next().map_or(Value::NULL, kept)).collect();
        let v = match &mut calls {
            None => PhpArray::from_values(row).into(),
            Some(calls) => calls.call(cx, row)?,
        };
        let _ = out.push(v);
    }
    Ok(out)
}

/// Keys stay.
fn map_one(cx: &mut Cx, callback: &Callable, array: &PhpArray) -> PhpResult<PhpArray> {
    let held = Held::new(array.clone());
    let mut calls = CallsInARow::of(callback);
    if held.is_packed() && held.is_list() {
        let mut out = PhpArray::packed_with_capacity(held.len());
        for v in held.values() {
            let v = calls.call(cx, [v.clone()])?;
            let _ = out.push(v);
        }
        return Ok(out);
    }
    let mut out = PhpArray::with_capacity(held.len());
    for (key, v) in held.iter() {
        let v = calls.call(cx, [v.clone()])?;
        out.append_new(key, v);
    }
    Ok(out)
}

/// `array_filter()`
pub(crate) fn array_filter(cx: &mut Cx, array: &PhpArray, callback: Option<&Callable>, mode: i64) -> PhpResult<PhpArray> {
    const USE_BOTH: i64 = 1;
    const USE_KEY: i64 = 2;
    let held = Held::new(array.clone());
    let mut calls = callback.map(CallsInARow::of);
    those(&held, |key, v| {
        let Some(calls) = &mut calls else { return convert::to_bool(cx, v.deref()) };
        let answer = match mode {
            USE_KEY => calls.call(cx, [key.to_value()])?,
            USE_BOTH => calls.call(cx, [v.clone(), key.to_value()])?,
            _ => calls.call(cx, [v.clone()])?,
        };
        convert::to_bool(cx, &answer)
    })
}

/// An array of the elements that are wanted. The array is not changed meanwhile.
pub(super) fn those(array: &PhpArray, mut is_wanted: impl FnMut(KeyRef<'_>, &Value) -> PhpResult<bool>) -> PhpResult<PhpArray> {
    let mut elements = array.iter();
    let mut out = PhpArray::new();
    // As long as nothing is left out, the result is what is there already.
    if is_as_built(array) {
        let mut first = 0;
        loop {
            match elements.next() {
                None => return Ok(array.clone()),
                Some((key, v)) if is_wanted(key, v)? => first += 1,
                Some(_) => break,
            }
        }
        for (key, v) in array.iter().take(first) {
            out.append_new(key, v.clone());
        }
    }
    for (key, v) in elements {
        if is_wanted(key, v)? {
            out.append_new(key, kept(v));
        }
    }
    Ok(out)
}

/// Is it what an array would be that its elements were put into one after another? References are their own business.
fn is_as_built(array: &PhpArray) -> bool {
    array.pos() == 0
        && match array.dense_values() {
            Some(values) => array.next_free() == values.len() as i64 && !values.iter().any(Value::is_ref),
            None => has_names_alone(array) && !array.values().any(Value::is_ref),
        }
}

/// `array_reduce()`
pub(crate) fn array_reduce(cx: &mut Cx, array: &PhpArray, callback: &Callable, initial: &Value) -> PhpResult<Value> {
    let (mut carry, mut calls) = (initial.clone(), CallsInARow::of(callback));
    for v in Held::new(array.clone()).values() {
        carry = calls.call(cx, [carry, v.clone()])?;
    }
    Ok(carry)
}

/// The first element for which the callback's answer is `wanted`.
fn first_where(cx: &mut Cx, array: &PhpArray, callback: &Callable, wanted: bool) -> PhpResult<Option<(Value, Value)>> {
    let mut calls = CallsInARow::of(callback);
    for (key, v) in array.clone().iter() {
        let answer = calls.call(cx, [v.clone(), key.to_value()])?;
        if convert::to_bool(cx, &answer)? == wanted {
            return Ok(Some((key.to_value(), v.clone_deref())));
        }
    }
    Ok(None)
}

/// `array_find()`
pub(crate) fn array_find(cx: &mut Cx, array: &PhpArray, callback: &Callable) -> PhpResult<Option<Value>> {
    Ok(first_where(cx, array, callback, true)?.map(|(_, v)| v))
}

/// `array_find_key()`
pub(crate) fn array_find_key(cx: &mut Cx, array: &PhpArray, callback: &Callable) -> PhpResult<Option<Value>> {
    Ok(first_where(cx, array, callback, true)?.map(|(key, _)| key))
}

/// `array_any()`
pub(crate) fn array_any(cx: &mut Cx, array: &PhpArray, callback: &Callable) -> PhpResult<bool> {
    Ok(first_where(cx, array, callback, true)?.is_some())
}

/// `array_all()`
pub(crate) fn array_all(cx: &mut Cx, array: &PhpArray, callback: &Callable) -> PhpResult<bool> {
    Ok(first_where(cx, array, callback, false)?.is_none())
}
