//! `array_unique()`: an array without its repeated values.

use std::cmp::Ordering;

use rustc_hash::FxHashSet;

use super::kept;
use super::sort::Mode;
use crate::prelude::*;

/// `array_unique()`
pub(crate) fn array_unique(cx: &mut Cx, array: &PhpArray, flags: i64) -> PhpResult<PhpArray> {
    if array.len() <= 1 {
        return Ok(array.clone());
    }
    match Mode::from_flags(flags) {
        Mode::Text => unique_texts(cx, array),
        Mode::Regular | Mode::Numeric if array.values().all(|v| v.deref().is_int()) => Ok(unique_ints(array)),
        mode => unique_sorted(cx, array, mode),
    }
}

/// How many numbers are compared one by one.
const FEW: usize = 16;

/// Numbers have one order, so the first of each is what sorting would find.
fn unique_ints(array: &PhpArray) -> PhpArray {
    let mut few: Vec<i64> = Vec::with_capacity(array.len().min(FEW));
    let mut many: FxHashSet<i64> = FxHashSet::default();
    let mut out = PhpArray::with_capacity(array.len());
    for (key, v) in array {
        let number = v.deref().as_int().unwrap_or_default();
        let new = match array.len() <= FEW {
            true if few.contains(&number) => false,
            true => {
                few.push(number);
                true
            }
            false => many.insert(number),
        };
        if new {
            out.append_new(key, kept(v));
        }
    }
    out
}

/// The string of a value as a key: strings are the same if their keys are, and numbers need not be written.
pub(super) fn text_key(cx: &mut Cx, v: &Value) -> PhpResult<Key> {
    match v.deref().as_int() {
        Some(n) => Ok(Key::Int(n)),
        None => Ok(Key::from_str(cx.str_of(v)?)),
    }
}

fn unique_texts(cx: &mut Cx, array: &PhpArray) -> PhpResult<PhpArray> {
    let mut seen = PhpArray::with_capacity(array.len());
    let mut out = PhpArray::with_capacity(array.len());
    for (key, v) in array.clone().iter() {
        let before = seen.len();
        seen.set(&text_key(cx, v)?, Value::NULL);
        if seen.len() > before {
            out.append_new(key, kept(v));
        }
    }
    Ok(out)
}

/// Sorts, then drops all but the first of each run of equal neighbours.
fn unique_sorted(cx: &mut Cx, array: &PhpArray, mode: Mode) -> PhpResult<PhpArray> {
    let mut sorted = PhpArray::packed_with_capacity(array.len());
    for v in array.values() {
        let _ = sorted.push(v.clone_deref());
    }
    let order = sorted_positions(cx, &sorted, mode)?;
    let mut drop_at = vec![false; array.len()];
    let mut last = order[0];
    for next in order.into_iter().skip(1) {
        let (a, b) = (sorted.get_int(last as i64), sorted.get_int(next as i64));
        let equal = match (a, b) {
            (Some(a), Some(b)) => mode.compare(cx, a, b)? == Ordering::Equal,
            _ => false,
        };
        if !equal {
            last = next;
        } else {
            // The one that came first stays.
            drop_at[last.max(next)] = true;
            last = last.min(next);
        }
    }
    let mut out = PhpArray::new();
    for ((key, v), dropped) in array.iter().zip(drop_at) {
        if !dropped {
            out.append_new(key, kept(v));
        }
    }
    Ok(out)
}

fn sorted_positions(cx: &mut Cx, values: &PhpArray, mode: Mode) -> PhpResult<Vec<usize>> {
    let mut sorted = values.clone();
    sorted.try_sort_by(|a, b| mode.compare(cx, &a.value, &b.value), false)?;
    let positions = sorted.keys().filter_map(|key| match key {
        KeyRef::Int(n) => usize::try_from(n).ok(),
        KeyRef::Str(_) => None,
    });
    Ok(positions.collect())
}
