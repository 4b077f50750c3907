//! A directive of nginx or Apache, with its block if it has one.

use crate::source::{Note, Source};

/// Includes within includes.
pub(crate) const DEPTH: usize = 8;
/// Blocks within blocks.
pub(crate) const NESTING: usize = 32;

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Directive {
    pub(crate) file: String,
    pub(crate) line: usize,
    /// As it stands; Apache's are compared without regard to case.
    pub(crate) name: String,
    pub(crate) args: Vec<String>,
    pub(crate) block: Vec<Directive>,
}

impl Directive {
    pub(crate) fn is(&self, name: &str) -> bool {
        self.name.eq_ignore_ascii_case(name)
    }

    pub(crate) fn arg(&self, at: usize) -> &str {
        self.args.get(at).map_or("", String::as_str)
    }

    pub(crate) fn note(&self, message: impl Into<String>) -> Note {
        Note { file: self.file.clone(), line: self.line, message: message.into() }
    }

    /// It stands in no other form in the result.
    pub(crate) fn lost(&self) -> Note {
        let shown: String = std::iter::once(&self.name).chain(&self.args).map(String::as_str).collect::<Vec<_>>().join(" ");
        let shown: String = shown.chars().filter(|c| !c.is_control()).take(100).collect();
        self.note(format!("`{shown}` is not carried over"))
    }
}

pub(crate) fn note(source: &Source, line: usize, message: impl Into<String>) -> Note {
    Note { file: source.name.clone(), line, message: message.into() }
}
