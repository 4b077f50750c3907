//! Instructions of x86-64 as bytes, and places in them that name others.

use crate::registers::{RBP, RSP, Reg};

/// A place in memory: base, index times a power of two, and a distance.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Mem {
    pub base: Option<Reg>,
    /// The register and the power.
    pub index: Option<(Reg, u8)>,
    pub distance: i32,
}

impl Mem {
    pub fn at(base: Reg, distance: i32) -> Mem {
        Mem { base: Some(base), index: None, distance }
    }
}

/// What an instruction reads or writes beside the register that it names.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Place {
    Reg(Reg),
    Mem(Mem),
    /// A number among the constants behind the code.
    Constant(u32),
}

/// Bytes of what an instruction works on.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Debug)]
pub(crate) enum Size {
    Byte = 1,
    Short = 2,
    Long = 4,
    Quad = 8,
}

/// Arithmetic that takes a register and a place, a place and a register, or a number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Alu {
    Add = 0,
    Or = 1,
    And = 4,
    Sub = 5,
    Xor = 6,
    Cmp = 7,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Shift {
    Left = 4,
    Right = 5,
    SignedRight = 7,
}

/// What jumps and the like ask of the flags, as the processor numbers it: an odd number is the opposite of the even one below it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Flag(pub u8);

impl Flag {
    pub const OVERFLOW: Flag = Flag(0);
    pub const BELOW: Flag = Flag(2);
    pub const ABOVE_OR_EQUAL: Flag = Flag(3);
    pub const EQUAL: Flag = Flag(4);
    pub const NOT_EQUAL: Flag = Flag(5);
    pub const BELOW_OR_EQUAL: Flag = Flag(6);
    pub const ABOVE: Flag = Flag(7);
    pub const SIGN: Flag = Flag(8);
    pub const PARITY: Flag = Flag(10);
    pub const NO_PARITY: Flag = Flag(11);
    pub const LESS: Flag = Flag(12);
    pub const GREATER_OR_EQUAL: Flag = Flag(13);
    pub const LESS_OR_EQUAL: Flag = Flag(14);
    pub const GREATER: Flag = Flag(15);

    pub fn opposite(self) -> Flag {
        Flag(self.0 ^ 1)
    }
}

/// Scalar arithmetic of floats, by the byte of its opcode.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum FloatOp {
    Sqrt = 0x51,
    Add = 0x58,
    Mul = 0x59,
    Sub = 0x5c,
    Div = 0x5e,
}

/// A place in code that is jumped to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Label(pub u32);

/// What four bytes are the distance of, from their own end.
#[derive(Clone, Copy)]
enum Target {
    Label(Label),
    Constant(u32),
    Table(u32),
}

#[derive(Default)]
pub(crate) struct Assembler {
    pub bytes: Vec<u8>,
    /// Where labels are.
    labels: Vec<Option<u32>>,
    /// Four bytes that want a distance.
    open: Vec<(u32, Target)>,
    /// Numbers behind the code.
    constants: Vec<u64>,
    /// Behind those, tables of jumps: distances from the table's own beginning.
    tables: Vec<Vec<Label>>,
}

impl Assembler {
    pub fn label(&mut self) -> Label {
        self.labels.push(None);
        Label(self.labels.len() as u32 - 1)
    }

    /// The label is here.
    pub fn place(&mut self, label: Label) {
        self.labels[label.0 as usize] = Some(self.bytes.len() as u32);
    }

    /// The number of a constant behind the code.
    pub fn constant(&mut self, bits: u64) -> u32 {
        let known = self.constants.iter().position(|its| *its == bits);
        known.unwrap_or_else(|| {
            self.constants.push(bits);
            self.constants.len() - 1
        }) as u32
    }

    pub fn table(&mut self, labels: Vec<Label>) -> u32 {
        self.tables.push(labels);
        self.tables.len() as u32 - 1
    }

    fn open(&mut self, target: Target) {
        self.open.push((self.bytes.len() as u32, target));
        self.bytes.extend([0; 4]);
    }

    /// Prefix, opcode, and the two operands. `byte`: which of the two are registers of a byte, which want a prefix of their own.
    fn encode(&mut self, prefix: Option<u8>, wide: bool, opcode: &[u8], reg: u8, place: Place, byte: (bool, bool)) {
        let (base, index) = match place {
            Place::Reg(reg) => (reg.0 & 15, 0),
            Place::Mem(mem) => (mem.base.map_or(0, |base| base.0), mem.index.map_or(0, |(index, _)| index.0)),
            Place::Constant(_) => (0, 0),
        };
        self.bytes.extend(prefix);
        let rex = u8::from(wide) << 3 | (reg >> 3 & 1) << 2 | (index >> 3 & 1) << 1 | base >> 3 & 1;
        // Without a prefix the bytes of registers 4 to 7 are other ones.
        let is_low = byte.0 && (4..8).contains(&reg) || byte.1 && matches!(place, Place::Reg(reg) if (4..8).contains(&reg.0));
        if rex != 0 || is_low {
            self.bytes.push(0x40 | rex);
        }
        self.bytes.extend(opcode);
        let reg = (reg & 7) << 3;
        match place {
            Place::Reg(its) => self.bytes.push(0xc0 | reg | its.0 & 7),
            Place::Constant(number) => {
                self.bytes.push(reg | 5);
                self.open(Target::Constant(number));
            }
            Place::Mem(mem) => self.memory(reg, mem),
        }
    }

    fn memory(&mut self, reg: u8, mem: Mem) {
        let Some(base) = mem.base else {
            let index = mem.index.map_or(4, |(index, _)| index.0 & 7);
            let power = mem.index.map_or(0, |(_, power)| power);
            self.bytes.extend([reg | 4, power << 6 | index << 3 | 5]);
            self.bytes.extend(mem.distance.to_le_bytes());
            return;
        };
        let low = base.0 & 7;
        let short = i8::try_from(mem.distance).ok();
        let mode = match short {
            Some(0) if low != RBP.0 => 0,
            Some(_) => 0x40,
            None => 0x80,
        };
        match mem.index {
            Some((index, power)) => self.bytes.extend([mode | reg | 4, power << 6 | (index.0 & 7) << 3 | low]),
            None if low == RSP.0 => self.bytes.extend([mode | reg | 4, 0x24]),
            None => self.bytes.push(mode | reg | low),
        }
        match (mode, short) {
            (0, _) => {}
            (_, Some(short)) => self.bytes.push(short as u8),
            (_, None) => self.bytes.extend(mem.distance.to_le_bytes()),
        }
    }

    /// An instruction whose opcode is one less for bytes.
    fn sized(&mut self, size: Size, opcode: u8, reg: u8, place: Place) {
        let prefix = (size == Size::Short).then_some(0x66);
        let byte = size == Size::Byte;
        self.encode(prefix, size == Size::Quad, &[if byte { opcode - 1 } else { opcode }], reg, place, (byte, byte));
    }

    pub fn alu(&mut self, op: Alu, size: Size, reg: Reg, place: Place) {
        self.sized(size, (op as u8) << 3 | 3, reg.0, place);
    }

    /// The place is what is changed, or the left one of what is compared.
    pub fn alu_to(&mut self, op: Alu, size: Size, place: Place, reg: Reg) {
        self.sized(size, (op as u8) << 3 | 1, reg.0, place);
    }

    pub fn alu_number(&mut self, op: Alu, size: Size, place: Place, number: i32) {
        let byte = size == Size::Byte;
        if byte || i8::try_from(number).is_ok() {
            let prefix = (size == Size::Short).then_some(0x66);
            self.encode(prefix, size == Size::Quad, &[if byte { 0x80 } else { 0x83 }], op as u8, place, (false, byte));
            self.bytes.push(number as u8);
        } else {
            self.sized(size, 0x81, op as u8, place);
            self.number(size, number);
        }
    }

    /// A number behind an instruction.
    fn number(&mut self, size: Size, number: i32) {
        let bytes = number.to_le_bytes();
        self.bytes.extend(&bytes[..(size as usize).min(4)]);
    }

    pub fn test(&mut self, size: Size, reg: Reg, place: Place) {
        self.sized(size, 0x85, reg.0, place);
    }

    pub fn test_number(&mut self, size: Size, place: Place, number: i32) {
        // Flags of the low byte say all of a mask that lies in it.
        let size = if (0..0x80).contains(&number) { Size::Byte } else { size };
        let byte = size == Size::Byte;
        let prefix = (size == Size::Short).then_some(0x66);
        self.encode(prefix, size == Size::Quad, &[if byte { 0xf6 } else { 0xf7 }], 0, place, (false, byte));
        self.number(size, number);
    }

    pub fn multiply(&mut self, size: Size, reg: Reg, place: Place) {
        self.encode(None, size == Size::Quad, &[0x0f, 0xaf], reg.0, place, (false, false));
    }

    pub fn multiply_number(&mut self, size: Size, reg: Reg, place: Place, number: i32) {
        let short = i8::try_from(number).ok();
        self.encode(None, size == Size::Quad, &[if short.is_some() { 0x6b } else { 0x69 }], reg.0, place, (false, false));
        match short {
            Some(short) => self.bytes.push(short as u8),
            None => self.bytes.extend(number.to_le_bytes()),
        }
    }

    /// `neg`, or with `not` the complement.
    pub fn negate(&mut self, size: Size, reg: Reg) {
        self.sized(size, 0xf7, 3, Place::Reg(reg));
    }

    /// Divides what `rdx` and `rax` hold together.
    pub fn divide(&mut self, size: Size, place: Place) {
        self.sized(size, 0xf7, 7, place);
    }

    /// The sign of `rax` fills `rdx`.
    pub fn extend_sign_of_rax(&mut self, size: Size) {
        if size == Size::Quad {
            self.bytes.push(0x48);
        }
        self.bytes.push(0x99);
    }

    pub fn shift_number(&mut self, shift: Shift, size: Size, reg: Reg, count: u8) {
        self.sized(size, 0xc1, shift as u8, Place::Reg(reg));
        self.bytes.push(count);
    }

    /// By what `cl` says.
    pub fn shift(&mut self, shift: Shift, size: Size, reg: Reg) {
        self.sized(size, 0xd3, shift as u8, Place::Reg(reg));
    }

    pub fn address(&mut self, size: Size, reg: Reg, mem: Mem) {
        self.encode(None, size == Size::Quad, &[0x8d], reg.0, Place::Mem(mem), (false, false));
    }

    /// Where a table of jumps is.
    pub fn address_of_table(&mut self, reg: Reg, table: u32) {
        self.bytes.extend([0x48 | (reg.0 >> 3) << 2, 0x8d, (reg.0 & 7) << 3 | 5]);
        self.open(Target::Table(table));
    }

    /// Copies or loads; what is shorter than four bytes is extended by zeros.
    pub fn load(&mut self, size: Size, reg: Reg, place: Place) {
        match size {
            Size::Byte => self.encode(None, false, &[0x0f, 0xb6], reg.0, place, (false, true)),
            Size::Short => self.encode(None, false, &[0x0f, 0xb7], reg.0, place, (false, false)),
            Size::Long | Size::Quad => self.encode(None, size == Size::Quad, &[0x8b], reg.0, place, (false, false)),
        }
    }

    /// Four bytes, extended by their sign.
    pub fn load_signed_long(&mut self, reg: Reg, place: Place) {
        self.encode(None, true, &[0x63], reg.0, place, (false, false));
    }

    pub fn store(&mut self, size: Size, mem: Mem, reg: Reg) {
        self.sized(size, 0x89, reg.0, Place::Mem(mem));
    }

    pub fn store_number(&mut self, size: Size, mem: Mem, number: i32) {
        self.sized(size, 0xc7, 0, Place::Mem(mem));
        self.number(size, number);
    }

    /// The shortest instruction that changes no flags.
    pub fn set_number(&mut self, reg: Reg, number: i64) {
        if let Ok(short) = u32::try_from(number) {
            if reg.0 >= 8 {
                self.bytes.push(0x41);
            }
            self.bytes.push(0xb8 | reg.0 & 7);
            self.bytes.extend(short.to_le_bytes());
        } else if let Ok(short) = i32::try_from(number) {
            self.encode(None, true, &[0xc7], 0, Place::Reg(reg), (false, false));
            self.bytes.extend(short.to_le_bytes());
        } else {
            self.bytes.extend([0x48 | reg.0 >> 3, 0xb8 | reg.0 & 7]);
            self.bytes.extend(number.to_le_bytes());
        }
    }

    /// An address that is named elsewhere; gives where its eight bytes are.
    pub fn set_address(&mut self, reg: Reg) -> usize {
        self.bytes.extend([0x48 | reg.0 >> 3, 0xb8 | reg.0 & 7]);
        self.bytes.extend([0; 8]);
        self.bytes.len() - 8
    }

    pub fn set_flag(&mut self, flag: Flag, reg: Reg) {
        self.encode(None, false, &[0x0f, 0x90 | flag.0], 0, Place::Reg(reg), (false, true));
    }

    pub fn move_if(&mut self, flag: Flag, size: Size, reg: Reg, place: Place) {
        self.encode(None, size == Size::Quad, &[0x0f, 0x40 | flag.0], reg.0, place, (false, false));
    }

    pub fn jump(&mut self, to: Label) {
        self.bytes.push(0xe9);
        self.open(Target::Label(to));
    }

    pub fn jump_if(&mut self, flag: Flag, to: Label) {
        self.bytes.extend([0x0f, 0x80 | flag.0]);
        self.open(Target::Label(to));
    }

    pub fn jump_to(&mut self, reg: Reg) {
        self.encode(None, false, &[0xff], 4, Place::Reg(reg), (false, false));
    }

    /// A call of what is named elsewhere; gives where its four bytes are.
    pub fn call(&mut self) -> usize {
        self.bytes.extend([0xe8, 0, 0, 0, 0]);
        self.bytes.len() - 4
    }

    pub fn call_to(&mut self, reg: Reg) {
        self.encode(None, false, &[0xff], 2, Place::Reg(reg), (false, false));
    }

    pub fn push(&mut self, reg: Reg) {
        if reg.0 >= 8 {
            self.bytes.push(0x41);
        }
        self.bytes.push(0x50 | reg.0 & 7);
    }

    pub fn pop(&mut self, reg: Reg) {
        if reg.0 >= 8 {
            self.bytes.push(0x41);
        }
        self.bytes.push(0x58 | reg.0 & 7);
    }

    pub fn ret(&mut self) {
        self.bytes.push(0xc3);
    }

    fn float(&mut self, prefix: u8, opcode: u8, reg: Reg, place: Place) {
        self.encode(Some(prefix), false, &[0x0f, opcode], reg.0 & 15, place, (false, false));
    }

    pub fn float_op(&mut self, op: FloatOp, reg: Reg, place: Place) {
        self.float(0xf2, op as u8, reg, place);
    }

    pub fn load_float(&mut self, reg: Reg, place: Place) {
        match place {
            // All of the register is copied: that depends on nothing before.
            Place::Reg(_) => self.encode(None, false, &[0x0f, 0x28], reg.0 & 15, place, (false, false)),
            _ => self.float(0xf2, 0x10, reg, place),
        }
    }

    pub fn store_float(&mut self, mem: Mem, reg: Reg) {
        self.float(0xf2, 0x11, reg, Place::Mem(mem));
    }

    pub fn zero_float(&mut self, reg: Reg) {
        self.encode(None, false, &[0x0f, 0x57], reg.0 & 15, Place::Reg(reg), (false, false));
    }

    pub fn and_float(&mut self, reg: Reg, other: Reg) {
        self.encode(None, false, &[0x0f, 0x54], reg.0 & 15, Place::Reg(other), (false, false));
    }

    pub fn compare_floats(&mut self, reg: Reg, place: Place) {
        self.float(0x66, 0x2e, reg, place);
    }

    /// The bits of a word as a float's.
    pub fn word_to_float(&mut self, reg: Reg, word: Reg) {
        self.encode(Some(0x66), true, &[0x0f, 0x6e], reg.0 & 15, Place::Reg(word), (false, false));
    }

    pub fn float_to_word(&mut self, word: Reg, reg: Reg) {
        self.encode(Some(0x66), true, &[0x0f, 0x7e], reg.0 & 15, Place::Reg(word), (false, false));
    }

    pub fn int_to_float(&mut self, size: Size, reg: Reg, place: Place) {
        self.encode(Some(0xf2), size == Size::Quad, &[0x0f, 0x2a], reg.0 & 15, place, (false, false));
    }

    /// Cuts off; what is too large becomes the least int.
    pub fn float_to_int(&mut self, word: Reg, reg: Reg) {
        self.encode(Some(0xf2), true, &[0x0f, 0x2c], word.0, Place::Reg(reg), (false, false));
    }

    /// Rounds as `mode` says, by an instruction of SSE 4.1.
    pub fn round(&mut self, reg: Reg, place: Place, mode: u8) {
        let mut place = place;
        if let Place::Constant(_) = place {
            // Distances are counted from the end of the instruction, which would have the mode behind this one.
            self.load_float(reg, place);
            place = Place::Reg(reg);
        }
        self.encode(Some(0x66), false, &[0x0f, 0x3a, 0x0b], reg.0 & 15, place, (false, false));
        self.bytes.push(mode);
    }

    /// Puts a beginning in front, constants and tables behind, and writes all distances. Gives how far the code has moved.
    pub fn finish(&mut self, beginning: &[u8]) -> usize {
        let moved = beginning.len();
        self.bytes.splice(0..0, beginning.iter().copied());
        if !self.constants.is_empty() || !self.tables.is_empty() {
            self.bytes.resize(self.bytes.len().next_multiple_of(8), 0xcc);
        }
        let constants = self.bytes.len();
        for bits in std::mem::take(&mut self.constants) {
            self.bytes.extend(bits.to_le_bytes());
        }
        let place = |labels: &[Option<u32>], label: Label| labels[label.0 as usize].unwrap_or(0) as usize + moved;
        let mut tables = Vec::new();
        for labels in std::mem::take(&mut self.tables) {
            let start = self.bytes.len();
            tables.push(start);
            for label in labels {
                let distance = place(&self.labels, label) as i32 - start as i32;
                self.bytes.extend(distance.to_le_bytes());
            }
        }
        for (at, target) in std::mem::take(&mut self.open) {
            let at = at as usize + moved;
            let to = match target {
                Target::Label(label) => place(&self.labels, label),
                Target::Constant(number) => constants + 8 * number as usize,
                Target::Table(table) => tables[table as usize],
            };
            let distance = to as i32 - (at as i32 + 4);
            self.bytes[at..at + 4].copy_from_slice(&distance.to_le_bytes());
        }
        moved
    }
}
