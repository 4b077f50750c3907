//! What code is left with: see [`crate::side_exits`].

use cranelift_codegen::ir::{Block, Value as Ir};
use loxo_form::StateId;
use loxo_value::Tag;

/// A place where code may be left, and what remains to be done there.
#[derive(Debug, Default)]
pub struct SideExit {
    /// The op that the interpreter goes on with.
    pub op: u32,
    /// The code is entered at this op: its instruction would lead back to it.
    pub is_entry: bool,
    /// A type is not the one that was expected.
    pub is_guess: bool,
    /// What the frame does not have yet, by slot: the tag. For a bool it is that of false, and a byte is there that is to be added to it; for a copy of what
    /// is elsewhere it is that of a reference, and both words together are the address.
    pub slots: Vec<(u32, Tag)>,
    /// Slots that hold nothing yet.
    pub undefined: Vec<u32>,
    /// Ops that are run by themselves before.
    pub before: Vec<u32>,
    /// A slot with an array and one with an int: it is a wrong guess if the int is the place behind the array's last element.
    pub appends: Option<[u32; 2]>,
    /// Something is pending behind this op, and is seen to first.
    pub pending_behind: Option<u32>,
}

/// The side exits of the op that is emitted: the plain one, and the one that counts.
#[derive(Clone, Copy, Default)]
pub(crate) struct SideExits(pub [Option<Block>; 2]);

/// A side exit that is still to be written, with what is in registers.
pub(crate) struct OpenExit {
    pub block: Block,
    pub exit: SideExit,
    pub values: Vec<Ir>,
}

/// A place where the code is left.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum WayOut {
    /// With a state, perhaps because a guess was wrong.
    With { state: StateId, is_guess: bool },
    /// At an op, where the frame is the truth. The op is not run by machine code.
    At { op: u32, is_guess: bool },
    /// With a state, when what is pending behind an op was seen to.
    Pending { state: StateId, behind: u32 },
}

/// A call by code without a frame, or of such code, whose callee has left, and what remains to be done for it.
pub struct LeftCall {
    /// The call op.
    pub op: u32,
    /// Address of the function that it calls.
    pub func: usize,
    /// So many arguments it passes.
    pub count: u32,
    /// Flags of the callee's frame.
    pub flags: u32,
    /// The slot that this frame begins at.
    pub frame: u32,
    /// The slot that gets the result, or [`loxo_bytecode::NONE`].
    pub result: u32,
    /// What the caller's frame does not have yet, if the caller has none.
    pub caller: Option<SideExit>,
    /// Address of the word with the callee's code, and the code that was made beside the one that was called: if it is another one, that counts as a wrong
    /// guess.
    pub made: Option<[usize; 2]>,
}
