//! PHP's Core extension: what the language itself needs. Functions about functions, classes, errors and constants; the interfaces that the
//! engine knows; exceptions; attributes; weak references.
//!
//! `Closure`, `Generator` and `Fiber` belong to the interpreter and are not here.
#![forbid(unsafe_code)]

mod attributes;
mod classes;
mod constants;
mod errors;
mod functions;
pub mod generated;
mod info;
mod interfaces;
mod internal_iterator;
mod strings;
mod throwable;
mod weak;

use loxo_runtime::Extension;

pub static EXTENSION: Extension = Extension {
    name: "Core",
    version: "8.4.24",
    functions: generated::FUNCTIONS,
    classes: generated::CLASSES,
    constants: generated::CONSTANTS,
    ini: generated::INI,
    request_start: Some(constants::of_request),
    request_end: Some(weak::forget_all),
    info: None,
};
