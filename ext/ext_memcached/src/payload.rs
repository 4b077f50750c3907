//! Values as bytes and flags, as the C extension writes and reads them.

use ext_standard::serialization::{Serializer, Unserializer};
use loxo_memcached::{Item, fastlz};
use loxo_runtime::memory_limit::ensure_room;
use loxo_runtime::{Callable, Cx, FnId, PhpResult, PhpStr, Tag, Value};
use loxo_zlib_sys::{Deflate, Inflate, flush, status};

use crate::object::Settings;
use crate::settings::{self, COMPRESSION_FASTLZ, COMPRESSION_ZLIB};
use crate::settings::{SERIALIZER_IGBINARY, SERIALIZER_JSON, SERIALIZER_JSON_ARRAY, SERIALIZER_MSGPACK};

mod kind {
    pub const MASK: u32 = 15;
    pub const STRING: u32 = 0;
    pub const LONG: u32 = 1;
    pub const DOUBLE: u32 = 2;
    pub const BOOL: u32 = 3;
    pub const SERIALIZED: u32 = 4;
    pub const IGBINARY: u32 = 5;
    pub const JSON: u32 = 6;
    pub const MSGPACK: u32 = 7;
}

const COMPRESSED: u32 = 1 << 4;
const ZLIB: u32 = 1 << 5;
const FASTLZ: u32 = 1 << 6;
const ZSTD: u32 = 1 << 7;
const USER_SHIFT: u32 = 16;

/// The flags that programs may set.
pub(crate) fn user_flags(flags: u32) -> i64 {
    i64::from(flags >> USER_SHIFT)
}

/// A number as the shortest text that is read back as it.
fn double_text(number: f64) -> String {
    if number.is_nan() {
        return "NaN".into();
    }
    if number.is_infinite() {
        return if number > 0.0 { "Infinity" } else { "-Infinity" }.into();
    }
    let text = format!("{number:e}");
    let (mantissa, exponent) = text.split_once('e').unwrap_or((&text, "0"));
    let sign = if mantissa.starts_with('-') { "-" } else { "" };
    let digits: String = mantissa.chars().filter(char::is_ascii_digit).collect();
    // Where the point stands, counted from the first digit.
    let point = exponent.parse::<i32>().unwrap_or(0) + 1;
    let count = digits.len() as i32;
    let number = if point <= -4 || point > count + 5 {
        let (first, rest) = digits.split_at(1);
        let rest = if rest.is_empty() { String::new() } else { format!(".{rest}") };
        let power = point - 1;
        format!("{first}{rest}e{}{:02}", if power < 0 { '-' } else { '+' }, power.abs())
    } else if number == 0.0 {
        "0".into()
    } else if point <= 0 {
        format!(".{}{digits}", "0".repeat(point.unsigned_abs() as usize))
    } else if point >= count {
        format!("{digits}{}", "0".repeat((point - count) as usize))
    } else {
        let (whole, part) = digits.split_at(point as usize);
        format!("{whole}.{part}")
    };
    format!("{sign}{number}")
}

/// Calls one of PHP's functions.
fn call(cx: &mut Cx, name: &str, arguments: &[Value]) -> PhpResult<Value> {
    let Some(func) = FnId::find(name.as_bytes()).and_then(|id| cx.func(id)) else { return Ok(Value::NULL) };
    let callable = Callable { func, this: None, called_class: None, closure: None, magic_name: None };
    cx.call(&callable, arguments)
}

fn serialized(cx: &mut Cx, serializer: i64, value: &Value) -> PhpResult<(PhpStr, u32)> {
    Ok(match serializer {
        SERIALIZER_IGBINARY => (ext_igbinary::encode(cx, value)?, kind::IGBINARY),
        SERIALIZER_MSGPACK => (ext_msgpack::encode(cx, value)?, kind::MSGPACK),
        SERIALIZER_JSON | SERIALIZER_JSON_ARRAY => {
            let json = call(cx, "json_encode", std::slice::from_ref(value))?;
            (json.as_str().cloned().unwrap_or_default(), kind::JSON)
        }
        _ => {
            let mut out = Serializer::default();
            out.value(cx, value)?;
            (out.finish(), kind::SERIALIZED)
        }
    })
}

/// A value as it is sent, and its flags.
pub(crate) fn pack(cx: &mut Cx, settings: &Settings, value: &Value) -> PhpResult<(PhpStr, u32)> {
    let value = value.deref();
    let (mut payload, mut flags) = match value.tag() {
        Tag::String => (value.as_str().cloned().unwrap_or_default(), kind::STRING),
        Tag::Int => (PhpStr::from(value.as_int().unwrap_or(0).to_string()), kind::LONG),
        Tag::Float => (PhpStr::from(double_text(value.as_float().unwrap_or(0.0))), kind::DOUBLE),
        Tag::True => (PhpStr::from("1"), kind::BOOL),
        Tag::False => (PhpStr::default(), kind::BOOL),
        _ => serialized(cx, settings.serializer, value)?,
    };
    cx.check()?;
    let small = matches!(flags, kind::LONG | kind::DOUBLE | kind::BOOL);
    let threshold = usize::try_from(cx.ini_int("memcached.compression_threshold")).unwrap_or(usize::MAX);
    if settings.compression && !small && !payload.is_empty() && payload.len() >= threshold {
        let factor = settings::compression_factor(cx);
        if let Some((compressed, flag)) = compress(settings, &payload, factor) {
            payload = compressed;
            flags |= COMPRESSED | flag;
        }
    }
    if let Ok(own) = u32::try_from(settings.user_flags) {
        flags |= own << USER_SHIFT;
    }
    Ok((payload, flags))
}

/// The compressed value behind its length, if that is worth while.
fn compress(settings: &Settings, payload: &[u8], factor: f64) -> Option<(PhpStr, u32)> {
    let length = u32::try_from(payload.len()).ok()?;
    let (compressed, flag) = match settings.compression_type {
        COMPRESSION_FASTLZ => (fastlz::compress(payload), FASTLZ),
        COMPRESSION_ZLIB => {
            let mut out = vec![0; (payload.len() as f64 * 1.05 + 1.0) as usize];
            let level = settings.compression_level.clamp(0, 9) as i32;
            let step = Deflate::new(level, 15, 8, 0)?.run(payload, &mut out, flush::FINISH);
            if step.status != status::STREAM_END {
                return None;
            }
            out.truncate(step.produced);
            (out, ZLIB)
        }
        _ => return None,
    };
    let worth = payload.len() as f64 > compressed.len() as f64 * factor;
    worth.then(|| (PhpStr::concat2(&length.to_ne_bytes(), &compressed), flag))
}

/// The warning is given, the value is lost.
fn lost(cx: &mut Cx, message: &str) -> PhpResult<Option<Value>> {
    cx.builtin_warning(message);
    cx.check()?;
    Ok(None)
}

/// A value that was read, unless it could not be.
fn known(cx: &mut Cx, value: Option<Value>, message: &str) -> PhpResult<Option<Value>> {
    cx.check()?;
    if value.is_none() { lost(cx, message) } else { Ok(value) }
}

fn decompress(cx: &mut Cx, data: &[u8], flags: u32) -> PhpResult<Option<PhpStr>> {
    /// No method makes more of a byte.
    const MOST: usize = 1100;
    let Some((length, data)) = data.split_first_chunk::<4>() else { return Ok(None) };
    let length = u32::from_ne_bytes(*length) as usize;
    if flags & ZSTD != 0 {
        let message = "could not decompress value: value was compressed with zstd but zstd support has not been compiled in";
        return lost(cx, message).map(|_| None);
    }
    if flags & (FASTLZ | ZLIB) == 0 {
        return lost(cx, "could not decompress value: unrecognised compression type").map(|_| None);
    }
    let mut value = None;
    if length <= data.len().saturating_mul(MOST) {
        ensure_room(length);
        if flags & FASTLZ != 0 {
            value = fastlz::decompress(data, length);
        } else if let Some(mut inflate) = Inflate::new(15) {
            let mut out = vec![0; length];
            let step = inflate.run(data, &mut out, flush::FINISH);
            out.truncate(step.produced);
            value = (step.status == status::STREAM_END).then_some(out);
        }
    }
    match value {
        Some(value) => Ok(Some(PhpStr::from_vec(value))),
        None => lost(cx, "could not decompress value").map(|_| None),
    }
}

/// What follows white space and is a whole number, as far as it goes.
fn leading_int(text: &[u8]) -> i64 {
    let text = text.trim_ascii_start();
    let (negative, digits) = match text.split_first() {
        Some((b'-', rest)) => (true, rest),
        Some((b'+', rest)) => (false, rest),
        _ => (false, text),
    };
    let digits = digits.iter().take_while(|byte| byte.is_ascii_digit());
    digits.fold(0i64, |number, digit| {
        let digit = i64::from(digit - b'0');
        number.saturating_mul(10).saturating_add(if negative { -digit } else { digit })
    })
}

/// The value of an item; `None`: it cannot be read, which has been reported.
pub(crate) fn unpack(cx: &mut Cx, item: &Item, serializer: i64) -> PhpResult<Option<Value>> {
    let data = if item.flags & COMPRESSED != 0 {
        let Some(data) = decompress(cx, &item.value, item.flags)? else { return Ok(None) };
        data
    } else {
        PhpStr::new(&item.value)
    };
    Ok(Some(match item.flags & kind::MASK {
        kind::STRING => Value::string(data),
        kind::LONG => Value::int(leading_int(&data)),
        kind::DOUBLE => Value::float(match data.as_bytes() {
            b"Infinity" => f64::INFINITY,
            b"-Infinity" => f64::NEG_INFINITY,
            b"NaN" => f64::NAN,
            text => std::str::from_utf8(text).ok().and_then(|text| text.parse().ok()).unwrap_or(0.0),
        }),
        kind::BOOL => Value::from(data.first() == Some(&b'1')),
        kind::SERIALIZED => {
            let mut reader = Unserializer::new(cx, &data, |at| (at == 0).then_some(0));
            let value = reader.value(cx, 0)?;
            reader.finish(cx)?;
            return known(cx, value.map(|(value, _)| value), "could not unserialize value");
        }
        kind::JSON => call(cx, "json_decode", &[Value::string(data), Value::from(serializer == SERIALIZER_JSON_ARRAY)])?,
        kind::IGBINARY => {
            let value = ext_igbinary::decode(cx, &data)?;
            return known(cx, value, "could not unserialize value with igbinary");
        }
        kind::MSGPACK => {
            let value = ext_msgpack::decode(cx, &data)?;
            return known(cx, value, "could not unserialize value with msgpack");
        }
        _ => return lost(cx, "unknown payload type"),
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers() {
        for (number, text) in [
            (1.5, "1.5"),
            (0.5, ".5"),
            (-0.001, "-.001"),
            (1e25, "1e+25"),
            (1.25e-7, "1.25e-07"),
            (100_000.0, "100000"),
            (1e100, "1e+100"),
            (0.0, "0"),
            (3.0, "3"),
        ] {
            assert_eq!(double_text(number), text);
        }
        assert_eq!(leading_int(b" -12x"), -12);
        assert_eq!(leading_int(b"99999999999999999999"), i64::MAX);
    }
}
