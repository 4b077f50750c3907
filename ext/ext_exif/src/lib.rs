//! PHP's exif extension: what images say of themselves.
//!
//! Modules: `exif` (functions), `image` (what is known of an image so far), `jpeg` (markers), `tiff` (directories of tags), `number` (values in
//! either byte order), `tags` and `makers` (names), `output` (arrays of what was found).
#![forbid(unsafe_code)]

mod exif;
pub mod generated;
mod image;
mod jpeg;
mod makers;
mod number;
mod output;
mod tags;
mod tiff;

use loxo_runtime::Extension;

pub static EXTENSION: Extension = Extension {
    name: "exif",
    version: "8.4.24",
    functions: generated::FUNCTIONS,
    classes: generated::CLASSES,
    constants: generated::CONSTANTS,
    ini: generated::INI,
    request_start: None,
    request_end: None,
    info: Some(exif::info),
};
