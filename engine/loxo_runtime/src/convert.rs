//! Conversions between PHP's types, with the diagnostics that belong to them.
//!
//! Every function looks through references. [`crate::ObjectHandlers::cast`] is asked with the tag of the wanted type; `Tag::True` stands for
//! `bool`, and `Tag::Undef` for "a number, int or float", as arithmetic wants it.

use std::sync::LazyLock;

use loxo_value::number::{self, Numeric};
use loxo_value::{IStr, Key, PhpArray, PhpObject, PhpStr, Tag, Value};

pub use crate::display::{class_name, class_text, shown_name, type_name, value_name};
use crate::{Cx, PhpResult, class_of};

/// `get_debug_type()`
pub fn debug_type(v: &Value) -> PhpStr {
    let v = v.deref();
    match v.tag() {
        Tag::Object => debug_class_name(v),
        Tag::Resource => {
            let name = v.as_resource().map_or("", |r| if r.is_closed() { "closed" } else { r.type_name() });
            PhpStr::concat(&[b"resource (", name.as_bytes(), b")"])
        }
        _ => {
            static WORDS: Words = LazyLock::new(|| words(Value::type_name));
            word(&WORDS, v, Value::type_name)
        }
    }
}

/// `gettype()`
pub fn type_word(v: &Value) -> PhpStr {
    static WORDS: Words = LazyLock::new(|| words(Value::gettype_name));
    word(&WORDS, v.deref(), Value::gettype_name)
}

/// Names of types that are known by the tag alone.
type Words = LazyLock<[Option<IStr>; 16]>;

fn words(name: fn(&Value) -> &'static str) -> [Option<IStr>; 16] {
    let mut words = [None; 16];
    for v in [Value::NULL, Value::FALSE, Value::TRUE, Value::int(0), Value::float(0.0), Value::EMPTY_STRING, Value::EMPTY_ARRAY] {
        words[v.tag() as usize & 15] = Some(IStr::new(name(&v).as_bytes()));
    }
    words
}

fn word(words: &'static Words, v: &Value, name: fn(&Value) -> &'static str) -> PhpStr {
    words[v.tag() as usize & 15].map_or_else(|| PhpStr::interned(name(v).as_bytes()), IStr::to_php)
}

fn debug_class_name(v: &Value) -> PhpStr {
    v.as_object().map_or(PhpStr::empty(), |o| PhpStr::new(class_name(class_of(o))))
}

/// Truth. Almost always [`Value::to_bool`]; the exceptions are builtin classes with a cast of their own.
#[inline]
pub fn to_bool(cx: &mut Cx, v: &Value) -> PhpResult<bool> {
    match v.deref().as_object() {
        None => Ok(v.to_bool()),
        Some(o) => object_to_bool(cx, o),
    }
}

#[cold]
fn object_to_bool(cx: &mut Cx, object: &PhpObject) -> PhpResult<bool> {
    Ok(cast_object(cx, object, Tag::True)?.is_none_or(|v| v.to_bool()))
}

/// What the class itself makes of a cast; `None`: nothing special.
pub(crate) fn cast_object(cx: &mut Cx, object: &PhpObject, tag: Tag) -> PhpResult<Option<Value>> {
    match class_of(object).object_handlers.cast {
        Some(cast) => cast(cx, object, tag),
        None => Ok(None),
    }
}

/// `(int)`
#[inline]
pub fn to_int(cx: &mut Cx, v: &Value) -> PhpResult<i64> {
    match v.as_int() {
        Some(n) => Ok(n),
        None => to_int_slow(cx, v),
    }
}

fn to_int_slow(cx: &mut Cx, v: &Value) -> PhpResult<i64> {
    let v = v.deref();
    match v.tag() {
        Tag::Object => {
            let Some(object) = v.as_object().cloned() else { return Ok(1) };
            let cast = cast_object(cx, &object, Tag::Int)?;
            match cast.as_ref().and_then(Value::as_int) {
                Some(n) => Ok(n),
                None => object_is_no_number(cx, &object, "int").map(|()| 1),
            }
        }
        _ => Ok(scalar_to_int(v)),
    }
}

/// `(int)` of anything but an object (those are 1): nothing to report, nothing to run.
pub fn scalar_to_int(v: &Value) -> i64 {
    let v = v.deref();
    match v.tag() {
        Tag::Int => v.as_int().unwrap_or(0),
        Tag::Float => number::float_to_int(v.as_float().unwrap_or(0.0)),
        Tag::String => v.as_str().map_or(0, |s| number::str_to_int(s)),
        Tag::Array => v.as_array().map_or(0, |a| i64::from(!a.is_empty())),
        Tag::Resource => v.as_resource().map_or(0, |r| r.id()),
        Tag::True | Tag::Object => 1,
        _ => 0,
    }
}

#[cold]
fn object_is_no_number(cx: &mut Cx, object: &PhpObject, to: &str) -> PhpResult<()> {
    let class = class_text(class_of(object));
    cx.warning(format!("Object of class {class} could not be converted to {to}"));
    cx.check()
}

/// `(float)`
#[inline]
pub fn to_float(cx: &mut Cx, v: &Value) -> PhpResult<f64> {
    match v.as_float() {
        Some(d) => Ok(d),
        None => to_float_slow(cx, v),
    }
}

fn to_float_slow(cx: &mut Cx, v: &Value) -> PhpResult<f64> {
    let v = v.deref();
    match v.tag() {
        Tag::Object => {
            let Some(object) = v.as_object().cloned() else { return Ok(1.0) };
            let cast = cast_object(cx, &object, Tag::Float)?;
            match cast.as_ref().and_then(Value::as_float) {
                Some(d) => Ok(d),
                None => object_is_no_number(cx, &object, "float").map(|()| 1.0),
            }
        }
        _ => Ok(scalar_to_float(v)),
    }
}

/// `(float)` of anything but an object (those are 1).
pub fn scalar_to_float(v: &Value) -> f64 {
    let v = v.deref();
    match v.tag() {
        Tag::Float => v.as_float().unwrap_or(0.0),
        Tag::String => v.as_str().map_or(0.0, |s| number::str_to_float(s)),
        _ => scalar_to_int(v) as f64,
    }
}

/// `(string)`. Arrays warn, objects are asked, and throw an Error if they have no answer.
#[inline]
pub fn to_string(cx: &mut Cx, v: &Value) -> PhpResult<PhpStr> {
    match v.as_str() {
        Some(s) => Ok(s.clone()),
        None => to_string_slow(cx, v),
    }
}

fn to_string_slow(cx: &mut Cx, v: &Value) -> PhpResult<PhpStr> {
    let v = v.deref();
    match v.tag() {
        Tag::Array => {
            cx.warning("Array to string conversion");
            cx.check()?;
            Ok(PhpStr::interned(b"Array"))
        }
        Tag::Object => {
            let Some(object) = v.as_object().cloned() else { return Ok(PhpStr::empty()) };
            match object_to_string(cx, &object)? {
                Some(s) => Ok(s),
                None => Err(object_is_no_string(cx, &object)),
            }
        }
        _ => Ok(scalar_to_string(v, cx.precision)),
    }
}

/// `(string)` of anything but arrays and objects; those give `Array` and `Object`.
pub fn scalar_to_string(v: &Value, precision: i32) -> PhpStr {
    let v = v.deref();
    match v.tag() {
        Tag::Undef | Tag::Null | Tag::False => PhpStr::empty(),
        Tag::True => PhpStr::byte(b'1'),
        Tag::Int => number::int_to_string(v.as_int().unwrap_or(0)),
        Tag::Float => number::double_to_string(v.as_float().unwrap_or(0.0), precision),
        Tag::String => v.as_str().cloned().unwrap_or_default(),
        Tag::Resource => PhpStr::from(format!("Resource id #{}", v.as_resource().map_or(0, |r| r.id()))),
        Tag::Array => PhpStr::interned(b"Array"),
        Tag::Object | Tag::Reference => PhpStr::interned(b"Object"),
    }
}

/// What an object gives as a string: its class's own cast, else `__toString()`; `None` if it has neither.
pub fn object_to_string(cx: &mut Cx, object: &PhpObject) -> PhpResult<Option<PhpStr>> {
    if let Some(v) = cast_object(cx, object, Tag::String)? {
        return Ok(v.as_str().cloned());
    }
    let class = class_of(object);
    let Some(method) = class.magic.to_string else { return Ok(None) };
    let result = cx.call_method(object, method, &[])?;
    match result.deref().as_str() {
        Some(s) => Ok(Some(s.clone())),
        None => {
            let name = class_text(class);
            Err(cx.throw_error(format!("Method {name}::__toString() must return a string value")))
        }
    }
}

#[cold]
fn object_is_no_string(cx: &mut Cx, object: &PhpObject) -> crate::Thrown {
    let class = class_text(class_of(object));
    cx.throw_error(format!("Object of class {class} could not be converted to string"))
}

/// A float in messages: the shortest text that reads back as it.
pub fn float_repr(d: f64) -> String {
    number::double_to_string(d, -1).to_str_lossy().into_owned()
}

/// The operand of arithmetic as int or float. `None`: unsupported (the operator throws its TypeError).
pub fn to_number(cx: &mut Cx, v: &Value) -> PhpResult<Option<Value>> {
    let v = v.deref();
    Ok(match v.tag() {
        Tag::Int | Tag::Float => Some(v.clone()),
        Tag::Undef | Tag::Null | Tag::False => Some(Value::int(0)),
        Tag::True => Some(Value::int(1)),
        Tag::String => {
            let Some(parsed) = v.as_str().and_then(|s| number::parse_numeric(s)) else { return Ok(None) };
            if parsed.trailing_data {
                non_numeric(cx)?;
            }
            Some(numeric_value(parsed.number))
        }
        Tag::Object => {
            let Some(object) = v.as_object().cloned() else { return Ok(None) };
            cast_object(cx, &object, Tag::Undef)?.filter(|v| v.is_int() || v.is_float())
        }
        Tag::Array | Tag::Resource | Tag::Reference => None,
    })
}

/// The value of what was read from a string.
pub fn numeric_value(n: Numeric) -> Value {
    match n {
        Numeric::Int(n) => Value::int(n),
        Numeric::Float(d) => Value::float(d),
    }
}

#[cold]
fn non_numeric(cx: &mut Cx) -> PhpResult<()> {
    cx.warning("A non-numeric value encountered");
    cx.check()
}

/// The operand of an integer operator (`%`, `<<`, `|`...). `None`: unsupported.
pub fn to_int_operand(cx: &mut Cx, v: &Value) -> PhpResult<Option<i64>> {
    let v = v.deref();
    match v.tag() {
        Tag::Int => Ok(v.as_int()),
        Tag::Float => float_to_int_checked(cx, v.as_float().unwrap_or(0.0)).map(Some),
        Tag::String => {
            let Some(s) = v.as_str().cloned() else { return Ok(None) };
            let Some(parsed) = number::parse_numeric(&s) else { return Ok(None) };
            if parsed.trailing_data {
                non_numeric(cx)?;
            }
            match parsed.number {
                Numeric::Int(n) => Ok(Some(n)),
                Numeric::Float(d) => {
                    let n = number::float_to_int_saturating(d);
                    if n as f64 != d {
                        cx.deprecated(lossy_string(&s));
                        cx.check()?;
                    }
                    Ok(Some(n))
                }
            }
        }
        Tag::Object => {
            let Some(object) = v.as_object().cloned() else { return Ok(None) };
            Ok(cast_object(cx, &object, Tag::Int)?.and_then(|v| v.as_int()))
        }
        Tag::Array | Tag::Resource | Tag::Reference => Ok(None),
        _ => Ok(Some(scalar_to_int(v))),
    }
}

fn lossy_string(s: &PhpStr) -> Vec<u8> {
    [b"Implicit conversion from float-string \"", s.as_bytes(), b"\" to int loses precision"].concat()
}

/// A float used as an int where a fraction or too large a number is deprecated.
#[inline]
pub fn float_to_int_checked(cx: &mut Cx, d: f64) -> PhpResult<i64> {
    if !number::float_is_int(d) {
        lossy_float(cx, d)?;
    }
    Ok(number::float_to_int(d))
}

/// The deprecation for a float that loses its fraction.
#[cold]
pub fn lossy_float(cx: &mut Cx, d: f64) -> PhpResult<()> {
    cx.deprecated(format!("Implicit conversion from float {} to int loses precision", float_repr(d)));
    cx.check()
}

/// The deprecation for a numeric string that loses its fraction.
#[cold]
pub fn lossy_numeric_string(cx: &mut Cx, s: &PhpStr) -> PhpResult<()> {
    cx.deprecated(lossy_string(s));
    cx.check()
}

/// What is being done with an offset, for its error messages.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OffsetUse {
    /// Read or written.
    Access,
    /// `isset`, `empty`, `??`.
    Isset,
    Unset,
}

/// The key that a value is as an offset of an array.
#[inline]
pub fn offset_key(cx: &mut Cx, v: &Value) -> PhpResult<Key> {
    offset_key_for(cx, v, OffsetUse::Access)
}

/// The same inside of `isset` and the like.
#[inline]
pub fn offset_key_isset(cx: &mut Cx, v: &Value) -> PhpResult<Key> {
    offset_key_for(cx, v, OffsetUse::Isset)
}

/// The same for `unset`.
#[inline]
pub fn offset_key_unset(cx: &mut Cx, v: &Value) -> PhpResult<Key> {
    offset_key_for(cx, v, OffsetUse::Unset)
}

/// The same for any use.
#[inline]
pub fn offset_key_for(cx: &mut Cx, v: &Value, offset_use: OffsetUse) -> PhpResult<Key> {
    match v.as_int() {
        Some(n) => Ok(Key::Int(n)),
        None => offset_key_slow(cx, v, offset_use),
    }
}

fn offset_key_slow(cx: &mut Cx, v: &Value, offset_use: OffsetUse) -> PhpResult<Key> {
    let v = v.deref();
    match v.tag() {
        Tag::String => Ok(Key::from_str(v.as_str().cloned().unwrap_or_default())),
        Tag::Int | Tag::False | Tag::True => Ok(Key::Int(scalar_to_int(v))),
        Tag::Undef | Tag::Null => Ok(Key::Str(PhpStr::empty())),
        Tag::Float => float_to_int_checked(cx, v.as_float().unwrap_or(0.0)).map(Key::Int),
        Tag::Resource => {
            let id = scalar_to_int(v);
            cx.warning(format!("Resource ID#{id} used as offset, casting to integer ({id})"));
            cx.check()?;
            Ok(Key::Int(id))
        }
        _ => Err(illegal_offset(cx, v, "array", offset_use)),
    }
}

/// "Cannot access offset of type %s on array" and its relatives.
#[cold]
pub fn illegal_offset(cx: &mut Cx, offset: &Value, container: &str, offset_use: OffsetUse) -> crate::Thrown {
    let ty = type_name(offset);
    match offset_use {
        OffsetUse::Access => cx.type_error(format!("Cannot access offset of type {ty} on {container}")),
        OffsetUse::Isset => cx.type_error(format!("Cannot access offset of type {ty} in isset or empty")),
        OffsetUse::Unset if container == "string" => cx.throw_error("Cannot unset string offsets"),
        OffsetUse::Unset => cx.type_error(format!("Cannot unset offset of type {ty} on {container}")),
    }
}

/// `(array)`
pub fn to_array(cx: &mut Cx, v: &Value) -> PhpResult<PhpArray> {
    let v = v.deref();
    match v.tag() {
        Tag::Array => Ok(v.as_array().cloned().unwrap_or_default()),
        Tag::Undef | Tag::Null => Ok(PhpArray::new()),
        Tag::Object => {
            let Some(object) = v.as_object().cloned() else { return Ok(PhpArray::new()) };
            // Closures are callables, not records.
            if class_of(&object).name.as_bytes() == b"Closure" {
                return Ok(PhpArray::from_values([v.clone()]));
            }
            crate::object::to_array(cx, &object)
        }
        _ => Ok(PhpArray::from_values([v.clone()])),
    }
}

/// A reference that nobody else holds is a plain value.
fn unshared(v: &Value) -> Value {
    if v.as_ref().is_some_and(|r| r.refcount() == 1) { v.clone_deref() } else { v.clone() }
}

/// `(object)`
pub fn to_object(cx: &mut Cx, v: &Value) -> PhpResult<PhpObject> {
    let v = v.deref();
    if let Some(object) = v.as_object() {
        return Ok(object.clone());
    }
    let class = cx.builtin_class("stdClass");
    let object = loxo_value::new_object(class, &[]);
    let table = match v.tag() {
        Tag::Undef | Tag::Null => None,
        Tag::Array => v.as_array().map(string_keys),
        _ => {
            let mut table = PhpArray::new();
            table.set_bytes(b"scalar", v.clone());
            Some(table)
        }
    };
    object.set_dynamic(table.filter(|t| !t.is_empty()));
    Ok(object)
}

/// An array as a table of properties: all keys are strings.
pub fn string_keys(array: &PhpArray) -> PhpArray {
    if array.keys().all(|k| !k.is_int()) {
        return array.clone();
    }
    let mut out = PhpArray::hash_with_capacity(array.len());
    for (key, value) in array.iter() {
        let key = match key {
            loxo_value::KeyRef::Str(s) => s.clone(),
            loxo_value::KeyRef::Int(n) => number::int_to_string(n),
        };
        out.set_str(&key, unshared(value));
    }
    out
}
