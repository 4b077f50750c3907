//! PHP text → tokens → syntax tree with diagnostics.
//!
//! Knows nothing of values, classes or what a name means. Does no I/O and has no unsafe code.
#![forbid(unsafe_code)]

pub mod ast;
mod decode;
pub mod lexer;
mod parser;
pub mod pretty;
mod token;
pub mod visit;

use ast::File;
use bumpalo::Bump;
use loxo_base::LineTable;

pub use pretty::{ResolveNames, const_expr_to_string, expr_to_string};
pub use token::{Token, TokenKind};

#[derive(Clone, Copy, Debug, Default)]
pub struct ParseOptions {
    /// Accept `<?` as an open tag (ini `short_open_tag`).
    pub short_open_tag: bool,
    /// A first line that begins with `#!` is passed over.
    pub skip_shebang: bool,
    /// Which encodings `declare(encoding=…)` may name; `None`: the text was not decoded (ini `zend.multibyte`).
    pub encodings: Option<fn(&[u8]) -> bool>,
}

/// How PHP reports the error.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ErrorKind {
    /// A `ParseError` exception ("PHP Parse error").
    Parse,
    /// A `CompileError` exception ("PHP Fatal error").
    Thrown,
    /// `E_COMPILE_ERROR` ("PHP Fatal error").
    Compile,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ParseError {
    pub message: String,
    pub offset: u32,
    /// The line that PHP reports, which is not always the line of `offset`.
    pub line: u32,
    pub kind: ErrorKind,
    /// What was reported before it.
    pub diagnostics: Vec<Diagnostic>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DiagnosticKind {
    /// `E_DEPRECATED`
    Deprecated,
    /// `E_COMPILE_WARNING`
    CompileWarning,
}

/// A message that does not stop the compilation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Diagnostic {
    pub message: String,
    pub offset: u32,
    pub line: u32,
    pub kind: DiagnosticKind,
}

#[derive(Debug)]
pub struct Parsed<'a> {
    pub file: File<'a>,
    pub lines: LineTable,
    /// In source order.
    pub deprecations: Vec<Diagnostic>,
    /// Offsets of keywords that are names of members or arguments where they stand.
    pub keyword_names: Vec<u32>,
}

/// Parses a file: text with `<?php` sections. A first line that begins with `#!` is skipped, as all of PHP's SAPIs do.
pub fn parse<'a>(arena: &'a Bump, source: &'a [u8], options: &ParseOptions) -> Result<Parsed<'a>, ParseError> {
    parser::parse(arena, source, options, false)
}

/// Parses code that begins in PHP mode (`eval()`, `-r`).
pub fn parse_eval<'a>(arena: &'a Bump, source: &'a [u8], options: &ParseOptions) -> Result<Parsed<'a>, ParseError> {
    parser::parse(arena, source, options, true)
}
