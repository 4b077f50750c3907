//! What inlined functions write to properties of `$this`, whose class is known, and read there.
//!
//! A function that can't go on is called from its beginning, so nothing is written before it is certain to return: what it would write is kept, its
//! later reads of the same property find it, and all is written in order where it returns. Only what has no destructor is overwritten, so nobody can
//! tell.

use loxo_bytecode::{NONE, Op, OpCode as O, THIS, flag};

use super::input::Place;
use super::splice::{Splice, Written};
use crate::{FloatOp, Inst, IntOp, Kind, Tags, Type, ValueId};

/// What goes without anybody noticing.
const QUIET: Tags = Tags::UNCOUNTED.with(Tags::STRING).without(Tags::UNDEF);

impl Splice<'_, '_> {
    /// An op that is left to the interpreter's code, if what it does is known.
    pub fn run(&mut self, inst: &Inst) -> Option<()> {
        let first = self.place.callee.first[0];
        let op = *self.place.callee.function.code.get(inst.at.checked_sub(first)? as usize)?;
        match op.code {
            O::CheckReturn => {
                let is_this = self.slots.get(&op.a).copied() == Some(self.place.this?);
                (is_this && self.place.callee.may_return_this).then_some(())
            }
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
        self.written.push(Written { object: self.place.this?, distance: place.distance, value });
        Some(())
    }

    /// What `$this` has in a place now.
    fn current(&mut self, inst: &Inst, place: Place) -> Option<ValueId> {
        let this = self.place.this?;
        self.read_at(inst, this, place.distance)
    }

    /// `$this->name = …`
    fn assign(&mut self, inst: &Inst, op: &Op) -> Option<()> {
        let place = self.place_of(inst)?;
        let value = self.operand(op.c)?;
        let value = self.with_tags(inst, value, place.accepts.and(Tags::VALUE))?;
        let old = self.current(inst, place)?;
        self.with_tags(inst, old, QUIET)?;
        self.keep(place, value)
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

    /// Writes it.
    pub fn write(&mut self) {
        for Written { object, distance, value } in std::mem::take(&mut self.written) {
            self.to.effect(Kind::SetPropertyAt(distance), &[object, value]);
        }
    }
}
