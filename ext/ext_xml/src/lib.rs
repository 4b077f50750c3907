//! PHP's xml extension: documents read piece by piece, handlers called for what is in them.
//!
//! Modules: `functions` (what programs call), `events` (what libxml2 finds, for the handlers), `structure` (`xml_parse_into_struct()`), `messages`.
//!
//! Handlers of programs run while libxml2's push parser reads: they may ask it where it stands, but not feed it.
#![forbid(unsafe_code)]

mod events;
mod functions;
pub mod generated;
mod messages;
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
    info: Some(|_| {
        [("XML Support", "active"), ("XML Namespace Support", "active"), ("libxml2 Version", "2.10.3")]
            .map(|(name, value)| (name.into(), value.into()))
            .into()
    }),
};
