//! The functions of arrays, and of the program's variables as arrays (`compact()`, `extract()`).

mod callbacks;
mod fill;
mod keys;
mod locals;
mod merge;
mod multisort;
mod numbers;
mod pointer;
mod search;
mod sets;
mod slice;
mod sort;
mod sort_words;
mod unique;
mod walk;

pub(crate) use callbacks::*;
pub(crate) use fill::*;
pub(crate) use keys::*;
pub(crate) use locals::*;
pub(crate) use merge::*;
pub(crate) use multisort::*;
pub(crate) use numbers::*;
pub(crate) use pointer::*;
pub(crate) use search::*;
pub(crate) use sets::*;
pub(crate) use slice::*;
pub(crate) use sort::*;
pub(crate) use unique::*;
pub(crate) use walk::*;

use crate::prelude::*;

/// What an element is in a new array: a reference that nobody else has becomes its value.
#[inline]
pub(crate) fn kept(v: &Value) -> Value {
    match v.as_ref() {
        Some(r) if r.refcount() == 1 => v.clone_deref(),
        _ => v.clone(),
    }
}

pub(crate) const OCCUPIED: &str = "Cannot add element to the array as the next element is already occupied";

/// Appends, or throws that the last key is taken.
#[inline]
pub(crate) fn append(cx: &mut Cx, array: &mut PhpArray, v: Value) -> PhpResult<()> {
    array.push(v).map_err(|_| cx.throw_error(OCCUPIED))
}

/// "array_merge(): Argument #2 must be of type array, int given", for arguments of variadic parameters.
pub(crate) fn must_be_array(cx: &mut Cx, number: usize, v: &Value) -> Thrown {
    let text = format!("must be of type array, {} given", cx.value_name(v));
    cx.argument_type_error(number, &text)
}
