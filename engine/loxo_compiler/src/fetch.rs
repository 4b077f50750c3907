//! Reads lvalues: variables, properties and elements.

use loxo_bytecode::{OpCode, flag};
use loxo_syntax::ast::Expr;

use crate::state::compiler::Compiler;
use crate::state::const_value::{ConstValue, is_plain_key};
use crate::state::diagnostics::CompileResult;
use crate::state::function_builder::{Arg, Dest, Operand};
use crate::state::lvalue::{Base, ClassOp, Lvalue, Mode, Step};

impl<'a> Compiler<'a> {
    /// The value of a variable expression.
    pub(crate) fn read_var(&mut self, e: Expr<'a>, mode: Mode, dest: Dest) -> CompileResult<Operand<'a>> {
        let lvalue = self.gather(e, mode)?;
        self.at_const_expr(e);
        self.fetch(lvalue, mode, dest)
    }

    /// Emits the fetches of a gathered lvalue.
    pub(crate) fn fetch(&mut self, lvalue: Lvalue<'a>, mode: Mode, dest: Dest) -> CompileResult<Operand<'a>> {
        let flags = if mode == Mode::Quiet { flag::QUIET } else { 0 };
        let n = lvalue.steps.len();
        let mut operand = self.fetch_base(lvalue.base, flags, if n == 0 { dest } else { None });
        let mut steps = lvalue.steps;
        for (i, step) in steps.drain(..).enumerate() {
            let dest = if i + 1 == n { dest } else { None };
            operand = match step {
                Step::Dim(key) => self.fetch_dim(operand, key, flags, dest),
                Step::Prop(name) => self.fetch_prop(operand, name, flags, dest),
                Step::Append => return self.fail("Cannot use [] for reading"),
            };
        }
        self.recycle(steps);
        Ok(operand)
    }

    pub(crate) fn fetch_base(&mut self, base: Base<'a>, flags: u8, dest: Dest) -> Operand<'a> {
        match base {
            Base::Var(v) => Operand::Var(v),
            Base::This => Operand::This,
            Base::Value(operand) => operand,
            Base::Globals => Operand::Tmp(self.put(OpCode::FetchGlobals, [Arg::Dst(dest), Arg::No, Arg::No], 0, 0)),
            Base::VarVar(name) => self.op1(OpCode::FetchVarVar, dest, name, 0, flags),
            Base::Global(name) => {
                let name = self.named(name);
                let (code, cache) = self.pick(&name, [OpCode::FetchGlobal, OpCode::FetchGlobalDyn]);
                Operand::Tmp(self.put(code, [Arg::Dst(dest), name.arg, Arg::No], cache, flags))
            }
            Base::Static(class, name) => self.fetch_static_prop(class, name, flags, dest),
        }
    }

    fn fetch_static_prop(&mut self, class: ClassOp, name: Operand<'a>, flags: u8, dest: Dest) -> Operand<'a> {
        let name = self.named(name);
        let (code, cache) = self.pick(&name, [OpCode::FetchStaticProp, OpCode::FetchStaticPropDyn]);
        let dst = self.put(code, [Arg::Dst(dest), Arg::Raw(class.bits), name.arg], cache, flags);
        self.free_class(class);
        Operand::Tmp(dst)
    }

    pub(crate) fn fetch_dim(&mut self, base: Operand<'a>, key: Operand<'a>, mut flags: u8, dest: Dest) -> Operand<'a> {
        if self.const_expr {
            flags |= flag::NO_OBJECT;
            return self.op2(OpCode::FetchDim, dest, base, key, flags);
        }
        if let Operand::K(v) = &key
            && is_plain_key(v)
        {
            let k = self.f.k(v.clone());
            let base = self.slot(base);
            return Operand::Tmp(self.put(OpCode::FetchDimK, [Arg::Dst(dest), Arg::Src(base), Arg::Raw(k)], 0, flags));
        }
        self.op2(OpCode::FetchDim, dest, base, key, flags)
    }

    fn fetch_prop(&mut self, object: Operand<'a>, name: Operand<'a>, mut flags: u8, dest: Dest) -> Operand<'a> {
        if self.const_expr {
            flags |= flag::ENUM_ONLY;
        }
        match name {
            Operand::K(ConstValue::Str(name)) if !self.const_expr => {
                let object = self.slot(object);
                let (k, cache) = (self.str_k(&name), self.f.cache());
                Operand::Tmp(self.put(OpCode::FetchProp, [Arg::Dst(dest), Arg::Src(object), Arg::Raw(k)], cache, flags))
            }
            name => self.op2(OpCode::FetchPropDyn, dest, object, name, flags),
        }
    }
}
