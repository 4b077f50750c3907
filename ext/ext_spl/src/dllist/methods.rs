//! The methods of `SplDoublyLinkedList`.

use std::collections::VecDeque;

use loxo_runtime::{Thrown, args};

use super::{Cursor, FIXED, IterPosition, LIFO, MODE, index_of, linked, step};
use crate::prelude::*;
use crate::serialized::{Parts, malformed, written};
use crate::support::{add_private, ill_typed, load_members, members, members_as_array, unshared};

fn out_of_range(cx: &mut Cx) -> Thrown {
    cx.argument_error("OutOfRangeException", 1, "is out of range")
}

/// `SplDoublyLinkedList::add()`
pub(crate) fn add(cx: &mut Cx, this: &PhpObject, index: i64, value: &Value) -> PhpResult<()> {
    if index == linked(this).list.len() as i64 {
        linked(this).list.push(value.clone());
        return Ok(());
    }
    let Some(index) = index_of(this, index) else { return Err(out_of_range(cx)) };
    linked(this).list.insert(index, value.clone());
    Ok(())
}

fn empty(cx: &mut Cx, action: &str) -> Thrown {
    cx.throw("RuntimeException", format!("Can't {action} from an empty datastructure"))
}

/// `SplDoublyLinkedList::pop()`
pub(crate) fn pop(cx: &mut Cx, this: &PhpObject) -> PhpResult<Value> {
    linked(this).list.pop().ok_or_else(|| empty(cx, "pop"))
}

/// `SplDoublyLinkedList::shift()`
pub(crate) fn shift(cx: &mut Cx, this: &PhpObject) -> PhpResult<Value> {
    linked(this).list.shift().ok_or_else(|| empty(cx, "shift"))
}

/// `SplDoublyLinkedList::push()`
pub(crate) fn push(_: &mut Cx, this: &PhpObject, value: &Value) -> PhpResult<()> {
    linked(this).list.push(value.clone());
    Ok(())
}

/// `SplDoublyLinkedList::unshift()`
pub(crate) fn unshift(_: &mut Cx, this: &PhpObject, value: &Value) -> PhpResult<()> {
    linked(this).list.unshift(value.clone());
    Ok(())
}

fn peek(cx: &mut Cx, value: Option<Value>) -> PhpResult<Value> {
    value.ok_or_else(|| cx.throw("RuntimeException", "Can't peek at an empty datastructure"))
}

/// `SplDoublyLinkedList::top()`
pub(crate) fn top(cx: &mut Cx, this: &PhpObject) -> PhpResult<Value> {
    peek(cx, linked(this).list.values().back().cloned())
}

/// `SplDoublyLinkedList::bottom()`
pub(crate) fn bottom(cx: &mut Cx, this: &PhpObject) -> PhpResult<Value> {
    peek(cx, linked(this).list.values().front().cloned())
}

fn elements(this: &PhpObject) -> Value {
    Value::array(PhpArray::from_values(linked(this).list.values().iter().cloned()))
}

/// `SplDoublyLinkedList::__debugInfo()`
pub(crate) fn debug_info(_: &mut Cx, this: &PhpObject) -> PhpResult<PhpArray> {
    let mut shown = members(this);
    add_private(&mut shown, "SplDoublyLinkedList", "flags", Value::int(linked(this).flags));
    add_private(&mut shown, "SplDoublyLinkedList", "dllist", elements(this));
    Ok(shown)
}

/// `SplDoublyLinkedList::count()`
pub(crate) fn count(_: &mut Cx, this: &PhpObject) -> PhpResult<i64> {
    Ok(linked(this).list.len() as i64)
}

/// `SplDoublyLinkedList::isEmpty()`
pub(crate) fn is_empty(cx: &mut Cx, this: &PhpObject) -> PhpResult<bool> {
    let count = match class_of(this).object_handlers.count {
        Some(count) => count(cx, this)?,
        None => {
            let count = cx.call_method_named(this, "count", &[])?.unwrap_or(Value::NULL);
            convert::to_int(cx, count.deref())?
        }
    };
    Ok(count == 0)
}

/// `SplDoublyLinkedList::setIteratorMode()`
pub(crate) fn set_iterator_mode(cx: &mut Cx, this: &PhpObject, mode: i64) -> PhpResult<i64> {
    let flags = linked(this).flags;
    if flags & FIXED != 0 && (flags ^ mode) & LIFO != 0 {
        let text = "Iterators' LIFO/FIFO modes for SplStack/SplQueue objects are frozen";
        return Err(cx.throw("RuntimeException", text));
    }
    linked(this).flags = (mode & MODE) | (flags & FIXED);
    Ok(linked(this).flags)
}

/// `SplDoublyLinkedList::getIteratorMode()`
pub(crate) fn get_iterator_mode(_: &mut Cx, this: &PhpObject) -> PhpResult<i64> {
    Ok(linked(this).flags)
}

/// The parameters have no types, but an integer is asked for.
fn index(cx: &mut Cx, args: &mut [Value]) -> PhpResult<i64> {
    match args.first_mut() {
        Some(index) => args::int(cx, 1, index),
        None => Ok(0),
    }
}

/// `SplDoublyLinkedList::offsetExists()`
pub(crate) fn offset_exists(cx: &mut Cx, this: &PhpObject, args: &mut [Value]) -> PhpResult<bool> {
    let index = index(cx, args)?;
    Ok(index >= 0 && index < linked(this).list.len() as i64)
}

/// `SplDoublyLinkedList::offsetGet()`
pub(crate) fn offset_get(cx: &mut Cx, this: &PhpObject, args: &mut [Value]) -> PhpResult<Value> {
    let index = index(cx, args)?;
    match index_of(this, index).and_then(|index| linked(this).list.values().get(index)) {
        Some(value) => Ok(value.clone()),
        None => Err(out_of_range(cx)),
    }
}

/// `SplDoublyLinkedList::offsetSet()`
pub(crate) fn offset_set(cx: &mut Cx, this: &PhpObject, args: &mut [Value]) -> PhpResult<()> {
    let [index, value] = args else { return Ok(()) };
    let value = value.clone_deref();
    let index = index.clone_deref();
    if index.is_null() {
        linked(this).list.push(value);
        return Ok(());
    }
    let index = match index.as_int() {
        Some(index) => index,
        None => nullable_int(cx, index)?,
    };
    match index_of(this, index).and_then(|index| linked(this).list.values_mut().get_mut(index)) {
        Some(place) => {
            let old = std::mem::replace(place, value);
            drop(old);
            Ok(())
        }
        None => Err(out_of_range(cx)),
    }
}

/// An index that is no integer yet; messages say that null would do, too.
fn nullable_int(cx: &mut Cx, index: Value) -> PhpResult<i64> {
    use loxo_runtime::{TypeMask, types};
    let strict = (cx.hooks.strict)(cx);
    match types::coerce_scalar(cx, TypeMask::INT, &index, strict)? {
        Some(index) => Ok(index.as_int().unwrap_or(0)),
        None => {
            let given = convert::value_name(&index);
            Err(cx.argument_type_error(1, format!("must be of type ?int, {given} given")))
        }
    }
}

/// `SplDoublyLinkedList::offsetUnset()`
pub(crate) fn offset_unset(cx: &mut Cx, this: &PhpObject, args: &mut [Value]) -> PhpResult<()> {
    let index = index(cx, args)?;
    let Some(index) = index_of(this, index) else { return Err(out_of_range(cx)) };
    let old = linked(this).list.remove(index);
    drop(old);
    Ok(())
}

/// `SplDoublyLinkedList::rewind()`
pub(crate) fn rewind(_: &mut Cx, this: &PhpObject) -> PhpResult<()> {
    let own = linked(this);
    own.cursor.set(own.list.start(own.flags & LIFO != 0));
    Ok(())
}

/// `SplDoublyLinkedList::current()`
pub(crate) fn current(_: &mut Cx, this: &PhpObject) -> PhpResult<Value> {
    let own = linked(this);
    Ok(own.list.at(own.cursor.get().place).cloned().unwrap_or(Value::NULL))
}

/// `SplDoublyLinkedList::key()`
pub(crate) fn key(_: &mut Cx, this: &PhpObject) -> PhpResult<i64> {
    Ok(linked(this).cursor.get().position)
}

/// `SplDoublyLinkedList::prev()`
pub(crate) fn prev(_: &mut Cx, this: &PhpObject) -> PhpResult<()> {
    let own = linked(this);
    step(this, &own.cursor.clone(), own.flags ^ LIFO);
    Ok(())
}

/// `SplDoublyLinkedList::next()`
pub(crate) fn next(_: &mut Cx, this: &PhpObject) -> PhpResult<()> {
    let own = linked(this);
    step(this, &own.cursor.clone(), own.flags);
    Ok(())
}

/// `SplDoublyLinkedList::valid()`
pub(crate) fn valid(_: &mut Cx, this: &PhpObject) -> PhpResult<bool> {
    Ok(!matches!(linked(this).cursor.get().place, IterPosition::End))
}

/// `SplDoublyLinkedList::serialize()`
pub(crate) fn serialize(cx: &mut Cx, this: &PhpObject) -> PhpResult<PhpStr> {
    let mut text = written(cx, Value::int(linked(this).flags))?.to_vec();
    // What is written may change the list.
    let start = linked(this).list.start(false);
    let cursor = linked(this).list.cursor(start);
    while let Some(value) = linked(this).list.at(cursor.get().place).cloned() {
        text.push(b':');
        text.extend_from_slice(&written(cx, value)?);
        let next = linked(this).list.neighbour(cursor.get().place, false);
        cursor.set(Cursor { place: next, position: 0 });
    }
    Ok(PhpStr::from_vec(text))
}

/// `SplDoublyLinkedList::unserialize()`
pub(crate) fn unserialize(cx: &mut Cx, this: &PhpObject, data: &PhpStr) -> PhpResult<()> {
    if data.is_empty() {
        return Ok(());
    }
    linked(this).list.values_mut().clear();
    let mut parts = Parts::new(data);
    let flags = parts.int(cx)?;
    let (Some(flags), Some(())) = (flags, parts.expect(b";")) else { return Err(malformed(cx, &parts)) };
    linked(this).flags = flags;
    while parts.expect(b":").is_some() {
        match parts.value(cx)? {
            Some(value) => linked(this).list.push(value),
            None => return Err(malformed(cx, &parts)),
        }
    }
    if parts.peek().is_some() { Err(malformed(cx, &parts)) } else { Ok(()) }
}

/// `SplDoublyLinkedList::__serialize()`
pub(crate) fn magic_serialize(_: &mut Cx, this: &PhpObject) -> PhpResult<PhpArray> {
    let elements = PhpArray::from_values(linked(this).list.values().iter().cloned());
    Ok(PhpArray::from_values([Value::int(linked(this).flags), unshared(elements), unshared(members_as_array(this))]))
}

/// `SplDoublyLinkedList::__unserialize()`
pub(crate) fn magic_unserialize(cx: &mut Cx, this: &PhpObject, data: &PhpArray) -> PhpResult<()> {
    let part = |index| data.get_int(index).map(Value::clone_deref);
    let (Some(flags), Some(elements), Some(members)) = (part(0), part(1), part(2)) else { return Err(ill_typed(cx)) };
    let (Some(flags), Ok(elements), Ok(members)) = (flags.as_int(), elements.into_array(), members.into_array()) else {
        return Err(ill_typed(cx));
    };
    linked(this).flags = flags;
    let values: VecDeque<Value> = elements.values().map(Value::clone_deref).collect();
    let old = std::mem::replace(linked(this).list.values_mut(), values);
    drop(old);
    load_members(cx, this, &members)
}
