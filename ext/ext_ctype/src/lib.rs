//! PHP's ctype extension: what kinds of characters a string is made of. Bytes, as in the C locale; other locales are not known here.
#![forbid(unsafe_code)]

mod ctype;
pub mod generated;

use loxo_runtime::Extension;

pub static EXTENSION: Extension = Extension {
    name: "ctype",
    version: "8.4.24",
    functions: generated::FUNCTIONS,
    classes: generated::CLASSES,
    constants: generated::CONSTANTS,
    ini: generated::INI,
    request_start: None,
    request_end: None,
    info: Some(|_| vec![("ctype functions".into(), "enabled".into())]),
};
