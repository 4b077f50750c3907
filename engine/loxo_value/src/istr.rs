//! Handles of interned strings: names of functions, classes, properties.

use crate::{PhpStr, StrHeader, Tag, Value};
use std::borrow::Borrow;
use std::hash::{Hash, Hasher};
use std::ptr::NonNull;

/// An interned string. Copies like an integer, may be held by all threads; equal bytes are the same address.
///
/// Hashes as its bytes do, so that maps keyed by it are searched with `&[u8]`.
#[derive(Clone, Copy, PartialEq, Eq)]
#[repr(transparent)]
pub struct IStr(NonNull<StrHeader>);

// SAFETY: the string is immortal and never written.
unsafe impl Send for IStr {}
// SAFETY: as above.
unsafe impl Sync for IStr {}

impl IStr {
    /// The interned string of these bytes, made if it is new. Never forgotten.
    pub fn new(bytes: &[u8]) -> IStr {
        // SAFETY: a string's header is not null; an interned one needs no owner to stay alive.
        IStr(unsafe { NonNull::new_unchecked(PhpStr::interned(bytes).into_raw()) })
    }

    /// The bytes.
    #[inline(always)]
    pub fn as_bytes(&self) -> &'static [u8] {
        // SAFETY: the header is immortal, and its bytes follow it.
        unsafe {
            let header = self.0.as_ptr();
            std::slice::from_raw_parts(header.cast::<u8>().add(StrHeader::BYTES), (*header).len)
        }
    }

    /// The string itself; costs nothing.
    #[inline(always)]
    pub fn to_php(self) -> PhpStr {
        // SAFETY: the header is immortal, so a handle does not count.
        unsafe { PhpStr::from_raw(self.0.as_ptr()) }
    }

    /// Strings, borrowed.
    #[inline(always)]
    pub fn slice_as_php(strings: &[IStr]) -> &[PhpStr] {
        // SAFETY: as for `as_php`; both are transparent.
        unsafe { std::slice::from_raw_parts(strings.as_ptr().cast(), strings.len()) }
    }

    /// The string, borrowed.
    #[inline(always)]
    pub fn as_php(&self) -> &PhpStr {
        // SAFETY: both types are nothing but the address of a live header.
        unsafe { &*std::ptr::from_ref(self).cast::<PhpStr>() }
    }

    /// The string as a value.
    #[inline(always)]
    pub fn to_value(self) -> Value {
        // SAFETY: the header is that of an immortal string.
        unsafe { Value::from_raw(self.0.as_ptr().cast(), Tag::String, 0) }
    }

    /// The text, with bad UTF-8 replaced.
    pub fn to_str_lossy(&self) -> std::borrow::Cow<'static, str> {
        String::from_utf8_lossy(self.as_bytes())
    }

    /// The handle of a string that is interned already.
    ///
    /// Immortal strings are not all in the table of interned ones (a count may overflow), so those are looked up.
    pub fn from_php(string: &PhpStr) -> Option<IStr> {
        let known = string.is_interned().then(|| IStr::new(string.as_bytes()))?;
        known.as_php().ptr_eq(string).then_some(known)
    }
}

impl Hash for IStr {
    #[inline]
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.as_bytes().hash(state);
    }
}

impl Borrow<[u8]> for IStr {
    #[inline(always)]
    fn borrow(&self) -> &[u8] {
        self.as_bytes()
    }
}

impl std::ops::Deref for IStr {
    type Target = [u8];

    #[inline(always)]
    fn deref(&self) -> &[u8] {
        self.as_bytes()
    }
}

impl AsRef<[u8]> for IStr {
    fn as_ref(&self) -> &[u8] {
        self.as_bytes()
    }
}

impl From<IStr> for PhpStr {
    fn from(s: IStr) -> PhpStr {
        s.to_php()
    }
}

impl std::fmt::Debug for IStr {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "\"{}\"", self.as_bytes().escape_ascii())
    }
}

impl std::fmt::Display for IStr {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.pad(&self.to_str_lossy())
    }
}
