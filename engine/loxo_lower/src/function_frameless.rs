//! Functions without a frame (`loxo_form::frameless`): how their code is entered, calls, returns and leaves.
//!
//! The code is a function of the address where its frame would lie, the machine, and the parameters in registers. While it runs the machine stands in no
//! frame. It does so too when the code gives back its result. When it leaves, it gives back a number that is seldom a result ([`LEFT_INT`] and the like),
//! and the machine stands in the innermost frame that was left, whose header says where the interpreter goes on: the instruction in its place, and the
//! handler, as code with a frame gives it back, in front of the tag of the closure. Slots are written then; all else in the header is written by
//! whoever has called, who knows what it says.

use cranelift_codegen::ir::condcodes::{FloatCC, IntCC};
use cranelift_codegen::ir::{Block, BlockArg, InstBuilder, MemFlagsData as MemFlags, Value as Ir, types};
use loxo_bytecode::{ClassOperand, FRAME_HEADER_SLOTS, OpCode};
use loxo_form::{End, Graph, Inst, Interface, Kind, StateId, Tags, ValueId};
use loxo_value::Tag;

use crate::exit_records::LeftCall;
use crate::exit_records::SideExit;
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

    /// Gives back that it has left.
    pub fn return_nothing(&mut self, result: Tags) {
        let nothing = match register_of(result) {
            types::F64 => self.b.ins().f64const(f64::NAN),
            _ => self.b.ins().iconst(types::I64, if result.within(Tags::INT) { LEFT_INT } else { LEFT_BOOL }),
        };
        self.b.ins().return_(&[nothing]);
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
        let window = self.window(&op);
        let (result, left, on) = self.enter_frameless(&its, window, &args);

        self.b.switch_to_block(left);
        self.write_bare(self.what.form.states[state.0 as usize].slots.iter().copied());
        let (window, fp) = (self.window(&op), self.fp);
        self.store(fp, window, self.what.offsets.prev);
        let made = (its.code != 0).then_some([call.callee.native, call.callee.made]);
        let record = self.left_call(inst.at, &call, 0, Some(self.exit_with(state)), made);
        self.b.ins().jump(self.passed, &[record.into()]);

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

    /// Address of the record of a call whose callee has left.
    fn left_call(&mut self, op: u32, call: &FramelessCall, flags: u32, caller: Option<SideExit>, made: Option<[usize; 2]>) -> Ir {
        let frame = self.what.function.code[op as usize].a + FRAME_HEADER_SLOTS;
        let result = self.what.function.code[op as usize].x;
        let left = LeftCall { op, func: call.callee.func, count: call.count, flags, frame, result, caller, made };
        self.address((self.what.left_call)(&left))
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
        let what = self.what;
        let op = what.function.code[inst.at as usize];
        let slots = &what.form.states[state.0 as usize].slots;
        let args = inst.args.iter().take(call.count as usize).zip(op.a + FRAME_HEADER_SLOTS..).map(|(value, slot)| (slot, *value));
        let all = slots.iter().copied().chain(args);
        self.write_bare(all.clone());
        let mut exit = self.exit_with(state);
        exit.slots = self.tags_left(all);
        exit.before.extend(call.start);
        (exit.op, exit.is_entry) = (inst.at, self.is_entry(inst.at));
        let record = self.address((what.side_exits)(&[exit])[0]);
        self.b.ins().jump(self.leave, &[record.into()]);
    }

    /// All arguments of a call in its window are numbers of the types that are expected.
    pub fn passes_numbers(&self, at: u32, call: &FramelessCall, its: &Frameless) -> bool {
        let first = self.what.function.code[at as usize].a + FRAME_HEADER_SLOTS;
        let passed = its.interface.params.iter().take(call.count as usize).zip(first..);
        passed.into_iter().all(|(tags, slot)| self.stored_number(slot, *tags).is_some())
    }

    /// The number that was stored to a slot, if its type is known to be one of these.
    fn stored_number(&self, slot: u32, tags: Tags) -> Option<ValueId> {
        let stored = self.stored.iter().rev().find(|(known, _)| *known == slot).map(|(_, value)| *value);
        stored.filter(|value| self.type_of(*value).unboxed() && self.type_of(*value).tags.within(tags))
    }

    /// Calls a function without a frame from one that has one, if the arguments in the window are what it takes; gives the two words of the result. Goes
    /// to a block if they are not. Where the callee leaves, the result comes in the frame, and the code goes on at `on`.
    pub fn call_frameless_in_window(
        &mut self,
        inst: &Inst,
        call: &FramelessCall,
        its: &Frameless,
        wanted: Option<u32>,
        on: Block,
        other: Block,
    ) -> (Ir, Ir) {
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
        let window = self.window(&op);
        let (result, left, returned) = self.enter_frameless(its, window, &args);
        self.b.switch_to_block(left);
        let flags = self.what.offsets.called_natively | if op.x == loxo_bytecode::NONE { self.what.offsets.unwanted } else { 0 };
        let record = self.left_call(inst.at, call, flags, None, None);
        self.call_otherwise_with(record, self.what.engine.frameless_left, wanted, on);
        self.b.switch_to_block(returned);
        self.store(fp, vm, offsets.fp);
        self.words_of(its.interface.result, result)
    }

    /// Code of a frame that does nothing but call the function's code that needs none.
    pub fn write_adapter(&mut self, its: &Frameless) {
        let (fp, vm, offsets, form) = (self.fp, self.vm, self.what.offsets, self.what.form);
        let other = self.b.create_block();
        self.b.set_cold_block(other);
        let params = its.interface.params.iter().zip(0..);
        let args: Vec<Ir> = params.map(|(tags, slot)| self.argument(slot, *tags, other)).collect();
        let nowhere = self.address(0);
        self.store(nowhere, vm, offsets.fp);
        let (result, left, on) = self.enter_frameless(its, fp, &args);

        self.b.switch_to_block(left);
        let function = self.address(self.what.engine.adapter_left);
        let exit = self.call(function, &[fp, vm], 2);
        self.b.ins().jump(self.out, &[exit[0].into(), exit[1].into()]);

        self.b.switch_to_block(on);
        self.store(fp, vm, offsets.fp);
        let (payload, word) = self.words_of(its.interface.result, result);
        let [registers, header] = [0; 2].map(|_| self.b.create_block());
        self.unless_called_natively(registers, header);
        self.b.switch_to_block(registers);
        self.b.ins().return_(&[payload, word]);
        self.b.switch_to_block(header);
        self.b.set_cold_block(header);
        let returns = form.blocks.iter().find(|block| matches!(block.end, End::Return(..)));
        let at = returns.and_then(|block| block.insts.last()).map_or(0, |inst| inst.at);
        let pc = self.address((self.what.resume)(at).pc);
        let function = self.address(self.what.engine.leave_adapter);
        let exit = self.call(function, &[fp, vm, payload, word, pc], 2);
        self.b.ins().jump(self.out, &[exit[0].into(), exit[1].into()]);

        self.b.switch_to_block(other);
        let start = form.entries[0].op;
        let exit = SideExit { op: start, is_entry: true, is_guess: true, undefined: self.own_locals().collect(), ..SideExit::default() };
        let record = self.address((self.what.side_exits)(&[exit])[0]);
        self.b.ins().jump(self.leave, &[record.into()]);
    }

    /// An argument in a window, as it is passed; goes to a block if it is something else.
    fn argument(&mut self, slot: u32, tags: Tags, other: Block) -> Ir {
        let fp = self.fp;
        if let Some(value) = self.stored_number(slot, tags) {
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
    fn enter_frameless(&mut self, its: &Frameless, window: Ir, args: &[Ir]) -> (Ir, Block, Block) {
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
}
