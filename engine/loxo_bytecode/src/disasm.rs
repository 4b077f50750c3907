//! Text form of functions, for people and for tests.

use std::fmt::Write;

use crate::{ClassOperand, Function, NONE, Op, OperandKind, THIS, Unit};

/// One function, one op a line: `12: Add 5, 0, 1`.
pub fn function(f: &Function) -> String {
    let mut out = String::new();
    let _ = writeln!(
        out,
        "function {} ({} params, {} locals, {} slots)",
        String::from_utf8_lossy(&f.name),
        f.params.len(),
        f.locals.len(),
        f.frame_slots
    );
    let mut lines = f.lines.iter().peekable();
    for (pc, op) in f.code.iter().enumerate() {
        while let Some(&(_, line)) = lines.next_if(|&&(start, _)| start as usize <= pc) {
            let _ = writeln!(out, "  ; line {line}");
        }
        let _ = writeln!(out, "{pc:5}: {}", op_text(f, op));
    }
    for t in &f.tries {
        let _ = writeln!(out, "  try {t:?}");
    }
    for r in &f.live {
        let _ = writeln!(out, "  live {:?} {} ({}, {})", r.kind, r.slot, r.start, r.end);
    }
    out
}

/// The whole unit.
pub fn unit(unit: &Unit) -> String {
    unit.functions.iter().map(function).collect::<Vec<_>>().join("\n")
}

fn op_text(f: &Function, op: &Op) -> String {
    let info = op.code.info();
    let mut out = String::from(info.name);
    for (i, (&kind, value)) in info.operands.iter().zip(op.operands()).enumerate() {
        if kind == OperandKind::No {
            continue;
        }
        let consumed = i < 3 && op.flags & (1 << i) != 0;
        let text = operand_text(f, kind, value);
        let _ = write!(out, " {}={}{}", info.names[i], text, if consumed { "!" } else { "" });
    }
    let operator = op.operator();
    if let Some(operator) = operator {
        let _ = write!(out, " op={operator:?}");
    }
    let flags = op.flags & if operator.is_some() { 8 } else { !7 };
    if flags != 0 {
        let _ = write!(out, " flags={flags:#x}");
    }
    out
}

fn operand_text(f: &Function, kind: OperandKind, value: u32) -> String {
    match kind {
        _ if kind.is_slot() && value == THIS => "$this".into(),
        _ if kind.is_slot() && value == NONE => "-".into(),
        _ if kind.is_slot() => match f.locals.get(value as usize) {
            Some(name) => format!("${}", String::from_utf8_lossy(name)),
            None => format!("t{value}"),
        },
        OperandKind::K | OperandKind::Str | OperandKind::FnName | OperandKind::ConstName => {
            f.consts.get(value as usize).map_or_else(|| "?".into(), |k| format!("{}", ConstText(k)))
        }
        OperandKind::Class => match ClassOperand::decode(value) {
            ClassOperand::Name(k) => f.consts.get(k as usize).map_or_else(|| "?".into(), |k| format!("{}", ConstText(k))),
            other => format!("{other:?}"),
        },
        OperandKind::Jump if value == NONE => "-".into(),
        OperandKind::Jump => format!("@{value}"),
        OperandKind::Imm => format!("{}", value as i32),
        _ => format!("{value}"),
    }
}

struct ConstText<'a>(&'a crate::Const);

impl std::fmt::Display for ConstText<'_> {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.0 {
            crate::Const::Str(s) => write!(out, "{:?}", String::from_utf8_lossy(s)),
            crate::Const::Int(i) => write!(out, "{i}"),
            crate::Const::Float(x) => write!(out, "{x:?}"),
            other => write!(out, "{other:?}"),
        }
    }
}
