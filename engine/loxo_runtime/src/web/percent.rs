//! Percent encoding as in URLs and HTML forms.

use loxo_base::hex::{self, UPPER_DIGITS};
use loxo_value::{PhpStr, StrBuilder};

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
    let mut table = [([0; 4], 1); 256];
    let mut b = 0;
    while b < 256 {
        let byte = b as u8;
        table[b] = if PLAIN[b] || (byte == b'~' && !form) {
            ([byte, 0, 0, 0], 1)
        } else if byte == b' ' && form {
            ([b'+', 0, 0, 0], 1)
        } else {
            ([b'%', UPPER_DIGITS[b >> 4], UPPER_DIGITS[b & 15], 0], 3)
        };
        b += 1;
    }
    table
}

static FORM: [Encoded; 256] = table(true);
static RAW: [Encoded; 256] = table(false);

/// With `form`, spaces become `+` and `~` is escaped, as in HTML forms.
pub fn percent_encode_to(out: &mut StrBuilder, bytes: &[u8], form: bool) {
    const BLOCK: usize = 64;
    let table = if form { &FORM } else { &RAW };
    // Four bytes are written for each, of which the next one overwrites what does not count; so it goes without branches.
    let mut buffer = [0; 3 * BLOCK + 4];
    for block in bytes.chunks(BLOCK) {
        let mut used = 0;
        for &b in block {
            let (text, length) = &table[b as usize];
            if let Some(place) = buffer.get_mut(used..used + 4) {
                place.copy_from_slice(text);
            }
            used += usize::from(*length);
        }
        out.push_bytes(&buffer[..used]);
    }
}

/// The same as a string of its own.
pub fn percent_encode(bytes: &[u8], form: bool) -> PhpStr {
    let mut out = StrBuilder::with_capacity(bytes.len() + bytes.len() / 2);
    percent_encode_to(&mut out, bytes, form);
    out.finish()
}

/// With `form`, `+` means a space.
pub fn percent_decode(text: &[u8], form: bool) -> PhpStr {
    let mut out = StrBuilder::with_capacity(text.len());
    decode(text, form, |b| out.push(b));
    out.finish()
}

fn decode(text: &[u8], form: bool, mut push: impl FnMut(u8)) {
    let mut at = 0;
    while at < text.len() {
        let digit = |i: usize| text.get(i).and_then(|b| hex::digit_value(*b));
        match (text[at], digit(at + 1), digit(at + 2)) {
            (b'%', Some(high), Some(low)) => {
                push(high << 4 | low);
                at += 2;
            }
            (b'+', ..) if form => push(b' '),
            (b, ..) => push(b),
        }
        at += 1;
    }
}

fn decoded_bytes(text: &[u8], form: bool) -> Vec<u8> {
    let mut out = Vec::with_capacity(text.len());
    decode(text, form, |b| out.push(b));
    out
}

/// `urldecode()`
pub fn url_decode(text: &[u8]) -> Vec<u8> {
    decoded_bytes(text, true)
}

/// `rawurldecode()`
pub fn raw_url_decode(text: &[u8]) -> Vec<u8> {
    decoded_bytes(text, false)
}
