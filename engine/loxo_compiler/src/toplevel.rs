//! The file itself: namespaces, declarations that are bound before the code runs, the main function.

use loxo_bytecode::{FnFlags, OpCode, Unit};
use loxo_syntax::Parsed;
use loxo_syntax::ast::{AttributeGroup, ConstItem, FunctionDecl, Name, Stmt, StmtKind};

use crate::attributes::Target;
use crate::state::compiler::{Compiler, KnownFn};
use crate::state::const_value::ConstValue;
use crate::state::constant_fn::ConstantFn;
use crate::state::diagnostics::{CompileError, CompileResult, Diagnostic, Level, text};
use crate::state::function_builder::{Arg, FunctionKind};
use crate::state::names::{join, lower};
use crate::state::options::CompileOptions;

pub(crate) fn unit<'p>(parsed: &'p Parsed<'p>, options: &CompileOptions<'p>) -> CompileResult<(Unit, Vec<Diagnostic>)> {
    let lines = &parsed.lines;
    let mut c = Compiler::new(*options, lines);
    c.halt_offset = parsed.file.halt_offset;
    for d in &parsed.deprecations {
        let level = match d.kind {
            loxo_syntax::DiagnosticKind::Deprecated => Level::Deprecated,
            loxo_syntax::DiagnosticKind::CompileWarning => Level::CompileWarning,
        };
        c.diags.push(Diagnostic { level, message: d.message.clone(), line: d.line });
    }
    match c.file(parsed.file.stmts) {
        Ok(()) => Ok((c.unit, c.diags)),
        Err(error) => Err(CompileError { diagnostics: c.diags, ..error }),
    }
}

fn address(decl: &FunctionDecl<'_>) -> usize {
    std::ptr::from_ref(decl).addr()
}

impl<'a> Compiler<'a> {
    fn file(&mut self, stmts: &'a [Stmt<'a>]) -> CompileResult<()> {
        self.unit.path = self.opts.path.into();
        self.unit.halt_offset = self.halt_offset.map(u64::from);
        let main = self.reserve_function();
        self.f.kind = FunctionKind::Main;
        self.f.out.flags = FnFlags::MAIN.with(FnFlags::DYNAMIC_VARS).with(FnFlags::USES_THIS);
        self.f.out.start_line = 1;
        self.file_stmts = stmts;
        self.forward_functions(stmts, None);
        self.top_stmts(stmts)?;
        self.line = self.last_line(stmts);
        self.f.out.end_line = self.line;
        if self.f.reachable() {
            let result = if self.opts.eval { ConstValue::Null } else { ConstValue::Int(1) };
            let k = self.f.k(result);
            self.put(OpCode::ReturnK, [Arg::Raw(k), Arg::No, Arg::No], 0, 0);
        }
        self.resolve_gotos()?;
        let f = std::mem::take(&mut self.f);
        self.unit.functions[main as usize] = f.finish().0;
        Ok(())
    }

    fn last_line(&mut self, stmts: &[Stmt<'a>]) -> u32 {
        stmts.last().map_or(1, |s| self.line_at(s.span.hi.max(1) - 1))
    }

    /// Reserves the functions that are declared unconditionally, so that calls in front of them know them.
    fn forward_functions(&mut self, stmts: &'a [Stmt<'a>], mut namespace: Option<&'a [u8]>) -> Option<&'a [u8]> {
        for stmt in stmts {
            match stmt.kind {
                StmtKind::Namespace { name, body: None } => namespace = name.map(|n| n.text),
                StmtKind::Namespace { name, body: Some(body) } => drop(self.forward_functions(body, name.map(|n| n.text))),
                StmtKind::Block(inner) => namespace = self.forward_functions(inner, namespace),
                StmtKind::Function(decl) => self.forward_function(decl, namespace),
                StmtKind::Class(decl) => {
                    if let Some(ident) = decl.name {
                        let name = namespace.map_or_else(|| ident.name.to_vec(), |ns| join(ns, ident.name));
                        self.note_constant_methods(&name, decl, true);
                    }
                }
                _ => {}
            }
        }
        namespace
    }

    fn forward_function(&mut self, decl: &'a FunctionDecl<'a>, namespace: Option<&[u8]>) {
        let index = self.reserve_function();
        let name = match namespace {
            Some(ns) => join(ns, decl.name.name),
            None => decl.name.name.to_vec(),
        };
        let lc = lower(&name);
        self.unit.functions[index as usize].name = name.clone().into();
        let by_ref: Vec<bool> = decl.params.iter().filter(|p| !p.variadic).map(|p| p.by_ref).collect();
        let variadic_ref = decl.params.last().is_some_and(|p| p.variadic && p.by_ref);
        let known = KnownFn { index, by_ref, variadic_ref, returns_ref: decl.by_ref };
        self.hoisted.insert(address(decl), index);
        if !self.known_fns.contains_key(&*lc) {
            if let Some(constant) = ConstantFn::of(decl) {
                self.constant_fns.insert(lc.clone().into(), constant);
            }
            self.known_fns.insert(lc.into(), known);
        }
    }

    /// Statements at the outermost level of a file, namespace or block there: declarations are bound early.
    fn top_stmts(&mut self, stmts: &'a [Stmt<'a>]) -> CompileResult<()> {
        for stmt in stmts {
            self.top_stmt(stmt)?;
        }
        Ok(())
    }

    fn top_stmt(&mut self, stmt: &'a Stmt<'a>) -> CompileResult<()> {
        match stmt.kind {
            StmtKind::Block(inner) => return self.top_stmts(inner),
            StmtKind::Function(decl) => {
                self.at(decl.span);
                self.hoisted_function(decl)?;
                self.line = self.line_at(decl.end);
            }
            StmtKind::Class(decl) => {
                self.line = self.line_at(decl.span.lo);
                self.class_stmt(decl, true)?;
                self.line = self.line_at(decl.end);
            }
            _ => self.stmt(stmt)?,
        }
        let exempt = matches!(stmt.kind, StmtKind::Namespace { .. } | StmtKind::HaltCompiler | StmtKind::Nop);
        if !exempt && self.names.bracketed && !self.names.in_namespace {
            return self.fail("No code may exist outside of namespace {}");
        }
        Ok(())
    }

    fn hoisted_function(&mut self, decl: &'a FunctionDecl<'a>) -> CompileResult<()> {
        let name = self.declared_function_name(decl)?;
        let Some(&index) = self.hoisted.get(&address(decl)) else { return self.nested_function(decl) };
        let lc = lower(&name);
        let line = self.line;
        let source = self.source_of(decl, FunctionKind::Function, name.clone());
        self.compile_function(index, source)?;
        self.line = line;
        if let Some(first) = self.declared_fns.insert(lc.clone().into(), line) {
            let (name, path) = (text(&name), text(self.opts.path));
            return self.fail(format!("Cannot redeclare function {name}() (previously declared in {path}:{first})"));
        }
        if self.opts.builtins.function(&lc).is_some() {
            return self.fail(format!("Cannot redeclare function {}()", text(&name)));
        }
        self.unit.hoisted_functions.push(index);
        Ok(())
    }

    // ----------------------------------------------------------------------------------------------------------------- namespaces

    /// Only declare statements (and, if allowed, nothing at all) stand before `stmt`.
    pub(crate) fn is_first(&self, stmt: &'a Stmt<'a>, allow_nop: bool) -> bool {
        for other in self.file_stmts {
            if std::ptr::eq(other, stmt) {
                return true;
            }
            match other.kind {
                StmtKind::Declare { .. } => {}
                StmtKind::Nop if allow_nop => {}
                _ => return false,
            }
        }
        false
    }

    pub(crate) fn namespace(&mut self, stmt: &'a Stmt<'a>, name: Option<Name<'a>>, body: Option<&'a [Stmt<'a>]>) -> CompileResult<()> {
        let bracketed = body.is_some();
        const MIXED: &str = "Cannot mix bracketed namespace declarations with unbracketed namespace declarations";
        if !self.names.bracketed {
            if self.names.namespace.is_some() && bracketed {
                return self.fail(MIXED);
            }
        } else if !bracketed {
            return self.fail(MIXED);
        } else if self.names.namespace.is_some() || self.names.in_namespace {
            return self.fail("Namespace declarations cannot be nested");
        }
        let first = (!bracketed && self.names.namespace.is_none()) || (bracketed && !self.names.bracketed);
        if first && !self.is_first(stmt, true) {
            return self.fail("Namespace declaration statement has to be the very first statement or after any declare call in the script");
        }
        if let Some(name) = &name
            && name.text.eq_ignore_ascii_case(b"namespace")
        {
            return self.fail(format!("Cannot use '{}' as namespace name", text(name.text)));
        }
        self.names.namespace = name.map(|n| n.text);
        self.reset_imports();
        self.names.in_namespace = true;
        self.names.bracketed |= bracketed;
        if let Some(body) = body {
            self.top_stmts(body)?;
            self.names.in_namespace = false;
            self.names.seen_classes.clear();
            self.names.seen_functions.clear();
            self.names.seen_consts.clear();
            self.reset_imports();
            self.names.namespace = None;
        }
        Ok(())
    }

    fn reset_imports(&mut self) {
        self.names.classes.clear();
        self.names.functions.clear();
        self.names.consts.clear();
    }

    pub(crate) fn halt_compiler(&mut self) -> CompileResult<()> {
        if self.names.bracketed && self.names.in_namespace {
            return self.fail("__HALT_COMPILER() can only be used from the outermost scope");
        }
        Ok(())
    }

    // ------------------------------------------------------------------------------------------------------------------ constants

    pub(crate) fn const_stmt(&mut self, attrs: &'a [AttributeGroup<'a>], items: &'a [ConstItem<'a>]) -> CompileResult<()> {
        for item in items {
            let name = item.name.name;
            let operand = match self.fold(item.value)? {
                Some(v) => crate::state::function_builder::Operand::K(v),
                None => {
                    self.check_const_expr(item.value, true)?;
                    let outer = std::mem::replace(&mut self.const_expr, true);
                    let (line, first) = (self.line, self.f.lines.len());
                    let operand = self.expr(item.value, None);
                    self.const_expr = outer;
                    self.line = line;
                    self.one_line(first);
                    operand?
                }
            };
            if [b"true".as_slice(), b"false", b"null"].iter().any(|s| name.eq_ignore_ascii_case(s)) {
                return self.fail(format!("Cannot redeclare constant '{}'", text(name)));
            }
            let full = self.with_namespace(name);
            if let Some(import) = self.names.consts.get(name)
                && **import != *full
            {
                return self.fail(format!("Cannot declare const {} because the name is already in use", text(&full)));
            }
            let attributes = self.attributes(attrs, Target::CONST, None)?;
            let x = if attributes.is_empty() {
                0
            } else {
                self.unit.const_attrs.push(attributes);
                self.unit.const_attrs.len() as u32
            };
            let s = self.slot(operand);
            let k = self.str_k(&full);
            self.put(OpCode::DeclareConst, [Arg::Raw(k), Arg::Src(s), Arg::No], x, 0);
            self.names.seen_consts.insert(full.into());
        }
        Ok(())
    }
}
