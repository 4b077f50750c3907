//! The way out of frames: returning values, and exceptions looking for a handler.

use loxo_bytecode::{Function, LiveKind, LiveRange, NONE, OpCode, flag};
use loxo_runtime::PhpResult;
use loxo_value::Value;

use crate::Vm;
use crate::code::instruction::{Pc, slot_x};
use crate::code::{Code, code_of, machine_code};
use crate::frame::{self, HEADER, flags, header, reentry};

impl Vm {
    /// Leaves frame `fp` with a value (a reference only from by-reference functions); gives where the caller goes on.
    ///
    /// # Safety
    /// `fp` is the running frame.
    pub unsafe fn return_value(&mut self, fp: *mut Value, value: Value) -> PhpResult<Pc> {
        // SAFETY: as the caller promises.
        unsafe {
            let caller = header(fp).prev;
            let call = header(caller).pc;
            self.fp = caller;
            let keep = (*call).has(flag::KEEP) || self.keeps_for_outer_call(call, caller);
            let value = if value.is_ref() && !keep { value.clone_deref() } else { value };
            // The result's slot may be one of the callee's header.
            self.release_frame(fp);
            self.write_result(call, caller, value);
            Ok(call.add(1))
        }
    }

    /// The call's result is an argument of another started call, which takes it by reference.
    ///
    /// # Safety
    /// `call` is the op that frame `caller` stands at.
    unsafe fn keeps_for_outer_call(&self, call: Pc, caller: *mut Value) -> bool {
        // SAFETY: as the caller promises.
        unsafe {
            let handler = (*call).handler() as *const ();
            let other = || machine_code::stands_for_ops(handler) && code_of(&*header(caller).func).op_at(call).code == OpCode::CallForArg;
            if !std::ptr::eq(handler, crate::handlers::CallForArg as *const ()) && !other() {
                return false;
            }
            let outer = crate::code::instruction::slot!(call, caller, c);
            let position = slot_x!(call, caller).offset_from(outer);
            (&*header(outer).func).by_ref(position as usize)
        }
    }

    /// Drops everything that a frame owns but its temporaries.
    ///
    /// # Safety
    /// `fp` is a frame that nobody runs any more.
    pub unsafe fn release_frame(&mut self, fp: *mut Value) {
        // SAFETY: as the caller promises.
        unsafe {
            let head = header(fp);
            let func = &*head.func;
            if head.flags & (flags::MAIN | flags::WATCHED) != 0 {
                self.leave_unusual(fp);
            }
            for i in 0..func.num_locals as usize {
                drop((*fp.add(i)).take_undef());
            }
            if head.flags & flags::EXTRA_ARGS != 0 {
                let surplus = (head.nargs - func.num_params) as usize;
                for i in 0..surplus {
                    drop((*fp.sub(HEADER + surplus).add(i)).take_undef());
                }
            }
            frame::drop_extra(head);
            drop(head.this.take_undef());
            drop(head.closure.take_undef());
        }
    }

    /// # Safety
    /// As for [`Vm::release_frame`].
    #[inline(never)]
    unsafe fn leave_unusual(&mut self, fp: *mut Value) {
        // SAFETY: as the caller promises.
        unsafe {
            let its = header(fp).flags;
            if its & flags::WATCHED != 0 {
                self.leave_watched(fp);
            }
            if its & flags::MAIN != 0 {
                self.leave_main(fp);
            }
        }
    }

    /// Something was thrown in the running frame: finds who handles it and gives where to go on.
    pub fn unwind(&mut self) -> Pc {
        // What threw may have been a step of a nested write.
        self.lv.end();
        if let Some(next) = self.next_catch.take() {
            return next;
        }
        loop {
            let fp = self.fp;
            // SAFETY: `fp` is the running frame; every chain ends in a re-entry frame.
            unsafe {
                let head = header(fp);
                if head.flags & flags::REENTRY != 0 {
                    return reentry::stop();
                }
                let func = &*head.func;
                let code = code_of(func);
                if code.is_step(head.pc) {
                    // Machine code runs the frame: it leaves first.
                    return machine_code::unwound();
                }
                let (is_clean, has_tries) = self.site(code, head.pc, |site| (site.is_clean, site.has_tries));
                if has_tries || !is_clean {
                    let (function, at) = (code.function(), code.index_of(head.pc) as u32);
                    if let Some(pc) = self.find_handler(fp, code, function, at, is_clean) {
                        return pc;
                    }
                    if !is_clean {
                        self.clean_live(fp, function, at, None);
                    }
                }
                self.destruct_in_unwind();
                if head.flags & flags::GENERATOR != 0 {
                    self.generator_thrown(fp);
                    continue;
                }
                self.leave_frame(fp);
            }
        }
    }

    /// Takes down a frame that is left by what was thrown.
    ///
    /// # Safety
    /// `fp` is the running frame, without live temporaries.
    pub(crate) unsafe fn leave_frame(&mut self, fp: *mut Value) {
        // SAFETY: as the caller promises.
        unsafe {
            let head = header(fp);
            if head.flags & flags::CONSTRUCTOR != 0
                && let Some(object) = head.this.as_object()
            {
                object.set_destructed();
            }
            self.fp = head.prev;
            self.release_frame(fp);
        }
        self.destruct_in_unwind();
    }

    /// Runs the destructors of what unwinding let go of; the exception in flight waits, and is chained to what they throw.
    fn destruct_in_unwind(&mut self) {
        // SAFETY: the heap's byte lives as long as the thread's heap.
        if unsafe { *self.pending } != 0 && self.runs_destructors() {
            self.run_pending();
        }
    }

    /// Looks through the try statements around `at`, innermost first.
    ///
    /// # Safety
    /// `fp` is the running frame, `code` its code and `function` what that was made of. Where it stands nothing is to be dropped if `is_clean`.
    unsafe fn find_handler(
        &mut self,
        fp: *mut Value,
        code: &'static Code,
        function: &'static Function,
        at: u32,
        is_clean: bool,
    ) -> Option<Pc> {
        for t in function.tries.iter().rev() {
            if t.start > at {
                continue;
            }
            let throwable = self.cx.ending.is_none() && self.cx.exception.is_some();
            if let Some(catch) = t.catch.filter(|&catch| at < catch && throwable) {
                if !is_clean {
                    // SAFETY: as the caller promises.
                    unsafe { self.clean_live(fp, function, at, Some(catch)) };
                }
                self.destruct_in_unwind();
                return Some(code.at(catch));
            }
            let Some(finally) = t.finally else { continue };
            if at < finally && throwable {
                // SAFETY: as the caller promises; the try's slot is a temporary of the frame.
                unsafe {
                    if !is_clean {
                        self.clean_live(fp, function, at, Some(finally));
                    }
                    self.destruct_in_unwind();
                    let exception = self.cx.exception.take();
                    fp.add(t.ret as usize).write(exception.map_or(Value::UNDEF, Value::object));
                }
                return Some(code.at(finally));
            }
            if at >= finally && at < t.finally_end {
                // SAFETY: as above. The new exception replaces the one that the block interrupted.
                let interrupted = unsafe { (*fp.add(t.ret as usize)).take_undef() };
                // SAFETY: as the caller promises.
                unsafe { self.drop_pending_return(fp, &interrupted) };
                if let (Ok(previous), Some(exception)) = (interrupted.into_object(), self.cx.exception.clone()) {
                    loxo_runtime::error::chain_previous(&mut self.cx, &exception, previous);
                }
            }
        }
        None
    }

    /// Drops what is alive at `at` and not in the `finally` block at `handler`.
    ///
    /// # Safety
    /// `fp` is the running frame and `code` its code.
    pub(crate) unsafe fn clean_for_finally(&mut self, fp: *mut Value, code: &Code, at: u32, handler: u32) {
        // SAFETY: as the caller promises.
        unsafe { self.clean_live(fp, code.function(), at, Some(handler)) }
    }

    /// `DiscardException` of a finally block that was entered by a `return`: the pending value is dropped.
    ///
    /// # Safety
    /// `fp` is the running frame.
    pub(crate) unsafe fn drop_pending_return(&mut self, fp: *mut Value, saved: &Value) {
        let Some(behind) = saved.as_int() else { return };
        // SAFETY: that is the op behind a FastCall of this frame.
        unsafe {
            let call = code_of(&*header(fp).func).at(behind as u32).sub(1);
            if (*call).b as u32 != NONE {
                drop((*crate::code::instruction::slot!(call, fp, b)).take_undef());
            }
        }
    }

    /// Drops the temporaries that are alive at `at` and do not live on at `handler`.
    ///
    /// # Safety
    /// `fp` is the running frame and `function` what its code was made of.
    unsafe fn clean_live(&mut self, fp: *mut Value, function: &Function, at: u32, handler: Option<u32>) {
        for range in &function.live {
            if range.start >= at {
                break;
            }
            if at >= range.end || handler.is_some_and(|h| lives_on(function, range, h)) {
                continue;
            }
            let place = fp.wrapping_add(range.slot as usize);
            // SAFETY: the compiler vouches that the slot is alive here.
            unsafe {
                match range.kind {
                    LiveKind::Tmp => drop((*place).take_undef()),
                    LiveKind::Iter => crate::access::foreach::free(self, place),
                    LiveKind::Call => {
                        let head = header(place.add(HEADER));
                        if head.flags & flags::CONSTRUCTOR != 0
                            && let Some(object) = head.this.as_object()
                        {
                            object.set_destructed();
                        }
                        drop(head.this.take_undef());
                        drop(head.closure.take_undef());
                        frame::drop_extra(head);
                    }
                    LiveKind::Silence => self.end_silence(place),
                    LiveKind::New => {
                        if let Some(object) = (*place).as_object() {
                            object.set_destructed();
                        }
                        drop((*place).take_undef());
                    }
                }
            }
        }
    }
}

/// Whether the value of `range`, which is alive in a `try`, is still alive at its handler. A `return` or `break` in the `try` ends
/// the range early, and another one takes over behind it.
fn lives_on(function: &Function, range: &LiveRange, handler: u32) -> bool {
    handler < range.end || function.live.iter().any(|r| r.slot == range.slot && r.start < handler && handler < r.end)
}
