//! Methods of `ReflectionClass` for lazy objects: makes ghosts and proxies, resets objects to such, and initializes them.

use loxo_runtime::object::{LazyKind, SKIP_DESTRUCTOR, SKIP_INITIALIZATION_ON_SERIALIZE};

use crate::prelude::*;
use crate::subject::class;

/// Options are of the kinds that a program may set; `number` is the argument's.
fn check_options(cx: &mut Cx, options: i64, number: usize, resets: bool) -> PhpResult<()> {
    if options & !(SKIP_INITIALIZATION_ON_SERIALIZE | SKIP_DESTRUCTOR) != 0 {
        return Err(cx.argument_error("ReflectionException", number, "contains invalid flags"));
    }
    if !resets && options & SKIP_DESTRUCTOR != 0 {
        return Err(cx.argument_error("ReflectionException", number, "does not accept ReflectionClass::SKIP_DESTRUCTOR"));
    }
    Ok(())
}

/// The object must be one of the class.
pub(crate) fn check_instance(cx: &mut Cx, class: &'static Class, object: &PhpObject) -> PhpResult<()> {
    if class_of(object).is_subclass_of(class) {
        return Ok(());
    }
    let (wanted, given) = (convert::class_name(class), convert::class_name(class_of(object)));
    Err(cx.argument_type_error(1, message(&[b"must be of type ", wanted, b", ", given, b" given"])))
}

fn new(cx: &mut Cx, this: &PhpObject, initializer: &Value, kind: LazyKind, options: i64) -> PhpResult<PhpObject> {
    let class = class(cx, this)?;
    check_options(cx, options, 2, false)?;
    object::make_lazy(cx, None, class, initializer.clone_deref(), kind, options)
}

fn reset(cx: &mut Cx, this: &PhpObject, object: &PhpObject, initializer: &Value, kind: LazyKind, options: i64) -> PhpResult<()> {
    let class = class(cx, this)?;
    check_instance(cx, class, object)?;
    check_options(cx, options, 3, true)?;
    if object::is_uninitialized(object) {
        return Err(exception(cx, "Object is already lazy"));
    }
    object::make_lazy(cx, Some(object), class, initializer.clone_deref(), kind, options).map(drop)
}

/// `ReflectionClass::newLazyGhost()`
pub(crate) fn new_lazy_ghost(cx: &mut Cx, this: &PhpObject, initializer: &Value, options: i64) -> PhpResult<PhpObject> {
    new(cx, this, initializer, LazyKind::Ghost, options)
}

/// `ReflectionClass::newLazyProxy()`
pub(crate) fn new_lazy_proxy(cx: &mut Cx, this: &PhpObject, factory: &Value, options: i64) -> PhpResult<PhpObject> {
    new(cx, this, factory, LazyKind::Proxy, options)
}

/// `ReflectionClass::resetAsLazyGhost()`
pub(crate) fn reset_as_lazy_ghost(cx: &mut Cx, this: &PhpObject, object: &PhpObject, initializer: &Value, options: i64) -> PhpResult<()> {
    reset(cx, this, object, initializer, LazyKind::Ghost, options)
}

/// `ReflectionClass::resetAsLazyProxy()`
pub(crate) fn reset_as_lazy_proxy(cx: &mut Cx, this: &PhpObject, object: &PhpObject, factory: &Value, options: i64) -> PhpResult<()> {
    reset(cx, this, object, factory, LazyKind::Proxy, options)
}

/// `ReflectionClass::initializeLazyObject()`
pub(crate) fn initialize_lazy_object(cx: &mut Cx, this: &PhpObject, object: &PhpObject) -> PhpResult<PhpObject> {
    let class = class(cx, this)?;
    check_instance(cx, class, object)?;
    object::init_lazy(cx, object)
}

/// `ReflectionClass::isUninitializedLazyObject()`
pub(crate) fn is_uninitialized_lazy_object(cx: &mut Cx, this: &PhpObject, object: &PhpObject) -> PhpResult<bool> {
    let class = class(cx, this)?;
    check_instance(cx, class, object)?;
    Ok(object::is_uninitialized(object))
}

/// `ReflectionClass::markLazyObjectAsInitialized()`
pub(crate) fn mark_lazy_object_as_initialized(cx: &mut Cx, this: &PhpObject, object: &PhpObject) -> PhpResult<PhpObject> {
    let class = class(cx, this)?;
    check_instance(cx, class, object)?;
    Ok(object::mark_initialized(cx, object))
}

/// `ReflectionClass::getLazyInitializer()`
pub(crate) fn get_lazy_initializer(cx: &mut Cx, this: &PhpObject, object: &PhpObject) -> PhpResult<Option<Value>> {
    let class = class(cx, this)?;
    check_instance(cx, class, object)?;
    Ok(object::lazy_initializer(object))
}
