//! Which slots are read before they are written.

use std::ops::RangeInclusive;

use loxo_bytecode::{Function, Op, OperandKind, THIS};

/// Slots that one of these ops may read as they are when op `at` of them begins.
pub(crate) fn at(function: &Function, ops: RangeInclusive<u32>, at: u32) -> Vec<bool> {
    let (first, last) = (*ops.start(), *ops.end());
    let slots = function.frame_slots as usize;
    let count = (last - first + 1) as usize;
    let mut before: Vec<Vec<bool>> = vec![Vec::new(); count];
    let mut changed = true;
    while changed {
        changed = false;
        for index in (0..count).rev() {
            let op = &function.code[first as usize + index];
            let mut live = vec![false; slots];
            let next = op.code.info().falls_through().then_some(first + index as u32 + 1);
            for after in next.into_iter().chain(function.targets(op)) {
                let known = after.checked_sub(first).and_then(|index| before.get(index as usize));
                for (slot, there) in live.iter_mut().zip(known.into_iter().flatten()) {
                    *slot |= there;
                }
            }
            step(op, &mut live);
            if live != before[index] {
                before[index] = live;
                changed = true;
            }
        }
    }
    before.swap_remove((at - first) as usize)
}

/// What is live before an op, from what is live behind it.
fn step(op: &Op, live: &mut [bool]) {
    let info = op.code.info();
    let kinds = info.operands;
    let operands = op.operands();
    let mut mark = |slot: u32, alive: bool| {
        if slot != THIS
            && let Some(slot) = live.get_mut(slot as usize)
        {
            *slot = alive;
        }
    };
    for (kind, slot) in kinds.iter().zip(operands) {
        if *kind == OperandKind::Dst || (*kind == OperandKind::Var && info.overwrites) {
            mark(slot, false);
        }
    }
    for (kind, slot) in kinds.iter().zip(operands) {
        let reads = matches!(kind, OperandKind::Src | OperandKind::Tmp) || (*kind == OperandKind::Var && !info.overwrites);
        if reads {
            mark(slot, true);
        }
    }
}
