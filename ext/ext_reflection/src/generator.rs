//! `ReflectionGenerator`: where a suspended generator stands, and of which function and object it is.

use crate::prelude::*;
use crate::subject::{self, FunctionRef};

fn generator(cx: &mut Cx, this: &PhpObject) -> PhpResult<PhpObject> {
    match subject::subject(this) {
        Subject::Running(generator) => Ok(generator.clone()),
        _ => Err(subject::unfinished(cx)),
    }
}

/// What the VM says of the generator; see [`Reflect::Generator`].
fn parts(cx: &mut Cx, this: &PhpObject) -> PhpResult<PhpArray> {
    let generator = generator(cx, this)?;
    let parts = (cx.hooks.reflect)(cx, Reflect::Generator(&generator))?;
    Ok(parts.as_array().cloned().unwrap_or_default())
}

fn open_part(cx: &mut Cx, this: &PhpObject, index: i64) -> PhpResult<Value> {
    let parts = parts(cx, this)?;
    if is_closed_in(&parts) {
        return Err(exception(cx, "Cannot fetch information from a closed Generator"));
    }
    Ok(parts.get_int(index).cloned().unwrap_or(Value::NULL))
}

fn is_closed_in(parts: &PhpArray) -> bool {
    !parts.get_int(3).is_some_and(Value::is_true)
}

/// `ReflectionGenerator::__construct()`
pub(crate) fn construct(_: &mut Cx, this: &PhpObject, generator: &PhpObject) -> PhpResult<()> {
    subject::set(this, Subject::Running(generator.clone()));
    Ok(())
}

/// `ReflectionGenerator::getExecutingLine()`
pub(crate) fn get_executing_line(cx: &mut Cx, this: &PhpObject) -> PhpResult<Value> {
    open_part(cx, this, 0)
}

/// `ReflectionGenerator::getExecutingFile()`
pub(crate) fn get_executing_file(cx: &mut Cx, this: &PhpObject) -> PhpResult<Value> {
    open_part(cx, this, 1)
}

/// `ReflectionGenerator::getTrace()`
pub(crate) fn get_trace(cx: &mut Cx, this: &PhpObject, options: i64) -> PhpResult<Value> {
    open_part(cx, this, 0)?;
    let generator = generator(cx, this)?;
    (cx.hooks.reflect)(cx, Reflect::GeneratorTrace(&generator, options as u32))
}

/// `ReflectionGenerator::getFunction()`
pub(crate) fn get_function(cx: &mut Cx, this: &PhpObject) -> PhpResult<PhpObject> {
    let generator = generator(cx, this)?;
    let parts = parts(cx, this)?;
    let closure = parts.get_int(4).and_then(Value::as_object).cloned();
    let Some(func) = (cx.hooks.generator_function)(&generator) else { return Err(subject::unfinished(cx)) };
    match func.class.filter(|_| !func.flags.has(FnFlags::CLOSURE)) {
        Some(class) => subject::of_method_ref(cx, FunctionRef { func, class: Some(class), closure: None }),
        None => subject::of_function(cx, func, closure),
    }
}

/// `ReflectionGenerator::getThis()`
pub(crate) fn get_this(cx: &mut Cx, this: &PhpObject) -> PhpResult<Value> {
    open_part(cx, this, 2)
}

/// `ReflectionGenerator::getExecutingGenerator()`
pub(crate) fn get_executing_generator(cx: &mut Cx, this: &PhpObject) -> PhpResult<Value> {
    open_part(cx, this, 5)
}

/// `ReflectionGenerator::isClosed()`
pub(crate) fn is_closed(cx: &mut Cx, this: &PhpObject) -> PhpResult<bool> {
    let parts = parts(cx, this)?;
    Ok(is_closed_in(&parts))
}
