//! Elements of packed arrays and properties in slots: how they are read, and changed where they are.

use std::mem::offset_of;

use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{InstBuilder, MemFlagsData as MemFlags, Value as Ir, types};
use loxo_bytecode::THIS;
use loxo_value::{ArrayHeader, FLAG_HASH, ObjHeader, Tag};

use crate::action::{Action, Change, Hop, Location, Operand, When};
use crate::arithmetic::Arithmetic;
use crate::emit::{Emitter, FLAGS};
use crate::numbers::Results;
use crate::state::Ty;

/// log2 of the size of a value.
const VALUE: i64 = size_of::<loxo_value::Value>().trailing_zeros() as i64;
/// Where the count is.
const OWNERS: i32 = 0;

/// Where a value is: an address and an offset from it.
type At = (Ir, i32);

impl Emitter<'_, '_, '_> {
    pub fn place_action(&mut self, action: &Action) -> Results {
        let one = |slot, ty, value| [Some((slot, ty, value)), None];
        match action {
            Action::Fetch { dst, location, ty } => {
                let (at, offset) = self.address(location, false);
                let tag = self.load_tag(at, offset);
                one(*dst, *ty, self.checked(*ty, tag, at, offset))
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
                let address = self.b.ins().iadd_imm_s(at.0, i64::from(at.1));
                one(*dst, Ty::Element, address)
            }
            Action::Change { location, change: Change::Set(src), .. } if matches!(location.hops.last(), Some(Hop::Key(_))) => {
                self.set_element(location, *src);
                [None, None]
            }
            Action::Change { location, change, ty, result } => {
                let at = self.address(location, true);
                let (before, after) = self.change(at, *change);
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

    /// Leaves if the array is a hash.
    pub fn guard_packed(&mut self, header: Ir) {
        let flags = self.load(types::I32, header, offset_of!(ArrayHeader, flags) as i32);
        let hash = self.b.ins().band_imm_u(flags, i64::from(FLAG_HASH));
        self.leave_if_other(hash);
    }

    /// How many slots of an array are in use.
    pub fn used(&mut self, header: Ir) -> Ir {
        self.b.ins().uload32(MemFlags::trusted(), header, offset_of!(ArrayHeader, used) as i32)
    }

    /// Address of a slot of a packed array.
    pub fn element_at(&mut self, header: Ir, index: Ir) -> Ir {
        let data = self.load(types::I64, header, offset_of!(ArrayHeader, data) as i32);
        let offset = self.b.ins().ishl_imm_u(index, VALUE);
        self.b.ins().iadd(data, offset)
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
        let bad = self.b.ins().icmp(IntCC::UnsignedGreaterThanOrEqual, key, used);
        self.leave_if(bad);
        (self.element_at(header, key), 0)
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
                    let header = self.array_of(location.base, at);
                    if own {
                        self.guard_owned(header);
                    }
                    self.element_of(header, key)
                }
                Hop::Property { class, offset } => {
                    let from = at.unwrap_or_else(|| self.object_slot(location.base));
                    (self.object_at(from, class), offset)
                }
            });
        }
        at.unwrap_or((self.fp, Self::offset(location.base)))
    }

    /// The array at a location on the way, or the one that the way begins with.
    fn array_of(&mut self, base: u32, at: Option<At>) -> Ir {
        match at {
            Some(at) => self.array_at(at),
            None => self.header(base),
        }
    }

    /// The array that an element is put into, which nobody else owns.
    fn own_array(&mut self, location: &Location, hops: &[Hop]) -> Ir {
        let at = (!hops.is_empty()).then(|| self.follow(location, hops, true));
        let header = self.array_of(location.base, at);
        self.guard_owned(header);
        header
    }

    /// Puts a value into an array: over an element, or behind the last one.
    fn set_element(&mut self, location: &Location, src: Operand) {
        let Some((&Hop::Key(key), before)) = location.hops.split_last() else { return };
        let header = self.own_array(location, before);
        let (key, value) = (self.operand(key), self.operand(src));
        let used = self.used(header);
        let (inside, behind, done) = (self.b.create_block(), self.b.create_block(), self.b.create_block());
        let there = self.b.ins().icmp(IntCC::UnsignedLessThan, key, used);
        self.b.ins().brif(there, inside, &[], behind, &[]);
        self.b.switch_to_block(inside);
        let at = self.element_at(header, key);
        self.guard_settable((at, 0));
        self.put(src.ty(), value, at, 0);
        self.b.ins().jump(done, &[]);
        self.b.switch_to_block(behind);
        let elsewhere = self.b.ins().icmp(IntCC::NotEqual, key, used);
        self.leave_if(elsewhere);
        self.append(header, used, src.ty(), value);
        self.b.ins().jump(done, &[]);
        self.b.switch_to_block(done);
    }

    /// Leaves if nothing is there (then an array gets longer, an object may be asked), or what is there would have to be released or
    /// written through.
    fn guard_settable(&mut self, (at, offset): At) {
        let tag = self.load_tag(at, offset);
        let hole = self.b.ins().icmp_imm_u(IntCC::Equal, tag, Tag::Undef as i64);
        self.leave_if(hole);
        let flags = self.b.ins().uload8(types::I32, MemFlags::trusted(), at, offset + FLAGS);
        let counted = self.b.ins().band_imm_u(flags, i64::from(loxo_value::REFCOUNTED));
        self.leave_if(counted);
    }

    /// Puts a value behind the last slot of an array, if the array has memory for one and its key is the next one.
    fn append(&mut self, header: Ir, used: Ir, ty: Ty, value: Ir) {
        let capacity = self.b.ins().uload32(MemFlags::trusted(), header, offset_of!(ArrayHeader, cap) as i32);
        let full = self.b.ins().icmp(IntCC::UnsignedGreaterThanOrEqual, used, capacity);
        self.leave_if(full);
        let next = self.load(types::I64, header, offset_of!(ArrayHeader, next_free) as i32);
        let elsewhere = self.b.ins().icmp(IntCC::NotEqual, next, used);
        self.leave_if(elsewhere);
        let at = self.element_at(header, used);
        self.put(ty, value, at, 0);
        let more = self.b.ins().iadd_imm_s(used, 1);
        self.store(more, header, offset_of!(ArrayHeader, next_free) as i32);
        let more = self.b.ins().ireduce(types::I32, more);
        self.store(more, header, offset_of!(ArrayHeader, used) as i32);
        let len = self.load(types::I32, header, offset_of!(ArrayHeader, len) as i32);
        let len = self.b.ins().iadd_imm_s(len, 1);
        self.store(len, header, offset_of!(ArrayHeader, len) as i32);
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
        let tag = self.load_tag(at, offset);
        let (old, value, ty) = match change {
            Change::Ints(op, rhs) => {
                let old = self.checked(Ty::Int, tag, at, offset);
                let known = if let Operand::Int(known) = rhs { Some(known) } else { None };
                let rhs = self.operand(rhs);
                (old, self.ints(op, old, rhs, known), Ty::Int)
            }
            Change::Floats(op, rhs) => {
                let old = self.checked(Ty::Float, tag, at, offset);
                let rhs = self.float(rhs);
                (old, self.float_operation(op, old, rhs), Ty::Float)
            }
            Change::Set(src) => {
                self.guard_settable((at, offset));
                let value = self.operand(src);
                (value, value, src.ty())
            }
        };
        self.put(ty, value, at, offset);
        (old, value)
    }

    fn push(&mut self, location: &Location, src: Operand) {
        let header = self.own_array(location, &location.hops);
        let used = self.used(header);
        let value = self.operand(src);
        self.append(header, used, src.ty(), value);
    }
}
