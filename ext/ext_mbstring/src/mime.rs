//! Encoded words in the heads of mails (RFC 2047).

use loxo_runtime::{Cx, PhpResult, PhpStr, base64};

use crate::codec::{self, Encoder, Illegal};
use crate::encoding::{Encoding, known};
use crate::settings::{encoding, settings};

/// How the bytes of a word are written.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Transfer {
    Base64,
    Quoted,
}

fn needs_quoting(byte: u8) -> bool {
    !(byte.is_ascii_alphabetic() || b"!*+-/".contains(&byte))
}

fn encoded_size(bytes: &[u8], transfer: Transfer) -> usize {
    match transfer {
        Transfer::Base64 => bytes.len().div_ceil(3) * 4,
        Transfer::Quoted => bytes.iter().map(|byte| if needs_quoting(*byte) { 3 } else { 1 }).sum(),
    }
}

fn push_encoded(bytes: &[u8], transfer: Transfer, out: &mut Vec<u8>) {
    if transfer == Transfer::Quoted {
        for byte in bytes {
            match needs_quoting(*byte) {
                true => out.extend_from_slice(format!("={byte:02X}").as_bytes()),
                false => out.push(*byte),
            }
        }
        return;
    }
    out.reserve(bytes.len().div_ceil(3) * 4 + 8);
    for group in bytes.chunks(3) {
        out.extend_from_slice(&base64::encode_group(group));
    }
}

/// What is written, and where its last line begins.
struct Lines<'a> {
    out: Vec<u8>,
    line_start: usize,
    indent: usize,
    feed: &'a [u8],
}

impl Lines<'_> {
    fn used(&self) -> usize {
        self.out.len() - self.line_start + self.indent
    }

    fn fold(&mut self) {
        self.out.extend_from_slice(self.feed);
        self.out.push(b' ');
        self.indent = 0;
        self.line_start = self.out.len();
    }

    fn fold_or_space(&mut self, fold: bool) {
        if fold {
            self.fold();
        } else if !self.out.is_empty() {
            self.out.push(b' ');
        }
    }
}

const SPACE: u32 = b' ' as u32;

fn is_unencoded(cp: u32) -> bool {
    (0x20..=0x7e).contains(&cp) && !b"=?_".contains(&(cp as u8))
}

/// A head line: words of ASCII as they are, and encoded words from the first word on that is something else.
pub(crate) fn encode(input: &[u8], from: &Encoding, to: &'static Encoding, transfer: Transfer, feed: &[u8], indent: i64) -> Vec<u8> {
    let codes = codec::decode(from.codec, input);
    let leading = codes.iter().take_while(|cp| **cp == SPACE).count();
    if codes[leading..].iter().all(|cp| is_unencoded(*cp) && *cp != SPACE) {
        return input.to_vec();
    }
    let feed = &feed[..feed.len().min(8)];
    let feed = feed.split(|byte| *byte == 0).next().unwrap_or_default();
    let indent = if (0..74).contains(&indent) { indent as usize } else { 0 };
    let mut lines = Lines { out: Vec::with_capacity(input.len() * 2 + 32), line_start: 0, indent, feed };
    let name = to.mime.unwrap_or(to.name);
    let (mut start, mut word, mut at) = (0, 0, 0);
    loop {
        let end = codes.len().min(start + WINDOW);
        at += codes[at..end].iter().take(75).take_while(|cp| **cp == SPACE).count();
        while at < end {
            let cp = codes[at];
            at += 1;
            if !is_unencoded(cp) || (cp == SPACE && at - word > 74) {
                return fold_and_encode(&codes[word..], to, name, transfer, lines);
            }
            if cp == SPACE {
                let fold = lines.used() + (at - word) > 75;
                lines.fold_or_space(fold);
                lines.out.extend(codes[word..at - 1].iter().map(|cp| *cp as u8));
                word = at;
                at += codes[at..end].iter().take_while(|cp| **cp == SPACE).count();
            }
        }
        if end == codes.len() {
            break;
        }
        if word - start < 5 {
            return fold_and_encode(&codes[word..], to, name, transfer, lines);
        }
        (start, at) = (word, word);
    }
    if word < codes.len() && !lines.out.is_empty() {
        let fold = lines.used() + (at - word) > 74;
        lines.fold_or_space(fold);
    }
    lines.out.extend(codes[word..].iter().map(|cp| *cp as u8));
    lines.out
}

/// The rest in encoded words.
fn fold_and_encode(codes: &[u32], to: &'static Encoding, name: &str, transfer: Transfer, mut lines: Lines<'_>) -> Vec<u8> {
    let fold = lines.used() + name.len() > 55;
    lines.fold_or_space(fold);
    encoded_words(codes, to, name, transfer, &mut lines);
    lines.out
}

/// How many code points PHP looks at at once; a word that fills this is encoded.
const WINDOW: usize = 90;

/// As many characters into each line as fit.
fn encoded_words(codes: &[u32], to: &'static Encoding, name: &str, transfer: Transfer, lines: &mut Lines<'_>) {
    let mut rest = codes;
    // What comes later changes nothing of what was written, so it can be taken back.
    let stateless = to.is_utf8();
    while !rest.is_empty() {
        lines.out.extend_from_slice(b"=?");
        lines.out.extend_from_slice(name.as_bytes());
        lines.out.extend_from_slice(if transfer == Transfer::Base64 { b"?B?" } else { b"?Q?" });
        let room = 73usize.saturating_sub(lines.used());
        let mut line = Encoder::new(to.codec, Illegal::QUESTION);
        let mut count = 12;
        let bytes = loop {
            count = count.min(rest.len());
            let started = !line.bytes.is_empty();
            if stateless {
                let before = line.bytes.len();
                line.put_all(&rest[..count]);
                if encoded_size(&line.bytes, transfer) <= room || (count == 1 && !started) {
                    rest = &rest[count..];
                    if rest.is_empty() {
                        break line.bytes;
                    }
                    continue;
                }
                line.bytes.truncate(before);
                if count == 1 {
                    break line.bytes;
                }
                count = (count >> 1).max(1);
                continue;
            }
            let mut longer = line.clone();
            longer.put_all(&rest[..count]);
            let mut whole = longer.clone();
            whole.finish();
            if encoded_size(&whole.bytes, transfer) <= room || (count == 1 && !started) {
                rest = &rest[count..];
                line = longer;
                if rest.is_empty() {
                    break whole.bytes;
                }
            } else if count == 1 {
                line.finish();
                break line.bytes;
            } else {
                count = (count >> 1).max(1);
            }
        };
        push_encoded(&bytes, transfer, &mut lines.out);
        lines.out.extend_from_slice(b"?=");
        lines.indent = 0;
        if !rest.is_empty() {
            lines.fold();
        }
    }
}

/// `mb_encode_mimeheader()`
pub(crate) fn mb_encode_mimeheader(
    cx: &mut Cx,
    string: &PhpStr,
    charset: Option<&PhpStr>,
    transfer_encoding: Option<&PhpStr>,
    newline: &PhpStr,
    indent: i64,
) -> PhpResult<PhpStr> {
    let mut transfer = Transfer::Base64;
    let to = match charset {
        Some(name) => {
            let found = encoding(cx, Some(name), 2)?;
            if found.mime.is_none() || found.name == "Quoted-Printable" {
                let message = [b"\"", name.as_bytes(), b"\" cannot be used for MIME header encoding"].concat();
                return Err(cx.argument_value_error(2, message));
            }
            found
        }
        None => {
            let language = settings(cx).language;
            if language.head.starts_with('Q') {
                transfer = Transfer::Quoted;
            }
            known(language.charset)
        }
    };
    if transfer_encoding.is_some_and(|name| matches!(name.first(), Some(b'Q' | b'q'))) {
        transfer = Transfer::Quoted;
    }
    let from = settings(cx).internal;
    Ok(PhpStr::from_vec(encode(string, from, to, transfer, newline, indent)))
}

/// The bytes of a word in Q encoding.
fn unquote(text: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(text.len());
    let mut rest = text;
    let digit = |byte: u8| char::from(byte).to_digit(16);
    while let [byte, more @ ..] = rest {
        rest = more;
        if *byte == b'_' {
            out.push(b' ');
            continue;
        }
        if let (b'=', [second, third, after @ ..]) = (byte, more) {
            // A soft line break.
            match (digit(*second), digit(*third), second, third) {
                (Some(high), Some(low), ..) => {
                    out.push((high << 4 | low) as u8);
                    rest = after;
                    continue;
                }
                (_, _, b'\r', b'\n') => {
                    rest = after;
                    continue;
                }
                (_, _, b'\r' | b'\n', _) => {
                    rest = &more[1..];
                    continue;
                }
                _ => {
                    // PHP has read both, and forgets them.
                    out.push(b'=');
                    rest = after;
                    continue;
                }
            }
        }
        out.push(*byte);
    }
    out
}

fn unbase64(text: &[u8]) -> Vec<u8> {
    let (mut bits, mut count, mut out) = (0u32, 0, Vec::with_capacity(text.len()));
    for byte in text {
        if b"\r\n \t=".contains(byte) {
            continue;
        }
        let Some(value) = base64::digit_value(*byte) else {
            out.push(b'?');
            continue;
        };
        bits = bits << 6 | u32::from(value);
        count += 6;
        if count == 24 {
            out.extend_from_slice(&bits.to_be_bytes()[1..]);
            (bits, count) = (0, 0);
        }
    }
    match count {
        18 => out.extend_from_slice(&[(bits >> 10) as u8, (bits >> 2) as u8]),
        12 => out.push((bits >> 4) as u8),
        _ => {}
    }
    out
}

/// An encoded word at the beginning: its code points, and its length.
fn word(text: &[u8]) -> Option<(Vec<u32>, usize)> {
    let body = text.strip_prefix(b"=?").filter(|_| text.len() >= 6)?;
    let end = body.iter().position(|byte| *byte == b'?')?;
    let charset = Encoding::find(&body[..end])?;
    // The letter is looked at before the end of the word, which may be far away.
    let [letter @ (b'Q' | b'q' | b'B' | b'b'), b'?', data @ ..] = &body[end + 1..] else { return None };
    let start = text.len() - data.len();
    let (data, length) = match memchr::memmem::find(data, b"?=") {
        Some(end) => (&data[..end], start + end + 2),
        None => (data.strip_suffix(b"?").unwrap_or(data), text.len()),
    };
    let bytes = if matches!(letter, b'Q' | b'q') { unquote(data) } else { unbase64(data) };
    Some((codec::decode(charset.codec, &bytes), length))
}

/// `mb_decode_mimeheader()`
pub(crate) fn mb_decode_mimeheader(cx: &mut Cx, string: &PhpStr) -> PhpResult<PhpStr> {
    let to = settings(cx).internal;
    let mut out = Encoder::new(to.codec, Illegal::QUESTION);
    let is_space = |byte: &u8| b"\n\r\t ".contains(byte);
    let mut rest = string.as_bytes();
    let mut space_pending = false;
    while let [first, ..] = rest {
        if let Some((codes, length)) = word(rest) {
            out.put_all(&codes);
            rest = &rest[length..];
            let spaces = rest.iter().take_while(|byte| is_space(byte)).count();
            rest = &rest[spaces..];
            space_pending = spaces > 0;
            continue;
        }
        if std::mem::take(&mut space_pending) {
            out.put_all(&[SPACE]);
        }
        if !b"\n\r".contains(first) {
            let end = rest[1..].iter().position(|byte| b"=\n\r".contains(byte)).map_or(rest.len(), |at| at + 1);
            let ascii = codec::decode(codec::Codec::SevenBit, &rest[..end]);
            out.put_all(&ascii);
            rest = &rest[end..];
        }
        if matches!(rest.first(), Some(b'\n' | b'\r')) {
            rest = &rest[rest.iter().take_while(|byte| is_space(byte)).count()..];
            if !rest.is_empty() {
                out.put_all(&[SPACE]);
            }
        }
    }
    out.finish();
    Ok(PhpStr::from_vec(out.bytes))
}
