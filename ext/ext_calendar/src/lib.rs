//! PHP's calendar extension: days counted through (Julian day numbers), in four calendars, and Easter.
#![forbid(unsafe_code)]

mod calendar;
mod dates;
mod easter;
pub mod generated;
mod jewish;
mod names;

use loxo_runtime::Extension;

pub static EXTENSION: Extension = Extension {
    name: "calendar",
    version: "8.4.24",
    functions: generated::FUNCTIONS,
    classes: generated::CLASSES,
    constants: generated::CONSTANTS,
    ini: generated::INI,
    request_start: None,
    request_end: None,
    info: Some(|_| vec![("Calendar support".into(), "enabled".into())]),
};
