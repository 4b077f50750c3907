//! Values that all threads may hold: constants of compiled code.

use crate::{PhpObject, PhpStr, Value};

/// A scalar, interned string or immortal array. Shared by all threads; reading one copies it like an integer.
#[derive(Clone, Debug)]
pub struct SharedValue(Value);

// SAFETY: `SharedValue::new` admits only values without counted parts, which nobody writes.
unsafe impl Send for SharedValue {}
// SAFETY: as above.
unsafe impl Sync for SharedValue {}

impl SharedValue {
    /// What is not there.
    pub const UNDEF: SharedValue = SharedValue(Value::UNDEF);

    /// Freezes a value: strings are interned, arrays made immortal all the way down. `None` if it holds objects, resources or references.
    pub fn new(v: Value) -> Option<SharedValue> {
        let v = match v.tag() {
            crate::Tag::String => Value::string(crate::PhpStr::interned(v.as_str()?.as_bytes())),
            crate::Tag::Array => Value::array(v.into_array().ok()?.into_immortal()?),
            crate::Tag::Object | crate::Tag::Resource | crate::Tag::Reference => return None,
            _ => v,
        };
        debug_assert!(!v.is_refcounted());
        // A clone has nothing behind its tag.
        Some(SharedValue(v.clone()))
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

    /// A copy of the value, without a look whether it is counted.
    #[inline(always)]
    pub fn copied(&self) -> Value {
        // SAFETY: nothing of it is counted, so each copy of the bits is a value of its own.
        unsafe { std::ptr::read(&raw const self.0) }
    }
}

/// A new object of a class of the runtime's own type, its slots set to `defaults` (missing ones are undefined). See [`crate::new_object`].
#[inline(always)]
pub fn new_object_shared<C: 'static>(class: &'static C, defaults: &[SharedValue]) -> PhpObject {
    // SAFETY: the class lives for ever and starts with its base, as for `new_object`; all of its slots are written.
    unsafe {
        PhpObject::alloc_filled(std::ptr::from_ref(class).cast(), |slots, count| {
            if defaults.len() >= count {
                (0..count).for_each(|i| slots.add(i).write(defaults.get_unchecked(i).copied()));
            } else {
                (0..count).for_each(|i| slots.add(i).write(defaults.get(i).map_or(Value::UNDEF, SharedValue::copied)));
            }
        })
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
