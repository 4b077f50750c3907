//! Source text of expressions, as `assert()` and reflection print it.

use std::borrow::Cow;

use loxo_syntax::ResolveNames;
use loxo_syntax::ast::{Expr, Name};

use crate::state::compiler::Compiler;
use crate::state::names::relative_class_of;

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

impl Compiler<'_> {
    /// A constant expression as reflection shows it.
    pub(crate) fn default_text(&self, e: Expr<'_>) -> Box<[u8]> {
        let mut out = Vec::new();
        loxo_syntax::const_expr_to_string(&e, self, &mut out);
        out.into()
    }
}

impl ResolveNames for Compiler<'_> {
    fn class(&self, name: &Name) -> Option<Vec<u8>> {
        match relative_class_of(name) {
            Some(_) => None,
            None => self.class_name(name).ok().map(Cow::into_owned),
        }
    }

    fn constant(&self, name: &Name) -> Vec<u8> {
        self.const_name(name).name.into_owned()
    }
}
