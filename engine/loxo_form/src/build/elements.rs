//! Ops with a usual way that is short: arguments of variables, text of strings, assignments. The interpreter's code runs the op where the usual way does
//! not lead through, and both ways meet behind it.

use loxo_bytecode::{NONE, Op, THIS, flag};
use loxo_value::Tag;

use super::builder::{Builder, boxed_type};
use super::frame::{Frame, Held, Number};
use super::paths::Flow;
use crate::{BlockId, End, Kind, Tags, Type, ValueId};

/// What may have destructors to run when it goes.
const OWNERS: Tags = Tags::ANY.without(Tags::UNCOUNTED).without(Tags::STRING);

/// The other way of an op.
pub(super) struct Slow {
    pub block: BlockId,
    pub frame: Frame,
}

impl Builder<'_> {
    /// Begins the other way, which starts with what the frame holds now.
    pub fn slow_way(&mut self) -> Slow {
        let block = self.new_block();
        self.form.blocks[block.0 as usize].cold = true;
        Slow { block, frame: self.frame.clone() }
    }

    /// Leaves unless a bool is this one.
    pub fn guard_bool(&mut self, bool: ValueId, wanted: bool) {
        let exit = self.state(self.at);
        self.inst(Kind::GuardBool(wanted), &[bool], None, Some(exit));
    }

    /// Goes the other way if a bool is (or is not) true, else on.
    pub fn unless(&mut self, on: ValueId, slow: &Slow, when: bool) {
        let on_block = self.new_block();
        let (go_on, go_slow) = ((on_block, Vec::new()), (slow.block, Vec::new()));
        let (then, otherwise) = if when { (go_slow, go_on) } else { (go_on, go_slow) };
        self.end(End::Branch { on, then, otherwise });
        self.open = on_block;
    }

    /// The interpreter's code runs the op on the other way; both meet behind it.
    pub fn meet_slow(&mut self, op: &Op, slow: Slow) -> Flow {
        self.meet_slow_as(op, slow, Tags::ANY)
    }

    /// The same where the result of the op is probably one of these.
    pub fn meet_slow_as(&mut self, op: &Op, slow: Slow, likely: Tags) -> Flow {
        if std::mem::take(&mut self.polls) {
            self.poll(self.at + 1);
        }
        let usual = (self.open, self.frame.clone());
        (self.open, self.frame) = (slow.block, slow.frame);
        self.run(op);
        let held = self.held(op.a);
        if likely != Tags::ANY && held.tags.and(likely) != Tags::NONE {
            self.frame.set(op.a, Held { likely, ..held });
        }
        let other = (self.open, self.frame.clone());
        self.meet(vec![usual, other]);
        Flow::Next
    }

    /// What is in a slot, boxed, with no regard to what it is.
    pub fn whatever_is_in(&mut self, slot: u32) -> Option<ValueId> {
        let held = self.held(slot);
        if slot == NONE || held.number.is_some() {
            return None;
        }
        Some(self.load(slot))
    }

    /// What is in a slot, or what that refers to if it is likely to be a reference, and the tags that it may have.
    pub fn followed(&mut self, slot: u32) -> Option<(ValueId, Tags)> {
        let held = self.held(slot);
        let value = self.whatever_is_in(slot)?;
        // Where something was taken for a value in vain, it may be a reference.
        let likely = if self.may_guess() { held.tags.and(held.likely) } else { held.tags };
        if !self.supported.references || !self.is_local(slot) || !likely.has(Tag::Reference) {
            return Some((value, held.tags));
        }
        let inside = Tags::ANY.without(Tags::REFERENCE);
        Some((self.value(Kind::Deref, &[value], Type::tagged(inside)), inside))
    }

    /// What was found by [`Builder::followed`] to have these tags is in the slot itself.
    pub fn learn_unless_followed(&mut self, slot: u32, found: Tags, tags: Tags) {
        if self.held(slot).tags == found {
            self.learn(slot, tags);
        }
    }

    /// `dst = copy of src`, of a variable that is likely to be a reference.
    pub fn copy_followed(&mut self, op: &Op) -> Flow {
        let slow = self.slow_way();
        let Some((value, _)) = self.followed(op.b) else { return self.run_op(op) };
        let is_value = self.value(Kind::HasTags(Tags::VALUE), &[value], Type::BOOL);
        self.unless(is_value, &slow, false);
        self.effect(Kind::Count, &[value]);
        self.put_boxed(op.a, value, Tags::VALUE, Tags::ANY);
        self.meet_slow(op, slow)
    }

    /// A reference is in the slot, as far as is known.
    pub fn is_reference(&self, slot: u32) -> bool {
        let held = self.held(slot);
        self.supported.references
            && self.is_local(slot)
            && held.tags.has(Tag::Reference)
            && held.likely.and(held.tags).within(Tags::REFERENCE)
    }

    /// A reference is in the slot, or is among the few things that probably are, or may be where something else was taken for granted before.
    pub fn may_refer(&self, slot: u32) -> bool {
        let held = self.held(slot);
        let is_unknown = Tags::VALUE.within(held.likely);
        let is_likely = held.likely.has(Tag::Reference) && (!is_unknown || held.tags.within(Tags::REFERENCE));
        self.supported.references
            && self.is_local(slot)
            && held.number.is_none()
            && held.tags.has(Tag::Reference)
            && (is_likely || !self.may_guess())
    }

    /// The same where no number is known to be there.
    pub fn load(&mut self, slot: u32) -> ValueId {
        let ty = boxed_type(self.held(slot).tags);
        self.value(Kind::Load(slot), &[], ty)
    }

    /// Drops a temporary that the op consumes.
    pub fn release_consumed(&mut self, op: &Op, operand: usize) {
        let slot = op.operands()[operand];
        let held = self.held(slot);
        if op.flags & (flag::CONSUME_A << operand) != 0 && held.may_be_counted() {
            self.effect(Kind::Release(slot), &[]);
            self.polls |= held.tags.and(OWNERS) != Tags::NONE;
        }
    }

    // ------------------------------------------------------------------------------------------------ arguments

    /// A variable as an argument: by value, unless the callee has parameters by reference.
    pub fn copy_argument(&mut self, op: &Op) -> Flow {
        let held = self.held(op.b);
        if !self.supported.references || op.b == THIS {
            return self.run_op(op);
        }
        let by_reference = self.value(Kind::TakesReferences(op.c), &[], Type::BOOL);
        let slow = if self.may_guess() {
            self.guard_bool(by_reference, false);
            None
        } else {
            let slow = self.slow_way();
            self.unless(by_reference, &slow, true);
            Some(slow)
        };
        if let Some(number) = held.known() {
            let value = self.read(op.b, number);
            self.put(op.a, value, number);
            return self.meet_perhaps(op, slow);
        }
        let Some((value, tags)) = self.followed(op.b) else { return self.run_op(op) };
        if !tags.within(Tags::VALUE) {
            match &slow {
                Some(slow) => {
                    let is_value = self.value(Kind::HasTags(Tags::VALUE), &[value], Type::BOOL);
                    self.unless(is_value, slow, false);
                }
                None => self.leave_unless(value, Tags::VALUE),
            }
            self.learn_unless_followed(op.b, tags, tags.and(Tags::VALUE));
        }
        let tags = tags.and(Tags::VALUE);
        if !tags.within(Tags::UNCOUNTED) {
            self.effect(Kind::Count, &[value]);
        }
        self.put_boxed(op.a, value, tags, held.likely.without(Tags::REFERENCE));
        self.meet_perhaps(op, slow)
    }

    /// Jumps if the callee takes an argument by value.
    pub fn jump_if_by_value(&mut self, op: &Op) -> Flow {
        if !self.supported.references {
            return self.run_jump(op);
        }
        let by_reference = self.value(Kind::TakesReferences(op.a), &[], Type::BOOL);
        if self.may_guess() {
            self.guard_bool(by_reference, false);
            self.go(op.c);
            return Flow::Ended;
        }
        let (perhaps, by_value) = self.split(by_reference);
        let frame = self.frame.clone();
        self.open = perhaps;
        self.block().cold = true;
        self.run_jump(op);
        (self.open, self.frame) = (by_value, frame);
        self.go(op.c);
        Flow::Ended
    }

    // ----------------------------------------------------------------------------------------- text, assignments

    /// `dst = (string) src`, of what mostly is one.
    pub fn text(&mut self, op: &Op) -> Flow {
        let held = self.held(op.b);
        if op.b != THIS && held.known() == Some(Number::Int) {
            let value = self.read(op.b, Number::Int);
            self.consume(op);
            self.put(op.a, value, Number::Int);
            return Flow::Next;
        }
        if op.b == THIS || held.number.is_some() || held.tags.and(Tags::STRING.with(Tags::REFERENCE)) == Tags::NONE {
            return self.run_op(op);
        }
        let slow = self.slow_way();
        let Some((value, tags)) = self.followed(op.b) else { return self.run_op(op) };
        if !tags.within(Tags::STRING) {
            let is_string = self.value(Kind::HasTags(Tags::STRING), &[value], Type::BOOL);
            self.unless(is_string, &slow, false);
        }
        if op.flags & flag::CONSUME_B == 0 {
            self.effect(Kind::Count, &[value]);
            self.learn_unless_followed(op.b, tags, Tags::STRING);
        }
        self.consume(op);
        self.put_boxed(op.a, value, Tags::STRING, Tags::ANY);
        if tags.within(Tags::STRING) { Flow::Next } else { self.meet_slow(op, slow) }
    }

    /// An assignment to a variable that may be a reference: where it is none, it is done in place.
    pub fn assign_unless_reference(&mut self, op: &Op, assign: impl FnOnce(&mut Self, &Op) -> Flow) -> Flow {
        let held = self.held(op.a);
        let may_refer = held.tags.and(Tags::REFERENCE) != Tags::NONE;
        if !may_refer || op.a == THIS || op.a == NONE || held.likely.and(held.tags).within(Tags::REFERENCE) {
            return assign(self, op);
        }
        let plain = held.tags.without(Tags::REFERENCE);
        if self.may_guess() && !(self.input.refers)(op.a) {
            let Some(value) = self.whatever_is_in(op.a) else { return assign(self, op) };
            self.leave_unless(value, Tags::ANY.without(Tags::REFERENCE));
            self.frame.set(op.a, Held { tags: plain, likely: held.likely.without(Tags::REFERENCE), ..held });
            return assign(self, op);
        }
        let slow = self.slow_way();
        let Some(value) = self.whatever_is_in(op.a) else { return assign(self, op) };
        let refers = self.value(Kind::HasTags(Tags::REFERENCE), &[value], Type::BOOL);
        self.unless(refers, &slow, true);
        self.frame.set(op.a, Held { tags: plain, likely: held.likely.without(Tags::REFERENCE), ..held });
        assign(self, op);
        self.meet_slow(op, slow)
    }
}
