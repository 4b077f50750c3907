//! The builtins that compress and decompress strings as a whole: `gzcompress()`, `gzdeflate()`, `zlib_encode()` and others.

use loxo_runtime::{Cx, OrFalse, PhpResult, PhpStr, StrBuilder};
use loxo_zlib_sys::{Deflate, Inflate, flush, status};

pub(crate) const RAW: i64 = -15;
pub(crate) const GZIP: i64 = 31;
pub(crate) const DEFLATE: i64 = 15;
/// Any of them, when decompressing.
const ANY: i64 = 47;
pub(crate) const ENCODINGS: &str = "must be one of ZLIB_ENCODING_RAW, ZLIB_ENCODING_GZIP, or ZLIB_ENCODING_DEFLATE";
pub(crate) const MOST_MEMORY: i32 = 9;

type Answer = PhpResult<OrFalse<PhpStr>>;

/// `zlib_encode()`
pub(crate) fn zlib_encode(cx: &mut Cx, data: &PhpStr, encoding: i64, level: i64) -> Answer {
    encode(cx, data, (encoding, 2), (level, 3))
}

/// `gzdeflate()`
pub(crate) fn gzdeflate(cx: &mut Cx, data: &PhpStr, level: i64, encoding: i64) -> Answer {
    encode(cx, data, (encoding, 3), (level, 2))
}

/// `gzencode()`
pub(crate) fn gzencode(cx: &mut Cx, data: &PhpStr, level: i64, encoding: i64) -> Answer {
    encode(cx, data, (encoding, 3), (level, 2))
}

/// `gzcompress()`
pub(crate) fn gzcompress(cx: &mut Cx, data: &PhpStr, level: i64, encoding: i64) -> Answer {
    encode(cx, data, (encoding, 3), (level, 2))
}

/// `zlib_decode()`
pub(crate) fn zlib_decode(cx: &mut Cx, data: &PhpStr, max_length: i64) -> Answer {
    decode(cx, data, ANY, max_length)
}

/// `gzinflate()`
pub(crate) fn gzinflate(cx: &mut Cx, data: &PhpStr, max_length: i64) -> Answer {
    decode(cx, data, RAW, max_length)
}

/// `gzdecode()`
pub(crate) fn gzdecode(cx: &mut Cx, data: &PhpStr, max_length: i64) -> Answer {
    decode(cx, data, GZIP, max_length)
}

/// `gzuncompress()`
pub(crate) fn gzuncompress(cx: &mut Cx, data: &PhpStr, max_length: i64) -> Answer {
    decode(cx, data, DEFLATE, max_length)
}

pub(crate) fn is_encoding(encoding: i64) -> bool {
    matches!(encoding, RAW | GZIP | DEFLATE)
}

/// Space that compressed data gets. Where stored blocks end depends on it.
pub(crate) fn room_for(length: usize) -> usize {
    (length as f64 * 1.015) as usize + 10 + 8 + 4 + 1
}

/// Both come with the number of their argument.
fn encode(cx: &mut Cx, data: &PhpStr, encoding: (i64, usize), level: (i64, usize)) -> Answer {
    if !(-1..=9).contains(&level.0) {
        return Err(cx.argument_value_error(level.1, "must be between -1 and 9"));
    }
    if !is_encoding(encoding.0) {
        return Err(cx.argument_value_error(encoding.1, ENCODINGS));
    }
    let mut result = status::MEM_ERROR;
    if let Some(mut deflate) = Deflate::new(level.0 as i32, encoding.0 as i32, MOST_MEMORY, 0) {
        let room = room_for(data.len());
        let mut out = StrBuilder::with_capacity(room);
        out.push_n(0, room);
        let step = deflate.run(data, out.as_mut_bytes(), flush::FINISH);
        if step.status == status::STREAM_END {
            out.truncate(step.produced);
            return Ok(out.finish().into());
        }
        result = step.status;
    }
    failed(cx, result)
}

fn failed(cx: &mut Cx, status: i32) -> Answer {
    cx.builtin_warning(status::text(status));
    cx.check()?;
    Ok(OrFalse::FALSE)
}

fn decode(cx: &mut Cx, data: &PhpStr, encoding: i64, max_length: i64) -> Answer {
    let Ok(max) = usize::try_from(max_length) else {
        return Err(cx.argument_value_error(2, "must be greater than or equal to 0"));
    };
    let mut result = status::DATA_ERROR;
    if !data.is_empty() {
        match inflate_all(data, encoding, max) {
            Ok(plain) => return Ok(plain.into()),
            Err(status) => result = status,
        }
        // Without a head it may be raw.
        if result == status::DATA_ERROR && encoding == ANY {
            match inflate_all(data, RAW, max) {
                Ok(plain) => return Ok(plain.into()),
                Err(status) => result = status,
            }
        }
    }
    failed(cx, result)
}

/// Decompresses with space that grows as PHP's does: what takes more than a hundred rounds is refused.
fn inflate_all(data: &[u8], encoding: i64, max: usize) -> Result<PhpStr, i32> {
    const ROUNDS: usize = 100;
    let mut inflate = Inflate::new(encoding as i32).ok_or(status::MEM_ERROR)?;
    // PHP hands over the byte behind the string as well, which ends data that lacks its last byte.
    let available = data.len() + 1;
    let mut room = if max > 0 { max.min(available) } else { available };
    let mut out = StrBuilder::new();
    let (mut input, mut ahead) = (data, true);
    for _ in 0..ROUNDS {
        let have = out.len();
        if max > 0 && max <= have {
            return Err(status::MEM_ERROR);
        }
        out.push_n(0, room - have);
        let mut step = inflate.run(input, &mut out.as_mut_bytes()[have..], flush::NONE);
        input = &input[step.consumed..];
        let mut used = have + step.produced;
        if input.is_empty() && ahead && matches!(step.status, status::OK | status::BUF_ERROR) {
            step = inflate.run(&[0], &mut out.as_mut_bytes()[used..], flush::NONE);
            ahead = step.consumed == 0;
            used += step.produced;
        }
        out.truncate(used);
        room += (room >> 3) + 1;
        match step.status {
            status::STREAM_END => return Ok(out.finish()),
            status::BUF_ERROR => {}
            status::OK if ahead || !input.is_empty() => {}
            status::OK => return Err(status::DATA_ERROR),
            other => return Err(other),
        }
    }
    Err(status::BUF_ERROR)
}
