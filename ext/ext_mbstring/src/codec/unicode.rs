//! UTF-8 and the encodings with units of two or four bytes.

use super::BAD;

/// The order of bytes; `Marked` begins with a mark that tells, and is big-endian without one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Endian {
    Marked,
    Big,
    Little,
}

/// The units.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Width {
    Utf16,
    Utf32,
    Ucs2,
    Ucs4,
}

impl Width {
    pub fn bytes(self) -> usize {
        if matches!(self, Width::Utf16 | Width::Ucs2) { 2 } else { 4 }
    }
}

/// Every run of bytes that could have become a character, but did not, is one wrong one.
pub(super) fn decode_utf8(mut bytes: &[u8], out: &mut Vec<u32>) {
    if let Ok(text) = simdutf8::basic::from_utf8(bytes) {
        out.extend(text.chars().map(u32::from));
        return;
    }
    while let [first, rest @ ..] = bytes {
        if *first < 0x80 {
            let ascii = bytes.iter().position(|byte| *byte >= 0x80).unwrap_or(bytes.len());
            out.extend(bytes[..ascii].iter().map(|byte| u32::from(*byte)));
            bytes = &bytes[ascii..];
            continue;
        }
        let (length, low, high) = match first {
            0xc2..=0xdf => (1, 0x80, 0xbf),
            0xe0 => (2, 0xa0, 0xbf),
            0xed => (2, 0x80, 0x9f),
            0xe1..=0xef => (2, 0x80, 0xbf),
            0xf0 => (3, 0x90, 0xbf),
            0xf1..=0xf3 => (3, 0x80, 0xbf),
            0xf4 => (3, 0x80, 0x8f),
            _ => (0, 0, 0),
        };
        let fits = |(i, byte): &(usize, &u8)| if *i == 0 { (low..=high).contains(*byte) } else { *byte & 0xc0 == 0x80 };
        let more = rest.iter().enumerate().take(length).take_while(fits).count();
        if length == 0 || more < length {
            out.push(BAD);
        } else {
            let start = u32::from(*first) & (0x3f >> length);
            out.push(rest[..length].iter().fold(start, |cp, byte| cp << 6 | u32::from(byte & 0x3f)));
        }
        bytes = &rest[more..];
    }
}

pub(super) fn decode_wide(width: Width, endian: Endian, bytes: &[u8], out: &mut Vec<u32>) {
    let size = width.bytes();
    let (mut bytes, mut little) = (bytes, endian == Endian::Little);
    if endian == Endian::Marked {
        let (big_mark, little_mark): (&[u8], &[u8]) =
            if size == 2 { (&[0xfe, 0xff], &[0xff, 0xfe]) } else { (&[0, 0, 0xfe, 0xff], &[0xff, 0xfe, 0, 0]) };
        if let Some(rest) = bytes.strip_prefix(big_mark) {
            bytes = rest;
        } else if let Some(rest) = bytes.strip_prefix(little_mark) {
            (bytes, little) = (rest, true);
        }
    }
    let units = bytes.chunks_exact(size);
    let odd = !units.remainder().is_empty();
    let unit = |chunk: &[u8]| {
        let push = |sum: u32, byte: &u8| sum << 8 | u32::from(*byte);
        if little { chunk.iter().rev().fold(0, push) } else { chunk.iter().fold(0, push) }
    };
    match width {
        Width::Ucs2 | Width::Ucs4 => out.extend(units.map(unit)),
        Width::Utf32 => out.extend(units.map(unit).map(|w| if char::from_u32(w).is_some() { w } else { BAD })),
        Width::Utf16 => {
            let mut units = units.map(unit).peekable();
            while let Some(w) = units.next() {
                match w {
                    0xd800..=0xdbff => match units.peek() {
                        Some(low @ 0xdc00..=0xdfff) => {
                            out.push(0x1_0000 + ((w & 0x3ff) << 10 | low & 0x3ff));
                            units.next();
                        }
                        _ => out.push(BAD),
                    },
                    0xdc00..=0xdfff => out.push(BAD),
                    _ => out.push(w),
                }
            }
        }
    }
    if odd {
        out.push(BAD);
    }
}

pub(super) fn encode_wide(width: Width, endian: Endian, cp: u32, out: &mut Vec<u8>) -> bool {
    let little = endian == Endian::Little;
    let mut two = |unit: u32| {
        let bytes = if little { (unit as u16).to_le_bytes() } else { (unit as u16).to_be_bytes() };
        out.extend_from_slice(&bytes);
    };
    match width {
        Width::Ucs2 if cp < 0x1_0000 => two(cp),
        // Halves of pairs come from encodings that do not look; they are passed on.
        Width::Utf16 if cp < 0x1_0000 => two(cp),
        Width::Utf16 if (0x1_0000..0x11_0000).contains(&cp) => {
            two(0xd800 | (cp - 0x1_0000) >> 10);
            two(0xdc00 | cp & 0x3ff);
        }
        Width::Ucs4 if cp != BAD => out.extend_from_slice(&if little { cp.to_le_bytes() } else { cp.to_be_bytes() }),
        Width::Utf32 if cp < 0x11_0000 => {
            out.extend_from_slice(&if little { cp.to_le_bytes() } else { cp.to_be_bytes() });
        }
        _ => return false,
    }
    true
}

/// Writes text in UTF-16.
pub(super) fn encode_utf16(endian: Endian, text: &str, out: &mut Vec<u8>) {
    const BLOCK: usize = 8;
    let little = endian == Endian::Little;
    let bytes = |unit: u32| if little { (unit as u16).to_le_bytes() } else { (unit as u16).to_be_bytes() };
    let start = out.len();
    // No character takes more than twice what it takes in UTF-8.
    out.resize(start + 2 * text.len(), 0);
    let units = out[start..].as_chunks_mut::<2>().0;
    let mut rest = text.as_bytes();
    let mut at = 0;
    let more = |byte: u8| u32::from(byte & 0x3f);
    loop {
        if let (Some(block), Some(to)) = (rest.first_chunk::<BLOCK>(), units.get_mut(at..at + BLOCK))
            && u64::from_ne_bytes(*block) & 0x8080_8080_8080_8080 == 0
        {
            for (unit, byte) in to.iter_mut().zip(block) {
                *unit = bytes(u32::from(*byte));
            }
            (rest, at) = (&rest[BLOCK..], at + BLOCK);
            continue;
        }
        // The text is known to be good.
        let (cp, length) = match *rest {
            [a, ..] if a < 0x80 => (u32::from(a), 1),
            [a, b, ..] if a < 0xe0 => (u32::from(a & 0x1f) << 6 | more(b), 2),
            [a, b, c, ..] if a < 0xf0 => (u32::from(a & 0xf) << 12 | more(b) << 6 | more(c), 3),
            [a, b, c, d, ..] => (u32::from(a & 7) << 18 | more(b) << 12 | more(c) << 6 | more(d), 4),
            _ => break,
        };
        rest = &rest[length..];
        if cp < 0x1_0000 {
            units[at] = bytes(cp);
            at += 1;
        } else {
            units[at] = bytes(0xd7c0 + (cp >> 10));
            units[at + 1] = bytes(0xdc00 | (cp & 0x3ff));
            at += 2;
        }
    }
    out.truncate(start + 2 * at);
}

/// Writes ASCII.
pub(super) fn encode_wide_ascii(width: Width, endian: Endian, text: &[u8], out: &mut Vec<u8>) {
    let start = out.len();
    let size = width.bytes();
    out.resize(start + text.len() * size, 0);
    // What is used most is written many units at a time.
    if let (Width::Utf16, Endian::Little) = (width, endian) {
        for (unit, byte) in out[start..].as_chunks_mut::<2>().0.iter_mut().zip(text) {
            *unit = [*byte, 0];
        }
        return;
    }
    let at = if endian == Endian::Little { 0 } else { size - 1 };
    for (unit, byte) in out[start..].chunks_exact_mut(size).zip(text) {
        unit[at] = *byte;
    }
}

/// Writes UTF-8; also what is no character but half of a pair in UTF-16.
pub(crate) fn encode_utf8(cp: u32, out: &mut Vec<u8>) -> bool {
    match char::from_u32(cp) {
        Some(c) => out.extend_from_slice(c.encode_utf8(&mut [0; 4]).as_bytes()),
        None if cp < 0x1_0000 => out.extend_from_slice(&[0xe0 | (cp >> 12) as u8, 0x80 | (cp >> 6 & 0x3f) as u8, 0x80 | (cp & 0x3f) as u8]),
        None => return false,
    }
    true
}
