//! The reader of the format behind `unserialize()`: scalars, arrays and back references; `reader_objects` reads objects.
//!
//! A back reference `R:n;` makes value number n a reference after the fact. Values in arrays under construction cannot be reached from outside,
//! so the targets are found in a first pass, and wrapped when they are made.

use loxo_runtime::{Cx, ExtSlot, Key, PhpArray, PhpRef, PhpResult, PhpStr, Thrown, Value, stack, value};
use rustc_hash::FxHashSet;

use crate::TOO_DEEP;
use crate::reader_objects::Waiting;
use loxo_runtime::Short;

/// What a `Serializable` object's `unserialize()` goes on with when it reads its parts: the values that the text around it has numbered.
#[derive(Default)]
pub(super) struct Around(pub(super) Option<Numbers>);

impl ExtSlot for Around {}

/// Values by number.
#[derive(Default)]
pub(super) struct Numbers {
    /// Numbers of values that must be references.
    targets: FxHashSet<usize>,
    /// Values must be found by number again.
    numbered: bool,
    /// Less one; arrays are not kept.
    pub values: Vec<Value>,
    count: usize,
    /// How deep the object lies that reads its parts, and how deep these may go.
    pub(super) depth: usize,
    pub(super) max_depth: usize,
}

impl Numbers {
    fn of(data: &[u8], find: impl FnOnce(&[u8], &mut FxHashSet<usize>)) -> Numbers {
        let refers = |kind: &[u8]| loxo_runtime::find::find(data, kind).is_some();
        let mut targets = FxHashSet::default();
        let to_variables = refers(b"R:");
        if to_variables {
            find(data, &mut targets);
        }
        Numbers { targets, numbered: to_variables || refers(b"r:"), ..Numbers::default() }
    }
}

/// `unserialize()`
pub fn unserialize(cx: &mut Cx, data: &PhpStr, options: &PhpArray) -> PhpResult<Value> {
    // What was never serialized is no error.
    if data.is_empty() {
        return Ok(Value::FALSE);
    }
    let (allowed, max_depth) = read_options(cx, options)?;
    let around = cx.ext::<Around>().0.take();
    let nested = around.is_some();
    let mut reader = Reader::new(data, find_targets, max_depth, allowed);
    if let Some(around) = around {
        // A limit of its own counts from here.
        if options.get_bytes(b"max_depth").is_none() {
            (reader.depth, reader.max_depth) = (around.depth, around.max_depth);
        }
        reader.numbers = around;
    }
    let before = reader.numbers.values.len();
    let read = reader.value(cx);
    let failed = read.is_err();
    let result = report(cx, read, reader.at, data.len());
    if nested {
        // What was read of bad data has its numbers, but cannot be referred to.
        if failed {
            reader.numbers.values[before..].fill(Value::UNDEF);
        }
        cx.ext::<Around>().0 = Some(std::mem::take(&mut reader.numbers));
    }
    // Even of a value that is not complete, the objects that are get their turn.
    reader.later.finish(cx)?;
    result.map(|v| v.clone_deref())
}

/// Tells what is wrong with the data, if anything.
fn report(cx: &mut Cx, read: Read<Value>, at: usize, length: usize) -> PhpResult<Value> {
    match read {
        Ok(v) => {
            if at < length {
                cx.warn(&format!("Extra data starting at offset {at} of {length} bytes"))?;
            }
            Ok(v)
        }
        Err(Fault::Thrown) => Err(Thrown),
        Err(Fault::Bad) => {
            cx.check()?;
            cx.warn(&format!("Error at offset {at} of {length} bytes"))?;
            Ok(Value::FALSE)
        }
    }
}

/// Which classes may come back.
pub(crate) enum Allowed {
    All,
    /// Lower case.
    Only(FxHashSet<Vec<u8>>),
}

fn read_options(cx: &mut Cx, options: &PhpArray) -> PhpResult<(Allowed, usize)> {
    let function = cx.active_name();
    let allowed = match options.get_bytes(b"allowed_classes").map(Value::clone_deref) {
        None => Allowed::All,
        Some(v) if v.is_true() => Allowed::All,
        Some(v) if v.is_false() => Allowed::Only(FxHashSet::default()),
        Some(v) => {
            let Some(list) = v.as_array() else {
                let text = format!("{function}(): Option \"allowed_classes\" must be of type array|bool, {} given", cx.value_name(&v));
                return Err(cx.type_error(text));
            };
            class_list(cx, list, &function)?
        }
    };
    let depth = match options.get_bytes(b"max_depth").map(Value::clone_deref) {
        None => cx.ini_int("unserialize_max_depth"),
        Some(v) => match v.as_int() {
            Some(n) if n >= 0 => n,
            Some(_) => return Err(cx.value_error(format!("{function}(): Option \"max_depth\" must be greater than or equal to 0"))),
            None => {
                let text = format!("{function}(): Option \"max_depth\" must be of type int, {} given", cx.value_name(&v));
                return Err(cx.type_error(text));
            }
        },
    };
    Ok((allowed, usize::try_from(depth).unwrap_or(0)))
}

fn class_list(cx: &mut Cx, list: &PhpArray, function: &str) -> PhpResult<Allowed> {
    let mut names = FxHashSet::default();
    for v in list.clone().values() {
        let v = v.deref();
        let Some(name) = (v.is_string() || v.is_object()).then(|| cx.str_of(v)).transpose()? else {
            let text = format!("{function}(): Option \"allowed_classes\" must be an array of class names, {} given", cx.value_name(v));
            return Err(cx.type_error(text));
        };
        let valid = |b: &u8| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'\\') || *b >= 0x80;
        if !name.iter().all(valid) {
            let shown = String::from_utf8_lossy(name.split(|b| *b == 0).next().unwrap_or_default()).into_owned();
            let text = format!("{function}(): Option \"allowed_classes\" must be an array of class names, \"{shown}\" given");
            return Err(cx.value_error(text));
        }
        names.insert(name.to_ascii_lowercase());
    }
    Ok(Allowed::Only(names))
}

/// The numbers in `R:n;`, strings being passed over.
pub(crate) fn find_targets(data: &[u8], targets: &mut FxHashSet<usize>) {
    let mut at = 0;
    while at + 1 < data.len() {
        match (data[at], data[at + 1]) {
            (b's' | b'S' | b'O' | b'C' | b'E', b':') => {
                let (length, digits) = number_at(data, at + 2);
                // The closing quote, and what a string leaves of its content in escapes is no more than its length.
                at += if digits == 0 { 1 } else { 2 + digits + 2 + length };
            }
            (b'R', b':') => {
                let (number, digits) = number_at(data, at + 2);
                targets.insert(number);
                at += 2 + digits;
            }
            _ => at += 1,
        }
    }
}

/// Unsigned digits: their value and how many there are.
pub(crate) fn number_at(data: &[u8], at: usize) -> (usize, usize) {
    let digits = data.get(at..).unwrap_or_default().iter().take_while(|b| b.is_ascii_digit());
    digits.fold((0, 0), |(n, count), d| (n.min(usize::MAX / 100) * 10 + usize::from(d - b'0'), count + 1))
}

pub(crate) enum Fault {
    /// The data is malformed at [`Reader::at`].
    Bad,
    Thrown,
}

impl From<Thrown> for Fault {
    fn from(_: Thrown) -> Fault {
        Fault::Thrown
    }
}

pub(crate) type Read<T> = Result<T, Fault>;

pub(crate) struct Reader<'a> {
    pub data: &'a [u8],
    /// Where the next value begins, or what is wrong.
    pub at: usize,
    pub(super) numbers: Numbers,
    pub depth: usize,
    pub(super) max_depth: usize,
    pub allowed: Allowed,
    /// Objects whose `__unserialize()` or `__wakeup()` will be called at the end.
    pub later: Waiting,
}

impl<'a> Reader<'a> {
    /// `find` finds the numbers in `R:n;`.
    pub fn new(data: &'a [u8], find: impl FnOnce(&[u8], &mut FxHashSet<usize>), max_depth: usize, allowed: Allowed) -> Reader<'a> {
        Reader { data, at: 0, numbers: Numbers::of(data, find), depth: 0, max_depth, allowed, later: Waiting::default() }
    }
}

impl Reader<'_> {
    fn byte(&self, at: usize) -> u8 {
        self.data.get(at).copied().unwrap_or(0)
    }

    /// Takes a number for a value that begins.
    pub fn take_number(&mut self) -> usize {
        let numbers = &mut self.numbers;
        numbers.count += 1;
        if numbers.numbered {
            numbers.values.push(Value::UNDEF);
        }
        numbers.count
    }

    /// Makes the value known by its number, and a reference if it must be one.
    pub fn known(&mut self, number: usize, v: Value) -> Value {
        if !self.numbers.numbered {
            return v;
        }
        let mut v = v;
        if self.numbers.targets.contains(&number) {
            v.make_ref();
        }
        if let Some(slot) = self.numbers.values.get_mut(number - 1)
            && !v.is_array()
        {
            *slot = v.clone();
        }
        v
    }

    pub fn value(&mut self, cx: &mut Cx) -> Read<Value> {
        if stack::exhausted() {
            return Err(cx.throw_error(TOO_DEEP).into());
        }
        let kind = self.byte(self.at);
        if kind == b'R' {
            return self.reference();
        }
        let number = self.take_number();
        let v = match (kind, self.byte(self.at + 1)) {
            (b'N', b';') => {
                self.at += 2;
                Value::NULL
            }
            (b'b', b':') => self.boolean()?,
            (b'i', b':') => self.int(cx)?,
            (b'd', b':') => self.float()?,
            (b's', b':') => Value::string(self.string()?),
            (b'S', b':') => Value::string(self.escaped_string(cx)?),
            (b'}', _) => return Err(self.unexpected_end(cx)?),
            (b'a', b':') => return self.array(cx, number),
            (b'r', b':') => self.same_object()?,
            (b'O', b':') => return self.object(cx, number),
            (b'C', b':') => return self.custom_object(cx, number),
            (b'E', b':') => self.enum_case(cx)?,
            _ => return Err(Fault::Bad),
        };
        Ok(self.known(number, v))
    }

    /// There is less data than was announced.
    fn unexpected_end(&self, cx: &mut Cx) -> Read<Fault> {
        cx.warn("Unexpected end of serialized data")?;
        Ok(Fault::Bad)
    }

    fn boolean(&mut self) -> Read<Value> {
        match (self.byte(self.at + 2), self.byte(self.at + 3)) {
            (b @ (b'0' | b'1'), b';') => {
                self.at += 4;
                Ok(Value::bool(b == b'1'))
            }
            _ => Err(Fault::Bad),
        }
    }

    /// Text up to the semicolon.
    fn until_semicolon(&self) -> Read<&[u8]> {
        let rest = &self.data[self.at + 2..];
        let end = memchr::memchr(b';', rest).ok_or(Fault::Bad)?;
        Ok(&rest[..end])
    }

    fn int(&mut self, cx: &mut Cx) -> Read<Value> {
        match self.short_int() {
            Some(n) => Ok(Value::int(n)),
            None => self.any_int(cx),
        }
    }

    /// A number that no check of its size is needed for; `None`: it is none, and still to be read.
    fn short_int(&mut self) -> Option<i64> {
        const MOST_DIGITS: usize = 18;
        let text = self.data.get(self.at + 2..)?;
        let negative = text.first() == Some(&b'-');
        let digits = &text[usize::from(negative)..];
        let mut n = 0;
        for (count, &byte) in digits.iter().enumerate().take(MOST_DIGITS + 1) {
            match byte {
                b'0'..=b'9' if count < MOST_DIGITS => n = n * 10 + i64::from(byte - b'0'),
                b';' if count > 0 => {
                    self.at += 3 + usize::from(negative) + count;
                    return Some(if negative { -n } else { n });
                }
                _ => return None,
            }
        }
        None
    }

    fn any_int(&mut self, cx: &mut Cx) -> Read<Value> {
        let text = self.until_semicolon()?;
        let digits = text.strip_prefix(b"-").or(text.strip_prefix(b"+")).unwrap_or(text);
        if digits.is_empty() || !digits.iter().all(u8::is_ascii_digit) {
            return Err(Fault::Bad);
        }
        let negative = text[0] == b'-';
        let size = digits.iter().try_fold(0u64, |n, d| n.checked_mul(10)?.checked_add(u64::from(d - b'0')));
        let number = size.and_then(|n| if negative { 0i64.checked_sub_unsigned(n) } else { i64::try_from(n).ok() });
        let length = text.len();
        let v = match number {
            Some(n) => n,
            None => {
                cx.warn("Numerical result out of range")?;
                if negative { i64::MIN } else { i64::MAX }
            }
        };
        self.at += 3 + length;
        Ok(Value::int(v))
    }

    fn float(&mut self) -> Read<Value> {
        let text = self.until_semicolon()?;
        let unsigned = text.strip_prefix(b"-").or(text.strip_prefix(b"+")).unwrap_or(text);
        let number = match text {
            b"NAN" => f64::NAN,
            b"INF" | b"+INF" => f64::INFINITY,
            b"-INF" => f64::NEG_INFINITY,
            _ => {
                let (size, length) = value::number::strtod(unsigned);
                if length == 0 || length != unsigned.len() {
                    return Err(Fault::Bad);
                }
                if text[0] == b'-' { -size } else { size }
            }
        };
        self.at += 3 + text.len();
        Ok(Value::float(number))
    }

    /// `s:5:"bytes";` without the first two.
    fn string(&mut self) -> Read<PhpStr> {
        self.quoted(PhpStr::new)
    }

    /// What `make` makes of the text in quotes.
    fn quoted(&mut self, make: impl FnOnce(&[u8]) -> PhpStr) -> Read<PhpStr> {
        let (length, start) = self.quoted_start()?;
        let end = start + length;
        let text = make(&self.data[start..end]);
        self.quoted_end(end)?;
        Ok(text)
    }

    /// Length, and where the text in quotes begins.
    pub fn quoted_start(&mut self) -> Read<(usize, usize)> {
        let (length, digits) = number_at(self.data, self.at + 2);
        let start = self.at + 2 + digits + 2;
        if digits == 0 || self.byte(start - 2) != b':' || self.byte(start - 1) != b'"' {
            return Err(Fault::Bad);
        }
        if length > self.data.len().saturating_sub(start) {
            self.at += 2;
            return Err(Fault::Bad);
        }
        Ok((length, start))
    }

    /// `";` at `end`.
    pub fn quoted_end(&mut self, end: usize) -> Read<()> {
        if self.byte(end) != b'"' {
            self.at = end;
            return Err(Fault::Bad);
        }
        if self.byte(end + 1) != b';' {
            self.at = end + 1;
            return Err(Fault::Bad);
        }
        self.at = end + 2;
        Ok(())
    }

    /// `S:3:"a\00b";`: bytes may be hexadecimal.
    fn escaped_string(&mut self, cx: &mut Cx) -> Read<PhpStr> {
        let (length, start) = self.quoted_start()?;
        let mut out = Vec::with_capacity(length);
        let mut at = start;
        while out.len() < length {
            let b = *self.data.get(at).ok_or(Fault::Bad)?;
            at += 1;
            if b != b'\\' {
                out.push(b);
                continue;
            }
            let digit = |i: usize| (self.byte(i) as char).to_digit(16).ok_or(Fault::Bad);
            out.push((digit(at)? * 16 + digit(at + 1)?) as u8);
            at += 2;
        }
        self.quoted_end(at)?;
        cx.deprecate("Unserializing the 'S' format is deprecated")?;
        Ok(PhpStr::new(&out))
    }

    fn back_number(&mut self) -> Read<usize> {
        let (number, digits) = number_at(self.data, self.at + 2);
        if digits == 0 || self.byte(self.at + 1) != b':' || self.byte(self.at + 2 + digits) != b';' {
            return Err(Fault::Bad);
        }
        self.at += 3 + digits;
        Ok(number)
    }

    /// `R:n;`: a reference to value number n. Takes no number itself.
    fn reference(&mut self) -> Read<Value> {
        let number = self.back_number()?;
        let target = number.checked_sub(1).and_then(|i| self.numbers.values.get(i)).filter(|v| v.is_ref());
        target.cloned().ok_or(Fault::Bad)
    }

    /// `r:n;`: object number n once more.
    fn same_object(&mut self) -> Read<Value> {
        let number = self.back_number()?;
        let target = number.checked_sub(1).and_then(|i| self.numbers.values.get(i)).map(Value::deref).filter(|v| v.is_object());
        target.cloned().ok_or(Fault::Bad)
    }

    /// `:n:{` after `at`: the number of elements, if that can be. Moves behind it.
    pub fn element_count(&mut self, cx: &mut Cx, digits_at: usize) -> Read<usize> {
        let (_, digits) = number_at(self.data, digits_at);
        let open = digits_at + digits;
        if digits == 0 || self.byte(open) != b':' || self.byte(open + 1) != b'{' {
            return Err(Fault::Bad);
        }
        let (count, _) = self.signed_at(cx, digits_at)?;
        let count = usize::try_from(count).map_err(|_| Fault::Bad)?;
        self.at = open + 2;
        if count > self.data.len() - self.at {
            return Err(Fault::Bad);
        }
        Ok(count)
    }

    /// Goes one level down.
    pub fn enter(&mut self, cx: &mut Cx) -> Read<()> {
        self.depth += 1;
        if self.max_depth > 0 && self.depth > self.max_depth {
            cx.warn(&format!(
                "Maximum depth of {} exceeded. \
                 The depth limit can be changed using the max_depth unserialize() option or the unserialize_max_depth ini setting",
                self.max_depth
            ))?;
            return Err(Fault::Bad);
        }
        Ok(())
    }

    pub fn close(&mut self) -> Read<()> {
        self.depth -= 1;
        if self.byte(self.at) != b'}' {
            return Err(Fault::Bad);
        }
        self.at += 1;
        Ok(())
    }

    fn array(&mut self, cx: &mut Cx, number: usize) -> Read<Value> {
        let count = self.element_count(cx, self.at + 2)?;
        // Known before its elements are: they may refer to it, if it is a reference.
        let holder = self.numbers.targets.contains(&number).then(|| PhpRef::new(Value::EMPTY_ARRAY));
        if let Some(holder) = &holder {
            self.known(number, Value::reference(holder.clone()));
        }
        if count > 0 {
            self.enter(cx)?;
        }
        let table = self.elements(cx, count)?;
        if count > 0 {
            self.close()?;
        } else if self.byte(self.at) != b'}' {
            return Err(Fault::Bad);
        } else {
            self.at += 1;
        }
        Ok(match holder {
            Some(holder) => {
                holder.set(table.into());
                Value::reference(holder)
            }
            None => table.into(),
        })
    }

    /// Keys and values of an array.
    pub fn elements(&mut self, cx: &mut Cx, count: usize) -> Read<PhpArray> {
        let mut table = PhpArray::with_capacity(count);
        for _ in 0..count {
            let key = self.key(cx)?;
            let v = self.value(cx)?;
            table.set(&key, v);
        }
        Ok(table)
    }

    /// An integer or string; keys take no numbers.
    pub fn key(&mut self, cx: &mut Cx) -> Read<Key> {
        let start = self.at;
        match (self.byte(start), self.byte(start + 1)) {
            (b'i', b':') => match self.short_int() {
                Some(n) => Ok(Key::Int(n)),
                None => Ok(Key::Int(self.any_int(cx)?.as_int().unwrap_or(0))),
            },
            (b's', b':') => Ok(Key::from_str(self.quoted(PhpStr::name_in_data)?)),
            (b'S', b':') => Ok(Key::from_str(self.escaped_string(cx)?)),
            (b'}', _) => Err(self.unexpected_end(cx)?),
            // Values of other types are read before they are refused.
            (b'N', b';') => {
                self.at += 2;
                Err(Fault::Bad)
            }
            (b'b', b':') => Err(self.boolean().err().unwrap_or(Fault::Bad)),
            (b'd', b':') => Err(self.float().err().unwrap_or(Fault::Bad)),
            (b'a', b':') => Err(self.element_count(cx, start + 2).err().unwrap_or(Fault::Bad)),
            _ => Err(Fault::Bad),
        }
    }
}
