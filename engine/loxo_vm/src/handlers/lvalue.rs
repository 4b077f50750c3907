//! Handlers that move the lvalue register into containers, and that write where it points.

use loxo_bytecode::flag;
use loxo_value::Value;

use super::dims::own_element;
use super::slow_path::{cold_path, go_cold, slow_op};
use crate::Vm;
use crate::access::elements::{self, Intent};
use crate::access::references::make_ref;
use crate::code::instruction::{Pc, go, slot};
use crate::frame::slot;

slow_op!(LvVar, |vm, fp, pc| {
    let var = slot!(pc, fp, a);
    if slot::tag(var) == slot::UNDEF && !(*pc).has(flag::UNSET) {
        if (*pc).has(flag::RW) {
            vm.undefined_variable(fp, var);
        }
        slot::set_tag(var, slot::NULL);
    }
    vm.lv.point_to(var);
    Ok(())
});

slow_op!(LvTmp, |vm, fp, pc| {
    let value = vm.take_a(fp, pc);
    vm.lv.point_to_scratch(value);
    Ok(())
});

/// Moves `lv` to the element of an array under an int or string key; false: nothing was done, the long way is needed.
///
/// # Safety
/// `base` is live; `key_slot` is operand `b` of the op that has these flags.
#[inline(always)]
unsafe fn move_to_element(vm: *mut Vm, base: *mut Value, key_slot: *mut Value, flags: u8) -> bool {
    // SAFETY: as the caller promises.
    unsafe {
        let base = slot::deref(base).cast_mut();
        if slot::tag(base) != slot::ARRAY || (flags & flag::CONSUME_B != 0 && slot::counted(key_slot)) {
            return false;
        }
        let Some(array) = (*base).as_array_mut() else { return false };
        let key = slot::deref(key_slot);
        let found = if flags & (flag::RW | flag::UNSET) != 0 {
            loxo_fast_paths::element_to_change(array, key)
        } else {
            loxo_fast_paths::element_to_set(array, key)
        };
        match found {
            Some(place) => {
                {
                    let place: *mut Value = place;
                    (*vm).lv.point_to_element(array.header_ptr().cast(), place);
                }
                true
            }
            None => false,
        }
    }
}

#[allow(non_snake_case)]
pub unsafe extern "C-unwind" fn LvDim(pc: Pc, fp: *mut Value, vm: *mut Vm) -> u64 {
    // SAFETY: operands are slots of this frame.
    unsafe {
        let (base, key) = (slot::deref(slot!(pc, fp, a)).cast_mut(), slot!(pc, fp, b));
        if slot::tag(base) == slot::ARRAY
            && slot::tag(key) == slot::INT
            && let Some(array) = (*base).as_array_mut()
            && let Some(place) = array.packed_slot_mut(slot::int(key))
        {
            {
                let place: *mut Value = place;
                (*vm).lv.point_to_element(array.header_ptr().cast(), place);
            }
            go!(pc.add(1), fp, vm)
        }
        if !((*pc).has(flag::CONSUME_B) && slot::counted(key))
            && let Some(place) = own_element(base, key)
        {
            (*vm).lv.point_to_element(slot::count(base).cast(), place);
            go!(pc.add(1), fp, vm)
        }
        lv_dim_general(pc, fp, vm)
    }
}

/// The same in any array.
#[inline(never)]
unsafe extern "C-unwind" fn lv_dim_general(pc: Pc, fp: *mut Value, vm: *mut Vm) -> u64 {
    // SAFETY: operands are slots of this frame.
    unsafe {
        if move_to_element(vm, slot!(pc, fp, a), slot!(pc, fp, b), (*pc).flags()) {
            go!(pc.add(1), fp, vm)
        }
        (*vm).lv.forget_owner();
        go_cold!(lv_dim_slow, pc, fp, vm)
    }
}

#[allow(non_snake_case)]
pub unsafe extern "C-unwind" fn LvLvDim(pc: Pc, fp: *mut Value, vm: *mut Vm) -> u64 {
    // SAFETY: operands are slots of this frame; `lv` is live or null.
    unsafe {
        let (place, key) = ((*vm).lv.place, slot!(pc, fp, b));
        if !place.is_null() && !((*pc).has(flag::CONSUME_B) && slot::counted(key)) {
            let base = slot::deref(place).cast_mut();
            if let Some(found) = own_element(base, key) {
                (*vm).lv.point_to_element(slot::count(base).cast(), found);
                go!(pc.add(1), fp, vm)
            }
        }
        lv_lv_dim_general(pc, fp, vm)
    }
}

/// The same in any array.
#[inline(never)]
unsafe extern "C-unwind" fn lv_lv_dim_general(pc: Pc, fp: *mut Value, vm: *mut Vm) -> u64 {
    // SAFETY: as for LvLvDim.
    unsafe {
        if !(*vm).lv.place.is_null() && move_to_element(vm, (*vm).lv.place, slot!(pc, fp, b), (*pc).flags()) {
            go!(pc.add(1), fp, vm)
        }
        go_cold!(lv_lv_dim_slow, pc, fp, vm)
    }
}

cold_path!(lv_dim_slow, |vm, fp, pc| {
    let key = vm.operand_b(fp, pc);
    let base = slot!(pc, fp, a);
    let intent = Intent::of_flags((*pc).flags());
    if slot::tag(base) == slot::UNDEF && matches!(intent, Intent::ReadWrite | Intent::Unset) {
        vm.undefined_variable(fp, base);
    }
    elements::move_to_dim(vm, base, Some(&key), intent)
});

slow_op!(LvDimAppend, |vm, fp, pc| {
    vm.lv.forget_owner();
    elements::move_to_dim(vm, slot!(pc, fp, a), None, Intent::of_flags((*pc).flags()))
});

cold_path!(lv_lv_dim_slow, |vm, fp, pc| {
    vm.lv.hold_owner();
    let key = vm.operand_b(fp, pc);
    elements::move_to_dim(vm, vm.lv.place, Some(&key), Intent::of_flags((*pc).flags()))
});

slow_op!(LvLvDimAppend, |vm, fp, pc| {
    vm.lv.hold_owner();
    elements::move_to_dim(vm, vm.lv.place, None, Intent::of_flags((*pc).flags()))
});

slow_op!(LvMakeRef, |vm, fp, pc| {
    vm.lv.hold_owner();
    let reference = match vm.lv.property.take() {
        Some(property) => loxo_runtime::object::typed_refs::make(&mut vm.cx, &mut *vm.lv.place, property)?,
        None => make_ref(vm.lv.place),
    };
    slot!(pc, fp, a).write(Value::reference(reference));
    vm.lv.end();
    Ok(())
});

slow_op!(LvBindRef, |vm, fp, pc| {
    vm.lv.hold_owner();
    let value = vm.take_a(fp, pc);
    let is_ref = value.is_ref() || !(*pc).has(flag::REF);
    if is_ref {
        crate::access::references::bind(vm.lv.place, value);
    } else {
        // The place is only safe until the notice's handler runs.
        vm.assign(vm.lv.place, value)?;
    }
    vm.lv.end();
    if is_ref { Ok(()) } else { vm.notice_no_reference() }
});

slow_op!(LvAssign, |vm, fp, pc| {
    vm.lv.hold_owner();
    let value = vm.operand_c(fp, pc);
    let keep = (*pc).has(flag::KEEP);
    let place = vm.lv.place;
    vm.assign_lv(place, value)?;
    if keep {
        *slot!(pc, fp, c) = (*place).clone_deref();
    }
    vm.lv.end();
    Ok(())
});

slow_op!(LvAssignOp, |vm, fp, pc| {
    vm.lv.hold_owner();
    let rhs = vm.operand_c(fp, pc);
    let place = vm.lv.place;
    vm.assign_op_place(fp, place, (*pc).x(), &rhs)?;
    if (*pc).has(flag::KEEP) {
        *slot!(pc, fp, c) = (*place).clone_deref();
    }
    vm.lv.end();
    Ok(())
});

/// `++` and `--` of an int at the end of a nested write.
#[allow(non_snake_case)]
pub unsafe extern "C-unwind" fn LvIncDec(pc: Pc, fp: *mut Value, vm: *mut Vm) -> u64 {
    // SAFETY: a nested write ends at a live place. What may hold an int may hold the next one.
    unsafe {
        let place = slot::deref((*vm).lv.place).cast_mut();
        if slot::tag(place) == slot::INT && (*vm).lv.holds_nothing() {
            let old = slot::int(place);
            if let Some(new) = old.checked_add(if (*pc).has(flag::DEC) { -1 } else { 1 }) {
                slot::set_int(place, new);
                if (*pc).has(flag::KEEP) {
                    slot::set_int(slot!(pc, fp, a), if (*pc).has(flag::POST) { old } else { new });
                }
                (*vm).lv.property = None;
                go!(pc.add(1), fp, vm)
            }
        }
        go_cold!(lv_inc_dec_slow, pc, fp, vm)
    }
}

cold_path!(lv_inc_dec_slow, |vm, fp, pc| {
    vm.lv.hold_owner();
    let (dec, post) = ((*pc).has(flag::DEC), (*pc).has(flag::POST));
    let step = if dec { loxo_runtime::operators::decrement } else { loxo_runtime::operators::increment };
    let place = vm.lv.place;
    let old = vm.inc_dec_place(fp, place, step)?;
    if (*pc).has(flag::KEEP) {
        let result = if post { old } else { (*place).clone_deref() };
        slot!(pc, fp, a).write(result);
    }
    vm.lv.end();
    Ok(())
});
