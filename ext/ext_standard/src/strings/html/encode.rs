//! `htmlspecialchars()` and `htmlentities()`: characters as character references.

use super::entities::{Doctype, Table, table};
use super::{Charset, DISALLOWED, IGNORE, QUOTE_DOUBLE, QUOTE_SINGLE, SUBSTITUTE, charset_of};
use crate::prelude::*;

/// `htmlspecialchars()`
pub(crate) fn htmlspecialchars(
    cx: &mut Cx,
    string: &PhpStr,
    flags: i64,
    encoding: Option<&PhpStr>,
    double_encode: bool,
) -> PhpResult<PhpStr> {
    let charset = charset_of(cx, encoding, false)?;
    Ok(escaped(string, flags, charset, double_encode, false))
}

/// `htmlentities()`
pub(crate) fn htmlentities(cx: &mut Cx, string: &PhpStr, flags: i64, encoding: Option<&PhpStr>, double_encode: bool) -> PhpResult<PhpStr> {
    let charset = charset_of(cx, encoding, false)?;
    if charset.is_partial() {
        cx.note(
            "Only basic entities substitution is supported for multi-byte encodings other than UTF-8; \
             functionality is equivalent to htmlspecialchars",
        )?;
    }
    Ok(escaped(string, flags, charset, double_encode, true))
}

/// Special characters, or with `all` everything that has a name, as entities.
pub(crate) fn escaped(string: &PhpStr, flags: i64, charset: Charset, double_encode: bool, all: bool) -> PhpStr {
    // Most strings have nothing to escape; those of plain ASCII need no decoding either.
    let doctype = Doctype::from_flags(flags);
    // HTML 5 has names for commas and the like.
    let first = if all && doctype == Doctype::Html5 {
        0
    } else {
        plain_length(string, if flags & DISALLOWED != 0 { SPECIAL | CONTROL } else { SPECIAL })
    };
    if first == string.len() {
        return string.clone();
    }
    let all = all && !charset.is_partial() && doctype != Doctype::Xml1;
    let mut escaper = Escaper {
        flags,
        charset,
        doctype,
        names: all.then(|| table(doctype)),
        double_encode,
        out: StrBuilder::with_capacity(string.len() + 32),
    };
    escaper.out.push_bytes(&string[..first]);
    if escaper.run(&string[first..]) { escaper.out.finish() } else { PhpStr::empty() }
}

/// What may not be copied as it is: bytes that mean something in HTML or are no ASCII, and, where they matter, control characters.
const SPECIAL: u8 = 1;
const CONTROL: u8 = 2;

static KINDS: [u8; 256] = {
    let mut kinds = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        kinds[byte] = match byte as u8 {
            b'&' | b'"' | b'\'' | b'<' | b'>' | 0x80.. => SPECIAL,
            0..0x20 | 0x7f => CONTROL,
            _ => 0,
        };
        byte += 1;
    }
    kinds
};

/// Length of what is of none of these kinds.
#[inline]
fn plain_length(text: &[u8], kinds: u8) -> usize {
    let kind = |byte: &u8| KINDS[usize::from(*byte)];
    let is_such = |byte: &u8| kind(byte) & kinds != 0;
    let (fours, rest) = text.as_chunks::<4>();
    for (i, four) in fours.iter().enumerate() {
        if four.iter().fold(0, |any, byte| any | kind(byte)) & kinds != 0 {
            return i * 4 + four.iter().position(is_such).unwrap_or(4);
        }
    }
    text.len() - rest.len() + rest.iter().position(is_such).unwrap_or(rest.len())
}

struct Escaper {
    flags: i64,
    charset: Charset,
    doctype: Doctype,
    /// All names, if all are wanted.
    names: Option<&'static Table>,
    double_encode: bool,
    out: StrBuilder,
}

impl Escaper {
    /// False: the text is invalid in its character set, and nobody asked to pass over that.
    fn run(&mut self, text: &[u8]) -> bool {
        let mut at = 0;
        // HTML 5 has names for ASCII characters too.
        let runs = self.names.is_none() || self.doctype != Doctype::Html5;
        let kinds = if self.names.is_some() || self.flags & DISALLOWED != 0 { SPECIAL | CONTROL } else { SPECIAL };
        while at < text.len() {
            if runs {
                let run = plain_length(&text[at..], kinds);
                self.out.push_bytes(&text[at..at + run]);
                at += run;
                if at >= text.len() {
                    break;
                }
            }
            let (code, length) = match text[at] {
                byte @ (b'&' | b'"' | b'\'' | b'<' | b'>') => (Some(u32::from(byte)), 1),
                _ => self.charset.next(&text[at..]),
            };
            let Some(code) = code else {
                at += length;
                match self.flags {
                    f if f & IGNORE != 0 => continue,
                    f if f & SUBSTITUTE != 0 => {
                        self.replacement();
                        continue;
                    }
                    _ => return false,
                }
            };
            at += match code {
                0x26 => self.ampersand(&text[at..]),
                _ => self.character(code, &text[at..], length),
            };
        }
        true
    }

    fn replacement(&mut self) {
        let text: &[u8] = if self.charset == Charset::Utf8 { "\u{fffd}".as_bytes() } else { b"&#xFFFD;" };
        self.out.push_bytes(text);
    }

    fn entity(&mut self, name: &str) {
        self.out.push(b'&');
        self.out.push_str(name);
        self.out.push(b';');
    }

    /// Writes one character; answers how many bytes it was.
    fn character(&mut self, code: u32, text: &[u8], length: usize) -> usize {
        if let Some(taken) = self.pair(code, text, length) {
            return taken;
        }
        match code {
            0x22 if self.flags & QUOTE_DOUBLE == 0 => self.out.push(b'"'),
            0x27 if self.flags & QUOTE_SINGLE == 0 => self.out.push(b'\''),
            0x22 => self.out.push_str("&quot;"),
            0x27 => {
                let number = self.doctype == Doctype::Html401 || self.doctype == Doctype::Xhtml && self.names.is_some();
                self.out.push_str(if number { "&#039;" } else { "&apos;" });
            }
            0x3c => self.out.push_str("&lt;"),
            0x3e => self.out.push_str("&gt;"),
            _ => return self.other(code, text, length),
        }
        length
    }

    /// HTML 5 has names for some pairs of characters.
    fn pair(&mut self, code: u32, text: &[u8], length: usize) -> Option<usize> {
        let names = self.names.filter(|names| names.starts_pair.contains_key(&code) && text.len() > length)?;
        let (second, more) = self.charset.next(&text[length..]);
        let name = names.by_codes.get(&(code, second?))?;
        self.entity(name);
        Some(length + more)
    }

    fn other(&mut self, code: u32, text: &[u8], length: usize) -> usize {
        if let Some(names) = self.names
            && let Some(name) = names.by_codes.get(&(code, 0))
        {
            self.entity(name);
            return length;
        }
        // What a byte means is looked up only where names are; without that these are taken for ASCII.
        let ascii = length == 1 && code <= 0x7d;
        let known = match self.charset {
            Charset::Utf8 | Charset::Latin1 => true,
            Charset::Page(_) => ascii || self.names.is_some(),
            Charset::Multi(_) => ascii,
        };
        if self.flags & DISALLOWED != 0 && known && !self.doctype.allows(code) {
            self.replacement();
        } else {
            self.out.push_bytes(&text[..length]);
        }
        length
    }

    /// An ampersand, with the entity behind it if that shall stay one.
    fn ampersand(&mut self, text: &[u8]) -> usize {
        if !self.double_encode
            && let Some(length) = self.existing_entity(text)
        {
            self.out.push_bytes(&text[..length]);
            return length;
        }
        self.out.push_str("&amp;");
        1
    }

    /// Length of a valid entity at the start of `text`.
    fn existing_entity(&self, text: &[u8]) -> Option<usize> {
        if text.get(1) == Some(&b'#') {
            let (code, length) = numeric(text)?;
            let allowed = self.flags & DISALLOWED == 0 || self.doctype.allows_number(code);
            return allowed.then_some(length);
        }
        let (name, length) = named(text)?;
        table(self.doctype).by_name.contains_key(name).then_some(length)
    }
}

/// `&#123;` or `&#x7b;`: code and length.
pub(super) fn numeric(text: &[u8]) -> Option<(u32, usize)> {
    let (radix, start) = if matches!(text.get(2), Some(b'x' | b'X')) { (16, 3) } else { (10, 2) };
    let digits = text[start.min(text.len())..].iter().take_while(|b| (**b as char).is_digit(radix)).count();
    let code = text[start.min(text.len())..][..digits]
        .iter()
        .fold(0u64, |n, d| (n * u64::from(radix) + u64::from((*d as char).to_digit(radix).unwrap_or(0))).min(u64::from(u32::MAX)));
    if digits == 0 || code > 0x10ffff || text.get(start + digits) != Some(&b';') {
        return None;
    }
    Some((code as u32, start + digits + 1))
}

/// `&name;`: name and length.
pub(super) fn named(text: &[u8]) -> Option<(&str, usize)> {
    let length = text[1..].iter().take_while(|b| b.is_ascii_alphanumeric()).count();
    if length == 0 || text.get(length + 1) != Some(&b';') {
        return None;
    }
    Some((std::str::from_utf8(&text[1..=length]).ok()?, length + 2))
}
