//! Questions about expressions that their shape alone answers: is it a variable, a call, where does it begin.

use super::{Callee, ClassRef, Expr, ExprKind, MemberName};

const AUTO_GLOBALS: [&[u8]; 9] = [b"GLOBALS", b"_GET", b"_POST", b"_COOKIE", b"_SERVER", b"_ENV", b"_REQUEST", b"_FILES", b"_SESSION"];

pub fn is_auto_global(name: &[u8]) -> bool {
    matches!(name.first(), Some(b'_' | b'G')) && AUTO_GLOBALS.contains(&name)
}

/// The name of a variable that is written with a constant name (`$x`, `${'x'}`).
pub fn var_name<'a>(e: Expr<'a>) -> Option<&'a [u8]> {
    match *strip(e).kind {
        ExprKind::Variable(name) => Some(name),
        ExprKind::VariableVariable(inner) => match *strip(inner).kind {
            ExprKind::String(name) => Some(name),
            _ => None,
        },
        _ => None,
    }
}

pub fn is_this(e: Expr<'_>) -> bool {
    var_name(e) == Some(b"this")
}

pub fn is_globals(e: Expr<'_>) -> bool {
    var_name(e) == Some(b"GLOBALS")
}

pub fn is_variable(e: Expr<'_>) -> bool {
    matches!(
        strip(e).kind,
        ExprKind::Variable(_)
            | ExprKind::VariableVariable(_)
            | ExprKind::Index { .. }
            | ExprKind::Property { .. }
            | ExprKind::StaticProperty { .. }
    )
}

pub fn is_call(e: Expr<'_>) -> bool {
    matches!(strip(e).kind, ExprKind::Call { .. } | ExprKind::MethodCall { .. } | ExprKind::StaticCall { .. })
}

/// A chain with `?->` in it.
pub fn is_short_circuited(e: Expr<'_>) -> bool {
    match *strip(e).kind {
        ExprKind::Index { base, .. } => is_short_circuited(base),
        ExprKind::Property { nullsafe: true, .. } | ExprKind::MethodCall { nullsafe: true, .. } => true,
        ExprKind::Property { object, .. } | ExprKind::MethodCall { object, .. } => is_short_circuited(object),
        ExprKind::StaticProperty { class: ClassRef::Expr(e), .. } | ExprKind::StaticCall { class: ClassRef::Expr(e), .. } => {
            is_short_circuited(e)
        }
        _ => false,
    }
}

pub fn can_write(e: Expr<'_>) -> bool {
    let mut root = strip(e);
    while let ExprKind::Index { base: inner, .. } | ExprKind::Property { object: inner, nullsafe: false, .. } = *root.kind {
        root = strip(inner);
    }
    (is_variable(root) || is_call(root)) && !is_short_circuited(root)
}

/// Offset of the token where PHP's node for `e` has its line.
pub fn first_offset(e: Expr<'_>) -> u32 {
    first_offset_steps(e).0
}

/// That offset, how many nodes lead to it, and the last of them.
pub fn first_offset_steps(mut e: Expr<'_>) -> (u32, u32, Expr<'_>) {
    let mut steps = 0;
    loop {
        steps += 1;
        e = match *e.kind {
            ExprKind::Unary { operand, .. } | ExprKind::Cast { operand, .. } => operand,
            ExprKind::Paren(inner)
            | ExprKind::Silence(inner)
            | ExprKind::Empty(inner)
            | ExprKind::Print(inner)
            | ExprKind::Throw(inner)
            | ExprKind::YieldFrom(inner)
            | ExprKind::Eval(inner)
            | ExprKind::VariableVariable(inner) => inner,
            ExprKind::Clone { object, .. } => object,
            ExprKind::Include { path, .. } => path,
            ExprKind::Isset([first, ..]) => *first,
            ExprKind::Array { items: [Some(item), ..], .. } => item.value,
            ExprKind::Binary { lhs, .. } => lhs,
            ExprKind::And(l, _) | ExprKind::Or(l, _) | ExprKind::Coalesce(l, _) | ExprKind::Pipe(l, _) => l,
            ExprKind::Ternary { cond, .. } => cond,
            ExprKind::Assign { target, .. }
            | ExprKind::AssignRef { target, .. }
            | ExprKind::AssignOp { target, .. }
            | ExprKind::AssignCoalesce { target, .. }
            | ExprKind::IncDec { target, .. } => target,
            ExprKind::Index { base, .. } => base,
            ExprKind::Property { object, .. } | ExprKind::MethodCall { object, .. } | ExprKind::InstanceOf { object, .. } => object,
            ExprKind::Match { subject, .. } => subject,
            ExprKind::Yield { value: Some(value), .. } => value,
            ExprKind::Interpolated([first, ..]) => *first,
            ExprKind::New { class, .. }
            | ExprKind::StaticCall { class, .. }
            | ExprKind::StaticProperty { class, .. }
            | ExprKind::ClassConst { class, .. } => match class {
                ClassRef::Expr(e) => e,
                ClassRef::Name(n) => return (n.span.lo, steps, e),
            },
            ExprKind::Call { callee: Callee::Expr(callee), .. } => callee,
            ExprKind::Call { callee: Callee::Name(n), .. } => return (n.span.lo, steps, e),
            _ => return (e.span.lo, steps, e),
        }
    }
}

/// Offset of the member name behind `->` or `::`.
pub fn member_offset(name: &MemberName<'_>) -> u32 {
    match name {
        MemberName::Ident(i) => i.span.lo,
        MemberName::Expr(e) => first_offset(*e),
    }
}

/// Parentheses mean nothing to most of the compiler.
pub fn strip(mut e: Expr<'_>) -> Expr<'_> {
    while let ExprKind::Paren(inner) = *e.kind {
        e = inner;
    }
    e
}
