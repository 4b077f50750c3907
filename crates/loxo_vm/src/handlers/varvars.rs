//! Variables by name, globals, static variables, `$this`.

use loxo_bytecode::flag;
use loxo_runtime::convert;
use loxo_value::{PhpStr, Value};

use super::moves::{bind, make_ref};
use super::slow_op;
use crate::frame::header;
use crate::insn::{konst, slot, target};
use crate::raw;

slow_op!(FetchVarVar, |vm, fp, pc| {
    let name = vm.variable_name(fp, pc, false)?;
    let value = match vm.find_variable(fp, &name) {
        Some(place) if !(*place).is_undef() => (*place).clone_deref(),
        _ => {
            if !(*pc).has(flag::QUIET) {
                vm.cx.warning([b"Undefined variable $", name.as_bytes()].concat());
            }
            Value::NULL
        }
    };
    slot!(pc, fp, a).write(value);
    Ok(())
});

slow_op!(LvVarVar, |vm, fp, pc| {
    let name = vm.variable_name(fp, pc, true)?;
    vm.lv_property = None;
    if (*pc).has(flag::UNSET) {
        vm.lv = vm.find_variable(fp, &name).unwrap_or(std::ptr::null_mut());
        vm.lv_owner = std::ptr::null();
        return Ok(());
    }
    if name.as_bytes() == b"this" {
        return Err(vm.cx.error("Cannot re-assign $this"));
    }
    let place = vm.variable_place(fp, &name);
    if (*place).is_undef() {
        if (*pc).has(flag::RW) {
            vm.cx.warning([b"Undefined variable $", name.as_bytes()].concat());
        }
        *place = Value::NULL;
    }
    vm.lv = place;
    vm.lv_owner = std::ptr::null();
    Ok(())
});

slow_op!(IssetVarVar, |vm, fp, pc| {
    let name = vm.variable_name(fp, pc, false)?;
    let value = vm.find_variable(fp, &name).map_or(Value::UNDEF, |place| (*place).clone_deref());
    let result = if (*pc).has(flag::EMPTY) { !vm.truthy(&value)? } else { !value.is_null() };
    slot!(pc, fp, a).write(Value::bool(result));
    Ok(())
});

slow_op!(UnsetVarVar, |vm, fp, pc| {
    let name = vm.variable_name(fp, pc, true)?;
    if name.as_bytes() == b"this" {
        return Err(vm.cx.error("Cannot unset $this"));
    }
    vm.unset_variable(fp, &name);
    Ok(())
});

slow_op!(FetchGlobal, |vm, fp, pc| {
    let name = vm.operand_b(fp, pc);
    let name = convert::to_string(&mut vm.cx, &name)?;
    let found = vm.globals.find(name.as_bytes()).map(|place| (*place).clone_deref()).filter(|v| !v.is_undef());
    let value = match found {
        Some(value) => value,
        None => {
            if !(*pc).has(flag::QUIET) {
                vm.cx.warning([b"Undefined global variable $", name.as_bytes()].concat());
            }
            Value::NULL
        }
    };
    slot!(pc, fp, a).write(value);
    Ok(())
});

slow_op!(LvGlobal, |vm, fp, pc| {
    let name = vm.operand_a(fp, pc);
    let name = convert::to_string(&mut vm.cx, &name)?;
    vm.lv_property = None;
    if (*pc).has(flag::UNSET) {
        vm.lv = vm.globals.find(name.as_bytes()).unwrap_or(std::ptr::null_mut());
        vm.lv_owner = std::ptr::null();
        return Ok(());
    }
    let place = vm.globals.place(&name);
    if (*place).is_undef() {
        if (*pc).has(flag::RW) {
            vm.cx.warning([b"Undefined global variable $", name.as_bytes()].concat());
        }
        *place = Value::NULL;
    }
    vm.lv = place;
    vm.lv_owner = std::ptr::null();
    Ok(())
});

slow_op!(IssetGlobal, |vm, fp, pc| {
    let name = vm.operand_b(fp, pc);
    let name = convert::to_string(&mut vm.cx, &name)?;
    let value = vm.globals.find(name.as_bytes()).map_or(Value::UNDEF, |place| (*place).clone_deref());
    let result = if (*pc).has(flag::EMPTY) { !vm.truthy(&value)? } else { !value.is_null() };
    slot!(pc, fp, a).write(Value::bool(result));
    Ok(())
});

slow_op!(UnsetGlobal, |vm, fp, pc| {
    let name = vm.operand_a(fp, pc);
    let name = convert::to_string(&mut vm.cx, &name)?;
    vm.globals.remove(name.as_bytes());
    Ok(())
});

slow_op!(BindGlobal, |vm, fp, pc| {
    let name = (*konst!(pc, b)).as_str().expect("variable names are strings").clone();
    let place = vm.globals.place(&name);
    let reference = make_ref(place);
    bind(slot!(pc, fp, a), Value::reference(reference));
    Ok(())
});

slow_op!(BindGlobalDyn, |vm, fp, pc| {
    let name = vm.operand_a(fp, pc);
    let name: PhpStr = convert::to_string(&mut vm.cx, &name)?;
    if name.as_bytes() == b"this" {
        return Err(vm.cx.error("Cannot use $this as global variable"));
    }
    let reference = make_ref(vm.globals.place(&name));
    let place = vm.variable_place(fp, &name);
    bind(place, Value::reference(reference));
    Ok(())
});

slow_op!(JumpIfStatic => jump, |vm, fp, pc| {
    let index = (*pc).b as usize;
    let found = vm.with_statics(fp, |statics| statics.get(index).filter(|v| !v.is_undef()).cloned());
    match found {
        Some(reference) => {
            bind(slot!(pc, fp, a), reference);
            Ok(target!(pc))
        }
        None => Ok(pc.add(1)),
    }
});

slow_op!(InitStatic, |vm, fp, pc| {
    let value = vm.operand_c(fp, pc);
    let index = (*pc).b as usize;
    let mut value = value;
    let reference = Value::reference(value.make_ref());
    let reference = vm.with_statics(fp, |statics| {
        if statics.len() <= index {
            statics.resize(index + 1, Value::UNDEF);
        }
        // The initialiser may have run the function again: what that set stays.
        if statics[index].is_undef() {
            statics[index] = reference;
        }
        statics[index].clone()
    });
    bind(slot!(pc, fp, a), reference);
    Ok(())
});

slow_op!(CheckThis, |vm, fp, pc| {
    if raw::tag(&raw const header(fp).this) == raw::OBJECT {
        return Ok(());
    }
    Err(vm.cx.error("Using $this when not in object context"))
});

slow_op!(FetchThisOrNull, |vm, fp, pc| {
    let this = &header(fp).this;
    slot!(pc, fp, a).write(if this.is_undef() { Value::NULL } else { this.clone() });
    Ok(())
});
