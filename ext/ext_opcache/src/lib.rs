//! PHP's opcache extension: settings of the cache of compiled files, and functions that look into it.
//!
//! The cache itself is the interpreter's and always there; `opcache.enable` and `opcache.enable_cli` say whether programs may see it. There
//! are no optimizer passes to choose from and no compiler to machine code, so settings about those are kept and change nothing.
#![forbid(unsafe_code)]

pub mod generated;
mod opcache;
mod settings;

use loxo_runtime::Extension;

pub static EXTENSION: Extension = Extension {
    name: "Zend OPcache",
    version: "8.4.24",
    functions: generated::FUNCTIONS,
    classes: generated::CLASSES,
    constants: generated::CONSTANTS,
    ini: generated::INI,
    request_start: None,
    request_end: None,
    info: Some(opcache::info),
};
