//! The keys of arrays: integers and strings, and which strings count as integers.

use crate::PhpStr;

/// A key that owns its string.
#[derive(Clone, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub enum Key {
    /// Integer key.
    Int(i64),
    /// String key; never one that reads as an integer, unless made so on purpose (property tables).
    Str(PhpStr),
}

/// A key in an array.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum KeyRef<'a> {
    /// Integer key.
    Int(i64),
    /// String key.
    Str(&'a PhpStr),
}

/// The integer that a decimal string key stands for: no sign but `-`, no leading zeros, not `-0`, within 64 bits.
#[inline]
pub fn numeric_key(b: &[u8]) -> Option<i64> {
    match b.first() {
        Some(c) if c.is_ascii_digit() || (*c == b'-' && b.len() > 1) => numeric_key_slow(b),
        _ => None,
    }
}

#[inline(never)]
fn numeric_key_slow(b: &[u8]) -> Option<i64> {
    let (neg, digits) = match b {
        [b'-', rest @ ..] => (true, rest),
        _ => (false, b),
    };
    if digits.len() > 19 || (digits[0] == b'0' && (digits.len() > 1 || neg)) {
        return None;
    }
    let mut n: u64 = 0;
    for d in digits {
        if !d.is_ascii_digit() {
            return None;
        }
        n = n * 10 + u64::from(d - b'0');
    }
    if neg { 0i64.checked_sub_unsigned(n) } else { i64::try_from(n).ok() }
}

impl Key {
    /// The key that PHP uses for these bytes: `"123"` is the integer 123.
    #[inline]
    pub fn from_bytes_numeric(b: &[u8]) -> Key {
        numeric_key(b).map_or_else(|| Key::Str(PhpStr::new(b)), Key::Int)
    }

    /// The key that PHP uses for this string: `"123"` is the integer 123.
    #[allow(clippy::should_implement_trait)]
    #[inline]
    pub fn from_str(s: PhpStr) -> Key {
        match numeric_key(s.as_bytes()) {
            Some(n) => Key::Int(n),
            None => Key::Str(s),
        }
    }

    /// Borrowed.
    #[inline(always)]
    pub fn as_ref(&self) -> KeyRef<'_> {
        match self {
            Key::Int(n) => KeyRef::Int(*n),
            Key::Str(s) => KeyRef::Str(s),
        }
    }
}

impl KeyRef<'_> {
    /// Owned.
    #[inline(always)]
    pub fn to_key(self) -> Key {
        match self {
            KeyRef::Int(n) => Key::Int(n),
            KeyRef::Str(s) => Key::Str(s.clone()),
        }
    }

    /// Integer key?
    #[inline(always)]
    pub fn is_int(self) -> bool {
        matches!(self, KeyRef::Int(_))
    }
}

impl From<KeyRef<'_>> for Key {
    #[inline]
    fn from(k: KeyRef<'_>) -> Key {
        k.to_key()
    }
}

impl From<i64> for Key {
    #[inline]
    fn from(n: i64) -> Key {
        Key::Int(n)
    }
}

impl From<PhpStr> for Key {
    /// As it is, without turning digits into a number; see [`Key::from_str`].
    #[inline]
    fn from(s: PhpStr) -> Key {
        Key::Str(s)
    }
}
