//! `clone`, and running destructors.

use loxo_bytecode::{ClassFlags, FnFlags};
use loxo_value::{PhpObject, object_flags};

use super::methods::{may_call, visibility};
use super::{lazy, slot_flags, typed};
use crate::display::{class_text, scope_text};
use crate::{Class, Cx, Func, PhpResult, class_of};

/// `clone $object`
pub fn clone_object(cx: &mut Cx, object: &PhpObject, scope: Option<&'static Class>) -> PhpResult<PhpObject> {
    let class = class_of(object);
    if class.object_handlers.no_clone || class.flags.has(ClassFlags::ENUM) {
        return Err(cx.throw("Error", format!("Trying to clone an uncloneable object of class {}", class_text(class))));
    }
    if let Some(clone) = class.magic.clone.filter(|clone| !may_call(clone, scope)) {
        let owner = clone.class.unwrap_or(class);
        let message = format!("Call to {} {}::__clone() from {}", visibility(clone), class_text(owner), scope_text(scope));
        return Err(cx.throw("Error", &message));
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
    if let Some(after) = class.object_handlers.after_clone {
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

/// Runs the destructor of an object whose time has come while PHP code is running.
pub fn destruct(cx: &mut Cx, object: &PhpObject) -> PhpResult<()> {
    if let Some(destroy) = class_of(object).object_handlers.destroy {
        object.set_flags(object_flags::DESTRUCTED);
        destroy(cx, object);
        return cx.check();
    }
    let scope = (cx.hooks.scope)(cx);
    let Some(destructor) = due_destructor(object) else { return Ok(()) };
    if !may_call(destructor, scope) {
        let class = class_text(class_of(object));
        let message = format!("Call to {} {class}::__destruct() from {}", visibility(destructor), scope_text(scope));
        return Err(cx.throw("Error", &message));
    }
    cx.call_method(object, destructor, &[]).map(drop)
}

/// The same at the end of the request, when no code is left that could see a destructor that is not public.
pub fn destruct_at_end(cx: &mut Cx, object: &PhpObject) -> PhpResult<()> {
    let Some(destructor) = due_destructor(object) else { return Ok(()) };
    if destructor.flags.any(FnFlags::PRIVATE.with(FnFlags::PROTECTED)) {
        let (word, class) = (visibility(destructor), class_text(class_of(object)));
        return super::warn(cx, &format!("Call to {word} {class}::__destruct() from global scope during shutdown ignored"));
    }
    cx.call_method(object, destructor, &[]).map(drop)
}

/// The destructor, unless the object never came to be what its class describes. It does not run twice.
fn due_destructor(object: &PhpObject) -> Option<&'static Func> {
    object.set_flags(object_flags::DESTRUCTED);
    if lazy::is_lazy(object) { None } else { class_of(object).magic.destructor }
}
