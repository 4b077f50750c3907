//! `array_diff()`, `array_intersect()` and their families.
//!
//! Each function says by what elements are the same: by value, by key, or both, and whether the user compares them. Comparing by PHP's own
//! rules goes through hash tables; user comparisons sort first, so that a set of n costs n log n comparisons.

use std::cmp::Ordering;

use super::callbacks::those;
use super::merge::arrays_of;
use super::sort::Judge;
use super::unique::text_key;
use super::{kept, must_be_array};
use crate::prelude::*;

/// Arrays, and callbacks behind them.
struct Operands {
    arrays: Vec<PhpArray>,
    callbacks: Vec<Callable>,
}

impl Operands {
    /// Takes the last `callbacks` of the arguments as callbacks.
    fn read(cx: &mut Cx, array: &PhpArray, rest: &[Value], callbacks: usize) -> PhpResult<Operands> {
        let total = rest.len() + 1;
        let least = 1 + callbacks;
        if total < least {
            let name = cx.active_name();
            return Err(cx.argument_count_error(&format!("{name}() expects at least {least} arguments, {total} given")));
        }
        let (arrays, tail) = rest.split_at(rest.len() - callbacks);
        let mut read = Operands { arrays: vec![array.clone()], callbacks: Vec::new() };
        for (i, v) in tail.iter().enumerate() {
            let number = 2 + arrays.len() + i;
            read.callbacks.push(callback(cx, number, v)?);
        }
        for (i, v) in arrays.iter().enumerate() {
            match v.deref().as_array() {
                Some(array) => read.arrays.push(array.clone()),
                None => return Err(must_be_array(cx, i + 2, v)),
            }
        }
        Ok(read)
    }
}

/// A callback among variadic arguments.
fn callback(cx: &mut Cx, number: usize, v: &Value) -> PhpResult<Callable> {
    match (cx.hooks.callable)(cx, v)? {
        Ok(callable) => Ok(callable),
        Err(reason) => Err(cx.argument_type_error(number, format!("must be a valid callback, {reason}"))),
    }
}

/// The elements of the first array for which `test` of all other arrays holds (intersection) or of none (difference).
fn select<T>(
    cx: &mut Cx,
    first: &PhpArray,
    others: &[T],
    intersect: bool,
    mut test: impl FnMut(&mut Cx, &T, KeyRef<'_>, &Value) -> PhpResult<bool>,
) -> PhpResult<PhpArray> {
    let mut out = PhpArray::new();
    'elements: for (key, v) in first {
        for other in others {
            if test(cx, other, key, v.deref())? != intersect {
                continue 'elements;
            }
        }
        out.append_new(key, kept(v));
    }
    Ok(out)
}

/// The strings of all values, as keys.
fn texts(cx: &mut Cx, array: &PhpArray) -> PhpResult<PhpArray> {
    let mut out = PhpArray::with_capacity(array.len());
    for v in array.clone().values() {
        out.set(&text_key(cx, v)?, Value::NULL);
    }
    Ok(out)
}

/// The elements that are not the same string as one value.
fn all_but(cx: &mut Cx, array: &PhpArray, unwanted: &Value) -> PhpResult<PhpArray> {
    let unwanted = cx.str_of(unwanted)?;
    let mut out = PhpArray::with_capacity(array.len());
    for (key, v) in array.clone().iter() {
        let same = match v.deref().as_str() {
            Some(text) => *text == unwanted,
            None => cx.str_of(v)? == unwanted,
        };
        if !same {
            out.append_new(key, kept(v));
        }
    }
    Ok(out)
}

fn by_value(cx: &mut Cx, array: &PhpArray, rest: &[Value], intersect: bool) -> PhpResult<PhpArray> {
    let operands = Operands::read(cx, array, rest, 0)?;
    let others = &operands.arrays[1..];
    if array.is_empty() || intersect && others.iter().any(PhpArray::is_empty) {
        return Ok(PhpArray::new());
    }
    if !intersect && others.iter().all(PhpArray::is_empty) {
        return Ok(array.clone());
    }
    if let ([only], false) = (others, intersect)
        && let (1, Some((_, unwanted))) = (only.len(), only.first())
    {
        return all_but(cx, array, unwanted);
    }
    let mut sets = Vec::with_capacity(others.len());
    for other in others {
        sets.push(texts(cx, other)?);
    }
    let mut out = PhpArray::new();
    for (key, v) in &operands.arrays[0] {
        let text = text_key(cx, v)?;
        if sets.iter().all(|texts| texts.get(&text).is_some() == intersect) {
            out.append_new(key, kept(v));
        }
    }
    Ok(out)
}

fn by_key(cx: &mut Cx, array: &PhpArray, rest: &[Value], intersect: bool) -> PhpResult<PhpArray> {
    let others = arrays_of(cx, 2, rest)?;
    let mut all = others.clone();
    if let (Some(other), None) = (all.next(), all.next()) {
        return those(array, |key, _| Ok(other.get_ref(key).is_some() == intersect));
    }
    those(array, |key, _| Ok(others.clone().all(|other| other.get_ref(key).is_some() == intersect)))
}

/// Same key, and values the same as strings.
fn by_key_and_text(cx: &mut Cx, array: &PhpArray, rest: &[Value], intersect: bool) -> PhpResult<PhpArray> {
    let operands = Operands::read(cx, array, rest, 0)?;
    select(cx, &operands.arrays[0], &operands.arrays[1..], intersect, |cx, other, key, v| match other.get_ref(key).cloned() {
        Some(w) => Ok(cx.str_of(v)? == cx.str_of(&w)?),
        None => Ok(false),
    })
}

/// Same key, and values the same to the callback.
fn by_key_and_judged_value(cx: &mut Cx, array: &PhpArray, rest: &[Value], intersect: bool) -> PhpResult<PhpArray> {
    let operands = Operands::read(cx, array, rest, 1)?;
    let mut judge = Judge::new(&operands.callbacks[0]);
    select(cx, &operands.arrays[0], &operands.arrays[1..], intersect, |cx, other, key, v| match other.get_ref(key).cloned() {
        Some(w) => Ok(judge.compare(cx, v, &w)? == Ordering::Equal),
        None => Ok(false),
    })
}

/// Elements in an order in which equal ones are neighbours, to be searched by halving.
struct Sorted(Vec<(Value, Value)>);

impl Sorted {
    fn new(cx: &mut Cx, array: &PhpArray, by_key: bool, judge: &mut Judge) -> PhpResult<Sorted> {
        let mut sorted = array.duplicate();
        sorted.try_sort_by(
            |a, b| {
                if by_key { judge.compare(cx, &a.key().to_value(), &b.key().to_value()) } else { judge.compare(cx, &a.value, &b.value) }
            },
            false,
        )?;
        Ok(Sorted(sorted.iter().map(|(key, v)| (key.to_value(), v.clone_deref())).collect()))
    }

    /// The run of elements that the judge finds equal to `wanted`.
    fn equal(&self, cx: &mut Cx, wanted: &Value, by_key: bool, judge: &mut Judge) -> PhpResult<&[(Value, Value)]> {
        let part = |entry: &'_ (Value, Value)| if by_key { entry.0.clone() } else { entry.1.clone() };
        let (mut low, mut high) = (0, self.0.len());
        while low < high {
            let middle = (low + high) / 2;
            match judge.compare(cx, wanted, &part(&self.0[middle]))? {
                Ordering::Greater => low = middle + 1,
                _ => high = middle,
            }
        }
        let mut end = low;
        while end < self.0.len() && judge.compare(cx, wanted, &part(&self.0[end]))? == Ordering::Equal {
            end += 1;
        }
        Ok(&self.0[low..end])
    }
}

/// Values the same to the callback.
fn by_judged_value(cx: &mut Cx, array: &PhpArray, rest: &[Value], intersect: bool) -> PhpResult<PhpArray> {
    let operands = Operands::read(cx, array, rest, 1)?;
    let mut judge = Judge::new(&operands.callbacks[0]);
    let mut others = Vec::new();
    for other in &operands.arrays[1..] {
        others.push(Sorted::new(cx, other, false, &mut judge)?);
    }
    select(cx, &operands.arrays[0], &others, intersect, |cx, other, _, v| Ok(!other.equal(cx, v, false, &mut judge)?.is_empty()))
}

/// How values are compared once keys are found the same.
enum Values<'a> {
    Any,
    Text,
    Judged(Judge<'a>),
}

/// Keys the same to the callback, and values too.
fn by_judged_key(cx: &mut Cx, operands: &Operands, key_judge: &mut Judge, values: &mut Values, intersect: bool) -> PhpResult<PhpArray> {
    let mut others = Vec::new();
    for other in &operands.arrays[1..] {
        others.push(Sorted::new(cx, other, true, key_judge)?);
    }
    select(cx, &operands.arrays[0], &others, intersect, |cx, other, key, v| {
        for (_, w) in other.equal(cx, &key.to_value(), true, key_judge)? {
            let same = match values {
                Values::Any => true,
                Values::Text => cx.str_of(v)? == cx.str_of(w)?,
                Values::Judged(judge) => judge.compare(cx, v, w)? == Ordering::Equal,
            };
            if same {
                return Ok(true);
            }
        }
        Ok(false)
    })
}

fn judged_key_only(cx: &mut Cx, array: &PhpArray, rest: &[Value], values: &mut Values, intersect: bool) -> PhpResult<PhpArray> {
    let operands = Operands::read(cx, array, rest, 1)?;
    by_judged_key(cx, &operands, &mut Judge::new(&operands.callbacks[0]), values, intersect)
}

fn both_judged(cx: &mut Cx, array: &PhpArray, rest: &[Value], intersect: bool) -> PhpResult<PhpArray> {
    let operands = Operands::read(cx, array, rest, 2)?;
    let mut values = Values::Judged(Judge::new(&operands.callbacks[0]));
    by_judged_key(cx, &operands, &mut Judge::new(&operands.callbacks[1]), &mut values, intersect)
}

/// `array_diff()`
pub(crate) fn array_diff(cx: &mut Cx, array: &PhpArray, arrays: &[Value]) -> PhpResult<PhpArray> {
    by_value(cx, array, arrays, false)
}

/// `array_diff_key()`
pub(crate) fn array_diff_key(cx: &mut Cx, array: &PhpArray, arrays: &[Value]) -> PhpResult<PhpArray> {
    by_key(cx, array, arrays, false)
}

/// `array_diff_assoc()`
pub(crate) fn array_diff_assoc(cx: &mut Cx, array: &PhpArray, arrays: &[Value]) -> PhpResult<PhpArray> {
    by_key_and_text(cx, array, arrays, false)
}

/// `array_diff_ukey()`
pub(crate) fn array_diff_ukey(cx: &mut Cx, array: &PhpArray, rest: &[Value]) -> PhpResult<PhpArray> {
    judged_key_only(cx, array, rest, &mut Values::Any, false)
}

/// `array_diff_uassoc()`
pub(crate) fn array_diff_uassoc(cx: &mut Cx, array: &PhpArray, rest: &[Value]) -> PhpResult<PhpArray> {
    judged_key_only(cx, array, rest, &mut Values::Text, false)
}

/// `array_udiff()`
pub(crate) fn array_udiff(cx: &mut Cx, array: &PhpArray, rest: &[Value]) -> PhpResult<PhpArray> {
    by_judged_value(cx, array, rest, false)
}

/// `array_udiff_assoc()`
pub(crate) fn array_udiff_assoc(cx: &mut Cx, array: &PhpArray, rest: &[Value]) -> PhpResult<PhpArray> {
    by_key_and_judged_value(cx, array, rest, false)
}

/// `array_udiff_uassoc()`
pub(crate) fn array_udiff_uassoc(cx: &mut Cx, array: &PhpArray, rest: &[Value]) -> PhpResult<PhpArray> {
    both_judged(cx, array, rest, false)
}

/// `array_intersect()`
pub(crate) fn array_intersect(cx: &mut Cx, array: &PhpArray, arrays: &[Value]) -> PhpResult<PhpArray> {
    by_value(cx, array, arrays, true)
}

/// `array_intersect_key()`
pub(crate) fn array_intersect_key(cx: &mut Cx, array: &PhpArray, arrays: &[Value]) -> PhpResult<PhpArray> {
    by_key(cx, array, arrays, true)
}

/// `array_intersect_assoc()`
pub(crate) fn array_intersect_assoc(cx: &mut Cx, array: &PhpArray, arrays: &[Value]) -> PhpResult<PhpArray> {
    by_key_and_text(cx, array, arrays, true)
}

/// `array_intersect_ukey()`
pub(crate) fn array_intersect_ukey(cx: &mut Cx, array: &PhpArray, rest: &[Value]) -> PhpResult<PhpArray> {
    judged_key_only(cx, array, rest, &mut Values::Any, true)
}

/// `array_intersect_uassoc()`
pub(crate) fn array_intersect_uassoc(cx: &mut Cx, array: &PhpArray, rest: &[Value]) -> PhpResult<PhpArray> {
    judged_key_only(cx, array, rest, &mut Values::Text, true)
}

/// `array_uintersect()`
pub(crate) fn array_uintersect(cx: &mut Cx, array: &PhpArray, rest: &[Value]) -> PhpResult<PhpArray> {
    by_judged_value(cx, array, rest, true)
}

/// `array_uintersect_assoc()`
pub(crate) fn array_uintersect_assoc(cx: &mut Cx, array: &PhpArray, rest: &[Value]) -> PhpResult<PhpArray> {
    by_key_and_judged_value(cx, array, rest, true)
}

/// `array_uintersect_uassoc()`
pub(crate) fn array_uintersect_uassoc(cx: &mut Cx, array: &PhpArray, rest: &[Value]) -> PhpResult<PhpArray> {
    both_judged(cx, array, rest, true)
}
