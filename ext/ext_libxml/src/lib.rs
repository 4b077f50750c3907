//! PHP's libxml extension: errors, streams and entities of everything that reads XML, and the native part that objects of nodes have.
//!
//! Modules: `errors` (from libxml2's complaints to warnings or [`LibXMLError`](https://www.php.net/libxmlerror) objects), `input` (documents and
//! what they refer to, through streams), `object` (nodes behind objects), `functions`.
#![forbid(unsafe_code)]

mod errors;
mod functions;
pub mod generated;
mod input;
mod memory;
mod object;

pub use errors::{dismiss, report, report_plain};
pub use input::{
    absolute_name, charset_of, context, local_path, open_for_writing, read_document, read_document_as_named, reading, write_document,
};
pub use memory::settle;
pub use object::{NodeNative, node_of, object_of, set_shower, show};

use loxo_runtime::Extension;

pub static EXTENSION: Extension = Extension {
    name: "libxml",
    version: "8.4.24",
    functions: generated::FUNCTIONS,
    classes: generated::CLASSES,
    constants: generated::CONSTANTS,
    ini: generated::INI,
    request_start: None,
    request_end: Some(errors::forget),
    info: Some(|_| {
        vec![
            ("libXML support".into(), "active".into()),
            ("libXML Compiled Version".into(), "2.10.3".into()),
            ("libXML Loaded Version".into(), "21003".into()),
            ("libXML streams".into(), "enabled".into()),
        ]
    }),
};
