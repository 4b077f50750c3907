//! PHP's gettext extension. There is one locale, C, and it has no translations: messages are what they are.
#![forbid(unsafe_code)]

pub mod generated;
mod gettext;

use loxo_runtime::Extension;

pub static EXTENSION: Extension = Extension {
    name: "gettext",
    version: "8.4.24",
    functions: generated::FUNCTIONS,
    classes: generated::CLASSES,
    constants: generated::CONSTANTS,
    ini: generated::INI,
    request_start: None,
    request_end: None,
    info: Some(|_| vec![("GetText Support".into(), "enabled".into())]),
};
