//! What every other crate stands on: source spans and line tables, the guard against native stack overflow, and what many need
//! that is calculation alone: base64, hexadecimal digits, dates, natural order, the Mersenne Twister, sizes like `128M`, URLs taken apart, names of HTTP statuses, the `multipart/form-data` format.
//!
//! Never does I/O, never touches PHP values, has no unsafe code.
#![forbid(unsafe_code)]

pub mod base64;
pub mod civil;
pub mod hex;
pub mod http_status;
pub mod mersenne_twister;
pub mod multipart;
pub mod natural;
pub mod quantity;
mod span;
pub mod stack;
pub mod url;

pub use span::{LineTable, Span};
