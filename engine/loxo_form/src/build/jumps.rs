//! Comparisons, jumps and returns.

use loxo_bytecode::{Const, ConstKey, NONE, Op, OpCode as O, Relation, THIS, flag};
use loxo_value::Tag;

use super::arithmetic::{Operand, Typed};
use super::builder::Builder;
use super::frame::Number;
use super::paths::Flow;
use super::types::tags_of;
use crate::{Compare, End, IntOp, Kind, Owned, Tags, Type, ValueId};

/// What a test comes to.
#[derive(Clone, Copy)]
pub(super) enum Test {
    Known(bool),
    Value(ValueId),
}

impl Builder<'_> {
    // ------------------------------------------------------------------------------------------------- tests

    /// A comparison of two numbers. Both operands are known to be numbers.
    pub fn compare(&mut self, relation: Relation, left: Typed, right: Typed) -> Option<Test> {
        let how = match relation {
            Relation::Less => Compare::Less,
            Relation::LessEqual => Compare::LessEqual,
            Relation::Greater => Compare::Greater,
            Relation::GreaterEqual => Compare::GreaterEqual,
            Relation::Equal | Relation::Identical => Compare::Equal,
        };
        if relation == Relation::Identical && left.1 != right.1 {
            return Some(Test::Known(false));
        }
        Some(Test::Value(match (left.1, right.1) {
            (Number::Int, Number::Int) => self.value(Kind::CompareInts(how), &[left.0, right.0], Type::BOOL),
            (Number::Bool, Number::Bool) if how == Compare::Equal => self.value(Kind::CompareInts(how), &[left.0, right.0], Type::BOOL),
            (Number::Bool, _) | (_, Number::Bool) => return None,
            _ => {
                let (left, right) = (self.as_float(left), self.as_float(right));
                self.value(Kind::CompareFloats(how), &[left, right], Type::BOOL)
            }
        }))
    }

    /// What the relation of the op says of two operands; `None`: the interpreter has to say it.
    fn relation(&mut self, op: &Op, left: Operand, right: Operand) -> Option<Test> {
        let relation = op.code.info().relation?;
        let guesses = !matches!(relation, Relation::Equal | Relation::Identical)
            || matches!((left, right), (_, Operand::Int(_)) | (Operand::Int(_), _));
        let (l, r) = if guesses {
            self.numbers_in(left, right, self.guesses_floats(op))?
        } else {
            let number = |operand| if let Operand::Slot(slot) = operand { self.number_in(slot, None) } else { Some(Number::Int) };
            (number(left)?, number(right)?)
        };
        let mixed = (l == Number::Bool) != (r == Number::Bool);
        if (mixed || (l == Number::Bool && r == Number::Bool && !matches!(relation, Relation::Equal | Relation::Identical)))
            && relation != Relation::Identical
        {
            return None;
        }
        let (left, right) = (self.operand(left, l), self.operand(right, r));
        self.compare(relation, left, right)
    }

    /// Whether a slot is truthy.
    fn truth(&mut self, slot: u32) -> Option<Test> {
        if slot == THIS || slot == NONE {
            return None;
        }
        if self.held(slot).tags == Tags::NULL {
            return Some(Test::Known(false));
        }
        let number = self.number_in(slot, None)?;
        let value = self.read(slot, number);
        Some(Test::Value(match number {
            Number::Bool => value,
            Number::Int | Number::Float => self.value(Kind::Truth, &[value], Type::BOOL),
        }))
    }

    /// Whether a slot has one of these tags. What it holds is not changed.
    fn has_tags(&mut self, slot: u32, tags: Tags) -> Option<Test> {
        if slot == THIS || slot == NONE {
            return None;
        }
        let held = self.held(slot);
        if let Some(number) = held.known() {
            if number.tags().and(tags) == Tags::NONE || number.tags().within(tags) {
                return Some(Test::Known(number.tags().within(tags)));
            }
            // Of a bool: which one.
            let value = self.read(slot, number);
            return Some(Test::Value(if tags.has(Tag::True) { value } else { self.value(Kind::Not, &[value], Type::BOOL) }));
        }
        let possible = held.likely.and(held.tags).and(Tags::VALUE);
        if !held.tags.within(Tags::VALUE) && (possible == Tags::NONE || !self.may_guess()) {
            return None;
        }
        let value = self.read_boxed(slot, Tags::VALUE);
        let known = self.held(slot).tags;
        if known.within(tags) || known.and(tags) == Tags::NONE {
            return Some(Test::Known(known.within(tags)));
        }
        Some(Test::Value(self.value(Kind::HasTags(tags), &[value], Type::BOOL)))
    }

    /// The other way round, if asked for.
    fn negate(&mut self, test: Test, negated: bool) -> Test {
        match test {
            _ if !negated => test,
            Test::Known(known) => Test::Known(!known),
            Test::Value(value) => Test::Value(self.value(Kind::Not, &[value], Type::BOOL)),
        }
    }

    // -------------------------------------------------------------------------------------- tests as values

    /// A bool goes to the op's `Dst`.
    pub fn answer(&mut self, op: &Op, test: Option<Test>) -> Flow {
        let Some(test) = test else { return self.run_op(op) };
        let value = match self.negate(test, op.code.info().negated) {
            Test::Known(known) => self.bool(known),
            Test::Value(value) => value,
        };
        self.consume(op);
        self.put(op.a, value, Number::Bool);
        Flow::Next
    }

    /// `dst = lhs < rhs` and the like.
    pub fn comparison(&mut self, op: &Op) -> Flow {
        if let Some(flow) = self.equals_text(op) {
            return flow;
        }
        let test = self.relation(op, Operand::Slot(op.b), Operand::Slot(op.c));
        self.answer(op, test)
    }

    /// `dst = lhs <=> rhs`, of numbers
    pub fn spaceship(&mut self, op: &Op) -> Flow {
        let (left, right) = (Operand::Slot(op.b), Operand::Slot(op.c));
        let numbers = self.numbers_in(left, right, self.guesses_floats(op)).filter(|(l, r)| *l != Number::Bool && *r != Number::Bool);
        let Some((l, r)) = numbers else { return self.run_op(op) };
        let (left, right) = (self.operand(left, l), self.operand(right, r));
        // 1 unless they are equal, and 2 less where the left side is less: what has no order is greater.
        let [Some(Test::Value(equal)), Some(Test::Value(less))] =
            [Relation::Equal, Relation::Less].map(|relation| self.compare(relation, left, right))
        else {
            return self.run_op(op);
        };
        let differs = self.value(Kind::Not, &[equal], Type::BOOL);
        let bit = Type { tags: Tags::INT, range: (0, 1) };
        let [differs, less] = [differs, less].map(|bool| self.value(Kind::BoolToInt, &[bool], bit));
        let two = self.int(2);
        let less = self.ints(IntOp::Mul, less, two);
        let order = self.ints(IntOp::Sub, differs, less);
        self.consume(op);
        self.put(op.a, order, Number::Int);
        Flow::Next
    }

    /// `dst = (bool) src`, `dst = !src`
    pub fn truth_value(&mut self, op: &Op) -> Flow {
        let test = self.truth(op.b);
        let test = test.map(|test| self.negate(test, op.code == O::Not));
        self.answer(op, test)
    }

    /// `is_int()` and the like.
    pub fn is_type(&mut self, op: &Op) -> Flow {
        let held = self.held(op.b);
        if op.flags & flag::CONSUME_B != 0 && held.may_be_counted() || held.number.is_none() && !held.tags.within(Tags::VALUE) {
            return self.is_type_of_any(op);
        }
        let test = self.has_tags(op.b, Tags(op.c as u16));
        self.answer(op, test)
    }

    // --------------------------------------------------------------------------------------------------- jumps

    /// Looks for what is pending before a jump backward; the interpreter then does the jump.
    pub fn before_jump(&mut self, op: &Op) {
        if self.f.targets(op).any(|to| to <= self.at) {
            self.poll_before();
        }
    }

    pub fn jump(&mut self, op: &Op) -> Flow {
        self.before_jump(op);
        self.go(op.c);
        Flow::Ended
    }

    /// Jumps if a test says so.
    pub fn jump_when(&mut self, op: &Op, test: Option<Test>) -> Flow {
        let Some(test) = test else { return self.run_jump(op) };
        self.before_jump(op);
        self.consume(op);
        let negated = op.code.info().negated;
        let next = self.at + 1;
        match test {
            Test::Known(known) => self.go(if known != negated { op.c } else { next }),
            Test::Value(value) if negated => self.branch(value, next, op.c),
            Test::Value(value) => self.branch(value, op.c, next),
        }
        Flow::Ended
    }

    pub fn jump_if(&mut self, op: &Op) -> Flow {
        match self.truth(op.a) {
            None => self.jump_if_quick(op),
            test => self.jump_when(op, test),
        }
    }

    pub fn jump_on_relation(&mut self, op: &Op, right: Operand) -> Flow {
        if let Operand::Int(right) = right
            && self.is_unknown_temporary(op)
        {
            return self.jump_on_int_quick(op, right);
        }
        if let Some(flow) = self.jump_on_text(op) {
            return flow;
        }
        match self.relation(op, Operand::Slot(op.a), right) {
            None => self.jump_on_relation_otherwise(op, (Operand::Slot(op.a), right)),
            test => self.jump_when(op, test),
        }
    }

    /// `dst = (bool) src`, and jumps if it is true (or false).
    pub fn jump_keep(&mut self, op: &Op) -> Flow {
        let Some(test) = self.truth(op.b) else { return self.run_jump(op) };
        let value = match test {
            Test::Known(known) => self.bool(known),
            Test::Value(value) => value,
        };
        self.before_jump(op);
        self.consume(op);
        self.put(op.a, value, Number::Bool);
        let next = self.at + 1;
        if op.code == O::JumpIfKeep {
            self.branch(value, op.c, next)
        } else {
            self.branch(value, next, op.c)
        }
        Flow::Ended
    }

    /// Jumps if a slot is identical with a constant.
    pub fn jump_on_constant(&mut self, op: &Op) -> Flow {
        let Some(constant) = self.constant(op.b) else { return self.run_jump(op) };
        let tags = match constant {
            Const::Null => Tags::NULL,
            Const::False => Tags::of(Tag::False),
            Const::True => Tags::of(Tag::True),
            _ => return self.jump_on_number(op, constant),
        };
        let owns = op.flags & flag::CONSUME_A != 0 && self.held(op.a).may_be_counted();
        let Some(test) = self.has_tags(op.a, tags) else { return self.run_jump(op) };
        let Test::Value(value) = test else {
            return if owns { self.run_jump(op) } else { self.jump_when(op, Some(test)) };
        };
        if !owns {
            return self.jump_when(op, Some(test));
        }
        if self.f.targets(op).any(|to| to <= self.at) {
            return self.run_jump(op);
        }
        self.drop_other(op, value);
        Flow::Ended
    }

    /// Jumps if (or unless) a temporary has the tag that was asked for. If it has another one, what it owns is dropped.
    fn drop_other(&mut self, op: &Op, same: ValueId) {
        let (next, negated) = (self.at + 1, op.code.info().negated);
        let (to_same, to_other) = if negated { (next, op.c) } else { (op.c, next) };
        let (yes, no) = self.split(same);
        let held = self.held(op.a);
        self.consume(op);
        let frame = self.frame.clone();
        self.open = yes;
        self.go(to_same);
        self.open = no;
        self.frame = frame;
        self.effect(Kind::Release(op.a), &[]);
        let owners = Tags::UNCOUNTED.with(Tags::STRING);
        if !held.tags.within(owners) {
            self.poll(to_other);
        }
        self.go(to_other);
    }

    fn jump_on_number(&mut self, op: &Op, constant: &Const) -> Flow {
        let kind = Number::of(tags_of(constant));
        let held = self.number_in(op.a, None);
        if matches!(constant, Const::Str(_)) && held.is_none() {
            return self.jump_on_string(op, op.b);
        }
        let (Some(kind), Some(number)) = (kind, held) else { return self.jump_unless_quick(op, tags_of(constant)) };
        if number != kind {
            self.read(op.a, number);
            return self.jump_when(op, Some(Test::Known(false)));
        }
        let left = (self.read(op.a, number), number);
        let right = self.number_constant(constant);
        let test = right.and_then(|right| self.compare(Relation::Identical, left, right));
        self.jump_when(op, test)
    }

    /// Jumps where a table says that an int or a string leads.
    pub fn switch(&mut self, op: &Op) -> Flow {
        let keys = super::effects::keys_of(self.f, op);
        let table = self.f.switches.get(op.b as usize).filter(|_| keys == Some(Tags::INT));
        if keys == Some(Tags::STRING) && self.supported.strings && op.a != THIS && self.held(op.a).number.is_none() {
            return self.switch_on_string(op);
        }
        let number = self.number_in(op.a, Some(Number::Int));
        let (Some(table), Some(Number::Int)) = (table, number) else {
            self.leave();
            return Flow::Ended;
        };
        let on = self.read(op.a, Number::Int);
        let keys = table.cases.iter().filter_map(|(key, to)| if let ConstKey::Int(key) = key { Some((*key, *to)) } else { None });
        self.go_by_cases(on, keys.collect(), table.miss);
        Flow::Ended
    }

    /// The same of strings, where the subject is one; what is none has its own way.
    fn switch_on_string(&mut self, op: &Op) -> Flow {
        let table = &self.f.switches[op.b as usize];
        let Some((value, found)) = self.followed(op.a) else {
            self.leave();
            return Flow::Ended;
        };
        let is_string = self.value(Kind::HasTags(Tags::STRING), &[value], Type::BOOL);
        let (yes, no) = self.split(is_string);
        let frame = self.frame.clone();
        self.open = no;
        if !found.within(Tags::VALUE) {
            // The interpreter warns of what is not set.
            self.leave_unless(value, Tags::VALUE);
            self.learn_unless_followed(op.a, found, found.and(Tags::VALUE));
        }
        self.go(op.c);
        (self.open, self.frame) = (yes, frame);
        self.learn_unless_followed(op.a, found, Tags::STRING);
        let on = self.value(Kind::CaseOf, &[value], Type::INT);
        let mut targets: Vec<u32> = table.cases.iter().map(|(_, to)| *to).filter(|to| *to != table.miss).collect();
        targets.sort_unstable();
        targets.dedup();
        self.go_by_cases(on, targets.into_iter().map(|to| (i64::from(to), to)).collect(), table.miss);
        Flow::Ended
    }

    /// Goes to an op that an int says, or to the last one.
    pub fn go_by_cases(&mut self, on: ValueId, cases: Vec<(i64, u32)>, miss: u32) {
        let (open, frame) = (self.open, self.frame.clone());
        let way = |builder: &mut Self, to: u32| {
            let block = builder.new_block();
            (builder.open, builder.frame) = (block, frame.clone());
            builder.go(to);
            block
        };
        let cases = cases.into_iter().map(|(key, to)| (key, way(self, to))).collect();
        let otherwise = way(self, miss);
        self.open = open;
        self.end(End::Switch { on, cases, otherwise });
    }

    /// `JumpIfPassed`
    pub fn jump_if_passed(&mut self, op: &Op) -> Flow {
        let tags = self.held(op.a).tags;
        let test = if tags.and(Tags::UNDEF) == Tags::NONE { Some(true) } else { (tags == Tags::UNDEF).then_some(false) };
        self.jump_when(op, test.map(Test::Known))
    }

    /// The interpreter's code runs an op that jumps.
    pub fn run_jump(&mut self, op: &Op) -> Flow {
        if op.jump_target().is_none() {
            self.leave();
            return Flow::Ended;
        }
        self.flush(self.at);
        let jumps = self.value(Kind::RunJump, &[], Type::BOOL);
        self.after(op);
        self.branch(jumps, op.c, self.at + 1);
        Flow::Ended
    }

    // ------------------------------------------------------------------------------------------------- returns

    pub fn return_value(&mut self, op: &Op) -> Flow {
        if self.plan.is_main {
            self.leave();
            return Flow::Ended;
        }
        if op.a == THIS {
            let value = self.this();
            self.effect(Kind::Count, &[value]);
            return self.give_back(value, None);
        }
        let held = self.held(op.a);
        if let Some(number) = held.known() {
            let value = self.read(op.a, number);
            return self.give_back(value, None);
        }
        if self.is_reference(op.a)
            && let Some((value, _)) = self.followed(op.a)
        {
            let value = self.leaving(Kind::Guard(Tags::VALUE), &[value], Type::tagged(Tags::VALUE));
            self.effect(Kind::Count, &[value]);
            return self.give_back(value, None);
        }
        let possible = held.likely.and(held.tags).and(Tags::VALUE);
        if op.a == NONE || (!held.tags.within(Tags::VALUE) && (possible == Tags::NONE || !self.may_guess())) {
            self.leave();
            return Flow::Ended;
        }
        let value = self.read_boxed(op.a, Tags::VALUE);
        // What a local owns is the caller's from now on; so is what a temporary owns that goes.
        let moves = self.is_local(op.a) || op.flags & flag::CONSUME_A != 0;
        if !moves && !self.held(op.a).tags.within(Tags::UNCOUNTED) {
            self.effect(Kind::Count, &[value]);
        }
        self.give_back(value, Some(op.a))
    }

    pub fn return_constant(&mut self, op: &Op) -> Flow {
        if self.plan.is_main {
            self.leave();
            return Flow::Ended;
        }
        let constant = self.constant(op.a);
        let number = constant.and_then(|constant| self.number_constant(constant));
        let value = match number {
            Some((value, _)) => value,
            None => self.boxed_constant(op.a),
        };
        self.give_back(value, None)
    }

    /// Leaves the function. `moved`: the slot whose value is the result.
    fn give_back(&mut self, value: ValueId, moved: Option<u32>) -> Flow {
        let locals = 0..self.f.locals.len() as u32;
        let owned = locals.filter(|slot| Some(*slot) != moved && self.held(*slot).may_be_counted());
        let owned = owned.map(|slot| Owned { slot, is_reference: self.held(slot).tags == Tags::REFERENCE }).collect();
        self.end(End::Return(value, owned));
        Flow::Ended
    }
}
