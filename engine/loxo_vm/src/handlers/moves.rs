//! Handlers of moves between slots, of assignments to local variables, and of references.

use loxo_bytecode::{RefNoticeKind, flag};
use loxo_runtime::PhpResult;
use loxo_value::Value;

use super::elements::{THEN_JUMP_IF, THEN_NEXT, answer};
use super::jumps::truth;
use super::slow_path::{cold_path, go_cold, settle, slow_op};
use crate::Vm;
use crate::access::references::{bind, make_ref, untyped};
use crate::code::instruction::{Pc, go, konst, slot, target};
use crate::frame::slot;

#[allow(non_snake_case)]
pub unsafe extern "C-unwind" fn Nop(pc: Pc, fp: *mut Value, vm: *mut Vm) -> u64 {
    // SAFETY: code never ends with a Nop.
    unsafe { go!(pc.add(1), fp, vm) }
}

#[allow(non_snake_case)]
pub unsafe extern "C-unwind" fn LoadK(pc: Pc, fp: *mut Value, vm: *mut Vm) -> u64 {
    // SAFETY: constants are immortal, so bits are enough.
    unsafe {
        slot::copy_bits(slot!(pc, fp, a), konst!(pc, b));
        go!(pc.add(1), fp, vm)
    }
}

#[allow(non_snake_case)]
pub unsafe extern "C-unwind" fn Move(pc: Pc, fp: *mut Value, vm: *mut Vm) -> u64 {
    // SAFETY: the source is a temporary that dies here.
    unsafe {
        slot::copy_bits(slot!(pc, fp, a), slot!(pc, fp, b));
        go!(pc.add(1), fp, vm)
    }
}

#[allow(non_snake_case)]
pub unsafe extern "C-unwind" fn MoveScalar(pc: Pc, fp: *mut Value, vm: *mut Vm) -> u64 {
    // SAFETY: the optimizer proved the source a scalar, and the target to hold no counted value.
    unsafe {
        slot::copy_bits(slot!(pc, fp, a), slot!(pc, fp, b));
        go!(pc.add(1), fp, vm)
    }
}

#[allow(non_snake_case)]
pub unsafe extern "C-unwind" fn Copy(pc: Pc, fp: *mut Value, vm: *mut Vm) -> u64 {
    // SAFETY: operands are slots of this frame.
    unsafe {
        let src = slot!(pc, fp, b);
        let tag = slot::tag(src);
        if tag != slot::UNDEF {
            slot::copy(slot!(pc, fp, a), slot::deref(src));
            go!(pc.add(1), fp, vm)
        }
        go_cold!(copy_undef, pc, fp, vm)
    }
}

cold_path!(copy_undef, |vm, fp, pc| {
    vm.undefined_variable(fp, slot!(pc, fp, b));
    slot!(pc, fp, a).write(Value::NULL);
    Ok(())
});

#[allow(non_snake_case)]
pub unsafe extern "C-unwind" fn CopyQuiet(pc: Pc, fp: *mut Value, vm: *mut Vm) -> u64 {
    // SAFETY: operands are slots of this frame.
    unsafe {
        let src = slot::deref(slot!(pc, fp, b));
        let dst = slot!(pc, fp, a);
        slot::copy(dst, src);
        if slot::tag(dst) == slot::UNDEF {
            slot::set_tag(dst, slot::NULL);
        }
        go!(pc.add(1), fp, vm)
    }
}

#[allow(non_snake_case)]
pub unsafe extern "C-unwind" fn Free(pc: Pc, fp: *mut Value, vm: *mut Vm) -> u64 {
    // SAFETY: the operand is a temporary.
    unsafe {
        let src = slot!(pc, fp, a);
        if !slot::counted(src) || slot::count_down_temporary(src) {
            slot::set_tag(src, slot::UNDEF);
            go!(pc.add(1), fp, vm)
        }
        free_last(pc, fp, vm)
    }
}

/// The same where something is freed.
#[inline(never)]
unsafe extern "C-unwind" fn free_last(pc: Pc, fp: *mut Value, vm: *mut Vm) -> u64 {
    // SAFETY: the operand is a temporary.
    unsafe {
        drop((*slot!(pc, fp, a)).take_undef());
        if *(*vm).pending == 0 {
            go!(pc.add(1), fp, vm)
        }
        go_cold!(free_settle, pc, fp, vm)
    }
}

// A path that leaves a loop or switch early: what a destructor throws counts as thrown at its end.
cold_path!(free_settle, |vm, fp, pc| { vm.destruct_at(fp, pc) });

impl Vm {
    /// Runs the destructors that `Free` or `IterFree` at `pc` made due.
    ///
    /// # Safety
    /// `pc` is the running instruction of frame `fp`, and its operand `c` a jump or nothing.
    pub(crate) unsafe fn destruct_at(&mut self, fp: *mut Value, pc: Pc) -> PhpResult<()> {
        // SAFETY: as the caller promises.
        unsafe {
            if (*pc).c == 0 || self.cx.exception.is_some() {
                return Ok(());
            }
            self.beside_call(fp, Vm::run_pending);
            if self.cx.exception.is_some() || self.cx.ending.is_some() {
                crate::frame::header(fp).pc = crate::code::instruction::target!(pc);
                return Err(loxo_runtime::Thrown);
            }
            Ok(())
        }
    }
}

#[allow(non_snake_case)]
pub unsafe extern "C-unwind" fn Assign(pc: Pc, fp: *mut Value, vm: *mut Vm) -> u64 {
    // SAFETY: operands are slots of this frame. The old string has other owners, of which the source may be one.
    unsafe {
        let var = slot!(pc, fp, a);
        let src = slot!(pc, fp, b);
        if (*pc).has(loxo_bytecode::flag::CONSUME_B) {
            if slot::tag(src) != slot::REFERENCE && slot::give_up(var) {
                slot::copy_bits(var, src);
                go!(pc.add(1), fp, vm)
            }
        } else if slot::tag(src) != slot::UNDEF && slot::tag(src) != slot::REFERENCE && slot::give_up(var) {
            slot::copy(var, src);
            go!(pc.add(1), fp, vm)
        }
        assign_general(pc, fp, vm)
    }
}

/// Variables that own something, or are references without a type.
#[inline(never)]
unsafe extern "C-unwind" fn assign_general(pc: Pc, fp: *mut Value, vm: *mut Vm) -> u64 {
    // SAFETY: operands are slots of this frame.
    unsafe {
        let src = slot!(pc, fp, b);
        let consume = (*pc).has(loxo_bytecode::flag::CONSUME_B);
        let plain = slot::deref(src);
        if let (Some(place), true) = (untyped(slot!(pc, fp, a)), slot::tag(plain) != slot::UNDEF && !(consume && plain != src)) {
            loxo_fast_paths::overwrite(place, plain, consume);
            if *(*vm).pending == 0 {
                go!(pc.add(1), fp, vm)
            }
            go_cold!(settle, pc, fp, vm)
        }
        go_cold!(assign_slow, pc, fp, vm)
    }
}

cold_path!(assign_slow, |vm, fp, pc| {
    let value = vm.operand_b(fp, pc);
    vm.assign(slot!(pc, fp, a), value)
});

#[allow(non_snake_case)]
pub unsafe extern "C-unwind" fn AssignK(pc: Pc, fp: *mut Value, vm: *mut Vm) -> u64 {
    // SAFETY: constants are immortal.
    unsafe {
        let var = slot!(pc, fp, a);
        if slot::give_up(var) {
            slot::copy_bits(var, konst!(pc, b));
            go!(pc.add(1), fp, vm)
        }
        assign_k_general(pc, fp, vm)
    }
}

/// The same for what is freed thereby, and for references without a type.
#[inline(never)]
unsafe extern "C-unwind" fn assign_k_general(pc: Pc, fp: *mut Value, vm: *mut Vm) -> u64 {
    // SAFETY: as for AssignK.
    unsafe {
        if let Some(place) = untyped(slot!(pc, fp, a)) {
            loxo_fast_paths::overwrite(place, konst!(pc, b), true);
            if *(*vm).pending == 0 {
                go!(pc.add(1), fp, vm)
            }
            go_cold!(settle, pc, fp, vm)
        }
        go_cold!(assign_k_slow, pc, fp, vm)
    }
}

cold_path!(assign_k_slow, |vm, fp, pc| {
    let value = (*konst!(pc, b)).clone();
    vm.assign(slot!(pc, fp, a), value)
});

#[allow(non_snake_case)]
pub unsafe extern "C-unwind" fn MakeRef(pc: Pc, fp: *mut Value, vm: *mut Vm) -> u64 {
    // SAFETY: operands are slots of this frame.
    unsafe {
        let var = slot!(pc, fp, b);
        if slot::tag(var) == slot::REFERENCE {
            slot::copy(slot!(pc, fp, a), var);
            go!(pc.add(1), fp, vm)
        }
        go_cold!(make_ref_slow, pc, fp, vm)
    }
}

cold_path!(make_ref_slow, |vm, fp, pc| {
    let var = slot!(pc, fp, b);
    slot!(pc, fp, a).write(Value::reference(make_ref(var)));
    Ok(())
});

#[allow(non_snake_case)]
pub unsafe extern "C-unwind" fn BindRef(pc: Pc, fp: *mut Value, vm: *mut Vm) -> u64 {
    // SAFETY: operands are slots of this frame; the reference is a temporary that moves.
    unsafe {
        let (var, src) = (slot!(pc, fp, a), slot!(pc, fp, b));
        if slot::tag(src) == slot::REFERENCE && (*pc).has(flag::CONSUME_B) && !slot::counted(var) {
            slot::copy_bits(var, src);
            go!(pc.add(1), fp, vm)
        }
        go_cold!(bind_ref_slow, pc, fp, vm)
    }
}

cold_path!(bind_ref_slow, |vm, fp, pc| {
    let value = vm.take_b(fp, pc);
    if !value.is_ref() && (*pc).has(flag::REF) {
        vm.notice_no_reference()?;
        return vm.assign(slot!(pc, fp, a), value);
    }
    bind(slot!(pc, fp, a), value);
    Ok(())
});

slow_op!(RefNotice, |vm, fp, pc| {
    let src = slot!(pc, fp, a);
    if !(*src).is_ref() {
        let message = match RefNoticeKind::decode((*pc).x()) {
            Some(RefNoticeKind::Argument) => "Only variables should be passed by reference",
            Some(RefNoticeKind::Destructuring) => "Attempting to set reference to non referenceable value",
            Some(RefNoticeKind::Yield) | None => "Only variable references should be yielded by reference",
        };
        vm.cx.notice(message);
    }
    Ok(())
});

#[allow(non_snake_case)]
pub unsafe extern "C-unwind" fn UnsetVar(pc: Pc, fp: *mut Value, vm: *mut Vm) -> u64 {
    // SAFETY: the operand is a slot of this frame.
    unsafe {
        drop((*slot!(pc, fp, a)).take_undef());
        if *(*vm).pending == 0 {
            go!(pc.add(1), fp, vm)
        }
        go_cold!(settle, pc, fp, vm)
    }
}

#[allow(non_snake_case)]
pub unsafe extern "C-unwind" fn IssetVar(pc: Pc, fp: *mut Value, vm: *mut Vm) -> u64 {
    // SAFETY: as for `isset_var`.
    unsafe { isset_var::<THEN_NEXT>(pc, fp, vm) }
}

/// Stands for an `IssetVar` and what the next op does with the answer.
#[inline(always)]
pub(super) unsafe extern "C-unwind" fn isset_var<const THEN: u8>(pc: Pc, fp: *mut Value, vm: *mut Vm) -> u64 {
    // SAFETY: operands are slots of this frame.
    unsafe {
        let value = slot::deref(slot!(pc, fp, b));
        let tag = slot::tag(value);
        if !(*pc).has(flag::EMPTY) {
            answer!(pc, fp, vm, THEN, tag > slot::NULL)
        }
        if tag == slot::UNDEF {
            answer!(pc, fp, vm, THEN, true)
        }
        if let Some(truth) = truth(value) {
            answer!(pc, fp, vm, THEN, !truth)
        }
        go_cold!(isset_var_slow, pc, fp, vm)
    }
}

cold_path!(isset_var_slow, |vm, fp, pc| {
    let value = &*slot::deref(slot!(pc, fp, b));
    let result = if (*pc).has(loxo_bytecode::flag::EMPTY) { !vm.truthy(value)? } else { !value.is_null() };
    slot!(pc, fp, a).write(Value::bool(result));
    Ok(())
});

impl Vm {
    /// `$place =& f()` where `f()` gave no reference: what it gave is assigned then, and the place stays what it is bound to.
    pub(crate) fn notice_no_reference(&mut self) -> PhpResult<()> {
        self.cx.notice("Only variables should be assigned by reference");
        self.cx.check()
    }

    /// Assigns to a variable: through its reference if it is one (with the types the reference must keep).
    ///
    /// # Safety
    /// `place` must be a live slot, element or property.
    pub(crate) unsafe fn assign(&mut self, place: *mut Value, mut value: Value) -> PhpResult<()> {
        // SAFETY: as the caller promises; the old value is dropped last, when the place is whole again.
        unsafe {
            if let Some(reference) = (*place).as_ref() {
                let reference = reference.clone();
                if reference.has_types() {
                    loxo_runtime::object::typed_refs::coerce(&mut self.cx, &reference, &mut value)?;
                }
                drop(std::mem::replace(&mut *reference.value_ptr(), value));
                return Ok(());
            }
            drop(std::mem::replace(&mut *place, value));
            Ok(())
        }
    }
}
