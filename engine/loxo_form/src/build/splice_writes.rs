//! What inlined functions write to properties of `$this`, whose class is known, and read there.
//!
//! A function that can't go on is called from its beginning, so nothing is written before it is certain to return: what it would write is kept, its
//! later reads of the same property find it, and all is written in order where it returns. Only what has no destructor is overwritten, so nobody can
//! tell.

use loxo_bytecode::{NONE, Op, OpCode as O, THIS, flag};

use super::input::Place;
use super::splice::{Splice, Written};
use crate::{End, FloatOp, Inst, IntOp, Kind, Tags, Type, ValueId};

/// What goes without anybody noticing.
const QUIET: Tags = Tags::UNCOUNTED.with(Tags::STRING).without(Tags::UNDEF);

impl Splice<'_, '_> {
    /// An op that is left to the interpreter's code, if what it does is known.
    pub fn run(&mut self, inst: &Inst) -> Option<()> {
        let first = self.place.callee.first[0];
        let op = *self.place.callee.function.code.get(inst.at.checked_sub(first)? as usize)?;
        match op.code {
            O::CheckReturn => {
                let is_this = self.place.this.is_some() && self.slots.get(&op.a).copied() == self.place.this;
                if is_this && self.place.callee.may_return_this { Some(()) } else { self.check(inst, op.a) }
            }
            O::CheckParam => self.check(inst, op.a),
            O::PromoteParam if self.place.callee.constructs => self.promote(inst, &op),
            O::AssignProp if op.a == THIS && op.flags & flag::KEEP == 0 => self.assign(inst, &op),
            O::IncDecProp if op.b == THIS => self.step(inst, &op),
            O::AssignPropOp if op.a == THIS && op.flags & flag::KEEP == 0 => self.change(inst, &op),
            _ => None,
        }
    }

    /// Where `$this` has the property that an op names.
    fn place_of(&self, inst: &Inst) -> Option<Place> {
        let callee = &self.place.callee;
        callee.places.get(inst.at.checked_sub(callee.first[0])? as usize).copied().flatten()
    }

    /// What a slot of the function holds.
    fn operand(&self, slot: u32) -> Option<ValueId> {
        if slot == THIS { self.place.this } else { self.slots.get(&slot).copied() }
    }

    /// A value with one of these tags, or it leaves; `None`: it is none of them.
    fn with_tags(&mut self, inst: &Inst, value: ValueId, tags: Tags) -> Option<ValueId> {
        let ty = self.ty(value);
        let known = ty.tags.and(tags);
        if known == Tags::NONE {
            return None;
        }
        if ty.unboxed() || ty.tags.within(tags) {
            return Some(value);
        }
        Some(self.leaving(inst, Kind::Guard(tags), vec![value], Type::tagged(known)))
    }

    /// An instruction that may leave.
    fn leaving(&mut self, inst: &Inst, kind: Kind, args: Vec<ValueId>, ty: Type) -> ValueId {
        let exit = Some(self.place.exit);
        self.emit(&Inst { exit, ..inst.clone() }, kind, args, ty)
    }

    fn keep(&mut self, place: Place, value: ValueId) -> Option<()> {
        self.written.push(Written { object: self.place.this?, distance: place.distance, value, old: None });
        Some(())
    }

    /// What `$this` has in a place now.
    fn current(&mut self, inst: &Inst, place: Place) -> Option<ValueId> {
        let this = self.place.this?;
        self.read_at(inst, this, place.distance)
    }

    /// A value has a declared type, or it leaves.
    fn check(&mut self, inst: &Inst, slot: u32) -> Option<()> {
        let value = self.operand(slot)?;
        let checked = self.take(inst, value)?;
        self.slots.insert(slot, checked);
        Some(())
    }

    /// A value that the type takes which the op has to do with, or it leaves; `None`: it does not take it, as far as is known.
    fn take(&mut self, inst: &Inst, value: ValueId) -> Option<ValueId> {
        let taken = (self.to.input.taken)(inst.at)?;
        let tags = self.ty(value).tags;
        if tags.within(taken.tags) || self.taken.contains(&(value, taken.classes)) {
            return Some(value);
        }
        if tags.and(Tags::OBJECT) == Tags::NONE {
            return self.with_tags(inst, value, taken.tags);
        }
        if tags.and(taken.tags) == Tags::NONE {
            let object = self.leaving(inst, Kind::GuardClass(taken.classes), vec![value], Type::tagged(Tags::OBJECT));
            self.taken.insert((object, taken.classes));
            return Some(object);
        }
        let is_other = self.to.value(Kind::HasTags(taken.tags), &[value], Type::BOOL);
        let (other, object) = self.to.split(is_other);
        let done = self.to.new_block();
        self.to.form.blocks[done.0 as usize].cold = self.to.block().cold;
        self.to.open = object;
        self.leaving(inst, Kind::GuardClass(taken.classes), vec![value], Type::tagged(Tags::OBJECT));
        self.to.end(End::Jump(done, Vec::new()));
        self.to.open = other;
        self.to.end(End::Jump(done, Vec::new()));
        self.to.open = done;
        self.taken.insert((value, taken.classes));
        Some(value)
    }

    /// A parameter, whose type has been checked, is a property of a new object too.
    fn promote(&mut self, inst: &Inst, op: &Op) -> Option<()> {
        let place = self.place_of(inst)?;
        let value = self.operand(op.a)?;
        let value = self.with_tags(inst, value, place.accepts.and(Tags::VALUE))?;
        self.keep(place, value)
    }

    /// `$this->name = …`
    fn assign(&mut self, inst: &Inst, op: &Op) -> Option<()> {
        let place = self.place_of(inst)?;
        let value = self.operand(op.c)?;
        let accepts = place.accepts.and(Tags::VALUE);
        let is_object = self.ty(value).tags.and(Tags::OBJECT) != Tags::NONE && !Tags::OBJECT.within(accepts);
        let value = if is_object { self.take(inst, value)? } else { self.with_tags(inst, value, accepts)? };
        if self.place.callee.constructs {
            // What is written for the first time is read-only perhaps.
            let is_first = self.written.iter().all(|written| written.distance != place.distance);
            return if is_first { self.keep(place, value) } else { None };
        }
        let old = self.current(inst, place)?;
        let old = Some((old, accepts.and(QUIET) != Tags::NONE)).filter(|_| !self.ty(old).tags.within(QUIET));
        self.written.push(Written { object: self.place.this?, distance: place.distance, value, old });
        Some(())
    }

    /// Leaves where what is overwritten does not go without anybody noticing, unless it is what the function gives back, which has an owner more by then;
    /// `None`: it would always leave.
    pub fn look_at_overwritten(&mut self, result: ValueId) -> Option<()> {
        let inst = Inst { kind: Kind::Poll, args: Vec::new(), result: None, exit: None, at: self.place.callee.first[0] };
        for Written { object, distance, old, .. } in self.written.clone() {
            let Some((old, may_be_quiet)) = old else { continue };
            // Who inlines this function in turn does not count its result.
            let is_given_back = self.place.wanted && !self.to.is_inlined() && (old == result || self.is_read_at(result, object, distance));
            if !is_given_back && !may_be_quiet {
                return None;
            }
            self.with_tags(&inst, old, if is_given_back { Tags::VALUE } else { QUIET })?;
        }
        Some(())
    }

    /// A value is what a property held, as far as is seen at once.
    fn is_read_at(&self, mut value: ValueId, object: ValueId, distance: u32) -> bool {
        let insts = || self.to.form.blocks.iter().rev().flat_map(|block| block.insts.iter().rev());
        while let Some(inst) = insts().find(|inst| inst.result == Some(value)) {
            match inst.kind {
                Kind::Guard(_) => value = inst.args[0],
                Kind::PropertyAt(at) => return at == distance && inst.args[0] == object,
                _ => return false,
            }
        }
        false
    }

    /// `$this->name++` and the like, of an int.
    fn step(&mut self, inst: &Inst, op: &Op) -> Option<()> {
        let place = self.place_of(inst).filter(|place| Tags::INT.within(place.accepts))?;
        let old = self.current(inst, place)?;
        let old = self.with_tags(inst, old, Tags::INT)?;
        let by = self.to.int(if op.flags & flag::DEC != 0 { -1 } else { 1 });
        let new = self.leaving(inst, Kind::Ints(IntOp::Add), vec![old, by], Type::INT);
        if op.flags & flag::KEEP != 0 && op.a != NONE {
            self.slots.insert(op.a, if op.flags & flag::POST != 0 { old } else { new });
        }
        self.keep(place, new)
    }

    /// `$this->name op= …`, of two ints or two floats.
    fn change(&mut self, inst: &Inst, op: &Op) -> Option<()> {
        let operator = op.operator()?;
        let place = self.place_of(inst)?;
        let value = self.operand(op.c)?;
        let floats = FloatOp::of(operator).filter(|float| *float != FloatOp::Div);
        let ints = IntOp::of(operator).filter(|int| !matches!(int, IntOp::Div | IntOp::Mod | IntOp::Shl | IntOp::Shr));
        let is_float = floats.is_some() && !place.accepts.has(loxo_value::Tag::Int) || self.ty(value).tags.within(Tags::FLOAT);
        let tags = if is_float { Tags::FLOAT } else { Tags::INT };
        if !tags.within(place.accepts) {
            return None;
        }
        let value = self.with_tags(inst, value, tags)?;
        let old = self.current(inst, place)?;
        let old = self.with_tags(inst, old, tags)?;
        let new = match (is_float, floats, ints) {
            (true, Some(floats), _) => self.emit(&Inst { exit: None, ..inst.clone() }, Kind::Floats(floats), vec![old, value], Type::FLOAT),
            (false, _, Some(ints @ (IntOp::And | IntOp::Or | IntOp::Xor))) => {
                self.emit(&Inst { exit: None, ..inst.clone() }, Kind::Ints(ints), vec![old, value], Type::INT)
            }
            (false, _, Some(ints)) => self.leaving(inst, Kind::Ints(ints), vec![old, value], Type::INT),
            _ => return None,
        };
        self.keep(place, new)
    }

    // ------------------------------------------------------------------------------------------------------- reads

    /// A property that is read: of an object whose class is known, by its place.
    pub fn property(&mut self, inst: &Inst) -> Option<ValueId> {
        let object = self.value(inst.args[0])?;
        match inst.kind {
            Kind::PropertyAt(distance) => self.read_at(inst, object, distance),
            _ => match self.place_of(inst).filter(|_| self.place.this == Some(object)) {
                Some(place) => self.read_at(inst, object, place.distance),
                // It may be one that was written.
                None if !self.written.is_empty() => None,
                None => self.copy(inst),
            },
        }
    }

    fn read_at(&mut self, inst: &Inst, object: ValueId, distance: u32) -> Option<ValueId> {
        let same_place = self.written.iter().rev().find(|written| written.distance == distance);
        match same_place {
            Some(written) if written.object == object => Some(written.value),
            // Another name of the same object, perhaps.
            Some(_) => None,
            None => Some(self.emit(&Inst { exit: None, ..inst.clone() }, Kind::PropertyAt(distance), vec![object], Type::ANY)),
        }
    }

    // ------------------------------------------------------------------------------------------------------ writes

    /// One owner more of all that is going to be written: what it was read from may be overwritten first.
    pub fn count_written(&mut self) {
        for Written { value, .. } in self.written.clone() {
            let ty = self.ty(value);
            if !ty.unboxed() && ty.may_be_counted() {
                self.to.effect(Kind::Count, &[value]);
            }
        }
    }

    /// Writes it. What new objects begin with has no owners.
    pub fn write(&mut self) {
        let all = std::mem::take(&mut self.written);
        for (index, &Written { object, distance, value, .. }) in all.iter().enumerate() {
            let is_new = self.place.callee.constructs && Some(object) == self.place.this;
            let is_first = is_new && all[..index].iter().all(|before| before.distance != distance);
            self.to.effect(if is_first { Kind::StorePropertyAt(distance) } else { Kind::SetPropertyAt(distance) }, &[object, value]);
        }
    }
}
