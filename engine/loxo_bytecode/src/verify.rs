//! Checks once, when a unit is loaded, what the interpreter then takes for granted: every operand is in range, code cannot run off its
//! end, tables point at ops.

use crate::{ClassOperand, Const, Function, NONE, Op, OpCode, OperandKind, THIS, Unit};

/// What is wrong, for a person who debugs the compiler.
#[derive(Debug)]
pub struct Malformed(pub String);

/// Checks all functions of a unit.
pub fn unit(unit: &Unit) -> Result<(), Malformed> {
    if unit.functions.is_empty() {
        return Err(Malformed("no main function".into()));
    }
    for f in &unit.functions {
        function(unit, f).map_err(|e| Malformed(format!("{}: {}", String::from_utf8_lossy(&f.name), e.0)))?;
    }
    let in_range = |&i: &u32| (i as usize) < unit.functions.len();
    for class in &unit.classes {
        if !class.methods.iter().all(in_range) || !class.properties.iter().flat_map(|p| p.get.iter().chain(&p.set)).all(in_range) {
            return Err(Malformed("class member out of range".into()));
        }
    }
    if !unit.hoisted_functions.iter().all(in_range) || !unit.hoisted_classes.iter().all(|&i| (i as usize) < unit.classes.len()) {
        return Err(Malformed("hoisted declaration out of range".into()));
    }
    Ok(())
}

fn function(unit: &Unit, f: &Function) -> Result<(), Malformed> {
    let len = f.code.len() as u32;
    if f.locals.len() as u32 > f.frame_slots || f.params.len() + f.uses.len() > f.locals.len() {
        return Err(Malformed("locals do not fit the frame".into()));
    }
    match f.code.last() {
        Some(op) if !op.code.info().falls_through() => {}
        _ if f.code.is_empty() && f.flags.has(crate::FnFlags::ABSTRACT) => return Ok(()),
        _ => return Err(Malformed("code can run off its end".into())),
    }
    for (pc, op) in f.code.iter().enumerate() {
        let info = op.code.info();
        for (kind, value) in info.operands.iter().zip(op.operands()) {
            operand(unit, f, op, *kind, value).map_err(|what| Malformed(format!("op {pc} {}: {what} ({kind:?} {value})", info.name)))?;
        }
        if op.code == OpCode::Switch && op.b as usize >= f.switches.len() {
            return Err(Malformed(format!("op {pc} Switch: no jump table {}", op.b)));
        }
        if !(info.is_known_x)(op.x) {
            return Err(Malformed(format!("op {pc} {}: unknown kind {}", info.name, op.x)));
        }
    }
    let ok = |pc: u32| pc < len;
    for t in &f.tries {
        if !ok(t.start) || !t.catch.is_none_or(ok) || !t.finally.is_none_or(ok) || t.finally_end > len {
            return Err(Malformed(format!("bad try {t:?}")));
        }
    }
    for r in &f.live {
        if !ok(r.start) || r.end > len || r.slot >= f.frame_slots {
            return Err(Malformed(format!("bad live range {r:?}")));
        }
    }
    for table in &f.switches {
        if !table.targets().all(ok) {
            return Err(Malformed("bad jump table".into()));
        }
    }
    Ok(())
}

fn operand(unit: &Unit, f: &Function, op: &Op, kind: OperandKind, value: u32) -> Result<(), &'static str> {
    let len = |n: usize| (value as usize) < n;
    let ok = match kind {
        OperandKind::No | OperandKind::Imm => true,
        OperandKind::Win => value.checked_add(crate::FRAME_HEADER_SLOTS).is_some_and(|first| first <= f.frame_slots),
        _ if kind.is_slot() => value == THIS || value == NONE || value < f.frame_slots,
        OperandKind::K => len(f.consts.len()),
        OperandKind::Str | OperandKind::FnName | OperandKind::ConstName => {
            matches!(f.consts.get(value as usize), Some(Const::Str(_)))
        }
        OperandKind::Class => match ClassOperand::decode(value) {
            ClassOperand::Name(k) => matches!(f.consts.get(k as usize), Some(Const::Str(_))),
            ClassOperand::Slot(slot) => slot < f.frame_slots,
            _ => true,
        },
        OperandKind::Jump => len(f.code.len()) || (value == NONE && op.code.info().optional_target),
        OperandKind::Fn => len(unit.functions.len()),
        OperandKind::ClassDecl => len(unit.classes.len()),
        OperandKind::Cache => value < f.caches,
        _ => false,
    };
    if ok { Ok(()) } else { Err("operand out of range") }
}
