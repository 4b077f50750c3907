//! `FilterIterator`: passes over the elements that a child class's `accept()` refuses.

use super::{Kind, checked, fetch, free, leave, regex_iterator, with_iterator};
use crate::prelude::*;

/// `FilterIterator::__construct()`
pub(crate) fn construct(cx: &mut Cx, this: &PhpObject, iterator: &PhpObject) -> PhpResult<()> {
    super::construct(cx, this, Some(iterator), Kind::Plain)
}

/// Goes on to an element that `accept()` wants.
fn accepted(cx: &mut Cx, this: &PhpObject) -> PhpResult<()> {
    let accept = class_of(this).method(b"accept");
    while fetch(cx, this, true)? {
        if let Some(accept) = accept {
            let wanted = match regex_iterator::accepted_unseen(cx, this, accept)? {
                Some(wanted) => wanted,
                None => {
                    let answer = cx.call_method(this, accept, &[])?;
                    convert::to_bool(cx, answer.deref())?
                }
            };
            if wanted {
                return Ok(());
            }
        }
        with_iterator(cx, this, |cx, iterator| iterator.next(cx))?;
    }
    free(this);
    Ok(())
}

/// `FilterIterator::rewind()`
pub(crate) fn rewind(cx: &mut Cx, this: &PhpObject) -> PhpResult<()> {
    checked(cx, this)?;
    super::rewind(cx, this)?;
    accepted(cx, this)
}

/// `FilterIterator::next()`
pub(crate) fn next(cx: &mut Cx, this: &PhpObject) -> PhpResult<()> {
    checked(cx, this)?;
    leave(cx, this)?;
    accepted(cx, this)
}
