//! Which slots ops read, write and take.

use loxo_bytecode::{FRAME_HEADER_SLOTS, Op, OpCode, OperandKind, flag};

/// An op writes a slot.
pub(crate) fn writes(op: &Op, slot: u32) -> bool {
    let kinds = op.code.info().operands;
    kinds.iter().zip(op.operands()).any(|(kind, operand)| *kind == OperandKind::Dst && operand == slot)
}

/// A slot is an operand of an op.
pub(crate) fn touches(op: &Op, slot: u32) -> bool {
    op.code.info().operands.iter().zip(op.operands()).any(|(kind, operand)| kind.is_slot() && operand == slot)
}

/// Slots with the arguments of a call.
pub(crate) fn argument_slots(op: &Op) -> impl Iterator<Item = u32> + use<> {
    let first = op.a + FRAME_HEADER_SLOTS;
    first..first + op.c
}

/// Temporaries that an op takes.
pub(crate) fn consumed(op: &Op) -> impl Iterator<Item = u32> + use<> {
    let flags = op.flags;
    let operands = [op.a, op.b, op.c];
    let kinds = op.code.info().operands;
    let arguments = (op.code == OpCode::CallBuiltin).then(|| argument_slots(op));
    let taken = (0..3).filter(move |&i| kinds[i] == OperandKind::Src && flags & (flag::CONSUME_A << i) != 0).map(move |i| operands[i]);
    taken.chain(arguments.into_iter().flatten())
}
