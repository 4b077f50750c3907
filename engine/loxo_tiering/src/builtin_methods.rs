//! Methods of builtin classes, and builtin functions that are callables, as machine code calls them: on the window in the caller's frame, without the
//! handlers of call ops.

use std::mem::ManuallyDrop;

use loxo_bytecode::{NONE, flag};
use loxo_runtime::{Body, BuiltinFlags, EntryKind, Func, PhpResult};
use loxo_value::Value;
use loxo_vm::Vm;
use loxo_vm::for_machine_code::machine_code::stack_pointer;
use loxo_vm::for_machine_code::slot::{self, release};
use loxo_vm::for_machine_code::{Header, flags, header, resume_by_call, run_function, run_method};

use crate::builtins::{PENDING, THREW, settle_behind};
use crate::call_sites::{CallSite, by_handler, call};
use crate::calls::{Exit, result_in, run_step};

/// Nothing but arguments and an object are in the window of a call of a builtin method.
#[inline(always)]
fn is_plain(head: &Header, func: &Func) -> bool {
    // SAFETY: a slot of a window that was started.
    let has_closure = unsafe { slot::counted(&raw const head.closure) };
    func.entry_kind == EntryKind::Builtin && head.flags & !flags::CONSTRUCTOR == 0 && head.extra.is_null() && !has_closure
}

/// Calls of so many arguments, or of more, have a function of their own.
pub const OWN_FUNCTIONS: usize = 3;

/// What [`call_method`] is for so many arguments.
pub fn caller(count: usize) -> unsafe extern "C-unwind" fn(&CallSite, *mut Value, *mut Vm) -> Exit {
    match count {
        0 => call_method::<0>,
        1 => call_method::<1>,
        _ => call_method::<MORE>,
    }
}

const MORE: usize = OWN_FUNCTIONS - 1;

/// Makes the call of an op, whose callee is expected to be a method of a builtin class. Gives the result, which lies in its slot too, or where the
/// interpreter goes on. `COUNT`: so many arguments are passed, or as many as the op says.
///
/// # Safety
/// As for [`call`].
pub unsafe extern "C-unwind" fn call_method<const COUNT: usize>(site: &CallSite, fp: *mut Value, vm: *mut Vm) -> Exit {
    // SAFETY: as the caller promises; the window keeps the object for as long as the method runs.
    unsafe {
        let callee = fp.add(site.frame as usize);
        let head = header(callee);
        let expected = site.method.filter(|(func, _)| std::ptr::eq(*func, head.func) && head.flags == 0 && head.extra.is_null());
        let is_ready = !(*vm).stack.is_watched() && stack_pointer() >= (*vm).stack.native_limit;
        let Some((func, thunk)) = expected.filter(|_| is_ready) else { return call_any_method(site, fp, vm) };
        header(fp).pc = site.step;
        let count = if COUNT < MORE { COUNT as u32 } else { site.count };
        head.nargs = count;
        let result = run_method(vm, thunk, func, callee, count, fp);
        finish_method(site, fp, vm, result, count)
    }
}

/// The same where the window may hold more than arguments and an object, or the method may be one that goes on with generators.
///
/// # Safety
/// As for [`call`].
#[inline(never)]
pub(crate) unsafe fn call_any_method(site: &CallSite, fp: *mut Value, vm: *mut Vm) -> Exit {
    // SAFETY: as the caller promises; the window keeps the object for as long as the method runs.
    unsafe {
        let callee = fp.add(site.frame as usize);
        let head = header(callee);
        let func: &'static Func = &*head.func;
        let Body::BuiltinMethod(thunk) = func.body else { return call(site, fp, vm) };
        if !is_plain(head, func) || (*vm).stack.is_watched() || stack_pointer() < (*vm).stack.native_limit {
            return call(site, fp, vm);
        }
        header(fp).pc = site.step;
        if func.builtin.is_some_and(|row| row.flags.has(BuiltinFlags::RESUMES)) {
            let exit = run_step(site.step, fp, vm, resume_by_call);
            return if exit.content == 0 { result_in(fp, site.result) } else { exit };
        }
        head.nargs = site.count;
        let result = run_method(vm, thunk, func, callee, site.count, fp);
        finish_method(site, fp, vm, result, site.count)
    }
}

/// Makes the call of an op by its handler, unless it is one of a builtin function that needs none.
///
/// # Safety
/// As for [`call`].
pub unsafe extern "C-unwind" fn call_function_or_handler(site: &CallSite, fp: *mut Value, vm: *mut Vm) -> Exit {
    // SAFETY: as the caller promises.
    unsafe {
        let made = if site.is_of_window { call_function(site, fp, vm) } else { None };
        match made {
            Some(exit) => exit,
            None => by_handler(site, fp, vm),
        }
    }
}

/// Makes the call of an op whose callee is a builtin function, by its name or as a closure, if it has nothing to it but its arguments; `None`: nothing was
/// done.
///
/// # Safety
/// As for [`call`]; the arguments lie in the window.
#[inline(always)]
unsafe fn call_function(site: &CallSite, fp: *mut Value, vm: *mut Vm) -> Option<Exit> {
    // SAFETY: as the caller promises; the window keeps the closure for as long as the function runs.
    unsafe {
        let callee = fp.add(site.frame as usize);
        let head = header(callee);
        let func: &'static Func = &*head.func;
        let Body::Builtin(thunk) = func.body else { return None };
        let is_plain = func.entry_kind == EntryKind::Builtin && head.flags == 0 && head.extra.is_null();
        if !is_plain || slot::counted(&raw const head.this) || (*vm).stack.is_watched() || stack_pointer() < (*vm).stack.native_limit {
            return None;
        }
        header(fp).pc = site.step;
        let result = run_function(vm, thunk, func, callee, site.count);
        let closure = &raw mut head.closure;
        if slot::counted(closure) {
            release(closure);
            slot::set_tag(closure, slot::UNDEF);
        }
        Some(finish_method(site, fp, vm, result, site.count))
    }
}

/// Gives up what the window of a method that is done holds, and writes the result.
///
/// # Safety
/// As for [`call`].
#[inline(always)]
unsafe fn finish_method(site: &CallSite, fp: *mut Value, vm: *mut Vm, result: PhpResult<Value>, count: u32) -> Exit {
    // SAFETY: as the caller promises.
    unsafe {
        let callee = fp.add(site.frame as usize);
        for index in 0..count as usize {
            let argument = callee.add(index);
            if slot::counted(argument) {
                // Destructors that run while the frame still stands here look for arguments.
                slot::release_temporary(argument);
                slot::set_tag(argument, slot::UNDEF);
            }
        }
        let this = &raw mut header(callee).this;
        if slot::counted(this) && !slot::count_down(this) {
            release(this);
        }
        slot::set_tag(this, slot::UNDEF);
        let Ok(value) = result else { return settle(site, fp, vm, THREW) };
        let mut value = ManuallyDrop::new(value);
        if value.is_ref() && !(*site.step).has(flag::KEEP) {
            value = dereferenced(value);
        }
        // What lies behind the tag and flags is not the value's.
        let [content, word] = (&raw const value).cast::<[u64; 2]>().read();
        let exit = Exit { content, word: word & 0xffff_ffff };
        if site.result != NONE {
            exit.write(fp.add(site.result as usize));
        } else if slot::counted(&raw const *value) {
            release(&raw mut *value);
        }
        if *(*vm).pending != 0 || (*vm).cx.exception.is_some() { settle(site, fp, vm, PENDING) } else { exit }
    }
}

/// What a reference that a method has returned refers to.
#[cold]
#[inline(never)]
fn dereferenced(reference: ManuallyDrop<Value>) -> ManuallyDrop<Value> {
    ManuallyDrop::new(ManuallyDrop::into_inner(reference).clone_deref())
}

/// Something was thrown or is pending behind the call.
#[cold]
#[inline(never)]
unsafe fn settle(site: &CallSite, fp: *mut Value, vm: *mut Vm, why: u64) -> Exit {
    // SAFETY: as for `call`; the header says that the frame stands at the call.
    unsafe {
        let exit = settle_behind(fp, vm, site.step, why, site.handler);
        if exit.content == 0 { result_in(fp, site.result) } else { exit }
    }
}
