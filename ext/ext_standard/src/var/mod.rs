//! Functions about variables: what they are, how they look, and how they are stored.

mod dump;
mod export;
mod incomplete;
mod print;
mod serialize;
mod types;
mod unserialize;
mod unserialize_object;

pub(crate) use dump::*;
pub(crate) use export::*;
pub(crate) use incomplete::*;
pub(crate) use print::*;
pub(crate) use serialize::*;
pub(crate) use types::*;
pub(crate) use unserialize::*;

use rustc_hash::FxHashSet;

use crate::prelude::*;

/// What is being shown right now, so that cycles end.
#[derive(Default)]
pub(crate) struct Open(FxHashSet<usize>);

impl Open {
    fn enter_array(&mut self, array: &PhpArray) -> bool {
        array.is_empty() || self.0.insert(array.header_ptr() as usize)
    }

    fn leave_array(&mut self, array: &PhpArray) {
        self.0.remove(&(array.header_ptr() as usize));
    }

    fn enter_object(&mut self, object: &PhpObject) -> bool {
        self.0.insert(object.header_ptr() as usize)
    }

    fn leave_object(&mut self, object: &PhpObject) {
        self.0.remove(&(object.header_ptr() as usize));
    }
}

/// Who may see a property.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Access<'a> {
    Public,
    Protected,
    /// To that class.
    Private(&'a [u8]),
}

/// Takes a mangled property name apart.
pub(crate) fn unmangle(name: &[u8]) -> (&[u8], Access<'_>) {
    if let [0, rest @ ..] = name
        && let Some(end) = memchr::memchr(0, rest)
    {
        let (class, name) = (&rest[..end], &rest[end + 1..]);
        // The name of an anonymous class has a NUL byte of its own.
        return match class {
            b"*" => (name, Access::Protected),
            _ => match memchr::memrchr(0, name) {
                Some(second) => (&name[second + 1..], Access::Private(class)),
                None => (name, Access::Private(class)),
            },
        };
    }
    (name, Access::Public)
}

/// The properties of an object as debugging functions show them: what `__debugInfo()` says, or all, mangled.
pub(crate) fn debug_properties(cx: &mut Cx, object: &PhpObject) -> PhpResult<PhpArray> {
    let class = cx.class_of(object);
    if let Some(method) = class.magic.debug_info {
        let shown = cx.call_method(object, method, &[])?;
        return match shown.into_array() {
            Ok(array) => Ok(array),
            Err(v) if v.is_null() => Ok(PhpArray::new()),
            Err(_) => Err(cx.fatal("__debuginfo() must return an array")),
        };
    }
    match class.behaviour.debug_info {
        Some(info) => info(cx, object),
        None => convert::object_to_array(cx, object),
    }
}

/// The name of the case that an enum's object is.
pub(crate) fn enum_case(object: &PhpObject) -> PhpStr {
    object.slots().first().and_then(|v| v.as_str().cloned()).unwrap_or_default()
}
