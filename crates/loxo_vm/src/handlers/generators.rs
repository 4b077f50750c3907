//! Generators' ops.

use loxo_bytecode::{NONE, flag};
use loxo_value::Value;

use super::slow_op;

slow_op!(GeneratorCreate => jump, |vm, fp, pc| { vm.create_generator(fp, pc) });

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
