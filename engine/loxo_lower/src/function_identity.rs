//! `===`, `!==`, `==`, `!=`, `<` and `<=` in compiled functions, of operands that nothing is known of.

use std::mem::offset_of;

use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{Block, InstBuilder, MemFlagsData as MemFlags, Value as Ir, types};
use loxo_bytecode::{Const, Op, Relation, flag};
use loxo_value::{REFCOUNTED, RcHeader, StrHeader, Tag};

use crate::function::{FLAGS, FunctionEmitter, WORD, Ways, offset, word_of};

impl FunctionEmitter<'_, '_> {
    /// `dst = lhs === rhs`, or `==`, `<`, `<=`
    pub fn compare_slots(&mut self, op: &Op, on: Block) {
        let general = self.b.create_block();
        let same = self.same(op, [op.b, op.c], [flag::CONSUME_B, flag::CONSUME_C], general);
        let answer = if op.code.info().negated { self.b.ins().bxor_imm_u(same, 1) } else { same };
        let word = self.b.ins().iadd_imm_s(answer, word_of(Tag::False));
        self.store(word, self.fp, offset(op.a) + WORD);
        self.b.ins().jump(on, &[]);
        self.b.switch_to_block(general);
    }

    /// Jumps if two slots hold the same, or what is equal or in order.
    pub fn jump_on_slots(&mut self, op: &Op, ways: Ways) {
        let general = self.b.create_block();
        let same = self.same(op, [op.a, op.b], [flag::CONSUME_A, flag::CONSUME_B], general);
        self.jump_if_same(same, op, ways);
        self.b.switch_to_block(general);
    }

    /// Whether two slots are as the op asks, or goes to a block.
    fn same(&mut self, op: &Op, slots: [u32; 2], flags: [u8; 2], general: Block) -> Ir {
        let consumed = flags.map(|consumes| op.flags & consumes != 0);
        match op.code.info().relation {
            Some(Relation::Identical) => self.identical(slots, consumed, general),
            Some(Relation::Less) => self.order_of_bytes(IntCC::UnsignedLessThan, slots, consumed, general),
            Some(Relation::LessEqual) => self.order_of_bytes(IntCC::UnsignedLessThanOrEqual, slots, consumed, general),
            _ => self.equal(slots, consumed, general),
        }
    }

    /// Jumps if a slot holds a constant that is an int.
    pub fn jump_on_int(&mut self, op: &Op, ways: Ways) {
        let Some(&Const::Int(wanted)) = self.what.function.consts.get(op.b as usize) else { return };
        let (fp, general, int) = (self.fp, self.b.create_block(), self.b.create_block());
        self.unless_owned(op.a, op.flags & flag::CONSUME_A, general);
        let word = self.b.ins().uload32(MemFlags::trusted(), fp, offset(op.a) + WORD);
        self.unless_plain(word, general);
        let tag = self.tag_of(word);
        let is_int = self.b.ins().icmp_imm_u(IntCC::Equal, tag, Tag::Int as i64);
        let differs = if op.code.info().negated { ways.away } else { ways.on };
        self.b.ins().brif(is_int, int, &[], differs, &[]);
        self.b.switch_to_block(int);
        let payload = self.load(types::I64, fp, offset(op.a));
        let wanted = self.b.ins().iconst(types::I64, wanted);
        let same = self.b.ins().icmp(IntCC::Equal, payload, wanted);
        self.jump_if_same(same, op, ways);
        self.b.switch_to_block(general);
    }

    fn jump_if_same(&mut self, same: Ir, op: &Op, ways: Ways) {
        let (then, otherwise) = if op.code.info().negated { (ways.on, ways.away) } else { (ways.away, ways.on) };
        self.b.ins().brif(same, then, &[], otherwise, &[]);
    }

    /// Whether two slots hold the same; or goes to a block where the interpreter has to say it, or to give up what a temporary owns.
    fn identical(&mut self, slots: [u32; 2], consumed: [bool; 2], general: Block) -> Ir {
        let (others, done) = (self.b.create_block(), self.b.create_block());
        let result = self.b.append_block_param(done, types::I64);
        if consumed.contains(&true) {
            self.identical_objects(slots, &given_up(slots, consumed), done);
        }
        self.plain(slots, consumed, done, [general, others]);
        self.b.switch_to_block(others);
        let places = slots.map(|slot| self.b.ins().iadd_imm_s(self.fp, i64::from(offset(slot))));
        let function = self.address(self.what.engine.identical);
        let answer = self.call(function, &places, 1)[0];
        let unknown = self.b.ins().icmp_imm_u(IntCC::UnsignedGreaterThan, answer, 1);
        self.unless(unknown, general);
        self.b.ins().jump(done, &[answer.into()]);
        self.b.switch_to_block(done);
        result
    }

    /// Whether two slots hold equal ints or equal strings of one byte, of which no two are the same number; or goes to a block.
    fn equal(&mut self, slots: [u32; 2], consumed: [bool; 2], general: Block) -> Ir {
        let done = self.b.create_block();
        let result = self.b.append_block_param(done, types::I64);
        self.plain(slots, consumed, done, [general, general]);
        self.b.switch_to_block(done);
        result
    }

    /// Whether two strings of one byte are in an order; or goes to a block. Two digits are in the same order as the numbers that they are.
    fn order_of_bytes(&mut self, order: IntCC, slots: [u32; 2], consumed: [bool; 2], general: Block) -> Ir {
        for slot in given_up(slots, consumed) {
            self.unless_owned(slot, flag::CONSUME_A, general);
        }
        for slot in slots {
            let tag = self.b.ins().uload8(types::I32, MemFlags::trusted(), self.fp, offset(slot) + WORD);
            let other = self.b.ins().icmp_imm_u(IntCC::NotEqual, tag, Tag::String as i64);
            self.unless(other, general);
        }
        let strings = slots.map(|slot| self.load(types::I64, self.fp, offset(slot)));
        for string in strings {
            let len = self.load(types::I64, string, offset_of!(StrHeader, len) as i32);
            let other = self.b.ins().icmp_imm_u(IntCC::NotEqual, len, 1);
            self.unless(other, general);
        }
        let [left, right] = strings.map(|string| self.b.ins().uload8(types::I64, MemFlags::trusted(), string, StrHeader::BYTES as i32));
        let holds = self.b.ins().icmp(order, left, right);
        self.b.ins().uextend(types::I64, holds)
    }

    /// Goes to a block with whether two ints or two strings of one byte are the same; else to one where temporaries own something, or to one for all else.
    fn plain(&mut self, slots: [u32; 2], consumed: [bool; 2], done: Block, [general, others]: [Block; 2]) {
        for slot in given_up(slots, consumed) {
            self.unless_owned(slot, flag::CONSUME_A, general);
        }
        let [ints, no_ints, texts, single] = [0; 4].map(|_| self.b.create_block());
        let tags = slots.map(|slot| self.b.ins().uload8(types::I32, MemFlags::trusted(), self.fp, offset(slot) + WORD));
        let are = |emitter: &mut Self, tag: Tag| {
            let [left, right] = tags.map(|found| emitter.b.ins().icmp_imm_u(IntCC::Equal, found, tag as i64));
            emitter.b.ins().band(left, right)
        };
        let both = are(self, Tag::Int);
        self.b.ins().brif(both, ints, &[], no_ints, &[]);
        self.b.switch_to_block(ints);
        let [left, right] = slots.map(|slot| self.load(types::I64, self.fp, offset(slot)));
        self.same_and_go(left, right, done);
        self.b.switch_to_block(no_ints);
        let both = are(self, Tag::String);
        self.b.ins().brif(both, texts, &[], others, &[]);
        self.b.switch_to_block(texts);
        let strings = slots.map(|slot| self.load(types::I64, self.fp, offset(slot)));
        let [left, right] = strings.map(|string| {
            let len = self.load(types::I64, string, offset_of!(StrHeader, len) as i32);
            self.b.ins().icmp_imm_u(IntCC::Equal, len, 1)
        });
        let both = self.b.ins().band(left, right);
        self.b.ins().brif(both, single, &[], others, &[]);
        self.b.switch_to_block(single);
        let [left, right] = strings.map(|string| self.b.ins().uload8(types::I64, MemFlags::trusted(), string, StrHeader::BYTES as i32));
        self.same_and_go(left, right, done);
    }

    /// Goes to a block with whether two words are the same.
    fn same_and_go(&mut self, left: Ir, right: Ir, done: Block) {
        let same = self.b.ins().icmp(IntCC::Equal, left, right);
        let same = self.b.ins().uextend(types::I64, same);
        self.b.ins().jump(done, &[same.into()]);
    }

    /// Goes to a block with whether two slots hold the same object, if both hold one that has owners beside the temporaries among them, which are given up.
    fn identical_objects(&mut self, slots: [u32; 2], given_up: &[u32], done: Block) {
        let other = self.b.create_block();
        for slot in slots {
            let tag = self.load(types::I8, self.fp, offset(slot) + WORD);
            let differs = self.b.ins().icmp_imm_u(IntCC::NotEqual, tag, Tag::Object as i64);
            self.unless(differs, other);
        }
        let [left, right] = slots.map(|slot| self.load(types::I64, self.fp, offset(slot)));
        let objects: Vec<Ir> = given_up.iter().map(|slot| if *slot == slots[0] { left } else { right }).collect();
        let refcount = offset_of!(RcHeader, refcount) as i32;
        for object in &objects {
            let owners = self.load(types::I32, *object, refcount);
            let few = self.b.ins().icmp_imm_s(IntCC::SignedLessThanOrEqual, owners, objects.len() as i64);
            self.unless(few, other);
        }
        for object in &objects {
            let owners = self.load(types::I32, *object, refcount);
            let fewer = self.b.ins().iadd_imm_s(owners, -1);
            self.store(fewer, *object, refcount);
        }
        let same = self.b.ins().icmp(IntCC::Equal, left, right);
        let same = self.b.ins().uextend(types::I64, same);
        self.b.ins().jump(done, &[same.into()]);
        self.b.switch_to_block(other);
    }

    /// Goes to a block if a slot that is given up, as the flags say, holds what is counted.
    fn unless_owned(&mut self, slot: u32, consumed: u8, general: Block) {
        if consumed != 0 {
            let flags = self.b.ins().uload8(types::I32, MemFlags::trusted(), self.fp, offset(slot) + FLAGS);
            let counted = self.b.ins().band_imm_u(flags, i64::from(REFCOUNTED));
            self.unless(counted, general);
        }
    }
}

/// The slots of what is consumed.
fn given_up(slots: [u32; 2], consumed: [bool; 2]) -> Vec<u32> {
    slots.into_iter().zip(consumed).filter(|(_, consumed)| *consumed).map(|(slot, _)| slot).collect()
}
