//! PHP's curl extension: transfers by URL, with libcurl.
//!
//! Modules: `handle` (`CurlHandle`), `options` (`curl_setopt()`), `form` (what is posted), `transfer` (running one, and what it tells), `info`,
//! `multi`, `share`, `files` and `string_file` (`CURLFile`, `CURLStringFile`).
#![forbid(unsafe_code)]

mod files;
mod form;
pub mod generated;
mod handle;
mod info;
mod multi;
mod numbers;
mod options;
mod share;
mod string_file;
mod transfer;

use loxo_runtime::{Cx, Extension};

pub static EXTENSION: Extension = Extension {
    name: "curl",
    version: "8.4.24",
    functions: generated::FUNCTIONS,
    classes: generated::CLASSES,
    constants: generated::CONSTANTS,
    ini: generated::INI,
    request_start: None,
    request_end: None,
    info: Some(|_| info::rows()),
};

/// The function that is running.
pub(crate) fn function_name(cx: &mut Cx) -> String {
    cx.active.map_or_else(String::new, |function| String::from_utf8_lossy(&function.display_name()).into_owned())
}
