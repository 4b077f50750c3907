//! The properties of an object as a table: for dumps, casts, iteration, serialization.

use loxo_value::{Key, KeyRef, PhpArray, PhpObject, PhpStr, Value};

use super::lookup::{PropLookup, lookup_prop};
use super::{Access, Fetch, lazy, read_prop};
use crate::{Class, Cx, PhpResult, Property, class_of};

/// What a property table is wanted for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Purpose {
    /// `var_dump()` and the like. Initialises nothing.
    Debug,
    /// `(array)`: storage only. Initialises nothing.
    ArrayCast,
    Serialize,
    /// `get_object_vars()`, iteration: hooks are called.
    Values,
    /// `json_encode()`, `var_export()`: hooks are called.
    Export,
}

/// One property.
#[derive(Clone, Debug)]
pub struct TableEntry {
    pub name: PhpStr,
    /// Declared ones.
    pub property: Option<&'static Property>,
    /// As it is in the slot (it may be a reference); undef if reading calls a hook.
    pub value: Value,
}

impl TableEntry {
    /// The key in mangled tables.
    pub fn key(&self) -> PhpStr {
        self.property.map_or_else(|| self.name.clone(), mangled)
    }

    /// The value by itself, or with the reference that others share.
    fn shared_value(&self) -> Value {
        match self.value.as_ref() {
            // The object and this entry.
            Some(reference) if reference.refcount() <= 2 => reference.get(),
            _ => self.value.clone(),
        }
    }
}

/// `x`, `\0*\0x` or `\0Class\0x`, as property tables spell visibility.
pub fn mangled(property: &Property) -> PhpStr {
    let name = property.name.as_bytes();
    match () {
        () if property.is_private() => PhpStr::concat(&[b"\0", property.class.name.as_bytes(), b"\0", name]),
        () if property.is_protected() => PhpStr::concat(&[b"\0*\0", name]),
        () => property.name.to_php(),
    }
}

/// Class (`*` for protected) and name of a mangled key.
pub fn unmangle(key: &[u8]) -> (Option<&[u8]>, &[u8]) {
    let Some(rest) = key.strip_prefix(b"\0") else { return (None, key) };
    // Names of anonymous classes hold a NUL byte of their own; the property's name is behind the last one.
    match rest.iter().rposition(|&b| b == 0) {
        Some(end) => (Some(&rest[..end]), &rest[end + 1..]),
        None => (None, key),
    }
}

/// Declared properties that have a value, in the order of declaration, parents' first, then dynamic ones. With `hooks`, hooked properties
/// are there whether they have storage or not. Initialises nothing.
pub fn declared_entries(object: &PhpObject, hooks: bool) -> Vec<TableEntry> {
    let class = class_of(object);
    let mut entries = if hooks && class.has_hooks { hooked_entries(object, class) } else { slot_entries(object, class) };
    if !lazy::is_lazy(object) {
        entries.extend(dynamic_entries(object));
    }
    entries
}

fn dynamic_entries(object: &PhpObject) -> Vec<TableEntry> {
    let all = object.dynamic().into_iter().flat_map(PhpArray::iter);
    all.map(|(key, value)| TableEntry { name: key_name(key), property: None, value: value.clone() }).collect()
}

fn key_name(key: KeyRef<'_>) -> PhpStr {
    match key {
        KeyRef::Str(name) => name.clone(),
        KeyRef::Int(number) => PhpStr::from(number.to_string()),
    }
}

fn slot_entries(object: &PhpObject, class: &'static Class) -> Vec<TableEntry> {
    let filled = class.slots.iter().zip(object.slots()).filter(|(_, value)| !value.is_undef());
    filled
        .map(|(slot, value)| TableEntry { name: slot.property.name.to_php(), property: Some(&slot.property), value: value.clone() })
        .collect()
}

/// Ancestors first; a redeclared property stays where it was first.
fn hooked_entries(object: &PhpObject, class: &'static Class) -> Vec<TableEntry> {
    let mut lineage: Vec<&'static Class> = std::iter::successors(Some(class), |class| class.parent).collect();
    lineage.reverse();
    let mut entries: Vec<TableEntry> = Vec::with_capacity(class.slots.len());
    for property in lineage.into_iter().flat_map(|class| class.properties.values()).filter(|property| !property.is_static()) {
        let hooked = property.has_hooks();
        let value = if hooked { Value::UNDEF } else { object.slot(property.slot as usize).clone() };
        let entry = TableEntry { name: property.name.to_php(), property: Some(property), value };
        let known = entries.iter_mut().find(|known| {
            known.name == entry.name && known.property.is_some_and(|old| !old.is_private() || old.class.same(property.class))
        });
        match known {
            Some(known) => *known = entry,
            None => entries.push(entry),
        }
    }
    entries.retain(|entry| !entry.value.is_undef() || entry.property.is_some_and(Property::has_hooks));
    entries
}

/// All properties under mangled keys.
pub fn properties_table(cx: &mut Cx, object: &PhpObject, purpose: Purpose) -> PhpResult<PhpArray> {
    let class = class_of(object);
    if let Some(properties) = class.object_handlers.properties_for
        && let Some(table) = properties(cx, object, purpose)?
    {
        return Ok(table);
    }
    if let Some(properties) = class.object_handlers.properties {
        return properties(cx, object);
    }
    let object = match purpose {
        Purpose::Debug | Purpose::ArrayCast => lazy::resolve_lazy(object),
        Purpose::Serialize if lazy::is_uninitialized(object) && !lazy::initializes_on_serialize(object) => object.clone(),
        _ => lazy::init_lazy(cx, object)?,
    };
    let hooks = matches!(purpose, Purpose::Values | Purpose::Export);
    if !lazy::is_lazy(&object) && !(hooks && class.has_hooks) {
        return Ok(stored_table(&object, class));
    }
    let entries = declared_entries(&object, hooks);
    let mut table = PhpArray::with_capacity(entries.len());
    for entry in entries {
        let Some(value) = entry_value(cx, &object, &entry)? else { continue };
        table.set(&Key::Str(entry.key()), value);
    }
    Ok(table)
}

/// All that the object stores, under mangled keys.
fn stored_table(object: &PhpObject, class: &'static Class) -> PhpArray {
    let dynamic = object.dynamic().filter(|table| !table.is_empty());
    if class.slots.is_empty()
        && let Some(table) = dynamic
        && is_plain_table(table)
    {
        return table.clone();
    }
    let mut table = PhpArray::with_capacity(class.slots.len() + dynamic.map_or(0, PhpArray::len));
    for (slot, value) in class.slots.iter().zip(object.slots()).filter(|(_, value)| !value.is_undef()) {
        table.append_new(KeyRef::Str(&mangled(&slot.property)), without_own_reference(value));
    }
    for (key, value) in dynamic.into_iter().flat_map(PhpArray::iter) {
        table.set(&Key::Str(key_name(key)), without_own_reference(value));
    }
    table
}

/// A stored value by itself, or with the reference that others share.
fn without_own_reference(value: &Value) -> Value {
    match value.as_ref() {
        Some(reference) if reference.refcount() <= 1 => reference.get(),
        _ => value.clone(),
    }
}

/// Dynamic properties that are public, all of them, and nothing that an array would hold otherwise.
fn is_plain_table(table: &PhpArray) -> bool {
    table.iter().all(|(key, value)| match key {
        KeyRef::Str(name) => !value.is_ref() && name.first().is_some_and(|first| first.is_ascii_alphabetic() || *first == b'_'),
        KeyRef::Int(_) => false,
    })
}

/// `(array) $object`: as [`properties_table`], numeric names become integer keys.
pub fn to_array(cx: &mut Cx, object: &PhpObject) -> PhpResult<PhpArray> {
    let table = properties_table(cx, object, Purpose::ArrayCast)?;
    let may_be_number = |name: &PhpStr| name.first().is_some_and(|first| first.is_ascii_digit() || *first == b'-');
    let is_number = |name: &PhpStr| may_be_number(name) && matches!(Key::from_bytes_numeric(name.as_bytes()), Key::Int(_));
    let numeric = table.bucket_data().iter().any(|bucket| matches!(bucket.key(), KeyRef::Str(name) if is_number(name)));
    if !numeric {
        return Ok(table);
    }
    let mut array = PhpArray::with_capacity(table.len());
    for (key, value) in table.iter() {
        match key {
            KeyRef::Str(name) => array.set(&Key::from_str(name.clone()), value.clone()),
            KeyRef::Int(number) => array.set_int(number, value.clone()),
        }
    }
    Ok(array)
}

/// Do properties mean what is stored, but for hooks and magic methods?
fn stores_plainly(object: &PhpObject) -> bool {
    let handlers = &class_of(object).object_handlers;
    handlers.properties.is_none()
        && handlers.read_property.is_none()
        && handlers.has_property.is_none()
        && handlers.elements_as_properties.is_none()
        && !lazy::is_lazy(object)
}

/// The value of a property as it is stored, where reading it would run nothing. `None`: there may be one all the same.
pub fn stored_value<'a>(object: &'a PhpObject, name: &PhpStr, scope: Option<&'static Class>) -> Option<&'a Value> {
    if !stores_plainly(object) {
        return None;
    }
    match lookup_prop(class_of(object), name.as_bytes(), scope) {
        PropLookup::Slot(property) => Some(object.slot(property.slot as usize)).filter(|value| !value.is_undef()),
        PropLookup::Dynamic => object.dynamic()?.get_str(name),
        _ => None,
    }
}

/// Nothing but `names`, which are in the order of the properties, are properties of an object that has no unset or uninitialised ones. False: it may
/// have others.
pub fn has_only(object: &PhpObject, names: &[PhpStr]) -> bool {
    let class = class_of(object);
    if !stores_plainly(object) || class.has_hooks || class.slots.len() > names.len() || object.slots().iter().any(Value::is_undef) {
        return false;
    }
    let declared = class.slots.iter().map(|slot| slot.property.name.as_bytes());
    let dynamic = object.dynamic().into_iter().flat_map(PhpArray::keys).map(|key| match key {
        KeyRef::Str(name) => name.as_bytes(),
        KeyRef::Int(_) => b"",
    });
    // Each is behind the one before.
    let mut names = names.iter();
    declared.chain(dynamic).all(|name| names.any(|known| known.as_bytes() == name))
}

/// What the table shows for an entry; `None` for properties that cannot be read.
fn entry_value(cx: &mut Cx, object: &PhpObject, entry: &TableEntry) -> PhpResult<Option<Value>> {
    if !entry.value.is_undef() {
        return Ok(Some(entry.shared_value()));
    }
    let Some(property) = entry.property else { return Ok(None) };
    if property.is_virtual() && property.get.is_none() {
        return Ok(None);
    }
    let access = Access::scoped(Some(property.class));
    // An uninitialised backing value is no error here.
    if property.get.is_none() && object.slot(property.slot as usize).is_undef() {
        return Ok(None);
    }
    read_prop(cx, object, &entry.name, &access, Fetch::Read).map(Some)
}

/// Is the entry what code in `scope` means by its name?
pub fn is_visible(class: &'static Class, entry: &TableEntry, scope: Option<&'static Class>) -> bool {
    match (lookup_prop(class, entry.name.as_bytes(), scope), entry.property) {
        (PropLookup::Slot(found) | PropLookup::Hooked(found), Some(property)) => {
            found.slot == property.slot && found.is_private() == property.is_private() && found.class.same(property.class)
        }
        (PropLookup::Slot(found) | PropLookup::Hooked(found) | PropLookup::Static(found), None) => {
            !found.is_private() && !found.is_protected()
        }
        (PropLookup::Dynamic, None) => true,
        // Mangled keys that came from a cast array.
        (PropLookup::BadName, None) => true,
        _ => false,
    }
}

/// `get_object_vars()`: what `scope` can see, by plain names; hooks are called.
pub fn visible_properties(cx: &mut Cx, object: &PhpObject, scope: Option<&'static Class>) -> PhpResult<PhpArray> {
    let class = class_of(object);
    if let Some(properties) = class.object_handlers.properties {
        return Ok(visible_part(class, &properties(cx, object)?, scope));
    }
    let object = lazy::init_lazy(cx, object)?;
    if class.slots.is_empty() && !class.has_hooks {
        let Some(table) = object.dynamic() else { return Ok(PhpArray::new()) };
        if is_plain_table(table) {
            return Ok(table.clone());
        }
    }
    let class = class_of(&object);
    let mut table = PhpArray::with_capacity(class.slots.len() + object.dynamic().map_or(0, PhpArray::len));
    let is_own_scope = scope.is_none_or(|scope| scope.same(class));
    let entries = if is_own_scope && !class.has_hooks && !lazy::is_lazy(&object) {
        // No two of the class's own properties have the same name, nor has a public one the name of another.
        let is_visible = |property: &Property| match scope {
            Some(_) => !property.is_private() || property.class.same(class),
            None => !property.is_private() && !property.is_protected(),
        };
        for (slot, value) in class.slots.iter().zip(object.slots()).filter(|(slot, value)| !value.is_undef() && is_visible(&slot.property))
        {
            table.append_new(KeyRef::Str(&slot.property.name.to_php()), without_own_reference(value));
        }
        dynamic_entries(&object)
    } else {
        declared_entries(&object, true)
    };
    for entry in entries {
        if !is_visible(class, &entry, scope) {
            continue;
        }
        if let Some(value) = entry_value(cx, &object, &entry)? {
            table.set(&Key::from_str(entry.name.clone()), value);
        }
    }
    Ok(table)
}

/// Of a table with mangled keys what `scope` can see, by plain names.
fn visible_part(class: &'static Class, table: &PhpArray, scope: Option<&'static Class>) -> PhpArray {
    let mut visible = PhpArray::new();
    for (key, value) in table.iter() {
        let KeyRef::Str(key) = key else {
            visible.set(&key.to_key(), value.clone());
            continue;
        };
        let name = match unmangle(key.as_bytes()) {
            (None, _) => Some(key.clone()),
            (Some(of), name) => match lookup_prop(class, name, scope) {
                PropLookup::Slot(found) | PropLookup::Hooked(found) if unmangle(mangled(found).as_bytes()).0 == Some(of) => {
                    Some(PhpStr::new(name))
                }
                _ => None,
            },
        };
        if let Some(name) = name {
            visible.set(&Key::from_str(name), value.clone());
        }
    }
    visible
}

/// What `var_dump()` shows.
pub fn debug_info(cx: &mut Cx, object: &PhpObject) -> PhpResult<PhpArray> {
    let class = class_of(object);
    if let Some(info) = class.magic.debug_info {
        let object = object.clone();
        let value = cx.call_method(&object, info, &[])?;
        return match value.deref() {
            value if value.is_null() => Ok(PhpArray::new()),
            value => match value.as_array() {
                Some(array) => Ok(array.clone()),
                None => Err(cx.fatal("__debuginfo() must return an array")),
            },
        };
    }
    if let Some(info) = class.object_handlers.debug_info {
        return info(cx, object);
    }
    if let Some(instance) = lazy::instance_of_proxy(object) {
        let mut table = PhpArray::new();
        table.set_bytes(b"instance", Value::object(instance));
        return Ok(table);
    }
    properties_table(cx, object, Purpose::Debug)
}
