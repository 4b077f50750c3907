//! What every other crate stands on: source spans and line tables, the guard against native stack overflow, and the plain calculations that many
//! need (base64, hexadecimal digits, dates).
//!
//! Never does I/O, never touches PHP values, has no unsafe code.
#![forbid(unsafe_code)]

pub mod base64;
pub mod civil;
pub mod hex;
mod span;
pub mod stack;

pub use span::{LineTable, Span};
