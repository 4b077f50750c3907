//! Ops that are left to the interpreter's code, done in place where the slots hold what they mostly do: `foreach` over arrays, elements of array
//! literals, properties.
//!
//! Each does what the op's handler would do, or nothing at all before it goes on to where that is called.

use std::mem::offset_of;

use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{Block, InstBuilder, MemFlagsData as MemFlags, Value as Ir, types};
use loxo_bytecode::{NONE, Op, OpCode, THIS, flag};
use loxo_value::{ArrayHeader, Bucket, COLLECTABLE, FLAG_HASH, IMMORTAL, REFCOUNTED, RcHeader, RefHeader, Tag};

use crate::function::{FLAGS, FunctionEmitter, SLOT, WORD, Ways, offset, word_of};

/// An element of an array, in registers.
pub(crate) struct Element {
    /// Not 0: the array is a hash table.
    pub is_hash: Ir,
    pub place: Ir,
    pub payload: Ir,
    pub word: Ir,
}

/// An op that is left to the interpreter's code, but mostly done in place.
pub fn is_done_in_place(code: OpCode) -> bool {
    use OpCode as O;
    matches!(
        code,
        O::IterFree
            | O::IterInit
            | O::IterNext
            | O::IterNextTmp
            | O::IterNextRef
            | O::ArrayPut
            | O::FetchClass
            | O::InstanceOf
            | O::FetchClassConst
            | O::FetchClassName
            | O::FetchConst
            | O::FetchConstNs
            | O::FetchStaticProp
            | O::IssetStaticProp
            | O::AssignStaticProp
            | O::AssignStaticPropOp
            | O::IncDecStaticProp
            | O::InitFn
            | O::InitMethod
            | O::InitStaticCall
            | O::InitDyn
            | O::New
            | O::MakeClosure
            | O::ClosureUse
            | O::JumpIfNoConstructor
            | O::CopyArg
            | O::CollectVariadic
            | O::CheckParam
            | O::CheckReturn
            | O::AssignProp
            | O::AssignPropOp
            | O::IncDecProp
            | O::PromoteParam
            | O::BindGlobal
            | O::MakeRef
            | O::BindRef
            | O::UnsetVar
            | O::Identical
            | O::NotIdentical
            | O::JumpIdentical
            | O::JumpNotIdentical
            | O::JumpIdenticalK
            | O::JumpNotIdenticalK
            | O::AppendStr
            | O::Equal
            | O::NotEqual
            | O::JumpEqual
            | O::JumpNotEqual
            | O::Less
            | O::LessEqual
            | O::JumpLess
            | O::JumpLessEqual
            | O::JumpNotLess
            | O::JumpNotLessEqual
    )
}

impl FunctionEmitter<'_, '_> {
    /// Does an op that goes on to the next one, and then goes to a block.
    pub fn run_in_place(&mut self, at: u32, on: Block) {
        let op = self.what.function.code[at as usize];
        match op.code {
            OpCode::IterFree => self.free_iterator(&op, on),
            OpCode::ArrayPut => self.put_element(&op, on),
            OpCode::FetchClass => self.fetch_class(&op, on),
            OpCode::InstanceOf => self.instance_of(at, &op, on),
            OpCode::FetchClassConst => self.class_constant(at, &op, on),
            OpCode::FetchClassName => self.class_name(at, &op, on),
            OpCode::FetchConst | OpCode::FetchConstNs => self.named_constant(at, &op, on),
            OpCode::FetchStaticProp => self.fetch_static(at, &op, on),
            OpCode::IssetStaticProp => self.isset_static(at, &op, on),
            OpCode::AssignStaticProp => self.assign_static(at, &op, on),
            OpCode::AssignStaticPropOp => self.change_static(at, &op, on),
            OpCode::IncDecStaticProp => self.step_static(at, &op, on),
            OpCode::InitFn => self.start_call(at, &op, on),
            OpCode::MakeClosure => self.make_closure(at, &op, on),
            OpCode::ClosureUse => self.capture(&op, on),
            OpCode::AssignProp => self.assign_property(at, &op, on),
            OpCode::AssignPropOp => self.change_property(at, &op, on),
            OpCode::IncDecProp => self.step_property(at, &op, on),
            OpCode::PromoteParam => self.promote_parameter(at, &op, on),
            OpCode::BindGlobal => self.bind_global(at, &op, on),
            OpCode::MakeRef => self.make_reference(&op, on),
            OpCode::BindRef => self.bind_reference(&op, on),
            OpCode::UnsetVar => self.unset_variable(&op, on),
            OpCode::AppendStr => self.append_text(&op, on),
            OpCode::Identical | OpCode::NotIdentical | OpCode::Equal | OpCode::NotEqual => self.compare_slots(&op, on),
            OpCode::Less | OpCode::LessEqual => self.compare_slots(&op, on),
            _ => {}
        }
    }

    /// Does an op that may jump, and then goes to one of two blocks.
    pub fn jump_in_place(&mut self, at: u32, ways: Ways) {
        let op = self.what.function.code[at as usize];
        match op.code {
            OpCode::IterInit => self.start_iteration(&op, ways),
            OpCode::IterNext => self.iterate(&op, ways, true),
            OpCode::IterNextTmp => self.iterate(&op, ways, false),
            OpCode::IterNextRef => self.iterate_by_reference(&op, ways),
            OpCode::JumpIdentical | OpCode::JumpNotIdentical | OpCode::JumpEqual | OpCode::JumpNotEqual => self.jump_on_slots(&op, ways),
            OpCode::JumpLess | OpCode::JumpLessEqual | OpCode::JumpNotLess | OpCode::JumpNotLessEqual => self.jump_on_slots(&op, ways),
            OpCode::JumpIdenticalK | OpCode::JumpNotIdenticalK => self.jump_on_int(&op, ways),
            _ => {}
        }
    }

    /// Goes to a block unless a slot has this tag; gives its payload and word.
    fn slot_of_tag(&mut self, slot: u32, tag: Tag, general: Block) -> (Ir, Ir) {
        let (fp, at) = (self.fp, offset(slot));
        let word = self.b.ins().uload32(MemFlags::trusted(), fp, at + WORD);
        let found = self.tag_of(word);
        let other = self.b.ins().icmp_imm_u(IntCC::NotEqual, found, tag as i64);
        self.unless(other, general);
        (self.load(types::I64, fp, at), word)
    }

    /// Goes to a block if a value is undefined or a reference.
    pub fn unless_plain(&mut self, word: Ir, general: Block) {
        let tag = self.b.ins().ireduce(types::I8, word);
        let above = self.b.ins().iadd_imm_s(tag, -(Tag::Null as i64));
        let other = self.b.ins().icmp_imm_u(IntCC::UnsignedGreaterThanOrEqual, above, Tag::Reference as i64 - Tag::Null as i64);
        self.unless(other, general);
    }

    /// One owner less of a temporary that is counted, or goes to a block if there was only one. It becomes no possible root of the collector's.
    pub fn give_up_temporary(&mut self, thing: Ir, general: Block) {
        let owners = self.load(types::I32, thing, offset_of!(RcHeader, refcount) as i32);
        let last = self.b.ins().icmp_imm_u(IntCC::Equal, owners, 1);
        self.unless(last, general);
        let (less, on) = (self.b.create_block(), self.b.create_block());
        // Immortal things keep their count.
        let mortal = self.b.ins().icmp_imm_s(IntCC::SignedGreaterThan, owners, 0);
        self.b.ins().brif(mortal, less, &[], on, &[]);
        self.b.switch_to_block(less);
        let fewer = self.b.ins().iadd_imm_s(owners, -1);
        self.store(fewer, thing, offset_of!(RcHeader, refcount) as i32);
        self.b.ins().jump(on, &[]);
        self.b.switch_to_block(on);
    }

    // -------------------------------------------------------------------------------------------------- foreach

    fn start_iteration(&mut self, op: &Op, ways: Ways) {
        if op.b == THIS {
            return;
        }
        let (fp, general) = (self.fp, self.b.create_block());
        let (array, word) = self.slot_of_tag(op.b, Tag::Array, general);
        let length = self.load(types::I32, array, offset_of!(ArrayHeader, len) as i32);
        let empty = self.b.ins().icmp_imm_u(IntCC::Equal, length, 0);
        self.unless(empty, general);
        if op.flags & flag::CONSUME_B == 0 {
            self.count(array, word);
        }
        self.store(array, fp, offset(op.a));
        self.store(word, fp, offset(op.a) + WORD);
        let (zero, int) = (self.address(0), self.word(Tag::Int));
        self.store(zero, fp, offset(op.a + 1));
        self.store(int, fp, offset(op.a + 1) + WORD);
        self.b.ins().jump(ways.on, &[]);
        self.b.switch_to_block(general);
    }

    fn iterate(&mut self, op: &Op, ways: Ways, assigns: bool) {
        if op.b == THIS || op.b == NONE {
            return;
        }
        let (fp, general) = (self.fp, self.b.create_block());
        let (array, _) = self.slot_of_tag(op.a, Tag::Array, general);
        let position = self.load(types::I64, fp, offset(op.a + 1));
        let used = self.b.ins().uload32(MemFlags::trusted(), array, offset_of!(ArrayHeader, used) as i32);
        let within = self.b.create_block();
        let is_over = self.b.ins().icmp(IntCC::UnsignedGreaterThanOrEqual, position, used);
        self.b.ins().brif(is_over, ways.away, &[], within, &[]);
        self.b.switch_to_block(within);
        let element = self.element_in_order(array, position);
        let (payload, word) = self.behind_reference(element.payload, element.word);
        self.unless_plain(word, general);
        if assigns {
            let old = self.b.ins().uload32(MemFlags::trusted(), fp, offset(op.b) + WORD);
            self.give_up(fp, offset(op.b), old, general);
        }
        self.store(payload, fp, offset(op.b));
        self.store(word, fp, offset(op.b) + WORD);
        self.count(payload, word);
        if op.x != NONE {
            self.write_key(&element, position, op.x);
        }
        let next = self.b.ins().iadd_imm_s(position, 1);
        self.store(next, fp, offset(op.a + 1));
        self.b.ins().jump(ways.on, &[]);
        self.b.switch_to_block(general);
    }

    /// What a reference refers to, or what is no reference.
    fn behind_reference(&mut self, payload: Ir, word: Ir) -> (Ir, Ir) {
        const VALUE: i32 = offset_of!(RefHeader, value) as i32;
        let (refers, done) = (self.b.create_block(), self.b.create_block());
        let found = [0; 2].map(|_| self.b.append_block_param(done, types::I64));
        let tag = self.tag_of(word);
        let is_reference = self.b.ins().icmp_imm_u(IntCC::Equal, tag, Tag::Reference as i64);
        self.b.ins().brif(is_reference, refers, &[], done, &[payload.into(), word.into()]);
        self.b.switch_to_block(refers);
        let inside = self.load(types::I64, payload, VALUE);
        let its = self.b.ins().uload32(MemFlags::trusted(), payload, VALUE + WORD);
        self.b.ins().jump(done, &[inside.into(), its.into()]);
        self.b.switch_to_block(done);
        (found[0], found[1])
    }

    fn iterate_by_reference(&mut self, op: &Op, ways: Ways) {
        let [iter, var] = [op.a, op.b].map(|slot| self.b.ins().iadd_imm_s(self.fp, i64::from(offset(slot))));
        let key = if op.x == NONE { self.address(0) } else { self.b.ins().iadd_imm_s(self.fp, i64::from(offset(op.x))) };
        let (function, general) = (self.address(self.what.engine.bind_next), self.b.create_block());
        let bound = self.call(function, &[iter, var, key], 1)[0];
        self.b.ins().brif(bound, ways.on, &[], general, &[]);
        self.b.switch_to_block(general);
    }

    /// The element at a position of an array.
    pub fn element_in_order(&mut self, array: Ir, position: Ir) -> Element {
        let flags = self.load(types::I32, array, offset_of!(ArrayHeader, flags) as i32);
        let data = self.load(types::I64, array, offset_of!(ArrayHeader, data) as i32);
        let values = self.b.ins().ishl_imm_u(position, i64::from(SLOT.trailing_zeros()));
        // A bucket is twice as large as a value.
        const { assert!(size_of::<Bucket>() == 2 * SLOT as usize && FLAG_HASH == 1) };
        let is_hash = self.b.ins().band_imm_u(flags, i64::from(FLAG_HASH));
        let distance = self.b.ins().ishl(values, is_hash);
        let place = self.b.ins().iadd(data, distance);
        let payload = self.load(types::I64, place, 0);
        let word = self.b.ins().uload32(MemFlags::trusted(), place, WORD);
        Element { is_hash, place, payload, word }
    }

    /// Gives up what a place holds that is written next, or goes to a block if that takes more than a lower count.
    pub fn give_up(&mut self, place: Ir, at: i32, word: Ir, general: Block) {
        let counted = self.b.ins().band_imm_u(word, i64::from(REFCOUNTED) << 8);
        let [thing, many, on] = [0; 3].map(|_| self.b.create_block());
        self.b.ins().brif(counted, thing, &[], on, &[]);
        self.b.switch_to_block(thing);
        // References are written through.
        let tag = self.tag_of(word);
        let refers = self.b.ins().icmp_imm_u(IntCC::Equal, tag, Tag::Reference as i64);
        self.unless(refers, general);
        let thing = self.load(types::I64, place, at);
        let owners = self.load(types::I32, thing, offset_of!(RcHeader, refcount) as i32);
        let several = self.b.ins().icmp_imm_s(IntCC::SignedGreaterThan, owners, 1);
        self.b.ins().brif(several, many, &[], general, &[]);
        self.b.switch_to_block(many);
        let collectable = self.b.ins().band_imm_u(word, i64::from(COLLECTABLE) << 8);
        self.one_owner_less(thing, collectable, general);
        self.b.ins().jump(on, &[]);
        self.b.switch_to_block(on);
    }

    /// The key of an element, borrowed. One that is immortal is not counted: what holds it is overwritten without a look at it.
    pub fn key_of(&mut self, element: &Element, position: Ir) -> (Ir, Ir) {
        let [of_hash, text, done] = [0; 3].map(|_| self.b.create_block());
        let key = self.b.append_block_param(done, types::I64);
        let word = self.b.append_block_param(done, types::I64);
        let int = self.word(Tag::Int);
        self.b.ins().brif(element.is_hash, of_hash, &[], done, &[position.into(), int.into()]);
        self.b.switch_to_block(of_hash);
        let found = self.load(types::I64, element.place, offset_of!(Bucket, key) as i32);
        let hash = self.load(types::I32, element.place, offset_of!(Bucket, hash) as i32);
        self.b.ins().brif(hash, text, &[], done, &[found.into(), int.into()]);
        self.b.switch_to_block(text);
        // The counts of immortal things are negative.
        const { assert!(IMMORTAL == 1 << 31 && REFCOUNTED == 1) };
        let owners = self.b.ins().uload32(MemFlags::trusted(), found, offset_of!(RcHeader, refcount) as i32);
        let mortal = self.b.ins().bxor_imm_u(owners, i64::from(IMMORTAL));
        let flags = self.b.ins().ushr_imm_u(mortal, 31 - 8);
        let flags = self.b.ins().band_imm_u(flags, i64::from(REFCOUNTED) << 8);
        let its = self.b.ins().bor_imm_u(flags, word_of(Tag::String));
        self.b.ins().jump(done, &[found.into(), its.into()]);
        self.b.switch_to_block(done);
        (key, word)
    }

    /// Writes the key of an element to a temporary.
    fn write_key(&mut self, element: &Element, position: Ir, slot: u32) {
        let (key, word) = self.key_of(element, position);
        let fp = self.fp;
        self.store(key, fp, offset(slot));
        self.store(word, fp, offset(slot) + WORD);
        self.count(key, word);
    }

    fn free_iterator(&mut self, op: &Op, on: Block) {
        let [general, free, done] = [0; 3].map(|_| self.b.create_block());
        let (array, word) = self.slot_of_tag(op.a, Tag::Array, general);
        let counted = self.b.ins().band_imm_u(word, i64::from(REFCOUNTED) << 8);
        self.b.ins().brif(counted, free, &[], done, &[]);
        self.b.switch_to_block(free);
        self.give_up_temporary(array, general);
        self.b.ins().jump(done, &[]);
        self.b.switch_to_block(done);
        self.undefine(op.a, on);
        self.b.switch_to_block(general);
    }

    /// A slot holds nothing any more; goes to a block.
    fn undefine(&mut self, slot: u32, on: Block) {
        let (undef, fp) = (self.word(Tag::Undef), self.fp);
        self.store(undef, fp, offset(slot) + WORD);
        self.b.ins().jump(on, &[]);
    }

    // --------------------------------------------------------------------------- strings, literals, properties

    /// Appends a short string to a variable that is a string whose block has space for it.
    fn append_text(&mut self, op: &Op, on: Block) {
        if op.a == THIS || op.b == THIS {
            return;
        }
        let [place, source] = [op.a, op.b].map(|slot| self.b.ins().iadd_imm_s(self.fp, i64::from(offset(slot))));
        let (consumed, function) = (self.address(usize::from(op.flags & flag::CONSUME_B != 0)), self.address(self.what.engine.append_text));
        let general = self.b.create_block();
        let done = self.call(function, &[place, source, consumed], 1)[0];
        self.b.ins().brif(done, on, &[], general, &[]);
        self.b.switch_to_block(general);
    }

    /// Writes a value that is in a slot to a place that owns nothing.
    pub fn put_value(&mut self, payload: Ir, word: Ir, place: Ir, moves: bool) {
        self.store(payload, place, 0);
        // What lies behind the tag and flags is not the value's.
        self.store(word, place, WORD);
        if !moves {
            self.count(payload, word);
        }
    }

    fn put_element(&mut self, op: &Op, on: Block) {
        if op.c == THIS {
            return;
        }
        let (fp, general) = (self.fp, self.b.create_block());
        let word = self.b.ins().uload32(MemFlags::trusted(), fp, offset(op.c) + WORD);
        self.unless_plain(word, general);
        let payload = self.load(types::I64, fp, offset(op.c));
        let array = self.load(types::I64, fp, offset(op.a));
        let position = self.b.ins().iconst(types::I64, i64::from(op.b));
        let place = self.element_in_order(array, position).place;
        self.put_value(payload, word, place, op.flags & flag::CONSUME_C != 0);
        self.b.ins().jump(on, &[]);
        self.b.switch_to_block(general);
    }

    /// Assigns to the property that the op found before in objects of this class, if the class takes the value as it is.
    fn assign_property(&mut self, at: u32, op: &Op, on: Block) {
        if op.c == THIS || op.flags & (flag::KEEP | flag::CONSUME_A) != 0 {
            return;
        }
        let (fp, general) = (self.fp, self.b.create_block());
        let (place, found) = self.property_of_class(at, op.a, general);
        let word = self.b.ins().uload32(MemFlags::trusted(), fp, offset(op.c) + WORD);
        let payload = self.load(types::I64, fp, offset(op.c));
        self.unless_held(at, found, [payload, word], general);
        self.overwrite_property(place, [payload, word], op.flags & flag::CONSUME_C != 0, general);
        self.b.ins().jump(on, &[]);
        self.b.switch_to_block(general);
    }

    /// Binds a variable that owns nothing to a global variable that was found before and is a reference.
    fn bind_global(&mut self, at: u32, op: &Op, on: Block) {
        let (fp, vm, offsets, general) = (self.fp, self.vm, self.what.offsets, self.b.create_block());
        let flags = self.b.ins().uload8(types::I32, MemFlags::trusted(), fp, offset(op.a) + FLAGS);
        let counted = self.b.ins().band_imm_u(flags, i64::from(REFCOUNTED));
        self.unless(counted, general);
        let globals = self.load(types::I64, vm, offsets.globals);
        let generation = self.load(types::I64, globals, offsets.generation);
        let (caches, value) = self.cached(at, generation, general);
        let place = self.load(types::I64, caches, value);
        let word = self.b.ins().uload32(MemFlags::trusted(), place, WORD);
        let tag = self.tag_of(word);
        let plain = self.b.ins().icmp_imm_u(IntCC::NotEqual, tag, Tag::Reference as i64);
        self.unless(plain, general);
        let reference = self.load(types::I64, place, 0);
        self.store(reference, fp, offset(op.a));
        self.store(word, fp, offset(op.a) + WORD);
        // References are never immortal.
        self.add_owners(reference, 1);
        self.b.ins().jump(on, &[]);
        self.b.switch_to_block(general);
    }

    /// Another owner of the reference that a variable is.
    fn make_reference(&mut self, op: &Op, on: Block) {
        if op.b == THIS {
            return;
        }
        let (fp, general) = (self.fp, self.b.create_block());
        let (reference, word) = self.slot_of_tag(op.b, Tag::Reference, general);
        // References are never immortal.
        self.add_owners(reference, 1);
        self.store(reference, fp, offset(op.a));
        self.store(word, fp, offset(op.a) + WORD);
        self.b.ins().jump(on, &[]);
        self.b.switch_to_block(general);
    }

    /// Binds a variable that owns nothing to a reference, which moves.
    fn bind_reference(&mut self, op: &Op, on: Block) {
        if op.a == THIS || op.b == THIS || op.flags & flag::CONSUME_B == 0 {
            return;
        }
        let (fp, general) = (self.fp, self.b.create_block());
        let (reference, word) = self.slot_of_tag(op.b, Tag::Reference, general);
        let flags = self.b.ins().uload8(types::I32, MemFlags::trusted(), fp, offset(op.a) + FLAGS);
        let counted = self.b.ins().band_imm_u(flags, i64::from(REFCOUNTED));
        self.unless(counted, general);
        self.store(reference, fp, offset(op.a));
        self.store(word, fp, offset(op.a) + WORD);
        self.b.ins().jump(on, &[]);
        self.b.switch_to_block(general);
    }

    /// Unsets a variable that owns nothing, or is a reference that others own too and that holds nothing counted.
    fn unset_variable(&mut self, op: &Op, on: Block) {
        if op.a == THIS {
            return;
        }
        let (fp, general, done) = (self.fp, self.b.create_block(), self.b.create_block());
        let word = self.b.ins().uload32(MemFlags::trusted(), fp, offset(op.a) + WORD);
        let counted = self.b.ins().band_imm_u(word, i64::from(REFCOUNTED) << 8);
        let refers = self.b.create_block();
        self.b.ins().brif(counted, refers, &[], done, &[]);
        self.b.switch_to_block(refers);
        let (reference, _) = self.slot_of_tag(op.a, Tag::Reference, general);
        let inside = self.b.ins().uload8(types::I32, MemFlags::trusted(), reference, offset_of!(RefHeader, value) as i32 + FLAGS);
        let holds = self.b.ins().band_imm_u(inside, i64::from(REFCOUNTED));
        self.unless(holds, general);
        self.give_up_temporary(reference, general);
        self.b.ins().jump(done, &[]);
        self.b.switch_to_block(done);
        self.undefine(op.a, on);
        self.b.switch_to_block(general);
    }

    /// Starts a call of the function that has a name now.
    fn start_call(&mut self, at: u32, op: &Op, on: Block) {
        let Some(entry) = (self.what.named_function)(at) else { return };
        let general = self.b.create_block();
        let func = self.named(self.what.functions_table, entry, general);
        let missing = self.b.ins().icmp_imm_u(IntCC::Equal, func, 0);
        self.unless(missing, general);
        let window = self.window(op);
        self.open_window(func, window);
        // The flags follow.
        let none = self.address(0);
        self.store(none, window, self.what.offsets.nargs);
        self.b.ins().jump(on, &[]);
        self.b.switch_to_block(general);
    }
}
