//! Handlers of array literals: a copy of a constant array, or one element after another.

use loxo_bytecode::flag;
use loxo_runtime::convert;
use loxo_value::{PhpArray, Value};

use super::slow_path::{cold_path, go_cold, slow_op};
use crate::Vm;
use crate::access::elements;
use crate::code::instruction::{Pc, go, konst, slot};
use crate::frame::slot;

/// Keys and constant values of a literal are copied as a whole.
#[allow(non_snake_case)]
pub unsafe extern "C-unwind" fn ArrayShape(pc: Pc, fp: *mut Value, vm: *mut Vm) -> u64 {
    #[inline(never)]
    unsafe fn copy(dst: *mut Value, shape: *const Value) {
        // SAFETY: the caller passes a temporary and a constant array.
        unsafe { dst.write(Value::array((*shape).as_array().unwrap_unchecked().duplicate())) }
    }
    // SAFETY: operands are verified; the collector waits for the next op that looks.
    unsafe {
        copy(slot!(pc, fp, a), konst!(pc, b));
        go!(pc.add(1), fp, vm)
    }
}

#[allow(non_snake_case)]
pub unsafe extern "C-unwind" fn ArrayPut(pc: Pc, fp: *mut Value, vm: *mut Vm) -> u64 {
    // SAFETY: the array is the temporary that `ArrayShape` made, with an element of no count at the position.
    unsafe {
        let src = slot!(pc, fp, c);
        let tag = slot::tag(src);
        if tag != slot::UNDEF && tag != slot::REFERENCE {
            let place = (*slot!(pc, fp, a)).as_array().unwrap_unchecked().own_slot((*pc).b as u32);
            if (*pc).has(flag::CONSUME_C) {
                slot::copy_bits(place, src);
            } else {
                slot::copy(place, src);
            }
            go!(pc.add(1), fp, vm)
        }
        go_cold!(array_put_slow, pc, fp, vm)
    }
}

cold_path!(array_put_slow, |vm, fp, pc| {
    let value = vm.operand_c(fp, pc);
    (*slot!(pc, fp, a)).as_array().unwrap_unchecked().own_slot((*pc).b as u32).write(value);
    Ok(())
});

slow_op!(NewArray, |vm, fp, pc| {
    let capacity = (*pc).b as usize;
    let array = if capacity == 0 { PhpArray::new() } else { PhpArray::with_capacity(capacity) };
    slot!(pc, fp, a).write(Value::array(array));
    Ok(())
});

/// The value of an array literal's element: with `&` a reference (`$this` becomes one here), anything else is copied out.
macro_rules! element {
    ($vm:ident, $fp:ident, $pc:ident, $take:ident, $operand:ident) => {
        if (*$pc).has(flag::BY_REF) {
            let mut value = $vm.$take($fp, $pc);
            if value.is_ref() { value } else { Value::reference(value.make_ref()) }
        } else {
            $vm.$operand($fp, $pc)
        }
    };
}

#[allow(non_snake_case)]
pub unsafe extern "C-unwind" fn ArrayPush(pc: Pc, fp: *mut Value, vm: *mut Vm) -> u64 {
    // SAFETY: operands are slots of this frame, the first a temporary that holds the array.
    unsafe {
        let (array, src) = (slot!(pc, fp, a), slot!(pc, fp, b));
        let is_plain = slot::tag(src) != slot::UNDEF && slot::tag(src) != slot::REFERENCE && !(*pc).has(flag::BY_REF);
        if is_plain && let Some(place) = (*array).as_array_mut().and_then(|array| array.packed_append_slot()) {
            slot::take(place, src, (*pc).has(flag::CONSUME_B));
            go!(pc.add(1), fp, vm)
        }
        go_cold!(array_push_slow, pc, fp, vm)
    }
}

cold_path!(array_push_slow, |vm, fp, pc| {
    let value = element!(vm, fp, pc, take_b, operand_b);
    let array = (*slot!(pc, fp, a)).as_array_mut().expect("array under construction");
    if array.push(value).is_err() {
        return Err(elements::cannot_push(&mut vm.cx));
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
        key if key.is_int() => array.set_int(slot::int(key), value),
        key => array.set_str(key.as_str().expect("keys are ints or strings"), value),
    };
    Ok(())
});

slow_op!(ArraySpread, |vm, fp, pc| {
    let source = vm.operand_b(fp, pc);
    let target = slot!(pc, fp, a);
    if let Some(items) = source.as_array() {
        let array = (*target).as_array_mut().expect("array under construction");
        if array.extend_list(items) {
            return Ok(());
        }
        for (key, value) in items.iter() {
            // References that others have stay references.
            let value = if value.is_ref() && value.refcount() > 1 { value.clone() } else { value.clone_deref() };
            match key {
                loxo_value::KeyRef::Str(s) => {
                    array.set_str(s, value);
                }
                loxo_value::KeyRef::Int(_) => {
                    if array.push(value).is_err() {
                        return Err(elements::cannot_push(&mut vm.cx));
                    }
                }
            }
        }
        return Ok(());
    }
    if (*pc).has(loxo_bytecode::flag::NO_OBJECT) {
        return Err(vm.cx.throw_error("Only arrays can be unpacked in constant expression"));
    }
    vm.spread_iterator(&source, "Error", |vm, key, value| {
        let array = (*target).as_array_mut().expect("array under construction");
        let key = match key.as_str() {
            Some(s) => loxo_value::Key::from_str(s.clone()),
            None if key.is_int() => loxo_value::Key::Int(0),
            None => return Err(vm.cx.throw_error("Keys must be of type int|string during array unpacking")),
        };
        match key {
            loxo_value::Key::Str(_) => array.set(&key, value),
            // The numbers of an iterator's elements mean nothing here.
            loxo_value::Key::Int(_) => {
                if array.push(value).is_err() {
                    return Err(elements::cannot_push(&mut vm.cx));
                }
            }
        }
        Ok(())
    })
});
