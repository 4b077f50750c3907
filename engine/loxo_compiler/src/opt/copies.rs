//! Removes copies of variables that the next op consumes, as in `if (($x = f()) === null)`: the op reads the variable itself.

use loxo_bytecode::{Function, Op, OpCode as O, OperandKind, flag};

use super::flow::targets;
use super::scratch::Scratch;

/// Rewrites the readers; the copies are dead then.
pub(super) fn remove(f: &mut Function, s: &mut Scratch) {
    if !f.code.iter().any(|op| op.code == O::CopyQuiet) {
        return;
    }
    targets(f, &mut s.targets);
    let (is_target, dead) = (&s.targets, &mut s.dead);
    for pc in 0..f.code.len().saturating_sub(1) {
        let op = f.code[pc];
        if op.code != O::CopyQuiet || op.flags & flag::CONSUME_B != 0 || is_target[pc + 1] {
            continue;
        }
        if f.code[pc + 1].code == O::Free && f.code[pc + 1].a == op.a {
            dead[pc] = true;
            dead[pc + 1] = true;
            continue;
        }
        if let Some(reader) = read_variable(&f.code[pc + 1], op.a, op.b) {
            f.code[pc + 1] = reader;
            dead[pc] = true;
        }
    }
}

/// The op with the variable instead of the temporary that it consumes.
fn read_variable(op: &Op, tmp: u32, var: u32) -> Option<Op> {
    if !op.code.info().reads_var {
        return None;
    }
    let operands = op.operands();
    let i = (0..3).find(|&i| op.flags & (1 << i) != 0 && operands[i] == tmp && op.code.info().operands[i] == OperandKind::Src)?;
    let mut out = *op;
    out.flags &= !(1 << i);
    match i {
        0 => out.a = var,
        1 => out.b = var,
        _ => out.c = var,
    }
    Some(out)
}
