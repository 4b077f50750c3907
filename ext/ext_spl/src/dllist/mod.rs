//! `SplDoublyLinkedList`, `SplQueue` and `SplStack`.

mod list;
pub(crate) mod methods;

use std::collections::VecDeque;

use loxo_runtime::object::Fetch;

use crate::prelude::*;
use list::{Cursor, CursorCell, IterPosition, List};

const DELETE: i64 = 1;
const LIFO: i64 = 2;
/// Flags that programs set.
const MODE: i64 = 3;
/// The direction is the class's.
const FIXED: i64 = 4;

/// The native part.
pub(crate) struct Linked {
    list: List,
    flags: i64,
    cursor: CursorCell,
}

impl Native for Linked {
    fn trace(&self, tracer: &mut Tracer<'_>) {
        tracer.values(self.list.values());
    }
}

fn fresh(flags: i64, values: VecDeque<Value>) -> Box<Linked> {
    let mut list = List::default();
    *list.values_mut() = values;
    let cursor = list.cursor(Cursor::default());
    Box::new(Linked { list, flags, cursor })
}

#[allow(clippy::mut_from_ref)] // objects are shared cells
fn linked(this: &PhpObject) -> &mut Linked {
    this.native_mut::<Linked>().expect("objects of these classes have this native part")
}

pub(crate) fn object_handlers() -> ObjectHandlers {
    ObjectHandlers {
        new_native: Some(|_, _| fresh(0, VecDeque::new())),
        read_dim: Some(read),
        write_dim: Some(write),
        has_dim: Some(has),
        unset_dim: Some(|cx, this, index| call(cx, this, "offsetunset", index).map(drop)),
        count: Some(|_, this| Ok(linked(this).list.len() as i64)),
        iterate: Some(|cx, this, by_ref| {
            if by_ref {
                return Err(cx.throw_error("An iterator cannot be used with foreach by reference"));
            }
            let cursor = linked(this).list.cursor(linked(this).cursor.get());
            Ok(Box::new(ListForeachIterator { object: this.clone(), cursor, direction: linked(this).flags & LIFO }))
        }),
        after_clone: Some(|_, original, copy| {
            let original = linked(original);
            copy.set_native(fresh(original.flags, original.list.values().clone()));
            Ok(())
        }),
        ..ObjectHandlers::default()
    }
}

pub(crate) fn queue_object_handlers() -> ObjectHandlers {
    ObjectHandlers { new_native: Some(|_, _| fresh(FIXED, VecDeque::new())), ..ObjectHandlers::default() }
}

pub(crate) fn stack_object_handlers() -> ObjectHandlers {
    ObjectHandlers { new_native: Some(|_, _| fresh(FIXED | LIFO, VecDeque::new())), ..ObjectHandlers::default() }
}

/// The element's index in the list, if there is one of that number.
fn index_of(this: &PhpObject, index: i64) -> Option<usize> {
    let own = linked(this);
    let index = usize::try_from(index).ok().filter(|index| *index < own.list.len())?;
    Some(if own.flags & LIFO != 0 { own.list.len() - 1 - index } else { index })
}

/// What the methods do where an index is no number or there is no such element.
#[cold]
fn call(cx: &mut Cx, this: &PhpObject, method: &str, index: &Value) -> PhpResult<Value> {
    let result = cx.call_method_named(this, method, &[index.clone_deref()])?;
    Ok(result.unwrap_or(Value::NULL))
}

fn read(cx: &mut Cx, this: &PhpObject, index: Option<&Value>, _: Fetch) -> PhpResult<Value> {
    let null = Value::NULL;
    let index = index.unwrap_or(&null);
    let found = index.deref().as_int().and_then(|index| index_of(this, index));
    match found.and_then(|index| linked(this).list.values().get(index)) {
        Some(value) => Ok(value.clone()),
        None => call(cx, this, "offsetget", index),
    }
}

fn write(cx: &mut Cx, this: &PhpObject, index: Option<&Value>, value: Value) -> PhpResult<()> {
    let Some(index) = index else {
        linked(this).list.push(value);
        return Ok(());
    };
    let found = index.deref().as_int().and_then(|index| index_of(this, index));
    match found.and_then(|index| linked(this).list.values_mut().get_mut(index)) {
        Some(place) => {
            let old = std::mem::replace(place, value);
            drop(old);
            Ok(())
        }
        None => cx.call_method_named(this, "offsetset", &[index.clone_deref(), value]).map(drop),
    }
}

fn has(cx: &mut Cx, this: &PhpObject, index: &Value, not_empty: bool) -> PhpResult<bool> {
    let there = match index.deref().as_int() {
        Some(index) => index_of(this, index).is_some(),
        None => call(cx, this, "offsetexists", index)?.is_true(),
    };
    if !there || !not_empty {
        return Ok(there);
    }
    let value = read(cx, this, Some(index), Fetch::Read)?;
    convert::to_bool(cx, value.deref())
}

/// One step; with the mode `DELETE` the element that is left goes away.
fn step(this: &PhpObject, cursor: &CursorCell, flags: i64) {
    let own = linked(this);
    let Cursor { place, position } = cursor.get();
    if matches!(place, IterPosition::End) {
        return;
    }
    let backward = flags & LIFO != 0;
    let next = own.list.neighbour(place, backward);
    let delete = flags & DELETE != 0;
    let position = match (backward, delete) {
        (true, _) => position - 1,
        (false, true) => position,
        (false, false) => position + 1,
    };
    cursor.set(Cursor { place: next, position });
    let old = match (delete, backward) {
        (true, true) => own.list.pop(),
        (true, false) => own.list.shift(),
        (false, _) => None,
    };
    drop(old);
}

/// A foreach; its place is its own.
struct ListForeachIterator {
    object: PhpObject,
    cursor: CursorCell,
    /// What the mode said when the loop began.
    direction: i64,
}

impl ForeachIterator for ListForeachIterator {
    fn rewind(&mut self, _: &mut Cx) -> PhpResult<()> {
        self.cursor.set(linked(&self.object).list.start(self.direction != 0));
        Ok(())
    }

    fn valid(&mut self, _: &mut Cx) -> PhpResult<bool> {
        Ok(matches!(self.cursor.get().place, IterPosition::At(_)))
    }

    fn current(&mut self, _: &mut Cx) -> PhpResult<Value> {
        Ok(linked(&self.object).list.at(self.cursor.get().place).cloned().unwrap_or(Value::NULL))
    }

    fn key(&mut self, _: &mut Cx) -> PhpResult<Value> {
        Ok(Value::int(self.cursor.get().position))
    }

    fn next(&mut self, _: &mut Cx) -> PhpResult<()> {
        step(&self.object, &self.cursor, (linked(&self.object).flags & !LIFO) | self.direction);
        Ok(())
    }

    fn step(&mut self, _: &mut Cx, want_key: bool) -> PhpResult<Option<(Value, Value)>> {
        let own = linked(&self.object);
        let flags = own.flags;
        if let (0, Cursor { place: IterPosition::At(number), position }) = (flags & DELETE, self.cursor.get()) {
            let backward = self.direction != 0;
            let position = if backward { position - 1 } else { position + 1 };
            let Some((number, value)) = own.list.beside(number, backward) else {
                self.cursor.set(Cursor { place: IterPosition::End, position });
                return Ok(None);
            };
            self.cursor.set(Cursor { place: IterPosition::At(number), position });
            return if want_key { Ok(Some((Value::int(position), value.clone()))) } else { Ok(Some((Value::UNDEF, value.clone()))) };
        }
        step(&self.object, &self.cursor, (flags & !LIFO) | self.direction);
        let Cursor { place: place @ IterPosition::At(_), position } = self.cursor.get() else { return Ok(None) };
        let Some(value) = linked(&self.object).list.at(place) else { return Ok(None) };
        // Each whole: a key that is chosen first would be put together of parts, which the reader waits for.
        if want_key { Ok(Some((Value::int(position), value.clone()))) } else { Ok(Some((Value::UNDEF, value.clone()))) }
    }

    fn trace(&self, tracer: &mut Tracer<'_>) {
        tracer.object(&self.object);
    }
}
