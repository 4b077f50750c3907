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

    /// What operands were guessed to be that turned out to be something else, too.
    fn guessed_numbers(&self, (left, right): (Operand, Operand), floats: bool) -> Option<(Number, Number)> {
        let number = |operand, beside| match operand {
            Operand::Int(_) => Some(Number::Int),
            Operand::Slot(slot) if slot == THIS || slot == NONE => None,
            Operand::Slot(slot) => {
                let held = self.held(slot);
                let guess = held.known().or(held.expected()).unwrap_or_else(|| self.guess_beside(beside, floats));
                (held.tags.and(guess.tags()) != Tags::NONE).then_some(guess)
            }
        };
        Some((number(left, right)?, number(right, left)?))
    }

    /// Computes with the other kind of number, then with what was guessed first, and does something with the result; or else the interpreter's code runs the
    /// op.
    pub fn compute_otherwise(&mut self, op: &Op, what: BinaryOp, operands: (Operand, Operand), then: impl Fn(&mut Self, Typed)) -> Flow {
        let floats = self.guesses_floats(op);
        let computed = |builder: &Self, both: &(Number, Number)| builder.is_computed(what, both.0, both.1);
        let Some(first) = self.other_numbers(operands, floats).filter(|both| computed(self, both)) else { return self.run_op(op) };
        let guessed = self.guessed_numbers(operands, floats).filter(|both| !self.may_guess() && *both != first && computed(self, both));
        let slow = self.slow_way();
        let Some(result) = self.compute_or(what, operands, first, &slow) else { return self.run_op(op) };
        then(self, result);
        let Some(guessed) = guessed else { return self.meet_slow_as(op, slow, result.1.tags()) };
        if std::mem::take(&mut self.polls) {
            self.poll(self.at + 1);
        }
        let usual = (self.open, self.frame.clone());
        (self.open, self.frame) = (slow.block, slow.frame);
        self.block().cold = false;
        let slow = self.slow_way();
        let Some(result) = self.compute_or(what, operands, guessed, &slow) else { return self.run_op(op) };
        then(self, result);
        self.meet_slow_as(op, slow, result.1.tags());
        let others = (self.open, self.frame.clone());
        self.meet(vec![usual, others]);
        Flow::Next
    }

    /// The result for operands of these types; goes the slow way where they have others.
    fn compute_or(&mut self, what: BinaryOp, operands: (Operand, Operand), (left, right): (Number, Number), slow: &Slow) -> Option<Typed> {
        let left = self.operand_or(operands.0, left, slow);
        let right = self.operand_or(operands.1, right, slow);
        self.computed(what, left, right)
    }
}
