//! Expressions of `<If>`, `Require expr`, `RewriteCond expr` and `expr=`: what they are; `parse` reads them, `evaluate` finds out what they say.

pub(crate) mod evaluate;
pub(crate) mod parse;

use crate::pattern::Pattern;

/// An expression that is true or false.
#[derive(Debug)]
pub(crate) enum Expr {
    Constant(bool),
    Not(Box<Expr>),
    And(Vec<Expr>),
    Or(Vec<Expr>),
    Compare(Word, Comparison, Word),
    /// One of several words.
    In(Word, Vec<Word>),
    Matches(Word, Pattern),
    /// `-f word`, by its letter.
    Test(u8, Word),
    Wildcards {
        text: Word,
        pattern: Word,
        any_case: bool,
        path: bool,
    },
    /// The word is an address, the texts are networks.
    Networks(Word, Word),
}

/// How two words are compared: as numbers (true) or as text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Comparison {
    pub(crate) numeric: bool,
    pub(crate) less: bool,
    pub(crate) equal: bool,
    pub(crate) greater: bool,
}

/// An expression that is text.
#[derive(Clone, Debug)]
pub(crate) enum Word {
    Text(Vec<u8>),
    /// A group of the last match.
    Group(usize),
    /// In upper case.
    Variable(String),
    Call(Function, Box<Word>),
    All(Vec<Word>),
}

/// Functions of texts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Function {
    RequestHeader,
    ResponseHeader,
    Environment,
    /// Of the server's process: nothing is in it.
    ProcessEnvironment,
    Note,
    Lower,
    Upper,
    Escape,
    Unescape,
    Sha1,
    Md5,
    Base64,
    Unbase64,
}
