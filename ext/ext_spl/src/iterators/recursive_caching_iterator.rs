//! `RecursiveCachingIterator`: a `CachingIterator` whose children are such iterators too.

use super::caching_iterator::{caching, set_up};
use crate::prelude::*;

/// `RecursiveCachingIterator::__construct()`
pub(crate) fn construct(cx: &mut Cx, this: &PhpObject, iterator: &PhpObject, flags: i64) -> PhpResult<()> {
    if !class_of(iterator).is_subclass_of(cx.builtin_class("RecursiveIterator")) {
        super::check_unset(cx, this)?;
        let given = crate::support::class_name(iterator);
        return Err(cx.argument_type_error(1, format!("must be of type RecursiveIterator, {given} given")));
    }
    set_up(cx, this, iterator, flags, true)
}

/// `RecursiveCachingIterator::hasChildren()`
pub(crate) fn has_children(cx: &mut Cx, this: &PhpObject) -> PhpResult<bool> {
    Ok(caching(cx, this)?.children.is_some())
}

/// `RecursiveCachingIterator::getChildren()`
pub(crate) fn get_children(cx: &mut Cx, this: &PhpObject) -> PhpResult<Option<PhpObject>> {
    Ok(caching(cx, this)?.children.clone())
}
