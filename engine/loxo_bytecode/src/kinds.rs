//! Enumerations that ops carry as a number in an `Imm` operand.

/// Declares an enumeration with the numbers that it has in an operand.
macro_rules! operand_enum {
    ($(#[$meta:meta])* pub enum $name:ident { $($(#[$case_meta:meta])* $case:ident = $number:literal,)* }) => {
        $(#[$meta])*
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        #[repr(u8)]
        pub enum $name { $($(#[$case_meta])* $case = $number,)* }

        impl $name {
            pub const ALL: &[$name] = &[$($name::$case,)*];

            /// The number in the operand.
            pub const fn encode(self) -> u32 {
                self as u32
            }

            /// `None`: no op has this number.
            pub const fn decode(number: u32) -> Option<$name> {
                match number {
                    $($number => Some($name::$case),)*
                    _ => None,
                }
            }
        }
    };
}

operand_enum! {
    /// What the value of `RefNotice` is for: decides the notice where it is no reference.
    pub enum RefNoticeKind {
        /// "Only variables should be passed by reference"
        Argument = 1,
        /// "Only variable references should be yielded by reference"
        Yield = 3,
        /// "Attempting to set reference to non referenceable value"
        Destructuring = 4,
    }
}

operand_enum! {
    /// What `FetchClass` does about a class that does not exist.
    pub enum ClassFetch {
        /// Error, after autoloading.
        Required = 0,
        /// An empty class temporary, without autoloading (`instanceof`).
        InstanceOf = 1,
        /// As `Required`, for `new`.
        New = 2,
    }
}

operand_enum! {
    /// The member of the `include` family that an `Include` is.
    pub enum IncludeKind {
        Include = 0,
        IncludeOnce = 1,
        Require = 2,
        RequireOnce = 3,
        Eval = 4,
    }
}

operand_enum! {
    /// What a chain with `?->` is worth when `JumpIfNullTo` ends it early.
    pub enum NullsafeResult {
        Null = 0,
        /// Inside of `isset()`.
        False = 1,
        /// Inside of `empty()`.
        True = 2,
    }
}

operand_enum! {
    /// The operator of a compound assignment.
    pub enum BinaryOp {
        Add = 0,
        Sub = 1,
        Mul = 2,
        Div = 3,
        Mod = 4,
        Pow = 5,
        Concat = 6,
        BitAnd = 7,
        BitOr = 8,
        BitXor = 9,
        Shl = 10,
        Shr = 11,
    }
}
