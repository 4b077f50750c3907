//! Calls, returns and jumps.

use cranelift_codegen::ir::{Block, Inst, InstructionData, Opcode, Value, types};

use crate::assembler::{Alu, Flag, Label, Place, Size};
use crate::conditions::Condition;
use crate::flow::{is_float, keeps_nothing, register_of};
use crate::generator::{Generator, Relocation, SplitEdge};
use crate::moves::{Move, Target};
use crate::registers::{RAX, RSP, SAVED, SCRATCH, Set};

impl Generator<'_> {
    pub fn call(&mut self, inst: Inst) -> Option<()> {
        let args = self.values.args(inst);
        let is_indirect = self.values.opcode(inst) == Opcode::CallIndirect;
        let mut moves = self.moves_to_registers(if is_indirect { &args[1..] } else { args }, false)?;
        if is_indirect {
            moves.push(Move { from: self.source(args[0]), to: Target::Reg(RAX), float: false });
        }
        let kept = if keeps_nothing(self.function, inst) { Set::NONE } else { Set::of(&SAVED) };
        let clobbered = Set::GENERAL.with(Set::FLOATS).without(kept);
        self.store_through(clobbered);
        self.shuffle(&mut moves);
        match *self.values.data(inst) {
            InstructionData::Call { func_ref, .. } => {
                let callee = &self.function.dfg.ext_funcs[func_ref];
                let cranelift_codegen::ir::ExternalName::User(name) = callee.name else { return None };
                if callee.colocated {
                    let at = self.asm.call();
                    self.relocations.push(Relocation { at, name, is_relative: true });
                } else {
                    let at = self.asm.set_address(RAX);
                    self.relocations.push(Relocation { at, name, is_relative: false });
                    self.asm.call_to(RAX);
                }
            }
            _ => self.asm.call_to(RAX),
        }
        self.forget(clobbered);
        self.finish_reading();
        let (mut words, mut floats) = (0, 0);
        let results = self.function.dfg.inst_results(inst);
        let mut places = Vec::new();
        for &result in results {
            let is_float = is_float(self.values, result);
            let count = if is_float { &mut floats } else { &mut words };
            let reg = register_of(is_float, *count, true)?;
            *count += 1;
            // No other result may be put there.
            self.locked = self.locked.with(reg.set());
            places.push((result, reg));
        }
        for (result, reg) in places {
            self.define(result, reg);
        }
        Some(())
    }

    /// Values to where calls or callers want them. `None`: there are more than registers.
    fn moves_to_registers(&mut self, values: &[Value], are_results: bool) -> Option<Vec<Move>> {
        let (mut words, mut floats) = (0, 0);
        let mut moves = Vec::new();
        for &value in values {
            let float = self.values.ty(value) == types::F64;
            let count = if float { &mut floats } else { &mut words };
            let reg = register_of(float, *count, are_results)?;
            *count += 1;
            let (from, to) = (self.source(value), Target::Reg(reg));
            if from != crate::moves::Source::Reg(reg) {
                moves.push(Move { from, to, float });
            }
        }
        Some(moves)
    }

    pub fn return_values(&mut self, inst: Inst) -> Option<()> {
        let mut moves = self.moves_to_registers(self.values.args(inst), true)?;
        self.shuffle(&mut moves);
        if self.frame.has_slots {
            // How long the frame is shows when all is emitted.
            let (size, bytes) = if self.frame.is_long { (i32::MAX, 4) } else { (1, 1) };
            self.asm.alu_number(Alu::Add, Size::Quad, Place::Reg(RSP), size);
            self.frame_sizes.push(self.asm.bytes.len() - bytes);
        }
        for i in (0..self.pushed.len()).rev() {
            self.asm.pop(self.pushed[i]);
        }
        self.asm.ret();
        Some(())
    }

    fn label(&self, block: Block) -> Label {
        self.labels[block.as_u32() as usize]
    }

    /// Where the instruction's way with this number leads, and what is moved on it; `passed`: what it and later ones pass on.
    fn way(&mut self, number: usize, passed: &mut &[Value]) -> (Block, Vec<Move>) {
        let blocks = self.flow.blocks;
        let block = blocks.order[blocks.next(self.place)[number] as usize];
        let (args, others) = passed.split_at(self.function.dfg.num_block_params(block));
        *passed = others;
        (block, self.moves_to(block, args))
    }

    pub fn jump(&mut self, inst: Inst, next: Option<Block>) {
        let (block, moves) = self.way(0, &mut self.values.passed(inst));
        self.go(block, moves, next);
    }

    /// The way that has no condition.
    fn go(&mut self, block: Block, mut moves: Vec<Move>, next: Option<Block>) {
        self.shuffle(&mut moves);
        if next != Some(block) {
            self.asm.jump(self.label(block));
        }
    }

    /// Where a jump with a condition goes: to the block, or first to the moves.
    fn jump_target(&mut self, block: Block, moves: Vec<Move>) -> Label {
        if moves.is_empty() {
            return self.label(block);
        }
        let label = self.asm.label();
        self.split_edges.push(SplitEdge { label, moves, to: block });
        label
    }

    fn jump_if(&mut self, condition: Condition, to: Label) {
        match condition {
            Condition::One(flag) => self.asm.jump_if(flag, to),
            Condition::Either(first, second) => {
                self.asm.jump_if(first, to);
                self.asm.jump_if(second, to);
            }
            Condition::Both(first, second) => {
                let not = self.asm.label();
                self.asm.jump_if(first.opposite(), not);
                self.asm.jump_if(second, to);
                self.asm.place(not);
            }
        }
    }

    pub fn branch(&mut self, inst: Inst, next: Option<Block>) -> Option<()> {
        let condition = self.condition(self.values.args(inst)[0])?;
        // Nothing but moves comes behind the comparison, and they leave the flags alone.
        let mut passed = self.values.passed(inst);
        let (away, away_moves) = self.way(0, &mut passed);
        let (on, on_moves) = self.way(1, &mut passed);
        let is_cold = |block: Block| self.function.layout.is_cold(block);
        // The way without a jump is the one to the next block. Where there is none, moves that are no exception are made without a jump, too; and else the jump
        // that is mostly taken is the one with the condition.
        let goes_on = match next {
            Some(next) if next == on && (away_moves.is_empty() || is_cold(away)) => true,
            Some(next) if next == away && (on_moves.is_empty() || is_cold(on)) => false,
            _ if is_cold(away) => !on_moves.is_empty(),
            _ => away_moves.is_empty(),
        };
        if goes_on {
            let label = self.jump_target(away, away_moves);
            self.jump_if(condition, label);
            self.go(on, on_moves, next);
        } else {
            let label = self.jump_target(on, on_moves);
            self.jump_if(condition.opposite(), label);
            self.go(away, away_moves, next);
        }
        Some(())
    }

    pub fn table(&mut self, inst: Inst) -> Option<()> {
        let InstructionData::BranchTable { table, arg, .. } = *self.values.data(inst) else { return None };
        let function = self.function;
        let data = &function.dfg.jump_tables[table];
        let index = self.register(arg);
        let base = self.temporary(false);
        let count = i32::try_from(data.as_slice().len()).ok()?;
        // The upper half of a value of four bytes says nothing.
        self.asm.load(self.size(arg), SCRATCH, Place::Reg(index));
        let mut passed = self.values.passed(inst);
        let (otherwise, moves) = self.way(0, &mut passed);
        let otherwise = self.jump_target(otherwise, moves);
        let mut labels = Vec::new();
        for number in 1..=data.as_slice().len() {
            let (block, moves) = self.way(number, &mut passed);
            labels.push(self.jump_target(block, moves));
        }
        let table = self.asm.table(labels);
        self.asm.alu_number(Alu::Cmp, Size::Quad, Place::Reg(SCRATCH), count);
        self.asm.jump_if(Flag::ABOVE_OR_EQUAL, otherwise);
        self.asm.address_of_table(base, table);
        let entry = crate::assembler::Mem { base: Some(base), index: Some((SCRATCH, 2)), distance: 0 };
        self.asm.load_signed_long(SCRATCH, Place::Mem(entry));
        self.asm.alu(Alu::Add, Size::Quad, SCRATCH, Place::Reg(base));
        self.asm.jump_to(SCRATCH);
        Some(())
    }
}
