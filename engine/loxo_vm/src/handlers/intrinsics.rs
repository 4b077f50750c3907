//! Handlers of functions that PHP compiles to ops of their own, such as `strlen()` and `count()`.

use loxo_bytecode::flag;
use loxo_runtime::{Body, FnId, PhpResult, convert};
use loxo_value::Value;

use super::elements::{THEN_JUMP_IF, THEN_NEXT, answer};
use super::slow_path::{cold_path, go_cold};
use crate::Vm;
use crate::code::instruction::{Pc, go, slot, target};
use crate::frame::header;
use crate::frame::slot::{self, release};

/// `is_int()` and the like: a bit test.
#[allow(non_snake_case)]
pub unsafe extern "C-unwind" fn IsType(pc: Pc, fp: *mut Value, vm: *mut Vm) -> u64 {
    // SAFETY: operands are slots of this frame.
    unsafe {
        let src = slot!(pc, fp, b);
        let tag = slot::tag(slot::deref(src));
        if tag != slot::UNDEF && !((*pc).has(flag::CONSUME_B) && slot::counted(src)) {
            slot::set_bool(slot!(pc, fp, a), (*pc).c as u32 >> tag & 1 != 0);
            go!(pc.add(1), fp, vm)
        }
        go_cold!(is_type_slow, pc, fp, vm)
    }
}

/// Stands for an `IsType` of what has no count or is not consumed, and the jump behind it.
pub(super) unsafe extern "C-unwind" fn is_type_jump<const THEN: u8>(pc: Pc, fp: *mut Value, vm: *mut Vm) -> u64 {
    // SAFETY: operands are slots of this frame.
    unsafe {
        let src = slot!(pc, fp, b);
        let tag = slot::tag(slot::deref(src));
        if tag != slot::UNDEF && !((*pc).has(flag::CONSUME_B) && slot::counted(src)) {
            answer!(pc, fp, vm, THEN, (*pc).c as u32 >> tag & 1 != 0)
        }
        IsType(pc, fp, vm)
    }
}

cold_path!(is_type_slow, |vm, fp, pc| {
    let value = vm.operand_b(fp, pc);
    slot!(pc, fp, a).write(Value::bool((*pc).c as u32 >> value.tag() as u8 & 1 != 0));
    Ok(())
});

#[allow(non_snake_case)]
pub unsafe extern "C-unwind" fn Strlen(pc: Pc, fp: *mut Value, vm: *mut Vm) -> u64 {
    // SAFETY: operands are slots of this frame.
    unsafe {
        let src = slot!(pc, fp, b);
        let value = slot::deref(src);
        if slot::tag(value) == slot::STRING {
            let len = (*value).as_str().unwrap_unchecked().len();
            if (*pc).has(flag::CONSUME_B) {
                release(src);
            }
            slot::set_int(slot!(pc, fp, a), len as i64);
            go!(pc.add(1), fp, vm)
        }
        go_cold!(strlen_slow, pc, fp, vm)
    }
}

cold_path!(strlen_slow, |vm, fp, pc| {
    let value = vm.operand_b(fp, pc);
    let len = match value.as_str() {
        Some(text) => Value::int(text.len() as i64),
        None => vm.call_builtin_on(b"strlen", value)?,
    };
    slot!(pc, fp, a).write(len);
    Ok(())
});

#[allow(non_snake_case)]
pub unsafe extern "C-unwind" fn Count(pc: Pc, fp: *mut Value, vm: *mut Vm) -> u64 {
    // SAFETY: operands are slots of this frame.
    unsafe {
        let src = slot!(pc, fp, b);
        let value = slot::deref(src);
        if slot::tag(value) == slot::ARRAY && !((*pc).has(flag::CONSUME_B) && slot::counted(src)) {
            let len = (*value).as_array().unwrap_unchecked().len();
            slot::set_int(slot!(pc, fp, a), len as i64);
            go!(pc.add(1), fp, vm)
        }
        go_cold!(count_slow, pc, fp, vm)
    }
}

cold_path!(count_slow, |vm, fp, pc| {
    let value = vm.operand_b(fp, pc);
    let len = match value.as_array() {
        Some(array) => Value::int(array.len() as i64),
        None => vm.call_builtin_on(if (*pc).x() == 0 { b"count".as_slice() } else { b"sizeof" }, value)?,
    };
    slot!(pc, fp, a).write(len);
    Ok(())
});

#[allow(non_snake_case)]
pub unsafe extern "C-unwind" fn FuncNumArgs(pc: Pc, fp: *mut Value, vm: *mut Vm) -> u64 {
    // SAFETY: operands are slots of this frame.
    unsafe {
        slot::set_int(slot!(pc, fp, a), i64::from(header(fp).nargs));
        go!(pc.add(1), fp, vm)
    }
}

impl Vm {
    /// Calls the builtin that an op stands for with what the op does not handle itself.
    fn call_builtin_on(&mut self, name: &[u8], value: Value) -> PhpResult<Value> {
        let Some(func) = FnId::find(name).and_then(|id| self.cx.func(id)) else {
            return Err(self.cx.throw_error([b"Call to undefined function ", convert::shown_name(name), b"()"].concat()));
        };
        let Body::Builtin(thunk) = func.body else { return Ok(Value::NULL) };
        let mut value = value;
        // SAFETY: the value is a window of one argument.
        unsafe { crate::call::builtin::run_function(self, thunk, func, &mut value, 1) }
    }
}
