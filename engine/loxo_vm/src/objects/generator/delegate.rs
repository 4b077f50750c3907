//! What `yield from` does: it takes values from arrays, other generators and iterators.

use loxo_runtime::PhpResult;
use loxo_value::{PhpObject, Value};

use super::{Delegate, Generator, Handle, State, Taker, state};
use crate::Vm;
use crate::code::instruction::{Pc, slot};
use crate::frame::{self, HEADER, flags, header};

impl Vm {
    /// `yield from`: takes the source over; gives where to go on.
    ///
    /// # Safety
    /// `fp` is the running generator's frame, standing at `pc`.
    pub(crate) unsafe fn yield_from(&mut self, fp: *mut Value, pc: Pc, source: Value) -> PhpResult<Pc> {
        // SAFETY: as the caller promises.
        unsafe {
            // Whoever resumed it keeps it while the frame runs.
            let generator = &mut *frame::extra(fp).generator.body;
            let source = match source.into_object() {
                Ok(inner) if inner.native::<Generator>().is_some() => return self.yield_from_generator(fp, generator, inner),
                Ok(object) => Value::object(object),
                Err(other) => other,
            };
            match self.delegate_for(&source)? {
                None => return Err(self.cx.throw_error("Can use \"yield from\" only with arrays and Traversables")),
                other => generator.delegate = other,
            }
            if self.first_of_delegate(generator)? {
                self.park(fp, generator);
                return self.deliver(generator);
            }
            slot!(pc, fp, a).write(Value::NULL);
            Ok(pc.add(1))
        }
    }

    /// The same of another generator, which runs in this one's place until it ends.
    ///
    /// # Safety
    /// As for [`Vm::yield_from`], `generator` being the running one.
    unsafe fn yield_from_generator(&mut self, fp: *mut Value, generator: &mut Generator, inner: PhpObject) -> PhpResult<Pc> {
        // SAFETY: as the caller promises; `inner` keeps the chain that starts there.
        unsafe {
            let source = &mut *std::ptr::from_mut(state(&inner));
            let last = Handle { body: source }.last().body;
            if std::ptr::eq(last, generator) || (*last).state.get() == State::Running {
                return Err(self.cx.throw_error("Impossible to yield from the Generator being currently run"));
            }
            if source.delegate.is_some() {
                self.settle(&inner)?;
            }
            if source.state.get() == State::Done {
                // It may have returned properly all the same.
                let message = "Generator passed to yield from was aborted without proper return and is unable to continue";
                return Err(self.cx.throw_error(message));
            }
            let place = fp.sub(HEADER + generator.surplus);
            if source.state.get() == State::Fresh {
                self.ensure_stack(place.add(source.surplus + HEADER + source.func.frame_slots as usize + HEADER))?;
            }
            generator.delegate = Some(Delegate::Generator { object: inner, body: source, own_key: generator.key.clone() });
            let (this, root) = frame::extra(fp).chain();
            let taker = generator.taker;
            if source.state.get() != State::Fresh {
                (generator.key, generator.value) = (source.key.clone(), source.value.clone());
                self.park(fp, generator);
                return self.deliver(generator);
            }
            self.park(fp, generator);
            source.resumes = 2;
            source.waiter = this;
            let prev = self.fp;
            let Some(next) = this.inner() else { return Ok(self.behind_end()) };
            self.hand_over_to(source.func);
            Ok(next.continue_for(taker, root, place, prev, self))
        }
    }

    /// What is no generator itself.
    fn delegate_for(&mut self, source: &Value) -> PhpResult<Option<Delegate>> {
        if let Some(array) = source.as_array() {
            return Ok(Some(Delegate::Array(array.clone(), 0)));
        }
        let Some(inner) = source.as_object() else { return Ok(None) };
        Ok(loxo_runtime::iterate::iterator_of(&mut self.cx, inner, false)?.map(Delegate::Iterator))
    }

    /// Makes the first element of an array or iterator current; `false`: it has none.
    fn first_of_delegate(&mut self, generator: &mut Generator) -> PhpResult<bool> {
        if let Some(Delegate::Iterator(mut iterator)) = generator.delegate.take_if(|delegate| matches!(delegate, Delegate::Iterator(..))) {
            iterator.rewind(&mut self.cx)?;
            generator.delegate = Some(Delegate::Iterator(iterator));
        }
        self.next_of_delegate(generator, false)
    }

    /// Moves on to the next element of the array or iterator that the last generator of a chain delegates to, with a frame that shows the chain to
    /// backtraces.
    pub(super) fn advance_delegate(&mut self, root: Handle, last: Handle, exception: Option<PhpObject>) -> PhpResult<bool> {
        if let Some(exception) = exception {
            return Err(self.cx.throw_object(exception));
        }
        let base = self.push_reentry(loxo_fast_paths::stand_ins::rust_code(), 1)?;
        // SAFETY: a fresh frame; the caller keeps the chain.
        let result = unsafe {
            let extra = frame::extra(base);
            (extra.generator, extra.root, (*last.body).taker) = (last, root, Taker::Other);
            header(base).flags |= flags::DELEGATE;
            // It counts as running although its frame sleeps.
            (*last.body).state.set(State::Running);
            let mut result = self.next_of_delegate(&mut *last.body, true);
            if result == Ok(false) && *self.pending != 0 {
                // What the array held goes before the body goes on.
                self.run_pending();
                result = self.cx.check().map(|()| false);
            }
            (*last.body).state.set(State::Suspended);
            result
        };
        self.pop_reentry(base);
        result
    }

    /// Makes the element that the array or iterator is on current, or the next one; `false`: there is none.
    fn next_of_delegate(&mut self, generator: &mut Generator, moves: bool) -> PhpResult<bool> {
        let (kept, current) = match generator.delegate.take() {
            Some(Delegate::Array(array, at)) => {
                let at = array.valid_pos(at + u32::from(moves));
                let current = array.entry_at(at).map(|(key, value)| (key.to_value(), value.clone_deref()));
                (Some(Delegate::Array(array, at)), current)
            }
            Some(Delegate::Iterator(mut iterator)) => {
                let current = if moves { iterator.step(&mut self.cx, true)? } else { iterator.here(&mut self.cx, true)? };
                (Some(Delegate::Iterator(iterator)), current)
            }
            other => (other, None),
        };
        match current {
            Some((key, value)) => {
                generator.delegate = kept;
                generator.value = value;
                generator.key = key;
                Ok(true)
            }
            None => {
                generator.sent = Value::UNDEF;
                Ok(false)
            }
        }
    }
}
