//! `dechunk` (HTTP's chunked transfer encoding) and `consumed`.

use loxo_value::Value;

use super::{Bucket, Filter, FilterFlags, FilterStatus, joined};
use crate::Stream;
use loxo_runtime::Cx;

/// Where in the encoding the next byte belongs.
#[derive(Clone, Copy, PartialEq, Eq)]
enum At {
    SizeStart,
    Size,
    Extension,
    SizeLf,
    Body,
    BodyCr,
    BodyLf,
    Trailer,
    /// It was not chunked after all: everything passes.
    Error,
}

struct Dechunk {
    at: At,
    left: usize,
}

/// `dechunk`
pub(super) fn dechunk(_: &mut Cx, _: &[u8], _: Option<&Value>) -> Option<Box<dyn Filter>> {
    Some(Box::new(Dechunk { at: At::SizeStart, left: 0 }))
}

impl Dechunk {
    fn decode(&mut self, data: &[u8], out: &mut Vec<u8>) {
        let mut i = 0;
        while i < data.len() {
            let b = data[i];
            match self.at {
                At::SizeStart | At::Size => match (b as char).to_digit(16) {
                    Some(digit) => {
                        self.left = if self.at == At::SizeStart { 0 } else { self.left };
                        self.left = self.left.saturating_mul(16).saturating_add(digit as usize);
                        self.at = At::Size;
                        i += 1;
                    }
                    None if self.at == At::SizeStart => self.at = At::Error,
                    None => self.at = At::Extension,
                },
                At::Extension => match b {
                    b'\r' => {
                        self.at = At::SizeLf;
                        i += 1;
                    }
                    b'\n' => self.at = At::SizeLf,
                    _ => i += 1,
                },
                At::SizeLf if b == b'\n' => {
                    i += 1;
                    self.at = if self.left == 0 { At::Trailer } else { At::Body };
                }
                At::SizeLf => self.at = At::Error,
                At::Body => {
                    let n = self.left.min(data.len() - i);
                    out.extend_from_slice(&data[i..i + n]);
                    i += n;
                    self.left -= n;
                    if self.left == 0 {
                        self.at = At::BodyCr;
                    }
                }
                At::BodyCr if b == b'\r' => {
                    i += 1;
                    self.at = At::BodyLf;
                }
                At::BodyCr | At::BodyLf if b == b'\n' => {
                    i += 1;
                    self.at = At::SizeStart;
                }
                At::BodyCr | At::BodyLf => self.at = At::Error,
                At::Trailer => return,
                At::Error => {
                    out.extend_from_slice(&data[i..]);
                    return;
                }
            }
        }
    }
}

impl Filter for Dechunk {
    fn filter(&mut self, _: &mut Cx, _: &Stream, input: Vec<Bucket>, output: &mut Vec<Bucket>, _: FilterFlags) -> (FilterStatus, usize) {
        let data = joined(input);
        let mut out = Vec::with_capacity(data.len());
        self.decode(&data, &mut out);
        if !out.is_empty() {
            output.push(out);
        }
        (FilterStatus::PassOn, data.len())
    }
}

struct Consumed;

/// `consumed`: passes everything on.
pub(super) fn consumed(_: &mut Cx, _: &[u8], _: Option<&Value>) -> Option<Box<dyn Filter>> {
    Some(Box::new(Consumed))
}

impl Filter for Consumed {
    fn filter(&mut self, _: &mut Cx, _: &Stream, input: Vec<Bucket>, output: &mut Vec<Bucket>, _: FilterFlags) -> (FilterStatus, usize) {
        let n = input.iter().map(Vec::len).sum();
        output.extend(input);
        (FilterStatus::PassOn, n)
    }
}

#[cfg(test)]
mod tests {
    use super::{At, Dechunk};

    #[test]
    fn chunks_in_any_pieces() {
        let encoded = b"4\r\nwiki\r\n5;x=y\r\npedia\r\n0\r\n\r\n";
        for step in 1..encoded.len() {
            let (mut filter, mut out) = (Dechunk { at: At::SizeStart, left: 0 }, Vec::new());
            encoded.chunks(step).for_each(|part| filter.decode(part, &mut out));
            assert_eq!(out, b"wikipedia");
        }
    }
}
