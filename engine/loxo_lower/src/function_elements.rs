//! Writes of compiled functions to elements of arrays: places, and what is written there. What takes a search in a hash table, or a table that gets larger,
//! is done by functions of the engine; where nothing was done, the interpreter has to.

use std::mem::offset_of;

use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{Block, InstBuilder, MemFlagsData as MemFlags, Value as Ir, types};
use loxo_bytecode::BinaryOp;
use loxo_form::{FloatOp, Inst, IntOp, Kind, Tags, ValueId};
use loxo_value::{ArrayHeader, FLAG_HASH, RcHeader, RefHeader, Tag};

use crate::function::{FunctionEmitter, Held, SLOT, WORD, offset};
use crate::locations::UNCOUNTED;

impl FunctionEmitter<'_, '_> {
    /// What an instruction gives that is about a place; `None`: it is another one.
    pub fn of_place(&mut self, inst: &Inst) -> Option<Held> {
        Some(match inst.kind {
            Kind::PlaceOf(slot) => self.place_of(slot),
            Kind::PlaceInside => self.place_inside(inst.args[0]),
            Kind::PropertyPlace => self.place_of_property(inst),
            Kind::StaticPlace => self.place_of_static(inst),
            Kind::ElementPlace => self.element_place(inst),
            Kind::ValueAt => self.value_at(inst.args[0]),
            Kind::BindElement(slot) => self.bind_element(inst, slot),
            Kind::SetProperty(moves) => self.set_property(inst, moves),
            Kind::SetElement(moves) => self.set_element(inst, moves),
            Kind::AppendElement(moves) => self.append_element(inst, moves),
            Kind::RemoveElement => self.remove_element(inst),
            Kind::ChangeAt(op) => self.change_at(inst, op),
            _ => return None,
        })
    }

    fn place_of(&mut self, slot: u32) -> Held {
        Held::Unboxed(self.b.ins().iadd_imm_s(self.fp, i64::from(offset(slot))))
    }

    fn place_inside(&mut self, reference: ValueId) -> Held {
        let (reference, _) = self.boxed(reference);
        Held::Unboxed(self.b.ins().iadd_imm_s(reference, offset_of!(RefHeader, value) as i64))
    }

    /// A block that an answer is passed to.
    pub fn block_of(&mut self, ty: cranelift_codegen::ir::Type) -> (Block, Ir) {
        let block = self.b.create_block();
        (block, self.b.append_block_param(block, ty))
    }

    /// Goes to a block with 0 or 1 as the answer of a function.
    fn answer(&mut self, function: usize, args: &[Ir], done: Block) {
        let function = self.address(function);
        let answer = self.call(function, args, 1)[0];
        let answer = self.b.ins().ireduce(types::I8, answer);
        self.b.ins().jump(done, &[answer.into()]);
    }

    pub fn answer_yes(&mut self, done: Block) {
        let yes = self.b.ins().iconst(types::I8, 1);
        self.b.ins().jump(done, &[yes.into()]);
    }

    /// The packed array at a place, which has no other owner; or goes to a block.
    fn own_packed(&mut self, place: Ir, general: Block) -> Ir {
        let tag = self.load(types::I8, place, WORD);
        let other = self.b.ins().icmp_imm_u(IntCC::NotEqual, tag, Tag::Array as i64);
        self.unless(other, general);
        let array = self.load(types::I64, place, 0);
        let owners = self.load(types::I32, array, offset_of!(RcHeader, refcount) as i32);
        let several = self.b.ins().icmp_imm_u(IntCC::NotEqual, owners, 1);
        self.unless(several, general);
        let flags = self.load(types::I32, array, offset_of!(ArrayHeader, flags) as i32);
        let hash = self.b.ins().band_imm_u(flags, i64::from(FLAG_HASH));
        self.unless(hash, general);
        array
    }

    /// The array at a place and its slot under an unboxed int, if it is packed and has no other owner; or goes to a block. `None`: the key is boxed, or the
    /// code is to be small.
    fn own_packed_element(&mut self, place: Ir, key: ValueId, general: Block) -> Option<(Ir, Ir)> {
        let Held::Unboxed(key) = self.held(key) else { return None };
        if self.what.compact {
            return None;
        }
        let array = self.own_packed(place, general);
        let used = self.b.ins().uload32(MemFlags::trusted(), array, offset_of!(ArrayHeader, used) as i32);
        let beyond = self.b.ins().icmp(IntCC::UnsignedGreaterThanOrEqual, key, used);
        self.unless(beyond, general);
        Some((array, self.packed_slot(array, key)))
    }

    fn packed_slot(&mut self, array: Ir, index: Ir) -> Ir {
        let data = self.load(types::I64, array, offset_of!(ArrayHeader, data) as i32);
        let distance = self.b.ins().ishl_imm_u(index, i64::from(SLOT.trailing_zeros()));
        self.b.ins().iadd(data, distance)
    }

    /// The place of an element that is there.
    fn element_place(&mut self, inst: &Inst) -> Held {
        let place = self.unboxed(inst.args[0]);
        let (done, found) = self.block_of(types::I64);
        let general = self.b.create_block();
        if let Some((_, element)) = self.own_packed_element(place, inst.args[1], general) {
            self.b.ins().jump(done, &[element.into()]);
        } else {
            self.b.ins().jump(general, &[]);
        }
        self.b.switch_to_block(general);
        let (key, word) = self.boxed(inst.args[1]);
        let function = self.address(self.what.engine.own_element);
        let its = self.call(function, &[place, key, word], 1)[0];
        self.b.ins().jump(done, &[its.into()]);
        self.b.switch_to_block(done);
        Held::Unboxed(found)
    }

    fn value_at(&mut self, place: ValueId) -> Held {
        let place = self.unboxed(place);
        let payload = self.load(types::I64, place, 0);
        Held::Boxed(payload, self.b.ins().uload32(MemFlags::trusted(), place, WORD))
    }

    /// Binds a local to what is at a place.
    fn bind_element(&mut self, inst: &Inst, slot: u32) -> Held {
        let place = self.unboxed(inst.args[0]);
        let var = self.b.ins().iadd_imm_s(self.fp, i64::from(offset(slot)));
        let (done, answer) = self.block_of(types::I8);
        self.answer(self.what.engine.bind_element, &[place, var], done);
        self.b.switch_to_block(done);
        Held::Unboxed(answer)
    }

    /// Writes a value to a place that owns nothing, and counts it unless it moves.
    fn fill(&mut self, value: ValueId, place: Ir, moves: bool) {
        self.put(value, place, 0);
        if let Held::Boxed(payload, word) = self.held(value)
            && !moves
            && !self.type_of(value).tags.within(Tags::UNCOUNTED)
        {
            self.count(payload, word);
        }
    }

    /// Goes to a block if a value is the array that it is to be written to.
    fn unless_itself(&mut self, value: ValueId, array: Ir, general: Block) {
        if let Held::Boxed(payload, _) = self.held(value)
            && self.type_of(value).tags.has(Tag::Array)
        {
            let same = self.b.ins().icmp(IntCC::Equal, payload, array);
            self.unless(same, general);
        }
    }

    /// Writes an element under a key.
    fn set_element(&mut self, inst: &Inst, moves: bool) -> Held {
        let (place, value) = (self.unboxed(inst.args[0]), inst.args[2]);
        let (done, answer) = self.block_of(types::I8);
        let general = self.b.create_block();
        if let Some((array, element)) = self.own_packed_element(place, inst.args[1], general) {
            // A hole has no tag, and what is counted has a flag.
            let kind = self.b.ins().uload16(types::I32, MemFlags::trusted(), element, WORD);
            let above = self.b.ins().iadd_imm_s(kind, -1);
            let other = self.b.ins().icmp_imm_u(IntCC::UnsignedGreaterThan, above, UNCOUNTED);
            self.unless(other, general);
            self.unless_itself(value, array, general);
            self.fill(value, element, moves);
            self.answer_yes(done);
        } else {
            self.b.ins().jump(general, &[]);
        }
        self.b.switch_to_block(general);
        let (payload, word) = self.boxed(value);
        let moves = self.address(usize::from(moves));
        match self.held(inst.args[1]) {
            Held::Unboxed(key) => self.answer(self.what.engine.set_element_at_int, &[place, key, payload, word, moves], done),
            Held::Boxed(key, key_word) => self.answer(self.what.engine.set_element, &[place, key, key_word, payload, word, moves], done),
        }
        self.b.switch_to_block(done);
        Held::Unboxed(answer)
    }

    /// Writes an element behind the last one.
    fn append_element(&mut self, inst: &Inst, moves: bool) -> Held {
        let (place, value) = (self.unboxed(inst.args[0]), inst.args[1]);
        let (done, answer) = self.block_of(types::I8);
        let general = self.b.create_block();
        if self.what.compact {
            self.b.ins().jump(general, &[]);
        } else {
            let array = self.own_packed(place, general);
            let [used, capacity] = [offset_of!(ArrayHeader, used), offset_of!(ArrayHeader, cap)]
                .map(|at| self.b.ins().uload32(MemFlags::trusted(), array, at as i32));
            let full = self.b.ins().icmp(IntCC::UnsignedGreaterThanOrEqual, used, capacity);
            self.unless(full, general);
            let next = self.load(types::I64, array, offset_of!(ArrayHeader, next_free) as i32);
            let elsewhere = self.b.ins().icmp(IntCC::NotEqual, next, used);
            self.unless(elsewhere, general);
            self.unless_itself(value, array, general);
            let element = self.packed_slot(array, used);
            self.fill(value, element, moves);
            let next = self.b.ins().iadd_imm_s(used, 1);
            self.store(next, array, offset_of!(ArrayHeader, next_free) as i32);
            let used = self.b.ins().ireduce(types::I32, next);
            self.store(used, array, offset_of!(ArrayHeader, used) as i32);
            let length = self.load(types::I32, array, offset_of!(ArrayHeader, len) as i32);
            let length = self.b.ins().iadd_imm_s(length, 1);
            self.store(length, array, offset_of!(ArrayHeader, len) as i32);
            self.answer_yes(done);
        }
        self.b.switch_to_block(general);
        let (payload, word) = self.boxed(value);
        let moves = self.address(usize::from(moves));
        self.answer(self.what.engine.append_element, &[place, payload, word, moves], done);
        self.b.switch_to_block(done);
        Held::Unboxed(answer)
    }

    /// Removes the element under a key.
    fn remove_element(&mut self, inst: &Inst) -> Held {
        let place = self.unboxed(inst.args[0]);
        let (done, answer) = self.block_of(types::I8);
        let (key, word) = self.boxed(inst.args[1]);
        self.answer(self.what.engine.remove_element, &[place, key, word], done);
        self.b.switch_to_block(done);
        Held::Unboxed(answer)
    }

    /// Computes with the number at a place.
    fn change_at(&mut self, inst: &Inst, op: IntOp) -> Held {
        let (place, by) = (self.unboxed(inst.args[0]), inst.args[1]);
        let (done, answer) = self.block_of(types::I8);
        let general = self.b.create_block();
        let (operator, of_floats) = match op {
            IntOp::Sub => (BinaryOp::Sub, Some(FloatOp::Sub)),
            IntOp::Mul => (BinaryOp::Mul, Some(FloatOp::Mul)),
            IntOp::And => (BinaryOp::BitAnd, None),
            IntOp::Or => (BinaryOp::BitOr, None),
            IntOp::Xor => (BinaryOp::BitXor, None),
            _ => (BinaryOp::Add, Some(FloatOp::Add)),
        };
        let number = match self.held(by) {
            _ if self.what.compact => None,
            Held::Unboxed(number) => Some((number, self.type_of(by).tags.within(Tags::INT))),
            Held::Boxed(payload, word) if self.type_of(by).tags.has(Tag::Int) => {
                self.unless_tag(by, word, Tag::Int, general);
                Some((payload, true))
            }
            Held::Boxed(..) => None,
        };
        let result = number.and_then(|(number, is_int)| {
            let (tag, ty) = if is_int { (Tag::Int, types::I64) } else { (Tag::Float, types::F64) };
            let found = self.load(types::I8, place, WORD);
            let other = self.b.ins().icmp_imm_u(IntCC::NotEqual, found, tag as i64);
            self.unless(other, general);
            let old = self.load(ty, place, 0);
            match of_floats {
                _ if is_int => Some(self.int_result(op, old, number, general)),
                Some(of_floats) => Some(self.float_result(of_floats, old, number)),
                None => None,
            }
        });
        match result {
            Some(result) => {
                self.store(result, place, 0);
                self.answer_yes(done);
            }
            None => {
                self.b.ins().jump(general, &[]);
            }
        }
        self.b.switch_to_block(general);
        let (payload, word) = self.boxed(by);
        let operator = self.address(operator as usize);
        self.answer(self.what.engine.change_at, &[place, payload, word, operator], done);
        self.b.switch_to_block(done);
        Held::Unboxed(answer)
    }
}
