//! PHP text → tokens → syntax tree with diagnostics.
//!
//! Knows nothing of values, classes or what a name means. Does no I/O and has no unsafe code.
#![forbid(unsafe_code)]

pub mod ast;
