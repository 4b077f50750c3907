//! PHP's intl extension: text as Unicode has it.
//!
//! Locales, collation, formats, calendars, break iterators, transliteration, resource bundles, spoof checks and converters are ICU's
//! (`loxo_icu_sys`). Normalization and grapheme clusters come from ICU4X and `unicode-segmentation`. Modules: `errors` (the extension's last
//! error), `object` (what the classes have in common), `text` (UTF-8 and UTF-16), then one for each class.
//!
//! Dates and zones of the date extension are asked through their PHP methods. PHP code runs inside of ICU in the callbacks of `UConverter` alone.
#![forbid(unsafe_code)]

mod breaks;
mod bundle;
mod calendar;
mod char;
mod code_point_breaks;
mod collator;
mod converter;
mod date;
mod date_interop;
mod errors;
pub mod generated;
mod grapheme;
mod gregorian;
mod idn;
mod info;
mod iterator;
mod locale;
mod message;
mod normalizer;
mod number;
mod object;
mod parts;
mod pattern_generator;
mod raw_mappings;
mod rule_breaks;
mod search;
mod spoof;
mod text;
mod timezone;
mod transliterator;

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
    info: Some(info::lines),
};
