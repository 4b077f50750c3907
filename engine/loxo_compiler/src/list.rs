//! Destructuring assignments: `[$a, 'k' => $b] = ...`, and `list()`.

use loxo_bytecode::{OpCode, RefNoticeKind, flag};
use loxo_syntax::ast::{ArrayItem, ArraySyntax, Expr, ExprKind, can_write, is_call, is_this, is_variable, strip, var_name};

use crate::assign::Use;
use crate::state::compiler::Compiler;
use crate::state::const_value::{ConstValue, is_plain_key};
use crate::state::diagnostics::CompileResult;
use crate::state::function_builder::{Arg, Operand, Slot};
use crate::state::lvalue::{Base, Lvalue, Mode, Step};

type Items<'a> = &'a [Option<ArrayItem<'a>>];

/// A pattern binds by reference somewhere inside.
pub(crate) fn has_refs(items: Items<'_>) -> bool {
    items.iter().flatten().any(refers)
}

fn refers(item: &ArrayItem<'_>) -> bool {
    item.by_ref
        || match *strip(item.value).kind {
            ExprKind::Array { items, .. } => has_refs(items),
            _ => false,
        }
}

impl<'a> Compiler<'a> {
    pub(crate) fn assign_list(&mut self, items: Items<'a>, syntax: ArraySyntax, value: Expr<'a>, used: Use) -> CompileResult<Operand<'a>> {
        if used == Use::No && self.assign_literal(items, syntax, value)? {
            return Ok(Operand::null());
        }
        let source = if has_refs(items) {
            if !is_variable(value) && !is_call(value) {
                return self.fail("Cannot assign reference to non referenceable value");
            }
            self.no_nullsafe_reference(value)?;
            let source = self.reference(value, None)?;
            if is_call(value) {
                // PHP says it for each element.
                for _ in items.iter().flatten().filter(|item| refers(item)) {
                    self.put(OpCode::RefNotice, [Arg::Raw(source), Arg::No, Arg::No], RefNoticeKind::Destructuring.encode(), 0);
                }
            }
            Operand::Tmp(source)
        } else {
            let operand = self.expr(value, None)?;
            // list($a, $b) = $a reads the right $a first.
            match operand {
                Operand::Var(_) if var_name(value).is_some() => Operand::Tmp(self.load_tmp(operand, None)),
                operand => operand,
            }
        };
        let source = self.list_source(source);
        self.destructure(items, syntax, &source)?;
        match (used, source) {
            (Use::No, source) => {
                self.discard(source);
                Ok(Operand::null())
            }
            (Use::Yes(_), source) => Ok(source),
        }
    }

    /// `[$a, $b] = [$b, $a];`: the elements are assigned from temporaries, which live as long as the array would. False: it is something else, and nothing
    /// was emitted.
    fn assign_literal(&mut self, items: Items<'a>, syntax: ArraySyntax, value: Expr<'a>) -> CompileResult<bool> {
        let ExprKind::Array { items: values, .. } = *strip(value).kind else { return Ok(false) };
        let is_plain = |item: &Option<ArrayItem<'a>>| item.as_ref().is_some_and(|item| item.key.is_none() && !item.by_ref && !item.spread);
        let is_named = |item: &ArrayItem<'a>| var_name(strip(item.value)).is_some() && !is_this(strip(item.value));
        let is_list = syntax != ArraySyntax::Long && !items.is_empty() && items.len() <= values.len();
        if !is_list || !items.iter().chain(values).all(is_plain) || !items.iter().flatten().all(is_named) {
            return Ok(false);
        }
        let mut targets = Vec::new();
        for target in items.iter().flatten().map(|item| strip(item.value)) {
            self.ensure_writable(target)?;
            let lvalue = self.gather(target, Mode::Write)?;
            match lvalue.base {
                Base::Var(var) if lvalue.steps.is_empty() => targets.push((var, target)),
                _ => return Ok(false),
            }
        }
        let mut elements = Vec::new();
        for item in values.iter().flatten() {
            let element = self.expr(item.value, None)?;
            elements.push(if let Operand::K(_) = element { element } else { Operand::Tmp(self.load_tmp(element, None)) });
        }
        for ((var, target), element) in targets.into_iter().zip(&elements) {
            self.at_expr(target);
            match element {
                Operand::K(constant) => {
                    self.store_var(var, Operand::K(constant.clone()), Use::No);
                }
                held => {
                    let src = self.keep(held);
                    self.put(OpCode::Assign, [Arg::Raw(var), Arg::Src(src), Arg::No], 0, 0);
                }
            }
        }
        elements.into_iter().for_each(|element| self.discard(element));
        Ok(true)
    }

    /// Elements are fetched from it again and again: not from a constant.
    fn list_source(&mut self, operand: Operand<'a>) -> Operand<'a> {
        match operand {
            Operand::K(_) => Operand::Tmp(self.load_tmp(operand, None)),
            operand => operand,
        }
    }

    /// Assigns the elements of `source`, which stays alive.
    pub(crate) fn destructure(&mut self, items: Items<'a>, syntax: ArraySyntax, source: &Operand<'a>) -> CompileResult<()> {
        self.check_depth()?;
        if syntax == ArraySyntax::Long {
            return self.fail("Cannot assign to array(), use [] instead");
        }
        let keyed = items.iter().flatten().next().is_some_and(|item| item.key.is_some());
        let mut any = false;
        for (i, item) in items.iter().enumerate() {
            let Some(item) = item else {
                if keyed {
                    return self.fail("Cannot use empty array entries in keyed array assignment");
                }
                continue;
            };
            if item.spread {
                return self.fail("Spread operator is not supported in assignments");
            }
            if keyed != item.key.is_some() {
                return self.fail("Cannot mix keyed and unkeyed array entries in assignments");
            }
            any = true;
            let key = match item.key {
                Some(key) => self.expr(key, None)?,
                None => Operand::K(ConstValue::Int(i as i64)),
            };
            self.check_list_target(item.value, syntax)?;
            self.destructure_item(item, key, source)?;
        }
        if !any {
            return self.fail("Cannot use empty list");
        }
        Ok(())
    }

    fn check_list_target(&self, target: Expr<'a>, syntax: ArraySyntax) -> CompileResult<()> {
        if let ExprKind::Array { syntax: inner, .. } = strip(target).kind {
            if *inner == ArraySyntax::Long {
                return self.fail("Cannot assign to array(), use [] instead");
            }
            if *inner != syntax {
                return self.fail("Cannot mix [] and list()");
            }
        } else if !can_write(target) {
            return self.fail("Assignments can only happen to writable values");
        }
        Ok(())
    }

    fn destructure_item(&mut self, item: &ArrayItem<'a>, key: Operand<'a>, source: &Operand<'a>) -> CompileResult<()> {
        let target = strip(item.value);
        let by_ref = item.by_ref || matches!(*target.kind, ExprKind::Array { items, .. } if has_refs(items));
        let element = if by_ref { self.list_reference(key, source)? } else { self.list_element(key, source) };
        if let ExprKind::Array { items, syntax } = *target.kind {
            self.destructure(items, syntax, &Operand::Tmp(element))?;
            self.discard(Operand::Tmp(element));
            return Ok(());
        }
        if is_this(target) {
            return self.fail("Cannot re-assign $this");
        }
        self.ensure_writable(target)?;
        let lvalue = self.gather(target, Mode::Write)?;
        if by_ref {
            return self.bind(lvalue, element);
        }
        if lvalue.steps.is_empty() {
            self.at_expr(target);
        }
        self.store(lvalue, Operand::Tmp(element), Use::No)?;
        Ok(())
    }

    fn list_element(&mut self, key: Operand<'a>, source: &Operand<'a>) -> u32 {
        let base = self.keep(source);
        match key {
            Operand::K(v) if is_plain_key(&v) => {
                let k = self.f.k(v);
                self.put(OpCode::FetchDimK, [Arg::Dst(None), Arg::Src(base), Arg::Raw(k)], 0, flag::LIST)
            }
            key => {
                let key = self.slot(key);
                self.put(OpCode::FetchDim, [Arg::Dst(None), Arg::Src(base), Arg::Src(key)], 0, flag::LIST)
            }
        }
    }

    fn list_reference(&mut self, key: Operand<'a>, source: &Operand<'a>) -> CompileResult<u32> {
        // The source is a reference temporary or a local: either can be stepped into.
        let lvalue = match *source {
            Operand::Var(v) => Lvalue { base: Base::Var(v), steps: vec![Step::Dim(key)] },
            Operand::Tmp(t) => {
                let key = self.slot(key);
                self.put(OpCode::LvVar, [Arg::Raw(t), Arg::No, Arg::No], 0, 0);
                self.put(OpCode::LvLvDim, [Arg::No, Arg::Src(key), Arg::No], 0, flag::REF);
                return Ok(self.put(OpCode::LvMakeRef, [Arg::Dst(None), Arg::No, Arg::No], 0, 0));
            }
            _ => return self.fail("Cannot assign reference to non referenceable value"),
        };
        self.reference_to(lvalue, None)
    }

    /// Reads an operand without consuming it.
    pub(crate) fn keep(&self, operand: &Operand<'a>) -> Slot {
        match *operand {
            Operand::Tmp(at) | Operand::Var(at) => Slot { at, used: false },
            Operand::This | Operand::K(_) => Slot { at: loxo_bytecode::THIS, used: false },
        }
    }
}
