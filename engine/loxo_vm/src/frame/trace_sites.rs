//! Lines of instructions that traces asked for before.

use std::cell::Cell;

use crate::code::instruction::Pc;

/// What an instruction is to a frame that stands at it.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Site {
    /// A call, maybe of a builtin.
    Call,
    Include,
    Other,
}

/// Lines of instructions and what they are, by their addresses. Code is never freed, so those stay theirs.
pub(crate) type Sites = Box<[Cell<(Pc, u32, Site)>; 512]>;

pub(crate) fn no_sites() -> Sites {
    Box::new([const { Cell::new((std::ptr::null(), 0, Site::Other)) }; 512])
}
