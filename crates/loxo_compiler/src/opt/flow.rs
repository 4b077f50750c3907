//! Which op can follow which.

use loxo_bytecode::{Function, NONE, Op, OpCode, OperandKind};

/// The op has a jump target in `c`.
pub(crate) fn target(op: &Op) -> Option<u32> {
    let names_op = op.code.info().operands[2] == OperandKind::Jump && op.c != NONE;
    // An early free only names the op where its exception counts as thrown.
    (names_op && !matches!(op.code, OpCode::Free | OpCode::IterFree)).then_some(op.c)
}

pub(crate) fn falls_through(op: &Op) -> bool {
    !op.code.info().ends || matches!(op.code, OpCode::FastCall | OpCode::GeneratorCreate)
}

/// Marks the targets of all jumps, handlers included.
pub(crate) fn targets(f: &Function) -> Vec<bool> {
    let mut out = vec![false; f.code.len() + 1];
    for op in &f.code {
        if op.code.info().operands[2] == OperandKind::Jump && op.c != NONE {
            out[op.c as usize] = true;
        }
    }
    for table in &f.switches {
        table.cases.iter().for_each(|c| out[c.1 as usize] = true);
    }
    for t in &f.tries {
        for pc in [Some(t.start), t.catch, t.finally, Some(t.finally_end)].into_iter().flatten() {
            out[pc as usize] = true;
        }
    }
    out
}

/// Adds the ops that cannot be reached to `dead`.
pub(crate) fn mark_unreachable(f: &Function, dead: &mut [bool]) {
    let mut seen = vec![false; f.code.len()];
    let mut work = vec![0u32];
    loop {
        while let Some(pc) = work.pop() {
            let i = pc as usize;
            if i >= seen.len() || std::mem::replace(&mut seen[i], true) {
                continue;
            }
            let op = &f.code[i];
            if dead[i] {
                work.push(pc + 1);
                continue;
            }
            if falls_through(op) {
                work.push(pc + 1);
            }
            work.extend(target(op));
            // The op where an early free counts as thrown has to stay.
            if matches!(op.code, OpCode::Free | OpCode::IterFree) && op.c != NONE {
                work.push(op.c);
            }
            if op.code == OpCode::Switch {
                work.extend(f.switches[op.b as usize].cases.iter().map(|c| c.1));
            }
        }
        // Handlers of what can be reached.
        for t in &f.tries {
            let end = t.catch.or(t.finally).unwrap_or(t.start);
            let body = t.start as usize..end.max(t.start) as usize;
            if seen[body].contains(&true) {
                work.extend([t.catch, t.finally].into_iter().flatten().filter(|&pc| !seen[pc as usize]));
            }
        }
        if work.is_empty() {
            break;
        }
    }
    for (dead, seen) in dead.iter_mut().zip(seen) {
        *dead |= !seen;
    }
}
