//! Builtin functions of numbers that loops compute in place, without a call.

use crate::state::Ty;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Intrinsic {
    Max,
    Min,
    Abs,
    Intdiv,
    Sqrt,
    Floor,
    Ceil,
}

impl Intrinsic {
    /// The one with a name.
    pub fn named(name: &[u8]) -> Option<Intrinsic> {
        Some(match name {
            b"max" => Intrinsic::Max,
            b"min" => Intrinsic::Min,
            b"abs" => Intrinsic::Abs,
            b"intdiv" => Intrinsic::Intdiv,
            b"sqrt" => Intrinsic::Sqrt,
            b"floor" if rounds() => Intrinsic::Floor,
            b"ceil" if rounds() => Intrinsic::Ceil,
            _ => return None,
        })
    }

    pub(crate) fn arguments(self) -> usize {
        if matches!(self, Intrinsic::Max | Intrinsic::Min | Intrinsic::Intdiv) { 2 } else { 1 }
    }

    /// What it gives for numbers of one type; `None`: it takes none of these.
    pub(crate) fn result(self, ty: Ty) -> Option<Ty> {
        match self {
            Intrinsic::Max | Intrinsic::Min | Intrinsic::Abs => Some(ty),
            Intrinsic::Intdiv => (ty == Ty::Int).then_some(Ty::Int),
            Intrinsic::Sqrt | Intrinsic::Floor | Intrinsic::Ceil => Some(Ty::Float),
        }
    }
}

/// The machine has an instruction that rounds.
fn rounds() -> bool {
    #[cfg(target_arch = "x86_64")]
    return std::arch::is_x86_feature_detected!("sse4.1");
    #[cfg(not(target_arch = "x86_64"))]
    return cfg!(target_arch = "aarch64");
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
