//! What `[...]` means on each kind of value: reading, `isset` and `unset`.

use loxo_bytecode::flag;
use loxo_value::{Key, PhpArray, PhpStr, Value, number};

use crate::object;
use crate::{Cx, PhpResult, convert};

/// How an element is read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fetch {
    /// With warnings.
    Read,
    /// Left of `??` and inside `isset`.
    Quiet,
    /// Destructuring: null and scalars have no elements, silently.
    List,
}

impl Fetch {
    pub fn of_flags(flags: u8) -> Fetch {
        match () {
            () if flags & flag::QUIET != 0 => Fetch::Quiet,
            () if flags & flag::LIST != 0 => Fetch::List,
            () => Fetch::Read,
        }
    }
}

pub fn undefined_key(cx: &mut Cx, key: &Key) {
    match key {
        Key::Int(i) => cx.warning(format!("Undefined array key {i}")),
        Key::Str(s) => cx.warning([b"Undefined array key \"", convert::shown_name(s.as_bytes()), b"\""].concat()),
    }
}

/// `array[key]`
pub fn read_array(cx: &mut Cx, array: &PhpArray, key: &Value, mode: Fetch) -> PhpResult<Value> {
    let key = match key.deref() {
        k if k.is_int() => Key::Int(k.as_int().unwrap_or_default()),
        k => match k.as_str() {
            Some(s) => Key::from_str(s.clone()),
            None => convert::offset_key(cx, k)?,
        },
    };
    match array.get(&key) {
        Some(value) => Ok(value.clone_deref()),
        None => {
            if mode != Fetch::Quiet {
                undefined_key(cx, &key);
            }
            Ok(Value::NULL)
        }
    }
}

/// `base[key]` as a value.
pub fn read_dim(cx: &mut Cx, base: &Value, key: &Value, mode: Fetch) -> PhpResult<Value> {
    let base = base.deref();
    if let Some(array) = base.as_array() {
        return read_array(cx, array, key, mode);
    }
    if let Some(text) = base.as_str() {
        return if mode == Fetch::List { Ok(Value::NULL) } else { read_string_offset(cx, text, key, mode) };
    }
    if let Some(base) = base.as_object() {
        let fetch = if mode == Fetch::Quiet { object::Fetch::Quiet } else { object::Fetch::Read };
        return object::read_dim(cx, base, Some(key.deref()), fetch);
    }
    if mode == Fetch::Read {
        let name = base.type_name();
        cx.warning(format!("Trying to access array offset on {}", scalar_name(base, name)));
    }
    Ok(Value::NULL)
}

/// `null`, `true`, `int`, ... as "Trying to access array offset on …" prints it.
fn scalar_name(value: &Value, type_name: &'static str) -> &'static str {
    match () {
        () if value.is_true() => "true",
        () if value.is_false() => "false",
        () if value.is_null() => "null",
        () => type_name,
    }
}

/// The byte at an offset of a string, as a one-byte string.
fn read_string_offset(cx: &mut Cx, text: &PhpStr, key: &Value, mode: Fetch) -> PhpResult<Value> {
    let offset = match string_offset(cx, key.deref(), mode)? {
        Some(offset) => offset,
        None => return Ok(Value::NULL),
    };
    match byte_index(text.len(), offset) {
        Some(index) => Ok(Value::string(PhpStr::byte(text.as_bytes()[index]))),
        None => {
            if mode == Fetch::Quiet {
                return Ok(Value::NULL);
            }
            cx.warning(format!("Uninitialized string offset {offset}"));
            Ok(Value::string(PhpStr::empty()))
        }
    }
}

/// An integer at the start of a text, and whether something follows it.
pub fn integer(text: &[u8]) -> Option<(i64, bool)> {
    let parsed = number::parse_numeric(text)?;
    match parsed.number {
        number::Numeric::Int(n) => Some((n, parsed.trailing_data)),
        number::Numeric::Float(_) => None,
    }
}

fn byte_index(len: usize, offset: i64) -> Option<usize> {
    let index = if offset < 0 { offset + len as i64 } else { offset };
    usize::try_from(index).ok().filter(|&i| i < len)
}

/// A key as an offset into a string; `None`: there is no such element (quiet reads).
fn string_offset(cx: &mut Cx, key: &Value, mode: Fetch) -> PhpResult<Option<i64>> {
    let quiet = mode == Fetch::Quiet;
    if let Some(i) = key.as_int() {
        return Ok(Some(i));
    }
    if let Some(s) = key.as_str() {
        return match integer(s.as_bytes()) {
            Some((n, false)) => Ok(Some(n)),
            // Also where nobody minds that there is no element.
            Some((n, true)) => {
                let text = [b"Illegal string offset \"", s.as_bytes(), b"\""].concat();
                cx.warning(text);
                Ok(Some(n))
            }
            None if quiet => Ok(None),
            None => Err(cx.type_error("Cannot access offset of type string on string")),
        };
    }
    if key.is_undef() || key.is_null() || key.is_bool() || key.is_float() {
        if !quiet {
            cx.warning("String offset cast occurred");
        }
        return Ok(Some(convert::to_int(cx, key)?));
    }
    Err(cx.type_error(format!("Cannot access offset of type {} on string", convert::value_name(key))))
}

/// `isset(base[key])` or, with `empty`, `empty(base[key])`.
pub fn isset_dim(cx: &mut Cx, base: &Value, key: &Value, empty: bool) -> PhpResult<bool> {
    let base = base.deref();
    let key = key.deref();
    if let Some(array) = base.as_array() {
        let key = match key.as_str() {
            Some(s) => Key::from_str(s.clone()),
            None => convert::offset_key_isset(cx, key)?,
        };
        let value = array.get(&key).map(Value::clone_deref);
        return match value {
            None => Ok(empty),
            Some(v) if empty => Ok(!convert::to_bool(cx, &v)?),
            Some(v) => Ok(!v.is_null()),
        };
    }
    if let Some(object) = base.as_object() {
        let has = cx.has_dim(object, key, empty)?;
        return Ok(has != empty);
    }
    if let Some(text) = base.as_str() {
        let index = isset_string_offset(cx, key)?.and_then(|offset| byte_index(text.len(), offset));
        return Ok(match index {
            None => empty,
            Some(i) => !empty || text.as_bytes()[i] == b'0',
        });
    }
    Ok(empty)
}

fn isset_string_offset(cx: &mut Cx, key: &Value) -> PhpResult<Option<i64>> {
    if let Some(s) = key.as_str() {
        let plain = !s.as_bytes().first().is_some_and(u8::is_ascii_whitespace);
        return Ok(integer(s.as_bytes()).filter(|&(_, trailing)| plain && !trailing).map(|(n, _)| n));
    }
    match () {
        () if key.is_float() => match convert::offset_key_isset(cx, key)? {
            Key::Int(n) => Ok(Some(n)),
            Key::Str(_) => Ok(None),
        },
        () if key.is_int() || key.is_bool() || key.is_null() => convert::to_int(cx, key).map(Some),
        () => Ok(None),
    }
}

/// `unset(base[key])`
pub fn unset_dim(cx: &mut Cx, base: &mut Value, key: &Value) -> PhpResult<()> {
    let key = key.deref();
    if base.deref().is_array() {
        let key = convert::offset_key_unset(cx, key)?;
        let removed = base.deref_mut().as_array_mut().map(|array| array.remove(&key));
        drop(removed);
        return Ok(());
    }
    let base = base.deref_mut();
    if let Some(object) = base.as_object() {
        let object = object.clone();
        return cx.unset_dim(&object, key);
    }
    if base.is_string() {
        return Err(cx.throw_error("Cannot unset string offsets"));
    }
    if base.is_false() {
        cx.deprecated("Automatic conversion of false to array is deprecated");
        return Ok(());
    }
    if !base.is_null() {
        return Err(cx.throw_error("Cannot unset offset in a non-array variable"));
    }
    Ok(())
}

/// A key as an offset of a string that is written to.
pub fn write_offset(cx: &mut Cx, key: &Value) -> PhpResult<i64> {
    if let Some(i) = key.as_int() {
        return Ok(i);
    }
    if let Some(s) = key.as_str() {
        let n = integer(s.as_bytes());
        if let Some((n, false)) = n {
            return Ok(n);
        }
        if n.is_some() {
            cx.warning([b"Illegal string offset \"", s.as_bytes(), b"\""].concat());
            cx.check()?;
            return Ok(n.map_or(0, |(n, _)| n));
        }
        return Err(cx.type_error("Cannot access offset of type string on string"));
    }
    if key.is_null() || key.is_bool() || key.is_float() {
        cx.warning("String offset cast occurred");
        cx.check()?;
        return convert::to_int(cx, key);
    }
    Err(cx.type_error(format!("Cannot access offset of type {} on string", convert::value_name(key))))
}

/// Sets the byte of a string at an offset, which may lie behind its end; gives what was written.
pub fn write_byte(cx: &mut Cx, string: &mut PhpStr, offset: i64, text: &PhpStr) -> PhpResult<Value> {
    let len = string.len() as i64;
    if offset < -len {
        cx.warning(format!("Illegal string offset {offset}"));
        return Ok(Value::NULL);
    }
    let Some(&byte) = text.as_bytes().first() else {
        return Err(cx.throw_error("Cannot assign an empty string to a string offset"));
    };
    let index = if offset < 0 { offset + len } else { offset } as usize;
    if index >= string.len() {
        let mut padded = Vec::with_capacity(index + 1);
        padded.extend_from_slice(string.as_bytes());
        padded.resize(index, b' ');
        padded.push(byte);
        *string = PhpStr::new(&padded);
    } else {
        string.as_mut_bytes()[index] = byte;
    }
    if text.len() > 1 {
        cx.warning("Only the first byte will be assigned to the string offset");
    }
    Ok(Value::string(PhpStr::byte(byte)))
}
