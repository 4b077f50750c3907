//! The `multipart/form-data` format, part by part, without holding a part in memory.
//!
//! As lenient as PHP: lines may end in LF alone, the boundary needs a line end before it and none after it to end a part.

/// Size of the buffer; longer header lines are cut in pieces.
const BUFFER: usize = 64 << 10;
/// Longer boundaries are refused.
pub const MAX_BOUNDARY: usize = 5 * 1024 - 4;

/// Gives the next bytes of the body; 0 at its end.
pub type Source<'a> = &'a mut dyn FnMut(&mut [u8]) -> usize;

/// Header lines of a part.
pub type Headers = Vec<(Vec<u8>, Vec<u8>)>;

/// Reads the parts of a body.
pub struct Parts<'a> {
    source: Source<'a>,
    buffer: Vec<u8>,
    /// The bytes in the buffer that are not consumed.
    start: usize,
    end: usize,
    /// `--boundary`
    boundary: Vec<u8>,
    /// The same at the beginning of a line.
    next: Vec<u8>,
}

/// A piece of a part's content.
#[derive(Debug, PartialEq)]
pub struct Piece {
    pub bytes: Vec<u8>,
    /// The boundary that ends the part is in sight.
    pub complete: bool,
}

impl<'a> Parts<'a> {
    pub fn new(boundary: &[u8], source: Source<'a>) -> Parts<'a> {
        let boundary = [b"--", boundary].concat();
        let next = [b"\n", &boundary[..]].concat();
        Parts { source, buffer: vec![0; BUFFER], start: 0, end: 0, boundary, next }
    }

    /// Moves what is left to the front and reads until the buffer is full. False: nothing came.
    fn fill(&mut self) -> bool {
        self.buffer.copy_within(self.start..self.end, 0);
        (self.start, self.end) = (0, self.end - self.start);
        let before = self.end;
        while self.end < self.buffer.len() {
            match (self.source)(&mut self.buffer[self.end..]) {
                0 => break,
                count => self.end = (self.end + count).min(self.buffer.len()),
            }
        }
        self.end > before
    }

    fn rest(&self) -> &[u8] {
        &self.buffer[self.start..self.end]
    }

    /// No more bytes.
    pub fn at_end(&mut self) -> bool {
        self.start == self.end && !self.fill()
    }

    fn buffered_line(&mut self) -> Option<Vec<u8>> {
        match self.rest().iter().position(|b| *b == b'\n') {
            Some(at) => {
                let line = &self.rest()[..at];
                let line = line.strip_suffix(b"\r").unwrap_or(line).to_vec();
                self.start += at + 1;
                Some(line)
            }
            None if self.end - self.start < self.buffer.len() => None,
            None => {
                let line = self.rest().to_vec();
                self.start = self.end;
                Some(line)
            }
        }
    }

    /// The next whole line, without its end.
    fn line(&mut self) -> Option<Vec<u8>> {
        if let Some(line) = self.buffered_line() {
            return Some(line);
        }
        self.fill();
        self.buffered_line()
    }

    /// Goes to the next part and reads its headers. `None`: there is none.
    pub fn headers(&mut self) -> Option<Headers> {
        while c_string(&self.line()?) != self.boundary {}
        let mut headers = Headers::new();
        while let Some(line) = self.line() {
            let line = c_string(&line);
            let Some(first) = line.first() else { break };
            let colon = if first.is_ascii_whitespace() { None } else { line.iter().position(|b| *b == b':') };
            match (colon, headers.last_mut()) {
                (Some(at), _) => headers.push((line[..at].to_vec(), line[at + 1..].trim_ascii_start().to_vec())),
                // A line without a colon continues the one before.
                (None, Some((_, value))) => value.extend_from_slice(line),
                (None, None) => {}
            }
        }
        Some(headers)
    }

    /// The next piece of the part's content, no longer than `limit`; an empty one at its end.
    pub fn read(&mut self, limit: usize) -> Piece {
        if limit >= self.end - self.start {
            self.fill();
        }
        let rest = self.rest();
        let found = find_prefix(rest, &self.next);
        let complete = found.is_some_and(|at| rest[at..].starts_with(&self.next));
        let mut count = found.unwrap_or(rest.len()).min(limit);
        // The carriage return before a boundary is not content; it stays in the buffer until the boundary is reached.
        if found.is_some() && count > 0 && rest[count - 1] == b'\r' {
            count -= 1;
        }
        let bytes = rest[..count].to_vec();
        self.start += count;
        Piece { bytes, complete }
    }
}

/// Where `needle` begins in `haystack`; at the end, a beginning of it is enough.
fn find_prefix(haystack: &[u8], needle: &[u8]) -> Option<usize> {
    let mut from = 0;
    while let Some(at) = haystack[from..].iter().position(|b| *b == needle[0]).map(|at| at + from) {
        let rest = &haystack[at..];
        let length = rest.len().min(needle.len());
        if rest[..length] == needle[..length] {
            return Some(at);
        }
        from = at + 1;
    }
    None
}

/// Up to the first NUL.
fn c_string(text: &[u8]) -> &[u8] {
    &text[..text.iter().position(|b| *b == 0).unwrap_or(text.len())]
}

/// Why there is no boundary.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NoBoundary {
    Missing,
    Invalid,
    TooLong,
}

/// The boundary that a content type names.
pub fn boundary(content_type: &[u8]) -> Result<Vec<u8>, NoBoundary> {
    let word = b"boundary";
    let find = |text: &[u8]| text.windows(word.len()).position(|window| window == word);
    let at = find(content_type).or_else(|| find(&content_type.to_ascii_lowercase())).ok_or(NoBoundary::Missing)?;
    let rest = &content_type[at..];
    let equals = rest.iter().position(|b| *b == b'=').ok_or(NoBoundary::Missing)?;
    let rest = &rest[equals + 1..];
    let boundary = match rest.strip_prefix(b"\"") {
        Some(quoted) => &quoted[..quoted.iter().position(|b| *b == b'"').ok_or(NoBoundary::Invalid)?],
        None => &rest[..rest.iter().position(|b| matches!(b, b',' | b';')).unwrap_or(rest.len())],
    };
    if boundary.len() > MAX_BOUNDARY { Err(NoBoundary::TooLong) } else { Ok(boundary.to_vec()) }
}

/// `name` and `filename` of a `Content-Disposition` header.
pub fn disposition(mut value: &[u8]) -> (Option<Vec<u8>>, Option<Vec<u8>>) {
    let (mut name, mut filename) = (None, None);
    value = value.trim_ascii_start();
    while !value.is_empty() {
        let (mut pair, rest) = word(value, b';');
        value = rest.trim_ascii_start();
        if !pair.contains(&b'=') {
            continue;
        }
        let key;
        (key, pair) = word(pair, b'=');
        if key.eq_ignore_ascii_case(b"name") {
            name = Some(unquoted(pair));
        } else if key.eq_ignore_ascii_case(b"filename") {
            filename = Some(unquoted(pair));
        }
    }
    (name, filename)
}

/// Up to a separator that is not in quotes, and what follows it.
fn word(text: &[u8], stop: u8) -> (&[u8], &[u8]) {
    let mut at = 0;
    while at < text.len() && text[at] != stop {
        let quote = text[at];
        at += 1;
        if !matches!(quote, b'"' | b'\'') {
            continue;
        }
        while at < text.len() && text[at] != quote {
            at += if text[at] == b'\\' && text.get(at + 1) == Some(&quote) { 2 } else { 1 };
        }
        at += 1;
    }
    let at = at.min(text.len());
    let stops = text[at..].iter().take_while(|b| **b == stop).count();
    (&text[..at], &text[at + stops..])
}

fn unquoted(text: &[u8]) -> Vec<u8> {
    let text = text.trim_ascii_start();
    let (quote, text) = match text {
        [quote @ (b'"' | b'\''), rest @ ..] => (Some(*quote), rest),
        _ => (None, &text[..text.iter().position(u8::is_ascii_whitespace).unwrap_or(text.len())]),
    };
    let mut out = Vec::with_capacity(text.len());
    let mut at = 0;
    while at < text.len() && Some(text[at]) != quote {
        if text[at] == b'\\' && text.get(at + 1).is_some_and(|b| *b == b'\\' || Some(*b) == quote) {
            at += 1;
        }
        out.push(text[at]);
        at += 1;
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read_all(body: &[u8], boundary: &[u8], step: usize) -> Vec<(Headers, Vec<u8>, bool)> {
        let mut left = body;
        let mut source = |buffer: &mut [u8]| {
            let count = left.len().min(buffer.len()).min(step);
            buffer[..count].copy_from_slice(&left[..count]);
            left = &left[count..];
            count
        };
        let mut parts = Parts::new(boundary, &mut source);
        let mut found = Vec::new();
        while !parts.at_end() {
            let Some(headers) = parts.headers() else { break };
            let (mut content, mut complete) = (Vec::new(), false);
            loop {
                let piece = parts.read(100);
                complete |= piece.complete;
                if piece.bytes.is_empty() {
                    break;
                }
                content.extend(piece.bytes);
            }
            found.push((headers, content, complete));
        }
        found
    }

    #[test]
    fn parts() {
        let body = b"--x\r\nA: b\r\nC:\r\n\td\r\n\r\none\r\n\r\n--y\r\n--x\r\nB: c\r\n\r\n\r\n--x\nD: e\n\nlast\r\n--x--\r\n";
        for step in [1, 2, 7, 1000] {
            let found = read_all(body, b"x", step);
            let contents: Vec<&[u8]> = found.iter().map(|part| &part.1[..]).collect();
            assert_eq!(contents, [&b"one\r\n\r\n--y"[..], b"", b"last"]);
            assert!(found.iter().all(|part| part.2));
            assert_eq!(found[0].0, [(b"A".to_vec(), b"b".to_vec()), (b"C".to_vec(), b"\td".to_vec())]);
        }
    }

    #[test]
    fn long_content_and_no_end() {
        let mut body = b"--x\r\nA: b\r\n\r\n".to_vec();
        body.extend(std::iter::repeat_n(b'\n', 200_000));
        let found = read_all(&body, b"x", 1000);
        // The last line feed may begin a boundary: PHP's reader keeps it back for good, too.
        assert_eq!(found[0].1.len(), 199_999);
        assert!(!found[0].2);
    }

    #[test]
    fn boundaries() {
        assert_eq!(boundary(b"multipart/form-data; boundary=abc; x"), Ok(b"abc".to_vec()));
        assert_eq!(boundary(b"multipart/form-data; BOUNDARY=\"a;c\""), Ok(b"a;c".to_vec()));
        assert_eq!(boundary(b"multipart/form-data"), Err(NoBoundary::Missing));
        assert_eq!(boundary(b"multipart/form-data; boundary=\"abc"), Err(NoBoundary::Invalid));
    }

    #[test]
    fn dispositions() {
        let (name, filename) = disposition(br#"form-data; name="a\"b"; filename=C:\x.txt"#);
        assert_eq!(name.as_deref(), Some(&b"a\"b"[..]));
        assert_eq!(filename.as_deref(), Some(&br"C:\x.txt"[..]));
        assert_eq!(disposition(br#"form-data; name='it"s; x' ; z"#).0.as_deref(), Some(&br#"it"s; x"#[..]));
    }
}
