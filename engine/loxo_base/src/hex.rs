//! Bytes as hexadecimal digits, and back.

/// The digits as PHP prints them.
pub const DIGITS: &[u8; 16] = b"0123456789abcdef";
/// The digits in capitals, as percent encoding and quoted-printable text have them.
pub const UPPER_DIGITS: &[u8; 16] = b"0123456789ABCDEF";

/// What a digit of either case stands for.
#[inline]
pub const fn digit_value(digit: u8) -> Option<u8> {
    match digit {
        b'0'..=b'9' => Some(digit - b'0'),
        b'a'..=b'f' => Some(digit - b'a' + 10),
        b'A'..=b'F' => Some(digit - b'A' + 10),
        _ => None,
    }
}

/// The byte that two digits stand for.
#[inline]
pub const fn byte_of(high: u8, low: u8) -> Option<u8> {
    match (digit_value(high), digit_value(low)) {
        (Some(high), Some(low)) => Some(high << 4 | low),
        _ => None,
    }
}

/// Writes two digits a byte; `out` is twice as long as `bytes`.
#[inline]
pub fn encode_to(bytes: &[u8], out: &mut [u8]) {
    for (digits, byte) in out.chunks_exact_mut(2).zip(bytes) {
        digits[0] = DIGITS[usize::from(byte >> 4)];
        digits[1] = DIGITS[usize::from(byte & 15)];
    }
}

/// Two digits a byte.
pub fn encode(bytes: &[u8]) -> Vec<u8> {
    let mut out = vec![0; bytes.len() * 2];
    encode_to(bytes, &mut out);
    out
}

/// Two digits a byte, in capitals.
pub fn encode_upper(bytes: &[u8]) -> Vec<u8> {
    let mut out = encode(bytes);
    out.make_ascii_uppercase();
    out
}

/// The bytes that pairs of digits stand for; `None` if anything else is there.
pub fn decode(digits: &[u8]) -> Option<Vec<u8>> {
    let pairs = digits.chunks_exact(2);
    if !pairs.remainder().is_empty() {
        return None;
    }
    pairs.map(|pair| byte_of(pair[0], pair[1])).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_and_back() {
        assert_eq!(encode(b"\x00\xffA"), b"00ff41");
        assert_eq!(encode_upper(b"\xab"), b"AB");
        assert_eq!(decode(b"00fF41").as_deref(), Some(&b"\x00\xffA"[..]));
        assert_eq!((decode(b"0"), decode(b"0g")), (None, None));
    }
}
