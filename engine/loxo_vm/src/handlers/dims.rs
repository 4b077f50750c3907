//! Elements: assignment and `unset`, on a slot and where the lvalue register points.

use loxo_bytecode::flag;
use loxo_fast_paths::elements::remove_element;
use loxo_runtime::elements;
use loxo_value::{Probe, Value};

use super::array_access::{APPENDED, CONSTANT, IN_SLOT, offset_set, offset_unset};
use super::slow_path::{cold_path, go_cold, settle, slow_op};
use crate::Vm;
use crate::code::instruction::{Pc, go, konst, slot};
use crate::frame::{header, slot};

/// `base[key] = src` on an array that is ours alone, the element a plain value.
#[allow(non_snake_case)]
pub unsafe extern "C-unwind" fn AssignDim(pc: Pc, fp: *mut Value, vm: *mut Vm) -> u64 {
    // SAFETY: operands are slots of this frame.
    unsafe {
        let base = slot!(pc, fp, a);
        let key = slot!(pc, fp, b);
        let src = slot!(pc, fp, c);
        if slot::tag(base) == slot::ARRAY && slot::tag(key) == slot::INT && !(*pc).has(flag::KEEP) {
            let tag = slot::tag(src);
            let array = (*base).as_array_mut();
            if tag != slot::UNDEF
                && tag != slot::REFERENCE
                && let Some(array) = array
                && let Some(place) = array.packed_slot_mut(slot::int(key))
            {
                let place: *mut Value = place;
                if !slot::counted(place) {
                    slot::take(place, src, (*pc).has(flag::CONSUME_C));
                    go!(pc.add(1), fp, vm)
                }
            }
        }
        assign_dim_general(pc, fp, vm)
    }
}

/// The element under a key of an array that nobody shares, found without calling anything, if it is no reference and owns nothing.
///
/// # Safety
/// All are live. A string that means an int is not found: no array has it as a key.
#[inline(always)]
pub(super) unsafe fn own_element(base: *mut Value, key: *const Value) -> Option<*mut Value> {
    // SAFETY: as the caller promises; the array is ours alone, so its elements may be written.
    unsafe {
        if slot::tag(base) != slot::ARRAY {
            return None;
        }
        let array = (*base).as_array().unwrap_unchecked();
        if array.refcount() != 1 {
            return None;
        }
        let found = match slot::tag(key) {
            slot::INT => array.probe_int(slot::int(key)),
            slot::STRING => array.probe_str((*key).as_str().unwrap_unchecked()),
            _ => return None,
        };
        match found {
            Probe::Found(value) => Some(std::ptr::from_ref(value).cast_mut()),
            Probe::Missing | Probe::Alike(..) | Probe::Unknown => None,
        }
    }
}

/// `base[key] = src` on any array.
#[inline(never)]
unsafe extern "C-unwind" fn assign_dim_general(pc: Pc, fp: *mut Value, vm: *mut Vm) -> u64 {
    // SAFETY: as for AssignDim.
    unsafe {
        if assign_element(slot!(pc, fp, a), slot!(pc, fp, b), slot!(pc, fp, c), (*pc).flags()) {
            if *(*vm).pending == 0 {
                go!(pc.add(1), fp, vm)
            }
            go_cold!(settle, pc, fp, vm)
        }
        if slot::tag(slot!(pc, fp, a)) == slot::STRING {
            go_cold!(assign_byte, pc, fp, vm)
        }
        if slot::tag(slot::deref(slot!(pc, fp, a))) == slot::OBJECT {
            return offset_set::<IN_SLOT, false>(pc, fp, vm, assign_dim_slow);
        }
        go_cold!(assign_dim_slow, pc, fp, vm)
    }
}

/// A byte of a string is set to a string of one byte.
#[inline(never)]
unsafe extern "C-unwind" fn assign_byte(pc: Pc, fp: *mut Value, vm: *mut Vm) -> u64 {
    // SAFETY: as for AssignDim, of a variable that is a string; dropping another makes nothing due.
    unsafe {
        let (base, key, src) = (slot!(pc, fp, a), slot!(pc, fp, b), slot!(pc, fp, c));
        if slot::tag(key) == slot::INT && slot::tag(src) == slot::STRING && !(*pc).has(flag::KEEP) {
            let (text, byte) = ((*base).as_bytes().unwrap_unchecked(), (*src).as_bytes().unwrap_unchecked());
            if let (&[byte], true) = (byte, (slot::int(key) as usize) < text.len()) {
                // Memory may end here.
                header(fp).pc = pc;
                (*base).as_str_mut().unwrap_unchecked().as_mut_bytes()[slot::int(key) as usize] = byte;
                if (*pc).has(flag::CONSUME_C) {
                    slot::release(src);
                }
                go!(pc.add(1), fp, vm)
            }
        }
        go_cold!(assign_dim_slow, pc, fp, vm)
    }
}

/// Sets an element of an array under an int or string key; false: nothing was done, the long way is needed.
///
/// # Safety
/// All are live; `key` and `src` are operands `b` and `c` of the op that has these flags.
#[inline(always)]
unsafe fn assign_element(base: *mut Value, key_slot: *mut Value, src: *mut Value, flags: u8) -> bool {
    // SAFETY: as the caller promises.
    unsafe {
        let base = slot::deref(base).cast_mut();
        let key = slot::deref(key_slot);
        let tag = slot::tag(src);
        if slot::tag(base) != slot::ARRAY || tag == slot::UNDEF || tag == slot::REFERENCE {
            return false;
        }
        // A value that is the array itself is counted before the array is separated.
        let Some(array) = (*base).as_array_mut() else { return false };
        if tag == slot::ARRAY && slot::int(src) == slot::int(base) {
            return false;
        }
        let Some(place) = loxo_fast_paths::element_to_set(array, key) else { return false };
        if slot::tag(place) == slot::REFERENCE {
            return false;
        }
        loxo_fast_paths::overwrite(place, src, flags & (flag::CONSUME_C | flag::KEEP) == flag::CONSUME_C);
        if flags & flag::CONSUME_B != 0 && slot::counted(key_slot) {
            drop((*key_slot).take_undef());
        }
        true
    }
}

cold_path!(assign_dim_slow, |vm, fp, pc| {
    if slot::tag(slot!(pc, fp, b)) == slot::UNDEF && !vm.keeps_container(fp, slot!(pc, fp, a), slot!(pc, fp, b))? {
        drop(vm.operand_c(fp, pc));
        if (*pc).has(flag::KEEP) {
            *slot!(pc, fp, c) = Value::NULL;
        }
        return Ok(());
    }
    let key = vm.operand_b_quietly(fp, pc);
    let value = vm.operand_c(fp, pc);
    vm.cx.check()?;
    vm.assign_dim(slot!(pc, fp, a), Some(&key), value, slot!(pc, fp, c), (*pc).has(flag::KEEP))
});

#[allow(non_snake_case)]
pub unsafe extern "C-unwind" fn AssignDimK(pc: Pc, fp: *mut Value, vm: *mut Vm) -> u64 {
    // SAFETY: as for AssignDim.
    unsafe {
        let (base, src) = (slot::deref(slot!(pc, fp, a)).cast_mut(), slot!(pc, fp, c));
        if slot::tag(src) != slot::UNDEF
            && slot::tag(src) != slot::REFERENCE
            && !(*pc).has(flag::KEEP)
            && let Some(place) = own_element(base, konst!(pc, b))
            && !slot::counted(place)
        {
            slot::take(place, src, (*pc).has(flag::CONSUME_C));
            go!(pc.add(1), fp, vm)
        }
        assign_dim_k_general(pc, fp, vm)
    }
}

/// The same on any array.
#[inline(never)]
unsafe extern "C-unwind" fn assign_dim_k_general(pc: Pc, fp: *mut Value, vm: *mut Vm) -> u64 {
    // SAFETY: as for AssignDim.
    unsafe {
        if assign_element(slot!(pc, fp, a), konst!(pc, b).cast_mut(), slot!(pc, fp, c), (*pc).flags() & !flag::CONSUME_B) {
            if *(*vm).pending == 0 {
                go!(pc.add(1), fp, vm)
            }
            go_cold!(settle, pc, fp, vm)
        }
        if slot::tag(slot::deref(slot!(pc, fp, a))) == slot::OBJECT {
            return offset_set::<CONSTANT, false>(pc, fp, vm, assign_dim_k_slow);
        }
        go_cold!(assign_dim_k_slow, pc, fp, vm)
    }
}

cold_path!(assign_dim_k_slow, |vm, fp, pc| {
    let value = vm.operand_c(fp, pc);
    vm.assign_dim(slot!(pc, fp, a), Some(&*konst!(pc, b)), value, slot!(pc, fp, c), (*pc).has(flag::KEEP))
});

#[allow(non_snake_case)]
pub unsafe extern "C-unwind" fn AssignDimAppend(pc: Pc, fp: *mut Value, vm: *mut Vm) -> u64 {
    // SAFETY: operands are slots of this frame.
    unsafe {
        let base = slot!(pc, fp, a);
        let src = slot!(pc, fp, c);
        let tag = slot::tag(src);
        if slot::tag(base) == slot::ARRAY
            && tag != slot::UNDEF
            && tag != slot::REFERENCE
            && !(*pc).has(flag::KEEP)
            && let Some(array) = (*base).as_array_mut()
            && let Some(place) = array.packed_append_slot()
        {
            slot::take(place, src, (*pc).has(flag::CONSUME_C));
            go!(pc.add(1), fp, vm)
        }
        assign_dim_append_general(pc, fp, vm)
    }
}

/// The same on an array that is shared, full or a hash.
#[inline(never)]
unsafe extern "C-unwind" fn assign_dim_append_general(pc: Pc, fp: *mut Value, vm: *mut Vm) -> u64 {
    // SAFETY: as for AssignDim.
    unsafe {
        if append_element(slot!(pc, fp, a), slot!(pc, fp, c), (*pc).flags()) {
            go!(pc.add(1), fp, vm)
        }
        if slot::tag(slot::deref(slot!(pc, fp, a))) == slot::OBJECT {
            return offset_set::<APPENDED, false>(pc, fp, vm, assign_dim_append_slow);
        }
        go_cold!(assign_dim_append_slow, pc, fp, vm)
    }
}

/// Appends to an array; false: nothing was done, the long way is needed.
///
/// # Safety
/// All are live; `src` is operand `c` of the op that has these flags.
#[inline(never)]
unsafe fn append_element(base: *mut Value, src: *mut Value, flags: u8) -> bool {
    // SAFETY: as the caller promises; a new element owns nothing.
    unsafe {
        let base = slot::deref(base).cast_mut();
        let tag = slot::tag(src);
        if slot::tag(base) != slot::ARRAY || tag == slot::UNDEF || tag == slot::REFERENCE {
            return false;
        }
        // A value that is the array itself is counted before the array is separated.
        if tag == slot::ARRAY && slot::int(src) == slot::int(base) {
            return false;
        }
        let Some(place) = (*base).as_array_mut().and_then(|array| array.push_slot()) else { return false };
        slot::take(place, src, flags & (flag::CONSUME_C | flag::KEEP) == flag::CONSUME_C);
        true
    }
}

cold_path!(assign_dim_append_slow, |vm, fp, pc| {
    let value = vm.operand_c(fp, pc);
    vm.assign_dim(slot!(pc, fp, a), None, value, slot!(pc, fp, c), (*pc).has(flag::KEEP))
});

/// `base[key] op= src` on a number in an array.
#[allow(non_snake_case)]
pub unsafe extern "C-unwind" fn AssignDimOp(pc: Pc, fp: *mut Value, vm: *mut Vm) -> u64 {
    // SAFETY: as for AssignDim.
    unsafe {
        let (base, key) = (slot::deref(slot!(pc, fp, a)).cast_mut(), slot!(pc, fp, b));
        if slot::tag(base) == slot::ARRAY && slot::tag(key) == slot::INT && !(*pc).has(flag::KEEP) {
            let place = (*base).as_array_mut().and_then(|array| array.packed_slot_mut(slot::int(key)));
            if place.is_some_and(|place| loxo_fast_paths::number_op((*pc).x(), place, slot!(pc, fp, c), |_| true)) {
                go!(pc.add(1), fp, vm)
            }
        }
        assign_dim_op_general(pc, fp, vm)
    }
}

/// The same on any array.
#[inline(never)]
unsafe extern "C-unwind" fn assign_dim_op_general(pc: Pc, fp: *mut Value, vm: *mut Vm) -> u64 {
    // SAFETY: as for AssignDim.
    unsafe {
        if element_op(slot!(pc, fp, a), slot!(pc, fp, b), slot!(pc, fp, c), (*pc).x(), (*pc).flags()) {
            go!(pc.add(1), fp, vm)
        }
        go_cold!(assign_dim_op_slow, pc, fp, vm)
    }
}

/// `base[key] op= src` on a number that is there; false: nothing was done.
///
/// # Safety
/// As for [`assign_element`].
#[inline(always)]
unsafe fn element_op(base: *mut Value, key_slot: *mut Value, src: *mut Value, op: u32, flags: u8) -> bool {
    // SAFETY: as the caller promises.
    unsafe {
        let base = slot::deref(base).cast_mut();
        if slot::tag(base) != slot::ARRAY || (flags & flag::CONSUME_B != 0 && slot::counted(key_slot)) {
            return false;
        }
        // A string operand may be inside the array.
        if slot::tag(src) != slot::INT && slot::tag(src) != slot::FLOAT {
            return false;
        }
        let Some(array) = (*base).as_array_mut() else { return false };
        let Some(place) = loxo_fast_paths::element_to_change(array, slot::deref(key_slot)) else { return false };
        if !loxo_fast_paths::number_op(op, place, src, |_| true) {
            return false;
        }
        if flags & flag::KEEP != 0 {
            slot::copy_bits(src, place);
        }
        true
    }
}

cold_path!(assign_dim_op_slow, |vm, fp, pc| {
    if slot::tag(slot!(pc, fp, a)) == slot::UNDEF {
        vm.undefined_variable(fp, slot!(pc, fp, a));
        vm.cx.check()?;
    }
    if slot::tag(slot!(pc, fp, b)) == slot::UNDEF && !vm.keeps_container(fp, slot!(pc, fp, a), slot!(pc, fp, b))? {
        drop(vm.operand_c(fp, pc));
        if (*pc).has(flag::KEEP) {
            *slot!(pc, fp, c) = Value::NULL;
        }
        return Ok(());
    }
    vm.lv.forget_owner();
    let key = vm.operand_b_quietly(fp, pc);
    let rhs = vm.operand_c(fp, pc);
    vm.cx.check()?;
    vm.assign_dim_op(slot!(pc, fp, a), Some(&key), (*pc).x(), &rhs, slot!(pc, fp, c), (*pc).has(flag::KEEP))
});

slow_op!(AssignDimAppendOp, |vm, fp, pc| {
    vm.lv.forget_owner();
    let rhs = vm.operand_c(fp, pc);
    vm.assign_dim_op(slot!(pc, fp, a), None, (*pc).x(), &rhs, slot!(pc, fp, c), (*pc).has(flag::KEEP))
});

/// `unset(base[key])` on an array, the key an int or a string.
#[allow(non_snake_case)]
pub unsafe extern "C-unwind" fn UnsetDim(pc: Pc, fp: *mut Value, vm: *mut Vm) -> u64 {
    // SAFETY: operands are slots of this frame.
    unsafe {
        if remove_element(slot!(pc, fp, a), slot!(pc, fp, b), (*pc).has(flag::CONSUME_B)) {
            if *(*vm).pending == 0 {
                go!(pc.add(1), fp, vm)
            }
            go_cold!(settle, pc, fp, vm)
        }
        if slot::tag(slot::deref(slot!(pc, fp, a))) == slot::OBJECT {
            return offset_unset(pc, fp, vm, unset_dim_slow);
        }
        go_cold!(unset_dim_slow, pc, fp, vm)
    }
}

cold_path!(unset_dim_slow, |vm, fp, pc| {
    let key = vm.operand_b(fp, pc);
    let base = slot!(pc, fp, a);
    if slot::tag(base) == slot::UNDEF {
        vm.undefined_variable(fp, base);
    }
    elements::unset_dim(&mut vm.cx, &mut *base, &key)
});

#[allow(non_snake_case)]
pub unsafe extern "C-unwind" fn LvAssignDim(pc: Pc, fp: *mut Value, vm: *mut Vm) -> u64 {
    // SAFETY: as for AssignDim; `lv` is live.
    unsafe {
        let (key, src) = (slot!(pc, fp, b), slot!(pc, fp, c));
        let plain = slot::tag(src) != slot::UNDEF && slot::tag(src) != slot::REFERENCE && !(*pc).has(flag::KEEP);
        if plain
            && (*vm).lv.holds_nothing()
            && !((*pc).has(flag::CONSUME_B) && slot::counted(key))
            && let Some(place) = own_element(slot::deref((*vm).lv.place).cast_mut(), key)
            && !slot::counted(place)
        {
            slot::take(place, src, (*pc).has(flag::CONSUME_C));
            go!(pc.add(1), fp, vm)
        }
        lv_assign_dim_general(pc, fp, vm)
    }
}

/// The same on any array.
#[inline(never)]
unsafe extern "C-unwind" fn lv_assign_dim_general(pc: Pc, fp: *mut Value, vm: *mut Vm) -> u64 {
    // SAFETY: as for LvAssignDim.
    unsafe {
        if assign_element((*vm).lv.place, slot!(pc, fp, b), slot!(pc, fp, c), (*pc).flags()) {
            (*vm).lv.end();
            if *(*vm).pending == 0 {
                go!(pc.add(1), fp, vm)
            }
            go_cold!(settle, pc, fp, vm)
        }
        if slot::tag(slot::deref((*vm).lv.place)) == slot::OBJECT {
            return offset_set::<IN_SLOT, true>(pc, fp, vm, lv_assign_dim_slow);
        }
        go_cold!(lv_assign_dim_slow, pc, fp, vm)
    }
}

cold_path!(lv_assign_dim_slow, |vm, fp, pc| {
    vm.lv.hold_owner();
    let key = vm.operand_b(fp, pc);
    let value = vm.operand_c(fp, pc);
    let outcome = vm.assign_dim(vm.lv.place, Some(&key), value, slot!(pc, fp, c), (*pc).has(flag::KEEP));
    vm.lv.end();
    outcome
});

#[allow(non_snake_case)]
pub unsafe extern "C-unwind" fn LvAssignDimAppend(pc: Pc, fp: *mut Value, vm: *mut Vm) -> u64 {
    // SAFETY: as for AssignDim; `lv` is live.
    unsafe {
        let base = slot::deref((*vm).lv.place).cast_mut();
        let src = slot!(pc, fp, c);
        let tag = slot::tag(src);
        let is_plain = slot::tag(base) == slot::ARRAY && tag != slot::UNDEF && tag != slot::REFERENCE;
        let place = if is_plain { (*base).as_array_mut().and_then(|array| array.packed_append_slot()) } else { None };
        let is_done = match place {
            Some(place) => {
                slot::take(place, src, (*pc).flags() & (flag::CONSUME_C | flag::KEEP) == flag::CONSUME_C);
                true
            }
            None => append_element(base, src, (*pc).flags()),
        };
        if is_done {
            (*vm).lv.end();
            if *(*vm).pending == 0 {
                go!(pc.add(1), fp, vm)
            }
            go_cold!(settle, pc, fp, vm)
        }
        if slot::tag(slot::deref(base)) == slot::OBJECT {
            return offset_set::<APPENDED, true>(pc, fp, vm, lv_assign_dim_append_slow);
        }
        go_cold!(lv_assign_dim_append_slow, pc, fp, vm)
    }
}

cold_path!(lv_assign_dim_append_slow, |vm, fp, pc| {
    vm.lv.hold_owner();
    let value = vm.operand_c(fp, pc);
    let outcome = vm.assign_dim(vm.lv.place, None, value, slot!(pc, fp, c), (*pc).has(flag::KEEP));
    vm.lv.end();
    outcome
});

#[allow(non_snake_case)]
pub unsafe extern "C-unwind" fn LvAssignDimOp(pc: Pc, fp: *mut Value, vm: *mut Vm) -> u64 {
    // SAFETY: as for AssignDim; `lv` is live.
    unsafe {
        if element_op((*vm).lv.place, slot!(pc, fp, b), slot!(pc, fp, c), (*pc).x(), (*pc).flags()) {
            (*vm).lv.end();
            if *(*vm).pending == 0 {
                go!(pc.add(1), fp, vm)
            }
            go_cold!(settle, pc, fp, vm)
        }
        go_cold!(lv_assign_dim_op_slow, pc, fp, vm)
    }
}

cold_path!(lv_assign_dim_op_slow, |vm, fp, pc| {
    vm.lv.hold_owner();
    let key = vm.operand_b(fp, pc);
    let rhs = vm.operand_c(fp, pc);
    let outcome = vm.assign_dim_op(vm.lv.place, Some(&key), (*pc).x(), &rhs, slot!(pc, fp, c), (*pc).has(flag::KEEP));
    vm.lv.end();
    outcome
});

slow_op!(LvAssignDimAppendOp, |vm, fp, pc| {
    vm.lv.hold_owner();
    let rhs = vm.operand_c(fp, pc);
    let outcome = vm.assign_dim_op(vm.lv.place, None, (*pc).x(), &rhs, slot!(pc, fp, c), (*pc).has(flag::KEEP));
    vm.lv.end();
    outcome
});

#[allow(non_snake_case)]
pub unsafe extern "C-unwind" fn LvUnsetDim(pc: Pc, fp: *mut Value, vm: *mut Vm) -> u64 {
    // SAFETY: as for UnsetDim; `lv` is live, or null.
    unsafe {
        if !(*vm).lv.place.is_null() && remove_element((*vm).lv.place, slot!(pc, fp, b), (*pc).has(flag::CONSUME_B)) {
            (*vm).lv.end();
            if *(*vm).pending == 0 {
                go!(pc.add(1), fp, vm)
            }
            go_cold!(settle, pc, fp, vm)
        }
        go_cold!(lv_unset_dim_slow, pc, fp, vm)
    }
}

cold_path!(lv_unset_dim_slow, |vm, fp, pc| {
    vm.lv.hold_owner();
    let key = vm.operand_b(fp, pc);
    if vm.lv.place.is_null() {
        return Ok(());
    }
    let outcome = elements::unset_dim(&mut vm.cx, &mut *vm.lv.place, &key);
    vm.lv.end();
    outcome
});

slow_op!(FetchGlobals, |vm, fp, pc| {
    let all = vm.globals.to_array();
    slot!(pc, fp, a).write(Value::array(all));
    Ok(())
});
