//! The interpreter: loading units, frames, calls, handlers of ops, generators and fibers, includes, the life of a request.
//!
//! Knows nothing of extensions but their tables, and nothing of HTTP or command lines. Handlers are the hot part: see `handlers` for the
//! shape they must have.
// Handlers are raw by nature; each module says what its pointers are.
#![allow(clippy::missing_safety_doc, clippy::not_unsafe_ptr_arg_deref, clippy::result_unit_err)]

mod arglist;
mod backtrace;
mod builtins;
mod caches;
mod callables;
mod calls;
mod callsite;
mod closure;
mod code;
mod codecache;
mod containers;
mod deadline;
mod declare;
mod destruct;
mod engine;
mod errors;
mod evals;
mod foreach;
mod frame;
mod from_rust;
pub mod generated;
mod generator;
mod handlers;
mod handlers_support;
mod hooks;
mod include;
mod insn;
pub mod interrupt;
mod lvalues;
mod pin;
mod preload;
mod quick;
mod raw;
mod reentry;
mod reflect;
mod stack;
mod symbols;
pub mod tier;
mod typed_refs;
mod unwind;
mod usercall;
mod vars;
mod vm;

pub use engine::{Engine, Outcome, ReadSource, Request};
pub use vm::Vm;

/// Makes bugs of this thread's heap show: freed memory is overwritten, cycles are collected at every allocation.
pub fn set_stress(poison: bool, collect: bool) {
    loxo_value::thread::set_stress(poison, collect);
}

/// The type of a value as error messages show it.
pub(crate) fn kind(value: &loxo_value::Value) -> &'static str {
    loxo_runtime::convert::value_name(value)
}
