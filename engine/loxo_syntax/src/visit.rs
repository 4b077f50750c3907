//! Visits of the syntax tree that do not enter nested functions and classes.

use crate::ast::{Args, Callee, ClassRef, Expr, ExprKind, HookBody, MemberName, PropertyHook, Stmt, StmtKind, is_this};

/// Calls `f` for each direct child expression.
// Long because: one arm for each kind of expression, as the tree has them.
pub fn children<'a>(e: Expr<'a>, f: &mut dyn FnMut(Expr<'a>)) {
    let class = |c: ClassRef<'a>, f: &mut dyn FnMut(Expr<'a>)| {
        if let ClassRef::Expr(e) = c {
            f(e);
        }
    };
    let member = |m: MemberName<'a>, f: &mut dyn FnMut(Expr<'a>)| {
        if let MemberName::Expr(e) = m {
            f(e);
        }
    };
    let arguments = |args: Args<'a>, f: &mut dyn FnMut(Expr<'a>)| {
        if let Args::List { args, .. } = args {
            args.iter().for_each(|a| f(a.value));
        }
    };
    match *e.kind {
        ExprKind::Int(_)
        | ExprKind::Float(_)
        | ExprKind::String(_)
        | ExprKind::Variable(_)
        | ExprKind::Const(_)
        | ExprKind::Magic(_)
        | ExprKind::Closure(_) => {}
        ExprKind::Interpolated(parts) | ExprKind::ShellExec(parts) | ExprKind::Isset(parts) => parts.iter().for_each(|&p| f(p)),
        ExprKind::VariableVariable(e)
        | ExprKind::Silence(e)
        | ExprKind::Empty(e)
        | ExprKind::Print(e)
        | ExprKind::Eval(e)
        | ExprKind::Throw(e)
        | ExprKind::YieldFrom(e)
        | ExprKind::Paren(e) => f(e),
        ExprKind::Unary { operand, .. } | ExprKind::Cast { operand, .. } => f(operand),
        ExprKind::Include { path, .. } => f(path),
        ExprKind::Array { items, .. } => {
            for item in items.iter().flatten() {
                f(item.value);
                item.key.into_iter().for_each(&mut *f);
            }
        }
        ExprKind::Index { base, index } => {
            f(base);
            index.into_iter().for_each(f);
        }
        ExprKind::Property { object, name, .. } => {
            f(object);
            member(name, f);
        }
        ExprKind::StaticProperty { class: c, name } | ExprKind::ClassConst { class: c, name } => {
            class(c, f);
            member(name, f);
        }
        ExprKind::Call { callee, args } => {
            if let Callee::Expr(e) = callee {
                f(e);
            }
            arguments(args, f);
        }
        ExprKind::MethodCall { object, name, args, .. } => {
            f(object);
            member(name, f);
            arguments(args, f);
        }
        ExprKind::StaticCall { class: c, name, args } => {
            class(c, f);
            member(name, f);
            arguments(args, f);
        }
        ExprKind::New { class: c, args } => {
            class(c, f);
            arguments(args, f);
        }
        ExprKind::NewAnonymous { args, .. } => arguments(args, f),
        ExprKind::Exit(args) => args.into_iter().for_each(|a| arguments(a, f)),
        ExprKind::Clone { object, with } => {
            f(object);
            with.into_iter().for_each(f);
        }
        ExprKind::Binary { lhs: l, rhs: r, .. }
        | ExprKind::And(l, r)
        | ExprKind::Or(l, r)
        | ExprKind::Coalesce(l, r)
        | ExprKind::Pipe(l, r)
        | ExprKind::Assign { target: l, value: r }
        | ExprKind::AssignRef { target: l, value: r }
        | ExprKind::AssignOp { target: l, value: r, .. }
        | ExprKind::AssignCoalesce { target: l, value: r } => {
            f(l);
            f(r);
        }
        ExprKind::Ternary { cond, then, otherwise } => {
            f(cond);
            then.into_iter().for_each(&mut *f);
            f(otherwise);
        }
        ExprKind::IncDec { target, .. } => f(target),
        ExprKind::InstanceOf { object, class: c } => {
            f(object);
            class(c, f);
        }
        ExprKind::Match { subject, arms } => {
            f(subject);
            for arm in arms {
                arm.conds.into_iter().flatten().for_each(|&c| f(c));
                f(arm.body);
            }
        }
        ExprKind::Yield { key, value } => {
            value.into_iter().for_each(&mut *f);
            key.into_iter().for_each(f);
        }
    }
}

/// Calls `f` for each outermost expression of the statements, those in nested blocks included.
pub fn expressions<'a>(stmts: &'a [Stmt<'a>], f: &mut dyn FnMut(Expr<'a>)) {
    if loxo_base::stack::exhausted() {
        return;
    }
    for stmt in stmts {
        stmt_expressions(stmt, f);
    }
}

fn stmt_expressions<'a>(stmt: &'a Stmt<'a>, f: &mut dyn FnMut(Expr<'a>)) {
    let one = std::slice::from_ref;
    match stmt.kind {
        StmtKind::Echo(es) | StmtKind::Global(es) | StmtKind::Unset(es) => es.iter().for_each(|&e| f(e)),
        StmtKind::Expr(e) => f(e),
        StmtKind::Block(stmts) => expressions(stmts, f),
        StmtKind::If { branches, otherwise } => {
            for b in branches {
                f(b.cond);
                expressions(one(b.body), f);
            }
            otherwise.into_iter().for_each(|s| expressions(one(s), f));
        }
        StmtKind::While { cond, body } | StmtKind::DoWhile { body, cond } => {
            f(cond);
            expressions(one(body), f);
        }
        StmtKind::For { init, cond, step, body } => {
            init.iter().chain(cond).chain(step).for_each(|&e| f(e));
            expressions(one(body), f);
        }
        StmtKind::Foreach { subject, key, value, body, .. } => {
            f(subject);
            key.into_iter().for_each(&mut *f);
            f(value);
            expressions(one(body), f);
        }
        StmtKind::Switch { subject, cases } => {
            f(subject);
            for case in cases {
                case.cond.into_iter().for_each(&mut *f);
                expressions(case.body, f);
            }
        }
        StmtKind::Return(e) | StmtKind::Break(e) | StmtKind::Continue(e) => e.into_iter().for_each(f),
        StmtKind::StaticVars(vars) => vars.iter().filter_map(|v| v.init).for_each(f),
        StmtKind::Try { body, catches, finally } => {
            expressions(body, f);
            catches.iter().for_each(|c| expressions(c.body, f));
            finally.into_iter().for_each(|fin| expressions(fin.body, f));
        }
        StmtKind::Declare { body: Some(body), .. } => expressions(one(body), f),
        StmtKind::Namespace { body: Some(body), .. } => expressions(body, f),
        _ => {}
    }
}

/// The body of a function makes it a generator.
pub fn has_yield(stmts: &[Stmt<'_>]) -> bool {
    let mut found = false;
    expressions(stmts, &mut |e| found = found || yields(e));
    found
}

fn yields(e: Expr<'_>) -> bool {
    if matches!(e.kind, ExprKind::Yield { .. } | ExprKind::YieldFrom(_)) {
        return true;
    }
    if loxo_base::stack::exhausted() {
        return false;
    }
    let mut found = false;
    children(e, &mut |c| found = found || yields(c));
    found
}

/// A hook mentions `$this->name`, so the property has a backing store.
pub fn hook_uses(hook: &PropertyHook<'_>, property: &[u8]) -> bool {
    match hook.body {
        HookBody::Abstract => false,
        HookBody::Short(_) if hook.name.name.eq_ignore_ascii_case(b"set") => true,
        HookBody::Short(e) => mentions(e, property),
        HookBody::Block(stmts) => {
            let mut found = false;
            expressions(stmts, &mut |e| found = found || mentions(e, property));
            found
        }
    }
}

fn mentions(e: Expr<'_>, property: &[u8]) -> bool {
    if let ExprKind::Property { object, name: MemberName::Ident(name), .. } = *e.kind
        && name.name == property
        && is_this(object)
    {
        return true;
    }
    if loxo_base::stack::exhausted() {
        return false;
    }
    let mut found = false;
    children(e, &mut |c| found = found || mentions(c, property));
    found
}
