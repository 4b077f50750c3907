//! Compiles statements that jump: `if`, loops, `switch`, `break`, `continue`, `goto`, `return`.

use loxo_bytecode::{ConstKey, LiveKind, OpCode, flag};
use loxo_syntax::ast::{Expr, ExprKind, Ident, IfBranch, Stmt, SwitchCase, is_call, is_short_circuited, is_variable, strip};

use crate::state::compiler::Compiler;
use crate::state::const_value::{ConstValue, numeric};
use crate::state::diagnostics::{CompileResult, Level, text};
use crate::state::function_builder::{Arg, Goto, Label, LabelDef, LoopTemporary, Operand, Scope, ScopeKind, Slot};

impl<'a> Compiler<'a> {
    pub(crate) fn push_scope(&mut self, kind: ScopeKind) {
        let id = self.f.next_scope;
        self.f.next_scope += 1;
        self.f.scopes.push(Scope { kind, id });
    }

    pub(crate) fn push_loop(&mut self, temporary: LoopTemporary, brk: Label, cont: Label, is_switch: bool) {
        self.push_scope(ScopeKind::Loop { temporary, brk, cont, is_switch });
    }

    pub(crate) fn if_stmt(&mut self, branches: &'a [IfBranch<'a>], otherwise: Option<&'a Stmt<'a>>) -> CompileResult<()> {
        let end = self.f.label();
        for (i, branch) in branches.iter().enumerate() {
            let line = self.expr_line(branch.cond);
            let next = self.f.label();
            self.cond_jump(branch.cond, next, false)?;
            self.stmt(branch.body)?;
            if i + 1 < branches.len() || otherwise.is_some() {
                self.line = line;
                self.jump(end);
            }
            self.f.bind(next);
        }
        if let Some(otherwise) = otherwise {
            self.stmt(otherwise)?;
        }
        self.f.bind(end);
        Ok(())
    }

    pub(crate) fn while_stmt(&mut self, cond: Expr<'a>, body: &'a Stmt<'a>) -> CompileResult<()> {
        let (start, test, end) = (self.f.label(), self.f.label(), self.f.label());
        self.jump(test);
        self.push_loop(LoopTemporary::None, end, test, false);
        self.f.bind(start);
        self.stmt(body)?;
        self.f.bind(test);
        self.cond_jump(cond, start, true)?;
        self.f.scopes.pop();
        self.f.bind(end);
        Ok(())
    }

    pub(crate) fn do_while(&mut self, body: &'a Stmt<'a>, cond: Expr<'a>) -> CompileResult<()> {
        let (start, test, end) = (self.f.here(), self.f.label(), self.f.label());
        self.push_loop(LoopTemporary::None, end, test, false);
        self.stmt(body)?;
        self.f.bind(test);
        self.cond_jump(cond, start, true)?;
        self.f.scopes.pop();
        self.f.bind(end);
        Ok(())
    }

    pub(crate) fn for_stmt(
        &mut self,
        init: &'a [Expr<'a>],
        cond: &'a [Expr<'a>],
        step: &'a [Expr<'a>],
        body: &'a Stmt<'a>,
    ) -> CompileResult<()> {
        for &e in init {
            self.expr_stmt(e)?;
        }
        let (start, test, next, end) = (self.f.label(), self.f.label(), self.f.label(), self.f.label());
        if !cond.is_empty() {
            self.jump(test);
        }
        self.push_loop(LoopTemporary::None, end, next, false);
        self.f.bind(start);
        self.stmt(body)?;
        self.f.bind(next);
        for &e in step {
            self.expr_stmt(e)?;
        }
        self.f.bind(test);
        match cond {
            [] => drop(self.jump(start)),
            [before @ .., last] => {
                for &e in before {
                    self.expr_stmt(e)?;
                }
                self.cond_jump(*last, start, true)?;
            }
        }
        self.f.scopes.pop();
        self.f.bind(end);
        Ok(())
    }

    // --------------------------------------------------------------------------------------------------------------------- switch

    pub(crate) fn switch(&mut self, subject: Expr<'a>, cases: &'a [SwitchCase<'a>]) -> CompileResult<()> {
        let subject = self.expr(subject, None)?;
        let line = self.line;
        let end = self.f.label();
        let labels: Vec<Label> = cases.iter().map(|_| self.f.label()).collect();
        // A constant subject other than true and false is compared like a temporary.
        let subject = match subject {
            Operand::K(v @ ConstValue::Bool(_)) => Operand::K(v),
            Operand::K(v) => Operand::Tmp(self.load_tmp(Operand::K(v), None)),
            operand => operand,
        };
        let temporary = if let Operand::Tmp(t) = subject { LoopTemporary::Subject(t) } else { LoopTemporary::None };
        self.push_loop(temporary, end, end, true);
        let default = self.switch_default(cases)?.map_or(end, |i| labels[i]);
        if let Some(table) = self.switch_jump_table(cases, &labels)?
            && !matches!(subject, Operand::K(_))
        {
            let table = self.f.switch_table(table, default, false);
            let s = self.keep(&subject);
            // Falls to the comparisons below for subjects of other types.
            let slow = self.f.label();
            self.put(OpCode::Switch, [Arg::Src(s), Arg::Raw(table), Arg::Raw(slow.0)], 0, 0);
            self.f.bind(slow);
        }
        for (case, &label) in cases.iter().zip(&labels) {
            let Some(cond) = case.cond else { continue };
            if let Operand::K(ConstValue::Bool(b)) = subject {
                self.cond_jump(cond, label, b)?;
                continue;
            }
            let cond = self.case_value(cond, line)?;
            let l = self.keep(&subject);
            let r = self.slot(cond);
            let t = self.put(OpCode::Equal, [Arg::Dst(None), Arg::Src(l), Arg::Src(r)], 0, 0);
            self.branch(Operand::Tmp(t), label, true);
        }
        self.jump(default);
        for (case, &label) in cases.iter().zip(&labels) {
            self.f.bind(label);
            for stmt in case.body {
                self.stmt(stmt)?;
            }
        }
        self.f.scopes.pop();
        self.f.bind(end);
        if let Operand::Tmp(_) = subject {
            self.free_held(subject);
        }
        Ok(())
    }

    fn free_held(&mut self, subject: Operand<'a>) {
        let s = self.slot(subject);
        self.put(OpCode::Free, [Arg::Src(s), Arg::No, Arg::Raw(loxo_bytecode::NONE)], 0, 0);
    }

    fn switch_default(&mut self, cases: &'a [SwitchCase<'a>]) -> CompileResult<Option<usize>> {
        let mut default = None;
        for (i, case) in cases.iter().enumerate() {
            if case.cond.is_none() {
                if default.is_some() {
                    self.at(case.span);
                    return self.fail("Switch statements may only contain one default clause");
                }
                default = Some(i);
            }
        }
        Ok(default)
    }

    /// Keys of a jump table, if all cases are ints or all are strings that are no numbers.
    fn switch_jump_table(&mut self, cases: &'a [SwitchCase<'a>], labels: &[Label]) -> CompileResult<Option<Vec<(ConstKey, u32)>>> {
        let mut keys: Vec<(ConstKey, u32)> = Vec::new();
        if self.opts.keep_lines {
            return Ok(None);
        }
        for (case, label) in cases.iter().zip(labels) {
            let Some(cond) = case.cond else { continue };
            let key = match self.fold(cond)? {
                Some(ConstValue::Int(i)) => ConstKey::Int(i),
                Some(ConstValue::Str(s)) if numeric(&s).is_none() => ConstKey::Str(s.into_owned().into_boxed_slice()),
                _ => return Ok(None),
            };
            if let Some((first, _)) = keys.first()
                && std::mem::discriminant(first) != std::mem::discriminant(&key)
            {
                return Ok(None);
            }
            keys.push((key, label.0));
        }
        let enough = match keys.first() {
            Some((ConstKey::Int(_), _)) => cases.len() >= 5,
            Some(_) => cases.len() >= 2,
            None => false,
        };
        Ok(enough.then(|| first_wins(keys)))
    }

    // ------------------------------------------------------------------------------------------------------------ leaving scopes

    /// `break` and `continue`.
    pub(crate) fn break_continue(&mut self, depth: Option<Expr<'a>>, is_break: bool) -> CompileResult<()> {
        let word = if is_break { "break" } else { "continue" };
        let depth = match depth.map(|e| *strip(e).kind) {
            None => 1,
            Some(ExprKind::Int(n)) if n >= 1 => n,
            Some(ExprKind::Int(_) | ExprKind::Float(_) | ExprKind::String(_)) => {
                return self.fail(format!("'{word}' operator accepts only positive integers"));
            }
            Some(_) => return self.fail(format!("'{word}' operator with non-integer operand is no longer supported")),
        };
        let loops: Vec<usize> =
            (0..self.f.scopes.len()).rev().filter(|&i| matches!(self.f.scopes[i].kind, ScopeKind::Loop { .. })).collect();
        if loops.is_empty() {
            return self.fail(format!("'{word}' not in the 'loop' or 'switch' context"));
        }
        let Some(&target) = loops.get(depth as usize - 1) else {
            return self.fail(format!("Cannot '{word}' {depth} level{}", if depth == 1 { "" } else { "s" }));
        };
        let ScopeKind::Loop { brk, cont, is_switch, .. } = self.f.scopes[target].kind else { return Ok(()) };
        if !is_break && is_switch {
            self.continue_targets_switch(depth, loops.len() == depth as usize);
        }
        let restore = self.leave(target + 1, None)?;
        self.jump(if is_break { brk } else { cont });
        self.rejoin(restore);
        Ok(())
    }

    fn continue_targets_switch(&mut self, depth: i64, outermost: bool) {
        let plain = if depth == 1 {
            "\"continue\" targeting switch is equivalent to \"break\"".to_string()
        } else {
            format!("\"continue {depth}\" targeting switch is equivalent to \"break {depth}\"")
        };
        let hint = if outermost { String::new() } else { format!(". Did you mean to use \"continue {}\"?", depth + 1) };
        self.note(Level::Warning, plain + &hint);
    }

    /// Emits what leaves all scopes from index `keep` on, innermost first. A return value moves along through the finally blocks.
    /// Gives the slots whose live ranges are interrupted.
    pub(crate) fn leave(&mut self, keep: usize, mut value: Option<&mut Operand<'a>>) -> CompileResult<Vec<(u32, LiveKind)>> {
        let mut interrupted = Vec::new();
        for i in (keep..self.f.scopes.len()).rev() {
            match self.f.scopes[i].kind {
                ScopeKind::Loop { temporary, brk, .. } => self.leave_loop(temporary, brk, &mut interrupted),
                ScopeKind::InFinally { ret } => {
                    if value.is_none() {
                        return self.fail("jump out of a finally block is disallowed");
                    }
                    self.put(OpCode::DiscardException, [Arg::Raw(ret), Arg::No, Arg::No], 0, 0);
                }
                ScopeKind::Finally { entry, ret, value: slot } => {
                    let mut pending = loxo_bytecode::NONE;
                    if let Some(operand) = value.as_deref_mut()
                        && let Operand::Tmp(t) = *operand
                    {
                        if t != slot {
                            let s = Slot { at: t, used: true };
                            self.put(OpCode::Move, [Arg::Dst(Some(slot)), Arg::Src(s), Arg::No], 0, 0);
                            *operand = Operand::Tmp(slot);
                        }
                        pending = slot;
                    }
                    self.put(OpCode::FastCall, [Arg::Raw(ret), Arg::Raw(pending), Arg::Raw(entry.0)], 0, 0);
                }
            }
        }
        Ok(interrupted)
    }

    pub(crate) fn leave_loop(&mut self, temporary: LoopTemporary, end: Label, interrupted: &mut Vec<(u32, LiveKind)>) {
        match temporary {
            LoopTemporary::None => {}
            LoopTemporary::Iterator(iter) => {
                self.interrupt(iter, LiveKind::Iter, interrupted);
                self.free_iterator(iter, end);
            }
            LoopTemporary::Subject(t) => {
                self.interrupt(t, LiveKind::Tmp, interrupted);
                self.put(OpCode::Free, [Arg::Raw(t), Arg::No, Arg::Raw(end.0)], 0, flag::CONSUME_A);
            }
        }
    }

    fn interrupt(&mut self, slot: u32, kind: LiveKind, interrupted: &mut Vec<(u32, LiveKind)>) {
        let (start, end) = (self.f.def_of(slot), self.f.pc());
        self.f.range(kind, slot, start, end);
        interrupted.push((slot, kind));
    }

    /// The code behind a jump out of scopes: what the jump freed is alive here.
    pub(crate) fn rejoin(&mut self, interrupted: Vec<(u32, LiveKind)>) {
        let pc = self.f.pc() - 1;
        for (slot, _) in interrupted {
            self.f.define(slot, pc);
        }
    }

    // --------------------------------------------------------------------------------------------------------------------- return

    pub(crate) fn return_stmt(&mut self, value: Option<Expr<'a>>) -> CompileResult<()> {
        let by_ref = self.f.by_ref && !self.f.generator;
        let mut flags = 0;
        let mut operand = match value {
            None => {
                flags = flag::NOT_A_VAR;
                Operand::null()
            }
            Some(e) if by_ref && is_variable(e) && !is_short_circuited(e) => {
                self.at_expr(e);
                Operand::Tmp(self.reference(e, None)?)
            }
            Some(e) if by_ref && is_variable(e) => {
                self.no_nullsafe_reference(e)?;
                Operand::null()
            }
            Some(e) if by_ref && is_call(e) => {
                flags = flag::NOT_A_VAR;
                self.call_for_reference(e, None)?
            }
            Some(e) => {
                flags = flag::NOT_A_VAR;
                self.expr(e, None)?
            }
        };
        let has_finally = self.f.scopes.iter().any(|s| matches!(s.kind, ScopeKind::Finally { .. }));
        if has_finally && matches!(operand, Operand::Var(_) | Operand::This) {
            operand = Operand::Tmp(self.load_tmp(operand, None));
        }
        if !self.f.generator {
            operand = self.check_return(operand, value.is_some())?;
        }
        let before = self.f.pc();
        let restore = self.leave(0, Some(&mut operand))?;
        // What is behind the reference may have changed in a finally block.
        if by_ref && self.f.pc() != before && matches!(operand, Operand::Tmp(_)) {
            operand = self.check_return(operand, value.is_some())?;
        }
        self.emit_return(operand, by_ref, flags);
        self.rejoin(restore);
        // The slots for return values stay reserved until their finally blocks are over.
        let pc = self.f.pc() - 1;
        for i in 0..self.f.scopes.len() {
            if let ScopeKind::Finally { value, .. } = self.f.scopes[i].kind {
                self.f.define(value, pc);
            }
        }
        Ok(())
    }

    pub(crate) fn emit_return(&mut self, operand: Operand<'a>, by_ref: bool, flags: u8) {
        if self.f.generator {
            let s = self.slot(operand);
            self.put(OpCode::GeneratorReturn, [Arg::Src(s), Arg::No, Arg::No], 0, 0);
        } else if by_ref {
            let s = self.slot(operand);
            self.put(OpCode::ReturnRef, [Arg::Src(s), Arg::No, Arg::No], 0, flags);
        } else if let Operand::K(v) = operand {
            let k = self.f.k(v);
            self.put(OpCode::ReturnK, [Arg::Raw(k), Arg::No, Arg::No], 0, 0);
        } else {
            let s = self.slot(operand);
            self.put(OpCode::Return, [Arg::Src(s), Arg::No, Arg::No], 0, 0);
        }
    }

    // ----------------------------------------------------------------------------------------------------------------------- goto

    pub(crate) fn label_stmt(&mut self, name: Ident<'a>) -> CompileResult<()> {
        if self.f.label_defs.contains_key(name.name) {
            return self.fail(format!("Label '{}' already defined", text(name.name)));
        }
        let label = self.f.here();
        let scopes = self.f.scopes.clone();
        self.f.label_defs.insert(name.name, LabelDef { label, scopes });
        Ok(())
    }

    pub(crate) fn goto(&mut self, name: Ident<'a>) -> CompileResult<()> {
        let mut exits = Vec::new();
        let mut interrupted = Vec::new();
        for i in (0..self.f.scopes.len()).rev() {
            let scope = self.f.scopes[i];
            let before = self.f.pc();
            match scope.kind {
                ScopeKind::Loop { temporary, brk, .. } => self.leave_loop(temporary, brk, &mut interrupted),
                ScopeKind::InFinally { ret } => {
                    self.put(OpCode::DiscardException, [Arg::Raw(ret), Arg::No, Arg::No], 0, 0);
                }
                ScopeKind::Finally { entry, ret, .. } => {
                    let none = Arg::Raw(loxo_bytecode::NONE);
                    self.put(OpCode::FastCall, [Arg::Raw(ret), none, Arg::Raw(entry.0)], 0, 0);
                }
            }
            if self.f.pc() != before {
                exits.push((before, scope.id));
            }
        }
        let label = self.f.label();
        let jump = self.jump(label);
        self.rejoin(interrupted);
        let line = self.line;
        let scopes = self.f.scopes.clone();
        self.f.gotos.push(Goto { name: name.name, line, jump, scopes, exits });
        Ok(())
    }

    /// Once the whole function is compiled.
    pub(crate) fn resolve_gotos(&mut self) -> CompileResult<()> {
        for goto in std::mem::take(&mut self.f.gotos) {
            self.line = goto.line;
            let Some(def) = self.f.label_defs.get(goto.name) else {
                return self.fail(format!("'goto' to undefined label '{}'", text(goto.name)));
            };
            let common = goto.scopes.iter().zip(&def.scopes).take_while(|(a, b)| a.id == b.id).count();
            let entered = &def.scopes[common..];
            if entered.iter().any(|s| matches!(s.kind, ScopeKind::Loop { .. })) {
                return self.fail("'goto' into loop or switch statement is disallowed");
            }
            if entered.iter().any(|s| matches!(s.kind, ScopeKind::InFinally { .. })) {
                return self.fail("jump into a finally block is disallowed");
            }
            if goto.scopes[common..].iter().any(|s| matches!(s.kind, ScopeKind::InFinally { .. })) {
                return self.fail("jump out of a finally block is disallowed");
            }
            let label = def.label;
            let stays: Vec<u32> = def.scopes.iter().map(|s| s.id).collect();
            for (pc, id) in goto.exits {
                if stays.contains(&id) {
                    self.f.out.code[pc as usize] = loxo_bytecode::Op::new(OpCode::Nop);
                }
            }
            self.f.out.code[goto.jump as usize].c = label.0;
        }
        Ok(())
    }
}

/// Of equal keys the first one counts.
pub(crate) fn first_wins(keys: Vec<(ConstKey, u32)>) -> Vec<(ConstKey, u32)> {
    let mut seen = rustc_hash::FxHashSet::default();
    keys.into_iter().filter(|(key, _)| seen.insert(key.clone())).collect()
}
