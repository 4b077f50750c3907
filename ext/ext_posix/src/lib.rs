//! PHP's posix extension: processes, users and groups, files and terminals, limits. What it changes it changes for the whole process: where that
//! runs other requests at the same time, it fails with `EPERM`, as it does for php-fpm's children, which are nobody's root.
//!
//! Each stub file in `stubs/` has one module here.
#![forbid(unsafe_code)]

mod files;
pub mod generated;
mod process;
mod system;
mod users;

use loxo_runtime::{Cx, ExtSlot, Extension, Value};
use nix::errno::Errno;

pub static EXTENSION: Extension = Extension {
    name: "posix",
    version: "8.4.24",
    functions: generated::FUNCTIONS,
    classes: generated::CLASSES,
    constants: generated::CONSTANTS,
    ini: generated::INI,
    request_start: None,
    request_end: None,
    info: Some(|_| vec![("POSIX support".into(), "enabled".into())]),
};

/// `posix_errno()`
#[derive(Default)]
pub(crate) struct LastError(pub i32);

impl ExtSlot for LastError {}

/// Remembers why something failed.
pub(crate) fn failed(cx: &mut Cx, error: Errno) -> Value {
    cx.ext::<LastError>().0 = error as i32;
    Value::FALSE
}

/// Fails where the process is not the request's alone.
pub(crate) fn whole_process(cx: &Cx) -> Result<(), Errno> {
    if cx.sapi.shares_process() { Err(Errno::EPERM) } else { Ok(()) }
}

/// True, or false and the error is remembered.
pub(crate) fn done(cx: &mut Cx, result: Result<(), Errno>) -> bool {
    result.map_err(|error| failed(cx, error)).is_ok()
}

/// A number, or false and the error is remembered.
pub(crate) fn number(cx: &mut Cx, result: Result<i64, Errno>) -> Value {
    match result {
        Ok(n) => Value::int(n),
        Err(error) => failed(cx, error),
    }
}
