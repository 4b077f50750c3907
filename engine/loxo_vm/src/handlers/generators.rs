//! Handlers of the ops that only generators have: `yield` and `yield from`.

use loxo_bytecode::{NONE, flag};
use loxo_value::Value;

use super::slow_path::slow_op;
use crate::Vm;
use crate::code::instruction::{Pc, go};
use crate::frame::header;
use crate::objects::generator::{Generator, Taker};

slow_op!(GeneratorCreate => jump, |vm, fp, pc| { vm.create_generator(fp, pc) });

#[allow(non_snake_case)]
pub unsafe extern "C-unwind" fn Yield(pc: Pc, fp: *mut Value, vm: *mut Vm) -> u64 {
    // SAFETY: operands are slots of this frame, which is a generator's; who resumed it stands at the op that did.
    unsafe {
        let taker = (*header(fp).extra).taker;
        let generator = (*vm).yield_plain(pc, fp);
        if generator.is_null() {
            return yield_slow(pc, fp, vm);
        }
        let fp = (*vm).fp;
        if taker == Taker::Call {
            return end_resuming_call(pc, fp, vm, generator);
        }
        go!(header(fp).pc.add(1), fp, vm)
    }
}

/// The generator has yielded to a call of `send()` or `next()` in frame `fp`.
#[inline(never)]
unsafe extern "C-unwind" fn end_resuming_call(_pc: Pc, fp: *mut Value, vm: *mut Vm, generator: *const Generator) -> u64 {
    // SAFETY: called by `Yield` only.
    unsafe {
        let next = (*vm).end_resuming_call(fp, generator);
        go!(next, (*vm).fp, vm)
    }
}

slow_op!(yield_slow => jump, |vm, fp, pc| {
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
