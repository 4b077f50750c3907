//! What is read, and what is said about it.

use std::fmt;

/// A file of a configuration.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Source {
    pub name: String,
    pub text: String,
}

/// Something that could not be carried over, and where it stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Note {
    pub file: String,
    pub line: usize,
    pub message: String,
}

impl fmt::Display for Note {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: {}", self.file, self.line, self.message)
    }
}

/// Finds the files that an `include` means, by its argument as it stands.
pub type Find<'f> = &'f dyn Fn(&str) -> Vec<Source>;
