//! Calls of builtins that are computed in place.

use std::ops::Range;

use loxo_bytecode::{FRAME_HEADER_SLOTS, NONE, Op};

use super::arithmetic::Operand;
use super::builder::Builder;
use super::frame::{Held, Number};
use super::paths::Flow;
use crate::{Intrinsic, Kind, Tags, Type};

impl Builder<'_> {
    /// A call of a builtin: computed if it can be, else made.
    pub fn builtin(&mut self, op: &Op) -> Flow {
        let which = (self.input.intrinsic)(self.at + self.input.first[0]).filter(|which| op.x != NONE && which.takes(op.c));
        which.and_then(|which| self.intrinsic(op, which)).unwrap_or_else(|| self.run_op(op))
    }

    fn intrinsic(&mut self, op: &Op, which: Intrinsic) -> Option<Flow> {
        let first = op.a + FRAME_HEADER_SLOTS;
        if !self.may_guess() {
            return None;
        }
        match which {
            Intrinsic::Ord => return self.first_byte(op, first),
            Intrinsic::Chr => return self.string_of_byte(op, first),
            _ => {}
        }
        if op.c > 2 {
            return self.extreme_of_ints(op, which, first..first + op.c);
        }
        let args = if op.c == 2 {
            let (left, right) = (Operand::Slot(first), Operand::Slot(first + 1));
            let numbers = self.numbers_in(left, right, false)?;
            if numbers.0 != numbers.1 {
                return None;
            }
            vec![self.operand(left, numbers.0), self.operand(right, numbers.1)]
        } else {
            let guess = if which == Intrinsic::Abs { Number::Int } else { Number::Float };
            let number = self.number_in(first, Some(guess))?;
            vec![(first, number)].into_iter().map(|(slot, number)| (self.read(slot, number), number)).collect()
        };
        let numbers = args.first()?.1;
        let result = which.result(numbers.tags()).filter(|_| numbers != Number::Bool)?;
        let args: Vec<_> = args.into_iter().map(|arg| if which.takes_floats() { self.as_float(arg) } else { arg.0 }).collect();
        let value = self.leaving(Kind::Intrinsic(which), &args, Type::tagged(result));
        self.called(op);
        self.put(op.x, value, Number::of(result)?);
        Some(Flow::Next)
    }

    /// `min()` and `max()` of three or more, which are ints.
    fn extreme_of_ints(&mut self, op: &Op, which: Intrinsic, slots: Range<u32>) -> Option<Flow> {
        for slot in slots.clone() {
            (self.number_in(slot, Some(Number::Int))? == Number::Int).then_some(())?;
        }
        let args: Vec<_> = slots.map(|slot| self.read(slot, Number::Int)).collect();
        let ty = Type::tagged(Tags::INT);
        let value = args.into_iter().reduce(|best, arg| self.leaving(Kind::Intrinsic(which), &[best, arg], ty))?;
        self.called(op);
        self.put(op.x, value, Number::Int);
        Some(Flow::Next)
    }

    /// `ord()` of what is a string, or likely to be one.
    fn first_byte(&mut self, op: &Op, slot: u32) -> Option<Flow> {
        let held = self.held(slot);
        if held.number.is_some() || held.tags.and(held.likely).and(Tags::STRING) == Tags::NONE {
            return None;
        }
        let text = self.read_boxed(slot, Tags::STRING);
        let value = self.leaving(Kind::Intrinsic(Intrinsic::Ord), &[text], Type { tags: Tags::INT, range: (0, 255) });
        self.effect(Kind::Release(slot), &[]);
        self.called(op);
        self.put(op.x, value, Number::Int);
        Some(Flow::Next)
    }

    /// `chr()` of an int.
    fn string_of_byte(&mut self, op: &Op, slot: u32) -> Option<Flow> {
        if self.number_in(slot, Some(Number::Int))? != Number::Int {
            return None;
        }
        let byte = self.read(slot, Number::Int);
        let value = self.leaving(Kind::Intrinsic(Intrinsic::Chr), &[byte], Type::tagged(Tags::STRING));
        self.called(op);
        self.put_boxed(op.x, value, Tags::STRING, Tags::ANY);
        Some(Flow::Next)
    }

    /// The window of a call holds nothing any more.
    fn called(&mut self, op: &Op) {
        (op.a..self.f.frame_slots).for_each(|slot| self.frame.set(slot, Held::UNKNOWN));
    }
}
