//! `convert.quoted-printable-encode` and `convert.quoted-printable-decode` (RFC 2045, 6.7).

use loxo_value::Value;

use super::base64::Lines;
use super::{Bucket, Filter, FilterFlags, FilterStatus, bool_param, bytes_param, joined};
use crate::Cx;
use crate::streams::Stream;

struct Encode {
    lines: Lines,
    /// Line breaks of the text; `None`: every byte that is not printable is encoded.
    breaks: Option<Vec<u8>>,
    force_first: bool,
    /// Bytes that may turn out to belong to a line break.
    rest: Vec<u8>,
}

/// `convert.quoted-printable-encode`
pub(super) fn encoder(_: &mut Cx, params: Option<&Value>) -> Option<Box<dyn Filter>> {
    let lines = Lines::from_params(params);
    let binary = bool_param(params, "binary");
    let given = bytes_param(params, "line-break-chars");
    let breaks = match (binary, given, lines.length) {
        (true, ..) => None,
        (false, Some(chars), _) => Some(chars),
        (false, None, Some(_)) => Some(b"\r\n".to_vec()),
        (false, None, None) => None,
    };
    Some(Box::new(Encode { lines, breaks: breaks.filter(|b| !b.is_empty()), force_first: bool_param(params, "force-encode-first"), rest: Vec::new() }))
}

impl Encode {
    fn push(&mut self, out: &mut Vec<u8>, piece: &[u8], room_after: usize) {
        if let Some(length) = self.lines.length
            && self.lines.column + piece.len() + room_after > length
            && self.lines.column > 0
        {
            out.push(b'=');
            out.extend_from_slice(&self.lines.end);
            self.lines.column = 0;
        }
        out.extend_from_slice(piece);
        self.lines.column += piece.len();
    }

    fn encode(&mut self, data: &[u8], finish: bool) -> Vec<u8> {
        let mut input = std::mem::take(&mut self.rest);
        input.extend_from_slice(data);
        let mut out = Vec::with_capacity(input.len() + input.len() / 4);
        let mut i = 0;
        while i < input.len() {
            let left = &input[i..];
            if let Some(breaks) = self.breaks.clone() {
                if left.starts_with(&breaks) {
                    out.extend_from_slice(&breaks);
                    self.lines.column = 0;
                    i += breaks.len();
                    continue;
                }
                if !finish && breaks.starts_with(left) {
                    break;
                }
            }
            let b = input[i];
            let is_blank = b == b' ' || b == b'\t';
            if is_blank && self.breaks.is_some() && left.len() == 1 && !finish {
                break;
            }
            let before_break = self.breaks.as_ref().is_some_and(|breaks| left.len() == 1 || left[1..].starts_with(breaks));
            let first = self.force_first && self.lines.column == 0;
            let plain = !first && (matches!(b, 33..=60 | 62..=126) || (b == b' ' && self.breaks.is_some() && !before_break));
            if plain {
                self.push(&mut out, &[b], 1);
            } else {
                self.push(&mut out, format!("={b:02X}").as_bytes(), 1);
            }
            i += 1;
        }
        self.rest = input[i..].to_vec();
        out
    }
}

impl Filter for Encode {
    fn filter(&mut self, _: &mut Cx, _: &Stream, input: Vec<Bucket>, output: &mut Vec<Bucket>, flags: FilterFlags) -> (FilterStatus, usize) {
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
                Escape::Invalid => return None,
            }
        }
        self.rest = input[i..].to_vec();
        Some(out)
    }
}

impl Filter for Decode {
    fn filter(&mut self, cx: &mut Cx, _: &Stream, input: Vec<Bucket>, output: &mut Vec<Bucket>, flags: FilterFlags) -> (FilterStatus, usize) {
        let data = joined(input);
        let Some(out) = self.decode(&data) else {
            cx.builtin_warning("Stream filter (convert.quoted-printable-decode): invalid byte sequence");
            return (FilterStatus::Fatal, 0);
        };
        if flags == FilterFlags::FlushClose && !self.rest.is_empty() {
            self.rest.clear();
            cx.builtin_warning("Stream filter (convert.quoted-printable-decode): unexpected end of stream");
            return (FilterStatus::Fatal, 0);
        }
        if out.is_empty() {
            return (FilterStatus::FeedMe, data.len());
        }
        output.push(out);
        (FilterStatus::PassOn, data.len())
    }
}
