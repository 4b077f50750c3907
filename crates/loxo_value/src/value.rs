//! The 16-byte value.

use crate::rc::{self, RcHeader};
use crate::reference::{PhpRef, RefHeader};
use crate::{PhpArray, PhpObject, PhpResource, PhpStr};
use std::mem::ManuallyDrop;

/// What a value is. The order is relied on: `tag < True` is false-like, `tag > True` means there is something to look at.
#[repr(u8)]
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Hash)]
pub enum Tag {
    /// No value: an unset variable, a hole in an array.
    Undef = 0,
    /// `null`
    Null = 1,
    /// `false`
    False = 2,
    /// `true`
    True = 3,
    /// 64-bit integer.
    Int = 4,
    /// IEEE double.
    Float = 5,
    /// [`PhpStr`]
    String = 6,
    /// [`PhpArray`]
    Array = 7,
    /// [`PhpObject`]
    Object = 8,
    /// [`PhpResource`]
    Resource = 9,
    /// [`PhpRef`]: never seen by PHP code itself.
    Reference = 10,
}

/// Flag of a value: its payload points to a header that may have to be counted. Clear means: never look.
pub const REFCOUNTED: u8 = 1;
/// Flag of a value: it may be part of a cycle (arrays, objects, and references, which may lead to either).
pub const COLLECTABLE: u8 = 2;

/// The eight bytes of content.
#[repr(C)]
#[derive(Clone, Copy)]
pub union ValuePayload {
    /// Tag `Int`.
    pub int: i64,
    /// Tag `Float`.
    pub float: f64,
    /// Any tag from `String` on.
    pub rc: *mut RcHeader,
    /// All bits.
    pub bits: u64,
}

/// A PHP value.
///
/// Flags: [`REFCOUNTED`] clear promises that the payload need not be counted (scalar or immortal). Set, it is only a hint to look into the
/// header, whose count may still say immortal; so a `&mut PhpArray` into a value may be assigned anything without touching the flags.
///
/// `aux` belongs to whoever holds the slot (sorting uses it); clones have 0 there.
#[repr(C)]
pub struct Value {
    pub(crate) payload: ValuePayload,
    pub(crate) tag: Tag,
    pub(crate) flags: u8,
    pub(crate) pad: u16,
    pub(crate) aux: u32,
}

const _: () = {
    assert!(size_of::<Value>() == 16);
    assert!(std::mem::offset_of!(Value, payload) == 0);
    assert!(std::mem::offset_of!(Value, tag) == 8);
    assert!(std::mem::offset_of!(Value, flags) == 9);
    assert!(std::mem::offset_of!(Value, aux) == 12);
};

impl Clone for Value {
    #[inline(always)]
    fn clone(&self) -> Value {
        if self.flags & REFCOUNTED != 0 {
            // SAFETY: a refcounted value owns a live header.
            unsafe { rc::inc(self.payload.rc) }
        }
        // SAFETY: payload, tag and flags belong together, and the clone was counted.
        unsafe { Value::from_raw(self.payload, self.tag, self.flags) }
    }
}

/// A value as it is stored: in two words. Tag and flags stored one by one could not be forwarded to a load of both, which would wait until
/// they have reached the cache.
#[repr(C)]
struct Halves {
    payload: ValuePayload,
    word: u64,
}

const _: () = assert!(cfg!(target_endian = "little"), "tag and flags are written as one word");

impl Drop for Value {
    #[inline(always)]
    fn drop(&mut self) {
        if self.flags & REFCOUNTED != 0 {
            // SAFETY: a refcounted value owns one count of a live header, given up here.
            unsafe { crate::release::release(self.payload.rc, self.flags) }
        }
    }
}

impl Default for Value {
    /// `null`
    #[inline(always)]
    fn default() -> Value {
        Value::NULL
    }
}

impl Value {
    /// No value.
    pub const UNDEF: Value = Value::plain(Tag::Undef);
    /// `null`
    pub const NULL: Value = Value::plain(Tag::Null);
    /// `false`
    pub const FALSE: Value = Value::plain(Tag::False);
    /// `true`
    pub const TRUE: Value = Value::plain(Tag::True);
    /// `''`
    pub const EMPTY_STRING: Value =
        Value { payload: ValuePayload { rc: crate::string::EMPTY_HEADER as *mut RcHeader }, tag: Tag::String, flags: 0, pad: 0, aux: 0 };
    /// `[]`
    pub const EMPTY_ARRAY: Value =
        Value { payload: ValuePayload { rc: crate::array::EMPTY_HEADER as *mut RcHeader }, tag: Tag::Array, flags: 0, pad: 0, aux: 0 };

    #[inline(always)]
    const fn plain(tag: Tag) -> Value {
        Value { payload: ValuePayload { bits: 0 }, tag, flags: 0, pad: 0, aux: 0 }
    }

    /// An integer.
    #[inline(always)]
    pub const fn int(v: i64) -> Value {
        Value { payload: ValuePayload { int: v }, tag: Tag::Int, flags: 0, pad: 0, aux: 0 }
    }

    /// A float.
    #[inline(always)]
    pub const fn float(v: f64) -> Value {
        Value { payload: ValuePayload { float: v }, tag: Tag::Float, flags: 0, pad: 0, aux: 0 }
    }

    /// A boolean.
    #[inline(always)]
    pub const fn bool(v: bool) -> Value {
        Value::plain(if v { Tag::True } else { Tag::False })
    }

    /// A string.
    #[inline(always)]
    pub fn string(s: PhpStr) -> Value {
        // SAFETY: the handle is live; its count moves into the value.
        unsafe {
            let p = s.into_raw() as *mut RcHeader;
            let flags = if rc::is_immortal(p) { 0 } else { REFCOUNTED };
            Value::from_raw(ValuePayload { rc: p }, Tag::String, flags)
        }
    }

    /// A string of these bytes.
    #[inline]
    pub fn bytes(b: &[u8]) -> Value {
        Value::string(PhpStr::new(b))
    }

    /// An array.
    #[inline(always)]
    pub fn array(a: PhpArray) -> Value {
        // SAFETY: the handle is live; its count moves into the value.
        unsafe {
            let p = a.into_raw() as *mut RcHeader;
            let flags = if rc::is_immortal(p) { 0 } else { REFCOUNTED | COLLECTABLE };
            Value::from_raw(ValuePayload { rc: p }, Tag::Array, flags)
        }
    }

    /// An object.
    #[inline(always)]
    pub fn object(o: PhpObject) -> Value {
        let p = o.into_raw() as *mut RcHeader;
        // SAFETY: the handle's count moves into the value.
        unsafe { Value::from_raw(ValuePayload { rc: p }, Tag::Object, REFCOUNTED | COLLECTABLE) }
    }

    /// A resource.
    #[inline]
    pub fn resource(r: PhpResource) -> Value {
        let p = r.into_raw() as *mut RcHeader;
        // SAFETY: the handle's count moves into the value.
        unsafe { Value::from_raw(ValuePayload { rc: p }, Tag::Resource, REFCOUNTED) }
    }

    /// A reference, as slots hold it.
    #[inline(always)]
    pub fn reference(r: PhpRef) -> Value {
        let p = r.into_raw() as *mut RcHeader;
        // SAFETY: the handle's count moves into the value.
        unsafe { Value::from_raw(ValuePayload { rc: p }, Tag::Reference, REFCOUNTED | COLLECTABLE) }
    }

    /// Puts a value together.
    ///
    /// # Safety
    /// `payload` fits `tag`; with `REFCOUNTED` set the value takes over one count; with it clear the payload is a scalar or immortal.
    #[inline(always)]
    pub const unsafe fn from_raw(payload: ValuePayload, tag: Tag, flags: u8) -> Value {
        let word = tag as u8 as u64 | (flags as u64) << 8;
        // SAFETY: the same size, and the same bytes as a value of this tag and these flags has (little-endian; the layout is asserted).
        unsafe { std::mem::transmute::<Halves, Value>(Halves { payload, word }) }
    }

    /// The payload.
    #[inline(always)]
    pub fn payload(&self) -> ValuePayload {
        self.payload
    }

    /// The payload, to be written in place.
    ///
    /// # Safety
    /// The value must stay consistent: tag, flags and ownership are the caller's business.
    #[inline(always)]
    pub unsafe fn payload_mut(&mut self) -> &mut ValuePayload {
        &mut self.payload
    }

    /// The flags ([`REFCOUNTED`], [`COLLECTABLE`]).
    #[inline(always)]
    pub fn flags(&self) -> u8 {
        self.flags
    }

    /// The holder's spare 32 bits.
    #[inline(always)]
    pub fn aux(&self) -> u32 {
        self.aux
    }

    /// Sets the holder's spare 32 bits.
    #[inline(always)]
    pub fn set_aux(&mut self, aux: u32) {
        self.aux = aux;
    }

    /// The tag.
    #[inline(always)]
    pub fn tag(&self) -> Tag {
        self.tag
    }

    /// Unset?
    #[inline(always)]
    pub fn is_undef(&self) -> bool {
        self.tag == Tag::Undef
    }

    /// Null or unset?
    #[inline(always)]
    pub fn is_null(&self) -> bool {
        self.tag <= Tag::Null
    }

    /// `false`?
    #[inline(always)]
    pub fn is_false(&self) -> bool {
        self.tag == Tag::False
    }

    /// `true`?
    #[inline(always)]
    pub fn is_true(&self) -> bool {
        self.tag == Tag::True
    }

    /// A boolean?
    #[inline(always)]
    pub fn is_bool(&self) -> bool {
        matches!(self.tag, Tag::False | Tag::True)
    }

    /// An integer?
    #[inline(always)]
    pub fn is_int(&self) -> bool {
        self.tag == Tag::Int
    }

    /// A float?
    #[inline(always)]
    pub fn is_float(&self) -> bool {
        self.tag == Tag::Float
    }

    /// A string?
    #[inline(always)]
    pub fn is_string(&self) -> bool {
        self.tag == Tag::String
    }

    /// An array?
    #[inline(always)]
    pub fn is_array(&self) -> bool {
        self.tag == Tag::Array
    }

    /// An object?
    #[inline(always)]
    pub fn is_object(&self) -> bool {
        self.tag == Tag::Object
    }

    /// A resource?
    #[inline(always)]
    pub fn is_resource(&self) -> bool {
        self.tag == Tag::Resource
    }

    /// A reference?
    #[inline(always)]
    pub fn is_ref(&self) -> bool {
        self.tag == Tag::Reference
    }

    /// May it have to be counted?
    #[inline(always)]
    pub fn is_refcounted(&self) -> bool {
        self.flags & REFCOUNTED != 0
    }

    /// A boolean, integer, float or string (`is_scalar()`)?
    #[inline]
    pub fn is_scalar(&self) -> bool {
        self.tag >= Tag::False && self.tag <= Tag::String
    }

    /// The boolean.
    #[inline(always)]
    pub fn as_bool(&self) -> Option<bool> {
        match self.tag {
            Tag::False => Some(false),
            Tag::True => Some(true),
            _ => None,
        }
    }

    /// The integer.
    #[inline(always)]
    pub fn as_int(&self) -> Option<i64> {
        // SAFETY: the tag says which field is meant.
        if self.tag == Tag::Int { Some(unsafe { self.payload.int }) } else { None }
    }

    /// The float.
    #[inline(always)]
    pub fn as_float(&self) -> Option<f64> {
        // SAFETY: the tag says which field is meant.
        if self.tag == Tag::Float { Some(unsafe { self.payload.float }) } else { None }
    }

    /// The string.
    #[inline(always)]
    pub fn as_str(&self) -> Option<&PhpStr> {
        // SAFETY: the tag says the payload is a string's header, and `PhpStr` is that pointer.
        if self.tag == Tag::String { Some(unsafe { &*(&raw const self.payload as *const PhpStr) }) } else { None }
    }

    /// The bytes of the string.
    #[inline(always)]
    pub fn as_bytes(&self) -> Option<&[u8]> {
        self.as_str().map(|s| s.as_bytes())
    }

    /// The array.
    #[inline(always)]
    pub fn as_array(&self) -> Option<&PhpArray> {
        // SAFETY: as in `as_str`.
        if self.tag == Tag::Array { Some(unsafe { &*(&raw const self.payload as *const PhpArray) }) } else { None }
    }

    /// The object.
    #[inline(always)]
    pub fn as_object(&self) -> Option<&PhpObject> {
        // SAFETY: as in `as_str`.
        if self.tag == Tag::Object { Some(unsafe { &*(&raw const self.payload as *const PhpObject) }) } else { None }
    }

    /// The resource.
    #[inline(always)]
    pub fn as_resource(&self) -> Option<&PhpResource> {
        // SAFETY: as in `as_str`.
        if self.tag == Tag::Resource { Some(unsafe { &*(&raw const self.payload as *const PhpResource) }) } else { None }
    }

    /// The reference.
    #[allow(clippy::should_implement_trait)]
    #[inline(always)]
    pub fn as_ref(&self) -> Option<&PhpRef> {
        // SAFETY: as in `as_str`.
        if self.tag == Tag::Reference { Some(unsafe { &*(&raw const self.payload as *const PhpRef) }) } else { None }
    }

    /// The string in place. Any handle may be left there.
    #[inline(always)]
    pub fn as_str_mut(&mut self) -> Option<&mut PhpStr> {
        if self.tag != Tag::String {
            return None;
        }
        // The handle may come to be a counted one; the flag being set on an immortal one is allowed.
        self.flags = REFCOUNTED;
        // SAFETY: as in `as_str`.
        Some(unsafe { &mut *(&raw mut self.payload as *mut PhpStr) })
    }

    /// The array in place (writing through it separates). Any handle may be left there.
    #[inline(always)]
    pub fn as_array_mut(&mut self) -> Option<&mut PhpArray> {
        if self.tag != Tag::Array {
            return None;
        }
        self.flags = REFCOUNTED | COLLECTABLE;
        // SAFETY: as in `as_str`.
        Some(unsafe { &mut *(&raw mut self.payload as *mut PhpArray) })
    }

    /// The object handle in place.
    #[inline(always)]
    pub fn as_object_mut(&mut self) -> Option<&mut PhpObject> {
        // SAFETY: as in `as_str`.
        if self.tag == Tag::Object { Some(unsafe { &mut *(&raw mut self.payload as *mut PhpObject) }) } else { None }
    }

    #[inline(always)]
    fn into_payload(self) -> *mut RcHeader {
        let v = ManuallyDrop::new(self);
        // SAFETY: callers have looked at the tag.
        unsafe { v.payload.rc }
    }

    /// The string, or the value back.
    #[inline(always)]
    pub fn into_str(self) -> Result<PhpStr, Value> {
        // SAFETY: the tag says the payload is a string's header; the value's count moves into the handle.
        if self.tag == Tag::String { Ok(unsafe { PhpStr::from_raw(self.into_payload().cast()) }) } else { Err(self) }
    }

    /// The array, or the value back.
    #[inline(always)]
    pub fn into_array(self) -> Result<PhpArray, Value> {
        // SAFETY: as in `into_str`.
        if self.tag == Tag::Array { Ok(unsafe { PhpArray::from_raw(self.into_payload().cast()) }) } else { Err(self) }
    }

    /// The object, or the value back.
    #[inline(always)]
    pub fn into_object(self) -> Result<PhpObject, Value> {
        // SAFETY: as in `into_str`.
        if self.tag == Tag::Object { Ok(unsafe { PhpObject::from_raw(self.into_payload().cast()) }) } else { Err(self) }
    }

    /// The resource, or the value back.
    #[inline(always)]
    pub fn into_resource(self) -> Result<PhpResource, Value> {
        // SAFETY: as in `into_str`.
        if self.tag == Tag::Resource { Ok(unsafe { PhpResource::from_raw(self.into_payload().cast()) }) } else { Err(self) }
    }

    /// The reference, or the value back.
    #[inline(always)]
    pub fn into_ref(self) -> Result<PhpRef, Value> {
        // SAFETY: as in `into_str`.
        if self.tag == Tag::Reference { Ok(unsafe { PhpRef::from_raw(self.into_payload().cast()) }) } else { Err(self) }
    }

    /// Moves the value out, leaving `null`.
    #[inline(always)]
    pub fn take(&mut self) -> Value {
        std::mem::replace(self, Value::NULL)
    }

    /// Moves the value out, leaving nothing.
    #[inline(always)]
    pub fn take_undef(&mut self) -> Value {
        std::mem::replace(self, Value::UNDEF)
    }

    /// Makes the slot a reference (an unset one becomes null first), or returns the one that is there.
    #[inline]
    pub fn make_ref(&mut self) -> PhpRef {
        if let Some(r) = self.as_ref() {
            return r.clone();
        }
        let inner = if self.is_undef() { Value::NULL } else { self.take() };
        let r = PhpRef::new(inner);
        *self = Value::reference(r.clone());
        r
    }

    /// The value behind a reference, or the value itself.
    #[allow(clippy::should_implement_trait)]
    #[inline(always)]
    pub fn deref(&self) -> &Value {
        if self.tag == Tag::Reference {
            // SAFETY: a reference value owns a live `RefHeader`; the module's rule covers the borrow.
            unsafe { &(*(self.payload.rc as *const RefHeader)).value }
        } else {
            self
        }
    }

    /// The value behind a reference to be written, or the value itself.
    #[allow(clippy::should_implement_trait)]
    #[inline(always)]
    pub fn deref_mut(&mut self) -> &mut Value {
        if self.tag == Tag::Reference {
            // SAFETY: as in `deref`.
            unsafe { &mut (*(self.payload.rc as *mut RefHeader)).value }
        } else {
            self
        }
    }

    /// A copy of the value, references looked through.
    #[inline]
    pub fn clone_deref(&self) -> Value {
        self.deref().clone()
    }

    /// Assigns as PHP's `=` does: through a reference if the slot is one.
    #[inline]
    pub fn assign(&mut self, v: Value) {
        *self.deref_mut() = v;
    }

    /// Turns a reference with this one owner into the plain value.
    #[inline]
    pub fn unwrap_ref_if_unique(&mut self) {
        if let Some(r) = self.as_ref()
            && r.refcount() == 1
        {
            let v = r.value_ptr();
            // SAFETY: the reference is alive and owned by this slot alone; its content is moved out before it is dropped.
            let inner = unsafe { std::mem::replace(&mut *v, Value::NULL) };
            *self = inner;
        }
    }

    /// Owners of the payload: 1 for what is not counted.
    #[inline]
    pub fn refcount(&self) -> u32 {
        // SAFETY: a refcounted value owns a live header.
        if self.is_refcounted() { unsafe { (*self.payload.rc).refcount } } else { 1 }
    }

    /// The name in messages about operands and arguments (`zend_zval_type_name`): `bool`, `int`, `float`, `string`, `array`, `object`...
    pub fn type_name(&self) -> &'static str {
        match self.deref().tag {
            Tag::Undef | Tag::Null => "null",
            Tag::False | Tag::True => "bool",
            Tag::Int => "int",
            Tag::Float => "float",
            Tag::String => "string",
            Tag::Array => "array",
            Tag::Object => "object",
            Tag::Resource => "resource",
            Tag::Reference => "reference",
        }
    }

    /// The name `gettype()` gives: `boolean`, `integer`, `double`, `NULL`...
    pub fn gettype_name(&self) -> &'static str {
        match self.deref() {
            v if v.is_resource() => {
                if v.as_resource().is_some_and(|r| r.is_closed()) {
                    "resource (closed)"
                } else {
                    "resource"
                }
            }
            v => match v.tag {
                Tag::Undef | Tag::Null => "NULL",
                Tag::False | Tag::True => "boolean",
                Tag::Int => "integer",
                Tag::Float => "double",
                Tag::String => "string",
                Tag::Array => "array",
                _ => "object",
            },
        }
    }

    /// Truth. Objects are true here; the few that are not (SimpleXML) are the runtime's business.
    #[inline]
    pub fn to_bool(&self) -> bool {
        match self.tag {
            Tag::Undef | Tag::Null | Tag::False => false,
            Tag::True => true,
            // SAFETY: the tag says which field is meant.
            Tag::Int => unsafe { self.payload.int != 0 },
            // SAFETY: the tag says which field is meant.
            Tag::Float => unsafe { self.payload.float != 0.0 },
            Tag::String => self.as_str().is_some_and(|s| !matches!(s.as_bytes(), b"" | b"0")),
            Tag::Array => self.as_array().is_some_and(|a| !a.is_empty()),
            Tag::Object => true,
            Tag::Resource => true,
            Tag::Reference => self.deref().to_bool(),
        }
    }
}

impl std::fmt::Debug for Value {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.tag {
            Tag::Undef => f.write_str("undef"),
            Tag::Null => f.write_str("null"),
            Tag::False => f.write_str("false"),
            Tag::True => f.write_str("true"),
            // SAFETY: the tag says which field is meant.
            Tag::Int => unsafe { write!(f, "{}", self.payload.int) },
            // SAFETY: the tag says which field is meant.
            Tag::Float => unsafe { write!(f, "{:?}", self.payload.float) },
            Tag::String => write!(f, "{:?}", self.as_str().unwrap_or(&PhpStr::empty())),
            Tag::Array => write!(f, "array({})", self.as_array().map_or(0, |a| a.len())),
            Tag::Object => write!(f, "object#{}", self.as_object().map_or(0, |o| o.handle())),
            Tag::Resource => write!(f, "resource#{}", self.as_resource().map_or(0, |r| r.id())),
            Tag::Reference => write!(f, "&{:?}", self.deref()),
        }
    }
}
