//! Lines that a person types: what the interactive shell needs of the extension that edits them.

use std::path::Path;

use crate::{Cx, PhpResult};

/// Installed in [`Cx::line_editor`] by the extension, when a request starts. Its history is the one that programs see.
pub struct LineEditor {
    /// Shows a prompt and reads a line, with completion of PHP code unless the program completes by itself.
    pub read: fn(&mut Cx, &[u8]) -> PhpResult<Typed>,
    /// Adds a line to the history.
    pub remember: fn(&mut Cx, &[u8]),
    /// Adds the lines of a file to the history, if it can be read.
    pub load_history: fn(&mut Cx, &Path),
    /// Writes the history to a file, if it can be written.
    pub save_history: fn(&mut Cx, &Path),
}

/// What came of asking for a line.
pub enum Typed {
    /// Without its end.
    Line(Vec<u8>),
    /// The user drops what was typed (Ctrl+C).
    Interrupted,
    End,
}
