//! The lvalue register: walking into containers for nested writes.

use loxo_bytecode::flag;
use loxo_value::Value;

use super::moves::make_ref;
use super::slow_op;
use crate::containers::{self, Walk};
use crate::insn::slot;
use crate::raw;

slow_op!(LvVar, |vm, fp, pc| {
    let var = slot!(pc, fp, a);
    if raw::tag(var) == raw::UNDEF && !(*pc).has(flag::UNSET) {
        if (*pc).has(flag::RW) {
            vm.undefined_variable(fp, var);
        }
        raw::set_tag(var, raw::NULL);
    }
    vm.lv = var;
    Ok(())
});

slow_op!(LvTmp, |vm, fp, pc| {
    let value = vm.take_a(fp, pc);
    vm.set_lv_tmp(value);
    Ok(())
});

slow_op!(LvDim, |vm, fp, pc| {
    let key = vm.operand_b(fp, pc);
    let base = slot!(pc, fp, a);
    let walk = Walk::of_flags((*pc).flags());
    if raw::tag(base) == raw::UNDEF && walk == Walk::ReadWrite {
        vm.undefined_variable(fp, base);
    }
    containers::walk_dim(vm, base, Some(&key), walk)
});

slow_op!(LvDimAppend, |vm, fp, pc| { containers::walk_dim(vm, slot!(pc, fp, a), None, Walk::of_flags((*pc).flags())) });

slow_op!(LvLvDim, |vm, fp, pc| {
    let key = vm.operand_b(fp, pc);
    containers::walk_dim(vm, vm.lv, Some(&key), Walk::of_flags((*pc).flags()))
});

slow_op!(LvLvDimAppend, |vm, fp, pc| { containers::walk_dim(vm, vm.lv, None, Walk::of_flags((*pc).flags())) });

slow_op!(LvRead, |vm, fp, pc| {
    let value = (*vm.lv).clone_deref();
    slot!(pc, fp, a).write(if value.is_undef() { Value::NULL } else { value });
    Ok(())
});

slow_op!(LvMakeRef, |vm, fp, pc| {
    let reference = match vm.lv_property.take() {
        Some(property) => crate::typed_refs::make(&mut vm.cx, &mut *vm.lv, property)?,
        None => make_ref(vm.lv),
    };
    slot!(pc, fp, a).write(Value::reference(reference));
    Ok(())
});

slow_op!(LvBindRef, |vm, fp, pc| {
    let value = vm.take_a(fp, pc);
    super::moves::bind(vm.lv, value);
    Ok(())
});

slow_op!(LvAssign, |vm, fp, pc| {
    let value = vm.operand_c(fp, pc);
    let keep = (*pc).has(flag::KEEP);
    let place = vm.lv;
    vm.assign_lv(place, value)?;
    if keep {
        slot!(pc, fp, c).write((*place).clone_deref());
    }
    Ok(())
});

slow_op!(LvAssignOp, |vm, fp, pc| {
    let rhs = vm.operand_c(fp, pc);
    let place = vm.lv;
    vm.assign_op_place(fp, place, (*pc).x(), &rhs)?;
    if (*pc).has(flag::KEEP) {
        slot!(pc, fp, c).write((*place).clone_deref());
    }
    Ok(())
});

slow_op!(LvIncDec, |vm, fp, pc| {
    let (dec, post) = ((*pc).has(flag::DEC), (*pc).has(flag::POST));
    let step = if dec { loxo_runtime::operators::decrement } else { loxo_runtime::operators::increment };
    let place = vm.lv;
    let old = vm.inc_dec_place(fp, place, step)?;
    if (*pc).has(flag::KEEP) {
        let result = if post { old } else { (*place).clone_deref() };
        slot!(pc, fp, a).write(result);
    }
    Ok(())
});
