//! Ops of compiled functions that name classes, done in place: constants and static properties that were found before, `instanceof`.

use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{Block, InstBuilder, MemFlagsData as MemFlags, Value as Ir, types};
use loxo_bytecode::{ClassFlags, ClassOperand, FnFlags, Op, THIS, TypeMask, flag};
use loxo_form::{Inst, IntOp};
use loxo_value::{REFCOUNTED, Tag};

use crate::function::{FLAGS, FunctionEmitter, Held, WORD, Ways, offset};

/// Where in an inline cache of a static property the bits of the tags begin that it takes as they are. No address reaches so far.
const STATIC_ACCEPTED: u32 = 48;

/// So many ancestors of a class the code compares with before it asks the engine.
const MOST_ANCESTORS: u32 = 3;

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

    /// The class that an op's operand means now. Goes to a block if there is none; `None`: the interpreter finds it.
    pub fn class_operand(&mut self, at: u32, operand: u32, general: Block) -> Option<Ir> {
        let offsets = self.what.offsets;
        let class = match ClassOperand::decode(operand) {
            ClassOperand::Name(_) => {
                let entry = (self.what.named_class)(at)?;
                self.class_named(entry, general)
            }
            // The temporary holds the class's address.
            ClassOperand::Slot(slot) => self.load(types::I64, self.fp, offset(slot)),
            // A closure's object may have nothing to do with its scope.
            _ if self.what.function.flags.has(FnFlags::CLOSURE) => return None,
            relative => {
                let running = self.load(types::I64, self.fp, offsets.func);
                let scope = self.load(types::I64, running, offsets.func_class);
                let missing = self.b.ins().icmp_imm_u(IntCC::Equal, scope, 0);
                self.unless(missing, general);
                match relative {
                    ClassOperand::Parent => self.load(types::I64, scope, offsets.class_parent),
                    ClassOperand::Static => self.called_class(scope, false, general),
                    _ => return Some(scope),
                }
            }
        };
        let missing = self.b.ins().icmp_imm_u(IntCC::Equal, class, 0);
        self.unless(missing, general);
        Some(class)
    }

    /// The class of an object, as ops that name classes take it.
    pub fn fetch_class(&mut self, op: &Op, on: Block) {
        if op.flags & flag::CONSUME_B != 0 {
            return;
        }
        let (fp, general) = (self.fp, self.b.create_block());
        let object = self.object_in(op.b, general);
        let class = self.load(types::I64, object, self.what.offsets.object_class);
        let int = self.word(Tag::Int);
        self.store(class, fp, offset(op.a));
        self.store(int, fp, offset(op.a) + WORD);
        self.b.ins().jump(on, &[]);
        self.b.switch_to_block(general);
    }

    /// The name of the class that the op means: names of classes are interned.
    pub fn class_name(&mut self, at: u32, op: &Op, on: Block) {
        let (fp, general) = (self.fp, self.b.create_block());
        let Some(class) = self.class_operand(at, op.b, general) else { return };
        let name = self.load(types::I64, class, self.what.offsets.class_name);
        let string = self.word(Tag::String);
        self.store(name, fp, offset(op.a));
        self.store(string, fp, offset(op.a) + WORD);
        self.b.ins().jump(on, &[]);
        self.b.switch_to_block(general);
    }

    /// Copies the constant that the op has read before, if it is that of the same class: in all requests, or in this one.
    pub fn class_constant(&mut self, at: u32, op: &Op, on: Block) {
        let (fp, offsets, general) = (self.fp, self.what.offsets, self.b.create_block());
        let Some(class) = self.class_operand(at, op.b, general) else { return };
        let caches = self.load(types::I64, self.vm, offsets.caches);
        let cache = (self.what.cache)(at) as i32 * offsets.cache;
        let known = self.load(types::I64, caches, cache + offsets.cache_key);
        let [last, own, other, found] = [0; 4].map(|_| self.b.create_block());
        let place = self.b.append_block_param(found, types::I64);
        let is_shared = self.b.ins().icmp(IntCC::Equal, known, class);
        self.b.ins().brif(is_shared, last, &[], own, &[]);
        self.b.switch_to_block(own);
        let key = self.in_request(class);
        let is_own = self.b.ins().icmp(IntCC::Equal, known, key);
        self.b.ins().brif(is_own, last, &[], other, &[]);
        self.b.switch_to_block(last);
        let its = self.load(types::I64, caches, cache + offsets.cache_value);
        self.b.ins().jump(found, &[its.into()]);
        self.b.switch_to_block(other);
        self.b.set_cold_block(other);
        // The constants of several classes have been read here.
        for key in [class, key] {
            let missing = self.b.create_block();
            let cache = self.b.ins().iconst(types::I64, i64::from((self.what.cache)(at)));
            let (function, vm) = (self.address(self.what.engine.seen), self.vm);
            let its = self.call(function, &[vm, cache, key], 1)[0];
            self.b.ins().brif(its, found, &[its.into()], missing, &[]);
            self.b.switch_to_block(missing);
        }
        self.b.ins().jump(general, &[]);
        self.b.switch_to_block(found);
        let payload = self.load(types::I64, place, 0);
        let word = self.b.ins().uload32(MemFlags::trusted(), place, WORD);
        self.store(payload, fp, offset(op.a));
        self.store(word, fp, offset(op.a) + WORD);
        self.count(payload, word);
        self.b.ins().jump(on, &[]);
        self.b.switch_to_block(general);
    }

    /// Copies the constant that has a name now, or else the other one.
    pub fn named_constant(&mut self, at: u32, op: &Op, on: Block) {
        let (fp, [table, count]) = (self.fp, self.what.constants_table);
        for [number, distance] in (self.what.named_constants)(at) {
            let missing = self.b.create_block();
            let count = self.load(types::I64, self.vm, count);
            let beyond = self.b.ins().icmp_imm_u(IntCC::UnsignedLessThanOrEqual, count, i64::from(number));
            self.unless(beyond, missing);
            let table = self.load(types::I64, self.vm, table);
            let word = self.b.ins().uload32(MemFlags::trusted(), table, distance as i32 + WORD);
            // Nothing is there: as what is undefined.
            self.unless_plain(word, missing);
            let payload = self.load(types::I64, table, distance as i32);
            self.store(payload, fp, offset(op.a));
            self.store(word, fp, offset(op.a) + WORD);
            self.count(payload, word);
            self.b.ins().jump(on, &[]);
            self.b.switch_to_block(missing);
        }
    }

    /// The key of what holds for a class in this request.
    fn in_request(&mut self, class: Ir) -> Ir {
        let request = self.load(types::I64, self.vm, self.what.offsets.request_key);
        self.b.ins().iadd(class, request)
    }

    /// Goes on if a parameter or a result is an object of a class that its declared type is known to take.
    pub fn check_class(&mut self, at: u32, is_param: bool, on: Block) {
        let op = self.what.function.code[at as usize];
        let declared = (self.what.declared_type)(is_param.then_some(op.b));
        let returns_static = !is_param && self.what.function.return_type.as_ref().is_some_and(|ty| ty.mask.has(TypeMask::STATIC));
        // A closure's object may have nothing to do with its scope.
        let knows_called = returns_static && (self.what.on_object || !self.what.function.flags.has(FnFlags::CLOSURE));
        if op.a == THIS || declared.is_none() && !knows_called {
            return;
        }
        let (fp, offsets, general) = (self.fp, self.what.offsets, self.b.create_block());
        let object = self.object_in(op.a, general);
        if knows_called {
            // What is of the class of `$this` is of the called one.
            let called = if self.what.on_object {
                let this = self.load(types::I64, fp, offsets.this);
                self.load(types::I64, this, offsets.object_class)
            } else {
                let running = self.load(types::I64, fp, offsets.func);
                let scope = self.load(types::I64, running, offsets.func_class);
                self.called_class(scope, false, general)
            };
            let other = self.b.create_block();
            let found = self.load(types::I64, object, offsets.object_class);
            let same = self.b.ins().icmp(IntCC::Equal, found, called);
            self.b.ins().brif(same, on, &[], other, &[]);
            self.b.switch_to_block(other);
        }
        if let Some((ty, classes)) = declared {
            let asked = self.b.create_block();
            self.b.set_cold_block(asked);
            if classes.is_empty() {
                self.b.ins().jump(asked, &[]);
            } else {
                self.has_class(object, &classes, Ways { on: asked, away: on });
            }
            self.b.switch_to_block(asked);
            let found = self.load(types::I64, object, offsets.object_class);
            let (function, ty, vm) = (self.address(self.what.engine.takes), self.address(ty), self.vm);
            let takes = self.call(function, &[vm, ty, found], 1)[0];
            self.b.ins().brif(takes, on, &[], general, &[]);
        } else {
            self.b.ins().jump(general, &[]);
        }
        self.b.switch_to_block(general);
    }

    /// Answers for all but references and what is not defined.
    pub fn instance_of(&mut self, at: u32, op: &Op, on: Block) {
        if op.b == THIS {
            return;
        }
        let is_consumed = op.flags & flag::CONSUME_B != 0;
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
        // Builtin classes are in the table once somebody has asked for them.
        let missing = self.b.ins().icmp_imm_u(IntCC::Equal, class, 0);
        self.unless(missing, general);
        let object = self.load(types::I64, fp, offset(op.b));
        let its = self.load(types::I64, object, self.what.offsets.object_class);
        if is_consumed {
            // The class outlives its objects.
            self.give_up_temporary(object, general);
        }
        let is_same = self.b.ins().icmp(IntCC::Equal, its, class);
        self.b.ins().brif(is_same, same, &[], differs, &[]);
        self.b.switch_to_block(differs);
        let asked = self.b.create_block();
        // Interfaces are nobody's parents.
        let flags = self.load(types::I32, class, self.what.offsets.class_flags);
        let is_interface = self.b.ins().band_imm_u(flags, i64::from(ClassFlags::INTERFACE.0));
        self.unless(is_interface, asked);
        let mut ancestor = its;
        for _ in 0..MOST_ANCESTORS {
            let [exists, further] = [0; 2].map(|_| self.b.create_block());
            ancestor = self.load(types::I64, ancestor, self.what.offsets.class_parent);
            self.b.ins().brif(ancestor, exists, &[], not_instance, &[]);
            self.b.switch_to_block(exists);
            let is_same = self.b.ins().icmp(IntCC::Equal, ancestor, class);
            self.b.ins().brif(is_same, same, &[], further, &[]);
            self.b.switch_to_block(further);
        }
        self.b.ins().jump(asked, &[]);
        self.b.switch_to_block(asked);
        self.b.set_cold_block(asked);
        let function = self.address(self.what.engine.is_subclass);
        let answer = self.call(function, &[its, class], 1)[0];
        self.b.ins().brif(answer, same, &[], not_instance, &[]);
        self.b.switch_to_block(other);
        let above = self.b.ins().iadd_imm_s(tag, -(Tag::Null as i64));
        let special = self.b.ins().icmp_imm_u(IntCC::UnsignedGreaterThanOrEqual, above, Tag::Reference as i64 - Tag::Null as i64);
        self.unless(special, general);
        if is_consumed {
            let counted = self.load(types::I8, fp, offset(op.b) + FLAGS);
            let counted = self.b.ins().band_imm_u(counted, i64::from(REFCOUNTED));
            self.unless(counted, general);
        }
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

    // ------------------------------------------------------------------------------------------------ static properties

    /// What the op's inline cache says of the static property of the class that it names, in this request. `None`: nothing was emitted.
    fn static_found(&mut self, at: u32, operand: u32, general: Block) -> Option<Ir> {
        let class = self.class_operand(at, operand, general)?;
        let key = self.in_request(class);
        let (caches, value) = self.cached(at, key, general);
        Some(self.load(types::I64, caches, value))
    }

    /// The place of a static property that was found, if it takes a value with this word as it is, and the word of what is there, which is no reference.
    fn static_for(&mut self, found: Ir, word: Ir, general: Block) -> (Ir, Ir) {
        self.unless_tag_in(found, STATIC_ACCEPTED, word, general);
        let place = self.b.ins().band_imm_u(found, (1 << STATIC_ACCEPTED) - 1);
        let old = self.b.ins().uload32(MemFlags::trusted(), place, WORD);
        self.unless_plain(old, general);
        (place, old)
    }

    /// The place of the static property that an op steps to, if an array is there; or 0.
    pub fn place_of_static(&mut self, inst: &Inst) -> Held {
        let [done, general] = [0; 2].map(|_| self.b.create_block());
        let place = self.b.append_block_param(done, types::I64);
        let operand = self.what.function.code[inst.at as usize].a;
        match self.static_found(inst.at, operand, general) {
            Some(found) => {
                let its = self.b.ins().band_imm_u(found, (1 << STATIC_ACCEPTED) - 1);
                let tag = self.load(types::I8, its, WORD);
                let other = self.b.ins().icmp_imm_u(IntCC::NotEqual, tag, Tag::Array as i64);
                self.unless(other, general);
                self.b.ins().jump(done, &[its.into()]);
            }
            None => _ = self.b.ins().jump(general, &[]),
        }
        self.no_place(done, general);
        Held::Unboxed(place)
    }

    /// Copies a static property.
    pub fn fetch_static(&mut self, at: u32, op: &Op, on: Block) {
        let (fp, general) = (self.fp, self.b.create_block());
        let Some(place) = self.static_found(at, op.b, general) else { return };
        let word = self.b.ins().uload32(MemFlags::trusted(), place, WORD);
        self.unless_plain(word, general);
        let payload = self.load(types::I64, place, 0);
        self.store(payload, fp, offset(op.a));
        self.store(word, fp, offset(op.a) + WORD);
        self.count(payload, word);
        self.b.ins().jump(on, &[]);
        self.b.switch_to_block(general);
    }

    /// `isset()` of a static property; `empty()` of one that holds null, a bool or an int.
    pub fn isset_static(&mut self, at: u32, op: &Op, on: Block) {
        let (fp, general) = (self.fp, self.b.create_block());
        let Some(place) = self.static_found(at, op.b, general) else { return };
        let word = self.b.ins().uload32(MemFlags::trusted(), place, WORD);
        self.unless_plain(word, general);
        let tag = self.tag_of(word);
        let answer = if op.flags & flag::EMPTY == 0 {
            self.b.ins().icmp_imm_u(IntCC::NotEqual, tag, Tag::Null as i64)
        } else {
            let other = self.b.ins().icmp_imm_u(IntCC::UnsignedGreaterThan, tag, Tag::Int as i64);
            self.unless(other, general);
            let payload = self.load(types::I64, place, 0);
            let is_int = self.b.ins().icmp_imm_u(IntCC::Equal, tag, Tag::Int as i64);
            let zero = self.b.ins().icmp_imm_u(IntCC::Equal, payload, 0);
            let not_true = self.b.ins().icmp_imm_u(IntCC::NotEqual, tag, Tag::True as i64);
            self.b.ins().select(is_int, zero, not_true)
        };
        let (yes, no) = (self.word(Tag::True), self.word(Tag::False));
        let word = self.b.ins().select(answer, yes, no);
        self.store(word, fp, offset(op.a) + WORD);
        self.b.ins().jump(on, &[]);
        self.b.switch_to_block(general);
    }

    /// Assigns to a static property that takes the value as it is.
    pub fn assign_static(&mut self, at: u32, op: &Op, on: Block) {
        if op.c == THIS || op.flags & flag::KEEP != 0 {
            return;
        }
        let (fp, general) = (self.fp, self.b.create_block());
        let Some(found) = self.static_found(at, op.a, general) else { return };
        let word = self.b.ins().uload32(MemFlags::trusted(), fp, offset(op.c) + WORD);
        self.unless_plain(word, general);
        let (place, old) = self.static_for(found, word, general);
        self.give_up(place, 0, old, general);
        let payload = self.load(types::I64, fp, offset(op.c));
        self.put_value(payload, word, place, op.flags & flag::CONSUME_C != 0);
        self.b.ins().jump(on, &[]);
        self.b.switch_to_block(general);
    }

    /// `class::$name op= …` of two ints.
    pub fn change_static(&mut self, at: u32, op: &Op, on: Block) {
        let Some(operator) = op.operator().filter(|_| op.c != THIS && op.flags & flag::KEEP == 0).and_then(IntOp::of) else { return };
        if matches!(operator, IntOp::Div | IntOp::Mod | IntOp::Shl | IntOp::Shr) {
            return;
        }
        let (fp, general) = (self.fp, self.b.create_block());
        let Some(found) = self.static_found(at, op.a, general) else { return };
        let int = self.word(Tag::Int);
        let (place, word) = self.static_for(found, int, general);
        let tags = [self.tag_of(word), self.load(types::I8, fp, offset(op.c) + WORD)];
        for tag in tags {
            let other = self.b.ins().icmp_imm_u(IntCC::NotEqual, tag, Tag::Int as i64);
            self.unless(other, general);
        }
        let [left, right] = [(place, 0), (fp, offset(op.c))].map(|(place, at)| self.load(types::I64, place, at));
        let result = self.int_result(operator, left, right, general);
        self.store(result, place, 0);
        self.b.ins().jump(on, &[]);
        self.b.switch_to_block(general);
    }

    /// `class::$name++` and the like of an int.
    pub fn step_static(&mut self, at: u32, op: &Op, on: Block) {
        let general = self.b.create_block();
        let Some(found) = self.static_found(at, op.b, general) else { return };
        let int = self.word(Tag::Int);
        let (place, word) = self.static_for(found, int, general);
        let tag = self.tag_of(word);
        let other = self.b.ins().icmp_imm_u(IntCC::NotEqual, tag, Tag::Int as i64);
        self.unless(other, general);
        self.step_int(place, op, general);
        self.b.ins().jump(on, &[]);
        self.b.switch_to_block(general);
    }
}
