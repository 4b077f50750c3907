//! `ReflectionFiber`: where a fiber stands, what it calls, and its stack trace.

use crate::prelude::*;
use crate::subject;

fn fiber(cx: &mut Cx, this: &PhpObject) -> PhpResult<PhpObject> {
    match subject::subject(this) {
        Subject::Running(fiber) => Ok(fiber.clone()),
        _ => Err(subject::unfinished(cx)),
    }
}

/// What the VM says of the fiber; see [`Reflect::Fiber`].
fn parts(cx: &mut Cx, this: &PhpObject, options: u32) -> PhpResult<PhpArray> {
    let fiber = fiber(cx, this)?;
    let parts = (cx.hooks.reflect)(cx, Reflect::Fiber(&fiber, options))?;
    Ok(parts.as_array().cloned().unwrap_or_default())
}

fn live_part(cx: &mut Cx, this: &PhpObject, index: i64, options: i64) -> PhpResult<Value> {
    let parts = parts(cx, this, options as u32)?;
    match parts.get_int(index) {
        Some(part) => Ok(part.clone()),
        None => Err(cx.throw_error("Cannot fetch information from a fiber that has not been started or is terminated")),
    }
}

/// `ReflectionFiber::__construct()`
pub(crate) fn construct(_: &mut Cx, this: &PhpObject, fiber: &PhpObject) -> PhpResult<()> {
    subject::set(this, Subject::Running(fiber.clone()));
    Ok(())
}

/// `ReflectionFiber::getFiber()`
pub(crate) fn get_fiber(cx: &mut Cx, this: &PhpObject) -> PhpResult<PhpObject> {
    fiber(cx, this)
}

/// `ReflectionFiber::getExecutingFile()`
pub(crate) fn get_executing_file(cx: &mut Cx, this: &PhpObject) -> PhpResult<Value> {
    live_part(cx, this, 1, 0)
}

/// `ReflectionFiber::getExecutingLine()`
pub(crate) fn get_executing_line(cx: &mut Cx, this: &PhpObject) -> PhpResult<Value> {
    live_part(cx, this, 2, 0)
}

/// `ReflectionFiber::getCallable()`
pub(crate) fn get_callable(cx: &mut Cx, this: &PhpObject) -> PhpResult<Value> {
    let parts = parts(cx, this, 0)?;
    match parts.get_int(0).filter(|callable| !callable.is_null()) {
        Some(callable) => Ok(callable.clone()),
        None => Err(cx.throw_error("Cannot fetch the callable from a fiber that has terminated")),
    }
}

/// `ReflectionFiber::getTrace()`
pub(crate) fn get_trace(cx: &mut Cx, this: &PhpObject, options: i64) -> PhpResult<Value> {
    live_part(cx, this, 3, options)
}
