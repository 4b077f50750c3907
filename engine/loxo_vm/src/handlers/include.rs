//! Running other sources (`include` and its sisters, `eval`), and ending the program (`exit`).

use loxo_bytecode::NONE;
use loxo_runtime::convert;

use super::slow_path::slow_op;
use crate::code::instruction::slot;

slow_op!(Include => jump, |vm, fp, pc| {
    let path = vm.operand_b(fp, pc);
    let path = convert::to_string(&mut vm.cx, &path)?;
    let value = (vm.cx.hooks.include)(&mut vm.cx, path.as_bytes(), (*pc).x())?;
    slot!(pc, fp, a).write(value);
    Ok(pc.add(1))
});

slow_op!(Exit, |vm, fp, pc| {
    let status = if (*pc).a as u32 == NONE { None } else { Some(vm.operand_a(fp, pc)) };
    Err(vm.exit(status))
});
