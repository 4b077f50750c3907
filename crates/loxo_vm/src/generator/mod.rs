//! Generators: a frame that lives on the heap while it waits, and on the stack while it runs.

mod delegate;
mod iterate;

pub use iterate::{GeneratorIterator, check_iterable, rewind};

use std::cell::Cell;

use loxo_base::stack;
use loxo_bytecode::{FnFlags, LiveKind, NONE, flag};
use loxo_runtime::{ForeachIterator, Func, PhpResult, Thrown};
use loxo_value::{Native, PhpArray, PhpObject, Tracer, Value};

use crate::Vm;
use crate::code::code_of;
use crate::foreach::Loop;
use crate::frame::{self, HEADER, Header, flags, header};
use crate::insn::{Pc, slot, slot_x, target};
use crate::{raw, reentry};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum State {
    /// Nothing of the body has run.
    Fresh,
    Suspended,
    Running,
    Done,
}

/// What `yield from` is taking its values from.
pub enum Delegate {
    Array(PhpArray, u32),
    Generator(PhpObject),
    Iterator(Box<dyn ForeachIterator>, bool),
}

/// The native part of a `Generator` object.
pub struct Generator {
    pub func: &'static Func,
    pub state: Cell<State>,
    /// Surplus arguments, header and slots, while suspended. Slots that are not alive hold garbage.
    block: Vec<[u64; 2]>,
    surplus: usize,
    pub key: Value,
    pub value: Value,
    pub result: Value,
    /// Largest integer key so far.
    last_key: i64,
    /// What `send()` passes to the next resume.
    sent: Value,
    pub delegate: Option<Delegate>,
    /// Frame while running.
    pub frame: *mut Value,
    /// It is being destroyed: its `finally` blocks run, and may not yield.
    closing: bool,
    /// What it delegated to ended without a result, of which it is to be told when it goes on.
    aborted: bool,
    /// How often it was resumed: rewinding is possible up to the first `yield`.
    resumes: u64,
}

/// Most frames are so small that calling `memcpy` would cost more than the copy, and the optimizer would call it for any plain loop.
///
/// # Safety
/// Both places have so many slots and do not overlap.
#[inline(always)]
unsafe fn copy_frame(from: *const [u64; 2], to: *mut [u64; 2], len: usize) {
    const SMALL: usize = 24;
    // SAFETY: as the caller promises.
    unsafe {
        if len > SMALL {
            std::ptr::copy_nonoverlapping(from, to, len);
            return;
        }
        let (from, to) = (from.cast::<u64>(), to.cast::<u64>());
        for word in 0..len * 2 {
            to.add(word).write_volatile(from.add(word).read_volatile());
        }
    }
}

impl Generator {
    fn new(func: &'static Func) -> Generator {
        Generator {
            func,
            state: Cell::new(State::Fresh),
            block: Vec::new(),
            surplus: 0,
            key: Value::UNDEF,
            value: Value::UNDEF,
            result: Value::UNDEF,
            last_key: -1,
            sent: Value::UNDEF,
            delegate: None,
            frame: std::ptr::null_mut(),
            closing: false,
            aborted: false,
            resumes: 0,
        }
    }

    /// Moves a frame from the stack into the heap, with so many of the slots behind its locals.
    ///
    /// # Safety
    /// `fp` is this generator's complete frame, which nobody uses afterwards. The slots left out hold nothing.
    #[inline(always)]
    unsafe fn save(&mut self, fp: *mut Value, temporaries: u32) {
        // SAFETY: as the caller promises: surplus, header and slots are one run of memory.
        unsafe {
            let len = self.surplus + HEADER + (self.func.num_locals + temporaries) as usize;
            self.block.clear();
            if self.block.capacity() < len {
                self.block.reserve_exact(len);
            }
            let from = fp.sub(HEADER + self.surplus).cast::<[u64; 2]>();
            copy_frame(from, self.block.as_mut_ptr(), len);
            self.block.set_len(len);
        }
    }

    /// Moves the frame from the heap to `place` on the stack, above that of who resumes it, and makes it the running one.
    ///
    /// # Safety
    /// The stack reaches beyond the frame; `object` is this generator and keeps its address while the frame runs.
    #[inline(always)]
    unsafe fn enter(&mut self, object: &PhpObject, place: *mut Value, prev: *mut Value, vm: &mut Vm) {
        // SAFETY: as the caller promises.
        unsafe {
            copy_frame(self.block.as_ptr(), place.cast(), self.block.len());
            self.block.clear();
            let fp = place.add(self.surplus + HEADER);
            header(fp).prev = prev;
            let extra = frame::extra(fp);
            extra.generator = std::ptr::from_ref(object) as usize;
            extra.generator_state = self;
            self.frame = fp;
            self.state.set(State::Running);
            self.value = Value::UNDEF;
            if self.key.is_refcounted() {
                self.key = Value::UNDEF;
            }
            vm.fp = fp;
        }
    }

    /// The same; what was sent becomes the result of the `yield` that it stands at. Gives the op to go on with.
    ///
    /// # Safety
    /// As for [`Generator::enter`].
    #[inline(always)]
    unsafe fn continue_at(&mut self, object: &PhpObject, place: *mut Value, prev: *mut Value, vm: &mut Vm) -> Pc {
        // SAFETY: as the caller promises; a frame that is not fresh stands at a `yield`.
        unsafe {
            let fresh = self.state.get() == State::Fresh;
            self.enter(object, place, prev, vm);
            let fp = self.frame;
            let pc = header(fp).pc;
            if !fresh {
                let result = slot!(pc, fp, a);
                if self.sent.is_undef() {
                    raw::set_tag(result, raw::NULL);
                } else {
                    result.write(std::mem::replace(&mut self.sent, Value::UNDEF));
                }
            }
            pc.add(1)
        }
    }

    /// The suspended frame's address inside the block.
    pub fn saved_frame(&self) -> Option<*mut Value> {
        if self.block.is_empty() {
            return None;
        }
        Some(self.block.as_ptr().cast::<Value>().cast_mut().wrapping_add(self.surplus + HEADER))
    }

    /// Line at which a suspended or running generator stands.
    pub fn line(&self) -> u32 {
        let fp = self.current_frame();
        // SAFETY: a live header.
        fp.map_or(0, |fp| unsafe { code_of(self.func).line_at(header(fp).pc) })
    }

    pub fn this(&self) -> Option<PhpObject> {
        let fp = self.current_frame();
        // SAFETY: a live header.
        fp.and_then(|fp| unsafe { header(fp).this.as_object().cloned() })
    }

    /// The frame, suspended or running; none when the body has ended.
    pub fn current_frame(&self) -> Option<*mut Value> {
        if self.state.get() == State::Running { Some(self.frame) } else { self.saved_frame() }
    }

    /// The closure that the body is of.
    pub fn closure(&self) -> Option<PhpObject> {
        // SAFETY: a live header.
        self.current_frame().and_then(|fp| unsafe { header(fp).closure.as_object().cloned() })
    }

    /// The generator that `yield from` waits for.
    pub fn inner(&self) -> Option<PhpObject> {
        match &self.delegate {
            Some(Delegate::Generator(inner)) => Some(inner.clone()),
            _ => None,
        }
    }

    /// Calls `each` with every value that a suspended frame owns.
    fn saved_values(&self, mut each: impl FnMut(*mut Value)) {
        let Some(fp) = self.saved_frame() else { return };
        // SAFETY: the block is a complete frame; live ranges say which temporaries hold values.
        unsafe {
            let head: *mut Header = fp.sub(HEADER).cast();
            for i in 0..self.surplus {
                each(fp.sub(HEADER + self.surplus).add(i));
            }
            each(&raw mut (*head).closure);
            each(&raw mut (*head).this);
            for i in 0..self.func.num_locals as usize {
                each(fp.add(i));
            }
            if self.state.get() == State::Fresh {
                return;
            }
            let code = code_of(self.func);
            let at = code.index_of((*head).pc) as u32;
            for range in code.function().live.iter().filter(|r| r.start < at && at < r.end) {
                let place = fp.add(range.slot as usize);
                match range.kind {
                    LiveKind::Tmp | LiveKind::Iter | LiveKind::New => each(place),
                    LiveKind::Call => {
                        let window = place.cast::<Header>();
                        each(&raw mut (*window).this);
                        each(&raw mut (*window).closure);
                    }
                    LiveKind::Silence => {}
                }
            }
        }
    }

    /// Drops a suspended frame.
    fn discard(&mut self) {
        let mut owned = Vec::new();
        // SAFETY: each place is a value that the frame owns; taken once.
        self.saved_values(|place| owned.push(unsafe { (*place).take_undef() }));
        if let Some(fp) = self.saved_frame() {
            // SAFETY: a live header whose extra part is owned.
            unsafe {
                let head = header(fp);
                if !head.extra.is_null() {
                    drop(Box::from_raw(head.extra));
                    head.extra = std::ptr::null_mut();
                }
            }
        }
        self.block = Vec::new();
        self.state.set(State::Done);
        drop(owned);
    }
}

impl Native for Generator {
    fn trace(&self, tracer: &mut Tracer<'_>) {
        tracer.value(&self.key);
        tracer.value(&self.value);
        tracer.value(&self.result);
        tracer.value(&self.sent);
        match &self.delegate {
            Some(Delegate::Array(array, _)) => tracer.array(array),
            Some(Delegate::Generator(inner)) => tracer.object(inner),
            Some(Delegate::Iterator(inner, _)) => inner.trace(tracer),
            None => {}
        }
        // A running frame's values are roots.
        // SAFETY: places of live values.
        self.saved_values(|place| unsafe { crate::arglist::trace(place, tracer) });
    }
}

impl Drop for Generator {
    fn drop(&mut self) {
        self.discard();
    }
}

/// The generator that an object is.
#[allow(clippy::mut_from_ref)]
pub fn state(object: &PhpObject) -> &mut Generator {
    object.native_mut::<Generator>().expect("a Generator has its state")
}

impl Vm {
    /// `GeneratorCreate`: the frame becomes a Generator object, which is the call's result.
    ///
    /// # Safety
    /// `fp` is the running frame, its parameters done.
    pub(crate) unsafe fn create_generator(&mut self, fp: *mut Value, pc: Pc) -> PhpResult<Pc> {
        // SAFETY: as the caller promises.
        unsafe {
            let head = header(fp);
            let func: &'static Func = &*head.func;
            let class = self.cx.builtin_class("Generator");
            let object = self.cx.new_object_raw(class);
            let mut generator = Generator::new(func);
            let caller = head.prev;
            head.pc = pc;
            if head.flags & flags::EXTRA_ARGS != 0 {
                generator.surplus = (head.nargs - func.num_params) as usize;
            }
            head.flags |= flags::GENERATOR;
            generator.save(fp, 0);
            object.set_native(Box::new(generator));
            self.fp = caller;
            let call = header(caller).pc;
            self.write_result(call, caller, Value::object(object));
            Ok(call.add(1))
        }
    }

    /// Runs a generator until its next `yield` or its end.
    pub(crate) fn resume(&mut self, object: &PhpObject) -> PhpResult<()> {
        self.resume_with(object, None)
    }

    /// The same; `exception` is thrown where the generator stands.
    pub(crate) fn resume_with(&mut self, object: &PhpObject, exception: Option<PhpObject>) -> PhpResult<()> {
        let generator = state(object);
        if generator.delegate.is_some() {
            self.settle(object)?;
        }
        self.resume_settled(object, exception)
    }

    /// The same for a generator that is up to date.
    fn resume_settled(&mut self, object: &PhpObject, exception: Option<PhpObject>) -> PhpResult<()> {
        let generator = state(object);
        generator.resumes += 1;
        if generator.state.get() == State::Suspended && generator.delegate.is_none() {
            return self.run_generator(object, generator, exception);
        }
        match generator.state.get() {
            State::Running => return Err(self.cx.error("Cannot resume an already running generator")),
            State::Done => {
                if let Some(exception) = exception {
                    return Err(self.cx.throw_object(exception));
                }
                return Ok(());
            }
            State::Fresh | State::Suspended => {}
        }
        if state(object).delegate.is_some() {
            match self.advance_delegate(object, exception.clone()) {
                Ok(true) => return Ok(()),
                Ok(false) => return self.run_generator(object, state(object), None),
                Err(Thrown) if self.cx.ending.is_some() => return Err(Thrown),
                Err(Thrown) => {
                    state(object).delegate = None;
                    let exception = self.cx.exception.take();
                    return self.run_generator(object, state(object), exception);
                }
            }
        }
        self.run_generator(object, state(object), exception)
    }

    /// Brings a generator that delegates to another one up to date: several may take from the same one, and any of them may move it on.
    pub(crate) fn settle(&mut self, object: &PhpObject) -> PhpResult<()> {
        let Some(Delegate::Generator(inner)) = &state(object).delegate else { return Ok(()) };
        let inner = inner.clone();
        if stack::exhausted() {
            return Err(self.stack_overflow());
        }
        self.settle(&inner)?;
        let (outer, from) = (state(object), state(&inner));
        if outer.state.get() == State::Running || from.state.get() == State::Running {
            return Ok(());
        }
        if from.state.get() != State::Done {
            outer.key = from.key.clone();
            outer.value = from.value.clone();
            return Ok(());
        }
        // Key and value stay what they were until it runs on.
        outer.delegate = None;
        if from.result.is_undef() {
            outer.aborted = true;
            return self.run_generator(object, state(object), None);
        }
        outer.sent = from.result.clone();
        Ok(())
    }

    fn run_generator(&mut self, object: &PhpObject, generator: &mut Generator, exception: Option<PhpObject>) -> PhpResult<()> {
        let base = self.push_reentry(reentry::rust_code(), 1)?;
        // SAFETY: the frame is put right above the re-entry frame, on stack that is made to reach.
        unsafe {
            let fp = base.add(1 + generator.surplus + HEADER);
            if let Err(thrown) = self.ensure_stack(fp.add(generator.func.frame_slots as usize + HEADER)) {
                self.pop_reentry(base);
                return Err(thrown);
            }
            let aborted = std::mem::take(&mut generator.aborted);
            let next = match exception {
                None if !aborted => generator.continue_at(object, base.add(1), base, self),
                _ => {
                    generator.enter(object, base.add(1), base, self);
                    let _ = match exception {
                        Some(exception) => self.cx.throw_object(exception),
                        None => {
                            let message = "Generator yielded from aborted, no return value available";
                            self.cx.throw_error("ClosedGeneratorException", message)
                        }
                    };
                    self.unwind()
                }
            };
            if next != reentry::stop() {
                self.run(next);
            }
            self.fp = base;
        }
        self.pop_reentry(base);
        if self.cx.exception.is_some() || self.cx.ending.is_some() { Err(Thrown) } else { Ok(()) }
    }

    /// The object whose body runs in frame `fp`.
    ///
    /// # Safety
    /// `fp` is a running generator's frame.
    pub(crate) unsafe fn generator_of(&self, fp: *mut Value) -> PhpObject {
        // SAFETY: `run_generator` keeps the object alive while the frame runs.
        unsafe { (*(frame::extra(fp).generator as *const PhpObject)).clone() }
    }

    /// A generator that is being destroyed must not go back to sleep.
    ///
    /// # Safety
    /// `fp` is the running generator's frame.
    pub(crate) unsafe fn check_closing(&mut self, fp: *mut Value, what: &str) -> PhpResult<()> {
        // SAFETY: as the caller promises.
        let closing = unsafe { (*(*header(fp).extra).generator_state).closing };
        if closing { Err(self.cx.error(format!("Cannot {what} in a force-closed generator"))) } else { Ok(()) }
    }

    /// The end of a `finally` block of a generator that is being destroyed: the next one around it, or the end.
    ///
    /// # Safety
    /// `fp` is the running generator's frame, standing at `pc`.
    pub(crate) unsafe fn leave_finally(&mut self, fp: *mut Value, pc: Pc) -> Pc {
        // SAFETY: as the caller promises; as in `run_finally_of`.
        unsafe {
            let code = code_of(&*header(fp).func);
            let at = code.index_of(pc) as u32;
            let outer = code.function().tries.iter().rev().find(|t| t.start <= at && t.finally.is_some_and(|f| at < f));
            match outer.and_then(|t| t.finally.map(|f| (t.ret, f))) {
                Some((ret, finally)) => {
                    self.clean_for_finally(fp, code, at, finally);
                    fp.add(ret as usize).write(Value::TRUE);
                    code.at(finally)
                }
                None => self.generator_returned(fp, Value::UNDEF),
            }
        }
    }

    /// `yield`
    ///
    /// # Safety
    /// `fp` is the running generator's frame, standing at `pc`.
    pub(crate) unsafe fn suspend(&mut self, fp: *mut Value, value: Value, key: Option<Value>) -> PhpResult<Pc> {
        // SAFETY: as the caller promises.
        unsafe {
            let generator: &mut Generator = &mut *(*header(fp).extra).generator_state;
            generator.value = value;
            generator.key = match key {
                Some(key) => {
                    if let Some(i) = key.as_int() {
                        generator.last_key = generator.last_key.max(i);
                    }
                    key
                }
                None => {
                    generator.last_key += 1;
                    Value::int(generator.last_key)
                }
            };
            self.park(fp, generator);
            self.deliver(generator)
        }
    }

    /// `yield` of a plain value with a plain key: as [`Vm::suspend`] with the values copied from slot to slot. Null: nothing was done.
    ///
    /// # Safety
    /// `pc` is the running `Yield` of frame `fp`.
    #[inline(always)]
    pub(crate) unsafe fn suspend_plain(&mut self, pc: Pc, fp: *mut Value) -> Pc {
        /// Moves or copies an operand; false: it is undefined, or a reference that would have to go.
        #[inline(always)]
        unsafe fn take(dst: *mut Value, src: *const Value, consume: bool) -> bool {
            // SAFETY: the caller passes a place that owns nothing and an operand.
            unsafe {
                match raw::tag(src) {
                    raw::UNDEF => return false,
                    raw::REFERENCE if consume => return false,
                    _ if consume => raw::copy_bits(dst, src),
                    _ => raw::copy(dst, raw::deref(src)),
                }
                true
            }
        }
        // SAFETY: as the caller promises. While it runs, a generator's current value and key own nothing.
        unsafe {
            let head = header(fp);
            let generator: &mut Generator = &mut *(*head.extra).generator_state;
            let (value, key) = ((*pc).b as u32, (*pc).c as u32);
            if generator.closing || (*pc).has(flag::BY_REF) || (key != NONE && raw::tag(slot!(pc, fp, c)) == raw::UNDEF) {
                return std::ptr::null();
            }
            if key != NONE && (*pc).has(flag::CONSUME_C) && raw::tag(slot!(pc, fp, c)) == raw::REFERENCE {
                return std::ptr::null();
            }
            if value == NONE {
                raw::set_tag(&raw mut generator.value, raw::NULL);
            } else if !take(&raw mut generator.value, slot!(pc, fp, b), (*pc).has(flag::CONSUME_B)) {
                return std::ptr::null();
            }
            if key == NONE {
                generator.last_key += 1;
                raw::set_int(&raw mut generator.key, generator.last_key);
            } else {
                take(&raw mut generator.key, slot!(pc, fp, c), (*pc).has(flag::CONSUME_C));
                if raw::tag(&raw const generator.key) == raw::INT {
                    generator.last_key = generator.last_key.max(raw::int(&raw const generator.key));
                }
            }
            head.pc = pc;
            self.park(fp, generator);
            // To the loop that resumed it, or to whoever else did.
            let fp = self.fp;
            if header(fp).flags & flags::REENTRY != 0 {
                return reentry::stop();
            }
            let pc = header(fp).pc;
            let dst = slot!(pc, fp, b);
            let value = raw::deref(&raw const generator.value);
            if std::ptr::eq((*pc).handler as *const (), crate::handlers::IterNextTmp as *const ()) {
                raw::copy(dst, value);
            } else if raw::tag(dst) == raw::REFERENCE {
                return self.deliver(generator).unwrap_or_else(|_| self.unwind());
            } else {
                crate::quick::overwrite(dst, value, false);
            }
            if (*pc).x() != NONE {
                raw::copy(slot_x!(pc, fp), raw::deref(&raw const generator.key));
            }
            pc.add(1)
        }
    }

    /// Goes on with the loop in frame `fp` that stands at `pc`: the generator's frame is put above the loop's, and its next `yield` gives the
    /// value to the loop's variable. Null: the generator has to be resumed the long way, or the loop is none over a generator.
    ///
    /// # Safety
    /// `pc` is the running `IterNext` or `IterNextTmp` of frame `fp`.
    #[inline(never)]
    pub(crate) unsafe fn resume_in_loop(&mut self, pc: Pc, fp: *mut Value) -> Pc {
        // SAFETY: as the caller promises. The loop keeps the generator alive, and the address of its handle, while it stands at `pc`. Only loops
        // over arrays and generators have an integer in their second slot.
        unsafe {
            let iter = slot!(pc, fp, a);
            if raw::tag(iter.add(1)) != raw::INT || raw::tag(iter) == raw::ARRAY {
                return std::ptr::null();
            }
            let Loop::Generator { inner, body, started: true, .. } = &*(raw::int(iter.add(1)) as *const Loop) else {
                return std::ptr::null();
            };
            let generator = &mut **body;
            if generator.aborted || generator.delegate.is_some() || generator.state.get() != State::Suspended {
                return std::ptr::null();
            }
            let above = fp.add((*header(fp).func).frame_slots as usize);
            let resumed = above.add(generator.surplus + HEADER);
            if resumed.add(generator.func.frame_slots as usize + HEADER) > self.stack.limit {
                return std::ptr::null();
            }
            header(fp).pc = pc;
            generator.resumes += 1;
            generator.continue_at(&inner.object, above, fp, self)
        }
    }

    /// Gives what a generator yielded to who resumed it; gives where that goes on.
    ///
    /// # Safety
    /// The generator has just left its frame.
    unsafe fn deliver(&mut self, generator: &Generator) -> PhpResult<Pc> {
        // SAFETY: whoever is no re-entry frame stands at the op that called `resume_in_loop`.
        unsafe {
            let fp = self.fp;
            if header(fp).flags & flags::REENTRY != 0 {
                return Ok(reentry::stop());
            }
            let pc = header(fp).pc;
            let value = raw::deref(&raw const generator.value);
            let dst = slot!(pc, fp, b);
            if std::ptr::eq((*pc).handler as *const (), crate::handlers::IterNextTmp as *const ()) {
                raw::copy(dst, value);
            } else if raw::tag(dst) == raw::REFERENCE {
                self.assign(dst, (*value).clone())?;
            } else {
                crate::quick::overwrite(dst, value, false);
            }
            if (*pc).x() != NONE {
                slot_x!(pc, fp).write(generator.key.clone_deref());
            }
            Ok(pc.add(1))
        }
    }

    /// Where the one goes on that resumed a generator whose body has ended.
    fn behind_end(&self) -> Pc {
        // SAFETY: as in `deliver`.
        unsafe {
            if header(self.fp).flags & flags::REENTRY != 0 {
                return reentry::stop();
            }
            target!(header(self.fp).pc)
        }
    }

    /// # Safety
    /// `fp` is the running frame of `generator`, which stands at a `yield`.
    #[inline(always)]
    unsafe fn park(&mut self, fp: *mut Value, generator: &mut Generator) {
        // SAFETY: as the caller promises.
        unsafe {
            let head = header(fp);
            self.fp = head.prev;
            generator.save(fp, (*head.pc).x());
        }
        generator.state.set(State::Suspended);
        generator.frame = std::ptr::null_mut();
    }

    /// The body ended with a value.
    ///
    /// # Safety
    /// `fp` is the running generator's frame.
    pub(crate) unsafe fn generator_returned(&mut self, fp: *mut Value, value: Value) -> Pc {
        // SAFETY: as the caller promises.
        unsafe {
            let object = self.generator_of(fp);
            self.end_generator(fp, &object);
            state(&object).result = value;
        }
        self.behind_end()
    }

    /// The body ended with an exception.
    ///
    /// # Safety
    /// `fp` is the running generator's frame.
    pub(crate) unsafe fn generator_thrown(&mut self, fp: *mut Value) {
        // SAFETY: as the caller promises.
        unsafe {
            let object = self.generator_of(fp);
            self.end_generator(fp, &object);
        }
    }

    unsafe fn end_generator(&mut self, fp: *mut Value, object: &PhpObject) {
        // SAFETY: as the caller promises.
        unsafe {
            self.fp = header(fp).prev;
            let generator = state(object);
            generator.state.set(State::Done);
            generator.frame = std::ptr::null_mut();
            generator.delegate = None;
            generator.value = Value::UNDEF;
            generator.key = Value::UNDEF;
            self.release_frame(fp);
        }
    }

    /// Runs to the first `yield` if nothing has run yet.
    pub(crate) fn ensure_started(&mut self, object: &PhpObject) -> PhpResult<()> {
        if state(object).state.get() == State::Fresh { self.resume(object) } else { self.settle(object) }
    }

    /// The value of the next resume.
    pub(crate) fn set_sent(&mut self, object: &PhpObject, value: Value) {
        state(object).sent = value;
    }

    /// A suspended generator goes away: its `finally` blocks run, then its frame is dropped.
    pub(crate) fn destroy_generator(&mut self, object: &PhpObject) {
        let generator = state(object);
        if generator.state.get() == State::Running {
            return;
        }
        if let Some(Delegate::Generator(inner)) = generator.delegate.take()
            && inner.refcount() == 1
        {
            // Its `finally` blocks come before this one's.
            self.destroy_generator(&inner);
        }
        let generator = state(object);
        if generator.state.get() == State::Suspended && generator.func.flags.has(FnFlags::HAS_HANDLERS) {
            self.run_finally_of(object);
        }
        let generator = state(object);
        if generator.state.get() != State::Running {
            generator.discard();
        }
    }

    /// Enters the innermost `finally` around a suspended generator's position, as `return` there would.
    fn run_finally_of(&mut self, object: &PhpObject) {
        let generator = state(object);
        generator.closing = true;
        let Some(fp) = generator.saved_frame() else { return };
        let code = code_of(generator.func);
        // SAFETY: a live header.
        let at = unsafe { code.index_of(header(fp).pc) as u32 };
        let inner = code.function().tries.iter().rev().find(|t| t.start <= at && t.finally.is_some_and(|f| at < f));
        let Some((t, finally)) = inner.and_then(|t| t.finally.map(|f| (*t, f))) else { return };
        let Ok(base) = self.push_reentry(reentry::rust_code(), 1) else { return };
        // SAFETY: as in `run_generator`. Coming back from the block "returns" from the generator: its slot holds no return position,
        // which FastRet takes for an end of the frame.
        unsafe {
            let generator = state(object);
            let fp = base.add(1 + generator.surplus + HEADER);
            if self.ensure_stack(fp.add(generator.func.frame_slots as usize + HEADER)).is_err() {
                self.pop_reentry(base);
                return;
            }
            std::ptr::copy_nonoverlapping(generator.block.as_ptr().cast::<Value>(), base.add(1), generator.block.len());
            generator.block.clear();
            header(fp).prev = base;
            let extra = frame::extra(fp);
            extra.generator = std::ptr::from_ref(object) as usize;
            extra.generator_state = generator;
            generator.frame = fp;
            generator.state.set(State::Running);
            self.fp = fp;
            self.clean_for_finally(fp, code, at, finally);
            self.run_pending();
            fp.add(t.ret as usize).write(Value::TRUE);
            self.run(code.at(finally));
            self.fp = base;
        }
        self.pop_reentry(base);
    }
}
