//! The writer of the format behind `serialize()`.

use loxo_runtime::{Class, Cx, KeyRef, PhpArray, PhpObject, PhpResult, PhpStr, StrBuilder, Tag, Value, convert, object, stack, value};
use rustc_hash::FxHashMap;

use crate::TOO_DEEP;
use crate::incomplete::{INCOMPLETE_CLASS, INCOMPLETE_NAME, incomplete_name};
use crate::objects::enum_case;
use loxo_runtime::Short;

/// `serialize()`
pub fn serialize(cx: &mut Cx, value: &Value) -> PhpResult<PhpStr> {
    let mut writer = Writer::default();
    writer.root(cx, value)?;
    Ok(writer.out.finish())
}

#[derive(Default)]
pub(crate) struct Writer {
    pub(crate) out: StrBuilder,
    /// Address of objects and references → their number; 0 for objects that could not be stored.
    seen: FxHashMap<usize, usize>,
    /// Keeps what `seen` knows by address alive.
    held: Vec<Value>,
    /// Number of values so far.
    count: usize,
}

impl Writer {
    fn int(&mut self, n: i64) {
        self.out.push_bytes(b"i:");
        self.out.push_int(n);
        self.out.push(b';');
    }

    fn string(&mut self, s: &[u8]) {
        self.out.push_bytes(b"s:");
        self.counted(s);
        self.out.push(b';');
    }

    /// `length:"bytes"`
    fn counted(&mut self, s: &[u8]) {
        self.out.push_int(s.len() as i64);
        self.out.push_bytes(b":\"");
        self.out.push_bytes(s);
        self.out.push(b'"');
    }

    /// The number under which the value was stored before, if it can be referred to and was.
    fn earlier(&mut self, cx: &Cx, v: &Value, shared: bool) -> Option<usize> {
        self.count += 1;
        let is_ref = v.is_ref();
        // References to objects are their objects.
        let address = match (v.deref().as_object(), v.as_ref()) {
            (Some(object), None) if !shared && object.refcount() == 1 && !may_come_again(cx, object) => return None,
            (Some(object), _) => object.header_ptr() as usize,
            (None, Some(reference)) => reference.header_ptr() as usize,
            (None, None) => return None,
        };
        match self.seen.get(&address) {
            Some(number) => {
                if is_ref && *number != 0 {
                    self.count -= 1;
                }
                Some(*number)
            }
            None => {
                self.seen.insert(address, self.count);
                self.held.push(v.clone());
                None
            }
        }
    }

    /// The value itself, which the caller has as well.
    pub(crate) fn root(&mut self, cx: &mut Cx, v: &Value) -> PhpResult<()> {
        let shared = !v.is_array();
        self.value(cx, v, shared)
    }

    /// `shared`: what it is in has more than one owner, so it may be met again though it has only one.
    fn value(&mut self, cx: &mut Cx, v: &Value, shared: bool) -> PhpResult<()> {
        if stack::exhausted() {
            return Err(cx.throw_error(TOO_DEEP));
        }
        if let Some(number) = self.earlier(cx, v, shared) {
            match number {
                0 => self.out.push_bytes(b"N;"),
                n => {
                    self.out.push_bytes(if v.is_ref() { b"R:" } else { b"r:" });
                    self.out.push_int(n as i64);
                    self.out.push(b';');
                }
            }
            return Ok(());
        }
        let v = v.deref();
        match v.tag() {
            Tag::False => self.out.push_bytes(b"b:0;"),
            Tag::True => self.out.push_bytes(b"b:1;"),
            Tag::Int => self.int(v.as_int().unwrap_or(0)),
            Tag::Float => {
                let mut text = Vec::new();
                value::number::write_double(&mut text, v.as_float().unwrap_or(0.0), cx.serialize_precision);
                self.out.push_bytes(b"d:");
                self.out.push_bytes(&text);
                self.out.push(b';');
            }
            Tag::String => self.string(v.as_bytes().unwrap_or_default()),
            Tag::Array => {
                let Some(array) = v.as_array() else { return Ok(()) };
                let shared = shared || (self.count > 1 && array.refcount() > 1);
                self.out.push_bytes(b"a:");
                self.table(cx, &array.clone(), shared)?;
            }
            Tag::Object => {
                let Some(object) = v.as_object().cloned() else { return Ok(()) };
                self.object(cx, &object)?;
            }
            // A resource cannot be kept.
            Tag::Resource => self.out.push_bytes(b"i:0;"),
            _ => self.out.push_bytes(b"N;"),
        }
        Ok(())
    }

    /// `count:{keys and values}`
    fn table(&mut self, cx: &mut Cx, table: &PhpArray, shared: bool) -> PhpResult<()> {
        self.out.push_int(table.len() as i64);
        self.out.push_bytes(b":{");
        for (key, v) in table {
            match key {
                KeyRef::Int(n) => self.int(n),
                KeyRef::Str(s) => self.string(s),
            }
            let v = if v.as_ref().is_some_and(|r| r.refcount() == 1) { v.deref() } else { v };
            self.value(cx, v, shared)?;
        }
        self.out.push(b'}');
        Ok(())
    }

    /// The same of an object's properties.
    fn entries(&mut self, cx: &mut Cx, entries: &[object::TableEntry]) -> PhpResult<()> {
        self.out.push_int(entries.len() as i64);
        self.out.push_bytes(b":{");
        for entry in entries {
            match entry.property {
                Some(property) if property.is_private() || property.is_protected() => self.string(&entry.key()),
                _ => self.string(&entry.name),
            }
            let shared = entry.value.as_ref().is_some_and(|reference| reference.refcount() > 2);
            self.value(cx, if shared { &entry.value } else { entry.value.deref() }, true)?;
        }
        self.out.push(b'}');
        Ok(())
    }

    fn class_head(&mut self, kind: u8, class: &[u8]) {
        self.out.push(kind);
        self.out.push(b':');
        self.counted(class);
        self.out.push(b':');
    }

    fn object(&mut self, cx: &mut Cx, object: &PhpObject) -> PhpResult<()> {
        let class = cx.class_of(object);
        if class.is_enum() {
            let name = [class.name.as_bytes(), b":", &enum_case(object)].concat();
            self.out.push_bytes(b"E:");
            self.counted(&name);
            self.out.push(b';');
            return Ok(());
        }
        if not_serializable(class) {
            let name = String::from_utf8_lossy(convert::class_name(class)).into_owned();
            return Err(cx.throw_exception(format!("Serialization of '{name}' is not allowed")));
        }
        if let Some(method) = class.magic.serialize {
            return self.by_magic(cx, object, method);
        }
        if class.is_subclass_of(cx.builtin_class("Serializable")) {
            return self.by_interface(cx, object);
        }
        if let Some(method) = class.method(b"__sleep") {
            return self.by_sleep(cx, object, method);
        }
        if shows_slots(class) && !object::is_lazy(object) {
            self.class_head(b'O', class.name.as_bytes());
            return self.entries(cx, &object::declared_entries(object, false));
        }
        let mut properties = object::properties_table(cx, object, object::Purpose::Serialize)?;
        let name = match class.name.as_bytes() {
            INCOMPLETE_CLASS => {
                let name = incomplete_name(object);
                properties.remove_bytes(INCOMPLETE_NAME);
                name.unwrap_or_else(|| PhpStr::new(INCOMPLETE_CLASS))
            }
            name => PhpStr::new(name),
        };
        self.class_head(b'O', &name);
        self.table(cx, &properties, true)
    }

    fn by_magic(&mut self, cx: &mut Cx, object: &PhpObject, method: &'static loxo_runtime::Func) -> PhpResult<()> {
        let class = cx.class_of(object);
        let data = cx.call_method(object, method, &[])?;
        let Some(data) = data.as_array() else {
            let name = class.name.to_php();
            return Err(cx.type_error(format!("{name}::__serialize() must return an array")));
        };
        self.class_head(b'O', class.name.as_bytes());
        // The array lives as long as the writer: what is in it may be referred to later.
        self.held.push(data.into());
        self.table(cx, data, true)
    }

    fn by_interface(&mut self, cx: &mut Cx, object: &PhpObject) -> PhpResult<()> {
        let class = cx.class_of(object);
        let data = cx.call_method_named(object, "serialize", &[])?.unwrap_or(Value::NULL);
        match data.as_str() {
            Some(data) => {
                self.class_head(b'C', class.name.as_bytes());
                self.out.push_int(data.len() as i64);
                self.out.push_bytes(b":{");
                self.out.push_bytes(data);
                self.out.push(b'}');
            }
            None if data.is_null() => {
                self.forget(object);
                self.out.push_bytes(b"N;");
            }
            None => {
                let name = class.name.to_php();
                return Err(cx.throw_exception(format!("{name}::serialize() must return a string or NULL")));
            }
        }
        Ok(())
    }

    /// Later mentions of the object become null as well.
    fn forget(&mut self, object: &PhpObject) {
        self.seen.insert(object.header_ptr() as usize, 0);
    }

    fn by_sleep(&mut self, cx: &mut Cx, object: &PhpObject, method: &'static loxo_runtime::Func) -> PhpResult<()> {
        let class = cx.class_of(object);
        let names = cx.call_method(object, method, &[])?;
        let complaint = format!(
            "{}::__sleep() should return an array only containing the names of instance-variables to serialize",
            class.name.to_php()
        );
        let Some(names) = names.deref().as_array().cloned() else {
            cx.warn(&complaint)?;
            self.forget(object);
            self.out.push_bytes(b"N;");
            return Ok(());
        };
        let all = object::properties_table(cx, object, object::Purpose::Serialize)?;
        let mut chosen = PhpArray::with_capacity(names.len());
        for name in names.values() {
            if !name.deref().is_string() {
                cx.warn(&complaint)?;
            }
            let name = cx.str_of(name)?;
            choose(cx, object, &all, &name, &mut chosen)?;
        }
        self.class_head(b'O', class.name.as_bytes());
        self.table(cx, &chosen, true)
    }
}

/// Are the properties of such objects what is in their slots and beside them?
fn shows_slots(class: &Class) -> bool {
    let object_handlers = &class.object_handlers;
    object_handlers.properties_for.is_none() && object_handlers.properties.is_none() && class.name.as_bytes() != INCOMPLETE_CLASS
}

/// The object may be met again though it has one owner: methods that run while it is stored may make others, and that owner may be its own property in
/// a table that an array shares.
fn may_come_again(cx: &Cx, object: &PhpObject) -> bool {
    let class = cx.class_of(object);
    class.magic.serialize.is_some() || class.method(b"__sleep").is_some() || object.dynamic().is_some_and(|table| table.refcount() > 1)
}

/// Adds the property that `__sleep()` names: public, own private, or protected.
fn choose(cx: &mut Cx, object: &PhpObject, all: &PhpArray, name: &PhpStr, chosen: &mut PhpArray) -> PhpResult<()> {
    let class = cx.class_of(object);
    let spellings = [name.clone(), PhpStr::concat(&[b"\0", class.name.as_bytes(), b"\0", name]), PhpStr::concat(&[b"\0*\0", name])];
    let found = spellings.iter().find_map(|key| Some((key, all.get_str(key)?)));
    if let Some((key, v)) = found {
        if !chosen.insert_new(KeyRef::Str(key), v.clone()) {
            return cx.warn(&format!("\"{name}\" is returned from __sleep() multiple times"));
        }
        return Ok(());
    }
    // Typed and without a value yet: left out silently.
    if class.slots.iter().any(|slot| slot.property.ty.is_some() && slot.property.name.as_bytes() == name.as_bytes()) {
        return Ok(());
    }
    cx.warn(&format!("\"{name}\" returned as member variable from __sleep() but does not exist"))
}

/// Closures, generators and the like.
pub fn not_serializable(class: &Class) -> bool {
    class.object_handlers.no_serialize || class.name.as_bytes().starts_with(b"class@anonymous") || class.name.as_bytes().contains(&0)
}
