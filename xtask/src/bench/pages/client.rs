//! An HTTP client with one connection that stays open, as a proxy in front of a server has.

use crate::Result;
use std::io::{BufRead, BufReader, Write};
use std::net::TcpStream;
use std::time::Duration;

/// A page under valgrind may take this long.
const PATIENCE: Duration = Duration::from_secs(300);

pub struct Client {
    port: u16,
    connection: Option<BufReader<TcpStream>>,
}

#[derive(Clone, Default)]
pub struct Answer {
    pub status: u16,
    pub body: Vec<u8>,
    /// Where a redirection goes.
    pub location: Option<String>,
}

impl Client {
    pub fn new(port: u16) -> Client {
        Client { port, connection: None }
    }

    /// GET, with headers of the caller's, `Host` among them.
    pub fn get(&mut self, path: &str, headers: &[(String, String)]) -> Result<Answer> {
        let mut request = format!("GET {path} HTTP/1.1\r\n");
        for (name, value) in headers {
            request += &format!("{name}: {value}\r\n");
        }
        request += "\r\n";
        let kept = self.connection.is_some();
        match self.exchange(request.as_bytes()) {
            // The server may have closed a connection that it had kept.
            Err(_) if kept => {
                self.connection = None;
                self.exchange(request.as_bytes())
            }
            outcome => outcome,
        }
        .map_err(|error| format!("GET {path}: {error}").into())
    }

    fn exchange(&mut self, request: &[u8]) -> std::io::Result<Answer> {
        let mut connection = match self.connection.take() {
            Some(connection) => connection,
            None => {
                let stream = TcpStream::connect(("127.0.0.1", self.port))?;
                stream.set_nodelay(true)?;
                stream.set_read_timeout(Some(PATIENCE))?;
                BufReader::new(stream)
            }
        };
        connection.get_mut().write_all(request)?;
        let (answer, stays) = read_answer(&mut connection)?;
        self.connection = stays.then_some(connection);
        Ok(answer)
    }
}

/// An answer, and whether the connection stays open.
fn read_answer(from: &mut impl BufRead) -> std::io::Result<(Answer, bool)> {
    let broken = |what: &str| std::io::Error::other(format!("no answer of HTTP: {what}"));
    let first = line(from)?;
    let status = first.split(' ').nth(1).and_then(|word| word.parse().ok()).ok_or_else(|| broken(&first))?;
    let mut answer = Answer { status, ..Answer::default() };
    let (mut length, mut chunked, mut stays) = (None, false, true);
    loop {
        let header = line(from)?;
        let Some((name, value)) = header.split_once(':') else { break };
        let value = value.trim();
        match name.to_ascii_lowercase().as_str() {
            "content-length" => length = value.parse::<usize>().ok(),
            "transfer-encoding" => chunked = value.eq_ignore_ascii_case("chunked"),
            "connection" => stays = !value.eq_ignore_ascii_case("close"),
            "location" => answer.location = Some(value.to_string()),
            _ => {}
        }
    }
    if chunked {
        loop {
            let size = line(from)?;
            let size = usize::from_str_radix(size.split(';').next().unwrap_or_default().trim(), 16).map_err(|_| broken(&size))?;
            let start = answer.body.len();
            answer.body.resize(start + size, 0);
            from.read_exact(&mut answer.body[start..])?;
            line(from)?;
            if size == 0 {
                break;
            }
        }
    } else if let Some(length) = length {
        answer.body.resize(length, 0);
        from.read_exact(&mut answer.body)?;
    } else if !matches!(status, 204 | 304) {
        from.read_to_end(&mut answer.body)?;
        stays = false;
    }
    Ok((answer, stays))
}

fn line(from: &mut impl BufRead) -> std::io::Result<String> {
    let mut bytes = Vec::new();
    if from.read_until(b'\n', &mut bytes)? == 0 {
        return Err(std::io::ErrorKind::UnexpectedEof.into());
    }
    Ok(String::from_utf8_lossy(&bytes).trim_end().to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> (u16, Vec<u8>, bool) {
        let (answer, stays) = read_answer(&mut text.as_bytes()).unwrap();
        (answer.status, answer.body, stays)
    }

    #[test]
    fn bodies() {
        assert_eq!(read("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhello"), (200, b"he".to_vec(), true));
        assert_eq!(
            read("HTTP/1.1 404 Not Found\r\nTransfer-Encoding: chunked\r\n\r\n2;x\r\nhe\r\n3\r\nllo\r\n0\r\n\r\n"),
            (404, b"hello".to_vec(), true)
        );
        assert_eq!(read("HTTP/1.1 200 OK\r\nConnection: close\r\n\r\nhello"), (200, b"hello".to_vec(), false));
        assert_eq!(read("HTTP/1.1 204 No Content\r\n\r\n"), (204, Vec::new(), true));
    }
}
