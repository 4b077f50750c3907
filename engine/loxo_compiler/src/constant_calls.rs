//! Calls of functions that do nothing but give a literal: the literal takes the call's place, as with opcache. Only where the callee is
//! certain: functions and classes that the file declares unconditionally, and methods that `self::` names inside of their class.

use loxo_bytecode::OpCode;
use loxo_syntax::ast::{Args, ClassDecl, ClassKind, ClassRef, Expr, ExprKind, MemberKind, MemberName, Modifiers, strip};

use crate::call::{ResultUse, needs_list};
use crate::state::compiler::Compiler;
use crate::state::constant_fn::{ConstantFn, literal};
use crate::state::diagnostics::CompileResult;
use crate::state::function_builder::{Arg, FunctionKind, Operand, Slot};
use crate::state::names::{RelativeClass, lower, relative_class_of};

/// Its value can be left out, but for the warning that a variable is not set.
fn is_simple(e: Expr<'_>) -> bool {
    match *strip(e).kind {
        ExprKind::Variable(name) => name != b"this",
        _ => literal(e).is_some(),
    }
}

/// The name that methods are found by.
fn key(class: &[u8], method: &[u8]) -> Vec<u8> {
    [&lower(class)[..], b"::", &lower(method)].concat()
}

impl<'a> Compiler<'a> {
    /// Remembers static methods of a class named `name` that only give a literal. `is_certain`: the name means this class wherever the file's
    /// code runs.
    pub(crate) fn note_constant_methods(&mut self, name: &[u8], decl: &ClassDecl<'a>, is_certain: bool) {
        if decl.kind != ClassKind::Class {
            return;
        }
        let depends = decl.extends.is_some()
            || !decl.implements.is_empty()
            || decl.members.iter().any(|member| matches!(member.kind, MemberKind::TraitUse { .. }));
        for member in decl.members {
            let MemberKind::Method { modifiers, func } = member.kind else { continue };
            if !modifiers.has(Modifiers::STATIC) || modifiers.any(Modifiers::ABSTRACT) {
                continue;
            }
            let is_public = !modifiers.any(Modifiers::PRIVATE.with(Modifiers::PROTECTED));
            if let Some(constant) = ConstantFn::of(func) {
                let outside = is_certain && !depends && is_public && decl.attrs.is_empty();
                self.constant_fns.insert(key(name, func.name.name).into(), ConstantFn { outside, ..constant });
            }
        }
    }

    /// The call of function `lc`, if it comes to a literal.
    pub(crate) fn constant_call(&mut self, lc: &[u8], args: Args<'a>, result_use: ResultUse) -> CompileResult<Option<Operand<'a>>> {
        match self.constant_fns.get(lc) {
            Some(constant) => self.constant_result(constant.clone(), args, result_use),
            None => Ok(None),
        }
    }

    /// The call of `class::name`, if it comes to a literal.
    pub(crate) fn constant_static_call(
        &mut self,
        class: ClassRef<'a>,
        name: MemberName<'a>,
        args: Args<'a>,
        result_use: ResultUse,
    ) -> CompileResult<Option<Operand<'a>>> {
        let (ClassRef::Name(class), MemberName::Ident(method)) = (class, name) else { return Ok(None) };
        let found = match relative_class_of(&class) {
            // A closure may be bound to another class.
            Some(RelativeClass::SelfClass) if self.f.kind == FunctionKind::Method => {
                let own = self.class.as_ref().filter(|own| !own.is_trait());
                own.and_then(|own| self.constant_fns.get(&*key(&own.decl.name, method.name)))
            }
            Some(_) => None,
            None => {
                let resolved = self.class_name(&class)?;
                self.constant_fns.get(&*key(&resolved, method.name)).filter(|constant| constant.outside)
            }
        };
        match found.cloned() {
            Some(constant) => self.constant_result(constant, args, result_use),
            None => Ok(None),
        }
    }

    fn constant_result(&mut self, constant: ConstantFn<'a>, args: Args<'a>, result_use: ResultUse) -> CompileResult<Option<Operand<'a>>> {
        let Args::List { args, .. } = args else { return Ok(None) };
        // Ticks count the statement that is left out.
        let fits = self.ticks == 0
            && !self.opts.keep_calls
            && !needs_list(args)
            && args.len() >= constant.required
            && args.iter().all(|arg| is_simple(arg.value));
        if !fits || !matches!(result_use, ResultUse::Value | ResultUse::Discard) {
            return Ok(None);
        }
        for arg in args {
            if let Operand::Var(var) = self.expr(arg.value, None)? {
                let copy = self.put(OpCode::Copy, [Arg::Dst(None), Arg::Src(Slot { at: var, used: false }), Arg::No], 0, 0);
                self.discard(Operand::Tmp(copy));
            }
        }
        Ok(Some(if result_use == ResultUse::Discard { Operand::null() } else { Operand::K(constant.value) }))
    }
}
