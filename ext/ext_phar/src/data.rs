//! `PharData`: the constructor for archives in tar and zip that hold no program.

use loxo_runtime::{Cx, PhpObject, PhpResult, PhpStr};

use crate::phar::{format_of, start};

/// `PharData::__construct()`
pub(crate) fn construct(
    cx: &mut Cx,
    this: &PhpObject,
    filename: &PhpStr,
    flags: i64,
    alias: Option<&PhpStr>,
    format: i64,
) -> PhpResult<()> {
    start(cx, this, filename, flags, alias, true, format_of(format))
}
