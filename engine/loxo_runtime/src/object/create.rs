//! How objects are made, with or without their constructor.

use loxo_bytecode::FnFlags;
use loxo_value::PhpObject;

use super::state;
use crate::display::class_text;
use crate::{Class, Cx, Func, PhpResult};

/// `new Class`, without calling the constructor.
pub fn instantiate(cx: &mut Cx, class: &'static Class) -> PhpResult<PhpObject> {
    if !class.is_instantiable() {
        let kind = if class.is_abstract && class.kind_name() == "class" { "abstract class" } else { class.kind_name() };
        return Err(cx.throw("Error", format!("Cannot instantiate {kind} {}", class_text(class))));
    }
    if let Some(message) = class.object_handlers.no_new {
        return Err(cx.throw("Error", message));
    }
    instantiate_raw(cx, class)
}

/// An object of any class that has objects, with default properties and native part: for unserialization, reflection.
pub fn instantiate_raw(cx: &mut Cx, class: &'static Class) -> PhpResult<PhpObject> {
    state::init_class(cx, class)?;
    let object = match cx.class_states.get(class.uid as usize).and_then(Option::as_ref).and_then(|state| state.defaults.as_ref()) {
        Some(defaults) => loxo_value::new_object(class, defaults),
        None => allocate(class),
    };
    if let Some(make) = class.object_handlers.new_native {
        object.set_native(make(cx, class));
    }
    if let Some(created) = class.object_handlers.created {
        created(cx, &object);
    }
    Ok(object)
}

/// An object with the defaults that all requests share.
#[inline]
pub(super) fn allocate(class: &'static Class) -> PhpObject {
    loxo_value::new_object_shared(class, &class.defaults)
}

/// Whether `new` of this class makes an object, calls [`ObjectHandlers::created`] if there is one, and does nothing else before the constructor.
///
/// [`ObjectHandlers::created`]: crate::ObjectHandlers::created
pub fn is_plain(class: &Class) -> bool {
    let object_handlers = &class.object_handlers;
    class.is_instantiable() && object_handlers.no_new.is_none() && object_handlers.new_native.is_none()
}

/// The constructor of a class whose objects are made plainly, by code of whatever scope, with nothing else to be called; `None`: it is not such a class.
pub fn open_constructor(class: &'static Class) -> Option<Option<&'static Func>> {
    let constructor = class.magic.constructor;
    let is_open = constructor.is_none_or(|func| func.flags.has(FnFlags::PUBLIC));
    (is_open && class.object_handlers.created.is_none() && is_plain(class)).then_some(constructor)
}

/// An object of a class that [`is_plain`]; `None`: its defaults are not evaluated yet.
#[inline]
pub fn instantiate_plain(cx: &Cx, class: &'static Class) -> Option<PhpObject> {
    loxo_value::new_object_by_copy(class).or_else(|| instantiate_otherwise(cx, class))
}

/// The same where that takes more than a copy: something has to be evaluated, objects are large, or there is no block for one.
#[inline(never)]
pub fn instantiate_otherwise(cx: &Cx, class: &'static Class) -> Option<PhpObject> {
    if !class.needs_init {
        return Some(allocate(class));
    }
    let state = cx.class_states.get(class.uid as usize)?.as_ref().filter(|state| state.statics_ready)?;
    Some(match &state.defaults {
        Some(defaults) => loxo_value::new_object(class, defaults),
        None => allocate(class),
    })
}
