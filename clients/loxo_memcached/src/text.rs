//! memcached's text protocol: reads the lines that a server answers with and makes them the client's results.

use crate::item::Item;
use crate::status::{Failure, Status};
use crate::wire::Link;

/// What a line says.
pub(crate) enum Answer {
    Plain(Status),
    Number(u64),
    Version(u8, u8, u8),
    Value(Item),
    Stat(Vec<u8>, Vec<u8>),
    /// A key of a slab.
    Key(Vec<u8>),
}

/// The digits at the beginning of words.
fn number<T: std::str::FromStr>(word: Option<&[u8]>) -> Option<T> {
    std::str::from_utf8(word?).ok()?.parse().ok()
}

fn words(line: &[u8]) -> impl Iterator<Item = &[u8]> {
    line.split(|byte| *byte == b' ').filter(|word| !word.is_empty())
}

fn told(status: Status, line: &[u8]) -> Failure {
    let text = line.split_once_byte(b' ').map_or(&b""[..], |(_, text)| text);
    Failure::new(status, String::from_utf8_lossy(text))
}

/// `split_once` for bytes.
trait SplitOnce {
    fn split_once_byte(&self, byte: u8) -> Option<(&[u8], &[u8])>;
}

impl SplitOnce for [u8] {
    fn split_once_byte(&self, byte: u8) -> Option<(&[u8], &[u8])> {
        let at = self.iter().position(|b| *b == byte)?;
        Some((self.get(..at)?, self.get(at + 1..)?))
    }
}

fn unreadable(line: &[u8]) -> Failure {
    Failure::new(Status::UNKNOWN_READ_FAILURE, String::from_utf8_lossy(line.get(..line.len().min(200)).unwrap_or_default()))
}

/// Reads what a server says next.
pub(crate) fn answer(link: &mut Link) -> Result<Answer, Failure> {
    let line = link.line()?;
    let mut rest = words(&line);
    Ok(Answer::Plain(match rest.next().unwrap_or_default() {
        b"STORED" => Status::STORED,
        b"NOT_STORED" => Status::NOTSTORED,
        b"EXISTS" => Status::DATA_EXISTS,
        b"NOT_FOUND" => Status::NOTFOUND,
        b"DELETED" => Status::DELETED,
        b"OK" | b"TOUCHED" => Status::SUCCESS,
        b"END" => Status::END,
        b"ERROR" => return Err(Status::ERROR.into()),
        b"CLIENT_ERROR" => return Err(told(Status::CLIENT_ERROR, &line)),
        b"SERVER_ERROR" => {
            return Err(match line.as_slice() {
                b"SERVER_ERROR object too large for cache" => Status::E2BIG.into(),
                line if line.to_ascii_lowercase().starts_with(b"server_error out of memory") => {
                    Status::SERVER_MEMORY_ALLOCATION_FAILURE.into()
                }
                line => told(Status::SERVER_ERROR, line),
            });
        }
        b"VALUE" => {
            let item = (|| {
                let key = rest.next()?.to_vec();
                let (flags, length) = (number(rest.next())?, number::<usize>(rest.next())?);
                Some((Item { key, value: Vec::new(), flags, cas: number(rest.next()).unwrap_or(0) }, length))
            })();
            let (mut item, length) = item.ok_or_else(|| unreadable(&line))?;
            item.value = link.bytes(length)?;
            if link.bytes(2)? != b"\r\n" {
                return Err(Status::PARTIAL_READ.into());
            }
            return Ok(Answer::Value(item));
        }
        b"STAT" => {
            let name = rest.next().unwrap_or_default().to_vec();
            let before = b"STAT ".len() + name.len() + 1;
            return Ok(Answer::Stat(name, line.get(before..).unwrap_or_default().to_vec()));
        }
        b"ITEM" => return Ok(Answer::Key(rest.next().unwrap_or_default().to_vec())),
        b"VERSION" => {
            let mut parts = rest.next().unwrap_or_default().split(|byte| *byte == b'.');
            let mut part = || {
                let digits = parts.next().unwrap_or_default();
                let end = digits.iter().position(|byte| !byte.is_ascii_digit()).unwrap_or(digits.len());
                number(digits.get(..end))
            };
            let version = (part(), part(), part());
            let (Some(major), Some(minor)) = (version.0, version.1) else { return Err(unreadable(&line)) };
            return Ok(Answer::Version(major, minor, version.2.unwrap_or(0)));
        }
        word if word.first().is_some_and(u8::is_ascii_digit) => {
            return number(Some(word)).map(Answer::Number).ok_or_else(|| unreadable(&line));
        }
        _ => return Err(unreadable(&line)),
    }))
}

/// A status alone.
pub(crate) fn status(link: &mut Link) -> Result<Status, Failure> {
    match answer(link)? {
        Answer::Plain(status) => Ok(status),
        _ => Err(Status::UNKNOWN_READ_FAILURE.into()),
    }
}
