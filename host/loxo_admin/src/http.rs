//! As much of HTTP/1.1 as the pages need: one request of a connection, and its answer.

use std::io;
use std::time::{Duration, Instant};

use crate::address::Stream;

/// Longest head of a request.
const LONGEST_HEAD: usize = 16 << 10;
/// How long a client may take for it.
const HEAD_LIMIT: Duration = Duration::from_secs(2);

/// What was asked for.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Asked {
    pub path: String,
    /// It is to change something (`POST`).
    pub changes: bool,
    /// A browser says which page it comes from (`Origin`, `Sec-Fetch-Site`), as it does whenever a page makes it change something.
    pub is_of_a_page: bool,
    /// Names and values, as they stand in the address.
    pub query: Vec<(String, String)>,
    pub host: String,
    pub authorization: String,
}

impl Asked {
    pub(crate) fn value(&self, name: &str) -> Option<&str> {
        self.query.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }

    pub(crate) fn number(&self, name: &str) -> Option<u64> {
        self.value(name)?.parse().ok()
    }
}

pub(crate) struct Answer {
    pub status: u16,
    pub kind: &'static str,
    pub body: Vec<u8>,
}

impl Answer {
    pub(crate) fn html(body: String) -> Answer {
        Answer { status: 200, kind: "text/html; charset=UTF-8", body: body.into_bytes() }
    }

    pub(crate) fn json(body: impl Into<Vec<u8>>) -> Answer {
        Answer { status: 200, kind: "application/json", body: body.into() }
    }

    pub(crate) fn refusal(status: u16, text: &str) -> Answer {
        Answer { status, kind: "text/plain; charset=UTF-8", body: format!("{text}\n").into_bytes() }
    }
}

/// A request's head as far as it has come. `None`: there is more to come. The error is the status that it gets.
pub(crate) fn parse(bytes: &[u8]) -> Result<Option<Asked>, u16> {
    let mut headers = [httparse::EMPTY_HEADER; 64];
    let mut request = httparse::Request::new(&mut headers);
    match request.parse(bytes) {
        Ok(httparse::Status::Complete(_)) => {}
        Ok(httparse::Status::Partial) if bytes.len() < LONGEST_HEAD => return Ok(None),
        Ok(httparse::Status::Partial) => return Err(431),
        Err(_) => return Err(400),
    }
    let changes = match request.method {
        Some("GET") => false,
        Some("POST") => true,
        _ => return Err(405),
    };
    let target = request.path.unwrap_or("/");
    let (path, query) = target.split_once('?').unwrap_or((target, ""));
    let field = |name: &str| {
        let found = request.headers.iter().find(|header| header.name.eq_ignore_ascii_case(name));
        found.map_or_else(String::new, |header| String::from_utf8_lossy(header.value).into_owned())
    };
    let pairs = query.split('&').filter_map(|pair| pair.split_once('='));
    Ok(Some(Asked {
        path: path.to_string(),
        changes,
        is_of_a_page: !field("origin").is_empty() || !field("sec-fetch-site").is_empty(),
        query: pairs.map(|(name, value)| (name.to_string(), value.to_string())).collect(),
        host: field("host"),
        authorization: field("authorization"),
    }))
}

/// Reads a request. The error is the status that it gets.
pub(crate) fn read(stream: &mut dyn Stream) -> Result<Asked, u16> {
    let until = Instant::now() + HEAD_LIMIT;
    let mut head = Vec::new();
    let mut buffer = [0; 4096];
    loop {
        let length = stream.read(&mut buffer).map_err(|_| 408u16)?;
        head.extend_from_slice(&buffer[..length]);
        if let Some(asked) = parse(&head)? {
            return Ok(asked);
        }
        if length == 0 || Instant::now() > until {
            return Err(408);
        }
    }
}

pub(crate) fn write(stream: &mut dyn Stream, answer: &Answer) -> io::Result<()> {
    let name = match answer.status {
        200 => "OK",
        400 => "Bad Request",
        401 => "Unauthorized",
        403 => "Forbidden",
        404 => "Not Found",
        405 => "Method Not Allowed",
        408 => "Request Timeout",
        431 => "Request Header Fields Too Large",
        _ => "Error",
    };
    let ask = if answer.status == 401 { "WWW-Authenticate: Basic realm=\"Loxo\"\r\n" } else { "" };
    let head = format!(
        "HTTP/1.1 {} {name}\r\nContent-Type: {}\r\nContent-Length: {}\r\n{ask}Cache-Control: no-store\r\nX-Content-Type-Options: nosniff\r\n\
         Content-Security-Policy: connect-src 'none'; object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'\r\n\
         Connection: close\r\n\r\n",
        answer.status,
        answer.kind,
        answer.body.len()
    );
    stream.write_all(head.as_bytes())?;
    stream.write_all(&answer.body)?;
    stream.flush()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn heads() {
        let asked = parse(b"GET /profile?route=3&x=1 HTTP/1.1\r\nHost: localhost:9\r\nauthorization: Bearer t\r\n\r\n");
        let asked = asked.expect("is right").expect("is whole");
        assert_eq!((asked.path.as_str(), asked.number("route"), asked.value("y")), ("/profile", Some(3), None));
        assert_eq!((asked.host.as_str(), asked.authorization.as_str()), ("localhost:9", "Bearer t"));
        assert_eq!(parse(b"GET / HTTP/1.1\r\nHo"), Ok(None));
        assert!(!asked.changes && !asked.is_of_a_page);
        for (fields, is_of_a_page) in [("", false), ("Origin: null\r\n", true), ("sec-fetch-site: none\r\n", true)] {
            let asked = parse(format!("POST / HTTP/1.1\r\n{fields}\r\n").as_bytes()).expect("is right").expect("is whole");
            assert!(asked.changes && asked.is_of_a_page == is_of_a_page, "{fields}");
        }
        assert_eq!(parse(b"PUT / HTTP/1.1\r\n\r\n"), Err(405));
        assert_eq!(parse(b"\0\0\r\n\r\n"), Err(400));
        assert_eq!(parse(&[b"GET /".as_slice(), &[b'x'; LONGEST_HEAD]].concat()), Err(431));
    }
}
