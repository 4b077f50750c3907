//! Lengths, pieces and single characters.

use loxo_runtime::memory_limit::ensure_room;
use loxo_runtime::{Cx, OrFalse, PhpArray, PhpResult, PhpStr, Value};

use crate::codec::{self, BAD, Codec, Illegal};
use crate::encoding::{Encoding, Lengths};
use crate::settings::{encoding, illegal};

/// Remembered by the string.
pub(crate) fn is_utf8(string: &PhpStr) -> bool {
    string.as_text().is_some()
}

/// Characters of well-formed UTF-8, or of what is taken for it: the bytes that begin one.
pub(crate) fn count_utf8(bytes: &[u8]) -> usize {
    // In pieces that a byte can count, which makes it a sum of vectors.
    let count = |piece: &[u8]| piece.iter().map(|byte| u8::from(*byte as i8 >= -64)).sum::<u8>();
    bytes.chunks(192).map(|piece| usize::from(count(piece))).sum()
}

/// Where the character with that number begins in well-formed UTF-8.
pub(crate) fn utf8_place(bytes: &[u8], number: usize) -> usize {
    if number >= bytes.len() {
        return bytes.len();
    }
    // Whole blocks are counted first.
    const BLOCK: usize = 64;
    let (mut left, mut at) = (number, 0);
    while at + BLOCK <= bytes.len() {
        let count = count_utf8(&bytes[at..at + BLOCK]);
        if count > left {
            break;
        }
        left -= count;
        at += BLOCK;
    }
    bytes[at..].iter().enumerate().filter(|(_, byte)| **byte as i8 >= -64).nth(left).map_or(bytes.len(), |(offset, _)| at + offset)
}

pub(crate) fn length(string: &PhpStr, encoding: &Encoding) -> usize {
    match encoding.lengths {
        Lengths::Fixed(size) => string.len() / size,
        Lengths::ByLead(_) if encoding.is_utf8() && is_utf8(string) => count_utf8(string),
        _ => codec::decode(encoding.codec, string).len(),
    }
}

/// Characters from `from` on, `count` of them at most. What is wrong is replaced, unless nothing needs to be read.
pub(crate) fn substring(string: &PhpStr, from: usize, count: usize, encoding: &Encoding, illegal: Illegal) -> PhpStr {
    let bytes = string.as_bytes();
    if count == 0 || (from >= bytes.len() && encoding.name != "SJIS-mac") {
        return PhpStr::new(b"");
    }
    if let Lengths::Fixed(size) = encoding.lengths {
        let start = from.saturating_mul(size).min(bytes.len());
        let end = start.saturating_add(count.saturating_mul(size)).min(bytes.len());
        return PhpStr::new(&bytes[start..end]);
    }
    if encoding.is_utf8() && is_utf8(string) {
        let start = utf8_place(bytes, from);
        let end = start + utf8_place(&bytes[start..], count);
        return PhpStr::new(&bytes[start..end]);
    }
    substring_slow(bytes, from, count, encoding, illegal)
}

pub(crate) fn substring_slow(bytes: &[u8], from: usize, count: usize, encoding: &Encoding, illegal: Illegal) -> PhpStr {
    let codes = codec::decode(encoding.codec, bytes);
    let from = from.min(codes.len());
    let end = from.saturating_add(count).min(codes.len());
    PhpStr::from_vec(codec::encode(encoding.codec, &codes[from..end], illegal).0)
}

/// `mb_strlen()`
pub(crate) fn mb_strlen(cx: &mut Cx, string: &PhpStr, name: Option<&PhpStr>) -> PhpResult<i64> {
    let encoding = encoding(cx, name, 2)?;
    Ok(length(string, encoding) as i64)
}

/// `mb_substr()`
pub(crate) fn mb_substr(cx: &mut Cx, string: &PhpStr, start: i64, count: Option<i64>, name: Option<&PhpStr>) -> PhpResult<PhpStr> {
    for (number, value) in [(2, Some(start)), (3, count)] {
        if value == Some(i64::MIN) {
            return Err(cx.argument_value_error(number, format!("must be between {} and {}", i64::MIN + 1, i64::MAX)));
        }
    }
    let encoding = encoding(cx, name, 4)?;
    let total = if start < 0 || count.is_some_and(|count| count < 0) { length(string, encoding) } else { 0 };
    let from = match usize::try_from(start) {
        Ok(from) => from,
        Err(_) => total.saturating_sub(start.unsigned_abs() as usize),
    };
    let count = match count {
        None => usize::MAX,
        Some(count @ 0..) => count as usize,
        Some(count) => total.saturating_sub(from).saturating_sub(count.unsigned_abs() as usize),
    };
    if from == 0 && count >= string.len() && encoding.is_utf8() && is_utf8(string) {
        return Ok(string.clone());
    }
    let illegal = illegal(cx);
    Ok(substring(string, from, count, encoding, illegal))
}

/// `mb_str_split()`
pub(crate) fn mb_str_split(cx: &mut Cx, string: &PhpStr, size: i64, name: Option<&PhpStr>) -> PhpResult<PhpArray> {
    if size <= 0 {
        return Err(cx.argument_value_error(2, "must be greater than 0"));
    }
    if size > i64::from(u32::MAX) / 4 {
        return Err(cx.argument_value_error(2, "is too large"));
    }
    let encoding = encoding(cx, name, 3)?;
    let size = size as usize;
    if string.is_empty() {
        return Ok(PhpArray::new());
    }
    match encoding.lengths {
        Lengths::Fixed(width) => Ok(PhpArray::from_values(string.chunks(width * size).map(Value::bytes))),
        Lengths::ByLead(lead) => {
            let mut pieces = PhpArray::with_capacity(string.len() / size + 1);
            let mut rest = string.as_bytes();
            while !rest.is_empty() {
                let mut end = 0;
                for _ in 0..size {
                    match rest.get(end) {
                        Some(byte) => end += lead(*byte),
                        None => break,
                    }
                }
                let (piece, after) = rest.split_at(end.min(rest.len()));
                let _ = pieces.push(Value::bytes(piece));
                rest = after;
            }
            Ok(pieces)
        }
        Lengths::Unknown => {
            let illegal = illegal(cx);
            let codes = codec::decode(encoding.codec, string);
            Ok(PhpArray::from_values(codes.chunks(size).map(|piece| PhpStr::from_vec(codec::encode(encoding.codec, piece, illegal).0))))
        }
    }
}

/// `mb_strcut()`: by bytes, but never through a character.
pub(crate) fn mb_strcut(cx: &mut Cx, string: &PhpStr, start: i64, count: Option<i64>, name: Option<&PhpStr>) -> PhpResult<PhpStr> {
    let encoding = encoding(cx, name, 4)?;
    let total = string.len() as i64;
    let from = if start < 0 { total.saturating_add(start).max(0) } else { start };
    let count = match count {
        None => total,
        Some(count) if count < 0 => (total - from).saturating_add(count).max(0),
        Some(count) => count,
    };
    if from > total || count == 0 {
        return Ok(PhpStr::new(b""));
    }
    let (from, count) = (from as usize, count as usize);
    let (start, end) = match (encoding.codec, encoding.lengths) {
        (Codec::Utf8, _) => cut_utf8(string, from, count),
        (Codec::Wide(codec::Width::Utf16, endian), _) => cut_utf16(string, from, count, endian),
        (Codec::Gb18030(..), _) => {
            let places = boundaries_gb18030(string);
            cut_at(&places, string.len(), from, count)
        }
        (_, Lengths::Fixed(size)) => {
            let start = from - from % size;
            let count = count.min(string.len() - start);
            (start, start + count - count % size)
        }
        (_, Lengths::ByLead(lead)) => {
            let mut places = vec![0];
            let mut at = 0;
            while let Some(byte) = string.get(at) {
                at += lead(*byte);
                places.push(at.min(string.len()));
            }
            cut_at(&places, string.len(), from, count)
        }
        (_, Lengths::Unknown) => return Ok(cut_stateful(string, from, count, encoding)),
    };
    Ok(string.slice(start..end.max(start)))
}

/// Down to the places where characters begin.
fn cut_at(places: &[usize], total: usize, from: usize, count: usize) -> (usize, usize) {
    let down = |to: usize| places.iter().rev().find(|place| **place <= to).copied().unwrap_or(0);
    let start = down(from);
    if count >= total - start { (start, total) } else { (start, down(start + count).max(start)) }
}

fn boundaries_gb18030(bytes: &[u8]) -> Vec<usize> {
    let mut places = vec![0];
    let mut at = 0;
    while let Some(byte) = bytes.get(at) {
        at += match (byte, bytes.get(at + 1)) {
            (0x81..=0xfe, Some(0x30..=0x39)) => 4,
            (0x81..=0xfe, _) => 2,
            _ => 1,
        };
        places.push(at.min(bytes.len()));
    }
    places
}

fn cut_utf8(bytes: &[u8], from: usize, count: usize) -> (usize, usize) {
    let is_tail = |at: usize| bytes.get(at).is_some_and(|byte| byte & 0xc0 == 0x80);
    let down = |mut at: usize| {
        while at > 0 && is_tail(at) {
            at -= 1;
        }
        at
    };
    let start = down(from);
    if count >= bytes.len() - start { (start, bytes.len()) } else { (start, down(start + count).max(start)) }
}

fn cut_utf16(bytes: &[u8], from: usize, count: usize, endian: codec::Endian) -> (usize, usize) {
    let marked = endian == codec::Endian::Marked && (bytes.starts_with(&[0xfe, 0xff]) || bytes.starts_with(&[0xff, 0xfe]));
    let little = endian == codec::Endian::Little || (marked && bytes[0] == 0xff);
    // A mark is never part of it.
    let from = if marked { from.max(2) } else { from };
    let count = count.min(bytes.len().saturating_sub(from)) & !1;
    let start = from & !1;
    if count < 2 {
        return (0, 0);
    }
    let end = start + count;
    let last = bytes[if little { end - 1 } else { end - 2 }];
    (start, if last & 0xfc == 0xd8 { end - 2 } else { end })
}

/// Encodings with states: as many characters as fit, with what ends their states.
fn cut_stateful(bytes: &[u8], from: usize, count: usize, encoding: &Encoding) -> PhpStr {
    let codes = codec::decode(encoding.codec, bytes);
    let size = |codes: &[u32]| codec::encode(encoding.codec, codes, Illegal::QUESTION).0;
    let start = (0..=codes.len()).rev().find(|end| size(&codes[..*end]).len() <= from || *end == 0).unwrap_or(0);
    let mut end = start;
    while end < codes.len() && size(&codes[start..=end]).len() <= count {
        end += 1;
    }
    PhpStr::from_vec(size(&codes[start..end]))
}

/// `mb_scrub()`
pub(crate) fn mb_scrub(cx: &mut Cx, string: &PhpStr, name: Option<&PhpStr>) -> PhpResult<PhpStr> {
    let encoding = encoding(cx, name, 2)?;
    if encoding.is_utf8() && is_utf8(string) {
        return Ok(string.clone());
    }
    let illegal = illegal(cx);
    let codes = codec::decode(encoding.codec, string);
    Ok(PhpStr::from_vec(codec::encode(encoding.codec, &codes, illegal).0))
}

/// Encodings whose characters have no number of their own.
fn is_unsupported(encoding: &Encoding) -> bool {
    encoding.is_transfer() || matches!(encoding.codec, Codec::Utf7 | Codec::Utf7Imap | Codec::Iso2022(_))
}

/// `mb_ord()`
pub(crate) fn mb_ord(cx: &mut Cx, string: &PhpStr, name: Option<&PhpStr>) -> PhpResult<OrFalse<i64>> {
    if string.is_empty() {
        return Err(cx.argument_value_error(1, "must not be empty"));
    }
    let encoding = encoding(cx, name, 2)?;
    if is_unsupported(encoding) {
        return Err(cx.value_error(format!("mb_ord() does not support the \"{}\" encoding", encoding.name)));
    }
    if encoding.is_utf8()
        && let Some(first) = string.as_text().and_then(|text| text.chars().next())
    {
        return Ok(i64::from(u32::from(first)).into());
    }
    let head = &string[..string.len().min(16)];
    let first = codec::decode(encoding.codec, head).first().copied();
    Ok(OrFalse(first.filter(|cp| *cp != BAD).map(i64::from)))
}

/// `mb_chr()`
pub(crate) fn mb_chr(cx: &mut Cx, codepoint: i64, name: Option<&PhpStr>) -> PhpResult<OrFalse<PhpStr>> {
    let encoding = encoding(cx, name, 2)?;
    if is_unsupported(encoding) {
        return Err(cx.value_error(format!("mb_chr() does not support the \"{}\" encoding", encoding.name)));
    }
    let Some(cp) = u32::try_from(codepoint).ok().and_then(char::from_u32) else { return Ok(OrFalse::FALSE) };
    if encoding.is_utf8() {
        return Ok(PhpStr::new(cp.encode_utf8(&mut [0; 4]).as_bytes()).into());
    }
    let (bytes, errors) = codec::encode(encoding.codec, &[u32::from(cp)], Illegal::NONE);
    Ok(if errors > 0 { OrFalse::FALSE } else { PhpStr::from_vec(bytes).into() })
}

/// `mb_str_pad()`
pub(crate) fn mb_str_pad(cx: &mut Cx, string: &PhpStr, wanted: i64, pad: &PhpStr, kind: i64, name: Option<&PhpStr>) -> PhpResult<PhpStr> {
    const LEFT: i64 = 0;
    const RIGHT: i64 = 1;
    const BOTH: i64 = 2;
    let encoding = encoding(cx, name, 5)?;
    let have = length(string, encoding);
    let missing = match usize::try_from(wanted) {
        Ok(wanted) if wanted > have => wanted - have,
        _ => return Ok(string.clone()),
    };
    if pad.is_empty() {
        return Err(cx.argument_value_error(3, "must not be empty"));
    }
    if !(LEFT..=BOTH).contains(&kind) {
        return Err(cx.argument_value_error(4, "must be STR_PAD_LEFT, STR_PAD_RIGHT, or STR_PAD_BOTH"));
    }
    let unit = length(pad, encoding);
    if unit == 0 {
        return Err(cx.argument_value_error(3, "must not be empty"));
    }
    ensure_room((missing / unit).saturating_add(1).saturating_mul(pad.len()).saturating_add(string.len()));
    let illegal = illegal(cx);
    let filler = |count: usize| {
        let mut bytes = pad.repeat(count / unit);
        bytes.extend_from_slice(&substring(pad, 0, count % unit, encoding, illegal));
        bytes
    };
    let (before, after) = match kind {
        LEFT => (missing, 0),
        RIGHT => (0, missing),
        _ => (missing / 2, missing - missing / 2),
    };
    Ok(PhpStr::concat(&[&filler(before), string, &filler(after)]))
}
