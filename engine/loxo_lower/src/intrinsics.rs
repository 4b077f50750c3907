//! Builtin functions of numbers that loops compute in place, without a call.

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Intrinsic {
    Max,
    Min,
    Abs,
}

impl Intrinsic {
    /// The one with a name.
    pub fn named(name: &[u8]) -> Option<Intrinsic> {
        Some(match name {
            b"max" => Intrinsic::Max,
            b"min" => Intrinsic::Min,
            b"abs" => Intrinsic::Abs,
            _ => return None,
        })
    }

    pub(crate) fn arguments(self) -> usize {
        if self == Intrinsic::Abs { 1 } else { 2 }
    }
}

/// A builtin that an op calls.
#[derive(Clone, Copy, Debug)]
pub struct CalledBuiltin {
    /// Its number, and its address.
    pub id: u32,
    pub func: usize,
}

/// A builtin that an op of a loop calls.
#[derive(Clone, Copy, Debug)]
pub struct CalledIntrinsic {
    pub called: CalledBuiltin,
    pub what: Intrinsic,
}
