//! Lets ops write their results straight into variables that nothing was put into before, as in `$x = f();` where a function first mentions `$x`: such a
//! variable owns nothing that an assignment would have to give up.

use loxo_bytecode::{FnFlags, Function, OpCode as O, OperandKind, flag};

use super::flow::targets;
use super::scratch::Scratch;

/// Rewrites the ops in front of such assignments; the assignments are dead then. Loops are left alone: there is something in the variable the second time.
pub(super) fn store_directly(f: &mut Function, s: &mut Scratch) {
    let others_look = FnFlags::DYNAMIC_VARS.with(FnFlags::MAIN).with(FnFlags::GENERATOR);
    if f.flags.any(others_look) || f.tries.iter().any(|t| t.finally.is_some()) {
        return;
    }
    targets(f, &mut s.targets);
    find_loops(f, &mut s.seen);
    let Scratch { dead, targets: is_target, seen: in_loop, mentioned, .. } = s;
    mentioned.clear();
    mentioned.resize(f.locals.len(), false);
    mentioned[..f.params.len() + f.uses.len()].fill(true);
    for pc in 0..f.code.len() {
        let op = f.code[pc];
        let is_first = mentioned.get(op.a as usize) == Some(&false) && !in_loop[pc] && !dead[pc];
        match op.code {
            O::AssignK if is_first => f.code[pc].code = O::LoadK,
            O::Assign if is_first && pc > 0 && !is_target[pc] && op.flags & flag::CONSUME_B != 0 && !dead[pc - 1] => {
                if let Some(result) = result_of(f, pc - 1, op.b) {
                    *result = op.a;
                    dead[pc] = true;
                }
            }
            _ => {}
        }
        for (kind, slot) in op.code.info().operands.iter().zip(op.operands()) {
            if kind.is_slot()
                && let Some(known) = mentioned.get_mut(slot as usize)
            {
                *known = true;
            }
        }
    }
}

/// The operand by which the op at `pc` says that a plain value goes to the temporary `slot`.
fn result_of(f: &mut Function, pc: usize, slot: u32) -> Option<&mut u32> {
    let op = &mut f.code[pc];
    let kinds = op.code.info().operands;
    match op.code {
        O::Call | O::CallFn | O::CallBuiltin if op.x == slot => Some(&mut op.x),
        O::FetchDim
        | O::FetchDimK
        | O::FetchProp
        | O::FetchStaticProp
        | O::FetchConst
        | O::FetchClassConst
        | O::IssetDim
        | O::IssetDimK
        | O::IssetProp
        | O::Concat
        | O::ConcatN
        | O::Add
        | O::Sub
        | O::Mul
        | O::AddI
        | O::SubI
        | O::Count
        | O::Strlen
        | O::Not
        | O::ToBool
        | O::Identical
        | O::NotIdentical
        | O::Equal
        | O::NotEqual
        | O::Less
        | O::LessEqual
        | O::InstanceOf
        | O::CastInt
        | O::CastString
        | O::CastArray
            if op.a == slot && kinds[0] == OperandKind::Dst =>
        {
            Some(&mut op.a)
        }
        _ => None,
    }
}

/// Marks the ops that may run more than once: those between a jump backward and its target.
fn find_loops(f: &Function, out: &mut Vec<bool>) {
    out.clear();
    out.resize(f.code.len(), false);
    for (pc, op) in f.code.iter().enumerate() {
        for target in f.targets(op) {
            if target as usize <= pc {
                out[target as usize..=pc].fill(true);
            }
        }
    }
}
