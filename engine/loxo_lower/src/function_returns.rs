//! How compiled functions return: what their frames own is given up, and the result goes to whoever has called. Returns that give up the same slots are
//! one piece of code.

use std::mem::offset_of;

use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{Block, InstBuilder, MemFlagsData as MemFlags, Value as Ir, types};
use loxo_bytecode::THIS;
use loxo_form::{End, Kind, Owned, ValueId};
use loxo_value::{RcHeader, RefHeader, Tag};

use crate::function::{FLAGS, FunctionEmitter, SharedReturn, WORD, offset};

/// In a function that owns more slots, each that holds something counted is given up by a call when it returns.
const MOST_GIVEN_UP: usize = 8;

/// Compact code gives up so many slots, or more, by one call.
const FEW_GIVEN_UP: usize = 4;

/// The result of a function, and the op that returns it.
#[derive(Clone, Copy)]
enum Returned {
    One {
        value: ValueId,
        at: u32,
    },
    /// Any of those whose returns share code: the two words, and the op's instruction.
    Any {
        payload: Ir,
        word: Ir,
        pc: Ir,
    },
}

impl<'a> FunctionEmitter<'a, '_> {
    /// Leaves the function with a result.
    pub fn give_back(&mut self, value: ValueId, owned: &'a [Owned], at: u32) {
        let form = self.what.form;
        let as_many = form.blocks.iter().filter(|block| matches!(&block.end, End::Return(_, others) if others == owned));
        let one = Returned::One { value, at };
        if as_many.count() == 1 {
            return self.finish(one, owned);
        }
        let block = match self.returns.iter().find(|shared| shared.owned == owned) {
            Some(shared) => shared.block,
            None => {
                let block = self.b.create_block();
                for _ in 0..3 {
                    self.b.append_block_param(block, types::I64);
                }
                self.returns.push(SharedReturn { owned, block });
                block
            }
        };
        let (payload, word) = self.result_words(one);
        let pc = self.return_pc(one);
        self.b.ins().jump(block, &[payload.into(), word.into(), pc.into()]);
    }

    pub fn write_returns(&mut self) {
        for SharedReturn { owned, block } in std::mem::take(&mut self.returns) {
            self.b.switch_to_block(block);
            let [payload, word, pc] = [0, 1, 2].map(|i| self.b.block_params(block)[i]);
            self.finish(Returned::Any { payload, word, pc }, owned);
        }
    }

    fn return_pc(&mut self, result: Returned) -> Ir {
        match result {
            Returned::One { at, .. } => self.address((self.what.resume)(at).pc),
            Returned::Any { pc, .. } => pc,
        }
    }

    fn finish(&mut self, value: Returned, owned: &[Owned]) {
        let (fp, vm) = (self.fp, self.vm);
        let slow = self.b.create_block();
        let undone = self.give_up_owned(value, owned, slow);
        let (header, registers) = (self.b.create_block(), self.b.create_block());
        self.unless_in_registers(value, registers, header);
        self.b.switch_to_block(registers);
        let (payload, word) = self.result_words(value);
        self.b.ins().return_(&[payload, word]);
        self.b.switch_to_block(header);
        let (payload, word) = self.result_words(value);
        if owned.is_empty() && !self.may_be_counted(value) {
            self.b.set_cold_block(header);
            let (pc, function) = (self.return_pc(value), self.address(self.what.engine.leave_or_give_back));
            let exit = self.call(function, &[fp, vm, payload, word, pc], 2);
            self.b.ins().jump(self.out, &[exit[0].into(), exit[1].into()]);
            return;
        }
        let leave = self.address(self.what.engine.leave);
        let exit = self.call(leave, &[fp, vm, payload, word], 2);
        self.b.ins().brif(exit[1], self.out, &[exit[0].into(), exit[1].into()], undone, &[]);
        self.b.switch_to_block(slow);
        self.b.set_cold_block(slow);
        let (payload, word) = self.result_words(value);
        self.clear_moved(value, owned);
        let pc = self.return_pc(value);
        let give_back = self.address(self.what.engine.give_back);
        let exit = self.call(give_back, &[fp, vm, payload, word, pc], 2);
        self.b.ins().jump(self.out, &[exit[0].into(), exit[1].into()]);
    }

    /// Goes to a block if the caller takes a number out of registers and the header owns nothing, else to another one.
    pub fn unless_called_natively(&mut self, registers: Block, header: Block) {
        let offsets = self.what.offsets;
        let flags = self.load(types::I32, self.fp, offsets.flags);
        let its = self.b.ins().band_imm_u(flags, i64::from(!(offsets.constructor | offsets.unwanted)));
        let is_plain = self.b.ins().icmp_imm_u(IntCC::Equal, its, i64::from(offsets.called_natively | offsets.bare));
        self.b.ins().brif(is_plain, registers, &[], header, &[]);
    }

    /// Goes to a block if the caller takes the result out of registers and the header owns nothing, else to another one. A result that nobody wants is
    /// given up, if that takes no more than a lower count.
    fn unless_in_registers(&mut self, result: Returned, registers: Block, header: Block) {
        if !self.may_be_counted(result) {
            return self.unless_called_natively(registers, header);
        }
        let offsets = self.what.offsets;
        let plain = i64::from(offsets.called_natively | offsets.bare);
        let flags = self.load(types::I32, self.fp, offsets.flags);
        let its = self.b.ins().band_imm_u(flags, i64::from(!offsets.constructor));
        let is_plain = self.b.ins().icmp_imm_u(IntCC::Equal, its, plain);
        let (other, unwanted) = (self.b.create_block(), self.b.create_block());
        self.b.ins().brif(is_plain, registers, &[], other, &[]);
        self.b.switch_to_block(other);
        let is_unwanted = self.b.ins().icmp_imm_u(IntCC::Equal, its, plain | i64::from(offsets.unwanted));
        self.b.ins().brif(is_unwanted, unwanted, &[], header, &[]);
        self.b.switch_to_block(unwanted);
        let (payload, word) = self.result_words(result);
        let counted = self.b.ins().band_imm_u(word, i64::from(loxo_value::REFCOUNTED) << 8);
        let Returned::One { value, .. } = result else {
            self.b.ins().brif(counted, header, &[], registers, &[]);
            return;
        };
        let dropped = self.b.create_block();
        self.b.ins().brif(counted, dropped, &[], registers, &[]);
        self.b.switch_to_block(dropped);
        if self.returned_slot(value).is_some_and(|slot| (slot as usize) < self.what.function.locals.len()) {
            let owners = self.load(types::I32, payload, offset_of!(RcHeader, refcount) as i32);
            let several = self.b.ins().icmp_imm_s(IntCC::SignedGreaterThan, owners, 1);
            let less = self.b.create_block();
            self.b.ins().brif(several, less, &[], header, &[]);
            self.b.switch_to_block(less);
            let collectable = self.b.ins().band_imm_u(word, i64::from(loxo_value::COLLECTABLE) << 8);
            self.one_owner_less(payload, collectable, header);
        } else {
            self.give_up_temporary(payload, header);
        }
        self.b.ins().jump(registers, &[]);
    }

    fn may_be_counted(&self, result: Returned) -> bool {
        match result {
            Returned::One { value, .. } => self.type_of(value).may_be_counted(),
            Returned::Any { .. } => true,
        }
    }

    /// The two words of the result. Where they are in the frame too, they are read again: they need no registers while other slots are given up.
    fn result_words(&mut self, result: Returned) -> (Ir, Ir) {
        let value = match result {
            Returned::One { value, .. } => value,
            Returned::Any { payload, word, .. } => return (payload, word),
        };
        let Some(slot) = self.returned_slot(value) else { return self.boxed(value) };
        let payload = self.load(types::I64, self.fp, offset(slot));
        (payload, self.b.ins().uload32(MemFlags::trusted(), self.fp, offset(slot) + WORD))
    }

    /// A value is read from its slot only where it is returned.
    pub fn is_read_when_returned(&self, value: ValueId) -> bool {
        let block = &self.what.form.blocks[self.current.0 as usize];
        let is_last = block.insts.last().is_some_and(|inst| inst.result == Some(value));
        is_last && matches!(block.end, End::Return(result, _) if result == value) && self.returned_slot(value).is_some()
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

    /// Gives up what the slots hold. Where something is pending then, goes to `slow` after the slots that were given up are undefined; gives the block
    /// that does so for all of them.
    fn give_up_owned(&mut self, value: Returned, owned: &[Owned], slow: Block) -> Block {
        if self.what.compact && owned.len() >= FEW_GIVEN_UP {
            self.give_up_all(value, owned, slow);
            return slow;
        }
        let fp = self.fp;
        let (mut counted, mut undefining) = (Vec::new(), Vec::new());
        let mut undone = slow;
        for &Owned { slot, is_reference } in owned {
            let before = std::mem::replace(&mut undone, self.b.create_block());
            undefining.push((slot, undone, before));
            if is_reference && owned.len() <= MOST_GIVEN_UP {
                self.give_up_reference(slot, value, before);
                continue;
            }
            let flags = self.b.ins().uload8(types::I32, MemFlags::trusted(), fp, offset(slot) + FLAGS);
            let some = self.b.ins().band_imm_u(flags, i64::from(loxo_value::REFCOUNTED));
            let [give_up, on] = [0; 2].map(|_| self.b.create_block());
            self.b.ins().brif(some, give_up, &[], on, &[]);
            counted.push((slot, before, give_up, on));
            self.b.switch_to_block(on);
        }
        let done = self.b.create_block();
        self.b.ins().jump(done, &[]);
        for (slot, before, give_up, on) in counted {
            self.b.switch_to_block(give_up);
            self.b.set_cold_block(give_up);
            if owned.len() <= MOST_GIVEN_UP {
                self.let_go(offset(slot), on);
            }
            let left = self.release_by(self.what.engine.release_slot, slot, value);
            self.b.ins().brif(left, before, &[], on, &[]);
        }
        for (slot, block, before) in undefining {
            self.b.switch_to_block(block);
            self.b.set_cold_block(block);
            let undef = self.word(Tag::Undef);
            self.store(undef, fp, offset(slot) + WORD);
            self.b.ins().jump(before, &[]);
        }
        self.b.switch_to_block(done);
        undone
    }

    /// The same by one function of the engine, which leaves undefined what it gives up.
    fn give_up_all(&mut self, value: Returned, owned: &[Owned], slow: Block) {
        let places: Vec<u32> = owned.iter().map(|owned| offset(owned.slot) as u32).collect();
        let [list, count, function] =
            [(self.what.numbers)(&places), places.len(), self.what.engine.release_slots].map(|word| self.address(word));
        let word = self.result_words(value).1;
        let (fp, vm) = (self.fp, self.vm);
        let undone = self.call(function, &[fp, vm, list, count, word], 1)[0];
        let done = self.b.create_block();
        self.b.ins().brif(undone, slow, &[], done, &[]);
        self.b.switch_to_block(done);
    }

    /// Releases a slot by a function of the engine; gives whether something is pending then, or that nothing was done.
    fn release_by(&mut self, function: usize, slot: u32, result: Returned) -> Ir {
        let (fp, vm) = (self.fp, self.vm);
        let place = self.b.ins().iadd_imm_s(fp, i64::from(offset(slot)));
        let word = self.result_words(result).1;
        let function = self.address(function);
        self.call(function, &[place, fp, vm, word], 1)[0]
    }

    /// Gives up a reference that a slot holds, or goes to a block if something is pending then, or nothing was done.
    fn give_up_reference(&mut self, slot: u32, result: Returned, slow: Block) {
        let [several, general, done] = [0; 3].map(|_| self.b.create_block());
        let reference = self.load(types::I64, self.fp, offset(slot));
        let owners = self.load(types::I32, reference, offset_of!(RcHeader, refcount) as i32);
        let shared = self.b.ins().icmp_imm_s(IntCC::SignedGreaterThan, owners, 1);
        self.b.ins().brif(shared, several, &[], general, &[]);
        self.b.switch_to_block(several);
        self.unless_inside_known(reference, general);
        self.add_owners(reference, -1);
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

    /// A local variable whose value is the result owns nothing any more: the engine looks at all of them.
    fn clear_moved(&mut self, result: Returned, owned: &[Owned]) {
        if !self.may_be_counted(result) {
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

    /// Gives up what lies at an offset from the frame, which is counted, and goes on to a block; what takes more than a lower count is left to the code that
    /// follows.
    fn let_go(&mut self, at: i32, on: Block) {
        let fp = self.fp;
        let [many, less, more] = [0; 3].map(|_| self.b.create_block());
        let word = self.b.ins().uload32(MemFlags::trusted(), fp, at + WORD);
        let thing = self.load(types::I64, fp, at);
        let owners = self.load(types::I32, thing, offset_of!(RcHeader, refcount) as i32);
        let several = self.b.ins().icmp_imm_s(IntCC::SignedGreaterThan, owners, 1);
        self.b.ins().brif(several, many, &[], more, &[]);
        self.b.switch_to_block(many);
        let collectable = self.b.ins().band_imm_u(word, i64::from(loxo_value::COLLECTABLE) << 8);
        let perhaps = self.b.create_block();
        self.b.ins().brif(collectable, perhaps, &[], less, &[]);
        self.b.switch_to_block(perhaps);
        self.unless_known(thing, more);
        self.b.ins().jump(less, &[]);
        self.b.switch_to_block(less);
        self.add_owners(thing, -1);
        self.b.ins().jump(on, &[]);
        self.b.switch_to_block(more);
    }

    /// Goes to a block if the collector would have to hear of a thing that has one owner less.
    pub fn unless_known(&mut self, thing: Ir, general: Block) {
        let info = self.load(types::I32, thing, offset_of!(RcHeader, info) as i32);
        let known = self.b.ins().band_imm_u(info, i64::from(loxo_value::KNOWN_TO_COLLECTOR));
        let on = self.b.create_block();
        self.b.ins().brif(known, on, &[], general, &[]);
        self.b.switch_to_block(on);
    }
}
