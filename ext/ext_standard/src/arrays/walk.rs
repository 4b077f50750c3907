//! `array_walk()` and `array_walk_recursive()`: every element by reference.

use crate::prelude::*;

/// `array_walk()`
pub(crate) fn array_walk(cx: &mut Cx, array: &RefArg, callback: &Callable, arg: Option<&Value>) -> PhpResult<bool> {
    walk_reference(cx, &array.reference(), callback, arg, false, &mut Vec::new())?;
    Ok(true)
}

/// `array_walk_recursive()`
pub(crate) fn array_walk_recursive(cx: &mut Cx, array: &RefArg, callback: &Callable, arg: Option<&Value>) -> PhpResult<bool> {
    walk_reference(cx, &array.reference(), callback, arg, true, &mut Vec::new())?;
    Ok(true)
}

/// Gives the elements of what `target` holds to the callback, one after another. The callback may change the array under way: an iterator
/// keeps the place.
fn walk_reference(
    cx: &mut Cx,
    target: &PhpRef,
    callback: &Callable,
    arg: Option<&Value>,
    recursive: bool,
    open: &mut Vec<PhpRef>,
) -> PhpResult<()> {
    if stack::exhausted() {
        return Err(cx.throw_error(TOO_DEEP));
    }
    if let Some(object) = target.value().as_object().cloned() {
        return walk_object(cx, &object, callback, arg, recursive, open);
    }
    let Some(iter) = target.with(|v| v.as_array().map(value::iter_register)) else { return Ok(()) };
    open.push(target.clone());
    let result = walk_array(cx, target, iter, callback, arg, recursive, open);
    open.pop();
    value::iter_free(iter);
    result
}

fn walk_array(
    cx: &mut Cx,
    target: &PhpRef,
    iter: value::IterId,
    callback: &Callable,
    arg: Option<&Value>,
    recursive: bool,
    open: &mut Vec<PhpRef>,
) -> PhpResult<()> {
    loop {
        let element = target.with(|v| {
            let array = v.as_array_mut()?;
            let at = value::iter_pos(iter, array);
            let at = array.valid_pos(at);
            let key = array.entry_at(at)?.0.to_value();
            let slot = array.value_at_mut(at)?.make_ref();
            value::iter_set(iter, array.next_pos(at));
            Some((key, slot))
        });
        let Some((key, slot)) = element else { break };
        visit(cx, key, &slot, callback, arg, recursive, open)?;
        if target.with(|v| !v.is_array()) {
            return Err(cx.type_error("Iterated value is no longer an array or object"));
        }
    }
    Ok(())
}

fn visit(
    cx: &mut Cx,
    key: Value,
    slot: &PhpRef,
    callback: &Callable,
    arg: Option<&Value>,
    recursive: bool,
    open: &mut Vec<PhpRef>,
) -> PhpResult<()> {
    if recursive && slot.with(|v| v.is_array()) {
        if open.iter().any(|r| r.ptr_eq(slot)) {
            return Err(cx.throw_error("Recursion detected"));
        }
        return walk_reference(cx, slot, callback, arg, true, open);
    }
    let slot = Value::reference(slot.clone());
    match arg {
        None => cx.call_vec(callback, [slot, key])?,
        Some(arg) => cx.call_vec(callback, [slot, key, arg.clone()])?,
    };
    Ok(())
}

/// The accessible and inaccessible properties alike, as `(array)` names them.
fn walk_object(
    cx: &mut Cx,
    object: &PhpObject,
    callback: &Callable,
    arg: Option<&Value>,
    recursive: bool,
    open: &mut Vec<PhpRef>,
) -> PhpResult<()> {
    // Of a proxy, the object that it stands for is walked.
    let object = &object::init_lazy(cx, object)?;
    let class = cx.class_of(object);
    for (i, slot) in class.slots.iter().enumerate() {
        if object.slot(i).is_undef() {
            continue;
        }
        let shared = object.slot(i).is_ref();
        let reference = object.slot_mut(i).make_ref();
        let name = object::mangled(&slot.property);
        // What is assigned through it must fit the property.
        if slot.property.ty.is_some() && !shared {
            object::bind_ref(&reference, &slot.property);
        }
        let visited = visit(cx, name.into(), &reference, callback, arg, recursive, open);
        if slot.property.ty.is_some() && !shared && reference.refcount() <= 2 {
            object::unbind_ref(&reference, &slot.property);
        }
        drop(reference);
        object.slot_mut(i).unwrap_ref_if_unique();
        visited?;
    }
    let names: Vec<Key> = object.dynamic().map_or_else(Vec::new, |table| table.keys().map(KeyRef::to_key).collect());
    for name in names {
        let Some(reference) = object.dynamic_mut().get_mut(&name).map(Value::make_ref) else { continue };
        visit(cx, name.into(), &reference, callback, arg, recursive, open)?;
    }
    Ok(())
}
