//! Emits the blocks of a loop: guards, actions, and side exits.

use std::mem::offset_of;

use cranelift_codegen::ir::{self, AbiParam, Block, InstBuilder, MemFlagsData as MemFlags, Value as Ir, types};
use cranelift_codegen::isa::TargetFrontendConfig;
use cranelift_frontend::{Switch, Variable};
use loxo_bytecode::{ConstKey, THIS};
use loxo_value::{RcHeader, Tag};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::LoopSnapshot;
use crate::action::{Action, Operand, Step, Test};
use crate::builder::{Builder, Scratch};
use crate::exit_records::{OpenExit, SideExits};
use crate::flow::{Flow, answered, apply, compared};
use crate::peeling::Place;
use crate::plan::Planner;
use crate::seen::Seen;
use crate::state::{State, Ty};

/// Where the parts of a value are.
pub(crate) const TAG: i32 = 8;
pub(crate) const FLAGS: i32 = 9;
pub(crate) const WORD: i32 = 8;

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Class {
    Word,
    Float,
    Bool,
    /// Of an array: how many slots are in use.
    Used,
    /// Of an array: where its slots begin.
    Data,
}

impl Class {
    pub fn of(ty: Ty) -> Class {
        match ty {
            Ty::Int | Ty::Packed | Ty::Referenced | Ty::Element => Class::Word,
            Ty::Float => Class::Float,
            Ty::Bool => Class::Bool,
        }
    }

    pub fn ir(self) -> ir::Type {
        match self {
            Class::Word | Class::Used | Class::Data => types::I64,
            Class::Float => types::F64,
            Class::Bool => types::I8,
        }
    }
}

/// What a variable held that is overwritten.
#[derive(Clone, Copy)]
struct Old {
    content: Ir,
    counted: Ir,
}

pub(crate) struct Emitter<'a, 'v, 'b> {
    pub b: Builder<'b>,
    pub what: &'a LoopSnapshot<'v>,
    pub planner: &'a Planner<'a, 'v>,
    pub flow: &'a Flow,
    pub fp: Ir,
    pub vm: Ir,
    pub pending: Ir,
    variables: FxHashMap<(u32, Class), Variable>,
    blocks: FxHashMap<Place, Block>,
    /// What is known at the point that is being emitted.
    pub state: State,
    /// The op that is being emitted.
    pub at: u32,
    /// It is one of an iteration behind the first one.
    later: bool,
    /// The side exits at that op, while nothing has changed.
    pub side_exits: SideExits,
    /// Whatever it leaves for counts as a wrong guess.
    pub guesses_all: bool,
    /// It puts an element into an array, and none behind the last one, as is guessed: the slots of the array and of the key.
    pub appends: Option<[u32; 2]>,
    /// Side exits that are still to be written.
    pub open_exits: Vec<OpenExit>,
    /// What the ops of this block have found out about arrays.
    pub seen: Seen,
}

/// Fills `into`.
pub(crate) fn function<'v>(
    what: &LoopSnapshot<'v>,
    planner: &Planner<'_, 'v>,
    flow: &Flow,
    into: &mut ir::Function,
    scratch: &mut Scratch,
    config: TargetFrontendConfig,
) {
    let signature = &mut into.signature;
    signature.params = vec![AbiParam::new(types::I64), AbiParam::new(types::I64), AbiParam::new(types::I64)];
    signature.returns = vec![AbiParam::new(types::I64), AbiParam::new(types::I64)];
    let (mut b, start) = Builder::with_variables(into, scratch);
    let [fp, vm, entry] = [0, 1, 2].map(|i| b.block_params(start)[i]);
    let pending = b.ins().load(types::I64, MemFlags::trusted(), vm, what.places.pending);
    let state = State::new(0);
    let mut emitter = Emitter {
        b,
        what,
        planner,
        flow,
        fp,
        vm,
        pending,
        variables: FxHashMap::default(),
        blocks: FxHashMap::default(),
        state,
        at: what.first,
        later: false,
        side_exits: SideExits::default(),
        guesses_all: false,
        appends: None,
        open_exits: Vec::new(),
        seen: Seen::default(),
    };
    let mut starts: Vec<Place> = flow.blocks.keys().copied().collect();
    starts.sort_unstable_by_key(|place| flow.peeling.order(*place));
    for &at in &starts {
        let block = emitter.b.create_block();
        emitter.blocks.insert(at, block);
    }
    emitter.entries(entry);
    for at in starts {
        emitter.block(at);
    }
    emitter.write_exits();
    emitter.b.finish(config);
}

impl Emitter<'_, '_, '_> {
    /// Looks at what the frame holds, for each way in.
    fn entries(&mut self, number: Ir) {
        let entries = &self.flow.entries;
        if let [only] = entries[..] {
            return self.entry(only);
        }
        let mut switch = Switch::new();
        let mut ways = Vec::new();
        for (i, &at) in entries.iter().enumerate() {
            let way = self.b.create_block();
            switch.set_entry(i as u128, way);
            ways.push((at, way));
        }
        self.b.switch(switch, number, ways[0].1);
        for (at, way) in ways {
            self.enter(way);
            self.entry(at);
        }
    }

    fn entry(&mut self, at: u32) {
        self.at = at;
        self.side_exits = SideExits::default();
        self.state = State::new(self.what.function.frame_slots as usize);
        self.guard_entry();
        let block = self.blocks[&Place::first(at)];
        self.b.ins().jump(block, &[]);
    }

    fn block(&mut self, start: Place) {
        self.b.switch_to_block(self.blocks[&start]);
        self.state = self.flow.blocks[&start].clone();
        self.seen.forget();
        self.later = start.later;
        let mut at = start.at;
        loop {
            self.at = at;
            self.side_exits = SideExits::default();
            let Some(step) = self.planner.step(at, &self.state) else {
                self.leave();
                return;
            };
            self.expect(&step);
            for (slot, ty) in &step.guards {
                self.guard(*slot, *ty);
            }
            let old = step.overwrites.map(|var| self.guard_overwritten(var));
            if !step.action.keeps_arrays() {
                self.seen.forget();
            }
            if self.action(&step) {
                return;
            }
            if let Some(old) = old {
                self.let_go(old);
            }
            at += step.ops;
            if at > self.what.last {
                self.at = at;
                self.side_exits = SideExits::default();
                self.leave();
                return;
            }
            if self.blocks.contains_key(&self.next(at)) {
                self.go(at);
                return;
            }
        }
    }

    /// Emits a step and applies it to what is known; true: control went elsewhere.
    fn action(&mut self, step: &Step) -> bool {
        match step.action {
            Action::Jump { target } => {
                let (pending, before) = (self.pending(target), self.state.clone());
                apply(step, &mut self.state);
                self.jump(pending, &before, target);
                return true;
            }
            Action::Branch { test, when, target } => {
                self.branch(test, when, target, step);
                return true;
            }
            Action::Next { .. } => {
                self.next_element(step);
                return true;
            }
            Action::Switch { src, table, otherwise } => {
                self.jump_table(src, table, otherwise, step);
                return true;
            }
            Action::Nothing => {}
            Action::Constant { dst, k } => {
                self.constant(dst, k);
            }
            Action::Copy { dst, src } => self.copy_slot(dst, src, true),
            Action::Move { dst, src } => self.copy_slot(dst, src, false),
            Action::AssignArray { dst, src } => {
                self.assign_array(dst, src, step);
                return false;
            }
            _ => {
                let results = self.compute(&step.action);
                apply(step, &mut self.state);
                for (slot, ty, value) in results.into_iter().flatten() {
                    self.define(slot, ty, value);
                }
                return false;
            }
        }
        apply(step, &mut self.state);
        false
    }

    /// Jumps if a test is answered so.
    fn branch(&mut self, test: Test, when: bool, target: u32, step: &Step) {
        let answer = self.test(test);
        let next = self.at + 1;
        let (taken, on) = (self.b.create_block(), self.b.create_block());
        if when {
            self.b.ins().brif(answer, taken, &[], on, &[]);
        } else {
            self.b.ins().brif(answer, on, &[], taken, &[]);
        }
        let (before, ranges) = (self.state.clone(), compared(test, &self.state));
        self.enter(taken);
        self.side_exits = SideExits::default();
        let pending = self.pending(target);
        apply(step, &mut self.state);
        answered(test, when, ranges, &mut self.state);
        self.jump(pending, &before, target);
        self.enter(on);
        self.state = before;
        apply(step, &mut self.state);
        answered(test, !when, ranges, &mut self.state);
        self.side_exits = SideExits::default();
        self.go(next);
    }

    /// Takes the next element of an array that a loop goes over.
    fn next_element(&mut self, step: &Step) {
        let Action::Next { iter, value, ty, key, overwrites, end } = step.action else { return };
        let after = self.at + 1;
        let array = self.register(iter, Ty::Packed);
        let at = self.register(iter + 1, Ty::Int);
        let (used, data) = self.slice_of(iter, array);
        let more = self.b.ins().icmp(ir::condcodes::IntCC::UnsignedLessThan, at, used);
        let (on, over) = (self.b.create_block(), self.b.create_block());
        self.b.ins().brif(more, on, &[], over, &[]);
        self.enter(on);
        let element = self.slot_at(data, at);
        let tag = self.load_tag(element, 0);
        let content = match ty {
            Some(ty) => Some((ty, self.checked(ty, tag, element, 0))),
            None => {
                self.guard_value(tag);
                None
            }
        };
        let old = overwrites.map(|var| self.guard_overwritten(var));
        let before = self.state.clone();
        let next = self.b.ins().iadd_imm_s(at, 1);
        apply(step, &mut self.state);
        match content {
            Some((ty, content)) => self.define(value, ty, content),
            None => self.copy_to_slot(value, element, 0),
        }
        self.define(iter + 1, Ty::Int, next);
        if let Some(key) = key {
            self.define(key, Ty::Int, at);
        }
        if let Some(old) = old {
            self.let_go(old);
        }
        self.go(after);
        self.enter(over);
        self.state = before;
        self.side_exits = SideExits::default();
        self.go(end);
    }

    /// Jumps by a table.
    fn jump_table(&mut self, src: Operand, table: u32, otherwise: u32, step: &Step) {
        let value = self.operand(src);
        apply(step, &mut self.state);
        let mut switch = Switch::new();
        let mut ways: Vec<(u32, Block)> = Vec::new();
        let mut seen = FxHashSet::default();
        for (key, target) in &self.what.function.switches[table as usize].cases {
            let ConstKey::Int(key) = key else { continue };
            // The first of equal cases counts.
            if !seen.insert(*key) {
                continue;
            }
            let way = match ways.iter().find(|(to, _)| to == target) {
                Some((_, way)) => *way,
                None => self.b.create_block(),
            };
            ways.push((*target, way));
            switch.set_entry(u128::from(*key as u64), way);
        }
        let other = self.b.create_block();
        self.b.switch(switch, value, other);
        ways.push((otherwise, other));
        ways.sort_unstable_by_key(|(_, way)| *way);
        ways.dedup_by_key(|(_, way)| *way);
        let state = self.state.clone();
        for (target, way) in ways {
            self.enter(way);
            self.state = state.clone();
            self.side_exits = SideExits::default();
            self.go(target);
        }
    }

    /// Goes on in a block that all jumps to have been made: what variables hold there can be looked up at once.
    pub fn enter(&mut self, block: Block) {
        self.b.switch_to_block(block);
        self.b.seal_block(block);
    }

    // ------------------------------------------------------------------------------------------------------ slots

    fn variable(&mut self, slot: u32, class: Class) -> Variable {
        let b = &mut self.b;
        *self.variables.entry((slot, class)).or_insert_with(|| b.declare_var(class.ir()))
    }

    pub fn define(&mut self, slot: u32, ty: Ty, value: Ir) {
        self.seen.changed(slot);
        self.redefine(slot, ty, value);
    }

    /// Puts what means the same into the register of a slot.
    pub fn redefine(&mut self, slot: u32, ty: Ty, value: Ir) {
        let variable = self.variable(slot, Class::of(ty));
        self.b.def_var(variable, value);
    }

    /// How many slots of the array in a slot are in use, and where they begin, as registers have it.
    pub fn slice(&mut self, slot: u32) -> (Ir, Ir) {
        let [used, data] = [Class::Used, Class::Data].map(|class| self.variable(slot, class));
        (self.b.use_var(used), self.b.use_var(data))
    }

    pub fn define_slice(&mut self, slot: u32, (used, data): (Ir, Ir)) {
        for (class, value) in [(Class::Used, used), (Class::Data, data)] {
            let variable = self.variable(slot, class);
            self.b.def_var(variable, value);
        }
        self.state.learn_slice(slot);
    }

    /// What is in the register of a slot.
    pub fn register(&mut self, slot: u32, ty: Ty) -> Ir {
        let variable = self.variable(slot, Class::of(ty));
        self.b.use_var(variable)
    }

    pub fn operand(&mut self, operand: Operand) -> Ir {
        match operand {
            Operand::Slot(slot, ty) => self.register(slot, ty),
            Operand::Int(i) => self.b.ins().iconst(types::I64, i),
            Operand::Float(f) => self.b.ins().f64const(f),
            Operand::Bool(b) => self.b.ins().iconst(types::I8, i64::from(b)),
        }
    }

    /// As a float.
    pub fn float(&mut self, operand: Operand) -> Ir {
        match operand {
            Operand::Int(i) => self.b.ins().f64const(i as f64),
            _ => {
                let value = self.operand(operand);
                if operand.ty() == Ty::Float { value } else { self.b.ins().fcvt_from_sint(types::F64, value) }
            }
        }
    }

    pub fn offset(slot: u32) -> i32 {
        // `$this` lies in the frame's header.
        let slot = if slot == THIS { -1 } else { slot as i32 };
        slot * size_of::<loxo_value::Value>() as i32
    }

    pub fn load(&mut self, ty: ir::Type, at: Ir, offset: i32) -> Ir {
        self.b.ins().load(ty, MemFlags::trusted(), at, offset)
    }

    pub fn store(&mut self, value: Ir, at: Ir, offset: i32) {
        self.b.ins().store(MemFlags::trusted(), value, at, offset);
    }

    pub fn load_tag(&mut self, at: Ir, offset: i32) -> Ir {
        self.b.ins().uload8(types::I32, MemFlags::trusted(), at, offset + TAG)
    }

    /// What is overwritten must be something that can be let go of here: nothing counted, or something with other owners too that the
    /// collector need not hear of.
    fn guard_overwritten(&mut self, slot: u32) -> Old {
        use ir::condcodes::IntCC;
        let (fp, at) = (self.fp, Self::offset(slot));
        let word = self.b.ins().uload32(MemFlags::trusted(), fp, at + WORD);
        let content = self.load(types::I64, fp, at);
        let counted = self.b.ins().band_imm_u(word, i64::from(loxo_value::REFCOUNTED) << 8);
        let (look, on) = (self.b.create_block(), self.b.create_block());
        self.b.ins().brif(counted, look, &[], on, &[]);
        self.enter(look);
        let tag = self.b.ins().band_imm_u(word, 0xff);
        let reference = self.b.ins().icmp_imm_u(IntCC::Equal, tag, Tag::Reference as i64);
        self.leave_if(reference);
        let owners = self.load(types::I32, content, offset_of!(RcHeader, refcount) as i32);
        let last = self.b.ins().icmp_imm_u(IntCC::Equal, owners, 1);
        self.leave_if(last);
        // One owner less may be the end of a cycle: the collector looks at it then, unless it is going to anyway.
        let info = self.load(types::I32, content, offset_of!(RcHeader, info) as i32);
        let known = self.b.ins().band_imm_u(info, i64::from(loxo_value::KNOWN_TO_COLLECTOR));
        let unknown = self.b.ins().icmp_imm_u(IntCC::Equal, known, 0);
        let collectable = self.b.ins().band_imm_u(word, i64::from(loxo_value::COLLECTABLE) << 8);
        let collectable = self.b.ins().icmp_imm_u(IntCC::NotEqual, collectable, 0);
        let tell = self.b.ins().band(unknown, collectable);
        self.leave_if(tell);
        self.b.ins().jump(on, &[]);
        self.enter(on);
        Old { content, counted }
    }

    /// One owner less.
    fn let_go(&mut self, old: Old) {
        let (look, less, on) = (self.b.create_block(), self.b.create_block(), self.b.create_block());
        self.b.ins().brif(old.counted, look, &[], on, &[]);
        self.enter(look);
        let offset = offset_of!(RcHeader, refcount) as i32;
        let owners = self.load(types::I32, old.content, offset);
        let mortal = self.b.ins().icmp_imm_s(ir::condcodes::IntCC::SignedGreaterThanOrEqual, owners, 0);
        self.b.ins().brif(mortal, less, &[], on, &[]);
        self.enter(less);
        let fewer = self.b.ins().iadd_imm_s(owners, -1);
        self.store(fewer, old.content, offset);
        self.b.ins().jump(on, &[]);
        self.enter(on);
    }

    /// Writes a register to a value in memory.
    pub fn put(&mut self, ty: Ty, value: Ir, at: Ir, offset: i32) {
        let word = |tag: Tag| tag as i64 | loxo_value::PRESENT as i64;
        match ty {
            Ty::Int | Ty::Float => {
                self.store(value, at, offset);
                let word = self.b.ins().iconst(types::I64, word(if ty == Ty::Int { Tag::Int } else { Tag::Float }));
                self.store(word, at, offset + WORD);
            }
            Ty::Bool => {
                let bit = self.b.ins().uextend(types::I64, value);
                let word = self.b.ins().iadd_imm_s(bit, word(Tag::False));
                self.store(word, at, offset + WORD);
            }
            Ty::Element => {
                let fp_relative = at;
                self.copy(fp_relative, offset, value, 0, true);
            }
            // The frame has it.
            Ty::Packed | Ty::Referenced => {}
        }
    }

    /// Copies a value in memory, without what the location keeps beside it; `count`: there is one more owner then.
    pub fn copy(&mut self, dst: Ir, dst_offset: i32, src: Ir, src_offset: i32, count: bool) {
        let content = self.load(types::I64, src, src_offset);
        let word = self.b.ins().uload32(MemFlags::trusted(), src, src_offset + WORD);
        self.store(content, dst, dst_offset);
        self.store(word, dst, dst_offset + WORD);
        if !count {
            return;
        }
        let counted = self.b.ins().band_imm_u(word, i64::from(loxo_value::REFCOUNTED) << 8);
        let (up, add, on) = (self.b.create_block(), self.b.create_block(), self.b.create_block());
        self.b.ins().brif(counted, up, &[], on, &[]);
        self.enter(up);
        let owners = self.load(types::I32, content, 0);
        // Immortal things are not written to.
        let mortal = self.b.ins().icmp_imm_s(ir::condcodes::IntCC::SignedGreaterThanOrEqual, owners, 0);
        self.b.ins().brif(mortal, add, &[], on, &[]);
        self.enter(add);
        let more = self.b.ins().iadd_imm_s(owners, 1);
        self.store(more, content, 0);
        self.b.ins().jump(on, &[]);
        self.enter(on);
    }

    /// Copies what the frame holds from slot to slot.
    fn copy_slot(&mut self, dst: u32, src: u32, count: bool) {
        use ir::condcodes::IntCC;
        let tag = self.load_tag(self.fp, Self::offset(src));
        let reference = self.b.ins().icmp_imm_u(IntCC::Equal, tag, Tag::Reference as i64);
        self.leave_if(reference);
        if count {
            let undefined = self.b.ins().icmp_imm_u(IntCC::Equal, tag, Tag::Undef as i64);
            self.leave_if(undefined);
        }
        let fp = self.fp;
        self.copy(fp, Self::offset(dst), fp, Self::offset(src), count);
    }

    pub fn copy_to_slot(&mut self, dst: u32, src: Ir, offset: i32) {
        let fp = self.fp;
        self.copy(fp, Self::offset(dst), src, offset, true);
    }

    fn constant(&mut self, dst: u32, k: u32) {
        let location = (self.what.constant)(k);
        let location = self.b.ins().iconst(types::I64, location as i64);
        let fp = self.fp;
        self.copy(fp, Self::offset(dst), location, 0, false);
    }

    // --------------------------------------------------------------------------------------------------- side exits

    /// Where an op is that comes next.
    fn next(&self, op: u32) -> Place {
        self.flow.peeling.next(Place { at: self.at, later: self.later }, op)
    }

    /// Goes to another op, in this code or out of it.
    fn go(&mut self, target: u32) {
        let place = self.next(target);
        let Some(&block) = self.blocks.get(&place) else {
            let from = std::mem::replace(&mut self.at, target);
            self.leave();
            self.at = from;
            return;
        };
        let writes = self.unwritten(target);
        self.write(&writes);
        for slot in self.unknown_slices(target) {
            let header = self.register(slot, Ty::Packed);
            self.slice_of(slot, header);
        }
        self.b.ins().jump(block, &[]);
    }

    /// Arrays whose slices the block of an op has in registers, and which are not yet.
    fn unknown_slices(&self, target: u32) -> Vec<u32> {
        let there = &self.flow.blocks[&self.next(target)];
        there.slices().filter(|slot| !self.state.get(*slot).slice).collect()
    }

    /// What the block of an op does not know of, which is in the frame there, and is not yet.
    fn unwritten(&self, target: u32) -> Vec<(u32, Ty)> {
        let there = &self.flow.blocks[&self.next(target)];
        self.state.dirty().filter(|(slot, ty)| there.ty(*slot) != Some(*ty)).collect()
    }

    fn write(&mut self, slots: &[(u32, Ty)]) {
        for &(slot, ty) in slots {
            let value = self.register(slot, ty);
            let fp = self.fp;
            self.put(ty, value, fp, Self::offset(slot));
        }
    }

    /// Ends the block: what became due by the present op, which is done, is seen to, and the interpreter goes on behind it.
    pub fn leave_to_settle(&mut self) {
        let dirty: Vec<(u32, Ty)> = self.state.dirty().collect();
        self.write(&dirty);
        let pc = self.b.ins().iconst(types::I64, (self.what.resume)(self.at).pc as i64);
        let handler = self.b.ins().iconst(types::I64, self.what.engine.settle as i64);
        self.b.ins().return_(&[pc, handler]);
    }

    /// Calls a function of the engine that takes addresses and gives one.
    pub fn call(&mut self, function: usize, arguments: &[Ir]) -> Ir {
        let mut signature = ir::Signature::new(self.b.func.signature.call_conv);
        signature.params = vec![AbiParam::new(types::I64); arguments.len()];
        signature.returns = vec![AbiParam::new(types::I64)];
        let signature = self.b.import_signature(signature);
        let function = self.b.ins().iconst(types::I64, function as i64);
        let call = self.b.ins().call_indirect(signature, function, arguments);
        self.b.inst_results(call)[0]
    }

    /// Ends the block: the interpreter goes on at the op `self.at`.
    fn leave(&mut self) {
        let dirty: Vec<(u32, Ty)> = self.state.dirty().collect();
        self.write(&dirty);
        let resume = (self.what.resume)(self.at);
        let pc = self.b.ins().iconst(types::I64, resume.pc as i64);
        let handler = if self.flow.entries.contains(&self.at) {
            // The instruction would lead back here.
            self.b.ins().iconst(types::I64, resume.handler as i64)
        } else {
            self.load(types::I64, pc, 0)
        };
        self.b.ins().return_(&[pc, handler]);
    }

    /// What is not 0 if something is pending: a backward jump looks for that.
    fn pending(&mut self, target: u32) -> Option<Ir> {
        (target <= self.at).then(|| match self.later {
            // Others write it: what the first iteration has read says nothing.
            true => self.b.ins().atomic_load(types::I8, MemFlags::trusted(), self.pending),
            false => self.load(types::I8, self.pending, 0),
        })
    }

    /// Jumps to an op. If something is pending it leaves instead, with what was known `before` the jump.
    fn jump(&mut self, pending: Option<Ir>, before: &State, target: u32) {
        let Some(pending) = pending else { return self.go(target) };
        // One instruction, if nothing else is to be done on the way.
        let straight = self.blocks.get(&self.next(target)).copied();
        let straight = straight.filter(|_| self.unwritten(target).is_empty() && self.unknown_slices(target).is_empty());
        let after = std::mem::replace(&mut self.state, before.clone());
        self.side_exits = SideExits::default();
        let out = self.side_exit(false);
        self.side_exits = SideExits::default();
        self.state = after;
        let on = straight.unwrap_or_else(|| self.b.create_block());
        self.b.ins().brif(pending, out, &[], on, &[]);
        if straight.is_none() {
            self.enter(on);
            self.go(target);
        }
    }
}
