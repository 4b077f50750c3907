//! PHP's zip extension: archives, read and written by code of our own, with libzip's statuses.
//!
//! Modules: `finding` (where the directory is), `container` (what it has, and what is to be changed), `reader`, `writer`, `crypt`, `names`,
//! `error`; `archive`, `reading`, `adding` and `changing` are the class, `directory` the old functions, `wrapper` the streams. Sizes that an
//! archive claims are compared with what is there; nothing is extracted outside of where it shall go.
#![forbid(unsafe_code)]

mod adding;
mod archive;
mod changing;
mod container;
mod crypt;
mod directory;
pub mod dos_time;
mod error;
mod finding;
mod flags;
pub mod generated;
mod names;
mod reader;
mod reading;
mod wrapper;
mod writer;

use loxo_runtime::Extension;

pub static EXTENSION: Extension = Extension {
    name: "zip",
    version: "1.22.8",
    functions: generated::FUNCTIONS,
    classes: generated::CLASSES,
    constants: generated::CONSTANTS,
    ini: generated::INI,
    request_start: Some(|cx| loxo_streams::state(cx).register_wrapper("zip", wrapper::ZipWrapper)),
    request_end: None,
    info: Some(|_| {
        let rows = [
            ("Zip", "enabled"),
            ("Zip version", "1.22.8"),
            ("Libzip version", "1.11.3"),
            ("BZIP2 compression", "Yes"),
            ("XZ compression", "No"),
            ("ZSTD compression", "No"),
            ("AES-128 encryption", "Yes"),
            ("AES-192 encryption", "Yes"),
            ("AES-256 encryption", "Yes"),
        ];
        rows.into_iter().map(|(name, value)| (name.into(), value.into())).collect()
    }),
};
