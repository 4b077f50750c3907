//! Writes objects as maps that name their class, as PHP's own serialization methods (`__serialize()`, `__sleep()`) have it.

use ext_standard::serialization::objects::{
    INCOMPLETE_CLASS, INCOMPLETE_NAME, enum_case, incomplete_name, is_serializable, not_serializable,
};
use loxo_runtime::object::{self, Purpose};
use loxo_runtime::{Class, Cx, Func, Key, PhpArray, PhpObject, PhpResult, PhpStr, Value, class_of, convert};

use crate::encode::{Encoder, mark};
use crate::settings;

/// What is reported of a `__sleep()` that is wrong, under the name of the C function that does so.
const IN_SLEEP: &str = "msgpack_serialize_class";
const NO_NAMES: &str = "__sleep should return an array only containing the names of instance-variables to serialize";

impl Encoder {
    pub(crate) fn object(&mut self, cx: &mut Cx, object: &PhpObject, is_ref: bool) -> PhpResult<()> {
        let class = class_of(object);
        if class.is_enum() {
            self.bytes.map(2);
            self.mark(mark::ENUM);
            self.bytes.string(class.name.as_bytes());
            self.bytes.string(&enum_case(object));
            return Ok(());
        }
        if not_serializable(class) {
            let name = String::from_utf8_lossy(convert::class_name(class)).into_owned();
            return Err(cx.throw_exception(format!("Serialization of '{name}' is not allowed")));
        }
        if let Some(method) = class.magic.serialize {
            return self.by_magic(cx, object, method);
        }
        if is_serializable(cx, class) {
            return self.by_interface(cx, object);
        }
        let incomplete = class.name.as_bytes() == INCOMPLETE_CLASS;
        if let Some(method) = class.method(b"__sleep").filter(|_| !incomplete) {
            let names = self.outside(cx, |cx| settings::call_magic(cx, object, method))?;
            return match names.deref().as_array() {
                Some(names) => self.by_sleep(cx, object, names),
                None => {
                    self.outside(cx, |cx| settings::note(cx, "msgpack_serialize_object", NO_NAMES))?;
                    self.bytes.nil();
                    Ok(())
                }
            };
        }
        self.properties(cx, object, is_ref)
    }

    fn by_magic(&mut self, cx: &mut Cx, object: &PhpObject, method: &'static Func) -> PhpResult<()> {
        let class = class_of(object);
        let data = self.outside(cx, |cx| cx.call_method(object, method, &[]))?.clone_deref();
        if !data.is_array() {
            return Err(cx.type_error(format!("{}::__serialize() must return an array", class.name.to_php())));
        }
        self.bytes.map(2);
        self.class_name(class.name.as_bytes());
        self.bytes.nil();
        self.value(cx, &data)
    }

    fn by_interface(&mut self, cx: &mut Cx, object: &PhpObject) -> PhpResult<()> {
        let class = class_of(object);
        let data = self.outside(cx, |cx| cx.call_method_named(object, "serialize", &[]))?.unwrap_or(Value::NULL).clone_deref();
        match data.as_str() {
            Some(data) => {
                self.bytes.map(2);
                self.mark(mark::CUSTOM);
                self.bytes.string(class.name.as_bytes());
                self.bytes.short_string(data);
            }
            None if data.is_null() => self.bytes.nil(),
            None => {
                let name = class.name.to_php();
                return Err(cx.throw_exception(format!("{name}::serialize() must return a string or NULL")));
            }
        }
        Ok(())
    }

    /// The pair that says which class the map is of.
    fn class_name(&mut self, name: &[u8]) {
        self.bytes.nil();
        self.bytes.string(name);
    }

    /// The number of pairs is settled before the names are looked at, and without names there is no map at all. What is not a name is left
    /// out all the same: readers find such data too short. The C extension writes it so.
    fn by_sleep(&mut self, cx: &mut Cx, object: &PhpObject, names: &PhpArray) -> PhpResult<()> {
        let class = class_of(object);
        if names.is_empty() {
            return Ok(());
        }
        self.bytes.map(names.len() + 1);
        self.class_name(class.name.as_bytes());
        for name in names.values() {
            let Some(name) = name.deref().as_str() else {
                self.outside(cx, |cx| settings::note(cx, IN_SLEEP, NO_NAMES))?;
                continue;
            };
            let own = || PhpStr::concat(&[b"\0", class.name.as_bytes(), b"\0", name]);
            let protected = || PhpStr::concat(&[b"\0*\0", name]);
            let table = self.outside(cx, |cx| Table::of(cx, object))?;
            let found = [&|| name.clone(), &own as &dyn Fn() -> PhpStr, &protected].iter().find_map(|spelled| {
                let key = spelled();
                table.get(&key).map(|v| (key, v))
            });
            let (key, v) = match found {
                Some(found) => found,
                None => {
                    let text = [b"\"", name.as_bytes(), b"\" returned as member variable from __sleep() but does not exist"].concat();
                    self.outside(cx, |cx| settings::note(cx, IN_SLEEP, text))?;
                    (name.clone(), Value::NULL)
                }
            };
            self.bytes.string(&key);
            self.value(cx, &v)?;
        }
        Ok(())
    }

    fn properties(&mut self, cx: &mut Cx, object: &PhpObject, is_ref: bool) -> PhpResult<()> {
        let class = class_of(object);
        let incomplete = class.name.as_bytes() == INCOMPLETE_CLASS;
        let mut entries = self.outside(cx, |cx| Table::of(cx, object))?.into_all();
        entries.retain(|(_, v)| !v.is_undef());
        let mut n = entries.len();
        let mut name = PhpStr::new(class.name.as_bytes());
        if incomplete {
            name = incomplete_name(object).unwrap_or(name);
            // One less even if the name is not there; of nothing then, nothing is written.
            n = n.saturating_sub(1);
            entries.truncate(if n == 0 { 0 } else { entries.len() });
            entries.retain(|(key, _)| !matches!(key, Key::Str(key) if key.as_bytes() == INCOMPLETE_NAME));
        }
        let options = self.options;
        let keyed = options.php_only || !options.assoc;
        if !options.assoc && (!options.php_only || name.as_bytes() == b"stdClass") {
            self.bytes.map(n);
        } else if options.php_only {
            self.bytes.map(n + if is_ref { 2 } else { 1 });
            if is_ref {
                self.mark(mark::REFERENCE);
            }
            self.class_name(&name);
        } else {
            self.bytes.array(n);
        }
        for (key, v) in &entries {
            if keyed {
                self.key(key.as_ref());
            }
            self.element(cx, v)?;
        }
        Ok(())
    }
}

/// An object's properties under mangled names.
pub(crate) enum Table {
    /// Of a class that shows properties of its own making.
    Made(PhpArray),
    /// The slots, and what is beside them.
    Own(PhpObject),
}

impl Table {
    pub(crate) fn of(cx: &mut Cx, object: &PhpObject) -> PhpResult<Table> {
        let object_handlers = &class_of(object).object_handlers;
        if object_handlers.properties_for.is_some() || object_handlers.properties.is_some() {
            return object::properties_table(cx, object, Purpose::ArrayCast).map(Table::Made);
        }
        object::init_lazy(cx, object).map(Table::Own)
    }

    /// A property by its mangled name. One that is declared and has no value is there, and null.
    fn get(&self, key: &PhpStr) -> Option<Value> {
        let object = match self {
            Table::Made(table) => return table.get_str(key).cloned(),
            Table::Own(object) => object,
        };
        if let Some(property) = slot_named(class_of(object), key) {
            return Some(object.slot(property).clone());
        }
        object.dynamic()?.get_str(key).cloned()
    }

    /// All of them; undef is declared, and has no value.
    pub(crate) fn into_all(self) -> Vec<(Key, Value)> {
        let object = match self {
            Table::Made(table) => return table.iter().map(|(key, v)| (key.to_key(), v.clone())).collect(),
            Table::Own(object) => object,
        };
        let declared = class_of(&object).slots.iter().zip(object.slots());
        let mut entries: Vec<_> = declared.map(|(slot, v)| (Key::Str(object::mangled(&slot.property)), v.clone())).collect();
        if let Some(table) = object.dynamic() {
            entries.extend(table.iter().map(|(key, v)| (key.to_key(), v.clone())));
        }
        entries
    }
}

/// The slot of the property with that mangled name.
pub(crate) fn slot_named(class: &'static Class, key: &[u8]) -> Option<usize> {
    let (_, name) = object::unmangle(key);
    class.slots.iter().position(|slot| slot.property.name.as_bytes() == name && object::mangled(&slot.property).as_bytes() == key)
}
