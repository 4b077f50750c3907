//! Elements of arrays and properties of objects: reading them, `isset()`, `empty()`, `??`. Ops that take what the one before has read are one read
//! together: what lies in between stays where it is, and nobody counts it.

use loxo_bytecode::{BinaryOp, Const, NONE, Op, OpCode as O, THIS, flag};

use super::arithmetic::Operand;
use super::builder::Builder;
use super::effects;
use super::elements::Slow;
use super::frame::{Held, Number};
use super::paths::Flow;
use crate::{Kind, Tags, Type, ValueId};

/// What [`Kind::Element`] finds: something, nothing, or that the interpreter has to look.
const FOUND: Type = Type::tagged(Tags::ANY);

/// What the length of something lies between.
const LENGTH: Type = Type { tags: Tags::INT, range: (0, i64::MAX) };

/// So many ops are one read.
const MOST: usize = 4;

/// An op that reads an element or a property.
pub(super) fn is_read(op: &Op) -> bool {
    matches!(op.code, O::FetchDim | O::FetchDimK | O::FetchProp)
}

fn is_test(op: &Op) -> bool {
    matches!(op.code, O::IssetDim | O::IssetDimK | O::IssetProp)
}

fn is_of_property(op: &Op) -> bool {
    matches!(op.code, O::FetchProp | O::IssetProp)
}

/// An op looks into what another one has read.
fn takes_as_base(read: &Op, next: &Op) -> bool {
    let looks = is_read(next) || is_test(next);
    looks && next.b == read.a && next.flags & flag::CONSUME_B != 0 && next.c != read.a
}

/// An op looks into a variable under what another one has read: `$a[$b['key']]`.
pub(super) fn takes_as_key(read: &Op, next: &Op) -> bool {
    let looks = matches!(next.code, O::FetchDim | O::IssetDim);
    let is_present = read.flags & flag::QUIET == 0;
    looks && is_present && next.c == read.a && next.flags & (flag::CONSUME_B | flag::CONSUME_C) == flag::CONSUME_C && next.b != read.a
}

impl Builder<'_> {
    /// The op can be done without the interpreter, as far as that depends on it and its key.
    fn is_readable(&self, op: &Op) -> bool {
        if is_of_property(op) {
            return self.supported.properties && !(is_read(op) && op.flags & flag::ENUM_ONLY != 0);
        }
        let may_be_key = |slot: u32| slot != THIS && slot != NONE && self.held(slot).known().is_none_or(|number| number == Number::Int);
        let has_key = matches!(op.code, O::FetchDimK | O::IssetDimK) || may_be_key(op.c);
        self.supported.elements && has_key && !(is_read(op) && op.flags & flag::NO_OBJECT != 0)
    }

    /// The op behind another one, in the same block.
    pub fn behind(&self, at: u32) -> Option<Op> {
        let next = self.f.code.get(at as usize + 1)?;
        self.plan.block_at(at + 1).is_none().then_some(*next)
    }

    /// The ops that are one read with the one that is being built: each takes what the one before it has read.
    fn chain(&self, op: &Op) -> Vec<Op> {
        let mut chain = vec![*op];
        while let Some(last) = chain.last().filter(|last| is_read(last) && chain.len() < MOST) {
            let next = self.behind(self.at + chain.len() as u32 - 1);
            let takes = |next: &Op| takes_as_base(last, next) || takes_as_key(last, next) && self.is_base(next.b);
            match next.filter(|next| takes(next) && self.is_readable(next)) {
                Some(next) => chain.push(next),
                None => break,
            }
        }
        chain
    }

    /// The slot may hold an array.
    fn is_base(&self, slot: u32) -> bool {
        let held = self.held(slot);
        slot != THIS && self.is_local(slot) && held.number.is_none() && held.tags.and(Tags::ARRAY.with(Tags::REFERENCE)) != Tags::NONE
    }

    /// What an op that is readable finds in a value.
    pub fn find(&mut self, op: &Op, base: ValueId) -> ValueId {
        if is_of_property(op) {
            return self.value(Kind::Property, &[base], FOUND);
        }
        let key = match op.code {
            O::FetchDimK | O::IssetDimK => match self.constant(op.c) {
                Some(Const::Int(key)) => self.int(*key),
                _ => return self.value(Kind::Element(op.c + self.input.first[1]), &[base], FOUND),
            },
            _ if self.held(op.c).known().is_some() => self.read(op.c, Number::Int),
            _ => match self.followed(op.c) {
                Some((key, _)) => key,
                None => self.load(op.c),
            },
        };
        self.value(Kind::ElementAt, &[base, key], FOUND)
    }

    /// What the ops of a chain find in a value, or the other way. What the last one says is not looked at yet.
    fn find_all(&mut self, chain: &[Op], base: ValueId, first: Option<ValueId>, slow: &Slow) -> ValueId {
        let mut value = base;
        for (i, op) in chain.iter().enumerate() {
            if let (0, Some(first)) = (i, first) {
                value = first;
                continue;
            }
            if i > 0 {
                self.unless_found(&chain[i - 1], value, slow);
                self.at += 1;
                if takes_as_key(&chain[i - 1], op) {
                    let key = value;
                    let base = self.followed(op.b).map_or_else(|| self.load(op.b), |(base, _)| base);
                    value = self.value(Kind::ElementAt, &[base, key], FOUND);
                    continue;
                }
            }
            if is_read(op)
                && !is_of_property(op)
                && op.flags & flag::LIST != 0
                && !self.form.values[value.0 as usize].tags.within(Tags::ARRAY)
            {
                // Elements of strings are none of lists.
                let is_array = self.value(Kind::HasTags(Tags::ARRAY), &[value], Type::BOOL);
                self.unless(is_array, slow, false);
            }
            value = self.find(op, value);
        }
        value
    }

    /// Goes the other way if the interpreter has to look for what a read has found.
    fn unless_found(&mut self, op: &Op, value: ValueId, slow: &Slow) {
        // A missing element is no reason for a warning where `??` or `isset()` follows.
        let may_be_missing = op.flags & flag::QUIET != 0 && !is_of_property(op);
        let (tags, when) = if may_be_missing { (Tags::REFERENCE, true) } else { (Tags::VALUE, false) };
        let test = self.value(Kind::HasTags(tags), &[value], Type::BOOL);
        self.unless(test, slow, when);
    }

    /// Gives up what the ops of a chain have consumed.
    pub fn release_all(&mut self, chain: &[Op]) {
        for (i, op) in chain.iter().enumerate() {
            // What one has read as the key of the next is in no slot.
            let has_own_key = i == 0 || !takes_as_key(&chain[i - 1], op);
            if matches!(op.code, O::FetchDim | O::IssetDim) && has_own_key {
                self.release_consumed(op, 2);
            }
            if i == 0 {
                self.release_consumed(op, 1);
            }
        }
        chain.iter().for_each(|op| self.consume(op));
    }

    /// An op that reads, and those behind it that read on, or test.
    pub fn read_chain(&mut self, op: &Op) -> Flow {
        let is_elsewhere = op.b == THIS && !is_of_property(op);
        if is_elsewhere || !self.is_readable(op) {
            return self.run_op(op);
        }
        let chain = self.chain(op);
        if self.is_taken_for_found(&chain) {
            return self.read_found(&chain);
        }
        let Some((base, tags)) = self.followed(op.b) else { return self.run_op(op) };
        let first = self.find_seen(op, base, tags);
        let slow = self.slow_way();
        let value = self.find_all(&chain, base, first, &slow);
        let last = chain[chain.len() - 1];
        if is_test(&last) {
            return self.test(&chain, slow, value);
        }
        if let Some(number) = self.number_seen(&last).or_else(|| self.taken_for(&last)) {
            let fits = self.value(Kind::HasTags(number.tags()), &[value], Type::BOOL);
            self.unless(fits, &slow, false);
            let value = self.value(Kind::Unbox, &[value], number.ty());
            self.release_all(&chain);
            self.put(last.a, value, number);
            return self.meet_chain_as(&chain, slow, Some(number));
        }
        self.unless_found(&last, value, &slow);
        let coalesces = |next: &Op| next.code == O::JumpIfNotNull && next.b == last.a && next.flags & flag::CONSUME_B != 0;
        if let Some(next) = self.behind(self.at).filter(coalesces)
            && next.c > self.at + 1
        {
            return self.coalesce(&chain, slow, value, &next);
        }
        if let Some(next) = self.behind(self.at).filter(|next| self.is_looked_at_by(&last, next)) {
            return self.look(&chain, slow, value, &next);
        }
        let may_be_missing = last.flags & flag::QUIET != 0 && !is_of_property(&last);
        let value = if may_be_missing { self.value(Kind::OrNull, &[value], Type::tagged(Tags::VALUE)) } else { value };
        self.effect(Kind::Count, &[value]);
        self.release_all(&chain);
        let seen = self.hint();
        self.put_boxed(last.a, value, Tags::VALUE, if seen == Tags::NONE { Tags::ANY } else { seen });
        self.meet_chain(&chain, slow)
    }

    /// The number that the op behind a read takes its result for, if that looks at nothing else.
    pub fn taken_for(&mut self, read: &Op) -> Option<Number> {
        if read.flags & flag::QUIET != 0 {
            return None;
        }
        let next = self.behind(self.at)?;
        let (left, right) = self.operands_of(&next)?;
        let is_result = |operand| matches!(operand, Operand::Slot(slot) if slot == read.a);
        if is_result(left) == is_result(right) {
            return None;
        }
        let before = self.held(read.a);
        self.frame.set(read.a, Held::tagged(Tags::VALUE));
        self.at += 1;
        self.expect_operands(&next);
        let numbers = self.numbers_in(left, right, self.guesses_floats(&next));
        let what = next.code.info().computes.or(BinaryOp::ALL.get(next.x as usize).copied().filter(|_| next.code == O::AssignOp));
        let numbers = numbers.filter(|(left, right)| what.is_none_or(|what| self.is_computed(what, *left, *right)));
        self.at -= 1;
        self.frame.set(read.a, before);
        let (left_is, right_is) = numbers?;
        Some(if is_result(left) { left_is } else { right_is }).filter(|number| *number != Number::Bool)
    }

    /// The number that what an op reads was when somebody looked, or is by a property's declared type.
    pub fn number_seen(&self, read: &Op) -> Option<Number> {
        let is_read = is_read(read) && read.flags & flag::QUIET == 0;
        [Number::Int, Number::Float].into_iter().find(|number| is_read && self.hint() == number.tags())
    }

    /// The operands of an op that computes with numbers, or compares them.
    fn operands_of(&self, op: &Op) -> Option<(Operand, Operand)> {
        let imm = |operand: u32| Operand::Int(i64::from(operand as i32));
        let [a, b, c] = [op.a, op.b, op.c].map(Operand::Slot);
        Some(match op.code {
            O::AssignOp if self.is_assignable(op.a) => (a, c),
            O::AddVar | O::SubVar | O::MulVar if self.is_assignable(op.a) => (b, c),
            O::Add | O::Sub | O::Mul | O::Mod | O::BitAnd | O::BitOr | O::BitXor | O::Shl | O::Shr => (b, c),
            O::AddI | O::SubI | O::MulI | O::ModI | O::BitAndI | O::ShlI | O::ShrI => (b, imm(op.c)),
            O::JumpLess | O::JumpLessEqual | O::JumpNotLess | O::JumpNotLessEqual => (a, b),
            _ => return None,
        })
    }

    /// The interpreter's code runs the ops of a chain on the other way; both meet behind them.
    pub fn meet_chain(&mut self, chain: &[Op], slow: Slow) -> Flow {
        self.meet_chain_as(chain, slow, None)
    }

    /// The same where the result is taken for a number on both.
    fn meet_chain_as(&mut self, chain: &[Op], slow: Slow, number: Option<Number>) -> Flow {
        let polls = std::mem::take(&mut self.polls);
        if polls {
            self.poll(self.at + 1);
        }
        let (usual, end) = ((self.open, self.frame.clone()), self.at);
        self.run_chain(chain, slow);
        if let (Some(number), Some(last)) = (number, chain.last()) {
            // Where it is something else, the op behind is for the interpreter.
            self.at = end + 1;
            let held = self.held(last.a);
            self.frame.set(last.a, Held { tags: held.tags.and(Tags::VALUE), ..held });
            self.read(last.a, number);
        }
        let other = (self.open, self.frame.clone());
        self.at = end;
        self.meet(vec![usual, other]);
        Flow::Next
    }

    /// The other way of a chain.
    fn run_chain(&mut self, chain: &[Op], slow: Slow) {
        let start = self.at + 1 - chain.len() as u32;
        (self.open, self.frame) = (slow.block, slow.frame);
        for (at, op) in (start..).zip(chain) {
            self.at = at;
            self.run(op);
        }
    }

    /// `isset()` and `empty()`
    fn test(&mut self, chain: &[Op], slow: Slow, value: ValueId) -> Flow {
        let last = chain[chain.len() - 1];
        let is_empty = last.flags & flag::EMPTY != 0;
        // A property that is not there may be made up.
        let sure = if is_of_property(&last) { Tags::VALUE } else { Tags::ANY.without(Tags::REFERENCE) };
        let test = self.value(Kind::HasTags(sure), &[value], Type::BOOL);
        self.unless(test, &slow, false);
        let answer = if is_empty {
            let truth = self.value(Kind::TruthOf, &[value], Type::BOOL);
            self.value(Kind::Not, &[truth], Type::BOOL)
        } else {
            self.value(Kind::HasTags(Tags::VALUE.without(Tags::NULL)), &[value], Type::BOOL)
        };
        self.release_all(chain);
        self.put(last.a, answer, Number::Bool);
        self.meet_chain(chain, slow)
    }

    /// `??` behind a read: what is not null goes to the jump's slot, and control to its target.
    fn coalesce(&mut self, chain: &[Op], slow: Slow, value: ValueId, jump: &Op) -> Flow {
        let is_set = self.value(Kind::HasTags(Tags::VALUE.without(Tags::NULL)), &[value], Type::BOOL);
        let (yes, no) = self.split(is_set);
        let (frame, end, last) = (self.frame.clone(), self.at, chain[chain.len() - 1]);
        let unused = effects::behind_unused(self.f, jump);
        for (block, to) in [(yes, unused.unwrap_or(jump.c)), (no, end + 2)] {
            (self.open, self.frame, self.at) = (block, frame.clone(), end);
            let is_wanted = block == yes && unused.is_none();
            if is_wanted {
                self.effect(Kind::Count, &[value]);
            }
            self.release_all(chain);
            self.frame.set(last.a, Held::UNKNOWN);
            if is_wanted {
                self.put_boxed(jump.a, value, Tags::VALUE.without(Tags::NULL), Tags::ANY);
            }
            if std::mem::take(&mut self.polls) {
                self.poll(to);
            }
            self.go(to);
        }
        self.at = end;
        self.run_chain(chain, slow);
        self.at = end + 1;
        self.begun = (self.open, self.block().insts.len());
        self.jump_if_not_null(jump)
    }

    /// The op only looks at what the one before it has read.
    pub fn is_looked_at_by(&self, read: &Op, op: &Op) -> bool {
        if read.flags & flag::QUIET != 0 {
            return false;
        }
        match op.code {
            O::IsType | O::Count | O::Strlen => op.b == read.a && op.flags & flag::CONSUME_B != 0,
            O::JumpIf | O::JumpIfNot => self.supported.truth && op.a == read.a && op.flags & flag::CONSUME_A != 0 && op.c > self.at + 1,
            _ => false,
        }
    }

    /// What is read is looked at where it is.
    fn look(&mut self, chain: &[Op], slow: Slow, value: ValueId, op: &Op) -> Flow {
        let last = self.at;
        let sure = Self::wanted_by(op);
        if sure != Tags::VALUE {
            let test = self.value(Kind::HasTags(sure), &[value], Type::BOOL);
            self.unless(test, &slow, false);
        }
        self.look_at(chain, value, op);
        let usual = (self.open, self.frame.clone());
        self.at = last;
        self.run_chain(chain, slow);
        self.at = last + 1;
        self.begun = (self.open, self.block().insts.len());
        let flow = self.op(op);
        if flow == Flow::Ended {
            return flow;
        }
        if std::mem::take(&mut self.polls) {
            self.poll(last + 2);
        }
        let other = (self.open, self.frame.clone());
        self.meet(vec![usual, other]);
        Flow::Next
    }

    /// The tags of what an op that only looks at a value can look at.
    pub fn wanted_by(op: &Op) -> Tags {
        match op.code {
            O::Count => Tags::ARRAY,
            O::Strlen => Tags::STRING,
            _ => Tags::VALUE,
        }
    }

    /// The op behind a chain, which only looks at what that has found: a value that it can look at.
    pub fn look_at(&mut self, chain: &[Op], value: ValueId, op: &Op) -> Flow {
        let last = self.at;
        let (kind, number) = match op.code {
            O::Count => (Kind::ArrayLength, Number::Int),
            O::Strlen => (Kind::StringLength, Number::Int),
            O::IsType => (Kind::HasTags(Tags(op.c as u16)), Number::Bool),
            _ => (Kind::TruthOf, Number::Bool),
        };
        let ty = if number == Number::Int { LENGTH } else { Type::BOOL };
        let answer = self.value(kind, &[value], ty);
        self.release_all(chain);
        self.at = last + 1;
        self.consume(op);
        let polls = std::mem::take(&mut self.polls);
        if op.code.info().jumps {
            let (yes, no) = self.split(answer);
            let frame = self.frame.clone();
            let negated = op.code.info().negated;
            for (block, to) in [(yes, if negated { last + 2 } else { op.c }), (no, if negated { op.c } else { last + 2 })] {
                (self.open, self.frame) = (block, frame.clone());
                if polls {
                    self.poll(to);
                }
                self.go(to);
            }
        } else {
            self.put(op.a, answer, number);
            if polls {
                self.poll(last + 2);
            }
        }
        if op.code.info().jumps { Flow::Ended } else { Flow::Next }
    }

    // ------------------------------------------------------------------------------------------ of variables

    /// `isset($x)` and `empty($x)`
    pub fn isset_variable(&mut self, op: &Op) -> Flow {
        let (held, is_empty) = (self.held(op.b), op.flags & flag::EMPTY != 0);
        let set = Tags::VALUE.without(Tags::NULL);
        if !is_empty && (held.known().is_some() || held.tags.within(set) || held.tags.and(set.with(Tags::REFERENCE)) == Tags::NONE) {
            let answer = self.bool(held.tags.and(set) != Tags::NONE);
            self.put(op.a, answer, Number::Bool);
            return Flow::Next;
        }
        if is_empty && (held.known().is_some() || !self.supported.truth) {
            return self.run_op(op);
        }
        let Some((value, tags)) = self.followed(op.b).filter(|(_, tags)| *tags != Tags::REFERENCE) else { return self.run_op(op) };
        let unsure = Tags::REFERENCE;
        let slow = (unsure.and(tags) != Tags::NONE).then(|| self.slow_way());
        if let Some(slow) = &slow {
            let test = self.value(Kind::HasTags(unsure), &[value], Type::BOOL);
            self.unless(test, slow, true);
            self.learn_unless_followed(op.b, tags, tags.without(unsure));
        }
        let answer = if is_empty {
            let truth = self.value(Kind::TruthOf, &[value], Type::BOOL);
            self.value(Kind::Not, &[truth], Type::BOOL)
        } else {
            self.value(Kind::HasTags(set), &[value], Type::BOOL)
        };
        self.put(op.a, answer, Number::Bool);
        self.meet_perhaps(op, slow)
    }

    pub fn meet_perhaps(&mut self, op: &Op, slow: Option<Slow>) -> Flow {
        slow.map_or(Flow::Next, |slow| self.meet_slow(op, slow))
    }

    /// The length of a string or an array that is in a slot.
    pub fn length(&mut self, op: &Op) -> Flow {
        let (kind, tags) = if op.code == O::Count { (Kind::ArrayLength, Tags::ARRAY) } else { (Kind::StringLength, Tags::STRING) };
        let held = self.held(op.b);
        if !self.supported.elements || op.b == THIS || held.tags.and(tags.with(Tags::REFERENCE)) == Tags::NONE {
            return self.run_op(op);
        }
        let Some((value, found)) = self.followed(op.b) else { return self.run_op(op) };
        let slow = (!found.within(tags)).then(|| self.slow_way());
        if let Some(slow) = &slow {
            let test = self.value(Kind::HasTags(tags), &[value], Type::BOOL);
            self.unless(test, slow, false);
            self.learn_unless_followed(op.b, found, tags);
        }
        let length = self.value(kind, &[value], LENGTH);
        self.release_consumed(op, 1);
        self.consume(op);
        self.put(op.a, length, Number::Int);
        self.meet_perhaps(op, slow)
    }

    /// `array_key_exists()` of an array.
    pub fn key_exists(&mut self, op: &Op) -> Flow {
        let (held, number) = (self.held(op.c), self.held(op.b).known());
        let is_key = op.b != THIS && number.is_none_or(|number| number == Number::Int);
        let is_array = op.c != THIS && held.number.is_none() && held.tags.and(Tags::ARRAY) != Tags::NONE;
        if !self.supported.elements || !is_key || !is_array {
            return self.run_op(op);
        }
        let slow = self.slow_way();
        let array = self.load(op.c);
        if !held.tags.within(Tags::ARRAY) {
            let test = self.value(Kind::HasTags(Tags::ARRAY), &[array], Type::BOOL);
            self.unless(test, &slow, false);
            self.learn(op.c, Tags::ARRAY);
        }
        let key = if number.is_some() { self.read(op.b, Number::Int) } else { self.load(op.b) };
        let found = self.value(Kind::ElementAt, &[array, key], FOUND);
        let test = self.value(Kind::HasTags(Tags::REFERENCE), &[found], Type::BOOL);
        self.unless(test, &slow, true);
        let answer = self.value(Kind::HasTags(Tags::VALUE), &[found], Type::BOOL);
        self.release_consumed(op, 1);
        self.release_consumed(op, 2);
        self.consume(op);
        self.put(op.a, answer, Number::Bool);
        self.meet_slow(op, slow)
    }

    /// `is_int()` and the like, of what may be a reference, or is a temporary that goes.
    pub fn is_type_of_any(&mut self, op: &Op) -> Flow {
        let held = self.held(op.b);
        if op.b == THIS || (held.likely.and(held.tags).within(Tags::REFERENCE) && !self.is_reference(op.b)) {
            return self.run_op(op);
        }
        let Some((value, found)) = self.followed(op.b).filter(|(_, tags)| tags.and(Tags::VALUE) != Tags::NONE) else {
            return self.run_op(op);
        };
        let slow = (!found.within(Tags::VALUE)).then(|| self.slow_way());
        if let Some(slow) = &slow {
            let test = self.value(Kind::HasTags(Tags::VALUE), &[value], Type::BOOL);
            self.unless(test, slow, false);
            self.learn_unless_followed(op.b, found, found.and(Tags::VALUE));
        }
        let answer = self.value(Kind::HasTags(Tags(op.c as u16)), &[value], Type::BOOL);
        self.release_consumed(op, 1);
        self.consume(op);
        self.put(op.a, answer, Number::Bool);
        self.meet_perhaps(op, slow)
    }
}
