//! What compiled functions ask of the engine: single ops, calls, and returning.

use std::mem::offset_of;

use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{Block, InstBuilder, MemFlagsData as MemFlags, Value as Ir, types};
use loxo_bytecode::{FRAME_HEADER_SLOTS, NONE, Op, OpCode, OperandKind, THIS, flag};
use loxo_form::{Inst, ValueId};
use loxo_value::{RcHeader, Tag};

use crate::function::{Callee, FLAGS, FunctionEmitter, Held, LEFT, SLOT, WORD, offset};

/// More owned slots are looked at by the engine when a function returns.
const MOST_LOOKED_AT: usize = 12;
/// So many of them are given up without it.
const MOST_GIVEN_UP: usize = 4;

impl FunctionEmitter<'_, '_> {
    /// Runs the op by its handler.
    pub fn run(&mut self, inst: &Inst) {
        let on = self.b.create_block();
        match self.what.function.code[inst.at as usize].code {
            OpCode::InitMethod => self.start_method(inst.at, on),
            OpCode::CheckParam => self.check_class(inst.at, on),
            _ => self.run_in_place(inst.at, on),
        }
        let pc = self.step(inst.at);
        self.arrive(pc, None, inst.at + 1, on);
        self.b.switch_to_block(on);
        self.result(inst);
    }

    /// Starts a call of the method that was called last here, if the object is of the class that had it.
    fn start_method(&mut self, at: u32, on: Block) {
        let op = &self.what.function.code[at as usize];
        let (fp, vm, offsets) = (self.fp, self.vm, self.what.offsets);
        let general = self.b.create_block();
        let base = offset(op.b);
        let object = self.load(types::I64, fp, base);
        let word = self.b.ins().uload32(MemFlags::trusted(), fp, base + WORD);
        let tag = self.b.ins().band_imm_u(word, 0xff);
        let other = self.b.ins().icmp_imm_u(IntCC::NotEqual, tag, Tag::Object as i64);
        self.unless(other, general);
        let class = self.load(types::I64, object, offsets.object_class);
        let caches = self.load(types::I64, vm, offsets.caches);
        let cache = (self.what.cache)(at) as i32 * offsets.cache;
        let key = self.load(types::I64, caches, cache + offsets.cache_key);
        let other = self.b.ins().icmp(IntCC::NotEqual, key, class);
        self.unless(other, general);
        let func = self.load(types::I64, caches, cache + offsets.cache_value);
        let callee = self.window(op);
        let (null, undef) = (self.address(0), self.word(Tag::Undef));
        self.store(func, callee, offsets.func);
        self.store(class, callee, offsets.class);
        self.store(null, callee, offsets.extra);
        self.store(undef, callee, offsets.closure + WORD);
        // The flags follow.
        self.store(null, callee, offsets.nargs);
        self.store(object, callee, offsets.this);
        self.store(word, callee, offsets.this + WORD);
        if op.flags & flag::CONSUME_B == 0 {
            // Objects are never immortal.
            let owners = self.load(types::I32, object, offset_of!(RcHeader, refcount) as i32);
            let more = self.b.ins().iadd_imm_s(owners, 1);
            self.store(more, object, offset_of!(RcHeader, refcount) as i32);
        }
        self.b.ins().jump(on, &[]);
        self.b.switch_to_block(general);
    }

    /// Goes on if a parameter is an object of a class that was seen there.
    fn check_class(&mut self, at: u32, on: Block) {
        let op = &self.what.function.code[at as usize];
        let Some(class) = (self.what.class_of_parameter)(op.b) else { return };
        let (fp, general) = (self.fp, self.b.create_block());
        let tag = self.load(types::I8, fp, offset(op.a) + WORD);
        let other = self.b.ins().icmp_imm_u(IntCC::NotEqual, tag, Tag::Object as i64);
        self.unless(other, general);
        let object = self.load(types::I64, fp, offset(op.a));
        let found = self.load(types::I64, object, self.what.offsets.object_class);
        let class = self.address(class);
        let same = self.b.ins().icmp(IntCC::Equal, found, class);
        self.b.ins().brif(same, on, &[], general, &[]);
        self.b.switch_to_block(general);
    }

    /// Calls the handler of an op; gives where that led.
    fn step(&mut self, at: u32) -> Ir {
        let step = (self.what.step)(at);
        let (pc, handler) = (self.address(step.pc), self.address(step.handler));
        let (fp, vm) = (self.fp, self.vm);
        self.call(handler, &[pc, fp, vm], 1)[0]
    }

    /// Goes to a block if the frame goes on at an op as expected, else lets the engine see to it.
    pub fn arrive(&mut self, pc: Ir, handler: Option<Ir>, expected: u32, on: Block) {
        let expected = (self.what.step)(expected).pc;
        let wanted = self.address(expected);
        let same = self.b.ins().icmp(IntCC::Equal, pc, wanted);
        let elsewhere = self.b.create_block();
        self.b.set_cold_block(elsewhere);
        self.b.ins().brif(same, on, &[], elsewhere, &[]);
        self.b.switch_to_block(elsewhere);
        let handler = handler.unwrap_or_else(|| self.left(0));
        let (fp, vm) = (self.fp, self.vm);
        let wanted = self.address(expected);
        let resume = self.address(self.what.engine.resume);
        let exit = self.call(resume, &[fp, vm, pc, handler, wanted], 2);
        let same = self.b.ins().icmp(IntCC::Equal, exit[0], wanted);
        self.b.ins().brif(same, on, &[], self.out, &[exit[0].into(), exit[1].into()]);
    }

    /// What the op has left in its slot.
    fn result(&mut self, inst: &Inst) {
        let Some(result) = inst.result else { return };
        let op = &self.what.function.code[inst.at as usize];
        let held = match result_slot(op) {
            Some(slot) => self.load_slot(self.type_of(result), slot),
            None => {
                let word = self.word(Tag::Null);
                Held::Boxed(word, word)
            }
        };
        self.define(inst, held);
    }

    /// Runs an op that may jump.
    pub fn run_jump(&mut self, inst: &Inst) {
        let target = self.what.function.code[inst.at as usize].jump_target();
        let on = self.b.create_block();
        let answer = self.b.append_block_param(on, types::I8);
        self.jump_in_place(inst.at, on);
        let pc = self.step(inst.at);
        if let Some(target) = target {
            let target = self.address((self.what.step)(target).pc);
            let there = self.b.ins().icmp(IntCC::Equal, pc, target);
            let other = self.b.create_block();
            let yes = self.b.ins().iconst(types::I8, 1);
            self.b.ins().brif(there, on, &[yes.into()], other, &[]);
            self.b.switch_to_block(other);
        }
        let falls = self.b.create_block();
        self.arrive(pc, None, inst.at + 1, falls);
        self.b.switch_to_block(falls);
        let no = self.b.ins().iconst(types::I8, 0);
        self.b.ins().jump(on, &[no.into()]);
        self.b.switch_to_block(on);
        self.define(inst, Held::Unboxed(answer));
    }

    /// Leaves if something is pending, which is done first.
    pub fn poll(&mut self, inst: &Inst) {
        let Some(state) = inst.exit else { return };
        let (vm, offsets) = (self.vm, self.what.offsets);
        let byte = self.load(types::I64, vm, offsets.pending);
        let pending = self.load(types::I8, byte, 0);
        let (due, on) = (self.b.create_block(), self.b.create_block());
        self.b.set_cold_block(due);
        self.b.ins().brif(pending, due, &[], on, &[]);
        self.b.switch_to_block(due);
        self.write_state(state);
        let pc = self.address((self.what.resume)(inst.at).pc);
        let next = self.address((self.what.resume)(self.what.form.states[state.0 as usize].op).pc);
        let fp = self.fp;
        let settle = self.address(self.what.engine.settle);
        let exit = self.call(settle, &[fp, vm, pc, next], 2);
        self.b.ins().jump(self.out, &[exit[0].into(), exit[1].into()]);
        self.b.switch_to_block(on);
    }

    // ------------------------------------------------------------------------------------------------------ calls

    /// Calls the function of a complete window: natively if it is compiled, else by the op's handler.
    pub fn call_function(&mut self, inst: &Inst) {
        let op = &self.what.function.code[inst.at as usize];
        let (general, on) = (self.b.create_block(), self.b.create_block());
        let wanted = Some(op.x).filter(|slot| *slot != NONE);
        let words = wanted.map(|_| [self.b.append_block_param(on, types::I64), self.b.append_block_param(on, types::I64)]);
        // Where native code is entered, with its address, and the count of arguments and flags of its frame.
        let enter = self.b.create_block();
        let [native, header] = [0, 1].map(|_| self.b.append_block_param(enter, types::I64));
        let entered = match op.code {
            OpCode::CallFn => self.enter_known(inst, enter, general),
            OpCode::Call | OpCode::CallForArg => {
                self.check_native_stack(inst.at);
                self.enter_method(inst, enter, general);
                self.enter_window(op, enter, general);
                true
            }
            _ => false,
        };
        if entered {
            self.b.switch_to_block(enter);
            self.call_natively(inst, native, header, on, wanted);
        } else if !self.call_builtin(inst, general, on, wanted) {
            self.b.ins().jump(general, &[]);
        }
        self.b.switch_to_block(general);
        let pc = self.step(inst.at);
        let done = self.b.create_block();
        self.arrive(pc, None, inst.at + 1, done);
        self.b.switch_to_block(done);
        self.give_result(wanted, on);
        self.b.switch_to_block(on);
        if let (Some(slot), Some([payload, word])) = (wanted, words) {
            self.results.push((slot, payload, word));
        }
        self.result(inst);
    }

    fn call_natively(&mut self, inst: &Inst, native: Ir, header: Ir, on: Block, wanted: Option<u32>) {
        let (fp, vm, offsets) = (self.fp, self.vm, self.what.offsets);
        let callee = self.window(&self.what.function.code[inst.at as usize]);
        // The flags follow.
        self.store(header, callee, offsets.nargs);
        self.store(fp, callee, offsets.prev);
        let pc = self.address((self.what.step)(inst.at).pc);
        self.store(pc, fp, offsets.pc);
        self.store(callee, vm, offsets.fp);
        let entry = self.address(0);
        let exit = self.call(native, &[callee, vm, entry], 2);
        let (left, returned, done) = (self.b.create_block(), self.b.create_block(), self.b.create_block());
        self.b.set_cold_block(left);
        let no_result = self.b.ins().icmp_imm_s(IntCC::SignedLessThan, exit[1], 0);
        self.b.ins().brif(no_result, left, &[], returned, &[]);
        self.b.switch_to_block(left);
        self.arrive(exit[0], Some(exit[1]), inst.at + 1, done);
        self.b.switch_to_block(done);
        self.give_result(wanted, on);
        self.b.switch_to_block(returned);
        self.store(fp, vm, offsets.fp);
        let Some(slot) = wanted else {
            self.b.ins().jump(on, &[]);
            return;
        };
        self.store(exit[0], fp, offset(slot));
        self.store(exit[1], fp, offset(slot) + WORD);
        self.b.ins().jump(on, &[exit[0].into(), exit[1].into()]);
    }

    /// Goes on with the result that lies in a slot.
    pub fn give_result(&mut self, wanted: Option<u32>, on: Block) {
        let Some(slot) = wanted else {
            self.b.ins().jump(on, &[]);
            return;
        };
        let payload = self.load(types::I64, self.fp, offset(slot));
        let word = self.b.ins().uload32(MemFlags::trusted(), self.fp, offset(slot) + WORD);
        self.b.ins().jump(on, &[payload.into(), word.into()]);
    }

    /// Address of the frame that a call op makes.
    pub fn window(&mut self, op: &Op) -> Ir {
        self.b.ins().iadd_imm_s(self.fp, i64::from(op.a + FRAME_HEADER_SLOTS) * i64::from(SLOT))
    }

    /// Goes to a block if something is not zero.
    pub fn unless(&mut self, bad: Ir, general: Block) {
        let on = self.b.create_block();
        self.b.ins().brif(bad, general, &[], on, &[]);
        self.b.switch_to_block(on);
    }

    /// Number of arguments and flags of a frame that is called natively.
    fn header_word(&mut self, op: &Op, count: u32, flags: u32) -> Ir {
        let unwanted = if op.x == NONE { self.what.offsets.unwanted } else { 0 };
        let flags = self.what.offsets.called_natively | unwanted | flags;
        self.b.ins().iconst(types::I64, i64::from(count) | i64::from(flags) << 32)
    }

    /// Enters the function that a `CallFn` names; false: that is not done.
    fn enter_known(&mut self, inst: &Inst, enter: Block, general: Block) -> bool {
        let op = &self.what.function.code[inst.at as usize];
        let Some(callee) = (self.what.callee)(op.b).filter(|callee| callee.takes(op.c)) else { return false };
        self.check_native_stack(inst.at);
        let native = self.native_code(op, &callee, general);
        let window = self.window(op);
        self.open_window(&callee, window);
        self.write_defaults(&callee, op.c, window);
        let header = self.header_word(op, op.c, self.what.offsets.bare);
        self.b.ins().jump(enter, &[native.into(), header.into()]);
        true
    }

    /// Enters the method that was called last where the call was started, if it is that one again. What the caller holds meanwhile is lent to it.
    fn enter_method(&mut self, inst: &Inst, enter: Block, general: Block) {
        let (op, offsets) = (&self.what.function.code[inst.at as usize], self.what.offsets);
        let Some(started) = self.start_of(inst.at) else { return };
        let Some(callee) = (self.what.method)(started).filter(|callee| callee.takes(op.b)) else { return };
        let on_object = self.what.function.code[started as usize].code == OpCode::InitMethod;
        if on_object && !callee.has_this {
            return;
        }
        let other = self.b.create_block();
        let window = self.window(op);
        let found = self.load(types::I64, window, offsets.func);
        let func = self.address(callee.func);
        let differs = self.b.ins().icmp(IntCC::NotEqual, found, func);
        self.unless(differs, other);
        let special = self.load(types::I64, window, offsets.nargs);
        self.unless(special, other);
        let native = self.native_code(op, &callee, general);
        self.write_defaults(&callee, op.b, window);
        let bare = self.header_word(op, op.b, offsets.bare);
        if !callee.has_this {
            self.b.ins().jump(enter, &[native.into(), bare.into()]);
            self.b.switch_to_block(other);
            return;
        }
        let owns = self.b.create_block();
        if let Some(lender) = self.lender(started, inst.at) {
            let lends = self.b.create_block();
            let held = self.load(types::I64, self.fp, offset(lender));
            let this = self.load(types::I64, window, offsets.this);
            // What is in a reference may be replaced.
            let same = self.b.ins().icmp(IntCC::Equal, held, this);
            self.b.ins().brif(same, lends, &[], owns, &[]);
            self.b.switch_to_block(lends);
            let owners = self.load(types::I32, this, offset_of!(RcHeader, refcount) as i32);
            let fewer = self.b.ins().iadd_imm_s(owners, -1);
            self.store(fewer, this, offset_of!(RcHeader, refcount) as i32);
            self.b.ins().jump(enter, &[native.into(), bare.into()]);
        } else {
            self.b.ins().jump(owns, &[]);
        }
        self.b.switch_to_block(owns);
        let header = self.header_word(op, op.b, 0);
        self.b.ins().jump(enter, &[native.into(), header.into()]);
        self.b.switch_to_block(other);
    }

    /// The op that starts the call which ends at an op, if it is of a method by its name.
    fn start_of(&self, at: u32) -> Option<u32> {
        let code = &self.what.function.code;
        let window = code[at as usize].a;
        let started = (0..at).rev().find(|&op| code[op as usize].code.info().starts_call && code[op as usize].a == window)?;
        matches!(code[started as usize].code, OpCode::InitMethod | OpCode::InitStaticCall).then_some(started)
    }

    /// The slot that keeps the object of a call alive until that returns.
    fn lender(&self, started: u32, at: u32) -> Option<u32> {
        let code = &self.what.function.code;
        let op = &code[started as usize];
        if op.code == OpCode::InitStaticCall || op.b == THIS {
            return Some(THIS);
        }
        let is_local = (op.b as usize) < self.what.function.locals.len();
        let only_read = |other: &Op| {
            let reads = matches!(other.code, OpCode::Copy | OpCode::FetchProp) && other.a != op.b;
            let named = other.code.info().operands.iter().zip(other.operands()).any(|(kind, slot)| kind.is_slot() && slot == op.b);
            reads || !named
        };
        let kept = op.flags & flag::CONSUME_B == 0 && is_local && code[started as usize + 1..at as usize].iter().all(only_read);
        kept.then_some(op.b)
    }

    /// Native code of a known function.
    fn native_code(&mut self, op: &Op, callee: &Callee, general: Block) -> Ir {
        let word = self.address(callee.native);
        let native = self.load(types::I64, word, 0);
        let missing = self.b.ins().icmp_imm_u(IntCC::Equal, native, 0);
        self.unless(missing, general);
        let window = self.window(op);
        let end = self.b.ins().iadd_imm_s(window, i64::from(callee.frame_slots + FRAME_HEADER_SLOTS) * i64::from(SLOT));
        self.check_stack(end, general);
        native
    }

    /// Writes the constant defaults of parameters that nothing is passed for.
    fn write_defaults(&mut self, callee: &Callee, count: u32, window: Ir) {
        for (index, [payload, word]) in callee.defaults.iter().enumerate().skip(count as usize) {
            let place = index as i32 * SLOT;
            if *word & 0xff != Tag::Undef as u64 {
                let payload = self.address(*payload as usize);
                self.store(payload, window, place);
            }
            let word = self.address(*word as usize);
            self.store(word, window, place + WORD);
        }
    }

    /// Enters the function in a window.
    fn enter_window(&mut self, op: &Op, enter: Block, general: Block) {
        let offsets = self.what.offsets;
        let window = self.window(op);
        let func = self.load(types::I64, window, offsets.func);
        let kind = self.b.ins().uload8(types::I32, MemFlags::trusted(), func, offsets.entry_kind);
        let (closure, plain) = (self.b.create_block(), self.b.create_block());
        let is_plain = self.b.ins().icmp_imm_u(IntCC::Equal, kind, i64::from(offsets.plain));
        self.b.ins().brif(is_plain, plain, &[], closure, &[]);
        self.b.switch_to_block(closure);
        let is_closure = self.b.ins().icmp_imm_u(IntCC::Equal, kind, i64::from(offsets.closure_kind));
        self.b.ins().brif(is_closure, plain, &[], general, &[]);
        self.b.switch_to_block(plain);
        let entry = self.load(types::I64, func, offsets.entry);
        let native = self.load(types::I64, entry, offsets.native);
        let missing = self.b.ins().icmp_imm_u(IntCC::Equal, native, 0);
        self.unless(missing, general);
        let slots = self.b.ins().uload32(MemFlags::trusted(), func, offsets.frame_slots);
        let size = self.b.ins().ishl_imm_u(slots, i64::from(SLOT.trailing_zeros()));
        let end = self.b.ins().iadd(window, size);
        let end = self.b.ins().iadd_imm_s(end, i64::from(FRAME_HEADER_SLOTS) * i64::from(SLOT));
        self.check_stack(end, general);
        let (fill, filled) = (self.b.create_block(), self.b.create_block());
        let params = self.load(types::I32, func, offsets.num_params);
        let complete = self.b.ins().icmp_imm_u(IntCC::Equal, params, i64::from(op.b));
        self.b.ins().brif(complete, filled, &[], fill, &[]);
        self.b.switch_to_block(fill);
        let (function, count) = (self.address(self.what.engine.write_defaults), self.address(op.b as usize));
        let fits = self.call(function, &[window, count], 1)[0];
        self.b.ins().brif(fits, filled, &[], general, &[]);
        self.b.switch_to_block(filled);
        let (bind, bound) = (self.b.create_block(), self.b.create_block());
        self.b.ins().brif(is_plain, bound, &[], bind, &[]);
        self.b.switch_to_block(bind);
        let function = self.address(self.what.engine.bind_captured);
        self.call(function, &[window], 0);
        self.b.ins().jump(bound, &[]);
        self.b.switch_to_block(bound);
        let flags = self.b.ins().uload32(MemFlags::trusted(), window, offsets.flags);
        let flags = self.b.ins().ishl_imm_u(flags, 32);
        let header = self.header_word(op, op.b, 0);
        let header = self.b.ins().bor(flags, header);
        self.b.ins().jump(enter, &[native.into(), header.into()]);
    }

    /// The stack of frames must reach so far.
    fn check_stack(&mut self, end: Ir, general: Block) {
        let limit = self.load(types::I64, self.vm, self.what.offsets.stack_limit);
        let beyond = self.b.ins().icmp(IntCC::UnsignedGreaterThan, end, limit);
        self.unless(beyond, general);
    }

    /// Where the native stack ends, the interpreter goes on at the call, and needs none.
    fn check_native_stack(&mut self, at: u32) {
        let limit = self.load(types::I64, self.vm, self.what.offsets.native_limit);
        let here = self.b.ins().get_stack_pointer(types::I64);
        let exhausted = self.b.ins().icmp(IntCC::UnsignedLessThan, here, limit);
        let (leave, on) = (self.b.create_block(), self.b.create_block());
        self.b.set_cold_block(leave);
        self.b.ins().brif(exhausted, leave, &[], on, &[]);
        self.b.switch_to_block(leave);
        let resume = (self.what.resume)(at);
        let (pc, handler) = (self.address(resume.pc), self.left(resume.handler));
        self.b.ins().jump(self.leave, &[pc.into(), handler.into()]);
        self.b.switch_to_block(on);
    }

    /// Writes the header of a window whose callee is known, but for the number of arguments and the flags.
    fn open_window(&mut self, callee: &Callee, window: Ir) {
        let offsets = self.what.offsets;
        let func = self.address(callee.func);
        let (null, undef) = (self.address(0), self.word(Tag::Undef));
        self.store(func, window, offsets.func);
        self.store(null, window, offsets.class);
        self.store(null, window, offsets.extra);
        self.store(undef, window, offsets.this + WORD);
        self.store(undef, window, offsets.closure + WORD);
    }

    // ---------------------------------------------------------------------------------------------------- returning

    /// Leaves the function with a result.
    pub fn give_back(&mut self, value: ValueId, owned: &[u32], at: u32) {
        let (fp, vm, offsets) = (self.fp, self.vm, self.what.offsets);
        let slow = self.b.create_block();
        self.b.set_cold_block(slow);
        self.check_owned(owned, slow);
        let flags = self.load(types::I32, fp, offsets.flags);
        let (bare, header, registers) = (self.b.create_block(), self.b.create_block(), self.b.create_block());
        let is_bare = self.b.ins().icmp_imm_u(IntCC::Equal, flags, i64::from(offsets.called_natively | offsets.bare));
        self.b.ins().brif(is_bare, registers, &[], header, &[]);
        self.b.switch_to_block(header);
        let special = self.b.ins().band_imm_u(flags, i64::from(!offsets.ordinary));
        self.unless(special, slow);
        self.let_go(offsets.closure, slow, true);
        let called = self.b.ins().band_imm_u(flags, i64::from(offsets.called_natively));
        let interpreted = self.b.create_block();
        self.b.ins().brif(called, bare, &[], interpreted, &[]);
        self.b.switch_to_block(bare);
        if self.type_of(value).may_be_counted() {
            let unwanted = self.b.ins().band_imm_u(flags, i64::from(offsets.unwanted));
            self.unless_uncounted(unwanted, value, slow);
        }
        let owns = self.b.create_block();
        let lent = self.b.ins().band_imm_u(flags, i64::from(offsets.bare));
        self.b.ins().brif(lent, registers, &[], owns, &[]);
        self.b.switch_to_block(owns);
        self.let_go(offsets.this, slow, false);
        self.b.ins().jump(registers, &[]);
        self.b.switch_to_block(registers);
        let (payload, word) = self.boxed(value);
        self.b.ins().return_(&[payload, word]);
        self.b.switch_to_block(interpreted);
        self.give_to_interpreter(value, slow);
        self.b.switch_to_block(slow);
        let (payload, word) = self.boxed(value);
        self.clear_moved(value, owned);
        let pc = self.address((self.what.resume)(at).pc);
        let give_back = self.address(self.what.engine.give_back);
        let exit = self.call(give_back, &[fp, vm, payload, word, pc], 2);
        self.b.ins().jump(self.out, &[exit[0].into(), exit[1].into()]);
    }

    /// Gives up what the slots hold, or goes to a block if that takes more than a lower count.
    fn check_owned(&mut self, owned: &[u32], slow: Block) {
        let fp = self.fp;
        let mut all = None;
        if owned.len() > MOST_LOOKED_AT {
            let one = self.b.ins().iconst(types::I32, 1);
            return self.unless(one, slow);
        }
        for &slot in owned {
            let flags = self.b.ins().uload8(types::I32, MemFlags::trusted(), fp, offset(slot) + FLAGS);
            all = Some(all.map_or(flags, |all| self.b.ins().bor(all, flags)));
        }
        let Some(all) = all else { return };
        let some = self.b.ins().band_imm_u(all, i64::from(loxo_value::REFCOUNTED));
        if owned.len() > MOST_GIVEN_UP {
            return self.unless(some, slow);
        }
        let (give_up, on) = (self.b.create_block(), self.b.create_block());
        self.b.ins().brif(some, give_up, &[], on, &[]);
        self.b.switch_to_block(give_up);
        for &slot in owned {
            self.let_go(offset(slot), slow, true);
        }
        self.b.ins().jump(on, &[]);
        self.b.switch_to_block(on);
    }

    /// Goes to a block if nobody wants the result, and it is counted: it is dropped first.
    fn unless_uncounted(&mut self, unwanted: Ir, value: ValueId, slow: Block) {
        let (look, wanted) = (self.b.create_block(), self.b.create_block());
        self.b.set_cold_block(look);
        self.b.ins().brif(unwanted, look, &[], wanted, &[]);
        self.b.switch_to_block(look);
        let word = self.boxed(value).1;
        let counted = self.b.ins().band_imm_u(word, i64::from(loxo_value::REFCOUNTED) << 8);
        self.b.ins().brif(counted, slow, &[], wanted, &[]);
        self.b.switch_to_block(wanted);
    }

    /// Writes the result to where the interpreter, which has called, wants it.
    fn give_to_interpreter(&mut self, value: ValueId, slow: Block) {
        let (fp, vm, offsets) = (self.fp, self.vm, self.what.offsets);
        let caller = self.load(types::I64, fp, offsets.prev);
        let call = self.load(types::I64, caller, offsets.pc);
        let slot = self.b.ins().uload32(MemFlags::trusted(), call, offsets.x);
        let slot = self.b.ins().band_imm_u(slot, 0x00ff_ffff);
        let unwanted = self.b.ins().icmp_imm_u(IntCC::Equal, slot, i64::from(NONE));
        if self.type_of(value).may_be_counted() {
            self.unless_uncounted(unwanted, value, slow);
        }
        self.let_go(offsets.this, slow, false);
        let next = self.b.ins().iadd_imm_s(call, offsets.instruction);
        self.store(caller, vm, offsets.fp);
        let (write, done) = (self.b.create_block(), self.b.create_block());
        self.b.ins().brif(unwanted, done, &[], write, &[]);
        self.b.switch_to_block(write);
        let distance = self.b.ins().ishl_imm_u(slot, i64::from(SLOT.trailing_zeros()));
        let place = self.b.ins().iadd(caller, distance);
        self.put(value, place, 0);
        self.b.ins().jump(done, &[]);
        self.b.switch_to_block(done);
        let left = self.b.ins().iconst(types::I64, LEFT);
        self.b.ins().return_(&[next, left]);
    }

    /// A local variable whose value is the result owns nothing any more: the engine looks at all of them.
    fn clear_moved(&mut self, value: ValueId, owned: &[u32]) {
        if !self.type_of(value).may_be_counted() {
            return;
        }
        let undef = self.word(Tag::Undef);
        for local in (0..self.what.function.locals.len() as u32).filter(|local| !owned.contains(local)) {
            let fp = self.fp;
            self.store(undef, fp, offset(local) + WORD);
        }
    }

    /// One owner less of a thing that has several, or goes to a block if the collector has to hear of it, which knows what is `collectable`.
    pub fn one_owner_less(&mut self, thing: Ir, owners: Ir, collectable: Ir, general: Block) {
        let [perhaps, less] = [0; 2].map(|_| self.b.create_block());
        self.b.ins().brif(collectable, perhaps, &[], less, &[]);
        self.b.switch_to_block(perhaps);
        let info = self.load(types::I32, thing, offset_of!(RcHeader, info) as i32);
        let known = self.b.ins().band_imm_u(info, i64::from(loxo_value::KNOWN_TO_COLLECTOR));
        self.b.ins().brif(known, less, &[], general, &[]);
        self.b.switch_to_block(less);
        let fewer = self.b.ins().iadd_imm_s(owners, -1);
        self.store(fewer, thing, offset_of!(RcHeader, refcount) as i32);
    }

    /// Gives up what lies at an offset from the frame, if it is counted, and goes to a block if that takes more than a lower count. `clear`: it may be
    /// looked at again.
    fn let_go(&mut self, at: i32, slow: Block, clear: bool) {
        let fp = self.fp;
        let flags = self.b.ins().uload8(types::I32, MemFlags::trusted(), fp, at + FLAGS);
        let counted = self.b.ins().band_imm_u(flags, i64::from(loxo_value::REFCOUNTED));
        let [thing, few, many, on] = [0; 4].map(|_| self.b.create_block());
        self.b.ins().brif(counted, thing, &[], on, &[]);
        self.b.switch_to_block(thing);
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
        let collectable = self.b.ins().band_imm_u(flags, i64::from(loxo_value::COLLECTABLE));
        self.one_owner_less(thing, owners, collectable, slow);
        if clear {
            let undef = self.word(Tag::Undef);
            self.store(undef, fp, at + WORD);
        }
        self.b.ins().jump(on, &[]);
        self.b.switch_to_block(on);
    }
}

/// Where an op leaves its result.
fn result_slot(op: &Op) -> Option<u32> {
    let slot = match op.code.info().operands {
        [OperandKind::Dst | OperandKind::Var, ..] => op.a,
        [_, _, _, OperandKind::Dst] => op.x,
        _ => return None,
    };
    (slot != NONE).then_some(slot)
}
