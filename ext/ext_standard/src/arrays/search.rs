//! Finding values.

use crate::prelude::*;

/// `in_array()`
pub(crate) fn in_array(cx: &mut Cx, needle: &Value, haystack: &PhpArray, strict: bool) -> PhpResult<bool> {
    Ok(position_of(cx, needle, haystack, strict)?.is_some())
}

/// `array_search()`
pub(crate) fn array_search(cx: &mut Cx, needle: &Value, haystack: &PhpArray, strict: bool) -> PhpResult<Value> {
    let found = position_of(cx, needle, haystack, strict)?;
    Ok(found.and_then(|at| haystack.entry_at(at)).map_or(Value::FALSE, |(key, _)| key.to_value()))
}

/// Position of the first equal element.
fn position_of(cx: &mut Cx, needle: &Value, haystack: &PhpArray, strict: bool) -> PhpResult<Option<u32>> {
    let first = |hit: &dyn Fn(&Value) -> bool| {
        let mut at = haystack.first_pos();
        while let Some((_, v)) = haystack.entry_at(at) {
            if hit(v.deref()) {
                return Some(at);
            }
            at = haystack.next_pos(at);
        }
        None
    };
    if strict {
        return Ok(match needle {
            n if n.is_int() => {
                let n = n.as_int();
                first(&|v| v.as_int() == n)
            }
            n if n.is_string() => {
                let n = n.as_str();
                first(&|v| v.as_str() == n)
            }
            n => first(&|v| identical(v, n)),
        });
    }
    // A string that is no number equals other strings byte by byte.
    let plain = needle.as_str().filter(|n| !value::number::is_numeric(n));
    // Comparing may run PHP code that changes the array: it is kept as it was.
    let held = haystack.clone();
    let mut at = held.first_pos();
    while let Some((_, v)) = held.entry_at(at) {
        let v = v.deref();
        let equal = match (needle.as_str(), v.as_str()) {
            (Some(a), Some(b)) if plain.is_some() => a == b,
            (Some(a), Some(b)) => a.ptr_eq(b) || value::number::smart_str_equal(a, b),
            _ => match (needle.as_int(), v.as_int()) {
                (Some(a), Some(b)) => a == b,
                _ => cx.loose_eq(v, needle)?,
            },
        };
        if equal {
            return Ok(Some(at));
        }
        at = held.next_pos(at);
    }
    Ok(None)
}
