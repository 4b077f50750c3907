//! Compiles statements, each by its kind; those that jump are in `control`.

use loxo_bytecode::OpCode;
use loxo_syntax::ast::{Expr, ExprKind, Ident, StaticVar, Stmt, StmtKind, is_auto_global, is_this, strip, var_name};

use crate::lvalue::const_to_string;
use crate::state::compiler::Compiler;
use crate::state::const_value::ConstValue;
use crate::state::diagnostics::{CompileResult, Level, text};
use crate::state::function_builder::{Arg, Operand};

impl<'a> Compiler<'a> {
    pub(crate) fn stmts(&mut self, stmts: &'a [Stmt<'a>]) -> CompileResult<()> {
        for stmt in stmts {
            self.stmt(stmt)?;
        }
        Ok(())
    }

    pub(crate) fn stmt(&mut self, stmt: &'a Stmt<'a>) -> CompileResult<()> {
        self.check_depth()?;
        self.stmt_line(stmt);
        self.stmt_kind(stmt)?;
        if self.ticks != 0 && !matches!(stmt.kind, StmtKind::Block(_) | StmtKind::Label(_) | StmtKind::Nop) {
            self.tick();
        }
        Ok(())
    }

    fn stmt_line(&mut self, stmt: &Stmt<'a>) {
        match stmt.kind {
            StmtKind::Echo([e, ..]) => self.at_expr(*e),
            StmtKind::Expr(e) | StmtKind::Return(Some(e)) => self.at_expr(e),
            StmtKind::If { branches: [first, ..], .. } => self.at_expr(first.cond),
            StmtKind::While { cond, .. } => self.at_expr(cond),
            StmtKind::Foreach { subject, .. } | StmtKind::Switch { subject, .. } => self.at_expr(subject),
            StmtKind::Block(_) | StmtKind::Nop => {}
            _ => self.at(stmt.span),
        }
    }

    fn stmt_kind(&mut self, stmt: &'a Stmt<'a>) -> CompileResult<()> {
        match stmt.kind {
            StmtKind::InlineHtml(html) => {
                let k = self.str_k(html);
                self.put(OpCode::EchoK, [Arg::Raw(k), Arg::No, Arg::No], 0, 0);
                Ok(())
            }
            StmtKind::Echo(exprs) => exprs.iter().try_for_each(|&e| self.echo(e)),
            StmtKind::Expr(e) => self.expr_stmt(e),
            StmtKind::Block(stmts) => self.stmts(stmts),
            StmtKind::If { branches, otherwise } => self.if_stmt(branches, otherwise),
            StmtKind::While { cond, body } => self.while_stmt(cond, body),
            StmtKind::DoWhile { body, cond } => self.do_while(body, cond),
            StmtKind::For { init, cond, step, body } => self.for_stmt(init, cond, step, body),
            StmtKind::Foreach { subject, key, value, by_ref, body } => self.foreach(subject, key, value, by_ref, body),
            StmtKind::Switch { subject, cases } => self.switch(subject, cases),
            StmtKind::Break(depth) => self.break_continue(depth, true),
            StmtKind::Continue(depth) => self.break_continue(depth, false),
            StmtKind::Return(value) => self.return_stmt(value),
            StmtKind::Global(vars) => vars.iter().try_for_each(|&v| self.global(v)),
            StmtKind::StaticVars(vars) => vars.iter().try_for_each(|v| self.static_var(v)),
            StmtKind::Unset(vars) => vars.iter().try_for_each(|&v| {
                self.at_expr(v);
                self.unset(v)
            }),
            StmtKind::Try { body, catches, finally } => self.try_stmt(body, catches, finally),
            StmtKind::Label(name) => self.label_stmt(name),
            StmtKind::Goto(name) => self.goto(name),
            StmtKind::Declare { directives, body } => self.declare(stmt, directives, body),
            StmtKind::Namespace { name, body } => self.namespace(stmt, name, body),
            StmtKind::Use(items) => self.compile_use(items),
            StmtKind::Const { attrs, items } => self.const_stmt(attrs, items),
            StmtKind::Function(decl) => self.nested_function(decl),
            StmtKind::Class(decl) => self.class_stmt(decl, false),
            StmtKind::HaltCompiler => self.halt_compiler(),
            StmtKind::Nop => Ok(()),
        }
    }

    pub(crate) fn tick(&mut self) {
        if self.f.last_op().is_some_and(|op| op.code == OpCode::Ticks) {
            return;
        }
        let count = self.ticks as u32;
        self.put(OpCode::Ticks, [Arg::Raw(count), Arg::No, Arg::No], 0, 0);
    }

    fn global(&mut self, var: Expr<'a>) -> CompileResult<()> {
        if is_this(var) {
            return self.fail("Cannot use $this as global variable");
        }
        if let Some(name) = var_name(var)
            && !is_auto_global(name)
        {
            let v = self.f.local(name);
            let (k, cache) = (self.str_k(name), self.f.cache());
            self.put(OpCode::BindGlobal, [Arg::Raw(v), Arg::Raw(k), Arg::No], cache, 0);
            return Ok(());
        }
        let name = match *strip(var).kind {
            ExprKind::Variable(name) => Operand::str(name),
            ExprKind::VariableVariable(inner) => const_to_string(self.expr(inner, None)?),
            _ => self.expr(var, None)?,
        };
        self.f.out.flags.set(loxo_bytecode::FnFlags::DYNAMIC_VARS);
        let s = self.slot(name);
        self.put(OpCode::BindGlobalDyn, [Arg::Src(s), Arg::No, Arg::No], 0, 0);
        Ok(())
    }

    fn static_var(&mut self, var: &StaticVar<'a>) -> CompileResult<()> {
        let name = var.var.name;
        if name == b"this" {
            return self.fail("Cannot use $this as static variable");
        }
        if self.f.static_names.contains_key(name) {
            return self.fail(format!("Duplicate declaration of static variable ${}", text(name)));
        }
        let index = self.f.out.statics.len() as u32;
        self.f.out.statics.push(name.into());
        self.f.static_names.insert(name, index);
        let v = self.f.local(name);
        let done = self.f.label();
        self.put(OpCode::JumpIfStatic, [Arg::Raw(v), Arg::Raw(index), Arg::Raw(done.0)], 0, 0);
        let operand = match var.init {
            None => Operand::null(),
            Some(e) => match self.fold(e)? {
                Some(v) => Operand::K(v),
                None => self.expr(e, None)?,
            },
        };
        let initial = match &operand {
            Operand::K(value) => value.clone().into_const(),
            _ => loxo_bytecode::Const::Null,
        };
        self.f.out.static_inits.push(initial);
        let s = self.slot(operand);
        self.put(OpCode::InitStatic, [Arg::Raw(v), Arg::Raw(index), Arg::Src(s)], 0, 0);
        self.f.bind(done);
        Ok(())
    }

    // -------------------------------------------------------------------------------------------------------------------- declare

    fn declare(&mut self, stmt: &'a Stmt<'a>, directives: &'a [(Ident<'a>, Expr<'a>)], body: Option<&'a Stmt<'a>>) -> CompileResult<()> {
        let outer_ticks = self.ticks;
        for (name, value) in directives {
            let literal = match *strip(*value).kind {
                ExprKind::Int(i) => ConstValue::Int(i),
                ExprKind::Float(x) => ConstValue::Float(x),
                ExprKind::String(s) => ConstValue::str(s),
                _ => return self.fail(format!("declare({}) value must be a literal", text(name.name))),
            };
            match &*name.name.to_ascii_lowercase() {
                b"ticks" => self.ticks = ticks_count(&literal),
                b"encoding" => {
                    if !self.is_first(stmt, false) {
                        return self.fail("Encoding declaration pragma must be the very first statement in the script");
                    }
                    if self.opts.multibyte {
                        continue;
                    }
                    let why = "Zend multibyte feature is turned off by settings";
                    self.note(Level::CompileWarning, format!("declare(encoding=...) ignored because {why}"));
                }
                b"strict_types" => self.strict_types_declaration(stmt, &literal, body.is_some())?,
                _ => {
                    let message = format!("Unsupported declare '{}'", text(name.name));
                    self.note(Level::CompileWarning, message);
                }
            }
        }
        if let Some(body) = body {
            self.stmt(body)?;
            self.ticks = outer_ticks;
        }
        Ok(())
    }

    fn strict_types_declaration(&mut self, stmt: &'a Stmt<'a>, value: &ConstValue<'a>, block: bool) -> CompileResult<()> {
        if !self.is_first(stmt, false) {
            return self.fail("strict_types declaration must be the very first statement in the script");
        }
        if block {
            return self.fail("strict_types declaration must not use block mode");
        }
        match value {
            ConstValue::Int(0) => self.strict_types = false,
            ConstValue::Int(1) => {
                self.strict_types = true;
                self.f.out.flags.set(loxo_bytecode::FnFlags::STRICT_TYPES);
            }
            _ => return self.fail("strict_types declaration must have 0 or 1 as its value"),
        }
        Ok(())
    }
}

fn ticks_count(v: &ConstValue<'_>) -> i64 {
    match v {
        ConstValue::Int(i) => *i,
        ConstValue::Float(x) => *x as i64,
        ConstValue::Str(s) => match crate::state::const_value::numeric(s) {
            Some(crate::state::const_value::Num::I(i)) => i,
            Some(crate::state::const_value::Num::F(x)) => x as i64,
            None => 0,
        },
        _ => 0,
    }
}
