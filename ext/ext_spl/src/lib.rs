//! PHP's SPL: autoloading, data structures, iterators, exceptions.
#![forbid(unsafe_code)]

mod prelude;

mod autoload;
mod functions;
pub mod generated;

use loxo_runtime::Extension;

pub static EXTENSION: Extension = Extension {
    name: "SPL",
    version: "8.4.24",
    functions: generated::FUNCTIONS,
    classes: generated::CLASSES,
    constants: generated::CONSTANTS,
    ini: generated::INI,
    request_start: None,
    request_end: None,
    info: Some(functions::info),
};
