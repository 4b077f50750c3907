//! Ops that compute with numbers.

use loxo_bytecode::{BinaryOp, NONE, Op, OpCode as O, OperandKind, flag};

use super::builder::Builder;
use super::frame::Number;
use super::paths::Flow;
use crate::{FloatOp, IntOp, Kind, Tags, Type, ValueId};

/// An operand: a slot, or an immediate.
#[derive(Clone, Copy)]
pub(super) enum Operand {
    Slot(u32),
    Int(i64),
}

/// A number of this type.
pub(super) type Typed = (ValueId, Number);

impl Builder<'_> {
    /// Operands of which nothing is known are floats rather than ints.
    pub fn guesses_floats(&self, op: &Op) -> bool {
        let info = op.code.info();
        let has_floats =
            info.relation.is_some() || info.computes.or(BinaryOp::ALL.get(op.x as usize).copied()).and_then(FloatOp::of).is_some();
        let is_probable = has_floats && self.plan.floats && !info.operands.contains(&OperandKind::Imm);
        op.flags & flag::FLOATS != 0 || (is_probable && !self.adds_an_int(op))
    }

    /// The op adds or subtracts, and a temporary among its operands is an int as far as one knows: then the other one probably is one, too. (Variables
    /// are often ints at first that become floats.)
    fn adds_an_int(&self, op: &Op) -> bool {
        let info = op.code.info();
        let (what, slots) = match op.code {
            O::AssignOp => (BinaryOp::ALL.get(op.x as usize).copied(), [op.a, op.c]),
            _ => (info.computes, [op.b, op.c]),
        };
        let numbers = Tags::INT.with(Tags::FLOAT);
        let is_int = |slot: u32| {
            let held = self.held(slot);
            !self.is_local(slot) && held.likely.and(held.tags).and(numbers) == Tags::INT
        };
        matches!(what, Some(BinaryOp::Add | BinaryOp::Sub)) && slots.into_iter().any(is_int)
    }

    /// What an operand is taken for if nothing is known of it: what the other one is; or (`floats`) what the op was made for.
    pub fn guess_beside(&self, other: Operand, floats: bool) -> Number {
        let other = match other {
            Operand::Slot(slot) => self.number_in(slot, None).filter(|other| *other != Number::Bool),
            Operand::Int(_) => Some(Number::Int),
        };
        if floats { Number::Float } else { other.unwrap_or(Number::Int) }
    }

    /// The types of two operands of arithmetic or a comparison, before anything is read.
    pub fn numbers_in(&self, left: Operand, right: Operand, floats: bool) -> Option<(Number, Number)> {
        let number = |operand, other| match operand {
            Operand::Slot(slot) => self.number_in(slot, Some(self.guess_beside(other, floats))),
            Operand::Int(_) => Some(Number::Int),
        };
        Some((number(left, right)?, number(right, left)?))
    }

    pub fn operand(&mut self, operand: Operand, number: Number) -> Typed {
        match operand {
            Operand::Slot(slot) => (self.read(slot, number), number),
            Operand::Int(i) => (self.int(i), Number::Int),
        }
    }

    /// A number as a float.
    pub fn as_float(&mut self, (value, number): Typed) -> ValueId {
        if number == Number::Int { self.value(Kind::IntToFloat, &[value], Type::FLOAT) } else { value }
    }

    /// The result of an operation on two operands, if both are numbers and it is one that is compiled.
    pub fn compute(&mut self, what: BinaryOp, left: Operand, right: Operand, floats: bool) -> Option<Typed> {
        let (l, r) = self.numbers_in(left, right, floats)?;
        if !self.is_computed(what, l, r) {
            return None;
        }
        let (left, right) = (self.operand(left, l), self.operand(right, r));
        self.computed(what, left, right)
    }

    /// The operation is compiled for numbers of these types.
    pub fn is_computed(&self, what: BinaryOp, left: Number, right: Number) -> bool {
        match (left, right) {
            (Number::Bool, _) | (_, Number::Bool) => false,
            // Ints that do not divide give a float: unless they were seen to divide, that is nothing to guess.
            (Number::Int, Number::Int) => IntOp::of(what).is_some() && (what != BinaryOp::Div || self.hint() == Tags::INT),
            _ => FloatOp::of(what).is_some(),
        }
    }

    /// The result of an operation that is compiled.
    pub fn computed(&mut self, what: BinaryOp, left: Typed, right: Typed) -> Option<Typed> {
        if left.1 == Number::Int && right.1 == Number::Int {
            return Some((self.ints(IntOp::of(what)?, left.0, right.0), Number::Int));
        }
        let op = FloatOp::of(what)?;
        let (left, right) = (self.as_float(left), self.as_float(right));
        let value = if op == FloatOp::Div {
            self.leaving(Kind::Floats(op), &[left, right], Type::FLOAT)
        } else {
            self.value(Kind::Floats(op), &[left, right], Type::FLOAT)
        };
        Some((value, Number::Float))
    }

    pub fn ints(&mut self, op: IntOp, left: ValueId, right: ValueId) -> ValueId {
        let ty = |builder: &Self, value: ValueId| builder.form.values[value.0 as usize];
        let range = crate::result_range(op, ty(self, left).range, ty(self, right).range);
        let result = Type { tags: Tags::INT, range: range.unwrap_or(Type::INT.range) };
        match range {
            Some(_) => self.value(Kind::Ints(op), &[left, right], result),
            None => self.leaving(Kind::Ints(op), &[left, right], result),
        }
    }

    /// Ops with a result in a slot that is written without a look: `dst = lhs op rhs`.
    pub fn arithmetic(&mut self, op: &Op, left: Operand, right: Operand) -> Flow {
        let Some(what) = op.code.info().computes else { return self.run_op(op) };
        if what == BinaryOp::Div
            && let Some(flow) = self.quotient(op, left, right)
        {
            return flow;
        }
        let put = |builder: &mut Self, (value, number): Typed| {
            builder.consume(op);
            builder.put(op.a, value, number);
        };
        self.compute_and(op, what, left, right, put)
    }

    /// `$i / $j`, of ints. In `(int) ($i / $j)` nobody sees whether a float is between.
    fn quotient(&mut self, op: &Op, left: Operand, right: Operand) -> Option<Flow> {
        let numbers = self.numbers_in(left, right, self.guesses_floats(op))?;
        if numbers != (Number::Int, Number::Int) || !self.may_guess() || self.hint() == Tags::INT {
            return None;
        }
        let next = self.f.code.get(self.at as usize + 1).filter(|_| self.plan.block_at(self.at + 1).is_none());
        let becomes_int = next.is_some_and(|next| next.code == O::CastInt && next.b == op.a && next.flags & flag::CONSUME_B != 0);
        let (left, _) = self.operand(left, Number::Int);
        let (right, _) = self.operand(right, Number::Int);
        if !becomes_int {
            let tags = Tags::INT.with(Tags::FLOAT);
            let value = self.leaving(Kind::DivideInts, &[left, right], Type::tagged(tags));
            self.consume(op);
            self.put_boxed(op.a, value, tags, Tags::ANY);
            return Some(Flow::Next);
        }
        let value = self.ints(IntOp::Quotient, left, right);
        self.consume(op);
        self.put(op.a, value, Number::Int);
        Some(Flow::Next)
    }

    /// `$x ** 2`, and floats to the power of other ints that are not negative.
    pub fn power(&mut self, op: &Op) -> Flow {
        let exponent = self.held(op.c).number.filter(|(_, number)| *number == Number::Int);
        let range = exponent.map_or((-1, -1), |(value, _)| self.form.values[value.0 as usize].range);
        let guess = if self.plan.floats { Number::Float } else { Number::Int };
        let Some((exponent, base)) = exponent.filter(|_| range.0 >= 0).zip(self.number_in(op.b, Some(guess))) else {
            return self.run_op(op);
        };
        let result = match base {
            Number::Int if range == (2, 2) => {
                let base = self.read(op.b, base);
                (self.ints(IntOp::Mul, base, base), Number::Int)
            }
            Number::Float => {
                let (base, exponent) = (self.read(op.b, base), self.as_float(exponent));
                (self.value(Kind::Power, &[base, exponent], Type::FLOAT), Number::Float)
            }
            _ => return self.run_op(op),
        };
        self.consume(op);
        self.put(op.a, result.0, result.1);
        Flow::Next
    }

    /// Ops that compute and assign: `var = lhs op rhs`.
    pub fn arithmetic_var(&mut self, op: &Op, left: Operand, right: Operand) -> Flow {
        let Some(what) = op.code.info().computes else { return self.run_op(op) };
        if !self.is_assignable(op.a) {
            return self.compute_through(op, what, (left, right), None);
        }
        self.compute_and(op, what, left, right, |builder, (value, number)| {
            builder.make_assignable(op.a);
            builder.consume(op);
            builder.assign_number(op.a, value, number);
        })
    }

    /// Computes, and does something with the result; or else the interpreter's code runs the op.
    fn compute_and(&mut self, op: &Op, what: BinaryOp, left: Operand, right: Operand, then: impl Fn(&mut Self, Typed)) -> Flow {
        match self.compute(what, left, right, self.guesses_floats(op)) {
            Some(result) => {
                then(self, result);
                Flow::Next
            }
            None => self.compute_otherwise(op, what, (left, right), then),
        }
    }

    /// `var op= src`
    pub fn assign_op(&mut self, op: &Op) -> Flow {
        let Some(what) = BinaryOp::ALL.get(op.x as usize).copied() else { return self.run_op(op) };
        let keeps = op.flags & flag::KEEP != 0;
        if !self.is_assignable(op.a) {
            return self.compute_through(op, what, (Operand::Slot(op.a), Operand::Slot(op.c)), keeps.then_some(op.c));
        }
        self.compute_and(op, what, Operand::Slot(op.a), Operand::Slot(op.c), |builder, (value, number)| {
            builder.make_assignable(op.a);
            builder.consume(op);
            if keeps {
                builder.put(op.c, value, number);
            }
            builder.assign_number(op.a, value, number);
        })
    }

    /// `++var` and its sisters; `old`: where the value before goes.
    pub fn step(&mut self, op: &Op, var: u32, by: i64, old: Option<u32>) -> Flow {
        if !self.is_assignable(var) {
            return self.step_through(op, var, by, old);
        }
        let number = self.number_in(var, Some(Number::Int)).filter(|number| *number != Number::Bool);
        let (Some(number), true) = (number, old != Some(var)) else { return self.run_op(op) };
        let before = self.read(var, number);
        let after = if number == Number::Int {
            let one = self.int(by);
            self.ints(IntOp::Add, before, one)
        } else {
            let one = self.float(by as f64);
            self.value(Kind::Floats(FloatOp::Add), &[before, one], Type::FLOAT)
        };
        self.make_assignable(var);
        if let Some(old) = old.filter(|old| *old != NONE) {
            self.put(old, before, number);
        }
        self.assign_number(var, after, number);
        Flow::Next
    }

    /// Ops on one number.
    pub fn unary(&mut self, op: &Op) -> Flow {
        let guess = self.number_in(op.b, (op.code == O::BitNot).then_some(Number::Int));
        let is_one = |number: &Number| *number != Number::Bool || op.code == O::CastInt;
        let Some(number) = guess.filter(is_one) else { return self.run_op(op) };
        let value = match (op.code, number) {
            (O::Plus, _) | (O::CastInt, Number::Int) | (O::CastFloat, Number::Float) => (self.read(op.b, number), number),
            (O::Neg, Number::Int) => {
                let (value, zero) = (self.read(op.b, number), self.int(0));
                (self.ints(IntOp::Sub, zero, value), number)
            }
            (O::Neg, _) => {
                let (value, minus) = (self.read(op.b, number), self.float(-1.0));
                (self.value(Kind::Floats(FloatOp::Mul), &[value, minus], Type::FLOAT), number)
            }
            (O::BitNot, Number::Int) => {
                let (value, all) = (self.read(op.b, number), self.int(-1));
                (self.ints(IntOp::Xor, value, all), number)
            }
            (O::CastFloat, Number::Int) => {
                let value = self.read(op.b, number);
                (self.as_float((value, number)), Number::Float)
            }
            (O::CastInt, Number::Bool) => {
                let value = self.read(op.b, number);
                (self.value(Kind::BoolToInt, &[value], Type::INT), Number::Int)
            }
            (O::CastInt, Number::Float) => {
                let value = self.read(op.b, number);
                (self.leaving(Kind::FloatToInt, &[value], Type::INT), Number::Int)
            }
            _ => return self.run_op(op),
        };
        self.consume(op);
        self.put(op.a, value.0, value.1);
        Flow::Next
    }

    /// `dst = lhs op rhs` of what is proven to be floats.
    pub fn proven_floats(&mut self, op: &Op) -> Flow {
        for slot in [op.b, op.c] {
            let proven = self.held(slot).tags.and(Tags::FLOAT);
            if proven == Tags::NONE {
                // No path leads here.
                return self.run_op(op);
            }
            self.learn(slot, proven);
        }
        self.arithmetic(op, Operand::Slot(op.b), Operand::Slot(op.c))
    }
}
