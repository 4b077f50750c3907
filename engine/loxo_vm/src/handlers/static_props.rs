//! Handlers of static properties: reading, assigning, changing, testing and unsetting.

use loxo_bytecode::flag;
use loxo_runtime::{PhpResult, convert};
use loxo_value::{PhpStr, Value};

use super::prop_ops::step_int;
use super::slow_path::{cold_path, go_cold, settle, slow_op};
use crate::Vm;
use crate::access::places::Step;
use crate::code::instruction::{Pc, go, konst, slot};
use crate::frame::slot;

#[allow(non_snake_case)]
pub unsafe extern "C-unwind" fn FetchStaticProp(pc: Pc, fp: *mut Value, vm: *mut Vm) -> u64 {
    // SAFETY: operands are verified; a remembered place is that of the request's class state.
    unsafe {
        if let Some(place) = (*vm).cached_static(fp, (*pc).b as u32, konst!(pc, c), (*pc).x()) {
            let value = slot::deref(place);
            if slot::tag(value) != slot::UNDEF {
                slot::copy(slot!(pc, fp, a), value);
                go!(pc.add(1), fp, vm)
            }
        }
        go_cold!(fetch_static_slow, pc, fp, vm)
    }
}

cold_path!(fetch_static_slow, |vm, fp, pc| {
    let name = (*konst!(pc, c)).as_str().expect("property names are strings").clone();
    let class = vm.class_operand(fp, (*pc).b as u32)?;
    let value = vm.read_static(fp, class, &name, (*pc).has(flag::QUIET))?;
    slot!(pc, fp, a).write(value);
    Ok(())
});

slow_op!(FetchStaticPropDyn, |vm, fp, pc| {
    let name = vm.operand_c(fp, pc);
    let name = convert::to_string(&mut vm.cx, &name)?;
    let class = vm.class_operand(fp, (*pc).b as u32)?;
    let value = vm.read_static(fp, class, &name, (*pc).has(flag::QUIET))?;
    slot!(pc, fp, a).write(value);
    Ok(())
});

macro_rules! isset_static {
    ($name:ident, |$vm:ident, $fp:ident, $pc:ident| $text:expr) => {
        slow_op!($name, |vm, fp, pc| {
            let ($vm, $fp, $pc) = (&mut *vm, fp, pc);
            let name: PhpStr = $text;
            let class = $vm.class_operand($fp, (*$pc).b as u32)?;
            let value = $vm.read_static($fp, class, &name, true)?;
            let result = if (*$pc).has(flag::EMPTY) { !$vm.truthy(&value)? } else { !value.is_null() };
            slot!($pc, $fp, a).write(Value::bool(result));
            Ok(())
        });
    };
}

/// `isset(class::$name)` of one that holds something.
#[allow(non_snake_case)]
pub unsafe extern "C-unwind" fn IssetStaticProp(pc: Pc, fp: *mut Value, vm: *mut Vm) -> u64 {
    // SAFETY: as for FetchStaticProp.
    unsafe {
        if let Some(place) = (*vm).cached_static(fp, (*pc).b as u32, konst!(pc, c), (*pc).x()) {
            let value = slot::deref(place);
            let tag = slot::tag(value);
            if tag != slot::UNDEF && (!(*pc).has(flag::EMPTY) || tag < slot::OBJECT) {
                let result = if (*pc).has(flag::EMPTY) { !(*value).to_bool() } else { tag != slot::NULL };
                slot::set_bool(slot!(pc, fp, a), result);
                go!(pc.add(1), fp, vm)
            }
        }
        isset_static_slow(pc, fp, vm)
    }
}

isset_static!(isset_static_slow, |vm, fp, pc| (*konst!(pc, c)).as_str().expect("property names are strings").clone());
isset_static!(IssetStaticPropDyn, |vm, fp, pc| {
    let name = vm.operand_c(fp, pc);
    convert::to_string(&mut vm.cx, &name)?
});

#[allow(non_snake_case)]
pub unsafe extern "C-unwind" fn LvStaticProp(pc: Pc, fp: *mut Value, vm: *mut Vm) -> u64 {
    // SAFETY: as for FetchStaticProp.
    unsafe {
        // What elements are written of in an array does not depend on a type.
        if let Some((place, _)) = (*vm).cached_static_tags(fp, (*pc).a as u32, konst!(pc, b), (*pc).x())
            && slot::tag(place) == slot::ARRAY
            && (*pc).flags() == 0
        {
            (*vm).lv.point_to(place);
            go!(pc.add(1), fp, vm)
        }
        if let Some(found) = (*vm).get_static(fp, (*pc).a as u32, konst!(pc, b)) {
            (*vm).move_to_static(found);
            go!(pc.add(1), fp, vm)
        }
        go_cold!(lv_static_slow, pc, fp, vm)
    }
}

cold_path!(lv_static_slow, |vm, fp, pc| {
    let name = (*konst!(pc, b)).as_str().expect("property names are strings").clone();
    let class = vm.class_operand(fp, (*pc).a as u32)?;
    vm.move_to_static_property(fp, class, &name)
});

slow_op!(LvStaticPropDyn, |vm, fp, pc| {
    let name = vm.operand_b(fp, pc);
    let name = convert::to_string(&mut vm.cx, &name)?;
    let class = vm.class_operand(fp, (*pc).a as u32)?;
    vm.move_to_static_property(fp, class, &name)
});

/// `class::$name = value`
#[allow(non_snake_case)]
pub unsafe extern "C-unwind" fn AssignStaticProp(pc: Pc, fp: *mut Value, vm: *mut Vm) -> u64 {
    // SAFETY: as for FetchStaticProp.
    unsafe {
        let (src, name) = (slot!(pc, fp, c), konst!(pc, b));
        let tag = slot::tag(src);
        if let Some(place) = (*vm).cached_static_for(fp, (*pc).a as u32, name, (*pc).x(), tag)
            && slot::tag(place) != slot::REFERENCE
            && tag != slot::UNDEF
            && tag != slot::REFERENCE
        {
            let consume = (*pc).flags() & (flag::CONSUME_C | flag::KEEP) == flag::CONSUME_C;
            loxo_fast_paths::overwrite(place, src, consume);
            if *(*vm).pending == 0 {
                go!(pc.add(1), fp, vm)
            }
            go_cold!(settle, pc, fp, vm)
        }
        go_cold!(assign_static_slow, pc, fp, vm)
    }
}

cold_path!(assign_static_slow, |vm, fp, pc| { vm.assign_static(fp, pc, &(*konst!(pc, b)).clone()) });

slow_op!(AssignStaticPropDyn, |vm, fp, pc| {
    let name = vm.operand_b(fp, pc);
    vm.assign_static(fp, pc, &name)
});

#[allow(non_snake_case)]
pub unsafe extern "C-unwind" fn AssignStaticPropOp(pc: Pc, fp: *mut Value, vm: *mut Vm) -> u64 {
    // SAFETY: as for FetchStaticProp.
    unsafe {
        if let Some((place, accepted)) = (*vm).cached_static_tags(fp, (*pc).a as u32, konst!(pc, b), (*pc).x()) {
            let src = slot!(pc, fp, c);
            let accepts = |tag: u8| accepted >> tag & 1 != 0;
            if accepts(slot::tag(place)) && loxo_fast_paths::number_op((*pc).operator(), place, src, accepts) {
                if (*pc).has(flag::KEEP) {
                    slot::copy_bits(src, place);
                }
                go!(pc.add(1), fp, vm)
            }
        }
        go_cold!(assign_static_op_slow, pc, fp, vm)
    }
}

cold_path!(assign_static_op_slow, |vm, fp, pc| { vm.assign_static_op(fp, pc, &(*konst!(pc, b)).clone(), (*pc).operator()) });

slow_op!(AssignStaticPropOpDyn, |vm, fp, pc| {
    let name = vm.operand_b(fp, pc);
    vm.assign_static_op(fp, pc, &name, (*pc).x())
});

#[allow(non_snake_case)]
pub unsafe extern "C-unwind" fn IncDecStaticProp(pc: Pc, fp: *mut Value, vm: *mut Vm) -> u64 {
    // SAFETY: as for FetchStaticProp.
    unsafe {
        if let Some(place) = (*vm).cached_static_for(fp, (*pc).b as u32, konst!(pc, c), (*pc).x(), slot::INT)
            && step_int(place, pc, fp)
        {
            go!(pc.add(1), fp, vm)
        }
        go_cold!(inc_dec_static_slow, pc, fp, vm)
    }
}

cold_path!(inc_dec_static_slow, |vm, fp, pc| { vm.step_static(fp, pc, &(*konst!(pc, c)).clone()) });

slow_op!(IncDecStaticPropDyn, |vm, fp, pc| {
    let name = vm.operand_c(fp, pc);
    vm.step_static(fp, pc, &name)
});

/// What the ops above do the long way. `pc` is the running op of frame `fp`.
impl Vm {
    unsafe fn assign_static(&mut self, fp: *mut Value, pc: Pc, name: &Value) -> PhpResult<()> {
        // SAFETY: operands are verified.
        unsafe {
            let name = convert::to_string(&mut self.cx, name)?;
            let value = self.operand_c(fp, pc);
            let class = self.class_operand(fp, (*pc).a as u32)?;
            self.move_to_static_property(fp, class, &name)?;
            let place = self.lv.place;
            self.assign_lv(place, value)?;
            if (*pc).has(flag::KEEP) {
                slot!(pc, fp, c).write((*place).clone_deref());
            }
            Ok(())
        }
    }

    unsafe fn assign_static_op(&mut self, fp: *mut Value, pc: Pc, name: &Value, op: u32) -> PhpResult<()> {
        // SAFETY: as above.
        unsafe {
            let name = convert::to_string(&mut self.cx, name)?;
            let rhs = self.operand_c(fp, pc);
            let class = self.class_operand(fp, (*pc).a as u32)?;
            self.move_to_static_property(fp, class, &name)?;
            let place = self.lv.place;
            self.assign_op_place(fp, place, op, &rhs)?;
            if (*pc).has(flag::KEEP) {
                slot!(pc, fp, c).write((*place).clone_deref());
            }
            Ok(())
        }
    }

    unsafe fn step_static(&mut self, fp: *mut Value, pc: Pc, name: &Value) -> PhpResult<()> {
        // SAFETY: as above.
        unsafe {
            let name = convert::to_string(&mut self.cx, name)?;
            let class = self.class_operand(fp, (*pc).b as u32)?;
            self.move_to_static_property(fp, class, &name)?;
            let place = self.lv.place;
            let step = Step::of_flags((*pc).flags());
            let old = self.inc_dec_place(fp, place, step.function())?;
            if (*pc).has(flag::KEEP) {
                slot!(pc, fp, a).write(if step.post { old } else { (*place).clone_deref() });
            }
            Ok(())
        }
    }
}

slow_op!(BindRefStaticProp, |vm, fp, pc| {
    let name = vm.operand_b(fp, pc);
    let name = convert::to_string(&mut vm.cx, &name)?;
    let reference = vm.take_c(fp, pc);
    let class = vm.class_operand(fp, (*pc).a as u32)?;
    vm.move_to_static_property(fp, class, &name)?;
    vm.bind_static(reference, (*pc).flags())
});

slow_op!(UnsetStaticProp, |vm, fp, pc| {
    let name = vm.operand_b(fp, pc);
    let name = convert::to_string(&mut vm.cx, &name)?;
    let class = vm.class_operand(fp, (*pc).a as u32)?;
    let text = [b"Attempt to unset static property ", class.name.as_bytes(), b"::$", name.as_bytes()].concat();
    Err(vm.cx.throw_error(text))
});
