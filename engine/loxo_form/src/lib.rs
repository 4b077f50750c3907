//! The form between bytecode and machine code: a whole function in SSA.
//!
//! A [`Form`] is a graph of blocks with parameters. Its values have types ([`Type`]): sets of tags, perhaps refined. Ints, floats and bools are
//! *unboxed*: a register holds the number. All else is *boxed*: both words of a [`loxo_value::Value`].
//!
//! # Slots
//!
//! The frame owns what its slots hold, as in the interpreter. A boxed value of the form is borrowed: bits that were read from a slot or were stored to
//! one, good as long as that slot is not written. So whatever is counted lies in its slot, and only unboxed numbers may be newer than the frame.
//! A [`FrameState`] lists these; where code leaves, they are written to the frame, which is then what the interpreter would have made.
//!
//! # Leaving
//!
//! An instruction that may leave names the state with which it does; what it was about to do has no effect then, and the interpreter runs the state's
//! op from its beginning. [`End::Leave`] does so always: it stands for ops that are not compiled. The interpreter may come back at [`Form::entries`].
//!
//! # Without a frame
//!
//! A function of numbers that calls only such functions by their names, or static methods, has a second form ([`frameless()`]), in which slots are values
//! and nothing is in memory. Its states name all that the frame has to hold, at calls too: a callee that leaves makes its callers leave, up to one that has a frame.

#![forbid(unsafe_code)]

mod build;
mod form;
mod frameless;
mod graph;
mod intrinsics;
mod kinds;
pub mod passes;
mod ranges;
mod text;
mod types;
mod verify;

pub use build::{Inlinable, Input, Place, Refusal, Seen, Supported, Taken, build, build_with};
pub use form::{Block, BlockId, Compare, End, Entry, FloatOp, Form, FrameState, Inst, IntOp, Kind, Owned, StateId, ValueId, WHOLE};
pub use frameless::{Called, Interface, Source, frameless};
pub use graph::Graph;
pub use intrinsics::Intrinsic;
pub use kinds::{Leaving, leaving, result_range};
pub use text::{SyntaxError, parse};
pub use types::{Tags, Type};
pub use verify::{Malformed, verify};
