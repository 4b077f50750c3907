//! What a server sends: its operations, each with what belongs to it.

use crate::headers::Headers;

/// An operation has no more bytes before its end of line. The first one, which describes the server, is the longest.
const LONGEST_LINE: usize = 64 << 10;

/// An operation of a server.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Event<'a> {
    /// What the server is: JSON.
    Info(&'a [u8]),
    Message(Message<'a>),
    Ping,
    Pong,
    Ok,
    /// What the server did not like; it may end the connection.
    Error(&'a [u8]),
}

/// A message that was published to a subject that the client has subscribed to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Message<'a> {
    pub subject: &'a [u8],
    /// The subject that answers are expected at.
    pub reply: Option<&'a [u8]>,
    pub headers: Headers<'a>,
    pub payload: &'a [u8],
}

/// Bytes that are no operation of a server's.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Malformed;

/// Reads the first operation and says how many bytes it has. `None`: more must come. Messages with more than `longest` bytes are refused.
pub fn parse(input: &[u8], longest: usize) -> Result<Option<(Event<'_>, usize)>, Malformed> {
    let Some(end) = input.iter().position(|byte| *byte == b'\n') else {
        return if input.len() > LONGEST_LINE { Err(Malformed) } else { Ok(None) };
    };
    let line = input[..end].strip_suffix(b"\r").unwrap_or(&input[..end]);
    let (name, rest) = line.iter().position(|byte| matches!(byte, b' ' | b'\t')).map_or((line, &b""[..]), |at| line.split_at(at));
    let rest = rest.trim_ascii();
    let length = end + 1;
    let event = match &name.to_ascii_uppercase()[..] {
        b"INFO" => Event::Info(rest),
        b"PING" => Event::Ping,
        b"PONG" => Event::Pong,
        b"+OK" => Event::Ok,
        b"-ERR" => Event::Error(rest.strip_prefix(b"'").and_then(|rest| rest.strip_suffix(b"'")).unwrap_or(rest)),
        b"MSG" => return message(&input[length..], rest, false, longest).map(|found| found.map(|(event, body)| (event, length + body))),
        b"HMSG" => return message(&input[length..], rest, true, longest).map(|found| found.map(|(event, body)| (event, length + body))),
        _ => return Err(Malformed),
    };
    Ok(Some((event, length)))
}

/// `SUBJECT SID [REPLY] [BYTES OF HEADERS] BYTES`, and then these bytes.
fn message<'a>(input: &'a [u8], line: &'a [u8], with_headers: bool, longest: usize) -> Result<Option<(Event<'a>, usize)>, Malformed> {
    let words: Vec<&[u8]> = line.split(|byte| matches!(byte, b' ' | b'\t')).filter(|word| !word.is_empty()).collect();
    let sizes = if with_headers { 2 } else { 1 };
    let Some((names, sizes)) = words.len().checked_sub(sizes).map(|at| words.split_at(at)) else { return Err(Malformed) };
    let (subject, reply) = match names {
        [subject, _] => (*subject, None),
        [subject, _, reply] => (*subject, Some(*reply)),
        _ => return Err(Malformed),
    };
    let total = number(sizes[sizes.len() - 1])?;
    let head = if with_headers { number(sizes[0])? } else { 0 };
    if head > total || total > longest {
        return Err(Malformed);
    }
    let Some(body) = input.get(..total + 2) else { return Ok(None) };
    let Some(body) = body.strip_suffix(b"\r\n") else { return Err(Malformed) };
    let (headers, payload) = body.split_at(head);
    Ok(Some((Event::Message(Message { subject, reply, headers: Headers(headers), payload }), total + 2)))
}

fn number(word: &[u8]) -> Result<usize, Malformed> {
    let number = std::str::from_utf8(word).ok().and_then(|word| word.parse::<u32>().ok()).ok_or(Malformed)?;
    usize::try_from(number).map_err(|_| Malformed)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_are_whole_or_incomplete() {
        let whole = b"HMSG a.b 1 r.1 12 15\r\nNATS/1.0\r\n\r\n\r\n\nMSG";
        let length = whole.len() - 3;
        let message = Message { subject: b"a.b", reply: Some(b"r.1"), headers: Headers(b"NATS/1.0\r\n\r\n"), payload: b"\r\n\n" };
        // The payload's own ends of line are no ends.
        let whole = [&whole[..whole.len() - 3], b"\r\nPING"].concat();
        assert_eq!(parse(&whole, 100), Ok(Some((Event::Message(message), length + 2))));
        for cut in 0..length + 2 {
            assert_eq!(parse(&whole[..cut], 100), Ok(None), "{cut}");
        }
        assert_eq!(parse(&whole, 14), Err(Malformed));
        let plain = Message { subject: b"a", reply: None, headers: Headers(b""), payload: b"" };
        assert_eq!(parse(b"MSG  a\t9 0\r\n\r\n", 0), Ok(Some((Event::Message(plain), 14))));
    }

    #[test]
    fn single_lines() {
        assert_eq!(parse(b"INFO {\"a\":1} \r\n", 0), Ok(Some((Event::Info(b"{\"a\":1}"), 15))));
        assert_eq!(parse(b"ping\r\n", 0), Ok(Some((Event::Ping, 6))));
        assert_eq!(parse(b"-ERR 'Authorization Violation'\r\n", 0), Ok(Some((Event::Error(b"Authorization Violation"), 32))));
        for wrong in [&b"MSG a 1\r\n"[..], b"MSG a 1 x\r\n", b"MSG a 1 0\r\nab", b"HMSG a 1 3 2\r\n\r\n\r\n", b"GET / HTTP/1.0\r\n"] {
            assert_eq!(parse(wrong, 100), Err(Malformed), "{}", String::from_utf8_lossy(wrong));
        }
    }
}
