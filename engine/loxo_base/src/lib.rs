//! What every other crate stands on: source spans and line tables, and the guard against native stack overflow.
//!
//! Never does I/O, never touches PHP values, has no unsafe code.
#![forbid(unsafe_code)]

mod span;
pub mod stack;

pub use span::{LineTable, Span};
