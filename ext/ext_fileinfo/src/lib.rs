//! PHP's fileinfo extension: what files are, by what stands in them.
//!
//! Modules: `fileinfo` (functions and the class), `detect` (from bytes to a description), `text` (encodings and kinds of texts), `binary` (formats
//! that say of themselves what they are), `table` (those that a few bytes at a place tell). The rules are our own, written from what the
//! formats' makers publish; a magic database of the user's cannot be loaded.
//!
//! Magic databases in text are read; compiled ones are refused. What rules may cost is counted in steps.
#![forbid(unsafe_code)]

mod binary;
mod detect;
mod fileinfo;
pub mod generated;
mod kind;
mod magic;
mod markup;
mod table;
mod text;

use loxo_runtime::Extension;

pub static EXTENSION: Extension = Extension {
    name: "fileinfo",
    version: "8.4.24",
    functions: generated::FUNCTIONS,
    classes: generated::CLASSES,
    constants: generated::CONSTANTS,
    ini: generated::INI,
    request_start: None,
    request_end: None,
    info: Some(|_| vec![("fileinfo support".into(), "enabled".into()), ("libmagic".into(), "545".into())]),
};
