//! `InfiniteIterator`: begins anew whenever its inner iterator is at its end.

use super::{checked, fetch, leave, rewind, valid};
use crate::prelude::*;

/// `InfiniteIterator::next()`
pub(crate) fn next(cx: &mut Cx, this: &PhpObject) -> PhpResult<()> {
    checked(cx, this)?;
    leave(cx, this)?;
    if !valid(cx, this)? {
        rewind(cx, this)?;
        if !valid(cx, this)? {
            return Ok(());
        }
    }
    fetch(cx, this, false).map(drop)
}
