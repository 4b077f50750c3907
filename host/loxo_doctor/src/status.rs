//! How many requests a server has seen: php-fpm's status page, asked by FastCGI.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::os::unix::net::UnixStream;
use std::time::Duration;

use loxo_fcgi::{Answer, Head, PARAMS, Part, STDIN, begin_request, push_pair, push_record};

/// A server whose workers are all busy may take so long.
const LIMIT: Duration = Duration::from_secs(5);
/// More of a page is not looked at.
const MOST: usize = 1 << 20;

trait Stream: Read + Write {}
impl<T: Read + Write> Stream for T {}

fn connect(listen: &str) -> std::io::Result<Box<dyn Stream>> {
    if listen.starts_with('/') {
        let stream = UnixStream::connect(listen)?;
        stream.set_read_timeout(Some(LIMIT))?;
        return Ok(Box::new(stream));
    }
    let stream = if listen.contains(':') { TcpStream::connect(listen)? } else { TcpStream::connect(format!("127.0.0.1:{listen}"))? };
    stream.set_read_timeout(Some(LIMIT))?;
    Ok(Box::new(stream))
}

/// How many requests the pool has accepted, the ones for this page included.
pub fn accepted(listen: &str, path: &str) -> Option<u64> {
    let mut stream = connect(listen).ok()?;
    let mut parameters = Vec::new();
    for (name, value) in [("REQUEST_METHOD", "GET"), ("SCRIPT_NAME", path), ("SCRIPT_FILENAME", path), ("QUERY_STRING", "json")] {
        push_pair(&mut parameters, name.as_bytes(), value.as_bytes());
    }
    let mut request = begin_request(1, false).to_vec();
    push_record(&mut request, PARAMS, 1, &parameters);
    // An empty record ends each of the two streams.
    for kind in [PARAMS, STDIN] {
        request.extend(Head { kind, request: 1, length: 0, padding: 0 }.bytes());
    }
    stream.write_all(&request).ok()?;
    let (mut answer, mut body) = (Answer::default(), Vec::new());
    loop {
        match answer.next_part().ok()? {
            Some(Part::Output(bytes)) if body.len() < MOST => body.extend_from_slice(bytes),
            Some(Part::End(_)) => break,
            Some(_) => {}
            None => match stream.read(answer.free_space()).ok()? {
                0 => break,
                count => answer.filled(count),
            },
        }
    }
    let start = body.windows(4).position(|four| four == b"\r\n\r\n")? + 4;
    let page: serde_json::Value = serde_json::from_slice(&body[start..]).ok()?;
    page["accepted conn"].as_u64()
}
