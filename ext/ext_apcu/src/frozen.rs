//! Values as the cache holds them: nothing in them points into the heap of a request.

use ext_standard::serialization::{Serializer, Unserializer};
use loxo_runtime::{Cx, KeyRef, PhpArray, PhpResult, PhpStr, Tag, Value};

/// Arrays that are nested deeper are kept as text.
const DEEPEST: usize = 32;
/// What a string costs besides its bytes, and the unit in which memory is handed out.
const STRING_HEAD: usize = 24;
const UNIT: usize = 8;

#[derive(Debug)]
pub(crate) enum Frozen {
    Null,
    Bool(bool),
    Int(i64),
    Float(f64),
    Str(Box<[u8]>),
    /// Keys are 0, 1, 2…
    List(Box<[Frozen]>),
    Map(Box<[(FrozenKey, Frozen)]>),
    /// Objects, and arrays with objects or references in them, as `serialize()` writes them.
    Text(Box<[u8]>),
    /// The same as `igbinary_serialize()` writes them.
    Igbinary(Box<[u8]>),
}

#[derive(Debug)]
pub(crate) enum FrozenKey {
    Int(i64),
    Str(Box<[u8]>),
}

/// What a string of that length takes.
pub(crate) fn string_size(length: usize) -> usize {
    (STRING_HEAD + length + 1).next_multiple_of(UNIT)
}

impl Frozen {
    /// A value's frozen form; `None`: it cannot be kept.
    pub(crate) fn new(cx: &mut Cx, value: &Value) -> PhpResult<Option<Frozen>> {
        let value = value.deref();
        if value.is_resource() {
            cx.builtin_warning("Cannot store resources in apcu cache");
            return cx.check().map(|()| None);
        }
        if let Some(plain) = plain(value, 0) {
            return Ok(Some(plain));
        }
        if cx.ini_str("apc.serializer").as_ref() == b"igbinary" {
            let packed = ext_igbinary::encode(cx, value)?;
            cx.check()?;
            return Ok(Some(Frozen::Igbinary(packed.as_bytes().into())));
        }
        let mut serializer = Serializer::default();
        serializer.value(cx, value)?;
        cx.check()?;
        Ok(Some(Frozen::Text(serializer.finish().as_bytes().into())))
    }

    /// What serialized text stands for.
    pub(crate) fn of_text(cx: &mut Cx, text: &[u8]) -> PhpResult<Option<Frozen>> {
        match thaw_text(cx, text)? {
            Some(value) => Frozen::new(cx, &value),
            None => Ok(None),
        }
    }

    /// The value again; `None`: its text is none, which has been reported.
    pub(crate) fn thaw(&self, cx: &mut Cx) -> PhpResult<Option<Value>> {
        Ok(Some(match self {
            Frozen::Text(text) => return thaw_text(cx, text),
            Frozen::Igbinary(bytes) => {
                let value = ext_igbinary::decode(cx, &PhpStr::new(bytes))?;
                return cx.check().map(|()| value);
            }
            Frozen::Null => Value::NULL,
            Frozen::Bool(b) => Value::from(*b),
            Frozen::Int(n) => Value::int(*n),
            Frozen::Float(d) => Value::float(*d),
            Frozen::Str(bytes) => Value::bytes(bytes),
            Frozen::List(values) => {
                let mut array = PhpArray::packed_with_capacity(values.len());
                for value in values {
                    let value = value.thaw(cx)?.unwrap_or(Value::NULL);
                    let _ = array.push(value);
                }
                Value::array(array)
            }
            Frozen::Map(entries) => {
                let mut array = PhpArray::hash_with_capacity(entries.len());
                for (key, value) in entries {
                    let value = value.thaw(cx)?.unwrap_or(Value::NULL);
                    match key {
                        FrozenKey::Int(key) => array.set_int(*key, value),
                        FrozenKey::Str(key) => array.set_bytes(key, value),
                    }
                }
                Value::array(array)
            }
        }))
    }

    /// How much memory it takes besides the place of the value itself.
    pub(crate) fn size(&self) -> usize {
        const HEAD: usize = 56;
        match self {
            Frozen::Null | Frozen::Bool(_) | Frozen::Int(_) | Frozen::Float(_) => 0,
            Frozen::Str(bytes) | Frozen::Text(bytes) | Frozen::Igbinary(bytes) => string_size(bytes.len()),
            Frozen::List(values) => HEAD + values.iter().map(|value| 16 + value.size()).sum::<usize>(),
            Frozen::Map(entries) => {
                let key = |key: &FrozenKey| match key {
                    FrozenKey::Int(_) => 0,
                    FrozenKey::Str(bytes) => string_size(bytes.len()),
                };
                HEAD + entries.iter().map(|(name, value)| 32 + key(name) + value.size()).sum::<usize>()
            }
        }
    }
}

/// Scalars, and arrays of such; `None`: something else is in it.
fn plain(value: &Value, depth: usize) -> Option<Frozen> {
    Some(match value.tag() {
        Tag::Undef | Tag::Null => Frozen::Null,
        Tag::False => Frozen::Bool(false),
        Tag::True => Frozen::Bool(true),
        Tag::Int => Frozen::Int(value.as_int()?),
        Tag::Float => Frozen::Float(value.as_float()?),
        Tag::String => Frozen::Str(value.as_bytes()?.into()),
        Tag::Array if depth < DEEPEST => {
            let array = value.as_array()?;
            if array.is_list() {
                Frozen::List(array.values().map(|value| plain(value, depth + 1)).collect::<Option<_>>()?)
            } else {
                Frozen::Map(array.iter().map(|(key, value)| Some((frozen_key(key), plain(value, depth + 1)?))).collect::<Option<_>>()?)
            }
        }
        _ => return None,
    })
}

fn frozen_key(key: KeyRef<'_>) -> FrozenKey {
    match key {
        KeyRef::Int(key) => FrozenKey::Int(key),
        KeyRef::Str(key) => FrozenKey::Str(key.as_bytes().into()),
    }
}

fn thaw_text(cx: &mut Cx, text: &[u8]) -> PhpResult<Option<Value>> {
    // The reader points into it while PHP code may run, so it belongs to this request.
    let text = PhpStr::new(text);
    let mut reader = Unserializer::new(cx, &text, |at| (at == 0).then_some(0));
    let value = reader.value(cx, 0)?;
    reader.finish(cx)?;
    match value {
        Some((value, _)) => Ok(Some(value)),
        None => {
            cx.builtin_notice(format!("Error at offset 0 of {} bytes", text.len()));
            cx.check().map(|()| None)
        }
    }
}
