//! From bytes to an answer.

use crate::{binary, table, text};

/// What bytes are.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Kind {
    /// For people. Of a text its encoding follows.
    pub name: String,
    pub mime: &'static str,
    /// Usual endings of names, with slashes between.
    pub endings: &'static str,
    /// Creator and type, as old Macintoshes have them.
    pub apple: &'static str,
    /// The description goes on with that of the text.
    pub is_text: bool,
}

impl Kind {
    pub fn new(name: impl Into<String>, mime: &'static str) -> Kind {
        Kind { name: name.into(), mime, ..Kind::default() }
    }

    pub fn text(name: impl Into<String>, mime: &'static str) -> Kind {
        Kind { is_text: true, ..Kind::new(name, mime) }
    }

    pub fn endings(self, endings: &'static str) -> Kind {
        Kind { endings, ..self }
    }

    pub fn apple(self, apple: &'static str) -> Kind {
        Kind { apple, ..self }
    }
}

pub(crate) const MIME_TYPE: i64 = 16;
pub(crate) const MIME_ENCODING: i64 = 1024;
const APPLE: i64 = 2048;
const ENDINGS: i64 = 1 << 24;

/// The answer that flags ask for.
pub(crate) fn answer(data: &[u8], flags: i64) -> String {
    let encoding = if data.len() == 1 { text::Encoding::Binary } else { text::Encoding::of(data) };
    if flags & (MIME_TYPE | MIME_ENCODING) == MIME_ENCODING {
        return encoding.charset().into();
    }
    let kind = kind(data, encoding);
    if flags & ENDINGS != 0 {
        return if kind.endings.is_empty() { "???" } else { kind.endings }.into();
    }
    if flags & APPLE != 0 {
        return if kind.apple.is_empty() { "UNKNUNKN" } else { kind.apple }.into();
    }
    match flags & (MIME_TYPE | MIME_ENCODING) {
        0 if kind.is_text => {
            let what = text::describe(data, encoding);
            if kind.name.is_empty() { what } else { kind.name.replace("{}", &what) }
        }
        0 => kind.name,
        MIME_TYPE => kind.mime.into(),
        _ => format!("{}; charset={}", kind.mime, encoding.charset()),
    }
}

fn kind(data: &[u8], encoding: text::Encoding) -> Kind {
    match data {
        [] => return Kind::new("empty", "application/x-empty"),
        [_] => return Kind::new("very short file (no magic)", "application/octet-stream"),
        _ => {}
    }
    let found = binary::look(data).or_else(|| table::look(data));
    found.or_else(|| encoding.is_text().then(|| text::look(data))).unwrap_or_else(|| Kind::new("data", "application/octet-stream"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers() {
        for (data, mime) in [
            (&b"hello\n"[..], "text/plain; charset=us-ascii"),
            (b"<?php\n", "text/x-php; charset=us-ascii"),
            (b"GIF89a\x05\0\x07\0", "image/gif; charset=binary"),
            (b"\0\x01\x02\x03", "application/octet-stream; charset=binary"),
            (b"{\"a\":[1]}", "application/json; charset=us-ascii"),
        ] {
            assert_eq!(answer(data, MIME_TYPE | MIME_ENCODING), mime);
        }
        assert_eq!(answer(b"a\r\nb\r\n", 0), "ASCII text, with CRLF line terminators");
    }

    #[test]
    fn nothing_is_read_beyond_the_end() {
        let samples: [&[u8]; 6] =
            [b"\x89PNG\r\n\x1a\n\0\0\0\x0dIHDR", b"RIFF\0\0\0\0WAVEfmt ", b"PK\x03\x04", b"OggS", b"\x7fELF\x02", b"\0\0\0\x20ftyp"];
        for sample in samples {
            (0..=sample.len()).for_each(|end| drop(answer(&sample[..end], 0)));
        }
    }
}
