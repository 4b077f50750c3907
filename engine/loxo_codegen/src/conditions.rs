//! Comparisons, choices, and what jumps depend on.

use cranelift_codegen::ir::condcodes::{CondCode, FloatCC, IntCC};
use cranelift_codegen::ir::{Inst, InstructionData, Opcode, Value, types};

use crate::assembler::{Alu, Flag, Place, Size};
use crate::generator::Generator;
use crate::registers::SCRATCH;
use crate::values::Role;

/// What has to hold of the flags.
#[derive(Clone, Copy)]
pub(crate) enum Condition {
    One(Flag),
    Both(Flag, Flag),
    Either(Flag, Flag),
}

impl Condition {
    pub fn opposite(self) -> Condition {
        match self {
            Condition::One(flag) => Condition::One(flag.opposite()),
            Condition::Both(first, second) => Condition::Either(first.opposite(), second.opposite()),
            Condition::Either(first, second) => Condition::Both(first.opposite(), second.opposite()),
        }
    }
}

fn flag_of(condition: IntCC) -> Flag {
    match condition {
        IntCC::Equal => Flag::EQUAL,
        IntCC::NotEqual => Flag::NOT_EQUAL,
        IntCC::SignedLessThan => Flag::LESS,
        IntCC::SignedGreaterThanOrEqual => Flag::GREATER_OR_EQUAL,
        IntCC::SignedGreaterThan => Flag::GREATER,
        IntCC::SignedLessThanOrEqual => Flag::LESS_OR_EQUAL,
        IntCC::UnsignedLessThan => Flag::BELOW,
        IntCC::UnsignedGreaterThanOrEqual => Flag::ABOVE_OR_EQUAL,
        IntCC::UnsignedGreaterThan => Flag::ABOVE,
        IntCC::UnsignedLessThanOrEqual => Flag::BELOW_OR_EQUAL,
    }
}

/// What the flags say after floats were compared, and whether they are compared the other way round for that. Flags of floats that can't be compared are
/// those of equal ones and of smaller ones, with parity.
fn condition_of(condition: FloatCC) -> (Condition, bool) {
    match condition {
        FloatCC::Equal => (Condition::Both(Flag::NO_PARITY, Flag::EQUAL), false),
        FloatCC::NotEqual => (Condition::Either(Flag::PARITY, Flag::NOT_EQUAL), false),
        FloatCC::GreaterThan => (Condition::One(Flag::ABOVE), false),
        FloatCC::GreaterThanOrEqual => (Condition::One(Flag::ABOVE_OR_EQUAL), false),
        FloatCC::LessThan => (Condition::One(Flag::ABOVE), true),
        FloatCC::LessThanOrEqual => (Condition::One(Flag::ABOVE_OR_EQUAL), true),
        FloatCC::UnorderedOrLessThan => (Condition::One(Flag::BELOW), false),
        FloatCC::UnorderedOrLessThanOrEqual => (Condition::One(Flag::BELOW_OR_EQUAL), false),
        FloatCC::UnorderedOrGreaterThan => (Condition::One(Flag::BELOW), true),
        FloatCC::UnorderedOrGreaterThanOrEqual => (Condition::One(Flag::BELOW_OR_EQUAL), true),
        FloatCC::UnorderedOrEqual => (Condition::One(Flag::EQUAL), false),
        FloatCC::OrderedNotEqual => (Condition::One(Flag::NOT_EQUAL), false),
        FloatCC::Ordered => (Condition::One(Flag::NO_PARITY), false),
        FloatCC::Unordered => (Condition::One(Flag::PARITY), false),
    }
}

impl Generator<'_> {
    /// Sets the flags by a value.
    pub fn condition(&mut self, value: Value) -> Option<Condition> {
        let origin = self.values.origin(value);
        let inst = self.values.inst(origin);
        let size = self.size(value);
        Some(match (self.values.role(value), inst) {
            (Role::Flags, _) => Condition::One(Flag::OVERFLOW),
            (Role::Fused, Some(inst)) => match self.values.opcode(inst) {
                Opcode::Icmp => Condition::One(self.compare(inst)),
                Opcode::Fcmp => self.compare_floats(inst),
                Opcode::Band => Condition::One(self.test(inst)),
                _ => {
                    let size = self.values.loaded(inst).map_or(size, |bytes| size.min_of(bytes));
                    let mem = self.address(inst);
                    self.asm.alu_number(Alu::Cmp, size, Place::Mem(mem), 0);
                    Condition::One(Flag::NOT_EQUAL)
                }
            },
            _ => {
                match self.place(value) {
                    Place::Reg(reg) => self.asm.test(size, reg, Place::Reg(reg)),
                    place => self.asm.alu_number(Alu::Cmp, size, place, 0),
                }
                Condition::One(Flag::NOT_EQUAL)
            }
        })
    }

    /// Bits of one value that another one names.
    fn test(&mut self, inst: Inst) -> Flag {
        let args = self.values.args(inst);
        let (left, right) = match self.values.role(args[0]) {
            Role::Number(_) => (args[1], args[0]),
            _ => (args[0], args[1]),
        };
        let size = self.size(left);
        let place = self.place(left);
        match (self.values.role(right), self.short_number(right)) {
            (_, Some(number)) => {
                // Bits above those of a number are not asked for.
                let size = if number >= 0 { size.min_of(Size::Long) } else { size };
                self.asm.test_number(size, place, number);
            }
            (Role::Number(number), None) => {
                self.asm.set_number(SCRATCH, number);
                self.asm.test(size, SCRATCH, place);
            }
            _ => {
                let reg = self.register(right);
                self.asm.test(size, reg, place);
            }
        }
        Flag::NOT_EQUAL
    }

    /// Compares ints, and gives what the flags then have to say.
    fn compare(&mut self, inst: Inst) -> Flag {
        let InstructionData::IntCompare { cond, args, .. } = *self.values.data(inst) else { return Flag::NOT_EQUAL };
        let [mut left, mut right] = args;
        let mut cond = cond;
        if let (Role::Fused, Role::Number(0), Some(mask)) =
            (self.values.role(left), self.values.role(right), self.values.inst(self.values.origin(left)))
            && self.values.opcode(mask) == Opcode::Band
        {
            let flag = self.test(mask);
            return if cond == IntCC::Equal { flag.opposite() } else { flag };
        }
        let size = self.values.compared_size(inst);
        let is_number = |generator: &Self, value: Value| matches!(generator.values.role(value), Role::Number(_));
        if is_number(self, left) && !is_number(self, right) {
            (left, right) = (right, left);
            cond = cond.swap_args();
        }
        let flag = flag_of(cond);
        let place = self.place(left);
        match (self.values.role(right), self.short_number(right), place) {
            (_, Some(0), Place::Reg(reg)) => self.asm.test(size, reg, place),
            (_, Some(number), _) => self.asm.alu_number(Alu::Cmp, size, place, number),
            (Role::Number(number), None, _) => {
                self.asm.set_number(SCRATCH, number);
                self.asm.alu_to(Alu::Cmp, size, place, SCRATCH);
            }
            (_, None, Place::Reg(reg)) => {
                let other = self.place(right);
                self.asm.alu(Alu::Cmp, size, reg, other);
            }
            _ => {
                let other = self.register(right);
                self.asm.alu_to(Alu::Cmp, size, place, other);
            }
        }
        flag
    }

    fn compare_floats(&mut self, inst: Inst) -> Condition {
        let InstructionData::FloatCompare { cond, args, .. } = *self.values.data(inst) else { return Condition::One(Flag::NOT_EQUAL) };
        let (condition, turned) = condition_of(cond);
        let (left, right) = if turned { (args[1], args[0]) } else { (args[0], args[1]) };
        let place = self.place(right);
        let reg = self.register(left);
        self.asm.compare_floats(reg, place);
        condition
    }

    /// A comparison whose result is kept.
    pub fn compared(&mut self, inst: Inst) -> Option<()> {
        let condition = match self.values.opcode(inst) {
            Opcode::Icmp => Condition::One(self.compare(inst)),
            _ => self.compare_floats(inst),
        };
        let result = self.result(inst);
        self.finish_reading();
        let reg = self.place_for(result);
        match condition {
            Condition::One(flag) => self.asm.set_flag(flag, reg),
            Condition::Both(first, second) | Condition::Either(first, second) => {
                self.asm.set_flag(first, SCRATCH);
                self.asm.set_flag(second, reg);
                let alu = if matches!(condition, Condition::Both(..)) { Alu::And } else { Alu::Or };
                self.asm.alu(alu, Size::Long, reg, Place::Reg(SCRATCH));
            }
        }
        self.define(result, reg);
        Some(())
    }

    /// The second operand if the first is not zero, or else the third.
    pub fn select(&mut self, inst: Inst) -> Option<()> {
        let args = self.values.args(inst);
        let result = self.result(inst);
        let is_float = self.values.ty(result) == types::F64;
        let chosen = match self.values.role(args[1]) {
            Role::Number(_) => Place::Reg(self.register(args[1])),
            _ => self.place(args[1]),
        };
        let size = self.size(result).max_of(Size::Long);
        let other = match self.values.role(args[2]) {
            Role::Number(_) => None,
            _ => Some(self.place(args[2])),
        };
        let reg = self.place_for(result);
        self.locked = self.locked.with(reg.set());
        match (self.values.role(args[2]), other) {
            (Role::Number(number), _) => self.asm.set_number(reg, number),
            (_, Some(other)) => self.load_word_or_float(reg, other),
            _ => return None,
        }
        let Condition::One(flag) = self.condition(args[0])? else { return None };
        if is_float {
            let done = self.asm.label();
            self.asm.jump_if(flag.opposite(), done);
            self.asm.load_float(reg, chosen);
            self.asm.place(done);
        } else {
            self.asm.move_if(flag, size, reg, chosen);
        }
        self.finish_reading();
        self.define(result, reg);
        Some(())
    }
}
