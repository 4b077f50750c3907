//! Writes that a property's type has a say in: to the property, and through references that remember their properties.

use super::Access;
use super::lookup::{PropLookup, lookup_prop};
use super::typed::{assign_typed_ref, bind_ref, coerce_property, ref_sources, unbind_ref};
use crate::{Cx, PhpResult, Property};
use loxo_bytecode::TypeMask;
use loxo_value::{PhpObject, PhpRef, PhpStr, Value};

fn strict(cx: &Cx) -> bool {
    (cx.hooks.strict)(cx)
}

/// Coerces a value that is to be written through a typed reference.
pub fn coerce(cx: &mut Cx, reference: &PhpRef, value: &mut Value) -> PhpResult<()> {
    let strict = strict(cx);
    let taken = std::mem::replace(value, Value::NULL);
    *value = assign_typed_ref(cx, reference, taken, strict)?;
    Ok(())
}

/// `&` of the typed property at `place`.
pub fn make(cx: &mut Cx, place: &mut Value, property: &'static Property) -> PhpResult<PhpRef> {
    if place.is_undef() {
        if property.ty.as_ref().is_some_and(|ty| !ty.spec.mask.has(TypeMask::NULL)) {
            return Err(cx.throw_error(format!("Cannot access uninitialized non-nullable property {} by reference", name_of(property))));
        }
        *place = Value::NULL;
    }
    let known = place.is_ref();
    let reference = place.make_ref();
    if !known {
        bind_ref(&reference, property);
    }
    Ok(reference)
}

/// `place = value` where `place` belongs to a typed property.
pub fn assign_property(cx: &mut Cx, place: &mut Value, property: &'static Property, value: Value) -> PhpResult<()> {
    let strict = strict(cx);
    let value = coerce_property(cx, property, value, strict)?;
    if let Some(reference) = place.as_ref().filter(|r| r.has_types()).cloned() {
        // Other typed properties may be bound to it.
        return assign_typed_ref(cx, &reference, value, strict).map(drop);
    }
    let old = std::mem::replace(place.deref_mut(), value);
    drop(old);
    Ok(())
}

/// `++`/`--` of a typed property: an int that would overflow into float is an error for a property that takes no float.
pub fn step_property(cx: &mut Cx, place: &mut Value, property: &'static Property, old: &Value, new: Value) -> PhpResult<()> {
    if place.as_ref().is_some_and(PhpRef::has_types) {
        return step_reference(cx, place, old, new);
    }
    overflow(cx, property, "", old, &new)?;
    assign_property(cx, place, property, new)
}

/// `Class::$name`, as messages show it.
fn name_of(property: &Property) -> String {
    let class = String::from_utf8_lossy(crate::convert::class_name(property.class));
    format!("{class}::${}", property.name)
}

fn type_of(property: &Property) -> String {
    property.ty.as_ref().map_or_else(String::new, |ty| crate::display::type_text(ty).into_owned())
}

fn overflow(cx: &mut Cx, property: &'static Property, held: &str, old: &Value, new: &Value) -> PhpResult<()> {
    let takes_float = property.ty.as_ref().is_none_or(|ty| ty.spec.mask.has(TypeMask::FLOAT));
    if !old.is_int() || !new.is_float() || takes_float {
        return Ok(());
    }
    let (verb, end) = if old.as_int().is_some_and(|i| i > 0) { ("increment", "maximal") } else { ("decrement", "minimal") };
    Err(cx.type_error(format!("Cannot {verb} {held}property {} of type {} past its {end} value", name_of(property), type_of(property))))
}

const HELD: &str = "a reference held by ";

/// The property that keeps a float out of a reference.
fn blocking_source(reference: &PhpRef) -> Option<&'static Property> {
    ref_sources(reference).into_iter().find(|p| p.ty.as_ref().is_some_and(|ty| !ty.spec.mask.has(TypeMask::FLOAT)))
}

/// `++`/`--` through a typed reference.
pub fn step_reference(cx: &mut Cx, place: &mut Value, old: &Value, mut new: Value) -> PhpResult<()> {
    let Some(reference) = place.as_ref().cloned() else { return Ok(()) };
    if let Some(property) = blocking_source(&reference) {
        overflow(cx, property, HELD, old, &new)?;
    }
    coerce(cx, &reference, &mut new)?;
    reference.set(new);
    Ok(())
}

/// The overflow check for `$object->name++`.
pub fn check_step(cx: &mut Cx, target: &PhpObject, name: &PhpStr, access: &Access<'_>, old: &Value, new: &Value) -> PhpResult<()> {
    let class = cx.class_of(target);
    match lookup_prop(class, name.as_bytes(), access.scope) {
        PropLookup::Slot(property) => match target.slot(property.slot as usize).as_ref().and_then(blocking_source) {
            Some(source) => overflow(cx, source, HELD, old, new),
            None => overflow(cx, property, "", old, new),
        },
        _ => Ok(()),
    }
}

fn takes_array(property: &Property) -> bool {
    property.ty.as_ref().is_none_or(|ty| ty.spec.mask.has(TypeMask::ARRAY))
}

/// A null that is about to become an array, in a typed property or through a typed reference: the type must allow it.
pub fn check_autovivify(cx: &mut Cx, place: &Value, property: Option<&'static Property>) -> PhpResult<()> {
    let Some(reference) = place.as_ref() else {
        let Some(property) = property.filter(|p| !takes_array(p)) else { return Ok(()) };
        let (name, ty) = (name_of(property), type_of(property));
        return Err(cx.type_error(format!("Cannot auto-initialize an array inside property {name} of type {ty}")));
    };
    let blocking = ref_sources(reference).into_iter().find(|p| !takes_array(p));
    match blocking {
        None => Ok(()),
        Some(property) => {
            let (name, ty) = (name_of(property), type_of(property));
            Err(cx.type_error(format!("Cannot auto-initialize an array inside a reference held by property {name} of type {ty}")))
        }
    }
}

/// `property =& reference`
pub fn bind_property(cx: &mut Cx, place: &mut Value, property: &'static Property, mut reference: Value) -> PhpResult<()> {
    let strict = strict(cx);
    let before = reference.clone_deref();
    let value = coerce_property(cx, property, before.clone(), strict)?;
    let source = reference.as_ref().map(ref_sources).and_then(|sources| sources.into_iter().next());
    if let Some(source) = source.filter(|_| !crate::compare::identical(&before, &value)) {
        // The value would have to change its type, and another property holds it to the one it has.
        let kind = before.type_name();
        let message = format!(
            "Reference with value of type {kind} held by property {} of type {} is not compatible with property {} of type {}",
            name_of(source),
            type_of(source),
            name_of(property),
            type_of(property)
        );
        return Err(cx.type_error(message));
    }
    let handle = reference.make_ref();
    handle.set(value);
    if let Some(old) = place.as_ref() {
        unbind_ref(old, property);
    }
    bind_ref(&handle, property);
    let old = std::mem::replace(place, reference);
    drop(old);
    Ok(())
}
