//! Constants of units as values that all threads share.

use loxo_bytecode::{Const, ConstKey};
use loxo_value::{Key, PhpArray, PhpStr, SharedValue, Value};

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
                    Some(ConstKey::Int(i)) => drop(array.set(&Key::Int(*i), item)),
                    Some(ConstKey::Str(s)) => drop(array.set(&Key::Str(PhpStr::interned(s)), item)),
                }
            }
            array.into_immortal().map_or(Value::EMPTY_ARRAY, Value::array)
        }
    }
}
