//! Parameters and results: their declared types and defaults.

use loxo_bytecode::{Op, TypeSpec};

use super::builder::Builder;
use super::frame::Number;
use super::paths::Flow;
use super::types::declared;
use crate::Tags;

impl Builder<'_> {
    /// Checks a parameter or a result in place.
    pub fn check_type(&mut self, op: &Op, slot: u32, ty: Option<&TypeSpec>) -> Flow {
        let held = self.held(slot);
        let Some(tags) = ty.and_then(declared) else { return self.run_op(op) };
        if held.tags.within(tags) {
            return Flow::Next;
        }
        // What has to be converted is for the interpreter.
        let possible = held.likely.and(held.tags);
        if held.number.is_some() || possible.and(tags) == Tags::NONE || !self.may_guess() {
            return self.run_op(op);
        }
        match self.number_in(slot, Number::of(tags)) {
            Some(number) if number.tags().within(tags) => {
                self.read(slot, number);
            }
            _ => {
                self.read_boxed(slot, tags);
            }
        }
        Flow::Next
    }

    /// Only parameters that were not passed have no value.
    pub fn default_constant(&mut self, op: &Op) -> Flow {
        if self.held(op.a).tags.and(Tags::UNDEF) == Tags::NONE { Flow::Next } else { self.run_op(op) }
    }
}
