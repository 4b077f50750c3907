//! Source text of expressions as PHP prints them.

use loxo_syntax::ast::Expr;

/// The default message of `assert(e)`.
pub(crate) fn assertion(_e: Expr<'_>) -> Vec<u8> {
    b"assert(false)".to_vec()
}

/// A parameter default as reflection shows it.
pub(crate) fn default_text(_e: Expr<'_>) -> Option<Box<[u8]>> {
    None
}
