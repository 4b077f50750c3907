//! `RecursiveTreeIterator`: gives the elements of a tree with a drawing of its branches in front.

use loxo_runtime::args;

use super::recursive_iterator_iterator::start;
use super::{checked, recursion, steps};
use crate::iterators::iterator_iterator::aggregated;
use crate::prelude::*;

const BYPASS_CURRENT: i64 = 4;
const BYPASS_KEY: i64 = 8;

/// How the tree is drawn.
pub(super) struct Tree {
    prefix: [PhpStr; 6],
    postfix: PhpStr,
}

impl Default for Tree {
    fn default() -> Tree {
        Tree { prefix: ["", "| ", "  ", "|-", "\\-", ""].map(PhpStr::from), postfix: PhpStr::default() }
    }
}

/// `RecursiveTreeIterator::__construct()`
pub(crate) fn construct(
    cx: &mut Cx,
    this: &PhpObject,
    iterator: &Value,
    flags: i64,
    caching_iterator_flags: i64,
    mode: i64,
) -> PhpResult<()> {
    let mut iterator = iterator.clone_deref();
    let object = args::object(cx, 1, &mut iterator)?.clone();
    let class = class_of(&object);
    let object = match class.is_subclass_of(cx.builtin_class("IteratorAggregate")) {
        true => aggregated(cx, &object, class)?,
        false => object,
    };
    let class = cx.builtin_class("RecursiveCachingIterator");
    let caching = cx.new_object(class, &[Value::object(object), Value::int(caching_iterator_flags)])?;
    start(cx, this, caching, mode, flags)
}

fn prefix(cx: &mut Cx, this: &PhpObject) -> PhpResult<Vec<u8>> {
    const LEFT: usize = 0;
    const MIDDLE: [usize; 2] = [2, 1];
    const END: [usize; 2] = [4, 3];
    const RIGHT: usize = 5;
    let part = |index: usize| recursion(this).tree.prefix[index].clone();
    let mut text = part(LEFT).to_vec();
    let last = recursion(this).levels.len().saturating_sub(1);
    for depth in 0..=last {
        let has_next = steps::ask(cx, this, depth, "hasnext")?.is_true();
        let parts = if depth == last { END } else { MIDDLE };
        text.extend_from_slice(&part(parts[usize::from(has_next)]));
    }
    text.extend_from_slice(&part(RIGHT));
    Ok(text)
}

fn entry(cx: &mut Cx, this: &PhpObject) -> PhpResult<PhpStr> {
    let value = steps::current(cx, this)?;
    if value.is_array() { Ok(PhpStr::from("Array")) } else { convert::to_string(cx, &value) }
}

fn decorated(cx: &mut Cx, this: &PhpObject, text: &[u8]) -> PhpResult<Value> {
    let prefix = prefix(cx, this)?;
    Ok(Value::string(PhpStr::concat(&[&prefix, text, &recursion(this).tree.postfix])))
}

/// `RecursiveTreeIterator::key()`
pub(crate) fn key(cx: &mut Cx, this: &PhpObject) -> PhpResult<Value> {
    let key = steps::key(cx, this)?;
    if recursion(this).flags & BYPASS_KEY != 0 {
        return Ok(key);
    }
    let text = convert::to_string(cx, key.deref())?;
    decorated(cx, this, &text)
}

/// `RecursiveTreeIterator::current()`
pub(crate) fn current(cx: &mut Cx, this: &PhpObject) -> PhpResult<Value> {
    if checked(cx, this)?.flags & BYPASS_CURRENT != 0 {
        return steps::current(cx, this);
    }
    let text = entry(cx, this)?;
    decorated(cx, this, &text)
}

/// `RecursiveTreeIterator::getPrefix()`
pub(crate) fn get_prefix(cx: &mut Cx, this: &PhpObject) -> PhpResult<Vec<u8>> {
    checked(cx, this)?;
    prefix(cx, this)
}

/// `RecursiveTreeIterator::setPostfix()`
pub(crate) fn set_postfix(_: &mut Cx, this: &PhpObject, postfix: &PhpStr) -> PhpResult<()> {
    recursion(this).tree.postfix = postfix.clone();
    Ok(())
}

/// `RecursiveTreeIterator::setPrefixPart()`
pub(crate) fn set_prefix_part(cx: &mut Cx, this: &PhpObject, part: i64, value: &PhpStr) -> PhpResult<()> {
    let place = usize::try_from(part).ok().and_then(|part| recursion(this).tree.prefix.get_mut(part));
    let Some(place) = place else {
        return Err(cx.argument_value_error(1, "must be a RecursiveTreeIterator::PREFIX_* constant"));
    };
    *place = value.clone();
    Ok(())
}

/// `RecursiveTreeIterator::getEntry()`
pub(crate) fn get_entry(cx: &mut Cx, this: &PhpObject) -> PhpResult<PhpStr> {
    checked(cx, this)?;
    entry(cx, this)
}

/// `RecursiveTreeIterator::getPostfix()`
pub(crate) fn get_postfix(cx: &mut Cx, this: &PhpObject) -> PhpResult<PhpStr> {
    Ok(checked(cx, this)?.tree.postfix.clone())
}
