//! Variables as PHP writes them, gathered but not yet fetched: a base, and the steps behind it.

use crate::state::function_builder::{Operand, Slot};

/// What the variable is wanted for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Mode {
    Read,
    /// Inside `isset`, left of `??`.
    Quiet,
    Write,
    ReadWrite,
    Unset,
    /// Argument of a call whose callee is not known: read or written.
    FuncArg,
}

impl Mode {
    pub(crate) fn writes(self) -> bool {
        !matches!(self, Mode::Read | Mode::Quiet | Mode::FuncArg)
    }
}

/// A class operand; `tmp` is the slot of a class temporary that dies with its last use.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ClassOp {
    pub bits: u32,
    pub tmp: Option<u32>,
}

#[derive(Clone, Debug)]
pub(crate) enum Base<'a> {
    Var(u32),
    This,
    /// `$GLOBALS` as a value.
    Globals,
    /// Result of any other expression.
    Value(Operand<'a>),
    VarVar(Operand<'a>),
    Global(Operand<'a>),
    Static(ClassOp, Operand<'a>),
}

#[derive(Clone, Debug)]
pub(crate) enum Step<'a> {
    Dim(Operand<'a>),
    Append,
    Prop(Operand<'a>),
}

#[derive(Clone, Debug)]
pub(crate) struct Lvalue<'a> {
    pub base: Base<'a>,
    pub steps: Vec<Step<'a>>,
}

impl<'a> Lvalue<'a> {
    pub(crate) fn new(base: Base<'a>) -> Lvalue<'a> {
        Lvalue { base, steps: Vec::new() }
    }
}

/// What the next step begins at.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Container {
    /// A local.
    Var(u32),
    /// `$this` or a temporary.
    Value(Slot),
    /// The lvalue register.
    Lv,
}
