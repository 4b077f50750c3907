//! Elements: reading, `isset`, assignment and `unset` on a slot, arrays under construction.

use loxo_bytecode::flag;
use loxo_value::Value;

use super::slow_path::{cold_path, go_cold, settle, slow_op};
use crate::Vm;
use crate::access::elements::{self, Fetch};
use crate::access::fast_paths;
use crate::code::instruction::{Pc, go, konst, slot};
use crate::frame::slot;

/// Reading an element of an array that needs no warning.
#[allow(non_snake_case)]
pub unsafe extern "C-unwind" fn FetchDim(pc: Pc, fp: *mut Value, vm: *mut Vm) -> u64 {
    // SAFETY: operands are slots of this frame; the found element is copied before anything can change the array.
    unsafe {
        let base = slot::deref(slot!(pc, fp, b));
        let key = slot!(pc, fp, c);
        if !(*pc).has(flag::CONSUME_B)
            && !((*pc).has(flag::CONSUME_C) && slot::counted(key))
            && let Some(value) = element_direct(base, key)
        {
            slot::copy(slot!(pc, fp, a), value);
            go!(pc.add(1), fp, vm)
        }
        if slot::tag(base) == slot::STRING
            && slot::tag(key) == slot::INT
            && (*pc).flags() & (flag::CONSUME_B | flag::LIST) == 0
            && put_byte(slot!(pc, fp, a), base, key)
        {
            go!(pc.add(1), fp, vm)
        }
        fetch_dim_general(pc, fp, vm)
    }
}

/// What an array holds under an int or string key, found without calling anything; `None`: it is no array, or another look is needed.
///
/// # Safety
/// Both are live.
#[inline(always)]
pub(super) unsafe fn element_direct(base: *const Value, key: *const Value) -> Option<*const Value> {
    // SAFETY: as the caller promises.
    unsafe {
        if slot::tag(base) != slot::ARRAY {
            return None;
        }
        let array = (*base).as_array().unwrap_unchecked();
        let found = match slot::tag(key) {
            slot::INT => array.packed_data()?.get(slot::int(key) as usize).filter(|value| !value.is_undef()),
            slot::STRING => array.get_identical((*key).as_str().unwrap_unchecked()),
            _ => None,
        };
        found.map(|value| slot::deref(value))
    }
}

/// Keys of hash arrays, and temporaries as array or key.
#[inline(never)]
unsafe extern "C-unwind" fn fetch_dim_general(pc: Pc, fp: *mut Value, vm: *mut Vm) -> u64 {
    // SAFETY: as for FetchDim.
    unsafe {
        let base_slot = slot!(pc, fp, b);
        let base = slot::deref(base_slot);
        let key = slot!(pc, fp, c);
        if slot::tag(base) == slot::ARRAY {
            if !(*pc).has(flag::CONSUME_B)
                && !((*pc).has(flag::CONSUME_C) && slot::counted(key))
                && let Some(value) = fast_paths::element((*base).as_array().unwrap_unchecked(), key)
            {
                slot::copy(slot!(pc, fp, a), slot::deref(value));
                go!(pc.add(1), fp, vm)
            }
            let key = slot::deref(key);
            if let Some(value) = fast_paths::element((*base).as_array().unwrap_unchecked(), key) {
                let mut result = std::mem::MaybeUninit::<Value>::uninit();
                slot::copy(result.as_mut_ptr(), slot::deref(value));
                if (*pc).has(flag::CONSUME_C) && slot::counted(slot!(pc, fp, c)) {
                    drop((*slot!(pc, fp, c)).take_undef());
                }
                if (*pc).has(flag::CONSUME_B) && slot::counted(base_slot) {
                    drop((*base_slot).take_undef());
                }
                slot::copy_bits(slot!(pc, fp, a), result.as_ptr());
                if *(*vm).pending == 0 {
                    go!(pc.add(1), fp, vm)
                }
                go_cold!(settle, pc, fp, vm)
            }
        }
        go_cold!(fetch_dim_slow, pc, fp, vm)
    }
}

cold_path!(fetch_dim_slow, |vm, fp, pc| {
    // A consumed key may be a temporary without a count: still the fast case.
    let base_slot = slot!(pc, fp, b);
    let base = slot::deref(base_slot);
    let mode = Fetch::of_flags((*pc).flags());
    let key_slot = slot!(pc, fp, c);
    if mode == Fetch::Quiet && slot::tag(base) == slot::UNDEF {
        drop(vm.operand_c(fp, pc));
        slot!(pc, fp, a).write(Value::NULL);
        return Ok(());
    }
    if slot::tag(base) == slot::ARRAY && slot::tag(key_slot) != slot::UNDEF {
        let key = vm.operand_c(fp, pc);
        let consumed = (*pc).has(flag::CONSUME_B);
        let array = (*base).as_array().unwrap_unchecked().clone();
        if consumed {
            drop((*base_slot).take_undef());
        }
        let result = elements::read_array(&mut vm.cx, &array, &key, mode)?;
        slot!(pc, fp, a).write(result);
        return Ok(());
    }
    let base = vm.operand_b(fp, pc);
    let key = vm.operand_c(fp, pc);
    vm.cx.check()?;
    if (*pc).has(flag::NO_OBJECT) && base.deref().is_object() {
        return Err(vm.cx.throw_error("Cannot use [] on objects in constant expression"));
    }
    let result = elements::read_dim(&mut vm.cx, &base, &key, mode)?;
    slot!(pc, fp, a).write(result);
    Ok(())
});

#[allow(non_snake_case)]
pub unsafe extern "C-unwind" fn FetchDimK(pc: Pc, fp: *mut Value, vm: *mut Vm) -> u64 {
    // SAFETY: as for FetchDim.
    unsafe {
        let base = slot::deref(slot!(pc, fp, b));
        let key = konst!(pc, c);
        if !(*pc).has(flag::CONSUME_B)
            && let Some(value) = element_direct(base, key)
        {
            slot::copy(slot!(pc, fp, a), value);
            go!(pc.add(1), fp, vm)
        }
        if slot::tag(base) == slot::STRING
            && slot::tag(key) == slot::INT
            && (*pc).flags() & (flag::CONSUME_B | flag::LIST) == 0
            && put_byte(slot!(pc, fp, a), base, key)
        {
            go!(pc.add(1), fp, vm)
        }
        fetch_dim_k_general(pc, fp, vm)
    }
}

/// Keys that are other strings than those of the array.
#[inline(never)]
unsafe extern "C-unwind" fn fetch_dim_k_general(pc: Pc, fp: *mut Value, vm: *mut Vm) -> u64 {
    // SAFETY: as for FetchDim.
    unsafe {
        let base = slot::deref(slot!(pc, fp, b));
        let key = konst!(pc, c);
        if slot::tag(base) == slot::ARRAY
            && !(*pc).has(flag::CONSUME_B)
            && let Some(value) = fast_paths::element_k((*base).as_array().unwrap_unchecked(), key)
        {
            slot::copy(slot!(pc, fp, a), slot::deref(value));
            go!(pc.add(1), fp, vm)
        }
        go_cold!(fetch_dim_k_slow, pc, fp, vm)
    }
}

/// Writes the byte of a string at an offset as a string; false: there is none.
#[inline(always)]
unsafe fn put_byte(dst: *mut Value, text: *const Value, offset: *const Value) -> bool {
    // SAFETY: the caller passes a temporary, a live string and a live int.
    unsafe {
        let text = (*text).as_str().unwrap_unchecked().as_bytes();
        let offset = slot::int(offset);
        let offset = if offset < 0 { offset.wrapping_add(text.len() as i64) } else { offset };
        match usize::try_from(offset).ok().and_then(|i| text.get(i)) {
            Some(byte) => {
                let byte = std::mem::ManuallyDrop::new(Value::string(loxo_value::PhpStr::byte(*byte)));
                slot::copy_bits(dst, &raw const *byte);
            }
            None => return false,
        }
        true
    }
}

cold_path!(fetch_dim_k_slow, |vm, fp, pc| {
    let mode = Fetch::of_flags((*pc).flags());
    if mode == Fetch::Quiet && slot::tag(slot!(pc, fp, b)) == slot::UNDEF {
        slot!(pc, fp, a).write(Value::NULL);
        return Ok(());
    }
    let base = vm.operand_b(fp, pc);
    vm.cx.check()?;
    let result = elements::read_dim(&mut vm.cx, &base, &*konst!(pc, c), mode)?;
    slot!(pc, fp, a).write(result);
    Ok(())
});

/// `isset(base[key])` of an array.
#[allow(non_snake_case)]
pub unsafe extern "C-unwind" fn IssetDim(pc: Pc, fp: *mut Value, vm: *mut Vm) -> u64 {
    // SAFETY: as for FetchDim.
    unsafe {
        let base = slot::deref(slot!(pc, fp, b));
        let key = slot!(pc, fp, c);
        let consumed = (*pc).has(flag::CONSUME_B) || ((*pc).has(flag::CONSUME_C) && slot::counted(key));
        let key = slot::deref(key);
        if slot::tag(base) == slot::ARRAY && !consumed && matches!(slot::tag(key), slot::INT | slot::STRING) {
            let found = fast_paths::element((*base).as_array().unwrap_unchecked(), key).map(Value::deref);
            let result = match found {
                None => (*pc).has(flag::EMPTY),
                Some(value) if !(*pc).has(flag::EMPTY) => !value.is_null(),
                Some(value) if !value.is_object() => !value.to_bool(),
                Some(_) => go_cold!(isset_dim_slow, pc, fp, vm),
            };
            slot::set_bool(slot!(pc, fp, a), result);
            go!(pc.add(1), fp, vm)
        }
        go_cold!(isset_dim_slow, pc, fp, vm)
    }
}

cold_path!(isset_dim_slow, |vm, fp, pc| {
    let base_slot = slot!(pc, fp, b);
    let empty = (*pc).has(flag::EMPTY);
    let base = if slot::tag(base_slot) == slot::UNDEF { Value::NULL } else { vm.operand_b(fp, pc) };
    let key = vm.operand_c(fp, pc);
    let result = elements::isset_dim(&mut vm.cx, &base, &key, empty)?;
    slot!(pc, fp, a).write(Value::bool(result));
    Ok(())
});

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
                    write_element(place, src, (*pc).has(flag::CONSUME_C));
                    go!(pc.add(1), fp, vm)
                }
            }
        }
        assign_dim_general(pc, fp, vm)
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
        go_cold!(assign_dim_slow, pc, fp, vm)
    }
}

/// Sets an element of an array under an int or string key; false: nothing was done, the long way is needed.
///
/// # Safety
/// All are live; `key` and `src` are operands `b` and `c` of the op that has these flags.
#[inline(never)]
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
        let Some(place) = fast_paths::element_to_set(array, key) else { return false };
        if slot::tag(place) == slot::REFERENCE {
            return false;
        }
        fast_paths::overwrite(place, src, flags & (flag::CONSUME_C | flag::KEEP) == flag::CONSUME_C);
        if flags & flag::CONSUME_B != 0 && slot::counted(key_slot) {
            drop((*key_slot).take_undef());
        }
        true
    }
}

/// Overwrites an uncounted element, keeping its chain.
#[inline(always)]
unsafe fn write_element(place: *mut Value, src: *mut Value, consume: bool) {
    // SAFETY: both are valid; packed elements have no chain.
    unsafe {
        if consume {
            slot::copy_bits(place, src);
        } else {
            slot::copy(place, src);
        }
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
        if assign_element(slot!(pc, fp, a), konst!(pc, b).cast_mut(), slot!(pc, fp, c), (*pc).flags() & !flag::CONSUME_B) {
            if *(*vm).pending == 0 {
                go!(pc.add(1), fp, vm)
            }
            go_cold!(settle, pc, fp, vm)
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
            write_element(place, src, (*pc).has(flag::CONSUME_C));
            go!(pc.add(1), fp, vm)
        }
        go_cold!(assign_dim_append_slow, pc, fp, vm)
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
            if place.is_some_and(|place| fast_paths::number_op((*pc).x(), place, slot!(pc, fp, c), |_| true)) {
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
        let Some(place) = fast_paths::element_to_change(array, slot::deref(key_slot)) else { return false };
        if !fast_paths::number_op(op, place, src, |_| true) {
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

slow_op!(UnsetDim, |vm, fp, pc| {
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
        if assign_element((*vm).lv.place, slot!(pc, fp, b), slot!(pc, fp, c), (*pc).flags()) {
            (*vm).lv.end();
            if *(*vm).pending == 0 {
                go!(pc.add(1), fp, vm)
            }
            go_cold!(settle, pc, fp, vm)
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
        if slot::tag(base) == slot::ARRAY
            && tag != slot::UNDEF
            && tag != slot::REFERENCE
            && let Some(place) = (*base).as_array_mut().and_then(|array| array.packed_append_slot())
        {
            write_element(place, src, (*pc).flags() & (flag::CONSUME_C | flag::KEEP) == flag::CONSUME_C);
            (*vm).lv.end();
            if *(*vm).pending == 0 {
                go!(pc.add(1), fp, vm)
            }
            go_cold!(settle, pc, fp, vm)
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

slow_op!(LvUnsetDim, |vm, fp, pc| {
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
    let all = vm.globals_array();
    slot!(pc, fp, a).write(Value::array(all));
    Ok(())
});
