//! `InternalIterator`: its methods. What it walks is made by [`loxo_runtime::internal_iterator`].

use loxo_runtime::{Cx, ObjectHandlers, PhpObject, PhpResult, Value, internal_iterator};

pub(crate) fn object_handlers() -> ObjectHandlers {
    internal_iterator::object_handlers()
}

/// `InternalIterator::__construct()`: private.
pub(crate) fn construct(_: &mut Cx, _: &PhpObject) -> PhpResult<()> {
    Ok(())
}

/// `InternalIterator::current()`
pub(crate) fn current(cx: &mut Cx, this: &PhpObject) -> PhpResult<Value> {
    internal_iterator::rewound(cx, this, |cx, walk| walk.current(cx).map(|value| value.clone_deref()))
}

/// `InternalIterator::key()`
pub(crate) fn key(cx: &mut Cx, this: &PhpObject) -> PhpResult<Value> {
    internal_iterator::rewound(cx, this, |cx, walk| walk.key(cx))
}

/// `InternalIterator::next()`
pub(crate) fn next(cx: &mut Cx, this: &PhpObject) -> PhpResult<()> {
    internal_iterator::next(cx, this)
}

/// `InternalIterator::valid()`
pub(crate) fn valid(cx: &mut Cx, this: &PhpObject) -> PhpResult<bool> {
    internal_iterator::rewound(cx, this, |cx, walk| walk.valid(cx))
}

/// `InternalIterator::rewind()`
pub(crate) fn rewind(cx: &mut Cx, this: &PhpObject) -> PhpResult<()> {
    internal_iterator::rewind(cx, this)
}
