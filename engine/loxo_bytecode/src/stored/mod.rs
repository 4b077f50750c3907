//! Units as bytes: a build of the engine reads what the same build wrote; other builds number ops and flags as they like.
//!
//! Numbers take as many bytes as they need, and a text that was met before is named by its number. A reader believes no length, and gives `None`
//! for what nobody has written; what it gives is a [`Unit`] that is still to be verified ([`crate::verify`]).

mod parts;

use std::collections::HashMap;

use crate::Unit;

/// Constant arrays in constant arrays are written so far down. PHP programs have few levels, and readers should need little stack.
const DEEPEST: u32 = 64;
/// No part is more than so many times as large in memory as its shortest form in bytes.
const EXPANSION: usize = 64;

/// A unit as bytes. `None`: a constant of it is nested too deeply.
pub fn write(unit: &Unit) -> Option<Vec<u8>> {
    let mut out = Writer { bytes: Vec::new(), texts: HashMap::new(), depth: 0, too_deep: false };
    unit.write(&mut out);
    (!out.too_deep).then_some(out.bytes)
}

/// The unit that was written as these bytes. `None`: they are none.
pub fn read(bytes: &[u8]) -> Option<Unit> {
    let mut from = Reader { rest: bytes, texts: Vec::new(), depth: 0 };
    let unit = Unit::read(&mut from)?;
    from.rest.is_empty().then_some(unit)
}

/// A part of a unit.
trait Stored: Sized {
    fn write<'u>(&'u self, out: &mut Writer<'u>);
    fn read(from: &mut Reader<'_>) -> Option<Self>;
}

struct Writer<'u> {
    bytes: Vec<u8>,
    /// Texts by their numbers.
    texts: HashMap<&'u [u8], u64>,
    depth: u32,
    too_deep: bool,
}

impl<'u> Writer<'u> {
    fn byte(&mut self, byte: u8) {
        self.bytes.push(byte);
    }

    /// Seven bits in a byte, the lowest first; the highest bit says that more follow.
    fn number(&mut self, mut number: u64) {
        while number >= 0x80 {
            self.bytes.push(number as u8 | 0x80);
            number >>= 7;
        }
        self.bytes.push(number as u8);
    }

    /// 0 in front of a text that is new, or the number of a known one, from 1.
    fn text(&mut self, text: &'u [u8]) {
        let next = self.texts.len() as u64 + 1;
        match self.texts.entry(text) {
            std::collections::hash_map::Entry::Occupied(known) => {
                let number = *known.get();
                self.number(number);
            }
            std::collections::hash_map::Entry::Vacant(place) => {
                place.insert(next);
                self.number(0);
                self.number(text.len() as u64);
                self.bytes.extend_from_slice(text);
            }
        }
    }

    /// Writes what lies one level deeper.
    fn deeper(&mut self, write: impl FnOnce(&mut Self)) {
        if self.depth == DEEPEST {
            self.too_deep = true;
            return;
        }
        self.depth += 1;
        write(self);
        self.depth -= 1;
    }
}

struct Reader<'b> {
    rest: &'b [u8],
    texts: Vec<&'b [u8]>,
    depth: u32,
}

impl<'b> Reader<'b> {
    fn byte(&mut self) -> Option<u8> {
        let (&byte, rest) = self.rest.split_first()?;
        self.rest = rest;
        Some(byte)
    }

    fn number(&mut self) -> Option<u64> {
        let mut number = 0;
        for shift in (0..64).step_by(7) {
            let byte = self.byte()?;
            number |= u64::from(byte & 0x7f) << shift;
            if byte < 0x80 {
                return Some(number);
            }
        }
        None
    }

    fn text(&mut self) -> Option<&'b [u8]> {
        let known = self.number()?;
        if let Some(index) = known.checked_sub(1) {
            return self.texts.get(usize::try_from(index).ok()?).copied();
        }
        let length = usize::try_from(self.number()?).ok()?;
        let (text, rest) = self.rest.split_at_checked(length)?;
        self.rest = rest;
        self.texts.push(text);
        Some(text)
    }

    /// Items whose number stands in front of them. No more memory is asked for than honest bytes need.
    fn list<T>(&mut self, mut item: impl FnMut(&mut Self) -> Option<T>) -> Option<Vec<T>> {
        let count = usize::try_from(self.number()?).ok()?;
        if count.checked_mul(size_of::<T>())? > self.rest.len().saturating_mul(EXPANSION) {
            return None;
        }
        let mut items = Vec::with_capacity(count);
        for _ in 0..count {
            items.push(item(self)?);
        }
        Some(items)
    }

    /// Reads what lies one level deeper.
    fn deeper<T>(&mut self, read: impl FnOnce(&mut Self) -> Option<T>) -> Option<T> {
        if self.depth == DEEPEST {
            return None;
        }
        self.depth += 1;
        let result = read(self);
        self.depth -= 1;
        result
    }
}
