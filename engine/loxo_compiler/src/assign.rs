//! Assignments of every kind, `++` and `--`.

use loxo_bytecode::{BinaryOp as Bop, OpCode, flag};
use loxo_syntax::ast::{BinaryOp, Expr, ExprKind, is_call, is_globals, is_this, strip, var_name};

use crate::state::compiler::Compiler;
use crate::state::const_value::ConstValue;
use crate::state::diagnostics::CompileResult;
use crate::state::function_builder::{Arg, Dest, Named, Operand, Slot};
use crate::state::lvalue::{Base, Container, Lvalue, Mode, Step};

/// Does anyone look at the value of the assignment?
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Use {
    No,
    Yes(Dest),
}

pub(crate) fn assign_op(op: BinaryOp) -> Option<Bop> {
    Some(match op {
        BinaryOp::Add => Bop::Add,
        BinaryOp::Sub => Bop::Sub,
        BinaryOp::Mul => Bop::Mul,
        BinaryOp::Div => Bop::Div,
        BinaryOp::Mod => Bop::Mod,
        BinaryOp::Pow => Bop::Pow,
        BinaryOp::Concat => Bop::Concat,
        BinaryOp::BitAnd => Bop::BitAnd,
        BinaryOp::BitOr => Bop::BitOr,
        BinaryOp::BitXor => Bop::BitXor,
        BinaryOp::Shl => Bop::Shl,
        BinaryOp::Shr => Bop::Shr,
        _ => return None,
    })
}

/// The `src` operand of an assigning op in both its forms.
struct Source<'a> {
    arg: Arg,
    flags: u8,
    result: Operand<'a>,
}

impl<'a> Compiler<'a> {
    pub(crate) fn assign(&mut self, target: Expr<'a>, value: Expr<'a>, used: Use) -> CompileResult<Operand<'a>> {
        let target = strip(target);
        if let ExprKind::Array { items, syntax } = *target.kind {
            return self.assign_list(items, syntax, value, used);
        }
        if is_this(target) {
            return self.fail("Cannot re-assign $this");
        }
        self.ensure_writable(target)?;
        let lvalue = self.gather(target, Mode::Write)?;
        if matches!(lvalue.base, Base::Var(_)) && lvalue.steps.is_empty() {
            self.at_expr(target);
        }
        // The assignment is where its target is, however long the value.
        let line = self.line;
        let dim = matches!(lvalue.steps.last(), Some(Step::Dim(_) | Step::Append));
        let operand = if dim { self.value_for(target, value, self.hint(used))? } else { self.expr(value, self.hint(used))? };
        self.line = line;
        self.store(lvalue, operand, used)
    }

    fn hint(&self, used: Use) -> Dest {
        match used {
            Use::Yes(dest) => dest,
            Use::No => None,
        }
    }

    /// `$a[0] = $a` reads the right `$a` before the fetches on the left.
    fn value_for(&mut self, target: Expr<'a>, value: Expr<'a>, dest: Dest) -> CompileResult<Operand<'a>> {
        let operand = self.expr(value, dest)?;
        if let Operand::Var(_) = operand
            && root_name(target).is_some_and(|name| var_name(value) == Some(name))
        {
            return Ok(Operand::Tmp(self.load_tmp(operand, dest)));
        }
        Ok(operand)
    }

    /// Assigns a value to a gathered lvalue.
    pub(crate) fn store(&mut self, lvalue: Lvalue<'a>, operand: Operand<'a>, used: Use) -> CompileResult<Operand<'a>> {
        if lvalue.steps.is_empty()
            && let Base::Var(v) = lvalue.base
        {
            return Ok(self.store_var(v, operand, used));
        }
        if lvalue.steps.is_empty()
            && let Base::Static(class, name) = lvalue.base
        {
            let name = self.named(name);
            let src = self.source(operand, used);
            let (code, cache) = self.pick(&name, [OpCode::AssignStaticProp, OpCode::AssignStaticPropDyn]);
            self.put(code, [Arg::Raw(class.bits), name.arg, src.arg], cache, src.flags);
            self.free_class(class);
            return Ok(src.result);
        }
        let src = self.source(operand, used);
        let (at, last) = self.fetch_container(lvalue, 0)?;
        self.store_last(at, last, &src)?;
        Ok(src.result)
    }

    pub(crate) fn store_var(&mut self, v: u32, operand: Operand<'a>, used: Use) -> Operand<'a> {
        match operand {
            Operand::K(value) => {
                let k = self.f.k(value);
                self.put(OpCode::AssignK, [Arg::Raw(v), Arg::Raw(k), Arg::No], 0, 0);
            }
            operand => {
                if used == Use::No && self.store_arithmetic(v, &operand) {
                    return Operand::null();
                }
                let s = self.slot(operand);
                self.put(OpCode::Assign, [Arg::Raw(v), Arg::Src(s), Arg::No], 0, 0);
            }
        }
        match used {
            Use::No => Operand::null(),
            Use::Yes(dest) => self.copy_of(v, dest),
        }
    }

    /// The value that a variable has right now.
    pub(crate) fn copy_of(&mut self, v: u32, dest: Dest) -> Operand<'a> {
        let s = Slot { at: v, used: false };
        Operand::Tmp(self.put(OpCode::CopyQuiet, [Arg::Dst(dest), Arg::Src(s), Arg::No], 0, 0))
    }

    /// `$v = $a + $b`: one op instead of two.
    fn store_arithmetic(&mut self, v: u32, operand: &Operand<'a>) -> bool {
        let Operand::Tmp(t) = *operand else { return false };
        let fused = |code: OpCode| {
            Some(match code {
                OpCode::Add => OpCode::AddVar,
                OpCode::Sub => OpCode::SubVar,
                OpCode::Mul => OpCode::MulVar,
                OpCode::AddI => OpCode::AddIVar,
                OpCode::SubI => OpCode::SubIVar,
                _ => return None,
            })
        };
        let Some(mut op) = self.f.take_last(t, |op| fused(op.code).is_some()) else { return false };
        self.f.free(t);
        op.code = fused(op.code).unwrap_or(op.code);
        op.a = v;
        let line = self.line;
        self.f.emit(op, line);
        true
    }

    fn source(&mut self, operand: Operand<'a>, used: Use) -> Source<'a> {
        match used {
            Use::No => Source { arg: Arg::Src(self.slot(operand)), flags: 0, result: Operand::null() },
            Use::Yes(dest) => {
                let t = self.load_tmp(operand, dest);
                Source { arg: Arg::Raw(t), flags: flag::KEEP, result: Operand::Tmp(t) }
            }
        }
    }

    /// The operator as operand and in the flags: an op with a cache has it in its flags.
    fn operator_of(&mut self, name: &Named, op: u32, flags: u8) -> (u32, u8) {
        if name.written { (self.f.cache(), flags | (op as u8) << flag::OPERATOR) } else { (op, flags) }
    }

    fn store_last(&mut self, at: Container, last: Option<Step<'a>>, src: &Source<'a>) -> CompileResult<()> {
        let (value, flags) = (src.arg, src.flags);
        match last {
            None => drop(self.put(OpCode::LvAssign, [Arg::No, Arg::No, value], 0, flags)),
            Some(Step::Dim(key)) => self.store_dim(at, key, value, flags),
            Some(Step::Append) => {
                match self.on_slot(at) {
                    Some(v) => self.put(OpCode::AssignDimAppend, [Arg::Raw(v), Arg::No, value], 0, flags),
                    None => self.put(OpCode::LvAssignDimAppend, [Arg::No, Arg::No, value], 0, flags),
                };
            }
            Some(Step::Prop(Operand::K(ConstValue::Str(name)))) => {
                let k = self.str_k(&name);
                match self.object_slot(at) {
                    Some(o) => {
                        let caches = self.f.caches_of_write();
                        self.put(OpCode::AssignProp, [Arg::Src(o), Arg::Raw(k), value], caches, flags)
                    }
                    None => {
                        let caches = self.f.caches_of_write();
                        self.put(OpCode::LvAssignProp, [Arg::No, Arg::Raw(k), value], caches, flags)
                    }
                };
            }
            Some(Step::Prop(name)) => {
                let name = self.slot(name);
                match self.object_slot(at) {
                    Some(o) => self.put(OpCode::AssignPropDyn, [Arg::Src(o), Arg::Src(name), value], 0, flags),
                    None => self.put(OpCode::LvAssignPropDyn, [Arg::No, Arg::Src(name), value], 0, flags),
                };
            }
        }
        Ok(())
    }

    fn store_dim(&mut self, at: Container, key: Operand<'a>, value: Arg, flags: u8) {
        if let (Container::Var(v), Operand::K(ConstValue::Int(_) | ConstValue::Str(_))) = (at, &key) {
            let Operand::K(key) = key else { return };
            let k = self.f.k(key);
            self.put(OpCode::AssignDimK, [Arg::Raw(v), Arg::Raw(k), value], 0, flags);
            return;
        }
        let key = self.slot(key);
        match self.on_slot(at) {
            Some(v) => self.put(OpCode::AssignDim, [Arg::Raw(v), Arg::Src(key), value], 0, flags),
            None => self.put(OpCode::LvAssignDim, [Arg::No, Arg::Src(key), value], 0, flags),
        };
    }

    /// The local that an element op may work on directly; anything else is in `lv` afterwards.
    fn on_slot(&mut self, at: Container) -> Option<u32> {
        match at {
            Container::Var(v) => Some(v),
            Container::Value(s) => {
                self.lv_value(s);
                None
            }
            Container::Lv => None,
        }
    }

    // ----------------------------------------------------------------------------------------------------------------- compound

    pub(crate) fn assign_compound(&mut self, op: BinaryOp, target: Expr<'a>, value: Expr<'a>, used: Use) -> CompileResult<Operand<'a>> {
        let target = strip(target);
        self.ensure_writable(target)?;
        let Some(op) = assign_op(op) else { return self.fail("Cannot use temporary expression in write context") };
        let lvalue = self.gather(target, Mode::ReadWrite)?;
        let line = self.line;
        let dim = matches!(lvalue.steps.last(), Some(Step::Dim(_) | Step::Append));
        let appends = op == Bop::Concat && lvalue.steps.is_empty() && matches!((&lvalue.base, used), (Base::Var(_), Use::No));
        let operand = match () {
            () if dim => self.value_for(target, value, self.hint(used))?,
            () if appends => self.appended(value)?,
            () => self.expr(value, self.hint(used))?,
        };
        if !lvalue.steps.is_empty() {
            self.line = line;
        }
        let x = op as u32;
        if lvalue.steps.is_empty() {
            match lvalue.base {
                Base::Var(v) => return Ok(self.compound_var(v, op, operand, used)),
                Base::Static(class, name) => {
                    let name = self.named(name);
                    let src = self.source(operand, used);
                    let code = name.of([OpCode::AssignStaticPropOp, OpCode::AssignStaticPropOpDyn]);
                    let (x, flags) = self.operator_of(&name, x, src.flags);
                    self.put(code, [Arg::Raw(class.bits), name.arg, src.arg], x, flags);
                    self.free_class(class);
                    return Ok(src.result);
                }
                _ => {}
            }
        }
        let src = self.source(operand, used);
        let (at, last) = self.fetch_container(lvalue, flag::RW)?;
        self.compound_last(at, last, x, &src)?;
        Ok(src.result)
    }

    fn compound_last(&mut self, at: Container, last: Option<Step<'a>>, x: u32, src: &Source<'a>) -> CompileResult<()> {
        let (value, flags) = (src.arg, src.flags);
        match last {
            None => {
                if let Container::Value(s) = at {
                    if s.at == loxo_bytecode::THIS {
                        return self.fail("Cannot re-assign $this");
                    }
                    self.lv_value(s);
                }
                self.put(OpCode::LvAssignOp, [Arg::No, Arg::No, value], x, flags);
            }
            Some(Step::Dim(key)) => {
                let key = self.slot(key);
                match self.on_slot(at) {
                    Some(v) => self.put(OpCode::AssignDimOp, [Arg::Raw(v), Arg::Src(key), value], x, flags),
                    None => self.put(OpCode::LvAssignDimOp, [Arg::No, Arg::Src(key), value], x, flags),
                };
            }
            Some(Step::Append) => {
                match self.on_slot(at) {
                    Some(v) => self.put(OpCode::AssignDimAppendOp, [Arg::Raw(v), Arg::No, value], x, flags),
                    None => self.put(OpCode::LvAssignDimAppendOp, [Arg::No, Arg::No, value], x, flags),
                };
            }
            Some(Step::Prop(name)) => {
                let name = self.named(name);
                let (x, flags) = self.operator_of(&name, x, flags);
                match self.object_slot(at) {
                    Some(o) => {
                        let code = name.of([OpCode::AssignPropOp, OpCode::AssignPropOpDyn]);
                        self.put(code, [Arg::Src(o), name.arg, value], x, flags)
                    }
                    None => {
                        let code = name.of([OpCode::LvAssignPropOp, OpCode::LvAssignPropOpDyn]);
                        self.put(code, [Arg::No, name.arg, value], x, flags)
                    }
                };
            }
        }
        Ok(())
    }

    fn compound_var(&mut self, v: u32, op: Bop, operand: Operand<'a>, used: Use) -> Operand<'a> {
        if used == Use::No {
            if let (Bop::Add | Bop::Sub, Operand::K(ConstValue::Int(i))) = (op, &operand)
                && let Ok(i) = i32::try_from(*i)
            {
                let code = if op == Bop::Add { OpCode::AddIVar } else { OpCode::SubIVar };
                self.put(code, [Arg::Raw(v), Arg::Src(Slot { at: v, used: false }), Arg::Raw(i as u32)], 0, 0);
                return Operand::null();
            }
            // Parts that are joined for it are appended one after another.
            if let (Bop::Concat, Operand::Tmp(joined)) = (op, &operand)
                && let Some(join) = self.f.take_last(*joined, |op| op.code == OpCode::ConcatN)
            {
                self.f.free(*joined);
                self.put(OpCode::AppendN, [Arg::Raw(v), Arg::Raw(join.b), Arg::Raw(join.c)], 0, 0);
                return Operand::null();
            }
            let s = self.slot(operand);
            if op == Bop::Concat {
                self.put(OpCode::AppendStr, [Arg::Raw(v), Arg::Src(s), Arg::No], 0, 0);
            } else {
                self.put(OpCode::AssignOp, [Arg::Raw(v), Arg::No, Arg::Src(s)], op as u32, 0);
            }
            return Operand::null();
        }
        let src = self.source(operand, used);
        self.put(OpCode::AssignOp, [Arg::Raw(v), Arg::No, src.arg], op as u32, src.flags);
        src.result
    }

    // ---------------------------------------------------------------------------------------------------------------- ++ and --

    pub(crate) fn inc_dec(&mut self, target: Expr<'a>, increment: bool, prefix: bool, used: Use) -> CompileResult<Operand<'a>> {
        let target = strip(target);
        self.ensure_writable(target)?;
        let mut lvalue = self.gather(target, Mode::ReadWrite)?;
        if lvalue.steps.is_empty()
            && let Base::Var(v) = lvalue.base
        {
            return Ok(self.inc_dec_var(v, increment, prefix, used));
        }
        let mut flags = 0;
        if !increment {
            flags |= flag::DEC;
        }
        if !prefix && used != Use::No {
            flags |= flag::POST;
        }
        let dst = match used {
            Use::No => Arg::Raw(loxo_bytecode::NONE),
            Use::Yes(dest) => {
                flags |= flag::KEEP;
                Arg::Dst(dest)
            }
        };
        let result = match lvalue.steps.pop() {
            Some(Step::Prop(name)) => {
                let at = self.fetch_whole(lvalue, flag::RW)?;
                let name = self.named(name);
                match self.object_slot(at) {
                    Some(o) => {
                        let (code, cache) = self.pick(&name, [OpCode::IncDecProp, OpCode::IncDecPropDyn]);
                        self.put(code, [dst, Arg::Src(o), name.arg], cache, flags)
                    }
                    None => {
                        let (code, cache) = self.pick(&name, [OpCode::LvIncDecProp, OpCode::LvIncDecPropDyn]);
                        self.put(code, [dst, name.arg, Arg::No], cache, flags)
                    }
                }
            }
            None if matches!(lvalue.base, Base::Static(..)) => {
                let Base::Static(class, name) = lvalue.base else { return Ok(Operand::null()) };
                let name = self.named(name);
                let (code, cache) = self.pick(&name, [OpCode::IncDecStaticProp, OpCode::IncDecStaticPropDyn]);
                let dst = self.put(code, [dst, Arg::Raw(class.bits), name.arg], cache, flags);
                self.free_class(class);
                dst
            }
            last => {
                lvalue.steps.extend(last);
                self.fetch_address(lvalue, flag::RW, 0)?;
                self.put(OpCode::LvIncDec, [dst, Arg::No, Arg::No], 0, flags)
            }
        };
        Ok(if used == Use::No { Operand::null() } else { Operand::Tmp(result) })
    }

    fn fetch_whole(&mut self, lvalue: Lvalue<'a>, flags: u8) -> CompileResult<Container> {
        let mut at = self.enter(lvalue.base, flags)?;
        for step in lvalue.steps {
            at = self.step(at, step, flags);
        }
        Ok(at)
    }

    fn inc_dec_var(&mut self, v: u32, increment: bool, prefix: bool, used: Use) -> Operand<'a> {
        if let (Use::Yes(dest), false) = (used, prefix) {
            let code = if increment { OpCode::PostInc } else { OpCode::PostDec };
            return Operand::Tmp(self.put(code, [Arg::Dst(dest), Arg::Raw(v), Arg::No], 0, 0));
        }
        let code = if increment { OpCode::PreInc } else { OpCode::PreDec };
        self.put(code, [Arg::Raw(v), Arg::No, Arg::No], 0, 0);
        match used {
            Use::No => Operand::null(),
            Use::Yes(dest) => self.copy_of(v, dest),
        }
    }

    // --------------------------------------------------------------------------------------------------------------- references

    /// Compiles a variable or call into a reference temporary.
    pub(crate) fn reference(&mut self, e: Expr<'a>, dest: Dest) -> CompileResult<u32> {
        let e = strip(e);
        if is_call(e) {
            if self.is_intrinsic_call(e) {
                return self.fail("Cannot use result of built-in function in write context");
            }
            let operand = self.call_for_reference(e, dest)?;
            return Ok(self.load_tmp(operand, dest));
        }
        if is_this(e) {
            let operand = self.this();
            return Ok(self.load_tmp(operand, dest));
        }
        let lvalue = self.gather(e, Mode::Write)?;
        self.reference_to(lvalue, dest)
    }

    pub(crate) fn reference_to(&mut self, lvalue: Lvalue<'a>, dest: Dest) -> CompileResult<u32> {
        if lvalue.steps.is_empty() {
            match lvalue.base {
                Base::Var(v) => return Ok(self.put(OpCode::MakeRef, [Arg::Dst(dest), Arg::Raw(v), Arg::No], 0, 0)),
                Base::Globals => return Ok(self.put(OpCode::FetchGlobals, [Arg::Dst(dest), Arg::No, Arg::No], 0, 0)),
                _ => {}
            }
        }
        self.fetch_address(lvalue, 0, flag::REF)?;
        Ok(self.put(OpCode::LvMakeRef, [Arg::Dst(dest), Arg::No, Arg::No], 0, 0))
    }

    pub(crate) fn assign_ref(&mut self, target: Expr<'a>, value: Expr<'a>, used: Use) -> CompileResult<Operand<'a>> {
        let (target, value) = (strip(target), strip(value));
        if is_this(target) {
            return self.fail("Cannot re-assign $this");
        }
        self.ensure_writable(target)?;
        self.no_nullsafe_reference(value)?;
        if is_globals(value) {
            return self.fail("Cannot acquire reference to $GLOBALS");
        }
        let lvalue = self.gather(target, Mode::Write)?;
        let src = self.reference(value, None)?;
        let flags = if is_call(value) { flag::REF } else { 0 };
        let Use::Yes(dest) = used else {
            self.bind_with(lvalue, Slot { at: src, used: true }, flags)?;
            return Ok(Operand::null());
        };
        // Read when what the lvalue held before is gone, destructor and all.
        self.bind_with(lvalue, Slot { at: src, used: false }, flags)?;
        let result = self.put(OpCode::CopyQuiet, [Arg::Dst(dest), Arg::Src(Slot { at: src, used: false }), Arg::No], 0, 0);
        self.put(OpCode::Free, [Arg::Src(Slot { at: src, used: true }), Arg::No, Arg::Raw(loxo_bytecode::NONE)], 0, 0);
        Ok(Operand::Tmp(result))
    }

    /// Binds an lvalue to the reference in `src`.
    pub(crate) fn bind(&mut self, lvalue: Lvalue<'a>, src: u32) -> CompileResult<()> {
        self.bind_with(lvalue, Slot { at: src, used: true }, 0)
    }

    /// The same; with `flag::REF` the source is what a call gave, which may be no reference.
    fn bind_with(&mut self, mut lvalue: Lvalue<'a>, src: Slot, flags: u8) -> CompileResult<()> {
        let src = Arg::Src(src);
        match (lvalue.steps.pop(), &lvalue.base) {
            (None, &Base::Var(v)) => drop(self.put(OpCode::BindRef, [Arg::Raw(v), src, Arg::No], 0, flags)),
            (None, Base::Static(..)) => {
                let Base::Static(class, name) = lvalue.base else { return Ok(()) };
                let name = self.slot(name);
                self.put(OpCode::BindRefStaticProp, [Arg::Raw(class.bits), Arg::Src(name), src], 0, flags);
                self.free_class(class);
            }
            (Some(Step::Prop(name)), _) => {
                let at = self.fetch_whole(lvalue, 0)?;
                let name = self.slot(name);
                match self.object_slot(at) {
                    Some(o) => self.put(OpCode::BindRefProp, [Arg::Src(o), Arg::Src(name), src], 0, flags),
                    None => self.put(OpCode::LvBindRefProp, [Arg::No, Arg::Src(name), src], 0, flags),
                };
            }
            (last, _) => {
                lvalue.steps.extend(last);
                self.fetch_address(lvalue, 0, flag::REF)?;
                self.put(OpCode::LvBindRef, [src, Arg::No, Arg::No], 0, flags);
            }
        }
        Ok(())
    }

    // ----------------------------------------------------------------------------------------------------------------------- ??=

    pub(crate) fn assign_coalesce(&mut self, target: Expr<'a>, value: Expr<'a>, used: Use) -> CompileResult<Operand<'a>> {
        let target = strip(target);
        self.ensure_writable(target)?;
        if is_this(target) {
            return self.fail("Cannot re-assign $this");
        }
        let lvalue = self.gather(target, Mode::Write)?;
        if lvalue.steps.is_empty()
            && used == Use::No
            && let Base::Var(v) = lvalue.base
        {
            let end = self.f.label();
            let t = self.put(OpCode::IssetVar, [Arg::Dst(None), Arg::Raw(v), Arg::No], 0, 0);
            self.branch(Operand::Tmp(t), end, true);
            let operand = self.expr(value, None)?;
            self.store_var(v, operand, Use::No);
            self.f.bind(end);
            return Ok(Operand::null());
        }
        let temps = lvalue_temps(&lvalue);
        let copy = self.duplicate(&lvalue);
        let current = self.fetch(copy, Mode::Quiet, None)?;
        let (set, end) = (self.f.label(), self.f.label());
        let current = self.slot(current);
        let dest = match used {
            Use::Yes(dest) => dest,
            Use::No => None,
        };
        let res = self.put(OpCode::JumpIfNotNull, [Arg::Dst(dest), Arg::Src(current), Arg::Raw(set.0)], 0, 0);
        let dim = matches!(lvalue.steps.last(), Some(Step::Dim(_) | Step::Append));
        let operand = if dim { self.value_for(target, value, Some(res))? } else { self.expr(value, Some(res))? };
        let stored = self.store(lvalue, operand, Use::Yes(Some(res)))?;
        let res = self.load_tmp(stored, Some(res));
        if temps.is_empty() {
            self.f.bind(set);
        } else {
            self.jump(end);
            self.f.bind(set);
            temps.iter().for_each(|&t| self.f.revive(t));
            for &t in &temps {
                let s = Slot { at: t, used: true };
                self.put(OpCode::Free, [Arg::Src(s), Arg::No, Arg::Raw(loxo_bytecode::NONE)], 0, 0);
            }
            self.f.bind(end);
        }
        if used == Use::No {
            self.discard(Operand::Tmp(res));
            return Ok(Operand::null());
        }
        Ok(Operand::Tmp(res))
    }

    /// The same lvalue, with its temporaries copied.
    fn duplicate(&mut self, lvalue: &Lvalue<'a>) -> Lvalue<'a> {
        let mut copy = lvalue.clone();
        let base = match &mut copy.base {
            Base::Value(n) | Base::VarVar(n) | Base::Global(n) => Some(n),
            Base::Static(class, n) => {
                class.tmp = None;
                Some(n)
            }
            _ => None,
        };
        let steps = copy.steps.iter_mut().filter_map(|s| match s {
            Step::Dim(n) | Step::Prop(n) => Some(n),
            Step::Append => None,
        });
        for operand in base.into_iter().chain(steps) {
            if let Operand::Tmp(t) = *operand {
                let s = Slot { at: t, used: false };
                *operand = Operand::Tmp(self.put(OpCode::CopyQuiet, [Arg::Dst(None), Arg::Src(s), Arg::No], 0, 0));
            }
        }
        copy
    }
}

/// Slots of the temporaries that an lvalue owns.
pub(crate) fn lvalue_temps(lvalue: &Lvalue<'_>) -> Vec<u32> {
    let base = match &lvalue.base {
        Base::Value(n) | Base::VarVar(n) | Base::Global(n) | Base::Static(_, n) => Some(n),
        _ => None,
    };
    let steps = lvalue.steps.iter().filter_map(|s| match s {
        Step::Dim(n) | Step::Prop(n) => Some(n),
        Step::Append => None,
    });
    let operands = base.into_iter().chain(steps);
    operands.filter_map(|n| if let Operand::Tmp(t) = *n { Some(t) } else { None }).collect()
}

/// The variable at the root of a chain of elements and properties.
fn root_name(mut e: Expr<'_>) -> Option<&[u8]> {
    loop {
        e = strip(e);
        match *e.kind {
            ExprKind::Index { base, .. } => e = base,
            ExprKind::Property { object, .. } => e = object,
            _ => return var_name(e),
        }
    }
}
