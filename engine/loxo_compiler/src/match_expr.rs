//! `match` expressions, with a jump table where all conditions are literals.

use loxo_bytecode::{ConstKey, OpCode};
use loxo_syntax::ast::{Expr, ExprKind, MatchArm, strip};

use crate::control::first_wins;
use crate::state::compiler::Compiler;
use crate::state::const_value::ConstValue;
use crate::state::diagnostics::CompileResult;
use crate::state::function_builder::{Arg, Dest, Label, Operand};

impl<'a> Compiler<'a> {
    pub(crate) fn match_expr(&mut self, subject: Expr<'a>, arms: &'a [MatchArm<'a>], dest: Dest) -> CompileResult<Operand<'a>> {
        let mut default = None;
        for (i, arm) in arms.iter().enumerate() {
            if arm.conds.is_none() {
                if default.is_some() {
                    self.at(arm.span);
                    return self.fail("Match expressions may only contain one default arm");
                }
                default = Some(i);
            }
        }
        let dst = dest.unwrap_or_else(|| self.f.alloc());
        let subject = self.expr(subject, None)?;
        if self.opts.keep_lines && matches!(subject, Operand::This) {
            self.op(OpCode::CheckThis);
        }
        let line = self.line;
        let labels: Vec<Label> = arms.iter().map(|_| self.f.label()).collect();
        let error = self.f.label();
        let otherwise = default.map_or(error, |i| labels[i]);
        let tables = self.match_table(arms, &labels)?;
        let by_table = tables.is_some();
        match if subject.as_const().is_some() { None } else { tables } {
            Some(tables) => self.match_jumps(&subject, tables, otherwise),
            None => {
                for (arm, &label) in arms.iter().zip(&labels) {
                    for &cond in arm.conds.into_iter().flatten() {
                        let cond = self.case_value(cond, line)?;
                        self.match_cond(&subject, cond, label);
                    }
                }
                self.jump(otherwise);
            }
        }
        if by_table {
            self.line = line;
        }
        self.match_arms(arms, &labels, &subject, default.is_none().then_some(error), dst)
    }

    /// A case's value. What is folded has the line of the whole statement, as in PHP.
    pub(crate) fn case_value(&mut self, cond: Expr<'a>, line: u32) -> CompileResult<Operand<'a>> {
        if !matches!(strip(cond).kind, ExprKind::Int(_) | ExprKind::Float(_) | ExprKind::String(_))
            && let Some(v) = self.fold(cond)?
        {
            self.line = line;
            return Ok(Operand::K(v));
        }
        self.expr(cond, None)
    }

    /// Jumps if the subject is identical to the condition.
    fn match_cond(&mut self, subject: &Operand<'a>, cond: Operand<'a>, label: Label) {
        if let (Operand::K(ConstValue::Bool(b)), Operand::Tmp(t)) = (subject, &cond)
            && self.f.last_op().is_some_and(|op| op.a == *t && op.code.info().gives_bool)
        {
            return self.branch(cond, label, *b);
        }
        let (l, r) = match subject {
            Operand::K(_) => {
                let r = self.slot(cond);
                (self.slot(subject.clone()), r)
            }
            subject => {
                let l = self.keep(subject);
                (l, self.slot(cond))
            }
        };
        let t = self.put(OpCode::Identical, [Arg::Dst(None), Arg::Src(r), Arg::Src(l)], 0, 0);
        self.branch(Operand::Tmp(t), label, true);
    }

    fn match_arms(
        &mut self,
        arms: &'a [MatchArm<'a>],
        labels: &[Label],
        subject: &Operand<'a>,
        error: Option<Label>,
        dst: u32,
    ) -> CompileResult<Operand<'a>> {
        if let Some(error) = error {
            self.f.bind(error);
            let s = match subject {
                Operand::K(_) => self.slot(subject.clone()),
                subject => self.keep(subject),
            };
            self.put(OpCode::MatchError, [Arg::Src(s), Arg::No, Arg::No], 0, 0);
        }
        let end = self.f.label();
        for (arm, &label) in arms.iter().zip(labels) {
            self.f.bind(label);
            let operand = self.expr(arm.body, Some(dst))?;
            self.load_tmp(operand, Some(dst));
            self.jump_with(dst, end);
        }
        self.f.bind(end);
        if let Operand::Tmp(_) = subject {
            let s = self.slot(subject.clone());
            self.put(OpCode::Free, [Arg::Src(s), Arg::No, Arg::Raw(loxo_bytecode::NONE)], 0, 0);
        }
        if arms.is_empty() {
            self.f.free(dst);
            return Ok(Operand::null());
        }
        Ok(Operand::Tmp(dst))
    }

    /// One table for ints and one for strings, when all conditions are such constants.
    fn match_table(&mut self, arms: &'a [MatchArm<'a>], labels: &[Label]) -> CompileResult<Option<Vec<Vec<(ConstKey, u32)>>>> {
        let (mut ints, mut strings) = (Vec::new(), Vec::new());
        for (arm, label) in arms.iter().zip(labels) {
            for &cond in arm.conds.into_iter().flatten() {
                match self.fold(cond)? {
                    Some(ConstValue::Int(i)) => ints.push((ConstKey::Int(i), label.0)),
                    Some(ConstValue::Str(s)) => strings.push((ConstKey::Str(s.into_owned().into_boxed_slice()), label.0)),
                    _ => return Ok(None),
                }
            }
        }
        if ints.len() + strings.len() < 2 {
            return Ok(None);
        }
        let tables = [ints, strings].into_iter().filter(|t| !t.is_empty()).map(first_wins);
        Ok(Some(tables.collect()))
    }

    fn match_jumps(&mut self, subject: &Operand<'a>, tables: Vec<Vec<(ConstKey, u32)>>, otherwise: Label) {
        let count = tables.len();
        for (i, table) in tables.into_iter().enumerate() {
            let table = self.f.switch_table(table, otherwise, true);
            let next = if i + 1 == count { otherwise } else { self.f.label() };
            let s = self.keep(subject);
            self.put(OpCode::Switch, [Arg::Src(s), Arg::Raw(table), Arg::Raw(next.0)], 0, 0);
            if i + 1 < count {
                self.f.bind(next);
            }
        }
    }
}
