//! Reads of elements and properties that are taken to find something, as their ops have before: the code is left where there is nothing. So no way has to
//! lead back from the interpreter, and what is found is known from there on.

use loxo_bytecode::{Op, OpCode as O, THIS, flag};
use loxo_value::Tag;

use super::builder::Builder;
use super::input::Seen;
use super::paths::Flow;
use super::reads::{is_read, takes_as_key};
use crate::{Kind, StateId, Tags, Type, ValueId};

impl Builder<'_> {
    /// All that the ops of a chain read is taken to be there.
    pub fn is_taken_for_found(&self, chain: &[Op]) -> bool {
        let finds = |(at, op): (u32, &Op)| match op.code {
            O::FetchProp => (self.input.finds)(at + self.input.first[0]),
            _ => op.flags & flag::LIST == 0,
        };
        let mut all = (self.at..).zip(chain);
        let is_plain = |op: &Op| is_read(op) && op.flags & flag::QUIET == 0;
        self.may_guess() && chain.iter().all(is_plain) && all.all(finds)
    }

    /// A chain of which that is so.
    pub fn read_found(&mut self, chain: &[Op]) -> Flow {
        let exit = self.state(self.at);
        let Some((base, tags)) = self.followed(chain[0].b) else { return self.run_op(&chain[0]) };
        let slot = Some(chain[0].b).filter(|slot| self.held(*slot).tags == tags);
        let mut value = self.array_of(&chain[0], base, tags, exit);
        for (i, op) in chain.iter().enumerate() {
            self.at += u32::from(i > 0);
            value = match self.seen(op) {
                Some(seen) => {
                    let object = self.object_of(seen.classes, value, slot.filter(|_| i == 0), exit);
                    self.property_at(seen, object)
                }
                None => self.find_or_leave(op, value, i.checked_sub(1).map(|before| &chain[before]), exit),
            };
        }
        let last = chain[chain.len() - 1];
        if let Some(number) = self.number_seen(&last).or_else(|| self.taken_for(&last)) {
            let value = self.guard(value, number.tags(), exit);
            self.release_all(chain);
            self.put(last.a, value, number);
            return Flow::Next;
        }
        if let Some(next) = self.behind(self.at).filter(|next| self.is_looked_at_by(&last, next)) {
            let value = self.guard(value, Self::wanted_by(&next), exit);
            return self.look_at(chain, value, &next);
        }
        let kind = self.kind_seen(self.at);
        let value = self.guard(value, kind, exit);
        self.effect(Kind::Count, &[value]);
        self.release_all(chain);
        let seen = self.hint();
        self.put_boxed(last.a, value, kind, if seen == Tags::NONE { Tags::ANY } else { seen });
        Flow::Next
    }

    /// What the first op of a chain looks into, which is an array if it was one before.
    fn array_of(&mut self, op: &Op, base: ValueId, tags: Tags, exit: StateId) -> ValueId {
        let [_, seen, ..] = self.observed_at(self.at);
        if op.code == O::FetchProp || seen != Tags::ARRAY || tags.within(Tags::ARRAY) || !tags.has(Tag::Array) {
            return base;
        }
        self.learn_unless_followed(op.b, tags, Tags::ARRAY);
        self.guard(base, Tags::ARRAY, exit)
    }

    /// What an op finds that reads a property or asks for one, where it was found in objects of one class so far: leaves if this is of another one.
    pub fn find_seen(&mut self, op: &Op, base: ValueId, tags: Tags) -> Option<ValueId> {
        let seen = self.seen(op).filter(|_| self.may_guess() && tags.and(Tags::OBJECT) != Tags::NONE)?;
        let slot = Some(op.b).filter(|slot| self.held(*slot).tags == tags);
        let exit = self.state(self.at);
        let object = self.object_of(seen.classes, base, slot, exit);
        Some(self.property_at(seen, object))
    }

    /// What is in a property, or what that refers to where it has been a reference.
    pub fn property_at(&mut self, seen: Seen, object: ValueId) -> ValueId {
        let value = self.value(Kind::PropertyAt(seen.place.distance), &[object], Type::ANY);
        if !seen.refers || !self.supported.references {
            return value;
        }
        self.value(Kind::Deref, &[value], Type::tagged(Tags::ANY.without(Tags::REFERENCE)))
    }

    /// Where an op has found the property that it names. In inlined functions `$this` is of the class that the call has found.
    fn seen(&self, op: &Op) -> Option<Seen> {
        let is_known = op.b == THIS && self.input.first != [0; 2];
        let reads = matches!(op.code, O::FetchProp | O::IssetProp);
        if !reads || is_known { None } else { (self.input.seen)(self.at + self.input.first[0]) }
    }

    /// What one op finds, which is something.
    fn find_or_leave(&mut self, op: &Op, base: ValueId, before: Option<&Op>, exit: StateId) -> ValueId {
        if op.code == O::FetchProp {
            let value = self.new_value(Type::tagged(Tags::ANY));
            self.inst(Kind::Property, &[base], Some(value), Some(exit));
            return value;
        }
        let base = match before {
            Some(_) => self.guard(base, self.kind_seen(self.at - 1), exit),
            None => base,
        };
        match before.filter(|before| takes_as_key(before, op)) {
            Some(_) => {
                let (key, base) = (base, self.followed(op.b).map_or_else(|| self.load(op.b), |(base, _)| base));
                self.value(Kind::ElementAt, &[base, key], Type::tagged(Tags::ANY))
            }
            None => self.find(op, base),
        }
    }

    /// A value that has one of these tags; else the code is left.
    fn guard(&mut self, value: ValueId, tags: Tags, exit: StateId) -> ValueId {
        let known = tags.and(self.form.values[value.0 as usize].tags);
        let guarded = self.new_value(Type::tagged(known));
        self.inst(Kind::Guard(tags), &[value], Some(guarded), Some(exit));
        guarded
    }
}
