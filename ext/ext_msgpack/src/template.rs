//! Values in the form of a template: lists become objects by position, maps by name.

use loxo_runtime::object::{self, Access};
use loxo_runtime::{Class, Cx, Key, PhpArray, PhpObject, PhpResult, PhpStr, Tag, Value, class_of, stack};
use rustc_hash::FxHashSet;

use crate::settings::{self, message};
use crate::store::{Table, slot_named};

/// The C functions that tell what is wrong here.
const IN_ARRAY: &str = "msgpack_convert_array";
const IN_OBJECT: &str = "msgpack_convert_object";
const IN_POSITION: &str = "msgpack_convert_long_to_properties";
const SKIPPED: &str = "illegal offset type, skip this decoding";

type Convert = fn(&mut Cx, &Value, &Value) -> PhpResult<Option<Value>>;

/// The value in the form of an array, an object or a class; `None` if it does not fit, which has been reported.
pub(crate) fn convert(cx: &mut Cx, template: &Value, v: &Value) -> PhpResult<Option<Value>> {
    match template.tag() {
        Tag::Array => to_array(cx, template, v),
        Tag::String | Tag::Object => to_object(cx, template, v),
        _ => Err(cx.fatal(message("msgpack_convert_template", b"Template type is unsupported"))),
    }
}

fn fail(cx: &mut Cx, place: &str, text: &str) -> PhpResult<Option<Value>> {
    settings::warn(cx, place, text).map(|()| None)
}

/// Elements or properties; `None` of what has none.
fn entries(cx: &mut Cx, v: &Value) -> PhpResult<Option<Vec<(Key, Value)>>> {
    match (v.as_array(), v.as_object()) {
        (Some(array), _) => Ok(Some(array.iter().map(|(key, v)| (key.to_key(), v.clone())).collect())),
        (_, Some(object)) => Table::of(cx, object).map(|table| Some(table.into_all())),
        _ => Ok(None),
    }
}

fn to_array(cx: &mut Cx, template: &Value, v: &Value) -> PhpResult<Option<Value>> {
    if stack::exhausted() {
        return Err(cx.throw_error("Maximum call stack size reached. Infinite recursion?"));
    }
    let Some(template) = template.as_array().cloned() else { return fail(cx, IN_ARRAY, "template is not array") };
    let Some((_, first)) = template.first() else { return fail(cx, IN_ARRAY, "template array length is 0") };
    if i64::try_from(template.len()).ok() == Some(template.next_free()) {
        let each: Option<Convert> = match first.tag() {
            Tag::Array => Some(to_array),
            Tag::Object | Tag::String => Some(to_object),
            _ => None,
        };
        return to_list(cx, first, each, v);
    }
    let Some(entries) = entries(cx, v)? else { return fail(cx, IN_ARRAY, "input data is not array") };
    let mut entries = entries.into_iter();
    let mut made = PhpArray::new();
    for (key, form) in template.iter() {
        let v = entries.next().map(|(_, v)| v);
        // By position: elements of the template under numbers pass one over.
        let Key::Str(key) = key.to_key() else { continue };
        let Some(v) = v else { return fail(cx, IN_ARRAY, "can't get data") };
        let v = match form.tag() {
            Tag::Array => to_array(cx, form, &v)?,
            Tag::Object => to_object(cx, form, &v)?,
            _ => Some(if v.is_undef() { Value::NULL } else { v }),
        };
        let Some(v) = v else { return Ok(None) };
        made.set_sym(&key, v);
    }
    Ok(Some(made.into()))
}

/// Every element in the form of the template's first.
fn to_list(cx: &mut Cx, form: &Value, each: Option<Convert>, v: &Value) -> PhpResult<Option<Value>> {
    let Some(array) = v.as_array() else { return fail(cx, IN_ARRAY, "unserialized data must be array.") };
    if array.is_empty() {
        return fail(cx, IN_ARRAY, "array length is 0 in unserialized data");
    }
    let mut made = PhpArray::new();
    for (key, v) in array {
        if !key.is_int() {
            return fail(cx, IN_ARRAY, "key is string");
        }
        let v = match each {
            Some(convert) => convert(cx, form, v)?,
            None => Some(v.clone()),
        };
        let Some(v) = v else { return fail(cx, IN_ARRAY, "convert failure in HASH_KEY_IS_LONG in indexed array") };
        let _ = made.push(v);
    }
    Ok(Some(made.into()))
}

/// The value as an object of the template's class, or of the class that the template names.
pub(crate) fn to_object(cx: &mut Cx, template: &Value, v: &Value) -> PhpResult<Option<Value>> {
    if stack::exhausted() {
        return Err(cx.throw_error("Maximum call stack size reached. Infinite recursion?"));
    }
    let class = match (template.as_str(), template.as_object()) {
        (Some(name), _) => match cx.class(name)? {
            Some(class) => class,
            None => {
                let text = [b"Class '", name.as_bytes(), b"' not found"].concat();
                return Err(cx.fatal(message(IN_OBJECT, &text)));
            }
        },
        (_, Some(object)) => class_of(object),
        _ => return Err(cx.fatal(message(IN_OBJECT, b"object type is unsupported"))),
    };
    if v.as_object().is_some_and(|object| class_of(object).name == class.name) {
        return Ok(Some(v.clone()));
    }
    let made = object::instantiate(cx, class)?;
    if let Some(constructor) = class.magic.constructor.filter(|func| is_public(func)) {
        cx.call_method(&made, constructor, &[])?;
    }
    let Some(array) = v.as_array() else {
        let mut positions = Positions::of(cx, &made)?;
        if !positions.put(cx, &made, 0, v, None)? {
            settings::warn(cx, IN_OBJECT, SKIPPED)?;
        }
        return Ok(Some(Value::object(made)));
    };
    if array.is_empty() {
        return Ok(Some(Value::object(made)));
    }
    let properties = Table::of(cx, &made)?.into_all();
    let fits = i64::try_from(array.len()).ok() == Some(array.next_free()) && array.len() == properties.len();
    let done = if fits { by_position(cx, class, &made, properties, array)? } else { by_name(cx, template, &made, array)? };
    Ok(done.then(|| Value::object(made)))
}

fn is_public(func: &loxo_runtime::Func) -> bool {
    !func.flags.has(loxo_runtime::FnFlags::PRIVATE) && !func.flags.has(loxo_runtime::FnFlags::PROTECTED)
}

fn update(cx: &mut Cx, class: &'static Class, object: &PhpObject, name: &PhpStr, v: Value) -> PhpResult<()> {
    object::write_prop(cx, object, name, v, &Access::scoped(Some(class))).map(drop)
}

/// As many elements as there are properties: one for each.
fn by_position(cx: &mut Cx, class: &'static Class, object: &PhpObject, properties: Vec<(Key, Value)>, array: &PhpArray) -> PhpResult<bool> {
    // A form that one property has is that of those behind it, unless they have another.
    let mut convert: Option<Convert> = None;
    for (number, (key, default)) in (0..).zip(properties) {
        let Key::Str(key) = key else { continue };
        let v = array.get_int(number).cloned().unwrap_or(Value::NULL);
        match default.tag() {
            Tag::Array => convert = Some(to_array),
            Tag::Object => convert = Some(to_object),
            _ => {}
        }
        let Some(convert) = convert else {
            let (_, name) = object::unmangle(&key);
            update(cx, class, object, &PhpStr::new(name), v)?;
            continue;
        };
        let Some(v) = convert(cx, &default, &v)? else {
            settings::warn(cx, IN_OBJECT, "convert failure in convert_object")?;
            return Ok(false);
        };
        // By the mangled name, which only public ones can be written by.
        update(cx, class, object, &key, v)?;
    }
    Ok(true)
}

/// Names first, then numbers for the properties that are left.
fn by_name(cx: &mut Cx, template: &Value, object: &PhpObject, array: &PhpArray) -> PhpResult<bool> {
    let class = class_of(object);
    let mut named = FxHashSet::default();
    for (key, v) in array {
        let Key::Str(name) = key.to_key() else { continue };
        let own = PhpStr::concat(&[b"\0", class.name.as_bytes(), b"\0", &name]);
        let protected = PhpStr::concat(&[b"\0*\0", &name]);
        if slot_named(class, &own).is_some() || slot_named(class, &protected).is_some() {
            update(cx, class, object, &name, v.clone())?;
        } else {
            let access = Access::of(cx);
            object::write_prop(cx, object, &name, v.clone(), &access)?;
            // Public ones are written, and warned of all the same.
            settings::warn(cx, IN_OBJECT, SKIPPED)?;
        }
        named.insert(name);
    }
    let mut positions = match template.as_object() {
        Some(template) => Positions::of(cx, template)?,
        None => Positions::of(cx, object)?,
    };
    for (key, v) in array {
        if let Key::Int(number) = key.to_key()
            && !positions.put(cx, object, number as u32, v, Some(&named))?
        {
            settings::warn(cx, IN_OBJECT, SKIPPED)?;
        }
    }
    Ok(true)
}

/// Properties that wait for a value.
struct Positions {
    keys: Vec<Key>,
    at: usize,
}

impl Positions {
    fn of(cx: &mut Cx, object: &PhpObject) -> PhpResult<Positions> {
        let keys = Table::of(cx, object)?.into_all().into_iter().map(|(key, _)| key).collect();
        Ok(Positions { keys, at: 0 })
    }

    /// Sets the next property that is not among those named already; without any, one whose name is the number.
    fn put(&mut self, cx: &mut Cx, object: &PhpObject, number: u32, v: &Value, named: Option<&FxHashSet<PhpStr>>) -> PhpResult<bool> {
        let class = class_of(object);
        while let Some(Key::Str(key)) = self.keys.get(self.at) {
            let name = PhpStr::new(object::unmangle(key).1);
            let is_declared = slot_named(class, key).is_some();
            let default = object.dynamic().and_then(|table| table.get_str(key).cloned());
            if named.is_some_and(|named| named.contains(&name)) || !is_declared && default.is_none() {
                self.at += 1;
                continue;
            }
            // Only what the constructor added has a form.
            let v = match default.as_ref().filter(|_| !is_declared).map(|default| (default.tag(), default)) {
                // The C extension looks for the value under a number that it has not set.
                Some((Tag::Array, _)) => fail(cx, IN_POSITION, "can't get data value by index")?,
                Some((Tag::Object, default)) => to_object(cx, default, v)?,
                _ => Some(v.clone()),
            };
            let Some(v) = v else { return Ok(false) };
            self.at += 1;
            update(cx, class, object, &name, v)?;
            return Ok(true);
        }
        self.at = self.keys.len();
        let access = Access::of(cx);
        object::write_prop(cx, object, &PhpStr::from(number.to_string()), v.clone(), &access)?;
        Ok(true)
    }
}
