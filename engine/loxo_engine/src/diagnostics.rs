//! What the compiler said of a source.

use loxo_runtime::{Cx, ErrorLevel};
use loxo_value::PhpStr;

/// What the compiler has to say of a source that it compiles all the same.
pub(crate) struct Diagnostic {
    pub level: ErrorLevel,
    pub message: String,
    pub line: u32,
}

/// Raises what the compiler says of a file. What that prints began in the file, also when the unit comes out of a cache.
pub(crate) fn raise_of_source(cx: &mut Cx, level: ErrorLevel, message: &str, path: &[u8], line: u32) {
    let outer = cx.errors.compiling.replace((PhpStr::new(path), line));
    cx.raise_at(level, message, path, line);
    cx.errors.compiling = outer;
}

/// Why a source did not become a unit.
pub(crate) struct SourceError {
    /// The class of the exception that it is; without one it ends the program.
    pub class: Option<&'static str>,
    pub level: ErrorLevel,
    pub message: String,
    pub line: u32,
}
