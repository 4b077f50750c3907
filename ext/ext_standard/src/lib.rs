//! PHP's standard library: arrays, strings, variables, mathematics, URLs, output buffers, and functions about functions and settings.
//!
//! A folder here is a chapter of the manual, or several that belong together; `@module` in a stub file says where the bodies of its functions lie.
#![forbid(unsafe_code)]

mod prelude;

mod arrays;
mod errors;
mod exec;
mod files;
mod functions;
pub mod generated;
pub mod image;
mod info;
mod math;
mod misc;
pub mod network;
mod output;
mod password;
mod streams;
mod strings;
pub mod url;
mod var;

use loxo_runtime::Extension;

pub static EXTENSION: Extension = Extension {
    name: "standard",
    version: "8.4.24",
    functions: generated::FUNCTIONS,
    classes: generated::CLASSES,
    constants: generated::CONSTANTS,
    ini: generated::INI,
    request_start: Some(loxo_streams::start),
    request_end: Some(|cx| {
        loxo_streams::persistent::release(cx);
        loxo_streams::shutdown(cx);
    }),
    info: Some(|cx| {
        let mailer = String::from_utf8_lossy(&cx.ini_str("sendmail_path")).into_owned();
        vec![("Dynamic Library Support".into(), "disabled".into()), ("Path to sendmail".into(), mailer)]
    }),
};
