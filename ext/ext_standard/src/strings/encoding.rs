//! Bytes written as text, and checksums.

use loxo_runtime::{base64, hex};
use md5::Digest;

use crate::prelude::*;

/// `bin2hex()`
pub(crate) fn bin2hex(_cx: &mut Cx, string: &PhpStr) -> PhpResult<PhpStr> {
    Ok(hex_text(string))
}

/// Two digits per byte.
pub(crate) fn hex_text(bytes: &[u8]) -> PhpStr {
    let mut out = StrBuilder::with_capacity(bytes.len() * 2);
    out.push_n(0, bytes.len() * 2);
    hex::encode_to(bytes, out.as_mut_bytes());
    out.finish()
}

/// `hex2bin()`
pub(crate) fn hex2bin(cx: &mut Cx, string: &PhpStr) -> PhpResult<Value> {
    if !string.len().is_multiple_of(2) {
        cx.warn("Hexadecimal input string must have an even length")?;
        return Ok(Value::FALSE);
    }
    match hex::decode(string) {
        Some(bytes) => Ok(Value::bytes(&bytes)),
        None => {
            cx.warn("Input string must be hexadecimal string")?;
            Ok(Value::FALSE)
        }
    }
}

/// `base64_encode()`
pub(crate) fn base64_encode(_cx: &mut Cx, string: &PhpStr) -> PhpResult<PhpStr> {
    Ok(to_base64(string))
}

/// Base 64 with padding.
pub(crate) fn to_base64(bytes: &[u8]) -> PhpStr {
    let codec = base64_turbo::STANDARD;
    let mut out = StrBuilder::new();
    out.push_n(0, codec.encoded_len(bytes.len()));
    // Never too short: it is as long as the codec says.
    let _ = codec.encode_slice(bytes, out.as_mut_bytes());
    out.finish()
}

/// `base64_decode()`
pub(crate) fn base64_decode(_cx: &mut Cx, string: &PhpStr, strict: bool) -> PhpResult<Value> {
    Ok(from_base64(string, strict).map_or(Value::FALSE, |s| s.into()))
}

/// Bytes of base 64 text. Not `strict`, what does not belong there is passed over.
pub(crate) fn from_base64(text: &[u8], strict: bool) -> Option<PhpStr> {
    // Most text is as it should be, and decoded in one go.
    let codec = base64_turbo::STANDARD;
    let mut out = StrBuilder::new();
    out.push_n(0, codec.decoded_len_estimate(text.len()));
    if let Ok(length) = codec.decode_slice(text, out.as_mut_bytes()) {
        out.truncate(length);
        return Some(out.finish());
    }
    let bytes = if strict { base64::decode_strict(text)? } else { base64::decode_lenient(text) };
    Some(PhpStr::from_vec(bytes))
}

/// `crc32()`
pub(crate) fn crc32(_cx: &mut Cx, string: &PhpStr) -> PhpResult<i64> {
    Ok(i64::from(crc32fast::hash(string)))
}

fn digest<D: Digest>(bytes: &[u8], binary: bool) -> PhpStr {
    let sum = D::digest(bytes);
    if binary { PhpStr::new(&sum) } else { hex_text(&sum) }
}

/// `md5()`
pub(crate) fn md5(_cx: &mut Cx, string: &PhpStr, binary: bool) -> PhpResult<PhpStr> {
    Ok(digest::<md5::Md5>(string, binary))
}

/// `sha1()`
pub(crate) fn sha1(_cx: &mut Cx, string: &PhpStr, binary: bool) -> PhpResult<PhpStr> {
    Ok(digest::<sha1::Sha1>(string, binary))
}

/// `convert_uuencode()`
pub(crate) fn convert_uuencode(_cx: &mut Cx, string: &PhpStr) -> PhpResult<PhpStr> {
    // A space is written as a backtick.
    let digit = |n: u8| if n & 63 == 0 { b'`' } else { (n & 63) + b' ' };
    let mut out = StrBuilder::with_capacity(string.len() * 3 / 2 + 8);
    for line in string.chunks(45) {
        out.push(digit(line.len() as u8));
        for chunk in line.chunks(3) {
            let at = |i: usize| chunk.get(i).copied().unwrap_or(0);
            let (a, b, c) = (at(0), at(1), at(2));
            out.push_bytes(&[digit(a >> 2), digit(a << 4 | b >> 4), digit(b << 2 | c >> 6), digit(c)]);
        }
        out.push(b'\n');
    }
    out.push_bytes(b"`\n");
    Ok(out.finish())
}

/// `convert_uudecode()`
pub(crate) fn convert_uudecode(cx: &mut Cx, string: &PhpStr) -> PhpResult<Value> {
    match from_uu(string).filter(|_| !string.is_empty()) {
        Some(bytes) => Ok(Value::bytes(&bytes)),
        None => {
            cx.warn("Argument #1 ($data) is not a valid uuencoded string")?;
            Ok(Value::FALSE)
        }
    }
}

fn from_uu(text: &[u8]) -> Option<Vec<u8>> {
    let value = |b: u8| b.wrapping_sub(b' ') & 63;
    let group = |at: usize| {
        let digit = |i: usize| text.get(at + i).map_or(0, |b| value(*b));
        [digit(0) << 2 | digit(1) >> 4, digit(1) << 4 | digit(2) >> 2, digit(2) << 6 | digit(3)]
    };
    let mut out = Vec::with_capacity(text.len() * 3 / 4);
    let (mut at, mut total) = (0, 0);
    while let Some(first) = text.get(at) {
        at += 1;
        let length = value(*first) as usize;
        if length == 0 {
            break;
        }
        total += length;
        // PHP takes a little less than four digits for three bytes; the last group may go beyond that.
        let end = at + if length == 45 { 60 } else { length * 133 / 100 };
        if length > text.len() || end > text.len() {
            return None;
        }
        while at < end {
            if at + 4 > text.len() {
                return None;
            }
            out.extend_from_slice(&group(at));
            at += 4;
        }
        if length < 45 {
            break;
        }
        // The line end.
        at += 1;
    }
    if out.len() < total {
        out.extend_from_slice(&group(at));
    }
    out.truncate(total);
    Some(out)
}

/// `quoted_printable_encode()`
pub(crate) fn quoted_printable_encode(_cx: &mut Cx, string: &PhpStr) -> PhpResult<PhpStr> {
    const LINE: usize = 75;
    let mut out = StrBuilder::with_capacity(string.len() * 3 / 2);
    let mut column = 0;
    let mut bytes = string.iter().copied().peekable();
    const UPPER: &[u8; 16] = b"0123456789ABCDEF";
    while let Some(b) = bytes.next() {
        if b == b'\r' && bytes.peek() == Some(&b'\n') {
            bytes.next();
            out.push_bytes(b"\r\n");
            column = 0;
            continue;
        }
        let escaped = b.is_ascii_control() || b >= 0x80 || b == b'=' || (b == b' ' && bytes.peek() == Some(&b'\r'));
        column += if escaped { 3 } else { 1 };
        // The rest of a UTF-8 sequence shall fit on the line as well.
        let following = match b {
            0..=0x7f => 0,
            0x80..=0xdf => 3,
            0xe0..=0xef => 6,
            0xf0..=0xf4 => 9,
            0xf5.. => usize::MAX,
        };
        if following != usize::MAX && column + following > LINE {
            out.push_bytes(b"=\r\n");
            column = if escaped { 3 } else { 1 };
        }
        if escaped {
            out.push_bytes(&[b'=', UPPER[(b >> 4) as usize], UPPER[(b & 15) as usize]]);
        } else {
            out.push(b);
        }
    }
    Ok(out.finish())
}

/// `quoted_printable_decode()`
pub(crate) fn quoted_printable_decode(_cx: &mut Cx, string: &PhpStr) -> PhpResult<PhpStr> {
    let mut out = StrBuilder::with_capacity(string.len());
    // PHP stops at the first zero.
    let mut rest = string.split(|b| *b == 0).next().unwrap_or_default();
    while let [b, tail @ ..] = rest {
        rest = tail;
        if *b != b'=' {
            out.push(*b);
            continue;
        }
        let digit = |i: usize| tail.get(i).and_then(|b| (*b as char).to_digit(16));
        if let (Some(high), Some(low)) = (digit(0), digit(1)) {
            out.push((high * 16 + low) as u8);
            rest = &tail[2..];
            continue;
        }
        // A soft line break: spaces may stand before the line end.
        let spaces = tail.iter().take_while(|b| matches!(b, b' ' | b'\t')).count();
        match &tail[spaces..] {
            [] => rest = &[],
            [b'\r', b'\n', after @ ..] | [b'\n' | b'\r', after @ ..] => rest = after,
            _ => out.push(b'='),
        }
    }
    Ok(out.finish())
}

/// `utf8_encode()`
pub(crate) fn utf8_encode(_cx: &mut Cx, string: &PhpStr) -> PhpResult<PhpStr> {
    let mut out = StrBuilder::with_capacity(string.len() + string.len() / 4);
    let mut rest = string.as_bytes();
    while !rest.is_empty() {
        let ascii = rest.iter().position(|b| *b >= 0x80).unwrap_or(rest.len());
        out.push_bytes(&rest[..ascii]);
        let Some(b) = rest.get(ascii) else { break };
        out.push_bytes(&[0xc0 | b >> 6, 0x80 | b & 0x3f]);
        rest = &rest[ascii + 1..];
    }
    Ok(out.finish())
}

/// `utf8_decode()`
pub(crate) fn utf8_decode(_cx: &mut Cx, string: &PhpStr) -> PhpResult<PhpStr> {
    let mut out = StrBuilder::with_capacity(string.len());
    let mut rest = string.as_bytes();
    while !rest.is_empty() {
        let (c, len) = crate::strings::html::next_utf8(rest);
        out.push(c.and_then(|c| u8::try_from(c).ok()).unwrap_or(b'?'));
        rest = &rest[len..];
    }
    Ok(out.finish())
}
