//! Registers of x86-64, and what calls do to them.

/// A register: 0 to 15 are the general ones as the processor numbers them, 16 to 31 those of floats.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Reg(pub u8);

pub(crate) const RAX: Reg = Reg(0);
pub(crate) const RCX: Reg = Reg(1);
pub(crate) const RDX: Reg = Reg(2);
pub(crate) const RBX: Reg = Reg(3);
pub(crate) const RSP: Reg = Reg(4);
pub(crate) const RBP: Reg = Reg(5);
pub(crate) const RSI: Reg = Reg(6);
pub(crate) const RDI: Reg = Reg(7);
/// Holds no value: moves in cycles and long constants go through it.
pub(crate) const SCRATCH: Reg = Reg(11);
/// The same for floats.
pub(crate) const FLOAT_SCRATCH: Reg = Reg(31);
pub(crate) const XMM0: Reg = Reg(16);

/// Registers that words are passed in, by the System V convention.
pub(crate) const ARGUMENTS: [Reg; 6] = [RDI, RSI, RDX, RCX, Reg(8), Reg(9)];
/// Registers that floats are passed in.
pub(crate) const FLOAT_ARGUMENTS: u8 = 8;
/// Registers that keep what they hold through calls by the System V convention, in the order in which they are taken.
pub(crate) const SAVED: [Reg; 6] = [RBX, RBP, Reg(14), Reg(15), Reg(12), Reg(13)];

impl Reg {
    pub fn is_float(self) -> bool {
        self.0 >= 16
    }

    pub fn set(self) -> Set {
        Set(1 << self.0)
    }
}

/// Registers, a bit each.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Set(pub u32);

impl Set {
    pub const NONE: Set = Set(0);
    /// Those that values may be in.
    pub const GENERAL: Set = Set(0xffff & !(1 << RSP.0) & !(1 << SCRATCH.0));
    pub const FLOATS: Set = Set(0xffff_0000 & !(1 << FLOAT_SCRATCH.0));

    pub fn of(registers: &[Reg]) -> Set {
        Set(registers.iter().fold(0, |all, reg| all | 1 << reg.0))
    }

    pub fn with(self, other: Set) -> Set {
        Set(self.0 | other.0)
    }

    pub fn without(self, other: Set) -> Set {
        Set(self.0 & !other.0)
    }

    pub fn and(self, other: Set) -> Set {
        Set(self.0 & other.0)
    }

    pub fn has(self, reg: Reg) -> bool {
        self.0 & 1 << reg.0 != 0
    }

    pub fn first(self) -> Option<Reg> {
        (self.0 != 0).then(|| Reg(self.0.trailing_zeros() as u8))
    }

    pub fn iter(self) -> impl Iterator<Item = Reg> {
        let mut left = self;
        std::iter::from_fn(move || {
            let first = left.first()?;
            left = left.without(first.set());
            Some(first)
        })
    }
}
