//! `RecursiveIteratorIterator`: iterates over a tree of iterators as if it were a list, and calls the program at each level's begin and end.

use loxo_runtime::{Func, args};

use super::{Events, checked, recursion, steps, unset};
use crate::iterators::iterator_iterator::aggregated;
use crate::prelude::*;

/// `RecursiveIteratorIterator::__construct()`
pub(crate) fn construct(cx: &mut Cx, this: &PhpObject, iterator: &Value, mode: i64, flags: i64) -> PhpResult<()> {
    let mut iterator = iterator.clone_deref();
    let object = args::object(cx, 1, &mut iterator)?.clone();
    let object = recursive_of(cx, &object)?;
    start(cx, this, object, mode, flags)
}

/// The iterator that the argument is or gives.
fn recursive_of(cx: &mut Cx, object: &PhpObject) -> PhpResult<PhpObject> {
    let class = class_of(object);
    let object = match class.is_subclass_of(cx.builtin_class("IteratorAggregate")) {
        true => aggregated(cx, object, class)?,
        false => object.clone(),
    };
    if class_of(&object).is_subclass_of(cx.builtin_class("RecursiveIterator")) {
        return Ok(object);
    }
    let text = "An instance of RecursiveIterator or IteratorAggregate creating it is required";
    Err(cx.throw("InvalidArgumentException", text))
}

/// Begins with one level.
pub(super) fn start(cx: &mut Cx, this: &PhpObject, object: PhpObject, mode: i64, flags: i64) -> PhpResult<()> {
    let iterator = iterate::iterator_of(cx, &object, false)?;
    let own = recursion(this);
    let old = std::mem::take(&mut own.levels);
    own.push(object, iterator);
    own.mode = mode;
    own.flags = flags;
    own.max_depth = -1;
    own.in_iteration = false;
    own.events = events(class_of(this));
    drop(old);
    Ok(())
}

/// Methods that a child class overrides.
fn events(class: &'static Class) -> Events {
    let own = |name: &str| -> Option<&'static Func> { class.method(name.as_bytes()).filter(|func| func.is_user()) };
    Events {
        begin_iteration: own("beginiteration"),
        end_iteration: own("enditeration"),
        call_has_children: own("callhaschildren"),
        call_get_children: own("callgetchildren"),
        begin_children: own("beginchildren"),
        end_children: own("endchildren"),
        next_element: own("nextelement"),
    }
}

/// `RecursiveIteratorIterator::rewind()`
pub(crate) fn rewind(cx: &mut Cx, this: &PhpObject) -> PhpResult<()> {
    steps::rewind(cx, this)
}

/// `RecursiveIteratorIterator::valid()`
pub(crate) fn valid(cx: &mut Cx, this: &PhpObject) -> PhpResult<bool> {
    steps::valid(cx, this)
}

/// `RecursiveIteratorIterator::key()`
pub(crate) fn key(cx: &mut Cx, this: &PhpObject) -> PhpResult<Value> {
    steps::key(cx, this)
}

/// `RecursiveIteratorIterator::current()`
pub(crate) fn current(cx: &mut Cx, this: &PhpObject) -> PhpResult<Value> {
    steps::current(cx, this)
}

/// `RecursiveIteratorIterator::next()`
pub(crate) fn next(cx: &mut Cx, this: &PhpObject) -> PhpResult<()> {
    steps::advance(cx, this)
}

/// `RecursiveIteratorIterator::getDepth()`
pub(crate) fn get_depth(cx: &mut Cx, this: &PhpObject) -> PhpResult<i64> {
    Ok(checked(cx, this)?.levels.len() as i64 - 1)
}

/// `RecursiveIteratorIterator::getSubIterator()`
pub(crate) fn get_sub_iterator(cx: &mut Cx, this: &PhpObject, level: Option<i64>) -> PhpResult<Option<PhpObject>> {
    let levels = &checked(cx, this)?.levels;
    let level = match level {
        Some(level) => usize::try_from(level).ok(),
        None => levels.len().checked_sub(1),
    };
    Ok(level.and_then(|level| levels.get(level)).map(|level| level.object.clone()))
}

/// `RecursiveIteratorIterator::getInnerIterator()`
pub(crate) fn get_inner_iterator(cx: &mut Cx, this: &PhpObject) -> PhpResult<PhpObject> {
    let inner = checked(cx, this)?.levels.last().map(|level| level.object.clone());
    inner.ok_or_else(|| unset(cx, this))
}

/// `RecursiveIteratorIterator::beginIteration()`
pub(crate) fn begin_iteration(_: &mut Cx, _: &PhpObject) -> PhpResult<()> {
    Ok(())
}

/// `RecursiveIteratorIterator::endIteration()`
pub(crate) fn end_iteration(_: &mut Cx, _: &PhpObject) -> PhpResult<()> {
    Ok(())
}

fn ask(cx: &mut Cx, this: &PhpObject, method: &str, otherwise: Value) -> PhpResult<Value> {
    match recursion(this).levels.len() {
        0 => Ok(otherwise),
        levels => steps::ask(cx, this, levels - 1, method),
    }
}

/// `RecursiveIteratorIterator::callHasChildren()`
pub(crate) fn call_has_children(cx: &mut Cx, this: &PhpObject) -> PhpResult<Value> {
    ask(cx, this, "haschildren", Value::FALSE)
}

/// `RecursiveIteratorIterator::callGetChildren()`
pub(crate) fn call_get_children(cx: &mut Cx, this: &PhpObject) -> PhpResult<Value> {
    ask(cx, this, "getchildren", Value::NULL)
}

/// `RecursiveIteratorIterator::beginChildren()`
pub(crate) fn begin_children(_: &mut Cx, _: &PhpObject) -> PhpResult<()> {
    Ok(())
}

/// `RecursiveIteratorIterator::endChildren()`
pub(crate) fn end_children(_: &mut Cx, _: &PhpObject) -> PhpResult<()> {
    Ok(())
}

/// `RecursiveIteratorIterator::nextElement()`
pub(crate) fn next_element(_: &mut Cx, _: &PhpObject) -> PhpResult<()> {
    Ok(())
}

/// `RecursiveIteratorIterator::setMaxDepth()`
pub(crate) fn set_max_depth(cx: &mut Cx, this: &PhpObject, max_depth: i64) -> PhpResult<()> {
    if max_depth < -1 {
        return Err(cx.argument_value_error(1, "must be greater than or equal to -1"));
    }
    recursion(this).max_depth = max_depth.min(i64::from(i32::MAX));
    Ok(())
}

/// `RecursiveIteratorIterator::getMaxDepth()`
pub(crate) fn get_max_depth(_: &mut Cx, this: &PhpObject) -> PhpResult<Value> {
    Ok(match recursion(this).max_depth {
        -1 => Value::FALSE,
        depth => Value::int(depth),
    })
}
