//! What arithmetic and comparisons do where guesses have failed before: the other kind of number is tried without leaving. The same is done with what a
//! reference refers to. The interpreter's code runs the op for all else.

use loxo_bytecode::{BinaryOp, NONE, Op, THIS};

use super::arithmetic::{Operand, Typed};
use super::builder::Builder;
use super::elements::Slow;
use super::frame::{Held, Number};
use super::paths::Flow;
use crate::{Kind, Tags, Type};

impl Builder<'_> {
    /// What an operand is tried for: what it is known to be, or what it was not guessed to be.
    fn other_number(&self, operand: Operand, beside: Operand, floats: bool) -> Option<Number> {
        let Operand::Slot(slot) = operand else { return Some(Number::Int) };
        if slot == THIS || slot == NONE {
            return None;
        }
        let held = self.held(slot);
        if let Some(number) = held.known() {
            return Some(number);
        }
        if self.may_refer(slot) {
            return Some(self.guess_beside(beside, floats));
        }
        if self.may_guess() {
            return self.number_in(slot, Some(self.guess_beside(beside, floats)));
        }
        let other = if self.guess_beside(beside, floats) == Number::Int { Number::Float } else { Number::Int };
        (held.tags.and(other.tags()) != Tags::NONE).then_some(other)
    }

    /// Both operands, where they can be tried.
    pub fn other_numbers(&self, (left, right): (Operand, Operand), floats: bool) -> Option<(Number, Number)> {
        let both = (self.other_number(left, right, floats)?, self.other_number(right, left, floats)?);
        let refers = |operand| matches!(operand, Operand::Slot(slot) if self.may_refer(slot));
        (!self.may_guess() || refers(left) || refers(right)).then_some(both)
    }

    /// Reads an operand, or goes the slow way where it is something else.
    pub fn operand_or(&mut self, operand: Operand, number: Number, slow: &Slow) -> Typed {
        if let Operand::Slot(slot) = operand
            && self.held(slot).known().is_none()
        {
            let refers = self.may_refer(slot);
            let boxed = match self.followed(slot).filter(|_| refers) {
                Some((inside, _)) => inside,
                None => self.load(slot),
            };
            let fits = self.value(Kind::HasTags(number.tags()), &[boxed], Type::BOOL);
            self.unless(fits, slow, false);
            let value = self.value(Kind::Unbox, &[boxed], number.ty());
            if refers {
                return (value, number);
            }
            self.frame.set(slot, Held::is_number(value, number, false));
        }
        self.operand(operand, number)
    }

    /// Computes with the other kind of number, and does something with the result; or else the interpreter's code runs the op.
    pub fn compute_otherwise(
        &mut self,
        op: &Op,
        what: BinaryOp,
        operands: (Operand, Operand),
        then: impl FnOnce(&mut Self, Typed),
    ) -> Flow {
        let numbers = self.other_numbers(operands, self.guesses_floats(op));
        let Some((left, right)) = numbers.filter(|(left, right)| self.is_computed(what, *left, *right)) else { return self.run_op(op) };
        let slow = self.slow_way();
        let left = self.operand_or(operands.0, left, &slow);
        let right = self.operand_or(operands.1, right, &slow);
        let Some(result) = self.computed(what, left, right) else { return self.run_op(op) };
        then(self, result);
        self.meet_slow_as(op, slow, result.1.tags())
    }
}
