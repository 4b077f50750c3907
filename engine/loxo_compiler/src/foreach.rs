//! `foreach` loops, by value and by reference, are compiled here.

use loxo_bytecode::{LiveKind, NONE, OpCode};
use loxo_syntax::ast::{Expr, ExprKind, Stmt, can_write, is_auto_global, is_call, is_this, is_variable, strip, var_name};

use crate::assign::Use;
use crate::list::has_refs;
use crate::state::compiler::Compiler;
use crate::state::diagnostics::CompileResult;
use crate::state::function_builder::{Arg, Label, LoopTemporary, Operand, Slot};
use crate::state::lvalue::{Base, Mode};

/// The variable behind `as`.
enum Target<'a> {
    Local(u32),
    Other(Expr<'a>),
}

impl<'a> Compiler<'a> {
    pub(crate) fn foreach(
        &mut self,
        subject: Expr<'a>,
        key: Option<Expr<'a>>,
        value: Expr<'a>,
        by_ref: bool,
        body: &'a Stmt<'a>,
    ) -> CompileResult<()> {
        let start_line = self.line;
        if let Some(key) = key
            && matches!(strip(key).kind, ExprKind::Array { .. })
        {
            return self.fail("Cannot use list as key element");
        }
        let value = strip(value);
        let by_ref = by_ref || matches!(*value.kind, ExprKind::Array { items, .. } if has_refs(items));
        let end = self.f.label();
        let iter = self.iterator(subject, by_ref, end)?;
        let next = self.f.here();
        self.push_loop(LoopTemporary::Iterator(iter), end, next, false);
        if is_this(value) {
            return self.fail("Cannot re-assign $this");
        }
        let target = match var_name(value) {
            Some(name) if !is_auto_global(name) => Target::Local(self.f.local(name)),
            _ => Target::Other(value),
        };
        self.next_element(iter, target, key, by_ref, end)?;
        self.stmt(body)?;
        self.line = start_line;
        self.jump(next);
        self.f.scopes.pop();
        self.f.bind(end);
        let start = self.f.def_of(iter);
        let pc = self.f.pc();
        self.f.range(LiveKind::Iter, iter, start, pc);
        self.f.free(iter + 1);
        self.f.free(iter);
        self.put(OpCode::IterFree, [Arg::Raw(iter), Arg::No, Arg::Raw(NONE)], 0, loxo_bytecode::flag::CONSUME_A);
        Ok(())
    }

    /// Starts the iteration; the first of the iterator's two slots.
    fn iterator(&mut self, subject: Expr<'a>, by_ref: bool, end: Label) -> CompileResult<u32> {
        if by_ref && is_variable(subject) && can_write(subject) {
            let lvalue = self.gather(subject, Mode::Write)?;
            let local = match (&lvalue.base, lvalue.steps.is_empty()) {
                (&Base::Var(v), true) => Some(v),
                _ => None,
            };
            if matches!((&lvalue.base, lvalue.steps.is_empty()), (Base::This | Base::Globals, true)) {
                let operand = self.fetch(lvalue, Mode::Read, None)?;
                return Ok(self.iterate_value(operand, true, end));
            }
            if local.is_none() {
                self.fetch_address(lvalue, 0, loxo_bytecode::flag::REF)?;
            }
            let iter = self.f.alloc_n(2);
            match local {
                Some(v) => self.put(OpCode::IterInitRef, [Arg::Dst(Some(iter)), Arg::Raw(v), Arg::Raw(end.0)], 0, 0),
                None => self.put(OpCode::LvIterInitRef, [Arg::Dst(Some(iter)), Arg::No, Arg::Raw(end.0)], 0, 0),
            };
            return Ok(iter);
        }
        let operand = if by_ref && is_call(subject) { self.call_for_reference(subject, None)? } else { self.expr(subject, None)? };
        Ok(self.iterate_value(operand, by_ref, end))
    }

    fn iterate_value(&mut self, operand: Operand<'a>, by_ref: bool, end: Label) -> u32 {
        let s = self.slot(operand);
        if by_ref {
            self.lv_value(s);
            let iter = self.f.alloc_n(2);
            self.put(OpCode::LvIterInitRef, [Arg::Dst(Some(iter)), Arg::No, Arg::Raw(end.0)], 0, 0);
            return iter;
        }
        // Allocated while the subject still has its slot: the two must not overlap.
        let iter = self.f.alloc_n(2);
        self.put(OpCode::IterInit, [Arg::Dst(Some(iter)), Arg::Src(s), Arg::Raw(end.0)], 0, 0);
        iter
    }

    fn next_element(&mut self, iter: u32, target: Target<'a>, key: Option<Expr<'a>>, by_ref: bool, end: Label) -> CompileResult<()> {
        let key_slot = if key.is_some() { self.f.alloc() } else { NONE };
        let (code, operand) = match (&target, by_ref) {
            (&Target::Local(v), false) => (OpCode::IterNext, v),
            (&Target::Local(v), true) => (OpCode::IterNextRef, v),
            (Target::Other(_), false) => (OpCode::IterNextTmp, self.f.alloc()),
            (Target::Other(_), true) => (OpCode::IterNextRefTmp, self.f.alloc()),
        };
        self.put(code, [Arg::Raw(iter), Arg::Raw(operand), Arg::Raw(end.0)], key_slot, 0);
        let pc = self.f.pc() - 1;
        if key_slot != NONE {
            self.f.define(key_slot, pc);
        }
        if let Target::Other(value) = target {
            self.f.define(operand, pc);
            self.assign_element(value, operand, by_ref)?;
        }
        if let Some(key) = key {
            if is_this(key) {
                return self.fail("Cannot re-assign $this");
            }
            let key = strip(key);
            self.ensure_writable(key)?;
            let lvalue = self.gather(key, Mode::Write)?;
            self.store(lvalue, Operand::Tmp(key_slot), Use::No)?;
        }
        Ok(())
    }

    fn assign_element(&mut self, value: Expr<'a>, t: u32, by_ref: bool) -> CompileResult<()> {
        if let ExprKind::Array { items, syntax } = *value.kind {
            let source = Operand::Tmp(t);
            self.destructure(items, syntax, &source)?;
            self.discard(source);
            return Ok(());
        }
        self.ensure_writable(value)?;
        let lvalue = self.gather(value, Mode::Write)?;
        if by_ref {
            return self.bind(lvalue, t);
        }
        self.store(lvalue, Operand::Tmp(t), Use::No)?;
        Ok(())
    }

    /// Frees the two slots of an iterator on a path that leaves the loop.
    pub(crate) fn free_iterator(&mut self, iter: u32, end: Label) {
        let s = Slot { at: iter, used: false };
        self.put(OpCode::IterFree, [Arg::Src(s), Arg::No, Arg::Raw(end.0)], 0, loxo_bytecode::flag::CONSUME_A);
    }
}
