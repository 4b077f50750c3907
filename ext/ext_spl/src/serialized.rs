//! Serialized values inside of the older formats, which `serialize()` methods of these classes write.

use crate::prelude::*;
use crate::support::{call_function, quietly};

/// A text that is taken apart from its start.
pub(crate) struct Parts<'a> {
    pub(crate) text: &'a [u8],
    pub(crate) at: usize,
}

impl<'a> Parts<'a> {
    pub(crate) fn new(text: &'a [u8]) -> Parts<'a> {
        Parts { text, at: 0 }
    }

    /// Skips what must stand here.
    pub(crate) fn expect(&mut self, what: &[u8]) -> Option<()> {
        let found = self.text[self.at..].iter().zip(what).take_while(|(a, b)| a == b).count();
        self.at += found;
        (found == what.len()).then_some(())
    }

    pub(crate) fn peek(&self) -> Option<u8> {
        self.text.get(self.at).copied()
    }

    /// The text of a value, which is behind it afterwards.
    fn value_text(&mut self) -> Option<&'a [u8]> {
        let start = self.at;
        self.at = end_of_value(self.text, start)?;
        Some(&self.text[start..self.at])
    }

    /// A value; `None` if there is none.
    pub(crate) fn value(&mut self, cx: &mut Cx) -> PhpResult<Option<Value>> {
        let Some(text) = self.value_text() else { return Ok(None) };
        let args = vec![Value::bytes(text)];
        quietly(cx, |cx| call_function(cx, "unserialize", args)).map(Some)
    }

    /// An integer in front of a `;`, which is left.
    pub(crate) fn int(&mut self, cx: &mut Cx) -> PhpResult<Option<i64>> {
        let start = self.at;
        let value = if self.peek() == Some(b'i') { self.value(cx)? } else { None };
        let number = value.and_then(|value| value.as_int());
        self.at = if number.is_some() { self.at - 1 } else { start };
        Ok(number)
    }
}

/// The exception about a text that is not what these formats are.
pub(crate) fn malformed(cx: &mut Cx, parts: &Parts<'_>) -> loxo_runtime::Thrown {
    let (at, length) = (parts.at, parts.text.len());
    cx.throw("UnexpectedValueException", format!("Error at offset {at} of {length} bytes"))
}

/// A value as `serialize()` writes it.
pub(crate) fn written(cx: &mut Cx, value: Value) -> PhpResult<PhpStr> {
    let text = call_function(cx, "serialize", vec![value])?;
    convert::to_string(cx, &text)
}

fn find(text: &[u8], from: usize, byte: u8) -> Option<usize> {
    text.get(from..)?.iter().position(|&b| b == byte).map(|at| from + at)
}

/// A length in front of `:`, and where what follows begins.
fn length(text: &[u8], from: usize) -> Option<(usize, usize)> {
    let end = find(text, from, b':')?;
    let length = std::str::from_utf8(&text[from..end]).ok()?.parse().ok()?;
    Some((length, end + 1))
}

/// Behind a quoted text that begins with its length.
fn quoted(text: &[u8], from: usize) -> Option<usize> {
    let (length, start) = length(text, from)?;
    let end = start.checked_add(length)?.checked_add(1)?;
    (text.get(start) == Some(&b'"') && text.get(end) == Some(&b'"')).then_some(end + 1)
}

/// Where the value that begins at `start` ends, as far as its outline says. Nested values are counted, not visited recursively.
fn end_of_value(text: &[u8], start: usize) -> Option<usize> {
    let mut at = start;
    // How many values are missing of each compound value that is open.
    let mut open: Vec<usize> = Vec::new();
    loop {
        let mut members = None;
        at = match text.get(at)? {
            b'N' => at + 2,
            b'b' | b'i' | b'd' | b'r' | b'R' => find(text, at, b';')? + 1,
            b's' | b'S' | b'E' => quoted(text, at + 2)? + 1,
            b'a' => {
                let (count, body) = length(text, at + 2)?;
                members = Some(count);
                body + 1
            }
            b'O' => {
                let (count, body) = length(text, quoted(text, at + 2)? + 1)?;
                members = Some(count);
                body + 1
            }
            b'C' => {
                let (length, body) = length(text, quoted(text, at + 2)? + 1)?;
                body.checked_add(length)?.checked_add(2)?
            }
            _ => return None,
        };
        if at > text.len() {
            return None;
        }
        match members {
            Some(count) => open.push(count.checked_mul(2)?),
            None => {
                if let Some(left) = open.last_mut() {
                    *left -= 1;
                }
            }
        }
        while open.last() == Some(&0) {
            open.pop();
            if text.get(at) != Some(&b'}') {
                return None;
            }
            at += 1;
            if let Some(left) = open.last_mut() {
                *left -= 1;
            }
        }
        if open.is_empty() {
            return Some(at);
        }
    }
}
