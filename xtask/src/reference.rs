//! `cargo xtask reference`

use crate::Outcome;
use std::path::PathBuf;

pub fn main(_: lexopt::Parser) -> Outcome {
    todo!()
}

/// The tree with the `.phpt` files, installed when it is missing.
pub fn ensure_php_src() -> crate::Result<PathBuf> {
    Ok(crate::paths::php_src())
}
