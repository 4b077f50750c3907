//! One element: reading, writing, removing; and all of them at once.

use loxo_runtime::convert::OffsetUse;
use loxo_runtime::object::typed_refs::bind_property;
use loxo_runtime::object::{Access, Fetch, Place, bind_ref, coerce_property, declared_entries, mangled, place_ref, prop_place, slot_flags};
use loxo_runtime::{Property, Tag};

use super::{Asked, Data, Root, Source, check_not_sorting, data, root};
use crate::prelude::*;
use crate::support::{class_name, truth};

/// The array of a root that is one.
#[allow(clippy::mut_from_ref)] // objects are shared cells
pub(super) fn array(holder: &PhpObject) -> Option<&mut PhpArray> {
    match &mut data(holder).source {
        Source::Array(array) => Some(array),
        _ => None,
    }
}

/// The declared property that a mangled key means, if it has a slot.
fn slot_of(object: &PhpObject, key: &[u8]) -> Option<&'static Property> {
    let class = class_of(object);
    let property = match key.first() {
        Some(0) => class.slots.iter().map(|slot| &slot.property).find(|property| mangled(property).as_bytes() == key)?,
        _ => class.properties.get(key).filter(|property| !property.is_private() && !property.is_protected())?,
    };
    (!property.is_static() && !property.is_virtual()).then_some(property)
}

/// The key of an offset. Properties have names only.
fn key_of(cx: &mut Cx, this: &PhpObject, root: &Root, offset: &Value, offset_use: OffsetUse) -> PhpResult<Key> {
    let offset = offset.deref();
    if matches!(offset.tag(), Tag::Array | Tag::Object) {
        return Err(convert::illegal_offset(cx, offset, class_name(this), offset_use));
    }
    Ok(match convert::offset_key_for(cx, offset, offset_use)? {
        Key::Int(number) if root.is_object() => Key::Str(PhpStr::from(number.to_string())),
        key => key,
    })
}

/// The element as it is stored, perhaps a reference.
fn find(root: &Root, key: &Key) -> Option<Value> {
    match (root, key) {
        (Root::Array(holder), _) => array(holder)?.get(key).cloned(),
        (Root::Properties(object), Key::Str(name)) => match slot_of(object, name) {
            Some(property) => Some(object.slot(property.slot as usize)).filter(|value| !value.is_undef()).cloned(),
            None => object.dynamic()?.get_str(name).cloned(),
        },
        (Root::Properties(object), Key::Int(_)) => object.dynamic()?.get(key).cloned(),
    }
}

/// What an array has under an int, or under a string.
fn plain_element<'a>(array: &'a PhpArray, offset: &Value) -> Option<&'a Value> {
    match (offset.as_int(), offset.as_str()) {
        (Some(index), _) => array.get_int(index),
        (_, Some(text)) => array.get_sym_str(text),
        _ => None,
    }
}

fn undefined(cx: &mut Cx, key: &Key) -> PhpResult<()> {
    match key {
        Key::Int(number) => cx.warning(format!("Undefined array key {number}")),
        Key::Str(name) => cx.warning([b"Undefined array key \"", convert::shown_name(name.as_bytes()), b"\""].concat()),
    }
    cx.check()
}

/// `$this[offset]`
pub(super) fn read(cx: &mut Cx, this: &PhpObject, offset: Option<&Value>, fetch: Fetch) -> PhpResult<Value> {
    let Some(offset) = offset else { return Ok(Value::NULL) };
    if matches!(fetch, Fetch::Read | Fetch::Quiet)
        && let Some(value) = array(this).and_then(|array| plain_element(array, offset.deref()))
    {
        return Ok(value.clone_deref());
    }
    let root = root(cx, this)?;
    if matches!(fetch, Fetch::Write | Fetch::ReadWrite) {
        check_not_sorting(cx, this)?;
    }
    let key = key_of(cx, this, &root, offset, if fetch == Fetch::Quiet { OffsetUse::Isset } else { OffsetUse::Access })?;
    let found = find(&root, &key);
    if found.is_none() && matches!(fetch, Fetch::Read | Fetch::ReadWrite) {
        undefined(cx, &key)?;
    }
    match (fetch, found) {
        (Fetch::Write | Fetch::ReadWrite, _) | (Fetch::Unset, Some(_)) => Ok(reference(&root, &key)),
        (_, Some(value)) => Ok(value.clone_deref()),
        (_, None) => Ok(Value::NULL),
    }
}

/// The element as a reference, made if it is missing.
fn reference(root: &Root, key: &Key) -> Value {
    let object = match root {
        Root::Array(holder) => {
            return array(holder).map_or(Value::NULL, |array| Value::reference(array.entry(key).make_ref()));
        }
        Root::Properties(object) => object,
    };
    let Key::Str(name) = key else { return Value::NULL };
    let Some(property) = slot_of(object, name) else {
        return Value::reference(object.dynamic_mut().entry_str(name).make_ref());
    };
    let slot = object.slot_mut(property.slot as usize);
    if slot.is_undef() {
        *slot = Value::NULL;
    }
    let reference = slot.make_ref();
    bind_ref(&reference, property);
    Value::reference(reference)
}

/// The property as a reference for a loop that may write to it.
pub(super) fn property_reference(cx: &mut Cx, object: &PhpObject, property: &'static Property) -> PhpResult<Value> {
    if property.is_readonly() {
        let (class, name) = (convert::class_text(property.class), String::from_utf8_lossy(property.name.as_bytes()).into_owned());
        return Err(cx.throw_error(format!("Cannot acquire reference to readonly property {class}::${name}")));
    }
    let access = Access::scoped(Some(property.class));
    let mut place: Place = prop_place(cx, object, &property.name.to_php(), &access, Fetch::Write)?;
    place_ref(cx, &mut place).map(Value::reference)
}

/// `$this[offset] = value`, `$this[] = value`
pub(super) fn write(cx: &mut Cx, this: &PhpObject, offset: Option<&Value>, value: Value) -> PhpResult<()> {
    check_not_sorting(cx, this)?;
    if let Some(key) = offset.and_then(|offset| offset.deref().as_int())
        && let Some(array) = array(this)
    {
        drop(std::mem::replace(array.entry(&Key::Int(key)), value));
        return Ok(());
    }
    let root = root(cx, this)?;
    let offset = offset.filter(|offset| !offset.deref().is_null());
    let Some(offset) = offset else {
        push(&root, value);
        return Ok(());
    };
    let key = key_of(cx, this, &root, offset, OffsetUse::Access)?;
    assign(cx, &root, &key, value)
}

/// Nothing happens if there is no key left.
fn push(root: &Root, value: Value) {
    let _ = match root {
        Root::Array(holder) => array(holder).map(|array| array.push(value)),
        Root::Properties(object) => Some(object.dynamic_mut().push(value)),
    };
}

fn assign(cx: &mut Cx, root: &Root, key: &Key, value: Value) -> PhpResult<()> {
    let old = match (root, key) {
        (Root::Array(holder), _) => array(holder).map(|array| std::mem::replace(array.entry(key), value)),
        (Root::Properties(object), Key::Str(name)) => match slot_of(object, name) {
            Some(property) => {
                let value = coerce_property(cx, property, value, false)?;
                Some(std::mem::replace(object.slot_mut(property.slot as usize), value))
            }
            None => Some(std::mem::replace(object.dynamic_mut().entry_str(name), value)),
        },
        (Root::Properties(object), Key::Int(_)) => Some(std::mem::replace(object.dynamic_mut().entry(key), value)),
    };
    drop(old);
    Ok(())
}

/// `$this[offset] = &$reference`
pub(super) fn bind(cx: &mut Cx, this: &PhpObject, offset: &Value, reference: Value) -> PhpResult<()> {
    let root = root(cx, this)?;
    check_not_sorting(cx, this)?;
    let key = key_of(cx, this, &root, offset, OffsetUse::Access)?;
    let property = match (&root, &key) {
        (Root::Properties(object), Key::Str(name)) => slot_of(object, name).map(|property| (object, property)),
        _ => None,
    };
    match property {
        Some((object, property)) => bind_property(cx, object.slot_mut(property.slot as usize), property, reference),
        None => assign(cx, &root, &key, reference),
    }
}

/// `unset($this[offset])`
pub(super) fn unset(cx: &mut Cx, this: &PhpObject, offset: &Value) -> PhpResult<()> {
    check_not_sorting(cx, this)?;
    let root = root(cx, this)?;
    let key = key_of(cx, this, &root, offset, OffsetUse::Unset)?;
    let old = match (&root, &key) {
        (Root::Array(holder), _) => array(holder).and_then(|array| array.remove(&key)),
        (Root::Properties(object), Key::Str(name)) => match slot_of(object, name) {
            Some(property) => {
                let slot = object.slot_mut(property.slot as usize);
                let old = slot.take_undef();
                slot.set_aux(slot_flags::UNSET);
                Some(old)
            }
            None if object.dynamic().is_some() => object.dynamic_mut().remove_str(name),
            None => None,
        },
        (Root::Properties(object), Key::Int(_)) if object.dynamic().is_some() => object.dynamic_mut().remove(&key),
        (Root::Properties(_), Key::Int(_)) => None,
    };
    drop(old);
    Ok(())
}

/// `isset($this[offset])` and its relatives.
pub(super) fn has(cx: &mut Cx, this: &PhpObject, offset: &Value, asked: Asked) -> PhpResult<bool> {
    let root = root(cx, this)?;
    let key = key_of(cx, this, &root, offset, OffsetUse::Isset)?;
    let Some(value) = find(&root, &key) else { return Ok(false) };
    let overridden = asked == Asked::NotEmpty && class_of(this).object_handlers.read_dim.is_none();
    match asked {
        Asked::Exists => Ok(true),
        Asked::NotNull => Ok(!value.deref().is_null()),
        Asked::NotEmpty if overridden => {
            let value = cx.read_dim(this, Some(offset))?;
            truth(cx, value)
        }
        Asked::NotEmpty => truth(cx, value),
    }
}

/// Is the property something that loops and `count()` see?
pub(super) fn is_public_slot(property: &Property) -> bool {
    !property.is_private() && !property.is_protected()
}

/// `count($this)`
pub(super) fn count(cx: &mut Cx, this: &PhpObject) -> PhpResult<i64> {
    let count = match root(cx, this)? {
        Root::Array(holder) => array(&holder).map_or(0, |array| array.len()),
        Root::Properties(object) => {
            let slots = class_of(&object).slots.iter().zip(object.slots());
            let slots = slots.filter(|(slot, value)| is_public_slot(&slot.property) && !value.is_undef()).count();
            slots + object.dynamic().map_or(0, PhpArray::len)
        }
    };
    Ok(count as i64)
}

/// All elements.
pub(super) fn copy(cx: &mut Cx, this: &PhpObject) -> PhpResult<PhpArray> {
    Ok(match root(cx, this)? {
        Root::Array(holder) => array(&holder).cloned().unwrap_or_default(),
        Root::Properties(object) => table(&object),
    })
}

/// Properties as elements. Integer keys that appending made stay what they are.
pub(super) fn table(object: &PhpObject) -> PhpArray {
    let mut table = PhpArray::new();
    for entry in declared_entries(object, false).into_iter().filter(|entry| entry.property.is_some()) {
        table.set(&Key::Str(entry.key()), entry.value);
    }
    for (key, value) in object.dynamic().into_iter().flatten() {
        table.set_ref(key, value.clone());
    }
    table
}

/// `append()`
pub(super) fn append(cx: &mut Cx, this: &PhpObject, value: &Value) -> PhpResult<()> {
    if root(cx, this)?.is_object() {
        let class = class_name(this);
        return Err(cx.throw_error(format!("Cannot append properties to objects, use {class}::offsetSet() instead")));
    }
    // A child's own offsetSet() is asked.
    cx.write_dim(this, None, value.clone())
}

/// Puts back what a sort made of the elements.
pub(super) fn replace(root: &Root, sorted: PhpArray) {
    match root {
        Root::Array(holder) => {
            if let Data { source: Source::Array(array), .. } = data(holder) {
                let old = std::mem::replace(array, sorted);
                drop(old);
            }
        }
        // The order of declared properties is their class's.
        Root::Properties(object) => {
            let mut dynamic = PhpArray::new();
            for (key, value) in &sorted {
                let declared = matches!(key, KeyRef::Str(name) if slot_of(object, name).is_some());
                if !declared {
                    dynamic.set_ref(key, value.clone());
                }
            }
            object.set_dynamic((!dynamic.is_empty()).then_some(dynamic));
        }
    }
}
