//! Conditions and the expressions that jump: `&&`, `||`, `?:`, `??`.

use loxo_bytecode::{NullsafeResult, Op, OpCode};
use loxo_syntax::ast::{Expr, ExprKind, UnaryOp, is_variable, strip};

use crate::state::compiler::Compiler;
use crate::state::const_value::ConstValue;
use crate::state::diagnostics::CompileResult;
use crate::state::function_builder::{Arg, Dest, Label, Operand, TMP};
use crate::state::lvalue::Mode;

impl<'a> Compiler<'a> {
    /// Jumps to `label` if the truth of `e` is `when`. Gives the truth if it is known at compile time.
    pub(crate) fn cond_jump(&mut self, e: Expr<'a>, label: Label, when: bool) -> CompileResult<Option<bool>> {
        self.check_depth()?;
        let e = strip(e);
        match *e.kind {
            ExprKind::Unary { op: UnaryOp::Not, operand } => Ok(self.cond_jump(operand, label, !when)?.map(|b| !b)),
            ExprKind::And(l, r) | ExprKind::Or(l, r) => {
                let and = matches!(e.kind, ExprKind::And(..));
                if when == and {
                    // The left side alone cannot decide for the jump.
                    let out = self.f.label();
                    let left = self.cond_jump(l, out, !and)?;
                    if left == Some(!and) {
                        self.f.bind(out);
                        return Ok(left);
                    }
                    let right = self.cond_jump(r, label, when)?;
                    self.f.bind(out);
                    return Ok(if left.is_some() { right } else { None });
                }
                let left = self.cond_jump(l, label, when)?;
                if left == Some(!and) {
                    return Ok(left);
                }
                let right = self.cond_jump(r, label, when)?;
                Ok(if left.is_some() { right } else { None })
            }
            ExprKind::Isset(vars) if vars.len() > 1 => {
                let out = self.f.label();
                for (i, &var) in vars.iter().enumerate() {
                    let operand = self.isset(var, false, None)?;
                    match (when, i + 1 == vars.len()) {
                        (true, true) => self.branch(operand, label, true),
                        (true, false) => self.branch(operand, out, false),
                        (false, _) => self.branch(operand, label, false),
                    }
                }
                self.f.bind(out);
                Ok(None)
            }
            _ => {
                let operand = self.expr(e, None)?;
                if let Operand::K(v) = &operand
                    && !self.opts.keep_lines
                {
                    let truth = v.truthy();
                    if truth == when {
                        self.jump(label);
                    }
                    return Ok(Some(truth));
                }
                self.branch(operand, label, when);
                Ok(None)
            }
        }
    }

    /// Jumps if the truth of a value is `when`; compares and jumps in one op where that is possible.
    pub(crate) fn branch(&mut self, operand: Operand<'a>, label: Label, when: bool) {
        if let Operand::Tmp(t) = operand {
            if let Some(op) = self.f.take_last(t, |op| op.code.info().relation.is_some()) {
                self.f.free(t);
                let line = self.line;
                let op = self.fuse_constant(op, when, label).unwrap_or_else(|| fuse(op, when, label));
                self.f.emit(op, line);
                return;
            }
            if let Some(op) = self.f.take_last(t, |op| matches!(op.code, OpCode::Not | OpCode::ToBool)) {
                let line = self.line;
                self.f.free(t);
                let code = if (op.code == OpCode::ToBool) == when { OpCode::JumpIf } else { OpCode::JumpIfNot };
                let flags = if op.flags & loxo_bytecode::flag::CONSUME_B != 0 { loxo_bytecode::flag::CONSUME_A } else { 0 };
                self.f.emit(Op { code, flags, a: op.b, b: 0, c: label.0, x: 0 }, line);
                return;
            }
        }
        let s = self.slot(operand);
        let code = if when { OpCode::JumpIf } else { OpCode::JumpIfNot };
        self.put(code, [Arg::Src(s), Arg::No, Arg::Raw(label.0)], 0, 0);
    }

    /// Comparison with a constant that has just been loaded: the constant goes into the jump.
    fn fuse_constant(&mut self, op: Op, when: bool, label: Label) -> Option<Op> {
        use loxo_bytecode::flag::{CONSUME_A, CONSUME_B, CONSUME_C};
        let load = *self.f.last_op()?;
        if load.code != OpCode::LoadK {
            return None;
        }
        let (right, other, consumed) = match (load.a == op.c, load.a == op.b) {
            (true, false) if op.flags & CONSUME_C != 0 => (true, op.b, op.flags & CONSUME_B),
            (false, true) if op.flags & CONSUME_B != 0 => (false, op.c, op.flags & CONSUME_C),
            _ => return None,
        };
        let (code, b) = constant_jump(op.code, &self.f.out.consts[load.b as usize], right, when)?;
        let b = b.unwrap_or(load.b);
        let pc = self.f.pc();
        self.f.take_last(load.a, |_| true)?;
        self.f.end_earlier(other, pc);
        Some(Op { code, flags: if consumed != 0 { CONSUME_A } else { 0 }, a: other, b, c: label.0, x: 0 })
    }

    pub(crate) fn short_circuit(&mut self, l: Expr<'a>, r: Expr<'a>, and: bool, dest: Dest) -> CompileResult<Operand<'a>> {
        let left = self.expr(l, None)?;
        if let Operand::K(v) = &left {
            if v.truthy() != and {
                return Ok(Operand::K(ConstValue::Bool(!and)));
            }
            let right = self.expr(r, None)?;
            return Ok(match &right {
                Operand::K(v) => Operand::K(ConstValue::Bool(v.truthy())),
                _ => self.op1(OpCode::ToBool, dest, right, 0, 0),
            });
        }
        let end = self.f.label();
        let s = self.slot(left);
        let code = if and { OpCode::JumpIfNotKeep } else { OpCode::JumpIfKeep };
        let dst = self.put(code, [Arg::Dst(dest), Arg::Src(s), Arg::Raw(end.0)], 0, 0);
        let right = self.expr(r, None)?;
        self.emit_bool(right, dst);
        self.f.bind(end);
        Ok(Operand::Tmp(dst))
    }

    fn emit_bool(&mut self, operand: Operand<'a>, dst: u32) {
        match operand {
            Operand::K(v) => {
                self.load_tmp(Operand::K(ConstValue::Bool(v.truthy())), Some(dst));
            }
            Operand::Tmp(t) => {
                if let Some(mut op) = self.f.take_last(t, |op| op.code.info().gives_bool) {
                    // Already a bool: give it its slot directly.
                    self.f.free(t);
                    op.a = dst;
                    let line = self.line;
                    let pc = self.f.emit(op, line);
                    self.f.define(dst, pc);
                    return;
                }
                self.op1(OpCode::ToBool, Some(dst), operand, 0, 0);
            }
            operand => {
                self.op1(OpCode::ToBool, Some(dst), operand, 0, 0);
            }
        }
    }

    pub(crate) fn ternary(
        &mut self,
        cond: Expr<'a>,
        then: Option<Expr<'a>>,
        otherwise: Expr<'a>,
        dest: Dest,
    ) -> CompileResult<Operand<'a>> {
        let Some(then) = then else { return self.elvis(cond, otherwise, dest) };
        let (no, end) = (self.f.label(), self.f.label());
        self.cond_jump(cond, no, false)?;
        let dst = dest.unwrap_or_else(|| self.f.alloc());
        let operand = self.expr(then, Some(dst))?;
        self.load_tmp(operand, Some(dst));
        self.jump_with(dst, end);
        self.f.bind(no);
        let operand = self.expr(otherwise, Some(dst))?;
        self.load_tmp(operand, Some(dst));
        self.f.bind(end);
        Ok(Operand::Tmp(dst))
    }

    /// Jumps to where paths meet, with a result that each of them leaves in `dst`.
    pub(crate) fn jump_with(&mut self, dst: u32, end: Label) {
        let (start, pc) = (self.f.def_of(dst), self.f.pc());
        self.f.range(loxo_bytecode::LiveKind::Tmp, dst, start, pc);
        self.jump(end);
        self.f.define(dst, pc);
    }

    fn elvis(&mut self, cond: Expr<'a>, otherwise: Expr<'a>, dest: Dest) -> CompileResult<Operand<'a>> {
        let operand = self.expr(cond, None)?;
        let end = self.f.label();
        let s = self.slot(operand);
        let dst = self.put(OpCode::JumpIfSet, [Arg::Dst(dest), Arg::Src(s), Arg::Raw(end.0)], 0, 0);
        let operand = self.expr(otherwise, Some(dst))?;
        self.load_tmp(operand, Some(dst));
        self.f.bind(end);
        Ok(Operand::Tmp(dst))
    }

    pub(crate) fn coalesce(&mut self, l: Expr<'a>, r: Expr<'a>, dest: Dest) -> CompileResult<Operand<'a>> {
        let operand = if is_variable(l) {
            let checkpoint = self.f.short_circuits.len();
            let operand = self.read_var(l, Mode::Quiet, None)?;
            self.commit_chain(checkpoint, &operand, NullsafeResult::Null);
            operand
        } else {
            self.expr(l, None)?
        };
        let end = self.f.label();
        let s = self.slot(operand);
        let dst = self.put(OpCode::JumpIfNotNull, [Arg::Dst(dest), Arg::Src(s), Arg::Raw(end.0)], 0, 0);
        let operand = self.expr(r, Some(dst))?;
        self.load_tmp(operand, Some(dst));
        self.f.bind(end);
        Ok(Operand::Tmp(dst))
    }
}

/// The jump for `x op constant` (or `constant op x`), and its immediate unless it takes the constant itself.
fn constant_jump(code: OpCode, k: &loxo_bytecode::Const, right: bool, when: bool) -> Option<(OpCode, Option<u32>)> {
    use OpCode as O;
    let code = match (code, right) {
        (O::Identical, _) | (O::NotIdentical, _) => {
            let same = (code == O::Identical) == when;
            return Some((if same { O::JumpIdenticalK } else { O::JumpNotIdenticalK }, None));
        }
        (O::Equal, _) if when => O::JumpEqualI,
        (O::Equal, _) => O::JumpNotEqualI,
        (O::NotEqual, _) if when => O::JumpNotEqualI,
        (O::NotEqual, _) => O::JumpEqualI,
        (O::Less, true) if when => O::JumpLessI,
        (O::Less, true) => O::JumpNotLessI,
        (O::LessEqual, true) if when => O::JumpLessEqualI,
        (O::LessEqual, true) => O::JumpNotLessEqualI,
        (O::Less, false) if when => O::JumpGreaterI,
        (O::Less, false) => O::JumpNotGreaterI,
        (O::LessEqual, false) if when => O::JumpGreaterEqualI,
        (O::LessEqual, false) => O::JumpNotGreaterEqualI,
        _ => return None,
    };
    let loxo_bytecode::Const::Int(i) = *k else { return None };
    Some((code, Some(i32::try_from(i).ok()? as u32)))
}

/// The op that compares and jumps.
fn fuse(op: Op, when: bool, label: Label) -> Op {
    use OpCode as O;
    let code = match (op.code, when) {
        (O::Less, true) => O::JumpLess,
        (O::Less, false) => O::JumpNotLess,
        (O::LessEqual, true) => O::JumpLessEqual,
        (O::LessEqual, false) => O::JumpNotLessEqual,
        (O::Equal, true) | (O::NotEqual, false) => O::JumpEqual,
        (O::Equal, false) | (O::NotEqual, true) => O::JumpNotEqual,
        (O::Identical, true) | (O::NotIdentical, false) => O::JumpIdentical,
        _ => O::JumpNotIdentical,
    };
    debug_assert!(op.a & TMP != 0);
    Op { code, flags: op.flags >> 1, a: op.b, b: op.c, c: label.0, x: 0 }
}
