//! PHP's sysvmsg extension: System V's message queues.
#![forbid(unsafe_code)]

pub mod generated;
mod queue;

use loxo_runtime::Extension;

pub static EXTENSION: Extension = Extension {
    name: "sysvmsg",
    version: "8.4.24",
    functions: generated::FUNCTIONS,
    classes: generated::CLASSES,
    constants: generated::CONSTANTS,
    ini: generated::INI,
    request_start: None,
    request_end: None,
    info: Some(|_| vec![("sysvmsg support".into(), "enabled".into())]),
};
