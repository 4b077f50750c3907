//! Parameters are declared and checked here, and received by the prologue of their function.

use loxo_bytecode::{FnFlags, Init, OpCode, Param as ParamDecl, TypeMask, TypeSpec};
use loxo_syntax::ast::{Param, is_auto_global};

use crate::attributes::Target;
use crate::function::{Captured, FnSource};
use crate::state::compiler::Compiler;
use crate::state::const_value::ConstValue;
use crate::state::diagnostics::{CompileResult, Level, text};
use crate::state::function_builder::{Arg, Operand, Slot};
use crate::types::admits;

pub(crate) fn is_promoted(param: &Param<'_>) -> bool {
    !param.modifiers.is_empty() || param.hooks.is_some()
}

/// A parameter as the prologue receives it.
struct Received<'a> {
    var: u32,
    param: &'a Param<'a>,
    ty: Option<TypeSpec>,
    default: Init,
    line: u32,
}

impl<'a> Compiler<'a> {
    pub(crate) fn parameters(&mut self, source: &FnSource<'a>) -> CompileResult<()> {
        let params = source.params;
        // All parameters are locals before anything else can become one.
        let last_required = params.iter().rposition(|p| p.default.is_none() && !p.variadic);
        let mut received = Vec::with_capacity(params.len());
        for (i, param) in params.iter().enumerate() {
            received.push(self.parameter(i, param, last_required.map(|l| (l, params[l].var.name)))?);
        }
        self.receive_all(&received)?;
        if let Some(ty) = &source.implied_value {
            self.implied_value(ty.clone());
        }
        for &Captured { name, by_ref, line } in &source.uses {
            if self.f.find_local(name).is_some() {
                return self.fail(format!("Cannot use lexical variable ${} as a parameter name", text(name)));
            }
            self.line = line;
            self.f.local(name);
            self.f.static_names.insert(name, u32::MAX);
            self.f.out.uses.push(by_ref);
        }
        for param in params.iter().filter(|p| is_promoted(p)) {
            self.promote(param);
        }
        Ok(())
    }

    fn parameter(&mut self, i: usize, param: &'a Param<'a>, last_required: Option<(usize, &'a [u8])>) -> CompileResult<Received<'a>> {
        let name = param.var.name;
        if is_auto_global(name) {
            return self.fail(format!("Cannot re-assign auto-global variable {}", text(name)));
        }
        let var = self.f.local(name);
        if var as usize != i {
            return self.fail(format!("Redefinition of parameter ${}", text(name)));
        }
        if name == b"this" {
            return self.fail("Cannot use $this as parameter");
        }
        if self.f.out.flags.has(FnFlags::VARIADIC) {
            return self.fail("Only the last parameter can be variadic");
        }
        if param.variadic {
            self.f.out.flags.set(FnFlags::VARIADIC);
            if param.default.is_some() {
                return self.fail("Variadic parameter cannot have a default value");
            }
        }
        let mut default = self.parameter_default(param)?;
        if default == Init::None && !param.variadic {
            self.f.out.required = i as u32 + 1;
        }
        let promoted = is_promoted(param);
        let attributes = self.attributes(param.attrs, Target::PARAMETER, promoted.then_some(Target::PROPERTY))?;
        let mut implicit_null = false;
        let ty = self.parameter_type(param, promoted, &mut default, &mut implicit_null)?;
        let mut dropped = false;
        if let (Some((last, required)), true) = (last_required, default != Init::None)
            && i < last
        {
            if !implicit_null {
                let (function, name, required) = (self.declared_name(), text(name), text(required));
                self.note(
                    Level::Deprecated,
                    format!(
                        "{function}(): Optional parameter ${name} declared before required parameter ${required} \
                         is implicitly treated as a required parameter"
                    ),
                );
            }
            default = Init::None;
            dropped = true;
        }
        if param.by_ref {
            self.f.out.flags.set(FnFlags::REF_PARAMS);
        }
        if !attributes.is_empty() {
            self.f.out.flags.set(FnFlags::PARAM_ATTRIBUTES);
        }
        let received =
            Received { var, param, ty: ty.clone(), default: if dropped { Init::None } else { default.clone() }, line: self.line };
        let default_text = if default == Init::None { None } else { param.default.map(|e| self.default_text(e)) };
        self.f.out.params.push(ParamDecl {
            name: name.into(),
            ty: ty.clone(),
            by_ref: param.by_ref,
            variadic: param.variadic,
            promoted,
            default,
            default_text,
            attributes,
        });
        if promoted {
            self.declare_promoted(param, ty)?;
        }
        Ok(received)
    }

    fn parameter_default(&mut self, param: &'a Param<'a>) -> CompileResult<Init> {
        let Some(e) = param.default else { return Ok(Init::None) };
        // Names of constants are kept for reflection, so they are not looked up here.
        let outer = std::mem::replace(&mut self.no_const_subst, true);
        let result = self.init(e, true);
        self.no_const_subst = outer;
        result
    }

    fn parameter_type(
        &mut self,
        param: &'a Param<'a>,
        promoted: bool,
        default: &mut Init,
        implicit_null: &mut bool,
    ) -> CompileResult<Option<TypeSpec>> {
        let Some(ty) = &param.ty else { return Ok(None) };
        let name = text(param.var.name);
        let null_default = matches!(default, Init::Const(loxo_bytecode::Const::Null));
        let force = null_default && !promoted;
        let spec = self.type_spec_ex(ty, force, implicit_null)?;
        if *implicit_null {
            let function = self.declared_name();
            self.note(
                Level::Deprecated,
                format!(
                    "{function}(): Implicitly marking parameter ${name} as nullable is deprecated, \
                     the explicit nullable type must be used instead"
                ),
            );
        }
        if spec.mask.has(TypeMask::VOID) {
            return self.fail("void cannot be used as a parameter type");
        }
        if spec.mask.has(TypeMask::NEVER) {
            return self.fail("never cannot be used as a parameter type");
        }
        if let Init::Const(c) = default
            && !force
        {
            let v: ConstValue<'_> = ConstValue::from_const(c);
            if !admits(&spec, &v) {
                match v {
                    ConstValue::Int(i) if spec.mask.has(TypeMask::FLOAT) => *default = Init::Const(loxo_bytecode::Const::Float(i as f64)),
                    v => {
                        return self.fail(format!(
                            "Cannot use {} as default value for parameter ${name} of type {}",
                            v.type_name(),
                            text(&spec.text)
                        ));
                    }
                }
            }
        }
        Ok(Some(spec))
    }

    /// The code that runs when the function is entered: constant defaults first, which calls may set without it.
    fn receive_all(&mut self, params: &[Received<'a>]) -> CompileResult<()> {
        let line = self.line;
        for received in params {
            if let (Init::Const(c), false) = (&received.default, received.param.variadic) {
                self.line = received.line;
                let k = self.f.k(ConstValue::from_const(c));
                self.put(OpCode::DefaultK, [Arg::Raw(received.var), Arg::Raw(k), Arg::No], 0, 0);
            }
        }
        for (i, received) in params.iter().enumerate() {
            self.line = received.line;
            self.receive(i as u32, received)?;
        }
        self.line = line;
        Ok(())
    }

    fn receive(&mut self, i: u32, received: &Received<'a>) -> CompileResult<()> {
        let var = received.var;
        if received.param.variadic {
            self.put(OpCode::CollectVariadic, [Arg::Raw(var), Arg::Raw(i), Arg::No], 0, 0);
            return Ok(());
        }
        if let (Init::Thunk(_), Some(e)) = (&received.default, received.param.default) {
            let passed = self.f.label();
            self.put(OpCode::JumpIfPassed, [Arg::Raw(var), Arg::No, Arg::Raw(passed.0)], 0, 0);
            let const_expr = std::mem::replace(&mut self.const_expr, true);
            let first = self.f.lines.len();
            let operand = self.expr(e, None);
            self.const_expr = const_expr;
            let operand = operand?;
            self.store_var(var, operand, crate::assign::Use::No);
            self.f.bind(passed);
            self.line = received.line;
            if self.class.is_none() {
                self.one_line(first);
            }
        }
        if received.ty.as_ref().is_some_and(|t| !t.mask.has(TypeMask::MIXED)) {
            self.put(OpCode::CheckParam, [Arg::Raw(var), Arg::Raw(i), Arg::No], 0, 0);
        }
        Ok(())
    }

    /// `$value` of a set hook without a parameter list.
    fn implied_value(&mut self, ty: Option<TypeSpec>) {
        let var = self.f.local(b"value");
        self.f.out.required = 1;
        if ty.as_ref().is_some_and(|t| !t.mask.has(TypeMask::MIXED)) {
            self.put(OpCode::CheckParam, [Arg::Raw(var), Arg::Raw(0), Arg::No], 0, 0);
        }
        self.f.out.params.push(ParamDecl {
            name: b"value".as_slice().into(),
            ty,
            by_ref: false,
            variadic: false,
            promoted: false,
            default: Init::None,
            default_text: None,
            attributes: Vec::new(),
        });
    }

    fn promote(&mut self, param: &Param<'a>) {
        let var = self.f.local(param.var.name);
        if param.by_ref {
            let t = self.put(OpCode::MakeRef, [Arg::Dst(None), Arg::Raw(var), Arg::No], 0, 0);
            let name = self.slot(Operand::str(param.var.name));
            let this = Slot { at: loxo_bytecode::THIS, used: false };
            let src = Slot { at: t, used: true };
            self.put(OpCode::BindRefProp, [Arg::Src(this), Arg::Src(name), Arg::Src(src)], 0, 0);
            return;
        }
        let (k, cache) = (self.str_k(param.var.name), self.f.cache());
        self.put(OpCode::PromoteParam, [Arg::Raw(var), Arg::Raw(k), Arg::No], cache, 0);
    }
}
