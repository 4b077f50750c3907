//! Nested writes of two ops that compiled functions do by one call: `$a[$b][$c] = …`, `$this->a[$b] = …`, `$a[$b]++`. The lvalue register is not written.

use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{Block, InstBuilder, MemFlagsData as MemFlags, Value as Ir, types};
use loxo_bytecode::{Op, OpCode, THIS, flag};
use loxo_form::{Inst, Kind};
use loxo_value::{REFCOUNTED, Tag};

use crate::function::{FLAGS, FunctionEmitter, WORD, offset};

/// The bit of an inline cache that says that a property may hold an array as it is.
const TAKES_ARRAYS: u32 = 32 + Tag::Array as u32;

impl FunctionEmitter<'_, '_> {
    /// Does the op and the one behind it, if they write an element together, and goes to where the latter has been run; or goes on without having done
    /// anything.
    pub fn write_nested(&mut self, inst: &Inst) {
        let code = &self.what.function.code;
        let insts = &self.what.form.blocks[self.current.0 as usize].insts;
        let mut behind = insts.iter().skip_while(|other| !std::ptr::eq(*other, inst)).skip(1);
        let is_next = behind.next().is_some_and(|next| next.at == inst.at + 1 && next.kind == Kind::Run);
        let (Some(first), Some(last), true) = (code.get(inst.at as usize), code.get(inst.at as usize + 1), is_next) else { return };
        if last.flags & flag::KEEP != 0 || first.flags & (flag::REF | flag::UNSET) != 0 {
            return;
        }
        let (general, done) = (self.b.create_block(), self.b.create_block());
        let written = match (first.code, last.code) {
            (OpCode::LvProp, OpCode::LvAssignDim) if last.b != THIS && last.c != THIS && first.flags & flag::CONSUME_A == 0 => {
                let place = self.property_place(inst.at, first, general);
                self.set_element(place, last, general)
            }
            (OpCode::LvDim, OpCode::LvIncDec) if first.b != THIS => {
                let place = self.b.ins().iadd_imm_s(self.fp, i64::from(offset(first.a)));
                let key = self.key_place(first, general);
                let by = self.b.ins().iconst(types::I64, if last.flags & flag::DEC != 0 { -1 } else { 1 });
                let function = self.address(self.what.engine.step_element);
                self.call(function, &[place, key, by], 1)[0]
            }
            _ => return,
        };
        self.b.ins().brif(written, done, &[], general, &[]);
        self.b.switch_to_block(general);
        self.joined = Some((inst.at + 1, done));
    }

    /// The place of the property that the op has found before in objects of this class, which holds arrays.
    fn property_place(&mut self, at: u32, op: &Op, general: Block) -> Ir {
        let offsets = self.what.offsets;
        let object = self.object_in(op.a, general);
        let class = self.load(types::I64, object, offsets.object_class);
        let (caches, value) = self.cached(at, class, general);
        let found = self.load(types::I64, caches, value);
        let takes = self.b.ins().band_imm_u(found, 1 << TAKES_ARRAYS);
        let refused = self.b.ins().icmp_imm_u(IntCC::Equal, takes, 0);
        self.unless(refused, general);
        let distance = self.b.ins().band_imm_u(found, 0xffff_ffff);
        self.b.ins().iadd(object, distance)
    }

    /// Writes an element of the array in a place by the function for that; gives whether it did.
    fn set_element(&mut self, place: Ir, op: &Op, general: Block) -> Ir {
        let word = self.b.ins().uload32(MemFlags::trusted(), self.fp, offset(op.c) + WORD);
        self.unless_plain(word, general);
        let key = self.key_place(op, general);
        let value = self.b.ins().iadd_imm_s(self.fp, i64::from(offset(op.c)));
        let moves = self.address(usize::from(op.flags & flag::CONSUME_C != 0));
        let function = self.address(self.what.engine.set_element);
        self.call(function, &[place, key, value, moves], 1)[0]
    }

    /// The place of the key in an op's second operand. One that goes and is counted is the handler's.
    pub fn key_place(&mut self, op: &Op, general: Block) -> Ir {
        if op.flags & flag::CONSUME_B != 0 {
            let flags = self.b.ins().uload8(types::I32, MemFlags::trusted(), self.fp, offset(op.b) + FLAGS);
            let counted = self.b.ins().band_imm_u(flags, i64::from(REFCOUNTED));
            self.unless(counted, general);
        }
        self.b.ins().iadd_imm_s(self.fp, i64::from(offset(op.b)))
    }
}
