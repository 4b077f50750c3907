//! Makes session ids from the system's random bytes, in digits of four to six bits, and checks those that clients send.

use loxo_runtime::{Cx, PhpStr};

/// Longest id.
pub(crate) const LONGEST: usize = 256;

const DIGITS: &[u8; 64] = b"0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ,-";

/// A new random id; `None`: an exception is in flight.
pub(crate) fn create(cx: &mut Cx) -> Option<PhpStr> {
    let length = usize::try_from(cx.ini_int("session.sid_length")).unwrap_or(32).clamp(1, LONGEST);
    let bits = cx.ini_int("session.sid_bits_per_character").clamp(4, 6) as u32;
    let mut bytes = vec![0; length];
    if let Err(error) = loxo_random::system_bytes(&mut bytes) {
        cx.throw("Random\\RandomException", format!("Could not gather sufficient random data: {error}"));
        return None;
    }
    Some(PhpStr::new(&readable(&bytes, length, bits)))
}

/// Bits in small portions, as digits. There must be enough of them.
fn readable(bytes: &[u8], length: usize, bits: u32) -> Vec<u8> {
    let mut source = bytes.iter();
    let (mut held, mut have) = (0u32, 0);
    let mut out = Vec::with_capacity(length);
    while out.len() < length {
        if have < bits {
            held |= source.next().map_or(0, |b| u32::from(*b)) << have;
            have += 8;
        }
        out.push(DIGITS[(held & ((1 << bits) - 1)) as usize]);
        held >>= bits;
        have -= bits;
    }
    out
}

/// May it be part of a file's name? What is behind a NUL byte does not count.
pub(crate) fn is_valid(id: &[u8]) -> bool {
    let id = before_nul(id);
    (1..=LONGEST).contains(&id.len()) && id.iter().all(|b| b.is_ascii_alphanumeric() || matches!(b, b',' | b'-'))
}

pub(crate) fn before_nul(text: &[u8]) -> &[u8] {
    &text[..memchr::memchr(0, text).unwrap_or(text.len())]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits() {
        assert_eq!(readable(&[0x21, 0x43], 4, 4), b"1234");
        assert_eq!(readable(&[0xff; 3], 4, 6), b"----");
        assert!(is_valid(b"aZ0,-") && !is_valid(b"") && !is_valid(b"a/b") && !is_valid(&[b'a'; 257]) && is_valid(b"a\0/"));
    }
}
