//! Elements: reading, `isset`, assignment and `unset` on a slot, arrays under construction.

use loxo_bytecode::flag;
use loxo_runtime::convert;
use loxo_value::{PhpArray, Value};

use super::{cold_path, go_cold, slow_op};
use crate::Vm;
use crate::containers::{self, Fetch};
use crate::insn::{Pc, go, konst, slot};
use crate::raw;

slow_op!(NewArray, |vm, fp, pc| {
    let capacity = (*pc).b as usize;
    let array = if capacity == 0 { PhpArray::new() } else { PhpArray::with_capacity(capacity) };
    slot!(pc, fp, a).write(Value::array(array));
    Ok(())
});

/// The value of an array literal's element: a reference temporary is kept as one, anything else is copied out.
macro_rules! element {
    ($vm:ident, $fp:ident, $pc:ident, $take:ident, $operand:ident) => {
        if (*$pc).has(flag::BY_REF) { $vm.$take($fp, $pc) } else { $vm.$operand($fp, $pc) }
    };
}

slow_op!(ArrayPush, |vm, fp, pc| {
    let value = element!(vm, fp, pc, take_b, operand_b);
    let array = (*slot!(pc, fp, a)).as_array_mut().expect("array under construction");
    if array.push(value).is_err() {
        return Err(containers::cannot_push(&mut vm.cx));
    }
    Ok(())
});

slow_op!(ArraySet, |vm, fp, pc| {
    let key = vm.operand_b(fp, pc);
    let value = element!(vm, fp, pc, take_c, operand_c);
    let key = convert::offset_key(&mut vm.cx, &key)?;
    (*slot!(pc, fp, a)).as_array_mut().expect("array under construction").set(&key, value);
    Ok(())
});

slow_op!(ArraySetK, |vm, fp, pc| {
    let value = element!(vm, fp, pc, take_c, operand_c);
    let array = (*slot!(pc, fp, a)).as_array_mut().expect("array under construction");
    match &*konst!(pc, b) {
        key if key.is_int() => array.set_int(raw::int(key), value),
        key => array.set_str(key.as_str().expect("keys are ints or strings"), value),
    };
    Ok(())
});

slow_op!(ArraySpread, |vm, fp, pc| {
    let source = vm.operand_b(fp, pc);
    let target = slot!(pc, fp, a);
    if let Some(items) = source.as_array() {
        let array = (*target).as_array_mut().expect("array under construction");
        for (key, value) in items.iter() {
            let value = value.clone_deref();
            match key {
                loxo_value::KeyRef::Str(s) => {
                    array.set_str(s, value);
                }
                loxo_value::KeyRef::Int(_) => {
                    if array.push(value).is_err() {
                        return Err(containers::cannot_push(&mut vm.cx));
                    }
                }
            }
        }
        return Ok(());
    }
    vm.spread_iterator(&source, "Only arrays and Traversables can be unpacked", |vm, key, value| {
        let array = (*target).as_array_mut().expect("array under construction");
        match key.as_str() {
            Some(s) => drop(array.set_str(s, value)),
            None if key.is_int() => {
                if array.push(value).is_err() {
                    return Err(containers::cannot_push(&mut vm.cx));
                }
            }
            None => return Err(vm.cx.error("Keys must be of type int|string during array unpacking")),
        }
        Ok(())
    })
});

/// Reading an element of an array that needs no warning.
#[allow(non_snake_case)]
pub unsafe extern "C-unwind" fn FetchDim(pc: Pc, fp: *mut Value, vm: *mut Vm) -> u64 {
    // SAFETY: operands are slots of this frame; the found element is copied before anything can change the array.
    unsafe {
        let base = raw::deref(slot!(pc, fp, b));
        let key = slot!(pc, fp, c);
        if raw::tag(base) == raw::ARRAY && !(*pc).has(flag::CONSUME_B) && !((*pc).has(flag::CONSUME_C) && raw::counted(key)) {
            let array = (*base).as_array().unwrap_unchecked();
            let found = match raw::tag(key) {
                raw::INT => array.get_int(raw::int(key)),
                raw::STRING => array.get_sym((*key).as_str().unwrap_unchecked()),
                _ => None,
            };
            if let Some(value) = found {
                raw::copy(slot!(pc, fp, a), raw::deref(value));
                go!(pc.add(1), fp, vm)
            }
        }
        go_cold!(fetch_dim_slow, pc, fp, vm)
    }
}

cold_path!(fetch_dim_slow, |vm, fp, pc| {
    // A consumed key may be a temporary without a count: still the fast case.
    let base_slot = slot!(pc, fp, b);
    let base = raw::deref(base_slot);
    let mode = Fetch::of_flags((*pc).flags());
    let key_slot = slot!(pc, fp, c);
    if mode == Fetch::Quiet && raw::tag(base) == raw::UNDEF {
        drop(vm.operand_c(fp, pc));
        slot!(pc, fp, a).write(Value::NULL);
        return Ok(());
    }
    if raw::tag(base) == raw::ARRAY && raw::tag(key_slot) != raw::UNDEF {
        let key = vm.operand_c(fp, pc);
        let consumed = (*pc).has(flag::CONSUME_B);
        let array = (*base).as_array().unwrap_unchecked().clone();
        if consumed {
            drop((*base_slot).take_undef());
        }
        let result = containers::read_array(&mut vm.cx, &array, &key, mode)?;
        slot!(pc, fp, a).write(result);
        return Ok(());
    }
    let base = vm.operand_b(fp, pc);
    let key = vm.operand_c(fp, pc);
    let result = containers::read_dim(&mut vm.cx, &base, &key, mode)?;
    slot!(pc, fp, a).write(result);
    Ok(())
});

#[allow(non_snake_case)]
pub unsafe extern "C-unwind" fn FetchDimK(pc: Pc, fp: *mut Value, vm: *mut Vm) -> u64 {
    // SAFETY: as for FetchDim.
    unsafe {
        let base = raw::deref(slot!(pc, fp, b));
        let key = konst!(pc, c);
        if raw::tag(base) == raw::ARRAY && !(*pc).has(flag::CONSUME_B) {
            let array = (*base).as_array().unwrap_unchecked();
            let found = match raw::tag(key) {
                raw::INT => array.get_int(raw::int(key)),
                raw::STRING => array.get_sym((*key).as_str().unwrap_unchecked()),
                _ => None,
            };
            if let Some(value) = found {
                raw::copy(slot!(pc, fp, a), raw::deref(value));
                go!(pc.add(1), fp, vm)
            }
        }
        go_cold!(fetch_dim_k_slow, pc, fp, vm)
    }
}

cold_path!(fetch_dim_k_slow, |vm, fp, pc| {
    let mode = Fetch::of_flags((*pc).flags());
    if mode == Fetch::Quiet && raw::tag(slot!(pc, fp, b)) == raw::UNDEF {
        slot!(pc, fp, a).write(Value::NULL);
        return Ok(());
    }
    let base = vm.operand_b(fp, pc);
    let result = containers::read_dim(&mut vm.cx, &base, &*konst!(pc, c), mode)?;
    slot!(pc, fp, a).write(result);
    Ok(())
});

slow_op!(IssetDim, |vm, fp, pc| {
    let base_slot = slot!(pc, fp, b);
    let empty = (*pc).has(flag::EMPTY);
    let base = if raw::tag(base_slot) == raw::UNDEF { Value::NULL } else { vm.operand_b(fp, pc) };
    let key = vm.operand_c(fp, pc);
    let result = containers::isset_dim(&mut vm.cx, &base, &key, empty)?;
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
        if raw::tag(base) == raw::ARRAY && raw::tag(key) == raw::INT && !(*pc).has(flag::KEEP) {
            let tag = raw::tag(src);
            let array = (*base).as_array_mut();
            if tag != raw::UNDEF && tag != raw::REFERENCE {
                if let Some(array) = array {
                    if let Some(place) = array.packed_slot_mut(raw::int(key)) {
                        let place: *mut Value = place;
                        if !raw::counted(place) {
                            write_element(place, src, (*pc).has(flag::CONSUME_C));
                            go!(pc.add(1), fp, vm)
                        }
                    }
                }
            }
        }
        go_cold!(assign_dim_slow, pc, fp, vm)
    }
}

/// Overwrites an uncounted element, keeping its chain.
#[inline(always)]
unsafe fn write_element(place: *mut Value, src: *mut Value, consume: bool) {
    // SAFETY: both are valid; packed elements have no chain.
    unsafe {
        if consume {
            raw::copy_bits(place, src);
        } else {
            raw::copy(place, src);
        }
    }
}

cold_path!(assign_dim_slow, |vm, fp, pc| {
    let key = vm.operand_b(fp, pc);
    let value = vm.operand_c(fp, pc);
    vm.assign_dim(slot!(pc, fp, a), Some(&key), value, slot!(pc, fp, c), (*pc).has(flag::KEEP))
});

slow_op!(AssignDimK, |vm, fp, pc| {
    let value = vm.operand_c(fp, pc);
    vm.assign_dim(slot!(pc, fp, a), Some(&*konst!(pc, b)), value, slot!(pc, fp, c), (*pc).has(flag::KEEP))
});

#[allow(non_snake_case)]
pub unsafe extern "C-unwind" fn AssignDimAppend(pc: Pc, fp: *mut Value, vm: *mut Vm) -> u64 {
    // SAFETY: operands are slots of this frame.
    unsafe {
        let base = slot!(pc, fp, a);
        let src = slot!(pc, fp, c);
        let tag = raw::tag(src);
        if raw::tag(base) == raw::ARRAY && tag != raw::UNDEF && tag != raw::REFERENCE && !(*pc).has(flag::KEEP) {
            if let Some(array) = (*base).as_array_mut() {
                if let Some(place) = array.packed_append_slot() {
                    write_element(place, src, (*pc).has(flag::CONSUME_C));
                    go!(pc.add(1), fp, vm)
                }
            }
        }
        go_cold!(assign_dim_append_slow, pc, fp, vm)
    }
}

cold_path!(assign_dim_append_slow, |vm, fp, pc| {
    let value = vm.operand_c(fp, pc);
    vm.assign_dim(slot!(pc, fp, a), None, value, slot!(pc, fp, c), (*pc).has(flag::KEEP))
});

slow_op!(AssignDimOp, |vm, fp, pc| {
    let key = vm.operand_b(fp, pc);
    let rhs = vm.operand_c(fp, pc);
    vm.assign_dim_op(slot!(pc, fp, a), Some(&key), (*pc).x(), &rhs, slot!(pc, fp, c), (*pc).has(flag::KEEP))
});

slow_op!(AssignDimAppendOp, |vm, fp, pc| {
    let rhs = vm.operand_c(fp, pc);
    vm.assign_dim_op(slot!(pc, fp, a), None, (*pc).x(), &rhs, slot!(pc, fp, c), (*pc).has(flag::KEEP))
});

slow_op!(UnsetDim, |vm, fp, pc| {
    let key = vm.operand_b(fp, pc);
    let base = slot!(pc, fp, a);
    if raw::tag(base) == raw::UNDEF {
        vm.undefined_variable(fp, base);
    }
    containers::unset_dim(&mut vm.cx, &mut *base, &key)
});

slow_op!(LvAssignDim, |vm, fp, pc| {
    let key = vm.operand_b(fp, pc);
    let value = vm.operand_c(fp, pc);
    vm.assign_dim(vm.lv, Some(&key), value, slot!(pc, fp, c), (*pc).has(flag::KEEP))
});

slow_op!(LvAssignDimAppend, |vm, fp, pc| {
    let value = vm.operand_c(fp, pc);
    vm.assign_dim(vm.lv, None, value, slot!(pc, fp, c), (*pc).has(flag::KEEP))
});

slow_op!(LvAssignDimOp, |vm, fp, pc| {
    let key = vm.operand_b(fp, pc);
    let rhs = vm.operand_c(fp, pc);
    vm.assign_dim_op(vm.lv, Some(&key), (*pc).x(), &rhs, slot!(pc, fp, c), (*pc).has(flag::KEEP))
});

slow_op!(LvAssignDimAppendOp, |vm, fp, pc| {
    let rhs = vm.operand_c(fp, pc);
    vm.assign_dim_op(vm.lv, None, (*pc).x(), &rhs, slot!(pc, fp, c), (*pc).has(flag::KEEP))
});

slow_op!(LvUnsetDim, |vm, fp, pc| {
    let key = vm.operand_b(fp, pc);
    if vm.lv.is_null() {
        return Ok(());
    }
    containers::unset_dim(&mut vm.cx, &mut *vm.lv, &key)
});

slow_op!(FetchGlobals, |vm, fp, pc| {
    let all = vm.globals_array();
    slot!(pc, fp, a).write(Value::array(all));
    Ok(())
});
