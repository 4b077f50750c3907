//! `SplObjectStorage`: a set of objects, or a map from objects to values, in the order in which they were attached.
//!
//! Two arrays of the same keys: the objects, in their order, and what is known about them where that is something. Keys are the objects'
//! numbers, or what `getHash()` of a child class says.

mod storage;

use loxo_runtime::object::Fetch;
use loxo_runtime::{Func, args};

use crate::multiple_iterator::row;
use crate::prelude::*;
use crate::serialized::{Parts, malformed, written};
use crate::support::{add_private, class_name, ill_typed, load_members, members, members_as_array, unshared};
use storage::Storage;

impl Native for Storage {
    fn trace(&self, tracer: &mut Tracer<'_>) {
        tracer.array(self.objects());
        tracer.array(self.infos());
    }
    fn clone_native(&self) -> Option<Box<dyn Native>> {
        Some(Box::new(self.copy()))
    }
}

#[allow(clippy::mut_from_ref)] // objects are shared cells
fn storage(this: &PhpObject) -> &mut Storage {
    this.native_mut::<Storage>().expect("objects of this class have this native part")
}

pub(crate) fn object_handlers() -> ObjectHandlers {
    ObjectHandlers {
        new_native: Some(|_, class| {
            let hash: Option<&'static Func> = class.method(b"gethash").filter(|func| func.is_user());
            Box::new(Storage::new(hash))
        }),
        read_dim: Some(read),
        write_dim: Some(write),
        has_dim: Some(has),
        unset_dim: Some(|cx, this, object| match object.deref().as_object() {
            Some(object) => remove(cx, this, &object.clone()).map(drop),
            None => cx.call_method_named(this, "offsetunset", &[object.clone_deref()]).map(drop),
        }),
        count: Some(|_, this| Ok(storage(this).len() as i64)),
        compare: Some(compare),
        iterate: Some(|cx, this, by_ref| {
            if by_ref {
                return Err(cx.throw_error("An iterator cannot be used with foreach by reference"));
            }
            Ok(Box::new(StorageForeachIterator { object: this.clone() }))
        }),
        ..ObjectHandlers::default()
    }
}

/// The key of an object.
fn key_of(cx: &mut Cx, this: &PhpObject, object: &PhpObject) -> PhpResult<Key> {
    let Some(hash) = storage(this).hash() else { return Ok(Key::Int(i64::from(object.handle()))) };
    let answer = cx.call_method(this, hash, &[Value::object(object.clone())])?;
    match answer.deref().as_str() {
        Some(text) => Ok(Key::Str(text.clone())),
        None => {
            let (class, given) = (class_name(this), convert::value_name(answer.deref()));
            Err(cx.type_error(format!("{class}::getHash(): Return value must be of type string, {given} returned")))
        }
    }
}

fn insert(cx: &mut Cx, this: &PhpObject, object: &PhpObject, info: Value) -> PhpResult<()> {
    let own = storage(this);
    if own.hash().is_none() {
        let old = own.set_numbered(object, info);
        drop(old);
        return Ok(());
    }
    let key = key_of(cx, this, object)?;
    let old = storage(this).set(&key, object, info);
    drop(old);
    Ok(())
}

fn remove(cx: &mut Cx, this: &PhpObject, object: &PhpObject) -> PhpResult<bool> {
    let key = key_of(cx, this, object)?;
    let old = storage(this).remove(&key);
    Ok(old.is_some())
}

fn find(cx: &mut Cx, this: &PhpObject, object: &PhpObject) -> PhpResult<Option<Value>> {
    let key = key_of(cx, this, object)?;
    Ok(storage(this).get(&key))
}

fn read(cx: &mut Cx, this: &PhpObject, offset: Option<&Value>, _: Fetch) -> PhpResult<Value> {
    // Most storages know objects by their numbers, which takes no PHP code.
    let own = storage(this);
    if let (Some(object), None) = (offset.and_then(|offset| offset.deref().as_object()), own.hash()) {
        let key = KeyRef::Int(i64::from(object.handle()));
        if own.objects().get_ref(key).is_none() {
            return Err(cx.throw("UnexpectedValueException", "Object not found"));
        }
        return Ok(own.info(key));
    }
    let offset = offset.map_or(Value::NULL, Value::clone_deref);
    let Some(object) = offset.as_object() else {
        return cx.call_method_named(this, "offsetget", &[offset]).map(|value| value.unwrap_or(Value::NULL));
    };
    match find(cx, this, object)? {
        Some(info) => Ok(info),
        None => Err(cx.throw("UnexpectedValueException", "Object not found")),
    }
}

fn write(cx: &mut Cx, this: &PhpObject, offset: Option<&Value>, value: Value) -> PhpResult<()> {
    let offset = offset.map_or(Value::NULL, Value::clone_deref);
    match offset.as_object() {
        Some(object) => insert(cx, this, object, value),
        None => cx.call_method_named(this, "offsetset", &[offset, value]).map(drop),
    }
}

fn has(cx: &mut Cx, this: &PhpObject, offset: &Value, not_empty: bool) -> PhpResult<bool> {
    let offset = offset.clone_deref();
    let Some(object) = offset.as_object() else {
        return cx.call_method_named(this, "offsetexists", &[offset]).map(|value| value.is_some_and(|value| value.is_true()));
    };
    match find(cx, this, object)? {
        Some(info) if not_empty => convert::to_bool(cx, info.deref()),
        found => Ok(found.is_some()),
    }
}

fn compare(cx: &mut Cx, a: &Value, b: &Value) -> PhpResult<i32> {
    let is_storage = |value: &Value| value.as_object().is_some_and(|object| object.native::<Storage>().is_some());
    let (Some(first), Some(second)) = (a.as_object(), b.as_object()) else { return compare::compare_standard(cx, a, b) };
    if !is_storage(a) || !is_storage(b) {
        return compare::compare_standard(cx, a, b);
    }
    let (x, y) = (storage(first).known(), storage(second).known());
    compare::compare(cx, &Value::array(x), &Value::array(y))
}

/// A foreach; the place is the object's own.
struct StorageForeachIterator {
    object: PhpObject,
}

impl ForeachIterator for StorageForeachIterator {
    fn rewind(&mut self, _: &mut Cx) -> PhpResult<()> {
        storage(&self.object).rewind();
        Ok(())
    }

    fn valid(&mut self, _: &mut Cx) -> PhpResult<bool> {
        Ok(storage(&self.object).current().is_some())
    }

    fn current(&mut self, cx: &mut Cx) -> PhpResult<Value> {
        current(cx, &self.object)
    }

    fn key(&mut self, _: &mut Cx) -> PhpResult<Value> {
        Ok(Value::int(storage(&self.object).index()))
    }

    fn next(&mut self, _: &mut Cx) -> PhpResult<()> {
        storage(&self.object).advance();
        Ok(())
    }

    fn trace(&self, tracer: &mut Tracer<'_>) {
        tracer.object(&self.object);
    }
}

/// `SplObjectStorage::attach()`
pub(crate) fn attach(cx: &mut Cx, this: &PhpObject, object: &PhpObject, info: &Value) -> PhpResult<()> {
    insert(cx, this, object, info.clone())
}

/// `SplObjectStorage::detach()`
pub(crate) fn detach(cx: &mut Cx, this: &PhpObject, object: &PhpObject) -> PhpResult<()> {
    remove(cx, this, object)?;
    storage(this).rewind();
    Ok(())
}

/// `SplObjectStorage::contains()`
pub(crate) fn contains(cx: &mut Cx, this: &PhpObject, object: &PhpObject) -> PhpResult<bool> {
    let own = storage(this);
    if own.hash().is_none() {
        return Ok(own.objects().get_ref(KeyRef::Int(i64::from(object.handle()))).is_some());
    }
    Ok(find(cx, this, object)?.is_some())
}

/// `SplObjectStorage::addAll()`
pub(crate) fn add_all(cx: &mut Cx, this: &PhpObject, other: &PhpObject) -> PhpResult<i64> {
    for (object, info) in storage(other).entries() {
        insert(cx, this, &object, info)?;
    }
    Ok(storage(this).len() as i64)
}

/// `SplObjectStorage::removeAll()`
pub(crate) fn remove_all(cx: &mut Cx, this: &PhpObject, other: &PhpObject) -> PhpResult<i64> {
    for (object, _) in storage(other).entries() {
        remove(cx, this, &object)?;
    }
    storage(this).rewind();
    Ok(storage(this).len() as i64)
}

/// `SplObjectStorage::removeAllExcept()`
pub(crate) fn remove_all_except(cx: &mut Cx, this: &PhpObject, other: &PhpObject) -> PhpResult<i64> {
    for (object, _) in storage(this).entries() {
        if find(cx, other, &object)?.is_none() {
            remove(cx, this, &object)?;
        }
    }
    storage(this).rewind();
    Ok(storage(this).len() as i64)
}

/// `SplObjectStorage::getInfo()`
pub(crate) fn get_info(_: &mut Cx, this: &PhpObject) -> PhpResult<Value> {
    Ok(storage(this).current().map_or(Value::NULL, |(_, info)| info))
}

/// `SplObjectStorage::setInfo()`
pub(crate) fn set_info(_: &mut Cx, this: &PhpObject, info: &Value) -> PhpResult<()> {
    let old = storage(this).set_current(info.clone());
    drop(old);
    Ok(())
}

/// `SplObjectStorage::count()`
pub(crate) fn count(_: &mut Cx, this: &PhpObject, _mode: i64) -> PhpResult<i64> {
    Ok(storage(this).len() as i64)
}

/// `SplObjectStorage::rewind()`
pub(crate) fn rewind(_: &mut Cx, this: &PhpObject) -> PhpResult<()> {
    storage(this).rewind();
    Ok(())
}

/// `SplObjectStorage::valid()`
pub(crate) fn valid(_: &mut Cx, this: &PhpObject) -> PhpResult<bool> {
    Ok(storage(this).current().is_some())
}

/// `SplObjectStorage::key()`
pub(crate) fn key(_: &mut Cx, this: &PhpObject) -> PhpResult<i64> {
    Ok(storage(this).index())
}

/// `SplObjectStorage::current()`
pub(crate) fn current(cx: &mut Cx, this: &PhpObject) -> PhpResult<Value> {
    match storage(this).current() {
        Some((object, _)) => Ok(object),
        None => Err(cx.throw("RuntimeException", "Called current() on invalid iterator")),
    }
}

/// `SplObjectStorage::next()`
pub(crate) fn next(_: &mut Cx, this: &PhpObject) -> PhpResult<()> {
    storage(this).advance();
    Ok(())
}

/// `SplObjectStorage::seek()`
pub(crate) fn seek(cx: &mut Cx, this: &PhpObject, offset: i64) -> PhpResult<()> {
    if usize::try_from(offset).is_ok_and(|offset| storage(this).seek(offset)) {
        return Ok(());
    }
    Err(cx.throw("OutOfBoundsException", format!("Seek position {offset} is out of range")))
}

/// `SplObjectStorage::unserialize()`
pub(crate) fn unserialize(cx: &mut Cx, this: &PhpObject, data: &PhpStr) -> PhpResult<()> {
    if data.is_empty() {
        return Ok(());
    }
    let mut parts = Parts::new(data);
    match restore(cx, this, &mut parts)? {
        Some(()) => Ok(()),
        None => Err(malformed(cx, &parts)),
    }
}

/// `x:i:<count>;<object>[,<info>];...m:<members>`. `None`: the text is not what it should be where the parts are.
fn restore(cx: &mut Cx, this: &PhpObject, parts: &mut Parts<'_>) -> PhpResult<Option<()>> {
    if parts.expect(b"x:").is_none() {
        return Ok(None);
    }
    let Some(count) = parts.int(cx)?.filter(|count| *count >= 0) else { return Ok(None) };
    for _ in 0..count {
        if parts.expect(b";").is_none() || !matches!(parts.peek(), Some(b'O' | b'C' | b'r')) {
            return Ok(None);
        }
        let Some(object) = parts.value(cx)?.and_then(|object| object.into_object().ok()) else { return Ok(None) };
        let info = match parts.expect(b",") {
            Some(()) => match parts.value(cx)? {
                Some(info) => info,
                None => return Ok(None),
            },
            None => Value::NULL,
        };
        insert(cx, this, &object, info)?;
    }
    if parts.expect(b";").is_none() || parts.expect(b"m:").is_none() {
        return Ok(None);
    }
    let Some(members) = parts.value(cx)?.and_then(|members| members.into_array().ok()) else { return Ok(None) };
    load_members(cx, this, &members).map(Some)
}

/// `SplObjectStorage::serialize()`
pub(crate) fn serialize(cx: &mut Cx, this: &PhpObject) -> PhpResult<PhpStr> {
    let mut text = b"x:".to_vec();
    text.extend_from_slice(&written(cx, Value::from(storage(this).len()))?);
    for (object, info) in storage(this).entries() {
        text.extend_from_slice(&written(cx, Value::object(object))?);
        text.push(b',');
        text.extend_from_slice(&written(cx, info)?);
        text.push(b';');
    }
    text.extend_from_slice(b"m:");
    text.extend_from_slice(&written(cx, Value::array(members_as_array(this)))?);
    Ok(PhpStr::from_vec(text))
}

/// The parameters have no types, but an object is asked for.
fn object(cx: &mut Cx, args: &mut [Value]) -> PhpResult<PhpObject> {
    match args.first_mut() {
        Some(object) => args::object(cx, 1, object).cloned(),
        None => Err(args::wrong_count(cx, 0)),
    }
}

/// `SplObjectStorage::offsetExists()`
pub(crate) fn offset_exists(cx: &mut Cx, this: &PhpObject, args: &mut [Value]) -> PhpResult<bool> {
    let object = object(cx, args)?;
    contains(cx, this, &object)
}

/// `SplObjectStorage::offsetGet()`
pub(crate) fn offset_get(cx: &mut Cx, this: &PhpObject, args: &mut [Value]) -> PhpResult<Value> {
    let object = object(cx, args)?;
    match find(cx, this, &object)? {
        Some(info) => Ok(info),
        None => Err(cx.throw("UnexpectedValueException", "Object not found")),
    }
}

/// `SplObjectStorage::offsetSet()`
pub(crate) fn offset_set(cx: &mut Cx, this: &PhpObject, args: &mut [Value]) -> PhpResult<()> {
    let object = object(cx, args)?;
    let info = args.get(1).map_or(Value::NULL, Value::clone_deref);
    insert(cx, this, &object, info)
}

/// `SplObjectStorage::offsetUnset()`
pub(crate) fn offset_unset(cx: &mut Cx, this: &PhpObject, args: &mut [Value]) -> PhpResult<()> {
    let object = object(cx, args)?;
    detach(cx, this, &object)
}

/// `SplObjectStorage::getHash()`
pub(crate) fn get_hash(_: &mut Cx, _: &PhpObject, object: &PhpObject) -> PhpResult<PhpStr> {
    Ok(crate::functions::object_hash(object))
}

/// `SplObjectStorage::__serialize()`
pub(crate) fn magic_serialize(_: &mut Cx, this: &PhpObject) -> PhpResult<PhpArray> {
    let mut flat = Vec::with_capacity(storage(this).len() * 2);
    for (object, info) in storage(this).entries() {
        flat.push(Value::object(object));
        flat.push(info);
    }
    Ok(PhpArray::from_values([unshared(PhpArray::from_values(flat)), unshared(members_as_array(this))]))
}

/// `SplObjectStorage::__unserialize()`
pub(crate) fn magic_unserialize(cx: &mut Cx, this: &PhpObject, data: &PhpArray) -> PhpResult<()> {
    let part = |index| data.get_int(index).and_then(|part| part.clone_deref().into_array().ok());
    let (Some(flat), Some(members)) = (part(0), part(1)) else { return Err(ill_typed(cx)) };
    if flat.len() % 2 != 0 {
        return Err(cx.throw("UnexpectedValueException", "Odd number of elements"));
    }
    let mut values = flat.values();
    while let (Some(object), Some(info)) = (values.next(), values.next()) {
        let Some(object) = object.deref().as_object() else {
            return Err(cx.throw("UnexpectedValueException", "Non-object key"));
        };
        insert(cx, this, object, info.clone_deref())?;
    }
    load_members(cx, this, &members)
}

/// `SplObjectStorage::__debugInfo()`
pub(crate) fn debug_info(_: &mut Cx, this: &PhpObject) -> PhpResult<PhpArray> {
    let mut shown = members(this);
    let rows = storage(this).entries().into_iter().map(|(object, info)| row(&object, &info)).collect();
    add_private(&mut shown, "SplObjectStorage", "storage", Value::array(rows));
    Ok(shown)
}
