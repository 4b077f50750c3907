//! Rules that turn texts into others.

use std::ptr::null;

use crate::{ParseError, call, enumerated_units, failed, handle, kept16, status, text};

handle! {
    /// A set of rules.
    Transliterator, utrans_close
}

impl Transliterator {
    /// By name, or of rules; 0 is forward, 1 reverse.
    pub fn open(id: &[u16], rules: Option<&[u16]>, direction: i32, error: &mut ParseError, status: &mut i32) -> Option<Transliterator> {
        let (id, length) = text(id);
        let (rules, rules_length) = rules.map_or((null(), 0), text);
        let mut place = ParseError::raw();
        let made = call!(utrans_openU(id, length, direction, rules, rules_length, &raw mut place, status));
        *error = ParseError::of(&place);
        Transliterator::own(made)
    }

    pub fn try_clone(&self, status: &mut i32) -> Option<Transliterator> {
        Transliterator::own(call!(utrans_clone(self.ptr(), status)))
    }

    pub fn inverse(&self, status: &mut i32) -> Option<Transliterator> {
        Transliterator::own(call!(utrans_openInverse(self.ptr(), status)))
    }

    pub fn id(&self) -> Vec<u16> {
        let mut length = 0;
        let id = call!(utrans_getUnicodeID(self.ptr(), &raw mut length));
        kept16(id, length).unwrap_or_default()
    }

    /// The names that ICU knows.
    pub fn ids(status: &mut i32) -> Vec<Vec<u16>> {
        let all = call!(utrans_openIDs(status));
        enumerated_units(all, status)
    }

    /// The text with what lies between two places replaced.
    pub fn transliterate(&self, string: &[u16], start: i32, limit: i32, code: &mut i32) -> Vec<u16> {
        let length = i32::try_from(string.len()).unwrap_or(i32::MAX);
        let mut capacity = string.len();
        for _ in 0..4 {
            let mut buffer = string.to_vec();
            buffer.resize(capacity, 0);
            let (mut now, mut end) = (length, limit);
            let room = i32::try_from(capacity).unwrap_or(i32::MAX);
            call!(utrans_transUChars(self.ptr(), buffer.as_mut_ptr(), &raw mut now, room, start, &raw mut end, code));
            let needed = usize::try_from(now).unwrap_or(0);
            if *code == status::BUFFER_OVERFLOW && needed > capacity {
                *code = status::ZERO;
                capacity = needed;
                continue;
            }
            if failed(*code) {
                break;
            }
            buffer.truncate(needed);
            return buffer;
        }
        Vec::new()
    }
}
