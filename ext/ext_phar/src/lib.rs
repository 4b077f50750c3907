//! PHP's archives: programs and data in one file, in PHP's own format, as tar or as zip; and `phar://`, which reaches into them.
//!
//! Modules: `archive` (what is known of one), `registry` (those of the request), `paths_in` (where a path leaves the file system), `opening`,
//! `packed`, `tar`, `zip` (formats), `content` (where the bytes of a file are), `entries` (files by name), `writing`, `signature`, `wrapper`
//! and `dirs` (the stream wrapper); the others are classes.
//!
//! Content never goes through the heap as a whole: it lies in the archive, or in temporary files. Sizes that an archive claims are compared
//! with what is there before anything is made of them.
#![forbid(unsafe_code)]

mod archive;
mod building;
mod content;
mod converting;
mod data;
mod dirs;
mod entries;
mod extracting;
mod file_info;
pub mod generated;
mod metadata;
mod opening;
mod packed;
mod paths_in;
mod phar;
mod registry;
mod settings;
mod shared;
mod signature;
mod stub;
mod tar;
mod web;
mod wrapper;
mod writing;
mod zip;

use loxo_runtime::{Cx, Extension};
use loxo_streams::ArchiveHooks;

pub static EXTENSION: Extension = Extension {
    name: "Phar",
    version: "8.4.24",
    functions: generated::FUNCTIONS,
    classes: generated::CLASSES,
    constants: generated::CONSTANTS,
    ini: generated::INI,
    request_start: Some(start),
    request_end: Some(|_| registry::forget()),
    info: Some(info),
};

static HOOKS: ArchiveHooks = ArchiveHooks { resolve: shared::resolve, program: shared::program, intercept: shared::intercept };

fn start(cx: &mut Cx) {
    let state = loxo_streams::state(cx);
    state.register_wrapper("phar", wrapper::PharWrapper);
    state.archives = Some(&HOOKS);
}

fn info(_: &mut Cx) -> Vec<(String, String)> {
    let rows = [
        ("Phar: PHP Archive support", "enabled"),
        ("Phar API version", "1.1.1"),
        ("Phar-based phar archives", "enabled"),
        ("Tar-based phar archives", "enabled"),
        ("ZIP-based phar archives", "enabled"),
        ("gzip compression", "enabled"),
        ("bzip2 compression", "enabled"),
        ("Native OpenSSL support", "enabled"),
    ];
    rows.into_iter().map(|(name, value)| (name.into(), value.into())).collect()
}
