//! `print_r()`: values as text for people to read.

use super::{Access, Open, unmangle};
use loxo_runtime::memory_limit::CountedBuf;

use crate::prelude::*;

/// `print_r()`
pub(crate) fn print_r(cx: &mut Cx, value: &Value, r#return: bool) -> PhpResult<Value> {
    let text = readable(cx, value)?;
    if r#return {
        return Ok(Value::bytes(&text));
    }
    cx.print(&text)?;
    Ok(Value::TRUE)
}

/// The text that `print_r()` shows.
pub(crate) fn readable(cx: &mut Cx, v: &Value) -> PhpResult<Vec<u8>> {
    let mut printer = Printer { out: CountedBuf::new(), open: Open::default() };
    printer.value(cx, v, 0)?;
    Ok(printer.out.take())
}

struct Printer {
    out: CountedBuf,
    open: Open,
}

impl Printer {
    fn indent(&mut self, by: usize) {
        let wide = self.out.len() + by;
        self.out.resize(wide, b' ');
        self.out.settle();
    }

    fn value(&mut self, cx: &mut Cx, v: &Value, indent: usize) -> PhpResult<()> {
        if stack::exhausted() {
            return Err(cx.throw_error(TOO_DEEP));
        }
        let v = v.deref();
        if let Some(array) = v.as_array().cloned() {
            self.out.extend_from_slice(b"Array\n");
            if !self.open.enter_array(&array) {
                self.out.extend_from_slice(b" *RECURSION*");
                return Ok(());
            }
            self.table(cx, &array, indent, false)?;
            self.open.leave_array(&array);
            return Ok(());
        }
        if let Some(object) = v.as_object() {
            return self.object(cx, object, indent);
        }
        let text = cx.str_of(v)?;
        self.out.extend_from_slice(&text);
        Ok(())
    }

    fn object(&mut self, cx: &mut Cx, object: &PhpObject, indent: usize) -> PhpResult<()> {
        let class = cx.class_of(object);
        self.out.extend_from_slice(convert::class_name(class));
        if class.is_enum() {
            self.out.extend_from_slice(b" Enum");
            if let Some(backing) = &class.backing {
                self.out.push(b':');
                self.out.extend_from_slice(&backing.spec.text);
            }
            self.out.push(b'\n');
        } else {
            self.out.extend_from_slice(b" Object\n");
        }
        if !self.open.enter_object(object) {
            self.out.extend_from_slice(b" *RECURSION*");
            return Ok(());
        }
        let properties = object::debug_info(cx, object)?;
        self.table(cx, &properties, indent, true)?;
        self.open.leave_object(object);
        Ok(())
    }

    fn table(&mut self, cx: &mut Cx, table: &PhpArray, indent: usize, properties: bool) -> PhpResult<()> {
        self.indent(indent);
        self.out.extend_from_slice(b"(\n");
        for (key, v) in table {
            self.indent(indent + 4);
            self.out.push(b'[');
            match key {
                KeyRef::Int(n) => self.out.extend_from_slice(n.to_string().as_bytes()),
                KeyRef::Str(name) if properties => self.property(name),
                KeyRef::Str(name) => self.out.extend_from_slice(name),
            }
            self.out.extend_from_slice(b"] => ");
            self.value(cx, v, indent + 8)?;
            self.out.push(b'\n');
        }
        self.indent(indent);
        self.out.extend_from_slice(b")\n");
        Ok(())
    }

    fn property(&mut self, mangled: &[u8]) {
        let (name, access) = unmangle(mangled);
        self.out.extend_from_slice(name);
        match access {
            Access::Public => {}
            Access::Protected => self.out.extend_from_slice(b":protected"),
            Access::Private(class) => self.out.extend_from_slice(&[b":", class, b":private"].concat()),
        }
    }
}
