//! Functions without a frame (`loxo_form::frameless`): how their code is entered, calls, returns and leaves.
//!
//! The code is a function of the address where its frame would lie, the machine, and the parameters in registers. While it runs the machine stands in no
//! frame. It does so too when the code gives back its result. When it leaves, it gives back a number that is seldom a result ([`LEFT_INT`] and the like),
//! and the machine stands in the innermost frame that was left, whose header says where the interpreter goes on: the instruction in its place, and the
//! handler, as code with a frame gives it back, in front of the tag of the closure. Slots are written then; all else in the header is written by
//! whoever has called, who knows what it says.

use cranelift_codegen::ir::condcodes::{FloatCC, IntCC};
use cranelift_codegen::ir::{Block, BlockArg, InstBuilder, MemFlagsData as MemFlags, Value as Ir, types};
use loxo_bytecode::{ClassOperand, FRAME_HEADER_SLOTS, Op, OpCode};
use loxo_form::{Graph, Inst, Interface, Kind, StateId, Tags, Type, ValueId};
use loxo_value::Tag;

use crate::function::{Callee, FunctionEmitter, Held, SLOT, WORD, class_of, offset, word_of};
use crate::function_interface::{Frameless, register_of, signature_of};

/// What code gives back that leaves, in place of a result: an int, a bool or nothing. As a float it is not a number.
const LEFT_INT: i64 = -0x7fed_cba9;
const LEFT_BOOL: i64 = 2;

/// A call of a function that may have code without a frame.
pub(crate) struct FramelessCall {
    pub callee: Callee,
    /// So many arguments are passed.
    pub count: u32,
    /// The op that starts it, if there is one.
    pub start: Option<u32>,
}

impl FramelessCall {
    /// So many arguments are enough, and not too many, as all that is missing has a constant default of the type that is expected.
    pub fn fits(&self, its: &Frameless) -> bool {
        let Interface { params, defaults, .. } = &its.interface;
        let has_default = |index: usize| matches!((&defaults[index], params[index]), (Some(default), tags) if tags_of(default) == tags);
        self.callee.takes(self.count) && self.count as usize <= params.len() && (self.count as usize..params.len()).all(has_default)
    }
}

/// What a number is that is a default.
fn tags_of(default: &Kind) -> Tags {
    match default {
        Kind::Int(_) => Tags::INT,
        Kind::Float(_) => Tags::FLOAT,
        _ => Tags::BOOL,
    }
}

impl FunctionEmitter<'_, '_> {
    /// The call that an op makes, if the function is known that it is of wherever its start was looked at.
    pub fn call_without_frame(&self, at: u32) -> Option<FramelessCall> {
        let op = &self.what.function.code[at as usize];
        match op.code {
            OpCode::CallFn => Some(FramelessCall { callee: (self.what.callee)(op.b)?, count: op.c, start: None }),
            OpCode::Call | OpCode::CallForArg => {
                let start = self.start_of(at, op.a)?;
                let is_named = matches!(self.what.function.code[start as usize].code, OpCode::InitFn | OpCode::InitStaticCall);
                let callee = is_named.then(|| (self.what.started)(start)).flatten()?;
                Some(FramelessCall { callee, count: op.b, start: Some(start) })
            }
            _ => None,
        }
    }

    /// Goes to a block unless the window of a call was started for a function. A static method is called on its own class.
    pub fn unless_started(&mut self, start: u32, callee: &Callee, other: Block) {
        if self.certain_function(start).is_some() {
            return;
        }
        let op = self.what.function.code[start as usize];
        let window = self.window(&op);
        self.unless_of(window, callee, 0, other);
        if callee.class != 0 {
            let called = self.load(types::I64, window, self.what.offsets.class);
            let class = self.address(callee.class);
            let differs = self.b.ins().icmp(IntCC::NotEqual, called, class);
            self.unless(differs, other);
        }
    }

    /// Leaves unless what an op starts a call of is what it was. What `self` and `static` mean is known, as the function is called on its own class.
    pub fn guard_callee(&mut self, inst: &Inst) {
        let (Some(state), Some(callee)) = (inst.exit, (self.what.started)(inst.at)) else { return self.abandon() };
        let op = self.what.function.code[inst.at as usize];
        let entry = match (op.code, ClassOperand::decode(op.b)) {
            (OpCode::InitFn, _) => (self.what.named_function)(inst.at),
            (OpCode::InitStaticCall, ClassOperand::Name(_)) => (self.what.named_class)(inst.at),
            _ => return,
        };
        let Some(entry) = entry else { return self.abandon() };
        let is_function = op.code == OpCode::InitFn;
        if is_function && self.is_guarded_before(inst, entry) {
            return;
        }
        let exit = self.exit(state, true);
        let (found, wanted) = if is_function {
            (self.named(self.what.functions_table, entry, exit), callee.func)
        } else {
            (self.class_named(entry, exit), callee.class)
        };
        let wanted = self.address(wanted);
        let differs = self.b.ins().icmp(IntCC::NotEqual, found, wanted);
        self.unless(differs, exit);
    }

    /// On all ways to an instruction it was seen what a name means. It means the same as long as the request runs.
    fn is_guarded_before(&mut self, inst: &Inst, entry: [u32; 2]) -> bool {
        let form = self.what.form;
        let code = &self.what.function.code;
        let named = self.what.named_function;
        let is_same = |other: &Inst| {
            let is_guard = other.kind == Kind::GuardCallee && code[other.at as usize].code == OpCode::InitFn;
            is_guard && named(other.at) == Some(entry)
        };
        let own = form.blocks[self.current.0 as usize].insts.iter().take_while(|other| !std::ptr::eq(*other, inst));
        if own.into_iter().any(is_same) {
            return true;
        }
        let graph = self.graph.get_or_insert_with(|| Graph::of(form));
        let mut above = graph.dominator(self.current);
        while let Some(block) = above {
            if form.blocks[block.0 as usize].insts.iter().any(is_same) {
                return true;
            }
            above = graph.dominator(block);
        }
        false
    }

    /// The parameters of the first block.
    pub fn take_parameters(&mut self, registers: &[Ir]) {
        let form = self.what.form;
        let entry = form.entries[0].block;
        let mut args: Vec<BlockArg> = Vec::new();
        for (param, register) in form.blocks[entry.0 as usize].params.iter().zip(registers) {
            let is_bool = class_of(self.type_of(*param)) == Some(types::I8);
            args.push(if is_bool { self.b.ins().ireduce(types::I8, *register).into() } else { (*register).into() });
        }
        let first = self.blocks[entry.0 as usize];
        self.b.ins().jump(first, &args);
    }

    /// A number as it is passed.
    fn in_register(&mut self, value: ValueId) -> Ir {
        match self.held(value) {
            Held::Unboxed(one) if class_of(self.type_of(value)) == Some(types::I8) => self.b.ins().uextend(types::I64, one),
            Held::Unboxed(one) | Held::Boxed(one, _) => one,
        }
    }

    /// Returns a number, or nothing where the function gives back null.
    pub fn return_number(&mut self, value: ValueId) {
        let is_number = self.type_of(value).unboxed();
        let result = if is_number { self.in_register(value) } else { self.address(0) };
        self.b.ins().return_(&[result]);
    }

    /// Leaves: the interpreter goes on somewhere.
    pub fn return_left(&mut self, pc: Ir, word: Ir, result: Type) {
        let fp = self.fp;
        self.store(pc, fp, self.what.offsets.pc);
        self.store(word, fp, self.what.offsets.closure);
        self.return_nothing(result.tags);
    }

    fn return_nothing(&mut self, result: Tags) {
        let nothing = match register_of(result) {
            types::F64 => self.b.ins().f64const(f64::NAN),
            _ => self.b.ins().iconst(types::I64, if result.within(Tags::INT) { LEFT_INT } else { LEFT_BOOL }),
        };
        self.b.ins().return_(&[nothing]);
    }

    /// Writes what the slots of a function without a frame hold, so that the interpreter can go on there.
    pub fn write_frame(&mut self, state: StateId) {
        let what = self.what;
        let state = &what.form.states[state.0 as usize];
        let (fp, undef) = (self.fp, self.word(Tag::Undef));
        for local in 0..what.function.locals.len() as u32 {
            if !state.slots.iter().any(|(slot, _)| *slot == local) {
                self.store(undef, fp, offset(local) + WORD);
            }
        }
        for &(slot, value) in &state.slots {
            self.put(value, fp, offset(slot));
        }
    }

    /// The frame is the one that the machine stands in. Ops in front of the one where the interpreter goes on are run in it.
    pub fn stand_in_frame(&mut self, before: &[u32]) {
        let (fp, vm, offsets) = (self.fp, self.vm, self.what.offsets);
        self.store(fp, vm, offsets.fp);
        if !before.is_empty() {
            let func = self.address(self.what.func);
            self.open_window(func, fp);
            let none = self.address(0);
            self.store(none, fp, offsets.nargs);
        }
        for &op in before {
            self.step(op);
        }
    }

    /// Calls a function without a frame from one that has none.
    pub fn call_frameless(&mut self, inst: &Inst) {
        let op = self.what.function.code[inst.at as usize];
        let (Some(state), Some(call)) = (inst.exit, self.call_without_frame(inst.at)) else { return self.abandon() };
        let Some(its) = call.callee.frameless.clone().filter(|its| its.interface.params.len() == inst.args.len()) else {
            return self.abandon();
        };
        let no_space = self.lacks_space(inst);
        let args: Vec<Ir> = inst.args.iter().map(|value| self.in_register(*value)).collect();
        let (result, left, on) = self.enter_frameless(&its, &op, &args);

        self.b.switch_to_block(left);
        self.write_frame(state);
        self.write_windows(state);
        let pc = self.address((self.what.resume)(inst.at).pc);
        let fp = self.fp;
        self.store(pc, fp, self.what.offsets.pc);
        self.write_header(&call, &op, 0);
        if its.code != 0 {
            self.count_if_made_anew(&call.callee, inst.at);
        }
        if let Some(result) = self.what.form.frameless {
            self.return_nothing(result.tags);
        }

        if let Some(no_space) = no_space {
            self.b.switch_to_block(no_space);
            self.leave_for_space(inst, state, &call);
        }

        self.b.switch_to_block(on);
        if let Some(value) = inst.result {
            let held = match class_of(self.type_of(value)) {
                Some(types::I8) => Held::Unboxed(self.b.ins().ireduce(types::I8, result)),
                _ => Held::Unboxed(result),
            };
            self.define(inst, held);
        }
    }

    /// Starts the calls that were not made when another one is left. The machine stands in the frame that it was left in.
    fn write_windows(&mut self, state: StateId) {
        let what = self.what;
        let before = &what.form.states[state.0 as usize].before;
        if before.is_empty() {
            return;
        }
        let innermost = self.load(types::I64, self.vm, what.offsets.fp);
        self.stand_in_frame(before);
        let vm = self.vm;
        self.store(innermost, vm, what.offsets.fp);
    }

    /// Looks whether both stacks have space for what a function without a frame calls, and gives the block for where they have not. Calls behind such a
    /// look need none.
    fn lacks_space(&mut self, inst: &Inst) -> Option<Block> {
        let form = self.what.form;
        let is_call = |inst: &&Inst| inst.kind == Kind::CallFrameless;
        let graph = self.graph.get_or_insert_with(|| Graph::of(form));
        let mut above = graph.dominator(self.current);
        while let Some(block) = above {
            if form.blocks[block.0 as usize].insts.iter().any(|inst| is_call(&inst)) {
                return None;
            }
            above = graph.dominator(block);
        }
        if !form.blocks[self.current.0 as usize].insts.iter().find(is_call).is_some_and(|first| std::ptr::eq(first, inst)) {
            return None;
        }
        let calls = form.blocks.iter().flat_map(|block| &block.insts).filter(is_call);
        let window = |at: u32| self.what.function.code[at as usize].a;
        let most = calls.filter_map(|call| Some(window(call.at) + self.call_without_frame(call.at)?.callee.frame_slots)).max()?;
        let no_space = self.b.create_block();
        self.b.set_cold_block(no_space);
        self.check_stacks(most, no_space);
        Some(no_space)
    }

    /// There is no space for a call: the interpreter makes it.
    fn leave_for_space(&mut self, inst: &Inst, state: StateId, call: &FramelessCall) {
        let op = self.what.function.code[inst.at as usize];
        self.write_frame(state);
        for (index, value) in inst.args.iter().take(call.count as usize).enumerate() {
            let fp = self.fp;
            self.put(*value, fp, offset(op.a + FRAME_HEADER_SLOTS + index as u32));
        }
        let before = &self.what.form.states[state.0 as usize].before;
        let all: Vec<u32> = before.iter().copied().chain(call.start).collect();
        self.stand_in_frame(&all);
        let resume = (self.what.resume)(inst.at);
        let entered = self.what.form.entries.iter().any(|entry| entry.op == inst.at);
        let (pc, handler) = (self.address(resume.pc), self.left(if entered { resume.handler } else { 0 }));
        if let Some(result) = self.what.form.frameless {
            self.return_left(pc, handler, result);
        }
    }

    /// Calls a function without a frame from one that has one, if the arguments in the window are what it takes; gives the two words of the result. Goes
    /// to a block if they are not.
    pub fn call_frameless_in_window(&mut self, inst: &Inst, call: &FramelessCall, its: &Frameless, other: Block) -> (Ir, Ir, Block) {
        let op = self.what.function.code[inst.at as usize];
        let (fp, vm) = (self.fp, self.vm);
        self.check_stacks(op.a + call.callee.frame_slots, other);
        let mut args = Vec::new();
        for (index, tags) in its.interface.params.iter().enumerate() {
            args.push(match &its.interface.defaults[index] {
                Some(default) if index >= call.count as usize => self.default(default),
                _ => self.argument(op.a + FRAME_HEADER_SLOTS + index as u32, *tags, other),
            });
        }
        let (offsets, nowhere) = (self.what.offsets, self.address(0));
        self.store(nowhere, vm, offsets.fp);
        let (result, left, on) = self.enter_frameless(its, &op, &args);
        let back = self.b.create_block();
        self.b.switch_to_block(left);
        let innermost = self.load(types::I64, vm, offsets.fp);
        let [next, word] = [offsets.pc, offsets.closure].map(|at| self.load(types::I64, innermost, at));
        let flags = self.what.offsets.called_natively | if op.x == loxo_bytecode::NONE { self.what.offsets.unwanted } else { 0 };
        self.write_header(call, &op, flags);
        let pc = self.address((self.what.step)(inst.at).pc);
        self.store(pc, fp, self.what.offsets.pc);
        let behind = self.address(self.what.engine.returned);
        let reached = self.call(behind, &[fp, vm, next, word], 2);
        self.unless_behind(&reached);
        self.b.ins().jump(back, &[]);
        self.b.switch_to_block(on);
        self.store(fp, vm, offsets.fp);
        let (payload, word) = self.words_of(its.interface.result, result);
        (payload, word, back)
    }

    /// An argument in a window, as it is passed; goes to a block if it is something else.
    fn argument(&mut self, slot: u32, tags: Tags, other: Block) -> Ir {
        let fp = self.fp;
        let stored = self.stored.iter().rev().find(|(known, _)| *known == slot).map(|(_, value)| *value);
        if let Some(value) = stored.filter(|value| self.type_of(*value).unboxed() && self.type_of(*value).tags.within(tags)) {
            return self.in_register(value);
        }
        let word = self.b.ins().uload32(MemFlags::trusted(), fp, offset(slot) + WORD);
        let bad = self.tag_test(word, tags, false);
        self.unless(bad, other);
        match register_of(tags) {
            _ if tags.within(Tags::BOOL) => {
                let tag = self.b.ins().band_imm_u(word, 0xff);
                self.b.ins().iadd_imm_s(tag, -(Tag::False as i64))
            }
            class => self.load(class, fp, offset(slot)),
        }
    }

    /// A number that nothing was passed for, as it is passed.
    fn default(&mut self, number: &Kind) -> Ir {
        match number {
            Kind::Float(bits) => self.b.ins().f64const(f64::from_bits(*bits)),
            Kind::Int(int) => self.b.ins().iconst(types::I64, *int),
            other => self.b.ins().iconst(types::I64, i64::from(*other == Kind::Bool(true))),
        }
    }

    /// The words of a value of what a register holds.
    fn words_of(&mut self, tags: Tags, register: Ir) -> (Ir, Ir) {
        if tags.within(Tags::FLOAT) {
            return (self.b.ins().bitcast(types::I64, MemFlags::new(), register), self.word(Tag::Float));
        }
        if tags.within(Tags::BOOL) {
            return (register, self.b.ins().iadd_imm_s(register, word_of(Tag::False)));
        }
        (register, self.word(if tags.within(Tags::INT) { Tag::Int } else { Tag::Null }))
    }

    /// Both stacks must have space for a callee: so many slots lie between this frame and its end beside headers.
    fn check_stacks(&mut self, slots: u32, other: Block) {
        let slots = slots + 2 * FRAME_HEADER_SLOTS;
        let end = self.b.ins().iadd_imm_s(self.fp, i64::from(slots) * i64::from(SLOT));
        self.check_stack(end, other);
        let limit = self.load(types::I64, self.vm, self.what.offsets.native_limit);
        let here = self.b.ins().get_stack_pointer(types::I64);
        let exhausted = self.b.ins().icmp(IntCC::UnsignedLessThan, here, limit);
        self.unless(exhausted, other);
    }

    /// The call itself; gives what comes back, and the blocks for where the callee has left, and where it has returned.
    fn enter_frameless(&mut self, its: &Frameless, op: &Op, args: &[Ir]) -> (Ir, Block, Block) {
        let window = self.window(op);
        // Code with a frame keeps it in a register that outlasts other calls.
        let vm = if self.what.form.frameless.is_some() { self.vm } else { self.b.ins().iadd_imm_s(self.vm, 0) };
        let all: Vec<Ir> = [window, vm].iter().chain(args).copied().collect();
        let signature = self.b.import_signature(signature_of(&its.interface));
        let function = self.function_at(its.code as u64, signature);
        let call = self.b.ins().call(function, &all);
        let result = self.b.inst_results(call)[0];
        let [perhaps, left, back, on] = [0; 4].map(|_| self.b.create_block());
        let tags = its.interface.result;
        let is_like = match register_of(tags) {
            types::F64 => self.b.ins().fcmp(FloatCC::Unordered, result, result),
            _ => self.b.ins().icmp_imm_s(IntCC::Equal, result, if tags.within(Tags::INT) { LEFT_INT } else { LEFT_BOOL }),
        };
        self.b.ins().brif(is_like, perhaps, &[], on, &[]);
        [perhaps, left, back].into_iter().for_each(|block| self.b.set_cold_block(block));
        self.b.switch_to_block(perhaps);
        let stands = self.load(types::I64, self.vm, self.what.offsets.fp);
        self.b.ins().brif(stands, left, &[], back, &[]);
        // The way back is a block of its own, far from the usual one.
        self.b.switch_to_block(back);
        self.b.ins().jump(on, &[]);
        (result, left, on)
    }

    /// Writes the header of a callee that has left.
    fn write_header(&mut self, call: &FramelessCall, op: &Op, flags: u32) {
        let window = self.window(op);
        let func = self.address(call.callee.func);
        // No class: a static method is called on its own.
        self.open_window(func, window);
        let header = self.b.ins().iconst(types::I64, i64::from(call.count) | i64::from(flags) << 32);
        // The flags follow.
        self.store(header, window, self.what.offsets.nargs);
        let fp = self.fp;
        self.store(fp, window, self.what.offsets.prev);
    }

    /// A callee that was left too often is compiled anew, with a frame: then this code should be, too.
    fn count_if_made_anew(&mut self, callee: &Callee, at: u32) {
        let word = self.address(callee.native);
        let now = self.load(types::I64, word, 0);
        let [anew, on] = [0; 2].map(|_| self.b.create_block());
        let made = self.address(callee.made);
        let same = self.b.ins().icmp(IntCC::Equal, now, made);
        self.b.ins().brif(same, on, &[], anew, &[]);
        self.b.switch_to_block(anew);
        self.count_failure(at);
        self.b.ins().jump(on, &[]);
        self.b.switch_to_block(on);
    }
}
