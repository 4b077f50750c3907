//! PHP's gettext extension: messages in the language of the locale, from catalogues as the C library looks for them.
#![forbid(unsafe_code)]

pub mod catalogue;
mod convert;
pub mod generated;
mod gettext;
mod plural;
mod search;

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
