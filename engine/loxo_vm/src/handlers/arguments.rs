//! Arguments that are more than a value in a slot: variables for parameters by reference, argument lists with spreads and names.

use loxo_bytecode::{FnFlags, flag};
use loxo_fast_paths::argument_list::ArgList;
use loxo_runtime::Func;
use loxo_value::{PhpArray, PhpStr, Value};

use super::slow_path::{cold_path, go_cold, slow_op};
use crate::Vm;
use crate::access::references::make_ref;
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

#[allow(non_snake_case)]
pub unsafe extern "C-unwind" fn BeginArgs(pc: Pc, fp: *mut Value, vm: *mut Vm) -> u64 {
    // SAFETY: the temporary owns nothing.
    unsafe {
        let spare = &raw mut (*vm).spare_list;
        if slot::tag(spare) != slot::UNDEF {
            slot::copy_bits(slot!(pc, fp, a), spare);
            slot::set_tag(spare, slot::UNDEF);
            go!(pc.add(1), fp, vm)
        }
        go_cold!(begin_first_args, pc, fp, vm)
    }
}

cold_path!(begin_first_args, |_vm, fp, pc| {
    slot!(pc, fp, a).write(ArgList::create());
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
    unsafe { ArgList::in_temporary(list).push(src, consumed) }
}

cold_path!(args_push_slow, |vm, fp, pc| {
    let value = if (*pc).has(flag::BY_REF) { vm.take_b(fp, pc) } else { vm.operand_b(fp, pc) };
    ArgList::of(&mut *slot!(pc, fp, a)).positional.push(value);
    Ok(())
});

#[allow(non_snake_case)]
pub unsafe extern "C-unwind" fn ArgsPushVar(pc: Pc, fp: *mut Value, vm: *mut Vm) -> u64 {
    // SAFETY: operands are slots of this frame; the window has its callee.
    unsafe {
        let src = slot::deref(slot!(pc, fp, b)).cast_mut();
        if slot::tag(src) != slot::UNDEF && !(*header(slot!(pc, fp, c)).func).flags.has(FnFlags::REF_PARAMS) {
            push(slot!(pc, fp, a), src, false);
            go!(pc.add(1), fp, vm)
        }
        go_cold!(args_push_var_slow, pc, fp, vm)
    }
}

cold_path!(args_push_var_slow, |vm, fp, pc| {
    let func = &*header(slot!(pc, fp, c)).func;
    let var = slot!(pc, fp, b);
    let list = ArgList::of(&mut *slot!(pc, fp, a));
    let value = if func.by_ref(list.positional.len()) && var != fp.sub(1) { Value::reference(make_ref(var)) } else { vm.operand_b(fp, pc) };
    ArgList::of(&mut *slot!(pc, fp, a)).positional.push(value);
    Ok(())
});

#[allow(non_snake_case)]
pub unsafe extern "C-unwind" fn ArgsSpread(pc: Pc, fp: *mut Value, vm: *mut Vm) -> u64 {
    // SAFETY: operands are slots of this frame; the window has its callee.
    unsafe {
        let src = slot!(pc, fp, b);
        let by_value = !(*pc).has(flag::BY_REF) && !(*header(slot!(pc, fp, c)).func).flags.has(FnFlags::REF_PARAMS);
        if by_value && spread(slot!(pc, fp, a), slot::deref(src)) {
            if !(*pc).has(flag::CONSUME_B) || slot::give_up_temporary(src) {
                go!(pc.add(1), fp, vm)
            }
            go_cold!(free_spread, pc, fp, vm)
        }
        go_cold!(args_spread_slow, pc, fp, vm)
    }
}

/// Adds the elements of a packed array to an argument list; `false`: it is something else.
#[inline(never)]
unsafe fn spread(list: *mut Value, source: *const Value) -> bool {
    // SAFETY: the caller passes a list and a live value.
    unsafe {
        let values = (*source).as_array().and_then(PhpArray::packed_data);
        values.map(|values| ArgList::in_temporary(list).spread(values)).is_some()
    }
}

cold_path!(free_spread, |vm, fp, pc| {
    drop(vm.take_b(fp, pc));
    Ok(())
});

cold_path!(args_spread_slow, |vm, fp, pc| {
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
        if add_named(pc, fp) {
            go!(pc.add(1), fp, vm)
        }
        go_cold!(args_named_slow, pc, fp, vm)
    }
}

/// Adds what a temporary holds to an argument list, as the parameter of that very name; false: nothing was done.
#[inline(never)]
unsafe fn add_named(pc: Pc, fp: *mut Value) -> bool {
    // SAFETY: as for ArgsNamed.
    unsafe {
        let head = header(slot_x!(pc, fp));
        let (func, src) = (&*head.func, slot!(pc, fp, c));
        let tag = slot::tag(src);
        let is_value = tag != slot::UNDEF && tag != slot::REFERENCE && (*pc).has(flag::CONSUME_C);
        if !is_value || func.flags.has(FnFlags::REF_PARAMS) || head.flags & flags::MAGIC != 0 {
            return false;
        }
        let Some(name) = (*konst!(pc, b)).as_str() else { return false };
        ArgList::in_temporary(slot!(pc, fp, a)).add_named(func, name, src)
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
