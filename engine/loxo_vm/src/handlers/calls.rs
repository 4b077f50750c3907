//! Handlers that enter the callee of a window: user functions directly, what is out of the ordinary through `call::enter`.

use loxo_bytecode::{FnFlags, NONE};
use loxo_fast_paths::argument_list::ArgList;
use loxo_fast_paths::entry_kind;
use loxo_runtime::{Body, BuiltinFlags, EntryKind, Func};
use loxo_value::{PhpArray, Value};

use super::builtin_calls::{call_and_go, call_method_and_go, is_closure_of_builtin, is_plain_window};
use super::slow_path::{cold_path, go_cold, settle, slow_op};
use crate::Vm;
use crate::code::instruction::{Pc, go, konst, slot, slot_x};
use crate::frame::slot::{self, release};
use crate::frame::{self, HEADER, flags, header, open_window};
use crate::objects::closure::Closure;
use crate::objects::generator::Shown;

/// Enters the user function in the window `callee` with `count` arguments in place; everything ordinary. `bind` runs when the other locals are undef.
macro_rules! enter {
    ($func:expr, $callee:expr, $count:expr, $fp:expr, $vm:expr) => {
        $crate::handlers::calls::enter!($func, $callee, $count, $fp, $vm, {})
    };
    ($func:expr, $callee:expr, $count:expr, $fp:expr, $vm:expr, $bind:block) => {{
        let func: &Func = $func;
        $crate::frame::complete_directly($callee, func, $count as usize, $count, $fp);
        let _ = $bind;
        (*$vm).fp = $callee;
        let entry = func.direct.entry.get() as Pc;
        go!(entry, $callee, $vm)
    }};
}

pub(super) use enter;

/// Finishes the call of a function whose result is known without entering it: its arguments are dropped, its constant is the result. `KNOWN`: for
/// `CallFn`.
#[inline(never)]
unsafe extern "C-unwind" fn return_constant<const KNOWN: bool>(pc: Pc, fp: *mut Value, vm: *mut Vm, count: u32) -> u64 {
    // SAFETY: the caller is a call op; the function's first instruction is a `ReturnK`.
    unsafe {
        let callee = slot!(pc, fp, a);
        let head = header(callee);
        if (*vm).stack.runs_every_op() {
            return if KNOWN { call_fn_slow(pc, fp, vm) } else { call_slow(pc, fp, vm) };
        }
        let entry = (*head.func).entry.get() as Pc;
        for i in 0..count as usize {
            release(callee.add(i));
        }
        release(&raw mut head.this);
        if !KNOWN {
            release(&raw mut head.closure);
        }
        if (*pc).x() != NONE {
            slot::copy_bits(slot_x!(pc, fp), konst!(entry, a));
        }
        if *(*vm).pending == 0 {
            go!(pc.add(1), fp, vm)
        }
        go_cold!(settle, pc, fp, vm)
    }
}

#[allow(non_snake_case)]
pub unsafe extern "C-unwind" fn Call(pc: Pc, fp: *mut Value, vm: *mut Vm) -> u64 {
    // SAFETY: the window was started and its arguments written.
    unsafe {
        let callee = slot!(pc, fp, a);
        let func = &*header(callee).func;
        let count = (*pc).b as u32;
        if entry_kind::is_plain(func, count) && callee.add(func.frame_slots as usize + HEADER) <= (*vm).stack.limit {
            header(fp).pc = pc;
            enter!(func, callee, count, fp, vm)
        }
        if func.entry.get() == 0 {
            return call_window(pc, fp, vm);
        }
        if func.flags.has(FnFlags::CAPTURES) {
            return call_closure(pc, fp, vm);
        }
        if entry_kind::is_constant(func, count) {
            return return_constant::<false>(pc, fp, vm, count);
        }
        if func.entry_kind == EntryKind::References {
            return call_with_references::<false>(pc, fp, vm, count);
        }
        if entry_kind::is_plain_but_variadic(func, count) {
            return call_variadic::<false>(pc, fp, vm, count);
        }
        call_window(pc, fp, vm)
    }
}

/// A builtin in a window, and what is left. Calls nothing that comes back: so it saves no registers.
#[inline(never)]
unsafe extern "C-unwind" fn call_window(pc: Pc, fp: *mut Value, vm: *mut Vm) -> u64 {
    // SAFETY: as for Call.
    unsafe {
        let callee = slot!(pc, fp, a);
        let is_plain = (*header(callee).func).entry_kind == EntryKind::Builtin && is_plain_window(callee);
        if is_plain && !(*vm).stack.is_watched() { call_builtin(pc, fp, vm) } else { call_unusual(pc, fp, vm) }
    }
}

/// The same where by-reference parameters or a closure are to be looked at, and what is left.
#[inline(never)]
unsafe extern "C-unwind" fn call_unusual(pc: Pc, fp: *mut Value, vm: *mut Vm) -> u64 {
    // SAFETY: as for Call.
    unsafe {
        let callee = slot!(pc, fp, a);
        let func = &*header(callee).func;
        let count = (*pc).b as u32;
        if (*vm).stack.is_watched() {
            go_cold!(call_slow, pc, fp, vm)
        }
        if is_plain_window(callee) && entry_kind::is_plain_builtin(func, callee, count) {
            return call_builtin(pc, fp, vm);
        }
        if matches!(func.body, Body::Builtin(_)) && is_closure_of_builtin(func, callee, count) {
            header(fp).pc = pc;
            return call_function::<true>(pc, fp, vm);
        }
        go_cold!(call_slow, pc, fp, vm)
    }
}

/// A builtin whose call has nothing to it but its arguments.
#[inline(always)]
unsafe extern "C-unwind" fn call_builtin(pc: Pc, fp: *mut Value, vm: *mut Vm) -> u64 {
    // SAFETY: as for Call.
    unsafe {
        let func = &*header(slot!(pc, fp, a)).func;
        header(fp).pc = pc;
        match func.body {
            Body::Builtin(_) => call_function::<false>(pc, fp, vm),
            _ if func.builtin.is_some_and(|row| row.flags.has(BuiltinFlags::RESUMES)) => resume_by_call(pc, fp, vm),
            _ => call_method_and_go(pc, fp, vm, (*pc).b as u32),
        }
    }
}

/// A builtin function in a window. Not inlined: methods need fewer registers.
#[inline(never)]
unsafe extern "C-unwind" fn call_function<const OF_CLOSURE: bool>(pc: Pc, fp: *mut Value, vm: *mut Vm) -> u64 {
    // SAFETY: as for Call; the caller has looked at the function.
    unsafe {
        let callee = slot!(pc, fp, a);
        let func: &'static Func = &*header(callee).func;
        let Body::Builtin(thunk) = func.body else { std::hint::unreachable_unchecked() };
        call_and_go::<OF_CLOSURE>(thunk, func, callee, (*pc).b as u32, pc, fp, vm)
    }
}

/// `send()` or `next()` goes on with a generator's frame, or another method shows what it yielded.
#[inline(never)]
pub unsafe extern "C-unwind" fn resume_by_call(pc: Pc, fp: *mut Value, vm: *mut Vm) -> u64 {
    // SAFETY: as for Call.
    unsafe {
        if (*pc).b == 0 {
            match Vm::show_by_call(pc, fp, slot!(pc, fp, a)) {
                Shown::Done => go!(pc.add(1), fp, vm),
                Shown::Not => return call_method_and_go(pc, fp, vm, 0),
                Shown::Moves => {}
            }
        }
        let resumed = (*vm).resume_plain_by_call(pc, fp, slot!(pc, fp, a));
        if !resumed.frame.is_null() {
            go!(resumed.at.add(1), resumed.frame, vm)
        }
        resume_chain_by_call(pc, fp, vm)
    }
}

/// The same where it takes more than copies, or the method has to be called.
#[inline(never)]
unsafe extern "C-unwind" fn resume_chain_by_call(pc: Pc, fp: *mut Value, vm: *mut Vm) -> u64 {
    // SAFETY: as for Call.
    unsafe {
        let count = (*pc).b as u32;
        let next = (*vm).resume_by_call(pc, fp, slot!(pc, fp, a), count);
        if !next.is_null() {
            go!(next, (*vm).fp, vm)
        }
        call_method_and_go(pc, fp, vm, count)
    }
}

/// Enters a user function with by-reference parameters whose arguments are references already. `KNOWN`: for `CallFn`.
#[inline(never)]
unsafe extern "C-unwind" fn call_with_references<const KNOWN: bool>(pc: Pc, fp: *mut Value, vm: *mut Vm, count: u32) -> u64 {
    // SAFETY: as for Call.
    unsafe {
        let callee = slot!(pc, fp, a);
        let func = &*header(callee).func;
        let fits = entry_kind::takes(func, count) && header(callee).flags & flags::MAGIC == 0;
        if fits && callee.add(func.frame_slots as usize + HEADER) <= (*vm).stack.limit {
            let passed = func.params.iter().take(count as usize).enumerate();
            if passed.filter(|(_, p)| p.by_ref).all(|(i, _)| slot::tag(callee.add(i)) == slot::REFERENCE) {
                header(fp).pc = pc;
                enter!(func, callee, count, fp, vm)
            }
        }
        if KNOWN {
            go_cold!(call_fn_slow, pc, fp, vm)
        }
        go_cold!(call_slow, pc, fp, vm)
    }
}

/// Enters a user function whose last parameter collects arguments, which is done here. `KNOWN`: for `CallFn`.
#[inline(never)]
unsafe extern "C-unwind" fn call_variadic<const KNOWN: bool>(pc: Pc, fp: *mut Value, vm: *mut Vm, count: u32) -> u64 {
    // SAFETY: as for Call.
    unsafe {
        let callee = slot!(pc, fp, a);
        let head = header(callee);
        let func = &*head.func;
        let end = callee.add(func.frame_slots.max(count) as usize + HEADER);
        let is_ordinary = head.flags & !flags::CONSTRUCTOR == 0 && head.extra.is_null() && end <= (*vm).stack.limit;
        if is_ordinary && entry_kind::is_collected(func, callee, count as usize) {
            header(fp).pc = pc;
            let first = func.num_params - 1;
            if count <= first {
                enter!(func, callee, count, fp, vm)
            }
            collect(callee.add(first as usize), (count - first) as usize);
            head.flags |= flags::COLLECTED;
            frame::complete_directly(callee, func, func.num_params as usize, count, fp);
            (*vm).fp = callee;
            let entry = func.direct.entry.get() as Pc;
            go!(entry, callee, vm)
        }
        if KNOWN {
            go_cold!(call_fn_slow, pc, fp, vm)
        }
        go_cold!(call_slow, pc, fp, vm)
    }
}

/// Moves arguments into an array, which takes the place of the first.
#[inline(never)]
pub unsafe fn collect(first: *mut Value, count: usize) {
    // SAFETY: the caller passes the slots of so many arguments.
    unsafe {
        for i in 0..count {
            let value = first.add(i);
            if slot::tag(value) == slot::REFERENCE {
                *value = (*value).clone_deref();
            }
        }
        let all = PhpArray::from_moved(first, count);
        for i in 1..count {
            slot::set_tag(first.add(i), slot::UNDEF);
        }
        first.write(Value::array(all));
    }
}

/// A closure's function also gets its captured variables.
#[inline(never)]
unsafe extern "C-unwind" fn call_closure(pc: Pc, fp: *mut Value, vm: *mut Vm) -> u64 {
    // SAFETY: as for Call.
    unsafe {
        let callee = slot!(pc, fp, a);
        let head = header(callee);
        let func = &*head.func;
        let count = (*pc).b as u32;
        if entry_kind::is_plain_or_closure(func, count)
            && head.flags == 0
            && callee.add(func.frame_slots as usize + HEADER) <= (*vm).stack.limit
            && let Some(closure) = head.closure.as_object().and_then(|object| object.native_at_once::<Closure>())
        {
            header(fp).pc = pc;
            enter!(func, callee, count, fp, vm, { closure.bind_variables(callee.add(func.num_params as usize)) })
        }
        go_cold!(call_slow, pc, fp, vm)
    }
}

/// Writes the variables that the closure being called has captured; gives their number. Not inlined: looking into an object needs memory on the native
/// stack, and a handler with such memory cannot end in a jump.
#[inline(never)]
pub unsafe fn bind_captured(head: *const frame::Header, slots: *mut Value) -> usize {
    // SAFETY: the caller passes the header and the slots of a frame under construction.
    unsafe {
        let closure = (*head).closure.as_object().and_then(|object| object.native::<Closure>());
        closure.map_or(0, |closure| closure.bind_variables(slots))
    }
}

cold_path!(call_slow => jump, |vm, fp, pc| { vm.enter_call(slot!(pc, fp, a), (*pc).b as u32, pc, fp) });

#[allow(non_snake_case)]
pub unsafe extern "C-unwind" fn CallRef(pc: Pc, fp: *mut Value, vm: *mut Vm) -> u64 {
    // SAFETY: as for Call; returning looks at the op to know whether a reference is wanted.
    unsafe {
        if (*header(slot!(pc, fp, a)).func).entry.get() != 0 {
            return Call(pc, fp, vm);
        }
        go_cold!(call_slow, pc, fp, vm)
    }
}

/// The result is an argument of another started call, whose callee decides whether a reference stays one. Few functions return references.
#[allow(non_snake_case)]
pub unsafe extern "C-unwind" fn CallForArg(pc: Pc, fp: *mut Value, vm: *mut Vm) -> u64 {
    // SAFETY: as for Call.
    unsafe {
        if !(*header(slot!(pc, fp, a)).func).flags.has(FnFlags::RETURNS_REF) {
            return Call(pc, fp, vm);
        }
        go_cold!(call_slow, pc, fp, vm)
    }
}

#[allow(non_snake_case)]
pub unsafe extern "C-unwind" fn CallFn(pc: Pc, fp: *mut Value, vm: *mut Vm) -> u64 {
    // SAFETY: as for Call; the callee's address is a constant of the unit.
    unsafe {
        let callee = slot!(pc, fp, a);
        let func: &Func = *pc.cast::<u8>().offset((*pc).b as isize).cast::<&'static Func>();
        open_window(callee, func, std::ptr::null());
        let count = (*pc).c as u32;
        if entry_kind::is_plain(func, count) && callee.add(func.frame_slots as usize + HEADER) <= (*vm).stack.limit {
            header(fp).pc = pc;
            enter!(func, callee, count, fp, vm)
        }
        if entry_kind::is_constant(func, count) {
            return return_constant::<true>(pc, fp, vm, count);
        }
        if func.entry_kind == EntryKind::References {
            return call_with_references::<true>(pc, fp, vm, count);
        }
        if entry_kind::is_plain_but_variadic(func, count) {
            return call_variadic::<true>(pc, fp, vm, count);
        }
        go_cold!(call_fn_slow, pc, fp, vm)
    }
}

cold_path!(call_fn_slow => jump, |vm, fp, pc| { vm.enter_call(slot!(pc, fp, a), (*pc).c as u32, pc, fp) });

#[allow(non_snake_case)]
pub unsafe extern "C-unwind" fn CallArgs(pc: Pc, fp: *mut Value, vm: *mut Vm) -> u64 {
    // SAFETY: as for Call; the list is a live temporary.
    unsafe {
        let callee = slot!(pc, fp, a);
        if let Some((count, passed)) = place_plain(vm, callee, slot!(pc, fp, b)) {
            let func = &*header(callee).func;
            header(fp).pc = pc;
            frame::complete_directly(callee, func, passed, count, fp);
            (*vm).fp = callee;
            let entry = func.direct.entry.get() as Pc;
            go!(entry, callee, vm)
        }
        go_cold!(call_args_slow, pc, fp, vm)
    }
}

/// Moves an argument list to the window of a user function that takes it as it is; gives its length and the number of parameters that are passed then, or
/// does nothing.
#[inline(never)]
unsafe fn place_plain(vm: *mut Vm, callee: *mut Value, list: *mut Value) -> Option<(u32, usize)> {
    // SAFETY: as for CallArgs.
    unsafe {
        let head = header(callee);
        let func = &*head.func;
        let args = ArgList::in_temporary(list);
        let is_ordinary = head.flags & !flags::CONSTRUCTOR == 0 && head.extra.is_null();
        if !is_ordinary || callee.add(func.frame_slots as usize + HEADER) > (*vm).stack.limit {
            return None;
        }
        let placed = match func.entry_kind {
            EntryKind::Plain => args.move_to(func, callee).map(|count| (count, count as usize))?,
            EntryKind::Variadic => {
                let count = args.collect_to(func, callee)?;
                head.flags |= flags::COLLECTED;
                (count, func.num_params as usize)
            }
            _ => return None,
        };
        ArgList::give_back(list, &raw mut (*vm).spare_list);
        Some(placed)
    }
}

cold_path!(call_args_slow => jump, |vm, fp, pc| {
    let list = (*slot!(pc, fp, b)).take_undef();
    vm.enter_with_list(slot!(pc, fp, a), list, pc, fp)
});

slow_op!(MakeCallable, |vm, fp, pc| {
    let closure = vm.callable_of_window(slot!(pc, fp, b))?;
    slot!(pc, fp, a).write(Value::object(closure));
    Ok(())
});

impl Vm {
    /// Gives a call's result to the slot that its op names.
    ///
    /// # Safety
    /// `pc` is a call op of frame `fp`.
    #[inline]
    pub(crate) unsafe fn write_result(&mut self, pc: Pc, fp: *mut Value, value: Value) {
        // SAFETY: as the caller promises.
        unsafe {
            if (*pc).x() != NONE {
                slot::copy_bits(slot_x!(pc, fp), &value);
                std::mem::forget(value);
            } else {
                drop(value);
            }
        }
    }
}
