//! Arguments that are more than a value in a slot: variables for parameters by reference, argument lists with spreads and names.

use loxo_bytecode::{FnFlags, flag};
use loxo_runtime::{Body, Func, ParamInfo};
use loxo_value::{PhpStr, Value};

use super::slow_path::{cold_path, go_cold, slow_op};
use crate::Vm;
use crate::access::references::make_ref;
use crate::call::argument_list::ArgList;
use crate::code::instruction::{Pc, go, konst, slot, slot_x};
use crate::frame::{flags, header, slot};

#[allow(non_snake_case)]
pub unsafe extern "C-unwind" fn CopyArg(pc: Pc, fp: *mut Value, vm: *mut Vm) -> u64 {
    // SAFETY: operands are slots of this frame; the window has its callee.
    unsafe {
        let func = &*header(slot!(pc, fp, c)).func;
        if !func.flags.has(FnFlags::REF_PARAMS) {
            let src = slot!(pc, fp, b);
            if slot::tag(src) != slot::UNDEF {
                slot::copy(slot!(pc, fp, a), slot::deref(src));
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
    if slot::tag(var) == slot::UNDEF {
        // The slot must be whole while the handler of the warning may look at it.
        slot::set_tag(arg, slot::NULL);
        vm.undefined_variable(fp, var);
        return Ok(());
    }
    slot::copy(arg, slot::deref(var));
    Ok(())
});

#[allow(non_snake_case)]
pub unsafe extern "C-unwind" fn JumpIfArgByValue(pc: Pc, fp: *mut Value, vm: *mut Vm) -> u64 {
    // SAFETY: the window has its callee.
    unsafe {
        let func = &*header(slot!(pc, fp, a)).func;
        if func.flags.has(FnFlags::REF_PARAMS) && func.by_ref((*pc).b as usize) {
            go!(pc.add(1), fp, vm)
        }
        go!(crate::code::instruction::target!(pc), fp, vm)
    }
}

slow_op!(BeginArgs, |vm, fp, pc| {
    slot!(pc, fp, a).write(vm.begin_list());
    Ok(())
});

#[allow(non_snake_case)]
pub unsafe extern "C-unwind" fn ArgsPush(pc: Pc, fp: *mut Value, vm: *mut Vm) -> u64 {
    // SAFETY: operands are slots of this frame.
    unsafe {
        let src = slot!(pc, fp, b);
        if slot::tag(src) != slot::UNDEF && slot::tag(src) != slot::REFERENCE {
            push(slot!(pc, fp, a), src, (*pc).has(flag::CONSUME_B));
            go!(pc.add(1), fp, vm)
        }
        go_cold!(args_push_slow, pc, fp, vm)
    }
}

/// Adds a value to an argument list.
#[inline(never)]
unsafe fn push(list: *mut Value, src: *mut Value, consumed: bool) {
    // SAFETY: the caller passes a list and a live value.
    unsafe { ArgList::of(&mut *list).positional.push(if consumed { (*src).take_undef() } else { (*src).clone() }) }
}

cold_path!(args_push_slow, |vm, fp, pc| {
    let value = if (*pc).has(flag::BY_REF) { vm.take_b(fp, pc) } else { vm.operand_b(fp, pc) };
    ArgList::of(&mut *slot!(pc, fp, a)).positional.push(value);
    Ok(())
});

slow_op!(ArgsPushVar, |vm, fp, pc| {
    let func = &*header(slot!(pc, fp, c)).func;
    let var = slot!(pc, fp, b);
    let list = ArgList::of(&mut *slot!(pc, fp, a));
    let value = if func.by_ref(list.positional.len()) && var != fp.sub(1) { Value::reference(make_ref(var)) } else { vm.operand_b(fp, pc) };
    ArgList::of(&mut *slot!(pc, fp, a)).positional.push(value);
    Ok(())
});

slow_op!(ArgsSpread, |vm, fp, pc| {
    let func: &'static Func = &*header(slot!(pc, fp, c)).func;
    let user = (*pc).has(flag::BY_REF);
    if !user && func.flags.has(FnFlags::REF_PARAMS) && !(*pc).has(flag::CONSUME_B) {
        vm.refer_elements(slot!(pc, fp, b), slot!(pc, fp, a), func);
    }
    let source = vm.operand_b(fp, pc);
    let (list, callee) = (slot!(pc, fp, a), slot!(pc, fp, c));
    if user { vm.spread_user_args(list, &source, callee) } else { vm.spread_args(list, &source, callee) }
});

#[allow(non_snake_case)]
pub unsafe extern "C-unwind" fn ArgsNamed(pc: Pc, fp: *mut Value, vm: *mut Vm) -> u64 {
    // SAFETY: operands are slots of this frame; the window has its callee.
    unsafe {
        if add_by_name(pc, fp) {
            go!(pc.add(1), fp, vm)
        }
        go_cold!(args_named_slow, pc, fp, vm)
    }
}

/// Adds an argument that is none of the parameters to what a variadic one collects; false: that is not so simple.
#[inline(never)]
unsafe fn collect_by_name(func: &Func, args: &mut ArgList, name: &PhpStr, src: *mut Value) -> bool {
    let is_new = || !args.named.iter().any(|(other, _)| other.as_bytes() == name.as_bytes());
    let collects = matches!(func.body, Body::User) && func.is_variadic() && is_new();
    if collects {
        // SAFETY: the caller passes a live temporary.
        args.named.push((name.clone(), unsafe { (*src).take_undef() }));
    }
    collects
}

/// Adds what a temporary holds to an argument list, as the parameter of that very name; false: nothing was done.
#[inline(never)]
unsafe fn add_by_name(pc: Pc, fp: *mut Value) -> bool {
    // SAFETY: as for ArgsNamed.
    unsafe {
        let head = header(slot_x!(pc, fp));
        let (func, src) = (&*head.func, slot!(pc, fp, c));
        if func.flags.has(FnFlags::REF_PARAMS) || head.flags & flags::MAGIC != 0 || !(*pc).has(flag::CONSUME_C) {
            return false;
        }
        let tag = slot::tag(src);
        let Some(name) = (*konst!(pc, b)).as_str().filter(|_| tag != slot::UNDEF && tag != slot::REFERENCE) else { return false };
        // Names are interned, but for those of builtins.
        let is_it = |param: &ParamInfo| param.name.as_bytes().as_ptr() == name.as_bytes().as_ptr();
        let args = ArgList::of(&mut *slot!(pc, fp, a));
        let list = &mut args.positional;
        // Names mostly come in the order of the parameters.
        let next = list.len();
        let index = if func.params.get(next).is_some_and(is_it) { Some(next) } else { func.params.iter().position(is_it) };
        let Some(index) = index.filter(|&index| !func.params[index].variadic) else {
            return index.is_none() && collect_by_name(func, args, name, src);
        };
        match list.get_mut(index) {
            Some(skipped) if skipped.is_undef() => *skipped = (*src).take_undef(),
            Some(_) => return false,
            None => {
                if index > list.len() {
                    list.resize_with(index, || Value::UNDEF);
                }
                list.push((*src).take_undef());
            }
        }
        true
    }
}

cold_path!(args_named_slow, |vm, fp, pc| {
    let value = if (*pc).has(flag::BY_REF) { vm.take_c(fp, pc) } else { vm.operand_c(fp, pc) };
    let name = (*konst!(pc, b)).as_str().expect("argument names are strings").clone();
    let callee = slot_x!(pc, fp);
    if (*pc).has(flag::PLAIN) {
        let func: &'static Func = &*header(callee).func;
        let named = func.params.iter().position(|p| !p.variadic && p.name.as_bytes() == name.as_bytes());
        if let Some(index) = named.filter(|&index| func.params[index].by_ref && !func.params[index].prefer_ref) {
            return Err(loxo_runtime::error::calls::not_by_reference(&mut vm.cx, func, index));
        }
    }
    vm.name_argument(ArgList::of(&mut *slot!(pc, fp, a)), callee, &name, value)
});

#[allow(non_snake_case)]
pub unsafe extern "C-unwind" fn JumpIfNamedByValue(pc: Pc, fp: *mut Value, vm: *mut Vm) -> u64 {
    // SAFETY: the window has its callee.
    unsafe {
        if !(*header(slot!(pc, fp, a)).func).flags.has(FnFlags::REF_PARAMS) {
            go!(crate::code::instruction::target!(pc), fp, vm)
        }
        go_cold!(jump_if_named_by_value, pc, fp, vm)
    }
}

cold_path!(jump_if_named_by_value => jump, |vm, fp, pc| {
    let func = &*header(slot!(pc, fp, a)).func;
    let name: &PhpStr = (*konst!(pc, b)).as_str().expect("argument names are strings");
    let by_ref = match func.params.iter().find(|p| p.name.as_bytes() == name.as_bytes()) {
        Some(param) => param.by_ref,
        None => func.is_variadic() && func.params.last().is_some_and(|p| p.by_ref),
    };
    Ok(if by_ref { pc.add(1) } else { crate::code::instruction::target!(pc) })
});

slow_op!(JumpIfNextByValue => jump, |vm, fp, pc| {
    let func = &*header(slot!(pc, fp, a)).func;
    let position = ArgList::of(&mut *slot!(pc, fp, b)).positional.len();
    Ok(if func.by_ref(position) { pc.add(1) } else { crate::code::instruction::target!(pc) })
});

slow_op!(CheckRefArg, |vm, fp, pc| {
    let func = vm.callee_of_window(fp, pc);
    let position = (*pc).c as usize;
    vm.check_ref_argument(func, position, slot!(pc, fp, a))
});

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
