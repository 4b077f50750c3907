//! PHP's SPL: autoloading, data structures, iterators, exceptions.
#![forbid(unsafe_code)]

mod prelude;
mod serialized;
mod support;

mod array;
mod autoload;
mod dllist;
mod file_object;
mod files;
mod fixed_array;
mod functions;
pub mod generated;
mod heap;
mod iterators;
mod multiple_iterator;
mod object_storage;
mod recursive;

pub use files::attach;
use loxo_runtime::Extension;

pub static EXTENSION: Extension = Extension {
    name: "SPL",
    version: "8.4.24",
    functions: generated::FUNCTIONS,
    classes: generated::CLASSES,
    constants: generated::CONSTANTS,
    ini: generated::INI,
    request_start: None,
    request_end: None,
    info: Some(functions::info),
};
