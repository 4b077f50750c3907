//! Builtin functions that whole functions compute in place.

use std::mem::offset_of;

use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{InstBuilder, MemFlagsData as MemFlags, Value as Ir, types};
use loxo_form::{Inst, Intrinsic};
use loxo_value::{StrHeader, Tag};

use crate::arithmetic::Arithmetic;
use crate::function::{FunctionEmitter, Held};
use crate::function_values::Leaving;

impl FunctionEmitter<'_, '_> {
    /// Leaves where the name does not mean the builtin, or somebody watches calls.
    pub fn intrinsic(&mut self, inst: &Inst, which: Intrinsic) {
        let (Some(state), Some(builtin)) = (inst.exit, (self.what.builtin)(inst.at)) else { return self.abandon() };
        let other = self.exit(state, true);
        self.unless_watched(other);
        let found = self.named(self.what.functions_table, [builtin.id, builtin.id * size_of::<usize>() as u32], other);
        let wanted = self.address(builtin.func);
        let differs = self.b.ins().icmp(IntCC::NotEqual, found, wanted);
        self.unless(differs, other);
        let args: Vec<Ir> = inst.args.iter().map(|arg| self.unboxed(*arg)).collect();
        let held = match (which, &args[..]) {
            (Intrinsic::Ord, &[text]) => self.first_byte(text),
            (Intrinsic::Chr, &[byte]) => {
                let byte = self.b.ins().band_imm_u(byte, 255);
                Held::Boxed(self.byte_string(byte), self.word(Tag::String))
            }
            (_, args) => Held::Unboxed(Leaving { emitter: self, inst }.computed(which, args)),
        };
        self.define(inst, held);
    }

    /// The first byte of a string; 0 if it has none.
    fn first_byte(&mut self, text: Ir) -> Held {
        const LEN: usize = offset_of!(StrHeader, len);
        let length = self.load(types::I64, text, LEN as i32);
        // An empty one may have no byte; its length has, and that is 0.
        let [first, none] = [StrHeader::BYTES, LEN].map(|at| self.b.ins().iconst(types::I64, at as i64));
        let distance = self.b.ins().select(length, first, none);
        let place = self.b.ins().iadd(text, distance);
        Held::Unboxed(self.b.ins().uload8(types::I64, MemFlags::trusted(), place, 0))
    }

    /// The string of one byte.
    pub fn byte_string(&mut self, byte: Ir) -> Ir {
        let [first, stride] = self.what.byte_strings;
        let distance = self.b.ins().imul_imm_s(byte, stride as i64);
        let first = self.address(first);
        self.b.ins().iadd(first, distance)
    }
}
