//! Values as bytes and flags.

use ext_standard::serialization::{Serializer, Unserializer};
use loxo_memcached::Item;
use loxo_runtime::memory_limit::ensure_room;
use loxo_runtime::{Cx, PhpResult, PhpStr, Tag, Value, convert};
use loxo_zlib_sys::{Deflate, Inflate, flush, status};

use crate::object::Shared;

const SERIALIZED: u32 = 1;
const COMPRESSED: u32 = 2;
const BOOL: u32 = 0x100;
const LONG: u32 = 0x300;
const DOUBLE: u32 = 0x700;
const TYPE: u32 = 0xf00;
/// Flags that are the extension's.
const OWN: u32 = 0xffff;

/// A value as it is sent, and its flags. `None`: it cannot be, which has been reported.
pub(crate) fn pack(cx: &mut Cx, own: &Shared, value: &Value, flags: i64) -> PhpResult<Option<(PhpStr, u32)>> {
    let mut flags = flags as u32;
    if flags & OWN & !COMPRESSED != 0 {
        cx.builtin_warning("The lowest two bytes of the flags array is reserved for pecl/memcache internal use");
        cx.check()?;
        return Ok(None);
    }
    let value = value.deref();
    let plain = flags & !COMPRESSED;
    let payload = match value.tag() {
        Tag::String => value.as_str().cloned().unwrap_or_default(),
        Tag::Int => return Ok(Some((PhpStr::from(value.as_int().unwrap_or(0).to_string()), plain | LONG))),
        Tag::Float => {
            // As C writes it with 14 digits.
            let text = convert::scalar_to_string(value, 14).to_str_lossy().replace(".0E", "e").replace('E', "e").to_ascii_lowercase();
            return Ok(Some((PhpStr::from(text), plain | DOUBLE)));
        }
        Tag::True => return Ok(Some((PhpStr::from("1"), plain | BOOL))),
        Tag::False => return Ok(Some((PhpStr::from("0"), plain | BOOL))),
        _ => {
            let mut out = Serializer::default();
            out.value(cx, value)?;
            cx.check()?;
            flags |= SERIALIZED;
            out.finish()
        }
    };
    let (threshold, savings) = (own.borrow().threshold, own.borrow().savings);
    let wanted = flags & COMPRESSED != 0 || threshold > 0 && payload.len() >= threshold;
    let compressed = if wanted { compress(&payload, savings) } else { None };
    Ok(Some(match compressed {
        Some(compressed) => (compressed, flags | COMPRESSED),
        None => (payload, flags & !COMPRESSED),
    }))
}

fn compress(payload: &[u8], savings: f64) -> Option<PhpStr> {
    let mut out = vec![0; (payload.len() as f64 * (1.0 - savings)) as usize];
    let step = Deflate::new(-1, 15, 8, 0)?.run(payload, &mut out, flush::FINISH);
    (step.status == status::STREAM_END).then(|| PhpStr::new(out.get(..step.produced).unwrap_or_default()))
}

fn uncompress(data: &[u8]) -> Option<Vec<u8>> {
    /// No data become more.
    const MOST: usize = 1100;
    let mut inflate = Inflate::new(15)?;
    let (mut out, mut taken, mut made) = (Vec::new(), 0, 0);
    loop {
        if made == out.len() {
            let more = (out.len() * 2).max(data.len() * 2).max(256);
            if out.len() > data.len().saturating_mul(MOST) {
                return None;
            }
            ensure_room(more);
            out.resize(more, 0);
        }
        let step = inflate.run(data.get(taken..)?, out.get_mut(made..)?, flush::NONE);
        (taken, made) = (taken + step.consumed, made + step.produced);
        match step.status {
            status::STREAM_END => {
                out.truncate(made);
                return Some(out);
            }
            status::OK if step.consumed > 0 || step.produced > 0 => {}
            _ => return None,
        }
    }
}

/// The value of an item; `None`: it cannot be read, which has been reported.
pub(crate) fn unpack(cx: &mut Cx, item: &Item) -> PhpResult<Option<Value>> {
    let data = if item.flags & COMPRESSED != 0 {
        let Some(data) = uncompress(&item.value) else {
            cx.builtin_notice("Failed to uncompress data");
            cx.check()?;
            return Ok(None);
        };
        PhpStr::from_vec(data)
    } else {
        PhpStr::new(&item.value)
    };
    if item.flags & SERIALIZED != 0 {
        let mut reader = Unserializer::new(cx, &data, |at| (at == 0).then_some(0));
        let value = reader.value(cx, 0)?;
        reader.finish(cx)?;
        cx.check()?;
        if value.is_none() {
            cx.builtin_notice("Failed to unserialize data");
            cx.check()?;
        }
        return Ok(value.map(|(value, _)| value));
    }
    Ok(Some(match item.flags & TYPE {
        LONG => Value::int(convert::scalar_to_int(&Value::string(data))),
        DOUBLE => Value::float(std::str::from_utf8(&data).ok().and_then(|text| text.trim().parse().ok()).unwrap_or(0.0)),
        BOOL => Value::from(data.as_bytes() == b"1"),
        _ => Value::string(data),
    }))
}
