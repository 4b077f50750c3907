//! Rules of rewriting: what they are. `read` reads them, `template` and `condition` say what they make of a request, `apply` runs them.

pub(crate) mod address;
pub(crate) mod apply;
pub(crate) mod condition;
pub(crate) mod fill;
pub(crate) mod fixup;
pub(crate) mod read;
pub(crate) mod template;

pub(crate) use types::*;

mod types;
