//! Handlers of properties that are changed in place: `op=`, `++`, `--`, and nested writes that go through them.

use loxo_bytecode::{BinaryOp, flag};
use loxo_runtime::object::{self, Access, Fetch};
use loxo_runtime::{PhpResult, convert};
use loxo_value::{PhpObject, PhpStr, Value};

use super::slow_path::{cold_path, go_cold, slow_op};
use crate::Vm;
use crate::access::lookup_cache;
use crate::access::places::Step;
use crate::code::instruction::{Pc, go, konst, slot};
use crate::frame::slot;

/// `$object->name op= value` on numbers in a slot.
#[allow(non_snake_case)]
pub unsafe extern "C-unwind" fn AssignPropOp(pc: Pc, fp: *mut Value, vm: *mut Vm) -> u64 {
    // SAFETY: as for FetchProp.
    unsafe {
        let base = slot::deref(slot!(pc, fp, a));
        if slot::tag(base) == slot::OBJECT && !(*pc).has(flag::CONSUME_A) {
            let object = slot::object(base);
            let found = (*vm).cached_slot(fp, (*pc).x(), base, konst!(pc, b));
            if lookup_cache::is_writable(found) {
                let place = lookup_cache::place(found, object);
                let (src, op) = (slot!(pc, fp, c), (*pc).operator());
                if loxo_fast_paths::number_op(op, place, src, |tag| lookup_cache::accepts(found, tag)) {
                    if (*pc).has(flag::KEEP) {
                        slot::copy_bits(src, place);
                    }
                    go!(pc.add(1), fp, vm)
                }
                // Strings grow in place.
                if op == BinaryOp::Concat as u32 && slot::tag(place) == slot::STRING && lookup_cache::accepts(found, slot::STRING) {
                    go_cold!(append_prop, pc, fp, vm)
                }
            }
        }
        go_cold!(assign_prop_op_slow, pc, fp, vm)
    }
}

cold_path!(append_prop, |vm, fp, pc| {
    // The object outlives what the conversion of the operand may do.
    let kept = (*slot::deref(slot!(pc, fp, a))).clone();
    let Some(object) = kept.as_object() else { return Ok(()) };
    let rhs = vm.operand_c(fp, pc);
    let found = vm.prop_slot(fp, vm.cx.class_of(object) as *const _ as usize, konst!(pc, b));
    let place = found.place(object.header_ptr());
    vm.lv.property = None;
    vm.assign_op_place(fp, place, BinaryOp::Concat as u32, &rhs)?;
    if (*pc).has(flag::KEEP) {
        *slot!(pc, fp, c) = (*place).clone_deref();
    }
    Ok(())
});

cold_path!(assign_prop_op_slow, |vm, fp, pc| {
    let name = (*konst!(pc, b)).clone();
    let rhs = vm.operand_c(fp, pc);
    let object = vm.operand_a(fp, pc);
    let result = vm.assign_property_op(fp, &object, &name, (*pc).operator(), &rhs)?;
    if (*pc).has(flag::KEEP) {
        *slot!(pc, fp, c) = result;
    }
    Ok(())
});

slow_op!(AssignPropOpDyn, |vm, fp, pc| {
    let name = vm.operand_b(fp, pc);
    let rhs = vm.operand_c(fp, pc);
    let object = vm.operand_a(fp, pc);
    let result = vm.assign_property_op(fp, &object, &name, (*pc).x(), &rhs)?;
    if (*pc).has(flag::KEEP) {
        *slot!(pc, fp, c) = result;
    }
    Ok(())
});

/// `….name op= value` on numbers in a slot.
#[allow(non_snake_case)]
pub unsafe extern "C-unwind" fn LvAssignPropOp(pc: Pc, fp: *mut Value, vm: *mut Vm) -> u64 {
    // SAFETY: as for LvAssignProp.
    unsafe {
        let base = slot::deref((*vm).lv.place);
        if slot::tag(base) == slot::OBJECT && (*vm).lv.holds_nothing() {
            let object = slot::object(base);
            let found = (*vm).cached_slot(fp, (*pc).x(), base, konst!(pc, b));
            if lookup_cache::is_writable(found) {
                let (place, src) = (lookup_cache::place(found, object), slot!(pc, fp, c));
                if loxo_fast_paths::number_op((*pc).operator(), place, src, |tag| lookup_cache::accepts(found, tag)) {
                    if (*pc).has(flag::KEEP) {
                        slot::copy_bits(src, place);
                    }
                    go!(pc.add(1), fp, vm)
                }
            }
        }
        go_cold!(lv_assign_prop_op_slow, pc, fp, vm)
    }
}

cold_path!(lv_assign_prop_op_slow, |vm, fp, pc| {
    vm.lv.hold_owner();
    let name = (*konst!(pc, b)).clone();
    let rhs = vm.operand_c(fp, pc);
    let object = (*vm.lv.place).clone_deref();
    let result = vm.assign_property_op(fp, &object, &name, (*pc).operator(), &rhs)?;
    if (*pc).has(flag::KEEP) {
        *slot!(pc, fp, c) = result;
    }
    vm.lv.end();
    Ok(())
});

slow_op!(LvAssignPropOpDyn, |vm, fp, pc| {
    vm.lv.hold_owner();
    let name = vm.operand_b(fp, pc);
    let rhs = vm.operand_c(fp, pc);
    let object = (*vm.lv.place).clone_deref();
    let result = vm.assign_property_op(fp, &object, &name, (*pc).x(), &rhs)?;
    if (*pc).has(flag::KEEP) {
        *slot!(pc, fp, c) = result;
    }
    vm.lv.end();
    Ok(())
});

/// Steps an int in place, and leaves the result where the op at `pc` wants it; false: nothing was done.
#[inline(always)]
pub(super) unsafe fn step_int(place: *mut Value, pc: Pc, fp: *mut Value) -> bool {
    // SAFETY: the caller passes a live place, the running op and its frame.
    unsafe {
        if slot::tag(place) != slot::INT {
            return false;
        }
        let old = slot::int(place);
        let Some(new) = old.checked_add(if (*pc).has(flag::DEC) { -1 } else { 1 }) else { return false };
        slot::set_int(place, new);
        if (*pc).has(flag::KEEP) {
            slot::set_int(slot!(pc, fp, a), if (*pc).has(flag::POST) { old } else { new });
        }
        true
    }
}

/// `++$object->name` and the like on an int in a slot.
#[allow(non_snake_case)]
pub unsafe extern "C-unwind" fn IncDecProp(pc: Pc, fp: *mut Value, vm: *mut Vm) -> u64 {
    // SAFETY: as for FetchProp.
    unsafe {
        let base = slot::deref(slot!(pc, fp, b));
        if slot::tag(base) == slot::OBJECT && !(*pc).has(flag::CONSUME_B) {
            let object = slot::object(base);
            let found = (*vm).cached_slot(fp, (*pc).x(), base, konst!(pc, c));
            if lookup_cache::is_writable(found) && step_int(lookup_cache::place(found, object), pc, fp) {
                go!(pc.add(1), fp, vm)
            }
        }
        go_cold!(inc_dec_prop_slow, pc, fp, vm)
    }
}

cold_path!(inc_dec_prop_slow, |vm, fp, pc| {
    let name = (*konst!(pc, c)).clone();
    let object = vm.operand_b(fp, pc);
    let result = vm.step_property(fp, &object, &name, Step::of_flags((*pc).flags()))?;
    if (*pc).has(flag::KEEP) {
        slot!(pc, fp, a).write(result);
    }
    Ok(())
});

slow_op!(IncDecPropDyn, |vm, fp, pc| {
    let name = vm.operand_c(fp, pc);
    let object = vm.operand_b(fp, pc);
    let result = vm.step_property(fp, &object, &name, Step::of_flags((*pc).flags()))?;
    if (*pc).has(flag::KEEP) {
        slot!(pc, fp, a).write(result);
    }
    Ok(())
});

/// `++….name` and the like on an int in a slot.
#[allow(non_snake_case)]
pub unsafe extern "C-unwind" fn LvIncDecProp(pc: Pc, fp: *mut Value, vm: *mut Vm) -> u64 {
    // SAFETY: as for LvAssignProp.
    unsafe {
        let base = slot::deref((*vm).lv.place);
        if slot::tag(base) == slot::OBJECT && (*vm).lv.holds_nothing() {
            let object = slot::object(base);
            let found = (*vm).cached_slot(fp, (*pc).x(), base, konst!(pc, b));
            if lookup_cache::is_writable(found) && step_int(lookup_cache::place(found, object), pc, fp) {
                go!(pc.add(1), fp, vm)
            }
        }
        go_cold!(lv_inc_dec_prop_slow, pc, fp, vm)
    }
}

cold_path!(lv_inc_dec_prop_slow, |vm, fp, pc| {
    vm.lv.hold_owner();
    let name = (*konst!(pc, b)).clone();
    let object = (*vm.lv.place).clone_deref();
    let result = vm.step_property(fp, &object, &name, Step::of_flags((*pc).flags()))?;
    if (*pc).has(flag::KEEP) {
        slot!(pc, fp, a).write(result);
    }
    vm.lv.end();
    Ok(())
});

slow_op!(LvIncDecPropDyn, |vm, fp, pc| {
    vm.lv.hold_owner();
    let name = vm.operand_b(fp, pc);
    let object = (*vm.lv.place).clone_deref();
    let result = vm.step_property(fp, &object, &name, Step::of_flags((*pc).flags()))?;
    if (*pc).has(flag::KEEP) {
        slot!(pc, fp, a).write(result);
    }
    vm.lv.end();
    Ok(())
});

/// Points `lv` at a slot that holds a container, or may hold anything; for a reference to it (`flag::REF`), at one that is a reference or may be one.
#[inline(always)]
unsafe fn move_to_slot(vm: *mut Vm, object: *mut loxo_value::ObjHeader, found: usize, flags: u8) -> bool {
    // SAFETY: the slot was found for the object's class.
    unsafe {
        if !lookup_cache::is_writable(found) {
            return false;
        }
        let place = lookup_cache::place(found, object);
        let tag = slot::tag(place);
        // A container stays one, whatever is written into it, and a reference knows its type; else the type must be looked at.
        let known = if flags & flag::REF != 0 {
            tag == slot::REFERENCE
        } else {
            let tag = slot::tag(slot::deref(place));
            tag == slot::ARRAY || tag == slot::OBJECT
        };
        let fits = known || (lookup_cache::is_untyped(found) && tag != slot::UNDEF);
        if fits {
            (*vm).lv.point_to_element(object.cast(), place);
        }
        fits
    }
}

#[allow(non_snake_case)]
pub unsafe extern "C-unwind" fn LvProp(pc: Pc, fp: *mut Value, vm: *mut Vm) -> u64 {
    // SAFETY: as for FetchProp.
    unsafe {
        let base = slot::deref(slot!(pc, fp, a));
        if slot::tag(base) == slot::OBJECT && !(*pc).has(flag::CONSUME_A) {
            let object = slot::object(base);
            let found = (*vm).cached_slot(fp, (*pc).x(), base, konst!(pc, b));
            if move_to_slot(vm, object, found, (*pc).flags()) {
                go!(pc.add(1), fp, vm)
            }
        }
        go_cold!(lv_prop_slow, pc, fp, vm)
    }
}

cold_path!(lv_prop_slow, |vm, fp, pc| {
    let name = (*konst!(pc, b)).as_str().expect("property names are strings").clone();
    let base = slot!(pc, fp, a);
    let object = vm.container_object(fp, base, (*pc).has(flag::CONSUME_A), (*pc).flags())?;
    vm.move_to_property(fp, &object, &name, (*pc).flags())
});

slow_op!(LvPropDyn, |vm, fp, pc| {
    let name = vm.operand_b(fp, pc);
    let name = convert::to_string(&mut vm.cx, &name)?;
    let base = slot!(pc, fp, a);
    let object = vm.container_object(fp, base, (*pc).has(flag::CONSUME_A), (*pc).flags())?;
    vm.move_to_property(fp, &object, &name, (*pc).flags())
});

#[allow(non_snake_case)]
pub unsafe extern "C-unwind" fn LvLvProp(pc: Pc, fp: *mut Value, vm: *mut Vm) -> u64 {
    // SAFETY: as for FetchProp; `lv` is live or null.
    unsafe {
        if !(*vm).lv.place.is_null() {
            let base = slot::deref((*vm).lv.place);
            if slot::tag(base) == slot::OBJECT {
                let object = slot::object(base);
                let found = (*vm).cached_slot(fp, (*pc).x(), base, konst!(pc, b));
                if move_to_slot(vm, object, found, (*pc).flags()) {
                    go!(pc.add(1), fp, vm)
                }
            }
        }
        go_cold!(lv_lv_prop_slow, pc, fp, vm)
    }
}

cold_path!(lv_lv_prop_slow, |vm, fp, pc| {
    let name = (*konst!(pc, b)).as_str().expect("property names are strings").clone();
    vm.lv.hold_owner();
    if vm.lv.place.is_null() {
        return Ok(());
    }
    let object = (*vm.lv.place).clone_deref();
    vm.move_to_property(fp, &object, &name, (*pc).flags())
});

slow_op!(LvLvPropDyn, |vm, fp, pc| {
    vm.lv.hold_owner();
    let name = vm.operand_b(fp, pc);
    let name = convert::to_string(&mut vm.cx, &name)?;
    if vm.lv.place.is_null() {
        return Ok(());
    }
    let object = (*vm.lv.place).clone_deref();
    vm.move_to_property(fp, &object, &name, (*pc).flags())
});

impl Vm {
    unsafe fn assign_property_op(&mut self, fp: *mut Value, target: &Value, name: &Value, op: u32, rhs: &Value) -> PhpResult<Value> {
        let name = convert::to_string(&mut self.cx, name)?;
        let Some(object) = target.as_object() else {
            let kind = convert::value_name(target);
            let text = [b"Attempt to assign property \"", name.as_bytes(), b"\" on ", kind.as_bytes()].concat();
            return Err(self.cx.throw_error(text));
        };
        // SAFETY: `fp` is the running frame.
        let access = unsafe { self.access(fp) };
        object::op_assign::assign_op(&mut self.cx, object, &name, BinaryOp::ALL[op as usize], rhs, &access)
    }

    /// The value of a property that an operator changes. One that is missing is there from now on, as null.
    fn changed_value(&mut self, object: &PhpObject, name: &PhpStr, access: &Access<'_>) -> PhpResult<Value> {
        let place = object::prop_place(&mut self.cx, object, name, access, Fetch::Read)?;
        Ok(place.get().clone_deref())
    }

    unsafe fn step_property(&mut self, fp: *mut Value, target: &Value, name: &Value, step: Step) -> PhpResult<Value> {
        let name = convert::to_string(&mut self.cx, name)?;
        let Some(object) = target.as_object() else {
            let kind = convert::value_name(target);
            let text = [b"Attempt to increment/decrement property \"", name.as_bytes(), b"\" on ", kind.as_bytes()].concat();
            return Err(self.cx.throw_error(text));
        };
        // SAFETY: `fp` is the running frame.
        let access = unsafe { self.access(fp) };
        let old = self.changed_value(object, &name, &access)?;
        let mut new = old.clone();
        step.function()(&mut self.cx, &mut new)?;
        loxo_runtime::object::typed_refs::check_step(&mut self.cx, object, &name, &access, &old, &new)?;
        let written = object::write_prop(&mut self.cx, object, &name, new, &access)?;
        Ok(if step.post { old } else { written })
    }
}
