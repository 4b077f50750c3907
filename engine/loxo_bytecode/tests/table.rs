//! What rows of the op table promise about each other.

use loxo_bytecode::ops::{ALL, OpInfo};
use loxo_bytecode::{NONE, Op, OpCode, OperandKind, VarUse};

fn has(info: &OpInfo, kind: OperandKind) -> bool {
    info.operands.contains(&kind)
}

fn each(check: impl Fn(OpCode, &OpInfo) -> bool, rule: &str) {
    let broken: Vec<&str> = ALL.iter().filter(|code| !check(**code, code.info())).map(|code| code.info().name).collect();
    assert!(broken.is_empty(), "{rule}: {broken:?}");
}

#[test]
fn jumps() {
    each(|_, info| info.operands[..2].iter().chain(&info.operands[3..]).all(|kind| *kind != OperandKind::Jump), "targets stand in c");
    each(|_, info| !has(info, OperandKind::Jump) || info.jumps || info.optional_target, "an op with a target jumps, or only names it");
    each(|code, info| !info.jumps || has(info, OperandKind::Jump) || code == OpCode::FastRet, "a jump has a target");
    each(|_, info| !info.comes_back || info.ends, "only what ends comes back");
}

#[test]
fn inverse_jumps() {
    let inverse = |code: OpCode| code.info().inverse;
    each(|code, _| inverse(code).is_none_or(|other| inverse(other) == Some(code)), "an inverse is mutual");
    let opposite =
        |info: &OpInfo, other: &OpInfo| info.negated != other.negated && info.relation == other.relation && info.operands == other.operands;
    each(|_, info| info.inverse.is_none_or(|other| opposite(info, other.info())), "an inverse asks the same of the same operands");
    each(|_, info| info.relation.is_none() || info.inverse.is_some() || info.gives_bool, "a relation is a value or a jump");
}

#[test]
fn variables() {
    each(|_, info| info.var_use == VarUse::Shared || has(info, OperandKind::Var), "only ops with a variable do something to it");
    each(|_, info| !info.overwrites || has(info, OperandKind::Var), "only ops with a variable overwrite it");
    each(|_, info| !info.reads_var || has(info, OperandKind::Src), "only ops with a source read one");
    each(|_, info| !info.gives_bool || has(info, OperandKind::Dst), "a bool needs a result");
}

#[test]
fn calls() {
    each(|_, info| !info.starts_call || has(info, OperandKind::Win), "a call is started in a window");
    each(
        |_, info| !info.calls || (info.operands[0] == OperandKind::Win && info.operands[3] == OperandKind::Dst),
        "a call has a window and a result",
    );
    each(|_, info| !info.headless || info.calls, "only calls have windows without a header");
    let new = Op { a: 1, c: 2, ..Op::new(OpCode::New) };
    let init = Op { a: 1, ..Op::new(OpCode::InitFn) };
    let call = Op { a: 1, ..Op::new(OpCode::Call) };
    assert_eq!([new, init, call].map(|op| op.started_window()), [Some(2), Some(1), None]);
}

#[test]
fn targets_of_ops() {
    let op = |code, c| Op { c, ..Op::new(code) };
    assert_eq!(op(OpCode::Jump, 7).jump_target(), Some(7));
    assert_eq!(op(OpCode::Catch, NONE).jump_target(), None);
    let early = op(OpCode::Free, 7);
    assert_eq!((early.jump_target(), early.named_op()), (None, Some(7)));
    assert_eq!(op(OpCode::Free, NONE).named_op(), None);
}
