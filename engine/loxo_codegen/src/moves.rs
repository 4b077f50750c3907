//! Moves of values from where they are to where they are wanted.

use crate::registers::Reg;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Source {
    Reg(Reg),
    /// In the frame, so far from its end.
    Slot(i32),
    Number(i64),
    /// The bits of a float.
    Float(u64),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Target {
    Reg(Reg),
    Slot(i32),
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct Move {
    pub from: Source,
    pub to: Target,
    pub float: bool,
}

impl Target {
    pub fn is(self, source: Source) -> bool {
        match (self, source) {
            (Target::Reg(to), Source::Reg(from)) => to == from,
            (Target::Slot(to), Source::Slot(from)) => to == from,
            _ => false,
        }
    }
}
