//! Finds out in which encoding an HTML document is written (byte order mark, argument, `<meta>`), and converts from and to it.

use std::borrow::Cow;

use encoding_rs::{Encoding, UTF_8, UTF_16BE, UTF_16LE, WINDOWS_1252};

/// UTF-8 with replacements for what is none.
pub(crate) fn utf8(source: &[u8]) -> Cow<'_, str> {
    UTF_8.decode_without_bom_handling(source).0
}

/// How far a document is looked at for what it says of its encoding.
const FAR: usize = 1024;

/// The encoding of a document by what it begins with, and how much of that is a mark.
pub(crate) fn determine(source: &[u8]) -> (&'static Encoding, usize) {
    if source.starts_with(b"\xEF\xBB\xBF") {
        return (UTF_8, 3);
    }
    if source.starts_with(b"\xFE\xFF") {
        return (UTF_16BE, 2);
    }
    if source.starts_with(b"\xFF\xFE") {
        return (UTF_16LE, 2);
    }
    (prescan(&source[..source.len().min(FAR)]).unwrap_or(UTF_8), 0)
}

/// The encoding that a label names, as documents may name it of themselves.
fn named(label: &[u8]) -> Option<&'static Encoding> {
    let found = Encoding::for_label(label)?;
    if found == UTF_16BE || found == UTF_16LE {
        return Some(UTF_8);
    }
    Some(if label.eq_ignore_ascii_case(b"x-user-defined") { WINDOWS_1252 } else { found })
}

fn is_space(byte: u8) -> bool {
    matches!(byte, b'\t' | b'\n' | 0x0C | b'\r' | b' ')
}

/// "Prescan a byte stream to determine its encoding" of the HTML standard.
fn prescan(text: &[u8]) -> Option<&'static Encoding> {
    let mut at = 0;
    while at < text.len() {
        let rest = &text[at..];
        if rest.starts_with(b"<!--") {
            // The dashes of the beginning may be those of the end.
            at += rest[2..].windows(3).position(|part| part == b"-->").map_or(rest.len(), |end| end + 5);
        } else if rest.len() > 5 && rest[..5].eq_ignore_ascii_case(b"<meta") && (is_space(rest[5]) || rest[5] == b'/') {
            at += 6;
            if let Some(found) = meta(text, &mut at) {
                return Some(found);
            }
        } else if rest[0] == b'<' && rest.get(1).is_some_and(|byte| byte.is_ascii_alphabetic())
            || rest.starts_with(b"</") && rest.get(2).is_some_and(|byte| byte.is_ascii_alphabetic())
        {
            at += rest.iter().position(|byte| is_space(*byte) || *byte == b'>').unwrap_or(rest.len());
            while attribute(text, &mut at).is_some() {}
            at += 1;
        } else if rest.starts_with(b"<!") || rest.starts_with(b"</") || rest.starts_with(b"<?") {
            at += rest.iter().position(|byte| *byte == b'>').unwrap_or(rest.len()) + 1;
        } else {
            at += 1;
        }
    }
    None
}

/// The attributes of a `meta`.
fn meta(text: &[u8], at: &mut usize) -> Option<&'static Encoding> {
    let mut seen: Vec<Vec<u8>> = Vec::new();
    let (mut pragma, mut needs_pragma, mut charset) = (false, None, None);
    while let Some((name, value)) = attribute(text, at) {
        if seen.contains(&name) {
            continue;
        }
        match &name[..] {
            b"http-equiv" => pragma |= value == b"content-type",
            b"content" => {
                if charset.is_none()
                    && let Some(found) = from_content(&value).and_then(named)
                {
                    charset = Some(found);
                    needs_pragma = Some(true);
                }
            }
            b"charset" => {
                charset = named(&value);
                needs_pragma = Some(false);
            }
            _ => {}
        }
        seen.push(name);
    }
    match needs_pragma {
        Some(true) if !pragma => None,
        Some(_) => charset,
        None => None,
    }
}

/// The next attribute in a tag, in lower case.
fn attribute(text: &[u8], at: &mut usize) -> Option<(Vec<u8>, Vec<u8>)> {
    let skip = |at: &mut usize| {
        while text.get(*at).is_some_and(|byte| is_space(*byte)) {
            *at += 1;
        }
    };
    while text.get(*at).is_some_and(|byte| is_space(*byte) || *byte == b'/') {
        *at += 1;
    }
    if matches!(text.get(*at), None | Some(b'>')) {
        return None;
    }
    let (mut name, mut value) = (Vec::new(), Vec::new());
    loop {
        match text.get(*at)? {
            b'=' if !name.is_empty() => break,
            byte if is_space(*byte) => {
                skip(at);
                if text.get(*at) != Some(&b'=') {
                    return Some((name, value));
                }
                break;
            }
            b'/' | b'>' => return Some((name, value)),
            byte => name.push(byte.to_ascii_lowercase()),
        }
        *at += 1;
    }
    *at += 1;
    skip(at);
    match *text.get(*at)? {
        quote @ (b'"' | b'\'') => {
            *at += 1;
            loop {
                let byte = *text.get(*at)?;
                *at += 1;
                if byte == quote {
                    return Some((name, value));
                }
                value.push(byte.to_ascii_lowercase());
            }
        }
        b'>' => return Some((name, value)),
        _ => {}
    }
    loop {
        match text.get(*at)? {
            byte if is_space(*byte) || *byte == b'>' => return Some((name, value)),
            byte => value.push(byte.to_ascii_lowercase()),
        }
        *at += 1;
    }
}

/// The label in `text/html; charset=label`.
pub(crate) fn from_content(value: &[u8]) -> Option<&[u8]> {
    let mut rest = value;
    loop {
        let at = rest.windows(7).position(|part| part.eq_ignore_ascii_case(b"charset"))?;
        rest = rest[at + 7..].trim_ascii_start();
        if let Some(after) = rest.strip_prefix(b"=") {
            rest = after.trim_ascii_start();
            break;
        }
    }
    match rest.first()? {
        quote @ (b'"' | b'\'') => {
            let inner = &rest[1..];
            inner.iter().position(|byte| byte == quote).map(|end| &inner[..end])
        }
        _ => Some(&rest[..rest.iter().position(|byte| is_space(*byte) || *byte == b';').unwrap_or(rest.len())]),
    }
}

/// Text in an encoding; what that does not have becomes a question mark.
pub(crate) fn encode(text: Vec<u8>, name: &[u8]) -> Vec<u8> {
    let Some(encoding) = Encoding::for_label(name) else { return text };
    let source = utf8(&text).into_owned();
    if encoding == UTF_8 {
        return source.into_bytes();
    }
    if encoding == UTF_16LE || encoding == UTF_16BE {
        let little = encoding == UTF_16LE;
        return source.encode_utf16().flat_map(|unit| if little { unit.to_le_bytes() } else { unit.to_be_bytes() }).collect();
    }
    let mut encoder = encoding.new_encoder();
    let mut out = Vec::with_capacity(source.len());
    let mut rest = &source[..];
    loop {
        out.reserve(encoder.max_buffer_length_from_utf8_without_replacement(rest.len()).unwrap_or(rest.len()));
        let (result, read) = encoder.encode_from_utf8_to_vec_without_replacement(rest, &mut out, true);
        rest = &rest[read..];
        match result {
            encoding_rs::EncoderResult::InputEmpty => return out,
            encoding_rs::EncoderResult::OutputFull => {}
            encoding_rs::EncoderResult::Unmappable(_) => out.push(b'?'),
        }
    }
}
