//! APCu: values that outlive the request, in the memory of the process, for all its workers.
//!
//! Modules: `cache` (the table; knows nothing of PHP's values beyond their frozen form), `frozen` (values without pointers into a request's heap),
//! `entry_lock` (who may make a missing value), `entry_value`, `functions`, `iterator`, `settings`.
//!
//! No PHP code runs while a lock of the table is held: values are frozen before and thawed after.
#![forbid(unsafe_code)]

mod cache;
mod entry_lock;
mod entry_value;
mod frozen;
mod functions;
pub mod generated;
mod iterator;
mod settings;

use loxo_runtime::Extension;

pub static EXTENSION: Extension = Extension {
    name: "apcu",
    version: "5.1.24",
    functions: generated::FUNCTIONS,
    classes: generated::CLASSES,
    constants: generated::CONSTANTS,
    ini: generated::INI,
    request_start: None,
    request_end: None,
    info: Some(settings::info),
};
