//! How compiled functions return: what their frames own is given up, and the result goes to whoever has called.

use std::mem::offset_of;

use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{Block, InstBuilder, MemFlagsData as MemFlags, Value as Ir, types};
use loxo_bytecode::THIS;
use loxo_form::{Kind, Owned, ValueId};
use loxo_value::{RcHeader, RefHeader, Tag};

use crate::function::{FLAGS, FunctionEmitter, WORD, offset};

/// In a function that owns more slots, each that holds something counted is given up by a call when it returns.
const MOST_GIVEN_UP: usize = 8;

impl FunctionEmitter<'_, '_> {
    /// Leaves the function with a result.
    pub fn give_back(&mut self, value: ValueId, owned: &[Owned], at: u32) {
        let (fp, vm, offsets) = (self.fp, self.vm, self.what.offsets);
        let slow = self.b.create_block();
        self.b.set_cold_block(slow);
        self.give_up_owned(value, owned, slow);
        let flags = self.load(types::I32, fp, offsets.flags);
        let (header, registers) = (self.b.create_block(), self.b.create_block());
        let is_bare = self.b.ins().icmp_imm_u(IntCC::Equal, flags, i64::from(offsets.called_natively | offsets.bare));
        self.b.ins().brif(is_bare, registers, &[], header, &[]);
        self.b.switch_to_block(registers);
        let (payload, word) = self.result_words(value);
        self.b.ins().return_(&[payload, word]);
        self.b.switch_to_block(header);
        let (payload, word) = self.result_words(value);
        let leave = self.address(self.what.engine.leave);
        let exit = self.call(leave, &[fp, vm, payload, word], 2);
        self.b.ins().brif(exit[1], self.out, &[exit[0].into(), exit[1].into()], slow, &[]);
        self.b.switch_to_block(slow);
        let (payload, word) = self.result_words(value);
        self.clear_moved(value, owned);
        let pc = self.address((self.what.resume)(at).pc);
        let give_back = self.address(self.what.engine.give_back);
        let exit = self.call(give_back, &[fp, vm, payload, word, pc], 2);
        self.b.ins().jump(self.out, &[exit[0].into(), exit[1].into()]);
    }

    /// The two words of the result. Where they are in the frame too, they are read again: they need no registers while other slots are given up.
    fn result_words(&mut self, value: ValueId) -> (Ir, Ir) {
        let Some(slot) = self.returned_slot(value) else { return self.boxed(value) };
        let payload = self.load(types::I64, self.fp, offset(slot));
        (payload, self.b.ins().uload32(MemFlags::trusted(), self.fp, offset(slot) + WORD))
    }

    /// The slot that the result of the current block's function was read from last.
    fn returned_slot(&self, value: ValueId) -> Option<u32> {
        let mut insts = self.what.form.blocks[self.current.0 as usize].insts.iter().rev();
        let mut read = insts.next().filter(|inst| inst.result == Some(value))?;
        if matches!(read.kind, Kind::Guard(_)) {
            read = insts.next().filter(|inst| inst.result == read.args.first().copied())?;
        }
        let Kind::Load(slot) = read.kind else { return None };
        (slot != THIS && !self.type_of(value).unboxed()).then_some(slot)
    }

    /// Gives up what the slots hold, or goes to a block if something is pending then. They are undefined afterwards if they were counted.
    fn give_up_owned(&mut self, value: ValueId, owned: &[Owned], slow: Block) {
        let fp = self.fp;
        let mut counted = Vec::new();
        for &Owned { slot, is_reference } in owned {
            if is_reference && owned.len() <= MOST_GIVEN_UP {
                self.give_up_reference(slot, value, slow);
                continue;
            }
            let flags = self.b.ins().uload8(types::I32, MemFlags::trusted(), fp, offset(slot) + FLAGS);
            let some = self.b.ins().band_imm_u(flags, i64::from(loxo_value::REFCOUNTED));
            let [give_up, on] = [0; 2].map(|_| self.b.create_block());
            self.b.ins().brif(some, give_up, &[], on, &[]);
            counted.push((slot, give_up, on));
            self.b.switch_to_block(on);
        }
        let done = self.b.create_block();
        self.b.ins().jump(done, &[]);
        for (slot, give_up, on) in counted {
            self.b.switch_to_block(give_up);
            self.b.set_cold_block(give_up);
            let mut function = self.what.engine.release_slot;
            if owned.len() <= MOST_GIVEN_UP {
                let last = self.b.create_block();
                self.let_go(offset(slot), on, last);
                self.b.switch_to_block(last);
                self.b.set_cold_block(last);
                function = self.what.engine.free_slot;
            }
            let left = self.release_by(function, slot, value);
            self.b.ins().brif(left, slow, &[], on, &[]);
        }
        self.b.switch_to_block(done);
    }

    /// Releases a slot by a function of the engine; gives whether something is pending then, or that nothing was done.
    fn release_by(&mut self, function: usize, slot: u32, result: ValueId) -> Ir {
        let (fp, vm) = (self.fp, self.vm);
        let place = self.b.ins().iadd_imm_s(fp, i64::from(offset(slot)));
        let word = self.result_words(result).1;
        let function = self.address(function);
        self.call(function, &[place, fp, vm, word], 1)[0]
    }

    /// Gives up a reference that a slot holds, or goes to a block as [`Self::give_up_owned`] does.
    fn give_up_reference(&mut self, slot: u32, result: ValueId, slow: Block) {
        let [several, general, done] = [0; 3].map(|_| self.b.create_block());
        let reference = self.load(types::I64, self.fp, offset(slot));
        let owners = self.load(types::I32, reference, offset_of!(RcHeader, refcount) as i32);
        let shared = self.b.ins().icmp_imm_s(IntCC::SignedGreaterThan, owners, 1);
        self.b.ins().brif(shared, several, &[], general, &[]);
        self.b.switch_to_block(several);
        self.unless_inside_known(reference, general);
        self.leave_to_others(reference, offset(slot));
        self.b.ins().jump(done, &[]);
        self.b.switch_to_block(general);
        self.b.set_cold_block(general);
        let left = self.release_by(self.what.engine.free_slot, slot, result);
        self.b.ins().brif(left, slow, &[], done, &[]);
        self.b.switch_to_block(done);
    }

    /// Goes to a block if the collector would have to hear of what is in a reference that has one owner less. It does not know references themselves.
    fn unless_inside_known(&mut self, reference: Ir, general: Block) {
        let inside = offset_of!(RefHeader, value) as i32;
        let flags = self.b.ins().uload8(types::I32, MemFlags::trusted(), reference, inside + FLAGS);
        let collectable = self.b.ins().band_imm_u(flags, i64::from(loxo_value::COLLECTABLE));
        let [look, on] = [0; 2].map(|_| self.b.create_block());
        self.b.ins().brif(collectable, look, &[], on, &[]);
        self.b.switch_to_block(look);
        let inner = self.load(types::I64, reference, inside);
        self.unless_known(inner, general);
        self.b.ins().jump(on, &[]);
        self.b.switch_to_block(on);
    }

    /// One owner less of a thing that has several. What lies at an offset from the frame is undefined then.
    fn leave_to_others(&mut self, thing: Ir, at: i32) {
        self.add_owners(thing, -1);
        let (undef, fp) = (self.word(Tag::Undef), self.fp);
        self.store(undef, fp, at + WORD);
    }

    /// A local variable whose value is the result owns nothing any more: the engine looks at all of them.
    fn clear_moved(&mut self, value: ValueId, owned: &[Owned]) {
        if !self.type_of(value).may_be_counted() {
            return;
        }
        let undef = self.word(Tag::Undef);
        for local in (0..self.what.function.locals.len() as u32).filter(|local| owned.iter().all(|owned| owned.slot != *local)) {
            let fp = self.fp;
            self.store(undef, fp, offset(local) + WORD);
        }
    }

    /// One owner less of a thing that has several, or goes to a block if the collector has to hear of it, which knows what is `collectable`.
    pub fn one_owner_less(&mut self, thing: Ir, collectable: Ir, general: Block) {
        let [perhaps, less] = [0; 2].map(|_| self.b.create_block());
        self.b.ins().brif(collectable, perhaps, &[], less, &[]);
        self.b.switch_to_block(perhaps);
        self.unless_known(thing, general);
        self.b.ins().jump(less, &[]);
        self.b.switch_to_block(less);
        self.add_owners(thing, -1);
    }

    /// Gives up what lies at an offset from the frame, which is counted, and goes on to a block, or to another one if that takes more than a lower count.
    /// It is undefined then.
    fn let_go(&mut self, at: i32, on: Block, slow: Block) {
        let fp = self.fp;
        let [few, many, perhaps, unknown, less] = [0; 5].map(|_| self.b.create_block());
        let word = self.b.ins().uload32(MemFlags::trusted(), fp, at + WORD);
        let thing = self.load(types::I64, fp, at);
        let owners = self.load(types::I32, thing, offset_of!(RcHeader, refcount) as i32);
        let plain = self.b.ins().icmp_imm_s(IntCC::SignedGreaterThan, owners, 1);
        self.b.ins().brif(plain, many, &[], few, &[]);
        // The last one frees; immortal things keep their count.
        self.b.switch_to_block(few);
        self.b.set_cold_block(few);
        let last = self.b.ins().icmp_imm_s(IntCC::SignedGreaterThan, owners, 0);
        self.b.ins().brif(last, slow, &[], on, &[]);
        self.b.switch_to_block(many);
        let collectable = self.b.ins().band_imm_u(word, i64::from(loxo_value::COLLECTABLE) << 8);
        self.b.ins().brif(collectable, perhaps, &[], less, &[]);
        self.b.switch_to_block(perhaps);
        self.unless_known(thing, unknown);
        self.b.ins().jump(less, &[]);
        self.b.switch_to_block(unknown);
        let tag = self.tag_of(word);
        let other = self.b.ins().icmp_imm_u(IntCC::NotEqual, tag, Tag::Reference as i64);
        self.unless(other, slow);
        self.unless_inside_known(thing, slow);
        self.b.ins().jump(less, &[]);
        self.b.switch_to_block(less);
        self.leave_to_others(thing, at);
        self.b.ins().jump(on, &[]);
    }

    /// Goes to a block if the collector would have to hear of a thing that has one owner less.
    fn unless_known(&mut self, thing: Ir, general: Block) {
        let info = self.load(types::I32, thing, offset_of!(RcHeader, info) as i32);
        let known = self.b.ins().band_imm_u(info, i64::from(loxo_value::KNOWN_TO_COLLECTOR));
        let on = self.b.create_block();
        self.b.ins().brif(known, on, &[], general, &[]);
        self.b.switch_to_block(on);
    }
}
