//! Builds a function again and again until what is guessed of its loops holds.

use loxo_bytecode::OpCode;

use super::builder::Builder;
use super::effects;
use super::input::{Input, Refusal, Supported};
use super::paths::Guesses;
use super::plan::Plan;
use crate::Form;

/// Ops times slots: what is looked at per op must stay small.
const LARGE: usize = 4_000_000;

/// So often is a function built again until nothing is guessed any more.
const ATTEMPTS: usize = 24;

/// The form of a function before the passes that make it smaller.
pub(super) fn unoptimized(input: &Input<'_>, supported: Supported) -> Result<Form, Refusal> {
    let f = input.function;
    if f.code.iter().all(|op| effects::always_leaves(op) || op.code == OpCode::Nop) {
        return Err(Refusal::Nothing);
    }
    if f.code.len() * f.frame_slots as usize > LARGE {
        return Err(Refusal::Large);
    }
    let plan = Plan::of(f, input.only);
    let mut guesses = Guesses::default();
    for _ in 0..ATTEMPTS {
        if let Some(form) = Builder::new(input, supported, &plan, &mut guesses).build() {
            return Ok(form);
        }
    }
    guesses.none = true;
    Builder::new(input, supported, &plan, &mut guesses).build().ok_or(Refusal::Large)
}
