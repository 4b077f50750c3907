//! Whole replies, as far as their bytes have come.

use crate::header::{Header, Malformed};

/// Replies within replies are read so deep.
const DEEPEST: usize = 16;
/// A first line has no more bytes, whatever it is.
const LONGEST_LINE: usize = 64 << 10;

/// What a server answers to a command.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Reply {
    Status(Vec<u8>),
    /// The first word says of what kind.
    Error(Vec<u8>),
    Int(i64),
    Bulk(Vec<u8>),
    /// There is no value, or no list.
    Nil,
    Array(Vec<Reply>),
}

impl Reply {
    /// Reads the first reply and says how many bytes it has. `None`: more must come.
    pub fn parse(input: &[u8]) -> Result<Option<(Reply, usize)>, Malformed> {
        let mut reader = Reader { input, at: 0 };
        Ok(reader.reply(0)?.map(|reply| (reply, reader.at)))
    }
}

struct Reader<'a> {
    input: &'a [u8],
    at: usize,
}

impl Reader<'_> {
    fn reply(&mut self, depth: usize) -> Result<Option<Reply>, Malformed> {
        let rest = &self.input[self.at..];
        let Some(end) = rest.iter().position(|byte| *byte == b'\n') else {
            return if rest.len() > LONGEST_LINE { Err(Malformed(rest[0])) } else { Ok(None) };
        };
        let line = rest[..end].strip_suffix(b"\r").unwrap_or(&rest[..end]);
        let wrong = Malformed(rest[0]);
        self.at += end + 1;
        Ok(Some(match Header::parse(line)? {
            Header::Status(text) => Reply::Status(text.to_vec()),
            Header::Error(text) => Reply::Error(text.to_vec()),
            Header::Int(digits) => Reply::Int(std::str::from_utf8(digits).ok().and_then(|digits| digits.parse().ok()).ok_or(wrong)?),
            Header::Bulk(None) | Header::Array(None) => Reply::Nil,
            Header::Bulk(Some(length)) => {
                let Some(bytes) = self.input.get(self.at..self.at.saturating_add(length).saturating_add(2)) else { return Ok(None) };
                self.at += bytes.len();
                Reply::Bulk(bytes.strip_suffix(b"\r\n").ok_or(wrong)?.to_vec())
            }
            Header::Array(Some(_)) if depth == DEEPEST => return Err(wrong),
            Header::Array(Some(count)) => {
                // What is claimed is not believed: memory is taken for what has come.
                let mut all = Vec::new();
                for _ in 0..count {
                    let Some(reply) = self.reply(depth + 1)? else { return Ok(None) };
                    all.push(reply);
                }
                Reply::Array(all)
            }
        }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn replies_are_whole_or_incomplete() {
        let whole = b"*4\r\n$3\r\na\r\n\r\n:-5\r\n*1\r\n+OK\r\n$-1\r\n+next";
        let length = whole.len() - 5;
        let inner = Reply::Array(vec![Reply::Status(b"OK".to_vec())]);
        let all = Reply::Array(vec![Reply::Bulk(b"a\r\n".to_vec()), Reply::Int(-5), inner, Reply::Nil]);
        assert_eq!(Reply::parse(whole), Ok(Some((all, length))));
        for cut in 0..length {
            assert_eq!(Reply::parse(&whole[..cut]), Ok(None), "{cut}");
        }
        assert_eq!(Reply::parse(b"-ERR no\r\n"), Ok(Some((Reply::Error(b"ERR no".to_vec()), 9))));
    }

    #[test]
    fn what_is_no_reply_is_refused() {
        assert!(Reply::parse(b"$1\r\nabc").is_err() && Reply::parse(b"what\r\n").is_err());
        assert!(Reply::parse(&b"*1\r\n".repeat(DEEPEST + 1)).is_err());
        assert_eq!(Reply::parse(b"*4000000000\r\n:1\r\n"), Ok(None));
        assert!(Reply::parse(&vec![b'+'; LONGEST_LINE + 1]).is_err());
    }
}
