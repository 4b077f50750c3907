//! Generators: a frame that lives on the heap while it waits, and on the stack while it runs.

mod chain;
mod delegate;
mod iterate;
mod plain;
mod state;

pub(crate) use plain::Shown;

pub use iterate::{GeneratorIterator, check_iterable, rewind, step};
pub use state::{Delegate, Extra, Generator, Handle, State, Taker};

use std::cell::Cell;
use std::mem::ManuallyDrop;

use self::state::{Block, FrameSlot};
use loxo_bytecode::FnFlags;
use loxo_runtime::{Func, PhpResult};
use loxo_value::{Native, PhpObject, Tracer, Value};

use crate::Vm;
use crate::access::foreach::take_number;
use crate::code::code_of;
use crate::code::instruction::Pc;
use crate::frame::owned::each_in_frame;
use crate::frame::{self, HEADER, flags, header, slot};

impl Generator {
    #[inline(always)]
    fn new(func: &'static Func, object: ManuallyDrop<PhpObject>) -> Generator {
        Generator {
            func,
            object,
            taker: Taker::Other,
            state: Cell::new(State::Fresh),
            block: Block::new(),
            surplus: 0,
            reach: (HEADER + func.frame_slots as usize + HEADER) * size_of::<Value>(),
            ready: false,
            value: Value::UNDEF,
            key: Value::UNDEF,
            result: Value::UNDEF,
            last_key: -1,
            sent: Value::UNDEF,
            delegate: None,
            waiter: Handle::default(),
            extra: Extra::default(),
            frame: std::ptr::null_mut(),
            closing: false,
            aborted: false,
            resumes: 0,
            loop_number: None,
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
            // Whole groups of slots fit behind any of them.
            let all = self.surplus + HEADER + self.func.frame_slots as usize;
            self.block.make_space(all.next_multiple_of(slot::GROUP) + slot::GROUP);
            let from = fp.sub(HEADER + self.surplus).cast::<FrameSlot>();
            std::ptr::copy_nonoverlapping(from, self.block.start, len);
            self.block.len = len;
        }
    }

    /// The suspended frame's address inside the block.
    pub fn saved_frame(&self) -> Option<*mut Value> {
        if self.block.len == 0 {
            return None;
        }
        Some(self.block.start.cast::<Value>().wrapping_add(self.surplus + HEADER))
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
        if self.frame.is_null() { self.saved_frame() } else { Some(self.frame) }
    }

    /// The closure that the body is of.
    pub fn closure(&self) -> Option<PhpObject> {
        // SAFETY: a live header.
        self.current_frame().and_then(|fp| unsafe { header(fp).closure.as_object().cloned() })
    }

    /// The generator that `yield from` waits for.
    pub fn inner(&self) -> Option<PhpObject> {
        match &self.delegate {
            Some(Delegate::Generator { object, .. }) => Some(object.clone()),
            _ => None,
        }
    }

    /// Calls `each` with every value that a suspended frame owns, and whether it is the first slot of a loop.
    fn saved_values(&self, each: impl FnMut(*mut Value, bool)) {
        if let Some(fp) = self.saved_frame() {
            // SAFETY: the block is a complete frame.
            unsafe { each_in_frame(fp, each) };
        }
    }

    /// Drops what it yielded last.
    fn forget(&mut self) {
        drop(self.value.take_undef());
        drop(self.key.take_undef());
    }

    /// Drops a suspended frame.
    fn discard(&mut self) {
        if self.block.len != 0 {
            self.discard_frame();
        }
        self.state.set(State::Done);
    }

    fn discard_frame(&mut self) {
        self.ready = false;
        let mut owned = Vec::new();
        // SAFETY: each place is a value that the frame owns; taken once, what a loop goes over before its number.
        self.saved_values(|place, is_loop| unsafe {
            let number = if is_loop { take_number(place) } else { None };
            owned.push(((*place).take_undef(), number));
        });
        if let Some(fp) = self.saved_frame() {
            // SAFETY: a live header whose extra part is owned.
            unsafe { frame::drop_extra(header(fp)) };
        }
        self.block.len = 0;
        self.state.set(State::Done);
        // What was owned goes last.
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
            Some(Delegate::Generator { object, own_key, .. }) => {
                tracer.object(object);
                tracer.value(own_key);
            }
            Some(Delegate::Iterator(inner)) => inner.trace(tracer),
            None => {}
        }
        // A running frame's values are roots.
        // SAFETY: places of live values.
        self.saved_values(|place, _| unsafe { crate::call::argument_list::trace(place, tracer) });
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
            let class = *self.generator_class.get_or_init(|| self.cx.builtin_class("Generator"));
            let object = self.cx.new_object_raw(class);
            // Made where it stays, with a handle that does not count.
            let mut generator = Box::write(Box::new_uninit(), Generator::new(func, std::mem::transmute_copy(&object)));
            let caller = head.prev;
            head.pc = pc;
            if head.flags & flags::EXTRA_ARGS != 0 {
                generator.surplus = (head.nargs - func.num_params) as usize;
            }
            head.flags |= flags::GENERATOR;
            if !head.extra.is_null() {
                generator.extra = *Box::from_raw(head.extra);
            }
            head.flags |= flags::HAS_EXTRA;
            head.extra = &raw mut generator.extra;
            generator.extra.generator = Handle { body: &raw mut *generator };
            generator.save(fp, 0);
            object.set_native(generator);
            self.fp = caller;
            let call = header(caller).pc;
            self.write_result(call, caller, Value::object(object));
            Ok(call.add(1))
        }
    }

    /// A generator that is being destroyed must not go back to sleep.
    ///
    /// # Safety
    /// `fp` is the running generator's frame.
    pub(crate) unsafe fn check_closing(&mut self, fp: *mut Value, what: &str) -> PhpResult<()> {
        // SAFETY: as the caller promises.
        let closing = unsafe { (*(*header(fp).extra).generator.body).closing };
        if closing { Err(self.cx.throw_error(format!("Cannot {what} in a force-closed generator"))) } else { Ok(()) }
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
            let generator: &mut Generator = &mut *(*header(fp).extra).generator.body;
            generator.forget();
            (*(*header(fp).extra).chain().1.body).forget();
            if *self.pending != 0 {
                // The destructor of what it yielded before runs in its body.
                self.run_pending();
                self.cx.check()?;
            }
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

    /// Runs to the first `yield` if nothing has run yet.
    pub(crate) fn ensure_started(&mut self, object: &PhpObject) -> PhpResult<()> {
        let generator = state(object);
        let runs_to_first =
            generator.state.get() == State::Running && generator.value.is_undef() && generator.resumes <= 1 && generator.delegate.is_none();
        // One that runs cannot be run: that is an error.
        if generator.state.get() == State::Fresh || runs_to_first { self.resume(object) } else { self.settle(object) }
    }

    /// The value of the next resume.
    pub(crate) fn set_sent(&mut self, object: &PhpObject, value: Value) {
        let generator = state(object);
        (generator.sent, generator.ready) = (value, false);
    }

    /// A suspended generator goes away: its `finally` blocks run, then its frame is dropped.
    pub(crate) fn destroy_generator(&mut self, object: &PhpObject) {
        let generator = state(object);
        // SAFETY: the object keeps the chain that starts there. What waits for a body that runs, in a suspended fiber, goes when that ends.
        if unsafe { (*Handle::new(object).last().body).state.get() } == State::Running {
            return;
        }
        if let Some(Delegate::Generator { object: inner, .. }) = generator.delegate.take()
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
        let Ok(base) = self.push_reentry(loxo_fast_paths::stand_ins::rust_code(), 1) else { return };
        // SAFETY: as in `run_generator`. Coming back from the block "returns" from the generator: its slot holds no return position,
        // which FastRet takes for an end of the frame.
        unsafe {
            let generator = state(object);
            let fp = base.add(1 + generator.surplus + HEADER);
            if self.ensure_stack(fp.add(generator.func.frame_slots as usize + HEADER)).is_err() {
                self.pop_reentry(base);
                return;
            }
            let handle = Handle::new(object);
            handle.link();
            handle.enter(handle, base.add(1), base, self);
            self.clean_for_finally(fp, code, at, finally);
            self.run_pending();
            fp.add(t.ret as usize).write(Value::TRUE);
            self.run(code.at(finally));
            self.fp = base;
        }
        self.pop_reentry(base);
    }
}
