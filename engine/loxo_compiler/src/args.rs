//! Arguments: by value, by reference, or as a callee decides that is known only at run time.

use loxo_bytecode::{ArgumentKind, FRAME_HEADER_SLOTS, NullsafeResult, OpCode, RefNoticeKind, flag};
use loxo_syntax::ast::{Arg as AstArg, Expr, ExprKind, is_call, is_globals, is_short_circuited, is_this, is_variable, strip};

use crate::assign::lvalue_temps;
use crate::call::{Pass, ResultUse, Started, Target};
use crate::state::compiler::Compiler;
use crate::state::diagnostics::CompileResult;
use crate::state::function_builder::{Arg, Operand, Slot};
use crate::state::lvalue::{Base, Lvalue, Mode, Step};

impl<'a> Compiler<'a> {
    /// Positional arguments, straight into the call window.
    pub(crate) fn positional(&mut self, started: &Started, args: &'a [AstArg<'a>]) -> CompileResult<()> {
        let mut kinds = Vec::new();
        for (i, arg) in args.iter().enumerate() {
            let kind = self.argument(started, arg.value, i)?;
            if matches!(started.target, Target::Unknown) {
                kinds.push(kind);
            }
        }
        if let Some(init) = started.init
            && kinds.iter().any(|&k| k != ArgumentKind::Variable)
        {
            self.f.call_site(init, kinds);
        }
        Ok(())
    }

    fn argument(&mut self, started: &Started, e: Expr<'a>, i: usize) -> CompileResult<ArgumentKind> {
        let slot = started.win + FRAME_HEADER_SLOTS + i as u32;
        let pass = started.target.pass(i);
        if pass == Pass::Value && !(self.declared_later(started) && appends(e)) {
            self.arg_slot(e, slot)?;
            return Ok(ArgumentKind::Value);
        }
        if is_variable(e) && !is_short_circuited(e) && !is_globals(e) {
            self.variable_argument(started, e, i, slot, pass)?;
            return Ok(ArgumentKind::Variable);
        }
        if is_call(e) && !self.is_intrinsic_call(e) {
            let result_use = if pass == Pass::Unknown { ResultUse::ForArg(started.win) } else { ResultUse::Ref };
            let checkpoint = self.f.short_circuits.len();
            self.at_expr(e);
            let operand = self.call(e, result_use, Some(slot))?;
            self.commit_chain(checkpoint, &operand, NullsafeResult::Null);
            let kind = if operand.as_const().is_some() { ArgumentKind::Value } else { ArgumentKind::CallResult };
            self.load_tmp(operand, Some(slot));
            if pass == Pass::Ref {
                self.check_ref_arg(started, i, slot, kind);
            }
            return Ok(kind);
        }
        self.arg_slot(e, slot)?;
        // Results that PHP keeps in a "VAR" get a notice, all others an error.
        let kind = match strip(e).kind {
            ExprKind::New { .. } | ExprKind::NewAnonymous { .. } | ExprKind::Include { .. } | ExprKind::Eval(_) => ArgumentKind::CallResult,
            ExprKind::AssignRef { .. } | ExprKind::Yield { .. } => ArgumentKind::CallResult,
            _ => ArgumentKind::Value,
        };
        if pass == Pass::Ref {
            self.check_ref_arg(started, i, slot, kind);
        }
        Ok(kind)
    }

    /// Will the argument need `CheckRefArg`, which looks at the started call?
    pub(crate) fn may_refuse_reference(&self, target: &Target, args: &[AstArg<'a>]) -> bool {
        args.iter().enumerate().any(|(i, arg)| {
            let variable = is_variable(arg.value) && !is_short_circuited(arg.value) && !is_globals(arg.value);
            target.pass(i) == Pass::Ref && !variable
        })
    }

    fn check_ref_arg(&mut self, started: &Started, i: usize, slot: u32, kind: ArgumentKind) {
        if kind == ArgumentKind::CallResult {
            self.put(OpCode::RefNotice, [Arg::Raw(slot), Arg::No, Arg::No], RefNoticeKind::Argument.encode(), 0);
            return;
        }
        self.put(OpCode::CheckRefArg, [Arg::Raw(slot), Arg::Raw(started.win), Arg::Raw(i as u32)], 0, 0);
    }

    fn variable_argument(&mut self, started: &Started, e: Expr<'a>, i: usize, slot: u32, pass: Pass) -> CompileResult<()> {
        if is_this(e) {
            let operand = self.this();
            self.load_tmp(operand, Some(slot));
            return Ok(());
        }
        self.at_expr(e);
        if self.declared_later(started) && (pass == Pass::Value || !self.writable_root(e)) {
            // PHP finds out when the function is called.
            let lvalue = self.gather(e, Mode::FuncArg)?;
            self.free_lvalue(&lvalue);
            let message: &[u8] =
                if pass == Pass::Value { b"Cannot use [] for reading" } else { b"Cannot use temporary expression in write context" };
            self.throw_error(message);
            let pc = self.f.pc() - 1;
            self.f.define(slot, pc);
            return Ok(());
        }
        if pass != Pass::Unknown {
            self.reference(e, Some(slot))?;
            return Ok(());
        }
        let lvalue = self.gather(e, Mode::FuncArg)?;
        if let (Base::Var(v), true) = (&lvalue.base, lvalue.steps.is_empty()) {
            self.put(OpCode::CopyArg, [Arg::Dst(Some(slot)), Arg::Raw(*v), Arg::Raw(started.win)], i as u32, 0);
            return Ok(());
        }
        let by_value = self.f.label();
        self.put(OpCode::JumpIfArgByValue, [Arg::Raw(started.win), Arg::Raw(i as u32), Arg::Raw(by_value.0)], 0, 0);
        self.either_way(lvalue, by_value, slot, self.writable_root(e))
    }

    /// A function of this file that PHP has not compiled when it compiles the call.
    fn declared_later(&self, started: &Started) -> bool {
        match &started.target {
            Target::User(f) => self.unit.functions[f.index as usize].code.is_empty(),
            _ => false,
        }
    }

    fn free_lvalue(&mut self, lvalue: &Lvalue<'a>) {
        for t in lvalue_temps(lvalue) {
            let s = Slot { at: t, used: true };
            self.put(OpCode::Free, [Arg::Src(s), Arg::No, Arg::Raw(loxo_bytecode::NONE)], 0, 0);
        }
    }

    /// A gathered lvalue as a reference, or from `by_value` on as a value, into `slot`.
    fn either_way(
        &mut self,
        mut lvalue: Lvalue<'a>,
        by_value: crate::state::function_builder::Label,
        slot: u32,
        writable: bool,
    ) -> CompileResult<()> {
        let end = self.f.label();
        let temps = lvalue_temps(&lvalue);
        let mut first = lvalue.clone();
        if let Base::Static(class, _) = &mut first.base {
            class.tmp = None;
        }
        if writable {
            self.reference_to(first, Some(slot))?;
            self.jump(end);
        } else {
            self.free_lvalue(&first);
            let pc = self.f.pc();
            self.f.define(slot, pc);
            self.throw_error(b"Cannot use temporary expression in write context");
        }
        self.f.bind(by_value);
        for &t in &temps {
            self.f.revive(t);
        }
        if lvalue.steps.iter().any(|s| matches!(s, Step::Append)) {
            self.free_lvalue(&lvalue);
            lvalue.steps.clear();
            self.throw_error(b"Cannot use [] for reading");
            let pc = self.f.pc() - 1;
            self.f.define(slot, pc);
        } else {
            let operand = self.fetch(lvalue, Mode::Read, Some(slot))?;
            self.load_tmp(operand, Some(slot));
        }
        self.f.bind(end);
        Ok(())
    }

    pub(crate) fn throw_error(&mut self, message: &[u8]) {
        let k = self.str_k(message);
        self.put(OpCode::ThrowError, [Arg::Raw(k), Arg::No, Arg::No], 0, 0);
    }

    // ------------------------------------------------------------------------------------------------------------ spread and named

    /// Arguments of a call with spread or named ones, into the list `list`.
    pub(crate) fn list_arguments(&mut self, started: &Started, list: u32, args: &'a [AstArg<'a>]) -> CompileResult<()> {
        if let [only] = args
            && only.spread
        {
            // The three ops stand together, where the interpreter may do them as one.
            let operand = self.expr(only.value, None)?;
            let s = self.slot(operand);
            self.put(OpCode::BeginArgs, [Arg::Dst(Some(list)), Arg::No, Arg::No], 0, 0);
            self.put(OpCode::ArgsSpread, [Arg::Raw(list), Arg::Src(s), Arg::Raw(started.win)], 0, 0);
            return Ok(());
        }
        self.put(OpCode::BeginArgs, [Arg::Dst(Some(list)), Arg::No, Arg::No], 0, 0);
        let (mut spread, mut named) = (false, false);
        for arg in args {
            if arg.spread {
                if named {
                    return self.fail("Cannot use argument unpacking after named arguments");
                }
                spread = true;
                let operand = self.expr(arg.value, None)?;
                let s = self.slot(operand);
                self.put(OpCode::ArgsSpread, [Arg::Raw(list), Arg::Src(s), Arg::Raw(started.win)], 0, 0);
                continue;
            }
            if let Some(name) = arg.name {
                named = true;
                self.named_argument(started, list, name.name, arg.value)?;
                continue;
            }
            if spread {
                return self.fail("Cannot use positional argument after argument unpacking");
            }
            if named {
                return self.fail("Cannot use positional argument after named argument");
            }
            self.listed_argument(started, list, arg.value)?;
        }
        Ok(())
    }

    fn listed_argument(&mut self, started: &Started, list: u32, e: Expr<'a>) -> CompileResult<()> {
        let push = |c: &mut Self, t: u32, flags: u8| {
            let s = Slot { at: t, used: true };
            c.put(OpCode::ArgsPush, [Arg::Raw(list), Arg::Src(s), Arg::Raw(started.win)], 0, flags);
        };
        if is_variable(e) && !is_short_circuited(e) && !is_globals(e) && !is_this(e) {
            let lvalue = self.gather(e, Mode::FuncArg)?;
            if let (Base::Var(v), true) = (&lvalue.base, lvalue.steps.is_empty()) {
                let s = Slot { at: *v, used: false };
                self.put(OpCode::ArgsPushVar, [Arg::Raw(list), Arg::Src(s), Arg::Raw(started.win)], 0, 0);
                return Ok(());
            }
            let by_value = self.f.label();
            self.put(OpCode::JumpIfNextByValue, [Arg::Raw(started.win), Arg::Raw(list), Arg::Raw(by_value.0)], 0, 0);
            let slot = self.f.alloc();
            self.either_way(lvalue, by_value, slot, self.writable_root(e))?;
            push(self, slot, flag::BY_REF);
            return Ok(());
        }
        let operand = self.expr(e, None)?;
        let s = self.slot(operand);
        self.put(OpCode::ArgsPush, [Arg::Raw(list), Arg::Src(s), Arg::Raw(started.win)], 0, 0);
        Ok(())
    }

    fn named_argument(&mut self, started: &Started, list: u32, name: &'a [u8], e: Expr<'a>) -> CompileResult<()> {
        let k = self.str_k(name);
        let (operand, flags) = if is_variable(e) && !is_short_circuited(e) && !is_globals(e) && !is_this(e) {
            let lvalue = self.gather(e, Mode::FuncArg)?;
            let by_value = self.f.label();
            self.put(OpCode::JumpIfNamedByValue, [Arg::Raw(started.win), Arg::Raw(k), Arg::Raw(by_value.0)], list, 0);
            let slot = self.f.alloc();
            self.either_way(lvalue, by_value, slot, self.writable_root(e))?;
            (Operand::Tmp(slot), flag::BY_REF)
        } else {
            (self.expr(e, None)?, if is_call(e) { 0 } else { flag::PLAIN })
        };
        let s = self.slot(operand);
        self.put(OpCode::ArgsNamed, [Arg::Raw(list), Arg::Raw(k), Arg::Src(s)], started.win, flags);
        Ok(())
    }
}

/// `$a[]` somewhere in the chain.
fn appends(e: Expr<'_>) -> bool {
    match *strip(e).kind {
        ExprKind::Index { base, index } => index.is_none() || appends(base),
        ExprKind::Property { object, .. } => appends(object),
        _ => false,
    }
}

impl<'a> Compiler<'a> {
    /// The chain begins with a variable or a call that may give one.
    fn writable_root(&self, e: Expr<'a>) -> bool {
        let mut root = strip(e);
        while let ExprKind::Index { base: inner, .. } | ExprKind::Property { object: inner, .. } = *root.kind {
            root = strip(inner);
        }
        is_variable(root) || (is_call(root) && !self.is_intrinsic_call(root))
    }
}
