//! Names and comments: UTF-8, or the character set of the first PCs.

use crate::error::{INVAL, Try, fail};
use crate::flags::flag;

/// What stands behind the first 128.
const UPPER: &str =
    "ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u{a0}";
/// What stands before the blank, and at the end.
const LOWER: &str = "\0☺☻♥♦♣♠•◘○\n♂♀\r♫☼►◄↕‼¶§▬↨↑↓→←∟↔▲▼";

pub(crate) fn from_cp437(text: &[u8]) -> Vec<u8> {
    let mut out = String::with_capacity(text.len());
    for &byte in text {
        let found = match byte {
            0x80.. => UPPER.chars().nth(usize::from(byte) - 0x80),
            0x7F => Some('⌂'),
            0..0x20 => LOWER.chars().nth(usize::from(byte)),
            _ => Some(char::from(byte)),
        };
        out.extend(found);
    }
    out.into_bytes()
}

/// Plain, as far as both encodings agree.
fn is_ascii_text(text: &[u8]) -> bool {
    text.iter().all(|b| matches!(b, b' '..=b'~' | b'\n' | b'\r' | b'\t'))
}

/// A text as programs get it. `declared`: the archive says that it is UTF-8.
pub(crate) fn decode_text(raw: &[u8], declared: bool, flags: i64) -> Vec<u8> {
    if flags & flag::RAW != 0 || declared || is_ascii_text(raw) {
        return raw.to_vec();
    }
    // Without a word about it the text decides, unless the program wants it strictly.
    if flags & flag::STRICT == 0 && std::str::from_utf8(raw).is_ok() {
        return raw.to_vec();
    }
    from_cp437(raw)
}

/// A text as it is stored, always as UTF-8.
pub(crate) fn stored(text: &[u8], flags: i64) -> Try<Vec<u8>> {
    if text.len() > 0xFFFF {
        return fail(INVAL);
    }
    if flags & flag::CP437 != 0 {
        return Ok(from_cp437(text));
    }
    if flags & flag::UTF_8 != 0 && std::str::from_utf8(text).is_err() {
        return fail(INVAL);
    }
    Ok(text.to_vec())
}

/// Whether the archive must say that a stored text is UTF-8.
pub(crate) fn needs_flag(text: &[u8]) -> bool {
    !is_ascii_text(text) && std::str::from_utf8(text).is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_old_character_set() {
        assert_eq!(UPPER.chars().count(), 128);
        assert_eq!(LOWER.chars().count(), 32);
        assert_eq!(from_cp437(b"\x84\xE1"), "äß".as_bytes());
    }
}
