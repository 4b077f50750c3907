//! Methods of `ReflectionClass` that make objects: `newInstance()`, `newInstanceArgs()`, and without the constructor.

use loxo_runtime::value::object_flags;

use crate::invoke;
use crate::prelude::*;
use crate::subject::class;

/// What `newInstance()` and `newInstanceArgs()` share; `run` calls the constructor.
fn make(cx: &mut Cx, this: &PhpObject, has_args: bool, run: impl FnOnce(&mut Cx, &Callable) -> PhpResult<Value>) -> PhpResult<PhpObject> {
    let class = class(cx, this)?;
    let object = cx.instantiate(class)?;
    let Some(constructor) = class.magic.constructor else {
        if has_args {
            let text = b" does not have a constructor, so you cannot pass any constructor arguments";
            return Err(exception(cx, message(&[b"Class ", convert::class_name(class), text])));
        }
        return Ok(object);
    };
    if constructor.flags.any(FnFlags::PRIVATE.with(FnFlags::PROTECTED)) {
        return Err(exception(cx, message(&[b"Access to non-public constructor of class ", convert::class_name(class)])));
    }
    let callable = Callable { func: constructor, this: Some(object.clone()), called_class: Some(class), closure: None, magic_name: None };
    let outcome = run(cx, &callable);
    if outcome.is_err() {
        // What was never constructed is not destructed.
        object.set_flags(object_flags::DESTRUCTED);
    }
    outcome.map(|_| object)
}

/// `ReflectionClass::newInstance()`
pub(crate) fn new_instance(cx: &mut Cx, this: &PhpObject, args: &[Value]) -> PhpResult<PhpObject> {
    let named = cx.named.take();
    let has_args = !args.is_empty() || named.is_some();
    make(cx, this, has_args, |cx, callable| {
        cx.named = named;
        invoke::call(cx, callable, args)
    })
}

/// `ReflectionClass::newInstanceArgs()`
pub(crate) fn new_instance_args(cx: &mut Cx, this: &PhpObject, args: &PhpArray) -> PhpResult<PhpObject> {
    make(cx, this, !args.is_empty(), |cx, callable| invoke::call_with_array(cx, callable, args))
}

/// `ReflectionClass::newInstanceWithoutConstructor()`
pub(crate) fn new_instance_without_constructor(cx: &mut Cx, this: &PhpObject) -> PhpResult<PhpObject> {
    let class = class(cx, this)?;
    if class.builtin.is_some() && class.flags.has(ClassFlags::FINAL) && class.object_handlers.new_native.is_some() {
        let text = b" is an internal class marked as final that cannot be instantiated without invoking its constructor";
        return Err(exception(cx, message(&[b"Class ", convert::class_name(class), text])));
    }
    if !class.is_instantiable() {
        return cx.instantiate(class);
    }
    object::instantiate_raw(cx, class)
}
