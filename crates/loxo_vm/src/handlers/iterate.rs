//! foreach.

use loxo_bytecode::NONE;
use loxo_value::Value;

use super::moves::bind;
use super::{cold_path, go_cold, slow_op};
use crate::Vm;
use crate::insn::{Pc, go, slot, slot_x, target};
use crate::raw;

slow_op!(IterInit => jump, |vm, fp, pc| {
    let subject = vm.operand_b(fp, pc);
    let iter = slot!(pc, fp, a);
    if vm.foreach_init(iter, subject)? {
        return Ok(pc.add(1));
    }
    iter.write(Value::UNDEF);
    Ok(target!(pc))
});

slow_op!(IterInitRef => jump, |vm, fp, pc| {
    let place = slot!(pc, fp, b);
    if raw::tag(place) == raw::UNDEF {
        vm.undefined_variable(fp, place);
        raw::set_tag(place, raw::NULL);
    }
    let iter = slot!(pc, fp, a);
    if vm.foreach_init_ref(iter, place)? {
        return Ok(pc.add(1));
    }
    iter.write(Value::UNDEF);
    Ok(target!(pc))
});

slow_op!(LvIterInitRef => jump, |vm, fp, pc| {
    let iter = slot!(pc, fp, a);
    let place = vm.lv;
    if vm.foreach_init_ref(iter, place)? {
        return Ok(pc.add(1));
    }
    iter.write(Value::UNDEF);
    Ok(target!(pc))
});

/// The element at or behind the position, without leaving the array.
#[allow(non_snake_case)]
pub unsafe extern "C-unwind" fn IterNext(pc: Pc, fp: *mut Value, vm: *mut Vm) -> u64 {
    // SAFETY: operands are slots of this frame; the loop's array is held by its slot.
    unsafe {
        let iter = slot!(pc, fp, a);
        let var = slot!(pc, fp, b);
        if raw::tag(iter) == raw::ARRAY && !raw::counted(var) {
            let array = (*iter).as_array().unwrap_unchecked();
            let mut at = raw::int(iter.add(1)) as usize;
            if let Some(elements) = array.packed_data() {
                while at < elements.len() {
                    let value = elements.as_ptr().add(at);
                    if raw::tag(value) != raw::UNDEF {
                        raw::copy(var, raw::deref(value));
                        if (*pc).x() != NONE {
                            raw::set_int(slot_x!(pc, fp), at as i64);
                        }
                        raw::set_int(iter.add(1), at as i64 + 1);
                        go!(pc.add(1), fp, vm)
                    }
                    at += 1;
                }
                go!(target!(pc), fp, vm)
            }
        }
        go_cold!(iter_next_slow, pc, fp, vm)
    }
}

cold_path!(iter_next_slow => jump, |vm, fp, pc| {
    let want_key = (*pc).x() != NONE;
    match vm.foreach_next(slot!(pc, fp, a), want_key)? {
        None => Ok(target!(pc)),
        Some((key, value)) => {
            let value = if value.is_ref() { value.clone_deref() } else { value };
            vm.assign(slot!(pc, fp, b), value)?;
            if want_key {
                slot_x!(pc, fp).write(key);
            }
            Ok(pc.add(1))
        }
    }
});

slow_op!(IterNextTmp => jump, |vm, fp, pc| {
    let want_key = (*pc).x() != NONE;
    match vm.foreach_next(slot!(pc, fp, a), want_key)? {
        None => Ok(target!(pc)),
        Some((key, value)) => {
            slot!(pc, fp, b).write(if value.is_ref() { value.clone_deref() } else { value });
            if want_key {
                slot_x!(pc, fp).write(key);
            }
            Ok(pc.add(1))
        }
    }
});

slow_op!(IterNextRef => jump, |vm, fp, pc| {
    let want_key = (*pc).x() != NONE;
    match vm.foreach_next(slot!(pc, fp, a), want_key)? {
        None => Ok(target!(pc)),
        Some((key, value)) => {
            bind(slot!(pc, fp, b), value);
            if want_key {
                slot_x!(pc, fp).write(key);
            }
            Ok(pc.add(1))
        }
    }
});

slow_op!(IterNextRefTmp => jump, |vm, fp, pc| {
    let want_key = (*pc).x() != NONE;
    match vm.foreach_next(slot!(pc, fp, a), want_key)? {
        None => Ok(target!(pc)),
        Some((key, mut value)) => {
            if !value.is_ref() {
                let _ = value.make_ref();
            }
            slot!(pc, fp, b).write(value);
            if want_key {
                slot_x!(pc, fp).write(key);
            }
            Ok(pc.add(1))
        }
    }
});

slow_op!(IterFree, |vm, fp, pc| {
    crate::foreach::free(vm, slot!(pc, fp, a));
    Ok(())
});
