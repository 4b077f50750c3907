//! Typed properties: coercion of what is assigned, and references bound to them.

use loxo_value::{PhpObject, PhpRef, Value};
use std::borrow::Cow;
use std::cell::RefCell;

use crate::display::{class_text, member_text, type_text, value_name};
use crate::{Cx, Func, PhpResult, Property, Thrown, Type};

/// Converts a value to the type of a property, or throws.
pub fn coerce_property(cx: &mut Cx, property: &'static Property, value: Value, strict: bool) -> PhpResult<Value> {
    let Some(ty) = &property.ty else { return Ok(value) };
    match coerce(cx, ty, value, strict)? {
        Ok(value) => Ok(value),
        Err(value) => {
            let message = format!(
                "Cannot assign {} to property {}::${} of type {}",
                value_name(&value),
                class_text(property.class),
                member_text(&property.name),
                type_text(ty)
            );
            Err(cx.throw("TypeError", &message))
        }
    }
}

/// The outer result is an exception on its way, the inner one gives a value back that does not fit.
fn coerce(cx: &mut Cx, ty: &Type, value: Value, strict: bool) -> PhpResult<Result<Value, Value>> {
    crate::types::coerce_value(cx, ty, value, strict)
}

pub(super) fn uninitialized_error(cx: &mut Cx, property: &Property) -> Thrown {
    let kind = if property.is_static() { "Typed static property" } else { "Typed property" };
    let (class, name) = (class_text(property.class), member_text(&property.name));
    cx.throw("Error", format!("{kind} {class}::${name} must not be accessed before initialization"))
}

/// What `__get` returns for an unset typed property must fit it.
pub(super) fn check_magic_get(cx: &mut Cx, property: &'static Property, value: &Value, get: &'static Func) -> PhpResult<Value> {
    let Some(ty) = &property.ty else { return Ok(value.clone()) };
    let strict = get.flags.has(loxo_bytecode::FnFlags::STRICT_TYPES);
    let value = match coerce(cx, ty, value.clone(), strict)? {
        Ok(value) => return Ok(value),
        Err(value) => value,
    };
    let (class, name) = (class_text(property.class), member_text(&property.name));
    let message = format!(
        "Value of type {} returned from {class}::__get() must be compatible with unset property {class}::${name} of type {}",
        value_name(&value),
        type_text(ty)
    );
    Err(cx.throw("TypeError", &message))
}

/// Assigns to a slot: through a reference, if there is one.
pub(super) fn assign_slot(cx: &mut Cx, object: &PhpObject, slot: u32, value: Value, strict: bool) -> PhpResult<Value> {
    // The reference is cloned, so that no borrow into the object lives while conversions run PHP code.
    let reference = object.slot(slot as usize).as_ref().cloned();
    if let Some(reference) = reference {
        return assign_typed_ref(cx, &reference, value, strict);
    }
    let old = std::mem::replace(object.slot_mut(slot as usize), value.clone());
    drop(old);
    Ok(value)
}

thread_local! {
    /// Properties that references are bound to; a reference's type word is the index plus one.
    static SOURCES: RefCell<Sources> = const { RefCell::new(Sources { lists: Vec::new(), free: Vec::new() }) };
}

struct Sources {
    lists: Vec<Vec<&'static Property>>,
    free: Vec<usize>,
}

/// Installed once per process: forgets the sources of references that are freed.
pub fn install_ref_hook() {
    loxo_value::set_ref_types_hook(|word| {
        // A thread that ends frees references too.
        let _ = SOURCES.try_with(|sources| {
            let mut sources = sources.borrow_mut();
            if let Some(index) = word.addr().checked_sub(1)
                && let Some(list) = sources.lists.get_mut(index)
            {
                list.clear();
                sources.free.push(index);
            }
        });
    });
}

/// Forgets the sources of all references of this thread: the request's memory goes as a whole, references that live to its end are not freed one by one.
pub fn forget_ref_sources() {
    SOURCES.with(|sources| {
        let mut sources = sources.borrow_mut();
        sources.lists.clear();
        sources.free.clear();
    });
}

/// Notes that a typed property is bound to the reference.
pub fn bind_ref(reference: &PhpRef, property: &'static Property) {
    if property.ty.is_none() {
        return;
    }
    SOURCES.with(|sources| {
        let mut sources = sources.borrow_mut();
        let index = match reference.types().addr().checked_sub(1) {
            Some(index) => index,
            None => {
                let index = sources.free.pop().unwrap_or(sources.lists.len());
                if index == sources.lists.len() {
                    sources.lists.push(Vec::new());
                }
                reference.set_types(std::ptr::without_provenance(index + 1));
                index
            }
        };
        if let Some(list) = sources.lists.get_mut(index) {
            list.push(property);
        }
    });
}

/// Notes that a typed property is no longer bound to the reference.
pub fn unbind_ref(reference: &PhpRef, property: &'static Property) {
    SOURCES.with(|sources| {
        let mut sources = sources.borrow_mut();
        let Some(index) = reference.types().addr().checked_sub(1) else { return };
        let Some(list) = sources.lists.get_mut(index) else { return };
        // Slots and tables of names have a copy each.
        let same = |known: &Property| known.name == property.name && known.class.same(property.class);
        if let Some(at) = list.iter().position(|known| same(known)) {
            list.swap_remove(at);
        }
        if list.is_empty() {
            sources.free.push(index);
            reference.set_types(std::ptr::null());
        }
    });
}

/// The typed properties that a reference is bound to.
pub fn ref_sources(reference: &PhpRef) -> Vec<&'static Property> {
    let Some(index) = reference.types().addr().checked_sub(1) else { return Vec::new() };
    SOURCES.with(|sources| sources.borrow().lists.get(index).cloned().unwrap_or_default())
}

/// Assigns to a reference: the value must fit all typed properties that are bound to it, and become the same for all of them.
pub fn assign_typed_ref(cx: &mut Cx, reference: &PhpRef, value: Value, strict: bool) -> PhpResult<Value> {
    if reference.types().is_null() {
        reference.set(value.clone());
        return Ok(value);
    }
    let mut first: Option<(&'static Property, Value)> = None;
    for property in ref_sources(reference) {
        let Some(ty) = &property.ty else { continue };
        let coerced = match coerce(cx, ty, value.clone(), strict) {
            Ok(Ok(coerced)) => coerced,
            Ok(Err(_)) | Err(_) => return Err(ref_type_error(cx, property, &value)),
        };
        match &first {
            None => first = Some((property, coerced)),
            Some((other, known)) if !crate::compare::identical(known, &coerced) => {
                return Err(ref_conflict_error(cx, other, property, &value));
            }
            Some(_) => {}
        }
    }
    let value = first.map_or(value, |(_, coerced)| coerced);
    reference.set(value.clone());
    Ok(value)
}

/// The same whether the type or the handler of a message has refused the value: what that threw is the exception before.
pub(super) fn ref_type_error(cx: &mut Cx, property: &'static Property, value: &Value) -> Thrown {
    if cx.ending.is_some() {
        return Thrown;
    }
    let message = format!(
        "Cannot assign {} to reference held by property {}::${} of type {}",
        value_name(value),
        class_text(property.class),
        member_text(&property.name),
        property.ty.as_ref().map_or_else(Cow::default, type_text)
    );
    let class = cx.builtin_class("TypeError");
    let exception = cx.new_exception(class, message.as_bytes(), 0);
    cx.throw_object(exception)
}

fn ref_conflict_error(cx: &mut Cx, a: &'static Property, b: &'static Property, value: &Value) -> Thrown {
    let side = |property: &'static Property| {
        let ty = property.ty.as_ref().map_or_else(Cow::default, type_text);
        format!("property {}::${} of type {ty}", class_text(property.class), member_text(&property.name))
    };
    let message = format!(
        "Cannot assign {} to reference held by {} and {}, as this would result in an inconsistent type conversion",
        value_name(value),
        side(a),
        side(b)
    );
    cx.throw("TypeError", &message)
}
