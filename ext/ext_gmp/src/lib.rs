//! PHP's gmp extension: integers of any size, as functions and as objects with operators.
//!
//! Modules: `math` (number theory and texts, without PHP), `random` (GMP's generator), `object` (the class, and what counts as a number),
//! `gmp` (functions).
#![forbid(unsafe_code)]

pub mod generated;
mod gmp;
mod math;
mod object;
mod random;

use loxo_runtime::Extension;

pub static EXTENSION: Extension = Extension {
    name: "gmp",
    version: "8.4.24",
    functions: generated::FUNCTIONS,
    classes: generated::CLASSES,
    constants: generated::CONSTANTS,
    ini: generated::INI,
    request_start: None,
    request_end: None,
    info: Some(|_| vec![("gmp support".into(), "enabled".into()), ("GMP version".into(), "6.3.0".into())]),
};
