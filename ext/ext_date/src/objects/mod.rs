//! The classes. Their data are native parts; what programs see as properties is made when it is asked for.
//!
//! Modules: `date` (what `DateTime` and `DateTimeImmutable` have in common), `datetime`, `immutable`, `timezone`, `interval`, `period`,
//! `stored` (serialized forms).

pub(crate) mod date;
pub(crate) mod datetime;
pub(crate) mod immutable;
pub(crate) mod interval;
pub(crate) mod period;
pub(crate) mod stored;
pub(crate) mod timezone;

use loxo_runtime::InheritingClass;

use crate::prelude::*;

/// A native part that is cloned with its object.
macro_rules! native {
    ($ty:ty) => {
        impl Native for $ty {
            fn clone_native(&self) -> Option<Box<dyn Native>> {
                Some(Box::new(self.clone()))
            }
        }
    };
}
pub(crate) use native;

pub(crate) fn date_object_handlers() -> ObjectHandlers {
    date::object_handlers()
}

/// Only children of the two builtin classes may be dates.
pub(crate) fn interface_object_handlers() -> ObjectHandlers {
    ObjectHandlers {
        on_inherit: Some(|heir: &InheritingClass<'_>| {
            let is_date = |name: &[u8]| matches!(name, b"DateTime" | b"DateTimeImmutable");
            let mut parents = std::iter::successors(heir.parent, |class| class.parent);
            if is_date(heir.name.as_bytes()) || parents.any(|class| class.builtin.is_some() && is_date(class.name.as_bytes())) {
                return Ok(None);
            }
            Err("DateTimeInterface can't be implemented by user classes".into())
        }),
        ..ObjectHandlers::default()
    }
}

/// The class itself, or the builtin class that it is a child of.
pub(crate) fn builtin_class_of(class: &'static Class) -> &'static Class {
    std::iter::successors(Some(class), |class| class.parent).find(|class| class.builtin.is_some()).unwrap_or(class)
}

/// The error about an object whose class forgot its parent's constructor.
#[cold]
pub(crate) fn uninitialized(cx: &mut Cx, class: &'static Class) -> Thrown {
    let builtin = builtin_class_of(class);
    let inheriting = if builtin.same(class) { String::new() } else { format!(" (inheriting {})", convert::class_text(builtin)) };
    let name = convert::class_text(class);
    let message =
        format!("Object of type {name}{inheriting} has not been correctly initialized by calling parent::__construct() in its constructor");
    cx.throw("DateObjectError", message)
}

/// A new object of a class, its constructor not called.
pub(crate) fn create(cx: &mut Cx, class: &'static Class, native: Box<dyn Native>) -> PhpResult<PhpObject> {
    let object = loxo_runtime::object::instantiate(cx, class)?;
    object.set_native(native);
    Ok(object)
}

/// The class that a static method was called on.
pub(crate) fn called_class(cx: &Cx, otherwise: &str) -> &'static Class {
    (cx.hooks.called_class)(cx).unwrap_or_else(|| cx.builtin_class(otherwise))
}

/// The name of the running function in front of a message.
pub(crate) fn with_function(cx: &Cx, message: &[u8]) -> Vec<u8> {
    let name = cx.active.map_or_else(Vec::new, |func| func.display_name());
    [&name[..], b"(): ", message].concat()
}
