//! `MultipleIterator`: iterates over several iterators side by side and gives arrays of their elements.

use loxo_runtime::{Func, Thrown};

use crate::array::array_iterator::at_once;
use crate::prelude::*;
use crate::support::{add_private, class_name, members};

const NEED_ALL: i64 = 1;
const KEYS_ASSOC: i64 = 2;

/// What is called of each.
#[derive(Clone, Copy)]
enum Method {
    Rewind,
    Valid,
    Key,
    Current,
    Next,
}

impl Method {
    /// In the order of the variants.
    const NAMES: [&str; 5] = ["rewind", "valid", "key", "current", "next"];

    fn name(self) -> &'static str {
        Method::NAMES[self as usize]
    }
}

/// An iterator, what is known about it, and its methods.
#[derive(Clone)]
struct Attached {
    iterator: PhpObject,
    info: Value,
    methods: [Option<&'static Func>; Method::NAMES.len()],
    /// It is an `ArrayIterator` whose methods are its own.
    of_array: bool,
}

impl Attached {
    fn new(iterator: PhpObject, info: Value) -> Attached {
        let class = class_of(&iterator);
        let methods = Method::NAMES.map(|name| class.method(name.as_bytes()));
        let of_array = at_once::serves(&iterator, &Method::NAMES);
        Attached { iterator, info, methods, of_array }
    }
}

/// The native part.
struct Several {
    iterators: Vec<Attached>,
    flags: i64,
}

impl Native for Several {
    fn trace(&self, tracer: &mut Tracer<'_>) {
        for attached in &self.iterators {
            tracer.object(&attached.iterator);
            tracer.value(&attached.info);
        }
    }
    fn clone_native(&self) -> Option<Box<dyn Native>> {
        Some(Box::new(Several { iterators: self.iterators.clone(), flags: self.flags }))
    }
}

#[allow(clippy::mut_from_ref)] // objects are shared cells
fn several(this: &PhpObject) -> &mut Several {
    this.native_mut::<Several>().expect("objects of this class have this native part")
}

pub(crate) fn object_handlers() -> ObjectHandlers {
    ObjectHandlers {
        new_native: Some(|_, _| Box::new(Several { iterators: Vec::new(), flags: NEED_ALL })),
        write_dim: Some(write),
        ..ObjectHandlers::default()
    }
}

/// It is a storage of objects underneath, which can be written to like an array.
fn write(cx: &mut Cx, this: &PhpObject, iterator: Option<&Value>, info: Value) -> PhpResult<()> {
    let Some(iterator) = iterator.and_then(|iterator| iterator.deref().as_object().cloned()) else {
        let class = class_name(this);
        return Err(cx.throw_error(format!("Cannot use object of type {class} as array")));
    };
    match class_of(&iterator).is_subclass_of(cx.builtin_class("Iterator")) {
        true => {
            attach(this, &iterator, info);
            Ok(())
        }
        false => Err(cx.type_error("Can only attach objects that implement the Iterator interface")),
    }
}

fn attach(this: &PhpObject, iterator: &PhpObject, info: Value) {
    let own = several(this);
    match own.iterators.iter_mut().find(|known| known.iterator.ptr_eq(iterator)) {
        Some(known) => {
            let old = std::mem::replace(&mut known.info, info);
            drop(old);
        }
        None => own.iterators.push(Attached::new(iterator.clone(), info)),
    }
}

/// `MultipleIterator::__construct()`
pub(crate) fn construct(_: &mut Cx, this: &PhpObject, flags: i64) -> PhpResult<()> {
    several(this).flags = flags;
    Ok(())
}

/// `MultipleIterator::getFlags()`
pub(crate) fn get_flags(_: &mut Cx, this: &PhpObject) -> PhpResult<i64> {
    Ok(several(this).flags)
}

/// `MultipleIterator::setFlags()`
pub(crate) fn set_flags(_: &mut Cx, this: &PhpObject, flags: i64) -> PhpResult<()> {
    several(this).flags = flags;
    Ok(())
}

/// `MultipleIterator::attachIterator()`
pub(crate) fn attach_iterator(cx: &mut Cx, this: &PhpObject, iterator: &PhpObject, info: Option<&Value>) -> PhpResult<()> {
    let info = info.cloned().unwrap_or(Value::NULL);
    if !info.is_null() && several(this).iterators.iter().any(|known| compare::identical(&known.info, &info)) {
        return Err(cx.throw("InvalidArgumentException", "Key duplication error"));
    }
    attach(this, iterator, info);
    Ok(())
}

/// `MultipleIterator::detachIterator()`
pub(crate) fn detach_iterator(_: &mut Cx, this: &PhpObject, iterator: &PhpObject) -> PhpResult<()> {
    let own = several(this);
    let index = own.iterators.iter().position(|known| known.iterator.ptr_eq(iterator));
    let old = index.map(|index| own.iterators.remove(index));
    drop(old);
    Ok(())
}

/// `MultipleIterator::containsIterator()`
pub(crate) fn contains_iterator(_: &mut Cx, this: &PhpObject, iterator: &PhpObject) -> PhpResult<bool> {
    Ok(several(this).iterators.iter().any(|known| known.iterator.ptr_eq(iterator)))
}

/// `MultipleIterator::countIterators()`
pub(crate) fn count_iterators(_: &mut Cx, this: &PhpObject) -> PhpResult<i64> {
    Ok(several(this).iterators.len() as i64)
}

/// Calls a method of the iterator at a position; `None`: there is none.
fn ask(cx: &mut Cx, this: &PhpObject, index: usize, method: Method) -> PhpResult<Option<Value>> {
    let Some(attached) = several(this).iterators.get(index) else { return Ok(None) };
    if attached.of_array {
        let answer = match method {
            Method::Rewind => None,
            Method::Valid => at_once::valid(&attached.iterator).map(Value::bool),
            Method::Key => at_once::key(&attached.iterator),
            Method::Current => at_once::current(&attached.iterator),
            Method::Next => at_once::next(&attached.iterator).map(|()| Value::NULL),
        };
        if answer.is_some() {
            return Ok(answer);
        }
    }
    let (iterator, func) = (attached.iterator.clone(), attached.methods[method as usize]);
    match func {
        Some(func) => cx.call_method(&iterator, func, &[]).map(Some),
        None => Ok(Some(Value::NULL)),
    }
}

/// Calls a method of each.
fn each(cx: &mut Cx, this: &PhpObject, method: Method) -> PhpResult<()> {
    let mut index = 0;
    while ask(cx, this, index, method)?.is_some() {
        index += 1;
    }
    Ok(())
}

fn is_valid(cx: &mut Cx, this: &PhpObject, index: usize) -> PhpResult<Option<bool>> {
    match ask(cx, this, index, Method::Valid)? {
        Some(answer) => convert::to_bool(cx, answer.deref()).map(Some),
        None => Ok(None),
    }
}

/// `MultipleIterator::rewind()`
pub(crate) fn rewind(cx: &mut Cx, this: &PhpObject) -> PhpResult<()> {
    each(cx, this, Method::Rewind)
}

/// `MultipleIterator::next()`
pub(crate) fn next(cx: &mut Cx, this: &PhpObject) -> PhpResult<()> {
    each(cx, this, Method::Next)
}

/// `MultipleIterator::valid()`
pub(crate) fn valid(cx: &mut Cx, this: &PhpObject) -> PhpResult<bool> {
    if several(this).iterators.is_empty() {
        return Ok(false);
    }
    let expected = several(this).flags & NEED_ALL != 0;
    let mut index = 0;
    while let Some(valid) = is_valid(cx, this, index)? {
        if valid != expected {
            return Ok(!expected);
        }
        index += 1;
    }
    Ok(expected)
}

/// What an iterator threw becomes the previous exception of one that says where it was.
fn wrap(cx: &mut Cx, thrown: Thrown) -> Thrown {
    if cx.ending.is_some() || cx.exception.is_none() {
        return thrown;
    }
    let class = cx.builtin_class("RuntimeException");
    let outer = cx.new_exception(class, b"Failed to call sub iterator method", 0);
    cx.throw_object(outer)
}

/// What `current()` and `key()` collect.
fn collect(cx: &mut Cx, this: &PhpObject, method: Method) -> PhpResult<PhpArray> {
    let mut result = PhpArray::new();
    if several(this).iterators.is_empty() {
        return Err(cx.throw("RuntimeException", format!("Called {}() on an invalid iterator", method.name())));
    }
    let mut index = 0;
    while let Some(info) = several(this).iterators.get(index).map(|attached| attached.info.clone()) {
        let value = if is_valid(cx, this, index)?.unwrap_or(false) {
            match ask(cx, this, index, method) {
                Ok(value) => value.unwrap_or(Value::NULL).clone_deref(),
                Err(thrown) => return Err(wrap(cx, thrown)),
            }
        } else if several(this).flags & NEED_ALL != 0 {
            return Err(cx.throw("RuntimeException", format!("Called {}() with non valid sub iterator", method.name())));
        } else {
            Value::NULL
        };
        index += 1;
        if several(this).flags & KEYS_ASSOC == 0 {
            // A list of as many as there are iterators has the space.
            let _ = result.push(value);
            continue;
        }
        let key = match (info.as_int(), info.as_str()) {
            (Some(number), _) => Key::Int(number),
            (None, Some(name)) => Key::from_str(name.clone()),
            (None, None) => return Err(cx.throw("InvalidArgumentException", "Sub-Iterator is associated with NULL")),
        };
        result.set(&key, value);
    }
    Ok(result)
}

/// `MultipleIterator::key()`
pub(crate) fn key(cx: &mut Cx, this: &PhpObject) -> PhpResult<PhpArray> {
    collect(cx, this, Method::Key)
}

/// `MultipleIterator::current()`
pub(crate) fn current(cx: &mut Cx, this: &PhpObject) -> PhpResult<PhpArray> {
    collect(cx, this, Method::Current)
}

/// `MultipleIterator::__debugInfo()`
pub(crate) fn debug_info(_: &mut Cx, this: &PhpObject) -> PhpResult<PhpArray> {
    let mut shown = members(this);
    let rows = several(this).iterators.iter().map(|attached| row(&attached.iterator, &attached.info));
    add_private(&mut shown, "SplObjectStorage", "storage", Value::array(rows.collect()));
    Ok(shown)
}

/// How dumps show an object and what is known about it.
pub(crate) fn row(object: &PhpObject, info: &Value) -> Value {
    let mut row = PhpArray::new();
    row.set_bytes(b"obj", Value::object(object.clone()));
    row.set_bytes(b"inf", info.clone());
    Value::array(row)
}
