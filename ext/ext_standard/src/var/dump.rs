//! `var_dump()` and `debug_zval_dump()`: values with their types, as text.

use super::{Access, Open, enum_case, unmangle};
use loxo_runtime::memory_limit::CountedBuf;

use crate::prelude::*;

/// `var_dump()`
pub(crate) fn var_dump(cx: &mut Cx, value: &Value, values: &[Value]) -> PhpResult<()> {
    for v in std::iter::once(value).chain(values) {
        let mut dumper = Dumper { out: CountedBuf::new(), open: Open::default(), counts: false };
        dumper.value(cx, v, 0)?;
        dumper.flush(cx)?;
    }
    Ok(())
}

/// `debug_zval_dump()`: as `var_dump()`, with how often things are held.
pub(crate) fn debug_zval_dump(cx: &mut Cx, value: &Value, values: &[Value]) -> PhpResult<()> {
    for v in std::iter::once(value).chain(values) {
        let mut dumper = Dumper { out: CountedBuf::new(), open: Open::default(), counts: true };
        dumper.value(cx, v, 0)?;
        dumper.flush(cx)?;
    }
    Ok(())
}

struct Dumper {
    /// Not yet printed; printed before PHP code gets a chance to print something itself.
    out: CountedBuf,
    open: Open,
    counts: bool,
}

impl Dumper {
    fn flush(&mut self, cx: &mut Cx) -> PhpResult<()> {
        let text = self.out.take();
        cx.print(&text)
    }

    fn text(&mut self, text: &[u8]) {
        self.out.extend_from_slice(text);
    }

    fn indent(&mut self, depth: usize) {
        let wide = self.out.len() + 2 * depth;
        self.out.resize(wide, b' ');
        self.out.settle();
    }

    fn value(&mut self, cx: &mut Cx, v: &Value, depth: usize) -> PhpResult<()> {
        if stack::exhausted() {
            return Err(cx.throw_error(TOO_DEEP));
        }
        self.indent(depth);
        if let Some(reference) = v.as_ref().filter(|_| self.counts) {
            self.out.extend(format!("reference refcount({}) {{\n", reference.refcount()).bytes());
            self.value(cx, v.deref(), depth + 1)?;
            self.indent(depth);
            self.text(b"}\n");
            return Ok(());
        }
        // A reference with one owner is a plain value to everybody.
        let mark: &[u8] = if v.as_ref().is_some_and(|r| r.refcount() > 1) && !self.counts { b"&" } else { b"" };
        let v = v.deref();
        match v.tag() {
            Tag::Array => self.array(cx, v, mark, depth),
            Tag::Object => self.object(cx, v, mark, depth),
            tag => {
                self.text(mark);
                match tag {
                    Tag::False => self.text(b"bool(false)"),
                    Tag::True => self.text(b"bool(true)"),
                    Tag::Int => self.out.extend(format!("int({})", v.as_int().unwrap_or(0)).bytes()),
                    Tag::Float => {
                        self.text(b"float(");
                        value::number::write_double(&mut self.out, v.as_float().unwrap_or(0.0), cx.serialize_precision);
                        self.text(b")");
                    }
                    Tag::String => self.string(v),
                    Tag::Resource => self.resource(v),
                    _ => self.text(b"NULL"),
                }
                self.text(b"\n");
                Ok(())
            }
        }
    }

    fn string(&mut self, v: &Value) {
        let Some(s) = v.as_str() else { return };
        self.out.extend(format!("string({}) \"", s.len()).bytes());
        self.text(s);
        self.text(b"\"");
        if self.counts {
            let count = if s.is_interned() { " interned".into() } else { format!(" refcount({})", s.refcount()) };
            self.text(count.as_bytes());
        }
    }

    fn resource(&mut self, v: &Value) {
        let Some(r) = v.as_resource() else { return };
        let kind = if r.is_closed() { "Unknown" } else { r.type_name() };
        self.out.extend(format!("resource({}) of type ({kind})", r.id()).bytes());
        if self.counts {
            self.out.extend(format!(" refcount({})", v.refcount()).bytes());
        }
    }

    fn array(&mut self, cx: &mut Cx, v: &Value, mark: &[u8], depth: usize) -> PhpResult<()> {
        let Some(array) = v.as_array() else { return Ok(()) };
        if !self.open.enter_array(array) {
            self.text(b"*RECURSION*\n");
            return Ok(());
        }
        self.text(mark);
        self.out.extend(format!("array({}) ", array.len()).bytes());
        if self.counts {
            let packed = if array.is_packed() && !array.is_empty() { "packed " } else { "" };
            let count = match array.is_immortal() {
                true if array.is_empty() => "interned ".into(),
                // Nobody counts the owners of constant arrays: as an argument the code and the call are, else what it stands in.
                true => format!("{packed}refcount({})", if depth == 0 { 2 } else { 1 }),
                false => format!("{packed}refcount({})", array.refcount()),
            };
            self.text(count.as_bytes());
        }
        self.text(b"{\n");
        let held = array.clone();
        for (key, v) in &held {
            self.indent(depth + 1);
            self.key(key);
            self.value(cx, v, depth + 1)?;
        }
        self.indent(depth);
        self.text(b"}\n");
        self.open.leave_array(&held);
        Ok(())
    }

    fn key(&mut self, key: KeyRef<'_>) {
        match key {
            KeyRef::Int(n) => self.out.extend(format!("[{n}]=>\n").bytes()),
            KeyRef::Str(s) => {
                self.text(b"[\"");
                self.text(s);
                self.text(b"\"]=>\n");
            }
        }
    }

    fn object(&mut self, cx: &mut Cx, v: &Value, mark: &[u8], depth: usize) -> PhpResult<()> {
        let Some(object) = v.as_object() else { return Ok(()) };
        let class = cx.class_of(object);
        if class.is_enum() && !self.counts {
            let case = enum_case(object);
            self.text(mark);
            self.text(&[b"enum(", class.name.as_bytes(), b"::", case.as_bytes(), b")\n"].concat());
            return Ok(());
        }
        if !self.open.enter_object(object) {
            self.text(b"*RECURSION*\n");
            return Ok(());
        }
        let stands_for_another = object::is_proxy(object) && !object::is_uninitialized(object);
        let own = !stands_for_another
            && class.magic.debug_info.is_none()
            && class.object_handlers.debug_info.is_none()
            && class.object_handlers.properties.is_none()
            && class.object_handlers.properties_for.is_none();
        self.flush(cx)?;
        let properties = object::debug_info(cx, object)?;
        self.text(mark);
        let name = convert::class_name(class);
        if object::is_lazy(object) {
            self.text(if object::is_proxy(object) { b"lazy proxy " } else { b"lazy ghost " });
        }
        self.text(&[b"object(", name, format!(")#{} ({}) ", object.handle(), properties.len()).as_bytes()].concat());
        if self.counts {
            self.out.extend(format!("refcount({})", object.refcount()).bytes());
        }
        self.text(b"{\n");
        if own {
            // References in it have owners enough.
            drop(properties);
            self.slots(cx, object, depth)?;
        } else {
            self.properties(cx, &properties, depth)?;
        }
        self.indent(depth);
        self.text(b"}\n");
        self.open.leave_object(object);
        Ok(())
    }

    /// Declared properties, uninitialized ones included, then dynamic ones.
    fn slots(&mut self, cx: &mut Cx, object: &PhpObject, depth: usize) -> PhpResult<()> {
        let class = cx.class_of(object);
        for (i, slot) in class.slots.iter().enumerate() {
            let v = object.slot(i).clone();
            let property = &slot.property;
            let mangled = object::mangled(property);
            if !v.is_undef() {
                self.property(KeyRef::Str(&mangled), depth + 1);
                self.value_held(cx, v, depth + 1)?;
            } else if let Some(ty) = &property.ty {
                self.property(KeyRef::Str(&mangled), depth + 1);
                self.indent(depth + 1);
                let text = ty.written.as_deref().unwrap_or(&ty.spec.text);
                self.text(&[b"uninitialized(", text, b")\n"].concat());
            }
        }
        match object.dynamic().filter(|_| !object::is_lazy(object)).cloned() {
            Some(table) => self.properties(cx, &table, depth),
            None => Ok(()),
        }
    }

    /// A copy of a slot would make a reference in it look shared.
    fn value_held(&mut self, cx: &mut Cx, v: Value, depth: usize) -> PhpResult<()> {
        match v.as_ref() {
            Some(r) if r.refcount() == 2 => {
                let inner = v.clone_deref();
                drop(v);
                self.value(cx, &inner, depth)
            }
            _ => self.value(cx, &v, depth),
        }
    }

    fn properties(&mut self, cx: &mut Cx, properties: &PhpArray, depth: usize) -> PhpResult<()> {
        for (key, v) in properties {
            self.property(key, depth + 1);
            self.value(cx, v, depth + 1)?;
        }
        Ok(())
    }

    fn property(&mut self, key: KeyRef<'_>, depth: usize) {
        self.indent(depth);
        let KeyRef::Str(mangled) = key else { return self.key(key) };
        let (name, access) = unmangle(mangled);
        self.text(b"[\"");
        self.text(name);
        self.text(b"\"");
        match access {
            Access::Public => {}
            Access::Protected => self.text(b":protected"),
            Access::Private(class) => self.text(&[b":\"", class, b"\":private"].concat()),
        }
        self.text(b"]=>\n");
    }
}
