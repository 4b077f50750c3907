//! Handlers of the ops that only generators have: `yield` and `yield from`.

use loxo_bytecode::{NONE, Op, flag};
use loxo_value::Value;

use super::slow_path::slow_op;
use crate::Vm;
use crate::code::instruction::{Handler, Pc, go};
use crate::frame::header;
use crate::objects::generator::Taker;

slow_op!(GeneratorCreate => jump, |vm, fp, pc| { vm.create_generator(fp, pc) });

/// The handler for a `yield`.
pub(super) fn choose(op: &Op) -> Option<Handler> {
    match op.c {
        _ if op.b == NONE || op.flags & flag::BY_REF != 0 => None,
        NONE => Some(yield_to::<false> as Handler),
        _ => Some(yield_to::<true> as Handler),
    }
}

/// `yield` of a value that is not by reference, with a key or without.
unsafe extern "C-unwind" fn yield_to<const KEY: bool>(pc: Pc, fp: *mut Value, vm: *mut Vm) -> u64 {
    // SAFETY: operands are slots of this frame, which is a generator's; who resumed it stands at the op that did.
    unsafe {
        let taker = (*header(fp).extra).generator.taker();
        if matches!(taker, Taker::Other | Taker::Call) {
            return yield_to_call::<KEY>(pc, fp, vm);
        }
        let next = (*vm).yield_to_loop::<KEY>(pc, fp, taker);
        if next.is_null() {
            return replace_in_loop::<KEY>(pc, fp, vm);
        }
        go!(next, (*vm).fp, vm)
    }
}

/// The same where more than counts is given up.
#[inline(never)]
unsafe extern "C-unwind" fn replace_in_loop<const KEY: bool>(pc: Pc, fp: *mut Value, vm: *mut Vm) -> u64 {
    // SAFETY: as for `yield_to`.
    unsafe {
        let taker = (*header(fp).extra).generator.taker();
        let next = (*vm).replace_in_loop::<KEY>(pc, fp, taker);
        if next.is_null() {
            return Yield(pc, fp, vm);
        }
        go!(next, (*vm).fp, vm)
    }
}

/// The same to a call of `send()` or `next()`, or to others.
#[inline(never)]
unsafe extern "C-unwind" fn yield_to_call<const KEY: bool>(pc: Pc, fp: *mut Value, vm: *mut Vm) -> u64 {
    // SAFETY: as for `yield_to`.
    unsafe {
        if (*header(fp).extra).generator.taker() == Taker::Other {
            return Yield(pc, fp, vm);
        }
        let generator = (*vm).yield_to_call::<KEY>(pc, fp);
        if generator.is_null() {
            return Yield(pc, fp, vm);
        }
        let caller = (*vm).fp;
        let call = header(caller).pc;
        if (*vm).end_plain_call(call, caller, generator) {
            go!(call.add(1), caller, vm)
        }
        let next = (*vm).end_resuming_call(caller, generator);
        go!(next, (*vm).fp, vm)
    }
}

slow_op!(Yield => jump, |vm, fp, pc| {
    vm.check_closing(fp, "yield from finally")?;
    let value = match (*pc).b as u32 {
        NONE => Value::NULL,
        _ if (*pc).has(flag::BY_REF) => vm.take_b(fp, pc),
        _ => vm.operand_b(fp, pc),
    };
    let key = if (*pc).c as u32 == NONE { None } else { Some(vm.operand_c(fp, pc)) };
    vm.suspend(fp, value, key)
});

slow_op!(YieldFrom => jump, |vm, fp, pc| {
    let source = vm.operand_b(fp, pc);
    vm.check_closing(fp, "use \"yield from\"")?;
    vm.yield_from(fp, pc, source)
});

slow_op!(GeneratorReturn => jump, |vm, fp, pc| {
    let value = vm.operand_a(fp, pc);
    Ok(vm.generator_returned(fp, value))
});
