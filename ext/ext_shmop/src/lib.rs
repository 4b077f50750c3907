//! PHP's shmop extension: bytes in System V's shared memory.
#![forbid(unsafe_code)]

pub mod generated;
mod segment;

use loxo_runtime::Extension;

pub static EXTENSION: Extension = Extension {
    name: "shmop",
    version: "8.4.24",
    functions: generated::FUNCTIONS,
    classes: generated::CLASSES,
    constants: generated::CONSTANTS,
    ini: generated::INI,
    request_start: None,
    request_end: None,
    info: Some(|_| vec![("shmop support".into(), "enabled".into())]),
};
