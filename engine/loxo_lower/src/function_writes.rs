//! Writes of compiled functions to properties.

use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{Block, InstBuilder, MemFlagsData as MemFlags, Value as Ir, types};
use loxo_bytecode::{Op, THIS, flag};
use loxo_form::{FloatOp, Inst, IntOp, Place, Tags};
use loxo_value::{REFCOUNTED, Tag};

use crate::function::{FunctionEmitter, Held, WORD, offset};

/// Where in an inline cache of a property the bits of the tags begin that it may hold as they are.
const ACCEPTED: u32 = 32;
/// What a property's second word has if it was written: a tag, or the mark in the upper half of one that was unset.
const WRITTEN: i64 = 0xffff_ffff_0000_00ff_u64 as i64;

impl FunctionEmitter<'_, '_> {
    /// The place of the property that the op has found before in objects of the argument's class, if it may hold an array.
    pub fn place_of_property(&mut self, inst: &Inst) -> Held {
        let (object, word) = self.boxed(inst.args[0]);
        let done = self.b.create_block();
        let place = self.b.append_block_param(done, types::I64);
        let general = self.b.create_block();
        self.unless_tag(inst.args[0], word, Tag::Object, general);
        let class = self.load(types::I64, object, self.what.offsets.object_class);
        let found = self.cached_for_class(inst.at, class, general);
        self.unless_accepts(found, Tag::Array, general);
        let distance = self.b.ins().band_imm_u(found, 0xffff_ffff);
        let its = self.b.ins().iadd(object, distance);
        self.b.ins().jump(done, &[its.into()]);
        self.no_place(done, general);
        Held::Unboxed(place)
    }

    /// Goes on in a block, which is given 0 on the way through the other one.
    pub fn no_place(&mut self, done: Block, general: Block) {
        self.b.switch_to_block(general);
        self.b.set_cold_block(general);
        let none = self.address(0);
        self.b.ins().jump(done, &[none.into()]);
        self.b.switch_to_block(done);
    }

    /// The place of the property that the op has found before in objects of this class, and what its inline cache says of it.
    pub fn property_place(&mut self, at: u32, slot: u32, general: Block) -> (Ir, Ir) {
        let (place, [_, found]) = self.property_of_class(at, slot, general);
        (place, found)
    }

    /// The same with the class.
    pub fn property_of_class(&mut self, at: u32, slot: u32, general: Block) -> (Ir, [Ir; 2]) {
        let object = self.object_in(slot, general);
        let class = self.load(types::I64, object, self.what.offsets.object_class);
        let found = self.cached_for_class(at, class, general);
        let distance = self.b.ins().band_imm_u(found, 0xffff_ffff);
        (self.b.ins().iadd(object, distance), [class, found])
    }

    /// Writes a value to the property that the op has found before in objects of the first argument's class, if that takes it as it is.
    pub fn set_property(&mut self, inst: &Inst, moves: bool) -> Held {
        let (object, word) = self.boxed(inst.args[0]);
        let (done, general) = (self.block_of(types::I8), self.b.create_block());
        self.unless_tag(inst.args[0], word, Tag::Object, general);
        let class = self.load(types::I64, object, self.what.offsets.object_class);
        let found = self.cached_for_class(inst.at, class, general);
        let distance = self.b.ins().band_imm_u(found, 0xffff_ffff);
        let place = self.b.ins().iadd(object, distance);
        let (payload, word) = self.boxed(inst.args[1]);
        self.unless_held(inst.at, [class, found], [payload, word], general);
        self.overwrite_property(place, [payload, word], moves, general);
        self.written_or_not(done, general)
    }

    /// Writes a value to a place in an object of a class that was seen.
    pub fn set_property_in(&mut self, inst: &Inst, property: Place, moves: bool) -> Held {
        let (done, general) = (self.block_of(types::I8), self.b.create_block());
        let (object, [payload, word]) = self.accepted_in(inst, property, general);
        let at = property.distance as i32;
        // What may hold objects by the names of their classes has owners.
        if property.accepts.within(Tags::UNCOUNTED) && self.type_of(inst.args[1]).tags.and(Tags::OBJECT) == Tags::NONE {
            let old = self.b.ins().uload32(MemFlags::trusted(), object, at + WORD);
            let other = self.tag_test(old, property.accepts, false);
            self.unless(other, general);
            self.put(inst.args[1], object, at);
        } else {
            let place = self.b.ins().iadd_imm_s(object, i64::from(at));
            self.overwrite_property(place, [payload, word], moves, general);
        }
        self.written_or_not(done, general)
    }

    /// The same where nothing was written before. What the inline cache of the op says is of values that are written first.
    pub fn promote_in(&mut self, inst: &Inst, property: Place) -> Held {
        let (done, general) = (self.block_of(types::I8), self.b.create_block());
        let (object, [payload, word]) = self.accepted_in(inst, property, general);
        let at = property.distance as i32;
        let old = self.load(types::I64, object, at + WORD);
        let written = self.b.ins().band_imm_u(old, WRITTEN);
        self.unless(written, general);
        let place = self.b.ins().iadd_imm_s(object, i64::from(at));
        self.put_value(payload, word, place, false);
        self.written_or_not(done, general)
    }

    /// The object that an instruction writes a property of, and the words of what it writes; goes to a block if the property does not take that as it is.
    fn accepted_in(&mut self, inst: &Inst, property: Place, general: Block) -> (Ir, [Ir; 2]) {
        let (object, _) = self.boxed(inst.args[0]);
        let (payload, word) = self.boxed(inst.args[1]);
        if !self.type_of(inst.args[1]).tags.within(property.accepts) {
            let (named, on) = (self.b.create_block(), self.b.create_block());
            let refused = self.tag_test(word, property.accepts, false);
            self.b.ins().brif(refused, named, &[], on, &[]);
            self.b.switch_to_block(named);
            let class = self.load(types::I64, object, self.what.offsets.object_class);
            self.unless_class_held(inst.at, class, [payload, word], general);
            self.b.ins().jump(on, &[]);
            self.b.switch_to_block(on);
        }
        (object, [payload, word])
    }

    /// Says that it was done, or in a block that it was not.
    fn written_or_not(&mut self, (done, answer): (Block, Ir), general: Block) -> Held {
        self.answer_yes(done);
        self.b.switch_to_block(general);
        let no = self.b.ins().iconst(types::I8, 0);
        self.b.ins().jump(done, &[no.into()]);
        self.b.switch_to_block(done);
        Held::Unboxed(answer)
    }

    /// Writes a value to a property, and gives up what is there; goes to a block if that takes more than a lower count, or somebody else has to be asked.
    pub fn overwrite_property(&mut self, place: Ir, [payload, word]: [Ir; 2], moves: bool, general: Block) {
        let old = self.load(types::I64, place, WORD);
        let [defined, undefined, write] = [0; 3].map(|_| self.b.create_block());
        let tag = self.tag_of(old);
        self.b.ins().brif(tag, defined, &[], undefined, &[]);
        self.b.switch_to_block(undefined);
        // What was unset, and may be made up, has a mark in the upper half.
        let unset = self.b.ins().ushr_imm_u(old, 32);
        self.b.ins().brif(unset, general, &[], write, &[]);
        self.b.switch_to_block(defined);
        self.give_up(place, 0, old, general);
        self.b.ins().jump(write, &[]);
        self.b.switch_to_block(write);
        self.put_value(payload, word, place, moves);
    }

    /// Goes to a block unless a property of which an inline cache says this may hold a value with this word as it is.
    pub fn unless_accepted(&mut self, found: Ir, word: Ir, general: Block) {
        self.unless_tag_in(found, ACCEPTED, word, general);
    }

    /// The same for the property that the op's inline cache has for a class, or it may hold objects of the class of this one.
    pub fn unless_held(&mut self, at: u32, [class, found]: [Ir; 2], [payload, word]: [Ir; 2], general: Block) {
        let (named, on) = (self.b.create_block(), self.b.create_block());
        self.unless_accepted(found, word, named);
        self.b.ins().jump(on, &[]);
        self.b.switch_to_block(named);
        self.unless_class_held(at, class, [payload, word], general);
        self.b.ins().jump(on, &[]);
        self.b.switch_to_block(on);
    }

    /// Goes to a block unless the property that the op's inline cache has for a class may hold objects of the class of this one.
    fn unless_class_held(&mut self, at: u32, class: Ir, [payload, word]: [Ir; 2], general: Block) {
        let on = self.b.create_block();
        let tag = self.tag_of(word);
        let other = self.b.ins().icmp_imm_u(IntCC::NotEqual, tag, Tag::Object as i64);
        self.unless(other, general);
        let held = self.load(types::I64, payload, self.what.offsets.object_class);
        let number = (self.what.cache)(at);
        let caches = self.load(types::I64, self.vm, self.what.offsets.caches);
        let cache = (number as i32 + 1) * self.what.offsets.cache;
        let [asked, differs] = [0; 2].map(|_| self.b.create_block());
        self.b.set_cold_block(asked);
        let known = self.load(types::I64, caches, cache + self.what.offsets.cache_key);
        let same = self.b.ins().icmp(IntCC::Equal, known, held);
        self.b.ins().brif(same, differs, &[], asked, &[]);
        self.b.switch_to_block(differs);
        let known = self.load(types::I64, caches, cache + self.what.offsets.cache_value);
        let same = self.b.ins().icmp(IntCC::Equal, known, class);
        self.b.ins().brif(same, on, &[], asked, &[]);
        self.b.switch_to_block(asked);
        let (function, number, vm) = (self.address(self.what.engine.holds), self.b.ins().iconst(types::I64, i64::from(number)), self.vm);
        let holds = self.call(function, &[vm, number, class, held], 1)[0];
        self.b.ins().brif(holds, on, &[], general, &[]);
        self.b.switch_to_block(on);
    }

    /// Goes to a block unless the tag of a word is among those whose bits begin at a place of what an inline cache holds.
    pub fn unless_tag_in(&mut self, found: Ir, first: u32, word: Ir, general: Block) {
        let accepts = self.b.ins().ushr_imm_u(found, i64::from(first));
        let tag = self.tag_of(word);
        let bit = self.b.ins().ushr(accepts, tag);
        let bit = self.b.ins().band_imm_u(bit, 1);
        let refused = self.b.ins().icmp_imm_u(IntCC::Equal, bit, 0);
        self.unless(refused, general);
    }

    /// The same for a tag.
    fn unless_accepts(&mut self, found: Ir, tag: Tag, general: Block) {
        let accepted = self.b.ins().band_imm_u(found, 1 << (ACCEPTED + tag as u32));
        let refused = self.b.ins().icmp_imm_u(IntCC::Equal, accepted, 0);
        self.unless(refused, general);
    }

    /// Writes a value that was counted so far from the start of an object, and drops what is there, which has no destructor.
    pub fn set_property_at(&mut self, inst: &Inst, at: i32) {
        let (object, _) = self.boxed(inst.args[0]);
        let old = self.b.ins().uload32(MemFlags::trusted(), object, at + WORD);
        let counted = self.b.ins().band_imm_u(old, i64::from(REFCOUNTED) << 8);
        let [thing, on] = [0; 2].map(|_| self.b.create_block());
        let dropped = self.load(types::I64, object, at);
        self.put(inst.args[1], object, at);
        self.b.ins().brif(counted, thing, &[], on, &[]);
        self.b.switch_to_block(thing);
        let last = self.b.create_block();
        self.give_up_temporary(dropped, last);
        self.b.ins().jump(on, &[]);
        self.b.switch_to_block(last);
        self.b.set_cold_block(last);
        let function = self.address(self.what.engine.drop_words);
        self.call(function, &[dropped, old], 0);
        self.b.ins().jump(on, &[]);
        self.b.switch_to_block(on);
    }

    // -------------------------------------------------------------------------------------------- numbers in properties

    /// `$object->name op= …` of two ints, or two floats.
    pub fn change_property(&mut self, at: u32, op: &Op, on: Block) {
        let Some(operator) = op.operator().filter(|_| op.c != THIS && op.flags & (flag::KEEP | flag::CONSUME_A) == 0) else { return };
        let Some(of_ints) = IntOp::of(operator).filter(|int| !matches!(int, IntOp::Div | IntOp::Mod | IntOp::Shl | IntOp::Shr)) else {
            return;
        };
        let (fp, general, floats) = (self.fp, self.b.create_block(), self.b.create_block());
        let (place, found) = self.property_place(at, op.a, general);
        let [old, by] = [(place, 0), (fp, offset(op.c))].map(|(place, at)| self.load(types::I8, place, at + WORD));
        for (tag, is_ints) in [(Tag::Int, true), (Tag::Float, false)] {
            let of_floats = FloatOp::of(operator);
            let other = if is_ints && of_floats.is_some() { floats } else { general };
            if !is_ints {
                self.b.switch_to_block(floats);
            }
            for found in [old, by] {
                let differs = self.b.ins().icmp_imm_u(IntCC::NotEqual, found, tag as i64);
                self.unless(differs, other);
            }
            self.unless_accepts(found, tag, general);
            let ty = if is_ints { types::I64 } else { types::F64 };
            let (left, right) = (self.load(ty, place, 0), self.load(ty, fp, offset(op.c)));
            let result = match of_floats {
                Some(float) if !is_ints => self.float_result(float, left, right),
                _ => self.int_result(of_ints, left, right, general),
            };
            self.store(result, place, 0);
            self.b.ins().jump(on, &[]);
            if other == general {
                break;
            }
        }
        self.b.switch_to_block(general);
    }

    pub fn float_result(&mut self, op: FloatOp, left: Ir, right: Ir) -> Ir {
        match op {
            FloatOp::Add => self.b.ins().fadd(left, right),
            FloatOp::Sub => self.b.ins().fsub(left, right),
            FloatOp::Mul => self.b.ins().fmul(left, right),
            FloatOp::Div => self.b.ins().fdiv(left, right),
        }
    }

    /// Goes to a block at an overflow.
    pub fn int_result(&mut self, op: IntOp, left: Ir, right: Ir, general: Block) -> Ir {
        let (result, overflow) = match op {
            IntOp::And => return self.b.ins().band(left, right),
            IntOp::Or => return self.b.ins().bor(left, right),
            IntOp::Xor => return self.b.ins().bxor(left, right),
            IntOp::Sub => self.b.ins().ssub_overflow(left, right),
            IntOp::Mul => self.b.ins().smul_overflow(left, right),
            _ => self.b.ins().sadd_overflow(left, right),
        };
        self.unless(overflow, general);
        result
    }

    /// `$object->name++` and the like of an int.
    pub fn step_property(&mut self, at: u32, op: &Op, on: Block) {
        if op.flags & flag::CONSUME_B != 0 {
            return;
        }
        let general = self.b.create_block();
        let (place, found) = self.property_place(at, op.b, general);
        let tag = self.load(types::I8, place, WORD);
        let other = self.b.ins().icmp_imm_u(IntCC::NotEqual, tag, Tag::Int as i64);
        self.unless(other, general);
        self.unless_accepts(found, Tag::Int, general);
        self.step_int(place, op, general);
        self.b.ins().jump(on, &[]);
        self.b.switch_to_block(general);
    }

    /// Adds one to the int in a place or takes one from it, and keeps what the op wants of it. Goes to a block at an overflow.
    pub fn step_int(&mut self, place: Ir, op: &Op, general: Block) {
        let old = self.load(types::I64, place, 0);
        let by = self.b.ins().iconst(types::I64, if op.flags & flag::DEC != 0 { -1 } else { 1 });
        let new = self.int_result(IntOp::Add, old, by, general);
        self.store(new, place, 0);
        if op.flags & flag::KEEP != 0 {
            let (kept, int) = (if op.flags & flag::POST != 0 { old } else { new }, self.word(Tag::Int));
            self.store(kept, self.fp, offset(op.a));
            self.store(int, self.fp, offset(op.a) + WORD);
        }
    }

    /// Writes a parameter to a property of a new object. What the cache of the op says is of values that are written first.
    pub fn promote_parameter(&mut self, at: u32, op: &Op, on: Block) {
        let (fp, general) = (self.fp, self.b.create_block());
        let (place, found) = self.property_place(at, THIS, general);
        let word = self.b.ins().uload32(MemFlags::trusted(), fp, offset(op.a) + WORD);
        self.unless_accepted(found, word, general);
        let old = self.load(types::I64, place, WORD);
        let written = self.b.ins().band_imm_u(old, WRITTEN);
        self.unless(written, general);
        let payload = self.load(types::I64, fp, offset(op.a));
        self.put_value(payload, word, place, false);
        self.b.ins().jump(on, &[]);
        self.b.switch_to_block(general);
    }
}
