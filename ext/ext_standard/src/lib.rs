//! PHP's standard library: arrays, strings, variables, mathematics, URLs, output buffers, and functions about functions and settings.
//!
//! One stub file in `stubs/` is one room here; rooms are named as the manual names its chapters.
#![forbid(unsafe_code)]

mod assert_settings;
mod prelude;

mod arrays;
mod browser;
mod crypt;
mod dir;
mod encoding;
mod errors;
mod exec;
mod file;
mod filestat;
mod format;
mod functions;
pub mod generated;
mod head;
mod highlight;
mod html;
mod http;
pub mod image;
mod info;
mod iptc;
mod link;
mod math;
mod net;
pub mod network;
mod output;
mod pack;
mod password;
mod stream_filters;
mod streams;
mod strings;
mod strptime;
mod time;
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
    request_end: Some(loxo_streams::shutdown),
    info: Some(|cx| {
        let mailer = String::from_utf8_lossy(&cx.ini_str("sendmail_path")).into_owned();
        vec![("Dynamic Library Support".into(), "disabled".into()), ("Path to sendmail".into(), mailer)]
    }),
};
