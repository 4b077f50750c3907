//! PHP's xmlwriter extension: XML written piece by piece.
#![forbid(unsafe_code)]

pub mod generated;
mod writer;

use loxo_runtime::Extension;

pub static EXTENSION: Extension = Extension {
    name: "xmlwriter",
    version: "8.4.24",
    functions: generated::FUNCTIONS,
    classes: generated::CLASSES,
    constants: generated::CONSTANTS,
    ini: generated::INI,
    request_start: None,
    request_end: None,
    info: Some(|_| vec![("XMLWriter".into(), "enabled".into())]),
};
