//! Compiles `isset()`, `empty()` and `unset()`, for every kind of lvalue.

use loxo_bytecode::{NullsafeResult, OpCode, flag};
use loxo_syntax::ast::{Expr, ExprKind, UnaryOp, is_globals, is_this, is_variable, strip};

use crate::state::compiler::Compiler;
use crate::state::const_value::{ConstValue, is_plain_key};
use crate::state::diagnostics::CompileResult;
use crate::state::function_builder::{Arg, Dest, Operand};
use crate::state::lvalue::{Base, Container, Lvalue, Mode, Step};

impl<'a> Compiler<'a> {
    /// One argument of `isset`, or `empty`.
    pub(crate) fn isset(&mut self, e: Expr<'a>, empty: bool, dest: Dest) -> CompileResult<Operand<'a>> {
        if !is_variable(e) {
            if empty {
                let operand = self.expr(e, None)?;
                return Ok(self.unary_operand(UnaryOp::Not, operand, dest));
            }
            return self.fail("Cannot use isset() on the result of an expression (you can use \"null !== expression\" instead)");
        }
        if is_globals(e) {
            return Ok(Operand::K(ConstValue::Bool(!empty)));
        }
        if appends_to_globals(e) {
            return self.fail("Cannot use [] for reading");
        }
        let flags = if empty { flag::EMPTY } else { 0 };
        if is_this(e) {
            return Ok(self.isset_this(empty, dest));
        }
        let checkpoint = self.f.short_circuits.len();
        let mut lvalue = self.gather(e, Mode::Quiet)?;
        let operand = match lvalue.steps.pop() {
            None => self.isset_base(lvalue.base, flags, dest),
            Some(last) => {
                let object = self.fetch(lvalue, Mode::Quiet, None)?;
                self.isset_step(object, last, flags, dest)?
            }
        };
        self.commit_chain(checkpoint, &operand, if empty { NullsafeResult::True } else { NullsafeResult::False });
        Ok(operand)
    }

    fn isset_this(&mut self, empty: bool, dest: Dest) -> Operand<'a> {
        self.f.out.flags.set(loxo_bytecode::FnFlags::USES_THIS);
        if self.f.this_ok {
            return Operand::K(ConstValue::Bool(!empty));
        }
        let t = self.put(OpCode::FetchThisOrNull, [Arg::Dst(None), Arg::No, Arg::No], 0, 0);
        let code = if empty { OpCode::Identical } else { OpCode::NotIdentical };
        self.op2(code, dest, Operand::Tmp(t), Operand::null(), 0)
    }

    fn isset_base(&mut self, base: Base<'a>, flags: u8, dest: Dest) -> Operand<'a> {
        match base {
            Base::Var(v) => Operand::Tmp(self.put(OpCode::IssetVar, [Arg::Dst(dest), Arg::Raw(v), Arg::No], 0, flags)),
            Base::VarVar(name) => self.op1(OpCode::IssetVarVar, dest, name, 0, flags),
            Base::Global(name) => {
                let name = self.named(name);
                let (code, cache) = self.pick(&name, [OpCode::IssetGlobal, OpCode::IssetGlobalDyn]);
                Operand::Tmp(self.put(code, [Arg::Dst(dest), name.arg, Arg::No], cache, flags))
            }
            Base::Static(class, name) => {
                let name = self.named(name);
                let (code, cache) = self.pick(&name, [OpCode::IssetStaticProp, OpCode::IssetStaticPropDyn]);
                let dst = self.put(code, [Arg::Dst(dest), Arg::Raw(class.bits), name.arg], cache, flags);
                self.free_class(class);
                Operand::Tmp(dst)
            }
            Base::This | Base::Globals | Base::Value(_) => Operand::K(ConstValue::Bool(flags == 0)),
        }
    }

    fn isset_step(&mut self, object: Operand<'a>, step: Step<'a>, flags: u8, dest: Dest) -> CompileResult<Operand<'a>> {
        Ok(match step {
            Step::Dim(Operand::K(key)) if is_plain_key(&key) => {
                let (k, object) = (self.f.k(key), self.slot(object));
                Operand::Tmp(self.put(OpCode::IssetDimK, [Arg::Dst(dest), Arg::Src(object), Arg::Raw(k)], 0, flags))
            }
            Step::Dim(key) => self.op2(OpCode::IssetDim, dest, object, key, flags),
            Step::Prop(Operand::K(ConstValue::Str(name))) => {
                let object = self.slot(object);
                let (k, cache) = (self.str_k(&name), self.f.cache());
                Operand::Tmp(self.put(OpCode::IssetProp, [Arg::Dst(dest), Arg::Src(object), Arg::Raw(k)], cache, flags))
            }
            Step::Prop(name) => self.op2(OpCode::IssetPropDyn, dest, object, name, flags),
            Step::Append => return self.fail("Cannot use [] for reading"),
        })
    }

    pub(crate) fn unset(&mut self, e: Expr<'a>) -> CompileResult<()> {
        self.ensure_writable(e)?;
        if is_this(e) {
            return self.fail("Cannot unset $this");
        }
        if appends_to_globals(e) {
            return self.fail("Cannot use [] for unsetting");
        }
        let lvalue = self.gather(e, Mode::Unset)?;
        self.unset_place(lvalue)
    }

    fn unset_place(&mut self, lvalue: Lvalue<'a>) -> CompileResult<()> {
        if lvalue.steps.is_empty() {
            match lvalue.base {
                Base::Var(v) => drop(self.put(OpCode::UnsetVar, [Arg::Raw(v), Arg::No, Arg::No], 0, 0)),
                Base::VarVar(name) => {
                    let s = self.slot(name);
                    self.put(OpCode::UnsetVarVar, [Arg::Src(s), Arg::No, Arg::No], 0, 0);
                }
                Base::Global(name) => {
                    let s = self.slot(name);
                    self.put(OpCode::UnsetGlobal, [Arg::Src(s), Arg::No, Arg::No], 0, 0);
                }
                Base::Static(class, name) => {
                    let s = self.slot(name);
                    self.put(OpCode::UnsetStaticProp, [Arg::Raw(class.bits), Arg::Src(s), Arg::No], 0, 0);
                    self.free_class(class);
                }
                Base::This | Base::Globals | Base::Value(_) => return self.fail("Cannot use temporary expression in write context"),
            }
            return Ok(());
        }
        let (at, last) = self.fetch_container(lvalue, flag::UNSET)?;
        match last {
            Some(Step::Dim(key)) => {
                let key = self.slot(key);
                match at {
                    Container::Var(v) => self.put(OpCode::UnsetDim, [Arg::Raw(v), Arg::Src(key), Arg::No], 0, 0),
                    Container::Value(s) => {
                        self.lv_value(s);
                        self.put(OpCode::LvUnsetDim, [Arg::No, Arg::Src(key), Arg::No], 0, 0)
                    }
                    Container::Lv => self.put(OpCode::LvUnsetDim, [Arg::No, Arg::Src(key), Arg::No], 0, 0),
                };
            }
            Some(Step::Prop(name)) => {
                let name = self.slot(name);
                match self.object_slot(at) {
                    Some(o) => self.put(OpCode::UnsetProp, [Arg::Src(o), Arg::Src(name), Arg::No], 0, 0),
                    None => self.put(OpCode::LvUnsetProp, [Arg::No, Arg::Src(name), Arg::No], 0, 0),
                };
            }
            _ => return self.fail("Cannot use [] for unsetting"),
        }
        Ok(())
    }
}

/// `$GLOBALS[]`
fn appends_to_globals(e: Expr<'_>) -> bool {
    matches!(*strip(e).kind, ExprKind::Index { base, index: None } if is_globals(base))
}
