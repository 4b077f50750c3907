//! What follows in the data: the first byte of every value and key. Those that have a number behind them come in three widths, of 8, 16 and
//! 32 bits, one after another.

pub(crate) const NULL: u8 = 0x00;
/// The number of an array, or of what a reference holds, that came before.
pub(crate) const BACK_8: u8 = 0x01;
pub(crate) const BACK_32: u8 = 0x03;
pub(crate) const FALSE: u8 = 0x04;
pub(crate) const TRUE: u8 = 0x05;
/// The size of an integer; the odd kinds are negative, so the widths are two apart.
pub(crate) const INT_8: u8 = 0x06;
pub(crate) const INT_32_NEGATIVE: u8 = 0x0b;
pub(crate) const FLOAT: u8 = 0x0c;
pub(crate) const EMPTY_STRING: u8 = 0x0d;
/// The number of a string that came before.
pub(crate) const SAME_STRING_8: u8 = 0x0e;
pub(crate) const SAME_STRING_32: u8 = 0x10;
/// Length and bytes.
pub(crate) const STRING_8: u8 = 0x11;
pub(crate) const STRING_32: u8 = 0x13;
/// Number of elements, then keys and values.
pub(crate) const ARRAY_8: u8 = 0x14;
pub(crate) const ARRAY_32: u8 = 0x16;
/// Length and bytes of a class name; an array, text or a case follows.
pub(crate) const OBJECT_8: u8 = 0x17;
pub(crate) const OBJECT_32: u8 = 0x19;
/// The same, where the name came before as a string.
pub(crate) const SAME_CLASS_8: u8 = 0x1a;
pub(crate) const SAME_CLASS_32: u8 = 0x1c;
/// Length and bytes of what `Serializable::serialize()` has given.
pub(crate) const TEXT_8: u8 = 0x1d;
pub(crate) const TEXT_32: u8 = 0x1f;
pub(crate) const INT_64: u8 = 0x20;
pub(crate) const INT_64_NEGATIVE: u8 = 0x21;
/// The number of an object that came before.
pub(crate) const SAME_OBJECT_8: u8 = 0x22;
pub(crate) const SAME_OBJECT_32: u8 = 0x24;
/// What follows is behind a reference.
pub(crate) const REFERENCE: u8 = 0x25;
/// A length of 64 bits, and bytes.
pub(crate) const LONG_STRING: u8 = 0x26;
/// The name of an enum's case.
pub(crate) const CASE: u8 = 0x27;

/// The format's number, which the data begins with. Version 1 is read as well.
pub(crate) const VERSION: u32 = 2;
