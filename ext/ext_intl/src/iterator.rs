//! `IntlIterator`: a walk over texts that ICU listed, or over the parts of a text (`IntlPartsIterator`).

use loxo_runtime::{Cx, ForeachIterator, Native, ObjectHandlers, PhpObject, PhpResult, PhpStr, Tracer, Value};

use crate::breaks;

/// What is walked.
enum Source {
    List {
        list: Vec<Vec<u8>>,
        next: usize,
    },
    /// Between the boundaries of a break iterator.
    Parts {
        breaks: PhpObject,
        keys: Keys,
    },
}

/// What the keys of parts are.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Keys {
    Sequential,
    Left,
    Right,
}

/// The native part; nothing until a function has made one.
#[derive(Default)]
pub(crate) struct Walk {
    source: Option<Source>,
    /// What the key is, unless it is the end of the first part.
    index: i64,
    right: i64,
    current: Option<PhpStr>,
}

impl Native for Walk {
    fn trace(&self, tracer: &mut Tracer<'_>) {
        if let Some(Source::Parts { breaks, .. }) = &self.source {
            tracer.object(breaks);
        }
    }
}

impl Walk {
    fn step(&mut self) {
        self.current = None;
        match &mut self.source {
            Some(Source::List { list, next }) => {
                self.current = list.get(*next).map(|text| PhpStr::new(text));
                *next = (*next + 1).min(list.len());
            }
            Some(Source::Parts { breaks, keys }) => {
                let Some((left, right, part)) = breaks::next_part(breaks) else { return };
                match keys {
                    Keys::Sequential => {}
                    Keys::Left => self.index = left,
                    Keys::Right => {
                        self.index = right;
                        self.right = right;
                    }
                }
                self.current = Some(part);
            }
            None => {}
        }
    }

    fn restart(&mut self) {
        match &mut self.source {
            Some(Source::List { next, .. }) => *next = 0,
            Some(Source::Parts { breaks, .. }) => breaks::restart(breaks),
            None => {}
        }
        self.step();
    }

    fn key(&self) -> i64 {
        match self.source {
            Some(Source::Parts { keys: Keys::Right, .. }) if self.index == 0 => self.right,
            _ => self.index,
        }
    }
}

pub(crate) fn object_handlers() -> ObjectHandlers {
    ObjectHandlers {
        new_native: Some(|_, _| Box::new(Walk::default())),
        iterate: Some(iterate),
        no_clone: true,
        no_serialize: true,
        ..ObjectHandlers::default()
    }
}

/// A foreach over the object, which is moved by it.
struct IteratorForeach(PhpObject);

impl IteratorForeach {
    fn walk(&self, cx: &mut Cx) -> PhpResult<&mut Walk> {
        walk(cx, &self.0)
    }
}

impl ForeachIterator for IteratorForeach {
    fn rewind(&mut self, cx: &mut Cx) -> PhpResult<()> {
        let walk = self.walk(cx)?;
        walk.index = 0;
        walk.restart();
        walk.index = 0;
        Ok(())
    }

    fn valid(&mut self, cx: &mut Cx) -> PhpResult<bool> {
        Ok(self.walk(cx)?.current.is_some())
    }

    fn current(&mut self, cx: &mut Cx) -> PhpResult<Value> {
        Ok(self.walk(cx)?.current.clone().map_or(Value::NULL, Value::string))
    }

    fn key(&mut self, cx: &mut Cx) -> PhpResult<Value> {
        Ok(Value::int(self.walk(cx)?.key()))
    }

    fn next(&mut self, cx: &mut Cx) -> PhpResult<()> {
        let walk = self.walk(cx)?;
        walk.index += 1;
        walk.step();
        Ok(())
    }

    fn trace(&self, tracer: &mut Tracer) {
        tracer.object(&self.0);
    }
}

fn iterate(cx: &mut Cx, object: &PhpObject, by_ref: bool) -> PhpResult<Box<dyn ForeachIterator>> {
    if by_ref {
        return Err(cx.throw_exception("Iteration by reference is not supported"));
    }
    if object.native::<Walk>().is_none_or(|walk| walk.source.is_none()) {
        return Err(cx.throw_exception("The IntlIterator is not properly constructed"));
    }
    Ok(Box::new(IteratorForeach(object.clone())))
}

/// A new object that walks a list.
pub(crate) fn create(cx: &mut Cx, list: Vec<Vec<u8>>) -> PhpResult<PhpObject> {
    let object = loxo_runtime::object::instantiate(cx, cx.builtin_class("IntlIterator"))?;
    object.set_native(Box::new(Walk { source: Some(Source::List { list, next: 0 }), ..Walk::default() }));
    Ok(object)
}

/// A new object that walks the parts of a break iterator's text.
pub(crate) fn create_parts(cx: &mut Cx, breaks: &PhpObject, keys: Keys) -> PhpResult<PhpObject> {
    let object = loxo_runtime::object::instantiate(cx, cx.builtin_class("IntlPartsIterator"))?;
    object.set_native(Box::new(Walk { source: Some(Source::Parts { breaks: breaks.clone(), keys }), ..Walk::default() }));
    Ok(object)
}

/// The break iterator behind parts.
pub(crate) fn breaks_of(cx: &mut Cx, this: &PhpObject) -> PhpResult<PhpObject> {
    match &walk(cx, this)?.source {
        Some(Source::Parts { breaks, .. }) => Ok(breaks.clone()),
        _ => Err(cx.throw_error("Found unconstructed IntlIterator")),
    }
}

fn walk<'a>(cx: &mut Cx, this: &'a PhpObject) -> PhpResult<&'a mut Walk> {
    match this.native_mut::<Walk>() {
        Some(walk) if walk.source.is_some() => Ok(walk),
        _ => Err(cx.throw_error("Found unconstructed IntlIterator")),
    }
}

/// `IntlIterator::current()`
pub(crate) fn current(cx: &mut Cx, this: &PhpObject) -> PhpResult<Value> {
    Ok(walk(cx, this)?.current.clone().map_or(Value::NULL, Value::string))
}

/// `IntlIterator::key()`
pub(crate) fn key(cx: &mut Cx, this: &PhpObject) -> PhpResult<i64> {
    Ok(walk(cx, this)?.key())
}

/// `IntlIterator::next()`
pub(crate) fn next(cx: &mut Cx, this: &PhpObject) -> PhpResult<()> {
    let walk = walk(cx, this)?;
    walk.step();
    walk.index += 1;
    Ok(())
}

/// `IntlIterator::rewind()`
pub(crate) fn rewind(cx: &mut Cx, this: &PhpObject) -> PhpResult<()> {
    walk(cx, this)?.restart();
    Ok(())
}

/// `IntlIterator::valid()`
pub(crate) fn valid(cx: &mut Cx, this: &PhpObject) -> PhpResult<bool> {
    Ok(walk(cx, this)?.current.is_some())
}
