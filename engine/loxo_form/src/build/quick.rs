//! Jumps on what nothing is known of: the usual types are looked at in place, and the interpreter's code runs the op for all others.

use loxo_bytecode::{Const, NONE, Op, OpCode, Relation, THIS, flag};
use loxo_value::Tag;

use super::arithmetic::Operand;
use super::builder::Builder;
use super::frame::{Held, Number};
use super::jumps::Test;
use super::paths::Flow;
use crate::{Kind, Tags, Type, ValueId};

impl Builder<'_> {
    /// Splits on whether a slot has one of the quick tags. Goes on where it has, with what it holds; the interpreter's code runs the op where it has not.
    /// `None`: it never has.
    fn quick(&mut self, op: &Op, slot: u32, quick: Tags) -> Option<ValueId> {
        let held = self.held(slot);
        let possible = if self.is_reference(slot) { quick } else { held.tags.and(quick) };
        if slot == THIS || slot == NONE || held.number.is_some() || possible == Tags::NONE || held.tags.within(quick) {
            return None;
        }
        self.before_jump(op);
        let (value, found) = self.followed(slot)?;
        self.has_or_run(op, slot, (value, found), quick);
        Some(value)
    }

    /// Splits on whether a value that was found in a slot, and may have one of these tags, has one of the quick ones. Goes on where it has; the
    /// interpreter's code runs the op where it has not.
    fn has_or_run(&mut self, op: &Op, slot: u32, (value, found): (ValueId, Tags), quick: Tags) {
        if found.within(quick) {
            return;
        }
        let is_quick = self.value(Kind::HasTags(quick), &[value], Type::BOOL);
        let (yes, no) = self.split(is_quick);
        let frame = self.frame.clone();
        self.open = no;
        // All but objects are rarely missed.
        self.block().cold = quick.has(Tag::Array);
        self.run_jump(op);
        (self.open, self.frame) = (yes, frame);
        self.learn_unless_followed(slot, found, found.and(quick));
    }

    /// `if ($x)`: booleans and null, or whatever needs no PHP code.
    pub fn jump_if_quick(&mut self, op: &Op) -> Flow {
        let simple = Tags::BOOL.with(Tags::NULL);
        if self.supported.truth {
            return self.jump_if_true(op, simple);
        }
        let Some(value) = self.quick(op, op.a, simple) else { return self.run_jump(op) };
        let truth = self.value(Kind::HasTags(Tags::of(Tag::True)), &[value], Type::BOOL);
        self.jump_on(op, Test::Value(truth))
    }

    /// The same where the truth of most values is known: the simple ones first, which own nothing.
    fn jump_if_true(&mut self, op: &Op, simple: Tags) -> Flow {
        let (slot, held) = (op.a, self.held(op.a));
        let others = Tags::INT.with(Tags::FLOAT).with(Tags::STRING).with(Tags::ARRAY).with(Tags::OBJECT);
        let possible = held.tags.and(simple.with(others));
        if slot == THIS || slot == NONE || held.number.is_some() || possible == Tags::NONE && !self.is_reference(slot) {
            return self.run_jump(op);
        }
        self.before_jump(op);
        let Some((value, found)) = self.followed(slot) else { return self.run_jump(op) };
        if found.and(simple) != Tags::NONE {
            let is_simple = self.value(Kind::HasTags(simple), &[value], Type::BOOL);
            let (yes, no) = self.split(is_simple);
            let frame = self.frame.clone();
            self.open = yes;
            self.learn_unless_followed(slot, found, found.and(simple));
            let truth = self.value(Kind::HasTags(Tags::of(Tag::True)), &[value], Type::BOOL);
            self.jump_on(op, Test::Value(truth));
            (self.open, self.frame) = (no, frame);
        }
        let rest = found.without(simple);
        if rest.and(others) == Tags::NONE {
            return self.run_jump(op);
        }
        self.learn_unless_followed(slot, found, rest);
        self.has_or_run(op, slot, (value, rest), others);
        let truth = self.value(Kind::TruthOf, &[value], Type::BOOL);
        self.jump_and_release(op, truth)
    }

    /// Jumps by a test of the op's first operand, which goes if it is a temporary.
    fn jump_and_release(&mut self, op: &Op, test: ValueId) -> Flow {
        let held = self.held(op.a);
        if op.flags & flag::CONSUME_A == 0 || !held.may_be_counted() {
            return self.jump_on(op, Test::Value(test));
        }
        self.effect(Kind::Release(op.a), &[]);
        self.consume(op);
        let (next, negated) = (self.at + 1, op.code.info().negated);
        let ways = if negated { [next, op.c] } else { [op.c, next] };
        let (yes, no) = self.split(test);
        let frame = self.frame.clone();
        for (block, to) in [(yes, ways[0]), (no, ways[1])] {
            (self.open, self.frame) = (block, frame.clone());
            if !held.tags.within(Tags::UNCOUNTED.with(Tags::STRING)) {
                self.poll(to);
            }
            self.go(to);
        }
        Flow::Ended
    }

    /// `if ($x === 'text')`, and `if ($x == 'text')` where the text is no number.
    pub fn jump_on_string(&mut self, op: &Op, text: u32) -> Flow {
        let held = self.held(op.a);
        let possible = held.tags.and(Tags::STRING.with(Tags::REFERENCE));
        if !self.supported.strings || op.a == THIS || held.number.is_some() || possible == Tags::NONE {
            return self.jump_on_other(op);
        }
        self.before_jump(op);
        let Some((value, found)) = self.followed(op.a) else { return self.run_jump(op) };
        let is_string = self.value(Kind::HasTags(Tags::STRING), &[value], Type::BOOL);
        let (yes, no) = self.split(is_string);
        let frame = self.frame.clone();
        self.open = no;
        if found.within(Tags::STRING) {
            self.leave();
        } else {
            self.learn_unless_followed(op.a, found, found.without(Tags::STRING));
            self.jump_on_other(op);
        }
        (self.open, self.frame) = (yes, frame);
        self.learn_unless_followed(op.a, found, Tags::STRING);
        let same = self.value(Kind::SameString(text + self.input.first[1]), &[value], Type::BOOL);
        self.jump_and_release(op, same)
    }

    /// The same of what is no string.
    fn jump_on_other(&mut self, op: &Op) -> Flow {
        let is_identity = op.code.info().relation == Some(Relation::Identical);
        if is_identity { self.jump_unless_quick(op, Tags::STRING) } else { self.run_jump(op) }
    }

    /// The constant string that the op before has put into a temporary for this one to consume, if no other string stands in the op's relation to it.
    fn text_in(&self, op: &Op, slot: u32) -> Option<u32> {
        let before = self.at.checked_sub(1).filter(|_| self.plan.block_at(self.at).is_none())?;
        let load = self.f.code.get(before as usize).filter(|load| load.code == OpCode::LoadK && load.a == slot)?;
        let is_alone = match op.code.info().relation? {
            Relation::Identical => true,
            Relation::Equal => (self.input.is_text)(load.b + self.input.first[1]),
            _ => false,
        };
        (is_alone && matches!(self.constant(load.b), Some(Const::Str(_)))).then_some(load.b)
    }

    /// `if ($x == 'text')`
    pub fn jump_on_text(&mut self, op: &Op) -> Option<Flow> {
        let text = self.text_in(op, op.b).filter(|_| op.a != op.b && op.flags & flag::CONSUME_B != 0)?;
        Some(self.jump_on_string(op, text))
    }

    /// `dst = $x == 'text'` and `dst = $x === 'text'`
    pub fn equals_text(&mut self, op: &Op) -> Option<Flow> {
        let text = self.text_in(op, op.c).filter(|_| self.supported.strings && op.flags & flag::CONSUME_C != 0)?;
        if op.b == THIS || op.b == NONE || op.b == op.c || self.held(op.b).number.is_some() {
            return None;
        }
        let slow = self.slow_way();
        let (value, found) = self.followed(op.b)?;
        if !found.within(Tags::STRING) {
            let is_string = self.value(Kind::HasTags(Tags::STRING), &[value], Type::BOOL);
            self.unless(is_string, &slow, false);
        }
        let same = self.value(Kind::SameString(text + self.input.first[1]), &[value], Type::BOOL);
        let answer = if op.code.info().negated { self.value(Kind::Not, &[same], Type::BOOL) } else { same };
        if op.flags & flag::CONSUME_B != 0 {
            self.effect(Kind::Release(op.b), &[]);
        }
        self.consume(op);
        self.put(op.a, answer, Number::Bool);
        Some(self.meet_slow(op, slow))
    }

    /// `?->`: goes on where there is an object.
    pub fn jump_if_null_to(&mut self, op: &Op) -> Flow {
        let held = self.held(op.a);
        let possible = self.is_reference(op.a) || held.tags.has(Tag::Object);
        if op.a == THIS || op.a == NONE || held.number.is_some() || !possible {
            return self.run_jump(op);
        }
        self.before_jump(op);
        let Some((value, found)) = self.followed(op.a) else { return self.run_jump(op) };
        self.has_or_run(op, op.a, (value, found), Tags::OBJECT);
        self.go(self.at + 1);
        Flow::Ended
    }

    /// `if ($x === constant)`, of a string or a number: what is neither counted nor of the constant's type is not identical with it.
    pub fn jump_unless_quick(&mut self, op: &Op, constant: Tags) -> Flow {
        let others = Tags::UNCOUNTED.without(Tags::UNDEF).without(constant);
        match self.quick(op, op.a, others) {
            Some(_) => self.jump_on(op, Test::Known(false)),
            None => self.run_jump(op),
        }
    }

    /// A temporary that the op consumes, of which nothing is known.
    pub fn is_unknown_temporary(&self, op: &Op) -> bool {
        let held = self.held(op.a);
        op.flags & flag::CONSUME_A != 0 && held.expected().is_none()
    }

    /// `if (f() < 1)`: ints.
    pub fn jump_on_int_quick(&mut self, op: &Op, right: i64) -> Flow {
        let relation = op.code.info().relation;
        let Some((value, relation)) = self.quick(op, op.a, Tags::INT).zip(relation) else { return self.run_jump(op) };
        let left = self.value(Kind::Unbox, &[value], Type::INT);
        let (right, number) = self.operand(Operand::Int(right), Number::Int);
        match self.compare(relation, (left, Number::Int), (right, number)) {
            Some(test) => self.jump_on(op, test),
            None => self.run_jump(op),
        }
    }

    /// Jumps on a comparison where a guess has failed before: the other kind of number is tried.
    pub fn jump_on_relation_otherwise(&mut self, op: &Op, operands: (Operand, Operand)) -> Flow {
        let relation = op.code.info().relation.filter(|relation| !matches!(relation, Relation::Identical | Relation::Equal));
        let numbers =
            self.other_numbers(operands, self.guesses_floats(op)).filter(|(left, right)| *left != Number::Bool && *right != Number::Bool);
        let (Some(relation), Some((left, right))) = (relation, numbers) else { return self.run_jump(op) };
        self.before_jump(op);
        let slow = self.slow_way();
        let left = self.operand_or(operands.0, left, &slow);
        let right = self.operand_or(operands.1, right, &slow);
        let test = self.compare(relation, left, right);
        match test {
            Some(test) => self.jump_on(op, test),
            None => self.run_jump(op),
        };
        (self.open, self.frame) = (slow.block, slow.frame);
        self.run_jump(op)
    }

    /// Jumps if a test says so; what is pending was looked at.
    fn jump_on(&mut self, op: &Op, test: Test) -> Flow {
        self.consume(op);
        let (next, negated) = (self.at + 1, op.code.info().negated);
        match test {
            Test::Known(known) => self.go(if known != negated { op.c } else { next }),
            Test::Value(value) if negated => self.branch(value, next, op.c),
            Test::Value(value) => self.branch(value, op.c, next),
        }
        Flow::Ended
    }

    /// `??`: if the operand is not null, it becomes the result, and control goes to the target.
    pub fn jump_if_not_null(&mut self, op: &Op) -> Flow {
        let (slot, held) = (op.b, self.held(op.b));
        let missing = Tags::UNDEF.with(Tags::NULL);
        let refers = held.tags.and(Tags::REFERENCE) != Tags::NONE;
        if slot == THIS
            || slot == NONE
            || (refers && (held.likely.within(Tags::REFERENCE) || !self.may_guess()))
            || self.f.targets(op).any(|to| to <= self.at)
        {
            return self.run_jump(op);
        }
        if let Some(number) = held.known() {
            let value = self.read(slot, number);
            self.consume(op);
            self.put(op.a, value, number);
            self.go(op.c);
            return Flow::Ended;
        }
        let value = self.read_boxed(slot, Tags::ANY.without(Tags::REFERENCE));
        let held = self.held(slot);
        let moves = op.flags & flag::CONSUME_B != 0;
        let is_set = self.value(Kind::HasTags(Tags::VALUE.without(missing)), &[value], Type::BOOL);
        let (yes, no) = self.split(is_set);
        self.consume(op);
        let frame = self.frame.clone();
        self.open = yes;
        if !moves && held.may_be_counted() {
            self.effect(Kind::Count, &[value]);
        }
        let tags = held.tags.without(missing);
        self.put_boxed(op.a, value, if tags == Tags::NONE { held.tags } else { tags }, held.likely);
        self.go(op.c);
        self.open = no;
        self.frame = frame;
        if !moves {
            let tags = held.tags.and(missing);
            self.frame.set(slot, Held::tagged(if tags == Tags::NONE { held.tags } else { tags }));
        }
        self.go(self.at + 1);
        Flow::Ended
    }

    /// `?:`: if the operand is truthy, it becomes the result, and control goes to the target.
    pub fn jump_if_set(&mut self, op: &Op) -> Flow {
        let (slot, held) = (op.b, self.held(op.b));
        if slot == THIS || slot == NONE || self.f.targets(op).any(|to| to <= self.at) {
            return self.run_jump(op);
        }
        if let Some(number) = held.known() {
            let value = self.read(slot, number);
            let truth = if number == Number::Bool { value } else { self.value(Kind::Truth, &[value], Type::BOOL) };
            self.consume(op);
            let (yes, no) = self.split(truth);
            let frame = self.frame.clone();
            self.open = yes;
            self.put(op.a, value, number);
            self.go(op.c);
            (self.open, self.frame) = (no, frame);
            self.go(self.at + 1);
            return Flow::Ended;
        }
        let quick = Tags::BOOL.with(Tags::NULL).with(Tags::INT).with(Tags::FLOAT).with(Tags::STRING).with(Tags::ARRAY).with(Tags::OBJECT);
        let possible = if self.is_reference(slot) { quick } else { held.tags.and(quick) };
        if !self.supported.truth || possible == Tags::NONE {
            return self.run_jump(op);
        }
        let Some((value, found)) = self.followed(slot) else { return self.run_jump(op) };
        self.has_or_run(op, slot, (value, found), quick);
        let truth = self.value(Kind::TruthOf, &[value], Type::BOOL);
        let moves = op.flags & flag::CONSUME_B != 0;
        let (yes, no) = self.split(truth);
        self.consume(op);
        let frame = self.frame.clone();
        self.open = yes;
        let tags = found.and(quick).without(Tags::NULL).without(Tags::of(Tag::False));
        if !moves && !tags.within(Tags::UNCOUNTED) {
            self.effect(Kind::Count, &[value]);
        }
        self.put_boxed(op.a, value, if tags == Tags::NONE { quick } else { tags }, held.likely.without(Tags::REFERENCE));
        self.go(op.c);
        (self.open, self.frame) = (no, frame);
        // Objects that are falsy, of which there are few kinds, may have a destructor.
        if moves && held.may_be_counted() {
            self.effect(Kind::Release(slot), &[]);
            self.poll(self.at + 1);
        }
        self.go(self.at + 1);
        Flow::Ended
    }
}
