//! `yield from`.

use loxo_runtime::PhpResult;
use loxo_value::{PhpObject, Value};

use super::{Delegate, Generator, State, state};
use crate::Vm;
use crate::containers::key_value;
use crate::frame::{self, flags, header};
use crate::insn::{Pc, slot};
use crate::reentry;

impl Vm {
    /// `yield from`: takes the source over; gives where to go on.
    ///
    /// # Safety
    /// `fp` is the running generator's frame, standing at `pc`.
    pub(crate) unsafe fn yield_from(&mut self, fp: *mut Value, pc: Pc, source: Value) -> PhpResult<Pc> {
        // SAFETY: as the caller promises.
        unsafe {
            let object = self.generator_of(fp);
            let delegate = match self.delegate_for(&object, &source)? {
                Some(delegate) => delegate,
                None => return Err(self.cx.error("Can use \"yield from\" only with arrays and Traversables")),
            };
            if let Delegate::Generator(inner) = &delegate {
                if state(inner).state.get() == State::Done {
                    if state(inner).result.is_undef() {
                        return Err(self
                            .cx
                            .error("Generator passed to yield from was aborted without proper return and is unable to continue"));
                    }
                    slot!(pc, fp, a).write(state(inner).result.clone());
                    return Ok(pc.add(1));
                }
            }
            state(&object).delegate = Some(delegate);
            match self.first_of_delegate(&object)? {
                true => {
                    let generator = state(&object);
                    self.park(fp, generator);
                    self.deliver(generator)
                }
                false => {
                    let sent = std::mem::replace(&mut state(&object).sent, Value::UNDEF);
                    slot!(pc, fp, a).write(if sent.is_undef() { Value::NULL } else { sent });
                    Ok(pc.add(1))
                }
            }
        }
    }

    fn delegate_for(&mut self, object: &PhpObject, source: &Value) -> PhpResult<Option<Delegate>> {
        if let Some(array) = source.as_array() {
            return Ok(Some(Delegate::Array(array.clone(), 0)));
        }
        let Some(inner) = source.as_object() else { return Ok(None) };
        if inner.native::<Generator>().is_some() {
            if inner.ptr_eq(object) {
                return Err(self.cx.error("Impossible to yield from the Generator being currently run"));
            }
            if state(inner).state.get() == State::Running {
                return Err(self.cx.error("Impossible to yield from the Generator being currently run"));
            }
            return Ok(Some(Delegate::Generator(inner.clone())));
        }
        Ok(self.object_iterator(inner, false)?.map(|iterator| Delegate::Iterator(iterator, false)))
    }

    /// Makes the delegate's first element current; `false`: it has none (its result is in `sent`).
    fn first_of_delegate(&mut self, object: &PhpObject) -> PhpResult<bool> {
        let generator = state(object);
        match generator.delegate.take() {
            Some(Delegate::Iterator(mut iterator, _)) => {
                iterator.rewind(&mut self.cx)?;
                state(object).delegate = Some(Delegate::Iterator(iterator, true));
                self.current_of_delegate(object)
            }
            Some(Delegate::Generator(inner)) => {
                match state(&inner).state.get() {
                    State::Fresh => self.resume(&inner)?,
                    _ => self.settle(&inner)?,
                }
                state(object).delegate = Some(Delegate::Generator(inner));
                self.current_of_delegate(object)
            }
            other => {
                generator.delegate = other;
                self.current_of_delegate(object)
            }
        }
    }

    /// Moves on to the delegate's next element, with a frame that shows this generator to backtraces.
    pub(super) fn advance_delegate(&mut self, object: &PhpObject, exception: Option<PhpObject>) -> PhpResult<bool> {
        let base = self.push_reentry(reentry::rust_code(), 1)?;
        // SAFETY: a fresh frame; `object` outlives it.
        unsafe {
            frame::extra(base).generator = std::ptr::from_ref(object) as usize;
            header(base).flags |= flags::DELEGATE;
        }
        let result = self.next_of_delegate(object, exception);
        self.pop_reentry(base);
        result
    }

    fn next_of_delegate(&mut self, object: &PhpObject, exception: Option<PhpObject>) -> PhpResult<bool> {
        if let (Some(exception), false) = (&exception, matches!(state(object).delegate, Some(Delegate::Generator(_)))) {
            return Err(self.cx.throw_object(exception.clone()));
        }
        match state(object).delegate.take() {
            Some(Delegate::Array(array, at)) => state(object).delegate = Some(Delegate::Array(array, at + 1)),
            Some(Delegate::Iterator(mut iterator, _)) => {
                iterator.next(&mut self.cx)?;
                state(object).delegate = Some(Delegate::Iterator(iterator, true));
            }
            Some(Delegate::Generator(inner)) => {
                let sent = std::mem::replace(&mut state(object).sent, Value::UNDEF);
                state(&inner).sent = sent;
                // While the inner one runs, this one counts as running.
                let before = state(object).state.replace(State::Running);
                let outcome = self.resume_settled(&inner, exception);
                state(object).state.set(before);
                outcome?;
                state(object).delegate = Some(Delegate::Generator(inner));
            }
            None => {}
        }
        self.current_of_delegate(object)
    }

    fn current_of_delegate(&mut self, object: &PhpObject) -> PhpResult<bool> {
        let delegate = state(object).delegate.take();
        let (kept, current) = match delegate {
            Some(Delegate::Array(array, at)) => {
                let at = array.valid_pos(at);
                let current = array.entry_at(at).map(|(key, value)| (key_value(key), value.clone_deref()));
                (Some(Delegate::Array(array, at)), current)
            }
            Some(Delegate::Iterator(mut iterator, started)) => {
                let current = if iterator.valid(&mut self.cx)? {
                    let value = iterator.current(&mut self.cx)?;
                    Some((iterator.key(&mut self.cx)?, value))
                } else {
                    None
                };
                (Some(Delegate::Iterator(iterator, started)), current)
            }
            Some(Delegate::Generator(inner)) => {
                let generator = state(&inner);
                if generator.state.get() == State::Done {
                    let result = generator.result.clone();
                    state(object).sent = if result.is_undef() { Value::NULL } else { result };
                    return Ok(false);
                }
                let current = Some((generator.key.clone(), generator.value.clone()));
                (Some(Delegate::Generator(inner)), current)
            }
            None => (None, None),
        };
        let generator = state(object);
        match current {
            Some((key, value)) => {
                generator.delegate = kept;
                generator.key = key;
                generator.value = value;
                Ok(true)
            }
            None => {
                generator.sent = Value::UNDEF;
                Ok(false)
            }
        }
    }
}
