//! URLs: taking them apart, escaping, query strings.

mod encode;
mod parse;
mod query;
mod read_query;
mod rewrite;

pub(crate) use encode::*;
pub(crate) use parse::*;
pub(crate) use query::*;
pub(crate) use read_query::*;
pub(crate) use rewrite::*;
pub use rewrite::{Owner, add_variable, remove_variable, with_variable};
