//! What the compiler said of a source.

use loxo_runtime::ErrorLevel;

/// What the compiler has to say of a source that it compiles all the same.
pub(crate) struct Diagnostic {
    pub level: ErrorLevel,
    pub message: String,
    pub line: u32,
}

/// Why a source did not become a unit.
pub(crate) struct SourceError {
    /// The class of the exception that it is; without one it ends the program.
    pub class: Option<&'static str>,
    pub level: ErrorLevel,
    pub message: String,
    pub line: u32,
}
