//! Writes to variables that are references: what one refers to is changed where it lies, unless typed properties are bound to it too. The interpreter's
//! code runs the op where it turns out to be anything else, and both ways meet behind it.

use loxo_bytecode::{BinaryOp, NONE, Op, OpCode as O, THIS, flag};

use super::arithmetic::{Operand, Typed};
use super::builder::Builder;
use super::elements::Slow;
use super::frame::{Held, Number};
use super::paths::Flow;
use crate::{IntOp, Kind, Tags, Type, ValueId};

impl Builder<'_> {
    /// A write to the variable goes to what it refers to, as far as is known.
    fn writes_through(&self, var: u32) -> bool {
        var != THIS && var != NONE && self.is_reference(var) && self.may_refer(var)
    }

    /// The reference in a variable, which takes any value; or goes the slow way.
    fn untyped_reference(&mut self, var: u32, slow: &Slow) -> ValueId {
        let mut value = self.load(var);
        if self.held(var).tags != Tags::REFERENCE {
            let refers = self.value(Kind::HasTags(Tags::REFERENCE), &[value], Type::BOOL);
            self.unless(refers, slow, false);
            let likely = self.held(var).likely;
            self.frame.set(var, Held { likely, ..Held::tagged(Tags::REFERENCE) });
            value = self.load(var);
        }
        let takes = self.value(Kind::IsUntyped, &[value], Type::BOOL);
        self.unless(takes, slow, false);
        value
    }

    /// The same where it refers to nothing counted.
    fn reference_to_uncounted(&mut self, var: u32, slow: &Slow) -> ValueId {
        let reference = self.untyped_reference(var, slow);
        let inside = self.value(Kind::Deref, &[reference], Type::tagged(Tags::ANY.without(Tags::REFERENCE)));
        let is_plain = self.value(Kind::HasTags(Tags::UNCOUNTED), &[inside], Type::BOOL);
        self.unless(is_plain, slow, false);
        reference
    }

    /// What is assigned to a reference.
    fn assigned(&mut self, op: &Op, slow: &Slow) -> Option<Assigned> {
        if op.code == O::AssignK {
            let constant = self.constant(op.b)?;
            return Some(match self.number_constant(constant) {
                Some(number) => Assigned::Number(number),
                None => Assigned::Boxed { value: self.boxed_constant(op.b), is_counted: true },
            });
        }
        if let Some(number) = self.held(op.b).known() {
            return Some(Assigned::Number((self.read(op.b, number), number)));
        }
        if let Some(number) = self.number_in(op.b, None).filter(|_| !self.may_refer(op.b)) {
            return Some(Assigned::Number(self.operand_or(Operand::Slot(op.b), number, slow)));
        }
        let moves = op.flags & flag::CONSUME_B != 0;
        let (value, tags) = if moves { (self.load(op.b), self.held(op.b).tags) } else { self.followed(op.b)? };
        if !tags.within(Tags::VALUE) {
            let is_value = self.value(Kind::HasTags(Tags::VALUE), &[value], Type::BOOL);
            self.unless(is_value, slow, false);
        }
        Some(Assigned::Boxed { value, is_counted: moves || tags.and(Tags::VALUE).within(Tags::UNCOUNTED) })
    }

    /// `var = src`, `var = constant`
    pub fn assign_through(&mut self, op: &Op) -> Flow {
        if !self.writes_through(op.a) || op.b == THIS && op.code != O::AssignK {
            return self.run_op(op);
        }
        let slow = self.slow_way();
        match self.assigned(op, &slow) {
            None => return self.run_op(op),
            Some(Assigned::Number((value, _))) => {
                let reference = self.reference_to_uncounted(op.a, &slow);
                self.consume(op);
                self.effect(Kind::StoreInside, &[reference, value]);
            }
            Some(Assigned::Boxed { value, is_counted }) => {
                let reference = self.untyped_reference(op.a, &slow);
                if !is_counted {
                    self.effect(Kind::Count, &[value]);
                }
                self.consume(op);
                self.effect_then(Kind::ReplaceInside, &[reference, value], Some(self.at + 1));
            }
        }
        self.meet_slow(op, slow)
    }

    /// `var op= src`, and `var = lhs op rhs`; `keep`: where the result goes too.
    pub fn compute_through(&mut self, op: &Op, what: BinaryOp, operands: (Operand, Operand), keep: Option<u32>) -> Flow {
        let floats = self.guesses_floats(op);
        if !self.writes_through(op.a) {
            return self.run_op(op);
        }
        let numbers = self.other_numbers(operands, floats).or_else(|| self.numbers_in(operands.0, operands.1, floats));
        let Some((left, right)) = numbers.filter(|(left, right)| self.is_computed(what, *left, *right)) else { return self.run_op(op) };
        let slow = self.slow_way();
        let left = self.operand_or(operands.0, left, &slow);
        let right = self.operand_or(operands.1, right, &slow);
        let Some((value, number)) = self.computed(what, left, right) else { return self.run_op(op) };
        // An operand was looked at, and is a number.
        let is_operand = |operand| matches!(operand, Operand::Slot(slot) if slot == op.a);
        let was_number = is_operand(operands.0) || is_operand(operands.1);
        let reference = if was_number { self.untyped_reference(op.a, &slow) } else { self.reference_to_uncounted(op.a, &slow) };
        self.consume(op);
        self.effect(Kind::StoreInside, &[reference, value]);
        if let Some(keep) = keep {
            self.put(keep, value, number);
        }
        self.meet_slow(op, slow)
    }

    /// `++var` and its sisters; `old`: where the value before goes.
    pub fn step_through(&mut self, op: &Op, var: u32, by: i64, old: Option<u32>) -> Flow {
        if !self.writes_through(var) || old == Some(var) {
            return self.run_op(op);
        }
        let slow = self.slow_way();
        let (before, _) = self.operand_or(Operand::Slot(var), Number::Int, &slow);
        let one = self.int(by);
        let after = self.ints(IntOp::Add, before, one);
        let reference = self.untyped_reference(var, &slow);
        self.effect(Kind::StoreInside, &[reference, after]);
        if let Some(old) = old.filter(|old| *old != NONE) {
            self.put(old, before, Number::Int);
        }
        self.meet_slow(op, slow)
    }
}

enum Assigned {
    Number(Typed),
    /// `is_counted`: it is counted for its new owner already, or need not be.
    Boxed {
        value: ValueId,
        is_counted: bool,
    },
}
