//! Writes of properties: what fits goes to its slot through inline caches, the rest through `loxo_runtime::object`.

use loxo_bytecode::flag;
use loxo_runtime::{convert, object};
use loxo_value::Value;

use super::slow_path::{cold_path, go_cold, settle, slow_op};
use crate::Vm;
use crate::access::lookup_cache::{self, PropertySlot};
use crate::code::instruction::{Pc, go, konst, slot};
use crate::frame::slot;

/// `$object->name = value` where the class is the one seen last, the value fits, and the slot owns nothing.
#[allow(non_snake_case)]
pub unsafe extern "C-unwind" fn AssignProp(pc: Pc, fp: *mut Value, vm: *mut Vm) -> u64 {
    // SAFETY: as for FetchProp.
    unsafe {
        let base = slot::deref(slot!(pc, fp, a));
        let src = slot!(pc, fp, c);
        if slot::tag(base) == slot::OBJECT && (*pc).flags() & (flag::CONSUME_A | flag::KEEP) == 0 {
            let entry = &*(*vm).caches.add((*pc).x() as usize);
            let object = slot::object(base);
            if entry.key == (*object).class as usize && lookup_cache::accepts(entry.value, slot::tag(src)) {
                let place = lookup_cache::place(entry.value, object);
                if !slot::counted(place) && slot::tag(place) != slot::UNDEF {
                    if (*pc).has(flag::CONSUME_C) {
                        slot::copy_bits(place, src);
                    } else {
                        slot::copy(place, src);
                    }
                    go!(pc.add(1), fp, vm)
                }
            }
        }
        assign_prop_uncached(pc, fp, vm)
    }
}

/// The property that the inline cache at `cache` has for a class takes a value as it is, as far as is known.
#[inline(always)]
unsafe fn is_known_to_take(vm: *mut Vm, cache: u32, class: usize, bits: usize, value: *const Value) -> bool {
    // SAFETY: the caller passes the running op's cache, and a live value.
    unsafe {
        if slot::tag(value) != slot::OBJECT || lookup_cache::accepts(bits, slot::OBJECT) {
            return lookup_cache::accepts(bits, slot::tag(value));
        }
        let held = (*slot::object(value)).class as usize;
        let known = &*(*vm).caches.add(cache as usize + 1);
        known.key == held && known.value == class || (*vm).is_known_to_hold(cache, class, held)
    }
}

/// The same for other classes, for objects that are assigned, and for slots that own something or were never set.
#[inline(never)]
unsafe extern "C-unwind" fn assign_prop_uncached(pc: Pc, fp: *mut Value, vm: *mut Vm) -> u64 {
    // SAFETY: as for FetchProp.
    unsafe {
        let base = slot::deref(slot!(pc, fp, a));
        if slot::tag(base) == slot::OBJECT && !(*pc).has(flag::CONSUME_A) && assign_declared_or_dynamic(pc, fp, vm, base) {
            if *(*vm).pending == 0 {
                go!(pc.add(1), fp, vm)
            }
            go_cold!(settle, pc, fp, vm)
        }
        go_cold!(assign_prop_slow, pc, fp, vm)
    }
}

/// Assigns operand `c` to the property that the op names in an object, if that takes it as it is; false: nothing was done.
#[inline(always)]
unsafe fn assign_declared_or_dynamic(pc: Pc, fp: *mut Value, vm: *mut Vm, base: *const Value) -> bool {
    // SAFETY: as for FetchProp; the base is an object.
    unsafe {
        let (object, src, cache) = (slot::object(base), slot!(pc, fp, c), (*pc).x());
        let consume = (*pc).flags() & (flag::CONSUME_C | flag::KEEP) == flag::CONSUME_C;
        let class = (*object).class as usize;
        let entry = &*(*vm).caches.add(cache as usize);
        let bits = if entry.key == class { entry.value } else { (*vm).seen_inline(cache, class) };
        let place = lookup_cache::place(bits, object);
        if bits != 0 && is_writable(place) && is_known_to_take(vm, cache, class, bits, src) {
            loxo_fast_paths::overwrite(place, src, consume);
            return true;
        }
        let found = (*vm).prop_slot(fp, class, konst!(pc, b));
        if found.is_some() {
            (*vm).fill_cache(fp, cache, base, found, found.bits());
            let place = found.place(object);
            if is_writable(place) && lookup_cache::takes(found, src) {
                if cache != 0 && slot::tag(src) == slot::OBJECT && !lookup_cache::accepts(found.bits(), slot::OBJECT) {
                    (*vm).note_held(cache, class, (*slot::object(src)).class as usize);
                }
                loxo_fast_paths::overwrite(place, src, consume);
                return true;
            }
        }
        found.is_dynamic() && set_dynamic(base, konst!(pc, b), src, found, consume)
    }
}

/// A slot that a value may be stored in directly: no reference, and not unset (then magic methods are asked, or a lazy object is initialised).
#[inline(always)]
unsafe fn is_writable(place: *const Value) -> bool {
    // SAFETY: the caller passes a slot of an object.
    unsafe { slot::tag(place) != slot::REFERENCE && (slot::tag(place) != slot::UNDEF || (*place).aux() == 0) }
}

cold_path!(assign_prop_slow, |vm, fp, pc| {
    let name = (*konst!(pc, b)).as_str().expect("property names are strings").clone();
    let value = vm.operand_c(fp, pc);
    let object = vm.target_a(fp, pc);
    let written = match object.as_object().filter(|_| vm.is_undeclared(fp, &object, &*konst!(pc, b))) {
        Some(object) => {
            let access = vm.access(fp);
            object::write_undeclared(&mut vm.cx, object, &name, value, &access)?
        }
        None => vm.assign_property(fp, &object, &name, value)?,
    };
    if (*pc).has(flag::KEEP) {
        *slot!(pc, fp, c) = written;
    }
    Ok(())
});

/// `$object->{$name} = value` where the value fits in a slot, or in the object's own table.
#[allow(non_snake_case)]
pub unsafe extern "C-unwind" fn AssignPropDyn(pc: Pc, fp: *mut Value, vm: *mut Vm) -> u64 {
    // SAFETY: as for FetchProp; a name that is consumed is dropped, which makes nothing due.
    unsafe {
        let base = slot::deref(slot!(pc, fp, a));
        let name_slot = slot!(pc, fp, b);
        let name = slot::deref(name_slot);
        let src = slot!(pc, fp, c);
        if slot::tag(base) == slot::OBJECT && slot::tag(name) == slot::STRING && !(*pc).has(flag::CONSUME_A) {
            let object = slot::object(base);
            let found = (*vm).prop_slot(fp, (*object).class as usize, name);
            let consume = (*pc).flags() & (flag::CONSUME_C | flag::KEEP) == flag::CONSUME_C;
            let written = if found.is_some() {
                let place = found.place(object);
                let fits = is_writable(place) && lookup_cache::takes(found, src);
                if fits {
                    loxo_fast_paths::overwrite(place, src, consume);
                }
                fits
            } else {
                found.is_dynamic() && set_dynamic(base, name, src, found, consume)
            };
            if written {
                if (*pc).has(flag::CONSUME_B) {
                    drop((*name_slot).take_undef());
                }
                if *(*vm).pending == 0 {
                    go!(pc.add(1), fp, vm)
                }
                go_cold!(settle, pc, fp, vm)
            }
        }
        go_cold!(assign_prop_dyn_slow, pc, fp, vm)
    }
}

cold_path!(assign_prop_dyn_slow, |vm, fp, pc| {
    let name = vm.operand_b(fp, pc);
    let value = vm.operand_c(fp, pc);
    let object = vm.target_a(fp, pc);
    let name = convert::to_string(&mut vm.cx, &name)?;
    let written = vm.assign_property(fp, &object, &name, value)?;
    if (*pc).has(flag::KEEP) {
        *slot!(pc, fp, c) = written;
    }
    Ok(())
});

/// `….name = value` where the nested write ended at an object and the value fits in its slot.
#[allow(non_snake_case)]
pub unsafe extern "C-unwind" fn LvAssignProp(pc: Pc, fp: *mut Value, vm: *mut Vm) -> u64 {
    // SAFETY: as for FetchProp; a nested write ends at a live place.
    unsafe {
        let base = slot::deref((*vm).lv.place);
        if slot::tag(base) == slot::OBJECT && (*vm).lv.holds_nothing() && assign_declared_or_dynamic(pc, fp, vm, base) {
            if *(*vm).pending == 0 {
                go!(pc.add(1), fp, vm)
            }
            go_cold!(settle, pc, fp, vm)
        }
        go_cold!(lv_assign_prop_slow, pc, fp, vm)
    }
}

cold_path!(lv_assign_prop_slow, |vm, fp, pc| {
    vm.lv.hold_owner();
    let name = (*konst!(pc, b)).as_str().expect("property names are strings").clone();
    let value = vm.operand_c(fp, pc);
    let object = (*vm.lv.place).clone_deref();
    let written = vm.assign_property(fp, &object, &name, value)?;
    if (*pc).has(flag::KEEP) {
        *slot!(pc, fp, c) = written;
    }
    vm.lv.end();
    Ok(())
});

slow_op!(LvAssignPropDyn, |vm, fp, pc| {
    vm.lv.hold_owner();
    let name = vm.operand_b(fp, pc);
    let value = vm.operand_c(fp, pc);
    let object = (*vm.lv.place).clone_deref();
    let name = convert::to_string(&mut vm.cx, &name)?;
    let written = vm.assign_property(fp, &object, &name, value)?;
    if (*pc).has(flag::KEEP) {
        *slot!(pc, fp, c) = written;
    }
    vm.lv.end();
    Ok(())
});

slow_op!(BindRefProp, |vm, fp, pc| {
    let name = vm.operand_b(fp, pc);
    let reference = vm.take_c(fp, pc);
    let object = vm.target_a(fp, pc);
    vm.bind_property(fp, &object, &name, reference, (*pc).flags())
});

slow_op!(LvBindRefProp, |vm, fp, pc| {
    vm.lv.hold_owner();
    let name = vm.operand_b(fp, pc);
    let reference = vm.take_c(fp, pc);
    let object = (*vm.lv.place).clone_deref();
    vm.bind_property(fp, &object, &name, reference, (*pc).flags())?;
    vm.lv.end();
    Ok(())
});

slow_op!(UnsetProp, |vm, fp, pc| {
    let name = vm.operand_b(fp, pc);
    let object = vm.target_a(fp, pc);
    vm.unset_property(fp, &object, &name)
});

slow_op!(LvUnsetProp, |vm, fp, pc| {
    vm.lv.hold_owner();
    let name = vm.operand_b(fp, pc);
    if vm.lv.place.is_null() {
        return Ok(());
    }
    let object = (*vm.lv.place).clone_deref();
    let outcome = vm.unset_property(fp, &object, &name);
    vm.lv.end();
    outcome
});

/// Sets an undeclared property; false: nothing was done, the long way is needed.
#[inline(never)]
unsafe fn set_dynamic(object: *const Value, name: *const Value, src: *mut Value, found: PropertySlot, consume: bool) -> bool {
    // SAFETY: as for `dynamic_value`; `src` is live.
    unsafe {
        let tag = slot::tag(src);
        let (Some(object), Some(name)) = ((*object).as_object(), (*name).as_str()) else { return false };
        if object::is_lazy(object) || tag == slot::UNDEF || tag == slot::REFERENCE {
            return false;
        }
        if !found.is_creatable() && object.dynamic().and_then(|table| table.get_str(name)).is_none() {
            return false;
        }
        let place: *mut Value = object.dynamic_mut().entry_str(name);
        if slot::tag(place) == slot::REFERENCE {
            return false;
        }
        loxo_fast_paths::overwrite(place, src, consume);
        true
    }
}
