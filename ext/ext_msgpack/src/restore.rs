//! Classes and properties of objects that come back.

use ext_serialize::objects;
use loxo_runtime::object::{self, coerce_property};
use loxo_runtime::{Class, Cx, PhpObject, PhpResult, PhpStr, Property, Value, class_of};

use crate::settings;
use crate::store::slot_named;

/// The C function that tells what is wrong with classes.
const HERE: &str = "msgpack_unserialize_class";

/// An object of `stdClass`.
pub(crate) fn plain_object(cx: &mut Cx) -> PhpResult<PhpObject> {
    object::instantiate(cx, cx.builtin_class("stdClass"))
}

/// The class of that name, loaded if need be, or the stand-in for one that is not there and `true`.
pub(crate) fn find_class(cx: &mut Cx, name: &PhpStr) -> PhpResult<(&'static Class, bool)> {
    match load_class(cx, name) {
        Ok(Some(class)) => Ok((class, false)),
        Ok(None) => Ok((cx.builtin_class("__PHP_Incomplete_Class"), true)),
        Err(thrown) => {
            warn_while_throwing(cx, "Exception error");
            Err(thrown)
        }
    }
}

fn load_class(cx: &mut Cx, name: &PhpStr) -> PhpResult<Option<&'static Class>> {
    if let Some(class) = cx.class(name)? {
        return Ok(Some(class));
    }
    let callback = cx.ini_str("unserialize_callback_func");
    if callback.is_empty() {
        return Ok(None);
    }
    let undefined = format!("Function {name}() hasn't defined the class it was called for");
    let called = match (cx.hooks.callable)(cx, &Value::bytes(&callback))? {
        Ok(callable) => cx.call_vec(&callable, vec![name.into()]).map(drop),
        Err(reason) => Err(cx.throw_error(format!("Invalid callback {}, {reason}", String::from_utf8_lossy(&callback)))),
    };
    if let Err(thrown) = called {
        warn_while_throwing(cx, &undefined);
        return Err(thrown);
    }
    let class = cx.class(name)?;
    if class.is_none() {
        settings::warn(cx, HERE, undefined)?;
    }
    Ok(class)
}

/// A warning beside an exception, which goes on.
fn warn_while_throwing(cx: &mut Cx, text: &str) {
    let exception = cx.exception.take();
    if exception.is_some() {
        let _ = settings::warn(cx, HERE, text);
        cx.exception = exception;
    }
}

/// A new object without values.
pub(crate) fn make(cx: &mut Cx, class: &'static Class, incomplete: bool, name: &PhpStr) -> PhpResult<PhpObject> {
    // Enums are refused as `new` refuses them.
    if class.is_enum() { object::instantiate(cx, class) } else { objects::make(cx, class, incomplete, name) }
}

/// Sets a property by its mangled name, as it is in the object's table: nobody is asked, but declared types hold.
pub(crate) fn set_property(cx: &mut Cx, object: &PhpObject, key: &PhpStr, v: Value) -> PhpResult<()> {
    let class = class_of(object);
    let Some((owner, name)) = unmangle(cx, key)? else { return Ok(()) };
    let own = owner.is_none_or(|owner| owner == b"*" || owner.eq_ignore_ascii_case(class.name.as_bytes()));
    // Visibility may have changed since the object was stored.
    let slot = match declared(class, name).filter(|_| own) {
        Some(property) if property.is_static() => None,
        Some(property) if property.is_private() => match owner.filter(|owner| *owner != b"*") {
            Some(owner) if owner != property.class.name.as_bytes() => None,
            _ => Some(property.slot as usize),
        },
        Some(property) if property.is_virtual() => None,
        Some(property) => Some(property.slot as usize),
        None => slot_named(class, key),
    };
    match slot.and_then(|slot| Some((slot, class.slots.get(slot)?))) {
        Some((slot, declared)) => set_slot(cx, object, slot, &declared.property, v),
        None => {
            object.dynamic_mut().set_str(key, v);
            Ok(())
        }
    }
}

/// The property that a name means in the class, private ones of ancestors included.
fn declared(class: &'static Class, name: &[u8]) -> Option<&'static Property> {
    let inherited = || class.slots.iter().rev().map(|slot| &slot.property).find(|property| property.name.as_bytes() == name);
    class.properties.get(name).or_else(inherited)
}

/// Class and name of a key; of one that cannot be mangled PHP tells what it thinks.
fn unmangle<'k>(cx: &mut Cx, key: &'k [u8]) -> PhpResult<Option<(Option<&'k [u8]>, &'k [u8])>> {
    let Some(rest) = key.strip_prefix(b"\0") else { return Ok(Some((None, key))) };
    let complaint = match rest.iter().position(|&byte| byte == 0) {
        _ if rest.len() < 2 => "Illegal member variable name",
        Some(0) => "Illegal member variable name",
        Some(_) => return Ok(Some(object::unmangle(key))),
        None => "Corrupt member variable name",
    };
    cx.notice(complaint);
    cx.check().map(|()| None)
}

fn set_slot(cx: &mut Cx, object: &PhpObject, slot: usize, property: &'static Property, v: Value) -> PhpResult<()> {
    if property.ty.is_none() {
        *object.slot_mut(slot) = v;
        return Ok(());
    }
    if v.deref().is_null() && object.slot(slot).is_undef() {
        // `__sleep()` names properties that have no value, and they are stored as null.
        return match coerce_property(cx, property, Value::NULL, true) {
            Ok(null) => {
                *object.slot_mut(slot) = null;
                Ok(())
            }
            Err(thrown) => cx.exception.take().map(drop).ok_or(thrown),
        };
    }
    let inner = coerce_property(cx, property, v.clone_deref(), true)?;
    match v.as_ref() {
        Some(reference) => {
            reference.set(inner);
            object::bind_ref(reference, property);
            *object.slot_mut(slot) = v;
        }
        None => object.slot_mut(slot).assign(inner),
    }
    Ok(())
}
