//! Generators in `foreach`, and from the start.

use loxo_bytecode::FnFlags;
use loxo_runtime::{Cx, ForeachIterator, PhpResult};
use loxo_value::{PhpObject, Tracer, Value};

use super::{Generator, State, state};
use crate::Vm;

/// The errors of a `foreach` over a generator that cannot be iterated so.
pub fn check_iterable(cx: &mut Cx, object: &PhpObject, by_ref: bool) -> PhpResult<()> {
    let generator = state(object);
    if by_ref && !generator.func.flags.has(FnFlags::RETURNS_REF) {
        let message = "You can only iterate a generator by-reference if it declared that it yields by-reference";
        return Err(cx.throw("Exception", message));
    }
    if generator.state.get() == State::Done && !generator.result.is_undef() {
        return Err(cx.throw("Exception", "Cannot traverse an already closed generator"));
    }
    Ok(())
}

impl Generator {
    /// What it has yielded, null when it has ended.
    pub fn current(&self, by_ref: bool) -> Value {
        match &self.value {
            value if value.is_undef() || self.state.get() == State::Done => Value::NULL,
            value if by_ref => value.clone(),
            value => value.clone_deref(),
        }
    }

    /// The key of that.
    pub fn current_key(&self) -> Value {
        if self.key.is_undef() || self.state.get() == State::Done { Value::NULL } else { self.key.clone_deref() }
    }
}

/// Iterates a generator in `foreach`.
pub struct GeneratorIterator {
    pub object: PhpObject,
    pub by_ref: bool,
}

impl ForeachIterator for GeneratorIterator {
    fn rewind(&mut self, cx: &mut Cx) -> PhpResult<()> {
        rewind(cx, &self.object)
    }

    fn valid(&mut self, cx: &mut Cx) -> PhpResult<bool> {
        Vm::of(cx).ensure_started(&self.object)?;
        Ok(state(&self.object).state.get() != State::Done)
    }

    fn current(&mut self, cx: &mut Cx) -> PhpResult<Value> {
        Vm::of(cx).settle(&self.object)?;
        Ok(state(&self.object).current(self.by_ref))
    }

    fn key(&mut self, _cx: &mut Cx) -> PhpResult<Value> {
        Ok(state(&self.object).current_key())
    }

    fn next(&mut self, cx: &mut Cx) -> PhpResult<()> {
        // A fresh generator runs to its first yield, which counts as "current"; then on to the next.
        if state(&self.object).state.get() == State::Fresh {
            Vm::of(cx).ensure_started(&self.object)?;
        }
        Vm::of(cx).resume(&self.object)
    }

    fn step(&mut self, cx: &mut Cx, want_key: bool) -> PhpResult<Option<(Value, Value)>> {
        step(cx, &self.object, self.by_ref, want_key)
    }

    fn trace(&self, tracer: &mut Tracer<'_>) {
        tracer.object(&self.object);
    }
}

/// Goes on to the next value of a generator in `foreach`, and its key, if that is wanted.
pub fn step(cx: &mut Cx, object: &PhpObject, by_ref: bool, want_key: bool) -> PhpResult<Option<(Value, Value)>> {
    Vm::of(cx).resume(object)?;
    let generator = state(object);
    if generator.state.get() == State::Done {
        return Ok(None);
    }
    Ok(Some((if want_key { generator.current_key() } else { Value::UNDEF }, generator.current(by_ref))))
}

/// `Generator::rewind()`
pub fn rewind(cx: &mut Cx, object: &PhpObject) -> PhpResult<()> {
    let generator = state(object);
    match generator.state.get() {
        State::Fresh => Vm::of(cx).resume(object),
        State::Running if at_first_yield(generator) => Err(cx.throw_error("Cannot resume an already running generator")),
        State::Done if generator.result.is_undef() => Ok(()),
        _ if !at_first_yield(generator) => Err(cx.throw("Exception", "Cannot rewind a generator that was already run")),
        _ => Ok(()),
    }
}

/// Whether the generator still stands at the first `yield` that it reached.
fn at_first_yield(generator: &Generator) -> bool {
    generator.resumes <= 1
}
