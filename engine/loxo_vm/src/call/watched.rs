//! Calls while somebody watches them (`loxo_observer`). The stack of frames has no limit then that a fast path would find far enough: every entry
//! of a function comes through here, and its frame has a flag that makes it leave the long way. The next entry does after an interrupt, too.

use loxo_bytecode::FnFlags;
use loxo_observer::{Called, Interpreter, Standing};
use loxo_runtime::{Body, Cx, Func, PhpResult};
use loxo_value::Value;

use crate::Vm;
use crate::call::builtin;
use crate::frame::{flags, header};

/// What the interpreter does for those who watch.
pub const INTERPRETER: Interpreter =
    Interpreter { watch, stack: |cx, each| Vm::of(cx).each_standing(each), waiting_stack, interrupter: |cx| Vm::of(cx).interrupter() };

fn waiting_stack(each: &mut dyn FnMut(Standing) -> bool) {
    // SAFETY: a machine gives its own address, and takes it back when it goes. The builtin that waits below this call leaves frames and registers
    // alone, which are looked at as where a builtin asks for a backtrace, and nothing is written.
    let vm = unsafe { loxo_value::interrupter::running_machine().cast::<Vm>().as_mut() };
    if let Some(vm) = vm.filter(|vm| vm.cx.active.is_some()) {
        vm.each_standing(each);
    }
}

fn watch(cx: &mut Cx, watched: bool) {
    if watched {
        crate::code::constant_calls::make_all();
    }
    let vm = Vm::of(cx);
    vm.stack.watch(watched);
    // Machine code is not entered.
    vm.stack.native_limit = 0;
}

/// From now on every op of called functions is run, or no longer.
pub fn run_every_op(cx: &mut Cx, every: bool) {
    if every {
        crate::code::constant_calls::make_all();
    }
    Vm::of(cx).stack.run_every_op(every);
}

impl Vm {
    /// Makes sure that the stack reaches up to `end` for the frame of a user function in the window `callee`, which is entered then.
    ///
    /// # Safety
    /// The header of the window is written.
    #[inline]
    pub(crate) unsafe fn ensure_frame(&mut self, callee: *mut Value, end: *mut Value) -> PhpResult<()> {
        // SAFETY: as the caller promises.
        if end <= self.stack.limit { Ok(()) } else { unsafe { self.grow_for_frame(callee, end) } }
    }

    #[cold]
    #[inline(never)]
    unsafe fn grow_for_frame(&mut self, callee: *mut Value, end: *mut Value) -> PhpResult<()> {
        self.ensure_stack(end)?;
        self.stack.reopen();
        if self.interrupted() {
            // What is done there may run PHP code, above the arguments that wait.
            let outer = std::mem::replace(&mut self.overflow_args, (self.fp, end));
            let result = self.handle_interrupt();
            self.overflow_args = outer;
            result?;
        }
        if self.stack.is_watched() {
            // SAFETY: as the caller promises.
            unsafe {
                let head = header(callee);
                let func: &'static Func = &*head.func;
                // Calling a generator's function runs nothing of it; PHP has no functions for constant expressions.
                if !func.flags.any(FnFlags::GENERATOR.with(FnFlags::THUNK)) {
                    let file = (head.flags & flags::MAIN != 0).then(|| crate::code::code_of(func).unit.path);
                    loxo_observer::enter(file.map_or(Called::Function(func), |file| Called::File(func, file)));
                    head.flags |= flags::WATCHED;
                }
            }
        }
        Ok(())
    }

    /// A frame is taken down that was entered while somebody watched.
    ///
    /// # Safety
    /// `fp` is a frame.
    #[cold]
    #[inline(never)]
    pub(crate) unsafe fn leave_watched(&mut self, fp: *mut Value) {
        // SAFETY: as the caller promises.
        unsafe { header(fp).flags &= !flags::WATCHED };
        if self.stack.is_watched() {
            loxo_observer::leave();
        }
    }

    /// A generator's body is about to run. If somebody watches: how many calls were under way before.
    #[inline]
    pub(crate) fn watch_generator(&self, func: &'static Func) -> Option<usize> {
        self.stack.is_watched().then(|| {
            let depth = loxo_observer::depth();
            loxo_observer::enter(Called::Function(func));
            depth
        })
    }

    /// The running generator waits for another one or has ended: another one's body goes on in its place.
    pub(crate) fn hand_over_to(&self, func: &'static Func) {
        if self.stack.is_watched() {
            loxo_observer::leave();
            loxo_observer::enter(Called::Function(func));
        }
    }

    /// Runs a builtin on the arguments in a window while somebody watches.
    ///
    /// # Safety
    /// As for [`Vm::run_builtin`].
    #[cold]
    #[inline(never)]
    pub(crate) unsafe fn run_watched(&mut self, callee: *mut Value, func: &'static Func, count: u32) -> PhpResult<Value> {
        let depth = loxo_observer::depth();
        loxo_observer::enter(Called::Builtin(func));
        // SAFETY: as the caller promises.
        let result = unsafe {
            match func.body {
                Body::Builtin(thunk) => builtin::run_function(self, thunk, func, callee, count),
                Body::BuiltinMethod(thunk) => builtin::run_method(self, thunk, func, callee, count, self.fp),
                Body::User | Body::Abstract => Ok(Value::NULL),
            }
        };
        // It may have been the one that ends the watch, or begins another.
        if self.stack.is_watched() {
            loxo_observer::unwind_to(depth);
        }
        result
    }
}
