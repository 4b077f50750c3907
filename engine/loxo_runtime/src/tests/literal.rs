//! PHP literals to values and back, as facts.txt writes them.

use loxo_value::{Key, PhpArray, Tag, Value};

use crate::Cx;
use crate::convert::float_repr;

/// Reads a literal; panics on what the table should not contain.
pub(super) fn read(cx: &mut Cx, text: &str) -> Value {
    let mut reader = Reader { text: text.as_bytes(), at: 0 };
    let v = reader.value(cx);
    assert_eq!(reader.at, text.len(), "{text}");
    v
}

struct Reader<'a> {
    text: &'a [u8],
    at: usize,
}

impl Reader<'_> {
    fn rest(&self) -> &[u8] {
        &self.text[self.at..]
    }

    fn eat(&mut self, token: &[u8]) -> bool {
        let found = self.rest().starts_with(token);
        self.at += if found { token.len() } else { 0 };
        found
    }

    fn value(&mut self, cx: &mut Cx) -> Value {
        for (name, v) in [("null", Value::NULL), ("false", Value::FALSE), ("true", Value::TRUE), ("NAN", Value::float(f64::NAN))] {
            if self.eat(name.as_bytes()) {
                return v;
            }
        }
        if self.eat(b"-9223372036854775807 - 1") {
            return Value::int(i64::MIN);
        }
        if self.eat(b"new stdClass") {
            let class = cx.builtin_class("stdClass");
            return Value::object(loxo_value::new_object(class, &[]));
        }
        match self.rest()[0] {
            b'\'' => self.string(b'\''),
            b'"' => self.string(b'"'),
            b'[' => self.array(cx),
            _ => self.number(),
        }
    }

    fn number(&mut self) -> Value {
        let length = self.rest().iter().take_while(|b| matches!(b, b'0'..=b'9' | b'.' | b'e' | b'-')).count();
        let text = std::str::from_utf8(&self.rest()[..length]).expect("ASCII").to_string();
        self.at += length;
        match text.parse() {
            Ok(n) => Value::int(n),
            Err(_) => Value::float(text.parse().expect("a number")),
        }
    }

    /// Single quotes know `\'`, `\\` and the escapes of `addcslashes()`.
    fn string(&mut self, quote: u8) -> Value {
        self.at += 1;
        let mut out = Vec::new();
        while self.text[self.at] != quote {
            let b = self.text[self.at];
            self.at += 1;
            if b != b'\\' {
                out.push(b);
                continue;
            }
            let escaped = self.text[self.at];
            self.at += 1;
            out.push(match escaped {
                b'n' => b'\n',
                b'r' => b'\r',
                b't' => b'\t',
                b'0'..=b'7' => {
                    let digits = self.text[self.at..].iter().take(2).take_while(|b| matches!(b, b'0'..=b'7')).count();
                    let text = std::str::from_utf8(&self.text[self.at - 1..self.at + digits]).expect("ASCII");
                    let byte = u8::from_str_radix(text, 8).expect("an octal byte");
                    self.at += digits;
                    byte
                }
                other => other,
            });
        }
        self.at += 1;
        Value::bytes(&out)
    }

    fn array(&mut self, cx: &mut Cx) -> Value {
        self.at += 1;
        let mut array = PhpArray::new();
        while !self.eat(b"]") {
            let v = self.value(cx);
            if self.eat(b" => ") {
                let element = self.value(cx);
                array.set(&v.as_int().map_or_else(|| Key::Str(v.as_str().cloned().unwrap_or_default()), Key::Int), element);
            } else {
                array.push(v).expect("room");
            }
            self.eat(b", ");
        }
        Value::array(array)
    }
}

/// As `show()` of facts.php.
pub(super) fn show(v: &Value) -> String {
    match v.tag() {
        Tag::Undef | Tag::Null => "null".into(),
        Tag::False => "false".into(),
        Tag::True => "true".into(),
        Tag::Int => v.as_int().unwrap_or(0).to_string(),
        Tag::Float => format!("float({})", float_repr(v.as_float().unwrap_or(0.0))),
        Tag::String => format!("'{}'", escape(v.as_str().map_or(b"", |s| s), true)),
        Tag::Array => {
            let entries = v.as_array().into_iter().flat_map(|array| array.iter());
            let entries: Vec<String> = entries.map(|(key, v)| format!("{} => {}", show(&key.to_value()), show(v.deref()))).collect();
            format!("[{}]", entries.join(", "))
        }
        _ => "object".into(),
    }
}

/// `addcslashes()`, with quotes or for the control characters only.
pub(super) fn escape(text: &[u8], all: bool) -> String {
    let mut out = String::new();
    for b in text {
        match b {
            b'\n' => out.push_str("\\n"),
            b'\r' => out.push_str("\\r"),
            b'\t' => out.push_str("\\t"),
            7 => out.push_str("\\a"),
            8 => out.push_str("\\b"),
            11 => out.push_str("\\v"),
            12 => out.push_str("\\f"),
            b'\\' | b'\'' if all => out.extend(['\\', char::from(*b)]),
            0..=0x1f => out.push_str(&format!("\\{b:03o}")),
            0x7f..=0xff if all => out.push_str(&format!("\\{b:03o}")),
            other => out.push(char::from(*other)),
        }
    }
    out
}
