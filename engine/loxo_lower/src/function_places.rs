//! Instructions of forms that look into arrays, objects and strings.

use std::mem::offset_of;

use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{Block, InstBuilder, MemFlagsData as MemFlags, Value as Ir, types};
use loxo_bytecode::{FRAME_HEADER_SLOTS, FnFlags, OpCode};
use loxo_form::{Inst, Kind, Tags, ValueId};
use loxo_value::{ArrayHeader, Bucket, FLAG_HASH, RefHeader, StrHeader, Tag};

use crate::function::{FunctionEmitter, Held, SLOT, WORD, offset};

/// Longer constants are compared by a call.
const MOST_IN_PLACE: usize = 16;

impl FunctionEmitter<'_, '_> {
    /// Block with the two words of a value as parameters.
    fn block_of_words(&mut self) -> (Block, Held) {
        let block = self.b.create_block();
        let payload = self.b.append_block_param(block, types::I64);
        (block, Held::Boxed(payload, self.b.append_block_param(block, types::I64)))
    }

    /// Goes to a block unless a value has this tag.
    pub fn unless_tag(&mut self, value: ValueId, word: Ir, tag: Tag, other: Block) {
        if self.type_of(value).tags.within(Tags::of(tag)) {
            return;
        }
        let found = self.tag_of(word);
        let bad = self.b.ins().icmp_imm_u(IntCC::NotEqual, found, tag as i64);
        self.unless(bad, other);
    }

    /// A value that says that the interpreter has to look.
    fn unknown(&mut self, done: Block) {
        let word = self.word(Tag::Reference);
        self.b.ins().jump(done, &[word.into(), word.into()]);
    }

    /// Where an op's inline cache says what it has found for a key: the table of caches, and the offset in it. Goes to a block if it was another key.
    pub fn cached(&mut self, at: u32, key: Ir, other: Block) -> (Ir, i32) {
        let offsets = self.what.offsets;
        let caches = self.load(types::I64, self.vm, offsets.caches);
        let cache = (self.what.cache)(at) as i32 * offsets.cache;
        let known = self.load(types::I64, caches, cache + offsets.cache_key);
        let differs = self.b.ins().icmp(IntCC::NotEqual, known, key);
        self.unless(differs, other);
        (caches, cache + offsets.cache_value)
    }

    /// What an op's inline cache holds for a class, or held where it has seen several. Goes to a block if there is nothing.
    pub fn cached_for_class(&mut self, at: u32, class: Ir, other: Block) -> Ir {
        let (seen, done) = (self.b.create_block(), self.b.create_block());
        self.b.set_cold_block(seen);
        let found = self.b.append_block_param(done, types::I64);
        let (caches, value) = self.cached(at, class, seen);
        let value = self.load(types::I64, caches, value);
        self.b.ins().jump(done, &[value.into()]);
        self.b.switch_to_block(seen);
        let cache = self.b.ins().iconst(types::I64, i64::from((self.what.cache)(at)));
        let (function, vm) = (self.address(self.what.engine.seen), self.vm);
        let value = self.call(function, &[vm, cache, class], 1)[0];
        self.b.ins().brif(value, done, &[value.into()], other, &[]);
        self.b.switch_to_block(done);
        found
    }

    /// The property that the op at `inst.at` found before in objects of this class.
    pub fn property(&mut self, inst: &Inst) {
        let (object, word) = self.boxed(inst.args[0]);
        let offsets = self.what.offsets;
        if let Some(state) = inst.exit {
            // It is taken to be there.
            let exit = self.exit(state, true);
            self.unless_tag(inst.args[0], word, Tag::Object, exit);
            let class = self.load(types::I64, object, offsets.object_class);
            let found = if (self.what.classes_read)(inst.at) == 1 {
                let (caches, value) = self.cached(inst.at, class, exit);
                self.load(types::I64, caches, value)
            } else {
                self.cached_for_class(inst.at, class, exit)
            };
            let held = self.words_at(object, found);
            return self.define(inst, held);
        }
        let (done, held) = self.block_of_words();
        let general = self.b.create_block();
        self.unless_tag(inst.args[0], word, Tag::Object, general);
        let class = self.load(types::I64, object, offsets.object_class);
        let found = self.cached_for_class(inst.at, class, general);
        if let Held::Boxed(payload, word) = self.words_at(object, found) {
            self.b.ins().jump(done, &[payload.into(), word.into()]);
        }
        self.b.switch_to_block(general);
        self.unknown(done);
        self.b.switch_to_block(done);
        self.define(inst, held);
    }

    /// What an object has in a place, as an inline cache says it: the lower half is where it is in the object.
    fn words_at(&mut self, object: Ir, found: Ir) -> Held {
        let place = self.b.ins().band_imm_u(found, 0xffff_ffff);
        let place = self.b.ins().iadd(object, place);
        let word = self.b.ins().uload32(MemFlags::trusted(), place, WORD);
        Held::Boxed(self.load(types::I64, place, 0), word)
    }

    /// Goes to a block if something is zero.
    fn unless_not(&mut self, good: Ir, general: Block) {
        let on = self.b.create_block();
        self.b.ins().brif(good, on, &[], general, &[]);
        self.b.switch_to_block(on);
    }

    /// The element under a constant string.
    pub fn element(&mut self, inst: &Inst, key: u32) {
        let (payload, word) = self.boxed(inst.args[0]);
        let [key, _] = (self.what.constant)(key);
        let key = self.address(key as usize);
        let (done, held) = self.block_of_words();
        let general = self.b.create_block();
        let is_read = self.op_at(inst.at).code == OpCode::FetchDimK && !self.what.compact;
        let place = self.address(if is_read { (self.what.position)(inst.at) } else { 0 });
        if is_read {
            self.unless_tag(inst.args[0], word, Tag::Array, general);
            self.element_at_position(payload, key, place, done, general);
        } else {
            self.b.ins().jump(general, &[]);
        }
        self.b.switch_to_block(general);
        let function = self.address(self.what.engine.element);
        let words = self.call(function, &[payload, word, key, place], 2);
        self.b.ins().jump(done, &[words[0].into(), words[1].into()]);
        self.b.switch_to_block(done);
        self.define(inst, held);
    }

    /// Goes to a block with the element that an array has where another one had it before, if its key is this string; else to another block.
    fn element_at_position(&mut self, array: Ir, key: Ir, place: Ir, done: Block, general: Block) {
        let flags = self.load(types::I32, array, offset_of!(ArrayHeader, flags) as i32);
        let hash = self.b.ins().band_imm_u(flags, i64::from(FLAG_HASH));
        self.unless_not(hash, general);
        let position = self.b.ins().uload32(MemFlags::trusted(), place, 0);
        let used = self.b.ins().uload32(MemFlags::trusted(), array, offset_of!(ArrayHeader, used) as i32);
        let beyond = self.b.ins().icmp(IntCC::UnsignedGreaterThanOrEqual, position, used);
        self.unless(beyond, general);
        let data = self.load(types::I64, array, offset_of!(ArrayHeader, data) as i32);
        let distance = self.b.ins().ishl_imm_u(position, i64::from(size_of::<Bucket>().trailing_zeros()));
        let bucket = self.b.ins().iadd(data, distance);
        let found = self.load(types::I64, bucket, offset_of!(Bucket, key) as i32);
        let other = self.b.ins().icmp(IntCC::NotEqual, found, key);
        self.unless(other, general);
        // An int may look like an address.
        let hash = self.load(types::I32, bucket, offset_of!(Bucket, hash) as i32);
        self.unless_not(hash, general);
        let word = self.b.ins().uload32(MemFlags::trusted(), bucket, WORD);
        self.unless_plain(word, general);
        let payload = self.load(types::I64, bucket, 0);
        self.b.ins().jump(done, &[payload.into(), word.into()]);
    }

    /// The element under a key.
    pub fn element_at(&mut self, inst: &Inst) {
        let (payload, word) = self.boxed(inst.args[0]);
        let (done, held) = self.block_of_words();
        let general = self.b.create_block();
        if let Held::Unboxed(key) = self.held(inst.args[1]) {
            if self.type_of(inst.args[0]).tags.has(Tag::String) {
                self.byte_at(inst.args[0], key, done);
            }
            self.unless_tag(inst.args[0], word, Tag::Array, general);
            let flags = self.load(types::I32, payload, offset_of!(ArrayHeader, flags) as i32);
            let hash = self.b.ins().band_imm_u(flags, i64::from(FLAG_HASH));
            self.unless(hash, general);
            let used = self.b.ins().uload32(MemFlags::trusted(), payload, offset_of!(ArrayHeader, used) as i32);
            let beyond = self.b.ins().icmp(IntCC::UnsignedGreaterThanOrEqual, key, used);
            self.unless(beyond, general);
            let data = self.load(types::I64, payload, offset_of!(ArrayHeader, data) as i32);
            let distance = self.b.ins().ishl_imm_u(key, i64::from(SLOT.trailing_zeros()));
            let place = self.b.ins().iadd(data, distance);
            let content = self.load(types::I64, place, 0);
            let word = self.b.ins().uload32(MemFlags::trusted(), place, WORD);
            self.b.ins().jump(done, &[content.into(), word.into()]);
        } else {
            self.b.ins().jump(general, &[]);
        }
        self.b.switch_to_block(general);
        let words = match self.held(inst.args[1]) {
            Held::Unboxed(key) => {
                let function = self.address(self.what.engine.element_at_int);
                self.call(function, &[payload, word, key], 2)
            }
            Held::Boxed(key, key_word) => {
                let function = self.address(self.what.engine.element_at);
                self.call(function, &[payload, word, key, key_word], 2)
            }
        };
        self.b.ins().jump(done, &[words[0].into(), words[1].into()]);
        self.b.switch_to_block(done);
        self.define(inst, held);
    }

    /// Goes to a block with the byte of a string at an offset from its start, as a string. Goes on where there is none, or it is no string.
    fn byte_at(&mut self, base: ValueId, offset: Ir, done: Block) {
        let (string, word) = self.boxed(base);
        let other = self.b.create_block();
        self.unless_tag(base, word, Tag::String, other);
        let length = self.load(types::I64, string, offset_of!(StrHeader, len) as i32);
        let beyond = self.b.ins().icmp(IntCC::UnsignedGreaterThanOrEqual, offset, length);
        self.unless(beyond, other);
        let place = self.b.ins().iadd(string, offset);
        let byte = self.b.ins().uload8(types::I64, MemFlags::trusted(), place, StrHeader::BYTES as i32);
        let its = self.byte_string(byte);
        let text = self.word(Tag::String);
        self.b.ins().jump(done, &[its.into(), text.into()]);
        self.b.switch_to_block(other);
    }

    /// A value, or what it refers to.
    pub fn deref(&mut self, inst: &Inst) {
        let (payload, word) = self.boxed(inst.args[0]);
        let (done, held) = self.block_of_words();
        let follow = self.b.create_block();
        if self.type_of(inst.args[0]).tags == Tags::REFERENCE {
            self.b.ins().jump(follow, &[]);
        } else {
            let tag = self.tag_of(word);
            let refers = self.b.ins().icmp_imm_u(IntCC::Equal, tag, Tag::Reference as i64);
            self.b.ins().brif(refers, follow, &[], done, &[payload.into(), word.into()]);
        }
        self.b.switch_to_block(follow);
        let inside = offset_of!(RefHeader, value) as i32;
        let content = self.load(types::I64, payload, inside);
        let word = self.b.ins().uload32(MemFlags::trusted(), payload, inside + WORD);
        self.b.ins().jump(done, &[content.into(), word.into()]);
        self.b.switch_to_block(done);
        self.define(inst, held);
    }

    /// No typed property is bound to a reference.
    pub fn is_untyped(&mut self, reference: ValueId) -> Held {
        let (reference, _) = self.boxed(reference);
        let types = self.load(types::I64, reference, offset_of!(RefHeader, types) as i32);
        Held::Unboxed(self.b.ins().icmp_imm_u(IntCC::Equal, types, 0))
    }

    /// Writes to what a reference refers to, which is nothing counted.
    pub fn store_inside(&mut self, inst: &Inst) {
        let (reference, _) = self.boxed(inst.args[0]);
        self.put(inst.args[1], reference, offset_of!(RefHeader, value) as i32);
    }

    /// The same whatever is there.
    pub fn replace_inside(&mut self, inst: &Inst) {
        let (reference, _) = self.boxed(inst.args[0]);
        self.replace(inst, inst.args[1], (reference, offset_of!(RefHeader, value) as i32));
    }

    /// A value, or null where it is undefined.
    pub fn or_null(&mut self, inst: &Inst) {
        let (payload, word) = self.boxed(inst.args[0]);
        let tag = self.tag_of(word);
        let null = self.word(Tag::Null);
        let word = self.b.ins().select(tag, word, null);
        self.define(inst, Held::Boxed(payload, word));
    }

    /// How many elements an array has.
    pub fn array_length(&mut self, inst: &Inst) {
        let (array, _) = self.boxed(inst.args[0]);
        let length = self.b.ins().uload32(MemFlags::trusted(), array, offset_of!(ArrayHeader, len) as i32);
        self.define(inst, Held::Unboxed(length));
    }

    /// How many positions an array has.
    pub fn array_positions(&mut self, inst: &Inst) {
        let (array, _) = self.boxed(inst.args[0]);
        let positions = self.b.ins().uload32(MemFlags::trusted(), array, offset_of!(ArrayHeader, used) as i32);
        self.define(inst, Held::Unboxed(positions));
    }

    /// What an array has at a position, or the key there.
    pub fn in_order(&mut self, inst: &Inst) -> Held {
        let (array, _) = self.boxed(inst.args[0]);
        let position = self.unboxed(inst.args[1]);
        let element = self.element_in_order(array, position);
        if inst.kind == Kind::ValueInOrder {
            return Held::Boxed(element.payload, element.word);
        }
        let (key, word) = self.key_of(&element, position);
        Held::Boxed(key, word)
    }

    /// How many bytes a string has.
    pub fn string_length(&mut self, inst: &Inst) {
        let (string, _) = self.boxed(inst.args[0]);
        let length = self.load(types::I64, string, offset_of!(StrHeader, len) as i32);
        self.define(inst, Held::Unboxed(length));
    }

    /// The truth of a value.
    pub fn truth_of(&mut self, inst: &Inst) {
        let (payload, word) = self.boxed(inst.args[0]);
        let (simple, general, done) = (self.b.create_block(), self.b.create_block(), self.b.create_block());
        let answer = self.b.append_block_param(done, types::I8);
        let tag = self.tag_of(word);
        let more = self.b.ins().icmp_imm_u(IntCC::UnsignedGreaterThan, tag, Tag::True as i64);
        self.b.ins().brif(more, general, &[], simple, &[]);
        self.b.switch_to_block(simple);
        let truth = self.b.ins().icmp_imm_u(IntCC::Equal, tag, Tag::True as i64);
        self.b.ins().jump(done, &[truth.into()]);
        self.b.switch_to_block(general);
        if self.type_of(inst.args[0]).tags.has(Tag::Array) {
            let [of_array, of_other] = [0; 2].map(|_| self.b.create_block());
            let is_array = self.b.ins().icmp_imm_u(IntCC::Equal, tag, Tag::Array as i64);
            self.b.ins().brif(is_array, of_array, &[], of_other, &[]);
            self.b.switch_to_block(of_array);
            let length = self.load(types::I32, payload, offset_of!(ArrayHeader, len) as i32);
            let some = self.b.ins().icmp_imm_u(IntCC::NotEqual, length, 0);
            self.b.ins().jump(done, &[some.into()]);
            self.b.switch_to_block(of_other);
        }
        if self.type_of(inst.args[0]).tags.has(Tag::Object) {
            let [of_object, of_other] = [0; 2].map(|_| self.b.create_block());
            let is_object = self.b.ins().icmp_imm_u(IntCC::Equal, tag, Tag::Object as i64);
            self.b.ins().brif(is_object, of_object, &[], of_other, &[]);
            self.b.switch_to_block(of_object);
            let offsets = self.what.offsets;
            let class = self.load(types::I64, payload, offsets.object_class);
            // Those whose class has no say are true.
            let cast = self.load(types::I64, class, offsets.class_cast);
            let truth = self.b.ins().iconst(types::I8, 1);
            self.b.ins().brif(cast, of_other, &[], done, &[truth.into()]);
            self.b.switch_to_block(of_other);
        }
        let (function, vm) = (self.address(self.what.engine.truth), self.vm);
        let truth = self.call(function, &[payload, word, vm], 1)[0];
        let truth = self.b.ins().ireduce(types::I8, truth);
        self.b.ins().jump(done, &[truth.into()]);
        self.b.switch_to_block(done);
        self.define(inst, Held::Unboxed(answer));
    }

    /// A string is the same as a constant.
    pub fn same_string(&mut self, inst: &Inst, constant: u32) {
        let (string, _) = self.boxed(inst.args[0]);
        let [wanted, _] = (self.what.constant)(constant);
        let (general, done) = (self.b.create_block(), self.b.create_block());
        let answer = self.b.append_block_param(done, types::I8);
        let known = self.address(wanted as usize);
        let same = self.b.ins().icmp(IntCC::Equal, string, known);
        let yes = self.b.ins().iconst(types::I8, 1);
        self.b.ins().brif(same, done, &[yes.into()], general, &[]);
        self.b.switch_to_block(general);
        let [length, wanted] = [string, known].map(|text| self.load(types::I64, text, offset_of!(StrHeader, len) as i32));
        let differs = self.b.ins().icmp(IntCC::NotEqual, length, wanted);
        let (no, alike) = (self.b.ins().iconst(types::I8, 0), self.b.create_block());
        self.b.ins().brif(differs, done, &[no.into()], alike, &[]);
        self.b.switch_to_block(alike);
        let most = if self.what.compact { 1 } else { MOST_IN_PLACE };
        let truth = match (self.what.text)(constant) {
            Some(text) if text.len() <= most => self.has_bytes(string, &text),
            _ => {
                let function = self.address(self.what.engine.same_string);
                let place = self.address((self.what.constant_place)(constant));
                let truth = self.call(function, &[string, place], 1)[0];
                self.b.ins().ireduce(types::I8, truth)
            }
        };
        self.b.ins().jump(done, &[truth.into()]);
        self.b.switch_to_block(done);
        self.define(inst, Held::Unboxed(answer));
    }

    /// Whether a string of the same length has these bytes, which are compared as words; the last word may overlap the one before.
    fn has_bytes(&mut self, string: Ir, text: &[u8]) -> Ir {
        let size = [8, 4, 2, 1].into_iter().find(|size| *size <= text.len()).unwrap_or(1);
        let ty = [types::I8, types::I16, types::I32, types::I64][size.trailing_zeros() as usize];
        let last = text.len().saturating_sub(size);
        let places = (0..last).step_by(size).chain((!text.is_empty()).then_some(last));
        let differences: Vec<Ir> = places
            .map(|at| {
                let wanted = text[at..at + size].iter().rev().fold(0, |word, byte| word << 8 | i64::from(*byte));
                let wanted = self.b.ins().iconst(ty, wanted);
                let found = self.b.ins().load(ty, MemFlags::trusted(), string, (StrHeader::BYTES + at) as i32);
                self.b.ins().bxor(found, wanted)
            })
            .collect();
        let differs = differences.into_iter().reduce(|all, one| self.b.ins().bor(all, one));
        match differs {
            Some(differs) => self.b.ins().icmp_imm_u(IntCC::Equal, differs, 0),
            None => self.b.ins().iconst(types::I8, 1),
        }
    }

    /// The op that a jump table leads to for a string.
    pub fn case_of(&mut self, inst: &Inst) {
        let (string, _) = self.boxed(inst.args[0]);
        let table = self.address((self.what.switch)(inst.at));
        let function = self.address(self.what.engine.case_of);
        let op = self.call(function, &[string, table], 1)[0];
        self.define(inst, Held::Unboxed(op));
    }

    /// The function in a window has parameters by reference.
    pub fn takes_references(&mut self, inst: &Inst, window: u32) {
        let offsets = self.what.offsets;
        if let Some(callee) = self.certain_callee(inst.at, window) {
            let answer = self.b.ins().iconst(types::I8, i64::from(!callee.by_reference.is_empty()));
            return self.define(inst, Held::Unboxed(answer));
        }
        let func = self.load(types::I64, self.fp, offset(window + FRAME_HEADER_SLOTS) + offsets.func);
        let flags = self.load(types::I32, func, offsets.func_flags);
        let some = self.b.ins().band_imm_u(flags, i64::from(FnFlags::REF_PARAMS.0));
        let answer = self.b.ins().icmp_imm_u(IntCC::NotEqual, some, 0);
        self.define(inst, Held::Unboxed(answer));
    }
}
