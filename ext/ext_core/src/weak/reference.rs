//! `WeakReference`: leads to an object without keeping it alive; there is one for each object.

use loxo_runtime::value::object_by_handle;
use loxo_runtime::{Cx, Native, ObjectHandlers, PhpArray, PhpObject, PhpResult, Value};

use super::{Target, hold, release, with};

/// The native part.
#[derive(Default)]
struct Reference {
    target: Option<Target>,
}

impl Native for Reference {}

impl Drop for Reference {
    fn drop(&mut self) {
        if let Some(target) = self.target {
            release(target, |held| held.reference = None);
        }
    }
}

pub(crate) fn object_handlers() -> ObjectHandlers {
    ObjectHandlers {
        new_native: Some(|_, _| Box::new(Reference::default())),
        debug_info: Some(debug_info),
        no_clone: true,
        no_serialize: true,
        no_dynamic_properties: true,
        ..ObjectHandlers::default()
    }
}

fn debug_info(_: &mut Cx, this: &PhpObject) -> PhpResult<PhpArray> {
    let mut shown = PhpArray::new();
    shown.set_bytes(b"object", referent(this).map_or(Value::NULL, Value::object));
    Ok(shown)
}

fn referent(this: &PhpObject) -> Option<PhpObject> {
    this.native::<Reference>()?.target?.get()
}

/// `WeakReference::__construct()`
pub(crate) fn construct(cx: &mut Cx, _: &PhpObject) -> PhpResult<()> {
    Err(cx.throw("Error", "Direct instantiation of WeakReference is not allowed, use WeakReference::create instead"))
}

/// `WeakReference::create()`: the same one for the same object.
pub(crate) fn create(cx: &mut Cx, object: &PhpObject) -> PhpResult<PhpObject> {
    let known = with(|table| table.held.get(&super::address(object))?.reference).flatten();
    if let Some(known) = known.and_then(object_by_handle) {
        return Ok(known);
    }
    let new = cx.instantiate(cx.builtin_class("WeakReference"))?;
    let target = hold(object, |held| held.reference = Some(new.handle()));
    if let Some(reference) = new.native_mut::<Reference>() {
        reference.target = Some(target);
    }
    Ok(new)
}

/// `WeakReference::get()`
pub(crate) fn get(_: &mut Cx, this: &PhpObject) -> PhpResult<Option<PhpObject>> {
    Ok(referent(this))
}
