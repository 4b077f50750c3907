//! Records of comma-separated values.

use crate::prelude::*;
use crate::support::{active_name, call_function};

/// How records are written.
#[derive(Clone, Copy)]
pub(super) struct Format {
    pub(super) separator: u8,
    pub(super) enclosure: u8,
    /// `None`: there is none.
    pub(super) escape: Option<u8>,
    /// Nobody has said what the escape is.
    escape_is_default: bool,
}

impl Default for Format {
    fn default() -> Format {
        Format { separator: b',', enclosure: b'"', escape: Some(b'\\'), escape_is_default: true }
    }
}

impl Format {
    /// What arguments make of it; `first` is the separator's number.
    pub(super) fn with(
        mut self,
        cx: &mut Cx,
        first: usize,
        separator: Option<&PhpStr>,
        enclosure: Option<&PhpStr>,
        escape: Option<&PhpStr>,
    ) -> PhpResult<Format> {
        if let Some(separator) = separator {
            self.separator = single(cx, first, separator)?;
        }
        if let Some(enclosure) = enclosure {
            self.enclosure = single(cx, first + 1, enclosure)?;
        }
        if let Some(escape) = escape {
            self.escape = match escape.as_bytes() {
                [] => None,
                [escape] => Some(*escape),
                _ => return Err(cx.argument_value_error(first + 2, "must be empty or a single character")),
            };
            self.escape_is_default = false;
        }
        Ok(self)
    }

    /// Nobody should rely on what the escape is.
    pub(super) fn warn(&self, cx: &mut Cx, text: &str) -> PhpResult<()> {
        if self.escape_is_default {
            let name = active_name(cx).unwrap_or_default();
            cx.deprecated([&name[..], b"(): the $escape parameter must be provided", text.as_bytes()].concat());
            cx.check()?;
        }
        Ok(())
    }

    pub(super) fn escape_text(&self) -> PhpStr {
        self.escape.map_or_else(PhpStr::default, PhpStr::byte)
    }

    /// Three arguments of the functions of the standard extension.
    pub(super) fn arguments(&self) -> [Value; 3] {
        let [separator, enclosure] = [self.separator, self.enclosure].map(|byte| Value::string(PhpStr::byte(byte)));
        [separator, enclosure, Value::string(self.escape_text())]
    }

    /// Does the text end inside of a quoted field?
    pub(super) fn is_open(&self, text: &[u8]) -> bool {
        let mut at = 0;
        loop {
            while text.get(at).is_some_and(|&b| b != self.separator && (b.is_ascii_whitespace() || b == 0x0b)) {
                at += 1;
            }
            if text.get(at) == Some(&self.enclosure) {
                match self.end_of_quoted(text, at + 1) {
                    Some(end) => at = end,
                    None => return true,
                }
            }
            match text.get(at..).and_then(|rest| rest.iter().position(|&b| b == self.separator)) {
                Some(next) => at += next + 1,
                None => return false,
            }
        }
    }

    /// Behind the enclosure that ends the field.
    fn end_of_quoted(&self, text: &[u8], start: usize) -> Option<usize> {
        let mut at = start;
        while let Some(&byte) = text.get(at) {
            if byte == self.enclosure {
                if text.get(at + 1) != Some(&self.enclosure) {
                    return Some(at + 1);
                }
                at += 1;
            } else if Some(byte) == self.escape && at + 1 < text.len() {
                at += 1;
            }
            at += 1;
        }
        None
    }
}

fn single(cx: &mut Cx, number: usize, text: &PhpStr) -> PhpResult<u8> {
    match text.as_bytes() {
        [byte] => Ok(*byte),
        _ => Err(cx.argument_value_error(number, "must be a single character")),
    }
}

/// The fields of a whole record.
pub(super) fn parse(cx: &mut Cx, format: &Format, record: &[u8]) -> PhpResult<Value> {
    let mut args = vec![Value::bytes(record)];
    args.extend(format.arguments());
    call_function(cx, "str_getcsv", args)
}
