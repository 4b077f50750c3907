//! `SplHeap`; `SplPriorityQueue` shares most methods.

use super::{Element, Order, check_sound, heap, sift, visible_value};
use crate::prelude::*;
use crate::support::{add_private, members};

/// `SplHeap::extract()`
pub(crate) fn extract(cx: &mut Cx, this: &PhpObject) -> PhpResult<Value> {
    check_sound(cx, this, true)?;
    match sift::take(cx, this)? {
        Some(element) => Ok(visible_value(this, &element)),
        None => Err(cx.throw("RuntimeException", "Can't extract from an empty heap")),
    }
}

/// `SplHeap::insert()`
pub(crate) fn insert(cx: &mut Cx, this: &PhpObject, value: &Value) -> PhpResult<bool> {
    check_sound(cx, this, true)?;
    sift::insert(cx, this, Element { value: value.clone(), priority: Value::NULL })?;
    Ok(true)
}

/// `SplHeap::top()`
pub(crate) fn top(cx: &mut Cx, this: &PhpObject) -> PhpResult<Value> {
    check_sound(cx, this, false)?;
    match heap(this).elements.first() {
        Some(element) => Ok(visible_value(this, element)),
        None => Err(cx.throw("RuntimeException", "Can't peek at an empty heap")),
    }
}

/// `SplHeap::count()`
pub(crate) fn count(_: &mut Cx, this: &PhpObject) -> PhpResult<i64> {
    Ok(heap(this).elements.len() as i64)
}

/// `SplHeap::isEmpty()`
pub(crate) fn is_empty(_: &mut Cx, this: &PhpObject) -> PhpResult<bool> {
    Ok(heap(this).elements.is_empty())
}

/// `SplHeap::rewind()`
pub(crate) fn rewind(_: &mut Cx, _: &PhpObject) -> PhpResult<()> {
    Ok(())
}

/// `SplHeap::current()`
pub(crate) fn current(_: &mut Cx, this: &PhpObject) -> PhpResult<Value> {
    Ok(heap(this).elements.first().map_or(Value::NULL, |element| visible_value(this, element)))
}

/// `SplHeap::key()`
pub(crate) fn key(_: &mut Cx, this: &PhpObject) -> PhpResult<i64> {
    Ok(heap(this).elements.len() as i64 - 1)
}

/// `SplHeap::next()`
pub(crate) fn next(cx: &mut Cx, this: &PhpObject) -> PhpResult<()> {
    check_sound(cx, this, true)?;
    sift::take(cx, this).map(drop)
}

/// `SplHeap::valid()`
pub(crate) fn valid(_: &mut Cx, this: &PhpObject) -> PhpResult<bool> {
    Ok(!heap(this).elements.is_empty())
}

/// `SplHeap::recoverFromCorruption()`
pub(crate) fn recover_from_corruption(_: &mut Cx, this: &PhpObject) -> PhpResult<bool> {
    heap(this).corrupted = false;
    Ok(true)
}

/// `SplHeap::isCorrupted()`
pub(crate) fn is_corrupted(_: &mut Cx, this: &PhpObject) -> PhpResult<bool> {
    Ok(heap(this).corrupted)
}

/// `SplHeap::__debugInfo()`
pub(crate) fn debug_info(_: &mut Cx, this: &PhpObject) -> PhpResult<PhpArray> {
    let mut all = members(this);
    let own = heap(this);
    let (class, pairs) = if own.order == Order::Queue { ("SplPriorityQueue", true) } else { ("SplHeap", false) };
    let elements: PhpArray = own.elements.iter().map(|element| if pairs { super::both(element) } else { element.value.clone() }).collect();
    add_private(&mut all, class, "flags", Value::int(own.flags));
    add_private(&mut all, class, "isCorrupted", Value::bool(own.corrupted));
    add_private(&mut all, class, "heap", Value::array(elements));
    Ok(all)
}
