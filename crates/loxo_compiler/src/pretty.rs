//! Source text of expressions as PHP prints them.

use loxo_syntax::ast::Expr;

/// The default message of `assert(e)`.
pub(crate) fn assertion(name: Option<&[u8]>, e: Expr<'_>) -> Vec<u8> {
    let mut out = b"assert(".to_vec();
    if let Some(name) = name {
        out.extend_from_slice(name);
        out.extend_from_slice(b": ");
    }
    loxo_syntax::expr_to_string(&e, &mut out);
    out.push(b')');
    out
}

/// A parameter default as reflection shows it.
pub(crate) fn default_text(e: Expr<'_>) -> Option<Box<[u8]>> {
    let mut out = Vec::new();
    loxo_syntax::expr_to_string(&e, &mut out);
    Some(out.into())
}
