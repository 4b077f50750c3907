//! Paths between the blocks of a function that is being built, and what is taken for granted where they meet.

use rustc_hash::FxHashMap;

use super::frame::{Frame, Number};
use crate::{BlockId, Tags};

/// A path to a block: it ends in a block of the form that has no end yet.
pub(super) struct Edge {
    pub from: BlockId,
    pub frame: Frame,
    /// The interpreter enters here.
    pub is_entry: bool,
}

/// How a block where paths meet begins.
pub(super) struct Layout {
    pub block: BlockId,
    pub frame: Frame,
    /// Slots whose numbers are its parameters, in order.
    pub params: Vec<(u32, Number)>,
}

/// What was learnt of the first blocks of loops when the function was built before.
#[derive(Default)]
pub(super) struct Guesses {
    /// Nothing is guessed any more.
    pub none: bool,
    /// Classes of objects are not known still in later iterations.
    pub no_classes: bool,
    /// By block of the plan and slot.
    pub of: FxHashMap<(usize, u32), Guess>,
}

/// What a loop's first block takes a slot for.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Guess {
    /// It holds this kind of number, or (`None`) is in the frame; missing: as the paths from before the loop say.
    pub number: Option<Option<Number>>,
    /// The number is newer than the frame.
    pub dirty: bool,
    /// In the frame it may hold these too.
    pub tags: Tags,
    /// In the frame it probably holds one of these in later iterations.
    pub likely: Tags,
}

impl Guess {
    pub const NEW: Guess = Guess { number: None, dirty: false, tags: Tags::NONE, likely: Tags::NONE };
}

/// What comes behind an op.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Flow {
    Next,
    /// The block has its end.
    Ended,
}
