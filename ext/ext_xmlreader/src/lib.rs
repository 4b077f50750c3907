//! PHP's xmlreader extension: XML read node by node.
#![forbid(unsafe_code)]

pub mod generated;
mod reader;

use loxo_runtime::Extension;

pub static EXTENSION: Extension = Extension {
    name: "xmlreader",
    version: "8.4.24",
    functions: generated::FUNCTIONS,
    classes: generated::CLASSES,
    constants: generated::CONSTANTS,
    ini: generated::INI,
    request_start: None,
    request_end: None,
    info: Some(|_| vec![("XMLReader".into(), "enabled".into())]),
};
