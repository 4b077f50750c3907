//! PHP's zlib extension: strings, files, filters and output, compressed.
//!
//! Modules: `zlib` (whole strings), `contexts` (strings in pieces), `gzip` (a stream over a compressed file), `files` (functions for it),
//! `filter`, `output` (compressed responses).
#![forbid(unsafe_code)]

mod contexts;
mod files;
mod filter;
pub mod generated;
mod gzip;
mod output;
mod zlib;

use loxo_runtime::{Cx, Extension};

pub static EXTENSION: Extension = Extension {
    name: "zlib",
    version: "8.4.24",
    functions: generated::FUNCTIONS,
    classes: generated::CLASSES,
    constants: generated::CONSTANTS,
    ini: generated::INI,
    request_start: Some(start),
    request_end: Some(output::request_end),
    info: Some(|_| {
        vec![
            ("ZLib Support".into(), "enabled".into()),
            ("Stream Wrapper".into(), "compress.zlib://".into()),
            ("Stream Filter".into(), "zlib.inflate, zlib.deflate".into()),
            ("Compiled Version".into(), loxo_zlib_sys::version().into()),
            ("Linked Version".into(), loxo_zlib_sys::version().into()),
        ]
    }),
};

fn start(cx: &mut Cx) {
    let state = loxo_streams::state(cx);
    state.register_wrapper("compress.zlib", gzip::GzipWrapper);
    state.register_filter("zlib.*", filter::create);
    output::request_start(cx);
}
