//! `http_build_query()`

use loxo_runtime::web::percent_encode_to;

use crate::prelude::*;

const RFC1738: i64 = 1;

/// `http_build_query()`
pub(crate) fn http_build_query(
    cx: &mut Cx,
    data: &Value,
    numeric_prefix: &PhpStr,
    arg_separator: Option<&PhpStr>,
    encoding_type: i64,
) -> PhpResult<PhpStr> {
    if let Some(object) = data.as_object()
        && cx.class_of(object).is_enum()
    {
        let text = format!("must not be an enum, {} given", cx.value_name(data));
        return Err(cx.argument_type_error(1, text));
    }
    let separator = match arg_separator {
        Some(s) => s.clone(),
        None => {
            let setting = cx.ini_str("arg_separator.output");
            if setting.is_empty() { PhpStr::new(b"&") } else { PhpStr::new(&setting) }
        }
    };
    let mut writer = Writer { out: StrBuilder::new(), separator, form: encoding_type == RFC1738, open: Vec::new(), tables: Vec::new() };
    let table = writer.table_of(cx, data)?;
    writer.open.extend(data.as_object().cloned());
    writer.table(cx, &table, b"", numeric_prefix)?;
    Ok(writer.out.finish())
}

struct Writer {
    out: StrBuilder,
    separator: PhpStr,
    form: bool,
    /// Objects and arrays on the way here: a circle is left out.
    open: Vec<PhpObject>,
    tables: Vec<PhpArray>,
}

impl Writer {
    fn table_of(&mut self, cx: &mut Cx, v: &Value) -> PhpResult<PhpArray> {
        match v.as_object() {
            // Only what the calling code may see.
            Some(object) => {
                let scope = (cx.hooks.scope)(cx);
                object::visible_properties(cx, object, scope)
            }
            None => Ok(v.as_array().cloned().unwrap_or_default()),
        }
    }

    /// `prefix` is the encoded name of what the table is in, up to its opening bracket.
    fn table(&mut self, cx: &mut Cx, table: &PhpArray, prefix: &[u8], numeric: &[u8]) -> PhpResult<()> {
        if stack::exhausted() {
            return Err(cx.throw_error("Maximum call stack size reached."));
        }
        self.tables.push(table.clone());
        for (key, v) in table {
            let v = v.deref();
            if v.is_null() || v.is_resource() {
                continue;
            }
            let mut name = self.name(key, prefix, numeric);
            if v.is_array() || v.is_object() {
                if let Some(scalar) = self.enum_value(cx, v)? {
                    self.pair(cx, name.as_bytes(), &scalar)?;
                    continue;
                }
                let object = v.as_object();
                if object.is_some_and(|o| self.open.contains(o)) {
                    continue;
                }
                let inner = self.table_of(cx, v)?;
                if self.tables.iter().any(|table| table.ptr_eq(&inner)) {
                    continue;
                }
                self.open.extend(object.cloned());
                name.push_bytes(b"%5B");
                self.table(cx, &inner, name.as_bytes(), b"")?;
                if object.is_some() {
                    self.open.pop();
                }
            } else {
                self.pair(cx, name.as_bytes(), v)?;
            }
        }
        self.tables.pop();
        Ok(())
    }

    /// In the request's heap, where names of deep values count.
    fn name(&self, key: KeyRef<'_>, prefix: &[u8], numeric: &[u8]) -> StrBuilder {
        let mut name = StrBuilder::new();
        name.push_bytes(prefix);
        match key {
            KeyRef::Int(n) => {
                if prefix.is_empty() {
                    name.push_bytes(numeric);
                }
                name.push_int(n);
            }
            KeyRef::Str(s) => percent_encode_to(&mut name, s, self.form),
        }
        if !prefix.is_empty() {
            name.push_bytes(b"%5D");
        }
        name
    }

    /// The value that a backed enum's case stands for.
    fn enum_value(&self, cx: &mut Cx, v: &Value) -> PhpResult<Option<Value>> {
        let Some(object) = v.as_object().filter(|o| cx.class_of(o).is_enum()) else { return Ok(None) };
        let class = cx.class_of(object);
        if class.backing.is_none() {
            let name = class.name.to_php();
            return Err(cx.value_error(format!("Unbacked enum {name} cannot be converted to a string")));
        }
        Ok(object.slots().get(1).cloned())
    }

    fn pair(&mut self, cx: &mut Cx, name: &[u8], v: &Value) -> PhpResult<()> {
        if !self.out.is_empty() {
            self.out.push_bytes(&self.separator);
        }
        self.out.push_bytes(name);
        self.out.push(b'=');
        match v.tag() {
            Tag::False => self.out.push(b'0'),
            Tag::True => self.out.push(b'1'),
            Tag::Float => {
                let text = value::number::double_to_string(v.as_float().unwrap_or(0.0), cx.precision);
                percent_encode_to(&mut self.out, &text, self.form);
            }
            _ => {
                let text = cx.str_of(v)?;
                percent_encode_to(&mut self.out, &text, self.form);
            }
        }
        Ok(())
    }
}
