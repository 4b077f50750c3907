//! Shortens jumps to jumps and jumps around jumps, and removes jumps to the next op.

use loxo_bytecode::{Function, Op, OpCode as O};

use super::flow::targets;
use super::scratch::Scratch;

/// Where a jump to `pc` really leads.
fn destination(f: &Function, mut pc: u32) -> u32 {
    // Loops of jumps are possible: `while (1);`.
    for _ in 0..16 {
        match f.code.get(pc as usize) {
            Some(op) if op.code == O::Jump && op.c != pc => pc = op.c,
            Some(op) if op.code == O::Nop => pc += 1,
            _ => break,
        }
    }
    pc
}

/// May the target be moved along a chain of jumps? Not where the target itself means something.
fn threads(op: &Op) -> bool {
    !matches!(op.code, O::Catch | O::FastCall)
}

pub(super) fn thread(f: &mut Function, s: &mut Scratch) {
    if !f.code.iter().any(|op| matches!(op.code, O::Jump | O::Nop)) {
        return;
    }
    for pc in 0..f.code.len() {
        let op = f.code[pc];
        if let Some(t) = op.jump_target()
            && threads(&op)
        {
            f.code[pc].c = destination(f, t);
        }
    }
    let mut switches = std::mem::take(&mut f.switches);
    for target in switches.iter_mut().flat_map(|t| t.targets_mut()) {
        *target = destination(f, *target);
    }
    f.switches = switches;
    targets(f, &mut s.targets);
    let (is_target, dead) = (&s.targets, &mut s.dead);
    for pc in 0..f.code.len().saturating_sub(2) {
        let (op, next) = (f.code[pc], f.code[pc + 1]);
        if next.code == O::Jump
            && op.c == pc as u32 + 2
            && !is_target[pc + 1]
            && let Some(code) = op.code.info().inverse
        {
            f.code[pc] = Op { code, c: next.c, ..op };
            f.code[pc + 1] = Op::new(O::Nop);
            dead[pc + 1] = true;
        }
    }
    for (pc, op) in f.code.iter().enumerate() {
        dead[pc] |= op.code == O::Nop;
    }
}

/// Jumps over nothing but dead code.
pub(crate) fn drop_useless(f: &Function, dead: &mut [bool]) {
    for pc in (0..f.code.len()).rev() {
        let op = &f.code[pc];
        if op.code == O::Jump && !dead[pc] && op.c as usize > pc && dead[pc + 1..op.c as usize].iter().all(|d| *d) {
            dead[pc] = true;
        }
    }
}
