//! The interpreter: loading units, frames, calls, handlers of ops, generators and fibers, includes, the life of a request.
//!
//! Knows nothing of extensions but their tables, and nothing of HTTP or command lines. Handlers are the hot part: see `handlers` for the
//! shape they must have.
// Handlers are raw by nature; each module says what its pointers are.
#![allow(clippy::missing_safety_doc, clippy::not_unsafe_ptr_arg_deref, clippy::result_unit_err)]

mod access;
mod builtins;
mod call;
mod code;
mod frame;
pub mod generated;
mod handlers;
mod objects;
mod request;
mod source;
mod vm;

pub use code::{machine_code, tiering};
pub use request::engine::{Engine, Outcome, Request};
pub use request::interrupt;
pub use source::state::ReadSource;
pub use vm::Vm;

/// Makes bugs of this thread's heap show: freed memory is overwritten, cycles are collected at every allocation.
pub fn set_stress(poison: bool, collect: bool) {
    loxo_value::heap::set_stress(poison, collect);
}

/// The type of a value as error messages show it.
pub(crate) fn kind(value: &loxo_value::Value) -> &'static str {
    loxo_runtime::convert::value_name(value)
}
