//! What the code of a loop takes for granted, and looks at where it is entered or reads: types, ranges, owners. It leaves where it is otherwise.

use std::mem::offset_of;

use cranelift_codegen::ir::{self, InstBuilder, Value as Ir, types};
use loxo_value::{RcHeader, RefHeader, Tag};

use crate::emit::{Class, Emitter};
use crate::state::{Known, Range, Ty};

impl Emitter<'_, '_, '_> {
    /// Leaves if a value is undefined or a reference.
    pub fn guard_value(&mut self, tag: Ir) {
        for bad in [Tag::Undef, Tag::Reference] {
            let bad = self.b.ins().icmp_imm_u(ir::condcodes::IntCC::Equal, tag, bad as i64);
            self.leave_if(bad);
        }
    }

    /// The frame must hold this, or the interpreter takes over.
    pub fn guard(&mut self, slot: u32, ty: Ty) {
        let at = Self::offset(slot);
        let tag = self.load_tag(self.fp, at);
        let fp = self.fp;
        let value = self.checked(ty, tag, fp, at);
        self.state.learn(slot, ty);
        self.define(slot, ty, value);
    }

    /// The int in a slot's register must lie between these.
    pub fn guard_range(&mut self, slot: u32, range: Range) {
        if range != Range::ALL {
            let value = self.register(slot, Ty::Int);
            self.guard_within(value, range);
        }
    }

    pub fn guard_within(&mut self, mut value: Ir, range: Range) {
        use ir::condcodes::IntCC;
        let (mut most, mut outside) = (range.high, IntCC::SignedGreaterThan);
        if range.low > i64::MIN {
            // Ints below are very large ones then.
            (most, outside) = (range.high.wrapping_sub(range.low), IntCC::UnsignedGreaterThan);
            if range.low != 0 {
                value = self.b.ins().iadd_imm_s(value, range.low.wrapping_neg());
            }
        }
        let most = self.b.ins().iconst(types::I64, most);
        let bad = self.b.ins().icmp(outside, value, most);
        self.leave_if_other(bad);
    }

    /// Finds out about the array in a slot's register what is taken for granted.
    pub fn find_array(&mut self, slot: u32, known: Known) {
        if known.owned {
            let header = self.register(slot, Ty::Packed);
            let owners = self.load(types::I32, header, offset_of!(RcHeader, refcount) as i32);
            let shared = self.b.ins().icmp_imm_u(ir::condcodes::IntCC::NotEqual, owners, 1);
            self.leave_if_other(shared);
        }
        if known.slice {
            let header = self.register(slot, Ty::Packed);
            self.slice_of(slot, header);
        }
    }

    /// The content of a value whose tag must be that of a type.
    pub fn checked(&mut self, ty: Ty, tag: Ir, at: Ir, offset: i32) -> Ir {
        use ir::condcodes::IntCC;
        match ty {
            Ty::Bool => {
                let bit = self.b.ins().iadd_imm_s(tag, -(Tag::False as i64));
                let bad = self.b.ins().icmp_imm_u(IntCC::UnsignedGreaterThan, bit, 1);
                self.leave_if_other(bad);
                self.b.ins().ireduce(types::I8, bit)
            }
            Ty::Int | Ty::Float => {
                let wanted = if ty == Ty::Int { Tag::Int } else { Tag::Float };
                let bad = self.b.ins().icmp_imm_u(IntCC::NotEqual, tag, wanted as i64);
                self.leave_if_other(bad);
                self.load(Class::of(ty).ir(), at, offset)
            }
            Ty::Referenced => {
                let bad = self.b.ins().icmp_imm_u(IntCC::NotEqual, tag, Tag::Reference as i64);
                self.leave_if_other(bad);
                let (reference, inside) = (self.load(types::I64, at, offset), offset_of!(RefHeader, value) as i32);
                let tag = self.load_tag(reference, inside);
                self.checked(Ty::Packed, tag, reference, inside)
            }
            Ty::Packed | Ty::Element => {
                let bad = self.b.ins().icmp_imm_u(IntCC::NotEqual, tag, Tag::Array as i64);
                self.leave_if_other(bad);
                let header = self.load(types::I64, at, offset);
                self.guard_packed(header);
                header
            }
        }
    }
}
