//! Loops over these iterators that need no method calls.
//!
//! Methods show in backtraces, so they are called where PHP code runs on the way: inner iterators and filters that are written in PHP.

use loxo_runtime::Func;

use super::{Kind, append_iterator, caching_iterator, dual, filter_iterator, infinite_iterator, iterator_iterator, limit_iterator};
use crate::prelude::*;

/// What the methods of a class do.
pub(crate) struct Steps {
    rewind: fn(&mut Cx, &PhpObject) -> PhpResult<()>,
    valid: fn(&mut Cx, &PhpObject) -> PhpResult<bool>,
    current: fn(&mut Cx, &PhpObject) -> PhpResult<Value>,
    next: fn(&mut Cx, &PhpObject) -> PhpResult<()>,
    /// `valid()`, `current()` and `key()` only tell what is kept.
    tells: bool,
}

pub(crate) static PLAIN: Steps = Steps {
    rewind: iterator_iterator::rewind,
    valid: iterator_iterator::valid,
    current: iterator_iterator::current,
    next: iterator_iterator::next,
    tells: true,
};

static FILTER: Steps = Steps { rewind: filter_iterator::rewind, next: filter_iterator::next, ..PLAIN };
static LIMIT: Steps =
    Steps { rewind: limit_iterator::rewind, valid: limit_iterator::valid, next: limit_iterator::next, tells: false, ..PLAIN };
static CACHING: Steps =
    Steps { rewind: caching_iterator::rewind, valid: caching_iterator::valid, next: caching_iterator::next, tells: false, ..PLAIN };
static APPEND: Steps = Steps {
    rewind: append_iterator::rewind,
    valid: append_iterator::valid,
    current: append_iterator::current,
    next: append_iterator::next,
    tells: false,
};
static INFINITE: Steps = Steps { next: infinite_iterator::next, ..PLAIN };

fn object_handlers(iterate: fn(&mut Cx, &PhpObject, bool) -> PhpResult<Box<dyn ForeachIterator>>) -> ObjectHandlers {
    ObjectHandlers { iterate: Some(iterate), ..ObjectHandlers::default() }
}

pub(crate) fn filter_object_handlers() -> ObjectHandlers {
    object_handlers(|cx, this, by_ref| foreach_iterator(cx, this, by_ref, &FILTER))
}

pub(crate) fn limit_object_handlers() -> ObjectHandlers {
    object_handlers(|cx, this, by_ref| foreach_iterator(cx, this, by_ref, &LIMIT))
}

pub(crate) fn caching_object_handlers() -> ObjectHandlers {
    object_handlers(|cx, this, by_ref| foreach_iterator(cx, this, by_ref, &CACHING))
}

pub(crate) fn append_object_handlers() -> ObjectHandlers {
    object_handlers(|cx, this, by_ref| foreach_iterator(cx, this, by_ref, &APPEND))
}

pub(crate) fn infinite_object_handlers() -> ObjectHandlers {
    object_handlers(|cx, this, by_ref| foreach_iterator(cx, this, by_ref, &INFINITE))
}

/// Its methods keep nothing.
pub(crate) fn no_rewind_object_handlers() -> ObjectHandlers {
    object_handlers(|cx, this, by_ref| {
        check_by_value(cx, by_ref)?;
        iterate::by_methods(cx, this)
    })
}

fn check_by_value(cx: &mut Cx, by_ref: bool) -> PhpResult<()> {
    if by_ref { Err(cx.throw_error("An iterator cannot be used with foreach by reference")) } else { Ok(()) }
}

/// Does all that happens on the way happen here?
fn is_native(this: &PhpObject) -> bool {
    let own = dual(this);
    let is_user = |method: &str| class_of(this).method(method.as_bytes()).is_some_and(|func| func.is_user());
    match (&own.kind, &own.inner) {
        (Kind::Unset | Kind::Callback { .. }, _) | (Kind::Plain | Kind::Limit { .. } | Kind::Caching(_) | Kind::Regex(_), None) => false,
        (Kind::Append(_), _) => true,
        (_, Some(inner)) => class_of(inner).object_handlers.iterate.is_some() && !is_user("accept"),
    }
}

pub(crate) fn foreach_iterator(cx: &mut Cx, this: &PhpObject, by_ref: bool, steps: &'static Steps) -> PhpResult<Box<dyn ForeachIterator>> {
    check_by_value(cx, by_ref)?;
    if is_native(this) {
        return Ok(Box::new(DualForeachIterator { object: this.clone(), steps, called: None }));
    }
    let class = class_of(this);
    match (class.method(b"rewind"), class.method(b"next")) {
        (Some(rewind), Some(next)) if steps.tells && !matches!(dual(this).kind, Kind::Unset) => {
            Ok(Box::new(DualForeachIterator { object: this.clone(), steps, called: Some((rewind, next)) }))
        }
        _ => iterate::by_methods(cx, this),
    }
}

struct DualForeachIterator {
    object: PhpObject,
    steps: &'static Steps,
    /// `rewind()` and `next()`, where they are to be seen in backtraces.
    called: Option<(&'static Func, &'static Func)>,
}

impl ForeachIterator for DualForeachIterator {
    fn rewind(&mut self, cx: &mut Cx) -> PhpResult<()> {
        if let Some((rewind, _)) = self.called {
            return cx.call_method(&self.object, rewind, &[]).map(drop);
        }
        (self.steps.rewind)(cx, &self.object)
    }

    fn valid(&mut self, cx: &mut Cx) -> PhpResult<bool> {
        (self.steps.valid)(cx, &self.object)
    }

    fn current(&mut self, cx: &mut Cx) -> PhpResult<Value> {
        (self.steps.current)(cx, &self.object)
    }

    fn key(&mut self, cx: &mut Cx) -> PhpResult<Value> {
        iterator_iterator::key(cx, &self.object)
    }

    fn next(&mut self, cx: &mut Cx) -> PhpResult<()> {
        if let Some((_, next)) = self.called {
            return cx.call_method(&self.object, next, &[]).map(drop);
        }
        (self.steps.next)(cx, &self.object)
    }

    fn trace(&self, tracer: &mut Tracer<'_>) {
        tracer.object(&self.object);
    }
}
