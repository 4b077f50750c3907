//! PHP's bcmath extension: decimal numbers of any length, as functions on strings and as objects with operators.
//!
//! Modules: `num` (the arithmetic, without PHP), `bcmath` (functions), `number` (`BcMath\Number`).
#![forbid(unsafe_code)]

mod bcmath;
pub mod generated;
mod num;
mod number;

use loxo_runtime::Extension;

pub static EXTENSION: Extension = Extension {
    name: "bcmath",
    version: "8.4.24",
    functions: generated::FUNCTIONS,
    classes: generated::CLASSES,
    constants: generated::CONSTANTS,
    ini: generated::INI,
    request_start: None,
    request_end: None,
    info: Some(|_| vec![("BCMath support".into(), "enabled".into())]),
};
