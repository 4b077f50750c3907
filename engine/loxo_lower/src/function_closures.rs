//! Closures in compiled functions: what they hold, and their calls.

use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{Block, InstBuilder, MemFlagsData as MemFlags, Value as Ir, types};
use loxo_bytecode::{Op, OpCode, THIS, flag};
use loxo_form::{Inst, ValueId};
use loxo_value::{COLLECTABLE, REFCOUNTED, Tag};

use crate::function::{FunctionEmitter, Held, Inlinable, SLOT, WORD, Ways, offset, word_of};

impl FunctionEmitter<'_, '_> {
    /// A value is a closure of a function, bound to an object of one of its classes if it needs one: goes away then.
    pub fn is_closure(&mut self, value: ValueId, its: Inlinable<'_>, ways: Ways) {
        let object = self.object(value, ways.on);
        let part = self.part_of_closure(object, its.func, ways.on);
        if !its.on_object {
            self.b.ins().jump(ways.away, &[]);
            return;
        }
        let this = self.load(types::I64, part, self.what.offsets.closure_this);
        if its.classes.is_empty() {
            self.b.ins().brif(this, ways.away, &[], ways.on, &[]);
            return;
        }
        let none = self.b.ins().icmp_imm_u(IntCC::Equal, this, 0);
        self.unless(none, ways.on);
        self.has_class(this, its.classes, ways);
    }

    /// The native part of an object, which is a closure of a function, or goes to a block.
    fn part_of_closure(&mut self, object: Ir, func: usize, other: Block) -> Ir {
        let found = self.load(types::I64, object, self.what.offsets.object_class);
        let class = self.address(self.what.closure_class);
        let differs = self.b.ins().icmp(IntCC::NotEqual, found, class);
        self.unless(differs, other);
        let part = self.load(types::I64, object, self.what.offsets.native_part);
        let (found, func) = (self.load(types::I64, part, self.what.offsets.closure_func), self.address(func));
        let differs = self.b.ins().icmp(IntCC::NotEqual, found, func);
        self.unless(differs, other);
        part
    }

    pub fn object_word(&mut self) -> Ir {
        self.b.ins().iconst(types::I64, word_of(Tag::Object) | i64::from(REFCOUNTED | COLLECTABLE) << 8)
    }

    /// What a closure is bound to.
    pub fn closure_this(&mut self, closure: ValueId) -> Held {
        let (object, _) = self.boxed(closure);
        let part = self.load(types::I64, object, self.what.offsets.native_part);
        let this = self.load(types::I64, part, self.what.offsets.closure_this);
        Held::Boxed(this, self.object_word())
    }

    /// What a closure has captured.
    pub fn captured(&mut self, closure: ValueId, index: u32) -> Held {
        let (object, _) = self.boxed(closure);
        let part = self.load(types::I64, object, self.what.offsets.native_part);
        let captured = self.load(types::I64, part, self.what.offsets.closure_captured);
        let [payload, word] = self.element_of_list(captured, index);
        Held::Boxed(payload, word)
    }

    fn element_of_list(&mut self, list: Ir, index: u32) -> [Ir; 2] {
        let at = offset(index);
        [self.load(types::I64, list, at), self.b.ins().uload32(MemFlags::trusted(), list, at + WORD)]
    }

    /// Makes a closure, which has captured nothing yet.
    pub fn make_closure(&mut self, at: u32, op: &Op, on: Block) {
        let (fp, vm, general) = (self.fp, self.vm, self.b.create_block());
        let (pc, function) = (self.address((self.what.step)(at).pc), self.address(self.what.engine.make_closure));
        let closure = self.call(function, &[pc, fp, vm], 1)[0];
        let missing = self.b.ins().icmp_imm_u(IntCC::Equal, closure, 0);
        self.unless(missing, general);
        let word = self.object_word();
        self.store(closure, fp, offset(op.a));
        self.store(word, fp, offset(op.a) + WORD);
        self.b.ins().jump(on, &[]);
        self.b.switch_to_block(general);
    }

    /// A closure that is being made captures a variable by value.
    pub fn capture(&mut self, op: &Op, on: Block) {
        if op.b == THIS || op.flags & flag::BY_REF != 0 {
            return;
        }
        let (fp, general) = (self.fp, self.b.create_block());
        let word = self.b.ins().uload32(MemFlags::trusted(), fp, offset(op.b) + WORD);
        self.unless_plain(word, general);
        let payload = self.load(types::I64, fp, offset(op.b));
        let closure = self.load(types::I64, fp, offset(op.a));
        let part = self.load(types::I64, closure, self.what.offsets.native_part);
        let captured = self.load(types::I64, part, self.what.offsets.closure_captured);
        let place = self.b.ins().iadd_imm_s(captured, i64::from(offset(op.c)));
        self.put_value(payload, word, place, op.flags & flag::CONSUME_B != 0);
        self.b.ins().jump(on, &[]);
        self.b.switch_to_block(general);
    }

    // ------------------------------------------------------------------------------------------------------ calls

    /// Starts a call of a closure, if that is one of the function that was called last here.
    pub fn start_closure(&mut self, at: u32, on: Block) {
        let op = self.what.function.code[at as usize];
        let Some(callee) = (self.what.started)(at) else { return };
        let (fp, offsets, general) = (self.fp, self.what.offsets, self.b.create_block());
        let object = self.object_in(op.b, general);
        let part = self.part_of_closure(object, callee.func, general);
        let (window, word) = (self.window(&op), self.b.ins().uload32(MemFlags::trusted(), fp, offset(op.b) + WORD));
        let (func, null, undef) = (self.address(callee.func), self.address(0), self.word(Tag::Undef));
        let class = self.load(types::I64, part, offsets.closure_called);
        self.store(func, window, offsets.func);
        self.store(class, window, offsets.class);
        self.store(null, window, offsets.extra);
        // The flags follow.
        self.store(null, window, offsets.nargs);
        self.store(object, window, offsets.closure);
        self.store(word, window, offsets.closure + WORD);
        if op.flags & flag::CONSUME_B == 0 {
            self.add_owners(object, 1);
        }
        self.store(undef, window, offsets.this + WORD);
        if callee.has_this {
            let this = self.load(types::I64, part, offsets.closure_this);
            let bound = self.b.create_block();
            self.b.ins().brif(this, bound, &[], on, &[]);
            self.b.switch_to_block(bound);
            let word = self.object_word();
            self.store(this, window, offsets.this);
            self.store(word, window, offsets.this + WORD);
            self.add_owners(this, 1);
        }
        self.b.ins().jump(on, &[]);
        self.b.switch_to_block(general);
    }

    /// Enters the function of the closure that was called last where the call was started, if it is that one again. The caller holds the closure
    /// meanwhile, and that its object.
    pub fn enter_closure(&mut self, inst: &Inst, enter: Block, general: Block) {
        let (op, offsets) = (self.what.function.code[inst.at as usize], self.what.offsets);
        let code = &self.what.function.code;
        let started = (0..inst.at).rev().find(|&at| code[at as usize].started_window() == Some(op.a));
        let Some(started) = started.filter(|at| code[*at as usize].code == OpCode::InitDyn) else { return };
        let Some(callee) = (self.what.started)(started).filter(|callee| callee.takes(op.b) && !callee.collects) else { return };
        let (window, other) = (self.window(&op), self.b.create_block());
        let (found, func) = (self.load(types::I64, window, offsets.func), self.address(callee.func));
        let differs = self.b.ins().icmp(IntCC::NotEqual, found, func);
        self.unless(differs, other);
        // There are no arguments yet.
        let header = self.load(types::I64, window, offsets.nargs);
        self.unless(header, other);
        let tag = self.load(types::I8, window, offsets.closure + WORD);
        let none = self.b.ins().icmp_imm_u(IntCC::NotEqual, tag, Tag::Object as i64);
        self.unless(none, other);
        let native = self.native_code(&callee, &op, op.b, general);
        self.complete(&callee, op.b, window);
        let closure = self.load(types::I64, window, offsets.closure);
        if callee.captures != 0 {
            let part = self.load(types::I64, closure, offsets.native_part);
            let captured = self.load(types::I64, part, offsets.closure_captured);
            for index in 0..callee.captures {
                let [payload, word] = self.element_of_list(captured, index);
                let place = (callee.num_params + index) as i32 * SLOT;
                self.store(payload, window, place);
                self.store(word, window, place + WORD);
                self.count(payload, word);
            }
        }
        if callee.has_this {
            let [bound, on] = [0; 2].map(|_| self.b.create_block());
            let tag = self.load(types::I8, window, offsets.this + WORD);
            let is_bound = self.b.ins().icmp_imm_u(IntCC::Equal, tag, Tag::Object as i64);
            self.b.ins().brif(is_bound, bound, &[], on, &[]);
            self.b.switch_to_block(bound);
            let this = self.load(types::I64, window, offsets.this);
            self.add_owners(this, -1);
            self.b.ins().jump(on, &[]);
            self.b.switch_to_block(on);
        }
        let bare = self.header_word(&op, op.b, offsets.bare);
        if let Some(lender) = self.lender(started, inst.at) {
            let [lends, owns] = [0; 2].map(|_| self.b.create_block());
            // What is in a reference may be replaced.
            let held = self.load(types::I64, self.fp, offset(lender));
            let same = self.b.ins().icmp(IntCC::Equal, held, closure);
            self.b.ins().brif(same, lends, &[], owns, &[]);
            self.b.switch_to_block(lends);
            self.add_owners(closure, -1);
            self.enter(enter, native, bare, None);
            self.b.switch_to_block(owns);
        }
        self.enter(enter, native, bare, Some(closure));
        self.b.switch_to_block(other);
    }
}
