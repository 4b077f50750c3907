//! Constants of units as values that all threads share.

use loxo_bytecode::{Const, ConstKey};
use loxo_value::{Key, KeyRef, PhpArray, PhpStr, SharedValue, Tag, Value};

/// A constant as an immortal value that all threads may share.
pub fn shared_const(k: &Const) -> SharedValue {
    SharedValue::new(const_value(k)).expect("constants hold nothing counted")
}

fn const_value(k: &Const) -> Value {
    match k {
        Const::Null => Value::NULL,
        Const::False => Value::FALSE,
        Const::True => Value::TRUE,
        Const::Int(i) => Value::int(*i),
        Const::Float(f) => Value::float(*f),
        Const::Str(s) => Value::string(PhpStr::interned(s)),
        Const::Array(items) => {
            let mut array = PhpArray::with_capacity(items.len());
            for (key, item) in items {
                let item = const_value(item);
                match key {
                    None => drop(array.push(item)),
                    Some(ConstKey::Int(i)) => array.set(&Key::Int(*i), item),
                    Some(ConstKey::Str(s)) => array.set(&Key::Str(PhpStr::interned(s)), item),
                }
            }
            array.into_immortal().map_or(Value::EMPTY_ARRAY, Value::array)
        }
    }
}

/// A constant as a value of this thread.
pub fn own_value(k: &Const) -> Value {
    match k {
        Const::Str(s) => Value::bytes(s),
        Const::Array(items) => {
            let mut array = PhpArray::with_capacity(items.len());
            for (key, item) in items {
                match key {
                    None => drop(array.push(own_value(item))),
                    Some(ConstKey::Int(i)) => array.set(&Key::Int(*i), own_value(item)),
                    Some(ConstKey::Str(s)) => array.set(&Key::Str(PhpStr::new(s)), own_value(item)),
                }
            }
            Value::array(array)
        }
        plain => const_value(plain),
    }
}

/// A value as a constant, if it can be one.
pub fn to_const(value: &Value) -> Option<Const> {
    Some(match value.tag() {
        Tag::Null => Const::Null,
        Tag::False => Const::False,
        Tag::True => Const::True,
        Tag::Int => Const::Int(value.as_int()?),
        Tag::Float => Const::Float(value.as_float()?),
        Tag::String => Const::Str(value.as_bytes()?.into()),
        Tag::Array => Const::Array(entries(value.as_array()?)?),
        Tag::Undef | Tag::Object | Tag::Resource | Tag::Reference => return None,
    })
}

fn entries(array: &PhpArray) -> Option<Vec<(Option<ConstKey>, Const)>> {
    let entry = |(key, value): (KeyRef<'_>, &Value)| {
        let key = match key {
            KeyRef::Int(index) => ConstKey::Int(index),
            KeyRef::Str(name) => ConstKey::Str(name.as_bytes().into()),
        };
        Some((Some(key), to_const(value)?))
    };
    array.iter().map(entry).collect()
}
