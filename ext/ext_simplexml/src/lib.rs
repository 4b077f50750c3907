//! PHP's simplexml extension: elements as objects whose properties are children, and whose elements are attributes.
//!
//! Modules: `object` (what an object shows: a node, its children, its attributes, or children of a name), `access` (properties and elements),
//! `table` (the object as an array), `iterate`, `methods`, `functions`.
#![forbid(unsafe_code)]

mod access;
mod functions;
pub mod generated;
mod iterate;
mod methods;
mod object;
mod table;

use loxo_runtime::Extension;

pub static EXTENSION: Extension = Extension {
    name: "SimpleXML",
    version: "8.4.24",
    functions: generated::FUNCTIONS,
    classes: generated::CLASSES,
    constants: generated::CONSTANTS,
    ini: generated::INI,
    request_start: None,
    request_end: None,
    info: Some(|_| vec![("SimpleXML support".into(), "enabled".into()), ("Schema support".into(), "enabled".into())]),
};
