//! Calls of PHP and builtin code from Rust code.

use std::mem::ManuallyDrop;

use loxo_bytecode::FnFlags;
use loxo_fast_paths::argument_list::ArgList;
use loxo_fast_paths::entry_kind;
use loxo_fast_paths::native_calls::{clear_locals, complete_parameters, lend, pass, pass_values};
use loxo_runtime::{Body, Callable, Class, Func, LastCall, PhpResult};
use loxo_value::{KeyRef, PhpArray, PhpObject, PhpStr, Value};

use crate::Vm;
use crate::call::builtin;
use crate::code::machine_code::{self, CompiledFunction};
use crate::frame::{self, HEADER, flags, header, open_window, reentry};
use crate::objects::closure::Closure;

impl Vm {
    /// Calls PHP (or builtin) code from Rust code.
    pub(crate) fn call(&mut self, callable: &Callable, args: &mut [Value], named: Option<&PhpArray>) -> PhpResult<Value> {
        if self.depth >= self.deepest {
            return Err(self.stack_overflow());
        }
        if named.is_none() && callable.magic_name.is_none() && entry_kind::is_direct(callable.func, args) {
            // SAFETY: it is a user function.
            return match unsafe { machine_code::of_calls(callable.func) } {
                Some(compiled) => self.call_compiled(compiled, callable, args),
                None => self.call_plain(callable, args),
            };
        }
        self.call_other(callable, args, named)
    }

    /// Calls what is no user function that takes its arguments as they are.
    #[inline(never)]
    fn call_other(&mut self, callable: &Callable, args: &mut [Value], named: Option<&PhpArray>) -> PhpResult<Value> {
        let func = callable.func;
        let right = match func.body {
            Body::Builtin(_) => callable.this.is_none(),
            Body::BuiltinMethod(_) => callable.this.is_some(),
            _ => false,
        };
        let is_plain = named.is_none() && callable.magic_name.is_none() && callable.closure.is_none();
        if right && is_plain && entry_kind::is_direct_builtin(func, args) {
            return self.call_builtin_plain(func, callable.this.as_ref(), callable.called_class, args);
        }
        let base = self.push_reentry(loxo_fast_paths::stand_ins::rust_code(), 1)?;
        // SAFETY: the window lies right above the re-entry frame.
        let result = unsafe {
            let callee = base.add(1 + HEADER);
            self.init_callable(callee, callable);
            self.call_window(base, callee, &*header(callee).func, args, named)
        };
        self.pop_reentry(base);
        // Destructors that became due inside run when the builtin returns to its caller.
        result
    }

    /// Calls a method of an object from Rust code.
    pub(crate) fn call_method(&mut self, object: &PhpObject, func: &'static Func, args: &mut [Value]) -> PhpResult<Value> {
        // SAFETY: the handle is the caller's, and not dropped here.
        let this = unsafe { std::ptr::read(object) };
        let called_class = Some(loxo_runtime::class_of(object));
        let callable = ManuallyDrop::new(Callable { func, this: Some(this), called_class, closure: None, magic_name: None });
        if self.depth < self.deepest && entry_kind::is_direct(func, args) {
            // SAFETY: it is a user function.
            let compiled = unsafe { machine_code::of_calls(func) };
            return match compiled.and_then(|compiled| Some((compiled, self.open_frames(&callable)?))) {
                // SAFETY: the frames were just opened.
                Some((compiled, base)) => unsafe { self.run_compiled(compiled, base, &callable, args) },
                None => self.call_plain(&callable, args),
            };
        }
        self.call(&callable, args, None)
    }

    /// [`Vm::call`] for one of several calls that builtin code makes of a callable, without by-reference arguments or names. What their frames have in common
    /// is written for the first one, and again where something else may have been there since.
    pub(crate) fn call_again(&mut self, callable: &Callable, args: &mut [Value], last: &mut LastCall) -> PhpResult<Value> {
        if last.stamp == 0 { self.call_anew(callable, args, last) } else { self.call_known(callable, args, last) }
    }

    /// The same where a call was made before that returned in machine code, if its frames are still there: they have all but the arguments.
    #[inline(never)]
    fn call_known(&mut self, callable: &Callable, args: &mut [Value], last: &mut LastCall) -> PhpResult<Value> {
        let func = callable.func;
        let is_known = last.count == args.len() && self.is_there(last);
        // SAFETY: the builtin that made the last call still runs, since `last` goes with a borrowed callable of it. The function's code was entered by that.
        unsafe {
            let callee = last.base.wrapping_add(1 + HEADER);
            if is_known
                && let Some(compiled) = machine_code::of_calls(func)
                && pass_values(callee, args)
            {
                if args.len() != func.num_params as usize {
                    complete_parameters(callee, func, args.len());
                }
                if func.flags.has(FnFlags::CAPTURES) {
                    bind_captured(callable, callee.add(func.num_params as usize));
                }
                return self.run_again(compiled, callee, args.len() as u32, last);
            }
        }
        self.call_anew(callable, args, last)
    }

    /// The frames of the last call are there, and may be entered: who writes there asks for the top of the stack first.
    #[inline(always)]
    fn is_there(&self, last: &LastCall) -> bool {
        let limit = self.stack.native_limit;
        let is_known = last.stamp == self.stack_tops.get() && std::ptr::eq(last.frame, self.fp);
        is_known && limit != 0 && last.end <= self.stack.limit && machine_code::stack_pointer() >= limit
    }

    /// Runs machine code in the frame of the last call, which has all but the arguments that were passed.
    ///
    /// # Safety
    /// That is so.
    #[inline(always)]
    unsafe fn run_again(&mut self, compiled: CompiledFunction, callee: *mut Value, count: u32, last: &mut LastCall) -> PhpResult<Value> {
        // SAFETY: as the caller promises.
        unsafe {
            let (head, its) = (header(callee), flags::NATIVE | flags::BARE);
            (head.nargs, head.flags, head.extra) = (count, its, std::ptr::null_mut());
            self.fp = callee;
            let aside = self.lv.set_bare_aside();
            self.depth += 1;
            let given = compiled(callee, self, 0);
            if given.is_left() || header(callee).flags != its {
                last.stamp = 0;
            }
            let result = given.value(callee, self);
            self.depth -= 1;
            self.lv.put_bare_back(aside);
            self.fp = last.frame;
            self.cx.check()?;
            Ok(result)
        }
    }

    /// [`Vm::call_method`] of a method without arguments, in a row of calls on one object that one step of something makes.
    pub(crate) fn call_method_again(&mut self, object: &PhpObject, func: &'static Func, last: &mut LastCall) -> PhpResult<Value> {
        // SAFETY: it is a user function if it takes its arguments as they are, and nothing but the function differs from the last call.
        unsafe {
            if entry_kind::is_plain(func, 0) && func.num_params == 0 {
                let compiled = machine_code::of_calls(func);
                if self.is_there(last)
                    && last.base.wrapping_add(1 + HEADER + func.frame_slots as usize + HEADER) <= self.stack.limit
                    && let Some(compiled) = compiled
                {
                    let callee = last.base.add(1 + HEADER);
                    header(callee).func = func;
                    return self.run_again(compiled, callee, 0, last);
                }
                if let (Some(compiled), true) = (compiled, self.depth < self.deepest) {
                    let (this, called_class) = (Some(std::ptr::read(object)), Some(loxo_runtime::class_of(object)));
                    let callable = ManuallyDrop::new(Callable { func, this, called_class, closure: None, magic_name: None });
                    return self.call_first(compiled, &callable, &mut [], last);
                }
            }
        }
        last.stamp = 0;
        self.call_method(object, func, &mut [])
    }

    /// The same where nothing is known of the last call.
    #[inline(never)]
    fn call_anew(&mut self, callable: &Callable, args: &mut [Value], last: &mut LastCall) -> PhpResult<Value> {
        last.stamp = 0;
        if self.depth >= self.deepest {
            return Err(self.stack_overflow());
        }
        if callable.magic_name.is_some() || !entry_kind::is_direct(callable.func, args) {
            return self.call_other(callable, args, None);
        }
        // SAFETY: it is a user function.
        match unsafe { machine_code::of_calls(callable.func) } {
            Some(compiled) => self.call_first(compiled, callable, args, last),
            None => self.call_plain(callable, args),
        }
    }

    /// The first of such calls, as those behind it are.
    #[inline(never)]
    fn call_first(&mut self, compiled: CompiledFunction, callable: &Callable, args: &mut [Value], last: &mut LastCall) -> PhpResult<Value> {
        let Some(base) = self.open_frames(callable) else { return self.call_plain(callable, args) };
        let (func, frame, stamp) = (callable.func, self.fp, self.stack_tops.get());
        let is_bare = self.lv.holds_nothing() && !self.lv.is_scratch();
        // SAFETY: the frames were just opened.
        let (result, is_as_before) = unsafe {
            let result = self.run_compiled(compiled, base, callable, args);
            (result, header(base.add(1 + HEADER)).flags == flags::NATIVE | flags::BARE)
        };
        if result.is_ok() && is_bare && is_as_before && !func.flags.has(FnFlags::REF_PARAMS) && stamp == self.stack_tops.get() {
            let end = base.wrapping_add(1 + HEADER + func.frame_slots as usize + HEADER);
            *last = LastCall { frame, base, stamp, count: args.len(), end };
        }
        result
    }

    /// Calls a user function that takes its arguments as they are by its machine code.
    #[inline(never)]
    fn call_compiled(&mut self, compiled: CompiledFunction, callable: &Callable, args: &mut [Value]) -> PhpResult<Value> {
        match self.open_frames(callable) {
            // SAFETY: the frames were just opened.
            Some(base) => unsafe { self.run_compiled(compiled, base, callable, args) },
            None => self.call_plain(callable, args),
        }
    }

    /// A re-entry frame, and above it a window for a function that has machine code. `None`: its code must not be entered here.
    #[inline(always)]
    fn open_frames(&mut self, callable: &Callable) -> Option<*mut Value> {
        let base = self.stack_top().wrapping_add(HEADER);
        if !self.may_enter(base, callable.func) {
            return None;
        }
        // SAFETY: the stack reaches beyond both frames, and nothing of anybody else's lies there.
        unsafe {
            self.write_reentry(base, loxo_fast_paths::stand_ins::rust_code(), 1);
            open_window(base.add(1 + HEADER), callable.func, callable.called_class.map_or(std::ptr::null(), std::ptr::from_ref));
        }
        Some(base)
    }

    /// Machine code may be entered above a re-entry frame: both stacks suffice, and nobody has asked to be called at calls.
    #[inline(always)]
    fn may_enter(&self, base: *mut Value, func: &Func) -> bool {
        let (end, limit) = (base.wrapping_add(1 + HEADER + func.frame_slots as usize + HEADER), self.stack.native_limit);
        limit != 0 && end <= self.stack.limit && machine_code::stack_pointer() >= limit
    }

    /// Runs the machine code in the window above a re-entry frame. That takes what lies behind the arguments as it is; what the header names is the
    /// caller's, and stays so unless the interpreter takes over.
    ///
    /// # Safety
    /// The frames are those of [`Vm::open_frames`], and the function takes the arguments as they are.
    #[inline(always)]
    unsafe fn run_compiled(
        &mut self,
        compiled: CompiledFunction,
        base: *mut Value,
        callable: &Callable,
        args: &mut [Value],
    ) -> PhpResult<Value> {
        let func = callable.func;
        // SAFETY: as the caller promises. The objects outlast the call.
        unsafe {
            let callee = base.add(1 + HEADER);
            let head = header(callee);
            lend(&raw mut head.this, callable.this.as_ref());
            lend(&raw mut head.closure, callable.closure.as_ref());
            pass(callee, func, args);
            if args.len() != func.num_params as usize {
                complete_parameters(callee, func, args.len());
            }
            if func.flags.has(FnFlags::CAPTURES) {
                bind_captured(callable, callee.add(func.num_params as usize));
            }
            head.extra = std::ptr::null_mut();
            (head.prev, head.nargs, head.flags) = (base, args.len() as u32, flags::NATIVE | flags::BARE);
            self.fp = callee;
            // Where the native stack is unwound, the heap goes as a whole.
            let aside = ManuallyDrop::new(self.lv.set_aside());
            self.depth += 1;
            let result = compiled(callee, self, 0).value(callee, self);
            self.depth -= 1;
            self.lv.put_back(ManuallyDrop::into_inner(aside));
            self.fp = header(base).prev;
            self.cx.check()?;
            Ok(result)
        }
    }

    /// The same by the interpreter.
    #[inline(never)]
    fn call_plain(&mut self, callable: &Callable, args: &mut [Value]) -> PhpResult<Value> {
        let func = callable.func;
        let base = self.push_reentry(loxo_fast_paths::stand_ins::rust_code(), 1)?;
        // SAFETY: the frame lies right above the re-entry frame; the stack is made to reach before anything is written.
        unsafe {
            let callee = base.add(1 + HEADER);
            // The re-entry frame reaches beyond the header.
            open_window(callee, func, callable.called_class.map_or(std::ptr::null(), std::ptr::from_ref));
            if let Err(thrown) = self.ensure_frame(callee, callee.add(func.frame_slots as usize + HEADER)) {
                self.pop_reentry(base);
                return Err(thrown);
            }
            let head = header(callee);
            if let Some(this) = &callable.this {
                (&raw mut head.this).write(Value::object(this.clone()));
            }
            pass(callee, func, args);
            frame::complete_directly(callee, func, args.len(), args.len() as u32, base);
            if let Some(object) = &callable.closure {
                (&raw mut head.closure).write(Value::object(object.clone()));
                if let Some(closure) = object.native::<Closure>() {
                    closure.bind_variables(callee.add(func.num_params as usize));
                }
            }
            let entry = crate::code::first_call::direct_entry(func);
            head.pc = entry;
            self.fp = callee;
            self.run(entry);
            // All that the frame may own is the result.
            self.fp = header(base).prev;
            let result = (*base).take_undef();
            self.cx.check()?;
            Ok(result)
        }
    }

    /// Calls a builtin function, or a method on an object, that takes its arguments as they are.
    #[inline(never)]
    fn call_builtin_plain(
        &mut self,
        func: &'static Func,
        this: Option<&PhpObject>,
        called_class: Option<&'static Class>,
        args: &mut [Value],
    ) -> PhpResult<Value> {
        let base = self.push_reentry(loxo_fast_paths::stand_ins::rust_code(), 1)?;
        // SAFETY: the window lies right above the re-entry frame; the stack is made to reach before anything is written. The window keeps the object.
        unsafe {
            let callee = base.add(1 + HEADER);
            if let Err(thrown) = self.ensure_stack(callee.add(args.len() + HEADER)) {
                self.pop_reentry(base);
                return Err(thrown);
            }
            open_window(callee, func, called_class.map_or(std::ptr::null(), std::ptr::from_ref));
            let head = header(callee);
            if let Some(this) = this {
                (&raw mut head.this).write(Value::object(this.clone()));
            }
            head.nargs = args.len() as u32;
            for (i, arg) in args.iter_mut().enumerate() {
                let value = arg.take_undef();
                callee.add(i).write(if value.is_ref() { value.clone_deref() } else { value });
            }
            header(base).nargs = 1 + HEADER as u32 + args.len() as u32;
            let result = match func.body {
                _ if self.stack.is_watched() => self.run_watched(callee, func, args.len() as u32),
                Body::Builtin(thunk) => builtin::run_function(self, thunk, func, callee, args.len() as u32),
                Body::BuiltinMethod(thunk) => builtin::run_method(self, thunk, func, callee, args.len() as u32, self.fp),
                _ => Ok(Value::NULL),
            };
            self.drop_args(callee, args.len() as u32);
            if this.is_some() {
                drop(header(callee).this.take_undef());
            }
            // Nobody returned to the frame: it holds no result.
            header(base).nargs = 0;
            self.fp = header(base).prev;
            if !header(base).extra.is_null() {
                self.pop_reentry(base);
            }
            self.cx.check()?;
            // A builtin that calls builtins reaches no op at which an interrupt would be seen.
            if self.interrupted() && result.is_ok() {
                self.handle_interrupt()?;
            }
            result.map(|value| if value.is_ref() { value.clone_deref() } else { value })
        }
    }

    /// # Safety
    /// `base` is a fresh re-entry frame and `callee` the window above it.
    unsafe fn call_window(
        &mut self,
        base: *mut Value,
        callee: *mut Value,
        func: &'static Func,
        args: &mut [Value],
        named: Option<&PhpArray>,
    ) -> PhpResult<Value> {
        // SAFETY: as the caller promises.
        unsafe {
            // Handlers of warnings about the arguments leave the window's header alone.
            header(base).nargs = 1 + HEADER as u32;
            let by_ref = func.flags.has(FnFlags::REF_PARAMS);
            for (i, arg) in args.iter_mut().enumerate() {
                if by_ref && func.by_ref(i) {
                    if !arg.is_ref() && !func.param_for(i).is_some_and(|p| p.prefer_ref) {
                        loxo_runtime::error::calls::warn_by_value(&mut self.cx, func, i);
                        let _ = arg.make_ref();
                    }
                } else if arg.is_ref() {
                    *arg = arg.clone_deref();
                }
            }
            let plain = named.is_none() && args.iter().all(|arg| !arg.is_undef());
            let placed = if plain { self.move_args(callee, args) } else { self.place_with_names(callee, func, args, named) };
            let count = match placed {
                Ok(count) => count,
                Err(thrown) => {
                    header(base).nargs = 1;
                    self.drop_call(callee, 0);
                    return Err(thrown);
                }
            };
            header(base).nargs = 1 + HEADER as u32 + count;
            let next = self.enter_call(callee, count, header(base).pc, base);
            header(base).nargs = 1;
            match next {
                Ok(pc) if pc == reentry::stop() => {}
                Ok(pc) => self.run(pc),
                Err(_) if self.fp == base => return Err(loxo_runtime::Thrown),
                Err(_) => {
                    let pc = self.unwind();
                    if pc != reentry::stop() {
                        self.run(pc);
                    }
                }
            }
            self.fp = base;
            self.cx.check()?;
            Ok((*base).take_undef())
        }
    }
}

impl Vm {
    /// Moves arguments into a window; gives their count.
    ///
    /// # Safety
    /// As for [`Vm::init_dynamic`].
    unsafe fn move_args(&mut self, callee: *mut Value, args: &mut [Value]) -> PhpResult<u32> {
        self.ensure_stack(callee.wrapping_add(args.len() + HEADER))?;
        for (i, arg) in args.iter_mut().enumerate() {
            // SAFETY: as the caller promises; the stack reaches that far, and nothing of the caller lies above the window's header.
            unsafe { callee.add(i).write(arg.take_undef()) };
        }
        Ok(args.len() as u32)
    }

    /// The same where names or skipped parameters are among them.
    ///
    /// # Safety
    /// As for [`Vm::init_dynamic`].
    unsafe fn place_with_names(
        &mut self,
        callee: *mut Value,
        func: &'static Func,
        args: &mut [Value],
        named: Option<&PhpArray>,
    ) -> PhpResult<u32> {
        let name_of = |key: KeyRef<'_>| match key {
            KeyRef::Str(s) => s.clone(),
            KeyRef::Int(i) => PhpStr::new(i.to_string().as_bytes()),
        };
        let mut named: Vec<(PhpStr, Value)> =
            named.map(|all| all.iter().map(|(key, value)| (name_of(key), value.clone())).collect()).unwrap_or_default();
        for (name, value) in &mut named {
            let index = func.params.iter().position(|param| param.name.as_bytes() == name.as_bytes());
            match index.filter(|index| func.by_ref(*index)) {
                Some(index) if !value.is_ref() && !func.params[index].prefer_ref => {
                    loxo_runtime::error::calls::warn_by_value(&mut self.cx, func, index);
                    let _ = value.make_ref();
                }
                Some(_) => {}
                None if value.is_ref() => *value = value.clone_deref(),
                None => {}
            }
        }
        let mut list = ArgList { positional: args.iter_mut().map(Value::take_undef).collect(), named: Vec::new() };
        // SAFETY: as the caller promises.
        unsafe {
            for (name, value) in named {
                self.name_argument(&mut list, callee, &name, value)?;
            }
            self.place_args(callee, func, &mut list)
        }
    }
}

/// Writes what a closure has captured, and undef where it has found nothing.
///
/// # Safety
/// The slots are those behind the parameters of its function's frame.
#[inline(never)]
unsafe fn bind_captured(callable: &Callable, first: *mut Value) {
    let captured = callable.closure.as_ref().and_then(|object| object.native::<Closure>());
    // SAFETY: as the caller promises.
    unsafe {
        let bound = captured.map_or(0, |closure| closure.bind_variables(first));
        clear_locals(first.add(bound), first.add(crate::code::code_of(callable.func).function().uses.len()));
    }
}
