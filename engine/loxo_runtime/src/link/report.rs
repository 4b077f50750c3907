//! Errors at a declaration rather than at the running code.

use crate::{Cx, ErrorLevel, PhpResult, Thrown};

/// A diagnostic; its handler may throw.
pub(super) fn report_at(cx: &mut Cx, level: ErrorLevel, message: &str, file: &[u8], line: u32) -> PhpResult<()> {
    cx.raise_at(level, message, file, line);
    cx.check()
}

/// A fatal error; the request ends.
pub(super) fn fatal_at(cx: &mut Cx, level: ErrorLevel, message: &str, file: &[u8], line: u32) -> Thrown {
    cx.fatal_at(level, message, file, line)
}
