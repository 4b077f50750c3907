//! Keys as values, for `foreach` and `array_keys()`.

use super::key::{Key, KeyRef};
use crate::Value;

impl KeyRef<'_> {
    /// As a value.
    #[inline(always)]
    pub fn to_value(self) -> Value {
        match self {
            KeyRef::Int(n) => Value::int(n),
            KeyRef::Str(s) => Value::string(s.clone()),
        }
    }
}

impl From<Key> for Value {
    #[inline]
    fn from(k: Key) -> Value {
        match k {
            Key::Int(n) => Value::int(n),
            Key::Str(s) => Value::string(s),
        }
    }
}

impl From<KeyRef<'_>> for Value {
    #[inline]
    fn from(k: KeyRef<'_>) -> Value {
        k.to_value()
    }
}
