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

pub static EXTENSION: Extension = Extension {
    name: "mbstring",
    version: "8.4.24",
    functions: generated::FUNCTIONS,
    classes: generated::CLASSES,
    constants: generated::CONSTANTS,
    ini: generated::INI,
    request_start: Some(source::request_start),
    request_end: None,
    info: Some(|_| vec![("Multibyte Support".into(), "enabled".into()), ("Multibyte string engine".into(), "libmbfl".into())]),
};
