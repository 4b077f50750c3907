//! `var_export()`: values as PHP code.

use super::{Open, enum_case, unmangle};
use loxo_runtime::memory_limit::CountedBuf;

use crate::prelude::*;

/// `var_export()`
pub(crate) fn var_export(cx: &mut Cx, value: &Value, r#return: bool) -> PhpResult<Value> {
    let mut exporter = Exporter { out: CountedBuf::new(), open: Open::default() };
    exporter.value(cx, value, 1)?;
    if r#return {
        return Ok(Value::bytes(&exporter.out));
    }
    cx.print(&exporter.out)?;
    Ok(Value::NULL)
}

struct Exporter {
    out: CountedBuf,
    open: Open,
}

impl Exporter {
    fn text(&mut self, text: &[u8]) {
        self.out.extend_from_slice(text);
    }

    fn spaces(&mut self, n: usize) {
        let wide = self.out.len() + n;
        self.out.resize(wide, b' ');
        self.out.settle();
    }

    /// What is in something else begins on a line of its own.
    fn new_line(&mut self, level: usize) {
        if level > 1 {
            self.text(b"\n");
            self.spaces(level - 1);
        }
    }

    fn value(&mut self, cx: &mut Cx, v: &Value, level: usize) -> PhpResult<()> {
        if stack::exhausted() {
            return Err(cx.throw_error(TOO_DEEP));
        }
        let v = v.deref();
        match v.tag() {
            Tag::False => self.text(b"false"),
            Tag::True => self.text(b"true"),
            // The literal would be read as a float.
            Tag::Int if v.as_int() == Some(i64::MIN) => self.text(b"-9223372036854775807-1"),
            Tag::Int => self.text(v.as_int().unwrap_or(0).to_string().as_bytes()),
            Tag::Float => self.float(cx, v.as_float().unwrap_or(0.0)),
            Tag::String => self.string(v.as_bytes().unwrap_or_default()),
            Tag::Array => return self.array(cx, v, level),
            Tag::Object => return self.object(cx, v, level),
            _ => self.text(b"NULL"),
        }
        Ok(())
    }

    fn float(&mut self, cx: &Cx, f: f64) {
        let start = self.out.len();
        value::number::write_double(&mut self.out, f, cx.serialize_precision);
        // It must stay a float when it is read again.
        if f.is_finite() && !self.out[start..].iter().any(|b| matches!(b, b'.' | b'E' | b'e')) {
            self.text(b".0");
        }
    }

    fn string(&mut self, s: &[u8]) {
        self.out.reserve(s.len() + 2);
        self.text(b"'");
        let mut rest = s;
        while let Some(at) = memchr::memchr3(b'\'', b'\\', 0, rest) {
            self.text(&rest[..at]);
            match rest[at] {
                0 => self.text(b"' . \"\\0\" . '"),
                b => self.text(&[b'\\', b]),
            }
            rest = &rest[at + 1..];
        }
        self.text(rest);
        self.text(b"'");
    }

    fn circular(&mut self, cx: &mut Cx) -> PhpResult<()> {
        self.text(b"NULL");
        cx.warn_plain("var_export does not handle circular references")
    }

    fn array(&mut self, cx: &mut Cx, v: &Value, level: usize) -> PhpResult<()> {
        let Some(array) = v.as_array().cloned() else { return Ok(()) };
        if !self.open.enter_array(&array) {
            return self.circular(cx);
        }
        self.new_line(level);
        self.text(b"array (\n");
        for (key, v) in &array {
            self.spaces(level + 1);
            match key {
                KeyRef::Int(n) => self.text(n.to_string().as_bytes()),
                KeyRef::Str(s) => self.string(s),
            }
            self.text(b" => ");
            self.value(cx, v, level + 2)?;
            self.text(b",\n");
        }
        if level > 1 {
            self.spaces(level - 1);
        }
        self.text(b")");
        self.open.leave_array(&array);
        Ok(())
    }

    fn object(&mut self, cx: &mut Cx, v: &Value, level: usize) -> PhpResult<()> {
        let Some(object) = v.as_object() else { return Ok(()) };
        if !self.open.enter_object(object) {
            return self.circular(cx);
        }
        let class = cx.class_of(object);
        self.new_line(level);
        if class.is_enum() {
            let case = enum_case(object);
            self.text(&[b"\\", class.name.as_bytes(), b"::", case.as_bytes()].concat());
            self.open.leave_object(object);
            return Ok(());
        }
        let standard = class.name.as_bytes() == b"stdClass";
        if standard {
            self.text(b"(object) array(\n");
        } else {
            self.text(&[b"\\", class.name.as_bytes(), b"::__set_state(array(\n"].concat());
        }
        let properties = object::properties_table(cx, object, object::Purpose::Export)?;
        for (key, v) in &properties {
            self.spaces(level + 2);
            match key {
                // Names of properties are strings, even those that look like numbers.
                KeyRef::Int(n) if class.object_handlers.properties.is_none() && class.object_handlers.properties_for.is_none() => {
                    self.text(format!("'{n}'").as_bytes())
                }
                KeyRef::Int(n) => self.text(n.to_string().as_bytes()),
                KeyRef::Str(mangled) => self.string(unmangle(mangled).0),
            }
            self.text(b" => ");
            self.value(cx, v, level + 2)?;
            self.text(b",\n");
        }
        if level > 1 {
            self.spaces(level - 1);
        }
        self.text(if standard { b")" } else { b"))" });
        self.open.leave_object(object);
        Ok(())
    }
}
