//! PHP's mbstring extension: strings of characters in many encodings.
//!
//! Encodings are read into code points and written from them ([`codec`]); most functions do their work in between. Strings of UTF-8 that are
//! well formed are worked on in place.
#![forbid(unsafe_code)]

mod case;
mod codec;
mod convert;
mod detect;
mod encoding;
mod entity;
mod ereg;
pub mod generated;
mod http;
mod kana;
mod mail;
mod mime;
mod position;
mod regex;
mod settings;
mod source;
mod strings;
mod trim;
mod unicode;
mod width;

use loxo_runtime::Extension;

/// `MB_ONIGURUMA_VERSION`
const ONIGURUMA: &str = "6.9.9";

pub static EXTENSION: Extension = Extension {
    name: "mbstring",
    version: "8.4.24",
    functions: generated::FUNCTIONS,
    classes: generated::CLASSES,
    constants: generated::CONSTANTS,
    ini: generated::INI,
    request_start: Some(source::request_start),
    request_end: None,
    info: Some(|cx| {
        let translated = cx.ini_bool("mbstring.encoding_translation");
        let row = |name: &str, value: &str| (name.into(), value.into());
        vec![
            row("Multibyte Support", "enabled"),
            row("Multibyte string engine", "libmbfl"),
            row("HTTP input encoding translation", if translated { "enabled" } else { "disabled" }),
            // Programs ask for the library that PHP carries, whose behaviour this has.
            row("libmbfl version", "1.3.2"),
            row("", ""),
            row("Multibyte (japanese) regex support", "enabled"),
            row("Multibyte regex (oniguruma) version", ONIGURUMA),
        ]
    }),
};
