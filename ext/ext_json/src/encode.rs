//! `json_encode()`: writes values as JSON, with `JsonSerializable`, pretty printing and the options for what cannot be written.

use loxo_runtime::object;
use loxo_runtime::stack;
use loxo_runtime::value::Held;
use loxo_runtime::value::number::{self, Numeric};
use loxo_runtime::{
    Class, ClassFlags, Cx, ExtSlot, Func, KeyRef, PhpArray, PhpObject, PhpResult, PhpStr, StrBuilder, Tag, Thrown, Value, class_of,
};
use rustc_hash::FxHashSet;

use crate::json::{JsonError, flag};
use crate::text::{next_char, span};

/// Why writing ends early.
pub(crate) enum Stop {
    /// [`Encoder::error`] says why.
    Failed,
    Thrown(Thrown),
}

impl From<Thrown> for Stop {
    fn from(thrown: Thrown) -> Stop {
        Stop::Thrown(thrown)
    }
}

type Written = Result<(), Stop>;

/// Handles of the objects that are being written while a `jsonSerialize()` runs.
#[derive(Default)]
struct Serializing(FxHashSet<u32>);

impl ExtSlot for Serializing {}

/// One call of `json_encode()`.
pub(crate) struct Encoder {
    out: StrBuilder,
    flags: i64,
    max_depth: i64,
    depth: i64,
    pub(crate) error: JsonError,
    /// What is being written: headers of arrays and handles of objects. Only what comes through a reference, and objects, can contain itself.
    open_arrays: Vec<usize>,
    open_objects: FxHashSet<u32>,
    /// Bytes that stand for themselves in strings, under the flags.
    plain: &'static [bool; 256],
}

impl Encoder {
    pub(crate) fn new(cx: &mut Cx, flags: i64, max_depth: i64) -> Encoder {
        let hex = flag::HEX_TAG | flag::HEX_AMP | flag::HEX_APOS | flag::HEX_QUOT;
        let plain = match (flags & hex == 0, flags & flag::UNESCAPED_SLASHES != 0) {
            (true, true) => &PLAIN_WITH_SLASH,
            (true, false) => &PLAIN,
            (false, _) => &PLAIN_FOR_HEX,
        };
        let (out, open_arrays, open_objects) = (StrBuilder::new(), Vec::new(), cx.ext::<Serializing>().0.clone());
        Encoder { out, flags, max_depth, depth: 0, error: JsonError::None, open_arrays, open_objects, plain }
    }

    pub(crate) fn finish(self) -> PhpStr {
        self.out.finish()
    }

    #[inline]
    fn has(&self, flag: i64) -> bool {
        self.flags & flag != 0
    }

    /// Notes an error. What goes on with partial output writes `instead`.
    #[cold]
    fn fail(&mut self, error: JsonError, instead: &str) -> Written {
        self.error = error;
        if !self.has(flag::PARTIAL_OUTPUT_ON_ERROR) {
            return Err(Stop::Failed);
        }
        self.out.push_str(instead);
        Ok(())
    }

    pub(crate) fn value(&mut self, cx: &mut Cx, value: &Value) -> Written {
        match value.tag() {
            Tag::Undef | Tag::Null => self.out.push_bytes(b"null"),
            Tag::False => self.out.push_bytes(b"false"),
            Tag::True => self.out.push_bytes(b"true"),
            Tag::Int => self.out.push_int(value.as_int().unwrap_or(0)),
            Tag::Float => return self.float(cx, value.as_float().unwrap_or(0.0)),
            Tag::String => return self.string(cx, value.as_bytes().unwrap_or(b""), self.flags),
            Tag::Array => {
                // The handle keeps the table from being written while PHP code runs.
                let Some(array) = value.as_array().cloned().map(Held::new) else { return Ok(()) };
                return self.array(cx, &array);
            }
            Tag::Object => {
                let Some(object) = value.as_object().cloned() else { return Ok(()) };
                return self.object(cx, &object);
            }
            Tag::Reference => {
                let inner = value.clone_deref();
                if inner.as_array().is_some_and(|array| self.open_arrays.contains(&array.header_ptr().addr())) {
                    return self.fail(JsonError::Recursion, "null");
                }
                return self.value(cx, &inner);
            }
            Tag::Resource => return self.fail(JsonError::UnsupportedType, "null"),
        }
        Ok(())
    }

    fn float(&mut self, cx: &Cx, d: f64) -> Written {
        if !d.is_finite() {
            // Unlike other errors this one ends nothing: what comes later can still fail in its own way.
            self.error = JsonError::InfOrNan;
            self.out.push(b'0');
            return Ok(());
        }
        let mut text = Vec::with_capacity(32);
        number::write_double(&mut text, d, cx.serialize_precision);
        text.make_ascii_lowercase();
        self.out.push_bytes(&text);
        if self.has(flag::PRESERVE_ZERO_FRACTION) && !text.contains(&b'.') {
            self.out.push_bytes(b".0");
        }
        Ok(())
    }

    fn array(&mut self, cx: &mut Cx, array: &PhpArray) -> Written {
        if self.has(flag::FORCE_OBJECT) || !array.is_list() {
            return self.table(cx, array);
        }
        if array.is_empty() {
            self.out.push_bytes(b"[]");
            return self.leave_empty();
        }
        self.enter(array.header_ptr().addr())?;
        self.out.push(b'[');
        let mut first = true;
        for value in array.values() {
            self.separate(&mut first);
            self.value(cx, value)?;
        }
        self.leave(first, b']')
    }

    /// An array with keys.
    fn table(&mut self, cx: &mut Cx, array: &PhpArray) -> Written {
        if array.is_empty() {
            self.out.push_bytes(b"{}");
            return self.leave_empty();
        }
        self.enter(array.header_ptr().addr())?;
        self.out.push(b'{');
        let mut first = true;
        for (key, value) in array.iter() {
            self.member(cx, &mut first, key, value)?;
        }
        self.leave(first, b'}')
    }

    fn object(&mut self, cx: &mut Cx, object: &PhpObject) -> Written {
        let class = class_of(object);
        if self.open_objects.contains(&object.handle()) {
            return self.fail(JsonError::Recursion, "null");
        }
        // Classes of programs that say themselves what they are made of; all others have no such method, or not that interface.
        if let Some(method) = class.method(b"jsonserialize")
            && class.is_subclass_of(cx.builtin_class("JsonSerializable"))
        {
            self.open_objects.insert(object.handle());
            let result = self.call(cx, object, method)?;
            let itself = result.as_object().is_some_and(|returned| returned.ptr_eq(object));
            let written = if itself { self.properties(cx, object, class) } else { self.value(cx, &result) };
            self.open_objects.remove(&object.handle());
            return written;
        }
        if class.flags.has(ClassFlags::ENUM) {
            return self.case(cx, object, class);
        }
        self.open_objects.insert(object.handle());
        let written = self.properties(cx, object, class);
        self.open_objects.remove(&object.handle());
        written
    }

    /// What `jsonSerialize()` writes itself knows what is open here.
    fn call(&mut self, cx: &mut Cx, object: &PhpObject, method: &'static Func) -> PhpResult<Value> {
        let outer = std::mem::replace(&mut cx.ext::<Serializing>().0, std::mem::take(&mut self.open_objects));
        let result = cx.call_method(object, method, &[]);
        self.open_objects = std::mem::replace(&mut cx.ext::<Serializing>().0, outer);
        result
    }

    /// A case of an enum is its backing value.
    fn case(&mut self, cx: &mut Cx, object: &PhpObject, class: &'static Class) -> Written {
        if class.backing.is_none() {
            return self.fail(JsonError::NonBackedEnum, "0");
        }
        let value = cx.read_property(object, "value")?;
        self.value(cx, &value)
    }

    /// The public properties.
    fn properties(&mut self, cx: &mut Cx, object: &PhpObject, class: &'static Class) -> Written {
        let own = match class.object_handlers.properties_for {
            Some(properties) => properties(cx, object, object::Purpose::Export)?,
            None => None,
        };
        if own.is_some() || class.object_handlers.properties.is_some() || class.has_hooks || object::is_lazy(object) {
            let table = match own {
                Some(table) => table,
                None => object::visible_properties(cx, object, None)?,
            };
            self.enter(0)?;
            self.out.push(b'{');
            let mut first = true;
            for (key, value) in table.iter().filter(|(key, _)| is_name(*key)) {
                self.member(cx, &mut first, key, value)?;
            }
            return self.leave(first, b'}');
        }
        self.enter(0)?;
        self.out.push(b'{');
        let mut first = true;
        for (index, slot) in class.slots.iter().enumerate() {
            let value = object.slot(index).clone();
            if value.is_undef() || slot.property.is_private() || slot.property.is_protected() {
                continue;
            }
            self.member(cx, &mut first, KeyRef::Str(slot.property.name.as_php()), &value)?;
        }
        if let Some(table) = object.dynamic().cloned() {
            for (key, value) in table.iter().filter(|(key, _)| is_name(*key)) {
                self.member(cx, &mut first, key, value)?;
            }
        }
        self.leave(first, b'}')
    }

    fn member(&mut self, cx: &mut Cx, first: &mut bool, key: KeyRef<'_>, value: &Value) -> Written {
        self.separate(first);
        match key {
            KeyRef::Int(number) => {
                self.out.push(b'"');
                self.out.push_int(number);
                self.out.push(b'"');
            }
            KeyRef::Str(name) => {
                let start = self.out.len();
                let errors = std::mem::take(&mut self.error);
                self.string(cx, name.as_bytes(), self.flags & !flag::NUMERIC_CHECK)?;
                if self.error != JsonError::None {
                    self.out.truncate(start);
                    self.out.push_bytes(b"\"\"");
                } else {
                    self.error = errors;
                }
            }
        }
        self.out.push(b':');
        if self.has(flag::PRETTY_PRINT) {
            self.out.push(b' ');
        }
        self.value(cx, value)
    }

    fn enter(&mut self, array: usize) -> Written {
        if stack::exhausted() {
            self.error = JsonError::Depth;
            return Err(Stop::Failed);
        }
        self.open_arrays.push(array);
        self.depth += 1;
        Ok(())
    }

    /// Before each element.
    #[inline]
    fn separate(&mut self, first: &mut bool) {
        if !std::mem::replace(first, false) {
            self.out.push(b',');
        }
        self.new_line();
    }

    fn leave(&mut self, empty: bool, bracket: u8) -> Written {
        self.open_arrays.pop();
        if self.depth > self.max_depth {
            self.fail(JsonError::Depth, "")?;
        }
        self.depth -= 1;
        if !empty {
            self.new_line();
        }
        self.out.push(bracket);
        Ok(())
    }

    fn leave_empty(&mut self) -> Written {
        if self.depth + 1 > self.max_depth { self.fail(JsonError::Depth, "") } else { Ok(()) }
    }

    #[inline]
    fn new_line(&mut self) {
        if self.has(flag::PRETTY_PRINT) {
            self.out.push(b'\n');
            self.out.push_n(b' ', self.depth as usize * 4);
        }
    }

    fn string(&mut self, cx: &Cx, text: &[u8], flags: i64) -> Written {
        if flags & flag::NUMERIC_CHECK != 0 && self.number(cx, text) {
            return Ok(());
        }
        let start = self.out.len();
        self.out.reserve(text.len() + 2);
        self.out.push(b'"');
        let mut rest = text;
        loop {
            let plain = span(rest, self.plain);
            self.out.push_bytes(&rest[..plain]);
            rest = &rest[plain..];
            let Some(byte) = rest.first() else { break };
            if *byte < 0x80 {
                self.escape(*byte);
                rest = &rest[1..];
                continue;
            }
            match next_char(rest) {
                Ok((code, len)) => {
                    self.character(code, &rest[..len]);
                    rest = &rest[len..];
                }
                Err(len) if flags & flag::INVALID_UTF8_IGNORE != 0 => rest = &rest[len..],
                Err(len) if flags & flag::INVALID_UTF8_SUBSTITUTE != 0 => {
                    self.character(0xfffd, "\u{fffd}".as_bytes());
                    rest = &rest[len..];
                }
                Err(_) => {
                    self.out.truncate(start);
                    return self.fail(JsonError::Utf8, "null");
                }
            }
        }
        self.out.push(b'"');
        Ok(())
    }

    /// A character beyond ASCII.
    fn character(&mut self, code: u32, bytes: &[u8]) {
        let separator = matches!(code, 0x2028 | 0x2029) && !self.has(flag::UNESCAPED_LINE_TERMINATORS);
        if self.has(flag::UNESCAPED_UNICODE) && !separator {
            return self.out.push_bytes(bytes);
        }
        match code.checked_sub(0x1_0000) {
            None => self.unit(code),
            Some(high) => {
                self.unit(0xd800 | high >> 10);
                self.unit(0xdc00 | high & 0x3ff);
            }
        }
    }

    fn unit(&mut self, unit: u32) {
        const DIGITS: &[u8; 16] = b"0123456789abcdef";
        let digit = |shift: u32| DIGITS[(unit >> shift & 15) as usize];
        self.out.push_bytes(&[b'\\', b'u', digit(12), digit(8), digit(4), digit(0)]);
    }

    /// An ASCII character that is not always plain.
    fn escape(&mut self, byte: u8) {
        let escaped = match byte {
            b'"' if self.has(flag::HEX_QUOT) => "\\u0022",
            b'"' => "\\\"",
            b'\\' => "\\\\",
            b'/' if !self.has(flag::UNESCAPED_SLASHES) => "\\/",
            b'\x08' => "\\b",
            b'\x0c' => "\\f",
            b'\n' => "\\n",
            b'\r' => "\\r",
            b'\t' => "\\t",
            b'<' if self.has(flag::HEX_TAG) => "\\u003C",
            b'>' if self.has(flag::HEX_TAG) => "\\u003E",
            b'&' if self.has(flag::HEX_AMP) => "\\u0026",
            b'\'' if self.has(flag::HEX_APOS) => "\\u0027",
            0..0x20 => return self.unit(u32::from(byte)),
            _ => return self.out.push(byte),
        };
        self.out.push_str(escaped);
    }

    /// JSON_NUMERIC_CHECK: a string that is a number is written as one.
    fn number(&mut self, cx: &Cx, text: &[u8]) -> bool {
        let Some(parsed) = number::parse_numeric(text).filter(|parsed| !parsed.trailing_data) else { return false };
        match parsed.number {
            Numeric::Int(n) => self.out.push_int(n),
            Numeric::Float(d) => return d.is_finite() && self.float(cx, d).is_ok(),
        }
        true
    }
}

/// Not a mangled name, as dynamic tables made of cast arrays may hold.
fn is_name(key: KeyRef<'_>) -> bool {
    !matches!(key, KeyRef::Str(name) if name.first() == Some(&0))
}

const fn plain_bytes(special: &[u8]) -> [bool; 256] {
    let mut table = [false; 256];
    let mut byte = 0x20;
    while byte < 0x80 {
        table[byte] = true;
        byte += 1;
    }
    let mut at = 0;
    while at < special.len() {
        table[special[at] as usize] = false;
        at += 1;
    }
    table
}

static PLAIN: [bool; 256] = plain_bytes(b"\"\\/");
static PLAIN_WITH_SLASH: [bool; 256] = plain_bytes(b"\"\\");
static PLAIN_FOR_HEX: [bool; 256] = plain_bytes(b"\"\\/<>&'");
