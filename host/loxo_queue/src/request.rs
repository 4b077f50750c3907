//! Requests in memcached's text protocol, with Starling's and Kestrel's meaning of keys: bytes to requests, without I/O.
//!
//! Sources: memcached's `protocol.txt`; the options of keys are those of Kestrel's guide. Errors are worded as memcached 1.6 words them. One
//! thing differs: where a line that announces a value is refused, the value is skipped with it, and never read as a command.

use std::time::Duration;

/// Names of queues are at most so long, as memcached's keys.
pub const LONGEST_NAME: usize = 250;
/// A line without an end is given up after so many bytes; one that names many queues may be longer.
const LONGEST_LINE: usize = 2048;
const LONGEST_GET: usize = 64 << 10;
/// Expiry times up to here are seconds from now; larger ones are seconds since 1970.
const RELATIVE: i64 = 30 * 24 * 3600;

pub const ERROR: &[u8] = b"ERROR\r\n";
pub const BAD_FORMAT: &[u8] = b"CLIENT_ERROR bad command line format\r\n";
const BAD_CHUNK: &[u8] = b"CLIENT_ERROR bad data chunk\r\n";
const BAD_DELETE: &[u8] = b"CLIENT_ERROR bad command line format.  Usage: delete <key> [noreply]\r\n";
const BAD_FLUSH: &[u8] = b"CLIENT_ERROR invalid exptime argument\r\n";
const TOO_LARGE: &[u8] = b"SERVER_ERROR object too large for cache\r\n";

/// What the beginning of a connection's bytes is.
#[derive(Debug, PartialEq)]
pub enum Step<'a> {
    /// More bytes must come.
    Incomplete,
    /// So many bytes are a request.
    Request { request: Request<'a>, length: usize },
    /// So many bytes get this answer, which may be empty. They may be more than there are yet: the rest is skipped when it comes.
    Refused { reply: &'static [u8], length: usize },
    /// The client speaks something else.
    Hopeless,
}

#[derive(Debug, PartialEq)]
pub enum Request<'a> {
    Set { name: &'a [u8], flags: u64, expiry: i64, value: &'a [u8], noreply: bool },
    Get { keys: Vec<Key<'a>>, with_cas: bool },
    Delete { name: &'a [u8], noreply: bool },
    Flush { name: &'a [u8] },
    FlushAll { delay: i64, noreply: bool },
    Stats,
    Version,
    Verbosity { noreply: bool },
    Shutdown,
    Quit,
}

/// A queue in `get`, with Kestrel's options.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Key<'a> {
    pub name: &'a [u8],
    pub options: KeyOptions,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct KeyOptions {
    /// `t=MILLISECONDS`: how long to wait for an item.
    pub wait: Option<Duration>,
    /// The item that is taken comes back if the connection ends before it is closed.
    pub open: bool,
    /// The item that was opened is done with.
    pub close: bool,
    /// The item that was opened comes back.
    pub abort: bool,
    /// The item stays.
    pub peek: bool,
}

/// When an item expires, in milliseconds since 1970; 0: never. `expiry` is memcached's: 0, seconds from `now`, or seconds since 1970.
pub fn expires_at(expiry: i64, now: i64) -> i64 {
    match expiry {
        0 => 0,
        // Never 0, which would be never.
        i64::MIN..0 => now.max(1),
        1..=RELATIVE => now.saturating_add(expiry * 1000),
        _ => expiry.saturating_mul(1000),
    }
}

/// Reads the first request. Values longer than `longest_value` are refused.
pub fn parse(input: &[u8], longest_value: usize) -> Step<'_> {
    if input.first() == Some(&0x80) {
        // The binary protocol, which Starling does not have.
        return Step::Hopeless;
    }
    let Some(end) = input.iter().position(|byte| *byte == b'\n') else {
        let allowed = if input.starts_with(b"get") { LONGEST_GET } else { LONGEST_LINE };
        return if input.len() > allowed { Step::Hopeless } else { Step::Incomplete };
    };
    let length = end + 1;
    let line = input[..end].strip_suffix(b"\r").unwrap_or(&input[..end]);
    let mut words = line.split(|byte| *byte == b' ').filter(|word| !word.is_empty());
    let refused = |reply| Step::Refused { reply, length };
    let request = |request| Step::Request { request, length };
    let command = words.next().unwrap_or_default();
    match command {
        b"get" | b"gets" => match keys(words) {
            Ok(keys) => request(Request::Get { keys, with_cas: command == b"gets" }),
            Err(reply) => refused(reply),
        },
        b"set" => set(&input[length..], length, words, longest_value),
        // Storing in other ways means nothing for a queue; what is to be stored must not be taken for commands.
        b"add" | b"replace" | b"append" | b"prepend" | b"cas" => {
            let value = words.nth(3).and_then(number::<usize>).map_or(0, |value| value.saturating_add(2));
            Step::Refused { reply: ERROR, length: length.saturating_add(value) }
        }
        b"delete" => match (words.next(), words.next(), words.next(), words.next()) {
            (None, ..) => refused(ERROR),
            (Some(name), ..) if !is_name(name) => refused(BAD_FORMAT),
            (Some(name), None, ..) | (Some(name), Some(b"0"), None, _) => request(Request::Delete { name, noreply: false }),
            (Some(name), Some(b"noreply"), None, _) | (Some(name), Some(b"0"), Some(b"noreply"), None) => {
                request(Request::Delete { name, noreply: true })
            }
            _ => refused(BAD_DELETE),
        },
        b"flush" => match (words.next(), words.next()) {
            (Some(name), None) if is_name(name) => request(Request::Flush { name }),
            _ => refused(BAD_FORMAT),
        },
        b"flush_all" => match (words.next(), words.next(), words.next()) {
            (None, ..) => request(Request::FlushAll { delay: 0, noreply: false }),
            (Some(b"noreply"), None, _) => request(Request::FlushAll { delay: 0, noreply: true }),
            (Some(delay), second @ (None | Some(b"noreply")), None) => match number::<i64>(delay) {
                Some(delay) => request(Request::FlushAll { delay, noreply: second.is_some() }),
                None => refused(BAD_FLUSH),
            },
            _ => refused(ERROR),
        },
        b"stats" if words.next().is_none() => request(Request::Stats),
        b"version" => request(Request::Version),
        b"verbosity" => match (words.next(), words.next()) {
            (None, _) => refused(ERROR),
            (Some(level), second) if number::<u32>(level).is_some() => request(Request::Verbosity { noreply: second == Some(b"noreply") }),
            _ => refused(BAD_FORMAT),
        },
        b"shutdown" => request(Request::Shutdown),
        b"quit" => request(Request::Quit),
        _ => refused(ERROR),
    }
}

/// `rest`: what follows the line, which has `line` bytes.
fn set<'a>(rest: &'a [u8], line: usize, words: impl Iterator<Item = &'a [u8]>, longest_value: usize) -> Step<'a> {
    let mut fields = [&b""[..]; 5];
    let mut count = 0;
    for word in words {
        if let Some(field) = fields.get_mut(count) {
            *field = word;
        }
        count += 1;
    }
    if !(4..=5).contains(&count) {
        return Step::Refused { reply: ERROR, length: line };
    }
    let [name, flags, expiry, size, last] = fields;
    let noreply = last == b"noreply";
    let answer = |reply: &'static [u8]| if noreply { &b""[..] } else { reply };
    let Some(size) = number::<i32>(size).and_then(|size| usize::try_from(size).ok()) else {
        return Step::Refused { reply: BAD_FORMAT, length: line };
    };
    let length = line + size + 2;
    let (Some(flags), Some(expiry), true) = (number::<u64>(flags), number::<i64>(expiry), is_name(name)) else {
        return Step::Refused { reply: BAD_FORMAT, length };
    };
    if size > longest_value {
        return Step::Refused { reply: answer(TOO_LARGE), length };
    }
    let Some(body) = rest.get(..size + 2) else { return Step::Incomplete };
    let (value, end) = body.split_at(size);
    if end != b"\r\n" {
        return Step::Refused { reply: answer(BAD_CHUNK), length };
    }
    Step::Request { request: Request::Set { name, flags, expiry, value, noreply }, length }
}

fn keys<'a>(words: impl Iterator<Item = &'a [u8]>) -> Result<Vec<Key<'a>>, &'static [u8]> {
    let keys: Vec<Key<'a>> = words.map(key).collect::<Option<_>>().ok_or(BAD_FORMAT)?;
    if keys.is_empty() { Err(ERROR) } else { Ok(keys) }
}

/// A name and its options. `None`: no such option, or options that contradict each other.
fn key(word: &[u8]) -> Option<Key<'_>> {
    let mut parts = word.split(|byte| *byte == b'/');
    let name = parts.next().filter(|name| is_name(name))?;
    let mut options = KeyOptions::default();
    for part in parts {
        match part {
            b"open" => options.open = true,
            b"close" => options.close = true,
            b"abort" => options.abort = true,
            b"peek" => options.peek = true,
            _ => options.wait = Some(Duration::from_millis(number::<u32>(part.strip_prefix(b"t=")?)?.into())),
        }
    }
    let alone = options.peek && (options.open || options.close || options.abort);
    (!alone && !(options.close && options.abort)).then_some(Key { name, options })
}

/// What a queue may be called: a key of memcached without `/`, where Kestrel's options begin.
fn is_name(word: &[u8]) -> bool {
    !word.is_empty() && word.len() <= LONGEST_NAME && word.iter().all(|byte| !byte.is_ascii_control() && *byte != b'/' && *byte != b' ')
}

fn number<T: std::str::FromStr>(word: &[u8]) -> Option<T> {
    std::str::from_utf8(word).ok()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refused(input: &[u8]) -> (&'static [u8], usize) {
        match parse(input, 1 << 20) {
            Step::Refused { reply, length } => (reply, length),
            other => panic!("{:?}: {other:?}", String::from_utf8_lossy(input)),
        }
    }

    fn get(input: &[u8]) -> Vec<Key<'_>> {
        match parse(input, 1 << 20) {
            Step::Request { request: Request::Get { keys, .. }, length } if length == input.len() => keys,
            other => panic!("{:?}: {other:?}", String::from_utf8_lossy(input)),
        }
    }

    #[test]
    fn every_beginning_of_a_request_is_incomplete() {
        let whole = b"set jobs 7 60 5 noreply\r\na\r\nbc\r\nget";
        let length = whole.len() - 3;
        let request = Request::Set { name: b"jobs", flags: 7, expiry: 60, value: b"a\r\nbc", noreply: true };
        assert_eq!(parse(whole, 5), Step::Request { request, length });
        for cut in 0..length {
            assert_eq!(parse(&whole[..cut], 5), Step::Incomplete, "{cut}");
        }
    }

    #[test]
    fn options_of_keys() {
        assert_eq!(get(b"get a b+c\n"), [Key { name: b"a", ..Key::default() }, Key { name: b"b+c", ..Key::default() }]);
        let options = KeyOptions { wait: Some(Duration::from_millis(500)), open: true, close: true, ..KeyOptions::default() };
        assert_eq!(get(b"get q/close/open/t=500\r\n"), [Key { name: b"q", options }]);
        for wrong in
            [&b"get q/\r\n"[..], b"get q/what\r\n", b"get q/t=\r\n", b"get q/peek/open\r\n", b"get q/abort/close\r\n", b"get /t=1\r\n"]
        {
            assert_eq!(refused(wrong), (BAD_FORMAT, wrong.len()));
        }
    }

    #[test]
    fn a_value_that_is_refused_is_no_command() {
        assert_eq!(refused(b"set q x 0 5\r\nquit\n\r\n"), (BAD_FORMAT, 20));
        assert_eq!(refused(b"set q 0 0 2000000\r\n"), (TOO_LARGE, 19 + 2_000_002));
        assert_eq!(refused(b"set q 0 0 2000000 noreply\r\n"), (&b""[..], 27 + 2_000_002));
        assert_eq!(refused(b"append q 0 0 5\r\nquit\n\r\n"), (ERROR, 23));
        assert_eq!(refused(b"set q 0 0 3\r\nabcdef\r\n"), (BAD_CHUNK, 18));
        assert_eq!(refused(b"set a/b 0 0 1\r\n1\r\n"), (BAD_FORMAT, 18));
    }

    #[test]
    fn what_never_ends_is_given_up() {
        assert_eq!(parse(&[b'a'; LONGEST_LINE + 1], 9), Step::Hopeless);
        assert_eq!(parse(b"\x80\x01", 9), Step::Hopeless);
        let many = [b"get".to_vec(), b" q".repeat(5000)].concat();
        assert_eq!(parse(&many, 9), Step::Incomplete);
        assert_eq!(get(&[&many[..], b"\r\n"].concat()).len(), 5000);
    }

    #[test]
    fn expiry_is_relative_up_to_thirty_days() {
        let now = 1_700_000_000_000;
        assert_eq!(expires_at(0, now), 0);
        assert_eq!(expires_at(-1, now), now);
        assert_eq!(expires_at(RELATIVE, now), now + RELATIVE * 1000);
        assert_eq!(expires_at(1_800_000_000, now), 1_800_000_000_000);
        assert_eq!(expires_at(i64::MAX, now), i64::MAX);
    }
}
