//! Functions: everything between the declaration and the finished code.

use loxo_bytecode::{Bytes, FnFlags, Function, OpCode, TypeMask, TypeSpec};
use loxo_syntax::ast::{AttributeGroup, FunctionDecl, Param, Stmt, Type};
use loxo_syntax::visit;

use crate::attributes::Target;
use crate::state::compiler::Compiler;
use crate::state::diagnostics::{CompileResult, text};
use crate::state::function_builder::{Arg, FunctionBuilder, FunctionKind, Operand};
use crate::state::names::lower;
use crate::types;

/// A function declaration of any kind, reduced to what compiling needs.
pub(crate) struct FnSource<'a> {
    pub kind: FunctionKind,
    pub name: Bytes,
    pub flags: FnFlags,
    pub params: &'a [Param<'a>],
    pub return_type: Option<Type<'a>>,
    /// Used when none is written.
    pub fallback_type: Option<TypeSpec>,
    pub by_ref: bool,
    pub body: Body<'a>,
    pub attrs: &'a [AttributeGroup<'a>],
    pub doc: Option<&'a [u8]>,
    pub start: u32,
    pub end: u32,
    pub uses: Vec<Captured<'a>>,
    pub hook: Option<(Bytes, bool)>,
    /// Set hooks without a list have a parameter `$value` of this type.
    pub implied_value: Option<Option<TypeSpec>>,
}

/// A variable that a closure captures.
pub(crate) struct Captured<'a> {
    pub name: &'a [u8],
    pub by_ref: bool,
    pub line: u32,
}

#[derive(Clone, Copy)]
pub(crate) enum Body<'a> {
    None,
    Stmts(&'a [Stmt<'a>]),
    /// Short hooks: the value to return, or to assign to the property.
    Get(loxo_syntax::ast::Expr<'a>),
    Set(loxo_syntax::ast::Expr<'a>),
}

impl<'a> Compiler<'a> {
    pub(crate) fn reserve_function(&mut self) -> u32 {
        self.unit.functions.push(Function::default());
        self.unit.functions.len() as u32 - 1
    }

    /// What a plain declaration, method or closure has in common.
    pub(crate) fn source_of(&self, decl: &'a FunctionDecl<'a>, kind: FunctionKind, name: Vec<u8>) -> FnSource<'a> {
        FnSource {
            kind,
            name: name.into(),
            flags: FnFlags::PUBLIC,
            params: decl.params,
            return_type: decl.return_type,
            fallback_type: None,
            by_ref: decl.by_ref,
            body: decl.body.map_or(Body::None, Body::Stmts),
            attrs: decl.attrs,
            doc: decl.doc,
            start: decl.span.lo,
            end: decl.end,
            uses: Vec::new(),
            hook: None,
            implied_value: None,
        }
    }

    /// Compiles a function under its reserved index.
    pub(crate) fn compile_function(&mut self, index: u32, source: FnSource<'a>) -> CompileResult<()> {
        self.check_depth()?;
        let line = self.line_at(source.start);
        let generator = matches!(source.body, Body::Stmts(stmts) if visit::has_yield(stmts));
        let closure = matches!(source.kind, FunctionKind::Closure | FunctionKind::Arrow);
        // As in PHP, the parameters of a closure are at the line of the last variable that it captures.
        self.line = source.uses.last().map_or(line, |used| used.line);
        let is_static = source.flags.has(FnFlags::STATIC);
        let this_ok = match source.kind {
            FunctionKind::Method | FunctionKind::Hook => !is_static,
            // A closure that uses `$this` keeps it. One around it may have been unbound.
            FunctionKind::Closure | FunctionKind::Arrow => !is_static && self.f.this_ok && !self.f.closure,
            _ => false,
        };
        let mut f = FunctionBuilder {
            kind: source.kind,
            this_ok,
            closure,
            generator,
            by_ref: source.by_ref,
            is_static,
            ..FunctionBuilder::default()
        };
        f.hook.clone_from(&source.hook);
        f.out.name.clone_from(&source.name);
        f.out.flags = source.flags;
        f.out.start_line = line;
        f.out.doc = source.doc.map(Into::into);
        if self.strict_types {
            f.out.flags.set(FnFlags::STRICT_TYPES);
        }
        if generator {
            f.out.flags.set(FnFlags::GENERATOR);
        }
        if source.by_ref {
            f.out.flags.set(FnFlags::RETURNS_REF);
        }
        f.equip(self.spare_buffers.pop().unwrap_or_default());
        let outer = std::mem::replace(&mut self.f, f);
        // Free-standing functions see nothing of the class they stand in.
        let class = if source.kind == FunctionKind::Function { self.class.take() } else { None };
        let property = self.property.take();
        let result = self.function_inside(&source);
        let done = std::mem::replace(&mut self.f, outer);
        self.property = property;
        if source.kind == FunctionKind::Function {
            self.class = class;
        }
        result?;
        let (mut function, buffers) = done.finish();
        self.spare_buffers.push(buffers);
        if function.flags.has(FnFlags::ABSTRACT) {
            function.code.clear();
            function.live.clear();
            function.lines.clear();
            function.tries.clear();
        }
        self.f.out.nested.push(index);
        self.unit.functions[index as usize] = function;
        Ok(())
    }

    fn function_inside(&mut self, source: &FnSource<'a>) -> CompileResult<()> {
        let target = if matches!(source.kind, FunctionKind::Method | FunctionKind::Hook) { Target::METHOD } else { Target::FUNCTION };
        self.f.out.attributes = self.attributes(source.attrs, target, None)?;
        let flags = self.attribute_flags();
        self.f.out.flags.set(flags);
        self.return_type(source)?;
        self.parameters(source)?;
        if self.f.generator {
            self.check_generator()?;
            self.op(OpCode::GeneratorCreate);
        }
        match source.body {
            Body::None => {}
            Body::Stmts(stmts) if source.kind == FunctionKind::Arrow => self.arrow_body(stmts)?,
            Body::Stmts(stmts) => self.stmts(stmts)?,
            Body::Get(e) => self.return_stmt(Some(e))?,
            Body::Set(e) => self.short_set(e)?,
        }
        if source.kind == FunctionKind::Method {
            self.line = self.f.out.start_line;
            self.check_magic_method()?;
        }
        self.line = self.line_at(source.end);
        self.f.out.end_line = self.line;
        self.final_return();
        self.resolve_gotos()
    }

    /// `fn() => e` returns `e`, unless it promises never to.
    fn arrow_body(&mut self, stmts: &'a [Stmt<'a>]) -> CompileResult<()> {
        let never = self.f.ret_type.as_ref().is_some_and(|t| t.mask.has(TypeMask::NEVER));
        if let ([Stmt { kind: loxo_syntax::ast::StmtKind::Return(Some(e)), .. }], true) = (stmts, never) {
            return self.expr_stmt(*e);
        }
        self.stmts(stmts)
    }

    fn return_type(&mut self, source: &FnSource<'a>) -> CompileResult<()> {
        let ty = match &source.return_type {
            Some(ty) => Some(self.type_spec(ty)?),
            None => source.fallback_type.clone(),
        };
        let Some(ty) = ty else { return Ok(()) };
        if ty.mask.has(TypeMask::VOID) && self.f.by_ref {
            let name = self.declared_name();
            self.note(
                crate::state::diagnostics::Level::Deprecated,
                format!("{name}(): Returning by reference from a void function is deprecated"),
            );
        }
        self.f.out.flags.set(FnFlags::TYPED_RETURN);
        self.f.out.return_type = Some(ty.clone());
        self.f.ret_type = Some(ty);
        Ok(())
    }

    /// The function's name as messages show it.
    pub(crate) fn display_name(&self) -> String {
        let name = text(&self.f.out.name);
        match (&self.class, self.f.kind) {
            (Some(class), FunctionKind::Method | FunctionKind::Hook) => format!("{}::{name}", text(&class.decl.name)),
            _ => name.into_owned(),
        }
    }

    /// The same in messages about the declaration: PHP's text breaks off at the NUL byte in the name of an anonymous class.
    pub(crate) fn declared_name(&self) -> String {
        match (&self.class, self.f.kind) {
            (Some(class), FunctionKind::Method | FunctionKind::Hook) if class.decl.name.contains(&0) => text(&class.decl.name).into_owned(),
            _ => self.display_name(),
        }
    }

    fn function_word(&self) -> &'static str {
        if self.class.is_some() { "method" } else { "function" }
    }

    /// Type check of a returned value. Gives the operand to return.
    pub(crate) fn check_return(&mut self, operand: Operand<'a>, written: bool) -> CompileResult<Operand<'a>> {
        let Some(ty) = &self.f.ret_type else { return Ok(operand) };
        let what = self.function_word();
        if ty.mask.has(TypeMask::VOID) {
            return match (written, &operand) {
                (false, _) => Ok(operand),
                (true, Operand::K(crate::state::const_value::ConstValue::Null)) => {
                    self.fail(format!("A void {what} must not return a value (did you mean \"return;\" instead of \"return null;\"?)"))
                }
                _ => self.fail(format!("A void {what} must not return a value")),
            };
        }
        if ty.mask.has(TypeMask::NEVER) {
            return self.fail(format!("A never-returning {what} must not return"));
        }
        if !written {
            return if ty.mask.has(TypeMask::NULL) {
                self.fail(format!("A {what} with return type must return a value (did you mean \"return null;\" instead of \"return;\"?)"))
            } else {
                self.fail(format!("A {what} with return type must return a value"))
            };
        }
        if ty.mask.has(TypeMask::MIXED) || operand.as_const().is_some_and(|v| types::admits(ty, v)) || self.returns_own_this(&operand) {
            return Ok(operand);
        }
        let operand = match operand {
            operand @ (Operand::Var(_) | Operand::Tmp(_)) => operand,
            operand => Operand::Tmp(self.load_tmp(operand, None)),
        };
        let slot = self.keep(&operand).at;
        self.put(OpCode::CheckReturn, [Arg::Raw(slot), Arg::No, Arg::No], 0, 0);
        Ok(operand)
    }

    /// `return $this` where the type says `static`, `self` or the class itself.
    fn returns_own_this(&self, operand: &Operand<'a>) -> bool {
        let (Operand::This, true, Some(ty), Some(class)) = (operand, self.f.this_ok, &self.f.ret_type, &self.class) else { return false };
        let own = |name: &[u8]| name.eq_ignore_ascii_case(b"self") || (!class.is_trait() && name.eq_ignore_ascii_case(&class.decl.name));
        !self.f.closure && (ty.mask.has(TypeMask::STATIC) || ty.classes.iter().any(|g| matches!(&**g, [name] if own(name))))
    }

    /// The return at the very end.
    pub(crate) fn final_return(&mut self) {
        if !self.f.reachable() {
            return;
        }
        if !self.f.generator
            && let Some(ty) = &self.f.ret_type
            && !ty.mask.has(TypeMask::VOID)
        {
            self.op(OpCode::CheckReturnVoidMissing);
        }
        let by_ref = self.f.by_ref && !self.f.generator;
        self.emit_return(Operand::null(), by_ref, loxo_bytecode::flag::NOT_A_VAR);
    }

    /// At the head of a generator and at each `yield`.
    pub(crate) fn check_generator(&mut self) -> CompileResult<()> {
        if self.f.kind == FunctionKind::Main || self.f.out.name.is_empty() {
            return self.fail("The \"yield\" expression can only be used inside a function");
        }
        let Some(ty) = &self.f.ret_type else { return Ok(()) };
        let fits = |name: &[u8]| [b"traversable".as_slice(), b"iterator", b"generator"].contains(&&*lower(name));
        if ty.mask.has(TypeMask::OBJECT) || ty.classes.iter().any(|group| matches!(&**group, [name] if fits(name))) {
            return Ok(());
        }
        let message = format!("Generator return type must be a supertype of Generator, {} given", text(&ty.text));
        self.fail(message)
    }

    // ----------------------------------------------------------------------------------------------------- declared in a block

    pub(crate) fn nested_function(&mut self, decl: &'a FunctionDecl<'a>) -> CompileResult<()> {
        let index = self.reserve_function();
        let name = self.declared_function_name(decl)?;
        self.put(OpCode::DeclareFn, [Arg::Raw(index), Arg::No, Arg::No], 0, 0);
        let source = self.source_of(decl, FunctionKind::Function, name);
        self.compile_function(index, source)
    }

    /// The checks that a function declaration's name must pass; its full name.
    pub(crate) fn declared_function_name(&mut self, decl: &'a FunctionDecl<'a>) -> CompileResult<Vec<u8>> {
        let name = self.with_namespace(decl.name.name);
        let lc = lower(&name);
        if let Some(import) = self.names.functions.get(decl.name.name)
            && !import.eq_ignore_ascii_case(&lc)
        {
            return self.fail(format!("Cannot redeclare function {}() (previously declared as local import)", text(&name)));
        }
        if &*lc == b"__autoload" {
            return self.fail("__autoload() is no longer supported, use spl_autoload_register() instead");
        }
        if decl.name.name.eq_ignore_ascii_case(b"assert") {
            return self.fail("Defining a custom assert() function is not allowed, as the function has special semantics");
        }
        self.names.seen_functions.insert(lc.into());
        Ok(name.into_owned())
    }
}
