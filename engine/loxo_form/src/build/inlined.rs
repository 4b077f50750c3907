//! What is kept of calls while they are inlined.

use rustc_hash::FxHashSet;

use crate::{BlockId, ValueId};

/// What is known of the calls that are being inlined.
#[derive(Default)]
pub(super) struct Inlining {
    /// Ops that are put off: they start calls, or copy arguments of them.
    pub deferred: Vec<u32>,
    /// Blocks that no path leads to.
    pub unreachable: FxHashSet<BlockId>,
    /// See [`crate::Form::inlined`].
    pub numbered: [u32; 2],
    /// Instructions of inlined functions.
    pub size: usize,
    /// What deferred ops would write to which slots.
    pub arguments: Vec<(u32, ValueId)>,
    /// Of the calls that are built the usual way, from the outermost on: the first argument's slot, and how many there are.
    pub windows: Vec<(u32, u32)>,
    /// The window of the call that was built last had to be started.
    pub started: bool,
    /// Something does not fit in between the start of a call and the call.
    pub refused: bool,
    /// Calls are built as always.
    pub off: bool,
}
