//! `clone`, and running destructors.

use loxo_bytecode::{ClassFlags, FnFlags};
use loxo_value::{PhpObject, Value, object_flags};

use super::methods::{may_call, visibility};
use super::{class_text, lazy, scope_text, slot_flags, typed};
use crate::{Class, Cx, PhpResult, class_of};

/// `clone $object`
pub fn clone_object(cx: &mut Cx, object: &PhpObject, scope: Option<&'static Class>) -> PhpResult<PhpObject> {
    let class = class_of(object);
    if class.behaviour.no_clone || class.flags.has(ClassFlags::ENUM) {
        return Err(cx.throw_error("Error", &format!("Trying to clone an uncloneable object of class {}", class_text(class))));
    }
    if let Some(clone) = class.magic.clone.filter(|clone| !may_call(clone, scope)) {
        let owner = clone.class.unwrap_or(class);
        let message = format!("Call to {} {}::__clone() from {}", visibility(clone), class_text(owner), scope_text(scope));
        return Err(cx.throw_error("Error", &message));
    }
    if !lazy::is_lazy(object) {
        return copy(cx, object);
    }
    let instance = lazy::init_lazy(cx, object)?;
    let copied = copy(cx, &instance)?;
    Ok(if instance.ptr_eq(object) { copied } else { lazy::clone_proxy(object, &copied) })
}

fn copy(cx: &mut Cx, object: &PhpObject) -> PhpResult<PhpObject> {
    let class = class_of(object);
    let copy = object.clone_object();
    let reinitable = if class.magic.clone.is_some() && class.has_readonly { slot_flags::REINITABLE } else { 0 };
    for (index, slot) in class.slots.iter().enumerate() {
        let kept = object.slot(index).aux() & slot_flags::UNSET;
        let place = copy.slot_mut(index);
        place.set_aux(kept | reinitable);
        if let Some(reference) = place.as_ref() {
            typed::bind_ref(reference, &slot.property);
        }
    }
    if let Some(after) = class.behaviour.after_clone {
        after(cx, object, &copy)?;
    }
    let Some(clone) = class.magic.clone else { return Ok(copy) };
    cx.call_method(&copy, clone, &[])?;
    if reinitable != 0 {
        for slot in copy.slots_mut() {
            slot.set_aux(slot.aux() & !slot_flags::REINITABLE);
        }
    }
    Ok(copy)
}

/// Runs the destructor of an object whose time has come. `in_code`: PHP code is running, in this scope; otherwise the request is ending.
/// An exception that was in flight stays so, behind one that the destructor throws.
pub fn destruct(cx: &mut Cx, object: &PhpObject, in_code: Option<Option<&'static Class>>) -> PhpResult<()> {
    object.set_flags(object_flags::DESTRUCTED);
    let class = class_of(object);
    let Some(destructor) = class.magic.destructor else { return Ok(()) };
    if lazy::is_lazy(object) {
        return Ok(());
    }
    let hidden = destructor.flags.any(FnFlags::PRIVATE.with(FnFlags::PROTECTED));
    if hidden && !in_code.is_some_and(|scope| may_call(destructor, scope)) {
        let word = visibility(destructor);
        let Some(scope) = in_code else {
            let name = class_text(class);
            return super::warn(cx, &format!("Call to {word} {name}::__destruct() from global scope during shutdown ignored"));
        };
        let message = format!("Call to {word} {}::__destruct() from {}", class_text(class), scope_text(scope));
        return Err(cx.throw_error("Error", &message));
    }
    let pending = cx.exception.take();
    let outcome = cx.call_method(object, destructor, &[]);
    match (pending, cx.exception.take()) {
        (Some(old), Some(new)) => {
            append_previous(&new, old);
            cx.exception = Some(new);
        }
        (old, new) => cx.exception = new.or(old),
    }
    outcome.map(drop)
}

/// Hangs an exception behind the last of another's chain of previous ones.
pub fn append_previous(exception: &PhpObject, previous: PhpObject) {
    let mut last = exception.clone();
    loop {
        if last.ptr_eq(&previous) {
            return;
        }
        let Some(slot) = previous_slot(class_of(&last)) else { return };
        let next = last.slot(slot).deref().as_object().cloned();
        match next {
            Some(next) => last = next,
            None => {
                *last.slot_mut(slot) = Value::object(previous);
                return;
            }
        }
    }
}

/// Slot of the private property `previous` of Exception or Error.
fn previous_slot(class: &'static Class) -> Option<usize> {
    let root = std::iter::successors(Some(class), |class| class.parent).last()?;
    root.properties.get(b"previous".as_slice()).map(|property| property.slot as usize)
}
