//! PHP's pcntl extension: processes and signals, for the command line. Each stub file in `stubs/` has one module here.
//!
//! Handlers written in PHP run where the program asks for them, or at the interpreter's next look (`pcntl_async_signals()`); what runs when a
//! signal comes is `loxo_process_sys` alone.
#![forbid(unsafe_code)]

pub mod generated;
mod processes;
mod signals;

use std::io;

use loxo_runtime::{Cx, ExtSlot, Extension};

pub static EXTENSION: Extension = Extension {
    name: "pcntl",
    version: "8.4.24",
    functions: generated::FUNCTIONS,
    classes: generated::CLASSES,
    constants: generated::CONSTANTS,
    ini: generated::INI,
    request_start: None,
    request_end: None,
    info: Some(|_| vec![("pcntl support".into(), "enabled".into())]),
};

/// `pcntl_errno()`
#[derive(Default)]
pub(crate) struct LastError(pub i32);

impl ExtSlot for LastError {}

/// Remembers why something failed, and gives its number.
pub(crate) fn failed(cx: &mut Cx, error: &io::Error) -> i32 {
    let number = error.raw_os_error().unwrap_or(0);
    cx.ext::<LastError>().0 = number;
    number
}

/// The text of an error's number.
pub(crate) fn text_of(number: i32) -> String {
    loxo_runtime::streams::error_text(io::Error::from_raw_os_error(number))
}
