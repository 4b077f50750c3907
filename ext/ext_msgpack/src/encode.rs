//! Values to bytes; `store` has objects.

use loxo_runtime::{Cx, KeyRef, PhpArray, PhpResult, PhpStr, Tag, Value, stack};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::bytes::Bytes;
use crate::settings::{self, Current, Options};

/// What the value of a pair with the key nil says of the map.
pub(crate) mod mark {
    /// The map is a reference.
    pub(crate) const REFERENCE: i64 = 1;
    /// The next pair names an array by number, which is a reference already.
    pub(crate) const RECURSIVE: i64 = 2;
    /// The next pair is a class and what its `serialize()` said.
    pub(crate) const CUSTOM: i64 = 3;
    /// The next pair names an object by number.
    pub(crate) const OBJECT: i64 = 4;
    /// The same, by a reference.
    pub(crate) const OBJECT_REFERENCE: i64 = 5;
    /// The next pair is an enum and its case.
    pub(crate) const ENUM: i64 = 6;
}

/// `msgpack_serialize()`
pub(crate) fn encode(cx: &mut Cx, value: &Value) -> PhpResult<PhpStr> {
    let options = settings::options(cx);
    let bytes = Bytes { str8: cx.ini_bool("msgpack.use_str8_serialization"), ..Bytes::default() };
    let outer = cx.ext::<Current>().seen.take();
    let nested = outer.is_some();
    let mut encoder = Encoder { bytes, options, seen: outer.unwrap_or_default(), open: FxHashSet::default() };
    let result = encoder.value(cx, value);
    if nested {
        cx.ext::<Current>().seen = Some(encoder.seen);
    }
    result.map(|()| encoder.bytes.out.finish())
}

/// Arrays and objects by number.
#[derive(Default)]
pub(crate) struct Seen {
    /// Address of objects, and of references to arrays → their number.
    numbers: FxHashMap<usize, usize>,
    /// Keeps what `numbers` knows by address alive.
    held: Vec<Value>,
    count: usize,
}

impl Seen {
    /// The number under which the value is known, if it can be referred to and is.
    fn earlier(&mut self, v: &Value) -> Option<usize> {
        let inner = v.deref();
        let address = match (inner.as_object(), v.as_ref()) {
            (Some(object), _) => object.header_ptr() as usize,
            (None, Some(reference)) if inner.is_array() => reference.header_ptr() as usize,
            (None, _) if inner.is_array() => {
                self.count += 1;
                return None;
            }
            _ => return None,
        };
        if let Some(&number) = self.numbers.get(&address) {
            // Readers number every map; of those that stand for others the C extension counts these only.
            self.count += usize::from(!v.is_ref());
            return Some(number);
        }
        self.count += 1;
        self.numbers.insert(address, self.count);
        self.held.push(v.clone());
        None
    }
}

pub(crate) struct Encoder {
    pub(crate) bytes: Bytes,
    pub(crate) options: Options,
    seen: Seen,
    /// Addresses of the arrays around; only without numbers.
    open: FxHashSet<usize>,
}

impl Encoder {
    /// Runs what may run code of the program: what that packs counts on.
    pub(crate) fn outside<R>(&mut self, cx: &mut Cx, work: impl FnOnce(&mut Cx) -> R) -> R {
        cx.ext::<Current>().seen = Some(std::mem::take(&mut self.seen));
        let result = work(cx);
        self.seen = cx.ext::<Current>().seen.take().unwrap_or_default();
        result
    }

    /// A pair with the key nil.
    pub(crate) fn mark(&mut self, mark: i64) {
        self.bytes.nil();
        self.bytes.int(mark);
    }

    pub(crate) fn value(&mut self, cx: &mut Cx, v: &Value) -> PhpResult<()> {
        if stack::exhausted() {
            return Err(cx.throw_error("Maximum call stack size reached. Infinite recursion?"));
        }
        if self.options.php_only
            && let Some(number) = self.seen.earlier(v)
        {
            self.bytes.map(2);
            self.mark(match (v.is_ref(), v.deref().is_array()) {
                (_, true) => mark::RECURSIVE,
                (true, false) => mark::OBJECT_REFERENCE,
                (false, false) => mark::OBJECT,
            });
            self.bytes.int(0);
            self.bytes.int(number as i64);
            return Ok(());
        }
        let inner = v.deref();
        match inner.tag() {
            Tag::Undef | Tag::Null => self.bytes.nil(),
            Tag::False => self.bytes.bool(false),
            Tag::True => self.bytes.bool(true),
            Tag::Int => self.bytes.int(inner.as_int().unwrap_or(0)),
            Tag::Float => self.bytes.float(inner.as_float().unwrap_or(0.0)),
            Tag::String => self.bytes.string(inner.as_bytes().unwrap_or_default()),
            Tag::Array => {
                let Some(array) = inner.as_array().cloned() else { return Ok(()) };
                self.array(cx, &array, v.is_ref())?;
            }
            Tag::Object => {
                let Some(object) = inner.as_object().cloned() else { return Ok(()) };
                self.object(cx, &object, v.is_ref())?;
            }
            _ => {
                self.outside(cx, |cx| settings::warn(cx, "msgpack_serialize_zval", "type is unsupported, encoded as null"))?;
                self.bytes.nil();
            }
        }
        Ok(())
    }

    fn array(&mut self, cx: &mut Cx, array: &PhpArray, is_ref: bool) -> PhpResult<()> {
        let n = array.len();
        if n == 0 {
            self.bytes.array(0);
        } else if is_ref && self.options.php_only {
            self.bytes.map(n + 1);
            self.mark(mark::REFERENCE);
        } else if array.is_list() {
            self.bytes.array(n);
            return array.values().try_for_each(|v| self.element(cx, v));
        } else {
            self.bytes.map(n);
        }
        for (key, v) in array {
            self.key(key);
            self.element(cx, v)?;
        }
        Ok(())
    }

    pub(crate) fn key(&mut self, key: KeyRef<'_>) {
        match key {
            KeyRef::Int(n) => self.bytes.int(n),
            KeyRef::Str(s) => self.bytes.string(s),
        }
    }

    /// A value in an array or object. Without numbers an array inside of itself cannot be recognised.
    pub(crate) fn element(&mut self, cx: &mut Cx, v: &Value) -> PhpResult<()> {
        let Some(array) = v.deref().as_array().filter(|array| !self.options.php_only && !array.is_empty()) else {
            return self.value(cx, v);
        };
        let address = array.header_ptr() as usize;
        if !self.open.insert(address) {
            self.bytes.nil();
            return Ok(());
        }
        let result = self.value(cx, v);
        self.open.remove(&address);
        result
    }
}
