//! Values that all threads may hold: constants of compiled code.

use crate::{PhpStr, Value};

/// A scalar, interned string or immortal array. Shared by all threads; reading one copies it like an integer.
#[derive(Clone, Debug)]
pub struct SharedValue(Value);

// SAFETY: `SharedValue::new` admits only values without counted parts, which nobody writes.
unsafe impl Send for SharedValue {}
// SAFETY: as above.
unsafe impl Sync for SharedValue {}

impl SharedValue {
    /// Freezes a value: strings are interned, arrays made immortal all the way down. `None` if it holds objects, resources or references.
    pub fn new(v: Value) -> Option<SharedValue> {
        let v = match v.tag() {
            crate::Tag::String => Value::string(crate::PhpStr::interned(v.as_str()?.as_bytes())),
            crate::Tag::Array => Value::array(v.into_array().ok()?.into_immortal()?),
            crate::Tag::Object | crate::Tag::Resource | crate::Tag::Reference => return None,
            _ => v,
        };
        debug_assert!(!v.is_refcounted());
        Some(SharedValue(v))
    }

    /// The value itself.
    pub fn into_value(self) -> Value {
        self.0
    }

    /// The value; cloning it costs no count.
    #[inline(always)]
    pub fn get(&self) -> &Value {
        &self.0
    }
}

impl std::ops::Deref for SharedValue {
    type Target = Value;

    #[inline(always)]
    fn deref(&self) -> &Value {
        &self.0
    }
}

/// An interned string that all threads may hold: names in compiled code.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct SharedStr(PhpStr);

// SAFETY: the string is interned: immortal, and never written.
unsafe impl Send for SharedStr {}
// SAFETY: as above.
unsafe impl Sync for SharedStr {}

impl SharedStr {
    /// The interned string of these bytes.
    pub fn new(b: &[u8]) -> SharedStr {
        SharedStr(PhpStr::interned(b))
    }

    /// The string; cloning it costs no count.
    #[inline(always)]
    pub fn get(&self) -> &PhpStr {
        &self.0
    }
}

impl std::ops::Deref for SharedStr {
    type Target = PhpStr;

    #[inline(always)]
    fn deref(&self) -> &PhpStr {
        &self.0
    }
}
