//! `==`, `===`, `<`, `<=>`, and the orders that sorting uses.
//!
//! Modules: `deep` (arrays and objects, which recurse), `identical`, `sort`; `strnatcmp()` is in `loxo_base`.

mod deep;
mod identical;
mod sort;

pub use identical::{identical, strict_equal};
pub use loxo_base::natural::natural_compare;
pub use sort::{SortKind, sort_compare};

use std::cmp::Ordering;

use loxo_value::number;
use loxo_value::{Tag, Value};

use crate::convert;
use crate::{Cx, PhpResult};
use deep::Ancestors;

/// What [`compare`] gives for values that have no order; "greater", so that neither `<` nor `>` holds (PHP asks for `a > b` as `b < a`).
pub const UNCOMPARABLE: i32 = 1;

/// For [`crate::ObjectHandlers::compare`]: objects that equal none but themselves.
pub fn not_comparable(_: &mut Cx, _: &Value, _: &Value) -> PhpResult<i32> {
    Ok(UNCOMPARABLE)
}

/// `a == b`
#[inline]
pub fn loose_equal(cx: &mut Cx, a: &Value, b: &Value) -> PhpResult<bool> {
    match (a.tag(), b.tag()) {
        (Tag::Int, Tag::Int) => Ok(a.as_int() == b.as_int()),
        (Tag::Float, Tag::Float) => Ok(a.as_float() == b.as_float()),
        (Tag::String, Tag::String) => Ok(match (a.as_str(), b.as_str()) {
            (Some(a), Some(b)) => a.ptr_eq(b) || number::smart_str_equal(a, b),
            _ => false,
        }),
        _ => Ok(compare(cx, a, b)? == 0),
    }
}

/// `a < b`
#[inline]
pub fn less(cx: &mut Cx, a: &Value, b: &Value) -> PhpResult<bool> {
    Ok(compare(cx, a, b)? < 0)
}

/// `a <= b`
#[inline]
pub fn less_equal(cx: &mut Cx, a: &Value, b: &Value) -> PhpResult<bool> {
    Ok(compare(cx, a, b)? <= 0)
}

/// `a <=> b`: -1, 0 or 1 ([`UNCOMPARABLE`] too).
#[inline]
pub fn compare(cx: &mut Cx, a: &Value, b: &Value) -> PhpResult<i32> {
    match (a.tag(), b.tag()) {
        (Tag::Int, Tag::Int) => Ok(order(a.as_int().cmp(&b.as_int()))),
        (Tag::String, Tag::String) => Ok(order(strings(a, b, texts))),
        _ => compare_in(cx, a, b, &mut Ancestors::default()),
    }
}

/// `a <=> b` of objects, by their properties, whatever their class says: for classes that compare more than those.
pub fn compare_standard(cx: &mut Cx, a: &Value, b: &Value) -> PhpResult<i32> {
    deep::compare_by_properties(cx, a, b, &mut Ancestors::default())
}

pub(crate) fn order(o: Ordering) -> i32 {
    o as i32
}

/// Equal, less, or else (with NAN) greater.
pub(crate) fn order_floats(a: f64, b: f64) -> i32 {
    if a == b {
        0
    } else if a < b {
        -1
    } else {
        1
    }
}

/// The comparison inside of a walk over `ancestors`.
fn compare_in(cx: &mut Cx, a: &Value, b: &Value, ancestors: &mut Ancestors) -> PhpResult<i32> {
    use Tag::{Array, False, Float, Int, Null, Object, String, True, Undef};
    let through_ref = a.is_ref();
    let (a, b) = (a.deref(), b.deref());
    let int = |v: &Value| v.as_int().unwrap_or(0);
    let float = |v: &Value| v.as_float().unwrap_or(0.0);
    Ok(match (a.tag(), b.tag()) {
        (Int, Int) => order(int(a).cmp(&int(b))),
        (Int, Float) => order_floats(int(a) as f64, float(b)),
        (Float, Int) => order_floats(float(a), int(b) as f64),
        (Float, Float) => order_floats(float(a), float(b)),
        (Array, Array) => return deep::compare_arrays(cx, a, b, through_ref, ancestors),
        (String, String) => order(strings(a, b, texts)),
        (Undef | Null, String) => -i32::from(!bytes(b).is_empty()),
        (String, Undef | Null) => i32::from(!bytes(a).is_empty()),
        (Int, String) => order(number::compare_int_string(int(a), bytes(b))),
        (String, Int) => -order(number::compare_int_string(int(b), bytes(a))),
        (Float, String) => order(number::compare_float_string(float(a), bytes(b), cx.precision)),
        // NAN is greater from either side.
        (String, Float) if float(b).is_nan() => 1,
        (String, Float) => -order(number::compare_float_string(float(b), bytes(a), cx.precision)),
        (Object, Undef | Null) => 1,
        (Undef | Null, Object) => -1,
        (Object, _) | (_, Object) => return deep::compare_objects(cx, a, b, ancestors),
        (Undef | Null | False, _) => -i32::from(b.to_bool()),
        (True, _) => i32::from(!b.to_bool()),
        (_, Undef | Null | False) => i32::from(a.to_bool()),
        (_, True) => -i32::from(!a.to_bool()),
        (Array, _) => 1,
        (_, Array) => -1,
        // Resources count as their numbers.
        _ => {
            let (a, b) = (as_number(a), as_number(b));
            return compare_in(cx, &a, &b, ancestors);
        }
    })
}

fn bytes(v: &Value) -> &[u8] {
    v.as_str().map_or(b"", |s| s.as_bytes())
}

fn strings(a: &Value, b: &Value, f: impl Fn(&[u8], &[u8]) -> Ordering) -> Ordering {
    f(bytes(a), bytes(b))
}

#[inline]
fn texts(a: &[u8], b: &[u8]) -> Ordering {
    if a.as_ptr() == b.as_ptr() && a.len() == b.len() { Ordering::Equal } else { number::smart_str_compare(a, b) }
}

/// A scalar as a number, silently.
fn as_number(v: &Value) -> Value {
    match v.tag() {
        Tag::Float => v.clone(),
        Tag::String => number::parse_numeric(bytes(v)).map_or(Value::int(0), |p| convert::numeric_value(p.number)),
        _ => Value::int(convert::scalar_to_int(v)),
    }
}
