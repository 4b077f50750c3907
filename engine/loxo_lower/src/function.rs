//! Forms of whole functions to Cranelift IR: blocks, values, and how the code is entered and left.
//!
//! The code is a function of a frame's address, its machine and the number of an entry: 0 for a call by other compiled code, which leaves it to the
//! callee to make its locals undef. It gives back the two words of its result, if compiled code has called it, or where the interpreter goes on, with a
//! handler and [`LEFT`]; as the handler, 0 is that of the instruction. What it asks of the interpreter is said in `loxo_vm::compiled`.

use std::ops::Range;

use cranelift_codegen::ir::{
    self, AbiParam, Block, BlockArg, BlockCall, ExtFuncData, ExternalName, InstBuilder, JumpTableData, MemFlagsData as MemFlags, Signature,
    UserExternalName, Value as Ir, types,
};
use cranelift_codegen::isa::{CallConv, TargetFrontendConfig};
use cranelift_frontend::Switch;
use loxo_bytecode::{Function, THIS};
use loxo_form::{BlockId, End, Form, Graph, Inst, Interface, Kind, Owned, Tags, Type, ValueId};
use loxo_value::{PRESENT, Tag};
use rustc_hash::FxHashMap;

use crate::Resume;
use crate::builder::{Builder, Scratch};
use crate::exit_records::SideExit;
use crate::exit_records::{LeftCall, WayOut};
use crate::function_engine::{EngineCalls, Offsets};
use crate::function_interface::{Frameless, signature_of};
use crate::intrinsics::{BuiltinMethod, CalledBuiltin};

/// What a function is compiled with.
pub struct FunctionRequest<'a> {
    pub form: &'a Form,
    /// What a form without a frame takes and gives.
    pub interface: Option<&'a Interface>,
    /// The code with a frame does nothing but call this, which needs none.
    pub adapts: Option<&'a Frameless>,
    pub function: &'a Function,
    /// Its address.
    pub func: usize,
    /// It is a method that runs on objects: `$this` is one.
    pub on_object: bool,
    /// The copy of an op's instruction that compiled code runs, and the handler that it calls for that.
    pub step: &'a dyn Fn(u32) -> Resume,
    /// How the interpreter runs an op.
    pub resume: &'a dyn Fn(u32) -> Resume,
    /// The two words of a constant.
    pub constant: &'a dyn Fn(u32) -> [u64; 2],
    /// Address of a constant.
    pub constant_place: &'a dyn Fn(u32) -> usize,
    /// The bytes of a constant that is a string.
    pub text: &'a dyn Fn(u32) -> Option<Vec<u8>>,
    /// Address of the jump table of an op.
    pub switch: &'a dyn Fn(u32) -> usize,
    /// The number of the inline cache of an op.
    pub cache: &'a dyn Fn(u32) -> u32,
    /// In objects of how many classes an op has found the property that it reads.
    pub classes_read: &'a dyn Fn(u32) -> usize,
    /// The addresses of the classes of a set, by its number.
    pub class_set: &'a dyn Fn(u32) -> Vec<usize>,
    /// The function that a `CallFn` names by its index, if compiled code can call it.
    pub callee: &'a dyn Fn(u32) -> Option<Callee>,
    /// Few bytes count more than few instructions: the code runs between much other code, again and again.
    pub compact: bool,
    /// Address of a list of numbers that lives as long as the code.
    pub numbers: &'a dyn Fn(&[u32]) -> usize,
    /// What machine code passes on of a call op: see `loxo_tiering::call_sites`.
    pub call_site: &'a dyn Fn(u32) -> usize,
    /// The user function that was called last by the call that an op starts, or that has the name which it calls, if compiled code can call it.
    pub started: &'a dyn Fn(u32) -> Option<Callee>,
    /// The op has started calls of no other function.
    pub has_started_one: &'a dyn Fn(u32) -> bool,
    /// The class of the objects whose method the op has called without being a call, and the method, which takes what the op passes.
    pub element_method: &'a dyn Fn(u32) -> Option<(usize, Callee)>,
    /// The method of a builtin class that the op has started a call of last.
    pub started_builtin: &'a dyn Fn(u32) -> Option<BuiltinMethod>,
    /// The builtin that the op calls, if it has nothing to it but its arguments.
    pub builtin: &'a dyn Fn(u32) -> Option<CalledBuiltin>,
    /// Functions that the form may have inlined, by their numbers there.
    pub inlinable: &'a [Inlinable<'a>],
    /// Address of the function that stands in windows where a class has no constructor.
    pub no_constructor: usize,
    /// Address of the class `Closure`.
    pub closure_class: usize,
    /// The number of the function that an op names in the machine's table of functions, and its place there in bytes.
    pub named_function: &'a dyn Fn(u32) -> Option<[u32; 2]>,
    /// Where the machine has the address of the first entry of its table of functions, and their number.
    pub functions_table: [i32; 2],
    /// The same of the class that an op names, in the table of classes.
    pub named_class: &'a dyn Fn(u32) -> Option<[u32; 2]>,
    pub classes_table: [i32; 2],
    /// The same of the constants that an op names, the second where the first is missing, in the table of constants.
    pub named_constants: &'a dyn Fn(u32) -> Vec<[u32; 2]>,
    pub constants_table: [i32; 2],
    /// Address of the declared type of a parameter, or else of the result, if that names classes; and addresses of classes that it is known to take.
    pub declared_type: &'a dyn Fn(Option<u32>) -> Option<(usize, Vec<usize>)>,
    /// Address of the 32-bit number that says where in an array the op has found its constant key last.
    pub position: &'a dyn Fn(u32) -> usize,
    /// Addresses of records of side exits, which live as long as the code; the same of a call whose callee has left.
    pub side_exits: &'a dyn Fn(&[SideExit]) -> Vec<usize>,
    pub left_call: &'a dyn Fn(&LeftCall) -> usize,
    /// The two words of an empty array.
    pub empty_array: [u64; 2],
    /// Where the strings of one byte are: the address of the first, and how far they lie apart.
    pub byte_strings: [usize; 2],
    pub engine: &'a EngineCalls,
    pub offsets: &'a Offsets,
    /// A function at this address is reached by a displacement of 32 bits from wherever the code will lie.
    pub is_near: &'a dyn Fn(usize) -> bool,
}

/// The address of a function that code calls by name.
pub fn named_address(name: &UserExternalName) -> usize {
    ((u64::from(name.namespace) << 32) | u64::from(name.index)) as usize
}

/// A function that a call op calls.
#[derive(Clone)]
pub struct Callee {
    /// Address of the function, and of the word with the address of its compiled code.
    pub func: usize,
    pub native: usize,
    pub num_params: u32,
    pub frame_slots: u32,
    /// So many arguments are enough.
    pub required: u32,
    /// The two words of each parameter's constant default, undef where it has none.
    pub defaults: Vec<[u64; 2]>,
    /// A method that runs on an object.
    pub has_this: bool,
    /// Address of the class of a static method, or 0.
    pub class: usize,
    /// Parameters that want references.
    pub by_reference: Vec<u32>,
    /// A closure's function: so many variables are captured.
    pub captures: u32,
    /// The last parameter takes all arguments from its own on.
    pub collects: bool,
    /// Its code that needs no frame, if it has such code or the one that is being made becomes that; and the code with a frame that was made beside it.
    pub frameless: Option<Frameless>,
    pub made: usize,
}

/// A function that a form may have inlined.
#[derive(Clone, Copy)]
pub struct Inlinable<'a> {
    /// Address of the function.
    pub func: usize,
    pub function: &'a Function,
    /// What its ops are numbered from in the form.
    pub first_op: u32,
    /// Addresses of classes: a call on an object of one of these is one of it. None: what is called says it.
    pub classes: &'a [usize],
    /// It runs on an object.
    pub on_object: bool,
}

impl Inlinable<'_> {
    /// Of a constructor: address of the class of the object that is made for the call.
    pub(crate) fn class(&self) -> usize {
        self.classes.first().copied().unwrap_or(0)
    }
}

impl Callee {
    pub(crate) fn takes(&self, count: u32) -> bool {
        (count <= self.num_params || self.collects) && count >= self.required
    }
}

/// A bit of the second word that compiled code gives back: it has left, and there is no result.
pub(crate) const LEFT: i64 = i64::MIN;

/// Bytes of a slot.
pub(crate) const SLOT: i32 = size_of::<loxo_value::Value>() as i32;
pub(crate) const WORD: i32 = 8;
pub(crate) const FLAGS: i32 = 9;
/// So many locals are made undef one by one, more in a loop.
const MOST_CLEARED_SINGLY: u32 = 16;

/// A value of the form in registers.
#[derive(Clone, Copy)]
pub(crate) enum Held {
    Unboxed(Ir),
    /// Payload, and the word with the tag.
    Boxed(Ir, Ir),
}

/// Where an op leads that may jump: to the next one, and to its target.
#[derive(Clone, Copy)]
pub(crate) struct Ways {
    pub on: Block,
    pub away: Block,
}

/// The word of a value that has this tag.
pub(crate) const fn word_of(tag: Tag) -> i64 {
    tag as i64 | PRESENT as i64
}

/// What a register holds of a type.
pub(crate) fn class_of(ty: Type) -> Option<ir::Type> {
    if !ty.unboxed() {
        None
    } else if ty.tags.within(Tags::INT) {
        Some(types::I64)
    } else if ty.tags.within(Tags::FLOAT) {
        Some(types::F64)
    } else {
        Some(types::I8)
    }
}

/// Returns that give up the same slots.
pub(crate) struct SharedReturn<'a> {
    pub owned: &'a [Owned],
    /// Takes the two words of the result, and the instruction of the op that returns it.
    pub block: Block,
}

pub(crate) struct FunctionEmitter<'a, 'b> {
    pub b: Builder<'b>,
    pub what: &'a FunctionRequest<'a>,
    pub fp: Ir,
    pub vm: Ir,
    pub blocks: Vec<Block>,
    values: Vec<Option<Held>>,
    /// By value: how often it is used.
    pub uses: Vec<u32>,
    /// By value: something asks for more of it than its tag.
    contents: Vec<bool>,
    pub exits: FxHashMap<WayOut, Block>,
    /// What calls have left in slots, while nothing else writes there.
    pub results: Vec<(u32, Ir, Ir)>,
    /// Which blocks of the form come before which on all paths, if somebody has asked.
    pub graph: Option<Graph>,
    /// What was stored to slots in this block, while nothing else writes there.
    pub stored: Vec<(u32, ValueId)>,
    /// The block of the form that is written.
    pub current: BlockId,
    /// A call with the elements of an array whose arguments are placed by the op that begins it: the call op, and where it goes on.
    pub spread_call: Option<(u32, Block)>,
    /// Exits that are still to be written.
    pub open: Vec<(WayOut, Block)>,
    /// Where all exits go, with an instruction and a handler.
    pub out: Block,
    /// Where those go that have a record.
    pub leave: Block,
    /// Where code without a frame goes whose callee has left, with a record.
    pub passed: Block,
    /// What machine code passes on of a call op, by op.
    pub call_sites: FxHashMap<u32, usize>,
    /// Returns that are still to be written.
    pub returns: Vec<SharedReturn<'a>>,
    signatures: FxHashMap<(usize, usize), ir::SigRef>,
    /// Something that the form was made with is not so any more: the code is of no use.
    pub abandoned: bool,
    /// Functions of the engine, by address and signature.
    functions: FxHashMap<(u64, ir::SigRef), ir::FuncRef>,
}

/// Fills `into`. `None`: the form has something that is not lowered.
pub fn lower_function(
    what: &FunctionRequest<'_>,
    into: &mut ir::Function,
    scratch: &mut Scratch,
    config: TargetFrontendConfig,
) -> Option<()> {
    let frameless = what.form.frameless;
    into.signature = match frameless {
        Some(_) => signature_of(what.interface?),
        None => signature(3, 2),
    };
    let (mut b, start) = Builder::without_variables(into, scratch);
    let registers = b.block_params(start)[2..].to_vec();
    let [fp, vm] = [0, 1].map(|i| b.block_params(start)[i]);
    let out = b.create_block();
    b.append_block_param(out, types::I64);
    b.append_block_param(out, types::I64);
    let [leave, passed] = [0; 2].map(|_| b.create_block());
    b.append_block_param(leave, types::I64);
    b.append_block_param(passed, types::I64);
    let mut emitter = FunctionEmitter {
        b,
        what,
        fp,
        vm,
        blocks: Vec::new(),
        values: vec![None; what.form.values.len()],
        uses: what.form.uses(),
        contents: what.form.contents(),
        exits: FxHashMap::default(),
        results: Vec::new(),
        graph: None,
        stored: Vec::new(),
        current: BlockId(0),
        spread_call: None,
        open: Vec::new(),
        out,
        leave,
        passed,
        call_sites: FxHashMap::default(),
        returns: Vec::new(),
        signatures: FxHashMap::default(),
        abandoned: false,
        functions: FxHashMap::default(),
    };
    if let Some(its) = what.adapts {
        emitter.write_adapter(its);
    } else {
        emitter.declare_blocks();
        match frameless {
            Some(_) => emitter.take_parameters(&registers),
            None => emitter.entries(registers[0]),
        }
        for block in emitter.order() {
            emitter.block(block);
            if emitter.abandoned {
                return None;
            }
        }
        emitter.write_returns();
    }
    emitter.write_exits();
    // Code without a frame returns by itself.
    if frameless.is_none() {
        emitter.b.switch_to_block(out);
        emitter.b.set_cold_block(out);
        let results = emitter.b.block_params(out).to_vec();
        emitter.b.ins().return_(&results);
    }
    emitter.b.finish(config);
    Some(())
}

/// Of a function of so many words that gives so many back.
fn signature(params: usize, returns: usize) -> Signature {
    let mut signature = Signature::new(CallConv::SystemV);
    signature.params = vec![AbiParam::new(types::I64); params];
    signature.returns = vec![AbiParam::new(types::I64); returns];
    signature
}

impl FunctionEmitter<'_, '_> {
    fn declare_blocks(&mut self) {
        for block in &self.what.form.blocks {
            let made = self.b.create_block();
            for &param in &block.params {
                let held = match class_of(self.type_of(param)) {
                    Some(class) => Held::Unboxed(self.b.append_block_param(made, class)),
                    None => Held::Boxed(self.b.append_block_param(made, types::I64), self.b.append_block_param(made, types::I64)),
                };
                self.values[param.0 as usize] = Some(held);
            }
            self.blocks.push(made);
        }
    }

    /// The blocks that can be reached, each behind those that dominate it.
    fn order(&self) -> Vec<BlockId> {
        let form = self.what.form;
        let mut seen = vec![false; form.blocks.len()];
        let mut order = Vec::new();
        // Depth first, in reverse of the order in which blocks are left; the flag says that a block's successors are done.
        let mut stack: Vec<(BlockId, bool)> = form.entries.iter().rev().map(|entry| (entry.block, false)).collect();
        while let Some((block, done)) = stack.pop() {
            if done {
                order.push(block);
                continue;
            }
            if std::mem::replace(&mut seen[block.0 as usize], true) {
                continue;
            }
            stack.push((block, true));
            stack.extend(successors(&form.blocks[block.0 as usize].end).into_iter().map(|next| (next, false)));
        }
        order.reverse();
        order
    }

    /// Goes to the block of each way in.
    fn entries(&mut self, number: Ir) {
        let form = self.what.form;
        if form.entries.len() == 1 && self.own_locals().is_empty() {
            let first = self.blocks[form.entries[0].block.0 as usize];
            self.b.ins().jump(first, &[]);
            return;
        }
        let called = self.b.create_block();
        let resumed = self.b.create_block();
        self.b.ins().brif(number, resumed, &[], called, &[]);
        self.b.switch_to_block(called);
        self.clear_locals();
        let first = self.blocks[form.entries[0].block.0 as usize];
        self.b.ins().jump(first, &[]);
        self.b.switch_to_block(resumed);
        self.b.set_cold_block(resumed);
        if form.entries.len() == 1 {
            self.b.ins().jump(first, &[]);
            return;
        }
        // Whoever has a number has that of an entry, so nothing is asked but which.
        let number = self.b.ins().ireduce(types::I32, number);
        let blocks = std::iter::once(first).chain(form.entries.iter().map(|entry| self.blocks[entry.block.0 as usize]));
        let calls: Vec<BlockCall> = blocks.map(|block| self.b.func.dfg.block_call(block, &[])).collect();
        let table = self.b.create_jump_table(JumpTableData::new(calls[0], &calls));
        self.b.ins().br_table(number, table);
    }

    /// Locals that are neither parameters nor captured.
    pub fn own_locals(&self) -> Range<u32> {
        let function = self.what.function;
        (function.params.len() + function.uses.len()) as u32..function.locals.len() as u32
    }

    /// Makes them undef.
    fn clear_locals(&mut self) {
        let Range { start: from, end: to } = self.own_locals();
        if from >= to {
            return;
        }
        let undef = self.word(Tag::Undef);
        if to - from <= MOST_CLEARED_SINGLY {
            for local in from..to {
                let fp = self.fp;
                self.store(undef, fp, local as i32 * SLOT + WORD);
            }
            return;
        }
        let (again, on) = (self.b.create_block(), self.b.create_block());
        self.b.append_block_param(again, types::I64);
        let first = self.b.ins().iadd_imm_s(self.fp, i64::from(from) * i64::from(SLOT));
        let end = self.b.ins().iadd_imm_s(self.fp, i64::from(to) * i64::from(SLOT));
        self.b.ins().jump(again, &[first.into()]);
        self.b.switch_to_block(again);
        let at = self.b.block_params(again)[0];
        self.store(undef, at, WORD);
        let next = self.b.ins().iadd_imm_s(at, i64::from(SLOT));
        let more = self.b.ins().icmp(ir::condcodes::IntCC::UnsignedLessThan, next, end);
        self.b.ins().brif(more, again, &[next.into()], on, &[]);
        self.b.switch_to_block(on);
    }

    fn block(&mut self, id: BlockId) {
        self.b.switch_to_block(self.blocks[id.0 as usize]);
        self.current = id;
        let block = &self.what.form.blocks[id.0 as usize];
        self.results.clear();
        self.stored.clear();
        if block.cold {
            self.b.set_cold_block(self.blocks[id.0 as usize]);
        }
        let jump = self.decided_by_run(block);
        for inst in &block.insts[..block.insts.len() - usize::from(jump.is_some())] {
            self.inst(inst);
            if self.abandoned {
                return;
            }
        }
        if let (Some(inst), End::Branch { then, otherwise, .. }) = (jump, &block.end) {
            let ways = Ways { on: self.b.create_block(), away: self.b.create_block() };
            if inst.kind == Kind::RunJump {
                self.results.clear();
                self.run_jump_to(inst, ways);
            } else {
                self.is_call_to(inst, ways);
            }
            for (way, (to, args)) in [(ways.away, then), (ways.on, otherwise)] {
                self.b.switch_to_block(way);
                let args = self.arguments(args);
                self.b.ins().jump(self.blocks[to.0 as usize], &args);
            }
            return;
        }
        let at = block.insts.last().map_or(0, |inst| inst.at);
        match &block.end {
            End::Jump(target, args) => {
                let args = self.arguments(args);
                self.b.ins().jump(self.blocks[target.0 as usize], &args);
            }
            End::Branch { on, then, otherwise } => {
                let on = self.unboxed(*on);
                if let Some(truth) = self.constant_bool(on) {
                    let (to, args) = if truth { then } else { otherwise };
                    let args = self.arguments(args);
                    self.b.ins().jump(self.blocks[to.0 as usize], &args);
                    return;
                }
                let (yes, no) = (self.arguments(&then.1), self.arguments(&otherwise.1));
                self.b.ins().brif(on, self.blocks[then.0.0 as usize], &yes, self.blocks[otherwise.0.0 as usize], &no);
            }
            End::Switch { on, cases, otherwise } => {
                let on = self.unboxed(*on);
                let mut switch = Switch::new();
                let mut seen = rustc_hash::FxHashSet::default();
                for (case, target) in cases {
                    // The first of equal cases counts.
                    if seen.insert(*case) {
                        switch.set_entry(u128::from(*case as u64), self.blocks[target.0 as usize]);
                    }
                }
                self.b.switch(switch, on, self.blocks[otherwise.0 as usize]);
            }
            End::Return(value, _) if self.what.form.frameless.is_some() => self.return_number(*value),
            End::Return(value, owned) => self.give_back(*value, owned, at),
            End::Leave(state) if self.yields(*state) => {}
            End::Leave(state) => {
                let exit = self.exit(*state, self.what.form.frameless.is_some() || self.what.form.states[state.0 as usize].guessed);
                self.b.ins().jump(exit, &[]);
            }
        }
    }

    /// A bool that was made a constant.
    fn constant_bool(&self, value: Ir) -> Option<bool> {
        self.constant(value).map(|bits| bits != 0)
    }

    fn arguments(&mut self, values: &[ValueId]) -> Vec<BlockArg> {
        let mut all = Vec::new();
        for &value in values {
            match self.held(value) {
                Held::Unboxed(one) => all.push(one.into()),
                Held::Boxed(payload, word) => all.extend([BlockArg::from(payload), word.into()]),
            }
        }
        all
    }

    // ----------------------------------------------------------------------------------------------------- values

    pub fn type_of(&self, value: ValueId) -> Type {
        self.what.form.values[value.0 as usize]
    }

    pub fn held(&self, value: ValueId) -> Held {
        self.values[value.0 as usize].expect("values are defined before they are used")
    }

    pub fn unboxed(&self, value: ValueId) -> Ir {
        match self.held(value) {
            Held::Unboxed(one) | Held::Boxed(one, _) => one,
        }
    }

    pub fn boxed(&mut self, value: ValueId) -> (Ir, Ir) {
        match self.held(value) {
            Held::Boxed(payload, word) => (payload, word),
            Held::Unboxed(one) => self.box_of(self.type_of(value), one),
        }
    }

    /// There will be no code.
    pub fn abandon(&mut self) {
        self.abandoned = true;
    }

    pub fn define(&mut self, inst: &Inst, held: Held) {
        if let Some(result) = inst.result {
            self.values[result.0 as usize] = Some(held);
        }
    }

    /// The two words of an unboxed number.
    fn box_of(&mut self, ty: Type, one: Ir) -> (Ir, Ir) {
        match class_of(ty) {
            Some(types::F64) => (self.b.ins().bitcast(types::I64, MemFlags::new(), one), self.word(Tag::Float)),
            Some(types::I8) => {
                let bit = self.b.ins().uextend(types::I64, one);
                (bit, self.b.ins().iadd_imm_s(bit, word_of(Tag::False)))
            }
            _ => (one, self.word(Tag::Int)),
        }
    }

    /// A value with these words, as its type is held.
    pub fn held_of(&mut self, ty: Type, payload: Ir, word: Ir) -> Held {
        match class_of(ty) {
            None => Held::Boxed(payload, word),
            Some(types::F64) => Held::Unboxed(self.b.ins().bitcast(types::F64, MemFlags::new(), payload)),
            Some(types::I8) => {
                let tag = self.b.ins().ireduce(types::I8, word);
                Held::Unboxed(self.b.ins().iadd_imm_s(tag, -(Tag::False as i64)))
            }
            Some(_) => Held::Unboxed(payload),
        }
    }

    /// What a slot holds, as a type is held.
    pub fn load_slot(&mut self, ty: Type, slot: u32) -> Held {
        let (fp, at) = (self.fp, offset(slot));
        if let Some(&(_, payload, word)) = self.results.iter().find(|(known, ..)| *known == slot) {
            return self.held_of(ty, payload, word);
        }
        match class_of(ty) {
            Some(types::I8) => {
                let tag = self.load(types::I8, fp, at + WORD);
                Held::Unboxed(self.b.ins().iadd_imm_s(tag, -(Tag::False as i64)))
            }
            Some(class) => Held::Unboxed(self.load(class, fp, at)),
            None => {
                let payload = self.load(types::I64, fp, at);
                Held::Boxed(payload, self.b.ins().uload32(MemFlags::trusted(), fp, at + WORD))
            }
        }
    }

    /// What a slot holds, for a value of the form.
    pub fn load_value(&mut self, value: ValueId, slot: u32) -> Held {
        let ty = self.type_of(value);
        if self.contents[value.0 as usize] || self.results.iter().any(|(known, ..)| *known == slot) || class_of(ty).is_some() {
            return self.load_slot(ty, slot);
        }
        let word = self.b.ins().uload32(MemFlags::trusted(), self.fp, offset(slot) + WORD);
        Held::Boxed(word, word)
    }

    /// Writes a value to memory.
    pub fn put(&mut self, value: ValueId, at: Ir, offset: i32) {
        let ty = self.type_of(value);
        match self.held(value) {
            Held::Unboxed(one) => {
                if class_of(ty) != Some(types::I8) {
                    self.store(one, at, offset);
                }
                let word = match class_of(ty) {
                    Some(types::F64) => self.word(Tag::Float),
                    Some(types::I8) => self.box_of(ty, one).1,
                    _ => self.word(Tag::Int),
                };
                self.store(word, at, offset + WORD);
            }
            Held::Boxed(payload, word) => {
                self.store(payload, at, offset);
                self.store(word, at, offset + WORD);
            }
        }
    }

    /// The tag in the second word of a value.
    pub fn tag_of(&mut self, word: Ir) -> Ir {
        self.b.ins().ireduce(types::I8, word)
    }

    pub fn word(&mut self, tag: Tag) -> Ir {
        self.b.ins().iconst(types::I64, word_of(tag))
    }

    pub fn load(&mut self, ty: ir::Type, at: Ir, offset: i32) -> Ir {
        self.b.ins().load(ty, MemFlags::trusted(), at, offset)
    }

    pub fn store(&mut self, value: Ir, at: Ir, offset: i32) {
        self.b.ins().store(MemFlags::trusted(), value, at, offset);
    }

    pub fn address(&mut self, address: usize) -> Ir {
        self.b.ins().iconst(types::I64, address as i64)
    }

    /// The second word with which code leaves.
    pub fn left(&mut self, handler: usize) -> Ir {
        self.b.ins().iconst(types::I64, handler as i64 | LEFT)
    }

    /// Calls a function of words at an address: where that is a constant, by its name, which [`named_address`] reads.
    pub fn call(&mut self, function: Ir, args: &[Ir], returns: usize) -> Vec<Ir> {
        let b = &mut self.b;
        let sig = *self.signatures.entry((args.len(), returns)).or_insert_with(|| b.import_signature(signature(args.len(), returns)));
        let call = match self.constant(function) {
            Some(address) => {
                let callee = self.function_at(address, sig);
                self.b.ins().call(callee, &args)
            }
            None => self.b.ins().call_indirect(sig, function, &args),
        };
        self.b.inst_results(call).to_vec()
    }

    pub fn function_at(&mut self, address: u64, signature: ir::SigRef) -> ir::FuncRef {
        let (b, colocated) = (&mut self.b, (self.what.is_near)(address as usize));
        *self.functions.entry((address, signature)).or_insert_with(|| {
            let name = UserExternalName::new((address >> 32) as u32, address as u32);
            let name = ExternalName::user(b.func.declare_imported_user_function(name));
            b.import_function(ExtFuncData { name, signature, colocated, patchable: false })
        })
    }

    /// An address that was made a constant.
    fn constant(&self, value: Ir) -> Option<u64> {
        let ir::ValueDef::Result(inst, 0) = self.b.func.dfg.value_def(value) else { return None };
        match self.b.func.dfg.insts[inst] {
            ir::InstructionData::UnaryImm { opcode: ir::Opcode::Iconst, imm } => Some(imm.bits() as u64),
            _ => None,
        }
    }

    // ------------------------------------------------------------------------------------------------------ exits
}

/// Offset of a slot in the frame.
pub(crate) fn offset(slot: u32) -> i32 {
    // `$this` lies in the frame's header.
    if slot == THIS { -SLOT } else { slot as i32 * SLOT }
}

fn successors(end: &End) -> Vec<BlockId> {
    match end {
        End::Jump(target, _) => vec![*target],
        End::Branch { then, otherwise, .. } => vec![then.0, otherwise.0],
        End::Switch { cases, otherwise, .. } => cases.iter().map(|(_, block)| *block).chain([*otherwise]).collect(),
        End::Return(..) | End::Leave(_) => Vec::new(),
    }
}
