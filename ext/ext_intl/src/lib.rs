//! PHP's intl extension: text as Unicode has it.
//!
//! What is here: normalization, grapheme clusters, and the extension's last error. The rules and tables of Unicode come from ICU4X and
//! `unicode-segmentation`; nothing of it depends on a locale.
#![forbid(unsafe_code)]

mod errors;
pub mod generated;
mod grapheme;
mod normalizer;
mod raw_mappings;
mod search;

use loxo_runtime::Extension;

pub static EXTENSION: Extension = Extension {
    name: "intl",
    version: "8.4.24",
    functions: generated::FUNCTIONS,
    classes: generated::CLASSES,
    constants: generated::CONSTANTS,
    ini: generated::INI,
    request_start: None,
    request_end: None,
    info: Some(|_| vec![("Internationalization support".into(), "enabled".into()), ("ICU version".into(), "76.1".into())]),
};
