//! The methods of `Fiber` and `FiberError`, as their stub declares them.

use loxo_runtime::ini::parse_quantity;
use loxo_runtime::{Callable, Cx, ObjectHandlers, PhpResult, Thrown};
use loxo_value::{PhpObject, Value};

use crate::Vm;
use crate::objects::fiber::{self, Fiber, Input, Status, destroy, fiber, switch};

pub fn object_handlers() -> ObjectHandlers {
    ObjectHandlers {
        new_native: Some(super::unmade),
        destroy: Some(|cx, object| destroy(Vm::of(cx), object)),
        no_clone: true,
        no_serialize: true,
        no_dynamic_properties: true,
        ..ObjectHandlers::default()
    }
}

fn fiber_error(cx: &mut Cx, message: &str) -> Thrown {
    cx.throw("FiberError", message)
}

pub fn error_construct(cx: &mut Cx, _this: &PhpObject) -> PhpResult<()> {
    Err(cx.throw_error("The \"FiberError\" class is reserved for internal use and cannot be manually instantiated"))
}

pub fn construct(cx: &mut Cx, this: &PhpObject, callback: &Callable) -> PhpResult<()> {
    if fiber(this).is_some() {
        return Err(fiber_error(cx, "Cannot call constructor twice"));
    }
    this.set_native(Box::new(Fiber::new(callback.clone())));
    Ok(())
}

/// `fiber.stack_size` asks for less than two pages.
const SMALLEST_STACK: i64 = 2 * 4096;

fn may_switch(cx: &mut Cx) -> PhpResult<()> {
    if cx.fibers_stay { Err(fiber_error(cx, "Cannot switch fibers in current execution context")) } else { Ok(()) }
}

pub fn start(cx: &mut Cx, this: &PhpObject, args: &[Value]) -> PhpResult<Value> {
    may_switch(cx)?;
    let Some(state) = fiber(this).filter(|f| f.status == Status::Init) else {
        return Err(fiber_error(cx, "Cannot start a fiber that has already been started"));
    };
    let asked = cx.ini.get(b"fiber.stack_size").and_then(|size| size.as_deref()).map(|size| parse_quantity(size).value);
    // Stacks are as large as they are here; the setting is only looked at where PHP refuses it.
    if asked.is_some_and(|size| size < SMALLEST_STACK) {
        let message = format!("Fiber stack size is too small, it needs to be at least {SMALLEST_STACK} bytes");
        return Err(cx.throw_exception(message));
    }
    if !state.prepare(cx, this, args) {
        return Err(cx.throw("Exception", "Fiber stack allocate failed: mmap failed: Cannot allocate memory (12)"));
    }
    switch(cx, this, Input::Value(Value::NULL))
}

pub fn resume(cx: &mut Cx, this: &PhpObject, value: &Value) -> PhpResult<Value> {
    may_switch(cx)?;
    if fiber(this).is_none_or(|f| f.status != Status::Suspended) {
        return Err(fiber_error(cx, "Cannot resume a fiber that is not suspended"));
    }
    switch(cx, this, Input::Value(value.clone()))
}

pub fn throw(cx: &mut Cx, this: &PhpObject, exception: &PhpObject) -> PhpResult<Value> {
    may_switch(cx)?;
    if fiber(this).is_none_or(|f| f.status != Status::Suspended) {
        return Err(fiber_error(cx, "Cannot resume a fiber that is not suspended"));
    }
    switch(cx, this, Input::Exception(exception.clone()))
}

pub fn suspend(cx: &mut Cx, value: &Value) -> PhpResult<Value> {
    let Some(current) = Vm::of(cx).fiber.clone() else {
        return Err(fiber_error(cx, "Cannot suspend outside of a fiber"));
    };
    may_switch(cx)?;
    let Some(state) = fiber(&current) else { return Err(Thrown) };
    if state.closing {
        return Err(fiber_error(cx, "Cannot suspend in a force-closed fiber"));
    }
    match fiber::leave(current, value.clone()) {
        Some(Input::Value(value)) => Ok(value),
        Some(Input::Exception(exception)) => Err(cx.throw_object(exception)),
        Some(Input::Destroy) => {
            cx.exception = Some(Vm::of(cx).graceful_exit());
            Err(Thrown)
        }
        None => Err(Thrown),
    }
}

pub fn is_started(_cx: &mut Cx, this: &PhpObject) -> PhpResult<bool> {
    Ok(fiber(this).is_some_and(|f| f.status != Status::Init))
}

pub fn is_suspended(_cx: &mut Cx, this: &PhpObject) -> PhpResult<bool> {
    Ok(fiber(this).is_some_and(|f| f.status == Status::Suspended))
}

pub fn is_running(_cx: &mut Cx, this: &PhpObject) -> PhpResult<bool> {
    Ok(fiber(this).is_some_and(|f| f.status == Status::Running))
}

pub fn is_terminated(_cx: &mut Cx, this: &PhpObject) -> PhpResult<bool> {
    Ok(fiber(this).is_some_and(|f| f.status == Status::Terminated))
}

pub fn get_return(cx: &mut Cx, this: &PhpObject) -> PhpResult<Value> {
    let message = match fiber(this) {
        Some(f) if f.status == Status::Terminated && !f.threw => return Ok(f.result.clone_deref()),
        Some(f) if f.status == Status::Terminated => "The fiber threw an exception",
        Some(f) if f.status != Status::Init => "The fiber has not returned",
        _ => "The fiber has not been started",
    };
    Err(fiber_error(cx, &format!("Cannot get fiber return value: {message}")))
}

pub fn get_current(cx: &mut Cx) -> PhpResult<Option<PhpObject>> {
    Ok(Vm::of(cx).fiber.clone())
}
