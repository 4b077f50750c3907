//! Elements of packed arrays and properties in slots: how they are read, and changed where they are.

use std::mem::offset_of;

use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{BlockArg, InstBuilder, MemFlagsData as MemFlags, Value as Ir, types};
use loxo_bytecode::THIS;
use loxo_value::{ArrayHeader, FLAG_HASH, ObjHeader, Tag, Value};

use crate::action::{Action, Change, Hop, Location, Operand, Step, When};
use crate::arithmetic::Arithmetic;
use crate::emit::{Emitter, WORD};
use crate::flow::apply;
use crate::numbers::Results;
use crate::state::{Range, Ty};

/// log2 of the size of a value.
const VALUE: i64 = size_of::<loxo_value::Value>().trailing_zeros() as i64;
/// Where the count is.
const OWNERS: i32 = 0;

/// The tag and flags of what is there and not counted are at most this much above 1: no flag is set.
pub(crate) const UNCOUNTED: i64 = 0xfe;

/// Where a value is: an address and an offset from it.
type At = (Ir, i32);

impl Emitter<'_, '_, '_> {
    pub fn place_action(&mut self, action: &Action) -> Results {
        let one = |slot, ty, value| [Some((slot, ty, value)), None];
        self.find_slice(action);
        match action {
            Action::Fetch { dst, location, ty } => {
                let key = location.key();
                let known = key.and_then(|key| self.seen.element(location.base, key));
                if let Some(element) = known.filter(|element| element.ty == Some(*ty) && *ty != Ty::Bool) {
                    return one(*dst, *ty, self.scalar_at(*ty, element.address));
                }
                let (at, offset) = known.map_or_else(|| self.address(location, false), |element| (element.address, 0));
                let tag = self.load_tag(at, offset);
                let value = self.checked(*ty, tag, at, offset);
                if let Some(key) = key {
                    self.seen.found(location.base, key, at, *ty);
                }
                one(*dst, *ty, value)
            }
            Action::FetchCopy { dst, location } => {
                let (at, offset) = self.address(location, false);
                let tag = self.load_tag(at, offset);
                self.guard_value(tag);
                self.copy_to_slot(*dst, at, offset);
                [None, None]
            }
            Action::Borrow { dst, location, class } => {
                let at = self.address(location, false);
                match class {
                    Some(class) => _ = self.object_at(at, *class),
                    None => _ = self.array_at(at),
                }
                let address = if at.1 == 0 { at.0 } else { self.b.ins().iadd_imm_s(at.0, i64::from(at.1)) };
                one(*dst, Ty::Element, address)
            }
            Action::Change { location, change: Change::Set(src), .. } if matches!(location.hops.last(), Some(Hop::Key(_))) => {
                self.set_element(location, *src);
                [None, None]
            }
            Action::Change { location, change, ty, result } => {
                let key = location.key();
                if key.is_some() {
                    self.own_base(location.base);
                }
                let known = key.and_then(|key| self.seen.element(location.base, key));
                let at = known.map_or_else(|| self.address(location, true), |element| (element.address, 0));
                let (before, after) = self.change(at, *change);
                self.seen.overwritten(change.ty());
                if let Some(key) = key {
                    self.seen.found(location.base, key, at.0, change.ty());
                }
                let wanted = result.zip(*ty).map(|((slot, when), ty)| (slot, ty, if when == When::Before { before } else { after }));
                [wanted, None]
            }
            Action::Push { location, src } => {
                self.push(location, *src);
                [None, None]
            }
            Action::Count { dst, base } => {
                let header = self.header(*base);
                let count = self.b.ins().uload32(MemFlags::trusted(), header, offset_of!(ArrayHeader, len) as i32);
                one(*dst, Ty::Int, count)
            }
            _ => [None, None],
        }
    }

    /// From here on the slice of the array that an action looks into is known (`flow::apply`), on each way through it.
    fn find_slice(&mut self, action: &Action) {
        let Some((location, _)) = action.location() else { return };
        if !matches!(location.hops.first(), Some(Hop::Property { .. }))
            && matches!(self.state.ty(location.base), Some(Ty::Packed | Ty::Referenced))
        {
            let header = self.header(location.base);
            self.slice_of(location.base, header);
        }
    }

    /// Leaves if the array is a hash.
    pub fn guard_packed(&mut self, header: Ir) {
        let hash = self.is_hash(header);
        self.leave_if_other(hash);
    }

    pub fn is_hash(&mut self, header: Ir) -> Ir {
        let flags = self.load(types::I32, header, offset_of!(ArrayHeader, flags) as i32);
        self.b.ins().band_imm_u(flags, i64::from(FLAG_HASH))
    }

    /// How many slots of an array are in use.
    pub fn used(&mut self, header: Ir) -> Ir {
        self.b.ins().uload32(MemFlags::trusted(), header, offset_of!(ArrayHeader, used) as i32)
    }

    /// Address of a slot of a packed array.
    fn element_at(&mut self, header: Ir, index: Ir) -> Ir {
        let data = self.load(types::I64, header, offset_of!(ArrayHeader, data) as i32);
        self.slot_at(data, index)
    }

    /// Leaves unless a packed array is there.
    fn array_at(&mut self, at: At) -> Ir {
        let tag = self.load_tag(at.0, at.1);
        self.checked(Ty::Packed, tag, at.0, at.1)
    }

    /// Leaves unless an object of a class is there.
    fn object_at(&mut self, at: At, class: usize) -> Ir {
        let tag = self.load_tag(at.0, at.1);
        let bad = self.b.ins().icmp_imm_u(IntCC::NotEqual, tag, Tag::Object as i64);
        self.leave_if_other(bad);
        let object = self.load(types::I64, at.0, at.1);
        let found = self.load(types::I64, object, offset_of!(ObjHeader, class) as i32);
        let wanted = self.b.ins().iconst(types::I64, class as i64);
        let bad = self.b.ins().icmp(IntCC::NotEqual, found, wanted);
        self.leave_if_other(bad);
        object
    }

    /// The array that a slot holds or stands for.
    fn header(&mut self, base: u32) -> Ir {
        if self.state.ty(base) == Some(Ty::Element) {
            let element = self.register(base, Ty::Element);
            return self.load(types::I64, element, 0);
        }
        self.register(base, Ty::Packed)
    }

    /// Where an element of a packed array is; it may be a hole.
    fn element_of(&mut self, header: Ir, key: Operand) -> At {
        let key = self.operand(key);
        let used = self.used(header);
        self.leave_unless_inside(key, used);
        (self.element_at(header, key), 0)
    }

    /// The same in an array of which something may be known.
    fn element_of_known(&mut self, base: u32, header: Ir, key: Operand) -> At {
        let key = self.operand(key);
        let (used, data) = self.slice_of(base, header);
        self.leave_unless_inside(key, used);
        (self.slot_at(data, key), 0)
    }

    fn leave_unless_inside(&mut self, key: Ir, used: Ir) {
        let bad = self.b.ins().icmp(IntCC::UnsignedGreaterThanOrEqual, key, used);
        self.leave_if(bad);
    }

    /// How many slots are in use of the array that a slot holds or stands for, and where they begin.
    pub fn slice_of(&mut self, base: u32, header: Ir) -> (Ir, Ir) {
        if self.state.get(base).slice {
            return self.slice(base);
        }
        let slice = (self.used(header), self.load(types::I64, header, offset_of!(ArrayHeader, data) as i32));
        if self.state.ty(base) != Some(Ty::Element) {
            self.define_slice(base, slice);
        }
        slice
    }

    /// Address of a slot behind where they begin.
    pub fn slot_at(&mut self, data: Ir, index: Ir) -> Ir {
        let offset = self.b.ins().ishl_imm_u(index, VALUE);
        self.b.ins().iadd(data, offset)
    }

    /// The content of a value that is known to be of a type.
    fn scalar_at(&mut self, ty: Ty, at: Ir) -> Ir {
        self.load(if ty == Ty::Float { types::F64 } else { types::I64 }, at, 0)
    }

    /// Where a location is. `own`: it is going to be changed, so nobody else may own an array on the way.
    fn address(&mut self, location: &Location, own: bool) -> At {
        self.follow(location, &location.hops, own)
    }

    /// Where the first `hops` of a location lead.
    fn follow(&mut self, location: &Location, hops: &[Hop], own: bool) -> At {
        let mut at = None;
        for &hop in hops {
            at = Some(match hop {
                Hop::Key(key) => {
                    let header = self.array_of(location.base, at, own);
                    match at {
                        Some(_) => self.element_of(header, key),
                        None => self.element_of_known(location.base, header, key),
                    }
                }
                Hop::Property { class, offset } => {
                    let from = at.unwrap_or_else(|| self.object_slot(location.base));
                    (self.object_at(from, class), offset)
                }
            });
        }
        at.unwrap_or((self.fp, Self::offset(location.base)))
    }

    /// The array at a location on the way, or the one that the way begins with. `own`: nobody else may own it.
    fn array_of(&mut self, base: u32, at: Option<At>, own: bool) -> Ir {
        match at {
            None if own => self.own_base(base),
            None => self.header(base),
            Some(at) => {
                let header = self.array_at(at);
                if own {
                    self.guard_owned(header);
                }
                header
            }
        }
    }

    /// The array of a variable, which gets a copy of its own if others own it too.
    fn own_base(&mut self, base: u32) -> Ir {
        let header = self.header(base);
        if self.state.get(base).owned {
            return header;
        }
        // A call costs registers, so it stands only where it is likely to be needed.
        if self.state.ty(base) != Some(Ty::Packed) || !self.planner.shares(base) {
            self.guard_owned(header);
            self.state.learn_owned(base);
            return header;
        }
        let (shared, on) = (self.b.create_block(), self.b.create_block());
        self.b.set_cold_block(shared);
        let (used, data) = self.slice_of(base, header);
        let known = self.seen.addresses(base);
        let owners = self.load(types::I32, header, OWNERS);
        let others = self.b.ins().icmp_imm_u(IntCC::NotEqual, owners, 1);
        let arguments: Vec<BlockArg> = [header, used, data].iter().chain(&known).map(|value| BlockArg::from(*value)).collect();
        self.b.ins().brif(others, shared, &[], on, &arguments);
        self.enter(shared);
        let place = self.b.ins().iadd_imm_s(self.fp, i64::from(Self::offset(base)));
        let own = self.call(self.what.engine.own_array, &[place]);
        let refused = self.b.ins().icmp_imm_u(IntCC::Equal, own, 0);
        self.leave_if(refused);
        let its_used = self.used(own);
        let its_data = self.load(types::I64, own, offset_of!(ArrayHeader, data) as i32);
        let by = self.b.ins().isub(its_data, data);
        let moved: Vec<Ir> = known.iter().map(|address| self.b.ins().iadd(*address, by)).collect();
        let arguments: Vec<BlockArg> = [own, its_used, its_data].iter().chain(&moved).map(|value| BlockArg::from(*value)).collect();
        self.b.ins().jump(on, &arguments);
        self.enter(on);
        let mut parameter = || self.b.append_block_param(on, types::I64);
        let (own, used, data) = (parameter(), parameter(), parameter());
        let known: Vec<Ir> = known.iter().map(|_| parameter()).collect();
        self.seen.moved(base, &known);
        self.redefine(base, Ty::Packed, own);
        self.define_slice(base, (used, data));
        self.state.learn_owned(base);
        own
    }

    /// Assigns an array that a variable holds to another one.
    pub fn assign_array(&mut self, dst: u32, src: u32, step: &Step) {
        let fp = self.fp;
        if self.state.ty(dst).is_none() {
            let tag = self.load_tag(fp, Self::offset(dst));
            let reference = self.b.ins().icmp_imm_u(IntCC::Equal, tag, Tag::Reference as i64);
            self.leave_if(reference);
        }
        let header = self.register(src, Ty::Packed);
        let [to, from] = [dst, src].map(|slot| self.b.ins().iadd_imm_s(fp, i64::from(Self::offset(slot))));
        self.call(self.what.engine.assign, &[to, from]);
        apply(step, &mut self.state);
        self.define(dst, Ty::Packed, header);
        let pending = self.load(types::I8, self.pending, 0);
        let (due, on) = (self.b.create_block(), self.b.create_block());
        self.b.set_cold_block(due);
        self.b.ins().brif(pending, due, &[], on, &[]);
        self.enter(due);
        self.leave_to_settle();
        self.enter(on);
    }

    /// The array that an element is put into, which nobody else owns.
    fn own_array(&mut self, location: &Location, hops: &[Hop]) -> Ir {
        let at = (!hops.is_empty()).then(|| self.follow(location, hops, true));
        self.array_of(location.base, at, true)
    }

    /// Puts a value into an array: over an element, or behind the last one.
    fn set_element(&mut self, location: &Location, src: Operand) {
        let Some((&Hop::Key(key), before)) = location.hops.split_last() else { return };
        let (base, ty) = (location.base, src.ty());
        let header = self.own_array(location, before);
        let known = location.key().and_then(|key| self.seen.element(base, key));
        let value = self.operand(src);
        if let Some(element) = known {
            self.put(ty, value, element.address, 0);
            self.seen.overwritten(ty);
            self.seen.found(base, key, element.address, ty);
            return;
        }
        let index = self.operand(key);
        let is_base = before.is_empty();
        let (used, data) = match is_base {
            true => self.slice_of(base, header),
            false => (self.used(header), self.load(types::I64, header, offset_of!(ArrayHeader, data) as i32)),
        };
        if !self.may_append(location, key) {
            self.leave_unless_inside(index, used);
            let at = self.slot_at(data, index);
            self.guard_settable((at, 0));
            self.put(ty, value, at, 0);
            self.seen.overwritten(ty);
            self.seen.found(base, key, at, ty);
            return;
        }
        let (inside, behind, done) = (self.b.create_block(), self.b.create_block(), self.b.create_block());
        let there = self.b.ins().icmp(IntCC::UnsignedLessThan, index, used);
        self.b.ins().brif(there, inside, &[], behind, &[]);
        self.b.set_cold_block(behind);
        self.enter(inside);
        let at = self.slot_at(data, index);
        self.guard_settable((at, 0));
        self.put(ty, value, at, 0);
        self.b.ins().jump(done, &[at.into(), used.into()]);
        self.enter(behind);
        let elsewhere = self.b.ins().icmp(IntCC::NotEqual, index, used);
        self.leave_if(elsewhere);
        let (at, more) = self.append(header, (used, data), ty, value);
        self.b.ins().jump(done, &[at.into(), more.into()]);
        self.enter(done);
        let [at, used] = [0; 2].map(|_| self.b.append_block_param(done, types::I64));
        if is_base {
            self.define_slice(base, (used, data));
        }
        self.seen.overwritten(ty);
        if location.key().is_some() {
            self.seen.found(base, key, at, ty);
        }
    }

    /// An element that is put at a key may be a new one behind the last: not if it would be none right now, and nothing was guessed wrong so far.
    pub fn may_append(&self, location: &Location, key: Operand) -> bool {
        let held = |slot: u32| self.what.locals.get(slot as usize).map(Value::deref);
        let index = match key {
            Operand::Int(index) => Some(index),
            Operand::Slot(slot, _) => held(slot).and_then(Value::as_int),
            _ => None,
        };
        let array = held(location.base).filter(|_| location.key().is_some()).and_then(Value::as_array);
        self.what.again || index.zip(array).is_none_or(|(index, array)| index == array.len() as i64)
    }

    /// Leaves if nothing is there (then an array gets longer, an object may be asked), or what is there would have to be released or
    /// written through.
    fn guard_settable(&mut self, (at, offset): At) {
        let kind = self.b.ins().uload16(types::I32, MemFlags::trusted(), at, offset + WORD);
        let above = self.b.ins().iadd_imm_s(kind, -1);
        let other = self.b.ins().icmp_imm_u(IntCC::UnsignedGreaterThan, above, UNCOUNTED);
        self.leave_if(other);
    }

    /// Puts a value behind the last slot of an array, if the array has memory for one and its key is the next one; gives where, and how many there are then.
    fn append(&mut self, header: Ir, (used, data): (Ir, Ir), ty: Ty, value: Ir) -> (Ir, Ir) {
        let capacity = self.b.ins().uload32(MemFlags::trusted(), header, offset_of!(ArrayHeader, cap) as i32);
        let full = self.b.ins().icmp(IntCC::UnsignedGreaterThanOrEqual, used, capacity);
        self.leave_if(full);
        let next = self.load(types::I64, header, offset_of!(ArrayHeader, next_free) as i32);
        let elsewhere = self.b.ins().icmp(IntCC::NotEqual, next, used);
        self.leave_if(elsewhere);
        let at = self.slot_at(data, used);
        self.put(ty, value, at, 0);
        let more = self.b.ins().iadd_imm_s(used, 1);
        self.store(more, header, offset_of!(ArrayHeader, next_free) as i32);
        let low = self.b.ins().ireduce(types::I32, more);
        self.store(low, header, offset_of!(ArrayHeader, used) as i32);
        let len = self.load(types::I32, header, offset_of!(ArrayHeader, len) as i32);
        let len = self.b.ins().iadd_imm_s(len, 1);
        self.store(len, header, offset_of!(ArrayHeader, len) as i32);
        (at, more)
    }

    /// Where the object is that a slot holds or stands for.
    fn object_slot(&mut self, slot: u32) -> At {
        if slot != THIS && self.state.ty(slot) == Some(Ty::Element) {
            return (self.register(slot, Ty::Element), 0);
        }
        (self.fp, Self::offset(slot))
    }

    /// Leaves if an array has other owners.
    fn guard_owned(&mut self, header: Ir) {
        let owners = self.load(types::I32, header, OWNERS);
        let shared = self.b.ins().icmp_imm_u(IntCC::NotEqual, owners, 1);
        self.leave_if(shared);
    }

    /// Changes a value where it is; gives what it was and what it is then.
    fn change(&mut self, (at, offset): At, change: Change) -> (Ir, Ir) {
        let (old, value) = match change {
            Change::Ints(op, rhs) => {
                let tag = self.load_tag(at, offset);
                let old = self.checked(Ty::Int, tag, at, offset);
                let range = rhs.range(&self.state);
                let rhs = self.operand(rhs);
                (old, self.ints(op, old, rhs, [Range::ALL, range]))
            }
            Change::Floats(op, rhs) => {
                let tag = self.load_tag(at, offset);
                let old = self.checked(Ty::Float, tag, at, offset);
                let rhs = self.float(rhs);
                (old, self.float_operation(op, old, rhs))
            }
            Change::Set(src) => {
                self.guard_settable((at, offset));
                let value = self.operand(src);
                self.put(src.ty(), value, at, offset);
                return (value, value);
            }
        };
        // The tag stays what it is.
        self.store(value, at, offset);
        (old, value)
    }

    fn push(&mut self, location: &Location, src: Operand) {
        let header = self.own_array(location, &location.hops);
        let is_base = location.hops.is_empty();
        let (used, data) = match is_base {
            true => self.slice_of(location.base, header),
            false => (self.used(header), self.load(types::I64, header, offset_of!(ArrayHeader, data) as i32)),
        };
        let value = self.operand(src);
        let (_, more) = self.append(header, (used, data), src.ty(), value);
        if is_base {
            self.define_slice(location.base, (more, data));
        }
    }
}
