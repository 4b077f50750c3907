//! The text that is kept: a serialized array, or names and serialized values in turn.

use ext_serialize::{Serializer, Unserializer};
use loxo_runtime::{Cx, KeyRef, PhpArray, PhpResult, PhpStr, Value, object};

use crate::lifecycle;
use crate::state::Short;

/// `session.serialize_handler`
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Format {
    /// `serialize($_SESSION)`
    Whole,
    /// `name|value`
    Bars,
    /// A byte with the length of the name, the name, the value.
    Lengths,
    /// `igbinary_serialize($_SESSION)`
    Igbinary,
    /// `msgpack_serialize($_SESSION)`
    Msgpack,
}

/// Longest name in [`Format::Lengths`].
const LONGEST_NAME: usize = 127;

impl Format {
    pub(crate) fn find(name: &[u8]) -> Option<Format> {
        match name.to_ascii_lowercase().as_slice() {
            b"php_serialize" => Some(Format::Whole),
            b"php" => Some(Format::Bars),
            b"php_binary" => Some(Format::Lengths),
            b"igbinary" => Some(Format::Igbinary),
            b"msgpack" => Some(Format::Msgpack),
            _ => None,
        }
    }

    /// What writes all variables at once.
    fn writer(self) -> Option<fn(&mut Cx, &Value) -> PhpResult<PhpStr>> {
        match self {
            Format::Whole => Some(|cx, whole| {
                let mut out = Serializer::default();
                out.value(cx, whole)?;
                Ok(out.finish())
            }),
            Format::Igbinary => Some(ext_igbinary::encode),
            Format::Msgpack => Some(ext_msgpack::encode),
            Format::Bars | Format::Lengths => None,
        }
    }

    /// Where the value behind a name begins, and the name.
    fn split(self, data: &[u8], at: usize) -> Option<(&[u8], usize)> {
        match self {
            Format::Whole | Format::Igbinary | Format::Msgpack => None,
            Format::Bars => {
                let end = at + memchr::memchr(b'|', data.get(at..)?)?;
                Some((&data[at..end], end + 1))
            }
            Format::Lengths => {
                let length = usize::from(*data.get(at)? & 0x7f);
                (at + length < data.len()).then(|| (&data[at + 1..at + 1 + length], at + 1 + length))
            }
        }
    }
}

/// The session's variables as text. `Ok(None)`: there are none, or they cannot be kept; or an exception is in flight.
pub(crate) fn encode(cx: &mut Cx) -> PhpResult<Option<PhpStr>> {
    let Some(variables) = lifecycle::variables(cx) else {
        cx.builtin_warning("Cannot encode non-existent session");
        return Ok(None);
    };
    let format = cx.session().format.unwrap_or(Format::Bars);
    if let Some(write) = format.writer() {
        let whole = match &cx.session().variables {
            // `$_SESSION` is a reference, which msgpack tells.
            Some(reference) if format == Format::Msgpack => Value::reference(reference.clone()),
            Some(reference) => reference.get(),
            None => Value::NULL,
        };
        return match write(cx, &whole) {
            Ok(text) => Ok(Some(text)),
            Err(_) => {
                if format == Format::Igbinary {
                    cx.warning("igbinary_serialize: cannot serialize session variables");
                }
                lifecycle::survive(cx, None)
            }
        };
    }
    let mut out = Serializer::default();
    for (key, value) in &variables {
        let name = match key {
            KeyRef::Int(number) => {
                cx.builtin_warning(format!("Skipping numeric key {number}"));
                continue;
            }
            KeyRef::Str(name) => name,
        };
        match format {
            Format::Lengths if name.len() > LONGEST_NAME => continue,
            Format::Lengths => {
                out.text(&[name.len() as u8]);
                out.text(name);
            }
            _ if name.contains(&b'|') => return Ok(None),
            _ => {
                out.text(name);
                out.text(b"|");
            }
        }
        if out.value(cx, value).is_err() {
            return lifecycle::survive(cx, None);
        }
    }
    // No variables are no text.
    Ok(Some(out.finish()).filter(|text| !text.is_empty()))
}

/// Fills the session's variables. False: the text is not what it should be.
pub(crate) fn decode(cx: &mut Cx, data: &PhpStr) -> PhpResult<bool> {
    match cx.session().format.unwrap_or(Format::Bars) {
        Format::Whole => decode_whole(cx, data),
        Format::Igbinary => decode_packed(cx, data, ext_igbinary::decode_first),
        // What cannot be read is passed over in silence.
        Format::Msgpack => decode_packed(cx, data, ext_msgpack::decode_quietly).map(|_| true),
        format => decode_pairs(cx, data, format),
    }
}

fn decode_whole(cx: &mut Cx, data: &PhpStr) -> PhpResult<bool> {
    let mut reader = Unserializer::new(cx, data, |at| (at < data.len()).then_some(at));
    let read = reader.value(cx, 0);
    let finished = reader.finish(cx);
    let value = match read {
        Ok(value) => value.map(|(value, _)| value.clone_deref()),
        Err(_) => lifecycle::survive(cx, None)?,
    };
    if finished.is_err() {
        lifecycle::survive(cx, ())?;
    }
    let complete = value.is_some();
    lifecycle::bind_variables(cx, value.filter(|value| !value.is_null()).unwrap_or(Value::EMPTY_ARRAY))?;
    Ok(complete || data.is_empty())
}

/// A format of another extension, in which all variables are one array. What is there already and not in the text stays.
fn decode_packed(cx: &mut Cx, data: &PhpStr, decode: fn(&mut Cx, &[u8]) -> PhpResult<Option<Value>>) -> PhpResult<bool> {
    if data.is_empty() {
        return Ok(true);
    }
    let whole = match decode(cx, data) {
        Ok(value) => value,
        Err(_) => lifecycle::survive(cx, None)?,
    };
    let whole = whole.map(|value| value.clone_deref()).unwrap_or_default();
    let read = match whole.as_object() {
        Some(object) => object::properties_table(cx, object, object::Purpose::Serialize)?,
        None => match whole.into_array() {
            Ok(array) => array,
            Err(_) => return Ok(false),
        },
    };
    lifecycle::with_variables(cx, |variables: &mut PhpArray| {
        for (key, value) in &read {
            // Numbers are no names of variables.
            if let KeyRef::Str(name) = key {
                variables.set_str(name, value.clone());
            }
        }
    });
    Ok(true)
}

fn decode_pairs(cx: &mut Cx, data: &PhpStr, format: Format) -> PhpResult<bool> {
    let mut reader = Unserializer::new(cx, data, |at| format.split(data, at).map(|(_, start)| start));
    let (mut at, mut complete) = (0, true);
    let mut read: Vec<(PhpStr, Value)> = Vec::new();
    while at < data.len() {
        let Some((name, start)) = format.split(data, at) else {
            complete = false;
            break;
        };
        match reader.value(cx, start) {
            Ok(Some((value, end))) => {
                read.push((PhpStr::new(name), value));
                at = end;
            }
            Ok(None) => {
                complete = false;
                break;
            }
            Err(_) => {
                lifecycle::survive(cx, ())?;
                complete = false;
                break;
            }
        }
    }
    lifecycle::with_variables(cx, |variables: &mut PhpArray| {
        for (name, value) in read {
            variables.set_str(&name, value);
        }
    });
    if reader.finish(cx).is_err() {
        lifecycle::survive(cx, ())?;
    }
    Ok(complete)
}
