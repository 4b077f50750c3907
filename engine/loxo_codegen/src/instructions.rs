//! One instruction of the IR after the other.

use cranelift_codegen::ir::{Block, Inst, Opcode, Value, types};

use crate::assembler::{Alu, Flag, FloatOp, Mem, Place, Shift, Size};
use crate::generator::Generator;
use crate::registers::{FLOAT_SCRATCH, RAX, RCX, RDX, RSP, Reg, SCRATCH};
use crate::values::{Role, size_of_type};

/// Ways to round, of `roundsd`: nothing is said of inexact results.
const DOWN: u8 = 9;
const UP: u8 = 10;

impl Generator<'_> {
    /// `next`: the block that is emitted behind this one. `None`: such instructions are not handled.
    pub fn inst(&mut self, inst: Inst, next: Option<Block>) -> Option<()> {
        let args = self.values.args(inst);
        match self.values.opcode(inst) {
            Opcode::Load | Opcode::Uload8 | Opcode::Uload16 | Opcode::Uload32 => self.load(inst),
            Opcode::AtomicLoad => {
                let mem = Mem::at(self.register(args[0]), 0);
                let result = self.result(inst);
                self.finish_reading();
                let reg = self.place_for(result);
                self.asm.load(self.size(result), reg, Place::Mem(mem));
                self.define(result, reg);
            }
            Opcode::Store => self.store(inst),
            Opcode::Iadd => self.add(inst),
            Opcode::Isub => _ = self.arithmetic(inst, Alu::Sub, false),
            Opcode::Band if self.values.takes_lower_half(inst) => self.lower_half(inst),
            Opcode::Band => _ = self.arithmetic(inst, Alu::And, true),
            Opcode::Bor => _ = self.arithmetic(inst, Alu::Or, true),
            Opcode::Bxor => _ = self.arithmetic(inst, Alu::Xor, true),
            Opcode::Imul => _ = self.multiply(inst),
            Opcode::SaddOverflow => self.overflow(inst, Some((Alu::Add, true)))?,
            Opcode::SsubOverflow => self.overflow(inst, Some((Alu::Sub, false)))?,
            Opcode::SmulOverflow => self.overflow(inst, None)?,
            Opcode::Sdiv => self.divide(inst, RAX)?,
            Opcode::Srem => self.divide(inst, RDX)?,
            Opcode::Ishl => self.shift(inst, Shift::Left)?,
            Opcode::Ushr => self.shift(inst, Shift::Right)?,
            Opcode::Sshr => self.shift(inst, Shift::SignedRight)?,
            Opcode::Smin => self.least(inst, Flag::GREATER)?,
            Opcode::Smax => self.least(inst, Flag::LESS)?,
            Opcode::Iabs => self.absolute(inst)?,
            Opcode::Ineg => {
                let result = self.result(inst);
                let reg = self.changeable(args[0], result);
                self.asm.negate(self.size(result).max_of(Size::Long), reg);
                self.define(result, reg);
            }
            Opcode::Uextend => self.extend(inst, false)?,
            Opcode::Sextend => self.extend(inst, true)?,
            Opcode::Icmp | Opcode::Fcmp => self.compared(inst)?,
            Opcode::Select => self.select(inst)?,
            Opcode::Bitcast => self.bitcast(inst)?,
            Opcode::FcvtFromSint => self.convert_to_float(inst)?,
            Opcode::FcvtToSintSat => self.convert_to_int(inst)?,
            Opcode::Fadd => self.float_arithmetic(inst, FloatOp::Add),
            Opcode::Fsub => self.float_arithmetic(inst, FloatOp::Sub),
            Opcode::Fmul => self.float_arithmetic(inst, FloatOp::Mul),
            Opcode::Fdiv => self.float_arithmetic(inst, FloatOp::Div),
            Opcode::Sqrt => {
                let place = self.place(args[0]);
                self.make_float(inst, |generator, reg| generator.asm.float_op(FloatOp::Sqrt, reg, place));
            }
            opcode @ (Opcode::Floor | Opcode::Ceil) => {
                if !self.features.sse41 {
                    return None;
                }
                let place = self.place(args[0]);
                let mode = if opcode == Opcode::Floor { DOWN } else { UP };
                self.make_float(inst, |generator, reg| generator.asm.round(reg, place, mode));
            }
            Opcode::Fabs => {
                let result = self.result(inst);
                let reg = self.changeable(args[0], result);
                self.asm.set_number(SCRATCH, i64::MAX);
                self.asm.word_to_float(FLOAT_SCRATCH, SCRATCH);
                self.asm.and_float(reg, FLOAT_SCRATCH);
                self.define(result, reg);
            }
            Opcode::GetStackPointer => {
                let result = self.result(inst);
                let reg = self.place_for(result);
                self.asm.load(Size::Quad, reg, Place::Reg(RSP));
                self.define(result, reg);
            }
            Opcode::Call | Opcode::CallIndirect => self.call(inst)?,
            Opcode::Return => self.return_values(inst)?,
            Opcode::Jump => self.jump(inst, next),
            Opcode::Brif => self.branch(inst, next)?,
            Opcode::BrTable => self.table(inst)?,
            _ => return None,
        }
        Some(())
    }

    pub fn result(&self, inst: Inst) -> Value {
        self.function.dfg.first_result(inst)
    }

    pub fn size(&self, value: Value) -> Size {
        size_of_type(self.values.ty(value)).unwrap_or(Size::Quad)
    }

    fn load(&mut self, inst: Inst) {
        let mem = self.address(inst);
        let result = self.result(inst);
        self.finish_reading();
        let reg = self.place_for(result);
        match self.values.loaded(inst) {
            _ if self.values.ty(result) == types::F64 => self.asm.load_float(reg, Place::Mem(mem)),
            size => self.asm.load(size.unwrap_or(Size::Quad), reg, Place::Mem(mem)),
        }
        self.define(result, reg);
    }

    fn store(&mut self, inst: Inst) {
        let value = self.values.args(inst)[0];
        let size = self.size(value);
        let mem = self.address(inst);
        if let Some(op) = self.values.changes_in_place(inst) {
            let alu = match self.values.opcode(op) {
                Opcode::Iadd => Alu::Add,
                Opcode::Isub => Alu::Sub,
                Opcode::Band => Alu::And,
                Opcode::Bor => Alu::Or,
                _ => Alu::Xor,
            };
            let other = self.values.args(op)[1];
            match self.short_number(other) {
                Some(number) => self.asm.alu_number(alu, size, Place::Mem(mem), number),
                None => {
                    let reg = self.register(other);
                    self.asm.alu_to(alu, size, Place::Mem(mem), reg);
                }
            }
            return;
        }
        match (self.values.role(value), self.short_number(value)) {
            (_, Some(number)) => self.asm.store_number(size, mem, number),
            (Role::Number(number), _) => {
                self.asm.set_number(SCRATCH, number);
                self.asm.store(size, mem, SCRATCH);
            }
            (Role::Float(0), _) => self.asm.store_number(Size::Quad, mem, 0),
            (Role::Float(bits), _) => {
                self.asm.set_number(SCRATCH, bits as i64);
                self.asm.store(Size::Quad, mem, SCRATCH);
            }
            _ => {
                let reg = self.register(value);
                if reg.is_float() { self.asm.store_float(mem, reg) } else { self.asm.store(size, mem, reg) }
            }
        }
    }

    /// A value that is in a register and ends here.
    fn is_last_in_register(&self, value: Value) -> bool {
        let number = self.values.origin(value);
        self.values.role(value) == Role::Held && {
            let number = self.flow.number(number);
            self.regs[number as usize].is_some() && self.last_uses.contains(&number)
        }
    }

    /// The operands of something that may be turned round: the first one is what the result is made of.
    fn operands(&self, inst: Inst, turns: bool) -> (Value, Value) {
        let args = self.values.args(inst);
        let (left, right) = (args[0], args[1]);
        let is_left_free = self.is_last_in_register(left);
        let is_number = |value: Value| matches!(self.values.role(value), Role::Number(_));
        let turned =
            turns && (is_number(left) || self.values.role(left) == Role::Fused || !is_left_free && self.is_last_in_register(right));
        if turned && !is_number(right) { (right, left) } else { (left, right) }
    }

    fn add(&mut self, inst: Inst) {
        let (left, right) = self.operands(inst, true);
        let result = self.result(inst);
        let size = self.size(result).max_of(Size::Long);
        let is_held = |generator: &Self, value: Value| generator.values.role(value) == Role::Held;
        // A sum in another register than its operands is computed as an address.
        if is_held(self, left) && !self.is_last_in_register(left) && (is_held(self, right) || self.short_number(right).is_some()) {
            let base = self.register(left);
            let mem = match self.short_number(right) {
                Some(number) => Mem::at(base, number),
                None => Mem { base: Some(base), index: Some((self.register(right), 0)), distance: 0 },
            };
            self.finish_reading();
            let reg = self.place_for(result);
            self.asm.address(size, reg, mem);
            self.define(result, reg);
            return;
        }
        self.arithmetic(inst, Alu::Add, true);
    }

    fn arithmetic(&mut self, inst: Inst, alu: Alu, turns: bool) -> Reg {
        let (left, right) = self.operands(inst, turns);
        let result = self.result(inst);
        let size = self.size(result).max_of(Size::Long);
        let reg = match (self.short_number(right), self.values.role(right)) {
            (Some(number), _) => {
                let reg = self.changeable(left, result);
                self.asm.alu_number(alu, size, Place::Reg(reg), number);
                reg
            }
            (None, Role::Number(number)) => {
                let reg = self.changeable(left, result);
                self.asm.set_number(SCRATCH, number);
                self.asm.alu(alu, size, reg, Place::Reg(SCRATCH));
                reg
            }
            _ => {
                let place = self.place(right);
                let reg = self.changeable(left, result);
                self.asm.alu(alu, size, reg, place);
                reg
            }
        };
        self.define(result, reg);
        reg
    }

    fn multiply(&mut self, inst: Inst) -> Reg {
        let (left, right) = self.operands(inst, true);
        let result = self.result(inst);
        let size = self.size(result).max_of(Size::Long);
        let reg = if let Some(number) = self.short_number(right) {
            let place = self.place(left);
            self.finish_reading();
            let reg = self.place_for(result);
            self.asm.multiply_number(size, reg, place, number);
            reg
        } else {
            let place = self.place(right);
            let reg = self.changeable(left, result);
            self.asm.multiply(size, reg, place);
            reg
        };
        self.define(result, reg);
        reg
    }

    /// Arithmetic whose second result says whether it has overflowed. `None`: it multiplies.
    fn overflow(&mut self, inst: Inst, alu: Option<(Alu, bool)>) -> Option<()> {
        let results = self.function.dfg.inst_results(inst);
        if self.size(results[0]) < Size::Long {
            return None;
        }
        match alu {
            Some((alu, turns)) => self.arithmetic(inst, alu, turns),
            None => self.multiply(inst),
        };
        if self.values.role(results[1]) == Role::Held {
            let reg = self.place_for(results[1]);
            self.asm.set_flag(Flag::OVERFLOW, reg);
            self.define(results[1], reg);
        }
        Some(())
    }

    fn divide(&mut self, inst: Inst, which: Reg) -> Option<()> {
        let args = self.values.args(inst);
        let result = self.result(inst);
        let size = self.size(result);
        if size < Size::Long {
            return None;
        }
        let mut divisor = self.place(args[1]);
        if divisor == Place::Reg(RAX) || divisor == Place::Reg(RDX) {
            self.asm.load(Size::Quad, SCRATCH, divisor);
            divisor = Place::Reg(SCRATCH);
        }
        self.locked = self.locked.with(RAX.set()).with(RDX.set());
        self.vacate(RAX);
        // The dividend may have gone elsewhere, or be in the register that its sign is about to fill.
        match self.short_number(args[0]) {
            Some(number) => self.asm.set_number(RAX, number.into()),
            None => {
                let place = self.place(args[0]);
                if place != Place::Reg(RAX) {
                    self.asm.load(Size::Quad, RAX, place);
                }
            }
        }
        self.vacate(RDX);
        self.asm.extend_sign_of_rax(size);
        self.asm.divide(size, divisor);
        // Whoever was there has gone, or ends here.
        for reg in [RAX, RDX] {
            let owner = self.owners[reg.0 as usize];
            if owner != crate::generator::NONE && self.last_uses.contains(&owner) {
                self.regs[owner as usize] = None;
                self.owners[reg.0 as usize] = crate::generator::NONE;
            }
        }
        self.finish_reading();
        self.define(result, which);
        Some(())
    }

    fn shift(&mut self, inst: Inst, shift: Shift) -> Option<()> {
        let args = self.values.args(inst);
        let result = self.result(inst);
        let size = self.size(result);
        if size < Size::Long && shift != Shift::Left {
            return None;
        }
        let bits = 8 * size as u8 - 1;
        let size = size.max_of(Size::Long);
        if let Role::Number(count) = self.values.role(args[1]) {
            let reg = self.changeable(args[0], result);
            self.asm.shift_number(shift, size, reg, count as u8 & bits);
            self.define(result, reg);
            return Some(());
        }
        if bits < 31 {
            return None;
        }
        let count = self.place(args[1]);
        self.locked = self.locked.with(RCX.set());
        let reg = self.place_for(result);
        self.locked = self.locked.with(reg.set());
        match self.values.role(args[0]) {
            Role::Number(number) => self.asm.set_number(reg, number),
            _ => {
                let place = self.place(args[0]);
                self.asm.load(Size::Quad, reg, place);
            }
        }
        if count != Place::Reg(RCX) {
            self.vacate(RCX);
            self.asm.load(Size::Long, RCX, count);
        }
        self.asm.shift(shift, size, reg);
        self.finish_reading();
        self.define(result, reg);
        Some(())
    }

    /// The first operand, unless it compares so with the second.
    fn least(&mut self, inst: Inst, unless: Flag) -> Option<()> {
        let args = self.values.args(inst);
        let result = self.result(inst);
        let size = self.size(result);
        if size < Size::Long {
            return None;
        }
        let other = self.place(args[1]);
        let reg = self.changeable(args[0], result);
        self.asm.alu(Alu::Cmp, size, reg, other);
        self.asm.move_if(unless, size, reg, other);
        self.define(result, reg);
        Some(())
    }

    fn absolute(&mut self, inst: Inst) -> Option<()> {
        let result = self.result(inst);
        let size = self.size(result);
        if size < Size::Long {
            return None;
        }
        let its = self.register(self.values.args(inst)[0]);
        let reg = self.place_for(result);
        self.asm.load(size, reg, Place::Reg(its));
        self.asm.negate(size, reg);
        self.asm.move_if(Flag::SIGN, size, reg, Place::Reg(its));
        self.define(result, reg);
        Some(())
    }

    fn extend(&mut self, inst: Inst, signed: bool) -> Option<()> {
        let arg = self.values.args(inst)[0];
        let result = self.result(inst);
        let from = self.size(arg);
        if signed && from != Size::Long {
            return None;
        }
        let place = self.place(arg);
        self.finish_reading();
        let reg = self.place_for(result);
        if signed {
            self.asm.load_signed_long(reg, place)
        } else {
            self.asm.load(from, reg, place)
        }
        self.define(result, reg);
        Some(())
    }

    fn lower_half(&mut self, mask: Inst) {
        let place = self.place(self.values.args(mask)[0]);
        let result = self.result(mask);
        self.finish_reading();
        let reg = self.place_for(result);
        self.asm.load(Size::Long, reg, place);
        self.define(result, reg);
    }

    fn bitcast(&mut self, inst: Inst) -> Option<()> {
        let arg = self.values.args(inst)[0];
        let result = self.result(inst);
        let to_float = match (self.values.ty(arg), self.values.ty(result)) {
            (types::I64, types::F64) => true,
            (types::F64, types::I64) => false,
            _ => return None,
        };
        match self.values.role(arg) {
            Role::Number(number) => {
                let reg = self.place_for(result);
                self.set_float(reg, number as u64);
                self.define(result, reg);
                return Some(());
            }
            Role::Float(bits) => {
                let reg = self.place_for(result);
                self.asm.set_number(reg, bits as i64);
                self.define(result, reg);
                return Some(());
            }
            _ => {}
        }
        let place = self.place(arg);
        self.finish_reading();
        let reg = self.place_for(result);
        match (place, to_float) {
            (Place::Reg(from), true) => self.asm.word_to_float(reg, from),
            (Place::Reg(from), false) => self.asm.float_to_word(reg, from),
            (_, true) => self.asm.load_float(reg, place),
            (_, false) => self.asm.load(Size::Quad, reg, place),
        }
        self.define(result, reg);
        Some(())
    }

    fn make_float(&mut self, inst: Inst, emit: impl FnOnce(&mut Self, Reg)) {
        let result = self.result(inst);
        self.finish_reading();
        let reg = self.place_for(result);
        emit(self, reg);
        self.define(result, reg);
    }

    fn float_arithmetic(&mut self, inst: Inst, op: FloatOp) {
        let args = self.values.args(inst);
        let result = self.result(inst);
        let place = self.place(args[1]);
        let reg = self.changeable(args[0], result);
        self.asm.float_op(op, reg, place);
        self.define(result, reg);
    }

    fn convert_to_float(&mut self, inst: Inst) -> Option<()> {
        let arg = self.values.args(inst)[0];
        let size = self.size(arg);
        if size < Size::Long {
            return None;
        }
        let place = self.place(arg);
        self.make_float(inst, |generator, reg| {
            // The instruction leaves the upper half as it is, and would wait for whoever wrote it.
            generator.asm.zero_float(reg);
            generator.asm.int_to_float(size, reg, place);
        });
        Some(())
    }

    /// What is no number becomes 0, and what is too large the last int.
    fn convert_to_int(&mut self, inst: Inst) -> Option<()> {
        let result = self.result(inst);
        if self.values.ty(result) != types::I64 {
            return None;
        }
        let its = self.register(self.values.args(inst)[0]);
        let reg = self.place_for(result);
        let [done, no_number] = [(); 2].map(|()| self.asm.label());
        self.asm.float_to_int(reg, its);
        // Only the least int overflows, which stands for all that it can't do.
        self.asm.alu_number(Alu::Cmp, Size::Quad, Place::Reg(reg), 1);
        self.asm.jump_if(Flag::OVERFLOW.opposite(), done);
        self.asm.zero_float(FLOAT_SCRATCH);
        self.asm.compare_floats(its, Place::Reg(FLOAT_SCRATCH));
        self.asm.jump_if(Flag::PARITY, no_number);
        self.asm.jump_if(Flag::BELOW_OR_EQUAL, done);
        self.asm.set_number(reg, i64::MAX);
        self.asm.jump(done);
        self.asm.place(no_number);
        self.asm.set_number(reg, 0);
        self.asm.place(done);
        self.define(result, reg);
        Some(())
    }
}

impl Size {
    pub fn max_of(self, other: Size) -> Size {
        if self < other { other } else { self }
    }
}
