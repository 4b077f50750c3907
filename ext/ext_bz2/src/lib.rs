//! PHP's bz2 extension: strings, files and filters, compressed with bzip2.
//!
//! Modules: `bz2` (functions), `file` (a stream over a compressed file), `filter`, `error_code`.
#![forbid(unsafe_code)]

mod bz2;
mod error_code;
mod file;
mod filter;
pub mod generated;

use loxo_runtime::Extension;

pub static EXTENSION: Extension = Extension {
    name: "bz2",
    version: "8.4.24",
    functions: generated::FUNCTIONS,
    classes: generated::CLASSES,
    constants: generated::CONSTANTS,
    ini: generated::INI,
    request_start: Some(|cx| {
        let state = loxo_streams::state(cx);
        state.register_wrapper("compress.bzip2", file::Bzip2Wrapper);
        state.register_filter("bzip2.*", filter::create);
    }),
    request_end: None,
    info: Some(|_| {
        vec![
            ("BZip2 Support".into(), "Enabled".into()),
            ("Stream Wrapper support".into(), "compress.bzip2://".into()),
            ("Stream Filter support".into(), "bzip2.decompress, bzip2.compress".into()),
            ("BZip2 Version".into(), "1.0.8, 13-Jul-2019".into()),
        ]
    }),
};
