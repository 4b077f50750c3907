//! Builds the form of a function from its bytecode: one abstract interpretation of the blocks in reverse post-order makes typed values at once.
//!
//! Where paths meet, a slot that holds the same kind of number on each becomes a parameter of the block; all else is in the frame. For the first block of
//! a loop this is a guess made from the paths that come before it; if a path that comes later does not hold to it, the function is built again with that
//! taken into account.

mod arithmetic;
mod attempts;
mod blocks;
mod builder;
mod effects;
mod elements;
mod finally;
mod foreach;
mod found;
mod frame;
mod inlined;
mod inlining;
mod input;
mod intrinsics;
mod joins;
mod jumps;
mod moves;
mod ops;
mod otherwise;
mod params;
mod paths;
mod plan;
mod property_writes;
mod quick;
mod reads;
mod references;
mod results;
mod splice;
mod splice_writes;
mod types;
mod writes;

use crate::Form;
pub use input::{Inlinable, Input, Place, Refusal, Seen, Supported, Taken};
pub(crate) use plan::Needed;

/// The form of a function, of those instructions that every lowering has.
pub fn build(input: &Input<'_>) -> Result<Form, Refusal> {
    build_with(input, Supported::default())
}

/// The form of a function, of those instructions and others.
pub fn build_with(input: &Input<'_>, supported: Supported) -> Result<Form, Refusal> {
    let mut form = attempts::unoptimized(input, supported)?;
    crate::passes::optimize(&mut form);
    Ok(form)
}
