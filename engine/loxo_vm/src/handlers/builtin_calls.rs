//! Handlers of calls whose callee is a builtin that the compiler knew.

use std::cell::Cell;

use loxo_bytecode::flag;
use loxo_fast_paths::entry_kind;
use loxo_runtime::{Body, FnId, Func, Thrown, convert};
use loxo_value::Value;

use super::slow_path::{cold_path, go_cold, settle};
use crate::Vm;
use crate::call::builtin;
use crate::code::instruction::{Pc, go, slot};
use crate::frame::slot::{self, release};
use crate::frame::{flags, header, open_window};

/// Nothing but arguments and an object are in the window of a call.
#[inline(always)]
pub(super) unsafe fn is_plain_window(callee: *mut Value) -> bool {
    // SAFETY: the caller passes a window that was started.
    unsafe {
        let head = header(callee);
        // A closure of the builtin is given up with the window.
        head.flags & !flags::CONSTRUCTOR == 0 && head.extra.is_null() && !slot::counted(&raw const head.closure)
    }
}

#[allow(non_snake_case)]
pub unsafe extern "C-unwind" fn CallBuiltin(pc: Pc, fp: *mut Value, vm: *mut Vm) -> u64 {
    // SAFETY: the compiler only names builtins that exist; the table is read in bounds.
    unsafe {
        let callee = slot!(pc, fp, a);
        if let Some(func) = (&(*vm).cx.fns).get((*pc).b as usize).and_then(Cell::get)
            && let Body::Builtin(thunk) = func.body
            && func.entry_kind.is_builtin()
            && !(*vm).stack.is_watched()
        {
            header(fp).pc = pc;
            return call_and_go::<false>(thunk, func, callee, (*pc).c as u32, pc, fp, vm);
        }
        go_cold!(call_named_slow, pc, fp, vm)
    }
}

/// Runs a builtin function on the arguments in a window, writes its result and goes on. `OF_CLOSURE`: the window holds a closure, which is given up when it
/// is done. What is left of the handler is a jump: nothing that is dropped lives so long.
#[inline(always)]
pub(super) unsafe fn call_and_go<const OF_CLOSURE: bool>(
    thunk: loxo_runtime::Thunk,
    func: &'static Func,
    callee: *mut Value,
    count: u32,
    pc: Pc,
    fp: *mut Value,
    vm: *mut Vm,
) -> u64 {
    // SAFETY: the caller vouches for the window; the arguments are given up when the builtin is done.
    unsafe {
        let result = builtin::run_function(vm, thunk, func, callee, count);
        release_args(callee, count);
        if OF_CLOSURE {
            release(&raw mut header(callee).closure);
            slot::set_tag(&raw mut header(callee).closure, slot::UNDEF);
        }
        let Ok(value) = result else { go_cold!(builtin_threw, pc, fp, vm) };
        (*vm).write_result(pc, fp, value);
        if (*vm).cx.exception.is_none() && *(*vm).pending == 0 {
            go!(pc.add(1), fp, vm)
        }
        go_cold!(settle, pc, fp, vm)
    }
}

cold_path!(builtin_threw => jump, |vm, fp, pc| { Err(Thrown) });

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

/// A builtin function that a closure stands for may be run on the arguments in a window.
#[inline(never)]
pub(super) unsafe fn is_closure_of_builtin(func: &Func, callee: *mut Value, count: u32) -> bool {
    // SAFETY: the caller passes a window with its arguments.
    unsafe {
        let head = header(callee);
        let is_ordinary = head.flags == 0 && head.extra.is_null() && !slot::counted(&raw const head.this);
        is_ordinary && entry_kind::is_plain_builtin(func, callee, count)
    }
}

/// Runs a method of a builtin class on the arguments in a window, writes its result and goes on.
#[inline(never)]
pub(super) unsafe extern "C-unwind" fn call_method_and_go(pc: Pc, fp: *mut Value, vm: *mut Vm, count: u32) -> u64 {
    // SAFETY: as for `call_and_go`; the caller passes a method of a builtin class, whose object is held for as long as it runs.
    unsafe {
        if !call_method(pc, fp, vm, count) {
            go_cold!(builtin_threw, pc, fp, vm)
        }
        if (*vm).cx.exception.is_none() && *(*vm).pending == 0 {
            go!(pc.add(1), fp, vm)
        }
        go_cold!(settle, pc, fp, vm)
    }
}

/// Runs a method of a builtin class and writes its result; false: it threw. What is dropped here must not live in a handler, which ends in a jump.
#[inline(never)]
unsafe fn call_method(pc: Pc, fp: *mut Value, vm: *mut Vm, count: u32) -> bool {
    // SAFETY: as for `call_method_and_go`.
    unsafe {
        let callee = slot!(pc, fp, a);
        let head = header(callee);
        let func: &'static Func = &*head.func;
        let Body::BuiltinMethod(thunk) = func.body else { std::hint::unreachable_unchecked() };
        head.nargs = count;
        let result = builtin::run_method(vm, thunk, func, callee, count, fp);
        release_args(callee, count);
        release(&raw mut head.this);
        slot::set_tag(&raw mut head.this, slot::UNDEF);
        let Ok(value) = result else { return false };
        let value = if value.is_ref() && !(*pc).has(flag::KEEP) { value.clone_deref() } else { value };
        (*vm).write_result(pc, fp, value);
        true
    }
}

/// Gives up the arguments of a builtin that is done.
#[inline(always)]
pub(super) unsafe fn release_args(callee: *mut Value, count: u32) {
    // SAFETY: the caller passes a window with so many arguments.
    unsafe {
        let mut arg = callee;
        let end = callee.add(count as usize);
        while arg != end {
            if slot::counted(arg) {
                slot::release_temporary(arg);
                // Destructors that run while the frame still stands here look for arguments.
                slot::set_tag(arg, slot::UNDEF);
            }
            arg = arg.add(1);
        }
    }
}
