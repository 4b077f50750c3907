//! What compiled functions ask of the engine: single ops, calls, and returning.

use std::mem::offset_of;

use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{Block, BlockArg, InstBuilder, MemFlagsData as MemFlags, Value as Ir, types};
use loxo_bytecode::{FRAME_HEADER_SLOTS, NONE, Op, OpCode, OperandKind, THIS, flag};
use loxo_form::{Inst, Kind};
use loxo_value::{REFCOUNTED, RcHeader, Tag};

use crate::BuiltinMethod;
use crate::exit_records::WayOut;
use crate::function::{Callee, FunctionEmitter, Held, SLOT, WORD, Ways, offset};

/// How native code is called: its address, the count of arguments and flags of its frame, and the object that is given up behind the call, or 0.
pub struct Entered {
    pub native: Ir,
    pub header: Ir,
    pub object: Option<Ir>,
}

/// What is known of the function that a call op calls.
enum Seen {
    /// It is the one that was entered.
    Certain,
    /// No other one was called so far.
    Only,
    OfSeveral,
}

impl FunctionEmitter<'_, '_> {
    /// Runs the op by its handler.
    pub fn run(&mut self, inst: &Inst) {
        let (on, before) = (self.b.create_block(), self.b.current_block());
        match self.what.function.code[inst.at as usize].code {
            OpCode::InitFn => match self.certain_function(inst.at) {
                Some(callee) => return self.start_certain(inst.at, &callee),
                None => self.run_in_place(inst.at, on),
            },
            OpCode::InitMethod => self.start_method(inst.at, on),
            OpCode::InitStaticCall => self.start_static(inst.at, on),
            OpCode::InitDyn => self.start_closure(inst.at, on),
            OpCode::CopyArg => self.pass_variable(inst.at, on),
            OpCode::BeginArgs if self.spread(inst) => return,
            OpCode::CollectVariadic => self.collected(inst.at, on),
            OpCode::CheckParam => self.check_class(inst.at, true, on),
            OpCode::CheckReturn => self.check_class(inst.at, false, on),
            OpCode::New => self.start_new(inst.at, on),
            _ if self.call_element_method(inst, on) => {}
            _ => self.run_in_place(inst.at, on),
        }
        if self.b.current_block() != before {
            // What the op mostly does is done in place.
            self.is_seldom();
        } else if !self.what.form.blocks[self.current.0 as usize].cold && self.done_by_engine(inst.at).is_none() {
            let pc = self.step(inst.at);
            self.arrive(pc, inst.at + 1, on);
            self.b.switch_to_block(on);
            return self.result(inst);
        }
        self.step_behind(inst.at);
        self.b.ins().jump(on, &[]);
        self.b.switch_to_block(on);
        self.result(inst);
    }

    /// The current block lies behind those that run often.
    fn is_seldom(&mut self) {
        if let Some(block) = self.b.current_block() {
            self.b.set_cold_block(block);
        }
    }

    /// Calls the handler of an op; gives where that led.
    pub fn step(&mut self, at: u32) -> Ir {
        let step = (self.what.step)(at);
        let (pc, handler) = (self.address(step.pc), self.address(step.handler));
        let (fp, vm) = (self.fp, self.vm);
        self.call(handler, &[pc, fp, vm], 1)[0]
    }

    /// Has the engine run an op by its handler, where that is not what it mostly takes, and goes on behind it.
    fn step_behind(&mut self, at: u32) {
        let step = (self.what.step)(at);
        let (pc, handler) = (self.address(step.pc), self.address(step.handler));
        let (fp, vm) = (self.fp, self.vm);
        let function = self.done_by_engine(at).unwrap_or(self.what.engine.run_step);
        let function = self.address(function);
        let exit = self.call(function, &[pc, fp, vm, handler], 2);
        self.unless_behind(&exit);
    }

    /// The engine's function that runs an op, perhaps by its handler.
    fn done_by_engine(&self, at: u32) -> Option<usize> {
        let engine = self.what.engine;
        Some(match self.what.function.code.get(at as usize)?.code {
            OpCode::FetchDim => engine.fetch_dim[0],
            OpCode::FetchDimK => engine.fetch_dim[1],
            OpCode::AssignDim => engine.assign_dim[0],
            OpCode::AssignDimK => engine.assign_dim[1],
            OpCode::Count => engine.count,
            OpCode::IssetDim => engine.isset_dim[0],
            OpCode::IssetDimK => engine.isset_dim[1],
            OpCode::UnsetDim => engine.unset_dim,
            OpCode::AssignDimAppend => engine.append_dim,
            OpCode::LvAssignDim => engine.nested_set[0],
            OpCode::LvAssignDimAppend => engine.nested_set[1],
            _ => return None,
        })
    }

    /// Leaves unless the engine says that the frame goes on behind the op.
    pub fn unless_behind(&mut self, exit: &[Ir]) {
        let on = self.b.create_block();
        self.b.ins().brif(exit[0], self.out, &[exit[0].into(), exit[1].into()], on, &[]);
        self.b.switch_to_block(on);
    }

    /// Goes to a block if the frame goes on at an op as expected, else lets the engine see to it.
    pub fn arrive(&mut self, pc: Ir, expected: u32, on: Block) {
        let expected = (self.what.step)(expected).pc;
        let wanted = self.address(expected);
        let same = self.b.ins().icmp(IntCC::Equal, pc, wanted);
        let elsewhere = self.b.create_block();
        self.b.set_cold_block(elsewhere);
        self.b.ins().brif(same, on, &[], elsewhere, &[]);
        self.b.switch_to_block(elsewhere);
        let (fp, vm, wanted) = (self.fp, self.vm, self.address(expected));
        let go_on = self.address(self.what.engine.go_on);
        let exit = self.call(go_on, &[fp, vm, pc, wanted], 2);
        self.b.ins().brif(exit[0], self.out, &[exit[0].into(), exit[1].into()], on, &[]);
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
        let ways = Ways { on: self.b.create_block(), away: self.b.create_block() };
        self.run_jump_to(inst, ways);
        self.define_way(inst, ways);
    }

    /// The value of an instruction is whether it goes away.
    pub fn define_way(&mut self, inst: &Inst, ways: Ways) {
        let done = self.b.create_block();
        let answer = self.b.append_block_param(done, types::I8);
        for (way, is_away) in [(ways.on, 0), (ways.away, 1)] {
            self.b.switch_to_block(way);
            let is_away = self.b.ins().iconst(types::I8, is_away);
            self.b.ins().jump(done, &[is_away.into()]);
        }
        self.b.switch_to_block(done);
        self.define(inst, Held::Unboxed(answer));
    }

    /// The same, and goes on where it leads.
    pub fn run_jump_to(&mut self, inst: &Inst, ways: Ways) {
        let op = &self.what.function.code[inst.at as usize];
        if op.code == OpCode::JumpIfNoConstructor {
            return self.jump_if_no_constructor(op, ways);
        }
        let target = op.jump_target();
        let before = self.b.current_block();
        self.jump_in_place(inst.at, ways);
        if self.b.current_block() != before {
            self.is_seldom();
        }
        let pc = self.step(inst.at);
        if let Some(target) = target {
            let target = self.address((self.what.step)(target).pc);
            let there = self.b.ins().icmp(IntCC::Equal, pc, target);
            let other = self.b.create_block();
            self.b.ins().brif(there, ways.away, &[], other, &[]);
            self.b.switch_to_block(other);
        }
        self.arrive(pc, inst.at + 1, ways.on);
    }

    /// Leaves if something is pending, which is done first.
    pub fn poll(&mut self, inst: &Inst) {
        let Some(state) = inst.exit else { return };
        let (vm, offsets) = (self.vm, self.what.offsets);
        let byte = self.load(types::I64, vm, offsets.pending);
        let pending = self.load(types::I8, byte, 0);
        if self.what.form.frameless.is_some() {
            // The interpreter sees to it where it looks next, when all that was left has its frame.
            let (exit, on) = (self.exit(state, false), self.b.create_block());
            self.b.ins().brif(pending, exit, &[], on, &[]);
            return self.b.switch_to_block(on);
        }
        let due = self.way_out(WayOut::Pending { state, behind: inst.at });
        let on = self.b.create_block();
        self.b.ins().brif(pending, due, &[], on, &[]);
        self.b.switch_to_block(on);
    }

    // ------------------------------------------------------------------------------------------------------ calls

    /// Calls the function of a complete window: natively if it is compiled, else by the op's handler.
    pub fn call_function(&mut self, inst: &Inst) {
        let op = &self.what.function.code[inst.at as usize];
        let spread = self.spread_call.take().filter(|(at, _)| *at == inst.at);
        let builtin = if spread.is_none() { self.builtin_method_called(inst.at, op) } else { None };
        if (self.what.compact || builtin.is_some())
            && spread.is_none()
            && matches!(op.code, OpCode::CallFn | OpCode::Call | OpCode::CallForArg)
        {
            let engine = self.what.engine;
            let function = match op.code {
                OpCode::CallFn => engine.call_named,
                _ => match builtin {
                    Some(method) => method.caller.unwrap_or(engine.call_builtin_method[(op.b as usize).min(2)]),
                    None => engine.call,
                },
            };
            let words = self.call_site(inst.at, function, &[]);
            self.stored.clear();
            return self.keep_result(inst, wanted(op), &words);
        }
        let general = self.b.create_block();
        let (on, wanted) = match spread {
            Some((_, on)) => (on, wanted(op)),
            None => self.begin_call(op),
        };
        if self.try_frameless(inst, on, wanted) {
            let engine = self.what.engine;
            self.call_otherwise(inst.at, if op.code == OpCode::CallFn { engine.call_named } else { engine.call }, &[], wanted, on);
            return self.behind_call(inst, on, wanted);
        }
        // Where native code is entered, with its address, and the count of arguments and flags of its frame; for calls that may be of methods or closures
        // also with the object that is to be given up behind the call, or 0.
        let enter = self.b.create_block();
        let [native, header] = [0, 1].map(|_| self.b.append_block_param(enter, types::I64));
        let object = self.may_have_object(inst.at).then(|| self.b.append_block_param(enter, types::I64));
        let entered = match op.code {
            OpCode::CallFn => self.enter_known(inst, enter, general),
            OpCode::Call | OpCode::CallForArg => {
                self.check_native_stack(inst.at);
                self.enter_closure(inst, enter, general);
                match self.enter_seen(inst, enter, general) {
                    Seen::Certain => {}
                    Seen::Only => {
                        self.is_seldom();
                        self.call_otherwise(inst.at, self.what.engine.call, &[], wanted, on);
                    }
                    Seen::OfSeveral => self.enter_window(op, enter, general),
                }
                true
            }
            _ => false,
        };
        if entered {
            self.b.switch_to_block(enter);
            self.call_natively(inst, Entered { native, header, object }, on, wanted);
        }
        if entered || !self.call_builtin(inst, on, wanted) {
            if !entered {
                self.b.ins().jump(general, &[]);
            }
            self.b.switch_to_block(general);
            if entered {
                self.is_seldom();
            }
            let engine = self.what.engine;
            let function = if op.code == OpCode::CallArgs && spread.is_none() { engine.call_with_list } else { engine.call_by_handler };
            self.call_otherwise(inst.at, function, &[], wanted, on);
        }
        self.behind_call(inst, on, wanted);
    }

    /// A call op mostly calls a method of a builtin class.
    fn builtin_method_called(&self, at: u32, op: &Op) -> Option<BuiltinMethod> {
        let is_call = matches!(op.code, OpCode::Call | OpCode::CallForArg);
        self.start_of(at, op.a).filter(|_| is_call).and_then(|started| (self.what.started_builtin)(started))
    }

    fn behind_call(&mut self, inst: &Inst, on: Block, wanted: Option<u32>) {
        self.stored.clear();
        self.b.switch_to_block(on);
        let words = self.b.block_params(on).to_vec();
        self.keep_result(inst, wanted, &words);
    }

    /// Makes a call without a frame if the function that the op names can be called so, and the arguments are what that takes. True: all that is certain, and
    /// only space may be missing.
    fn try_frameless(&mut self, inst: &Inst, on: Block, wanted: Option<u32>) -> bool {
        let Some(call) = self.call_without_frame(inst.at) else { return false };
        let Some(its) = call.callee.frameless.clone().filter(|its| call.fits(its)) else { return false };
        let is_certain = call.start.is_none_or(|start| self.certain_function(start).is_some()) && self.passes_numbers(inst.at, &call, &its);
        let other = self.b.create_block();
        if let Some(start) = call.start {
            self.unless_started(start, &call.callee, other);
        }
        let (payload, word) = self.call_frameless_in_window(inst, &call, &its, wanted, on, other);
        if let Some(slot) = wanted {
            let fp = self.fp;
            self.store(payload, fp, offset(slot));
            self.store(word, fp, offset(slot) + WORD);
        }
        let results: Vec<BlockArg> = wanted.map_or(Vec::new(), |_| vec![payload.into(), word.into()]);
        self.b.ins().jump(on, &results);
        self.b.switch_to_block(other);
        self.is_seldom();
        is_certain
    }

    /// What a call has left in a slot is in registers too.
    fn keep_result(&mut self, inst: &Inst, wanted: Option<u32>, words: &[Ir]) {
        if let Some(slot) = wanted {
            self.results.push((slot, words[0], words[1]));
        }
        self.result(inst);
    }

    /// Has a function of the engine make the call of an op; leaves where that says so, else gives the two words of the result.
    fn call_site(&mut self, at: u32, function: usize, more: &[Ir]) -> Vec<Ir> {
        let site = *self.call_sites.entry(at).or_insert_with(|| (self.what.call_site)(at));
        let site = self.address(site);
        self.call_with(function, site, more)
    }

    /// The same with some record.
    fn call_with(&mut self, function: usize, record: Ir, more: &[Ir]) -> Vec<Ir> {
        let function = self.address(function);
        let args: Vec<Ir> = [record, self.fp, self.vm].iter().chain(more).copied().collect();
        let words = self.call(function, &args, 2);
        let on = self.b.create_block();
        let left = self.b.ins().icmp_imm_s(IntCC::SignedLessThan, words[1], 0);
        self.b.ins().brif(left, self.out, &[words[0].into(), words[1].into()], on, &[]);
        self.b.switch_to_block(on);
        words
    }

    /// The same where a call is not made as it mostly is, and goes on to a block.
    fn call_otherwise(&mut self, at: u32, function: usize, more: &[Ir], wanted: Option<u32>, on: Block) {
        let words = self.call_site(at, function, more);
        self.go_on_with(words, wanted, on);
    }

    /// The same with some record.
    pub fn call_otherwise_with(&mut self, record: Ir, function: usize, wanted: Option<u32>, on: Block) {
        let words = self.call_with(function, record, &[]);
        self.go_on_with(words, wanted, on);
    }

    fn go_on_with(&mut self, words: Vec<Ir>, wanted: Option<u32>, on: Block) {
        let words: Vec<BlockArg> = wanted.map_or(Vec::new(), |_| words.into_iter().map(BlockArg::from).collect());
        self.b.ins().jump(on, &words);
    }

    /// Where a call goes on, with the two words of its result if one is wanted, and the slot that wants it.
    fn begin_call(&mut self, op: &Op) -> (Block, Option<u32>) {
        let (on, wanted) = (self.b.create_block(), wanted(op));
        if wanted.is_some() {
            self.b.append_block_param(on, types::I64);
            self.b.append_block_param(on, types::I64);
        }
        (on, wanted)
    }

    fn call_natively(&mut self, inst: &Inst, entered: Entered, on: Block, wanted: Option<u32>) {
        let callee = self.window(&self.what.function.code[inst.at as usize]);
        self.call_in_window(inst, callee, entered, on, wanted);
    }

    /// The same of a window that is given.
    pub fn call_in_window(&mut self, inst: &Inst, callee: Ir, Entered { native, header, object }: Entered, on: Block, wanted: Option<u32>) {
        let (fp, vm, offsets) = (self.fp, self.vm, self.what.offsets);
        // The flags follow.
        self.store(header, callee, offsets.nargs);
        self.store(fp, callee, offsets.prev);
        let pc = self.address((self.what.step)(inst.at).pc);
        self.store(pc, fp, offsets.pc);
        self.store(callee, vm, offsets.fp);
        let entry = self.address(0);
        let exit = self.call(native, &[callee, vm, entry], 2);
        let (left, returned) = (self.b.create_block(), self.b.create_block());
        self.b.set_cold_block(left);
        let no_result = self.b.ins().icmp_imm_s(IntCC::SignedLessThan, exit[1], 0);
        self.b.ins().brif(no_result, left, &[], returned, &[]);
        self.b.switch_to_block(left);
        let kept = object.unwrap_or_else(|| self.address(0));
        self.call_otherwise(inst.at, self.what.engine.call_left, &[kept, exit[0], exit[1]], wanted, on);
        self.b.switch_to_block(returned);
        self.store(fp, vm, offsets.fp);
        if let Some(slot) = wanted {
            self.store(exit[0], fp, offset(slot));
            self.store(exit[1], fp, offset(slot) + WORD);
        }
        let results: Vec<BlockArg> = wanted.map_or(Vec::new(), |_| vec![exit[0].into(), exit[1].into()]);
        let Some(object) = object else {
            self.b.ins().jump(on, &results);
            return;
        };
        let [some, last] = [0; 2].map(|_| self.b.create_block());
        self.b.ins().brif(object, some, &[], on, &results);
        self.b.switch_to_block(some);
        let owners = self.load(types::I32, object, offset_of!(RcHeader, refcount) as i32);
        let only = self.b.ins().icmp_imm_u(IntCC::Equal, owners, 1);
        self.unless(only, last);
        self.unless_known(object, last);
        self.add_owners(object, -1);
        self.b.ins().jump(on, &results);
        self.b.switch_to_block(last);
        self.b.set_cold_block(last);
        self.call_otherwise(inst.at, self.what.engine.drop_kept, &[object], wanted, on);
    }

    /// The call that an op makes may be one of a method, or of a closure.
    fn may_have_object(&self, at: u32) -> bool {
        let op = &self.what.function.code[at as usize];
        let by_name = |started: u32| self.what.function.code[started as usize].code == OpCode::InitFn;
        op.code != OpCode::CallFn && !self.start_of(at, op.a).is_some_and(by_name)
    }

    /// Goes to where native code is entered.
    pub fn enter(&mut self, enter: Block, native: Ir, header: Ir, object: Option<Ir>) {
        let mut args = vec![BlockArg::from(native), header.into()];
        if self.b.block_params(enter).len() > args.len() {
            let object = object.unwrap_or_else(|| self.address(0));
            args.push(object.into());
        }
        self.b.ins().jump(enter, &args);
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
    pub fn header_word(&mut self, op: &Op, count: u32, flags: u32) -> Ir {
        let unwanted = if op.x == NONE { self.what.offsets.unwanted } else { 0 };
        let flags = self.what.offsets.called_natively | unwanted | flags;
        self.b.ins().iconst(types::I64, i64::from(count) | i64::from(flags) << 32)
    }

    /// Enters the function that a `CallFn` names; false: that is not done.
    fn enter_known(&mut self, inst: &Inst, enter: Block, general: Block) -> bool {
        let op = &self.what.function.code[inst.at as usize];
        let Some(callee) = (self.what.callee)(op.b).filter(|callee| callee.takes(op.c)) else { return false };
        self.check_native_stack(inst.at);
        let window = self.window(op);
        let native = self.native_code(&callee, op, op.c, general);
        let func = self.address(callee.func);
        self.open_window(func, window);
        let flags = self.complete(&callee, op.c, window);
        let header = self.header_word(op, op.c, flags | self.what.offsets.bare);
        self.enter(enter, native, header, None);
        true
    }

    /// Enters the function that was called last where the call was started, if it is that one again. What the caller holds meanwhile is lent to it.
    fn enter_seen(&mut self, inst: &Inst, enter: Block, general: Block) -> Seen {
        let (op, offsets) = (&self.what.function.code[inst.at as usize], self.what.offsets);
        let Some(started) = self.start_of(inst.at, op.a) else { return Seen::OfSeveral };
        let Some(callee) = (self.what.started)(started).filter(|callee| callee.takes(op.b)) else { return Seen::OfSeveral };
        let its = self.what.function.code[started as usize].code;
        if matches!(its, OpCode::InitMethod | OpCode::New) && !callee.has_this {
            return Seen::OfSeveral;
        }
        let of_start = if its == OpCode::New { offsets.constructor } else { 0 };
        let window = self.window(op);
        let certain = self.certain_function(started).is_some();
        let seen = if (self.what.has_started_one)(started) { Seen::Only } else { Seen::OfSeveral };
        let other = self.b.create_block();
        if !certain {
            self.unless_of(window, &callee, of_start, other);
        }
        let native = self.native_code(&callee, op, op.b, general);
        let flags = of_start | self.complete(&callee, op.b, window);
        let bare = self.header_word(op, op.b, flags | offsets.bare);
        if !callee.has_this {
            self.enter(enter, native, bare, None);
            if certain {
                return Seen::Certain;
            }
            self.b.switch_to_block(other);
            return seen;
        }
        let owns = self.b.create_block();
        let this = self.load(types::I64, window, offsets.this);
        if let Some(lender) = self.lender(started, inst.at) {
            let lends = self.b.create_block();
            if lender == THIS && its == OpCode::InitMethod {
                self.b.ins().jump(lends, &[]);
            } else {
                // What is in a reference may be replaced.
                let held = self.load(types::I64, self.fp, offset(lender));
                let same = self.b.ins().icmp(IntCC::Equal, held, this);
                self.b.ins().brif(same, lends, &[], owns, &[]);
            }
            self.b.switch_to_block(lends);
            self.add_owners(this, -1);
            self.enter(enter, native, bare, None);
        } else {
            self.b.ins().jump(owns, &[]);
        }
        self.b.switch_to_block(owns);
        self.enter(enter, native, bare, Some(this));
        self.b.switch_to_block(other);
        seen
    }

    /// Goes to a block unless a window was started for a function, and with these flags alone.
    pub fn unless_of(&mut self, window: Ir, callee: &Callee, flags: u32, other: Block) {
        let offsets = self.what.offsets;
        let found = self.load(types::I64, window, offsets.func);
        let func = self.address(callee.func);
        let differs = self.b.ins().icmp(IntCC::NotEqual, found, func);
        self.unless(differs, other);
        // There are no arguments yet.
        let header = self.load(types::I64, window, offsets.nargs);
        let special = self.b.ins().icmp_imm_u(IntCC::NotEqual, header, i64::from(flags) << 32);
        self.unless(special, other);
    }

    /// Native code of a known function, which may be entered with so many arguments in the window of a call.
    pub fn native_code(&mut self, callee: &Callee, op: &Op, count: u32, general: Block) -> Ir {
        let word = self.address(callee.native);
        let native = self.load(types::I64, word, 0);
        let missing = self.b.ins().icmp_imm_u(IntCC::Equal, native, 0);
        self.unless(missing, general);
        let slots = op.a + 2 * FRAME_HEADER_SLOTS + callee.frame_slots.max(count);
        let end = self.b.ins().iadd_imm_s(self.fp, i64::from(slots) * i64::from(SLOT));
        self.check_stack(end, general);
        for &parameter in callee.by_reference.iter().filter(|parameter| **parameter < count) {
            let tag = self.load(types::I8, self.fp, offset(op.a + FRAME_HEADER_SLOTS + parameter) + WORD);
            let value = self.b.ins().icmp_imm_u(IntCC::NotEqual, tag, Tag::Reference as i64);
            self.unless(value, general);
        }
        native
    }

    /// Completes the parameters of a known function that gets so many arguments; gives the flags that its frame has then. Writes the constant defaults
    /// of those that nothing is passed for.
    pub fn complete(&mut self, callee: &Callee, count: u32, window: Ir) -> u32 {
        for (index, [payload, word]) in callee.defaults.iter().enumerate().skip(count as usize) {
            let place = index as i32 * SLOT;
            if *word & 0xff != Tag::Undef as u64 {
                let payload = self.address(*payload as usize);
                self.store(payload, window, place);
            }
            let word = self.address(*word as usize);
            self.store(word, window, place + WORD);
        }
        if !callee.collects || count < callee.num_params {
            return 0;
        }
        let first = callee.num_params - 1;
        let place = self.b.ins().iadd_imm_s(window, i64::from(offset(first)));
        let (function, more) = (self.address(self.what.engine.collect), self.address((count - first) as usize));
        self.call(function, &[place, more], 0);
        self.what.offsets.collected
    }

    /// Enters the function in a window.
    fn enter_window(&mut self, op: &Op, enter: Block, general: Block) {
        let (vm, offsets) = (self.vm, self.what.offsets);
        let window = self.window(op);
        let func = self.load(types::I64, window, offsets.func);
        let kind = self.load(types::I8, func, offsets.entry_kind);
        let [prepare, plain, prepared] = [0; 3].map(|_| self.b.create_block());
        let [native, header] = [0; 2].map(|_| self.b.append_block_param(prepared, types::I64));
        let other = self.b.ins().icmp_imm_u(IntCC::NotEqual, kind, i64::from(offsets.plain));
        self.unless(other, prepare);
        let params = self.load(types::I32, func, offsets.num_params);
        let incomplete = self.b.ins().icmp_imm_u(IntCC::NotEqual, params, i64::from(op.b));
        self.b.ins().brif(incomplete, prepare, &[], plain, &[]);
        self.b.switch_to_block(plain);
        let entry = self.load(types::I64, func, offsets.entry);
        let code = self.load(types::I64, entry, offsets.native);
        let missing = self.b.ins().icmp_imm_u(IntCC::Equal, code, 0);
        self.unless(missing, general);
        let slots = self.b.ins().uload32(MemFlags::trusted(), func, offsets.frame_slots);
        let size = self.b.ins().ishl_imm_u(slots, i64::from(SLOT.trailing_zeros()));
        let end = self.b.ins().iadd(window, size);
        let end = self.b.ins().iadd_imm_s(end, i64::from(FRAME_HEADER_SLOTS) * i64::from(SLOT));
        self.check_stack(end, general);
        let flags = self.b.ins().uload32(MemFlags::trusted(), window, offsets.flags);
        let flags = self.b.ins().ishl_imm_u(flags, 32);
        let count = self.b.ins().bor_imm_u(flags, i64::from(op.b));
        self.b.ins().jump(prepared, &[code.into(), count.into()]);
        self.b.switch_to_block(prepare);
        let (function, count) = (self.address(self.what.engine.prepare), self.address(op.b as usize));
        let both = self.call(function, &[window, count, vm], 2);
        self.b.ins().brif(both[0], prepared, &[both[0].into(), both[1].into()], general, &[]);
        self.b.switch_to_block(prepared);
        let its = self.header_word(op, 0, 0);
        let header = self.b.ins().bor(header, its);
        let (header, object) = self.keep_object(window, header);
        self.enter(enter, native, header, Some(object));
    }

    /// The object or the closure of a window is the caller's while the call lasts, and given up behind it, unless there are both. Gives the number of
    /// arguments and the flags for that, and the object or 0.
    fn keep_object(&mut self, window: Ir, header: Ir) -> (Ir, Ir) {
        let offsets = self.what.offsets;
        let [done, kept, by_closure, by_object, only] = [0; 5].map(|_| self.b.create_block());
        let [its, object] = [0; 2].map(|_| self.b.append_block_param(done, types::I64));
        let one = self.b.append_block_param(kept, types::I64);
        let [closure, this] = [offsets.closure, offsets.this].map(|at| self.b.ins().uload32(MemFlags::trusted(), window, at + WORD));
        let [has_closure, has_this] = [closure, this].map(|word| self.b.ins().band_imm_u(word, i64::from(REFCOUNTED) << 8));
        let none = self.address(0);
        self.b.ins().brif(has_closure, by_closure, &[], by_object, &[]);
        self.b.switch_to_block(by_object);
        let held = self.load(types::I64, window, offsets.this);
        let held = self.b.ins().select(has_this, held, none);
        self.b.ins().jump(kept, &[held.into()]);
        self.b.switch_to_block(by_closure);
        self.b.ins().brif(has_this, done, &[header.into(), none.into()], only, &[]);
        self.b.switch_to_block(only);
        // The name that a magic method is asked for lies there too.
        let tag = self.tag_of(closure);
        let is_object = self.b.ins().icmp_imm_u(IntCC::Equal, tag, Tag::Object as i64);
        let held = self.load(types::I64, window, offsets.closure);
        self.b.ins().brif(is_object, kept, &[held.into()], done, &[header.into(), none.into()]);
        self.b.switch_to_block(kept);
        let bare = self.b.ins().bor_imm_u(header, i64::from(offsets.bare) << 32);
        self.b.ins().jump(done, &[bare.into(), one.into()]);
        self.b.switch_to_block(done);
        (its, object)
    }

    /// Arguments of a variadic parameter that the call has collected.
    fn collected(&mut self, at: u32, on: Block) {
        let (fp, offsets, general) = (self.fp, self.what.offsets, self.b.create_block());
        let op = self.what.function.code[at as usize];
        let flags = self.load(types::I32, fp, offsets.flags);
        let (done, collect) = (self.b.create_block(), self.b.create_block());
        let collected = self.b.ins().band_imm_u(flags, i64::from(offsets.collected));
        self.b.ins().brif(collected, done, &[], collect, &[]);
        self.b.switch_to_block(done);
        let others = self.b.ins().band_imm_u(flags, i64::from(!offsets.collected));
        self.store(others, fp, offsets.flags);
        self.b.ins().jump(on, &[]);
        self.b.switch_to_block(collect);
        let count = self.load(types::I32, fp, offsets.nargs);
        let some = self.b.ins().icmp_imm_u(IntCC::UnsignedGreaterThan, count, i64::from(op.b));
        self.unless(some, general);
        let named = self.load(types::I64, fp, offsets.extra);
        self.unless(named, general);
        let [payload, word] = self.what.empty_array.map(|half| self.address(half as usize));
        self.store(payload, fp, offset(op.a));
        self.store(word, fp, offset(op.a) + WORD);
        self.b.ins().jump(on, &[]);
        self.b.switch_to_block(general);
    }

    /// Calls with the elements of an array as arguments, if the ops behind do nothing else, and goes on where the call has its result. Else the list of
    /// arguments is begun, and the ops behind fill it and call.
    fn spread(&mut self, inst: &Inst) -> bool {
        let code = &self.what.function.code;
        let [list, spread, call] = [0, 1, 2].map(|behind| code.get((inst.at + behind) as usize));
        let (Some(list), Some(spread), Some(call)) = (list, spread, call) else { return false };
        let insts = &self.what.form.blocks[self.current.0 as usize].insts;
        let behind = insts.iter().find(|other| other.at == inst.at + 2 && other.kind == Kind::Call);
        let Some(behind) = behind.filter(|_| spread.code == OpCode::ArgsSpread && spread.a == list.a && call.b == list.a) else {
            return false;
        };
        if call.code != OpCode::CallArgs || spread.b == THIS {
            return false;
        }
        let (fp, vm) = (self.fp, self.vm);
        let (on, wanted) = self.begin_call(call);
        self.spread_call = Some((behind.at, on));
        let [enter, handler] = [0; 2].map(|_| self.b.create_block());
        self.check_native_stack(inst.at);
        let window = self.window(call);
        let source = self.b.ins().iadd_imm_s(fp, i64::from(offset(spread.b)));
        let consumed = self.address(usize::from(spread.flags & flag::CONSUME_B != 0));
        let function = self.address(self.what.engine.spread);
        let prepared = self.call(function, &[window, source, consumed, vm], 2);
        self.b.ins().brif(prepared[0], enter, &[], handler, &[]);
        self.b.switch_to_block(enter);
        self.call_otherwise(behind.at, self.what.engine.call_prepared, &prepared, wanted, on);
        self.b.switch_to_block(handler);
        // This handler stands for all three ops, or does only the first.
        let (pc, handler) = (self.address((self.what.step)(inst.at).pc), self.address((self.what.resume)(inst.at).handler));
        let pc = self.call(handler, &[pc, fp, vm], 1)[0];
        let next = self.address((self.what.step)(inst.at + 1).pc);
        let alone = self.b.ins().icmp(IntCC::Equal, pc, next);
        let [singly, together, done] = [0; 3].map(|_| self.b.create_block());
        self.b.set_cold_block(singly);
        self.b.ins().brif(alone, singly, &[], together, &[]);
        self.b.switch_to_block(together);
        self.arrive(pc, behind.at + 1, done);
        self.b.switch_to_block(done);
        self.give_result(wanted, on);
        self.b.switch_to_block(singly);
        true
    }

    /// The stack of frames must reach so far.
    pub fn check_stack(&mut self, end: Ir, general: Block) {
        let limit = self.load(types::I64, self.vm, self.what.offsets.stack_limit);
        let beyond = self.b.ins().icmp(IntCC::UnsignedGreaterThan, end, limit);
        self.unless(beyond, general);
    }

    /// Where the native stack ends, the interpreter goes on at the call, and needs none.
    fn check_native_stack(&mut self, at: u32) {
        let limit = self.load(types::I64, self.vm, self.what.offsets.native_limit);
        let here = self.b.ins().get_stack_pointer(types::I64);
        let exhausted = self.b.ins().icmp(IntCC::UnsignedLessThan, here, limit);
        let leave = self.way_out(WayOut::At { op: at, is_guess: false });
        self.unless(exhausted, leave);
    }
}

/// The slot that wants the result of a call.
fn wanted(call: &Op) -> Option<u32> {
    Some(call.x).filter(|slot| *slot != NONE)
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
