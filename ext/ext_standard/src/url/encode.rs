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

/// What a byte becomes, and how many bytes that are.
type Encoded = ([u8; 4], u8);

const fn table(form: bool) -> [Encoded; 256] {
    const HEX: &[u8; 16] = b"0123456789ABCDEF";
    let mut table = [([0; 4], 1); 256];
    let mut b = 0;
    while b < 256 {
        let byte = b as u8;
        table[b] = if PLAIN[b] || (byte == b'~' && !form) {
            ([byte, 0, 0, 0], 1)
        } else if byte == b' ' && form {
            ([b'+', 0, 0, 0], 1)
        } else {
            ([b'%', HEX[b >> 4], HEX[b & 15], 0], 3)
        };
        b += 1;
    }
    table
}

static FORM: [Encoded; 256] = table(true);
static RAW: [Encoded; 256] = table(false);

/// With `form`, spaces become `+` and `~` is escaped, as in HTML forms.
pub(crate) fn encode_into(out: &mut StrBuilder, bytes: &[u8], form: bool) {
    const BLOCK: usize = 64;
    let table = if form { &FORM } else { &RAW };
    // Four bytes are written for each, of which the next one overwrites what does not count; so it goes without branches.
    let mut buffer = [0; 3 * BLOCK + 4];
    for block in bytes.chunks(BLOCK) {
        let mut used = 0;
        for &b in block {
            let (text, length) = &table[b as usize];
            if let Some(room) = buffer.get_mut(used..used + 4) {
                room.copy_from_slice(text);
            }
            used += usize::from(*length);
        }
        out.push_bytes(&buffer[..used]);
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
