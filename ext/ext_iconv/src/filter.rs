//! The stream filters `convert.iconv.FROM.TO` (or with a slash), which convert the encoding of what passes through a stream.

use loxo_iconv_sys::{Converter, Stop};
use loxo_runtime::streams::{Bucket, Filter, FilterFlags, FilterStatus, Stream};
use loxo_runtime::{Cx, StrBuilder, Value};

use crate::convert::{append, finish};

/// Bytes of a character that may be held back.
const MOST_HELD: usize = 128;
const LONGEST_NAME: usize = 64;

struct IconvFilter {
    converter: Converter,
    from: Vec<u8>,
    to: Vec<u8>,
    /// The start of a character.
    held: Vec<u8>,
}

/// Makes one.
pub(crate) fn create(_: &mut Cx, name: &[u8], _: Option<&Value>) -> Option<Box<dyn Filter>> {
    let mut dots = name.iter().enumerate().filter(|(_, byte)| **byte == b'.').map(|(at, _)| at);
    let (_, second) = (dots.next()?, dots.next()?);
    let names = &name[second + 1..];
    let middle = names.iter().position(|byte| matches!(byte, b'/' | b'.'))?;
    let (from, to) = (&names[..middle], &names[middle + 1..]);
    if from.len() >= LONGEST_NAME || to.len() >= LONGEST_NAME {
        return None;
    }
    let converter = Converter::open(to, from).ok()?;
    Some(Box::new(IconvFilter { converter, from: from.to_vec(), to: to.to_vec(), held: Vec::new() }))
}

impl IconvFilter {
    fn complain(&self, cx: &mut Cx, what: &str) {
        let message = [b"iconv stream filter (\"", &self.from[..], b"\"=>\"", &self.to, b"\"): ", what.as_bytes()].concat();
        cx.builtin_warning(message);
    }

    /// Converts a piece; false: it cannot be.
    fn piece(&mut self, cx: &mut Cx, piece: &[u8], out: &mut StrBuilder) -> bool {
        let mut text = std::mem::take(&mut self.held);
        text.extend_from_slice(piece);
        match append(&mut self.converter, &text, out) {
            Ok(()) => true,
            Err((Stop::Incomplete, rest)) if rest.len() <= MOST_HELD => {
                self.held = rest.to_vec();
                true
            }
            Err((stop, _)) => {
                let what = match stop {
                    Stop::Illegal => "invalid multibyte sequence",
                    Stop::Incomplete => "insufficient buffer",
                    Stop::Full | Stop::Other(_) => "unknown error",
                };
                self.complain(cx, what);
                false
            }
        }
    }
}

impl Filter for IconvFilter {
    fn filter(
        &mut self,
        cx: &mut Cx,
        _: &Stream,
        input: Vec<Bucket>,
        output: &mut Vec<Bucket>,
        flags: FilterFlags,
    ) -> (FilterStatus, usize) {
        let mut consumed = 0;
        for bucket in &input {
            let mut out = StrBuilder::new();
            if !self.piece(cx, bucket, &mut out) {
                return (FilterStatus::Fatal, consumed);
            }
            consumed += bucket.len();
            if !out.is_empty() {
                output.push(out.as_bytes().to_vec());
            }
        }
        if flags != FilterFlags::Normal {
            let mut out = StrBuilder::new();
            if !self.held.is_empty() {
                self.complain(cx, "invalid multibyte sequence");
                return (FilterStatus::Fatal, consumed);
            }
            if finish(&mut self.converter, &mut out).is_err() {
                self.complain(cx, "unknown error");
                return (FilterStatus::Fatal, consumed);
            }
            if !out.is_empty() {
                output.push(out.as_bytes().to_vec());
            }
        }
        (FilterStatus::PassOn, consumed)
    }
}
