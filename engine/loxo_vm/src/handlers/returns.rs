//! Handlers that return from functions: the frame goes, its result reaches the caller.

use loxo_bytecode::{Function, NONE, flag};
use loxo_value::Value;

use super::slow_path::{cold_path, go_cold, settle, slow_op};
use crate::Vm;
use crate::code::instruction::{Handler, Pc, go, konst, slot, slot_x};
use crate::frame::slot::{self, release};
use crate::frame::{self, flags, header};

/// The result is a local variable: what it owns is the caller's.
const LOCAL: u8 = 0;
/// The result is a temporary that this op consumes.
const TEMPORARY: u8 = 1;
/// The result is anything else, such as `$this`.
const OTHER: u8 = 2;

/// The handler for the `Return` at an index of a function.
pub(super) fn choose(function: &Function, at: usize) -> Handler {
    let op = &function.code[at];
    match op.a {
        _ if op.flags & flag::CONSUME_A != 0 => return_from::<TEMPORARY>,
        slot if (slot as usize) < function.locals.len() => return_from::<LOCAL>,
        _ => return_from::<OTHER>,
    }
}

/// Leaves the frame of an ordinary function.
#[allow(non_snake_case)]
pub unsafe extern "C-unwind" fn Return(pc: Pc, fp: *mut Value, vm: *mut Vm) -> u64 {
    // SAFETY: as for `return_from`.
    unsafe {
        if (*pc).has(flag::CONSUME_A) {
            return return_from::<TEMPORARY>(pc, fp, vm);
        }
        if is_local(header(fp), pc) { return_from::<LOCAL>(pc, fp, vm) } else { return_from::<OTHER>(pc, fp, vm) }
    }
}

/// The same with a result of a known kind.
unsafe extern "C-unwind" fn return_from<const KIND: u8>(pc: Pc, fp: *mut Value, vm: *mut Vm) -> u64 {
    // SAFETY: operands are slots of this frame; the frame below stands at the call.
    unsafe {
        let src = slot!(pc, fp, a);
        let head = header(fp);
        if head.flags & !flags::ORDINARY == 0 && slot::is_plain(src) {
            let caller = head.prev;
            if (*header(caller).pc).x() == NONE {
                if KIND == TEMPORARY && slot::counted(src) {
                    return return_unused(pc, fp, vm);
                }
                return leave(fp, vm);
            }
            // The result is safe in a register pair while the locals go.
            let payload = *src.cast::<u64>();
            let kind = u64::from(*src.cast::<u32>().add(2));
            match KIND {
                LOCAL => slot::set_tag(src, slot::UNDEF),
                TEMPORARY => {}
                _ => slot::count_up(src),
            }
            return give(fp, vm, payload, kind);
        }
        go_cold!(return_slow, pc, fp, vm)
    }
}

/// Operand `a` is a local variable, not a temporary or `$this`.
#[inline(always)]
unsafe fn is_local(head: *mut frame::Header, pc: Pc) -> bool {
    // SAFETY: the caller passes the running frame.
    unsafe { ((*pc).a as u32) < (*(*head).func).num_locals * size_of::<Value>() as u32 }
}

/// Drops what an ordinary frame owns but its temporaries, as long as nothing has to be called for it: gives the first local for which that is so, the
/// header's address if it is `$this` or the closure, null if nothing is left.
#[inline(always)]
unsafe fn let_go(head: *mut frame::Header, fp: *mut Value) -> *mut Value {
    // SAFETY: the caller leaves the frame.
    unsafe {
        let end = fp.add((*(*head).func).num_locals as usize);
        let mut at = fp;
        while at != end {
            if slot::counted(at) && !slot::count_down(at) {
                return at;
            }
            at = at.add(1);
        }
        for owner in [&raw mut (*head).this, &raw mut (*head).closure] {
            if slot::counted(owner) {
                if !slot::count_down(owner) {
                    return head.cast();
                }
                slot::set_tag(owner, slot::UNDEF);
            }
        }
        std::ptr::null_mut()
    }
}

/// Drops what [`let_go`] has left: a frame's locals from one on, `$this` and the closure.
#[inline(always)]
unsafe fn release_from(head: *mut frame::Header, fp: *mut Value, mut at: *mut Value) {
    // SAFETY: the caller leaves the frame, and has dropped the others.
    unsafe {
        if at != head.cast() {
            let end = fp.add((*(*head).func).num_locals as usize);
            while at != end {
                if slot::counted(at) && !slot::count_down_outside_handlers(at) {
                    release(at);
                }
                at = at.add(1);
            }
        }
        for owner in [&raw mut (*head).this, &raw mut (*head).closure] {
            if slot::counted(owner) && !slot::count_down_outside_handlers(owner) {
                release(owner);
            }
        }
    }
}

/// Leaves a frame with a result that the caller wants. It is written last: its slot may be one of the header's.
#[inline(always)]
unsafe fn give(fp: *mut Value, vm: *mut Vm, payload: u64, kind: u64) -> u64 {
    // SAFETY: as for Return, which holds the result.
    unsafe {
        let head = header(fp);
        let left = let_go(head, fp);
        if !left.is_null() {
            return give_and_free(left, fp, vm, payload, kind);
        }
        let caller = head.prev;
        let call = header(caller).pc;
        (*vm).fp = caller;
        let dst = slot_x!(call, caller).cast::<u64>();
        *dst = payload;
        *dst.add(1) = kind;
        go!(call.add(1), caller, vm)
    }
}

/// The same where something must be freed, from the local `left` on.
#[inline(never)]
unsafe extern "C-unwind" fn give_and_free(left: *mut Value, fp: *mut Value, vm: *mut Vm, payload: u64, kind: u64) -> u64 {
    // SAFETY: as for Return, which holds the result.
    unsafe {
        let head = header(fp);
        release_from(head, fp, left);
        let caller = head.prev;
        let call = header(caller).pc;
        (*vm).fp = caller;
        let dst = slot_x!(call, caller).cast::<u64>();
        *dst = payload;
        *dst.add(1) = kind;
        if *(*vm).pending == 0 {
            go!(call.add(1), caller, vm)
        }
        go_cold!(settle, call, caller, vm)
    }
}

/// Leaves a frame whose result nobody wants.
#[inline(always)]
unsafe fn leave(fp: *mut Value, vm: *mut Vm) -> u64 {
    // SAFETY: as for Return.
    unsafe {
        let head = header(fp);
        let left = let_go(head, fp);
        if !left.is_null() {
            return leave_and_free(left, fp, vm);
        }
        let caller = head.prev;
        let call = header(caller).pc;
        (*vm).fp = caller;
        go!(call.add(1), caller, vm)
    }
}

/// The same where something must be freed, from the local `left` on.
#[inline(never)]
unsafe extern "C-unwind" fn leave_and_free(left: *mut Value, fp: *mut Value, vm: *mut Vm) -> u64 {
    // SAFETY: as for Return.
    unsafe {
        let head = header(fp);
        release_from(head, fp, left);
        let caller = head.prev;
        let call = header(caller).pc;
        (*vm).fp = caller;
        if *(*vm).pending == 0 {
            go!(call.add(1), caller, vm)
        }
        go_cold!(settle, call, caller, vm)
    }
}

/// Leaves the frame where nobody wants the result, a temporary: it goes first, and its destructor runs in this frame.
#[inline(never)]
unsafe extern "C-unwind" fn return_unused(pc: Pc, fp: *mut Value, vm: *mut Vm) -> u64 {
    // SAFETY: as for Return.
    unsafe {
        release(slot!(pc, fp, a));
        if *(*vm).pending != 0 {
            slot::set_tag(slot!(pc, fp, a), slot::UNDEF);
            go_cold!(return_after_destructors, pc, fp, vm)
        }
        leave_and_free(fp, fp, vm)
    }
}

cold_path!(return_after_destructors => jump, |vm, fp, pc| {
    vm.run_pending();
    // What they threw is thrown by the call: no `try` around the `return` catches it.
    let caller = header(fp).prev;
    vm.fp = caller;
    vm.release_frame(fp);
    vm.cx.check()?;
    Ok(header(caller).pc.add(1))
});

cold_path!(return_slow => jump, |vm, fp, pc| {
    let value = vm.operand_a(fp, pc);
    vm.return_value(fp, value)
});

/// The same with a constant as result.
#[allow(non_snake_case)]
pub unsafe extern "C-unwind" fn ReturnK(pc: Pc, fp: *mut Value, vm: *mut Vm) -> u64 {
    // SAFETY: as for Return; constants are immortal.
    unsafe {
        let head = header(fp);
        if head.flags & !flags::ORDINARY == 0 {
            if (*header(head.prev).pc).x() == NONE {
                return leave(fp, vm);
            }
            let value = konst!(pc, a);
            return give(fp, vm, *value.cast::<u64>(), u64::from(*value.cast::<u32>().add(2)));
        }
        go_cold!(return_k_slow, pc, fp, vm)
    }
}

cold_path!(return_k_slow => jump, |vm, fp, pc| { vm.return_value(fp, (*konst!(pc, a)).clone()) });

slow_op!(ReturnRef => jump, |vm, fp, pc| {
    let mut value = vm.take_a(fp, pc);
    if !value.is_ref() {
        if (*pc).has(flag::NOT_A_VAR) {
            vm.cx.notice("Only variable references should be returned by reference");
        }
        // What is no variable still arrives as a reference of its own.
        let _ = value.make_ref();
    }
    vm.return_value(fp, value)
});
