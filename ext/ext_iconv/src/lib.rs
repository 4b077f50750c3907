//! PHP's iconv extension: strings in other encodings, as the C library converts them.
//!
//! Modules: `convert` (whole strings, and what goes wrong), `characters` (length, parts, searching), `mime_encode` and `mime_decode` (header
//! fields of mails), `filter` (`convert.iconv.*`), `output` (`ob_iconv_handler`), `settings`.
#![forbid(unsafe_code)]

mod characters;
mod convert;
mod filter;
pub mod generated;
mod mime_decode;
mod mime_encode;
mod output;
mod settings;

use loxo_runtime::{Extension, streams};

pub static EXTENSION: Extension = Extension {
    name: "iconv",
    version: "8.4.24",
    functions: generated::FUNCTIONS,
    classes: generated::CLASSES,
    constants: generated::CONSTANTS,
    ini: generated::INI,
    request_start: Some(|cx| {
        streams::state(cx).register_filter("convert.iconv.*", filter::create);
        cx.output.register_handler(output::NAME, output::handler);
    }),
    request_end: None,
    info: Some(|_| {
        vec![
            ("iconv support".into(), "enabled".into()),
            ("iconv implementation".into(), "glibc".into()),
            ("iconv library version".into(), loxo_iconv_sys::version().into()),
        ]
    }),
};
