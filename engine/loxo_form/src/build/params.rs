//! Parameters and results: their declared types and defaults.

use loxo_bytecode::{Op, TypeSpec};
use loxo_value::Tag;

use super::builder::Builder;
use super::frame::Number;
use super::paths::Flow;
use super::types::declared;
use crate::{Kind, Tags, Type};

impl Builder<'_> {
    /// Checks a parameter or a result in place.
    pub fn check_type(&mut self, op: &Op, slot: u32, ty: Option<&TypeSpec>) -> Flow {
        let held = self.held(slot);
        let Some(tags) = ty.and_then(declared) else { return self.run_op(op) };
        if held.tags.within(tags) {
            return Flow::Next;
        }
        let possible = held.likely.and(held.tags);
        if tags.has(Tag::Float) && !tags.has(Tag::Int) && self.is_int(slot) {
            let int = self.read(slot, Number::Int);
            let float = self.value(Kind::IntToFloat, &[int], Type::FLOAT);
            self.put(slot, float, Number::Float);
            return Flow::Next;
        }
        // What else has to be converted is for the interpreter.
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

    /// The slot holds an int, as far as is known, or is likely to.
    fn is_int(&self, slot: u32) -> bool {
        let held = self.held(slot);
        match held.known() {
            Some(number) => number == Number::Int,
            None => held.tags == Tags::INT || self.may_guess() && held.likely.and(held.tags) == Tags::INT,
        }
    }

    /// Checks what a parameter by reference refers to.
    pub fn check_referred(&mut self, op: &Op, ty: Option<&TypeSpec>) -> Flow {
        let Some(tags) = ty.and_then(declared).filter(|_| self.may_refer(op.a)) else { return self.run_op(op) };
        let slow = self.slow_way();
        let Some((value, _)) = self.followed(op.a) else { return self.run_op(op) };
        let fits = self.value(Kind::HasTags(tags), &[value], Type::BOOL);
        self.unless(fits, &slow, false);
        self.meet_slow(op, slow)
    }

    /// Only parameters that were not passed have no value.
    pub fn default_constant(&mut self, op: &Op) -> Flow {
        if self.held(op.a).tags.and(Tags::UNDEF) == Tags::NONE { Flow::Next } else { self.run_op(op) }
    }
}
