//! Writes to elements of arrays, `$a[$b] = …`, `$a[] = …`, `$a[$b] op= …`, `$a[$b]++`, `unset($a[$b])` and `$c = &$a[$b]`, also nested ones and those of properties, and writes to
//! properties of what lies in those, `$a->b->c = …`: all ops of one write together. Where an array has another owner or has no such element, and where what is there is no number or has to be freed, the interpreter's code runs
//! them; both ways meet behind the last one.

use loxo_bytecode::{BinaryOp, Const, NONE, Op, OpCode as O, THIS, flag};

use super::arithmetic::{Operand, Typed};
use super::builder::Builder;
use super::elements::Slow;
use super::frame::{Held, Number};
use super::input::Seen;
use super::paths::Flow;
use crate::{IntOp, Kind, Tags, Type, ValueId};

/// So many ops are one write, those not counted that load constants for it.
const MOST: u32 = 4;

const KEYS: Tags = Tags::INT.with(Tags::STRING);

const NUMBERS: Tags = Tags::INT.with(Tags::FLOAT);

/// An op that others of the same write come behind.
fn is_step(op: &Op) -> bool {
    matches!(op.code, O::LvDim | O::LvLvDim | O::LvProp | O::LvLvProp | O::LvStaticProp | O::LvMakeRef)
}

fn is_of_property(op: &Op) -> bool {
    matches!(op.code, O::LvProp | O::LvLvProp | O::LvStaticProp | O::LvAssignProp)
}

/// What a write has got to.
#[derive(Clone, Copy)]
enum Container {
    /// An array, perhaps, at a place.
    At(ValueId),
    /// An object, perhaps.
    Object(ValueId),
    /// A reference to an array, perhaps.
    Reference(ValueId),
}

impl Builder<'_> {
    /// The ops of the write that begins with one, if all are such as are done in place.
    fn write_of(&self, op: &Op) -> Option<Vec<Op>> {
        let mut ops = vec![*op];
        let mut count = 1;
        while is_step(&ops[ops.len() - 1]) || ops[ops.len() - 1].code == O::LoadK {
            let next = self.behind(self.at + ops.len() as u32 - 1)?;
            count += u32::from(next.code != O::LoadK);
            if count > MOST || ops.len() > 3 * MOST as usize {
                return None;
            }
            ops.push(next);
        }
        let (last, before) = ops.split_last()?;
        let steps = containers(before);
        let is_key = |at: usize, slot: u32| {
            let is_slot = slot != THIS && slot != NONE && self.held(slot).known().is_none_or(|number| number == Number::Int);
            loaded(&ops, at, slot).map_or(is_slot, |k| matches!(self.constant(k), Some(Const::Int(_) | Const::Str(_))))
        };
        let loads = |at: usize, load: &Op| load.code != O::LoadK || takes_loaded(&ops, at);
        let has_keys = steps.iter().enumerate().all(|(at, step)| is_of_property(step) || step.code == O::LoadK || is_key(at, step.b));
        let has_keys = has_keys && before.iter().enumerate().all(|(at, op)| loads(at, op));
        let in_array = steps.last().is_some_and(|step| !is_of_property(step));
        let end = ops.len() - 1;
        let is_written = match last.code {
            O::AssignDim | O::LvAssignDim => is_key(end, last.b) && last.c != THIS,
            O::AssignDimK | O::AssignDimAppend | O::LvAssignDimAppend => last.c != THIS,
            O::AssignDimOp | O::LvAssignDimOp => is_key(end, last.b) && self.is_changing(last),
            O::LvAssignProp => self.supported.properties,
            O::UnsetDim | O::LvUnsetDim => is_key(end, last.b),
            // A property may not hold what comes of these.
            O::LvIncDec => in_array && (last.flags & flag::KEEP == 0 || last.a != NONE),
            O::BindRef => {
                let reference = before.last().filter(|made| made.code == O::LvMakeRef && made.a == last.b);
                let is_bound = reference.is_some() && last.flags & flag::CONSUME_B != 0 && self.is_local(last.a);
                in_array && is_bound && self.supported.references
            }
            _ => false,
        };
        let refers = before.iter().any(|op| op.code == O::LvMakeRef || op.flags & flag::REF != 0);
        let unsets = before.iter().any(|op| op.flags & flag::UNSET != 0);
        let is_kind = !unsets || last.code == O::LvUnsetDim;
        (has_keys && is_written && is_kind && refers == (last.code == O::BindRef) && self.is_writable(op)).then_some(ops)
    }

    /// The operator is one of numbers, and the other side may be one.
    fn is_changing(&self, op: &Op) -> bool {
        let number = if op.c == THIS { Some(Number::Bool) } else { self.held(op.c).known() };
        changes(op).is_some() && number != Some(Number::Bool)
    }

    /// The variable, or the property, may hold an array, or a string where a byte of it is set.
    fn is_writable(&self, first: &Op) -> bool {
        if first.code == O::LvStaticProp {
            return self.supported.elements && first.flags == 0;
        }
        if first.code == O::LvProp {
            return self.supported.properties && first.flags & flag::CONSUME_A == 0;
        }
        let held = self.held(first.a);
        // A byte of a string is set in the same way.
        let takes = Tags::ARRAY.with(Tags::REFERENCE);
        let takes = if matches!(first.code, O::AssignDim | O::AssignDimK) { takes.with(Tags::STRING) } else { takes };
        let possible = held.tags.and(takes);
        self.supported.elements && first.a != THIS && held.number.is_none() && possible != Tags::NONE
    }

    /// The container that the ops of a write lead to, which may be written.
    fn container(&mut self, ops: &[Op], seen: Option<Container>, slow: &Slow) -> Container {
        let (start, first) = (self.at, ops[0]);
        let mut found = match first.code {
            O::LvProp => match seen {
                Some(Container::Reference(value)) => {
                    let refers = self.value(Kind::HasTags(Tags::REFERENCE), &[value], Type::BOOL);
                    self.unless(refers, slow, false);
                    Container::At(self.value(Kind::PlaceInside, &[value], Type::INT))
                }
                Some(seen) => seen,
                None => Container::Object(self.followed(first.a).map_or_else(|| self.load(first.a), |(object, _)| object)),
            },
            O::LvStaticProp => {
                let place = self.value(Kind::StaticPlace, &[], Type::INT);
                self.unless_there(place, slow);
                Container::At(place)
            }
            _ => Container::At(self.place_of_variable(&first, slow)),
        };
        let steps = containers(&ops[..ops.len() - 1]).iter().zip(start..);
        let begun = seen.is_some() || first.code == O::LvStaticProp;
        for (step, at) in steps.skip(usize::from(begun)) {
            let next = &ops[(at - start) as usize + 1];
            found = match found {
                _ if step.code == O::LoadK => found,
                _ if is_of_property(step) => {
                    let object = self.value_in(found);
                    self.at = at;
                    self.property(object, next, slow)
                }
                Container::At(place) => Container::At(self.element_place(place, (ops, (at - start) as usize), slow)),
                Container::Object(_) | Container::Reference(_) => found,
            };
        }
        self.at = start;
        found
    }

    /// What the first op of a write leads to, if that is a property which was found in objects of one class so far: leaves if this is of another one.
    fn property_seen(&mut self, ops: &[Op]) -> Option<Container> {
        let (first, next) = (ops[0], ops.get(1)?);
        let takes = |seen: &Seen| is_of_property(next) || Tags::ARRAY.within(seen.place.accepts);
        if first.code != O::LvProp {
            return None;
        }
        let (seen, object) = self.written_as(&first, first.a, takes)?;
        let distance = seen.place.distance;
        Some(if is_of_property(next) {
            Container::Object(self.property_at(seen, object))
        } else if seen.refers && self.supported.references {
            Container::Reference(self.value(Kind::PropertyAt(distance), &[object], Type::ANY))
        } else {
            Container::At(self.value(Kind::PlaceIn(distance), &[object], Type::INT))
        })
    }

    /// What a property holds, for the next op of a write.
    fn property(&mut self, object: ValueId, next: &Op, slow: &Slow) -> Container {
        if is_of_property(next) {
            return Container::Object(self.value(Kind::Property, &[object], Type::ANY));
        }
        let place = self.value(Kind::PropertyPlace, &[object], Type::INT);
        self.unless_there(place, slow);
        Container::At(place)
    }

    /// The value that a write has got to. What looks into it looks whether it is an object.
    fn value_in(&mut self, container: Container) -> ValueId {
        match container {
            Container::At(place) => self.value(Kind::ValueAt, &[place], Type::ANY),
            Container::Object(object) | Container::Reference(object) => object,
        }
    }

    /// The place of the variable that a write begins with.
    fn place_of_variable(&mut self, op: &Op, slow: &Slow) -> ValueId {
        if !self.is_reference(op.a) {
            return self.value(Kind::PlaceOf(op.a), &[], Type::INT);
        }
        let mut reference = self.load(op.a);
        if self.held(op.a).tags != Tags::REFERENCE {
            let refers = self.value(Kind::HasTags(Tags::REFERENCE), &[reference], Type::BOOL);
            self.unless(refers, slow, false);
            self.learn(op.a, Tags::REFERENCE);
            reference = self.load(op.a);
        }
        self.value(Kind::PlaceInside, &[reference], Type::INT)
    }

    fn unless_there(&mut self, place: ValueId, slow: &Slow) {
        let is_there = self.value(Kind::Truth, &[place], Type::BOOL);
        self.unless(is_there, slow, false);
    }

    /// The place of the element that an op of a write leads to.
    fn element_place(&mut self, container: ValueId, (ops, at): (&[Op], usize), slow: &Slow) -> ValueId {
        let key = self.key_in(ops, at, slow);
        let place = self.value(Kind::ElementPlace, &[container, key], Type::INT);
        self.unless_there(place, slow);
        place
    }

    /// The key of an op of a write: an unboxed int, or boxed.
    fn key_in(&mut self, ops: &[Op], at: usize, slow: &Slow) -> ValueId {
        let slot = ops[at].b;
        if let Some(k) = loaded(ops, at, slot) {
            return self.constant_key(k);
        }
        if let Some((key, _)) = self.number_or(slot, slow).filter(|(_, number)| *number == Number::Int) {
            return key;
        }
        self.followed(slot).map_or_else(|| self.load(slot), |(key, _)| key)
    }

    fn constant_key(&mut self, k: u32) -> ValueId {
        match self.constant(k) {
            Some(Const::Int(key)) => self.int(*key),
            _ => self.boxed_constant(k),
        }
    }

    /// The number that is in a slot for sure, or probably: else the other way.
    fn number_or(&mut self, slot: u32, slow: &Slow) -> Option<Typed> {
        let number = self.number_in(slot, None).filter(|number| *number != Number::Bool || self.held(slot).known().is_some())?;
        (!self.may_refer(slot)).then(|| self.operand_or(Operand::Slot(slot), number, slow))
    }

    /// What is assigned, which is a value, or the other way.
    pub fn source(&mut self, op: &Op, slow: &Slow) -> (ValueId, bool) {
        if op.c == THIS {
            return (self.load(THIS), false);
        }
        if let Some((number, _)) = self.number_or(op.c, slow) {
            return (number, true);
        }
        let moves = op.flags & (flag::CONSUME_C | flag::KEEP) == flag::CONSUME_C;
        let found = if moves { None } else { self.followed(op.c) };
        let (value, tags) = found.unwrap_or_else(|| (self.load(op.c), self.held(op.c).tags));
        if !tags.within(Tags::VALUE) {
            let is_value = self.value(Kind::HasTags(Tags::VALUE), &[value], Type::BOOL);
            self.unless(is_value, slow, false);
        }
        (value, moves)
    }

    /// An op that writes to an element, and those behind it that belong to the same write.
    pub fn write_element(&mut self, op: &Op) -> Flow {
        let Some(ops) = self.write_of(op) else { return self.run_op(op) };
        let last = ops[ops.len() - 1];
        let seen = self.property_seen(&ops);
        let slow = self.slow_way();
        let container = self.container(&ops, seen, &slow);
        let result = match (last.code, container) {
            (O::LvAssignProp, _) => {
                self.set_property(&ops, container, &slow);
                None
            }
            (_, Container::Object(_) | Container::Reference(_)) => None,
            (O::LvIncDec, Container::At(place)) => self.step_element(&last, place, &slow),
            (O::BindRef, Container::At(place)) => {
                let bound = self.value(Kind::BindElement(last.a), &[place], Type::BOOL);
                self.unless(bound, &slow, false);
                self.frame.set(last.a, Held::tagged(Tags::REFERENCE));
                None
            }
            (O::UnsetDim | O::LvUnsetDim, Container::At(place)) => {
                let key = self.key_in(&ops, ops.len() - 1, &slow);
                let done = self.value(Kind::RemoveElement, &[place, key], Type::BOOL);
                self.unless(done, &slow, false);
                self.polls = true;
                None
            }
            (O::AssignDimOp | O::LvAssignDimOp, Container::At(place)) => {
                let place = self.element_place(place, (&ops, ops.len() - 1), &slow);
                self.change_element(&ops, place, &slow)
            }
            (_, Container::At(place)) => {
                self.set_element(&ops, place, &slow);
                None
            }
        };
        for (at, op) in ops.iter().enumerate() {
            let is_slot = op.code != O::LoadK && loaded(&ops, at, op.b).is_none();
            if is_slot && op.flags & flag::CONSUME_B != 0 && !is_of_property(op) && op.code != O::BindRef {
                // No other key gets here.
                self.learn(op.b, self.held(op.b).tags.and(KEYS));
                self.release_consumed(op, 1);
            }
            self.consume(op);
        }
        if let Some((slot, value)) = result {
            self.put_boxed(slot, value, NUMBERS, Tags::ANY);
        }
        self.at += ops.len() as u32 - 1;
        self.meet_chain(&ops, slow)
    }

    fn set_element(&mut self, ops: &[Op], place: ValueId, slow: &Slow) {
        let (end, op) = (ops.len() - 1, &ops[ops.len() - 1]);
        let key = match op.code {
            O::AssignDimAppend | O::LvAssignDimAppend => None,
            O::AssignDimK => Some(self.constant_key(op.b)),
            _ => Some(self.key_in(ops, end, slow)),
        };
        let (value, moves) = match loaded(ops, end, op.c) {
            Some(k) => (self.constant_value(k), false),
            None => self.source(op, slow),
        };
        let done = match key {
            Some(key) => self.value(Kind::SetElement(moves), &[place, key, value], Type::BOOL),
            None => self.value(Kind::AppendElement(moves), &[place, value], Type::BOOL),
        };
        self.unless(done, slow, false);
    }

    fn constant_value(&mut self, k: u32) -> ValueId {
        let number = self.constant(k).and_then(|constant| self.number_constant(constant));
        number.map_or_else(|| self.boxed_constant(k), |(value, _)| value)
    }

    fn set_property(&mut self, ops: &[Op], container: Container, slow: &Slow) {
        let (start, last) = (self.at, &ops[ops.len() - 1]);
        let object = self.value_in(container);
        let (value, moves) = self.source(last, slow);
        self.at += ops.len() as u32 - 1;
        let done = self.value(Kind::SetProperty(moves), &[object, value], Type::BOOL);
        self.at = start;
        self.unless(done, slow, false);
    }

    /// `op=` of what is at a place. The result, and where it is wanted.
    fn change_element(&mut self, ops: &[Op], place: ValueId, slow: &Slow) -> Option<(u32, ValueId)> {
        let (end, op) = (ops.len() - 1, &ops[ops.len() - 1]);
        let change = changes(op)?;
        let by = match loaded(ops, end, op.c) {
            Some(k) => self.constant_value(k),
            None => match self.number_or(op.c, slow) {
                Some((number, _)) => number,
                None => self.followed(op.c).map_or_else(|| self.load(op.c), |(by, _)| by),
            },
        };
        let done = self.value(Kind::ChangeAt(change), &[place, by], Type::BOOL);
        self.unless(done, slow, false);
        (op.flags & flag::KEEP != 0).then(|| (op.c, self.value(Kind::ValueAt, &[place], Type::tagged(NUMBERS))))
    }

    /// `++` and `--` of what is at a place.
    fn step_element(&mut self, op: &Op, place: ValueId, slow: &Slow) -> Option<(u32, ValueId)> {
        let keeps = op.flags & flag::KEEP != 0;
        let before = (keeps && op.flags & flag::POST != 0).then(|| self.value(Kind::ValueAt, &[place], Type::ANY));
        let one = self.int(1);
        let change = if op.flags & flag::DEC != 0 { IntOp::Sub } else { IntOp::Add };
        let done = self.value(Kind::ChangeAt(change), &[place, one], Type::BOOL);
        self.unless(done, slow, false);
        keeps.then(|| (op.a, before.unwrap_or_else(|| self.value(Kind::ValueAt, &[place], Type::tagged(NUMBERS)))))
    }
}

/// The constant that ops right before one of a write have put into a temporary for it.
fn loaded(ops: &[Op], at: usize, slot: u32) -> Option<u32> {
    let loads = ops[..at].iter().rev().take_while(|load| load.code == O::LoadK);
    loads.into_iter().find(|load| load.a == slot).map(|load| load.b)
}

/// What an op of a write loads is taken by the next one that does something else, as its key or as what is written.
fn takes_loaded(ops: &[Op], at: usize) -> bool {
    let taker = ops[at..].iter().find(|op| op.code != O::LoadK);
    taker.is_some_and(|op| {
        let is_key = op.b == ops[at].a && op.flags & flag::CONSUME_B != 0 && !is_of_property(op) && op.code != O::BindRef;
        let has_source = matches!(op.code, O::LvAssignDim | O::LvAssignDimOp | O::LvAssignDimAppend);
        is_key || has_source && op.c == ops[at].a && op.flags & (flag::CONSUME_C | flag::KEEP) == flag::CONSUME_C
    })
}

/// Those of the ops that lead from container to container.
fn containers(ops: &[Op]) -> &[Op] {
    let count = ops.iter().take_while(|op| op.code != O::LvMakeRef).count();
    &ops[..count]
}

/// The operator of a compound assignment, if it is one that numbers are changed by in place.
fn changes(op: &Op) -> Option<IntOp> {
    let change = IntOp::of(*BinaryOp::ALL.get(op.x as usize)?)?;
    matches!(change, IntOp::Add | IntOp::Sub | IntOp::Mul | IntOp::And | IntOp::Or | IntOp::Xor).then_some(change)
}
