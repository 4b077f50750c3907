//! Errors and other messages of the compilation, as PHP words them.

/// A compile-time fatal error: `Fatal error: <message> in <path> on line <line>`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CompileError {
    pub message: String,
    pub line: u32,
    /// What was reported before it.
    pub diagnostics: Vec<Diagnostic>,
    /// PHP does not call it an error of compilation.
    pub plain: bool,
}

impl CompileError {
    pub(crate) fn new(message: impl Into<String>, line: u32) -> CompileError {
        CompileError { message: message.into(), line, diagnostics: Vec::new(), plain: false }
    }
}

pub type CompileResult<T> = Result<T, CompileError>;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Level {
    Deprecated,
    Warning,
    CompileWarning,
}

/// A message of the compiler that does not stop it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Diagnostic {
    pub level: Level,
    pub message: String,
    pub line: u32,
}

/// Text of bytes inside a message.
pub(crate) fn text(s: &[u8]) -> std::borrow::Cow<'_, str> {
    // As C prints it: names of anonymous classes end at their NUL byte.
    let end = s.iter().position(|&b| b == 0).unwrap_or(s.len());
    String::from_utf8_lossy(&s[..end])
}
