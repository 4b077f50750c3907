//! `ReflectionFunction`: finds a function by name or closure, describes it and calls it.

use loxo_runtime::FnId;

use crate::prelude::*;
use crate::subject::{self, FunctionRef, function};
use crate::{export, invoke};

/// A function by name; a backslash in front is not part of it.
pub(crate) fn find(cx: &mut Cx, name: &PhpStr) -> PhpResult<&'static Func> {
    let plain = name.strip_prefix(b"\\").unwrap_or(name);
    match FnId::find(plain).and_then(|id| cx.func(id)) {
        Some(func) => Ok(func),
        None => Err(exception(cx, message(&[b"Function ", name, b"() does not exist"]))),
    }
}

/// `ReflectionFunction::__construct()`
pub(crate) fn construct(cx: &mut Cx, this: &PhpObject, function: &Value) -> PhpResult<()> {
    let (func, closure) = match function.as_object() {
        Some(closure) => (invoke::func_of_closure(cx, closure)?, Some(closure.clone())),
        None => {
            let name = convert::to_string(cx, function)?;
            (find(cx, &name)?, None)
        }
    };
    subject::name(this, Subject::Function(FunctionRef { func, class: None, closure }), &[func.name.to_value()]);
    Ok(())
}

/// `ReflectionFunction::__toString()`
pub(crate) fn to_string(cx: &mut Cx, this: &PhpObject) -> PhpResult<Vec<u8>> {
    let function = function(cx, this)?;
    let mut out = Vec::new();
    export::function::write(cx, &mut out, &function, None, "")?;
    Ok(out)
}

/// `ReflectionFunction::isAnonymous()`
pub(crate) fn is_anonymous(cx: &mut Cx, this: &PhpObject) -> PhpResult<bool> {
    Ok(function(cx, this)?.func.flags.has(FnFlags::CLOSURE))
}

/// `ReflectionFunction::isDisabled()`
pub(crate) fn is_disabled(_: &mut Cx, _: &PhpObject) -> PhpResult<bool> {
    Ok(false)
}

/// `ReflectionFunction::invoke()`
pub(crate) fn invoke(cx: &mut Cx, this: &PhpObject, args: &[Value]) -> PhpResult<Value> {
    let function = function(cx, this)?;
    let callable = invoke::callable_of(cx, &function)?;
    invoke::call(cx, &callable, args)
}

/// `ReflectionFunction::invokeArgs()`
pub(crate) fn invoke_args(cx: &mut Cx, this: &PhpObject, args: &PhpArray) -> PhpResult<Value> {
    let function = function(cx, this)?;
    let callable = invoke::callable_of(cx, &function)?;
    invoke::call_with_array(cx, &callable, args)
}

/// `ReflectionFunction::getClosure()`
pub(crate) fn get_closure(cx: &mut Cx, this: &PhpObject) -> PhpResult<PhpObject> {
    let function = function(cx, this)?;
    if let Some(closure) = function.closure {
        return Ok(closure);
    }
    let callable = invoke::callable_of(cx, &function)?;
    Ok((cx.hooks.closure)(cx, &callable))
}
