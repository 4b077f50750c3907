//! The tags and flags of values, which headers of counted things know as well.

/// What a value is. The order is relied on: `tag < True` is false-like, `tag > True` means there is something to look at.
#[repr(u8)]
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Hash)]
pub enum Tag {
    /// No value: an unset variable, a hole in an array.
    Undef = 0,
    /// `null`
    Null = 1,
    /// `false`
    False = 2,
    /// `true`
    True = 3,
    /// 64-bit integer.
    Int = 4,
    /// IEEE double.
    Float = 5,
    /// [`PhpStr`](crate::PhpStr)
    String = 6,
    /// [`PhpArray`](crate::PhpArray)
    Array = 7,
    /// [`PhpObject`](crate::PhpObject)
    Object = 8,
    /// [`PhpResource`](crate::PhpResource)
    Resource = 9,
    /// [`PhpRef`](crate::PhpRef): never seen by PHP code itself.
    Reference = 10,
}

/// Flag of a value: its payload points to a header that may have to be counted. Clear means: never look.
pub const REFCOUNTED: u8 = 1;
/// Flag of a value: it may be part of a cycle (arrays, objects, and references, which may lead to either).
pub const COLLECTABLE: u8 = 2;
