//! Keys and values: what is in an array, and under which names.

use super::kept;
use crate::prelude::*;

/// `count()`
pub(crate) fn count(cx: &mut Cx, value: &Value, mode: i64) -> PhpResult<i64> {
    if mode != 0 && mode != 1 {
        return Err(cx.argument_value_error(2, "must be either COUNT_NORMAL or COUNT_RECURSIVE"));
    }
    if let Some(array) = value.as_array() {
        return if mode == 0 { Ok(array.len() as i64) } else { count_recursive(cx, array) };
    }
    if let Some(object) = value.as_object() {
        let class = cx.class_of(object);
        if let Some(count) = class.object_handlers.count {
            return count(cx, object);
        }
        if cx.instance_of(object, "Countable")
            && let Some(n) = cx.call_method_named(object, "count", &[])?
        {
            return cx.int_of(&n);
        }
    }
    let text = format!("must be of type Countable|array, {} given", cx.value_name(value));
    Err(cx.argument_type_error(1, &text))
}

fn holds_arrays(array: &PhpArray) -> bool {
    match (array.dense_values(), array.dense_buckets()) {
        (Some(values), _) => values.iter().any(|v| v.deref().is_array()),
        (None, Some(buckets)) => buckets.iter().any(|bucket| bucket.value.deref().is_array()),
        (None, None) => array.values().any(|v| v.deref().is_array()),
    }
}

/// Elements of an array and of all arrays in it.
fn count_recursive(cx: &mut Cx, array: &PhpArray) -> PhpResult<i64> {
    // A stack of our own: arrays may be deeper than the native one.
    let mut open = vec![(array.clone(), 0)];
    let mut total = array.len() as i64;
    while let Some((array, at)) = open.last_mut() {
        let Some((_, v)) = array.entry_at(array.valid_pos(*at)) else {
            open.pop();
            continue;
        };
        let by_ref = v.is_ref();
        // One without arrays in it need not be opened.
        let flat = |inner: &&PhpArray| !by_ref && !holds_arrays(inner);
        if let Some(inner) = v.deref().as_array().filter(flat) {
            total += inner.len() as i64;
            *at = array.valid_pos(*at) + 1;
            continue;
        }
        let inner = v.deref().as_array().cloned();
        *at = array.valid_pos(*at) + 1;
        if let Some(inner) = inner {
            // Only references can lead back to an array.
            if by_ref && open.iter().any(|(outer, _)| outer.ptr_eq(&inner)) {
                cx.warn("Recursion detected")?;
                continue;
            }
            total += inner.len() as i64;
            open.push((inner, 0));
        }
    }
    Ok(total)
}

/// `array_keys()`
pub(crate) fn array_keys(cx: &mut Cx, array: &PhpArray, filter_value: Option<&Value>, strict: bool) -> PhpResult<PhpArray> {
    let Some(wanted) = filter_value else {
        return Ok(match array.dense_buckets() {
            Some(buckets) => PhpArray::from_values(buckets.iter().map(|bucket| bucket.key().to_value())),
            None => PhpArray::from_values(array.keys().map(KeyRef::to_value)),
        });
    };
    let array = array.clone();
    let mut out = PhpArray::new();
    if let (Some(values), Some(wanted)) = (array.dense_values(), wanted.as_int())
        && values.iter().all(|v| v.is_int())
    {
        for (index, _) in values.iter().enumerate().filter(|(_, v)| v.as_int() == Some(wanted)) {
            let _ = out.push(Value::int(index as i64));
        }
        return Ok(out);
    }
    for (key, v) in array.iter() {
        let hit = match (v.deref().as_int(), wanted.as_int()) {
            (Some(a), Some(b)) => a == b,
            _ if strict => identical(v.deref(), wanted),
            _ => cx.loose_eq(v.deref(), wanted)?,
        };
        if hit {
            let _ = out.push(key.to_value());
        }
    }
    Ok(out)
}

/// `array_values()`
pub(crate) fn array_values(_cx: &mut Cx, array: &PhpArray) -> PhpResult<PhpArray> {
    // A packed list without holes already is its own list of values.
    if array.is_packed() && array.is_list() && array.next_free() == array.len() as i64 {
        return Ok(array.clone());
    }
    Ok(match array.dense_buckets() {
        Some(buckets) => PhpArray::from_values(buckets.iter().map(|bucket| kept(&bucket.value))),
        None => PhpArray::from_values(array.values().map(kept)),
    })
}

/// The key that an argument means, where PHP accepts null for `""`.
fn key_argument(cx: &mut Cx, key: &Value) -> PhpResult<Key> {
    Ok(match key {
        v if v.is_string() => Key::from_str(cx.str_of(v)?),
        v if v.is_null() => Key::Str(PhpStr::empty()),
        v if v.is_bool() => Key::Int(i64::from(v.is_true())),
        v if v.is_int() => Key::Int(v.as_int().unwrap_or_default()),
        v if v.is_float() => convert::offset_key(cx, v)?,
        v if v.is_resource() => {
            let id = v.as_resource().map_or(0, |r| r.id());
            cx.warn_plain(&format!("Resource ID#{id} used as offset, casting to integer ({id})"))?;
            Key::Int(id)
        }
        v => {
            let text = format!("Cannot access offset of type {} on array", cx.value_name(v));
            return Err(cx.type_error(&text));
        }
    })
}

/// `array_key_exists()`
pub(crate) fn array_key_exists(cx: &mut Cx, key: &Value, array: &PhpArray) -> PhpResult<bool> {
    if let Some(n) = key.as_int() {
        return Ok(array.get_int(n).is_some());
    }
    if let Some(s) = key.as_str() {
        return Ok(array.get_sym_str(s).is_some());
    }
    if key.is_array() || key.is_object() {
        return Err(cx.argument_type_error(1, "must be a valid array offset type"));
    }
    let key = key_argument(cx, key)?;
    Ok(array.contains(&key))
}

/// `array_key_first()`
pub(crate) fn array_key_first(_cx: &mut Cx, array: &PhpArray) -> PhpResult<Option<Value>> {
    Ok(array.first().map(|(key, _)| key.to_value()))
}

/// `array_key_last()`
pub(crate) fn array_key_last(_cx: &mut Cx, array: &PhpArray) -> PhpResult<Option<Value>> {
    Ok(array.last().map(|(key, _)| key.to_value()))
}

/// `array_is_list()`
pub(crate) fn array_is_list(_cx: &mut Cx, array: &PhpArray) -> PhpResult<bool> {
    Ok(array.is_list())
}

/// `array_flip()`
pub(crate) fn array_flip(cx: &mut Cx, array: &PhpArray) -> PhpResult<PhpArray> {
    let mut out = PhpArray::hash_with_capacity(array.len());
    for (key, v) in array.clone().iter() {
        match v.deref() {
            v if v.is_int() => out.set_int(v.as_int().unwrap_or_default(), key.to_value()),
            v if v.is_string() => {
                if let Some(s) = v.as_str() {
                    *entry_of(&mut out, s) = key.to_value();
                }
            }
            _ => cx.warn("Can only flip string and integer values, entry skipped")?,
        }
    }
    Ok(out)
}

/// `array_combine()`
pub(crate) fn array_combine(cx: &mut Cx, keys: &PhpArray, values: &PhpArray) -> PhpResult<PhpArray> {
    if keys.len() != values.len() {
        return Err(cx.argument_value_error(1, "and argument #2 ($values) must have the same number of elements"));
    }
    let mut out = PhpArray::with_capacity(keys.len());
    let (keys, values) = (keys.clone(), values.clone());
    for (key, v) in keys.values().zip(values.values()) {
        set_symbol(cx, &mut out, key.deref(), kept(v))?;
    }
    Ok(out)
}

/// A value as a key: integers as they are, all else by its string.
pub(super) fn symbol(cx: &mut Cx, v: &Value) -> PhpResult<Key> {
    match v.deref().as_int() {
        Some(n) => Ok(Key::Int(n)),
        None => Ok(Key::from_str(cx.str_of(v)?)),
    }
}

/// The slot of a string key as PHP code writes it.
#[inline]
fn entry_of<'a>(array: &'a mut PhpArray, key: &PhpStr) -> &'a mut Value {
    match value::numeric_key(key) {
        Some(n) => array.entry_int(n),
        None => array.entry_str(key),
    }
}

/// Sets the element whose key is a [`symbol`].
#[inline]
pub(super) fn set_symbol(cx: &mut Cx, array: &mut PhpArray, key: &Value, v: Value) -> PhpResult<()> {
    match (key.as_int(), key.as_str()) {
        (Some(n), _) => array.set_int(n, v),
        (_, Some(key)) => *entry_of(array, key) = v,
        _ => {
            let key = symbol(cx, key)?;
            array.set(&key, v);
        }
    }
    Ok(())
}

/// `array_count_values()`
pub(crate) fn array_count_values(cx: &mut Cx, array: &PhpArray) -> PhpResult<PhpArray> {
    let mut out = PhpArray::new();
    for v in array.clone().values() {
        let v = v.deref();
        let slot = match (v.as_int(), v.as_str()) {
            (Some(n), _) => out.entry_int(n),
            (_, Some(key)) => entry_of(&mut out, key),
            _ => {
                cx.warn("Can only count string and integer values, entry skipped")?;
                continue;
            }
        };
        *slot = Value::int(slot.as_int().unwrap_or(0) + 1);
    }
    Ok(out)
}

/// `array_change_key_case()`
pub(crate) fn array_change_key_case(_cx: &mut Cx, array: &PhpArray, case: i64) -> PhpResult<PhpArray> {
    let mut out = PhpArray::with_capacity(array.len());
    for (key, v) in array {
        match key {
            KeyRef::Int(n) => out.set_int(n, kept(v)),
            KeyRef::Str(s) if case != 0 => out.set_str(&s.to_ascii_upper(), kept(v)),
            KeyRef::Str(s) => out.set_str(&s.to_ascii_lower(), kept(v)),
        }
    }
    Ok(out)
}

/// `array_column()`
pub(crate) fn array_column(cx: &mut Cx, array: &PhpArray, column_key: Option<&Value>, index_key: Option<&Value>) -> PhpResult<PhpArray> {
    let column_key = column_key.map(|column| symbol(cx, column)).transpose()?;
    let index_key = index_key.map(|index| symbol(cx, index)).transpose()?;
    if let (Some(column), None) = (&column_key, &index_key)
        && let Some(list) = column_of_arrays(array, column)
    {
        return Ok(list);
    }
    let mut out = PhpArray::with_capacity(array.len());
    // Rows have their columns at the same places, as a rule.
    let (mut near_column, mut near_index) = (0, 0);
    for row in array.clone().values() {
        let row = row.deref();
        if let (Some(column), Some(index), Some(row)) = (&column_key, &index_key, row.as_array())
            && let Some(key) = near(row, index, &mut near_index).filter(|key| key.is_int() || key.is_string())
        {
            if let Some(value) = near(row, column, &mut near_column) {
                set_symbol(cx, &mut out, key, value.clone())?;
            }
            continue;
        }
        let value = match &column_key {
            None => Some(row.clone()),
            Some(column) => column_of(cx, row, column)?,
        };
        let Some(value) = value else { continue };
        let index = match &index_key {
            None => None,
            Some(index) => column_of(cx, row, index)?,
        };
        match index {
            None => super::append(cx, &mut out, value)?,
            Some(index) => {
                if let Some(n) = index.as_int() {
                    out.set_int(n, value);
                    continue;
                }
                let key = key_argument(cx, index.deref())?;
                out.set(&key, value);
            }
        }
    }
    Ok(out)
}

/// A column where all rows are arrays; `None`: they are not.
fn column_of_arrays(array: &PhpArray, column: &Key) -> Option<PhpArray> {
    let mut list = PhpArray::packed_with_capacity(array.len());
    let mut position = 0;
    for row in array.values() {
        if let Some(value) = near(row.deref().as_array()?, column, &mut position) {
            // A list built from 0 up never reaches the largest key.
            let _ = list.push(value.clone());
        }
    }
    Some(list)
}

/// The element under a key, which was at a position in an array like this one.
#[inline(always)]
fn near<'a>(row: &'a PhpArray, key: &Key, position: &mut u32) -> Option<&'a Value> {
    let found = match key {
        Key::Int(number) => row.get_int(*number)?,
        Key::Str(name) => {
            let (at, found) = row.get_str_near(*position, name)?;
            *position = at;
            found
        }
    };
    Some(found.deref())
}

/// The element or property of a row, if there is one.
fn column_of(cx: &mut Cx, row: &Value, column: &Key) -> PhpResult<Option<Value>> {
    if let Some(row) = row.as_array() {
        return Ok(row.get(column).map(Value::clone_deref));
    }
    if let Some(object) = row.as_object() {
        let name = key_str(column.as_ref());
        let access = object::Access::of(cx);
        // The second question is for classes with `__isset()`, which the first does not call.
        let there = object::isset_prop(cx, object, &name, &access, object::Probe::Exists)?
            || object::isset_prop(cx, object, &name, &access, object::Probe::Isset)?;
        if !there {
            return Ok(None);
        }
        let v = object::read_prop(cx, object, &name, &access, object::Fetch::Read)?;
        return Ok(Some(v.clone_deref()));
    }
    Ok(None)
}
