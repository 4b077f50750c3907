//! Running generators: who resumes one, and the chain that `yield from` makes of several. What resumes the first of them runs the last one,
//! the only one whose body can go on, and gets what that one yields; those between are not looked at until it ends. When it does, the next
//! one's frame takes the place of its frame.

use loxo_base::stack;
use loxo_bytecode::{NONE, OpCode};
use loxo_runtime::{PhpResult, Thrown};
use loxo_value::{PhpObject, Value};

use super::{Delegate, Generator, Handle, State, Taker, state};
use crate::Vm;
use crate::access::foreach::ForeachState;
use crate::code::instruction::{Pc, slot, slot_x, target};
use crate::frame::{self, HEADER, flags, header, reentry, slot};
use crate::handlers::{IterNextTmp, is_iter_next};

/// What a frame stands at that a generator goes back to.
pub(super) enum Resumer {
    /// `foreach` into a variable.
    Loop,
    /// `foreach` into a temporary.
    LoopTmp,
    /// `Generator::send()` or `next()`.
    Call,
}

/// # Safety
/// The frame `fp` resumed a generator and stands at `pc`.
#[inline(always)]
pub(super) unsafe fn resumer(pc: Pc, fp: *mut Value) -> Resumer {
    // SAFETY: as the caller promises.
    let handler = unsafe { (*pc).handler() as *const () };
    match () {
        () if std::ptr::eq(handler, IterNextTmp as *const ()) => Resumer::LoopTmp,
        () if is_iter_next(handler) => Resumer::Loop,
        // SAFETY: as above.
        () if crate::code::machine_code::stands_for_ops(handler) => unsafe { resumer_by_op(pc, fp) },
        () => Resumer::Call,
    }
}

/// The same where machine code stands in front of the instruction, for loops that iterate over other things too.
#[cold]
unsafe fn resumer_by_op(pc: Pc, fp: *mut Value) -> Resumer {
    // SAFETY: as for `resumer`.
    match unsafe { crate::code::code_of(&*header(fp).func).op_at(pc).code } {
        OpCode::IterNextTmp => Resumer::LoopTmp,
        OpCode::IterNext => Resumer::Loop,
        _ => Resumer::Call,
    }
}

impl Handle {
    pub(super) fn new(object: &PhpObject) -> Handle {
        Handle { body: state(object) }
    }

    /// # Safety
    /// The generator is alive.
    pub unsafe fn object<'a>(self) -> &'a PhpObject {
        // SAFETY: as the caller promises.
        unsafe { &(*self.body).object }
    }

    /// # Safety
    /// The generator is alive.
    #[inline(always)]
    pub unsafe fn taker(self) -> Taker {
        // SAFETY: as the caller promises.
        unsafe { (*self.body).taker }
    }

    /// The generator that this one waits for.
    ///
    /// # Safety
    /// The generator is alive.
    #[inline(always)]
    pub(super) unsafe fn inner(self) -> Option<Handle> {
        // SAFETY: as the caller promises.
        match unsafe { &(*self.body).delegate } {
            Some(Delegate::Generator { body, .. }) => Some(Handle { body: *body }),
            _ => None,
        }
    }

    /// The end of the chain that starts here.
    ///
    /// # Safety
    /// As for [`Handle::inner`].
    #[inline(always)]
    pub(super) unsafe fn last(mut self) -> Handle {
        // SAFETY: as the caller promises; who delegates keeps the other one alive. A chain has no circle: that is looked at when it grows.
        unsafe {
            while let Some(inner) = self.inner() {
                self = inner;
            }
        }
        self
    }

    /// Tells the generators of the chain that starts here who waits for them while it runs: another chain may share some of them.
    ///
    /// # Safety
    /// As for [`Handle::inner`].
    #[inline(always)]
    pub(super) unsafe fn link(mut self) {
        // SAFETY: as the caller promises.
        unsafe {
            (*self.body).waiter = Handle::default();
            while let Some(inner) = self.inner() {
                (*inner.body).waiter = self;
                self = inner;
            }
        }
    }

    /// Moves the frame from the heap to `place` on the stack, above that of who resumes it, and makes it the running one. `root` is the
    /// generator that was asked.
    ///
    /// # Safety
    /// The stack reaches beyond the frame.
    #[inline(always)]
    pub(super) unsafe fn enter(self, root: Handle, place: *mut Value, prev: *mut Value, vm: &mut Vm) {
        // SAFETY: as the caller promises.
        unsafe {
            let generator = &mut *self.body;
            std::ptr::copy_nonoverlapping(generator.block.start, place.cast(), generator.block.len);
            generator.block.len = 0;
            generator.ready = false;
            let fp = place.add(generator.surplus + HEADER);
            header(fp).prev = prev;
            let extra = frame::extra(fp);
            extra.root = root;
            generator.taker = Taker::Other;
            generator.frame = fp;
            generator.state.set(State::Running);
            vm.fp = fp;
        }
    }

    /// The same; what was sent becomes the result of the `yield` that it stands at. Gives the op to go on with.
    ///
    /// # Safety
    /// As for [`Handle::enter`].
    #[inline(always)]
    pub(super) unsafe fn continue_at(self, root: Handle, place: *mut Value, prev: *mut Value, vm: &mut Vm) -> Pc {
        // SAFETY: as the caller promises; a frame that is not fresh stands at a `yield`.
        unsafe {
            let generator = &mut *self.body;
            let fresh = generator.state.get() == State::Fresh;
            self.enter(root, place, prev, vm);
            let fp = generator.frame;
            let pc = header(fp).pc;
            if !fresh {
                let result = slot!(pc, fp, a);
                if generator.sent.is_undef() {
                    slot::set_tag(result, slot::NULL);
                } else {
                    result.write(std::mem::replace(&mut generator.sent, Value::UNDEF));
                }
            }
            pc.add(1)
        }
    }
}

impl Handle {
    /// The same where it is known who takes what it yields.
    ///
    /// # Safety
    /// As for [`Handle::enter`]; who resumed the chain stands at an op that this says of.
    #[inline(always)]
    pub(super) unsafe fn continue_for(self, taker: Taker, root: Handle, place: *mut Value, prev: *mut Value, vm: &mut Vm) -> Pc {
        // SAFETY: as the caller promises. What yields to those that are known begins with its header.
        unsafe {
            let next = self.continue_at(root, place, prev, vm);
            if (*self.body).surplus == 0 {
                (*self.body).taker = taker;
            }
            next
        }
    }
}

impl Vm {
    /// Runs a generator until its next `yield` or its end.
    pub(crate) fn resume(&mut self, object: &PhpObject) -> PhpResult<()> {
        self.resume_with(object, None)
    }

    /// The same; `exception` is thrown where the generator stands.
    pub(crate) fn resume_with(&mut self, object: &PhpObject, exception: Option<PhpObject>) -> PhpResult<()> {
        self.settle(object)?;
        let root = Handle::new(object);
        // SAFETY: `object` keeps the chain alive.
        let last = unsafe { root.last() };
        // SAFETY: as above.
        let generator = unsafe { &mut *last.body };
        state(object).resumes += u64::from(generator.state.get() != State::Running);
        if last.body != root.body {
            generator.sent = state(object).sent.take_undef();
        }
        match generator.state.get() {
            State::Running => {
                generator.sent = Value::UNDEF;
                return Err(self.cx.throw_error("Cannot resume an already running generator"));
            }
            State::Done => {
                return match exception {
                    Some(exception) => Err(self.cx.throw_object(exception)),
                    None => Ok(()),
                };
            }
            State::Fresh | State::Suspended => {}
        }
        if generator.delegate.is_none() {
            return self.run_generator(root, last, exception);
        }
        match self.advance_delegate(root, last, exception) {
            Ok(true) => self.settle(object),
            Ok(false) => self.run_generator(root, last, None),
            Err(Thrown) if self.cx.ending.is_some() => Err(Thrown),
            Err(Thrown) => {
                generator.delegate = None;
                let exception = self.cx.exception.take();
                self.run_generator(root, last, exception)
            }
        }
    }

    /// Brings a generator that delegates to another one up to date: several may take from the same one, and any of them may move it on.
    pub(crate) fn settle(&mut self, object: &PhpObject) -> PhpResult<()> {
        let Some(inner) = state(object).inner() else { return Ok(()) };
        if stack::exhausted() {
            return Err(self.stack_overflow());
        }
        self.settle(&inner)?;
        let (outer, from) = (state(object), state(&inner));
        let runs = outer.state.get() == State::Running || from.state.get() == State::Running;
        if runs || from.state.get() != State::Done {
            outer.key = from.key.clone();
            outer.value = from.value.clone();
            return Ok(());
        }
        // The value stays what it was until it runs on, the key is its own again.
        if let Some(Delegate::Generator { own_key, .. }) = &mut outer.delegate {
            outer.key = own_key.take_undef();
        }
        outer.delegate = None;
        if from.result.is_undef() {
            outer.aborted = true;
            let root = Handle::new(object);
            return self.run_generator(root, root, None);
        }
        outer.sent = from.result.clone();
        Ok(())
    }

    /// Runs the last generator of the chain that starts at `root`, and those behind it as they end, until one yields.
    fn run_generator(&mut self, root: Handle, last: Handle, exception: Option<PhpObject>) -> PhpResult<()> {
        let base = self.push_reentry(loxo_fast_paths::stand_ins::rust_code(), 1)?;
        // SAFETY: the frame is put right above the re-entry frame, on stack that is made to reach; the caller keeps the chain.
        unsafe {
            let generator = &mut *last.body;
            let fp = base.add(1 + generator.surplus + HEADER);
            if let Err(thrown) = self.ensure_stack(fp.add(generator.func.frame_slots as usize + HEADER)) {
                self.pop_reentry(base);
                return Err(thrown);
            }
            let watched = self.watch_generator(generator.func);
            if last.body != root.body {
                generator.resumes = 2;
            }
            root.link();
            let aborted = std::mem::take(&mut generator.aborted);
            let next = match exception {
                None if !aborted => last.continue_at(root, base.add(1), base, self),
                _ => {
                    last.enter(root, base.add(1), base, self);
                    let _ = match exception {
                        Some(exception) => self.cx.throw_object(exception),
                        None => {
                            let message = "Generator yielded from aborted, no return value available";
                            self.cx.throw("ClosedGeneratorException", message)
                        }
                    };
                    self.unwind()
                }
            };
            if next != reentry::stop() {
                self.run(next);
            }
            self.fp = base;
            if let Some(depth) = watched {
                loxo_observer::unwind_to(depth);
            }
        }
        self.pop_reentry(base);
        if self.cx.exception.is_some() || self.cx.ending.is_some() {
            return Err(Thrown);
        }
        // SAFETY: the caller keeps the chain.
        unsafe { self.settle(root.object()) }
    }

    /// Goes on with the loop in frame `fp` that stands at `pc`: the generator's frame is put above the loop's, and its next `yield` gives the
    /// value to the loop's variable. Null: the generator has to be resumed the long way, or the loop is none over a generator.
    ///
    /// # Safety
    /// `pc` is the running `IterNext` or `IterNextTmp` of frame `fp`.
    #[inline(never)]
    pub(crate) unsafe fn resume_in_loop(&mut self, pc: Pc, fp: *mut Value, taker: Taker) -> Pc {
        // SAFETY: as the caller promises. The loop keeps the generator alive, and the address of its handle, while it stands at `pc`.
        unsafe {
            let iter = slot!(pc, fp, a);
            let mut root = Handle { body: ForeachState::begun(iter) };
            if root.body.is_null() {
                let state = ForeachState::by_address(iter).as_ref();
                let Some(ForeachState::Generator { body, started: true, .. }) = state else { return std::ptr::null() };
                root.body = *body;
            }
            let is_fresh = (*root.body).state.get() == State::Fresh;
            let Some(last) = (if is_fresh { Some(root) } else { root.ready() }) else { return self.next_of_array_in_loop(root, pc, fp) };
            if is_fresh {
                // Later steps of the loop find the generator at once.
                slot::set_int(iter.add(1), root.body as i64);
                slot::set_tag(iter.add(1), ForeachState::GOES_ON);
            }
            self.resume_here(root, last, taker, pc, fp, fp.add((*header(fp).func).frame_slots as usize))
        }
    }

    /// Goes on with the loop in frame `fp` that stands at `pc` if the chain of its generator ends in an array that has another element. Else null.
    ///
    /// # Safety
    /// As for [`Vm::resume_in_loop`].
    unsafe fn next_of_array_in_loop(&mut self, root: Handle, pc: Pc, fp: *mut Value) -> Pc {
        // SAFETY: as the caller promises.
        unsafe {
            let last = root.last().body;
            let Some(Delegate::Array(array, at)) = &mut (*last).delegate else { return std::ptr::null() };
            let next = array.valid_pos(*at + 1);
            let is_asleep = (*last).state.get() == State::Suspended && !(*last).aborted;
            let Some((key, value)) = array.entry_at(next).filter(|_| is_asleep) else { return std::ptr::null() };
            (*at, header(fp).pc) = (next, pc);
            ((*last).key, (*last).value) = (key.to_value(), value.clone_deref());
            (*last).sent = Value::UNDEF;
            (*root.body).resumes += 1;
            if !std::ptr::eq(last, root.body) {
                (*last).resumes = 2;
                ((*root.body).key, (*root.body).value) = ((*last).key.clone(), (*last).value.clone());
            }
            let delivered = self.deliver(&*last);
            crate::handlers::finish(delivered, pc, fp, self)
        }
    }

    /// Goes on with `send()` or `next()`, whose window is `callee`, in the same way. Null: they have to be called.
    ///
    /// # Safety
    /// `pc` is the running call op of frame `fp`, and the arguments are in the window.
    #[inline(never)]
    pub(crate) unsafe fn resume_by_call(&mut self, pc: Pc, fp: *mut Value, callee: *mut Value, count: u32) -> Pc {
        // SAFETY: as the caller promises; the window's handle stays in its place while the call lasts.
        unsafe {
            let head = header(callee);
            if slot::tag(&raw const head.this) != slot::OBJECT || count != (*head.func).num_params {
                return std::ptr::null();
            }
            let root = Handle::new(&*(&raw const head.this).cast::<PhpObject>());
            let Some(last) = root.ready() else { return std::ptr::null() };
            if count == 1 {
                // The window keeps it too, for backtraces.
                ((*last.body).sent, (*last.body).ready) = ((*callee).clone_deref(), false);
            }
            head.nargs = count;
            self.resume_here(root, last, Taker::Call, pc, fp, callee.add(count as usize))
        }
    }

    /// # Safety
    /// As for [`Vm::resume_in_loop`]; nothing of frame `fp` is alive from `above` on.
    #[inline(always)]
    unsafe fn resume_here(&mut self, root: Handle, last: Handle, taker: Taker, pc: Pc, fp: *mut Value, above: *mut Value) -> Pc {
        // SAFETY: as the caller promises.
        unsafe {
            let generator = &mut *last.body;
            let resumed = above.add(generator.surplus + HEADER);
            if resumed.add(generator.func.frame_slots as usize + HEADER) > self.stack.limit {
                return std::ptr::null();
            }
            header(fp).pc = pc;
            (*root.body).resumes += 1;
            if last.body != root.body {
                generator.resumes = 2;
            }
            root.link();
            last.continue_for(taker, root, above, fp, self)
        }
    }

    /// Gives what a generator yielded to who resumed it; gives where that goes on.
    ///
    /// # Safety
    /// The generator has just left its frame.
    pub(super) unsafe fn deliver(&mut self, generator: &Generator) -> PhpResult<Pc> {
        // SAFETY: whoever is no re-entry frame stands at the op that called `resume_here`.
        unsafe {
            let fp = self.fp;
            if header(fp).flags & flags::REENTRY != 0 {
                return Ok(reentry::stop());
            }
            let pc = header(fp).pc;
            let value = slot::deref(&raw const generator.value);
            let dst = slot!(pc, fp, b);
            match resumer(pc, fp) {
                Resumer::LoopTmp => slot::copy(dst, value),
                Resumer::Loop if slot::tag(dst) == slot::REFERENCE => self.assign(dst, (*value).clone())?,
                Resumer::Loop => loxo_fast_paths::overwrite(dst, value, false),
                Resumer::Call => return Ok(self.end_call(pc, fp, (*value).clone())),
            }
            if (*pc).x() != NONE {
                slot_x!(pc, fp).write(generator.key.clone_deref());
            }
            Ok(pc.add(1))
        }
    }

    /// Ends the `send()` or `next()` that frame `fp` stands at; the first of them returns `value`.
    ///
    /// # Safety
    /// `pc` is the op of that call, its window as `resume_by_call` left it.
    pub(super) unsafe fn end_call(&mut self, pc: Pc, fp: *mut Value, value: Value) -> Pc {
        // SAFETY: as the caller promises.
        unsafe {
            let returns = header(slot!(pc, fp, a)).nargs == 1;
            self.leave_window(pc, fp);
            // The result's slot may be one of the window's header.
            self.write_result(pc, fp, if returns { value } else { Value::NULL });
            crate::handlers::slow_path::finish(Ok(pc.add(1)), pc, fp, self)
        }
    }

    /// Drops what the window of such a call holds.
    ///
    /// # Safety
    /// As for [`Vm::end_call`].
    unsafe fn leave_window(&mut self, pc: Pc, fp: *mut Value) {
        // SAFETY: as the caller promises.
        unsafe {
            let callee = slot!(pc, fp, a);
            if header(callee).nargs == 1 {
                drop((*callee).take_undef());
            }
            drop(header(callee).this.take_undef());
        }
    }

    /// Where the one goes on that resumed a generator whose body has ended.
    ///
    /// # Safety
    /// The generator has just left its frame.
    pub(super) unsafe fn behind_end(&mut self) -> Pc {
        // SAFETY: as in `deliver`.
        unsafe {
            let fp = self.fp;
            if header(fp).flags & flags::REENTRY != 0 {
                return reentry::stop();
            }
            let pc = header(fp).pc;
            match resumer(pc, fp) {
                Resumer::Loop | Resumer::LoopTmp => target!(pc),
                Resumer::Call => self.end_call(pc, fp, Value::NULL),
            }
        }
    }

    /// Puts a generator to sleep with its current key and value, which are those of the one that was resumed too.
    ///
    /// # Safety
    /// `fp` is the running frame of `generator`, which stands at a `yield`.
    #[inline(always)]
    pub(super) unsafe fn park(&mut self, fp: *mut Value, generator: &mut Generator) {
        // SAFETY: as the caller promises.
        unsafe {
            let head = header(fp);
            let root = (*head.extra).chain().1.body;
            if !std::ptr::eq(root, generator) {
                ((*root).key, (*root).value) = (generator.key.clone(), generator.value.clone());
            }
            self.fp = head.prev;
            generator.save(fp, (*head.pc).x());
        }
        generator.state.set(State::Suspended);
        generator.frame = std::ptr::null_mut();
        generator.ready = generator.surplus == 0 && generator.delegate.is_none();
    }

    /// The body ended with a value.
    ///
    /// # Safety
    /// `fp` is the running generator's frame.
    pub(crate) unsafe fn generator_returned(&mut self, fp: *mut Value, value: Value) -> Pc {
        // SAFETY: as the caller promises.
        unsafe {
            let taker = frame::extra(fp).generator.taker();
            let (object, next) = self.end_generator(fp);
            let Some((root, next, place)) = next else {
                state(&object).result = value;
                return self.behind_end();
            };
            (*next.body).sent = value.clone();
            state(&object).result = value;
            let prev = self.fp;
            next.continue_for(taker, root, place, prev, self)
        }
    }

    /// The body ended with an exception, which goes on to the one that waits for it, or to who resumed it.
    ///
    /// # Safety
    /// `fp` is the running generator's frame.
    pub(crate) unsafe fn generator_thrown(&mut self, fp: *mut Value) {
        // SAFETY: as the caller promises.
        unsafe {
            let (_object, next) = self.end_generator(fp);
            if let Some((root, next, place)) = next {
                let prev = self.fp;
                next.enter(root, place, prev, self);
                return;
            }
            let fp = self.fp;
            if header(fp).flags & flags::REENTRY == 0 && matches!(resumer(header(fp).pc, fp), Resumer::Call) {
                self.leave_window(header(fp).pc, fp);
            }
        }
    }

    /// Takes down the frame of a generator whose body has ended. Gives its object, and if another one waited for it: the chain's first, that one,
    /// and where its frame belongs.
    ///
    /// # Safety
    /// `fp` is the running generator's frame.
    unsafe fn end_generator(&mut self, fp: *mut Value) -> (PhpObject, Option<(Handle, Handle, *mut Value)>) {
        // SAFETY: as the caller promises. Nobody else moves the chain on while its last generator runs.
        unsafe {
            let (this, root) = { frame::extra(fp).chain() };
            // Nothing is left to do when it goes away.
            this.object().set_destructed();
            let generator = &mut *this.body;
            let place = fp.sub(HEADER + generator.surplus);
            self.fp = header(fp).prev;
            generator.state.set(State::Done);
            generator.frame = std::ptr::null_mut();
            generator.delegate = None;
            // Whoever waits for it keeps it, and gives it up below.
            let object = if generator.waiter.body.is_null() || self.cx.ending.is_some() { Some(this.object().clone()) } else { None };
            self.release_frame(fp);
            // A program that ends runs nothing of those that wait.
            let next = (*this.body).waiter;
            if let Some(object) = object {
                return (object, None);
            }
            let waiting = &mut *next.body;
            (*root.body).forget();
            let object = match waiting.delegate.take() {
                Some(Delegate::Generator { object, body, .. }) if std::ptr::eq(body, this.body) => object,
                _ => this.object().clone(),
            };
            let top = place.add(waiting.surplus + HEADER + waiting.func.frame_slots as usize + HEADER);
            match self.ensure_stack(top) {
                Ok(()) => {
                    self.hand_over_to(waiting.func);
                    (object, Some((root, next, place)))
                }
                Err(_) => (object, None),
            }
        }
    }

    /// The frames of the generators that wait for the one in frame `fp`, or for what it delegates to, innermost first.
    ///
    /// # Safety
    /// `fp` is a live frame.
    pub(crate) unsafe fn waiting_frames(&self, fp: *mut Value) -> Vec<*mut Value> {
        // SAFETY: as the caller promises; who resumed the first of a chain keeps it.
        unsafe {
            let head = header(fp);
            if head.flags & (flags::GENERATOR | flags::DELEGATE) == 0 || head.extra.is_null() {
                return Vec::new();
            }
            let (last, mut at) = (*head.extra).chain();
            let mut frames = Vec::new();
            while at.body != last.body {
                frames.extend((*at.body).saved_frame());
                match at.inner() {
                    Some(inner) => at = inner,
                    None => break,
                }
            }
            if head.flags & flags::DELEGATE != 0 {
                frames.extend((*last.body).saved_frame());
            }
            frames.reverse();
            frames
        }
    }
}

impl Handle {
    /// The end of the chain that starts here, if its body can simply go on.
    ///
    /// # Safety
    /// As for [`Handle::inner`].
    #[inline(always)]
    unsafe fn ready(self) -> Option<Handle> {
        // SAFETY: as the caller promises.
        unsafe {
            let last = self.last();
            let generator = &*last.body;
            let ready = !generator.aborted && generator.delegate.is_none() && generator.state.get() == State::Suspended;
            ready.then_some(last)
        }
    }
}
