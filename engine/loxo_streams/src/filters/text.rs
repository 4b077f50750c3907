//! `string.*`: filters that change bytes one by one.

use loxo_value::Value;

use super::{Bucket, Filter, FilterFlags, FilterStatus};
use crate::Stream;
use loxo_runtime::Cx;

struct Map(fn(&mut [u8]));

impl Filter for Map {
    fn filter(&mut self, _: &mut Cx, _: &Stream, input: Vec<Bucket>, output: &mut Vec<Bucket>, _: FilterFlags) -> (FilterStatus, usize) {
        let mut consumed = 0;
        for mut bucket in input {
            (self.0)(&mut bucket);
            consumed += bucket.len();
            output.push(bucket);
        }
        (FilterStatus::PassOn, consumed)
    }
}

/// `string.rot13`
pub(super) fn rot13(_: &mut Cx, _: &[u8], _: Option<&Value>) -> Option<Box<dyn Filter>> {
    Some(Box::new(Map(|bytes| {
        for b in bytes {
            *b = match *b {
                b'a'..=b'm' | b'A'..=b'M' => *b + 13,
                b'n'..=b'z' | b'N'..=b'Z' => *b - 13,
                other => other,
            };
        }
    })))
}

/// `string.toupper`
pub(super) fn to_upper(_: &mut Cx, _: &[u8], _: Option<&Value>) -> Option<Box<dyn Filter>> {
    Some(Box::new(Map(|bytes| bytes.make_ascii_uppercase())))
}

/// `string.tolower`
pub(super) fn to_lower(_: &mut Cx, _: &[u8], _: Option<&Value>) -> Option<Box<dyn Filter>> {
    Some(Box::new(Map(|bytes| bytes.make_ascii_lowercase())))
}
