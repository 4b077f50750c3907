//! Source text in other encodings (ini `zend.multibyte`), by the means of an extension that knows encodings.

use std::sync::OnceLock;

use crate::Cx;

/// What such an extension offers.
#[derive(Clone, Copy)]
pub struct Multibyte {
    /// Is this the name of an encoding?
    pub known: fn(&[u8]) -> bool,
    /// Converts from an encoding to the request's internal one; `None` if that, or the encoding, is none that text can be read in.
    pub decode: fn(&mut Cx, &[u8], &[u8]) -> Option<Vec<u8>>,
    /// The first encoding of a list in which the text is valid.
    pub detect: fn(&mut Cx, &[u8], &[u8]) -> Option<Vec<u8>>,
}

static KNOWN: OnceLock<Multibyte> = OnceLock::new();

/// The first extension that registers is the one that is asked.
pub fn register(multibyte: Multibyte) {
    let _ = KNOWN.set(multibyte);
}

pub fn get() -> Option<&'static Multibyte> {
    KNOWN.get()
}

/// Marks at the beginning of a text, and the encodings that they mean. UTF-32's begins with UTF-16's.
const MARKS: [(&[u8], &[u8]); 5] = [
    (b"\xff\xfe\0\0", b"UTF-32LE"),
    (b"\0\0\xfe\xff", b"UTF-32BE"),
    (b"\xef\xbb\xbf", b"UTF-8"),
    (b"\xff\xfe", b"UTF-16LE"),
    (b"\xfe\xff", b"UTF-16BE"),
];

impl Multibyte {
    /// A file's text in the internal encoding, as its mark, `zend.script_encoding` or its own `declare(encoding=…)` says; `None`: as it is.
    pub fn decode_source(&self, cx: &mut Cx, source: &[u8]) -> Option<Vec<u8>> {
        if cx.ini_bool("zend.detect_unicode")
            && let Some((mark, encoding)) = MARKS.iter().find(|(mark, _)| source.starts_with(mark))
        {
            // A mark before what needs no decoding is output, as ever.
            return (self.decode)(cx, &source[mark.len()..], encoding);
        }
        let list = cx.ini_str("zend.script_encoding");
        let decoded = match list.is_empty() {
            true => None,
            false => (self.detect)(cx, source, &list).and_then(|encoding| (self.decode)(cx, source, &encoding)),
        };
        let Some((encoding, end)) = declared_encoding(source).filter(|(encoding, _)| (self.known)(encoding)) else { return decoded };
        // The declaration counts for what follows it.
        let (head, rest) = source.split_at_checked(end)?;
        let rest = (self.decode)(cx, rest, encoding)?;
        Some([head, &rest].concat())
    }
}

/// The encoding that the first statement of a file declares, and where that statement's `)` is.
fn declared_encoding(text: &[u8]) -> Option<(&[u8], usize)> {
    let mut at = text.windows(5).position(|part| part.eq_ignore_ascii_case(b"<?php"))? + 5;
    for word in [&b"declare"[..], b"(", b"encoding", b"="] {
        at = skip_space(text, at);
        if !text.get(at..at + word.len())?.eq_ignore_ascii_case(word) {
            return None;
        }
        at += word.len();
    }
    at = skip_space(text, at);
    let quote = *text.get(at).filter(|b| matches!(b, b'\'' | b'"'))?;
    let length = text[at + 1..].iter().position(|&b| b == quote)?;
    let name = &text[at + 1..at + 1 + length];
    at = skip_space(text, at + length + 2);
    (text.get(at) == Some(&b')')).then_some((name, at + 1))
}

/// Behind white space and comments.
fn skip_space(text: &[u8], mut at: usize) -> usize {
    loop {
        let rest = text.get(at..).unwrap_or_default();
        let end = |mark: &[u8]| rest.windows(mark.len()).position(|part| part == mark).map_or(rest.len(), |found| found + mark.len());
        at += match rest {
            [b, ..] if b.is_ascii_whitespace() => 1,
            [b'/', b'/', ..] | [b'#', ..] => end(b"\n"),
            [b'/', b'*', ..] => end(b"*/"),
            _ => return at,
        };
    }
}
