//! Values and problems, with the lines that they stand on.

/// What is wrong, and on which line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    pub line: usize,
    pub message: String,
}

/// A value and the line that it stands on.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Placed<T> {
    pub value: T,
    pub line: usize,
}
