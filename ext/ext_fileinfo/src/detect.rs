//! From bytes to an answer.

use crate::kind::Kind;
use crate::magic::{self, Database, Question, Wanted};
use crate::{binary, table, text};

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

/// The same by the rules of a database.
pub(crate) fn answer_by(database: &Database, data: &[u8], flags: i64, is_file: bool) -> Vec<u8> {
    const CONTINUE: i64 = 32;
    let encoding = if data.len() == 1 { text::Encoding::Binary } else { text::Encoding::of(data) };
    if flags & (MIME_TYPE | MIME_ENCODING) == MIME_ENCODING {
        return encoding.charset().into();
    }
    let wanted = match () {
        () if flags & ENDINGS != 0 => Wanted::Endings,
        () if flags & APPLE != 0 => Wanted::Apple,
        () if flags & MIME_TYPE != 0 => Wanted::Mime,
        () => Wanted::Name,
    };
    let is_text = encoding.is_text();
    let question = Question { wanted, in_texts: false, is_text, all: flags & CONTINUE != 0, is_file };
    let in_bytes = || magic::look(database, data, question);
    let in_text = || if is_text { magic::look(database, data, Question { in_texts: true, ..question }) } else { None };
    let found = match data {
        [] | [_] => None,
        _ if is_text && matches!(wanted, Wanted::Name | Wanted::Mime) => match text::structured(data) {
            Some(_) => None,
            None => Some(in_bytes().map(|found| (found, false)).or_else(|| in_text().map(|found| (found, true)))),
        },
        _ => Some(in_bytes().map(|found| (found, false)).or_else(|| in_text().map(|found| (found, true)))),
    };
    let Some(found) = found else { return answer(data, flags).into_bytes() };
    let charset = if flags & MIME_ENCODING != 0 { format!("; charset={}", encoding.charset()) } else { String::new() };
    match (wanted, found) {
        (Wanted::Name, Some((found, true))) => with_text(&found, &text::describe(data, encoding)),
        (Wanted::Name, Some((found, false))) => found,
        (Wanted::Name, None) if is_text => text::describe(data, encoding).into_bytes(),
        (Wanted::Name, None) if is_tape(data) => b"SIMH tape data".to_vec(),
        (Wanted::Name, None) => b"data".to_vec(),
        (Wanted::Mime, Some((found, _))) => [&found[..], charset.as_bytes()].concat(),
        (Wanted::Mime, None) if is_text => format!("text/plain{charset}").into_bytes(),
        (Wanted::Mime, None) if is_tape(data) => format!("application/SIMH-tape-data{charset}").into_bytes(),
        (Wanted::Mime, None) => format!("application/octet-stream{charset}").into_bytes(),
        (Wanted::Endings, found) => found.map_or_else(|| b"???".to_vec(), |(found, _)| found),
        (Wanted::Apple, found) => found.map_or_else(|| b"UNKNUNKN".to_vec(), |(found, _)| found),
    }
}

/// "awk script text executable" of an ASCII text is "awk script, ASCII text executable".
fn with_text(found: &[u8], description: &str) -> Vec<u8> {
    if let Some(name) = found.strip_suffix(b" text executable") {
        return [name, b", ", description.replacen(" text", " text executable", 1).as_bytes()].concat();
    }
    let name = found.strip_suffix(b" text").unwrap_or(found);
    [name, b", ", description.as_bytes()].concat()
}

/// Tapes of simulated computers: records with their lengths at both ends, and marks.
fn is_tape(data: &[u8]) -> bool {
    const MOST_MARKS: usize = 10;
    let number = |at: usize| Some(u32::from_le_bytes(*data.get(at..)?.first_chunk()?));
    let length = |at: usize| number(at).map(|n| ((n & 0x00ff_ffff) + 1) as usize & !1);
    let (mut at, mut marks, mut records) = (0, 0, 0);
    while let (Some(whole), Some(long)) = (number(at), length(at)) {
        at += 4;
        if whole == u32::MAX && marks + records > 0 {
            break;
        }
        if long == 0 {
            marks += 1;
            if marks == MOST_MARKS {
                break;
            }
            continue;
        }
        at += long;
        let Some(behind) = length(at) else { break };
        if behind != long {
            return false;
        }
        at += 4;
        records += 1;
    }
    records > 0
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
