//! Handlers of constants, class constants, class names and `instanceof`.

use loxo_bytecode::{ClassFetch, ClassOperand};
use loxo_runtime::{Class, ConstId, object};
use loxo_value::Value;

use super::slow_path::{cold_path, go_cold, slow_op};
use crate::Vm;
use crate::access::lookup_cache::is_found_by_class;
use crate::code::instruction::{Pc, go, konst, slot};
use crate::frame::slot;

#[allow(non_snake_case)]
pub unsafe extern "C-unwind" fn FetchConst(pc: Pc, fp: *mut Value, vm: *mut Vm) -> u64 {
    // SAFETY: operands are slots of this frame.
    unsafe {
        if let Some(Some(value)) = (&(*vm).cx.consts).get((*pc).b as usize) {
            slot::copy(slot!(pc, fp, a), value);
            go!(pc.add(1), fp, vm)
        }
        go_cold!(fetch_const_slow, pc, fp, vm)
    }
}

cold_path!(fetch_const_slow, |vm, fp, pc| {
    let id = ConstId((*pc).b as u32);
    let known = vm.cx.load_constant(id).cloned();
    let value = known.map_or_else(|| vm.missing_constant(id), Ok)?;
    slot!(pc, fp, a).write(value);
    Ok(())
});

#[allow(non_snake_case)]
pub unsafe extern "C-unwind" fn FetchConstNs(pc: Pc, fp: *mut Value, vm: *mut Vm) -> u64 {
    // SAFETY: operands are slots of this frame.
    unsafe {
        let consts = &(*vm).cx.consts;
        let found = |id: i32| consts.get(id as usize).and_then(Option::as_ref);
        if let Some(value) = found((*pc).b).or_else(|| found((*pc).c)) {
            slot::copy(slot!(pc, fp, a), value);
            go!(pc.add(1), fp, vm)
        }
        go_cold!(fetch_const_ns_slow, pc, fp, vm)
    }
}

cold_path!(fetch_const_ns_slow, |vm, fp, pc| {
    let (id, fallback) = (ConstId((*pc).b as u32), ConstId((*pc).c as u32));
    let known = vm.cx.load_constant(id).cloned().or_else(|| vm.cx.load_constant(fallback).cloned());
    let value = known.map_or_else(|| vm.missing_constant_ns(id, fallback), Ok)?;
    slot!(pc, fp, a).write(value);
    Ok(())
});

/// `class::NAME` that was read before.
#[allow(non_snake_case)]
pub unsafe extern "C-unwind" fn FetchClassConst(pc: Pc, fp: *mut Value, vm: *mut Vm) -> u64 {
    // SAFETY: operands are verified; a cache entry pairs a class with the place of one of its constants' values, which lives as long as the
    // process, or a class in this request with a place in the request's state of it, which stays where it is.
    unsafe {
        if let Some(class) = (*vm).declared_class(fp, (*pc).b as u32) {
            let entry = &*(*vm).caches.add((*pc).x() as usize);
            if entry.key == std::ptr::from_ref(class) as usize || entry.key == (*vm).class_in_request(class) {
                slot::copy(slot!(pc, fp, a), entry.value as *const Value);
                go!(pc.add(1), fp, vm)
            }
            if let Some(value) = find_constant(pc, fp, vm, class) {
                slot::copy(slot!(pc, fp, a), value);
                go!(pc.add(1), fp, vm)
            }
        }
        go_cold!(fetch_class_const_slow, pc, fp, vm)
    }
}

/// Stands for a `FetchClassConst` of a class that is named (`NAMED`) or `self`: a constant that was read here before.
pub(super) unsafe extern "C-unwind" fn fetch_known_constant<const NAMED: bool>(pc: Pc, fp: *mut Value, vm: *mut Vm) -> u64 {
    // SAFETY: as for FetchClassConst.
    unsafe {
        let class = if NAMED { (&(*vm).cx.classes).get((*pc).b as usize).and_then(std::cell::Cell::get) } else { (*vm).scope_of(fp) };
        if let Some(class) = class {
            let entry = &*(*vm).caches.add((*pc).x() as usize);
            if entry.key == std::ptr::from_ref(class) as usize || entry.key == (*vm).class_in_request(class) {
                slot::copy(slot!(pc, fp, a), entry.value as *const Value);
                go!(pc.add(1), fp, vm)
            }
        }
        FetchClassConst(pc, fp, vm)
    }
}

/// The constant that was read before; the op's cache remembers it from now on.
#[inline(never)]
unsafe fn find_constant(pc: Pc, fp: *mut Value, vm: *mut Vm, class: &'static Class) -> Option<*const Value> {
    // SAFETY: called by `FetchClassConst` with its own arguments.
    unsafe {
        let (value, is_shared) = (*vm).get_constant(class, konst!(pc, c), (*vm).scope_of(fp))?;
        if (*pc).x() != 0 && is_found_by_class(&*crate::frame::header(fp).func, (*pc).b as u32) {
            let key = if is_shared { std::ptr::from_ref(class) as usize } else { (*vm).class_in_request(class) };
            (*vm).fill_inline((*pc).x(), key, value as usize);
        }
        Some(value)
    }
}

cold_path!(fetch_class_const_slow, |vm, fp, pc| {
    let class = vm.class_operand(fp, (*pc).b as u32)?;
    let name = &*konst!(pc, c);
    let scope = vm.scope_of(fp);
    let text = name.as_str().expect("constant names are strings");
    let written;
    let spelled: Option<&[u8]> = match ClassOperand::decode((*pc).b as u32) {
        _ if !(*crate::frame::header(fp).func).flags.has(loxo_bytecode::FnFlags::THUNK) => None,
        ClassOperand::Name(id) => {
            written = vm.spelled_class(loxo_runtime::ClassId(id));
            Some(&written)
        }
        ClassOperand::Parent => Some(b"parent"),
        ClassOperand::Static => Some(b"static"),
        _ => Some(b"self"),
    };
    let value = object::class_constant_spelled(&mut vm.cx, class, text.as_bytes(), scope, spelled)?;
    vm.insert_constant(class, name, scope);
    find_constant(pc, fp, vm, class);
    slot!(pc, fp, a).write(value);
    Ok(())
});

slow_op!(FetchClassConstDyn, |vm, fp, pc| {
    let class = vm.class_operand(fp, (*pc).b as u32)?;
    let name = vm.operand_c(fp, pc);
    let Some(name) = name.as_str() else {
        let kind = loxo_runtime::convert::value_name(&name);
        return Err(vm.cx.type_error(format!("Cannot use value of type {kind} as class constant name")));
    };
    let scope = vm.scope_of(fp);
    let value = if name.as_bytes().eq_ignore_ascii_case(b"class") {
        Value::string(class.name.to_php())
    } else {
        object::class_constant_spelled(&mut vm.cx, class, name.as_bytes(), scope, None)?
    };
    slot!(pc, fp, a).write(value);
    Ok(())
});

slow_op!(FetchClassName, |vm, fp, pc| {
    let operand = (*pc).b as u32;
    if let word @ (ClassOperand::SelfClass | ClassOperand::Parent | ClassOperand::Static) = ClassOperand::decode(operand) {
        let word = match word {
            ClassOperand::Parent => "parent",
            ClassOperand::Static => "static",
            _ => "self",
        };
        match vm.scope_of(fp) {
            None => return Err(vm.cx.throw_error(format!("Cannot use \"{word}\" in the global scope"))),
            Some(scope) if word == "parent" && scope.parent.is_none() => {
                return Err(vm.cx.throw_error("Cannot use \"parent\" when current class scope has no parent"));
            }
            Some(_) => {}
        }
        let class = vm.class_operand(fp, operand)?;
        slot!(pc, fp, a).write(Value::string(class.name.to_php()));
        return Ok(());
    }
    let class = vm.class_operand(fp, operand)?;
    slot!(pc, fp, a).write(Value::string(class.name.to_php()));
    Ok(())
});

slow_op!(FetchObjectClass, |vm, fp, pc| {
    let value = vm.operand_b(fp, pc);
    let Some(object) = value.as_object() else {
        let kind = loxo_runtime::convert::value_name(&value);
        return Err(vm.cx.type_error(format!("Cannot use \"::class\" on {kind}")));
    };
    let name = vm.cx.class_of(object).name;
    slot!(pc, fp, a).write(Value::string(name.to_php()));
    Ok(())
});

slow_op!(DeclareConst, |vm, fp, pc| {
    let value = vm.operand_b(fp, pc);
    let name = (*konst!(pc, a)).as_str().expect("constant names are strings").clone();
    let id = ConstId::of(name.as_bytes());
    if vm.cx.constant(id).is_some() {
        vm.cx.warning([b"Constant ", name.as_bytes(), b" already defined"].concat());
        return Ok(());
    }
    vm.cx.set_constant(id, value);
    Ok(())
});

/// The class of an object.
#[allow(non_snake_case)]
pub unsafe extern "C-unwind" fn FetchClass(pc: Pc, fp: *mut Value, vm: *mut Vm) -> u64 {
    // SAFETY: operands are slots of this frame.
    unsafe {
        let value = slot::deref(slot!(pc, fp, b));
        if slot::tag(value) == slot::OBJECT && !(*pc).has(loxo_bytecode::flag::CONSUME_B) {
            slot::set_int(slot!(pc, fp, a), (*slot::object(value)).class as i64);
            go!(pc.add(1), fp, vm)
        }
        if slot::tag(value) == slot::STRING && !(*pc).has(loxo_bytecode::flag::CONSUME_B) {
            let class = class_named(vm, value);
            if !class.is_null() {
                slot::set_int(slot!(pc, fp, a), class as i64);
                go!(pc.add(1), fp, vm)
            }
        }
        go_cold!(fetch_class_slow, pc, fp, vm)
    }
}

/// The class of that name, if it is declared.
#[inline(never)]
unsafe fn class_named(vm: *mut Vm, name: *const Value) -> *const loxo_runtime::Class {
    // SAFETY: the caller passes a string.
    unsafe { (*vm).cx.class_by_name((*name).as_bytes().unwrap_unchecked()).map_or(std::ptr::null(), std::ptr::from_ref) }
}

cold_path!(fetch_class_slow, |vm, fp, pc| {
    let value = vm.operand_b(fp, pc);
    let dst = slot!(pc, fp, a);
    let mode = ClassFetch::decode((*pc).x());
    let class = match (value.as_object(), value.as_str()) {
        (Some(object), _) => Some(vm.cx.class_of(object)),
        (_, Some(name)) if mode == Some(ClassFetch::InstanceOf) => {
            let name = name.clone();
            (vm.cx.hooks.class)(&mut vm.cx, name.as_bytes(), false)?
        }
        (_, Some(name)) => {
            let name = name.clone();
            Some(vm.class_or_error(name.as_bytes())?)
        }
        _ => return Err(vm.cx.throw_error("Class name must be a valid object or a string")),
    };
    slot::set_int(dst, class.map_or(0, |c| std::ptr::from_ref(c) as i64));
    Ok(())
});

#[allow(non_snake_case)]
pub unsafe extern "C-unwind" fn InstanceOf(pc: Pc, fp: *mut Value, vm: *mut Vm) -> u64 {
    // SAFETY: operands are slots of this frame.
    unsafe {
        let src = slot!(pc, fp, b);
        let value = slot::deref(src);
        if slot::tag(value) == slot::OBJECT
            && !(*pc).has(loxo_bytecode::flag::CONSUME_B)
            && let Some(class) = (*vm).declared_class(fp, (*pc).c as u32)
        {
            let own = &*(*slot::object(value)).class.cast::<loxo_runtime::Class>();
            slot::set_bool(slot!(pc, fp, a), own.is_subclass_of(class));
            go!(pc.add(1), fp, vm)
        }
        go_cold!(instance_of_slow, pc, fp, vm)
    }
}

cold_path!(instance_of_slow, |vm, fp, pc| {
    let value = vm.operand_b(fp, pc);
    let class = match ClassOperand::decode((*pc).c as u32) {
        ClassOperand::Name(id) => vm.cx.class_by_id(loxo_runtime::ClassId(id)),
        ClassOperand::Slot(slot) => (slot::int(fp.add(slot as usize)) as *const loxo_runtime::Class).as_ref(),
        _ => Some(vm.class_operand(fp, (*pc).c as u32)?),
    };
    let result = match (value.as_object(), class) {
        (Some(object), Some(class)) => vm.cx.class_of(object).is_subclass_of(class),
        _ => false,
    };
    slot!(pc, fp, a).write(Value::bool(result));
    Ok(())
});
