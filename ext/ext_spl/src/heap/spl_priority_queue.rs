//! `SplPriorityQueue`: a heap of values by priorities, which gives either or both.

use super::{BOTH, Element, check_sound, heap, sift};
use crate::prelude::*;

/// `SplPriorityQueue::insert()`
pub(crate) fn insert(cx: &mut Cx, this: &PhpObject, value: &Value, priority: &Value) -> PhpResult<bool> {
    check_sound(cx, this, true)?;
    sift::insert(cx, this, Element { value: value.clone(), priority: priority.clone() })?;
    Ok(true)
}

/// `SplPriorityQueue::setExtractFlags()`
pub(crate) fn set_extract_flags(cx: &mut Cx, this: &PhpObject, flags: i64) -> PhpResult<i64> {
    let flags = flags & BOTH;
    if flags == 0 {
        return Err(cx.throw("RuntimeException", "Must specify at least one extract flag"));
    }
    heap(this).flags = flags;
    Ok(flags)
}

/// `SplPriorityQueue::getExtractFlags()`
pub(crate) fn get_extract_flags(_: &mut Cx, this: &PhpObject) -> PhpResult<i64> {
    Ok(heap(this).flags)
}
