//! Base64 (RFC 4648) as PHP's functions read and write it.
//!
//! There are two ways to read: [`decode_lenient`] passes over whatever is no digit, [`decode_strict`] lets white space stand anywhere and padding
//! only where it belongs. Who reads in parts, or marks what is wrong (filters, multibyte encodings), keeps a state of its own and asks
//! [`digit_value`].

/// The 64 digits in order of their values.
pub const ALPHABET: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/// The six bits that a digit stands for.
#[inline]
pub const fn digit_value(digit: u8) -> Option<u8> {
    match digit {
        b'A'..=b'Z' => Some(digit - b'A'),
        b'a'..=b'z' => Some(digit - b'a' + 26),
        b'0'..=b'9' => Some(digit - b'0' + 52),
        b'+' => Some(62),
        b'/' => Some(63),
        _ => None,
    }
}

/// The four characters that stand for one to three bytes, padded.
#[inline]
pub fn encode_group(group: &[u8]) -> [u8; 4] {
    let byte = |i: usize| u32::from(group.get(i).copied().unwrap_or(0));
    let bits = byte(0) << 16 | byte(1) << 8 | byte(2);
    let digit = |shift: u32| ALPHABET[(bits >> shift) as usize & 63];
    let mut out = [digit(18), digit(12), digit(6), digit(0)];
    if let Some(padding) = out.get_mut(group.len() + 1..) {
        padding.fill(b'=');
    }
    out
}

/// Base64 with padding and without line breaks.
pub fn encode(bytes: &[u8]) -> Vec<u8> {
    bytes.chunks(3).flat_map(encode_group).collect()
}

/// Collects digits to bytes; a digit that makes no byte whole is dropped.
#[derive(Default)]
struct Bits {
    bits: u32,
    have: u32,
}

impl Bits {
    #[inline]
    fn push(&mut self, value: u8, out: &mut Vec<u8>) {
        self.bits = self.bits << 6 | u32::from(value);
        self.have += 6;
        if self.have >= 8 {
            self.have -= 8;
            out.push((self.bits >> self.have) as u8);
        }
    }
}

/// What is no digit is passed over, padding too.
pub fn decode_lenient(text: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(text.len() / 4 * 3 + 3);
    let mut bits = Bits::default();
    for value in text.iter().filter_map(|b| digit_value(*b)) {
        bits.push(value, &mut out);
    }
    out
}

/// White space may stand anywhere, padding is complete or absent; `None` for anything else.
pub fn decode_strict(text: &[u8]) -> Option<Vec<u8>> {
    let mut out = Vec::with_capacity(text.len() / 4 * 3 + 3);
    let mut bits = Bits::default();
    let (mut digits, mut padding) = (0usize, 0usize);
    for b in text {
        match (digit_value(*b), b) {
            (Some(value), _) if padding == 0 => bits.push(value, &mut out),
            (None, b'=') => {
                padding += 1;
                continue;
            }
            (None, b' ' | b'\t' | b'\r' | b'\n') => continue,
            _ => return None,
        }
        digits += 1;
    }
    let complete = digits % 4 != 1 && (padding == 0 || (padding <= 2 && (digits + padding).is_multiple_of(4)));
    complete.then_some(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strict() {
        for (text, bytes) in [(&b"aGVsbG8="[..], &b"hello"[..]), (b"aGVs bG8", b"hello"), (b"", b""), (b"aGk=", b"hi"), (b"YQ = =", b"a")] {
            assert_eq!(decode_strict(text).as_deref(), Some(bytes));
        }
        for text in [&b"a"[..], b"a*==", b"aGk=a", b"aGk==", b"aGVs===", b"="] {
            assert_eq!(decode_strict(text), None);
        }
    }

    #[test]
    fn lenient() {
        for (text, bytes) in [(&b"a*GV\0sb=G8"[..], &b"hello"[..]), (b"a", b""), (b"YQ", b"a"), (b"YWI", b"ab")] {
            assert_eq!(decode_lenient(text), bytes);
        }
    }

    #[test]
    fn there_and_back() {
        for (bytes, text) in [(&b""[..], &b""[..]), (b"a", b"YQ=="), (b"ab", b"YWI="), (b"abc", b"YWJj"), (b"abcd", b"YWJjZA==")] {
            assert_eq!(encode(bytes), text);
            assert_eq!(decode_strict(text).as_deref(), Some(bytes));
        }
    }
}
