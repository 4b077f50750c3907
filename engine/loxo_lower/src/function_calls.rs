//! What compiled functions ask of the engine: single ops, calls, and returning.

use std::mem::offset_of;

use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{Block, InstBuilder, MemFlagsData as MemFlags, Value as Ir, types};
use loxo_bytecode::{FRAME_HEADER_SLOTS, NONE, Op, OpCode, OperandKind, flag};
use loxo_form::{Inst, ValueId};
use loxo_value::{RcHeader, Tag};

use crate::function::{FLAGS, FunctionEmitter, Held, LEFT, SLOT, WORD, offset};

/// More owned slots are looked at by the engine when a function returns.
const MOST_LOOKED_AT: usize = 12;

impl FunctionEmitter<'_, '_> {
    /// Runs the op by its handler.
    pub fn run(&mut self, inst: &Inst) {
        let on = self.b.create_block();
        if self.what.function.code[inst.at as usize].code == OpCode::InitMethod {
            self.start_method(inst.at, on);
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

    /// Calls the handler of an op; gives where that led.
    fn step(&mut self, at: u32) -> Ir {
        let step = (self.what.step)(at);
        let (pc, handler) = (self.address(step.pc), self.address(step.handler));
        let (fp, vm) = (self.fp, self.vm);
        self.call(handler, &[pc, fp, vm], 1)[0]
    }

    /// Goes to a block if the frame goes on at an op as expected, else lets the engine see to it.
    fn arrive(&mut self, pc: Ir, handler: Option<Ir>, expected: u32, on: Block) {
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
        let pc = self.step(inst.at);
        let on = self.b.create_block();
        let answer = self.b.append_block_param(on, types::I8);
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
        let native = match op.code {
            OpCode::CallFn => self.known_callee(op, general),
            OpCode::Call | OpCode::CallForArg => self.window_callee(op, general),
            _ => None,
        };
        if let Some(native) = native {
            self.call_natively(inst, op, native, on, wanted);
        } else {
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

    fn call_natively(&mut self, inst: &Inst, op: &Op, native: Ir, on: Block, wanted: Option<u32>) {
        let (fp, vm, offsets) = (self.fp, self.vm, self.what.offsets);
        let callee = self.window(op);
        self.check_native_stack(inst.at);
        let called = offsets.called_natively | if wanted.is_some() { 0 } else { offsets.unwanted };
        if op.code == OpCode::CallFn {
            self.open_window(op, callee, called | offsets.bare);
        } else {
            let count = self.b.ins().iconst(types::I32, i64::from(op.b));
            self.store(count, callee, offsets.nargs);
            let flags = self.load(types::I32, callee, offsets.flags);
            let flags = self.b.ins().bor_imm_u(flags, i64::from(called));
            self.store(flags, callee, offsets.flags);
        }
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
    fn give_result(&mut self, wanted: Option<u32>, on: Block) {
        let Some(slot) = wanted else {
            self.b.ins().jump(on, &[]);
            return;
        };
        let payload = self.load(types::I64, self.fp, offset(slot));
        let word = self.b.ins().uload32(MemFlags::trusted(), self.fp, offset(slot) + WORD);
        self.b.ins().jump(on, &[payload.into(), word.into()]);
    }

    /// Address of the frame that a call op makes.
    fn window(&mut self, op: &Op) -> Ir {
        self.b.ins().iadd_imm_s(self.fp, i64::from(op.a + FRAME_HEADER_SLOTS) * i64::from(SLOT))
    }

    /// Goes to a block if something is not zero.
    pub fn unless(&mut self, bad: Ir, general: Block) {
        let on = self.b.create_block();
        self.b.ins().brif(bad, general, &[], on, &[]);
        self.b.switch_to_block(on);
    }

    /// Native code of the function that a `CallFn` names.
    fn known_callee(&mut self, op: &Op, general: Block) -> Option<Ir> {
        let callee = (self.what.callee)(op.b).filter(|callee| callee.num_params == op.c)?;
        let word = self.address(callee.native);
        let native = self.load(types::I64, word, 0);
        let missing = self.b.ins().icmp_imm_u(IntCC::Equal, native, 0);
        self.unless(missing, general);
        let window = self.window(op);
        let end = self.b.ins().iadd_imm_s(window, i64::from(callee.frame_slots + FRAME_HEADER_SLOTS) * i64::from(SLOT));
        self.check_stack(end, general);
        Some(native)
    }

    /// Native code of the function in a window.
    fn window_callee(&mut self, op: &Op, general: Block) -> Option<Ir> {
        let offsets = self.what.offsets;
        let window = self.window(op);
        let func = self.load(types::I64, window, offsets.func);
        let kind = self.b.ins().uload8(types::I32, MemFlags::trusted(), func, offsets.entry_kind);
        let other = self.b.ins().icmp_imm_u(IntCC::NotEqual, kind, i64::from(offsets.plain));
        self.unless(other, general);
        let params = self.load(types::I32, func, offsets.num_params);
        let other = self.b.ins().icmp_imm_u(IntCC::NotEqual, params, i64::from(op.b));
        self.unless(other, general);
        let entry = self.load(types::I64, func, offsets.entry);
        let native = self.load(types::I64, entry, offsets.native);
        let missing = self.b.ins().icmp_imm_u(IntCC::Equal, native, 0);
        self.unless(missing, general);
        let slots = self.b.ins().uload32(MemFlags::trusted(), func, offsets.frame_slots);
        let size = self.b.ins().ishl_imm_u(slots, i64::from(SLOT.trailing_zeros()));
        let end = self.b.ins().iadd(window, size);
        let end = self.b.ins().iadd_imm_s(end, i64::from(FRAME_HEADER_SLOTS) * i64::from(SLOT));
        self.check_stack(end, general);
        Some(native)
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
        self.b.ins().jump(self.out, &[pc.into(), handler.into()]);
        self.b.switch_to_block(on);
    }

    /// Writes the header of a window whose callee is known.
    fn open_window(&mut self, op: &Op, callee: Ir, flags: u32) {
        let offsets = self.what.offsets;
        let func = (self.what.callee)(op.b).map_or(0, |callee| callee.func);
        let func = self.address(func);
        let (null, undef) = (self.address(0), self.word(Tag::Undef));
        self.store(func, callee, offsets.func);
        self.store(null, callee, offsets.class);
        self.store(null, callee, offsets.extra);
        self.store(undef, callee, offsets.this + WORD);
        self.store(undef, callee, offsets.closure + WORD);
        // The flags follow.
        let count = self.b.ins().iconst(types::I64, i64::from(op.c) | i64::from(flags) << 32);
        self.store(count, callee, offsets.nargs);
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
        let closure = self.b.ins().uload8(types::I32, MemFlags::trusted(), fp, offsets.closure + FLAGS);
        let counted = self.b.ins().band_imm_u(closure, i64::from(loxo_value::REFCOUNTED));
        self.unless(counted, slow);
        let called = self.b.ins().band_imm_u(flags, i64::from(offsets.called_natively));
        let interpreted = self.b.create_block();
        self.b.ins().brif(called, bare, &[], interpreted, &[]);
        self.b.switch_to_block(bare);
        if self.type_of(value).may_be_counted() {
            let unwanted = self.b.ins().band_imm_u(flags, i64::from(offsets.unwanted));
            self.unless_uncounted(unwanted, value, slow);
        }
        self.let_go_of_this(slow);
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

    /// Goes to a block if one of the slots holds something counted.
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
        if let Some(all) = all {
            let some = self.b.ins().band_imm_u(all, i64::from(loxo_value::REFCOUNTED));
            self.unless(some, slow);
        }
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
        self.let_go_of_this(slow);
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

    /// Gives up `$this`, if there is one and that takes no more than a lower count.
    fn let_go_of_this(&mut self, slow: Block) {
        let (fp, at) = (self.fp, self.what.offsets.this);
        let flags = self.b.ins().uload8(types::I32, MemFlags::trusted(), fp, at + FLAGS);
        let counted = self.b.ins().band_imm_u(flags, i64::from(loxo_value::REFCOUNTED));
        let (object, mortal, less, on) = (self.b.create_block(), self.b.create_block(), self.b.create_block(), self.b.create_block());
        self.b.ins().brif(counted, object, &[], on, &[]);
        self.b.switch_to_block(object);
        let this = self.load(types::I64, fp, at);
        let owners = self.load(types::I32, this, offset_of!(RcHeader, refcount) as i32);
        // The last one frees; immortal things keep their count.
        let plain = self.b.ins().icmp_imm_s(IntCC::SignedGreaterThan, owners, 1);
        self.b.ins().brif(plain, mortal, &[], slow, &[]);
        self.b.switch_to_block(mortal);
        let info = self.load(types::I32, this, offset_of!(RcHeader, info) as i32);
        let known = self.b.ins().band_imm_u(info, i64::from(loxo_value::KNOWN_TO_COLLECTOR));
        self.b.ins().brif(known, less, &[], slow, &[]);
        self.b.switch_to_block(less);
        let fewer = self.b.ins().iadd_imm_s(owners, -1);
        self.store(fewer, this, offset_of!(RcHeader, refcount) as i32);
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
