//! What an arrow function captures: the variables that its body mentions.

use loxo_syntax::ast::{Expr, ExprKind, FunctionDecl, is_auto_global};
use loxo_syntax::visit::{children, expressions};
use rustc_hash::FxHashMap;

/// What arrow functions mention, by the address of their declaration: nested ones are visited once.
pub(crate) type Mentioned<'a> = FxHashMap<usize, Vec<&'a [u8]>>;

/// Names of the variables an arrow function may capture, in the order PHP finds them.
pub(crate) fn free_variables<'a>(decl: &'a FunctionDecl<'a>, known: &mut Mentioned<'a>) -> Vec<&'a [u8]> {
    let mut out = mentioned(decl, known);
    out.retain(|name| !decl.params.iter().any(|p| p.var.name == *name));
    out
}

fn mentioned<'a>(decl: &'a FunctionDecl<'a>, known: &mut Mentioned<'a>) -> Vec<&'a [u8]> {
    let address = std::ptr::from_ref(decl).addr();
    if let Some(names) = known.get(&address) {
        return names.clone();
    }
    let mut out = Vec::new();
    if let Some(body) = decl.body {
        expressions(body, &mut |e| collect(e, &mut out, known));
    }
    known.insert(address, out.clone());
    out
}

fn collect<'a>(e: Expr<'a>, out: &mut Vec<&'a [u8]>, known: &mut Mentioned<'a>) {
    let mut add = |name: &'a [u8]| {
        if name != b"this" && !is_auto_global(name) && !out.contains(&name) {
            out.push(name);
        }
    };
    if loxo_base::stack::exhausted() {
        return;
    }
    match *e.kind {
        ExprKind::Variable(name) => add(name),
        ExprKind::Closure(decl) if decl.is_arrow => mentioned(decl, known).into_iter().for_each(add),
        ExprKind::Closure(decl) => decl.uses.iter().for_each(|u| add(u.var.name)),
        _ => children(e, &mut |c| collect(c, out, known)),
    }
}
