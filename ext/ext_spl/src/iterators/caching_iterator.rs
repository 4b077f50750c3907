//! `CachingIterator`: stays one element behind its inner iterator, so that it knows whether another one follows.

use loxo_runtime::args;

use super::{Kind, advance, checked, dual, fetch, rewind as rewind_inner, valid as inner_valid};
use crate::prelude::*;
use crate::support::class_name;

pub(super) const CALL_TOSTRING: i64 = 1;
const TOSTRING_USE_KEY: i64 = 2;
const TOSTRING_USE_CURRENT: i64 = 4;
const TOSTRING_USE_INNER: i64 = 8;
const CATCH_GET_CHILD: i64 = 16;
const FULL_CACHE: i64 = 256;
const PUBLIC: i64 = 0xFFFF;

/// What a caching iterator knows besides.
pub(super) struct Caching {
    pub(super) flags: i64,
    /// There is a current element.
    valid: bool,
    text: Option<PhpStr>,
    pub(super) children: Option<PhpObject>,
    cache: PhpArray,
    recursive: bool,
}

impl Caching {
    pub(super) fn trace(&self, tracer: &mut Tracer<'_>) {
        tracer.array(&self.cache);
        if let Some(children) = &self.children {
            tracer.object(children);
        }
    }

    /// What belongs to the current element, to be dropped.
    pub(super) fn free(&mut self) -> (Option<PhpStr>, Option<PhpObject>) {
        (self.text.take(), self.children.take())
    }
}

/// At most one way to make a string.
fn flags_fit(flags: i64) -> bool {
    let ways = flags & (CALL_TOSTRING | TOSTRING_USE_KEY | TOSTRING_USE_CURRENT | TOSTRING_USE_INNER);
    ways.count_ones() <= 1
}

const ONE_WAY: &str = "must contain only one of CachingIterator::CALL_TOSTRING, CachingIterator::TOSTRING_USE_KEY, \
                       CachingIterator::TOSTRING_USE_CURRENT, or CachingIterator::TOSTRING_USE_INNER";

pub(super) fn set_up(cx: &mut Cx, this: &PhpObject, iterator: &PhpObject, flags: i64, recursive: bool) -> PhpResult<()> {
    super::check_unset(cx, this)?;
    if !flags_fit(flags) {
        return Err(cx.argument_value_error(2, ONE_WAY));
    }
    let caching = Caching { flags: flags & PUBLIC, valid: false, text: None, children: None, cache: PhpArray::new(), recursive };
    super::construct(cx, this, Some(iterator), Kind::Caching(caching))
}

/// `CachingIterator::__construct()`
pub(crate) fn construct(cx: &mut Cx, this: &PhpObject, iterator: &PhpObject, flags: i64) -> PhpResult<()> {
    set_up(cx, this, iterator, flags, false)
}

/// The part that only these iterators have.
#[allow(clippy::mut_from_ref)] // objects are shared cells
pub(super) fn caching<'a>(cx: &mut Cx, this: &'a PhpObject) -> PhpResult<&'a mut Caching> {
    match &mut checked(cx, this)?.kind {
        Kind::Caching(caching) => Ok(caching),
        _ => Err(super::unset(cx)),
    }
}

/// Takes the element that the inner iterator is on and moves that one further.
fn take(cx: &mut Cx, this: &PhpObject) -> PhpResult<()> {
    if !fetch(cx, this, true)? {
        caching(cx, this)?.valid = false;
        return Ok(());
    }
    let (flags, recursive) = {
        let caching = caching(cx, this)?;
        caching.valid = true;
        (caching.flags, caching.recursive)
    };
    if flags & FULL_CACHE != 0 {
        let key = dual(this).key.clone();
        let key = convert::offset_key(cx, &key)?;
        let value = dual(this).current.clone();
        let old = std::mem::replace(caching(cx, this)?.cache.entry(&key), value);
        drop(old);
    }
    if recursive {
        let outcome = find_children(cx, this, flags);
        forgive(cx, flags, outcome)?;
    }
    if flags & (TOSTRING_USE_INNER | CALL_TOSTRING) != 0 {
        let source = match (&dual(this).inner, flags & TOSTRING_USE_INNER != 0) {
            (Some(inner), true) => Value::object(inner.clone()),
            _ => dual(this).current.clone(),
        };
        let text = convert::to_string(cx, &source)?;
        caching(cx, this)?.text = Some(text);
    }
    advance(cx, this)
}

/// `CATCH_GET_CHILD`: exceptions about children do not matter.
fn forgive(cx: &mut Cx, flags: i64, outcome: PhpResult<()>) -> PhpResult<()> {
    if outcome.is_err() && flags & CATCH_GET_CHILD != 0 && cx.ending.is_none() {
        let exception = cx.exception.take();
        drop(exception);
        return Ok(());
    }
    outcome
}

fn find_children(cx: &mut Cx, this: &PhpObject, flags: i64) -> PhpResult<()> {
    let has = super::call_inner(cx, this, "haschildren")?;
    if !convert::to_bool(cx, &has)? {
        return Ok(());
    }
    let children = super::call_inner(cx, this, "getchildren")?;
    let class = cx.builtin_class("RecursiveCachingIterator");
    let children = cx.new_object(class, &[children, Value::int(flags)])?;
    caching(cx, this)?.children = Some(children);
    Ok(())
}

/// `CachingIterator::rewind()`
pub(crate) fn rewind(cx: &mut Cx, this: &PhpObject) -> PhpResult<()> {
    checked(cx, this)?;
    rewind_inner(cx, this)?;
    let old = std::mem::take(&mut caching(cx, this)?.cache);
    drop(old);
    take(cx, this)
}

/// `CachingIterator::valid()`
pub(crate) fn valid(cx: &mut Cx, this: &PhpObject) -> PhpResult<bool> {
    Ok(caching(cx, this)?.valid)
}

/// `CachingIterator::next()`
pub(crate) fn next(cx: &mut Cx, this: &PhpObject) -> PhpResult<()> {
    checked(cx, this)?;
    take(cx, this)
}

/// `CachingIterator::hasNext()`
pub(crate) fn has_next(cx: &mut Cx, this: &PhpObject) -> PhpResult<bool> {
    checked(cx, this)?;
    inner_valid(cx, this)
}

/// `CachingIterator::__toString()`
pub(crate) fn to_string(cx: &mut Cx, this: &PhpObject) -> PhpResult<PhpStr> {
    let flags = caching(cx, this)?.flags;
    if flags & (CALL_TOSTRING | TOSTRING_USE_KEY | TOSTRING_USE_CURRENT | TOSTRING_USE_INNER) == 0 {
        let text = format!("{} does not fetch string value (see CachingIterator::__construct)", class_name(this));
        return Err(cx.throw("BadMethodCallException", text));
    }
    if flags & TOSTRING_USE_KEY != 0 {
        let key = dual(this).key.clone();
        return convert::to_string(cx, &key);
    }
    if flags & TOSTRING_USE_CURRENT != 0 {
        let current = dual(this).current.clone();
        return convert::to_string(cx, &current);
    }
    Ok(caching(cx, this)?.text.clone().unwrap_or_default())
}

/// `CachingIterator::getFlags()`
pub(crate) fn get_flags(cx: &mut Cx, this: &PhpObject) -> PhpResult<i64> {
    const VALID: i64 = 0x1_0000;
    let caching = caching(cx, this)?;
    Ok(caching.flags | if caching.valid { VALID } else { 0 })
}

/// `CachingIterator::setFlags()`
pub(crate) fn set_flags(cx: &mut Cx, this: &PhpObject, flags: i64) -> PhpResult<()> {
    let now = caching(cx, this)?.flags;
    if !flags_fit(flags) {
        return Err(cx.argument_value_error(1, ONE_WAY));
    }
    for (flag, name) in [(CALL_TOSTRING, "CALL_TO_STRING"), (TOSTRING_USE_INNER, "TOSTRING_USE_INNER")] {
        if now & flag != 0 && flags & flag == 0 {
            return Err(cx.throw("InvalidArgumentException", format!("Unsetting flag {name} is not possible")));
        }
    }
    let caching = caching(cx, this)?;
    caching.flags = flags & PUBLIC;
    let old = (flags & FULL_CACHE != 0 && now & FULL_CACHE == 0).then(|| std::mem::take(&mut caching.cache));
    drop(old);
    Ok(())
}

/// The cache is there only if it was asked for.
fn check_full(cx: &mut Cx, this: &PhpObject) -> PhpResult<()> {
    if caching(cx, this)?.flags & FULL_CACHE != 0 {
        return Ok(());
    }
    let text = format!("{} does not use a full cache (see CachingIterator::__construct)", class_name(this));
    Err(cx.throw("BadMethodCallException", text))
}

/// Keys are strings here.
fn key(cx: &mut Cx, this: &PhpObject, args: &mut [Value]) -> PhpResult<Key> {
    let Some(key) = args.first_mut() else { return Err(args::wrong_count(cx, 0)) };
    let key = Key::from_str(args::string(cx, 1, key)?.clone());
    check_full(cx, this)?;
    Ok(key)
}

/// `CachingIterator::offsetGet()`
pub(crate) fn offset_get(cx: &mut Cx, this: &PhpObject, args: &mut [Value]) -> PhpResult<Value> {
    let key = key(cx, this, args)?;
    if let Some(value) = caching(cx, this)?.cache.get(&key) {
        return Ok(value.clone_deref());
    }
    let name = convert::to_string(cx, &Value::from(key))?;
    cx.warning([b"Undefined array key \"", convert::shown_name(name.as_bytes()), b"\""].concat());
    cx.check()?;
    Ok(Value::NULL)
}

/// `CachingIterator::offsetSet()`
pub(crate) fn offset_set(cx: &mut Cx, this: &PhpObject, args: &mut [Value]) -> PhpResult<()> {
    let key = key(cx, this, args)?;
    let value = args.get(1).map_or(Value::NULL, Value::clone_deref);
    let old = std::mem::replace(caching(cx, this)?.cache.entry(&key), value);
    drop(old);
    Ok(())
}

/// `CachingIterator::offsetUnset()`
pub(crate) fn offset_unset(cx: &mut Cx, this: &PhpObject, args: &mut [Value]) -> PhpResult<()> {
    let key = key(cx, this, args)?;
    let old = caching(cx, this)?.cache.remove(&key);
    drop(old);
    Ok(())
}

/// `CachingIterator::offsetExists()`
pub(crate) fn offset_exists(cx: &mut Cx, this: &PhpObject, args: &mut [Value]) -> PhpResult<bool> {
    let key = key(cx, this, args)?;
    Ok(caching(cx, this)?.cache.get(&key).is_some_and(|value| !value.deref().is_null()))
}

/// `CachingIterator::getCache()`
pub(crate) fn get_cache(cx: &mut Cx, this: &PhpObject) -> PhpResult<PhpArray> {
    check_full(cx, this)?;
    Ok(caching(cx, this)?.cache.clone())
}

/// `CachingIterator::count()`
pub(crate) fn count(cx: &mut Cx, this: &PhpObject) -> PhpResult<i64> {
    check_full(cx, this)?;
    Ok(caching(cx, this)?.cache.len() as i64)
}
