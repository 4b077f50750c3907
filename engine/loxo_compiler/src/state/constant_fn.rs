//! Functions that do nothing but give a literal.

use loxo_syntax::ast::{Expr, ExprKind, FunctionDecl, StmtKind, strip};

use crate::state::const_value::ConstValue;

/// What a call of a function gives that does nothing but return a literal.
#[derive(Clone, Debug)]
pub(crate) struct ConstantFn<'a> {
    pub value: ConstValue<'a>,
    /// So many arguments must be passed.
    pub required: usize,
    /// Code outside of the class may name the method.
    pub outside: bool,
}

impl<'a> ConstantFn<'a> {
    /// `None`: the function does more than that, or its call may fail.
    pub(crate) fn of(decl: &'a FunctionDecl<'a>) -> Option<ConstantFn<'a>> {
        let value = match decl.body?.iter().map(|stmt| stmt.kind).collect::<Vec<_>>()[..] {
            [] | [StmtKind::Return(None)] => ConstValue::Null,
            [StmtKind::Return(Some(e))] => literal(e)?,
            _ => return None,
        };
        let is_plain = decl.attrs.is_empty() && decl.return_type.is_none() && !decl.by_ref;
        let takes_all = decl.params.iter().all(|p| p.ty.is_none() && !p.by_ref && !p.variadic && p.attrs.is_empty());
        // The default of a parameter that is not passed may fail.
        let is_needed = |default: Option<Expr<'a>>| default.is_none_or(|e| literal(e).is_none());
        let required = decl.params.iter().rposition(|p| is_needed(p.default)).map_or(0, |last| last + 1);
        (is_plain && takes_all).then_some(ConstantFn { value, required, outside: false })
    }
}

pub(crate) fn literal<'a>(e: Expr<'a>) -> Option<ConstValue<'a>> {
    match *strip(e).kind {
        ExprKind::Int(i) => Some(ConstValue::Int(i)),
        ExprKind::Float(x) => Some(ConstValue::Float(x)),
        ExprKind::String(s) => Some(ConstValue::str(s)),
        _ => None,
    }
}
