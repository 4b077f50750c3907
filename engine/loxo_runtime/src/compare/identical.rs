//! `===`: same type, same value; arrays with the same keys in the same order. Runs no code and needs no native stack.

use loxo_value::{PhpArray, Tag, Value};

use crate::{Cx, PhpResult};

/// `a === b`. An array that contains itself is identical to nothing but itself.
#[inline]
pub fn identical(a: &Value, b: &Value) -> bool {
    check(a, b).unwrap_or(false)
}

/// `a === b`; an Error for arrays that contain themselves.
#[inline]
pub fn strict_equal(cx: &mut Cx, a: &Value, b: &Value) -> PhpResult<bool> {
    check(a, b).ok_or_else(|| cx.throw_error("Nesting level too deep - recursive dependency?"))
}

/// `None`: recursive.
#[inline]
fn check(a: &Value, b: &Value) -> Option<bool> {
    let (a, b) = (a.deref(), b.deref());
    match (a.as_array(), b.as_array()) {
        (Some(a), Some(b)) => arrays(a, b),
        _ => Some(flat(a, b)),
    }
}

/// Neither of the two is an array, or only one.
#[inline]
fn flat(a: &Value, b: &Value) -> bool {
    if a.tag() != b.tag() {
        return a.is_null() && b.is_null();
    }
    match a.tag() {
        Tag::Int => a.as_int() == b.as_int(),
        Tag::Float => a.as_float() == b.as_float(),
        Tag::String => a.as_str() == b.as_str(),
        Tag::Object => a.as_object() == b.as_object(),
        Tag::Resource => matches!((a.as_resource(), b.as_resource()), (Some(a), Some(b)) if a.ptr_eq(b)),
        Tag::Array => false,
        _ => true,
    }
}

/// Two arrays on the way, and where we are in them.
struct Level<'a> {
    a: &'a PhpArray,
    b: &'a PhpArray,
    pos_a: u32,
    pos_b: u32,
    /// Reached through a reference, so it may come again below itself.
    by_ref: bool,
}

fn arrays(a: &PhpArray, b: &PhpArray) -> Option<bool> {
    if a.ptr_eq(b) {
        return Some(true);
    }
    if a.len() != b.len() {
        return Some(false);
    }
    let mut levels = vec![Level { a, b, pos_a: a.first_pos(), pos_b: b.first_pos(), by_ref: true }];
    while let Some(level) = levels.last_mut() {
        let (Some((key_a, x)), Some((key_b, y))) = (level.a.entry_at(level.pos_a), level.b.entry_at(level.pos_b)) else {
            levels.pop();
            continue;
        };
        level.pos_a = level.a.next_pos(level.pos_a);
        level.pos_b = level.b.next_pos(level.pos_b);
        if key_a != key_b {
            return Some(false);
        }
        let by_ref = x.is_ref();
        let (x, y) = (x.deref(), y.deref());
        let (Some(x), Some(y)) = (x.as_array(), y.as_array()) else {
            if flat(x, y) {
                continue;
            }
            return Some(false);
        };
        if x.ptr_eq(y) {
            continue;
        }
        if x.len() != y.len() {
            return Some(false);
        }
        if by_ref && levels.iter().any(|level| level.by_ref && level.a.ptr_eq(x)) {
            return None;
        }
        levels.push(Level { a: x, b: y, pos_a: x.first_pos(), pos_b: y.first_pos(), by_ref });
    }
    Some(true)
}
