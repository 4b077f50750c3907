//! PHP's format of stored values: `serialize()` and `unserialize()`, and what other formats of stored values share with them.
//!
//! [`serialize`] and [`unserialize`] are the two builtins, which `ext_standard` declares. [`Serializer`] and [`Unserializer`] are for extensions that
//! keep several values in one text, which may refer to each other (sessions, caches). `objects` tells formats of their own, as igbinary's and
//! msgpack's, which objects may be stored and how they come back. A library: it declares nothing to programs.
#![forbid(unsafe_code)]

mod incomplete;
pub mod objects;
mod reader;
mod reader_objects;
mod writer;

pub use incomplete::incomplete_object_handlers;
pub use objects::enum_case;
pub use reader::unserialize;
pub use writer::serialize;

use loxo_runtime::{Cx, PhpResult, PhpStr, Thrown, Value};
use rustc_hash::FxHashSet;

use reader::{Allowed, Fault, Reader, find_targets, number_at};
use writer::Writer;

const TOO_DEEP: &str = "Maximum call stack size reached. Infinite recursion?";

/// Writes values one behind the other, with other text between them.
#[derive(Default)]
pub struct Serializer(Writer);

impl Serializer {
    /// Bytes that are no value.
    pub fn text(&mut self, bytes: &[u8]) {
        self.0.out.push_bytes(bytes);
    }

    pub fn value(&mut self, cx: &mut Cx, value: &Value) -> PhpResult<()> {
        self.0.root(cx, value)
    }

    pub fn finish(self) -> PhpStr {
        self.0.out.finish()
    }
}

/// Reads what [`Serializer`] wrote.
pub struct Unserializer<'a>(Reader<'a>);

impl<'a> Unserializer<'a> {
    /// `next_value` says where the first value at or behind a place begins: text between values must not be taken for one.
    pub fn new(cx: &Cx, data: &'a [u8], next_value: impl Fn(usize) -> Option<usize>) -> Unserializer<'a> {
        let max_depth = usize::try_from(cx.ini_int("unserialize_max_depth")).unwrap_or(0);
        let targets = |data: &[u8], targets: &mut FxHashSet<usize>| {
            let mut at = 0;
            while let Some(start) = next_value(at) {
                at = end_of_value(data, start);
                find_targets(&data[start.min(at)..at], targets);
            }
        };
        Unserializer(Reader::new(data, targets, max_depth, Allowed::All))
    }

    /// The value that begins at `at`, and where it ends; `None` if there is none. Objects are not complete before [`Unserializer::finish`].
    pub fn value(&mut self, cx: &mut Cx, at: usize) -> PhpResult<Option<(Value, usize)>> {
        self.0.at = at;
        match self.0.value(cx) {
            Ok(value) => Ok(Some((value, self.0.at))),
            Err(Fault::Bad) => Ok(None),
            Err(Fault::Thrown) => Err(Thrown),
        }
    }

    /// Calls the methods of objects that want to know that they are back.
    pub fn finish(mut self, cx: &mut Cx) -> PhpResult<()> {
        self.0.later.finish(cx)
    }
}

/// Behind the value that begins at `start`; whether it is one is not looked at.
fn end_of_value(data: &[u8], start: usize) -> usize {
    let (mut at, mut depth) = (start, 0usize);
    while at < data.len() {
        match (data[at], data.get(at + 1)) {
            (kind @ (b's' | b'S' | b'E' | b'O' | b'C'), Some(b':')) => {
                let (length, digits) = number_at(data, at + 2);
                // `5:"bytes"`
                at += 2 + digits + 3 + length;
                if kind == b'C' {
                    let (length, digits) = number_at(data, at + 1);
                    at += 1 + digits + 1;
                    depth += 1;
                    at += 1 + length;
                }
                continue;
            }
            (b'{', _) => depth += 1,
            (b'}', _) => depth = depth.saturating_sub(1),
            _ => {}
        }
        at += 1;
        if depth == 0 && matches!(data[at - 1], b';' | b'}') {
            return at;
        }
    }
    data.len()
}

#[cfg(test)]
mod tests {
    use super::end_of_value;

    #[test]
    fn values_end() {
        for value in ["i:5;", "N;", "s:3:\"a;}\";", "a:1:{i:0;a:0:{}}", "O:1:\"A\":1:{s:1:\"{\";i:1;}", "C:1:\"A\":3:{}};}", "E:3:\"A:B\";"]
        {
            let data = [value, "x|i:1;"].concat();
            assert_eq!(end_of_value(data.as_bytes(), 0), value.len(), "{value}");
        }
    }
}
