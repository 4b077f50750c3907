//! PHP's xml extension: documents read piece by piece, handlers called for what is in them.
//!
//! Rooms: `scanner` (text to events; knows nothing of PHP), `functions` (what programs call), `structure` (`xml_parse_into_struct()`),
//! `messages`. What libxml2 does with incomplete pieces shows only in where character data is cut, which is not promised to anybody.
#![forbid(unsafe_code)]

mod functions;
pub mod generated;
mod messages;
mod scanner;
mod structure;

use loxo_runtime::Extension;

pub static EXTENSION: Extension = Extension {
    name: "xml",
    version: "8.4.24",
    functions: generated::FUNCTIONS,
    classes: generated::CLASSES,
    constants: generated::CONSTANTS,
    ini: generated::INI,
    request_start: None,
    request_end: None,
    info: Some(|_| vec![("XML Support".into(), "active".into()), ("XML Namespace Support".into(), "active".into())]),
};
