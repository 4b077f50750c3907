//! Calling functions: finding out what is called, entering it, and calls that Rust code makes.

pub(crate) mod argument_list;
pub(crate) mod builtin;
pub(crate) mod call_site_frame;
pub(crate) mod call_user_func;
pub(crate) mod checked_method;
pub(crate) mod enter;
pub(crate) mod errors;
pub(crate) mod from_native;
pub(crate) mod init;
pub(crate) mod magic;
pub(crate) mod parent_hook;
pub(crate) mod resolve;
pub(crate) mod watched;
