//! PHP's json extension: values to JSON text and back.
//!
//! The text is written and read here, straight from and to PHP's values. Reading never recurses; writing does, and stops with an error where
//! the native stack ends.
#![forbid(unsafe_code)]

mod decode;
mod encode;
pub mod generated;
mod json;
mod scan;
mod text;

use loxo_runtime::Extension;

pub static EXTENSION: Extension = Extension {
    name: "json",
    version: "8.4.24",
    functions: generated::FUNCTIONS,
    classes: generated::CLASSES,
    constants: generated::CONSTANTS,
    ini: generated::INI,
    request_start: None,
    request_end: None,
    info: Some(|_| vec![("json support".into(), "enabled".into())]),
};
