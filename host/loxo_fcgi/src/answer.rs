//! What an application answers, as a client reads it: records of output and of its log, and the end.

use crate::Malformed;
use crate::record::{END_REQUEST, HEAD, Head, STDERR, STDOUT};

/// Bytes that are read at once. An end record fits in it whole.
const BUFFER: usize = 64 << 10;

/// A part of an answer.
#[derive(Debug, PartialEq, Eq)]
pub enum Part<'a> {
    Output(&'a [u8]),
    Log(&'a [u8]),
    /// The request is over; the application's own status.
    End(u32),
}

/// What an application sends over one FastCGI connection, on which requests follow one another. Bytes go in by [`Answer::room`] and [`Answer::filled`], parts come out.
#[derive(Debug)]
pub struct Answer {
    buffer: Box<[u8]>,
    start: usize,
    end: usize,
    /// The record that is being read: its kind, and what is left of its content and padding.
    kind: u8,
    left: usize,
    padding: usize,
}

impl Default for Answer {
    fn default() -> Answer {
        Answer { buffer: vec![0; BUFFER].into(), start: 0, end: 0, kind: 0, left: 0, padding: 0 }
    }
}

impl Answer {
    /// Where bytes may be put that come next; never empty once all parts have been taken.
    pub fn free_space(&mut self) -> &mut [u8] {
        self.buffer.copy_within(self.start..self.end, 0);
        (self.start, self.end) = (0, self.end - self.start);
        &mut self.buffer[self.end..]
    }

    /// So many bytes have been put there.
    pub fn filled(&mut self, count: usize) {
        self.end = (self.end + count).min(self.buffer.len());
    }

    /// A record has begun and not ended.
    pub fn is_within_record(&self) -> bool {
        self.start < self.end || self.left > 0 || self.padding > 0
    }

    /// The next part; `None`: more bytes are needed.
    pub fn next_part(&mut self) -> Result<Option<Part<'_>>, Malformed> {
        loop {
            let available = self.end - self.start;
            if self.left > 0 {
                if available == 0 {
                    return Ok(None);
                }
                let from = self.start;
                let count = self.left.min(available);
                (self.start, self.left) = (from + count, self.left - count);
                let content = &self.buffer[from..from + count];
                return Ok(Some(if self.kind == STDOUT { Part::Output(content) } else { Part::Log(content) }));
            }
            if self.padding > 0 {
                let count = self.padding.min(available);
                (self.start, self.padding) = (self.start + count, self.padding - count);
                if self.padding > 0 {
                    return Ok(None);
                }
                continue;
            }
            let Some(head) = self.buffer[self.start..self.end].first_chunk::<HEAD>() else { return Ok(None) };
            let head = Head::parse(*head).ok_or(Malformed)?;
            match head.kind {
                STDOUT | STDERR => {
                    self.start += HEAD;
                    (self.kind, self.left, self.padding) = (head.kind, head.length.into(), head.padding.into());
                }
                END_REQUEST if head.length == 8 => {
                    if available < HEAD + head.rest() {
                        return Ok(None);
                    }
                    let status = self.buffer[self.start + HEAD..].first_chunk::<4>().map_or(0, |bytes| u32::from_be_bytes(*bytes));
                    self.start += HEAD + head.rest();
                    return Ok(Some(Part::End(status)));
                }
                _ => return Err(Malformed),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{REQUEST_COMPLETE, end_request, push_record};

    fn parts(answer: &mut Answer, bytes: &[u8], step: usize) -> Result<(Vec<u8>, Vec<u8>, bool), Malformed> {
        let (mut output, mut log, mut ended) = (Vec::new(), Vec::new(), false);
        for piece in bytes.chunks(step) {
            answer.free_space()[..piece.len()].copy_from_slice(piece);
            answer.filled(piece.len());
            while let Some(part) = answer.next_part()? {
                match part {
                    Part::Output(bytes) => output.extend_from_slice(bytes),
                    Part::Log(bytes) => log.extend_from_slice(bytes),
                    Part::End(status) => ended = status == 0,
                }
            }
        }
        Ok((output, log, ended))
    }

    #[test]
    fn answers_come_in_pieces_of_any_size() {
        let page = vec![b'x'; 150_000];
        let mut bytes = Vec::new();
        push_record(&mut bytes, STDERR, 1, b"a warning");
        push_record(&mut bytes, STDOUT, 1, &page);
        bytes.extend_from_slice(&end_request(1, 0, REQUEST_COMPLETE));
        for step in [1, 7, 4096, 60_000] {
            let mut answer = Answer::default();
            for _ in 0..2 {
                let read = parts(&mut answer, &bytes, step).expect("is well formed");
                assert!(read == (page.clone(), b"a warning".to_vec(), true), "{step}");
                assert!(!answer.is_within_record());
            }
        }
    }

    #[test]
    fn what_is_no_answer() {
        assert!(parts(&mut Answer::default(), &[9; 16], 16).is_err());
        assert!(parts(&mut Answer::default(), &Head { kind: 4, request: 1, length: 0, padding: 0 }.bytes(), 8).is_err());
        assert!(parts(&mut Answer::default(), &Head { kind: END_REQUEST, request: 1, length: 9, padding: 0 }.bytes(), 8).is_err());
    }
}
