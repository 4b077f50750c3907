//! `op=` where a type has a say: properties, and references that are bound to typed ones.
//!
//! An operator that fails has no result. PHP coerces even that to the type of the place, as it would coerce `false`: without strict types an int becomes
//! 0. Only a string that grows by `.=` stays what it is.

use loxo_bytecode::{BinaryOp, TypeMask};
use loxo_value::{PhpObject, PhpRef, PhpStr, Value};

use super::place::{Place, prop_place};
use super::typed::{assign_typed_ref, ref_sources, ref_type_error};
use super::typed_refs::assign_property;
use super::{Access, Fetch, write_prop};
use crate::{Cx, PhpResult, Property, Type, operators};

/// `$object->name op= rhs`; gives the new value.
pub fn assign_op(cx: &mut Cx, object: &PhpObject, name: &PhpStr, op: BinaryOp, rhs: &Value, access: &Access<'_>) -> PhpResult<Value> {
    // A property that is missing is there from now on, as null.
    let place = prop_place(cx, object, name, access, Fetch::Read)?;
    let held = place.get();
    let reference = if matches!(place, Place::Temp(_)) { None } else { typed_reference(&held) };
    let old = held.clone_deref();
    drop(held);
    let result = operators::binary(cx, op, &old, rhs);
    let stays = op == BinaryOp::Concat && old.is_string();
    drop(old);
    match (result, reference) {
        (Ok(new), Some(reference)) => {
            let strict = (cx.hooks.strict)(cx);
            assign_typed_ref(cx, &reference, new, strict)
        }
        (Ok(new), None) => write_prop(cx, object, name, new, access),
        (Err(thrown), _) if stays => Err(thrown),
        (Err(thrown), Some(reference)) => {
            fail_reference(cx, &reference);
            Err(thrown)
        }
        (Err(thrown), None) => {
            if let Place::Slot(object, property) = &place
                && !property.is_readonly()
                && let Some(value) = property.ty.as_ref().and_then(|ty| of_nothing(cx, ty))
            {
                drop(std::mem::replace(object.slot_mut(property.slot as usize), value));
            }
            Err(thrown)
        }
    }
}

/// What became of `place op= …` at a place with a type: that of a property, or that of a reference. `old`: what was there.
pub fn assign_result(
    cx: &mut Cx,
    place: &mut Value,
    property: Option<&'static Property>,
    (op, old): (BinaryOp, &Value),
    result: PhpResult<Value>,
) -> PhpResult<()> {
    let stays = op == BinaryOp::Concat && old.is_string();
    match (result, typed_reference(place), property) {
        (Ok(new), Some(reference), _) => {
            let strict = (cx.hooks.strict)(cx);
            assign_typed_ref(cx, &reference, new, strict).map(drop)
        }
        (Ok(new), None, Some(property)) => assign_property(cx, place, property, new),
        (Ok(new), None, None) => {
            drop(std::mem::replace(place.deref_mut(), new));
            Ok(())
        }
        (Err(thrown), ..) if stays => Err(thrown),
        (Err(thrown), Some(reference), _) => {
            fail_reference(cx, &reference);
            Err(thrown)
        }
        (Err(thrown), None, property) => {
            if let Some(value) = property.and_then(|property| property.ty.as_ref()).and_then(|ty| of_nothing(cx, ty)) {
                drop(std::mem::replace(place.deref_mut(), value));
            }
            Err(thrown)
        }
    }
}

fn typed_reference(place: &Value) -> Option<PhpRef> {
    place.as_ref().filter(|reference| reference.has_types()).cloned()
}

/// What a result that is not there becomes. `None`: it fits no part of the type.
fn of_nothing(cx: &Cx, ty: &Type) -> Option<Value> {
    let mask = ty.spec.mask;
    match () {
        () if (cx.hooks.strict)(cx) || cx.ending.is_some() => None,
        () if mask.has(TypeMask::INT) => Some(Value::int(0)),
        () if mask.has(TypeMask::FLOAT) => Some(Value::float(0.0)),
        () if mask.has(TypeMask::STRING) => Some(Value::EMPTY_STRING),
        () if mask.has(TypeMask::BOOL) => Some(Value::FALSE),
        () => None,
    }
}

/// A reference complains about it, in front of the exception that is on its way.
fn fail_reference(cx: &mut Cx, reference: &PhpRef) {
    let mut value = None;
    for property in ref_sources(reference) {
        let Some(ty) = &property.ty else { continue };
        match of_nothing(cx, ty) {
            Some(nothing) => value = Some(nothing),
            None => {
                ref_type_error(cx, property, &Value::NULL);
                return;
            }
        }
    }
    if let Some(value) = value {
        reference.set(value);
    }
}
