//! Calling functions: finding out what is called, entering it, and calls that Rust code makes.

pub(crate) mod argument_list;
pub(crate) mod call_user_func;
pub(crate) mod callable;
pub(crate) mod errors;
pub(crate) mod from_native;
pub(crate) mod resolve;
