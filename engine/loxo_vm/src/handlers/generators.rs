//! Handlers of the ops that only generators have: `yield` and `yield from`.

use loxo_bytecode::{NONE, flag};
use loxo_value::Value;

use super::slow_path::slow_op;
use crate::Vm;
use crate::code::instruction::{Pc, go};

slow_op!(GeneratorCreate => jump, |vm, fp, pc| { vm.create_generator(fp, pc) });

#[allow(non_snake_case)]
pub unsafe extern "C-unwind" fn Yield(pc: Pc, fp: *mut Value, vm: *mut Vm) -> u64 {
    /// Where to go on; null: nothing was done.
    #[inline(never)]
    unsafe fn outlined(pc: Pc, fp: *mut Value, vm: *mut Vm) -> Pc {
        // SAFETY: called below with the handler's arguments.
        unsafe {
            let next = (*vm).suspend_plain(pc, fp);
            if next.is_null() { next } else { super::slow_path::finish(Ok(next), pc, fp, vm) }
        }
    }
    // SAFETY: operands are slots of this frame, which is a generator's.
    unsafe {
        let next = outlined(pc, fp, vm);
        if !next.is_null() {
            go!(next, (*vm).fp, vm)
        }
        yield_slow(pc, fp, vm)
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
