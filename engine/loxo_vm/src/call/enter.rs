//! Entering a call whose window is complete, when something about it is out of the ordinary.

use loxo_bytecode::{ArgumentKind, FnFlags};
use loxo_runtime::{Body, Func, PhpResult, Thrown};
use loxo_value::{PhpArray, Value};

use crate::Vm;
use crate::code::call_site::call_site;
use crate::code::instruction::Pc;
use crate::frame::{self, HEADER, flags, header, slot};
use crate::objects::closure::Closure;

impl Vm {
    /// Runs the call started in the window `callee` with `count` arguments in place: everything that `Call`'s fast path leaves out.
    ///
    /// # Safety
    /// `pc` is the call op of the running frame `fp`.
    pub(crate) unsafe fn enter_call(&mut self, callee: *mut Value, count: u32, pc: Pc, fp: *mut Value) -> PhpResult<Pc> {
        // SAFETY: as the caller promises.
        unsafe {
            let head = header(callee);
            let func: &'static Func = &*head.func;
            if head.flags & flags::NO_CONSTRUCTOR != 0 {
                self.drop_args(callee, count);
                self.write_result(pc, fp, Value::NULL);
                return Ok(pc.add(1));
            }
            if func.flags.has(FnFlags::REF_PARAMS)
                && let Err(thrown) = self.before_call(callee, count, fp, |vm| vm.fix_ref_args(callee, func, count, pc, fp))
            {
                self.drop_call(callee, count);
                return Err(thrown);
            }
            if func.flags.any(FnFlags::DEPRECATED.with(FnFlags::NO_DISCARD))
                && let Err(thrown) = self.before_call(callee, count, fp, |vm| vm.report_deprecation(func, pc))
            {
                self.drop_call(callee, count);
                return Err(thrown);
            }
            if head.flags & flags::MAGIC != 0 {
                return self.enter_magic(callee, count, pc, fp);
            }
            self.enter_body(callee, func, count, pc, fp)
        }
    }

    /// Does something that may run PHP code while the arguments of a call wait. They may reach beyond the frame if they came out of an
    /// array.
    ///
    /// # Safety
    /// As for [`Vm::enter_call`].
    unsafe fn before_call<R>(&mut self, callee: *mut Value, count: u32, fp: *mut Value, work: impl FnOnce(&mut Vm) -> R) -> R {
        // SAFETY: as the caller promises.
        unsafe {
            let end = callee.add(count as usize);
            let wide = if end > self.stack_top() { (self.fp, end) } else { self.overflow_args };
            let outer = std::mem::replace(&mut self.overflow_args, wide);
            let result = self.beside_call(fp, work);
            self.overflow_args = outer;
            result
        }
    }

    /// The last part of entering a call, when nothing is left to say about it.
    ///
    /// # Safety
    /// As for [`Vm::enter_call`].
    unsafe fn enter_body(&mut self, callee: *mut Value, func: &'static Func, count: u32, pc: Pc, fp: *mut Value) -> PhpResult<Pc> {
        // SAFETY: as the caller promises.
        unsafe {
            match func.body {
                Body::User => self.enter_user(callee, count, fp),
                Body::Abstract => {
                    self.drop_call(callee, count);
                    Err(self.cx.throw_error([b"Cannot call abstract method ".as_slice(), &func.display_name(), b"()"].concat()))
                }
                // Too many arguments are refused first, by the builtin itself.
                Body::Builtin(_) if header(callee).flags & flags::DYNAMIC != 0 && (count <= func.num_params || func.is_variadic()) => {
                    let error = self.refuse_dynamic_call(func);
                    self.drop_call(callee, count);
                    Err(error)
                }
                Body::Builtin(_) | Body::BuiltinMethod(_) => {
                    let result = self.run_builtin(callee, func, count);
                    self.drop_call(callee, count);
                    let value = result?;
                    let value = if value.is_ref() && !(*pc).has(loxo_bytecode::flag::KEEP) { value.clone_deref() } else { value };
                    self.write_result(pc, fp, value);
                    Ok(pc.add(1))
                }
            }
        }
    }

    /// # Safety
    /// `callee` has `count` arguments.
    pub(crate) unsafe fn drop_args(&mut self, callee: *mut Value, count: u32) {
        for i in 0..count as usize {
            // SAFETY: as the caller promises.
            drop(unsafe { (*callee.add(i)).take_undef() });
        }
    }

    /// Drops a window with its arguments.
    ///
    /// # Safety
    /// As for [`Vm::drop_args`].
    pub(crate) unsafe fn drop_call(&mut self, callee: *mut Value, count: u32) {
        // SAFETY: as the caller promises.
        unsafe {
            self.drop_args(callee, count);
            let head = header(callee);
            drop(head.this.take_undef());
            drop(head.closure.take_undef());
            frame::drop_extra(head);
        }
    }

    /// Enters a user function: surplus arguments move below its header, a closure's variables into their slots.
    ///
    /// # Safety
    /// As for [`Vm::enter_call`].
    unsafe fn enter_user(&mut self, mut callee: *mut Value, count: u32, fp: *mut Value) -> PhpResult<Pc> {
        // SAFETY: as the caller promises; the stack is made to reach before anything is written.
        unsafe {
            let func: &'static Func = &*header(callee).func;
            let end = callee.add(func.frame_slots as usize + 2 * HEADER + count as usize);
            if let Err(thrown) = self.ensure_frame(callee, end) {
                self.drop_call(callee, count);
                return Err(thrown);
            }
            let params = func.num_params;
            let mut passed = count;
            if count > params {
                callee = frame::shift_surplus(callee, params, count);
                passed = params;
            }
            let head = header(callee);
            frame::complete(callee, func, passed as usize, count, fp);
            if func.flags.has(FnFlags::CAPTURES)
                && let Some(closure) = head.closure.as_object().and_then(|o| o.native::<Closure>())
            {
                closure.bind_variables(callee.add(params as usize));
            }
            self.fp = callee;
            let entry = crate::code::code_of(func).start();
            head.pc = entry;
            if !required_passed(callee, func, count) {
                let thrown = self.miss_argument(callee, func, count);
                // No handler of the function sees it: its code has not begun.
                self.leave_frame(callee);
                return Err(thrown);
            }
            Ok(entry)
        }
    }

    /// A required parameter got nothing. Those in front of it are looked at first.
    ///
    /// # Safety
    /// `callee` is the entered frame.
    unsafe fn miss_argument(&mut self, callee: *mut Value, func: &'static Func, count: u32) -> Thrown {
        // SAFETY: as the caller promises.
        let skipped = (0..func.required.min(count) as usize).find(|&i| unsafe { slot::tag(callee.add(i)) == slot::UNDEF });
        if let Some(index) = skipped {
            return crate::call::errors::not_passed(self, callee, index);
        }
        for (i, param) in func.params.iter().enumerate() {
            // SAFETY: as the caller promises.
            let place = unsafe { &mut *callee.add(i) };
            if place.is_undef() {
                break;
            }
            if param.ty.is_some() {
                // SAFETY: as the caller promises.
                if let Err(thrown) = unsafe { self.check_parameter(callee, func, i, i, place.deref_mut()) } {
                    return thrown;
                }
            }
        }
        crate::call::errors::too_few_arguments(self, callee, count)
    }

    /// `__call($name, $args)` behind a method that does not exist.
    ///
    /// # Safety
    /// As for [`Vm::enter_call`].
    unsafe fn enter_magic(&mut self, callee: *mut Value, count: u32, pc: Pc, fp: *mut Value) -> PhpResult<Pc> {
        // SAFETY: as the caller promises; the window can take two arguments (frames end in spare slots).
        unsafe {
            let mut args = PhpArray::with_capacity(count as usize);
            for i in 0..count as usize {
                let _ = args.push((*callee.add(i)).take_undef());
            }
            let named = header(callee).extra.as_mut().and_then(|extra| extra.named.take());
            for (key, value) in named.iter().flat_map(PhpArray::iter) {
                args.set(&key.to_key(), value.clone());
            }
            let (func, name) = crate::call::magic::take_magic(callee).expect("a call of that kind");
            self.ensure_stack(callee.add(HEADER + 4))?;
            callee.write(Value::string(name.clone()));
            callee.add(1).write(Value::array(args));
            if func.flags.any(FnFlags::DEPRECATED.with(FnFlags::NO_DISCARD)) {
                // Messages name the method that was called.
                let called = Func { name: loxo_value::IStr::new(name.as_bytes()), ..func.clone() };
                if let Err(thrown) = self.before_call(callee, 2, fp, |vm| vm.report_deprecation(&called, pc)) {
                    self.drop_call(callee, 2);
                    return Err(thrown);
                }
            }
            self.enter_body(callee, func, 2, pc, fp)
        }
    }

    /// Arguments of by-reference parameters that did not arrive as references.
    ///
    /// # Safety
    /// As for [`Vm::enter_call`].
    unsafe fn fix_ref_args(&mut self, callee: *mut Value, func: &'static Func, count: u32, pc: Pc, fp: *mut Value) -> PhpResult<()> {
        // SAFETY: as the caller promises.
        unsafe {
            for i in 0..count as usize {
                let arg = callee.add(i);
                if !func.by_ref(i) || slot::tag(arg) == slot::REFERENCE || slot::tag(arg) == slot::UNDEF {
                    continue;
                }
                let prefer = func.param_for(i).is_some_and(|p| p.prefer_ref);
                if !prefer {
                    match call_site(fp, pc, count).and_then(|s| s.kinds.get(i)) {
                        Some(ArgumentKind::Value) => return Err(loxo_runtime::error::calls::not_by_reference(&mut self.cx, func, i)),
                        Some(ArgumentKind::CallResult) => self.cx.notice("Only variables should be passed by reference"),
                        Some(ArgumentKind::CallUserFunc) => loxo_runtime::error::calls::warn_by_value(&mut self.cx, func, i),
                        Some(ArgumentKind::Variable) | None => {}
                    }
                    self.cx.check()?;
                    let _ = (*arg).make_ref();
                }
            }
            Ok(())
        }
    }

    /// `CheckRefArg`
    ///
    /// # Safety
    /// `arg` is a live slot.
    pub(crate) unsafe fn check_ref_argument(&mut self, func: &'static Func, index: usize, arg: *mut Value) -> PhpResult<()> {
        // SAFETY: as the caller promises.
        let is_ref = unsafe { slot::tag(arg) == slot::REFERENCE };
        if !func.by_ref(index) || is_ref || func.param_for(index).is_some_and(|p| p.prefer_ref) {
            return Ok(());
        }
        Err(loxo_runtime::error::calls::not_by_reference(&mut self.cx, func, index))
    }

    /// Deprecation and `#[\NoDiscard]` of a function about to run.
    fn report_deprecation(&mut self, func: &Func, pc: Pc) -> PhpResult<()> {
        // SAFETY: `pc` is the running instruction.
        let discards = unsafe { (*pc).x() == loxo_bytecode::NONE && (*pc).has(loxo_bytecode::flag::DISCARD) };
        crate::call::errors::report_deprecation(self, func, discards)
    }
}

/// Each required parameter of an entered frame has a value: those that arguments by name skipped have none, though the count may be enough.
///
/// # Safety
/// `callee` is the entered frame, which got `count` arguments.
unsafe fn required_passed(callee: *mut Value, func: &Func, count: u32) -> bool {
    // SAFETY: as the caller promises.
    count >= func.required && (0..func.required as usize).all(|i| unsafe { slot::tag(callee.add(i)) != slot::UNDEF })
}
