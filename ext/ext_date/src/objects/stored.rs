//! Dates in arrays: what is serialized, exported and shown, and back.

use loxo_runtime::object::{Access, declared_entries, unmangle, write_prop};

use crate::prelude::*;

/// The properties that the object has beside its native part, under mangled keys.
pub(crate) fn members(object: &PhpObject) -> PhpArray {
    let mut members = PhpArray::new();
    for entry in declared_entries(object, false) {
        members.set(&Key::Str(entry.key()), entry.value);
    }
    members
}

/// Adds members that the array does not have yet.
pub(crate) fn add_members(array: &mut PhpArray, object: &PhpObject) {
    for (key, value) in &members(object) {
        array.insert_new(key, value.clone());
    }
}

/// Writes the properties of a child class; `own` are those that the native part has.
pub(crate) fn restore_members(cx: &mut Cx, object: &PhpObject, array: &PhpArray, own: &[&str]) -> PhpResult<()> {
    for (key, value) in array {
        let KeyRef::Str(key) = key else { continue };
        if value.is_ref() || own.iter().any(|name| name.as_bytes() == key.as_bytes()) {
            continue;
        }
        let (owner, name) = unmangle(key);
        let scope = match owner {
            Some(owner) if owner != b"*" => match cx.class(owner)? {
                Some(class) => class,
                None => continue,
            },
            _ => class_of(object),
        };
        write_prop(cx, object, &PhpStr::new(name), value.clone(), &Access::scoped(Some(scope)))?;
    }
    Ok(())
}

/// An entry, if it is of that kind.
pub(crate) fn text<'a>(array: &'a PhpArray, name: &str) -> Option<&'a PhpStr> {
    array.get_bytes(name.as_bytes())?.deref().as_str()
}

pub(crate) fn int(array: &PhpArray, name: &str) -> Option<i64> {
    array.get_bytes(name.as_bytes())?.deref().as_int()
}
