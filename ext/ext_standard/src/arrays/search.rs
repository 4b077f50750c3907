//! The functions that look for a value in an array.

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

/// Position of the first element that `hit` says yes to.
#[inline(always)]
fn scan(array: &PhpArray, mut hit: impl FnMut(&Value) -> PhpResult<bool>) -> PhpResult<Option<u32>> {
    if let Some(values) = array.packed_data() {
        for (at, v) in values.iter().enumerate() {
            if !v.is_undef() && hit(v.deref())? {
                return Ok(Some(at as u32));
            }
        }
        return Ok(None);
    }
    for (at, bucket) in array.bucket_data().iter().enumerate() {
        if !bucket.value.is_undef() && hit(bucket.value.deref())? {
            return Ok(Some(at as u32));
        }
    }
    Ok(None)
}

/// The same bytes. Most strings differ in their length or last byte (names often begin alike), for which nothing is called.
#[inline(always)]
fn same(a: &PhpStr, b: &PhpStr) -> bool {
    a.len() == b.len()
        && (a.ptr_eq(b)
            || match (a.as_bytes(), b.as_bytes()) {
                ([start @ .., last], [other_start @ .., other_last]) => last == other_last && start == other_start,
                _ => true,
            })
}

/// Position of the first string of these bytes. Elements that are strings, as most are, are looked at without asking first whether they are anything
/// else.
fn position_of_string(wanted: &PhpStr, haystack: &PhpArray) -> Option<u32> {
    let hit = |v: &Value| match v.as_str() {
        Some(v) => same(v, wanted),
        None => v.deref().as_str().is_some_and(|v| same(v, wanted)),
    };
    // What is behind the one that was found tells its place: nothing is counted on the way.
    let behind = match haystack.packed_data() {
        Some(values) => {
            let mut values = values.iter();
            values.find(|v| hit(v)).map(|_| values.len())
        }
        None => {
            let mut buckets = haystack.bucket_data().iter();
            buckets.find(|bucket| hit(&bucket.value)).map(|_| buckets.len())
        }
    };
    behind.map(|behind| haystack.end_pos() - behind as u32 - 1)
}

/// Position of a number in a list of ints, as far as they are that: where something else comes before it, `None`.
fn position_among_ints(wanted: i64, list: &PhpArray) -> Option<Option<u32>> {
    for (v, at) in list.packed_data()?.iter().zip(0..) {
        match v.as_int() {
            Some(n) if n == wanted => return Some(Some(at)),
            Some(_) => {}
            None => return None,
        }
    }
    Some(None)
}

/// Position of the first equal element.
fn position_of(cx: &mut Cx, needle: &Value, haystack: &PhpArray, strict: bool) -> PhpResult<Option<u32>> {
    if strict {
        return match (needle.as_int(), needle.as_str()) {
            (Some(n), _) => scan(haystack, |v| Ok(v.as_int() == Some(n))),
            (_, Some(n)) => Ok(position_of_string(n, haystack)),
            _ => scan(haystack, |v| Ok(identical(v, needle))),
        };
    }
    if let Some(n) = needle.as_int()
        && let Some(position) = position_among_ints(n, haystack)
    {
        return Ok(position);
    }
    // Comparing may run PHP code that changes the array: it is kept as it was.
    let held = haystack.clone();
    if let Some(n) = needle.as_int() {
        return scan(&held, |v| match v.as_int() {
            Some(m) => Ok(m == n),
            None => cx.loose_eq(v, needle),
        });
    }
    let Some(n) = needle.as_str() else { return scan(&held, |v| cx.loose_eq(v, needle)) };
    // A string that is no number equals other strings byte by byte.
    if !value::number::is_numeric(n) {
        return scan(&held, |v| match v.as_str() {
            Some(m) => Ok(same(m, n)),
            None => cx.loose_eq(v, needle),
        });
    }
    scan(&held, |v| match v.as_str() {
        Some(m) => Ok(m.ptr_eq(n) || value::number::smart_str_equal(m, n)),
        None => cx.loose_eq(v, needle),
    })
}
