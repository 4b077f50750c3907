//! The filters `convert.base64-encode` and `convert.base64-decode`, which keep the rest of a group between buckets.

use loxo_base::base64::{digit_value, encode_group};
use loxo_value::Value;

use super::{Bucket, Filter, FilterFlags, FilterStatus, bytes_param, int_param, joined};
use crate::Stream;
use loxo_runtime::Cx;

struct Encode {
    /// Bytes that wait for a group of three to be full.
    rest: Vec<u8>,
    lines: Lines,
}

/// Breaks output into lines, if asked to.
#[derive(Default)]
pub(super) struct Lines {
    pub length: Option<usize>,
    pub end: Vec<u8>,
    pub column: usize,
}

impl Lines {
    pub(super) fn from_params(params: Option<&Value>) -> Lines {
        let length = int_param(params, "line-length").and_then(|n| usize::try_from(n).ok()).filter(|n| *n > 0);
        let end = bytes_param(params, "line-break-chars").unwrap_or_else(|| b"\r\n".to_vec());
        Lines { length, end, column: 0 }
    }

    fn push(&mut self, out: &mut Vec<u8>, bytes: &[u8]) {
        let Some(length) = self.length else { return out.extend_from_slice(bytes) };
        // A group stays together when lines are long enough for one.
        if length >= 4 && self.column + bytes.len() > length {
            out.extend_from_slice(&self.end);
            self.column = 0;
        }
        for b in bytes {
            if self.column >= length {
                out.extend_from_slice(&self.end);
                self.column = 0;
            }
            out.push(*b);
            self.column += 1;
        }
    }
}

/// `convert.base64-encode`
pub(super) fn encoder(_: &mut Cx, params: Option<&Value>) -> Option<Box<dyn Filter>> {
    Some(Box::new(Encode { rest: Vec::new(), lines: Lines::from_params(params) }))
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
        self.rest.extend_from_slice(&data);
        let mut out = Vec::with_capacity(self.rest.len() * 4 / 3 + 4);
        let whole = self.rest.len() / 3 * 3;
        for group in self.rest[..whole].chunks_exact(3) {
            self.lines.push(&mut out, &encode_group(group));
        }
        self.rest.drain(..whole);
        if flags == FilterFlags::FlushClose && !self.rest.is_empty() {
            let last = std::mem::take(&mut self.rest);
            self.lines.push(&mut out, &encode_group(&last));
        }
        if out.is_empty() {
            return (FilterStatus::FeedMe, data.len());
        }
        output.push(out);
        (FilterStatus::PassOn, data.len())
    }
}

#[derive(Default)]
struct Decode {
    bits: u32,
    count: u32,
    padded: bool,
}

/// `convert.base64-decode`
pub(super) fn decoder() -> Box<dyn Filter> {
    Box::new(Decode::default())
}

impl Decode {
    /// False: not base64.
    fn decode(&mut self, data: &[u8], out: &mut Vec<u8>) -> bool {
        for &b in data {
            let value = match (digit_value(b), b) {
                (Some(value), _) => value,
                (None, b'=') => {
                    // Padding completes a group that has at least its first byte.
                    if !self.padded && !matches!(self.count, 2 | 4) {
                        return false;
                    }
                    self.padded = true;
                    continue;
                }
                // Whatever else there is means nothing.
                (None, _) => continue,
            };
            if self.padded {
                return false;
            }
            self.bits = self.bits << 6 | u32::from(value);
            self.count += 6;
            if self.count >= 8 {
                self.count -= 8;
                out.push((self.bits >> self.count) as u8);
                self.bits &= (1 << self.count) - 1;
            }
        }
        true
    }
}

impl Filter for Decode {
    fn filter(&mut self, cx: &mut Cx, _: &Stream, input: Vec<Bucket>, output: &mut Vec<Bucket>, _: FilterFlags) -> (FilterStatus, usize) {
        let data = joined(input);
        let mut out = Vec::with_capacity(data.len() * 3 / 4 + 3);
        if !self.decode(&data, &mut out) {
            cx.builtin_warning("Stream filter (convert.base64-decode): invalid byte sequence");
            return (FilterStatus::Fatal, 0);
        }
        if out.is_empty() {
            return (FilterStatus::FeedMe, data.len());
        }
        output.push(out);
        (FilterStatus::PassOn, data.len())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_and_back() {
        for text in [&b""[..], b"a", b"ab", b"abc", b"abcd"] {
            let coded = loxo_base::base64::encode(text);
            let mut out = Vec::new();
            assert!(Decode::default().decode(&coded, &mut out));
            assert_eq!(out, text);
        }
    }
}
