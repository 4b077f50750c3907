//! Property hooks, and calls of a parent's hook.

use loxo_bytecode::{FnFlags, MemberFlags, OpCode, PropDecl, TypeMask, TypeSpec};
use loxo_syntax::ast::{Args, ClassRef, Expr, ExprKind, HookBody, MemberName, Modifiers, PropertyHook, Type, member_offset};

use crate::call::ResultUse;
use crate::function::{Body, FnSource};
use crate::state::compiler::Compiler;
use crate::state::diagnostics::{CompileResult, text};
use crate::state::function_builder::{Arg, Dest, FunctionKind, Operand, Slot};
use crate::state::names::{RelativeClass, relative_class_of};
use crate::types::plain;

impl<'a> Compiler<'a> {
    pub(crate) fn hooks(&mut self, decl: &mut PropDecl, hooks: &'a [PropertyHook<'a>], ty: Option<&Type<'a>>) -> CompileResult<()> {
        if decl.flags.has(MemberFlags::READONLY) {
            return self.fail("Hooked properties cannot be readonly");
        }
        if hooks.is_empty() {
            return self.fail("Property hook list must not be empty");
        }
        for hook in hooks {
            self.hook(decl, hook, ty)?;
        }
        self.verify_hooked(decl)
    }

    fn hook(&mut self, decl: &mut PropDecl, hook: &'a PropertyHook<'a>, ty: Option<&Type<'a>>) -> CompileResult<()> {
        self.at(hook.span);
        let class = text(&self.cx()?.decl.name).into_owned();
        let name = text(hook.name.name);
        let property = text(&decl.name).into_owned();
        let mut flags = if decl.flags.has(MemberFlags::PRIVATE) { FnFlags::PRIVATE } else { FnFlags::PUBLIC };
        flags.set(FnFlags::HOOK);
        if hook.modifiers.has(Modifiers::FINAL) {
            flags.set(FnFlags::FINAL);
        }
        self.check_hook(decl, hook, &mut flags)?;
        let is_set = match &*hook.name.name.to_ascii_lowercase() {
            b"get" => false,
            b"set" => true,
            _ => {
                return self.fail(format!("Unknown hook \"{name}\" for property {class}::${property}, expected \"get\" or \"set\""));
            }
        };
        if flags.has(FnFlags::ABSTRACT) {
            let cx = self.cx()?;
            cx.implicitly_abstract = true;
            cx.abstracts.push(format!("${property}::{name}"));
        }
        let body = match hook.body {
            HookBody::Abstract => Body::None,
            HookBody::Short(e) if is_set => Body::Set(e),
            HookBody::Short(e) => Body::Get(e),
            HookBody::Block(stmts) => Body::Stmts(stmts),
        };
        let mut source = FnSource {
            kind: FunctionKind::Hook,
            name: format!("${property}::{name}").into_bytes().into(),
            flags,
            params: &[],
            return_type: None,
            fallback_type: None,
            by_ref: hook.by_ref,
            body,
            attrs: hook.attrs,
            doc: hook.doc,
            start: hook.span.lo,
            end: hook.end,
            uses: Vec::new(),
            hook: Some((decl.name.clone(), is_set)),
            implied_value: None,
        };
        if is_set {
            self.set_hook_params(&mut source, decl, hook, ty)?;
        } else {
            if hook.params.is_some() {
                return self.fail(format!("get hook of property {class}::${property} must not have a parameter list"));
            }
            source.fallback_type.clone_from(&decl.ty);
        }
        let index = self.reserve_function();
        self.compile_function(index, source)?;
        if is_set && let Some(param) = self.unit.functions[index as usize].params.first() {
            let value = text(&param.name).into_owned();
            if clearly_narrower(param.ty.as_ref(), decl.ty.as_ref()) {
                return self
                    .fail(format!("Type of parameter ${value} of hook {class}::${property}::set must be compatible with property type"));
            }
        }
        let lvalue = if is_set { &mut decl.set } else { &mut decl.get };
        if lvalue.replace(index).is_some() {
            return self.fail(format!("Cannot redeclare property hook \"{name}\""));
        }
        Ok(())
    }

    fn check_hook(&mut self, decl: &PropDecl, hook: &PropertyHook<'a>, flags: &mut FnFlags) -> CompileResult<()> {
        let has_body = !matches!(hook.body, HookBody::Abstract);
        if decl.flags.has(MemberFlags::STATIC) {
            return self.fail("Cannot declare hooks for static property");
        }
        if flags.has(FnFlags::FINAL.with(FnFlags::PRIVATE)) {
            return self.fail("Property hook cannot be both final and private");
        }
        if self.cx()?.is_interface() || (decl.flags.has(MemberFlags::ABSTRACT) && !has_body) {
            flags.set(FnFlags::ABSTRACT);
            if has_body {
                return self.fail("Abstract property hook cannot have body");
            }
            if flags.has(FnFlags::PRIVATE) {
                return self.fail("Property hook cannot be both abstract and private");
            }
            if flags.has(FnFlags::FINAL) {
                return self.fail("Property hook cannot be both abstract and final");
            }
        } else if !has_body {
            return self.fail("Non-abstract property hook must have a body");
        }
        Ok(())
    }

    fn set_hook_params(
        &mut self,
        source: &mut FnSource<'a>,
        decl: &PropDecl,
        hook: &'a PropertyHook<'a>,
        ty: Option<&Type<'a>>,
    ) -> CompileResult<()> {
        source.fallback_type = Some(plain(TypeMask::VOID));
        let Some(params) = hook.params else {
            source.implied_value = Some(decl.ty.clone());
            return Ok(());
        };
        let class = text(&self.cx()?.decl.name).into_owned();
        let (name, property) = (text(hook.name.name), text(&decl.name));
        let [param] = params else {
            return self.fail(format!("{name} hook of property {class}::${property} must accept exactly one parameters"));
        };
        let value = text(param.var.name);
        let fail = |what: &str| self.fail(format!("Parameter ${value} of {name} hook {class}::${property} must not {what}"));
        if param.by_ref {
            return fail("be pass-by-reference");
        }
        if param.variadic {
            return fail("be variadic");
        }
        if param.default.is_some() {
            return fail("have a default value");
        }
        if ty.is_some() != param.ty.is_some() {
            return self
                .fail(format!("Type of parameter ${value} of hook {class}::${property}::set must be compatible with property type"));
        }
        source.params = params;
        Ok(())
    }

    fn verify_hooked(&mut self, decl: &PropDecl) -> CompileResult<()> {
        if self.cx()?.decl.parent.is_some() {
            return Ok(());
        }
        let hooks: Vec<u32> = decl.get.iter().chain(&decl.set).copied().collect();
        let is_abstract = |i: u32| self.unit.functions[i as usize].flags.has(FnFlags::ABSTRACT);
        let no_abstract_hook = decl.flags.has(MemberFlags::ABSTRACT) && !hooks.into_iter().any(is_abstract);
        let class = text(&self.cx()?.decl.name).into_owned();
        let name = text(&decl.name);
        let is_virtual = decl.flags.has(MemberFlags::VIRTUAL);
        if is_virtual && decl.default != loxo_bytecode::Init::None {
            return self.fail(format!("Cannot specify default value for virtual hooked property {class}::${name}"));
        }
        let by_ref = |i: Option<u32>, c: &Self| i.is_some_and(|i| c.unit.functions[i as usize].flags.has(FnFlags::RETURNS_REF));
        if !is_virtual && decl.set.is_some() && by_ref(decl.get, self) {
            return self.fail(format!("Get hook of backed property {class}::{name} with set hook may not return by reference"));
        }
        if no_abstract_hook {
            return self.fail(format!("Abstract property {class}::${name} must specify at least one abstract hook"));
        }
        let set_flags = crate::members::SET_VISIBILITY;
        if decl.flags.any(set_flags) && is_virtual && (decl.get.is_none() || decl.set.is_none()) {
            let word = if decl.get.is_none() { "Write" } else { "Read" };
            return self.fail(format!("{word}-only virtual property {class}::${name} must not specify asymmetric visibility"));
        }
        Ok(())
    }

    /// `set => e` assigns `e` to the backing store.
    pub(crate) fn short_set(&mut self, e: Expr<'a>) -> CompileResult<()> {
        let Some((name, _)) = self.f.hook.clone() else { return Ok(()) };
        self.this();
        let operand = self.expr(e, None)?;
        let src = self.slot(operand);
        let (k, caches) = (self.str_k(&name), self.f.caches_of_write());
        let this = Slot { at: loxo_bytecode::THIS, used: false };
        self.put(OpCode::AssignProp, [Arg::Src(this), Arg::Raw(k), Arg::Src(src)], caches, 0);
        Ok(())
    }

    /// `parent::$x::get()`
    pub(crate) fn call_parent_hook(
        &mut self,
        class: ClassRef<'a>,
        name: MemberName<'a>,
        args: Args<'a>,
        result_use: ResultUse,
        dest: Dest,
    ) -> CompileResult<Option<Operand<'a>>> {
        let (ClassRef::Expr(e), MemberName::Ident(method)) = (class, name) else { return Ok(None) };
        let ExprKind::StaticProperty { class: ClassRef::Name(parent), name: MemberName::Ident(property) } = *e.kind else {
            return Ok(None);
        };
        let is_set = method.name.eq_ignore_ascii_case(b"set");
        if relative_class_of(&parent) != Some(RelativeClass::Parent) || !(is_set || method.name.eq_ignore_ascii_case(b"get")) {
            return Ok(None);
        }
        if self.class.is_none() {
            return self.fail("Cannot use \"parent\" when no class scope is active");
        }
        if matches!(args, Args::Ellipsis { .. }) {
            return self.fail("Cannot create Closure for parent property hook call");
        }
        let (shown, hook) = (text(property.name), text(method.name));
        let Some((own, own_set)) = self.f.hook.clone() else {
            return self.fail(format!("Must not use parent::${shown}::{hook}() outside a property hook"));
        };
        if *own != *property.name {
            return self.fail(format!("Must not use parent::${shown}::{hook}() in a different property (${})", text(&own)));
        }
        if own_set != is_set {
            let own = if own_set { "set" } else { "get" };
            return self.fail(format!("Must not use parent::${shown}::{hook}() in a different property hook ({own})"));
        }
        let line = self.line_at(member_offset(&name));
        let mut started = self.window_for(args, line);
        let k = self.str_k(property.name);
        self.start(&mut started, OpCode::InitParentHook, Arg::Raw(k), Arg::Raw(u32::from(is_set)), 0);
        Ok(Some(self.args_and_call(started, args, result_use, dest)?))
    }
}

/// The parameter refuses what the property can hold, as far as builtin types tell; classes are compared when the class is linked.
fn clearly_narrower(param: Option<&TypeSpec>, property: Option<&TypeSpec>) -> bool {
    let (Some(param), Some(property)) = (param, property) else { return false };
    let missing = property.mask.without(param.mask).without(TypeMask::ITERABLE).without(TypeMask::CALLABLE);
    let by_class = param.mask.has(TypeMask::OBJECT) || !param.classes.is_empty();
    !(missing.is_empty() || (missing == TypeMask::STATIC && by_class))
}
