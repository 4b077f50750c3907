//! The internal pointer of arrays.

use crate::prelude::*;

/// Runs `f` on the array that a by-reference argument holds. Objects are deprecated there: their properties are looked at, but nothing is
/// moved in them that a later call could see.
fn on_array<R>(cx: &mut Cx, array: &RefArg, f: impl FnOnce(&mut PhpArray) -> R) -> PhpResult<R> {
    match array.object() {
        Some(object) => {
            let text = format!("Calling {}() on an object is deprecated", cx.active_name());
            cx.deprecate(&text)?;
            let mut properties = cx.properties(&object)?;
            Ok(f(&mut properties))
        }
        None => Ok(array.with_array(f)),
    }
}

fn value_at(array: &PhpArray, at: u32) -> Value {
    array.entry_at(at).map_or(Value::FALSE, |(_, v)| v.clone_deref())
}

/// `current()`
pub(crate) fn current(cx: &mut Cx, array: &Value) -> PhpResult<Value> {
    looked_at(cx, array, |array| value_at(array, array.valid_pos(array.pos())))
}

/// `key()`
pub(crate) fn key(cx: &mut Cx, array: &Value) -> PhpResult<Value> {
    looked_at(cx, array, |array| array.entry_at(array.valid_pos(array.pos())).map_or(Value::NULL, |(key, _)| key.to_value()))
}

/// Looks at the array, or at the properties of an object.
fn looked_at<R>(cx: &mut Cx, array: &Value, look: impl FnOnce(&PhpArray) -> R) -> PhpResult<R> {
    let array = array.deref();
    match array.as_object() {
        None => Ok(look(array.as_array().unwrap_or(const { &PhpArray::new() }))),
        Some(object) => {
            let text = format!("Calling {}() on an object is deprecated", cx.active_name());
            cx.deprecate(&text)?;
            Ok(look(&cx.properties(object)?))
        }
    }
}

/// `next()`
pub(crate) fn next(cx: &mut Cx, array: &RefArg) -> PhpResult<Value> {
    on_array(cx, array, |array| {
        let at = array.next_pos(array.valid_pos(array.pos()));
        array.set_pos(at);
        value_at(array, at)
    })
}

/// `prev()`
pub(crate) fn prev(cx: &mut Cx, array: &RefArg) -> PhpResult<Value> {
    on_array(cx, array, |array| {
        let from = array.valid_pos(array.pos());
        // Beyond the end there is no way back.
        let at = if from >= array.end_pos() { from } else { array.prev_pos(from) };
        array.set_pos(at);
        value_at(array, at)
    })
}

/// `reset()`
pub(crate) fn reset(cx: &mut Cx, array: &RefArg) -> PhpResult<Value> {
    on_array(cx, array, |array| {
        let at = array.first_pos();
        array.set_pos(at);
        value_at(array, at)
    })
}

/// `end()`
pub(crate) fn end(cx: &mut Cx, array: &RefArg) -> PhpResult<Value> {
    on_array(cx, array, |array| {
        let at = array.last_pos();
        array.set_pos(at);
        value_at(array, at)
    })
}
