//! The 16-byte [`Value`]: its layout, and what it is made of and taken apart into.

use crate::rc::{self, RcHeader};
use crate::reference::{PhpRef, RefHeader};
use crate::tag::{COLLECTABLE, REFCOUNTED, Tag};
use crate::{PhpArray, PhpObject, PhpResource, PhpStr};
use std::mem::ManuallyDrop;
use std::num::NonZeroU64;

/// A PHP value, in two words, which Rust keeps in two registers: of arguments and results too, and of `Option<Value>` and `Result<Value, _>`,
/// whose other case is a second word of zero.
///
/// The first word is the content: an integer, the bits of a float, or the header of what is counted. The second is the tag (bits 0 to 7), flags
/// (8 to 15), [`PRESENT`], and from bit 32 on `aux`, which belongs to whoever holds the slot (sorting uses it); clones have 0 there.
///
/// Flags: [`REFCOUNTED`] clear promises that the content need not be counted (scalar or immortal). Set, it is only a hint to look into the
/// header, whose count may still say immortal; so a `&mut PhpArray` into a value may be assigned anything without touching the flags.
#[repr(C)]
pub struct Value {
    payload: *mut RcHeader,
    word: NonZeroU64,
}

/// Set in the second word of every value.
pub const PRESENT: u64 = 1 << 16;

const AUX_SHIFT: u32 = 32;

const _: () = {
    assert!(size_of::<Value>() == 16 && size_of::<Option<Value>>() == 16);
    assert!(size_of::<usize>() == 8, "the first word holds integers of 64 bits");
    assert!(std::mem::offset_of!(Value, payload) == 0);
    assert!(std::mem::offset_of!(Value, word) == 8);
    assert!(cfg!(target_endian = "little"), "tag and flags are read as bytes 8 and 9");
};

#[inline(always)]
const fn word(tag: Tag, flags: u8) -> NonZeroU64 {
    match NonZeroU64::new(tag as u64 | (flags as u64) << 8 | PRESENT) {
        Some(word) => word,
        None => unreachable!(),
    }
}

#[inline(always)]
fn without_aux(word: NonZeroU64) -> NonZeroU64 {
    // SAFETY: `PRESENT` is among the bits that are kept.
    unsafe { NonZeroU64::new_unchecked(word.get() & u64::from(u32::MAX)) }
}

impl Clone for Value {
    #[inline(always)]
    fn clone(&self) -> Value {
        if self.is_refcounted() {
            // SAFETY: a refcounted value owns a live header.
            unsafe { rc::inc(self.payload) }
        }
        // The clone was counted.
        Value { payload: self.payload, word: without_aux(self.word) }
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
    pub const EMPTY_STRING: Value = Value { payload: crate::string::EMPTY_HEADER as *mut RcHeader, word: word(Tag::String, 0) };
    /// `[]`
    pub const EMPTY_ARRAY: Value = Value { payload: crate::array::EMPTY_HEADER as *mut RcHeader, word: word(Tag::Array, 0) };

    #[inline(always)]
    const fn scalar(bits: u64, tag: Tag) -> Value {
        Value { payload: std::ptr::without_provenance_mut(bits as usize), word: word(tag, 0) }
    }

    #[inline(always)]
    const fn plain(tag: Tag) -> Value {
        Value::scalar(0, tag)
    }

    /// An integer.
    #[inline(always)]
    pub const fn int(v: i64) -> Value {
        Value::scalar(v as u64, Tag::Int)
    }

    /// A float.
    #[inline(always)]
    pub const fn float(v: f64) -> Value {
        Value::scalar(v.to_bits(), Tag::Float)
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
            Value::from_raw(p, Tag::String, flags)
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
            Value::from_raw(p, Tag::Array, flags)
        }
    }

    /// An object.
    #[inline(always)]
    pub fn object(o: PhpObject) -> Value {
        let p = o.into_raw() as *mut RcHeader;
        // SAFETY: the handle's count moves into the value.
        unsafe { Value::from_raw(p, Tag::Object, REFCOUNTED | COLLECTABLE) }
    }

    /// A resource.
    #[inline]
    pub fn resource(r: PhpResource) -> Value {
        let p = r.into_raw() as *mut RcHeader;
        // SAFETY: the handle's count moves into the value.
        unsafe { Value::from_raw(p, Tag::Resource, REFCOUNTED) }
    }

    /// A reference, as slots hold it.
    #[inline(always)]
    pub fn reference(r: PhpRef) -> Value {
        let p = r.into_raw() as *mut RcHeader;
        // SAFETY: the handle's count moves into the value.
        unsafe { Value::from_raw(p, Tag::Reference, REFCOUNTED | COLLECTABLE) }
    }

    /// One owner more of an array, object or reference, as a value.
    ///
    /// # Safety
    /// `header` is that of a live array, object or reference of this thread.
    pub unsafe fn sharing(header: *const RcHeader) -> Value {
        let header = header.cast_mut();
        // SAFETY: live as the caller promises; the count taken here moves into the value.
        unsafe {
            let (tag, flags) = match rc::kind(header) {
                rc::KIND_ARRAY => (Tag::Array, if rc::is_immortal(header) { 0 } else { REFCOUNTED | COLLECTABLE }),
                rc::KIND_OBJECT => (Tag::Object, REFCOUNTED | COLLECTABLE),
                _ => (Tag::Reference, REFCOUNTED | COLLECTABLE),
            };
            rc::inc(header);
            Value::from_raw(header, tag, flags)
        }
    }

    /// Puts a value together.
    ///
    /// # Safety
    /// `header` fits `tag`; with `REFCOUNTED` set the value takes over one count; with it clear the header is immortal.
    #[inline(always)]
    pub(crate) const unsafe fn from_raw(header: *mut RcHeader, tag: Tag, flags: u8) -> Value {
        Value { payload: header, word: word(tag, flags) }
    }

    /// The header of what the value holds, if its tag is [`Tag::String`] or above.
    #[inline(always)]
    pub(crate) fn header(&self) -> *mut RcHeader {
        self.payload
    }

    /// The flags ([`REFCOUNTED`], [`COLLECTABLE`]).
    #[inline(always)]
    pub fn flags(&self) -> u8 {
        (self.word.get() >> 8) as u8
    }

    /// The holder's spare 32 bits.
    #[inline(always)]
    pub fn aux(&self) -> u32 {
        (self.word.get() >> AUX_SHIFT) as u32
    }

    /// Sets the holder's spare 32 bits.
    #[inline(always)]
    pub fn set_aux(&mut self, aux: u32) {
        self.word = without_aux(self.word) | u64::from(aux) << AUX_SHIFT;
    }

    /// The tag.
    #[inline(always)]
    pub fn tag(&self) -> Tag {
        // SAFETY: the low byte is always that of a tag.
        unsafe { std::mem::transmute::<u8, Tag>(self.word.get() as u8) }
    }

    /// Unset?
    #[inline(always)]
    pub fn is_undef(&self) -> bool {
        self.tag() == Tag::Undef
    }

    /// Null or unset?
    #[inline(always)]
    pub fn is_null(&self) -> bool {
        self.tag() <= Tag::Null
    }

    /// `false`?
    #[inline(always)]
    pub fn is_false(&self) -> bool {
        self.tag() == Tag::False
    }

    /// `true`?
    #[inline(always)]
    pub fn is_true(&self) -> bool {
        self.tag() == Tag::True
    }

    /// A boolean?
    #[inline(always)]
    pub fn is_bool(&self) -> bool {
        matches!(self.tag(), Tag::False | Tag::True)
    }

    /// An integer?
    #[inline(always)]
    pub fn is_int(&self) -> bool {
        self.tag() == Tag::Int
    }

    /// A float?
    #[inline(always)]
    pub fn is_float(&self) -> bool {
        self.tag() == Tag::Float
    }

    /// A string?
    #[inline(always)]
    pub fn is_string(&self) -> bool {
        self.tag() == Tag::String
    }

    /// An array?
    #[inline(always)]
    pub fn is_array(&self) -> bool {
        self.tag() == Tag::Array
    }

    /// An object?
    #[inline(always)]
    pub fn is_object(&self) -> bool {
        self.tag() == Tag::Object
    }

    /// A resource?
    #[inline(always)]
    pub fn is_resource(&self) -> bool {
        self.tag() == Tag::Resource
    }

    /// A reference?
    #[inline(always)]
    pub fn is_ref(&self) -> bool {
        self.tag() == Tag::Reference
    }

    /// May it have to be counted?
    #[inline(always)]
    pub fn is_refcounted(&self) -> bool {
        self.word.get() & (REFCOUNTED as u64) << 8 != 0
    }

    /// A boolean, integer, float or string (`is_scalar()`)?
    #[inline]
    pub fn is_scalar(&self) -> bool {
        self.tag() >= Tag::False && self.tag() <= Tag::String
    }

    /// The boolean.
    #[inline(always)]
    pub fn as_bool(&self) -> Option<bool> {
        match self.tag() {
            Tag::False => Some(false),
            Tag::True => Some(true),
            _ => None,
        }
    }

    /// The integer.
    #[inline(always)]
    pub fn as_int(&self) -> Option<i64> {
        if self.tag() == Tag::Int { Some(self.payload.addr() as i64) } else { None }
    }

    /// The float.
    #[inline(always)]
    pub fn as_float(&self) -> Option<f64> {
        if self.tag() == Tag::Float { Some(f64::from_bits(self.payload.addr() as u64)) } else { None }
    }

    /// The string.
    #[inline(always)]
    pub fn as_str(&self) -> Option<&PhpStr> {
        // SAFETY: the tag says the payload is a string's header, and `PhpStr` is that pointer.
        if self.tag() == Tag::String { Some(unsafe { &*(&raw const self.payload as *const PhpStr) }) } else { None }
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
        if self.tag() == Tag::Array { Some(unsafe { &*(&raw const self.payload as *const PhpArray) }) } else { None }
    }

    /// The object.
    #[inline(always)]
    pub fn as_object(&self) -> Option<&PhpObject> {
        // SAFETY: as in `as_str`.
        if self.tag() == Tag::Object { Some(unsafe { &*(&raw const self.payload as *const PhpObject) }) } else { None }
    }

    /// The resource.
    #[inline(always)]
    pub fn as_resource(&self) -> Option<&PhpResource> {
        // SAFETY: as in `as_str`.
        if self.tag() == Tag::Resource { Some(unsafe { &*(&raw const self.payload as *const PhpResource) }) } else { None }
    }

    /// The reference.
    #[allow(clippy::should_implement_trait)]
    #[inline(always)]
    pub fn as_ref(&self) -> Option<&PhpRef> {
        // SAFETY: as in `as_str`.
        if self.tag() == Tag::Reference { Some(unsafe { &*(&raw const self.payload as *const PhpRef) }) } else { None }
    }

    /// The string in place. Any handle may be left there.
    #[inline(always)]
    pub fn as_str_mut(&mut self) -> Option<&mut PhpStr> {
        if self.tag() != Tag::String {
            return None;
        }
        // The handle may come to be a counted one; the flag being set on an immortal one is allowed.
        self.word = word(Tag::String, REFCOUNTED);
        // SAFETY: as in `as_str`.
        Some(unsafe { &mut *(&raw mut self.payload as *mut PhpStr) })
    }

    /// The array in place (writing through it separates). Any handle may be left there.
    #[inline(always)]
    pub fn as_array_mut(&mut self) -> Option<&mut PhpArray> {
        if self.tag() != Tag::Array {
            return None;
        }
        self.word = word(Tag::Array, REFCOUNTED | COLLECTABLE);
        // SAFETY: as in `as_str`.
        Some(unsafe { &mut *(&raw mut self.payload as *mut PhpArray) })
    }

    #[inline(always)]
    fn into_payload(self) -> *mut RcHeader {
        let v = ManuallyDrop::new(self);
        v.payload
    }

    /// The string, or the value back.
    #[inline(always)]
    pub fn into_str(self) -> Result<PhpStr, Value> {
        // SAFETY: the tag says the payload is a string's header; the value's count moves into the handle.
        if self.tag() == Tag::String { Ok(unsafe { PhpStr::from_raw(self.into_payload().cast()) }) } else { Err(self) }
    }

    /// The array, or the value back.
    #[inline(always)]
    pub fn into_array(self) -> Result<PhpArray, Value> {
        // SAFETY: as in `into_str`.
        if self.tag() == Tag::Array { Ok(unsafe { PhpArray::from_raw(self.into_payload().cast()) }) } else { Err(self) }
    }

    /// The object, or the value back.
    #[inline(always)]
    pub fn into_object(self) -> Result<PhpObject, Value> {
        // SAFETY: as in `into_str`.
        if self.tag() == Tag::Object { Ok(unsafe { PhpObject::from_raw(self.into_payload().cast()) }) } else { Err(self) }
    }

    /// The resource, or the value back.
    #[inline(always)]
    pub fn into_resource(self) -> Result<PhpResource, Value> {
        // SAFETY: as in `into_str`.
        if self.tag() == Tag::Resource { Ok(unsafe { PhpResource::from_raw(self.into_payload().cast()) }) } else { Err(self) }
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
        if self.tag() == Tag::Reference {
            // SAFETY: a reference value owns a live `RefHeader`; the module's rule covers the borrow.
            unsafe { &(*(self.payload as *const RefHeader)).value }
        } else {
            self
        }
    }

    /// The value behind a reference to be written, or the value itself.
    #[allow(clippy::should_implement_trait)]
    #[inline(always)]
    pub fn deref_mut(&mut self) -> &mut Value {
        if self.tag() == Tag::Reference {
            // SAFETY: as in `deref`.
            unsafe { &mut (*(self.payload as *mut RefHeader)).value }
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
        if self.is_refcounted() { unsafe { (*self.payload).refcount } } else { 1 }
    }

    /// The name in messages about operands and arguments (`zend_zval_type_name`): `bool`, `int`, `float`, `string`, `array`, `object`...
    pub fn type_name(&self) -> &'static str {
        match self.deref().tag() {
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
            v => match v.tag() {
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
        match self.tag() {
            Tag::Undef | Tag::Null | Tag::False => false,
            Tag::True => true,
            Tag::Int => self.payload.addr() != 0,
            Tag::Float => f64::from_bits(self.payload.addr() as u64) != 0.0,
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
        match self.tag() {
            Tag::Undef => f.write_str("undef"),
            Tag::Null => f.write_str("null"),
            Tag::False => f.write_str("false"),
            Tag::True => f.write_str("true"),
            Tag::Int => write!(f, "{}", self.payload.addr() as i64),
            Tag::Float => write!(f, "{:?}", f64::from_bits(self.payload.addr() as u64)),
            Tag::String => write!(f, "{:?}", self.as_str().unwrap_or(&PhpStr::empty())),
            Tag::Array => write!(f, "array({})", self.as_array().map_or(0, |a| a.len())),
            Tag::Object => write!(f, "object#{}", self.as_object().map_or(0, |o| o.handle())),
            Tag::Resource => write!(f, "resource#{}", self.as_resource().map_or(0, |r| r.id())),
            Tag::Reference => write!(f, "&{:?}", self.deref()),
        }
    }
}
