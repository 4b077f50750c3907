//! Backslashes, and the characters that need them.

use crate::prelude::*;

/// `addslashes()`
pub(crate) fn addslashes(_cx: &mut Cx, string: &PhpStr) -> PhpResult<PhpStr> {
    let bytes = string.as_bytes();
    if memchr::memchr(0, bytes).is_some() {
        let mut out = StrBuilder::with_capacity(bytes.len() + 16);
        for b in bytes {
            match b {
                0 => out.push_bytes(b"\\0"),
                b'\'' | b'"' | b'\\' => out.push_bytes(&[b'\\', *b]),
                _ => out.push(*b),
            }
        }
        return Ok(out.finish());
    }
    let mut hits = memchr::memchr3_iter(b'\'', b'"', b'\\', bytes).peekable();
    if hits.peek().is_none() {
        return Ok(string.clone());
    }
    let mut out = StrBuilder::with_capacity(bytes.len() + bytes.len() / 16 + 8);
    let mut copied = 0;
    for at in hits {
        out.push_bytes(&bytes[copied..at]);
        out.push(b'\\');
        copied = at;
    }
    out.push_bytes(&bytes[copied..]);
    Ok(out.finish())
}

/// `stripslashes()`
pub(crate) fn stripslashes(_cx: &mut Cx, string: &PhpStr) -> PhpResult<PhpStr> {
    let mut next = memchr::memchr(b'\\', string);
    if next.is_none() {
        return Ok(string.clone());
    }
    let mut out = StrBuilder::with_capacity(string.len());
    let mut rest = string.as_bytes();
    while let Some(at) = next {
        out.push_bytes(&rest[..at]);
        let Some(b) = rest.get(at + 1) else { return Ok(out.finish()) };
        out.push(if *b == b'0' { 0 } else { *b });
        rest = &rest[at + 2..];
        next = memchr::memchr(b'\\', rest);
    }
    out.push_bytes(rest);
    Ok(out.finish())
}

/// `addcslashes()`
pub(crate) fn addcslashes(cx: &mut Cx, string: &PhpStr, characters: &PhpStr) -> PhpResult<PhpStr> {
    if string.is_empty() || characters.is_empty() {
        return Ok(string.clone());
    }
    let mask = super::trim::char_mask(cx, characters)?;
    let mut out = StrBuilder::with_capacity(string.len() + 8);
    for b in string.iter().copied() {
        if !mask[b as usize] {
            out.push(b);
            continue;
        }
        out.push(b'\\');
        match b {
            b'\n' => out.push(b'n'),
            b'\t' => out.push(b't'),
            b'\r' => out.push(b'r'),
            7 => out.push(b'a'),
            0x0b => out.push(b'v'),
            8 => out.push(b'b'),
            0x0c => out.push(b'f'),
            32..=126 => out.push(b),
            _ => out.push_str(&format!("{b:03o}")),
        }
    }
    Ok(out.finish())
}

/// `stripcslashes()`
pub(crate) fn stripcslashes(_cx: &mut Cx, string: &PhpStr) -> PhpResult<PhpStr> {
    let bytes = string.as_bytes();
    let mut out = StrBuilder::with_capacity(bytes.len());
    let mut at = 0;
    while at < bytes.len() {
        if bytes[at] != b'\\' || at + 1 >= bytes.len() {
            out.push(bytes[at]);
            at += 1;
            continue;
        }
        at += 1;
        let digits = |from: usize, most: usize, ok: fn(&u8) -> bool| bytes[from..].iter().take(most).take_while(|b| ok(b)).count();
        let single = match bytes[at] {
            b'n' => b'\n',
            b't' => b'\t',
            b'r' => b'\r',
            b'a' => 7,
            b'v' => 0x0b,
            b'b' => 8,
            b'f' => 0x0c,
            b'x' if digits(at + 1, 2, u8::is_ascii_hexdigit) > 0 => {
                let n = digits(at + 1, 2, u8::is_ascii_hexdigit);
                out.push(number(&bytes[at + 1..at + 1 + n], 16));
                at += 1 + n;
                continue;
            }
            b'0'..=b'7' => {
                let n = digits(at, 3, |b| matches!(b, b'0'..=b'7'));
                out.push(number(&bytes[at..at + n], 8));
                at += n;
                continue;
            }
            other => other,
        };
        out.push(single);
        at += 1;
    }
    Ok(out.finish())
}

/// The low byte of a short number.
fn number(digits: &[u8], radix: u32) -> u8 {
    digits.iter().fold(0u32, |n, d| n * radix + (*d as char).to_digit(radix).unwrap_or(0)) as u8
}

/// `quotemeta()`
pub(crate) fn quotemeta(_cx: &mut Cx, string: &PhpStr) -> PhpResult<PhpStr> {
    let mut out = StrBuilder::with_capacity(string.len() + 8);
    for b in string.iter() {
        if b".\\+*?[^]$()".contains(b) {
            out.push(b'\\');
        }
        out.push(*b);
    }
    Ok(out.finish())
}

/// `ord()`
pub(crate) fn ord(_cx: &mut Cx, character: &PhpStr) -> PhpResult<i64> {
    Ok(character.first().map_or(0, |b| i64::from(*b)))
}

/// `chr()`
pub(crate) fn chr(_cx: &mut Cx, codepoint: i64) -> PhpResult<PhpStr> {
    Ok(PhpStr::byte(codepoint as u8))
}

/// `str_rot13()`
pub(crate) fn str_rot13(_cx: &mut Cx, string: &PhpStr) -> PhpResult<PhpStr> {
    let mut out = StrBuilder::with_capacity(string.len());
    out.extend(string.iter().map(|b| match b {
        b'a'..=b'z' => (b - b'a' + 13) % 26 + b'a',
        b'A'..=b'Z' => (b - b'A' + 13) % 26 + b'A',
        _ => *b,
    }));
    Ok(out.finish())
}
