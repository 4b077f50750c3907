//! Statements: only closures and anonymous classes bring them into an expression.

use super::Printer;
use crate::ast::*;

impl Printer<'_> {
    pub(super) fn stmts(&mut self, stmts: &[Stmt], depth: usize) {
        for stmt in stmts {
            self.stmt(stmt, depth);
        }
    }

    /// One statement on lines of its own. Blocks have no braces in the normal form.
    fn stmt(&mut self, stmt: &Stmt, depth: usize) {
        if loxo_base::stack::exhausted() {
            return;
        }
        match stmt.kind {
            StmtKind::Block(stmts) => self.stmts(stmts, depth),
            StmtKind::Nop => {}
            StmtKind::Echo(exprs) => self.each(exprs, depth, |p, expr| {
                p.str("echo ");
                p.expr(expr, 0, depth);
            }),
            StmtKind::Global(vars) => self.each(vars, depth, |p, var| {
                p.str("global ");
                p.expr(var, 0, depth);
            }),
            StmtKind::Unset(vars) => self.each(vars, depth, |p, var| p.function("unset", var, depth)),
            StmtKind::StaticVars(vars) => self.each(vars, depth, |p, var| {
                p.str("static $");
                p.bytes(var.var.name);
                if let Some(init) = var.init {
                    p.str(" = ");
                    p.expr(&init, 0, depth);
                }
            }),
            _ => {
                self.indent(depth);
                let complete = self.compound(&stmt.kind, depth);
                self.str(if complete { "\n" } else { ";\n" });
            }
        }
    }

    /// PHP knows only statements of one item; each ends in `;`.
    fn each<X>(&mut self, items: &[X], depth: usize, print: impl Fn(&mut Self, &X)) {
        for item in items {
            self.indent(depth);
            print(self, item);
            self.str(";\n");
        }
    }

    /// Prints what needs no `;` and returns true, or leaves it to `simple`.
    fn compound(&mut self, kind: &StmtKind, depth: usize) -> bool {
        match *kind {
            StmtKind::If { branches, otherwise } => self.if_stmt(branches, otherwise, depth),
            StmtKind::While { cond, body } => {
                self.function("while ", &cond, depth);
                self.body(body, depth);
            }
            StmtKind::For { init, cond, step, body } => {
                self.str("for (");
                self.expr_list(init, 20, depth);
                for part in [cond, step] {
                    self.str(if part.is_empty() { ";" } else { "; " });
                    self.expr_list(part, 20, depth);
                }
                self.str(")");
                self.body(body, depth);
            }
            StmtKind::Foreach { subject, key, value, by_ref, body } => {
                self.str("foreach (");
                self.expr(&subject, 0, depth);
                self.str(" as ");
                if let Some(key) = key {
                    self.expr(&key, 0, depth);
                    self.str(" => ");
                }
                self.str(if by_ref { "&" } else { "" });
                self.expr(&value, 0, depth);
                self.str(")");
                self.body(body, depth);
            }
            StmtKind::Switch { subject, cases } => self.switch(&subject, cases, depth),
            StmtKind::Try { body, catches, finally } => self.try_stmt(body, catches, finally.as_ref(), depth),
            StmtKind::Label(label) => {
                self.bytes(label.name);
                self.str(":");
            }
            StmtKind::Function(decl) => self.function_decl(decl, None, depth),
            StmtKind::Class(decl) => self.class_decl(decl, depth),
            StmtKind::Declare { directives, body } => {
                self.str("declare(");
                for (i, (name, value)) in directives.iter().enumerate() {
                    self.str(if i > 0 { ", " } else { "" });
                    self.bytes(name.name);
                    self.str(" = ");
                    self.expr(value, 0, depth);
                }
                self.str(")");
                match body {
                    Some(body) => self.body(body, depth),
                    None => self.str(";"),
                }
            }
            _ => {
                self.simple(kind, depth);
                return false;
            }
        }
        true
    }

    fn simple(&mut self, kind: &StmtKind, depth: usize) {
        let (word, operand) = match *kind {
            StmtKind::Return(operand) => ("return", operand),
            StmtKind::Break(operand) => ("break", operand),
            StmtKind::Continue(operand) => ("continue", operand),
            StmtKind::Expr(expr) => return self.expr(&expr, 0, depth),
            StmtKind::InlineHtml(text) => {
                self.str("echo ");
                return super::quoted(text, self.out);
            }
            StmtKind::DoWhile { body, cond } => {
                self.str("do");
                self.body(body, depth);
                return self.function(" while ", &cond, depth);
            }
            StmtKind::Goto(label) => {
                self.str("goto ");
                return self.bytes(label.name);
            }
            StmtKind::Const { items, .. } => {
                self.str("const ");
                return self.const_items(items, depth);
            }
            // Namespaces, imports and the like cannot stand inside an expression.
            _ => return,
        };
        self.str(word);
        if let Some(operand) = operand {
            self.str(" ");
            self.expr(&operand, 0, depth);
        }
    }

    fn body(&mut self, body: &Stmt, depth: usize) {
        self.str(" {\n");
        self.stmt(body, depth + 1);
        self.indent(depth);
        self.str("}");
    }

    fn if_stmt<'a>(&mut self, branches: &'a [IfBranch<'a>], otherwise: Option<&'a Stmt<'a>>, depth: usize) {
        let (mut branches, mut otherwise) = (branches, otherwise);
        loop {
            for (i, branch) in branches.iter().enumerate() {
                if i > 0 {
                    self.indent(depth);
                    self.str("} else");
                }
                self.function("if ", &branch.cond, depth);
                self.str(" {\n");
                self.stmt(branch.body, depth + 1);
            }
            self.indent(depth);
            self.str("}");
            match otherwise.map(|stmt| stmt.kind) {
                None => return,
                // `else if` stays on one line.
                Some(StmtKind::If { branches: more, otherwise: last }) => {
                    self.str(" else ");
                    (branches, otherwise) = (more, last);
                }
                Some(_) => {
                    self.str(" else");
                    if let Some(stmt) = otherwise {
                        self.body(stmt, depth);
                    }
                    return;
                }
            }
        }
    }

    fn switch(&mut self, subject: &Expr, cases: &[SwitchCase], depth: usize) {
        self.function("switch ", subject, depth);
        self.str(" {\n");
        for case in cases {
            self.indent(depth + 1);
            match case.cond {
                Some(cond) => {
                    self.str("case ");
                    self.expr(&cond, 0, depth + 1);
                }
                None => self.str("default"),
            }
            self.str(":\n");
            self.stmts(case.body, depth + 2);
        }
        self.indent(depth);
        self.str("}");
    }

    fn try_stmt(&mut self, body: &[Stmt], catches: &[Catch], finally: Option<&Finally>, depth: usize) {
        self.str("try {\n");
        self.stmts(body, depth + 1);
        self.indent(depth);
        for catch in catches {
            self.str("} catch (");
            self.names(catch.types, "|");
            if let Some(var) = catch.var {
                self.str(" $");
                self.bytes(var.name);
            }
            self.str(") {\n");
            self.stmts(catch.body, depth + 1);
            self.indent(depth);
        }
        if let Some(finally) = finally {
            self.str("} finally {\n");
            self.stmts(finally.body, depth + 1);
            self.indent(depth);
        }
        self.str("}");
    }
}
