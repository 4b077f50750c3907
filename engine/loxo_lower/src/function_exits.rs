//! How the code of functions is left for the interpreter, as that of loops is ([`crate::side_exits`]): by the address of a record.

use cranelift_codegen::ir::{Block, InstBuilder, Value as Ir, types};
use loxo_bytecode::{NONE, Op, OpCode, flag};
use loxo_form::{Inst, StateId, ValueId};
use loxo_value::Tag;

use crate::exit_records::{SideExit, WayOut};
use crate::function::{FunctionEmitter, Held, class_of, offset};

impl FunctionEmitter<'_, '_> {
    /// The block that leaves with a state.
    pub fn exit(&mut self, state: StateId, is_guess: bool) -> Block {
        self.way_out(WayOut::With { state, is_guess })
    }

    /// The block that leaves in some way.
    pub fn way_out(&mut self, how: WayOut) -> Block {
        if let Some(&block) = self.exits.get(&how) {
            return block;
        }
        let block = self.b.create_block();
        self.b.set_cold_block(block);
        self.exits.insert(how, block);
        self.open.push((how, block));
        block
    }

    /// Leaves with an instruction's state if something is not zero; `is_guess`: because a type is another.
    pub fn leave_if(&mut self, bad: Ir, inst: &Inst, is_guess: bool) {
        let Some(state) = inst.exit else { return };
        // What an inlined function is called with is a guess too. Who has no frame makes all callers leave that have none.
        let is_guess = is_guess || self.what.form.frameless.is_some() || self.what.form.states[state.0 as usize].guessed;
        let exit = self.exit(state, is_guess);
        let on = self.b.create_block();
        self.b.ins().brif(bad, exit, &[], on, &[]);
        self.b.switch_to_block(on);
    }

    /// Ends the current block by the engine's `yield`, if the op of a state is one that it can do: everything is in the frame then. `false`: nothing was done.
    pub fn yields(&mut self, state: StateId) -> bool {
        let state = &self.what.form.states[state.0 as usize];
        let op = self.what.function.code.get(state.op as usize);
        let is_done = |op: &&Op| op.code == OpCode::Yield && op.b != NONE && op.flags & flag::BY_REF == 0;
        let Some(op) = op.filter(is_done).filter(|_| state.before.is_empty() && self.what.form.frameless.is_none()) else { return false };
        let (fp, vm, resume) = (self.fp, self.vm, (self.what.resume)(state.op));
        for &(slot, value) in &state.slots {
            self.put(value, fp, offset(slot));
        }
        let (pc, handler) = (self.address(resume.pc), self.address(resume.handler));
        let function = self.address(self.what.engine.yield_value[usize::from(op.c != NONE)]);
        let exit = self.call(function, &[pc, fp, vm, handler], 2);
        self.b.ins().jump(self.out, &[exit[0].into(), exit[1].into()]);
        true
    }

    /// Writes all ways out. Those that leave the same behind do so in one place.
    pub fn write_exits(&mut self) {
        let form = self.what.form;
        let open = std::mem::take(&mut self.open);
        let exits: Vec<SideExit> = open.iter().map(|(how, _)| self.side_exit(*how)).collect();
        let records = (self.what.side_exits)(&exits);
        let left = |how: WayOut| match how {
            WayOut::With { state, .. } | WayOut::Pending { state, .. } => &form.states[state.0 as usize].slots[..],
            WayOut::At { .. } => &[],
        };
        let mut writers: Vec<(&[(u32, ValueId)], Block)> = Vec::new();
        for ((how, block), record) in open.iter().zip(records) {
            self.b.switch_to_block(*block);
            let record = self.address(record);
            let slots = left(*how);
            let mut to = self.leave;
            if !slots.is_empty() && open.iter().filter(|(other, _)| left(*other) == slots).count() > 1 {
                let known = writers.iter().find(|(others, _)| *others == slots).map(|(_, writer)| *writer);
                to = known.unwrap_or_else(|| {
                    let writer = self.b.create_block();
                    self.b.append_block_param(writer, types::I64);
                    writers.push((slots, writer));
                    writer
                });
            } else {
                self.write_bare(slots.iter().copied());
            }
            self.b.ins().jump(to, &[record.into()]);
        }
        for (slots, writer) in writers {
            self.b.switch_to_block(writer);
            self.b.set_cold_block(writer);
            let record = self.b.block_params(writer)[0];
            self.write_bare(slots.iter().copied());
            self.b.ins().jump(self.leave, &[record.into()]);
        }
        self.write_leave();
    }

    /// Writes what is newer than the frame; numbers without their tags.
    pub fn write_bare(&mut self, slots: impl Iterator<Item = (u32, ValueId)>) {
        for (slot, value) in slots {
            let fp = self.fp;
            match self.held(value) {
                Held::Unboxed(one) => self.store(one, fp, offset(slot)),
                Held::Boxed(..) => self.put(value, fp, offset(slot)),
            }
        }
    }

    /// What a way out leaves to the engine.
    fn side_exit(&self, how: WayOut) -> SideExit {
        match how {
            WayOut::With { state, is_guess } => SideExit { is_guess, ..self.exit_with(state) },
            WayOut::At { op, is_guess } => SideExit { op, is_entry: true, is_guess, ..SideExit::default() },
            WayOut::Pending { state, behind } => SideExit { pending_behind: Some(behind), ..self.exit_with(state) },
        }
    }

    pub fn exit_with(&self, state: StateId) -> SideExit {
        let state = &self.what.form.states[state.0 as usize];
        let is_entry = self.is_entry(state.op);
        let slots = self.tags_left(state.slots.iter().copied());
        let is_missing = |local: &u32| state.slots.iter().all(|(slot, _)| slot != local);
        let locals = if self.what.form.frameless.is_some() { self.what.function.locals.len() as u32 } else { 0 };
        let undefined = (0..locals).filter(is_missing).collect();
        SideExit { op: state.op, is_entry, slots, undefined, before: state.before.clone(), ..SideExit::default() }
    }

    /// The code is entered at an op, whose instruction would lead back to it.
    pub fn is_entry(&self, op: u32) -> bool {
        self.what.form.entries.iter().any(|entry| entry.op == op)
    }

    /// The tags of what [`FunctionEmitter::write_bare`] writes without.
    pub fn tags_left(&self, slots: impl Iterator<Item = (u32, ValueId)>) -> Vec<(u32, Tag)> {
        let tag = |value| match self.held(value) {
            Held::Boxed(..) => None,
            Held::Unboxed(_) => Some(match class_of(self.type_of(value)) {
                Some(types::F64) => Tag::Float,
                Some(types::I8) => Tag::False,
                _ => Tag::Int,
            }),
        };
        slots.filter_map(|(slot, value)| Some((slot, tag(value)?))).collect()
    }

    /// Leaves with a record. Code without a frame has its caller's leave too, and the machine stands in the frame that it would have.
    fn write_leave(&mut self) {
        let (leave, passed, fp, vm, offsets) = (self.leave, self.passed, self.fp, self.vm, self.what.offsets);
        self.b.switch_to_block(leave);
        self.b.set_cold_block(leave);
        let record = self.b.block_params(leave)[0];
        let handler = self.left(self.what.engine.side_exit);
        let Some(result) = self.what.form.frameless else {
            self.b.ins().jump(self.out, &[record.into(), handler.into()]);
            return;
        };
        self.store(fp, vm, offsets.fp);
        self.store(handler, fp, offsets.closure);
        self.b.ins().jump(passed, &[record.into()]);
        self.b.switch_to_block(passed);
        self.b.set_cold_block(passed);
        let record = self.b.block_params(passed)[0];
        self.store(record, fp, offsets.pc);
        self.return_nothing(result.tags);
    }
}
