//! What all parts of the compiler share: the compiler itself, the function and the class under construction, compile-time values, names and
//! variables. Code that compiles something lies beside this folder; nothing in here depends on it.

pub(crate) mod captures;
pub(crate) mod class_builder;
pub(crate) mod compiler;
pub(crate) mod const_value;
pub(crate) mod constant_fn;
pub(crate) mod diagnostics;
pub(crate) mod function_builder;
pub(crate) mod lvalue;
pub(crate) mod names;
pub(crate) mod options;
