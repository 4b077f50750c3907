//! Handlers of calls whose callee is a builtin that the compiler knew.

use std::cell::Cell;

use loxo_bytecode::{FnFlags, flag};
use loxo_runtime::{Body, FnId, Func, convert};
use loxo_value::Value;

use super::slow_path::{cold_path, go_cold};
use crate::Vm;
use crate::call::{builtin, entry_kind};
use crate::code::instruction::{Pc, go, slot};
use crate::frame::slot::{self, release};
use crate::frame::{flags, header, open_window};

/// A builtin's call that has nothing to it but its arguments, and those to be passed by reference are references.
#[inline(never)]
pub(super) unsafe fn is_plain_builtin(func: &Func, callee: *mut Value, count: u32) -> bool {
    // SAFETY: the caller passes a window with its arguments.
    unsafe {
        let head = header(callee);
        // A closure of the builtin is given up with the window.
        if head.flags & !flags::CONSTRUCTOR != 0 || !head.extra.is_null() || slot::counted(&raw const head.closure) {
            return false;
        }
        entry_kind::is_plain_builtin(func, callee, count)
    }
}

#[allow(non_snake_case)]
pub unsafe extern "C-unwind" fn CallBuiltin(pc: Pc, fp: *mut Value, vm: *mut Vm) -> u64 {
    // SAFETY: the compiler only names builtins that exist; the table is read in bounds.
    unsafe {
        let callee = slot!(pc, fp, a);
        if let Some(func) = (&(*vm).cx.fns).get((*pc).b as usize).and_then(Cell::get)
            && let Body::Builtin(thunk) = func.body
            && !func.flags.has(FnFlags::DEPRECATED)
        {
            header(fp).pc = pc;
            let next = call_builtin(thunk, func, callee, (*pc).c as u32, pc, fp, vm);
            go!(next, (*vm).fp, vm)
        }
        go_cold!(call_named_slow, pc, fp, vm)
    }
}

cold_path!(call_named_slow => jump, |vm, fp, pc| {
    let callee = slot!(pc, fp, a);
    let Some(func) = vm.cx.func(FnId((*pc).b as u32)) else {
        let name = FnId((*pc).b as u32).name();
        for i in 0..(*pc).c as usize {
            drop((*callee.add(i)).take_undef());
        }
        return Err(vm.cx.throw_error([b"Call to undefined function ", convert::shown_name(name.as_bytes()), b"()"].concat()));
    };
    open_window(callee, func, std::ptr::null());
    vm.enter_call(callee, (*pc).c as u32, pc, fp)
});

#[allow(non_snake_case)]
pub unsafe extern "C-unwind" fn CallFrameBuiltin(pc: Pc, fp: *mut Value, vm: *mut Vm) -> u64 {
    // SAFETY: as for CallBuiltin.
    unsafe { CallBuiltin(pc, fp, vm) }
}

/// Runs a builtin function on the arguments in a window and writes its result.
#[inline(never)]
pub(super) unsafe fn call_builtin(
    thunk: loxo_runtime::Thunk,
    func: &'static Func,
    callee: *mut Value,
    count: u32,
    pc: Pc,
    fp: *mut Value,
    vm: *mut Vm,
) -> Pc {
    // SAFETY: the caller vouches for the window; the arguments are moved out of it when the builtin is done.
    unsafe {
        let result = builtin::run_function(vm, thunk, func, callee, count);
        for i in 0..count as usize {
            let arg = callee.add(i);
            if slot::counted(arg) {
                drop((*arg).take_undef());
            }
        }
        let result = result.map(|value| {
            (*vm).write_result(pc, fp, value);
            pc.add(1)
        });
        super::slow_path::finish(result, pc, fp, vm)
    }
}

/// The same for a method of a builtin class.
#[inline(never)]
pub(super) unsafe fn call_builtin_method(
    thunk: loxo_runtime::MethodThunk,
    func: &'static Func,
    callee: *mut Value,
    count: u32,
    pc: Pc,
    fp: *mut Value,
    vm: *mut Vm,
) -> Pc {
    // SAFETY: as for `call_builtin`; the object is held for as long as its method runs.
    unsafe {
        let head = header(callee);
        head.nargs = count;
        let result = builtin::run_method(vm, thunk, func, callee, count, fp);
        for i in 0..count as usize {
            let arg = callee.add(i);
            if slot::counted(arg) {
                drop((*arg).take_undef());
            }
        }
        release(&raw mut head.this);
        let result = result.map(|value| {
            let value = if value.is_ref() && !(*pc).has(flag::KEEP) { value.clone_deref() } else { value };
            (*vm).write_result(pc, fp, value);
            pc.add(1)
        });
        super::slow_path::finish(result, pc, fp, vm)
    }
}
