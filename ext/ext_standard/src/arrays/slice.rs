//! Ends, parts and pieces of arrays.

use super::{append, kept};
use crate::prelude::*;
use crate::strings::bounds;

/// `array_push()`
pub(crate) fn array_push(cx: &mut Cx, array: &RefArg, values: &[Value]) -> PhpResult<i64> {
    let full = array.with_array(|array| values.iter().any(|v| array.push(v.clone_deref()).is_err()));
    if full {
        return Err(cx.throw_error(super::OCCUPIED));
    }
    Ok(array.with_array(|array| array.len()) as i64)
}

/// `array_pop()`
pub(crate) fn array_pop(_cx: &mut Cx, array: &RefArg) -> PhpResult<Value> {
    Ok(array.with_array(|array| array.pop()).map_or(Value::NULL, |v| v.clone_deref()))
}

/// `array_shift()`
pub(crate) fn array_shift(_cx: &mut Cx, array: &RefArg) -> PhpResult<Value> {
    Ok(array.with_array(|array| array.shift()).map_or(Value::NULL, |v| v.clone_deref()))
}

/// `array_unshift()`
pub(crate) fn array_unshift(_cx: &mut Cx, array: &RefArg, values: &[Value]) -> PhpResult<i64> {
    if array.with_array(|array| array.prepend_list(values)) {
        return Ok(array.with_array(|array| array.len()) as i64);
    }
    let old = array.take_array();
    let mut new = PhpArray::with_capacity(old.len() + values.len());
    for v in values {
        let _ = new.push(v.clone_deref());
    }
    for (key, v) in &old {
        match key {
            KeyRef::Int(_) => drop(new.push(kept(v))),
            KeyRef::Str(key) => new.set_str(key, kept(v)),
        }
    }
    let len = new.len();
    loxo_runtime::value::iter_transfer(&old, &new, |pos| values.len() as u32 + elements_before(&old, pos));
    array.put_array(new);
    Ok(len as i64)
}

/// How many elements lie before a position.
fn elements_before(array: &PhpArray, pos: u32) -> u32 {
    let mut at = array.first_pos();
    let mut count = 0;
    while at < pos && at < array.end_pos() {
        count += 1;
        at = array.next_pos(at);
    }
    count
}

/// `array_slice()`
pub(crate) fn array_slice(_cx: &mut Cx, array: &PhpArray, offset: i64, length: Option<i64>, preserve_keys: bool) -> PhpResult<PhpArray> {
    let (start, end) = bounds(array.len(), offset, length);
    if start >= end {
        return Ok(PhpArray::new());
    }
    let whole = start == 0 && end == array.len() && (preserve_keys || array.is_packed()) && (preserve_keys || array.is_list());
    // References that nobody else has become values in the slice.
    if whole && !array.values().any(|v| v.as_ref().is_some_and(|r| r.refcount() == 1)) {
        return Ok(array.clone());
    }
    // Without holes a position is an index, and what is before the slice need not be walked.
    if !preserve_keys && let Some(part) = array.sublist(start..end) {
        return Ok(part);
    }
    let mut out = PhpArray::with_capacity(end - start);
    if let Some(buckets) = array.dense_buckets() {
        take_all(&mut out, buckets[start..end].iter().map(|bucket| (bucket.key(), &bucket.value)), preserve_keys);
    } else {
        take_all(&mut out, array.iter().skip(start).take(end - start), preserve_keys);
    }
    Ok(out)
}

/// Appends elements of another array, under the next free keys unless the keys are kept.
fn take_all<'a>(out: &mut PhpArray, elements: impl Iterator<Item = (KeyRef<'a>, &'a Value)>, preserve_keys: bool) {
    for (key, v) in elements {
        match key {
            KeyRef::Int(_) if !preserve_keys => drop(out.push(kept(v))),
            key => out.append_new(key, kept(v)),
        }
    }
}

/// `array_splice()`
pub(crate) fn array_splice(cx: &mut Cx, array: &RefArg, offset: i64, length: Option<i64>, replacement: &Value) -> PhpResult<PhpArray> {
    let inserted: Vec<Value> = convert::to_array(cx, replacement)?.values().map(kept).collect();
    let old = array.take_array();
    let (start, end) = bounds(old.len(), offset, length);
    if let Some(values) = old.dense_values() {
        let removed = PhpArray::from_values(values[start..end].iter().map(kept));
        let added = inserted.len() as u32;
        let parts = values[..start].iter().map(kept).chain(inserted).chain(values[end..].iter().map(kept));
        let new = PhpArray::from_at_most(old.len() - (end - start) + added as usize, parts);
        loxo_runtime::value::iter_transfer(&old, &new, |pos| match pos {
            before if before < start as u32 => before,
            before => before.max(end as u32) - end as u32 + start as u32 + added,
        });
        array.put_array(new);
        return Ok(removed);
    }
    let mut removed = PhpArray::with_capacity(end - start);
    let mut new = PhpArray::with_capacity(old.len() - (end - start) + inserted.len());
    let (first, last, added) = (start as u32, end as u32, inserted.len() as u32);
    let mut inserted = Some(inserted);
    let mut insert = |new: &mut PhpArray| {
        for v in inserted.take().into_iter().flatten() {
            let _ = new.push(v);
        }
    };
    for (index, (key, v)) in old.iter().enumerate() {
        if index == end {
            insert(&mut new);
        }
        let (target, v) = (if (start..end).contains(&index) { &mut removed } else { &mut new }, kept(v));
        match key {
            KeyRef::Int(_) => drop(target.push(v)),
            KeyRef::Str(key) => target.set_str(key, v),
        }
    }
    insert(&mut new);
    loxo_runtime::value::iter_transfer(&old, &new, |pos| match elements_before(&old, pos) {
        before if before < first => before,
        before => before.max(last) - last + first + added,
    });
    array.put_array(new);
    Ok(removed)
}

/// `array_chunk()`
pub(crate) fn array_chunk(cx: &mut Cx, array: &PhpArray, length: i64, preserve_keys: bool) -> PhpResult<PhpArray> {
    if length < 1 {
        return Err(cx.argument_value_error(2, "must be greater than 0"));
    }
    let size = usize::try_from(length).unwrap_or(usize::MAX).min(array.len().max(1));
    let mut out = PhpArray::packed_with_capacity(array.len().div_ceil(size));
    if let Some(values) = array.dense_values().filter(|_| !preserve_keys) {
        for piece in values.chunks(size) {
            append(cx, &mut out, PhpArray::from_values(piece.iter().map(kept)).into())?;
        }
        return Ok(out);
    }
    let mut chunk = PhpArray::with_capacity(size);
    for (key, v) in array {
        if preserve_keys {
            chunk.append_new(key, kept(v));
        } else {
            append(cx, &mut chunk, kept(v))?;
        }
        if chunk.len() == size {
            append(cx, &mut out, std::mem::replace(&mut chunk, PhpArray::with_capacity(size)).into())?;
        }
    }
    if !chunk.is_empty() {
        append(cx, &mut out, chunk.into())?;
    }
    Ok(out)
}

/// `array_pad()`
pub(crate) fn array_pad(cx: &mut Cx, array: &PhpArray, length: i64, value: &Value) -> PhpResult<PhpArray> {
    let wanted = length.unsigned_abs() as usize;
    if wanted > MAX_ARRAY_SIZE {
        return Err(cx.argument_value_error(2, "must not exceed the maximum allowed array size"));
    }
    let Some(missing) = wanted.checked_sub(array.len()).filter(|n| *n > 0) else { return Ok(array.clone()) };
    if let Some(values) = array.dense_values().filter(|values| values.iter().all(|v| !v.is_ref())) {
        ensure_room(wanted.saturating_mul(size_of::<Value>()));
        let (filler, values) = ((0..missing).map(|_| value.clone()), values.iter().cloned());
        return Ok(if length < 0 { PhpArray::from_values(filler.chain(values)) } else { PhpArray::from_values(values.chain(filler)) });
    }
    let mut out = PhpArray::with_capacity(wanted);
    let fill = |out: &mut PhpArray| {
        (0..missing).for_each(|_| {
            let _ = out.push(value.clone());
        })
    };
    if length < 0 {
        fill(&mut out);
    }
    for (key, v) in array {
        match key {
            KeyRef::Int(_) => drop(out.push(v.clone())),
            KeyRef::Str(key) => out.set_str(key, v.clone()),
        }
    }
    if length > 0 {
        fill(&mut out);
    }
    Ok(out)
}

/// More elements than this an array cannot have.
pub(super) const MAX_ARRAY_SIZE: usize = 0x4000_0000;

/// `array_reverse()`
pub(crate) fn array_reverse(_cx: &mut Cx, array: &PhpArray, preserve_keys: bool) -> PhpResult<PhpArray> {
    if let Some(values) = array.dense_values().filter(|_| !preserve_keys) {
        return Ok(PhpArray::from_values(values.iter().rev().map(kept)));
    }
    if array.is_packed() && !preserve_keys {
        return Ok(PhpArray::from_values(array.values().rev().map(kept)));
    }
    let mut out = PhpArray::with_capacity(array.len());
    take_all(&mut out, array.iter().rev(), preserve_keys);
    Ok(out)
}
