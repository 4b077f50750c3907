//! What becomes of the quotient of two ints: an int if they divide and else a float, which often nobody sees.

use loxo_bytecode::{BinaryOp, Op, OpCode, flag};
use loxo_form::{Intrinsic, WHOLE};

use crate::op_slots::argument_slots;
use crate::state::{Range, State, Ty};

/// The next op, which alone sees the result of this one, makes an int of it.
pub(crate) fn becomes_int(next: Option<&Op>, dst: u32) -> bool {
    next.is_some_and(|next| next.code == OpCode::CastInt && next.b == dst && next.flags & flag::CONSUME_B != 0)
}

/// The next op, which alone sees the result of this one, makes a float of it; `called`: the builtin that it calls.
pub(crate) fn becomes_float(next: Option<&Op>, called: Option<Intrinsic>, state: &State, dst: u32) -> bool {
    let Some(next) = next else { return false };
    let is_float = |slot: u32| slot != dst && state.ty(slot) == Some(Ty::Float);
    match next.code {
        OpCode::CallBuiltin => {
            let rounds = matches!(called, Some(Intrinsic::Floor | Intrinsic::Ceil | Intrinsic::Sqrt));
            rounds && next.c == 1 && argument_slots(next).eq([dst])
        }
        OpCode::Add | OpCode::Sub | OpCode::Mul => {
            next.b == dst && next.flags & flag::CONSUME_B != 0 && is_float(next.c)
                || next.c == dst && next.flags & flag::CONSUME_C != 0 && is_float(next.b)
        }
        OpCode::AssignOp => {
            let computes = matches!(BinaryOp::ALL.get(next.x as usize), Some(BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul));
            computes && next.c == dst && next.flags & (flag::CONSUME_C | flag::KEEP) == flag::CONSUME_C && is_float(next.a)
        }
        _ => false,
    }
}

/// To divide by it as a float gives what the quotient of the ints is as a float: there is no zero with a sign.
pub(crate) fn is_exact_divisor(range: Range) -> bool {
    let (least, most) = range.ends();
    least > 0 && most <= WHOLE
}
