//! pcov: which lines of files run, for tools that measure the coverage of tests.
//!
//! Lines are noted by who runs programs (`loxo_observer::lines`); until `pcov\start()` is called nothing is done. Files are wanted by `pcov.directory`
//! and `pcov.exclude`, which are looked at at that time.
#![forbid(unsafe_code)]

mod functions;
pub mod generated;

use loxo_runtime::Extension;

pub static EXTENSION: Extension = Extension {
    name: "pcov",
    version: "1.0.12",
    functions: generated::FUNCTIONS,
    classes: generated::CLASSES,
    constants: generated::CONSTANTS,
    ini: generated::INI,
    request_start: None,
    request_end: Some(functions::request_end),
    info: Some(|cx| functions::info(cx, EXTENSION.version)),
};
