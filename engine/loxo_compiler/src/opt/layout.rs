//! Takes dead ops out and moves everything that names an op.

use loxo_bytecode::{Function, LiveRange, NONE, OperandKind};

use super::scratch::Scratch;

/// `dead` ops are never executed, or do nothing.
pub(super) fn compact(f: &mut Function, s: &mut Scratch) {
    let Scratch { dead, map, .. } = s;
    // New number of an op, or of the next one that stays.
    map.clear();
    let mut next = 0u32;
    for d in dead.iter() {
        map.push(next);
        next += u32::from(!d);
    }
    map.push(next);
    let at = |pc: u32| map[pc as usize];
    if next == 0 {
        return;
    }
    lines(f, dead);
    let mut keep = dead.iter().map(|d| !d);
    f.code.retain(|_| keep.next().unwrap_or(true));
    for op in &mut f.code {
        if op.code.info().operands[2] == OperandKind::Jump && op.c != NONE {
            op.c = at(op.c);
        }
    }
    for target in f.switches.iter_mut().flat_map(|t| t.targets_mut()) {
        // The cases of a table that is gone may lead nowhere.
        *target = at(*target).min(next - 1);
    }
    let alive = |pc: u32| !dead[pc as usize];
    for t in &mut f.tries {
        t.catch = t.catch.filter(|&pc| alive(pc)).map(at);
        t.finally = t.finally.filter(|&pc| alive(pc)).map(at);
        t.start = at(t.start).min(next - 1);
        t.finally_end = at(t.finally_end);
    }
    let ranges = f.live.iter().filter_map(|r| {
        let (first, end) = (at(r.start + 1), at(r.end));
        // Covers `first..end`; the op in front of it is the one that writes.
        (first < end).then(|| LiveRange { start: first.saturating_sub(1), end, ..*r })
    });
    f.live = ranges.collect();
    f.call_sites.retain(|site| alive(site.pc));
    for site in &mut f.call_sites {
        site.pc = at(site.pc);
    }
}

fn lines(f: &mut Function, dead: &[bool]) {
    let mut out: Vec<(u32, u32)> = Vec::with_capacity(f.lines.len());
    let mut old = f.lines.iter().peekable();
    let (mut line, mut pc) = (f.start_line, 0u32);
    for (i, d) in dead.iter().enumerate() {
        while let Some(&(_, l)) = old.next_if(|(start, _)| *start as usize <= i) {
            line = l;
        }
        if *d {
            continue;
        }
        if out.last().is_none_or(|l| l.1 != line) {
            out.push((pc, line));
        }
        pc += 1;
    }
    f.lines = out;
}
