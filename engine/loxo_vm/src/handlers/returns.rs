//! Handlers that return from functions: the frame goes, its result reaches the caller.

use loxo_bytecode::{NONE, flag};
use loxo_value::Value;

use super::slow_path::{cold_path, go_cold, settle, slow_op};
use crate::Vm;
use crate::code::instruction::{Pc, go, konst, slot, slot_x};
use crate::frame::slot::{self, release};
use crate::frame::{self, flags, header};

/// Leaves the frame of an ordinary function, whose result stands in `src`.
#[allow(non_snake_case)]
pub unsafe extern "C-unwind" fn Return(pc: Pc, fp: *mut Value, vm: *mut Vm) -> u64 {
    // SAFETY: operands are slots of this frame; the frame below stands at the call.
    unsafe {
        let src = slot!(pc, fp, a);
        let head = header(fp);
        let tag = slot::tag(src);
        if head.flags & !flags::CONSTRUCTOR == 0 && tag != slot::UNDEF && tag != slot::REFERENCE {
            let caller = head.prev;
            let call = header(caller).pc;
            // A temporary that is the result moves to the caller.
            if owns_nothing(head, fp) && ((*pc).has(flag::CONSUME_A) || !slot::counted(src)) && (*call).x() != NONE {
                (*vm).fp = caller;
                slot::copy_bits(slot_x!(call, caller), src);
                go!(call.add(1), caller, vm)
            }
            return return_owner(pc, fp, vm);
        }
        go_cold!(return_slow, pc, fp, vm)
    }
}

/// The frame owns nothing but temporaries.
#[inline(always)]
unsafe fn owns_nothing(head: *mut frame::Header, fp: *mut Value) -> bool {
    // SAFETY: the caller passes the running frame.
    unsafe {
        if slot::counted(&raw const (*head).this) || slot::counted(&raw const (*head).closure) {
            return false;
        }
        (0..(*(*head).func).num_locals as usize).all(|i| !slot::counted(fp.add(i)))
    }
}

/// The same for a frame that owns things.
#[inline(never)]
unsafe extern "C-unwind" fn return_owner(pc: Pc, fp: *mut Value, vm: *mut Vm) -> u64 {
    // SAFETY: as for Return.
    unsafe {
        let src = slot!(pc, fp, a);
        let head = header(fp);
        let caller = head.prev;
        let call = header(caller).pc;
        if (*call).x() == NONE {
            return return_unused(pc, fp, vm);
        }
        // The result is safe in a register pair while the locals go.
        let consume = (*pc).has(flag::CONSUME_A);
        let payload = *src.cast::<u64>();
        let kind = u64::from(*src.cast::<u32>().add(2));
        if !consume {
            slot::count_up(src);
        }
        release_locals(head, fp);
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

/// Drops what an ordinary frame owns. The result must be written afterwards: its slot may be one of the header's.
#[inline(always)]
unsafe fn release_locals(head: *mut frame::Header, fp: *mut Value) {
    // SAFETY: the caller leaves the frame.
    unsafe {
        let locals = (*(*head).func).num_locals as usize;
        for i in 0..locals {
            release(fp.add(i));
        }
        release(&raw mut (*head).this);
        release(&raw mut (*head).closure);
    }
}

/// The same for a result that nobody wants: it goes first, and its destructor runs in this frame.
#[inline(never)]
unsafe extern "C-unwind" fn return_unused(pc: Pc, fp: *mut Value, vm: *mut Vm) -> u64 {
    // SAFETY: as for Return.
    unsafe {
        if (*pc).has(flag::CONSUME_A) {
            drop((*slot!(pc, fp, a)).take_undef());
            if *(*vm).pending != 0 {
                go_cold!(return_after_destructors, pc, fp, vm)
            }
        }
        let head = header(fp);
        let caller = head.prev;
        let call = header(caller).pc;
        release_locals(head, fp);
        (*vm).fp = caller;
        if *(*vm).pending == 0 {
            go!(call.add(1), caller, vm)
        }
        go_cold!(settle, call, caller, vm)
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
        if head.flags & !flags::CONSTRUCTOR == 0 {
            if !owns_nothing(head, fp) {
                return return_k_owner(pc, fp, vm);
            }
            let caller = head.prev;
            let call = header(caller).pc;
            (*vm).fp = caller;
            if (*call).x() != NONE {
                slot::copy_bits(slot_x!(call, caller), konst!(pc, a));
            }
            go!(call.add(1), caller, vm)
        }
        go_cold!(return_k_slow, pc, fp, vm)
    }
}

/// The same for a frame that owns things.
#[inline(never)]
unsafe extern "C-unwind" fn return_k_owner(pc: Pc, fp: *mut Value, vm: *mut Vm) -> u64 {
    // SAFETY: as for ReturnK.
    unsafe {
        let head = header(fp);
        let caller = head.prev;
        let call = header(caller).pc;
        release_locals(head, fp);
        (*vm).fp = caller;
        if (*call).x() != NONE {
            slot::copy_bits(slot_x!(call, caller), konst!(pc, a));
        }
        if *(*vm).pending == 0 {
            go!(call.add(1), caller, vm)
        }
        go_cold!(settle, call, caller, vm)
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
