//! `SplFixedArray`: a list of fixed length whose keys are integers, as PHP code sees it.

use loxo_runtime::memory_limit::ensure_room;
use loxo_runtime::object::{Fetch, Purpose};
use loxo_runtime::{Tag, Thrown, internal_iterator};

use crate::prelude::*;
use crate::support::{load_members, members};

/// The native part.
#[derive(Default)]
struct Fixed {
    elements: Vec<Value>,
}

impl Native for Fixed {
    fn trace(&self, tracer: &mut Tracer<'_>) {
        tracer.values(&self.elements);
    }
    fn clone_native(&self) -> Option<Box<dyn Native>> {
        Some(Box::new(Fixed { elements: self.elements.clone() }))
    }
}

#[allow(clippy::mut_from_ref)] // objects are shared cells
fn elements(this: &PhpObject) -> &mut Vec<Value> {
    &mut this.native_mut::<Fixed>().expect("objects of this class have this native part").elements
}

pub(crate) fn object_handlers() -> ObjectHandlers {
    ObjectHandlers {
        new_native: Some(|_, _| Box::new(Fixed::default())),
        read_dim: Some(read),
        write_dim: Some(write),
        has_dim: Some(has),
        unset_dim: Some(|cx, this, index| set(cx, this, index, Value::NULL)),
        count: Some(|_, this| Ok(elements(this).len() as i64)),
        properties_for: Some(properties),
        iterate: Some(|cx, this, by_ref| {
            if by_ref {
                return Err(cx.throw_error("An iterator cannot be used with foreach by reference"));
            }
            Ok(Box::new(FixedForeachIterator { object: this.clone(), index: 0 }))
        }),
        ..ObjectHandlers::default()
    }
}

/// Dumps, casts and exports show the elements in front of the properties.
fn properties(_: &mut Cx, this: &PhpObject, purpose: Purpose) -> PhpResult<Option<PhpArray>> {
    if !matches!(purpose, Purpose::Debug | Purpose::ArrayCast | Purpose::Export) {
        return Ok(None);
    }
    let mut table = to_table(this);
    for (key, value) in &members(this) {
        table.set_ref(key, value.clone());
    }
    Ok(Some(table))
}

fn to_table(this: &PhpObject) -> PhpArray {
    PhpArray::from_values(elements(this).iter().cloned())
}

/// The number that an offset means.
fn number(cx: &mut Cx, offset: &Value) -> PhpResult<i64> {
    let offset = offset.deref();
    match offset.tag() {
        Tag::Int => return Ok(offset.as_int().unwrap_or(0)),
        Tag::False => return Ok(0),
        Tag::True => return Ok(1),
        Tag::Float => {
            return match convert::offset_key(cx, offset)? {
                Key::Int(number) => Ok(number),
                Key::Str(_) => Ok(0),
            };
        }
        Tag::String => {
            if let Some(Key::Int(number)) = offset.as_bytes().map(Key::from_bytes_numeric) {
                return Ok(number);
            }
        }
        Tag::Resource => {
            if let Key::Int(number) = convert::offset_key(cx, offset)? {
                return Ok(number);
            }
        }
        _ => {}
    }
    let given = convert::value_name(offset);
    Err(cx.type_error(format!("Cannot access offset of type {given} on SplFixedArray")))
}

#[cold]
fn outside(cx: &mut Cx) -> Thrown {
    cx.throw("OutOfBoundsException", "Index invalid or out of range")
}

#[cold]
fn no_append(cx: &mut Cx) -> Thrown {
    cx.throw_error("[] operator not supported for SplFixedArray")
}

/// The place of an element.
fn place<'a>(cx: &mut Cx, this: &'a PhpObject, offset: &Value) -> PhpResult<&'a mut Value> {
    let index = match offset.as_int() {
        Some(index) => index,
        None => number(cx, offset)?,
    };
    match usize::try_from(index).ok().and_then(|index| elements(this).get_mut(index)) {
        Some(place) => Ok(place),
        None => Err(outside(cx)),
    }
}

fn read(cx: &mut Cx, this: &PhpObject, offset: Option<&Value>, _: Fetch) -> PhpResult<Value> {
    match offset {
        Some(offset) => place(cx, this, offset).map(|value| value.clone()),
        None => Err(no_append(cx)),
    }
}

fn write(cx: &mut Cx, this: &PhpObject, offset: Option<&Value>, value: Value) -> PhpResult<()> {
    match offset {
        Some(offset) => set(cx, this, offset, value),
        None => Err(no_append(cx)),
    }
}

fn set(cx: &mut Cx, this: &PhpObject, offset: &Value, value: Value) -> PhpResult<()> {
    let old = std::mem::replace(place(cx, this, offset)?, value);
    drop(old);
    Ok(())
}

fn has(cx: &mut Cx, this: &PhpObject, offset: &Value, not_empty: bool) -> PhpResult<bool> {
    let index = match offset.as_int() {
        Some(index) => index,
        None => number(cx, offset)?,
    };
    let Some(value) = usize::try_from(index).ok().and_then(|index| elements(this).get(index)) else { return Ok(false) };
    if not_empty {
        let value = value.clone();
        return convert::to_bool(cx, value.deref());
    }
    Ok(!value.deref().is_null())
}

/// A foreach.
struct FixedForeachIterator {
    object: PhpObject,
    index: usize,
}

impl ForeachIterator for FixedForeachIterator {
    fn rewind(&mut self, _: &mut Cx) -> PhpResult<()> {
        self.index = 0;
        Ok(())
    }

    fn valid(&mut self, _: &mut Cx) -> PhpResult<bool> {
        Ok(self.index < elements(&self.object).len())
    }

    fn current(&mut self, cx: &mut Cx) -> PhpResult<Value> {
        elements(&self.object).get(self.index).cloned().ok_or_else(|| outside(cx))
    }

    fn key(&mut self, _: &mut Cx) -> PhpResult<Value> {
        Ok(Value::from(self.index))
    }

    fn next(&mut self, _: &mut Cx) -> PhpResult<()> {
        self.index += 1;
        Ok(())
    }

    fn step(&mut self, _: &mut Cx, want_key: bool) -> PhpResult<Option<(Value, Value)>> {
        self.index += 1;
        let Some(value) = elements(&self.object).get(self.index) else { return Ok(None) };
        if want_key { Ok(Some((Value::from(self.index), value.clone()))) } else { Ok(Some((Value::UNDEF, value.clone()))) }
    }

    fn trace(&self, tracer: &mut Tracer<'_>) {
        tracer.object(&self.object);
    }
}

/// A number of elements that a parameter gives.
fn wanted_size(cx: &mut Cx, size: i64) -> PhpResult<usize> {
    match usize::try_from(size) {
        Ok(size) => Ok(size),
        Err(_) => Err(cx.argument_value_error(1, "must be greater than or equal to 0")),
    }
}

#[cold]
fn too_large(cx: &mut Cx, size: usize) -> Thrown {
    cx.fatal(format!("Possible integer overflow in memory allocation ({size} * {} + 0)", size_of::<Value>()))
}

fn resize(cx: &mut Cx, this: &PhpObject, size: usize) -> PhpResult<()> {
    let own = elements(this);
    if size <= own.len() {
        let left = own.split_off(size);
        drop(left);
        return Ok(());
    }
    if size.checked_mul(size_of::<Value>()).is_none() {
        return Err(too_large(cx, size));
    }
    ensure_room((size - own.len()) * size_of::<Value>());
    own.resize(size, Value::NULL);
    Ok(())
}

/// `SplFixedArray::__construct()`
pub(crate) fn construct(cx: &mut Cx, this: &PhpObject, size: i64) -> PhpResult<()> {
    let size = wanted_size(cx, size)?;
    if elements(this).is_empty() { resize(cx, this, size) } else { Ok(()) }
}

/// `SplFixedArray::__wakeup()`
pub(crate) fn wakeup(_: &mut Cx, this: &PhpObject) -> PhpResult<()> {
    if elements(this).is_empty()
        && let Some(table) = this.dynamic().cloned()
    {
        elements(this).extend(table.values().map(Value::clone_deref));
        this.set_dynamic(None);
    }
    Ok(())
}

/// `SplFixedArray::__serialize()`
pub(crate) fn serialize(_: &mut Cx, this: &PhpObject) -> PhpResult<PhpArray> {
    let mut table = to_table(this);
    for (key, value) in &members(this) {
        table.set_ref(key, value.clone());
    }
    Ok(table)
}

/// `SplFixedArray::__unserialize()`
pub(crate) fn unserialize(cx: &mut Cx, this: &PhpObject, data: &PhpArray) -> PhpResult<()> {
    if !elements(this).is_empty() {
        return Ok(());
    }
    let mut properties = PhpArray::new();
    let mut values = Vec::with_capacity(data.len());
    for (key, value) in data {
        match key {
            KeyRef::Str(name) => properties.set_str(name, value.clone()),
            KeyRef::Int(_) => values.push(value.clone_deref()),
        }
    }
    *elements(this) = values;
    load_members(cx, this, &properties)
}

/// `SplFixedArray::count()`
pub(crate) fn count(_: &mut Cx, this: &PhpObject) -> PhpResult<i64> {
    Ok(elements(this).len() as i64)
}

/// `SplFixedArray::toArray()`
pub(crate) fn to_array(_: &mut Cx, this: &PhpObject) -> PhpResult<PhpArray> {
    Ok(to_table(this))
}

/// `SplFixedArray::fromArray()`
pub(crate) fn from_array(cx: &mut Cx, array: &PhpArray, preserve_keys: bool) -> PhpResult<PhpObject> {
    let values = match preserve_keys {
        false => array.values().map(Value::clone_deref).collect(),
        true => by_keys(cx, array)?,
    };
    let class = cx.builtin_class("SplFixedArray");
    let new = cx.instantiate(class)?;
    *elements(&new) = values;
    Ok(new)
}

fn by_keys(cx: &mut Cx, array: &PhpArray) -> PhpResult<Vec<Value>> {
    let mut last = None;
    for key in array.keys() {
        match key {
            KeyRef::Int(key @ 0..) => last = last.max(Some(key)),
            _ => return Err(cx.throw("InvalidArgumentException", "array must contain only positive integer keys")),
        }
    }
    let Some(last) = last else { return Ok(Vec::new()) };
    let size = match usize::try_from(last).ok().and_then(|last| last.checked_add(1)) {
        Some(size) if last < i64::MAX => size,
        _ => return Err(cx.throw("InvalidArgumentException", "integer overflow detected")),
    };
    let Some(bytes) = size.checked_mul(size_of::<Value>()) else {
        return Err(too_large(cx, size));
    };
    ensure_room(bytes);
    let mut values = Vec::with_capacity(size);
    values.resize(size, Value::NULL);
    for (key, value) in array {
        if let KeyRef::Int(key) = key
            && let Some(place) = usize::try_from(key).ok().and_then(|key| values.get_mut(key))
        {
            *place = value.clone_deref();
        }
    }
    Ok(values)
}

/// `SplFixedArray::getSize()`
pub(crate) fn get_size(_: &mut Cx, this: &PhpObject) -> PhpResult<i64> {
    Ok(elements(this).len() as i64)
}

/// `SplFixedArray::setSize()`
pub(crate) fn set_size(cx: &mut Cx, this: &PhpObject, size: i64) -> PhpResult<bool> {
    let size = wanted_size(cx, size)?;
    resize(cx, this, size)?;
    Ok(true)
}

/// `SplFixedArray::offsetExists()`
pub(crate) fn offset_exists(cx: &mut Cx, this: &PhpObject, index: &Value) -> PhpResult<bool> {
    has(cx, this, index, false)
}

/// `SplFixedArray::offsetGet()`
pub(crate) fn offset_get(cx: &mut Cx, this: &PhpObject, index: &Value) -> PhpResult<Value> {
    place(cx, this, index).map(|value| value.clone())
}

/// `SplFixedArray::offsetSet()`
pub(crate) fn offset_set(cx: &mut Cx, this: &PhpObject, index: &Value, value: &Value) -> PhpResult<()> {
    set(cx, this, index, value.clone())
}

/// `SplFixedArray::offsetUnset()`
pub(crate) fn offset_unset(cx: &mut Cx, this: &PhpObject, index: &Value) -> PhpResult<()> {
    set(cx, this, index, Value::NULL)
}

/// `SplFixedArray::getIterator()`
pub(crate) fn get_iterator(cx: &mut Cx, this: &PhpObject) -> PhpResult<PhpObject> {
    internal_iterator::create(cx, Box::new(FixedForeachIterator { object: this.clone(), index: 0 }))
}

/// `SplFixedArray::jsonSerialize()`
pub(crate) fn json_serialize(_: &mut Cx, this: &PhpObject) -> PhpResult<PhpArray> {
    Ok(to_table(this))
}
