//! `html_entity_decode()` and `htmlspecialchars_decode()`: character references back to characters.

use super::encode::{named, numeric};
use super::entities::{Doctype, table};
use super::{Charset, QUOTE_DOUBLE, QUOTE_SINGLE, charset_of};
use crate::prelude::*;

/// `htmlspecialchars_decode()`
pub(crate) fn htmlspecialchars_decode(cx: &mut Cx, string: &PhpStr, flags: i64) -> PhpResult<PhpStr> {
    let charset = charset_of(cx, None, true)?;
    Ok(unescaped(string, flags, charset, false))
}

/// `html_entity_decode()`
pub(crate) fn html_entity_decode(cx: &mut Cx, string: &PhpStr, flags: i64, encoding: Option<&PhpStr>) -> PhpResult<PhpStr> {
    // PHP looks at the name only if there is something to decode.
    let charset = charset_of(cx, encoding, !string.contains(&b'&'))?;
    if charset.is_partial() {
        cx.note(
            "Only basic entities substitution is supported for multi-byte encodings other than UTF-8; \
             functionality is equivalent to htmlspecialchars",
        )?;
    }
    Ok(unescaped(string, flags, charset, true))
}

fn unescaped(string: &PhpStr, flags: i64, charset: Charset, all: bool) -> PhpStr {
    let Some(first) = memchr::memchr(b'&', string) else { return string.clone() };
    let doctype = Doctype::from_flags(flags);
    let all = all && !charset.is_partial();
    let mut out = Vec::with_capacity(string.len());
    out.extend_from_slice(&string[..first]);
    let mut rest = &string[first..];
    while !rest.is_empty() {
        let known = usual(rest).filter(|(byte, _)| *byte != b'"' || flags & QUOTE_DOUBLE != 0);
        let length = match known {
            Some((byte, length)) => {
                out.push(byte);
                length
            }
            None => decode_one(&mut out, rest, flags, charset, doctype, all),
        };
        if length == 0 {
            out.push(b'&');
        }
        let behind = &rest[length.max(1)..];
        let next = memchr::memchr(b'&', behind).unwrap_or(behind.len());
        out.extend_from_slice(&behind[..next]);
        rest = &behind[next..];
    }
    PhpStr::new(&out)
}

/// The entities that all kinds of documents have and most have alone: the character, and the length.
fn usual(text: &[u8]) -> Option<(u8, usize)> {
    match text {
        [b'&', b'l', b't', b';', ..] => Some((b'<', 4)),
        [b'&', b'g', b't', b';', ..] => Some((b'>', 4)),
        [b'&', b'a', b'm', b'p', b';', ..] => Some((b'&', 5)),
        [b'&', b'q', b'u', b'o', b't', b';', ..] => Some((b'"', 6)),
        _ => None,
    }
}

/// Decodes the entity at the start of `text`; answers its length, or 0 if it stays as it is.
fn decode_one(out: &mut Vec<u8>, text: &[u8], flags: i64, charset: Charset, doctype: Doctype, all: bool) -> usize {
    let special = |code: u32| matches!(code, 0x22 | 0x26 | 0x27 | 0x3c | 0x3e);
    let found = if text.get(1) == Some(&b'#') {
        // U+000D is allowed in HTML 5, but not as a number.
        let valid = |code: u32| doctype.allows(code) && !(doctype == Doctype::Html5 && code == 0x0d);
        numeric(text).filter(|(code, _)| (all || special(*code)) && valid(*code)).map(|(code, length)| ((code, 0), length))
    } else {
        named(text).and_then(|(name, length)| {
            let codes = *table(doctype).by_name.get(name)?;
            (all || special(codes.0)).then_some((codes, length))
        })
    };
    let Some(((code, second), length)) = found else { return 0 };
    let kept = code == 0x27 && flags & QUOTE_SINGLE == 0 || code == 0x22 && flags & QUOTE_DOUBLE == 0;
    let start = out.len();
    let written = !kept && charset.push(out, code) && (second == 0 || charset.push(out, second));
    if written {
        return length;
    }
    out.truncate(start);
    0
}
