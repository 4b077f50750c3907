//! Bytes become values again: scalars, arrays, and what is referred to by number; `decode_object` has the rest.
//!
//! An array that is referred to by its number while it is still being read is made a reference, which gets the array when that is complete: an
//! array cannot hold itself otherwise.

use ext_standard::serialization::objects::Waiting;
use loxo_runtime::{Cx, PhpArray, PhpObject, PhpRef, PhpResult, PhpStr, Thrown, Value, stack};
use rustc_hash::FxHashMap;

use crate::decode_object::Facts;
use crate::encode::{TOO_DEEP, settle};
use crate::kind;

const CHARS: &str = "igbinary_unserialize_chararray";

/// What `igbinary_serialize()` wrote. `None`: it did not; why has been reported.
pub fn decode(cx: &mut Cx, data: &[u8]) -> PhpResult<Option<Value>> {
    read(cx, data, true)
}

/// The same, where other data may stand behind the value.
pub fn decode_first(cx: &mut Cx, data: &[u8]) -> PhpResult<Option<Value>> {
    read(cx, data, false)
}

fn read(cx: &mut Cx, data: &[u8], whole: bool) -> PhpResult<Option<Value>> {
    let mut reader = Reader::new(data);
    let outcome = match reader.first(cx) {
        Ok(value) if !whole || reader.left() == 0 => reader.waiting.finish(cx).map(|()| Some(value)),
        Ok(value) => {
            let fault = reader.bad(cx, "igbinary_unserialize: received more data to unserialize than expected");
            // What objects wait for goes before the value.
            reader.known.clear();
            let outcome = reader.give_up(cx, fault);
            drop(value);
            outcome
        }
        Err(fault) => reader.give_up(cx, fault),
    };
    // What was written over goes last, with what else was read.
    drop(reader);
    if outcome.is_ok() {
        settle(cx)?;
    }
    outcome
}

pub(crate) enum Fault {
    /// The data is no good, which has been reported.
    Bad,
    Thrown,
}

impl From<Thrown> for Fault {
    fn from(_: Thrown) -> Fault {
        Fault::Thrown
    }
}

pub(crate) type Read<T> = Result<T, Fault>;

/// What has a number.
pub(crate) enum Known {
    /// An object that is not made yet.
    Nothing,
    Array(PhpArray),
    Object(PhpObject),
    Reference(PhpRef),
    /// An array that is being read.
    Open,
    /// The same, as what a reference will hold.
    OpenReference(PhpRef),
}

pub(crate) struct Reader<'a> {
    pub data: &'a [u8],
    pub at: usize,
    strings: Vec<PhpStr>,
    known: Vec<Known>,
    /// References which arrays that are being read will be put into, by number.
    promised: FxHashMap<usize, Vec<PhpRef>>,
    /// For how many elements memory may still be reserved ahead: all arrays together have less than there are bytes.
    room: usize,
    /// Values that were written over, and may be referred to all the same.
    pub replaced: Vec<Value>,
    /// Objects whose `__unserialize()` or `__wakeup()` will be called at the end.
    pub waiting: Waiting,
    pub facts: Option<Facts>,
}

impl<'a> Reader<'a> {
    fn new(data: &'a [u8]) -> Reader<'a> {
        Reader {
            data,
            at: 0,
            strings: Vec::new(),
            known: Vec::new(),
            promised: FxHashMap::default(),
            room: data.len(),
            replaced: Vec::new(),
            waiting: Waiting::default(),
            facts: None,
        }
    }

    fn first(&mut self, cx: &mut Cx) -> Read<Value> {
        self.header(cx)?;
        self.value(cx)
    }

    fn give_up(&mut self, cx: &mut Cx, fault: Fault) -> PhpResult<Option<Value>> {
        std::mem::take(&mut self.waiting).give_up();
        match fault {
            Fault::Bad => cx.check().map(|()| None),
            Fault::Thrown => Err(Thrown),
        }
    }

    fn header(&mut self, cx: &mut Cx) -> Read<()> {
        let data = self.data;
        let Some(&[a, b, c, d, _]) = data.first_chunk() else {
            let text = format!("igbinary_unserialize_header: expected at least 5 bytes of data, got {} byte(s)", data.len());
            return Err(self.bad(cx, text));
        };
        self.at = 4;
        let version = u32::from_be_bytes([a, b, c, d]);
        if matches!(version, 1 | kind::VERSION) {
            return Ok(());
        }
        let start = [a, b, c, d];
        // Text is shown: it may be another format's.
        let text = if start.iter().all(|byte| matches!(byte, b' '..=b'~')) {
            let shown = String::from_utf8_lossy(&start).replace('\\', "\\\\").replace('"', "\\\"");
            format!(
                "igbinary_unserialize_header: unsupported version: \"{shown}\"..., should begin with a binary version header of \
                 \"\\x00\\x00\\x00\\x01\" or \"\\x00\\x00\\x00\\x{:02x}\"",
                kind::VERSION
            )
        } else {
            let swapped = if version != 0 && version & 0xff00_0000 == version { " (wrong endianness?)" } else { "" };
            format!("igbinary_unserialize_header: unsupported version: {version}, should be 1 or {}{swapped}", kind::VERSION)
        };
        Err(self.bad(cx, text))
    }

    /// Tells what is wrong.
    #[cold]
    pub fn bad(&self, cx: &mut Cx, text: impl AsRef<[u8]>) -> Fault {
        cx.warning(text);
        if cx.check().is_err() { Fault::Thrown } else { Fault::Bad }
    }

    /// `place` is where the data should go on, `what` is there instead.
    #[cold]
    pub fn unknown(&self, cx: &mut Cx, place: &str, what: &str, byte: u8) -> Fault {
        self.bad(cx, format!("{place}: unknown {what} '{byte:02x}', position {}", self.at))
    }

    pub fn left(&self) -> usize {
        self.data.len() - self.at
    }

    /// The next byte; `place` says who wants it.
    #[inline]
    pub fn byte(&mut self, cx: &mut Cx, place: &str) -> Read<u8> {
        match self.data.get(self.at) {
            Some(&byte) => {
                self.at += 1;
                Ok(byte)
            }
            None => Err(self.end(cx, place)),
        }
    }

    #[cold]
    fn end(&self, cx: &mut Cx, place: &str) -> Fault {
        self.bad(cx, format!("{place}: end-of-data"))
    }

    /// The next `count` bytes.
    #[inline]
    pub fn bytes(&mut self, cx: &mut Cx, count: usize, place: &str) -> Read<&'a [u8]> {
        let data: &'a [u8] = self.data;
        if self.left() < count {
            return Err(self.end(cx, place));
        }
        let bytes = &data[self.at..self.at + count];
        self.at += count;
        Ok(bytes)
    }

    /// An unsigned number of `width` bytes.
    #[inline]
    fn number(&mut self, cx: &mut Cx, width: usize, place: &str) -> Read<u64> {
        let bytes = self.bytes(cx, width, place)?;
        Ok(bytes.iter().fold(0, |n, byte| n << 8 | u64::from(*byte)))
    }

    /// The number behind a kind that comes in three widths, of which `first` is the narrowest.
    #[inline]
    pub fn sized(&mut self, cx: &mut Cx, kind: u8, first: u8, place: &str) -> Read<usize> {
        if kind == first {
            return self.byte(cx, place).map(usize::from);
        }
        let number = self.number(cx, 1 << (kind - first), place)?;
        // 32 bits at most.
        Ok(usize::try_from(number).unwrap_or(usize::MAX))
    }

    /// A value, which may be a reference.
    pub fn value(&mut self, cx: &mut Cx) -> Read<Value> {
        const PLACE: &str = "igbinary_unserialize_zval";
        let kind = self.byte(cx, PLACE)?;
        if kind != kind::REFERENCE {
            return self.after(cx, kind, false);
        }
        let mut kind = kind;
        // One reference to a reference is no more than that.
        while kind == kind::REFERENCE {
            kind = self.byte(cx, PLACE)?;
        }
        let value = self.after(cx, kind, true)?;
        if value.is_ref() {
            return Ok(value);
        }
        let reference = PhpRef::new(value);
        self.known.push(Known::Reference(reference.clone()));
        Ok(Value::reference(reference))
    }

    /// The value whose kind was read. As what a reference holds (`wanted`), arrays and objects are references already.
    fn after(&mut self, cx: &mut Cx, kind: u8, wanted: bool) -> Read<Value> {
        Ok(match kind {
            kind::NULL => Value::NULL,
            kind::FALSE => Value::FALSE,
            kind::TRUE => Value::TRUE,
            kind::INT_8..=kind::INT_32_NEGATIVE | kind::INT_64..=kind::INT_64_NEGATIVE => Value::int(self.int(cx, kind)?),
            kind::FLOAT => Value::float(f64::from_bits(self.number(cx, 8, "igbinary_unserialize_double")?)),
            kind::EMPTY_STRING => Value::EMPTY_STRING,
            kind::SAME_STRING_8..=kind::SAME_STRING_32 => Value::string(self.same_string(cx, kind, kind::SAME_STRING_8)?),
            kind::STRING_8..=kind::STRING_32 => Value::string(self.new_string(cx, kind, kind::STRING_8)?),
            kind::LONG_STRING => Value::string(self.long_string(cx)?),
            kind::ARRAY_8..=kind::ARRAY_32 => return self.array(cx, kind, wanted),
            kind::OBJECT_8..=kind::OBJECT_32 | kind::SAME_CLASS_8..=kind::SAME_CLASS_32 => return self.object(cx, kind, wanted),
            kind::BACK_8..=kind::BACK_32 => return self.back(cx, kind, kind::BACK_8, wanted),
            kind::SAME_OBJECT_8..=kind::SAME_OBJECT_32 => return self.back(cx, kind, kind::SAME_OBJECT_8, wanted),
            _ => return Err(self.unknown(cx, "igbinary_unserialize_zval", "type", kind)),
        })
    }

    #[inline]
    pub fn int(&mut self, cx: &mut Cx, kind: u8) -> Read<i64> {
        const PLACE: &str = "igbinary_unserialize_long";
        if kind == kind::INT_8 {
            return self.byte(cx, PLACE).map(i64::from);
        }
        let width = if kind >= kind::INT_64 { 8 } else { 1 << ((kind - kind::INT_8) / 2) };
        let size = self.number(cx, width, PLACE)?;
        let number = if kind % 2 == 1 { 0i64.checked_sub_unsigned(size) } else { i64::try_from(size).ok() };
        match number {
            Some(number) => Ok(number),
            None => {
                cx.warning("igbinary_unserialize_long: too big 64bit long.");
                cx.check()?;
                Ok(0)
            }
        }
    }

    /// A string or class name that came before.
    pub fn same_string(&mut self, cx: &mut Cx, kind: u8, first: u8) -> Read<PhpStr> {
        let number = self.sized(cx, kind, first, "igbinary_unserialize_string")?;
        match self.strings.get(number) {
            Some(string) => Ok(string.clone()),
            None => Err(self.bad(cx, "igbinary_unserialize_string: string index is out-of-bounds")),
        }
    }

    /// A string or class name that is new.
    pub fn new_string(&mut self, cx: &mut Cx, kind: u8, first: u8) -> Read<PhpStr> {
        let length = self.sized(cx, kind, first, CHARS)?;
        self.chars(cx, length)
    }

    pub fn long_string(&mut self, cx: &mut Cx) -> Read<PhpStr> {
        let length = self.number(cx, 8, CHARS)?;
        self.chars(cx, usize::try_from(length).unwrap_or(usize::MAX))
    }

    fn chars(&mut self, cx: &mut Cx, length: usize) -> Read<PhpStr> {
        let string = PhpStr::new(self.bytes(cx, length, CHARS)?);
        self.strings.push(string.clone());
        Ok(string)
    }

    /// Number of elements, for which there are bytes enough.
    pub fn element_count(&mut self, cx: &mut Cx, kind: u8, place: &str) -> Read<usize> {
        let count = self.sized(cx, kind, kind::ARRAY_8, place)?;
        if count > self.left() {
            let text = format!("{place}: data size {} smaller that requested array length {count}.", self.left());
            return Err(self.bad(cx, text));
        }
        Ok(count)
    }

    fn array(&mut self, cx: &mut Cx, kind: u8, wanted: bool) -> Read<Value> {
        let count = self.element_count(cx, kind, "igbinary_unserialize_array")?;
        let number = self.known.len();
        self.known.push(if wanted { Known::OpenReference(PhpRef::new(Value::EMPTY_ARRAY)) } else { Known::Open });
        let array = self.elements(cx, count)?;
        let before = std::mem::replace(&mut self.known[number], Known::Nothing);
        self.known[number] = match before {
            Known::OpenReference(reference) => {
                reference.set(array.clone().into());
                Known::Reference(reference)
            }
            _ => Known::Array(array.clone()),
        };
        if !self.promised.is_empty() {
            for reference in self.promised.remove(&number).into_iter().flatten() {
                reference.set(array.clone().into());
            }
        }
        match &self.known[number] {
            Known::Reference(reference) if wanted => Ok(Value::reference(reference.clone())),
            _ => Ok(array.into()),
        }
    }

    /// An array without a number: what `__unserialize()` gets.
    pub fn plain_array(&mut self, cx: &mut Cx, kind: u8) -> Read<PhpArray> {
        let count = self.element_count(cx, kind, "igbinary_unserialize_array")?;
        self.elements(cx, count)
    }

    /// Keys and values.
    fn elements(&mut self, cx: &mut Cx, count: usize) -> Read<PhpArray> {
        const PLACE: &str = "igbinary_unserialize_array";
        if stack::exhausted() {
            return Err(cx.throw_error(TOO_DEEP).into());
        }
        let ahead = count.min(self.room);
        self.room -= ahead;
        let mut array = PhpArray::with_capacity(ahead);
        for _ in 0..count {
            let kind = self.byte(cx, PLACE)?;
            let old = match kind {
                kind::INT_8..=kind::INT_32_NEGATIVE | kind::INT_64..=kind::INT_64_NEGATIVE => {
                    let key = self.int(cx, kind)?;
                    let value = self.value(cx)?;
                    // The next element of a list, mostly.
                    if key == array.next_free() && key != i64::MAX {
                        let _ = array.push(value);
                        continue;
                    }
                    std::mem::replace(array.entry_int(key), value)
                }
                // Without a value.
                kind::NULL => continue,
                _ => {
                    let key = self.key(cx, kind, PLACE)?;
                    let value = self.value(cx)?;
                    std::mem::replace(array.entry_str(&key), value)
                }
            };
            if old.is_refcounted() {
                self.replaced.push(old);
            }
        }
        Ok(array)
    }

    /// A string as key or name of a property.
    #[inline]
    pub fn key(&mut self, cx: &mut Cx, kind: u8, place: &str) -> Read<PhpStr> {
        match kind {
            kind::SAME_STRING_8..=kind::SAME_STRING_32 => self.same_string(cx, kind, kind::SAME_STRING_8),
            kind::STRING_8..=kind::STRING_32 => self.new_string(cx, kind, kind::STRING_8),
            kind::LONG_STRING => self.long_string(cx),
            kind::EMPTY_STRING => Ok(PhpStr::empty()),
            _ => Err(self.unknown(cx, place, "key type", kind)),
        }
    }

    /// Takes a number for an object that will be made.
    pub fn announce(&mut self) -> usize {
        self.known.push(Known::Nothing);
        self.known.len() - 1
    }

    /// Makes an object known by its number, as the value that stands where it was read.
    pub fn made(&mut self, number: usize, object: &PhpObject, wanted: bool) -> Value {
        let value = Value::object(object.clone());
        if !wanted {
            self.known[number] = Known::Object(object.clone());
            return value;
        }
        let reference = PhpRef::new(value);
        self.known[number] = Known::Reference(reference.clone());
        Value::reference(reference)
    }

    /// What came before.
    fn back(&mut self, cx: &mut Cx, kind: u8, first: u8, wanted: bool) -> Read<Value> {
        let number = self.sized(cx, kind, first, "igbinary_unserialize_ref")?;
        let count = self.known.len();
        let value = match self.known.get(number) {
            Some(Known::Array(array)) => array.clone().into(),
            Some(Known::Object(object)) => Value::object(object.clone()),
            Some(Known::Reference(reference)) if wanted => return Ok(Value::reference(reference.clone())),
            Some(Known::Reference(reference)) => return Ok(reference.get()),
            Some(Known::OpenReference(reference)) if wanted => return Ok(Value::reference(reference.clone())),
            Some(Known::Open | Known::OpenReference(_)) => {
                let reference = PhpRef::new(Value::EMPTY_ARRAY);
                if wanted {
                    self.known[number] = Known::OpenReference(reference.clone());
                } else {
                    self.promised.entry(number).or_default().push(reference.clone());
                }
                return Ok(Value::reference(reference));
            }
            Some(Known::Nothing) | None => {
                return Err(self.bad(cx, format!("igbinary_unserialize_ref: invalid reference {number} >= {count}")));
            }
        };
        if !wanted {
            return Ok(value);
        }
        // From now on it is what this reference holds.
        let reference = PhpRef::new(value);
        self.known[number] = Known::Reference(reference.clone());
        Ok(Value::reference(reference))
    }
}
