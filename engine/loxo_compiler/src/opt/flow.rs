//! Finds the targets of jumps, and the ops that no path reaches.

use loxo_bytecode::{Function, OpCode};

use super::scratch::Scratch;

/// Marks the targets of all jumps, handlers included.
pub(super) fn targets(f: &Function, out: &mut Vec<bool>) {
    out.clear();
    out.resize(f.code.len() + 1, false);
    for op in &f.code {
        if let Some(pc) = op.jump_target().or(op.named_op()) {
            out[pc as usize] = true;
        }
    }
    for table in &f.switches {
        table.targets().for_each(|target| out[target as usize] = true);
    }
    for t in &f.tries {
        for pc in [Some(t.start), t.catch, t.finally, Some(t.finally_end)].into_iter().flatten() {
            out[pc as usize] = true;
        }
    }
}

/// Adds the ops that cannot be reached to `dead`.
pub(super) fn mark_unreachable(f: &Function, s: &mut Scratch) {
    let Scratch { dead, seen, work, .. } = s;
    seen.clear();
    seen.resize(f.code.len(), false);
    work.clear();
    work.push(0);
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
            if op.code.info().falls_through() {
                work.push(pc + 1);
            }
            work.extend(op.jump_target());
            // The op where an early free counts as thrown has to stay.
            if let Some(pc) = op.named_op() {
                work.push(pc);
            }
            if op.code == OpCode::Switch {
                work.extend(f.switches[op.b as usize].targets());
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
    for (dead, seen) in dead.iter_mut().zip(seen.iter()) {
        *dead |= !seen;
    }
}
