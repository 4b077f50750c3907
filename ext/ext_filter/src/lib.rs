//! PHP's filter extension: is a text what it should be, and how to make it so.
//!
//! Modules: `functions` (what programs call, and how filters apply to arrays), `input` (what came in with the request), `numbers`, `email`, `ip`,
//! `web` (domains, URLs, hardware addresses), `sanitize`. Texts go in and values come out; nothing here knows where they came from.
#![forbid(unsafe_code)]

mod email;
mod functions;
pub mod generated;
mod input;
mod ip;
mod numbers;
mod sanitize;
mod web;

use loxo_runtime::Extension;

pub static EXTENSION: Extension = Extension {
    name: "filter",
    version: "8.4.24",
    functions: generated::FUNCTIONS,
    classes: generated::CLASSES,
    constants: generated::CONSTANTS,
    ini: generated::INI,
    request_start: Some(input::request_start),
    request_end: None,
    info: Some(|_| vec![("Input Validation and Filtering".into(), "enabled".into())]),
};
