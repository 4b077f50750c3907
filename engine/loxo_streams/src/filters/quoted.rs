//! `convert.quoted-printable-encode` and `convert.quoted-printable-decode` (RFC 2045, 6.7).

use loxo_value::Value;

use super::{Bucket, Filter, FilterFlags, FilterStatus, bool_param, bytes_param, int_param, joined};
use crate::Stream;
use loxo_runtime::Cx;

struct Encode {
    /// Longest line and its end, if lines are broken: then that end is also what ends a line of the text.
    breaks: Option<(usize, Vec<u8>)>,
    /// Bytes left on the line.
    room: usize,
    binary: bool,
    force_first: bool,
    /// Blanks known to stand at the end of a line, which must be encoded.
    trailing: usize,
    /// Bytes that may turn out to belong to a line break.
    rest: Vec<u8>,
}

/// `convert.quoted-printable-encode`
pub(super) fn encoder(_: &mut Cx, params: Option<&Value>) -> Option<Box<dyn Filter>> {
    /// An encoded byte and the sign that the line goes on.
    const SHORTEST: usize = 4;
    let length = int_param(params, "line-length").and_then(|n| usize::try_from(n).ok()).filter(|n| *n >= SHORTEST);
    let end = bytes_param(params, "line-break-chars").unwrap_or_else(|| b"\r\n".to_vec());
    Some(Box::new(Encode {
        breaks: length.map(|length| (length, end)),
        room: length.unwrap_or(0),
        binary: bool_param(params, "binary"),
        force_first: bool_param(params, "force-encode-first"),
        trailing: 0,
        rest: Vec::new(),
    }))
}

impl Encode {
    /// Ends the line with the sign that it goes on, unless `n` more bytes and that sign fit.
    fn make_room(&mut self, out: &mut Vec<u8>, n: usize) {
        if let Some((length, end)) = &self.breaks
            && self.room < n + 1
        {
            out.push(b'=');
            out.extend_from_slice(end);
            self.room = *length;
        }
    }

    fn push(&mut self, out: &mut Vec<u8>, piece: &[u8]) {
        self.make_room(out, piece.len());
        out.extend_from_slice(piece);
        self.room = self.room.saturating_sub(piece.len());
    }

    /// How many blanks at the start of `left` stand before a line end (or the end of what is known).
    fn blanks_at_line_end(left: &[u8], end: &[u8]) -> usize {
        let blanks = left.iter().take_while(|b| matches!(b, b' ' | b'\t')).count();
        let tail = &left[blanks..];
        if tail.starts_with(end) || end.starts_with(tail) { blanks } else { 0 }
    }

    fn encode(&mut self, data: &[u8], finish: bool) -> Vec<u8> {
        let mut input = std::mem::take(&mut self.rest);
        input.extend_from_slice(data);
        let mut out = Vec::with_capacity(input.len() + input.len() / 4);
        let mut i = 0;
        while i < input.len() {
            let left = &input[i..];
            if let Some((length, end)) = self.breaks.as_ref().filter(|_| !self.binary) {
                if left.starts_with(end) {
                    out.extend_from_slice(end);
                    self.room = *length;
                    i += end.len();
                    continue;
                }
                if !finish && end.starts_with(left) {
                    break;
                }
            }
            let b = input[i];
            let is_blank = !self.binary && matches!(b, b' ' | b'\t');
            if is_blank && self.trailing == 0 {
                self.make_room(&mut out, 1);
                self.trailing = self.breaks.as_ref().map_or(0, |(_, end)| Self::blanks_at_line_end(left, end));
            }
            let first = self.force_first && self.breaks.as_ref().is_none_or(|(length, _)| self.room >= *length);
            if is_blank && self.trailing == 0 || !first && matches!(b, 33..=60 | 62..=126) {
                self.push(&mut out, &[b]);
            } else {
                self.push(&mut out, format!("={b:02X}").as_bytes());
                self.trailing = self.trailing.saturating_sub(1);
            }
            i += 1;
        }
        self.rest = input[i..].to_vec();
        out
    }
}

impl Filter for Encode {
    fn filter(
        &mut self,
        _: &mut Cx,
        _: &Stream,
        input: Vec<Bucket>,
        output: &mut Vec<Bucket>,
        flags: FilterFlags,
    ) -> (FilterStatus, usize) {
        let data = joined(input);
        let out = self.encode(&data, flags == FilterFlags::FlushClose);
        if out.is_empty() {
            return (FilterStatus::FeedMe, data.len());
        }
        output.push(out);
        (FilterStatus::PassOn, data.len())
    }
}

struct Decode {
    breaks: Option<Vec<u8>>,
    rest: Vec<u8>,
}

/// `convert.quoted-printable-decode`
pub(super) fn decoder(_: &mut Cx, params: Option<&Value>) -> Option<Box<dyn Filter>> {
    Some(Box::new(Decode { breaks: bytes_param(params, "line-break-chars").filter(|b| !b.is_empty()), rest: Vec::new() }))
}

/// What an `=` and what follows it is.
enum Escape {
    Byte(u8, usize),
    SoftBreak(usize),
    Incomplete,
    Invalid,
}

impl Decode {
    fn escape(&self, after: &[u8]) -> Escape {
        let blanks = after.iter().take_while(|b| matches!(b, b' ' | b'\t')).count();
        let tail = &after[blanks..];
        match &self.breaks {
            Some(breaks) if tail.starts_with(breaks) => return Escape::SoftBreak(blanks + breaks.len()),
            Some(breaks) if breaks.starts_with(tail) => return Escape::Incomplete,
            Some(_) => {}
            None => match tail {
                [b'\r', b'\n', ..] => return Escape::SoftBreak(blanks + 2),
                [b'\r'] | [] => return Escape::Incomplete,
                [b'\r' | b'\n', ..] => return Escape::SoftBreak(blanks + 1),
                _ => {}
            },
        }
        let digit = |b: u8| (b as char).to_digit(16).map(|d| d as u8);
        match after {
            [high, low, ..] => match (digit(*high), digit(*low)) {
                (Some(high), Some(low)) => Escape::Byte(high << 4 | low, 2),
                _ => Escape::Invalid,
            },
            [high] if digit(*high).is_none() => Escape::Invalid,
            _ => Escape::Incomplete,
        }
    }

    /// `None`: not quoted-printable.
    fn decode(&mut self, data: &[u8]) -> Option<Vec<u8>> {
        let mut input = std::mem::take(&mut self.rest);
        input.extend_from_slice(data);
        let mut out = Vec::with_capacity(input.len());
        let mut i = 0;
        while i < input.len() {
            if input[i] != b'=' {
                out.push(input[i]);
                i += 1;
                continue;
            }
            match self.escape(&input[i + 1..]) {
                Escape::Byte(b, n) => {
                    out.push(b);
                    i += 1 + n;
                }
                Escape::SoftBreak(n) => i += 1 + n,
                Escape::Incomplete => break,
                Escape::Invalid => {
                    // What was understood of it stays, and goes on with what comes next.
                    let after = &input[i + 1..];
                    let understood = match after.first() {
                        Some(b) if b.is_ascii_hexdigit() => 1,
                        _ => after.iter().take_while(|b| matches!(b, b' ' | b'\t')).count(),
                    };
                    self.rest = input[i..=i + understood].to_vec();
                    return None;
                }
            }
        }
        self.rest = input[i..].to_vec();
        Some(out)
    }
}

impl Filter for Decode {
    fn filter(
        &mut self,
        cx: &mut Cx,
        _: &Stream,
        input: Vec<Bucket>,
        output: &mut Vec<Bucket>,
        flags: FilterFlags,
    ) -> (FilterStatus, usize) {
        let data = joined(input);
        let Some(out) = self.decode(&data) else {
            cx.builtin_warning("Stream filter (convert.quoted-printable-decode): invalid byte sequence");
            return (FilterStatus::Fatal, 0);
        };
        if flags == FilterFlags::FlushClose {
            self.rest.clear();
        }
        if out.is_empty() {
            return (FilterStatus::FeedMe, data.len());
        }
        output.push(out);
        (FilterStatus::PassOn, data.len())
    }
}
