//! `WeakMap`: values by objects that it does not keep alive; an entry goes when its object does.

use std::collections::HashMap;

use loxo_runtime::object::Fetch;
use loxo_runtime::value::{IterId, iter_free, iter_pos, iter_register, iter_set, object_by_handle};
use loxo_runtime::{
    Cx, ForeachIterator, KeyRef, Native, ObjectHandlers, PhpArray, PhpObject, PhpResult, Thrown, Tracer, Value, class_of, convert,
    internal_iterator,
};

use super::{Target, hold, release};

/// The native part.
#[derive(Default)]
struct Map {
    /// Number of the map's object, by which held objects find it.
    handle: u32,
    /// Values by number of their object, in order of insertion.
    values: PhpArray,
    targets: HashMap<u32, Target>,
    /// Number of the object whose value was made a reference for a nested write.
    fetched: Option<u32>,
}

impl Map {
    /// The write is over: a reference that nobody has come to share becomes a value again.
    fn settle(&mut self) {
        if let Some(value) = self.fetched.take().and_then(|number| self.values.get_int_mut(i64::from(number))) {
            value.unwrap_ref_if_unique();
        }
    }
}

impl Native for Map {
    fn weak_entries(&self, visit: &mut dyn FnMut(u32, &Value)) {
        for (key, value) in self.values.iter() {
            if let KeyRef::Int(number) = key
                && let Ok(number) = u32::try_from(number)
            {
                visit(number, value);
            }
        }
    }

    fn weak_value(&self, key: u32) -> Option<&Value> {
        self.values.get_int(i64::from(key))
    }
}

impl Drop for Map {
    fn drop(&mut self) {
        let map = self.handle;
        for target in self.targets.values() {
            release(*target, |held| held.maps.retain(|other| *other != map));
        }
    }
}

pub(crate) fn object_handlers() -> ObjectHandlers {
    ObjectHandlers {
        new_native: Some(|_, _| Box::new(Map::default())),
        created: Some(|_, object| {
            if let Some(map) = native(object) {
                map.handle = object.handle();
            }
        }),
        read_dim: Some(read),
        write_dim: Some(write),
        has_dim: Some(has),
        unset_dim: Some(unset),
        count: Some(|_, object| Ok(length(object))),
        debug_info: Some(debug_info),
        properties: Some(|_, _| Ok(PhpArray::new())),
        iterate: Some(|_, object, by_ref| Ok(Box::new(MapIterator::new(object, by_ref)))),
        after_clone: Some(after_clone),
        no_serialize: true,
        no_dynamic_properties: true,
        ..ObjectHandlers::default()
    }
}

#[allow(clippy::mut_from_ref)] // objects are shared cells
fn native(object: &PhpObject) -> Option<&mut Map> {
    object.native_mut::<Map>()
}

/// The values. The array must not be shared: the collector would take it for a container of its own, and count the values twice.
fn values(object: &PhpObject) -> Option<&PhpArray> {
    let map = native(object)?;
    map.settle();
    Some(&map.values)
}

fn length(object: &PhpObject) -> i64 {
    values(object).map_or(0, |values| values.len() as i64)
}

/// The object that a key is; other keys are errors.
fn key_object<'a>(cx: &mut Cx, key: &'a Value) -> PhpResult<&'a PhpObject> {
    match key.deref().as_object() {
        Some(object) => Ok(object),
        None => Err(cx.throw("TypeError", "WeakMap key must be an object")),
    }
}

fn cannot_append(cx: &mut Cx) -> Thrown {
    cx.throw("Error", "Cannot append to WeakMap")
}

fn read(cx: &mut Cx, this: &PhpObject, key: Option<&Value>, fetch: Fetch) -> PhpResult<Value> {
    let Some(key) = key else { return Err(cannot_append(cx)) };
    let object = key_object(cx, key)?;
    let number = i64::from(object.handle());
    let Some(map) = native(this) else { return Ok(Value::NULL) };
    map.settle();
    map.fetched = fetch.modifies().then(|| object.handle());
    let found = match fetch.modifies() {
        true => map.values.get_int_mut(number).map(|value| Value::reference(value.make_ref())),
        false => map.values.get_int(number).map(Value::clone_deref),
    };
    match found {
        Some(value) => Ok(value),
        None if fetch == Fetch::Quiet => Ok(Value::NULL),
        None => {
            let (class, number) = (convert::class_name(class_of(object)), number.to_string());
            Err(cx.throw("Error", [b"Object ", class, b"#", number.as_bytes(), b" not contained in WeakMap"].concat()))
        }
    }
}

fn write(cx: &mut Cx, this: &PhpObject, key: Option<&Value>, value: Value) -> PhpResult<()> {
    let Some(key) = key else { return Err(cannot_append(cx)) };
    let object = key_object(cx, key)?;
    let Some(map) = native(this) else { return Ok(()) };
    let (map_handle, number) = (map.handle, object.handle());
    // What has a value is held already.
    if let Some(place) = map.values.get_int_mut(i64::from(number)) {
        let old = std::mem::replace(place, value);
        drop(old);
        return Ok(());
    }
    map.targets.entry(number).or_insert_with(|| hold(object, |held| held.maps.push(map_handle)));
    let old = std::mem::replace(map.values.entry_int(i64::from(number)), value);
    // Dropped when the map is as it will be: that may free other objects of the map.
    drop(old);
    Ok(())
}

fn has(cx: &mut Cx, this: &PhpObject, key: &Value, not_empty: bool) -> PhpResult<bool> {
    let number = i64::from(key_object(cx, key)?.handle());
    let value = native(this).and_then(|map| map.values.get_int(number).map(Value::clone_deref));
    match value {
        None => Ok(false),
        Some(value) if not_empty => convert::to_bool(cx, &value),
        Some(value) => Ok(!value.is_null()),
    }
}

fn unset(cx: &mut Cx, this: &PhpObject, key: &Value) -> PhpResult<()> {
    let number = key_object(cx, key)?.handle();
    let Some(map) = native(this) else { return Ok(()) };
    let (map_handle, target) = (map.handle, map.targets.get(&number).copied());
    if let Some(target) = target {
        release(target, |held| held.maps.retain(|other| *other != map_handle));
    }
    forget(this, number);
    Ok(())
}

/// Removes the entry of an object, which may be dead.
pub(super) fn forget(this: &PhpObject, number: u32) {
    let Some(map) = native(this) else { return };
    map.targets.remove(&number);
    let old = map.values.remove_int(i64::from(number));
    drop(old);
}

fn after_clone(cx: &mut Cx, original: &PhpObject, copy: &PhpObject) -> PhpResult<()> {
    let mut own = Map::default();
    own.handle = copy.handle();
    copy.set_native(Box::new(own));
    let pairs = values(original).into_iter().flat_map(|values| values.iter());
    let pairs: Vec<_> = pairs.filter_map(|(key, value)| Some((object_of(key)?, value.clone()))).collect();
    pairs.into_iter().try_for_each(|(object, value)| write(cx, copy, Some(&Value::object(object)), value))
}

fn object_of(key: KeyRef<'_>) -> Option<PhpObject> {
    match key {
        KeyRef::Int(number) => object_by_handle(u32::try_from(number).ok()?),
        KeyRef::Str(_) => None,
    }
}

fn debug_info(_: &mut Cx, this: &PhpObject) -> PhpResult<PhpArray> {
    let pairs = values(this).into_iter().flat_map(|values| values.iter());
    let pairs = pairs.filter_map(|(key, value)| {
        let mut pair = PhpArray::new();
        pair.set_bytes(b"key", Value::object(object_of(key)?));
        pair.set_bytes(b"value", value.clone());
        Some(Value::array(pair))
    });
    Ok(pairs.collect())
}

/// `WeakMap::offsetGet()`
pub(crate) fn offset_get(cx: &mut Cx, this: &PhpObject, object: &Value) -> PhpResult<Value> {
    read(cx, this, Some(object), Fetch::Read)
}

/// `WeakMap::offsetSet()`
pub(crate) fn offset_set(cx: &mut Cx, this: &PhpObject, object: &Value, value: &Value) -> PhpResult<()> {
    write(cx, this, Some(object), value.clone())
}

/// `WeakMap::offsetExists()`
pub(crate) fn offset_exists(cx: &mut Cx, this: &PhpObject, object: &Value) -> PhpResult<bool> {
    has(cx, this, object, false)
}

/// `WeakMap::offsetUnset()`
pub(crate) fn offset_unset(cx: &mut Cx, this: &PhpObject, object: &Value) -> PhpResult<()> {
    unset(cx, this, object)
}

/// `WeakMap::count()`
pub(crate) fn count(_: &mut Cx, this: &PhpObject) -> PhpResult<i64> {
    Ok(length(this))
}

/// `WeakMap::getIterator()`
pub(crate) fn get_iterator(cx: &mut Cx, this: &PhpObject) -> PhpResult<PhpObject> {
    internal_iterator::create(cx, Box::new(MapIterator::new(this, false)))
}

/// Walks a map that may change meanwhile.
struct MapIterator {
    map: PhpObject,
    place: Option<IterId>,
    /// Values become references that the loop's variable shares.
    by_ref: bool,
}

impl MapIterator {
    fn new(map: &PhpObject, by_ref: bool) -> MapIterator {
        let place = native(map).map(|map| iter_register(&map.values));
        MapIterator { map: map.clone(), place, by_ref }
    }

    fn entry(&self) -> Option<(PhpObject, Value)> {
        let map = native(&self.map)?;
        let position = iter_pos(self.place?, &mut map.values);
        let position = map.values.valid_pos(position);
        let (key, value) = map.values.entry_at(position)?;
        let (object, value) = (object_of(key)?, value.clone());
        if !self.by_ref {
            return Some((object, value));
        }
        // Two borrows: the array is unshared for the second one.
        drop(value);
        Some((object, Value::reference(map.values.value_at_mut(position)?.make_ref())))
    }
}

impl Drop for MapIterator {
    fn drop(&mut self) {
        if let Some(place) = self.place {
            iter_free(place);
        }
    }
}

impl ForeachIterator for MapIterator {
    fn rewind(&mut self, _: &mut Cx) -> PhpResult<()> {
        if let (Some(map), Some(place)) = (native(&self.map), self.place) {
            iter_set(place, map.values.first_pos());
        }
        Ok(())
    }

    fn valid(&mut self, _: &mut Cx) -> PhpResult<bool> {
        Ok(self.entry().is_some())
    }

    fn current(&mut self, _: &mut Cx) -> PhpResult<Value> {
        Ok(self.entry().map_or(Value::NULL, |(_, value)| value))
    }

    fn key(&mut self, _: &mut Cx) -> PhpResult<Value> {
        Ok(self.entry().map_or(Value::NULL, |(object, _)| Value::object(object)))
    }

    fn next(&mut self, _: &mut Cx) -> PhpResult<()> {
        if let (Some(map), Some(place)) = (native(&self.map), self.place) {
            let position = iter_pos(place, &mut map.values);
            iter_set(place, map.values.next_pos(map.values.valid_pos(position)));
        }
        Ok(())
    }

    fn trace(&self, tracer: &mut Tracer<'_>) {
        tracer.object(&self.map);
    }
}
