//! PHP's tokenizer extension: programs see the tokens of programs. The lexer is that of the parser.
#![forbid(unsafe_code)]

pub mod generated;
mod names;
mod token;
mod tokenizer;

use loxo_runtime::Extension;

pub static EXTENSION: Extension = Extension {
    name: "tokenizer",
    version: "8.4.24",
    functions: generated::FUNCTIONS,
    classes: generated::CLASSES,
    constants: generated::CONSTANTS,
    ini: generated::INI,
    request_start: None,
    request_end: None,
    info: Some(|_| vec![("Tokenizer Support".into(), "enabled".into())]),
};
