//! Bytes to code points and back, for every encoding.
//!
//! Wrong bytes are [`BAD`] among the code points. What cannot be written is replaced as `mb_substitute_character()` says.

mod gb18030;
mod iso2022;
mod mobile;
pub(crate) mod sets;
pub(crate) mod tables;
mod transfer;
mod unicode;
mod utf7;

pub(crate) use sets::Codec;
pub(crate) use unicode::{Endian, Width};

/// In place of a code point: bytes that are no character.
pub(crate) const BAD: u32 = u32::MAX;

/// What is written for what cannot be written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Illegal {
    pub mode: Mode,
    /// The character for [`Mode::Char`], and in all modes but none for bytes that are no character.
    pub with: u32,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Mode {
    None,
    Char,
    /// `U+3000`
    Long,
    /// `&#x3000;`
    Entity,
}

impl Illegal {
    pub const NONE: Illegal = Illegal { mode: Mode::None, with: b'?' as u32 };
    pub const QUESTION: Illegal = Illegal { mode: Mode::Char, with: b'?' as u32 };
}

/// The code points of a string.
pub(crate) fn decode(codec: Codec, bytes: &[u8]) -> Vec<u32> {
    let mut out = Vec::with_capacity(bytes.len());
    match codec {
        Codec::Utf8 => unicode::decode_utf8(bytes, &mut out),
        Codec::Wide(width, endian) => unicode::decode_wide(width, endian, bytes, &mut out),
        Codec::Utf7 => utf7::decode(bytes, &mut out),
        Codec::Utf7Imap => utf7::decode_imap(bytes, &mut out),
        Codec::SevenBit => out.extend(bytes.iter().map(|byte| if *byte < 0x80 { u32::from(*byte) } else { BAD })),
        Codec::EightBit => out.extend(bytes.iter().map(|byte| u32::from(*byte))),
        Codec::Table(table) => table.get().decode(bytes, &mut out),
        Codec::Softbank(table) => mobile::decode_softbank(table.get(), bytes, &mut out),
        Codec::Utf8Mobile(table) => mobile::decode_utf8(table.get(), bytes, &mut out),
        Codec::Gb18030(table, four) => gb18030::decode(table.get(), four, bytes, &mut out),
        Codec::Iso2022(kind) => iso2022::decode(kind, bytes, &mut out),
        Codec::Iso2022Kr => iso2022::decode_korean(bytes, &mut out),
        Codec::Hz => iso2022::decode_hz(bytes, &mut out),
        Codec::Base64 => transfer::decode_base64(bytes, &mut out),
        Codec::Uuencode => transfer::decode_uu(bytes, &mut out),
        Codec::QuotedPrintable => transfer::decode_quoted(bytes, &mut out),
        Codec::Html => transfer::decode_html(bytes, &mut out),
    }
    out
}

/// Whether nothing is wrong with a string.
pub(crate) fn is_valid(codec: Codec, bytes: &[u8]) -> bool {
    match codec {
        Codec::Utf8 => simdutf8::basic::from_utf8(bytes).is_ok(),
        Codec::EightBit => true,
        Codec::SevenBit => bytes.is_ascii(),
        Codec::Utf7 => utf7::is_valid(bytes),
        Codec::Utf7Imap => utf7::is_valid_imap(bytes),
        Codec::Iso2022(kind) => iso2022::is_valid(kind, bytes),
        _ => !decode(codec, bytes).contains(&BAD),
    }
}

/// Writes code points.
#[derive(Clone)]
pub(crate) struct Encoder {
    codec: Codec,
    illegal: Illegal,
    /// How many code points could not be written.
    pub errors: usize,
    pub bytes: Vec<u8>,
    /// What the encoding is at: the set, or bits that wait.
    state: State,
}

/// State of encodings that have one.
#[derive(Clone, Default)]
pub(crate) struct State {
    mode: u32,
    bits: u32,
    count: u32,
    column: usize,
    pending: Vec<u32>,
}

impl Encoder {
    pub fn new(codec: Codec, illegal: Illegal) -> Encoder {
        Encoder { codec, illegal, errors: 0, bytes: Vec::new(), state: State::default() }
    }

    /// Writes all of it.
    pub fn put_all(&mut self, codes: &[u32]) {
        self.bytes.reserve(codes.len());
        if let Codec::Utf8 = self.codec
            && self.bytes.capacity() > 0
        {
            for cp in codes {
                if !unicode::encode_utf8(*cp, &mut self.bytes) {
                    self.replace(*cp);
                }
            }
            return;
        }
        let widened;
        let mut left = codes;
        if let Codec::Iso2022(kind) = self.codec
            && std::ptr::eq(kind, &sets::CP50220)
        {
            widened = crate::kana::widen(codes);
            left = &widened;
        }
        while !left.is_empty() {
            let used = self.put(left);
            if used == 0 {
                let lost = self.lost_with(left);
                for cp in &left[..lost] {
                    self.replace(*cp);
                }
                left = &left[lost..];
                continue;
            }
            left = &left[used..];
        }
    }

    /// How many code points cannot be written if the first one cannot: in Apple's Shift JIS some announce others, and what looks like such
    /// a sequence is lost with the first that does not fit.
    fn lost_with(&self, codes: &[u32]) -> usize {
        match (self.codec, codes[0]) {
            (Codec::Table(table), 0xf860..=0xf862) if std::ptr::eq(table, &sets::SJIS_MAC) => {
                let fitting = table.get().longest_beginning(codes);
                if fitting > 1 { (fitting + 1).min(codes.len()) } else { 1 }
            }
            _ => 1,
        }
    }

    /// Writes text as [`put_all`](Encoder::put_all) writes its code points, runs of ASCII at once where those keep their form.
    pub fn put_text(&mut self, text: &str) {
        let table = match self.codec {
            Codec::Table(table) => Some(table.get()).filter(|table| table.keeps_ascii()),
            _ => None,
        };
        let plain = table.is_some() || matches!(self.codec, Codec::Utf8 | Codec::SevenBit | Codec::EightBit);
        if !plain && !matches!(self.codec, Codec::Wide(..)) {
            let codes: Vec<u32> = text.chars().map(u32::from).collect();
            return self.put_all(&codes);
        }
        if let Codec::Wide(Width::Utf16, endian) = self.codec {
            return unicode::encode_utf16(endian, text, &mut self.bytes);
        }
        self.bytes.reserve(text.len());
        let mut rest = text;
        while !rest.is_empty() {
            let ascii = rest.bytes().position(|byte| byte >= 0x80).unwrap_or(rest.len());
            let (head, tail) = rest.split_at(ascii);
            match self.codec {
                Codec::Wide(width, endian) => unicode::encode_wide_ascii(width, endian, head.as_bytes(), &mut self.bytes),
                _ => self.bytes.extend_from_slice(head.as_bytes()),
            }
            let Some(c) = tail.chars().next() else { break };
            rest = &tail[c.len_utf8()..];
            let cp = u32::from(c);
            match table.map(|table| table.code_of(cp)) {
                Some(Some(code)) => tables::push_code(code, &mut self.bytes),
                Some(None) => self.replace(cp),
                None if self.put(&[cp]) == 0 => self.replace(cp),
                None => {}
            }
        }
    }

    /// Writes single bytes as UTF-8. Those of ASCII are what they are.
    fn put_bytes(&mut self, mut bytes: &[u8], image: &tables::Row) {
        self.bytes.reserve(bytes.len());
        while !bytes.is_empty() {
            let ascii = bytes.iter().position(|byte| *byte >= 0x80).unwrap_or(bytes.len());
            let (head, tail) = bytes.split_at(ascii);
            self.bytes.extend_from_slice(head);
            let Some((byte, rest)) = tail.split_first() else { break };
            bytes = rest;
            let cp = image[usize::from(*byte)];
            if !unicode::encode_utf8(cp, &mut self.bytes) {
                self.replace(cp);
            }
        }
    }

    /// Ends what is open.
    pub fn finish(&mut self) {
        let (state, out) = (&mut self.state, &mut self.bytes);
        match self.codec {
            Codec::Iso2022(kind) => iso2022::end(kind, state, out),
            Codec::Iso2022Kr => iso2022::end_korean(state, out),
            Codec::Hz => iso2022::end_hz(state, out),
            Codec::Utf7 => utf7::end(state, out),
            Codec::Utf7Imap => utf7::end_imap(state, out),
            Codec::Base64 => transfer::end_base64(state, out),
            Codec::Uuencode => transfer::end_uu(state, out),
            _ => {}
        }
    }

    /// Writes the first code point, or some: how many, or 0 if it cannot.
    fn put(&mut self, codes: &[u32]) -> usize {
        let cp = codes[0];
        let (state, out) = (&mut self.state, &mut self.bytes);
        let written = match self.codec {
            Codec::Utf8 => unicode::encode_utf8(cp, out),
            Codec::Wide(width, endian) => unicode::encode_wide(width, endian, cp, out),
            Codec::Utf7 => utf7::encode(cp, state, out),
            Codec::Utf7Imap => utf7::encode_imap(cp, state, out),
            Codec::SevenBit => {
                cp < 0x80 && {
                    out.push(cp as u8);
                    true
                }
            }
            Codec::EightBit => {
                cp < 0x100 && {
                    out.push(cp as u8);
                    true
                }
            }
            Codec::Utf8Mobile(table) => return mobile::encode_utf8(table.get(), codes, out),
            Codec::Table(table) | Codec::Softbank(table) => match table.get().write_one(codes) {
                Some((code, used)) => {
                    tables::push_code(code, out);
                    return used;
                }
                None => false,
            },
            Codec::Gb18030(table, four) => gb18030::encode(table.get(), four, cp, out),
            Codec::Iso2022(kind) => return iso2022::encode(kind, codes, state, out),
            Codec::Iso2022Kr => iso2022::encode_korean(cp, state, out),
            Codec::Hz => iso2022::encode_hz(cp, state, out),
            Codec::Base64 => transfer::encode_base64(cp, state, out),
            Codec::Uuencode => transfer::encode_uu(cp, state, out),
            Codec::QuotedPrintable => transfer::encode_quoted(cp, state, out),
            Codec::Html => transfer::encode_html(cp, out),
        };
        usize::from(written)
    }

    #[cold]
    fn replace(&mut self, cp: u32) {
        self.errors += 1;
        let marker: Vec<u32> = match self.illegal.mode {
            Mode::None => return,
            Mode::Char => vec![self.illegal.with],
            _ if cp == BAD => vec![self.illegal.with],
            Mode::Long => format!("U+{cp:X}").bytes().map(u32::from).collect(),
            Mode::Entity => format!("&#x{cp:X};").bytes().map(u32::from).collect(),
        };
        const QUESTION: u32 = b'?' as u32;
        for with in marker {
            if self.put(&[with]) == 0 && with != QUESTION && self.illegal.mode == Mode::Char {
                self.put(&[QUESTION]);
            }
        }
    }
}

/// Bytes in another encoding, and how many code points could not be written.
pub(crate) fn transcode(from: Codec, to: Codec, bytes: &[u8], illegal: Illegal) -> (Vec<u8>, usize) {
    if let (Codec::Utf8, Ok(text)) = (from, simdutf8::basic::from_utf8(bytes)) {
        let mut encoder = Encoder::new(to, illegal);
        encoder.put_text(text);
        encoder.finish();
        return (encoder.bytes, encoder.errors);
    }
    if let (Codec::Table(table), Codec::Utf8) = (from, to)
        && table.get().keeps_ascii()
        && let Some(image) = table.get().image()
    {
        let mut encoder = Encoder::new(to, illegal);
        encoder.put_bytes(bytes, image);
        return (encoder.bytes, encoder.errors);
    }
    encode(to, &decode(from, bytes), illegal)
}

/// The bytes of code points, and how many of those could not be written.
pub(crate) fn encode(codec: Codec, codes: &[u32], illegal: Illegal) -> (Vec<u8>, usize) {
    let mut encoder = Encoder::new(codec, illegal);
    encoder.put_all(codes);
    encoder.finish();
    (encoder.bytes, encoder.errors)
}
