//! UTF-8, byte by byte: what is one character, and how much of a broken one goes by.

/// The character at the start of `bytes` (not empty) and its length, or the length of what is no character.
pub(crate) fn next_char(bytes: &[u8]) -> Result<(u32, usize), usize> {
    let lead = bytes[0];
    let (len, min) = match lead {
        0..0x80 => return Ok((u32::from(lead), 1)),
        0xc2..0xe0 => (2, 0x80),
        0xe0..0xf0 => (3, 0x800),
        0xf0..0xf5 => (4, 0x1_0000),
        _ => return Err(1),
    };
    let mut code = u32::from(lead) & (0x7f >> len);
    for at in 1..len {
        match bytes.get(at) {
            Some(byte @ 0x80..0xc0) => code = code << 6 | u32::from(byte & 0x3f),
            _ => return Err(broken(bytes, at, len)),
        }
    }
    if code < min || (0xd800..0xe000).contains(&code) || code > 0x10_ffff { Err(len) } else { Ok((code, len)) }
}

/// From `at` on: a byte that begins another character is left for that one, others are part of the broken one.
fn broken(bytes: &[u8], at: usize, len: usize) -> usize {
    (at..len).find(|i| bytes.get(*i).is_none_or(|byte| begins(*byte))).unwrap_or(len)
}

fn begins(byte: u8) -> bool {
    matches!(byte, 0..0x80 | 0xc2..0xf5)
}

/// Appends a character that is not a surrogate.
pub(crate) fn push_utf8(out: &mut Vec<u8>, code: u32) {
    let c = char::from_u32(code).unwrap_or(char::REPLACEMENT_CHARACTER);
    out.extend_from_slice(c.encode_utf8(&mut [0; 4]).as_bytes());
}

/// How many bytes at the start satisfy the table.
#[inline]
pub(crate) fn span(bytes: &[u8], table: &[bool; 256]) -> usize {
    let mut at = 0;
    // Four at a time: most strings are plain to the end.
    while let Some([a, b, c, d]) = bytes.get(at..at + 4) {
        if !(table[*a as usize] & table[*b as usize] & table[*c as usize] & table[*d as usize]) {
            break;
        }
        at += 4;
    }
    while at < bytes.len() && table[bytes[at] as usize] {
        at += 1;
    }
    at
}
