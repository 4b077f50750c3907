//! Iterators around another one: `IteratorIterator` and everything that derives from it share one native part.
//!
//! The current element is fetched once and kept. Nothing here holds a borrow of the native part while PHP code may run; the iterator over the
//! inner iterator is taken out of it meanwhile.

pub(crate) mod append_iterator;
pub(crate) mod caching_iterator;
pub(crate) mod callback_filter_iterator;
pub(crate) mod empty_iterator;
pub(crate) mod filter_iterator;
pub(crate) mod foreach;
pub(crate) mod infinite_iterator;
pub(crate) mod iterator_iterator;
pub(crate) mod limit_iterator;
pub(crate) mod no_rewind_iterator;
pub(crate) mod recursive_caching_iterator;
pub(crate) mod recursive_callback_filter_iterator;
pub(crate) mod recursive_filter_iterator;
pub(crate) mod recursive_regex_iterator;
pub(crate) mod regex_iterator;

use std::rc::Rc;

use loxo_runtime::Thrown;
use loxo_runtime::value::ReservedHandle;

use crate::prelude::*;
use caching_iterator::Caching;
use regex_iterator::Regex;

/// The native part.
pub(crate) struct Dual {
    /// Over `inner`. Not here while it works.
    iterator: Option<Box<dyn ForeachIterator>>,
    /// The iterator's number.
    number: Option<ReservedHandle>,
    /// Goes after the iterator.
    inner: Option<PhpObject>,
    /// Counts the inner iterators that there have been.
    turn: u64,
    /// The current element; undef behind the end.
    current: Value,
    key: Value,
    position: i64,
    kind: Kind,
}

/// What the constructors add.
enum Kind {
    /// No constructor has run.
    Unset,
    Plain,
    Callback {
        given: Value,
        callable: Rc<Callable>,
    },
    Limit {
        offset: i64,
        count: i64,
    },
    Caching(Caching),
    /// An `ArrayIterator` over the iterators.
    Append(PhpObject),
    Regex(Regex),
}

impl Native for Dual {
    fn trace(&self, tracer: &mut Tracer<'_>) {
        if let Some(inner) = &self.inner {
            tracer.object(inner);
        }
        if let Some(iterator) = &self.iterator {
            iterator.trace(tracer);
        }
        tracer.value(&self.current);
        tracer.value(&self.key);
        match &self.kind {
            Kind::Callback { given, callable } => {
                tracer.value(given);
                for object in [&callable.this, &callable.closure].into_iter().flatten() {
                    tracer.object(object);
                }
            }
            Kind::Caching(caching) => caching.trace(tracer),
            Kind::Append(list) => tracer.object(list),
            Kind::Unset | Kind::Plain | Kind::Limit { .. } | Kind::Regex(_) => {}
        }
    }
}

pub(crate) fn object_handlers() -> ObjectHandlers {
    ObjectHandlers {
        new_native: Some(|_, _| {
            Box::new(Dual {
                iterator: None,
                number: None,
                inner: None,
                turn: 0,
                current: Value::UNDEF,
                key: Value::UNDEF,
                position: 0,
                kind: Kind::Unset,
            })
        }),
        method_holder: Some(|_, this| Ok(dual(this).inner.clone())),
        iterate: Some(|cx, this, by_ref| foreach::foreach_iterator(cx, this, by_ref, &foreach::PLAIN)),
        no_clone: true,
        ..ObjectHandlers::default()
    }
}

#[allow(clippy::mut_from_ref)] // objects are shared cells
fn dual(this: &PhpObject) -> &mut Dual {
    this.native_mut::<Dual>().expect("objects of these classes have this native part")
}

#[cold]
fn unset(cx: &mut Cx) -> Thrown {
    cx.throw_error("The object is in an invalid state as the parent constructor was not called")
}

/// The native part of an object whose constructor has run.
#[allow(clippy::mut_from_ref)]
fn checked<'a>(cx: &mut Cx, this: &'a PhpObject) -> PhpResult<&'a mut Dual> {
    let dual = dual(this);
    if matches!(dual.kind, Kind::Unset) { Err(unset(cx)) } else { Ok(dual) }
}

/// What every constructor does in the end.
fn construct(cx: &mut Cx, this: &PhpObject, inner: Option<&PhpObject>, kind: Kind) -> PhpResult<()> {
    check_unset(cx, this)?;
    let iterator = match inner {
        Some(inner) => iterate::iterator_of(cx, inner, false)?,
        None => None,
    };
    let dual = dual(this);
    dual.inner = inner.cloned();
    dual.number = inner.is_some().then(ReservedHandle::new);
    dual.iterator = iterator;
    dual.kind = kind;
    Ok(())
}

/// A constructor runs once.
fn check_unset(cx: &mut Cx, this: &PhpObject) -> PhpResult<()> {
    if matches!(dual(this).kind, Kind::Unset) {
        return Ok(());
    }
    let class = cx.active.and_then(|func| func.class).map_or("", convert::class_text);
    Err(cx.throw("BadMethodCallException", format!("{class}::getIterator() must be called exactly once per instance")))
}

/// Works with the iterator over the inner iterator.
fn with_iterator<R>(cx: &mut Cx, this: &PhpObject, work: impl FnOnce(&mut Cx, &mut dyn ForeachIterator) -> PhpResult<R>) -> PhpResult<R> {
    let own = dual(this);
    let Some(inner) = &own.inner else { return Err(unset(cx)) };
    let turn = own.turn;
    let iterator = match own.iterator.take() {
        Some(iterator) => Some(iterator),
        None => another(cx, &inner.clone())?,
    };
    let Some(mut iterator) = iterator else { return Err(unset(cx)) };
    let result = work(cx, iterator.as_mut());
    let dual = dual(this);
    if dual.iterator.is_none() && dual.turn == turn {
        dual.iterator = Some(iterator);
    }
    result
}

/// What works on the inner iterator may come back here: then the iterator is out, and another one does for the moment.
#[cold]
fn another(cx: &mut Cx, inner: &PhpObject) -> PhpResult<Option<Box<dyn ForeachIterator>>> {
    iterate::iterator_of(cx, inner, false)
}

/// Forgets the current element.
fn free(this: &PhpObject) {
    let dual = dual(this);
    if let Some(iterator) = &mut dual.iterator {
        iterator.invalidate();
    }
    let old = (std::mem::replace(&mut dual.current, Value::UNDEF), std::mem::replace(&mut dual.key, Value::UNDEF));
    let old_caching = match &mut dual.kind {
        Kind::Caching(caching) => Some(caching.free()),
        _ => None,
    };
    drop((old, old_caching));
}

fn rewind(cx: &mut Cx, this: &PhpObject) -> PhpResult<()> {
    free(this);
    dual(this).position = 0;
    with_iterator(cx, this, |cx, iterator| iterator.rewind(cx))
}

fn valid(cx: &mut Cx, this: &PhpObject) -> PhpResult<bool> {
    if dual(this).inner.is_none() {
        return Ok(false);
    }
    with_iterator(cx, this, |cx, iterator| iterator.valid(cx))
}

/// Fetches the element that the inner iterator is on; with `check`, only if there is one.
fn fetch(cx: &mut Cx, this: &PhpObject, check: bool) -> PhpResult<bool> {
    free(this);
    if check && dual(this).inner.is_none() {
        return Ok(false);
    }
    with_iterator(cx, this, |cx, iterator| {
        let value = match check {
            true => match iterator.here(cx, false)? {
                Some((_, value)) => value,
                None => return Ok(false),
            },
            false => iterator.current(cx)?,
        };
        // It is kept even if there is no key to be had.
        dual(this).current = if value.is_ref() { value.clone_deref() } else { value };
        let key = iterator.key(cx)?;
        dual(this).key = key;
        Ok(true)
    })
}

/// Moves the inner iterator.
fn advance(cx: &mut Cx, this: &PhpObject) -> PhpResult<()> {
    with_iterator(cx, this, |cx, iterator| iterator.next(cx))?;
    dual(this).position += 1;
    Ok(())
}

/// The same, with nothing current afterwards.
fn leave(cx: &mut Cx, this: &PhpObject) -> PhpResult<()> {
    free(this);
    advance(cx, this)
}

fn null_if_undef(value: &Value) -> Value {
    if value.is_undef() { Value::NULL } else { value.clone() }
}

/// A method of the inner iterator.
fn call_inner(cx: &mut Cx, this: &PhpObject, method: &str) -> PhpResult<Value> {
    let Some(inner) = checked(cx, this)?.inner.clone() else { return Err(unset(cx)) };
    let result = cx.call_method_named(&inner, method, &[])?;
    Ok(result.map_or(Value::NULL, |value| value.clone_deref()))
}
