//! Notes which lines of files run, for who measures the coverage of tests.
//!
//! Each op that counts gets another handler in front of it, which notes the op's line, takes itself away and runs the op: a line costs
//! once, until everything is forgotten. Where one handler stands for several ops of several lines, single ones are put in its place. Code is shared
//! by all threads: others run marked ops without noting them, and where several threads record, marks stay.
//!
//! While nobody records, the interpreter runs the code that it would run without this crate. What was marked has no machine code from then on.

// Handlers are raw by nature.
#![allow(clippy::missing_safety_doc)]

mod executable;
mod marks;
mod recorder;

pub use recorder::{add, clear, end, has, is_recording, lines_that_ran, ran, start, stop, units_that_ran};
