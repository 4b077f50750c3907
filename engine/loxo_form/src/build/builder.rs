//! Writes the instructions of the block that is being built, and follows what the frame holds.

use loxo_bytecode::{Const, Function, NONE, Op, OpCode, THIS};
use rustc_hash::FxHashMap;

use super::effects::{self, Write};
use super::frame::{Frame, Held, Number};
use super::inlined::Inlining;
use super::input::{Input, Supported};
use super::paths::{Edge, Guesses, Layout};
use super::plan::Plan;
use crate::{Block, BlockId, End, Form, FrameState, Inst, Kind, StateId, Tags, Type, ValueId};

pub(super) struct Builder<'a> {
    pub input: &'a Input<'a>,
    pub supported: Supported,
    pub f: &'a Function,
    pub plan: &'a Plan,
    pub guesses: &'a mut Guesses,
    pub form: Form,
    pub states: FxHashMap<FrameState, StateId>,
    /// Where instructions go.
    pub open: BlockId,
    pub frame: Frame,
    /// The op that instructions are a part of.
    pub at: u32,
    /// By block of the plan: paths that lead there.
    pub edges: Vec<Vec<Edge>>,
    /// By block of the plan, for the first blocks of loops: how it begins.
    pub layouts: Vec<Option<Layout>>,
    /// A guess did not hold.
    pub failed: bool,
    /// The op may have made something pending, which is looked at when it is done.
    pub polls: bool,
    /// The block where the op begins, and its instructions that come before it.
    pub begun: (BlockId, usize),
    pub inlining: Inlining,
}

impl<'a> Builder<'a> {
    pub fn new(input: &'a Input<'a>, supported: Supported, plan: &'a Plan, guesses: &'a mut Guesses) -> Builder<'a> {
        let count = plan.blocks.len();
        Builder {
            input,
            supported,
            f: input.function,
            plan,
            guesses,
            form: Form::default(),
            states: FxHashMap::default(),
            open: BlockId(0),
            frame: Frame { slots: Vec::new(), this_class: None },
            at: 0,
            edges: (0..count).map(|_| Vec::new()).collect(),
            layouts: (0..count).map(|_| None).collect(),
            failed: false,
            polls: false,
            begun: (BlockId(0), 0),
            inlining: Inlining::default(),
        }
    }

    // ------------------------------------------------------------------------------------------------ writing

    pub fn new_block(&mut self) -> BlockId {
        let id = BlockId(self.form.blocks.len() as u32);
        // Every block gets its end before the form is done.
        self.form.blocks.push(Block { params: Vec::new(), insts: Vec::new(), end: End::Leave(StateId(0)), cold: false });
        id
    }

    pub fn new_value(&mut self, ty: Type) -> ValueId {
        self.form.values.push(ty);
        ValueId(self.form.values.len() as u32 - 1)
    }

    pub fn block(&mut self) -> &mut Block {
        &mut self.form.blocks[self.open.0 as usize]
    }

    pub fn end(&mut self, end: End) {
        self.block().end = end;
    }

    pub fn inst(&mut self, kind: Kind, args: &[ValueId], result: Option<ValueId>, exit: Option<StateId>) {
        let at = self.at + self.input.first[0];
        self.block().insts.push(Inst { kind, args: args.to_vec(), result, exit, at });
    }

    /// An instruction without a result.
    pub fn effect(&mut self, kind: Kind, args: &[ValueId]) {
        self.inst(kind, args, None, None);
    }

    /// The same; where that made something pending, leaves to go on at an op.
    pub fn effect_then(&mut self, kind: Kind, args: &[ValueId], next: Option<u32>) {
        let exit = next.map(|next| self.state(next));
        self.inst(kind, args, None, exit);
    }

    pub fn value(&mut self, kind: Kind, args: &[ValueId], ty: Type) -> ValueId {
        let value = self.new_value(ty);
        self.inst(kind, args, Some(value), None);
        value
    }

    /// An instruction that may leave, to run the op from its beginning.
    pub fn leaving(&mut self, kind: Kind, args: &[ValueId], ty: Type) -> ValueId {
        let exit = self.state(self.at);
        let value = self.new_value(ty);
        self.inst(kind, args, Some(value), Some(exit));
        value
    }

    /// Leaves for what is pending, to go on at an op.
    pub fn poll(&mut self, next: u32) {
        let exit = self.state(next);
        self.inst(Kind::Poll, &[], None, Some(exit));
    }

    /// The same in front of the op, which the interpreter runs then.
    pub fn poll_before(&mut self) {
        if self.open != self.begun.0 {
            // A way through the op, in front of which that was done.
            return;
        }
        let exit = self.state(self.at);
        let poll = Inst { kind: Kind::Poll, args: Vec::new(), result: None, exit: Some(exit), at: self.at + self.input.first[0] };
        let done = self.begun.1;
        self.block().insts.insert(done, poll);
    }

    /// What is newer than the frame, as the interpreter needs it when it goes on at an op.
    pub fn state(&mut self, op: u32) -> StateId {
        let newer = self.frame.slots.iter().zip(0u32..).filter(|(held, slot)| held.dirty && self.plan.is_needed(op, *slot));
        let slots = newer.filter_map(|(held, slot)| Some((slot, held.number?.0))).collect();
        self.state_of(FrameState { op, slots, before: self.inlining.deferred.clone(), guessed: false })
    }

    pub fn state_of(&mut self, state: FrameState) -> StateId {
        if let Some(id) = self.states.get(&state) {
            return *id;
        }
        let id = StateId(self.form.states.len() as u32);
        self.form.states.push(state.clone());
        self.states.insert(state, id);
        id
    }

    pub fn int(&mut self, i: i64) -> ValueId {
        self.value(Kind::Int(i), &[], Type { tags: Tags::INT, range: (i, i) })
    }

    pub fn float(&mut self, f: f64) -> ValueId {
        self.value(Kind::Float(f.to_bits()), &[], Type::FLOAT)
    }

    pub fn bool(&mut self, b: bool) -> ValueId {
        self.value(Kind::Bool(b), &[], Type::BOOL)
    }

    // --------------------------------------------------------------------------------------------------- slots

    /// What a slot is known to hold.
    pub fn held(&self, slot: u32) -> Held {
        if slot != THIS {
            return self.frame.get(slot);
        }
        Held { class: self.frame.this_class, ..Held::tagged(if self.input.on_object { Tags::OBJECT } else { Tags::ANY }) }
    }

    pub fn is_local(&self, slot: u32) -> bool {
        (slot as usize) < self.f.locals.len()
    }

    /// The form is to be copied into another one.
    pub fn is_inlined(&self) -> bool {
        self.input.first != [0; 2]
    }

    pub fn may_guess(&self) -> bool {
        !self.avoids(self.at)
    }

    pub fn avoids(&self, op: u32) -> bool {
        (self.input.avoid)(op + self.input.first[0])
    }

    /// What the result of the op was seen to be.
    pub fn hint(&self) -> Tags {
        self.hint_at(self.at)
    }

    fn hint_at(&self, op: u32) -> Tags {
        let hint = (self.input.hint)(op + self.input.first[0]);
        let [.., result] = self.observed_at(op);
        if hint == Tags::ANY && result != Tags::NONE { result } else { hint }
    }

    /// See [`Input::observed`].
    pub fn observed_at(&self, op: u32) -> [Tags; 4] {
        (self.input.observed)(op + self.input.first[0])
    }

    /// The kind of things that the result of an op was seen to be, if it is one and they are no numbers; else any value.
    pub fn kind_seen(&self, op: u32) -> Tags {
        let seen = self.hint_at(op);
        [Tags::STRING, Tags::ARRAY, Tags::OBJECT].into_iter().find(|kind| *kind == seen).unwrap_or(Tags::VALUE)
    }

    /// What the op was seen to read is likely to be there again, where nothing is known of it.
    pub fn expect_operands(&mut self, op: &Op) {
        let observed = self.observed_at(self.at);
        for (slot, seen) in [op.a, op.b, op.c].into_iter().zip(observed) {
            if seen == Tags::NONE || slot == THIS || slot == NONE {
                continue;
            }
            let held = self.held(slot);
            if held.number.is_none() && held.likely.and(held.tags) == held.tags && held.tags.and(seen) != Tags::NONE {
                self.frame.set(slot, Held { likely: seen, ..held });
            }
        }
    }

    /// The number that a slot holds if it can be had, without reading it yet. `guess`: what it is where nothing is known.
    pub fn number_in(&self, slot: u32, guess: Option<Number>) -> Option<Number> {
        if slot == THIS || slot == NONE {
            return None;
        }
        let held = self.held(slot);
        if let Some(number) = held.known() {
            return Some(number);
        }
        let possible = held.likely.and(held.tags);
        let fits = |number: Number| number != Number::Bool && number.tags().and(possible) != Tags::NONE;
        let guess = guess.filter(|_| !self.is_elsewhere(slot)).map(|guess| match guess {
            Number::Float if !fits(Number::Float) && fits(Number::Int) => Number::Int,
            guess => guess,
        });
        let guessed = held.expected().or(guess.filter(|guess| guess.tags().and(possible) != Tags::NONE));
        guessed.filter(|_| self.may_guess())
    }

    /// A reference is likely to be in the slot: what it refers to is not looked at.
    fn is_elsewhere(&self, slot: u32) -> bool {
        let held = self.held(slot);
        let among_few = held.likely.has(loxo_value::Tag::Reference) && !Tags::VALUE.within(held.likely);
        held.tags.has(loxo_value::Tag::Reference) && (among_few || held.likely.within(Tags::REFERENCE))
    }

    /// The number that a slot holds, which [`Builder::number_in`] has said to be of this type.
    pub fn read(&mut self, slot: u32, number: Number) -> ValueId {
        let held = self.held(slot);
        if let Some((value, _)) = held.number {
            return value;
        }
        let boxed = self.value(Kind::Load(slot), &[], boxed_type(held.tags));
        let value = if held.tags.within(number.tags()) {
            self.value(Kind::Unbox, &[boxed], number.ty())
        } else {
            let tags = number.tags().and(held.tags);
            self.leaving(Kind::Guard(number.tags()), &[boxed], Type::tagged(tags))
        };
        self.frame.set(slot, Held::is_number(value, number, false));
        value
    }

    /// What a slot holds, boxed, with one of these tags; leaves where it is none of them. The slot is up to date in the frame.
    pub fn read_boxed(&mut self, slot: u32, tags: Tags) -> ValueId {
        let held = self.held(slot);
        let boxed = self.value(Kind::Load(slot), &[], boxed_type(held.tags));
        if held.tags.within(tags) {
            return boxed;
        }
        let known = tags.and(held.tags);
        if Type::tagged(known).unboxed() {
            // Its words are wanted.
            self.leave_unless(boxed, tags);
            self.learn(slot, known);
            return boxed;
        }
        let value = self.leaving(Kind::Guard(tags), &[boxed], Type::tagged(known));
        self.learn(slot, known);
        value
    }

    /// Leaves unless a boxed value has one of these tags.
    pub fn leave_unless(&mut self, value: ValueId, tags: Tags) {
        let exit = self.state(self.at);
        self.inst(Kind::Guard(tags), &[value], None, Some(exit));
    }

    /// A boxed value, which is an object of a class of a set, or leaves; it may be what a slot holds.
    pub fn object_of(&mut self, classes: u32, value: ValueId, slot: Option<u32>, exit: StateId) -> ValueId {
        let held = slot.map(|slot| (slot, self.held(slot)));
        if held.is_some_and(|(_, held)| held.class == Some(classes)) {
            return value;
        }
        let object = self.new_value(Type::tagged(Tags::OBJECT));
        self.inst(Kind::GuardClass(classes), &[value], Some(object), Some(exit));
        match held {
            Some((THIS, _)) => self.frame.this_class = Some(classes),
            Some((slot, held)) => self.frame.set(slot, Held { tags: Tags::OBJECT, class: Some(classes), ..held }),
            None => {}
        }
        object
    }

    /// A slot of the frame is known to hold one of these.
    pub fn learn(&mut self, slot: u32, tags: Tags) {
        let held = self.held(slot);
        self.frame.set(slot, Held { tags, ..held });
    }

    /// Writes a number to a slot that is written without looking at what it held.
    pub fn put(&mut self, slot: u32, value: ValueId, number: Number) {
        if slot != NONE {
            self.frame.set(slot, Held::is_number(value, number, true));
        }
    }

    /// Writes a boxed value, which is the slot's own from now on.
    pub fn put_boxed(&mut self, slot: u32, value: ValueId, tags: Tags, likely: Tags) {
        if slot != NONE {
            self.effect(Kind::Store(slot), &[value]);
            self.frame.set(slot, Held { likely, ..Held::tagged(tags) });
        }
    }

    pub fn constant(&self, k: u32) -> Option<&'a Const> {
        self.f.consts.get(k as usize)
    }

    // ------------------------------------------------------------------------------------------------ the frame

    /// Writes what is newer than the frame and may be looked at when an op begins. What nobody looks at is forgotten.
    pub fn flush(&mut self, op: u32) {
        for slot in 0..self.f.frame_slots {
            let held = self.frame.get(slot);
            if !held.dirty {
                continue;
            }
            if let (true, Some((value, _))) = (self.plan.is_needed(op, slot), held.number) {
                self.effect(Kind::Store(slot), &[value]);
                self.frame.set(slot, Held { dirty: false, ..held });
            } else {
                let mut held = held;
                held.forget_newer();
                self.frame.set(slot, held);
            }
        }
    }

    /// Forgets what an op that the interpreter runs changes.
    pub fn after(&mut self, op: &Op) {
        let mut writes = Vec::new();
        effects::writes(op, |slot, how| writes.push((slot, how)));
        // What is consumed goes before the result comes, which may go to the same slot.
        writes.sort_by_key(|(_, how)| *how != Write::Dead);
        let window = effects::window(op, self.f.frame_slots);
        if let Some((first, end)) = window {
            (first..end).for_each(|slot| self.frame.set(slot, Held::UNKNOWN));
        }
        for slot in 0..self.f.frame_slots {
            let held = self.frame.get(slot);
            let by_name = self.plan.by_name && op.code.info().throws && self.is_local(slot);
            if held.tags == Tags::REFERENCE && self.is_local(slot) && !by_name {
                // Others write to what it refers to, never to the slot.
            } else if held.tags.has(loxo_value::Tag::Reference) {
                // Others may write to it. What was a reference mostly is one still.
                let likely = if held.tags == Tags::REFERENCE { Tags::REFERENCE } else { held.likely };
                self.frame.set(slot, Held { likely, ..Held::UNKNOWN });
            } else if by_name {
                self.frame.set(slot, Held { likely: held.likely.and(held.tags), ..Held::UNKNOWN });
            }
        }
        let result = self.result_of(op);
        for (slot, how) in writes {
            let old = self.frame.get(slot);
            let through = old.tags.and(Tags::REFERENCE) != Tags::NONE;
            let held = match how {
                Write::Unknown if effects::makes_reference(op) || self.stays_reference(op, slot, old) => Held::tagged(Tags::REFERENCE),
                Write::Unknown => Held { likely: effects::likely(op, old.likely.and(old.tags)), ..Held::UNKNOWN },
                Write::Dead => Held::UNKNOWN,
                Write::Result => result,
                // What a reference refers to was changed.
                _ if old.tags == Tags::REFERENCE => old,
                _ if through => Held { likely: old.likely, ..Held::UNKNOWN },
                Write::Assigned => result,
                // A jump may leave it as it was.
                Write::Changed if op.code.info().jumps => Held::tagged(Tags::VALUE.with(Tags::UNDEF)),
                Write::Changed => Held::tagged(Tags::VALUE),
                Write::Stepped => Held { likely: old.likely, ..Held::tagged(Tags::VALUE) },
            };
            self.frame.set(slot, held);
        }
    }

    /// A local that is a reference is one still when an op has run that does something to it.
    fn stays_reference(&self, op: &Op, slot: u32, old: Held) -> bool {
        old.tags == Tags::REFERENCE && self.is_local(slot) && op.code != OpCode::CheckReturn
    }

    /// Takes away the temporaries that an op consumes.
    pub fn consume(&mut self, op: &Op) {
        let mut dead = Vec::new();
        effects::writes(op, |slot, how| {
            if how == Write::Dead {
                dead.push(slot);
            }
        });
        dead.into_iter().for_each(|slot| self.frame.set(slot, Held::UNKNOWN));
    }

    /// The interpreter's code runs the op.
    pub fn run(&mut self, op: &Op) {
        if self.leaves_instead(op) {
            return;
        }
        self.flush(self.at);
        self.effect(if op.code.info().calls { Kind::Call } else { Kind::Run }, &[]);
        self.after(op);
    }

    /// The interpreter goes on with the op.
    pub fn leave(&mut self) {
        let state = self.state(self.at);
        self.end(End::Leave(state));
    }

    /// The same where a guess was wrong.
    pub fn leave_guess(&mut self) {
        let state = self.state(self.at);
        let state = FrameState { guessed: true, ..self.form.states[state.0 as usize].clone() };
        let state = self.state_of(state);
        self.block().cold = true;
        self.end(End::Leave(state));
    }
}

/// The type of a boxed value with these tags.
pub(super) fn boxed_type(tags: Tags) -> Type {
    let ty = Type::tagged(tags);
    if ty.unboxed() { Type::ANY } else { ty }
}
