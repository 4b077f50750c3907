//! The compiled form of PHP files: the op table, functions, class declarations, units; verifier and disassembler.
//!
//! Pure data: knows no values, no addresses and no requests, so a unit can be shared, written to disk or lowered to machine code.
//! No unsafe code.
#![forbid(unsafe_code)]

/// Declares a set of named bits with the usual operations.
macro_rules! bitflags_like {
    ($(#[$meta:meta])* pub struct $name:ident: u32 { $($(#[$bit_meta:meta])* $bit:ident = $n:literal),* $(,)? }) => {
        $(#[$meta])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
        pub struct $name(pub u32);

        impl $name {
            $($(#[$bit_meta])* pub const $bit: $name = $name(1 << $n);)*

            #[inline(always)]
            pub const fn has(self, other: $name) -> bool {
                self.0 & other.0 == other.0
            }
            #[inline(always)]
            pub const fn any(self, other: $name) -> bool {
                self.0 & other.0 != 0
            }
            #[inline(always)]
            pub const fn with(self, other: $name) -> $name {
                $name(self.0 | other.0)
            }
            #[inline(always)]
            pub const fn without(self, other: $name) -> $name {
                $name(self.0 & !other.0)
            }
            #[inline(always)]
            pub fn set(&mut self, other: $name) {
                self.0 |= other.0;
            }
        }
    };
}

pub mod disasm;
mod kinds;
pub mod ops;
pub mod stored;
mod types;
mod unit;
pub mod verify;

pub use kinds::{BinaryOp, ClassFetch, IncludeKind, NullsafeResult, RefNoticeKind};
pub use ops::{FRAME_HEADER_SLOTS, NONE, Op, OpCode, OpInfo, OperandKind, Relation, THIS, VarUse, flag};
pub use types::{TypeMask, TypeSpec};
pub use unit::*;
