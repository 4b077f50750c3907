//! Percent encoding.

use crate::prelude::*;

/// `urlencode()`
pub(crate) fn urlencode(_cx: &mut Cx, string: &PhpStr) -> PhpResult<PhpStr> {
    Ok(encoded(string, true))
}

/// `rawurlencode()`
pub(crate) fn rawurlencode(_cx: &mut Cx, string: &PhpStr) -> PhpResult<PhpStr> {
    Ok(encoded(string, false))
}

/// `urldecode()`
pub(crate) fn urldecode(_cx: &mut Cx, string: &PhpStr) -> PhpResult<PhpStr> {
    Ok(decoded(string, true))
}

/// `rawurldecode()`
pub(crate) fn rawurldecode(_cx: &mut Cx, string: &PhpStr) -> PhpResult<PhpStr> {
    Ok(decoded(string, false))
}

/// Bytes that stand for themselves in all kinds of URLs.
const PLAIN: [bool; 256] = {
    let mut table = [false; 256];
    let mut b = 0;
    while b < 256 {
        let byte = b as u8;
        table[b] = byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'.' | b'_');
        b += 1;
    }
    table
};

/// With `form`, spaces become `+` and `~` is escaped, as in HTML forms.
pub(crate) fn encode_into(out: &mut StrBuilder, bytes: &[u8], form: bool) {
    const HEX: &[u8; 16] = b"0123456789ABCDEF";
    let plain = |b: &u8| PLAIN[*b as usize] || (*b == b'~' && !form);
    let mut rest = bytes;
    while !rest.is_empty() {
        let run = rest.iter().position(|b| !plain(b)).unwrap_or(rest.len());
        out.push_bytes(&rest[..run]);
        let Some(b) = rest.get(run) else { break };
        match b {
            b' ' if form => out.push(b'+'),
            _ => out.push_bytes(&[b'%', HEX[(*b >> 4) as usize], HEX[(*b & 15) as usize]]),
        }
        rest = &rest[run + 1..];
    }
}

pub fn encoded(bytes: &[u8], form: bool) -> PhpStr {
    let mut out = StrBuilder::with_capacity(bytes.len() + bytes.len() / 2);
    encode_into(&mut out, bytes, form);
    out.finish()
}

/// With `form`, `+` means a space.
pub(crate) fn decoded(bytes: &[u8], form: bool) -> PhpStr {
    let mut out = StrBuilder::with_capacity(bytes.len());
    let mut at = 0;
    while at < bytes.len() {
        let digit = |i: usize| bytes.get(i).and_then(|b| (*b as char).to_digit(16));
        match (bytes[at], digit(at + 1), digit(at + 2)) {
            (b'%', Some(high), Some(low)) => {
                out.push((high * 16 + low) as u8);
                at += 2;
            }
            (b'+', ..) if form => out.push(b' '),
            (b, ..) => out.push(b),
        }
        at += 1;
    }
    out.finish()
}
