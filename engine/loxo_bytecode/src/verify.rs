//! Checks once, when a unit is loaded, what the interpreter then takes for granted: every operand is in range, code cannot run off its
//! end, tables point at ops.

use crate::{ClassOperand, Const, Function, Init, NONE, Op, OpCode, OperandKind, THIS, Unit};

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
    if !thunks(unit).all(|index| (index as usize) < unit.functions.len()) || !unit.functions.iter().flat_map(|f| &f.nested).all(in_range) {
        return Err(Malformed("declared value out of range".into()));
    }
    if !unit.hoisted_functions.iter().all(in_range) || !unit.hoisted_classes.iter().all(|&i| (i as usize) < unit.classes.len()) {
        return Err(Malformed("hoisted declaration out of range".into()));
    }
    Ok(())
}

/// The functions that give the values of declarations.
fn thunks(unit: &Unit) -> impl Iterator<Item = u32> {
    let params = unit.functions.iter().flat_map(|f| &f.params);
    let constants = unit.classes.iter().flat_map(|class| &class.constants);
    let properties = unit.classes.iter().flat_map(|class| &class.properties);
    let attributes = (unit.functions.iter().flat_map(|f| &f.attributes))
        .chain(params.clone().flat_map(|param| &param.attributes))
        .chain(unit.classes.iter().flat_map(|class| &class.attributes))
        .chain(constants.clone().flat_map(|constant| &constant.attributes))
        .chain(properties.clone().flat_map(|property| &property.attributes))
        .chain(unit.const_attrs.iter().flatten());
    let arguments = attributes.flat_map(|attribute| attribute.args.iter().map(|(_, value)| value));
    let defaults = params.map(|param| &param.default).chain(properties.map(|property| &property.default));
    let values = arguments.chain(defaults).chain(constants.map(|constant| &constant.value));
    values.filter_map(|value| if let Init::Thunk(index) = value { Some(*index) } else { None })
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
        if !numbers_fit(unit, f, op) {
            return Err(Malformed(format!("op {pc} {}: number out of range", info.name)));
        }
        if !(info.is_known_x)(op.x) {
            return Err(Malformed(format!("op {pc} {}: unknown kind {}", info.name, op.x)));
        }
        if info.operator_in_flags && op.operator().is_none() {
            return Err(Malformed(format!("op {pc} {}: unknown operator", info.name)));
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
        // The second cache of a write follows the first one.
        OperandKind::Cache => value.saturating_add(u32::from(matches!(op.code, OpCode::AssignProp | OpCode::LvAssignProp))) < f.caches,
        _ => false,
    };
    if ok { Ok(()) } else { Err("operand out of range") }
}

/// Numbers that an op takes as they are (`Imm`) and that name something.
fn numbers_fit(unit: &Unit, f: &Function, op: &Op) -> bool {
    let within = |number: u32, len: usize| (number as usize) < len;
    let slots = |first: usize, count: u32| first.saturating_add(count as usize) <= f.frame_slots as usize;
    let window = |count: u32| slots(op.a as usize + crate::FRAME_HEADER_SLOTS as usize, count);
    match op.code {
        OpCode::CheckParam | OpCode::CollectVariadic => within(op.b, f.params.len()),
        OpCode::DefaultK => within(op.a, f.params.len()),
        OpCode::JumpIfStatic | OpCode::InitStatic => within(op.b, f.statics.len()),
        OpCode::FastRet => within(op.x, f.tries.len()),
        OpCode::DeclareConst => op.x as usize <= unit.const_attrs.len(),
        OpCode::ConcatN | OpCode::AppendN => slots(op.b as usize, op.c),
        OpCode::Yield | OpCode::YieldFrom => slots(f.locals.len(), op.x),
        OpCode::Call | OpCode::CallRef | OpCode::CallForArg => window(op.b),
        OpCode::CallFn | OpCode::CallBuiltin | OpCode::CallFrameBuiltin => window(op.c),
        _ => true,
    }
}
