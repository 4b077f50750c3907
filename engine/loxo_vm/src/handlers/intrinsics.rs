//! Handlers of functions that PHP compiles to ops of their own, such as `strlen()` and `count()`.

use std::cell::Cell;

use loxo_bytecode::flag;
use loxo_fast_paths::elements::probe_key;
use loxo_runtime::{Body, ConstId, FnId, PhpResult, convert};
use loxo_value::{Probe, Value};

use super::elements::{THEN_JUMP_IF, THEN_NEXT, answer};
use super::slow_path::{cold_path, go_cold, settle};
use crate::Vm;
use crate::code::instruction::{Pc, go, konst, slot, target};
use crate::frame::header;
use crate::frame::slot::{self, release};

/// `is_int()` and the like: a bit test.
#[allow(non_snake_case)]
pub unsafe extern "C-unwind" fn IsType(pc: Pc, fp: *mut Value, vm: *mut Vm) -> u64 {
    // SAFETY: operands are slots of this frame.
    unsafe {
        let src = slot!(pc, fp, b);
        let tag = slot::tag(slot::deref(src));
        if tag != slot::UNDEF && (!(*pc).has(flag::CONSUME_B) || slot::give_up_temporary(src)) {
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
        None => vm.call_builtin_on(b"strlen", &mut [value])?,
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
        if slot::tag(value) == slot::ARRAY {
            let len = (*value).as_array().unwrap_unchecked().len();
            if !(*pc).has(flag::CONSUME_B) || slot::give_up_temporary(src) {
                slot::set_int(slot!(pc, fp, a), len as i64);
                go!(pc.add(1), fp, vm)
            }
        }
        if slot::tag(value) == slot::OBJECT {
            return super::array_access::count(pc, fp, vm, count_slow);
        }
        go_cold!(count_slow, pc, fp, vm)
    }
}

cold_path!(count_slow, |vm, fp, pc| {
    let value = vm.operand_b(fp, pc);
    let count = value.as_object().and_then(|object| Some((object, loxo_runtime::class_of(object).object_handlers.count?)));
    let len = match (value.as_array(), count) {
        (Some(array), _) => Value::int(array.len() as i64),
        (_, Some((object, count))) => Value::int(count(&mut vm.cx, object)?),
        (None, None) => {
            let is_alias = crate::code::code_of(&*header(fp).func).op_at(pc).x != 0;
            vm.call_builtin_on(if is_alias { b"sizeof".as_slice() } else { b"count" }, &mut [value])?
        }
    };
    slot!(pc, fp, a).write(len);
    Ok(())
});

/// What a lookup does last: gives up the operands that are temporaries, and goes on.
#[inline(always)]
unsafe fn found(pc: Pc, fp: *mut Value, vm: *mut Vm, is_there: bool) -> u64 {
    // SAFETY: operands `b` and, where its flag is set, `c` are slots of this frame.
    unsafe {
        if (*pc).flags() & (flag::CONSUME_B | flag::CONSUME_C) != 0 {
            return found_consumed(pc, fp, vm, is_there);
        }
        slot::set_bool(slot!(pc, fp, a), is_there);
        go!(pc.add(1), fp, vm)
    }
}

#[inline(never)]
unsafe extern "C-unwind" fn found_consumed(pc: Pc, fp: *mut Value, vm: *mut Vm, is_there: bool) -> u64 {
    // SAFETY: as for `found`.
    unsafe {
        if (*pc).has(flag::CONSUME_B) {
            release(slot!(pc, fp, b));
        }
        if (*pc).has(flag::CONSUME_C) {
            release(slot!(pc, fp, c));
        }
        slot::set_bool(slot!(pc, fp, a), is_there);
        if *(*vm).pending == 0 {
            go!(pc.add(1), fp, vm)
        }
        go_cold!(settle, pc, fp, vm)
    }
}

#[allow(non_snake_case)]
pub unsafe extern "C-unwind" fn ArrayKeyExists(pc: Pc, fp: *mut Value, vm: *mut Vm) -> u64 {
    // SAFETY: operands are slots of this frame.
    unsafe {
        let (key, array) = (slot::deref(slot!(pc, fp, b)), slot::deref(slot!(pc, fp, c)));
        if slot::tag(array) == slot::ARRAY {
            if slot::tag(key) == slot::STRING {
                return found(pc, fp, vm, has_str_key(array, key));
            }
            if slot::tag(key) == slot::INT {
                return found(pc, fp, vm, has_int_key(array, slot::int(key)));
            }
        }
        go_cold!(array_key_exists_slow, pc, fp, vm)
    }
}

/// Stands for an `ArrayKeyExists` and what the next op does with the answer: what is found, or not, without calling anything.
pub(super) unsafe extern "C-unwind" fn key_exists<const THEN: u8>(pc: Pc, fp: *mut Value, vm: *mut Vm) -> u64 {
    // SAFETY: operands are slots of this frame; nothing is consumed that has a count.
    unsafe {
        let (key, array) = (slot!(pc, fp, b), slot!(pc, fp, c));
        let owned = ((*pc).has(flag::CONSUME_B) && slot::counted(key)) || ((*pc).has(flag::CONSUME_C) && slot::counted(array));
        let array = slot::deref(array);
        if !owned && slot::tag(array) == slot::ARRAY {
            match probe_key((*array).as_array().unwrap_unchecked(), slot::deref(key)) {
                Probe::Found(_) => answer!(pc, fp, vm, THEN, true),
                Probe::Missing => answer!(pc, fp, vm, THEN, false),
                Probe::Alike(..) | Probe::Unknown => {}
            }
        }
        ArrayKeyExists(pc, fp, vm)
    }
}

#[inline(never)]
unsafe fn has_str_key(array: *const Value, key: *const Value) -> bool {
    // SAFETY: the caller passes an array and a string.
    unsafe { (*array).as_array().unwrap_unchecked().get_sym_str_here((*key).as_str().unwrap_unchecked()).is_some() }
}

#[inline(never)]
unsafe fn has_int_key(array: *const Value, key: i64) -> bool {
    // SAFETY: the caller passes an array.
    unsafe { (*array).as_array().unwrap_unchecked().get_int(key).is_some() }
}

cold_path!(array_key_exists_slow, |vm, fp, pc| {
    let mut args = [vm.operand_b(fp, pc), vm.operand_c(fp, pc)];
    vm.cx.check()?;
    let [key, array] = &args;
    // The function itself names its argument.
    if array.is_array() && (key.is_array() || key.is_object()) {
        return Err(convert::illegal_offset(&mut vm.cx, key, "array", convert::OffsetUse::Access));
    }
    let found = vm.call_builtin_on(b"array_key_exists", &mut args)?;
    slot!(pc, fp, a).write(found);
    Ok(())
});

#[allow(non_snake_case)]
pub unsafe extern "C-unwind" fn InArray(pc: Pc, fp: *mut Value, vm: *mut Vm) -> u64 {
    // SAFETY: operands are a slot of this frame and a constant array.
    unsafe {
        let (needle, set) = (slot::deref(slot!(pc, fp, b)), konst!(pc, c));
        if slot::tag(needle) == slot::STRING {
            return found(pc, fp, vm, has_literal_key(set, needle));
        }
        if slot::tag(needle) == slot::INT {
            return found(pc, fp, vm, has_int_key(set, slot::int(needle)));
        }
        go_cold!(in_array_slow, pc, fp, vm)
    }
}

/// The set has this very string as a key, whatever it spells.
#[inline(never)]
unsafe fn has_literal_key(set: *const Value, key: *const Value) -> bool {
    // SAFETY: the caller passes an array and a string.
    unsafe { (*set).as_array().unwrap_unchecked().get_str((*key).as_str().unwrap_unchecked()).is_some() }
}

cold_path!(in_array_slow, |vm, fp, pc| {
    let needle = vm.operand_b(fp, pc);
    vm.cx.check()?;
    let mut is_there = false;
    // Nothing but integers and strings is identical to one of them.
    if (*pc).x() == 0
        && let Some(set) = (*konst!(pc, c)).as_array()
    {
        for key in set.keys() {
            is_there = is_there || loxo_runtime::compare::loose_equal(&mut vm.cx, &key.to_value(), &needle)?;
        }
    }
    slot!(pc, fp, a).write(Value::bool(is_there));
    Ok(())
});

#[allow(non_snake_case)]
pub unsafe extern "C-unwind" fn Defined(pc: Pc, fp: *mut Value, vm: *mut Vm) -> u64 {
    // SAFETY: operands are slots of this frame.
    unsafe {
        if let Some(Some(_)) = (&(*vm).cx.consts).get((*pc).b as usize) {
            slot::set_bool(slot!(pc, fp, a), true);
            go!(pc.add(1), fp, vm)
        }
        go_cold!(defined_slow, pc, fp, vm)
    }
}

cold_path!(defined_slow, |vm, fp, pc| {
    let id = ConstId((*pc).b as u32);
    let is_there = vm.cx.load_constant(id).is_some() || vm.cx.deprecated_constant(id).is_some();
    slot!(pc, fp, a).write(Value::bool(is_there));
    Ok(())
});

#[allow(non_snake_case)]
pub unsafe extern "C-unwind" fn FunctionExists(pc: Pc, fp: *mut Value, vm: *mut Vm) -> u64 {
    // SAFETY: operands are slots of this frame.
    unsafe {
        if (&(*vm).cx.fns).get((*pc).b as usize).and_then(Cell::get).is_some() {
            slot::set_bool(slot!(pc, fp, a), true);
            go!(pc.add(1), fp, vm)
        }
        go_cold!(function_exists_slow, pc, fp, vm)
    }
}

cold_path!(function_exists_slow, |vm, fp, pc| {
    let is_there = vm.cx.func(FnId((*pc).b as u32)).is_some();
    slot!(pc, fp, a).write(Value::bool(is_there));
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
    fn call_builtin_on(&mut self, name: &[u8], args: &mut [Value]) -> PhpResult<Value> {
        let Some(func) = FnId::find(name).and_then(|id| self.cx.func(id)) else {
            return Err(self.cx.throw_error([b"Call to undefined function ", convert::shown_name(name), b"()"].concat()));
        };
        let Body::Builtin(thunk) = func.body else { return Ok(Value::NULL) };
        // SAFETY: the values are a window of so many arguments.
        unsafe { crate::call::builtin::run_function(self, thunk, func, args.as_mut_ptr(), args.len() as u32) }
    }
}
