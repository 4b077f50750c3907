//! Generators: how the machine code of a body yields, and how machine code calls their methods.

use loxo_bytecode::NONE;
use loxo_runtime::Func;
use loxo_value::{PhpObject, Value};
use loxo_vm::Vm;
use loxo_vm::for_machine_code::machine_code::stack_pointer;
use loxo_vm::for_machine_code::{Generator, Handler, Pc, Taker, header, slot};

use crate::builtin_methods::call_any_method;
use crate::call_sites::CallSite;
use crate::calls::{Exit, LEFT, go_on, result_in};
use crate::generator_methods::Method;

/// The `yield` at `pc`, which is not by reference, where the frame is the truth. Gives where the interpreter goes on: mostly behind the op of the loop or the
/// call that gets the value, which has it then; else at the `yield`, by its handler.
///
/// # Safety
/// For machine code that runs frame `fp`, the body of a generator. It is left with what this gives.
pub unsafe extern "C-unwind" fn yield_value<const KEY: bool>(pc: Pc, fp: *mut Value, vm: *mut Vm, handler: Handler) -> Exit {
    // SAFETY: as the caller promises: who resumed the frame stands at the op that did.
    unsafe {
        let taker = (*header(fp).extra).generator.taker();
        let next = match taker {
            Taker::Other => std::ptr::null(),
            Taker::Call => yield_to_call::<KEY>(pc, fp, vm),
            _ => match (*vm).yield_to_loop::<KEY>(pc, fp, taker) {
                next if next.is_null() => (*vm).replace_in_loop::<KEY>(pc, fp, taker),
                next => next,
            },
        };
        if next.is_null() { Exit { content: pc as u64, word: handler as usize as u64 | LEFT } } else { Exit::at(next) }
    }
}

/// The same to a call of `send()` or `next()`. Null: nothing was done.
///
/// # Safety
/// As for it.
#[inline(always)]
unsafe fn yield_to_call<const KEY: bool>(pc: Pc, fp: *mut Value, vm: *mut Vm) -> Pc {
    // SAFETY: as the caller promises.
    unsafe {
        let generator = (*vm).yield_to_call::<KEY>(pc, fp);
        if generator.is_null() {
            return std::ptr::null();
        }
        let caller = (*vm).fp;
        let call = header(caller).pc;
        if (*vm).end_plain_call(call, caller, generator) { call.add(1) } else { (*vm).end_resuming_call(caller, generator) }
    }
}

/// The function that makes calls of a method for machine code, as [`crate::builtin_methods::call_method`] does, if it is one of `Generator` that is marked `@resumes`.
pub fn caller_of(func: &Func) -> Option<unsafe extern "C-unwind" fn(&CallSite, *mut Value, *mut Vm) -> Exit> {
    Some(match Method::of(func)? {
        Method::Next | Method::Send => move_on,
        _ => show,
    })
}

/// The generator whose method a call op calls, if that is the expected one, and the generator waits at a `yield` of its own.
///
/// # Safety
/// As for [`crate::builtin_methods::call_method`].
#[inline(always)]
unsafe fn ready_one<'a>(site: &CallSite, callee: *mut Value, vm: *mut Vm) -> Option<(Method, &'a mut Generator)> {
    // SAFETY: as the caller promises; the window keeps the object. Such a method runs on generators alone: the class is final.
    unsafe {
        let head = header(callee);
        let (func, method) = site.generator_method?;
        let is_expected = std::ptr::eq(head.func, func) && head.extra.is_null() && site.count == method.params();
        if !is_expected || (*vm).stack.is_watched() || slot::tag(&raw const head.this) != slot::OBJECT {
            return None;
        }
        let generator = (*(&raw const head.this).cast::<PhpObject>()).native_address().cast::<Generator>().as_mut();
        generator.filter(|generator| generator.ready).map(|generator| (method, generator))
    }
}

/// What the generator has yielded last, or that it has: the call of a method that shows it. Gives the result, which lies in its slot too, or where the
/// interpreter goes on.
///
/// # Safety
/// As for [`crate::builtin_methods::call_method`].
unsafe extern "C-unwind" fn show(site: &CallSite, fp: *mut Value, vm: *mut Vm) -> Exit {
    // SAFETY: as the caller promises; others have the generator too if the window's count of it could be given up.
    unsafe {
        let callee = fp.add(site.frame as usize);
        let Some((method, generator)) = ready_one(site, callee, vm) else { return call_any_method(site, fp, vm) };
        if !slot::count_down(&raw const header(callee).this) {
            return call_any_method(site, fp, vm);
        }
        if site.result == NONE {
            return Exit { content: 0, word: 0 };
        }
        let result = fp.add(site.result as usize);
        match method {
            Method::Current => slot::copy(result, slot::deref(&raw const generator.value)),
            Method::Key => slot::copy(result, slot::deref(&raw const generator.key)),
            _ => slot::set_tag(result, slot::TRUE),
        }
        result_in(fp, site.result)
    }
}

/// The same of `send()` or `next()`: the body runs here until it yields.
///
/// # Safety
/// As for [`crate::builtin_methods::call_method`].
unsafe extern "C-unwind" fn move_on(site: &CallSite, fp: *mut Value, vm: *mut Vm) -> Exit {
    // SAFETY: as the caller promises; a handler comes back at a copy of an instruction.
    unsafe {
        let callee = fp.add(site.frame as usize);
        let ready = ready_one(site, callee, vm).filter(|_| stack_pointer() >= (*vm).stack.native_limit);
        let Some((_, generator)) = ready else { return call_any_method(site, fp, vm) };
        let resumed = (*vm).resume_plain(generator, Taker::Call, site.step, fp, callee.add(site.count as usize));
        if resumed.frame.is_null() {
            return call_any_method(site, fp, vm);
        }
        header(callee).nargs = site.count;
        if site.count == 1 {
            slot::copy(resumed.frame.byte_offset((*resumed.at).a as isize), slot::deref(callee));
        }
        let (next, expected) = (resumed.at.add(1), site.step.add(1));
        let reached = ((*next).handler())(next, resumed.frame, vm) as Pc;
        if reached != expected {
            let exit = go_on(fp, vm, reached, expected);
            if exit.content != 0 {
                return exit;
            }
        }
        result_in(fp, site.result)
    }
}
