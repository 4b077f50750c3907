//! Ops of compiled functions that name classes, done in place: constants that were read before, `instanceof`.

use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{Block, InstBuilder, MemFlagsData as MemFlags, Value as Ir, types};
use loxo_bytecode::{ClassOperand, FnFlags, Op, THIS, flag};
use loxo_value::Tag;

use crate::function::{FunctionEmitter, WORD, offset};

impl FunctionEmitter<'_, '_> {
    /// The object in a slot; goes to a block if there is none.
    pub fn object_in(&mut self, slot: u32, general: Block) -> Ir {
        let (fp, at) = (self.fp, offset(slot));
        if slot != THIS || !self.what.on_object {
            let tag = self.load(types::I8, fp, at + WORD);
            let other = self.b.ins().icmp_imm_u(IntCC::NotEqual, tag, Tag::Object as i64);
            self.unless(other, general);
        }
        self.load(types::I64, fp, at)
    }

    /// The class that has a name now, by its place in the table of classes: null if there is none. Goes to a block if the table does not reach so far.
    pub fn class_named(&mut self, entry: [u32; 2], general: Block) -> Ir {
        self.named(self.what.classes_table, entry, general)
    }

    /// What a table of the machine has for a name, by its number and place there; goes to a block if the table does not reach so far.
    pub fn named(&mut self, [table, count]: [i32; 2], [number, distance]: [u32; 2], general: Block) -> Ir {
        let count = self.load(types::I64, self.vm, count);
        let beyond = self.b.ins().icmp_imm_u(IntCC::UnsignedLessThanOrEqual, count, i64::from(number));
        self.unless(beyond, general);
        let table = self.load(types::I64, self.vm, table);
        self.load(types::I64, table, distance as i32)
    }

    /// Copies the constant that the op has read before, if it is that of the same class in all requests.
    pub fn class_constant(&mut self, at: u32, op: &Op, on: Block) {
        let (fp, offsets, general) = (self.fp, self.what.offsets, self.b.create_block());
        let class = match ClassOperand::decode(op.b) {
            ClassOperand::Name(_) => {
                let Some(entry) = (self.what.named_class)(at) else { return };
                self.class_named(entry, general)
            }
            ClassOperand::SelfClass if !self.what.function.flags.has(FnFlags::CLOSURE) => {
                let running = self.load(types::I64, fp, offsets.func);
                self.load(types::I64, running, offsets.func_class)
            }
            _ => return,
        };
        let missing = self.b.ins().icmp_imm_u(IntCC::Equal, class, 0);
        self.unless(missing, general);
        let (caches, value) = self.cached(at, class, general);
        let place = self.load(types::I64, caches, value);
        let payload = self.load(types::I64, place, 0);
        let word = self.b.ins().uload32(MemFlags::trusted(), place, WORD);
        self.store(payload, fp, offset(op.a));
        self.store(word, fp, offset(op.a) + WORD);
        self.count(payload, word);
        self.b.ins().jump(on, &[]);
        self.b.switch_to_block(general);
    }

    /// Answers for all but references and what is not defined.
    pub fn instance_of(&mut self, at: u32, op: &Op, on: Block) {
        if op.b == THIS || op.flags & flag::CONSUME_B != 0 {
            return;
        }
        let Some(entry) = (self.what.named_class)(at).filter(|_| matches!(ClassOperand::decode(op.c), ClassOperand::Name(_))) else {
            return;
        };
        let fp = self.fp;
        let [general, object, other, same, differs, not_instance] = [0; 6].map(|_| self.b.create_block());
        let tag = self.load(types::I8, fp, offset(op.b) + WORD);
        let is_object = self.b.ins().icmp_imm_u(IntCC::Equal, tag, Tag::Object as i64);
        self.b.ins().brif(is_object, object, &[], other, &[]);
        self.b.switch_to_block(object);
        let class = self.class_named(entry, general);
        let object = self.load(types::I64, fp, offset(op.b));
        let its = self.load(types::I64, object, self.what.offsets.object_class);
        let is_same = self.b.ins().icmp(IntCC::Equal, its, class);
        self.b.ins().brif(is_same, same, &[], differs, &[]);
        self.b.switch_to_block(differs);
        let function = self.address(self.what.engine.is_subclass);
        let answer = self.call(function, &[its, class], 1)[0];
        self.b.ins().brif(answer, same, &[], not_instance, &[]);
        self.b.switch_to_block(other);
        let above = self.b.ins().iadd_imm_s(tag, -(Tag::Null as i64));
        let special = self.b.ins().icmp_imm_u(IntCC::UnsignedGreaterThanOrEqual, above, Tag::Reference as i64 - Tag::Null as i64);
        self.unless(special, general);
        self.b.ins().jump(not_instance, &[]);
        self.b.switch_to_block(not_instance);
        for (answer, after) in [(Tag::False, Some(same)), (Tag::True, None)] {
            let word = self.word(answer);
            self.store(word, fp, offset(op.a) + WORD);
            self.b.ins().jump(on, &[]);
            after.into_iter().for_each(|after| self.b.switch_to_block(after));
        }
        self.b.switch_to_block(general);
    }
}
