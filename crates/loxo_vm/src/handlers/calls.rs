//! Calls: starting one (resolving the callee into a window), passing arguments, entering, returning.

use loxo_bytecode::{FnFlags, NONE, flag};
use loxo_runtime::{Body, Class, FnId, Func};
use loxo_value::{PhpStr, Value};

use super::moves::make_ref;
use super::{cold_path, go_cold, slow_op};
use crate::Vm;
use crate::arglist::ArgList;
use crate::frame::{self, HEADER, flags, header};
use crate::insn::{Pc, go, konst, slot, slot_x};
use crate::raw;

/// Writes the header of a window whose callee is known.
///
/// # Safety
/// `callee` is the frame address of a window of the running frame.
#[inline(always)]
pub(crate) unsafe fn start(callee: *mut Value, func: &Func, class: *const Class) {
    // SAFETY: the window's header slots belong to the frame and hold nothing.
    unsafe {
        let head = callee.sub(HEADER).cast::<frame::Header>();
        (&raw mut (*head).func).write(func);
        (&raw mut (*head).class).write(class);
        (&raw mut (*head).extra).write(std::ptr::null_mut());
        raw::set_tag(&raw mut (*head).this, raw::UNDEF);
        raw::set_tag(&raw mut (*head).closure, raw::UNDEF);
        (&raw mut (*head).flags).write(0);
        (&raw mut (*head).nargs).write(0);
    }
}

#[allow(non_snake_case)]
pub unsafe extern "C-unwind" fn InitFn(pc: Pc, fp: *mut Value, vm: *mut Vm) -> u64 {
    // SAFETY: operands are verified; the request's table is read in bounds.
    unsafe {
        if let Some(Some(func)) = (&(*vm).cx.fns).get((*pc).b as usize) {
            start(slot!(pc, fp, a), func, std::ptr::null());
            go!(pc.add(1), fp, vm)
        }
        go_cold!(init_fn_missing, pc, fp, vm)
    }
}

cold_path!(init_fn_missing, |vm, fp, pc| {
    let name = FnId((*pc).b as u32).name();
    Err(vm.cx.error([b"Call to undefined function ", name.as_bytes(), b"()"].concat()))
});

#[allow(non_snake_case)]
pub unsafe extern "C-unwind" fn InitFnNs(pc: Pc, fp: *mut Value, vm: *mut Vm) -> u64 {
    // SAFETY: as for InitFn.
    unsafe {
        let fns = &(*vm).cx.fns;
        let found = fns.get((*pc).b as usize).copied().flatten().or_else(|| fns.get((*pc).c as usize).copied().flatten());
        if let Some(func) = found {
            start(slot!(pc, fp, a), func, std::ptr::null());
            go!(pc.add(1), fp, vm)
        }
        go_cold!(init_fn_missing, pc, fp, vm)
    }
}

slow_op!(InitDyn, |vm, fp, pc| {
    let callee = vm.operand_b(fp, pc);
    vm.init_dynamic(slot!(pc, fp, a), callee)
});

#[allow(non_snake_case)]
pub unsafe extern "C-unwind" fn InitMethod(pc: Pc, fp: *mut Value, vm: *mut Vm) -> u64 {
    // SAFETY: operands are slots of this frame; a cache entry pairs a class with a method of it that this scope may call.
    unsafe {
        let object = raw::deref(slot!(pc, fp, b));
        if raw::tag(object) == raw::OBJECT {
            let entry = &*(*vm).caches.add((*pc).x() as usize);
            let class = (*raw::object(object)).class as usize;
            if entry.key == class {
                let callee = slot!(pc, fp, a);
                start(callee, &*(entry.value as *const Func), class as *const Class);
                let this = &raw mut header(callee).this;
                if (*pc).has(flag::CONSUME_B) && std::ptr::eq(object, slot!(pc, fp, b)) {
                    raw::copy_bits(this, object);
                } else {
                    raw::copy(this, object);
                }
                if !(*pc).has(flag::CONSUME_B) || std::ptr::eq(object, slot!(pc, fp, b)) {
                    go!(pc.add(1), fp, vm)
                }
                go_cold!(free_consumed_b, pc, fp, vm)
            }
        }
        go_cold!(init_method_slow, pc, fp, vm)
    }
}

cold_path!(free_consumed_b, |vm, fp, pc| {
    drop((*slot!(pc, fp, b)).take_undef());
    Ok(())
});

cold_path!(init_method_slow, |vm, fp, pc| {
    let object = vm.operand_b(fp, pc);
    let name = (*konst!(pc, c)).as_str().expect("method names are strings").clone();
    vm.init_method(slot!(pc, fp, a), object, &name, (*pc).x())
});

slow_op!(InitMethodDyn, |vm, fp, pc| {
    let object = vm.operand_b(fp, pc);
    let name = vm.operand_c(fp, pc);
    match name.as_str() {
        Some(text) => vm.init_method(slot!(pc, fp, a), object, text, 0),
        None if name.is_object() => vm.init_dynamic(slot!(pc, fp, a), name),
        None => Err(vm.cx.error("Method name must be a string")),
    }
});

slow_op!(InitStaticCall, |vm, fp, pc| {
    let callee = slot!(pc, fp, a);
    let entry = *vm.caches.add((*pc).x() as usize);
    if (*pc).x() != 0 && entry.key != 0 && (*pc).b >= 0 && vm.cached_class((*pc).b, entry.key) {
        // A static method of a class named outright.
        start(callee, &*(entry.value as *const Func), entry.key as *const Class);
        return Ok(());
    }
    let class = vm.class_operand(fp, (*pc).b as u32)?;
    let name = (*konst!(pc, c)).as_str().expect("method names are strings").clone();
    vm.init_static(callee, class, (*pc).b as u32, &name, (*pc).x())
});

slow_op!(InitStaticCallDyn, |vm, fp, pc| {
    let class = vm.class_operand(fp, (*pc).b as u32)?;
    let name = vm.operand_c(fp, pc);
    match name.as_str() {
        Some(text) => vm.init_static(slot!(pc, fp, a), class, (*pc).b as u32, text, 0),
        None if name.is_object() => vm.init_dynamic(slot!(pc, fp, a), name),
        None => Err(vm.cx.error("Method name must be a string")),
    }
});

slow_op!(InitParentHook, |vm, fp, pc| {
    let name = (*konst!(pc, b)).as_str().expect("property names are strings").clone();
    vm.init_parent_hook(fp, slot!(pc, fp, a), &name, (*pc).c != 0)
});

slow_op!(New, |vm, fp, pc| {
    let callee = slot!(pc, fp, c);
    let class = vm.class_operand(fp, (*pc).b as u32)?;
    let object = vm.cx.instantiate(class)?;
    let scope = vm.scope_of(fp);
    let constructor = match class.magic.constructor {
        None => None,
        Some(found) => match vm.cx.check_constructor(class, found, scope) {
            Ok(()) => Some(found),
            Err(thrown) => {
                // An object that was never constructed is not destructed either.
                object.set_destructed();
                return Err(thrown);
            }
        },
    };
    match constructor {
        Some(constructor) => {
            start(callee, constructor, class);
            let head = header(callee);
            head.flags = flags::CONSTRUCTOR;
            (&raw mut head.this).write(Value::object(object.clone()));
        }
        None => {
            start(callee, crate::reentry::no_constructor(), class);
            header(callee).flags = flags::NO_CONSTRUCTOR;
        }
    }
    slot!(pc, fp, a).write(Value::object(object));
    Ok(())
});

slow_op!(JumpIfNoConstructor => jump, |vm, fp, pc| {
    let head = header(slot!(pc, fp, a));
    Ok(if head.flags & flags::NO_CONSTRUCTOR != 0 { crate::insn::target!(pc) } else { pc.add(1) })
});

#[allow(non_snake_case)]
pub unsafe extern "C-unwind" fn CopyArg(pc: Pc, fp: *mut Value, vm: *mut Vm) -> u64 {
    // SAFETY: operands are slots of this frame; the window has its callee.
    unsafe {
        let func = &*header(slot!(pc, fp, c)).func;
        if !func.flags.has(FnFlags::REF_PARAMS) {
            let src = slot!(pc, fp, b);
            if raw::tag(src) != raw::UNDEF {
                raw::copy(slot!(pc, fp, a), raw::deref(src));
                go!(pc.add(1), fp, vm)
            }
        }
        go_cold!(copy_arg_slow, pc, fp, vm)
    }
}

cold_path!(copy_arg_slow, |vm, fp, pc| {
    let func = &*header(slot!(pc, fp, c)).func;
    let var = slot!(pc, fp, b);
    let arg = slot!(pc, fp, a);
    if func.by_ref((*pc).x() as usize) && var != fp.sub(1) {
        arg.write(Value::reference(make_ref(var)));
        return Ok(());
    }
    if raw::tag(var) == raw::UNDEF {
        // The slot must be whole while the handler of the warning may look at it.
        raw::set_tag(arg, raw::NULL);
        vm.undefined_variable(fp, var);
        return Ok(());
    }
    raw::copy(arg, raw::deref(var));
    Ok(())
});

slow_op!(JumpIfArgByValue => jump, |vm, fp, pc| {
    let func = &*header(slot!(pc, fp, a)).func;
    Ok(if func.by_ref((*pc).b as usize) { pc.add(1) } else { crate::insn::target!(pc) })
});

/// Enters the user function in the window `callee` with `count` arguments in place; everything ordinary.
macro_rules! enter {
    ($func:expr, $callee:expr, $count:expr, $fp:expr, $vm:expr) => {{
        let func: &Func = $func;
        let head = $callee.sub(HEADER).cast::<frame::Header>();
        (*head).prev = $fp;
        (*head).nargs = $count;
        let mut i = $count as usize;
        let locals = func.num_locals as usize;
        while i < locals {
            raw::set_tag($callee.add(i), raw::UNDEF);
            i += 1;
        }
        (*$vm).fp = $callee;
        let entry = func.entry as Pc;
        go!(entry, $callee, $vm)
    }};
}

/// A user function that needs nothing at entry but its missing locals made undef.
#[inline(always)]
unsafe fn is_plain(func: &Func, count: u32) -> bool {
    func.entry != 0 && count <= func.num_params && count >= func.required && !func.flags.any(SPECIAL)
}

const SPECIAL: FnFlags = FnFlags::VARIADIC
    .with(FnFlags::CLOSURE)
    .with(FnFlags::ABSTRACT)
    .with(FnFlags::REF_PARAMS)
    .with(FnFlags::DEPRECATED)
    .with(FnFlags::NO_DISCARD);

#[allow(non_snake_case)]
pub unsafe extern "C-unwind" fn Call(pc: Pc, fp: *mut Value, vm: *mut Vm) -> u64 {
    // SAFETY: the window was started and its arguments written.
    unsafe {
        let callee = slot!(pc, fp, a);
        let func = &*header(callee).func;
        let count = (*pc).b as u32;
        if is_plain(func, count) && callee.add(func.frame_slots as usize + HEADER) <= (*vm).stack.limit {
            header(fp).pc = pc;
            enter!(func, callee, count, fp, vm)
        }
        if let Body::Builtin(thunk) = func.body {
            if !func.flags.any(SPECIAL) {
                header(fp).pc = pc;
                let next = call_builtin(thunk, func, callee, count, pc, fp, vm);
                go!(next, (*vm).fp, vm)
            }
        }
        go_cold!(call_slow, pc, fp, vm)
    }
}

cold_path!(call_slow => jump, |vm, fp, pc| { vm.enter_call(slot!(pc, fp, a), (*pc).b as u32, pc, fp) });

#[allow(non_snake_case)]
pub unsafe extern "C-unwind" fn CallRef(pc: Pc, fp: *mut Value, vm: *mut Vm) -> u64 {
    // SAFETY: as for Call; returning looks at the op to know whether a reference is wanted.
    unsafe { go_cold!(call_slow, pc, fp, vm) }
}

cold_path!(call_for_arg => jump, |vm, fp, pc| {
    // The result is an argument of another started call: whether a reference stays one depends on that call's callee.
    vm.enter_call(slot!(pc, fp, a), (*pc).b as u32, pc, fp)
});

#[allow(non_snake_case)]
pub unsafe extern "C-unwind" fn CallForArg(pc: Pc, fp: *mut Value, vm: *mut Vm) -> u64 {
    // SAFETY: as for Call.
    unsafe { go_cold!(call_for_arg, pc, fp, vm) }
}

#[allow(non_snake_case)]
pub unsafe extern "C-unwind" fn CallFn(pc: Pc, fp: *mut Value, vm: *mut Vm) -> u64 {
    // SAFETY: as for Call; the callee's address is a constant of the unit.
    unsafe {
        let callee = slot!(pc, fp, a);
        let func: &Func = *pc.cast::<u8>().offset((*pc).b as isize).cast::<&'static Func>();
        start(callee, func, std::ptr::null());
        let count = (*pc).c as u32;
        if is_plain(func, count) && callee.add(func.frame_slots as usize + HEADER) <= (*vm).stack.limit {
            header(fp).pc = pc;
            enter!(func, callee, count, fp, vm)
        }
        go_cold!(call_fn_slow, pc, fp, vm)
    }
}

cold_path!(call_fn_slow => jump, |vm, fp, pc| { vm.enter_call(slot!(pc, fp, a), (*pc).c as u32, pc, fp) });

#[allow(non_snake_case)]
pub unsafe extern "C-unwind" fn CallBuiltin(pc: Pc, fp: *mut Value, vm: *mut Vm) -> u64 {
    // SAFETY: the compiler only names builtins that exist; the table is read in bounds.
    unsafe {
        let callee = slot!(pc, fp, a);
        if let Some(Some(func)) = (&(*vm).cx.fns).get((*pc).b as usize) {
            if let Body::Builtin(thunk) = func.body {
                if !func.flags.has(FnFlags::DEPRECATED) {
                    header(fp).pc = pc;
                    let next = call_builtin(thunk, func, callee, (*pc).c as u32, pc, fp, vm);
                    go!(next, (*vm).fp, vm)
                }
            }
        }
        go_cold!(call_named_slow, pc, fp, vm)
    }
}

cold_path!(call_named_slow => jump, |vm, fp, pc| {
    let callee = slot!(pc, fp, a);
    let Some(func) = vm.cx.func(FnId((*pc).b as u32)) else {
        let name = FnId((*pc).b as u32).name();
        for i in 0..(*pc).c as usize {
            drop((*callee.add(i)).take_undef());
        }
        return Err(vm.cx.error([b"Call to undefined function ", name.as_bytes(), b"()"].concat()));
    };
    start(callee, func, std::ptr::null());
    vm.enter_call(callee, (*pc).c as u32, pc, fp)
});

#[allow(non_snake_case)]
pub unsafe extern "C-unwind" fn CallFrameBuiltin(pc: Pc, fp: *mut Value, vm: *mut Vm) -> u64 {
    // SAFETY: as for CallBuiltin.
    unsafe { CallBuiltin(pc, fp, vm) }
}

/// Runs a builtin function on the arguments in a window and writes its result.
#[inline(never)]
unsafe fn call_builtin(
    thunk: loxo_runtime::Thunk,
    func: &'static Func,
    callee: *mut Value,
    count: u32,
    pc: Pc,
    fp: *mut Value,
    vm: *mut Vm,
) -> Pc {
    // SAFETY: the caller vouches for the window; the arguments are moved out of it when the builtin is done.
    unsafe {
        let outer = (*vm).cx.active.replace(func);
        let args = std::slice::from_raw_parts_mut(callee, count as usize);
        let result = thunk(&mut (*vm).cx, args);
        (*vm).cx.active = outer;
        for i in 0..count as usize {
            let arg = callee.add(i);
            if raw::counted(arg) {
                drop((*arg).take_undef());
            }
        }
        let result = result.map(|value| {
            (*vm).write_result(pc, fp, value);
            pc.add(1)
        });
        super::finish(result, pc, fp, vm)
    }
}

slow_op!(BeginArgs, |vm, fp, pc| {
    slot!(pc, fp, a).write(ArgList::new_value());
    Ok(())
});

slow_op!(ArgsPush, |vm, fp, pc| {
    let value = if (*pc).has(flag::BY_REF) { vm.take_b(fp, pc) } else { vm.operand_b(fp, pc) };
    ArgList::of(&mut *slot!(pc, fp, a)).push(&mut vm.cx, value)
});

slow_op!(ArgsPushVar, |vm, fp, pc| {
    let func = &*header(slot!(pc, fp, c)).func;
    let var = slot!(pc, fp, b);
    let list = ArgList::of(&mut *slot!(pc, fp, a));
    let value =
        if func.by_ref(list.positional_count()) && var != fp.sub(1) { Value::reference(make_ref(var)) } else { vm.operand_b(fp, pc) };
    ArgList::of(&mut *slot!(pc, fp, a)).push(&mut vm.cx, value)
});

slow_op!(ArgsSpread, |vm, fp, pc| {
    let source = vm.operand_b(fp, pc);
    let func = header(slot!(pc, fp, c)).func;
    vm.spread_args(slot!(pc, fp, a), &source, &*func)
});

slow_op!(ArgsNamed, |vm, fp, pc| {
    let value = if (*pc).has(flag::BY_REF) { vm.take_c(fp, pc) } else { vm.operand_c(fp, pc) };
    let name = (*konst!(pc, b)).as_str().expect("argument names are strings").clone();
    ArgList::of(&mut *slot!(pc, fp, a)).push_named(&mut vm.cx, name, value)
});

slow_op!(JumpIfNamedByValue => jump, |vm, fp, pc| {
    let func = &*header(slot!(pc, fp, a)).func;
    let name: &PhpStr = (*konst!(pc, b)).as_str().expect("argument names are strings");
    let by_ref = match func.params.iter().find(|p| p.name.as_bytes() == name.as_bytes()) {
        Some(param) => param.by_ref,
        None => func.is_variadic() && func.params.last().is_some_and(|p| p.by_ref),
    };
    Ok(if by_ref { pc.add(1) } else { crate::insn::target!(pc) })
});

slow_op!(JumpIfNextByValue => jump, |vm, fp, pc| {
    let func = &*header(slot!(pc, fp, a)).func;
    let position = ArgList::of(&mut *slot!(pc, fp, b)).positional_count();
    Ok(if func.by_ref(position) { pc.add(1) } else { crate::insn::target!(pc) })
});

slow_op!(CallArgs => jump, |vm, fp, pc| {
    let list = (*slot!(pc, fp, b)).take_undef();
    vm.enter_with_list(slot!(pc, fp, a), list, pc, fp)
});

slow_op!(MakeCallable, |vm, fp, pc| {
    let closure = vm.callable_of_window(slot!(pc, fp, b))?;
    slot!(pc, fp, a).write(Value::object(closure));
    Ok(())
});

slow_op!(CheckRefArg, |vm, fp, pc| {
    let func = vm.callee_of_window(fp, pc);
    let position = (*pc).c as usize;
    vm.check_ref_argument(func, position, slot!(pc, fp, a), (*pc).x())
});

impl Vm {
    /// Gives a call's result to the slot that its op names.
    ///
    /// # Safety
    /// `pc` is a call op of frame `fp`.
    #[inline]
    pub(crate) unsafe fn write_result(&mut self, pc: Pc, fp: *mut Value, value: Value) {
        // SAFETY: as the caller promises.
        unsafe {
            if (*pc).x() != NONE {
                slot_x!(pc, fp).write(value);
            } else {
                drop(value);
            }
        }
    }
}

impl Vm {
    /// The callee of the window that `CheckRefArg` at `pc` names: it may not be written there yet, if the call that follows is a `CallFn`.
    ///
    /// # Safety
    /// `pc` is the running op of frame `fp`.
    unsafe fn callee_of_window(&self, fp: *mut Value, pc: Pc) -> &'static Func {
        // SAFETY: as the caller promises.
        unsafe {
            let code = crate::code::code_of(&*header(fp).func);
            let at = code.index_of(pc);
            let ops = &code.function().code;
            let call = ops[at..].iter().find(|op| op.a == ops[at].b && crate::code::is_call(op.code));
            match call {
                Some(call) if call.code == loxo_bytecode::OpCode::CallFn => code.unit.funcs[call.b as usize],
                _ => &*header(slot!(pc, fp, b)).func,
            }
        }
    }
}

// ------------------------------------------------------------------------------------------------------------ returning

/// Leaves the frame of an ordinary function, whose result stands in `src`.
#[allow(non_snake_case)]
pub unsafe extern "C-unwind" fn Return(pc: Pc, fp: *mut Value, vm: *mut Vm) -> u64 {
    // SAFETY: operands are slots of this frame; the frame below stands at the call.
    unsafe {
        let src = slot!(pc, fp, a);
        let head = header(fp);
        let tag = raw::tag(src);
        if head.flags == 0 && tag != raw::UNDEF && tag != raw::REFERENCE && !raw::counted(&raw const head.closure) {
            let caller = head.prev;
            let call = header(caller).pc;
            // The result is safe in a register pair while the locals go.
            let consume = (*pc).has(flag::CONSUME_A);
            let payload = *src.cast::<u64>();
            let kind = u64::from(*src.cast::<u32>().add(2));
            if !consume {
                raw::count_up(src);
            }
            let locals = (*head.func).num_locals as usize;
            let mut i = 0;
            let mut clean = true;
            while i < locals {
                clean &= !raw::counted(fp.add(i));
                i += 1;
            }
            clean &= !raw::counted(&raw const head.this);
            if clean && (*call).x() != NONE {
                let dst = slot_x!(call, caller).cast::<u64>();
                *dst = payload;
                *dst.add(1) = kind;
                (*vm).fp = caller;
                go!(call.add(1), caller, vm)
            }
            let next = leave(payload, kind, fp, vm);
            go!(next, (*vm).fp, vm)
        }
        go_cold!(return_slow, pc, fp, vm)
    }
}

/// The part of returning that drops locals.
#[inline(never)]
unsafe fn leave(payload: u64, kind: u64, fp: *mut Value, vm: *mut Vm) -> Pc {
    // SAFETY: as for Return.
    unsafe {
        let head = header(fp);
        let caller = head.prev;
        let call = header(caller).pc;
        (*vm).fp = caller;
        let mut result = Value::UNDEF;
        *(&raw mut result).cast::<u64>() = payload;
        *(&raw mut result).cast::<u64>().add(1) = kind;
        (*vm).write_result(call, caller, result);
        let locals = (*head.func).num_locals as usize;
        for i in 0..locals {
            let local = fp.add(i);
            if raw::counted(local) {
                drop((*local).take_undef());
            }
        }
        drop(head.this.take_undef());
        super::finish(Ok(call.add(1)), call, caller, vm)
    }
}

cold_path!(return_slow => jump, |vm, fp, pc| {
    let value = vm.operand_a(fp, pc);
    vm.return_value(fp, value)
});

slow_op!(ReturnK => jump, |vm, fp, pc| { vm.return_value(fp, (*konst!(pc, a)).clone()) });

slow_op!(ReturnRef => jump, |vm, fp, pc| {
    let value = vm.take_a(fp, pc);
    if !value.is_ref() && (*pc).has(flag::NOT_A_VAR) {
        vm.cx.notice("Only variable references should be returned by reference");
    }
    vm.return_value(fp, value)
});
