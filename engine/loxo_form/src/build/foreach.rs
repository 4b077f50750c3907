//! `foreach` over arrays: the iterator's first slot holds the array, the second one the next position, which is a number like others.

use loxo_bytecode::{NONE, Op, OpCode as O, THIS, flag};
use loxo_value::Tag;

use super::builder::Builder;
use super::effects;
use super::frame::{Frame, Held, Number};
use super::paths::Flow;
use crate::{BlockId, Compare, IntOp, Kind, Tags, Type, ValueId};

/// What the positions of an array lie between.
const POSITIONS: Type = Type { tags: Tags::INT, range: (0, u32::MAX as i64) };

/// What keys are.
const KEYS: Tags = Tags::INT.with(Tags::STRING);

impl Builder<'_> {
    /// `IterInit`: of an array, as most are. The interpreter has to say what there is to go over in anything else.
    pub fn start_iteration(&mut self, op: &Op) -> Flow {
        let held = self.held(op.b);
        let refers = self.is_reference(op.b);
        let guesses = self.supported.iteration && self.may_guess() && op.b != THIS && held.number.is_none();
        if !guesses || !(refers || held.likely.and(held.tags).has(Tag::Array)) {
            return self.run_jump(op);
        }
        let Some((value, found)) = self.followed(op.b) else { return self.run_jump(op) };
        let array = if found.within(Tags::ARRAY) {
            value
        } else {
            self.learn_unless_followed(op.b, found, found.and(Tags::ARRAY));
            self.leaving(Kind::Guard(Tags::ARRAY), &[value], Type::tagged(Tags::ARRAY))
        };
        let length = self.value(Kind::ArrayLength, &[array], POSITIONS);
        let none = self.int(0);
        let is_empty = self.value(Kind::CompareInts(Compare::Equal), &[length, none], Type::BOOL);
        let moves = op.flags & flag::CONSUME_B != 0;
        let (empty, some) = self.split(is_empty);
        self.consume(op);
        let frame = self.frame.clone();
        self.open = empty;
        if moves {
            self.effect(Kind::Release(op.b), &[]);
        }
        // There is nothing to free.
        self.go(effects::behind_loop(self.f, op));
        (self.open, self.frame) = (some, frame);
        if !moves {
            self.effect(Kind::Count, &[array]);
        }
        self.put_boxed(op.a, array, Tags::ARRAY, Tags::ANY);
        self.put(op.a + 1, none, Number::Int);
        self.go(self.at + 1);
        Flow::Ended
    }

    /// `IterNext` and `IterNextTmp`
    pub fn iterate(&mut self, op: &Op) -> Flow {
        let is_variable = op.code == O::IterNext;
        let goes_over_array = self.held(op.a).tags.within(Tags::ARRAY) && self.held(op.a + 1).known() == Some(Number::Int);
        let can_assign = !is_variable || (self.is_assignable(op.b) && !self.may_refer(op.b));
        if !self.supported.iteration || !goes_over_array || !can_assign || op.b == NONE || op.b == THIS {
            return self.run_jump(op);
        }
        self.before_jump(op);
        if is_variable {
            self.make_assignable(op.b);
        }
        let array = self.load(op.a);
        let position = self.read(op.a + 1, Number::Int);
        let end = self.value(Kind::ArrayPositions, &[array], POSITIONS);
        let is_within = self.value(Kind::CompareInts(Compare::Less), &[position, end], Type::BOOL);
        let (within, over) = self.split(is_within);
        let frame = self.frame.clone();
        self.open = over;
        self.go(op.c);
        (self.open, self.frame) = (within, frame);
        let value = self.value(Kind::ValueInOrder, &[array, position], Type::ANY);
        let seen = self.elements_seen(op);
        let found = self.hint();
        let inside = if found == Tags::ANY { seen.without(Tags::REFERENCE) } else { found };
        let number = Number::of(inside).filter(|_| self.may_guess());
        let kind = if self.may_guess() { self.kind_seen(self.at) } else { Tags::VALUE };
        let tags = number.map_or(kind, Number::tags);
        let (value, other) = if self.may_guess() && (!seen.has(Tag::Reference) || seen == Tags::ANY) {
            // A hole and a reference are neither.
            (self.leaving(Kind::Guard(tags), &[value], Type::tagged(tags)), None)
        } else {
            self.followed_element(value, tags)
        };
        let one = self.int(1);
        let next = self.ints(IntOp::Add, position, one);
        if op.x != NONE {
            let key = self.value(Kind::KeyInOrder, &[array, position], Type::tagged(KEYS));
            self.effect(Kind::Count, &[key]);
            self.put_boxed(op.x, key, KEYS, Tags::ANY);
        }
        if number.is_none() {
            self.effect(Kind::Count, &[value]);
        }
        self.put(op.a + 1, next, Number::Int);
        match number {
            Some(number) if is_variable => self.assign_number(op.b, value, number),
            Some(number) => self.put(op.b, value, number),
            None if is_variable => self.assign_boxed(op.b, value, tags, Tags::ANY),
            None => self.put_boxed(op.b, value, tags, Tags::ANY),
        }
        self.go(self.at + 1);
        if let Some((block, frame)) = other {
            (self.open, self.frame) = (block, frame);
            self.iterate_otherwise(op);
        }
        Flow::Ended
    }

    /// An element, or what that refers to, which has one of these tags: leaves where it has not, or, where that was guessed before, goes on in a block.
    fn followed_element(&mut self, element: ValueId, tags: Tags) -> (ValueId, Option<(BlockId, Frame)>) {
        let inside = self.value(Kind::Deref, &[element], Type::tagged(Tags::ANY.without(Tags::REFERENCE)));
        if self.may_guess() {
            return (self.leaving(Kind::Guard(tags), &[inside], Type::tagged(tags)), None);
        }
        let fits = self.value(Kind::HasTags(tags), &[inside], Type::BOOL);
        let (yes, no) = self.split(fits);
        let frame = self.frame.clone();
        self.open = no;
        self.block().cold = true;
        self.open = yes;
        (inside, Some((no, frame)))
    }

    /// The interpreter's code runs the op. The loop goes over an array still.
    fn iterate_otherwise(&mut self, op: &Op) {
        self.flush(self.at);
        let is_over = self.value(Kind::RunJump, &[], Type::BOOL);
        self.after(op);
        self.learn(op.a, Tags::ARRAY);
        self.learn(op.a + 1, Tags::INT);
        let (over, within) = self.split(is_over);
        let frame = self.frame.clone();
        self.open = over;
        self.go(op.c);
        (self.open, self.frame) = (within, frame);
        self.go(self.at + 1);
    }

    /// `IterNextRef`: the interpreter's code runs it. The variable is a reference where the loop goes on.
    pub fn iterate_by_reference(&mut self, op: &Op) -> Flow {
        self.flush(self.at);
        let is_over = self.value(Kind::RunJump, &[], Type::BOOL);
        self.after(op);
        let (over, within) = self.split(is_over);
        let frame = self.frame.clone();
        self.open = over;
        self.go(op.c);
        (self.open, self.frame) = (within, frame);
        self.frame.set(op.b, Held::tagged(Tags::REFERENCE));
        if op.x != NONE {
            self.frame.set(op.x, Held::tagged(Tags::VALUE));
        }
        self.go(self.at + 1);
        Flow::Ended
    }

    /// What the elements were that the loop goes over, if they come from a local; a reference beside what those referred to.
    fn elements_seen(&self, next: &Op) -> Tags {
        let starts = |op: &&Op| op.code == O::IterInit && op.a == next.a;
        let start = self.f.code[..self.at as usize].iter().rev().find(starts);
        start.and_then(|op| self.input.elements.get(op.b as usize)).copied().unwrap_or(Tags::ANY)
    }

    /// `IterFree`
    pub fn end_iteration(&mut self, op: &Op) -> Flow {
        if !self.supported.iteration || !self.held(op.a).tags.within(Tags::ARRAY) {
            return self.run_op(op);
        }
        self.effect(Kind::Release(op.a), &[]);
        self.polls = true;
        self.frame.set(op.a, Held::UNKNOWN);
        self.frame.set(op.a + 1, Held::UNKNOWN);
        Flow::Next
    }
}
