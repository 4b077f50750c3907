//! Compiles lvalues: variables, and elements and properties of them at any depth. It has two halves: [`Compiler::gather`] evaluates all keys
//! and names, and only then the fetches (or the steps of the lvalue register) are emitted, as PHP's delayed oplines do.

use loxo_bytecode::{ClassFetch, ClassOperand, NullsafeResult, OpCode, flag};
use loxo_syntax::ast::{
    ClassRef, Expr, ExprKind, MemberName, is_auto_global, is_call, is_globals, is_short_circuited, is_this, member_offset, strip, var_name,
};

use crate::state::compiler::Compiler;
use crate::state::const_value::ConstValue;
use crate::state::diagnostics::CompileResult;
use crate::state::function_builder::{Arg, Operand, Slot};
use crate::state::lvalue::{Base, ClassOp, Container, Lvalue, Mode, Step};
use crate::state::names::{RelativeClass, relative_class, relative_class_of};

impl<'a> Compiler<'a> {
    /// PHP's refusals to write into what is no variable.
    pub(crate) fn ensure_writable(&self, e: Expr<'a>) -> CompileResult<()> {
        match strip(e).kind {
            ExprKind::Call { .. } => return self.fail("Can't use function return value in write context"),
            ExprKind::MethodCall { .. } | ExprKind::StaticCall { .. } => {
                return self.fail("Can't use method return value in write context");
            }
            _ => {}
        }
        if is_short_circuited(e) {
            return self.fail("Can't use nullsafe operator in write context");
        }
        if is_globals(e) {
            return self.fail("$GLOBALS can only be modified using the $GLOBALS[$name] = $value syntax");
        }
        Ok(())
    }

    pub(crate) fn no_nullsafe_reference(&self, e: Expr<'a>) -> CompileResult<()> {
        if is_short_circuited(e) { self.fail("Cannot take reference of a nullsafe chain") } else { Ok(()) }
    }

    /// `$this`, with the check that there is one where that is not certain.
    pub(crate) fn this(&mut self) -> Operand<'a> {
        self.f.out.flags.set(loxo_bytecode::FnFlags::USES_THIS);
        if !self.f.this_ok {
            self.op(OpCode::CheckThis);
        }
        Operand::This
    }

    /// Evaluates what a variable is made of, without fetching it.
    pub(crate) fn gather(&mut self, e: Expr<'a>, mode: Mode) -> CompileResult<Lvalue<'a>> {
        self.check_depth()?;
        let e = strip(e);
        if let Some(name) = var_name(e) {
            return Ok(Lvalue::new(self.named_base(name)));
        }
        match *e.kind {
            ExprKind::VariableVariable(inner) => {
                let operand = self.expr(inner, None)?;
                self.f.out.flags.set(loxo_bytecode::FnFlags::DYNAMIC_VARS);
                Ok(Lvalue::new(Base::VarVar(const_to_string(operand))))
            }
            ExprKind::Index { base, index } => self.gather_index(base, index, mode),
            ExprKind::Property { object, name, nullsafe } => self.gather_property(object, name, nullsafe, mode),
            ExprKind::StaticProperty { class, name } => {
                let class = self.class_operand(class)?;
                let name = self.member_name_here(name)?;
                Ok(Lvalue::new(Base::Static(class, const_to_string(name))))
            }
            _ => {
                let operand = if mode.writes() && !is_call(e) {
                    return self.fail("Cannot use temporary expression in write context");
                } else {
                    self.chain_part(e, mode.writes() || mode == Mode::FuncArg)?
                };
                if mode.writes() && (operand.as_const().is_some() || self.is_intrinsic_call(e)) {
                    return self.fail("Cannot use result of built-in function in write context");
                }
                Ok(Lvalue::new(Base::Value(operand)))
            }
        }
    }

    fn named_base(&mut self, name: &'a [u8]) -> Base<'a> {
        if name == b"this" {
            self.this();
            Base::This
        } else if name == b"GLOBALS" {
            Base::Globals
        } else if is_auto_global(name) {
            Base::Global(Operand::str(name))
        } else {
            Base::Var(self.f.local(name))
        }
    }

    fn gather_index(&mut self, base: Expr<'a>, index: Option<Expr<'a>>, mode: Mode) -> CompileResult<Lvalue<'a>> {
        if is_globals(base) {
            let Some(index) = index else { return self.fail("Cannot append to $GLOBALS") };
            let name = self.expr(index, None)?;
            return Ok(Lvalue::new(Base::Global(const_to_string(name))));
        }
        let mut lvalue = self.gather(base, mode)?;
        let step = match index {
            Some(index) => Step::Dim(self.expr(index, None)?),
            None if matches!(mode, Mode::Read | Mode::Quiet) => return self.fail("Cannot use [] for reading"),
            None if mode == Mode::Unset => return self.fail("Cannot use [] for unsetting"),
            None => Step::Append,
        };
        self.push_step(&mut lvalue, step);
        Ok(lvalue)
    }

    fn gather_property(&mut self, object: Expr<'a>, name: MemberName<'a>, nullsafe: bool, mode: Mode) -> CompileResult<Lvalue<'a>> {
        let mut lvalue = if is_this(object) {
            self.this();
            Lvalue::new(Base::This)
        } else {
            let lvalue = self.gather(object, mode)?;
            if nullsafe {
                let operand = self.fetch(lvalue, mode, None)?;
                Lvalue::new(self.nullsafe(operand, mode))
            } else {
                lvalue
            }
        };
        let name = self.member_name_here(name)?;
        let step = Step::Prop(const_to_string(name));
        self.push_step(&mut lvalue, step);
        Ok(lvalue)
    }

    /// `?->` on a value.
    pub(crate) fn nullsafe(&mut self, operand: Operand<'a>, mode: Mode) -> Base<'a> {
        let (operand, slot) = match operand {
            Operand::Tmp(at) => (Operand::Tmp(at), Slot { at, used: false }),
            Operand::K(_) => {
                let at = self.load_tmp(operand, None);
                (Operand::Tmp(at), Slot { at, used: false })
            }
            Operand::Var(at) => (Operand::Var(at), Slot { at, used: false }),
            Operand::This => return Base::This,
        };
        let flags = if mode == Mode::Quiet { flag::QUIET } else { 0 };
        self.put(
            OpCode::JumpIfNullTo,
            [Arg::Src(slot), Arg::Raw(loxo_bytecode::NONE), Arg::Raw(loxo_bytecode::NONE)],
            NullsafeResult::Null.encode(),
            flags,
        );
        let pc = self.f.pc() - 1;
        self.f.short_circuits.push(pc);
        match operand {
            Operand::Var(v) => Base::Var(v),
            operand => Base::Value(operand),
        }
    }

    /// The vectors of steps are used again and again.
    fn push_step(&mut self, lvalue: &mut Lvalue<'a>, step: Step<'a>) {
        if lvalue.steps.capacity() == 0
            && let Some(steps) = self.spare_steps.pop()
        {
            lvalue.steps = steps;
        }
        lvalue.steps.push(step);
    }

    pub(crate) fn recycle(&mut self, mut steps: Vec<Step<'a>>) {
        if steps.capacity() > 0 && self.spare_steps.len() < 8 {
            steps.clear();
            self.spare_steps.push(steps);
        }
    }

    /// What becomes of the member happens on the line of its name.
    pub(crate) fn member_name_here(&mut self, name: MemberName<'a>) -> CompileResult<Operand<'a>> {
        let line = self.line_at(member_offset(&name));
        let name = self.member_name(name)?;
        self.line = line;
        Ok(name)
    }

    pub(crate) fn member_name(&mut self, name: MemberName<'a>) -> CompileResult<Operand<'a>> {
        match name {
            MemberName::Ident(ident) => Ok(Operand::str(ident.name)),
            MemberName::Expr(e) => self.expr(e, None),
        }
    }

    // -------------------------------------------------------------------------------------------------------------------- classes

    /// Compiles what stands before `::` or behind `new`.
    pub(crate) fn class_operand(&mut self, class: ClassRef<'a>) -> CompileResult<ClassOp> {
        self.class_operand_ex(class, ClassFetch::Required, true)
    }

    /// `chain`: the class is part of a longer chain, so `?->` in it leads to the end of that.
    pub(crate) fn class_operand_ex(&mut self, class: ClassRef<'a>, mode: ClassFetch, chain: bool) -> CompileResult<ClassOp> {
        let e = match class {
            ClassRef::Name(name) => {
                return match relative_class_of(&name) {
                    Some(s) => self.relative_class_operand(s),
                    None => {
                        let resolved = self.class_name(&name)?;
                        Ok(self.class_const_operand(&resolved))
                    }
                };
            }
            ClassRef::Expr(e) => e,
        };
        let operand = if chain { self.chain_part(e, false)? } else { self.expr(e, None)? };
        if let Operand::K(v) = &operand {
            let ConstValue::Str(s) = v else { return self.fail("Illegal class name") };
            if let Some(word) = relative_class(s) {
                return self.relative_class_operand(word);
            }
            let name = s.strip_prefix(b"\\").unwrap_or(s);
            if relative_class(name).is_some() {
                return self.fail(format!("'\\{}' is an invalid class name", String::from_utf8_lossy(name)));
            }
            return Ok(self.class_const_operand(name));
        }
        let s = self.slot(operand);
        let tmp = self.put(OpCode::FetchClass, [Arg::Dst(None), Arg::Src(s), Arg::No], mode.encode(), 0);
        Ok(ClassOp { bits: ClassOperand::Slot(tmp).encode(), tmp: Some(tmp) })
    }

    pub(crate) fn class_const_operand(&mut self, name: &[u8]) -> ClassOp {
        let k = self.str_k(name);
        ClassOp { bits: ClassOperand::Name(k).encode(), tmp: None }
    }

    pub(crate) fn relative_class_operand(&mut self, s: RelativeClass) -> CompileResult<ClassOp> {
        if !self.const_expr {
            self.check_relative_class(s)?;
        }
        let operand = match s {
            RelativeClass::SelfClass => ClassOperand::SelfClass,
            RelativeClass::Parent => ClassOperand::Parent,
            RelativeClass::Static => ClassOperand::Static,
        };
        Ok(ClassOp { bits: operand.encode(), tmp: None })
    }

    /// `self`, `parent` and `static` need a class, where the compiler can tell.
    pub(crate) fn check_relative_class(&self, s: RelativeClass) -> CompileResult<()> {
        if !self.scope_known() {
            return Ok(());
        }
        let Some(class) = &self.class else {
            let word = match s {
                RelativeClass::SelfClass => "self",
                RelativeClass::Parent => "parent",
                RelativeClass::Static => "static",
            };
            return self.fail(format!("Cannot use \"{word}\" when no class scope is active"));
        };
        if s == RelativeClass::Parent && class.decl.parent.is_none() {
            return self.fail("Cannot use \"parent\" when current class scope has no parent");
        }
        Ok(())
    }

    pub(crate) fn scope_known(&self) -> bool {
        if self.f.closure {
            return false;
        }
        match &self.class {
            None => !self.f.out.name.is_empty(),
            Some(class) => !class.is_trait(),
        }
    }

    pub(crate) fn free_class(&mut self, class: ClassOp) {
        if let Some(tmp) = class.tmp {
            self.f.free(tmp);
        }
    }

    // --------------------------------------------------------------------------------------------------------------- lvalue register

    /// The container that the first step begins at.
    pub(crate) fn enter(&mut self, base: Base<'a>, flags: u8) -> CompileResult<Container> {
        Ok(match base {
            Base::Var(v) => Container::Var(v),
            Base::This => Container::Value(Slot { at: loxo_bytecode::THIS, used: false }),
            Base::Value(operand) => Container::Value(self.slot(operand)),
            Base::VarVar(name) => {
                let s = self.slot(name);
                self.put(OpCode::LvVarVar, [Arg::Src(s), Arg::No, Arg::No], 0, flags & !flag::REF);
                Container::Lv
            }
            Base::Global(name) => {
                let name = self.named(name);
                let (code, cache) = self.pick(&name, [OpCode::LvGlobal, OpCode::LvGlobalDyn]);
                self.put(code, [name.arg, Arg::No, Arg::No], cache, flags & !flag::REF);
                Container::Lv
            }
            Base::Static(class, name) => {
                let name = self.named(name);
                let (code, cache) = self.pick(&name, [OpCode::LvStaticProp, OpCode::LvStaticPropDyn]);
                self.put(code, [Arg::Raw(class.bits), name.arg, Arg::No], cache, flags);
                self.free_class(class);
                Container::Lv
            }
            Base::Globals => return self.fail("$GLOBALS can only be modified using the $GLOBALS[$name] = $value syntax"),
        })
    }

    /// One step of the lvalue register.
    pub(crate) fn step(&mut self, at: Container, step: Step<'a>, flags: u8) -> Container {
        match step {
            Step::Dim(key) => {
                let key = self.slot(key);
                match at {
                    Container::Var(v) => self.put(OpCode::LvDim, [Arg::Raw(v), Arg::Src(key), Arg::No], 0, flags),
                    Container::Value(s) => {
                        self.lv_value(s);
                        self.put(OpCode::LvLvDim, [Arg::No, Arg::Src(key), Arg::No], 0, flags)
                    }
                    Container::Lv => self.put(OpCode::LvLvDim, [Arg::No, Arg::Src(key), Arg::No], 0, flags),
                };
            }
            Step::Append => {
                match at {
                    Container::Var(v) => self.put(OpCode::LvDimAppend, [Arg::Raw(v), Arg::No, Arg::No], 0, flags),
                    Container::Value(s) => {
                        self.lv_value(s);
                        self.put(OpCode::LvLvDimAppend, [Arg::No, Arg::No, Arg::No], 0, flags)
                    }
                    Container::Lv => self.put(OpCode::LvLvDimAppend, [Arg::No, Arg::No, Arg::No], 0, flags),
                };
            }
            Step::Prop(name) => self.step_prop(at, name, flags),
        }
        Container::Lv
    }

    fn step_prop(&mut self, at: Container, name: Operand<'a>, flags: u8) {
        if let Operand::K(ConstValue::Str(name)) = name {
            let (k, cache) = (self.str_k(&name), self.f.cache());
            match self.object_slot(at) {
                Some(object) => self.put(OpCode::LvProp, [Arg::Src(object), Arg::Raw(k), Arg::No], cache, flags),
                None => self.put(OpCode::LvLvProp, [Arg::No, Arg::Raw(k), Arg::No], cache, flags),
            };
        } else {
            let name = self.slot(name);
            match self.object_slot(at) {
                Some(object) => self.put(OpCode::LvPropDyn, [Arg::Src(object), Arg::Src(name), Arg::No], 0, flags),
                None => self.put(OpCode::LvLvPropDyn, [Arg::No, Arg::Src(name), Arg::No], 0, flags),
            };
        }
    }

    /// The slot of the object that a property op works on, unless it is `lv`.
    pub(crate) fn object_slot(&self, at: Container) -> Option<Slot> {
        match at {
            Container::Var(at) => Some(Slot { at, used: false }),
            Container::Value(s) => Some(s),
            Container::Lv => None,
        }
    }

    /// `lv` = a value that is no variable.
    pub(crate) fn lv_value(&mut self, s: Slot) {
        let s = if s.at == loxo_bytecode::THIS { Slot { at: self.load_tmp(Operand::This, None), used: true } } else { s };
        self.put(OpCode::LvTmp, [Arg::Src(s), Arg::No, Arg::No], 0, 0);
    }

    /// Emits all steps of an lvalue; `lv` is its address afterwards.
    pub(crate) fn fetch_address(&mut self, lvalue: Lvalue<'a>, flags: u8, last_flags: u8) -> CompileResult<()> {
        let n = lvalue.steps.len();
        let mut at = self.enter(lvalue.base, if n == 0 { flags | last_flags } else { flags })?;
        let mut steps = lvalue.steps;
        for (i, step) in steps.drain(..).enumerate() {
            at = self.step(at, step, if i + 1 == n { flags | last_flags } else { flags });
        }
        self.recycle(steps);
        match at {
            Container::Var(v) => drop(self.put(OpCode::LvVar, [Arg::Raw(v), Arg::No, Arg::No], 0, flags & !flag::REF)),
            Container::Value(s) => self.lv_value(s),
            Container::Lv => {}
        }
        Ok(())
    }

    /// Emits all steps but the last, which is returned.
    pub(crate) fn fetch_container(&mut self, mut lvalue: Lvalue<'a>, flags: u8) -> CompileResult<(Container, Option<Step<'a>>)> {
        let last = lvalue.steps.pop();
        let mut at = self.enter(lvalue.base, flags)?;
        for step in lvalue.steps.drain(..) {
            at = self.step(at, step, flags);
        }
        self.recycle(lvalue.steps);
        Ok((at, last))
    }
}

/// Constant names of variables and properties are strings.
pub(crate) fn const_to_string(operand: Operand<'_>) -> Operand<'_> {
    match operand {
        Operand::K(v) => match v.to_bytes() {
            Some(s) => Operand::K(ConstValue::Str(s)),
            None => Operand::K(ConstValue::str(b"Array")),
        },
        operand => operand,
    }
}
