//! `GlobIterator`: the paths that match a pattern, which can be counted.

use super::directory::{self, opened};
use crate::prelude::*;

/// `GlobIterator::__construct()`
pub(crate) fn construct(cx: &mut Cx, this: &PhpObject, pattern: &PhpStr, flags: i64) -> PhpResult<()> {
    if pattern.is_empty() || pattern.starts_with(b"glob://") {
        return directory::open(cx, this, pattern, flags);
    }
    directory::open(cx, this, &[b"glob://", pattern.as_bytes()].concat(), flags)
}

/// `GlobIterator::count()`
pub(crate) fn count(cx: &mut Cx, this: &PhpObject) -> PhpResult<i64> {
    match opened(cx, this)?.count() {
        Some(count) => Ok(count as i64),
        None => Err(cx.throw_error("GlobIterator lost glob state")),
    }
}
