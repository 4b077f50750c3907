//! Builtin functions that are computed in place, without a call.

use crate::Tags;

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Intrinsic {
    /// These three take ints or floats, and give the same.
    Max,
    Min,
    Abs,
    /// Of two ints.
    Intdiv,
    /// These three give floats.
    Sqrt,
    Floor,
    Ceil,
    /// The first byte of a string, as an int.
    Ord,
    /// The string of one byte.
    Chr,
}

/// Names of builtins.
pub(crate) const INTRINSICS: &[(Intrinsic, &str)] = &[
    (Intrinsic::Max, "max"),
    (Intrinsic::Min, "min"),
    (Intrinsic::Abs, "abs"),
    (Intrinsic::Intdiv, "intdiv"),
    (Intrinsic::Sqrt, "sqrt"),
    (Intrinsic::Floor, "floor"),
    (Intrinsic::Ceil, "ceil"),
    (Intrinsic::Ord, "ord"),
    (Intrinsic::Chr, "chr"),
];

impl Intrinsic {
    /// The one with a name, if the machine can compute it.
    pub fn named(name: &[u8]) -> Option<Intrinsic> {
        let (found, _) = INTRINSICS.iter().find(|(_, known)| known.as_bytes() == name)?;
        (!matches!(found, Intrinsic::Floor | Intrinsic::Ceil) || rounds()).then_some(*found)
    }

    /// So many arguments are computed with.
    pub fn arguments(self) -> u32 {
        if matches!(self, Intrinsic::Max | Intrinsic::Min | Intrinsic::Intdiv) { 2 } else { 1 }
    }

    /// It is computed for this number of arguments.
    pub fn takes(self, count: u32) -> bool {
        count == self.arguments() || count > 2 && matches!(self, Intrinsic::Max | Intrinsic::Min)
    }

    /// Ints are made floats for it.
    pub fn takes_floats(self) -> bool {
        matches!(self, Intrinsic::Sqrt | Intrinsic::Floor | Intrinsic::Ceil)
    }

    /// What it gives for numbers of one type, ints or floats; `None`: it takes none of these.
    pub fn result(self, numbers: Tags) -> Option<Tags> {
        match self {
            Intrinsic::Max | Intrinsic::Min | Intrinsic::Abs => Some(numbers),
            Intrinsic::Intdiv => (numbers == Tags::INT).then_some(Tags::INT),
            Intrinsic::Sqrt | Intrinsic::Floor | Intrinsic::Ceil => Some(Tags::FLOAT),
            Intrinsic::Ord | Intrinsic::Chr => None,
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
