//! Writes to properties of objects of one class, or a few that have them in the same place: the code is left where an object is of another one.

use loxo_bytecode::{NONE, Op, OpCode as O, THIS, flag};

use super::builder::Builder;
use super::frame::Number;
use super::input::Seen;
use super::paths::Flow;
use crate::{FloatOp, IntOp, Kind, Tags, Type, ValueId};

impl Builder<'_> {
    /// `$object->name = …`
    pub fn assign_property(&mut self, op: &Op) -> Flow {
        if op.flags & flag::KEEP != 0 {
            return self.run_op(op);
        }
        let Some((seen, object)) = self.written(op, op.a) else { return self.run_op(op) };
        let slow = self.slow_way();
        let (value, moves) = self.source(op, &slow);
        let done = self.value(Kind::SetPropertyIn(seen.place, moves), &[object, value], Type::BOOL);
        self.unless(done, &slow, false);
        self.consume(op);
        self.meet_slow(op, slow)
    }

    /// A parameter of a constructor that is a property too.
    pub fn promote_parameter(&mut self, op: &Op) -> Flow {
        let Some((seen, object)) = self.written(op, THIS) else { return self.run_op(op) };
        let slow = self.slow_way();
        let held = self.held(op.a);
        let value = match held.known() {
            Some(number) => self.read(op.a, number),
            None => self.load(op.a),
        };
        if !held.tags.within(Tags::VALUE) {
            let is_value = self.value(Kind::HasTags(Tags::VALUE), &[value], Type::BOOL);
            self.unless(is_value, &slow, false);
        }
        let done = self.value(Kind::PromoteIn(seen.place), &[object, value], Type::BOOL);
        self.unless(done, &slow, false);
        self.meet_slow(op, slow)
    }

    /// `$object->name++` and the like, of an int.
    pub fn step_property(&mut self, op: &Op) -> Flow {
        let keeps = op.flags & flag::KEEP != 0;
        let takes = |seen: &Seen| Tags::INT.within(seen.place.accepts);
        let Some((seen, object)) = self.written_as(op, op.b, takes) else { return self.run_op(op) };
        let old = self.number_at(object, seen, Number::Int);
        let by = self.int(if op.flags & flag::DEC != 0 { -1 } else { 1 });
        let new = self.leaving(Kind::Ints(IntOp::Add), &[old, by], Type::INT);
        self.effect(Kind::StorePropertyAt(seen.place.distance), &[object, new]);
        if keeps {
            self.put(op.a, if op.flags & flag::POST != 0 { old } else { new }, Number::Int);
        }
        Flow::Next
    }

    /// `$object->name op= …` of two ints or two floats.
    pub fn change_property(&mut self, op: &Op) -> Flow {
        let Some((by, operator)) = self.changing_number(op) else { return self.run_op(op) };
        let takes = |seen: &Seen| number_for(by, seen).is_some();
        let Some((seen, object)) = self.written_as(op, op.a, takes) else { return self.run_op(op) };
        let Some(number) = number_for(by, &seen) else { return self.run_op(op) };
        let (ints, floats) = operator;
        let mut right = self.read(op.c, by);
        if by != number {
            right = self.value(Kind::IntToFloat, &[right], Type::FLOAT);
        }
        let old = self.number_at(object, seen, number);
        let new = match (number, ints, floats) {
            (Number::Float, _, Some(FloatOp::Div)) => self.leaving(Kind::Floats(FloatOp::Div), &[old, right], Type::FLOAT),
            (Number::Float, _, Some(floats)) => self.value(Kind::Floats(floats), &[old, right], Type::FLOAT),
            (_, Some(ints @ (IntOp::And | IntOp::Or | IntOp::Xor)), _) => self.value(Kind::Ints(ints), &[old, right], Type::INT),
            (_, Some(ints), _) => self.leaving(Kind::Ints(ints), &[old, right], Type::INT),
            _ => return self.run_op(op),
        };
        self.effect(Kind::StorePropertyAt(seen.place.distance), &[object, new]);
        self.consume(op);
        Flow::Next
    }

    /// The kind of number on the right side of an assignment with an operator, and what that does with two of them.
    fn changing_number(&mut self, op: &Op) -> Option<(Number, (Option<IntOp>, Option<FloatOp>))> {
        if op.c == THIS || op.flags & flag::KEEP != 0 {
            return None;
        }
        let operator = op.operator()?;
        let ints = IntOp::of(operator).filter(|int| !matches!(int, IntOp::Div | IntOp::Mod | IntOp::Shl | IntOp::Shr));
        let number = self.number_in(op.c, None).filter(|_| !self.may_refer(op.c))?;
        let floats = FloatOp::of(operator);
        match number {
            Number::Int if ints.is_some() => Some((number, (ints, floats))),
            Number::Float if floats.is_some() => Some((number, (None, floats))),
            _ => None,
        }
    }

    /// The number that a property holds, or leaves.
    fn number_at(&mut self, object: ValueId, seen: Seen, number: Number) -> ValueId {
        let old = self.value(Kind::PropertyAt(seen.place.distance), &[object], Type::ANY);
        self.leaving(Kind::Guard(number.tags()), &[old], number.ty())
    }

    /// The object in a slot that an op writes a property of, and where that is.
    fn written(&mut self, op: &Op, slot: u32) -> Option<(Seen, ValueId)> {
        self.written_as(op, slot, |_| true)
    }

    /// The same of a property for which something is so.
    pub fn written_as(&mut self, op: &Op, slot: u32, takes: impl FnOnce(&Seen) -> bool) -> Option<(Seen, ValueId)> {
        let consumes = if op.code == O::IncDecProp { flag::CONSUME_B } else { flag::CONSUME_A };
        if self.is_inlined() || slot == NONE || !self.supported.properties || !self.may_guess() || op.flags & consumes != 0 {
            return None;
        }
        let seen = (self.input.seen)(self.at).filter(takes)?;
        let held = self.held(slot);
        if held.tags.and(Tags::OBJECT) == Tags::NONE && !held.tags.has(loxo_value::Tag::Reference) {
            return None;
        }
        let (value, tags) = self.followed(slot)?;
        let own = Some(slot).filter(|_| held.tags == tags);
        let exit = self.state(self.at);
        Some((seen, self.object_of(seen.classes, value, own, exit)))
    }
}

/// What a property is computed with another number as.
fn number_for(by: Number, seen: &Seen) -> Option<Number> {
    let takes = |number: Number| number.tags().within(seen.place.accepts);
    [by, Number::Float].into_iter().find(|number| takes(*number))
}
