//! Arrays element by element, objects property by property.

use loxo_value::{KeyRef, PhpArray, PhpObject, Tag, Value, object_flags};

use super::{UNCOMPARABLE, compare_in};
use crate::convert;
use crate::display::class_text;
use crate::{Cx, PhpResult, class_of, object};

/// Arrays that are being compared further up. Only an array that was reached through a reference can be its own ancestor.
#[derive(Default)]
pub(super) struct Ancestors(Vec<usize>);

impl Ancestors {
    fn enter(&mut self, cx: &mut Cx, array: &PhpArray) -> PhpResult<()> {
        let address = array.header_ptr().addr();
        if self.0.contains(&address) {
            return Err(cx.throw_error("Nesting level too deep - recursive dependency?"));
        }
        self.0.push(address);
        Ok(())
    }
}

/// The native stack is nearly used up: an Error in its stead.
fn check_stack(cx: &mut Cx, message: &str) -> PhpResult<()> {
    if loxo_base::stack::exhausted() { Err(cx.throw_error(message)) } else { Ok(()) }
}

pub(super) fn compare_arrays(cx: &mut Cx, a: &Value, b: &Value, through_ref: bool, ancestors: &mut Ancestors) -> PhpResult<i32> {
    // Comparing may run PHP code, which may write to either: hold them.
    let (Some(a), Some(b)) = (a.as_array().cloned(), b.as_array().cloned()) else { return Ok(UNCOMPARABLE) };
    if a.ptr_eq(&b) {
        return Ok(0);
    }
    check_stack(cx, "Maximum call stack size reached. Infinite recursion?")?;
    let depth = ancestors.0.len();
    if through_ref || depth == 0 {
        ancestors.enter(cx, &a)?;
    }
    let result = compare_tables(cx, &a, &b, ancestors);
    ancestors.0.truncate(depth);
    result
}

/// The smaller array is less; then each element of `a` against the one of the same key in `b`. A missing key: uncomparable.
fn compare_tables(cx: &mut Cx, a: &PhpArray, b: &PhpArray, ancestors: &mut Ancestors) -> PhpResult<i32> {
    if a.len() != b.len() {
        return Ok(super::order(a.len().cmp(&b.len())));
    }
    for (key, x) in a.iter() {
        let Some(y) = b.get_ref(key) else { return Ok(UNCOMPARABLE) };
        let result = compare_in(cx, x, y, ancestors)?;
        if result != 0 {
            return Ok(result);
        }
    }
    Ok(0)
}

/// At least one of the two is an object, and none is null.
pub(super) fn compare_objects(cx: &mut Cx, a: &Value, b: &Value, ancestors: &mut Ancestors) -> PhpResult<i32> {
    let (first, second) = (a.as_object().cloned(), b.as_object().cloned());
    if let (Some(x), Some(y)) = (&first, &second)
        && x.ptr_eq(y)
    {
        return Ok(0);
    }
    let Some(asked) = first.as_ref().or(second.as_ref()) else { return Ok(UNCOMPARABLE) };
    let class = class_of(asked);
    if let Some(compare) = class.object_handlers.compare {
        return Ok(compare(cx, a, b)?.min(UNCOMPARABLE));
    }
    compare_by_properties(cx, a, b, ancestors)
}

/// As objects of classes written in PHP compare. At least one of the two is an object, and none is null.
pub(super) fn compare_by_properties(cx: &mut Cx, a: &Value, b: &Value, ancestors: &mut Ancestors) -> PhpResult<i32> {
    let (first, second) = (a.as_object().cloned(), b.as_object().cloned());
    if first.as_ref().or(second.as_ref()).is_some_and(|object| class_of(object).is_enum()) {
        return Ok(UNCOMPARABLE);
    }
    check_stack(cx, "Maximum call stack size reached during object comparison")?;
    match (first, second) {
        (Some(x), Some(y)) => {
            if !class_of(&x).same(class_of(&y)) {
                return Ok(UNCOMPARABLE);
            }
            // Looking at the properties of lazy objects makes them real.
            let x = if object::is_lazy(&x) { object::init_lazy(cx, &x)? } else { x };
            let y = if object::is_lazy(&y) { object::init_lazy(cx, &y)? } else { y };
            compare_properties(cx, &x, &y, ancestors)
        }
        (Some(x), None) => compare_with_scalar(cx, &x, b, true, ancestors),
        (None, Some(y)) => compare_with_scalar(cx, &y, a, false, ancestors),
        (None, None) => Ok(UNCOMPARABLE),
    }
}

/// The object is cast to the other's type.
fn compare_with_scalar(cx: &mut Cx, object: &PhpObject, other: &Value, object_first: bool, ancestors: &mut Ancestors) -> PhpResult<i32> {
    let cast = match other.tag() {
        Tag::String => convert::object_to_string(cx, object)?.map(Value::string),
        Tag::False | Tag::True => Some(convert::cast_object(cx, object, Tag::True)?.unwrap_or(Value::TRUE)),
        tag @ (Tag::Int | Tag::Float) => Some(match convert::cast_object(cx, object, tag)? {
            Some(number) => number,
            None => stand_in_number(cx, object, tag)?,
        }),
        _ => None,
    };
    match cast {
        None => Ok(if object_first { 1 } else { -1 }),
        Some(cast) if object_first => compare_in(cx, &cast, other, ancestors),
        Some(cast) => compare_in(cx, other, &cast, ancestors),
    }
}

#[cold]
fn stand_in_number(cx: &mut Cx, object: &PhpObject, tag: Tag) -> PhpResult<Value> {
    let (name, one) = if tag == Tag::Int { ("int", Value::int(1)) } else { ("float", Value::float(1.0)) };
    let class = class_text(class_of(object));
    cx.notice(format!("Object of class {class} could not be converted to {name}"));
    cx.check()?;
    Ok(one)
}

fn compare_properties(cx: &mut Cx, a: &PhpObject, b: &PhpObject, ancestors: &mut Ancestors) -> PhpResult<i32> {
    if !class_of(a).same(class_of(b)) {
        return Ok(UNCOMPARABLE);
    }
    if a.has_flags(object_flags::ITERATED) {
        return Err(cx.throw_error("Nesting level too deep - recursive dependency?"));
    }
    let count = |o: &PhpObject| o.dynamic().map_or(0, PhpArray::len);
    if count(a) != count(b) {
        return Ok(super::order(count(a).cmp(&count(b))));
    }
    a.set_flags(object_flags::ITERATED);
    let result = compare_slots(cx, a, b, ancestors);
    let result = match result {
        Ok(0) => compare_dynamic(cx, a, b, ancestors),
        other => other,
    };
    a.clear_flags(object_flags::ITERATED);
    result
}

fn compare_slots(cx: &mut Cx, a: &PhpObject, b: &PhpObject, ancestors: &mut Ancestors) -> PhpResult<i32> {
    // With dynamic properties PHP compares tables, where an uninitialized property is less, not uncomparable.
    let missing = if a.dynamic().is_some() || b.dynamic().is_some() { -1 } else { UNCOMPARABLE };
    for i in 0..a.slots().len() {
        // Copies: PHP code that runs meanwhile may write to the slots.
        let (x, y) = (a.slot(i).clone(), b.slot(i).clone());
        let result = match (x.is_undef(), y.is_undef()) {
            (true, true) => 0,
            (true, false) => missing,
            (false, true) => UNCOMPARABLE,
            (false, false) => compare_in(cx, &x, &y, ancestors)?,
        };
        if result != 0 {
            return Ok(result);
        }
    }
    Ok(0)
}

fn compare_dynamic(cx: &mut Cx, a: &PhpObject, b: &PhpObject, ancestors: &mut Ancestors) -> PhpResult<i32> {
    let (Some(x), Some(y)) = (a.dynamic().cloned(), b.dynamic().cloned()) else { return Ok(0) };
    for (key, value) in x.iter() {
        let other = match key {
            KeyRef::Str(s) => y.get_str(s),
            KeyRef::Int(n) => y.get_int(n),
        };
        let Some(other) = other else { return Ok(UNCOMPARABLE) };
        let result = compare_in(cx, value, other, ancestors)?;
        if result != 0 {
            return Ok(result);
        }
    }
    Ok(0)
}
