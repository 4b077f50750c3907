//! PHP's sysvsem extension: semaphores of System V, by which processes of one machine wait for each other.
#![forbid(unsafe_code)]

pub mod generated;
mod semaphore;

use loxo_runtime::Extension;

pub static EXTENSION: Extension = Extension {
    name: "sysvsem",
    version: "8.4.24",
    functions: generated::FUNCTIONS,
    classes: generated::CLASSES,
    constants: generated::CONSTANTS,
    ini: generated::INI,
    request_start: None,
    request_end: None,
    info: Some(|_| vec![("sysvsem support".into(), "enabled".into())]),
};
