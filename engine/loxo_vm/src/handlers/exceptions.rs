//! Handlers of `throw`, `catch`, `finally` and assertions.

use loxo_bytecode::NONE;
use loxo_runtime::Thrown;
use loxo_value::Value;

use super::slow_path::{cold_path, go_cold, slow_op};
use crate::Vm;
use crate::code::code_of;
use crate::code::instruction::{Pc, go, konst, slot, target};
use crate::frame::{header, slot};

slow_op!(Throw, |vm, fp, pc| {
    let value = vm.operand_a(fp, pc);
    let throwable = vm.cx.builtin_class("Throwable");
    match value.into_object() {
        Ok(object) if vm.cx.class_of(&object).is_subclass_of(throwable) => Err(vm.cx.throw_object(object)),
        Ok(_) => Err(vm.cx.throw_error("Cannot throw objects that do not implement Throwable")),
        Err(_) => Err(vm.cx.throw_error("Can only throw objects")),
    }
});

slow_op!(Catch => jump, |vm, fp, pc| {
    let Some(exception) = vm.cx.exception.take() else { return Ok(pc.add(1)) };
    let matches = vm.declared_class(fp, (*pc).a as u32).is_some_and(|class| vm.cx.class_of(&exception).is_subclass_of(class));
    if matches {
        loxo_observer::counters::caught(vm.cx.class_of(&exception).name.as_bytes());
        if (*pc).b as u32 != loxo_bytecode::NONE {
            let (place, exception) = (slot!(pc, fp, b), Value::object(exception));
            match (*place).as_ref().filter(|r| r.has_types()).cloned() {
                // An exception is never made something else, such as a string.
                Some(reference) => drop(loxo_runtime::object::assign_typed_ref(&mut vm.cx, &reference, exception, true)?),
                None => vm.assign(place, exception)?,
            }
        }
        return Ok(pc.add(1));
    }
    vm.cx.exception = Some(exception);
    if (*pc).c == 0 {
        return Err(Thrown);
    }
    // Not yet handled: straight to the next clause, past the check for exceptions in flight.
    vm.next_catch = Some(target!(pc));
    Err(Thrown)
});

#[allow(non_snake_case)]
pub unsafe extern "C-unwind" fn FastCall(pc: Pc, fp: *mut Value, vm: *mut Vm) -> u64 {
    // SAFETY: operands are verified; there is an op behind this one.
    unsafe {
        let behind = code_of(&*header(fp).func).index_of(pc) + 1;
        slot::set_int(slot!(pc, fp, a), behind as i64);
        go!(target!(pc), fp, vm)
    }
}

#[allow(non_snake_case)]
pub unsafe extern "C-unwind" fn FastRet(pc: Pc, fp: *mut Value, vm: *mut Vm) -> u64 {
    // SAFETY: operands are verified; an int there is what a `FastCall` of this function has written.
    unsafe {
        let way = slot!(pc, fp, a);
        if slot::tag(way) == slot::INT {
            let behind = slot::int(way);
            slot::set_tag(way, slot::UNDEF);
            go!(code_of(&*header(fp).func).at(behind as u32), fp, vm)
        }
        go_cold!(throw_on, pc, fp, vm)
    }
}

cold_path!(throw_on => jump, |vm, fp, pc| {
    let saved = (*slot!(pc, fp, a)).take_undef();
    if saved.is_true() {
        // A generator that is being destroyed has run its finally block.
        return Ok(vm.leave_finally(fp, pc));
    }
    match saved.into_object() {
        Ok(exception) => {
            vm.cx.exception = Some(exception);
            Err(Thrown)
        }
        Err(_) => Ok(pc.add(1)),
    }
});

slow_op!(DiscardException, |vm, fp, pc| {
    let saved = (*slot!(pc, fp, a)).take_undef();
    vm.drop_pending_return(fp, &saved);
    drop(saved);
    Ok(())
});

slow_op!(ThrowError, |vm, fp, pc| {
    let message = (*konst!(pc, a)).as_str().expect("messages are strings").clone();
    Err(vm.cx.throw_error(message.as_bytes()))
});

slow_op!(AssertCheck => jump, |vm, fp, pc| {
    if vm.cx.ini_int("zend.assertions") > 0 {
        return Ok(pc.add(1));
    }
    if (*pc).a as u32 != NONE {
        slot!(pc, fp, a).write(Value::TRUE);
    }
    Ok(crate::code::instruction::target!(pc))
});
