//! The methods of `Generator`, as its stub declares them.

use loxo_runtime::{Cx, ObjectHandlers, PhpResult};
use loxo_value::{PhpArray, PhpObject, Value};

use crate::Vm;
use crate::objects::generator::{self, GeneratorIterator, State, state};

pub fn object_handlers() -> ObjectHandlers {
    ObjectHandlers {
        new_native: Some(super::unmade),
        destroy: Some(|cx, object| Vm::of(cx).destroy_generator(object)),
        iterate: Some(|cx, object, by_ref| {
            generator::check_iterable(cx, object, by_ref)?;
            Ok(Box::new(GeneratorIterator { object: object.clone(), by_ref }))
        }),
        no_new: Some("The \"Generator\" class is reserved for internal use and cannot be manually instantiated"),
        no_clone: true,
        no_serialize: true,
        no_dynamic_properties: true,
        ..ObjectHandlers::default()
    }
}

pub fn rewind(cx: &mut Cx, this: &PhpObject) -> PhpResult<()> {
    generator::rewind(cx, this)
}

pub fn valid(cx: &mut Cx, this: &PhpObject) -> PhpResult<bool> {
    Vm::of(cx).ensure_started(this)?;
    Ok(state(this).state.get() != State::Done)
}

pub fn current(cx: &mut Cx, this: &PhpObject) -> PhpResult<Value> {
    Vm::of(cx).ensure_started(this)?;
    Ok(state(this).current(false))
}

pub fn key(cx: &mut Cx, this: &PhpObject) -> PhpResult<Value> {
    Vm::of(cx).ensure_started(this)?;
    Ok(state(this).current_key())
}

pub fn next(cx: &mut Cx, this: &PhpObject) -> PhpResult<()> {
    // A fresh generator runs to its first yield, which counts as "current"; then on to the next.
    let vm = Vm::of(cx);
    if state(this).state.get() == State::Fresh {
        vm.ensure_started(this)?;
    }
    vm.resume(this)
}

pub fn send(cx: &mut Cx, this: &PhpObject, value: &Value) -> PhpResult<Value> {
    let vm = Vm::of(cx);
    vm.ensure_started(this)?;
    if state(this).state.get() == State::Done {
        return Ok(Value::NULL);
    }
    vm.set_sent(this, value.clone());
    vm.resume(this)?;
    Ok(state(this).current(false))
}

pub fn throw(cx: &mut Cx, this: &PhpObject, exception: &PhpObject) -> PhpResult<Value> {
    let vm = Vm::of(cx);
    vm.ensure_started(this)?;
    vm.resume_with(this, Some(exception.clone()))?;
    Ok(state(this).current(false))
}

pub fn get_return(cx: &mut Cx, this: &PhpObject) -> PhpResult<Value> {
    Vm::of(cx).ensure_started(this)?;
    let generator = state(this);
    if generator.state.get() == State::Done && !generator.result.is_undef() {
        return Ok(generator.result.clone_deref());
    }
    Err(cx.throw("Exception", "Cannot get return value of a generator that hasn't returned"))
}

pub fn debug_info(_cx: &mut Cx, this: &PhpObject) -> PhpResult<PhpArray> {
    let mut info = PhpArray::new();
    info.set_bytes(b"function", Value::bytes(&full_name(state(this).func)));
    Ok(info)
}

/// `Class::name`, with all of the name of an anonymous class.
fn full_name(func: &loxo_runtime::Func) -> Vec<u8> {
    match func.class {
        Some(class) => [class.name.as_bytes(), b"::", func.name.as_bytes()].concat(),
        None => func.name.as_bytes().to_vec(),
    }
}
