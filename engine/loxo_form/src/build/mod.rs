//! Builds the form of a function from its bytecode: one abstract interpretation of the blocks in reverse post-order makes typed values at once.
//!
//! Where paths meet, a slot that holds the same kind of number on each becomes a parameter of the block; all else is in the frame. For the first block of
//! a loop this is a guess made from the paths that come before it; if a path that comes later does not hold to it, the function is built again with that
//! taken into account.

mod arithmetic;
mod blocks;
mod builder;
mod effects;
mod elements;
mod frame;
mod input;
mod joins;
mod jumps;
mod moves;
mod ops;
mod otherwise;
mod params;
mod paths;
mod plan;
mod quick;
mod reads;
mod results;
mod types;

use loxo_bytecode::{FnFlags, OpCode};

use crate::Form;
use builder::Builder;
pub use input::{Input, Refusal, Supported};
use paths::Guesses;
use plan::Plan;

/// Ops times slots: what is looked at per op must stay small.
const LARGE: usize = 4_000_000;

/// So often is a function built again until nothing is guessed any more.
const ATTEMPTS: usize = 24;

/// The form of a function, of those instructions that every lowering has.
pub fn build(input: &Input<'_>) -> Result<Form, Refusal> {
    build_with(input, Supported::default())
}

/// The form of a function, of those instructions and others.
pub fn build_with(input: &Input<'_>, supported: Supported) -> Result<Form, Refusal> {
    let f = input.function;
    if f.flags.has(FnFlags::GENERATOR) {
        return Err(Refusal::Generator);
    }
    if f.code.iter().all(|op| effects::always_leaves(op) || op.code == OpCode::Nop) {
        return Err(Refusal::Nothing);
    }
    if f.code.len() * f.frame_slots as usize > LARGE {
        return Err(Refusal::Large);
    }
    let plan = Plan::of(f);
    let mut guesses = Guesses::default();
    for _ in 0..ATTEMPTS {
        if let Some(form) = Builder::new(input, supported, &plan, &mut guesses).build() {
            return Ok(optimized(form));
        }
    }
    guesses.none = true;
    Builder::new(input, supported, &plan, &mut guesses).build().map(optimized).ok_or(Refusal::Large)
}

fn optimized(mut form: Form) -> Form {
    crate::passes::optimize(&mut form);
    form
}
