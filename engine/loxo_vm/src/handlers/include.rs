//! Running other sources (`include` and its sisters, `eval`), and ending the program (`exit`).

use loxo_bytecode::NONE;
use loxo_runtime::convert;

use super::slow_path::slow_op;
use crate::code::instruction::slot;
use loxo_bytecode::IncludeKind;

slow_op!(Include => jump, |vm, fp, pc| {
    let path = vm.operand_b(fp, pc);
    let path = convert::to_string(&mut vm.cx, &path)?;
    let kind = IncludeKind::of((*pc).x());
    vm.include_op(fp, pc, slot!(pc, fp, a), &path, kind)
});

slow_op!(Exit, |vm, fp, pc| {
    let status = if (*pc).a as u32 == NONE { None } else { Some(vm.operand_a(fp, pc)) };
    Err(vm.exit(status)?)
});
