//! Moves between slots, and assignments to variables.

use loxo_bytecode::{Const, NONE, Op, OpCode as O, THIS, flag};

use super::builder::{Builder, boxed_type};
use super::frame::{Held, Number};
use super::paths::Flow;
use super::types::tags_of;
use crate::{Kind, Tags, Type, ValueId};

/// What PHP code sees of a variable, but for those that are not set.
const PLAIN: Tags = Tags::ANY.without(Tags::REFERENCE);

/// What may have destructors to run when it goes.
const OWNERS: Tags = Tags::ANY.without(Tags::UNCOUNTED).without(Tags::STRING);

impl Builder<'_> {
    // ---------------------------------------------------------------------------------------------- assignment

    /// A variable can be assigned a value without the interpreter.
    pub fn is_assignable(&self, var: u32) -> bool {
        if var == THIS || var == NONE {
            return false;
        }
        let held = self.held(var);
        if !held.may_be_counted() {
            return true;
        }
        let possible = held.likely.and(held.tags);
        let may_be_reference = possible.and(Tags::REFERENCE) != Tags::NONE;
        // Where nothing is known of what may be a reference, it mostly is one.
        !may_be_reference || (held.likely != Tags::ANY && possible != Tags::REFERENCE && self.may_guess())
    }

    /// Leaves if the variable, which is assignable, holds what it should not.
    pub fn make_assignable(&mut self, var: u32) {
        let held = self.held(var);
        if !held.may_be_counted() {
            return;
        }
        let possible = held.likely.and(held.tags);
        if possible != Tags::NONE && possible.within(Tags::UNCOUNTED) && self.may_guess() {
            self.read_boxed(var, Tags::UNCOUNTED);
        } else if held.tags.and(Tags::REFERENCE) != Tags::NONE {
            self.read_boxed(var, PLAIN);
        }
    }

    /// Assigns a number to a variable that was made assignable. The op has nothing left to do.
    pub fn assign_number(&mut self, var: u32, value: ValueId, number: Number) {
        if !self.held(var).may_be_counted() {
            return self.put(var, value, number);
        }
        self.replace(var, value, Held::is_number(value, number, false));
    }

    /// Assigns a boxed value that was counted for it. The op has nothing left to do.
    pub fn assign_boxed(&mut self, var: u32, value: ValueId, tags: Tags, likely: Tags) {
        let held = Held { likely, ..Held::tagged(tags) };
        if self.held(var).may_be_counted() {
            return self.replace(var, value, held);
        }
        self.put_boxed(var, value, tags, likely);
    }

    /// Writes a variable that may hold something counted.
    fn replace(&mut self, var: u32, value: ValueId, held: Held) {
        let owns = self.held(var).tags.and(OWNERS) != Tags::NONE;
        self.frame.set(var, held);
        self.effect_then(Kind::Replace(var), &[value], owns.then_some(self.at + 1));
    }

    // --------------------------------------------------------------------------------------------------- moves

    /// `dst = constant` and `var = constant`.
    pub fn load_constant(&mut self, op: &Op) -> Flow {
        let assigns = op.code == O::AssignK;
        let Some(constant) = self.constant(op.b) else { return self.run_op(op) };
        if assigns {
            if !self.is_assignable(op.a) {
                return self.assign_through(op);
            }
            self.make_assignable(op.a);
        }
        match self.number_constant(constant) {
            Some((value, number)) if assigns => self.assign_number(op.a, value, number),
            Some((value, number)) => self.put(op.a, value, number),
            None => {
                let value = self.boxed_constant(op.b);
                let tags = tags_of(constant);
                if assigns { self.assign_boxed(op.a, value, tags, Tags::ANY) } else { self.put_boxed(op.a, value, tags, Tags::ANY) }
            }
        }
        Flow::Next
    }

    /// A constant that is a number.
    pub fn number_constant(&mut self, constant: &Const) -> Option<(ValueId, Number)> {
        Some(match constant {
            Const::Int(i) => (self.int(*i), Number::Int),
            Const::Float(f) => (self.float(*f), Number::Float),
            Const::False => (self.bool(false), Number::Bool),
            Const::True => (self.bool(true), Number::Bool),
            Const::Null | Const::Str(_) | Const::Array(_) => return None,
        })
    }

    /// Any constant, boxed unless it is a number.
    pub fn boxed_constant(&mut self, k: u32) -> ValueId {
        match self.constant(k) {
            Some(Const::Null) => self.value(Kind::Null, &[], Type::tagged(Tags::NULL)),
            constant => {
                let tags = constant.map_or(Tags::VALUE, tags_of);
                self.value(Kind::Constant(k + self.input.first[1]), &[], boxed_type(tags))
            }
        }
    }

    /// `dst = src`, of a temporary that moves, or of what is proven to be a scalar.
    pub fn move_value(&mut self, op: &Op) -> Flow {
        if op.b == THIS || op.b == op.a {
            return self.run_op(op);
        }
        if op.code == O::MoveScalar {
            let scalars = Tags::UNCOUNTED.without(Tags::UNDEF);
            let proven = self.held(op.b).tags.and(scalars);
            if proven == Tags::NONE {
                // No path leads here.
                return self.run_op(op);
            }
            self.learn(op.b, proven);
        }
        let held = self.held(op.b);
        if let Some(number) = held.known() {
            let value = self.read(op.b, number);
            self.consume(op);
            self.put(op.a, value, number);
            return Flow::Next;
        }
        let value = self.value(Kind::Load(op.b), &[], boxed_type(held.tags));
        self.consume(op);
        if op.code == O::Move {
            self.frame.set(op.b, Held::UNKNOWN);
        }
        self.put_boxed(op.a, value, held.tags, held.likely);
        Flow::Next
    }

    /// `dst = copy of variable src`
    pub fn copy(&mut self, op: &Op) -> Flow {
        if self.may_refer(op.b) {
            return self.copy_followed(op);
        }
        match self.take_copy(op, op.b) {
            Some(Copied::Number(value, number)) => {
                self.consume(op);
                self.put(op.a, value, number);
                Flow::Next
            }
            Some(Copied::Boxed(value, tags, likely)) => {
                self.consume(op);
                self.put_boxed(op.a, value, tags, likely);
                Flow::Next
            }
            None => self.run_op(op),
        }
    }

    /// `var = src`
    pub fn assign(&mut self, op: &Op) -> Flow {
        if op.a == op.b {
            return self.run_op(op);
        }
        if !self.is_assignable(op.a) {
            return self.assign_through(op);
        }
        if self.may_refer(op.b) {
            return self.assign_followed(op);
        }
        // The guards of both come before the first effect.
        if !self.can_copy(op.b) {
            return self.run_op(op);
        }
        self.make_assignable(op.a);
        let copied = self.take_copy(op, op.b);
        self.consume(op);
        match copied {
            Some(Copied::Number(value, number)) => self.assign_number(op.a, value, number),
            Some(Copied::Boxed(value, tags, likely)) => self.assign_boxed(op.a, value, tags, likely),
            None => return self.run_op(op),
        }
        Flow::Next
    }

    /// `var = src`, of a variable that may be a reference.
    fn assign_followed(&mut self, op: &Op) -> Flow {
        let slow = self.slow_way();
        let Some((value, _)) = self.followed(op.b) else { return self.run_op(op) };
        let is_value = self.value(Kind::HasTags(Tags::VALUE), &[value], Type::BOOL);
        self.unless(is_value, &slow, false);
        self.make_assignable(op.a);
        self.effect(Kind::Count, &[value]);
        self.assign_boxed(op.a, value, Tags::VALUE, Tags::ANY);
        self.meet_slow(op, slow)
    }

    /// What a slot holds can be copied without the interpreter: it is a value, or probably one.
    fn can_copy(&self, slot: u32) -> bool {
        let held = self.held(slot);
        let known = held.tags.within(Tags::VALUE);
        let possible = held.likely.and(held.tags).and(Tags::VALUE);
        slot != NONE && (known || slot == THIS || (possible != Tags::NONE && self.may_guess()))
    }

    /// What a slot holds, for another slot to own. A temporary that the op consumes is moved.
    fn take_copy(&mut self, op: &Op, slot: u32) -> Option<Copied> {
        if !self.can_copy(slot) {
            return None;
        }
        let held = self.held(slot);
        let expected = held.known().or(held.expected().filter(|_| self.may_guess()));
        if let Some(number) = expected {
            return Some(Copied::Number(self.read(slot, number), number));
        }
        let value = if slot == THIS { self.this() } else { self.read_boxed(slot, Tags::VALUE) };
        let held = if slot == THIS { Held::tagged(Tags::OBJECT) } else { self.held(slot) };
        let moves = slot != THIS && slot == op.b && op.flags & flag::CONSUME_B != 0;
        if !moves && !held.tags.within(Tags::UNCOUNTED) {
            self.effect(Kind::Count, &[value]);
        }
        Some(Copied::Boxed(value, held.tags, held.likely))
    }

    /// `$this`, or leaves.
    pub fn this(&mut self) -> ValueId {
        let value = self.load(THIS);
        if self.input.on_object {
            return value;
        }
        self.leaving(Kind::Guard(Tags::OBJECT), &[value], Type::tagged(Tags::OBJECT))
    }

    /// Drops a temporary.
    pub fn free(&mut self, op: &Op) -> Flow {
        let held = self.held(op.a);
        if op.a == THIS || (held.may_be_counted() && op.c != NONE) {
            return self.run_op(op);
        }
        if held.may_be_counted() {
            self.effect(Kind::Release(op.a), &[]);
            self.polls |= held.tags.and(OWNERS) != Tags::NONE;
        }
        self.frame.set(op.a, Held::UNKNOWN);
        Flow::Next
    }
}

enum Copied {
    Number(ValueId, Number),
    Boxed(ValueId, Tags, Tags),
}
