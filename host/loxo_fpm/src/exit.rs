//! How the program ends.

pub(crate) const OK: i32 = 0;
/// `loxo serve` could not begin.
pub(crate) const FAILED: i32 = 1;
/// The command line is wrong.
pub(crate) const USAGE: i32 = 64;
/// It could not go on.
pub(crate) const SOFTWARE: i32 = 70;
/// The configuration is wrong.
pub(crate) const CONFIG: i32 = 78;
