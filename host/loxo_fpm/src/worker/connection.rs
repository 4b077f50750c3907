//! FastCGI over a socket: requests are read, answers are written. Blocks, as everything a child does.

use std::net::IpAddr;
use std::os::fd::OwnedFd;
use std::sync::Arc;
use std::time::{Duration, Instant};

use loxo_cgi::Environment;
use loxo_fcgi as fcgi;
use rustix::event::{PollFd, PollFlags, Timespec};
use rustix::io::Errno;

/// Bytes of parameters that a request may have.
const MAX_PARAMETERS: usize = 16 << 20;
/// Output is collected until there is so much.
const BUFFER: usize = 64 << 10;
/// How long what a client still sends is read after the answer, so that it is not lost to a reset.
const LINGER: Duration = Duration::from_secs(5);

/// What a connection brings.
pub(super) enum Next {
    Request(Environment),
    /// It was about the connection itself, and has its answer.
    Answered,
    Closed,
}

pub(super) struct Connection {
    /// `None`: closed.
    fd: Option<Arc<OwnedFd>>,
    pub(super) client: Option<IpAddr>,
    opened: Instant,
    input: Vec<u8>,
    at: usize,
    request: u16,
    keep: bool,
    /// Of the record of the body that is being read: content, then padding.
    body_left: usize,
    body_padding: usize,
    body_ended: bool,
    /// Nothing is left to be read that could be lost.
    closes_at_once: bool,
    /// What the script has printed, of this kind of record.
    output: Vec<u8>,
    kind: u8,
    ended: bool,
    /// The application's own status of the request.
    status: u32,
}

impl Connection {
    pub(super) fn new(fd: OwnedFd, client: Option<IpAddr>) -> Connection {
        Connection {
            fd: Some(Arc::new(fd)),
            client,
            opened: Instant::now(),
            input: Vec::new(),
            at: 0,
            request: 0,
            keep: false,
            body_left: 0,
            body_padding: 0,
            body_ended: false,
            closes_at_once: false,
            output: Vec::new(),
            kind: fcgi::STDOUT,
            ended: true,
            status: 0,
        }
    }

    pub(super) fn is_open(&self) -> bool {
        self.fd.is_some()
    }

    pub(super) fn socket(&self) -> Option<&Arc<OwnedFd>> {
        self.fd.as_ref()
    }

    pub(super) fn close(&mut self) {
        self.fd = None;
    }

    pub(super) fn opened(&self) -> Instant {
        self.opened
    }

    /// Has more been read than was asked for?
    pub(super) fn has_more(&self) -> bool {
        self.at < self.input.len()
    }

    pub(super) fn keep(&mut self, keep: bool) {
        self.keep = self.keep && keep;
    }

    // -------------------------------------------------------------------------------------------------------- reading

    /// Waits for more bytes, where all have been taken. False: there are no more.
    pub(super) fn fill(&mut self) -> bool {
        let Some(fd) = &self.fd else { return false };
        self.input.clear();
        self.input.reserve(BUFFER);
        self.at = 0;
        loop {
            match rustix::io::read(fd, rustix::buffer::spare_capacity(&mut self.input)) {
                Err(Errno::INTR) => {}
                result => return result.is_ok_and(|count| count > 0),
            }
        }
    }

    /// Some bytes, at least one; `None`: there are no more.
    fn some(&mut self, most: usize) -> Option<&[u8]> {
        if self.at == self.input.len() && !self.fill() {
            return None;
        }
        let start = self.at;
        self.at = (start + most).min(self.input.len());
        Some(&self.input[start..self.at])
    }

    fn exact(&mut self, count: usize) -> Option<Vec<u8>> {
        let mut bytes = Vec::with_capacity(count);
        while bytes.len() < count {
            let missing = count - bytes.len();
            bytes.extend_from_slice(self.some(missing)?);
        }
        Some(bytes)
    }

    fn head(&mut self) -> Option<fcgi::Head> {
        let bytes = self.exact(fcgi::HEAD)?;
        fcgi::Head::parse(*bytes.first_chunk()?)
    }

    /// The content of a record, without its padding.
    fn content(&mut self, head: fcgi::Head) -> Option<Vec<u8>> {
        let mut content = self.exact(head.rest())?;
        content.truncate(head.length.into());
        Some(content)
    }

    /// The next request, up to the end of its parameters. A connection that brings anything else is closed.
    pub(super) fn read_request(&mut self) -> Next {
        let next = self.next_request();
        if next.is_none() {
            self.fd = None;
        }
        next.unwrap_or(Next::Closed)
    }

    fn next_request(&mut self) -> Option<Next> {
        let mut head = self.head()?;
        // The end of the last request's body may come late.
        while head.kind == fcgi::STDIN && head.length == 0 {
            self.content(head)?;
            head = self.head()?;
        }
        if head.kind == fcgi::GET_VALUES {
            return self.values(head);
        }
        if head.kind != fcgi::BEGIN_REQUEST {
            let content = self.content(head)?;
            if head.request == 0 && content.len() <= BUFFER {
                self.send(&fcgi::unknown_type(head.kind)).then_some(())?;
                return Some(Next::Answered);
            }
            return None;
        }
        let body = self.content(head)?;
        let begin = fcgi::BeginRequest::parse(&body)?;
        (self.request, self.keep) = (head.request, begin.keep);
        let Some(role) = begin.role else {
            self.send(&fcgi::end_request(head.request, 0, fcgi::UNKNOWN_ROLE));
            return None;
        };
        (self.body_left, self.body_padding, self.body_ended, self.ended) = (0, 0, false, false);
        self.output.clear();
        (self.kind, self.status) = (fcgi::STDOUT, 0);
        let mut parameters = Vec::new();
        loop {
            let head = self.head()?;
            if head.kind == fcgi::BEGIN_REQUEST && head.request != self.request {
                // One request at a time.
                self.content(head)?;
                self.send(&fcgi::end_request(head.request, 0, fcgi::CANT_MULTIPLEX)).then_some(())?;
                continue;
            }
            if head.kind != fcgi::PARAMS || head.request != self.request {
                return None;
            }
            let content = self.content(head)?;
            if content.is_empty() {
                break;
            }
            if parameters.len() + content.len() > MAX_PARAMETERS {
                return None;
            }
            parameters.extend_from_slice(&content);
        }
        let mut environment: Vec<(Vec<u8>, Vec<u8>)> = Vec::with_capacity(40);
        environment.push((b"FCGI_ROLE".to_vec(), role.name().into()));
        let mut places: std::collections::HashMap<&[u8], usize> = std::collections::HashMap::with_capacity(40);
        for pair in fcgi::Pairs::new(&parameters) {
            let (name, value) = pair.ok()?;
            // Of a name that comes twice, the last value counts, at the first one's place.
            match places.get(name) {
                Some(place) => {
                    let entry: &mut (Vec<u8>, Vec<u8>) = &mut environment[*place];
                    entry.1 = value.to_vec();
                }
                None => {
                    places.insert(name, environment.len());
                    environment.push((name.to_vec(), value.to_vec()));
                }
            }
        }
        Some(Next::Request(environment.into_iter().collect()))
    }

    /// Answers what a client asks of the application itself.
    fn values(&mut self, head: fcgi::Head) -> Option<Next> {
        let content = self.content(head)?;
        let mut answer = Vec::new();
        for pair in fcgi::Pairs::new(&content) {
            let value: &[u8] = match pair.ok()?.0 {
                b"FCGI_MAX_CONNS" | b"FCGI_MAX_REQS" => b"1",
                b"FCGI_MPXS_CONNS" => b"0",
                _ => continue,
            };
            fcgi::push_pair(&mut answer, pair.ok()?.0, value);
        }
        let padding = answer.len().next_multiple_of(8) - answer.len();
        let length = u16::try_from(answer.len()).ok()?;
        let head = fcgi::Head { kind: fcgi::GET_VALUES_RESULT, request: 0, length, padding: padding as u8 };
        let record = [&head.bytes()[..], &answer, &vec![0; padding]].concat();
        self.send(&record).then_some(Next::Answered)
    }

    /// The next bytes of the body; 0 at its end, or if the connection breaks.
    pub(super) fn read_body(&mut self, buffer: &mut [u8]) -> usize {
        let mut done = 0;
        while done < buffer.len() && !self.body_ended {
            if self.body_left == 0 {
                if !self.next_body_record() {
                    break;
                }
                continue;
            }
            let wanted = (buffer.len() - done).min(self.body_left);
            let Some(bytes) = self.some(wanted) else {
                self.broken();
                break;
            };
            let count = bytes.len();
            buffer[done..done + count].copy_from_slice(bytes);
            (done, self.body_left) = (done + count, self.body_left - count);
            if self.body_left == 0 && self.exact(self.body_padding).is_none() {
                self.broken();
            }
        }
        done
    }

    /// False: the body has ended, or what comes is no body.
    fn next_body_record(&mut self) -> bool {
        let Some(head) = self.head() else {
            self.broken();
            return false;
        };
        if head.kind == fcgi::BEGIN_REQUEST && head.request != self.request {
            let refused = self.content(head).is_some() && self.send(&fcgi::end_request(head.request, 0, fcgi::CANT_MULTIPLEX));
            return refused;
        }
        if head.kind != fcgi::STDIN || head.request != self.request {
            // An abort among others: nobody wants the answer.
            self.broken();
            return false;
        }
        (self.body_left, self.body_padding) = (head.length.into(), head.padding.into());
        if head.length == 0 {
            self.body_ended = self.exact(self.body_padding).is_some();
            return false;
        }
        true
    }

    fn broken(&mut self) {
        (self.body_ended, self.keep) = (true, false);
    }

    // -------------------------------------------------------------------------------------------------------- writing

    fn send(&mut self, mut bytes: &[u8]) -> bool {
        let Some(fd) = &self.fd else { return false };
        while !bytes.is_empty() {
            match rustix::io::write(fd, bytes) {
                Ok(count @ 1..) => bytes = &bytes[count..],
                Err(Errno::INTR) => {}
                Ok(_) | Err(_) => {
                    self.keep = false;
                    return false;
                }
            }
        }
        true
    }

    /// Adds to the answer (`STDOUT`) or to what the server logs (`STDERR`). False: the client is gone.
    pub(super) fn write(&mut self, kind: u8, bytes: &[u8]) -> bool {
        if self.ended {
            return false;
        }
        if kind != self.kind && !self.flush() {
            return false;
        }
        self.kind = kind;
        self.output.extend_from_slice(bytes);
        self.output.len() < BUFFER || self.flush()
    }

    /// All that was written goes out. False: the client is gone.
    pub(super) fn flush(&mut self) -> bool {
        let records = self.take_records();
        self.send(&records)
    }

    fn take_records(&mut self) -> Vec<u8> {
        let mut records = Vec::with_capacity(self.output.len() + 64);
        fcgi::push_record(&mut records, self.kind, self.request, &self.output);
        self.output.clear();
        records
    }

    /// The server is to answer in the script's place. What has not been sent is dropped.
    pub(super) fn decline(&mut self) {
        if !self.ended {
            self.output.clear();
            self.status = fcgi::DECLINED;
        }
    }

    /// The answer is complete. Closes the connection unless the client wants to keep it. False: it was complete before.
    pub(super) fn end(&mut self) -> bool {
        if std::mem::replace(&mut self.ended, true) {
            return false;
        }
        let mut records = self.take_records();
        records.extend_from_slice(&fcgi::end_request(self.request, self.status, fcgi::REQUEST_COMPLETE));
        let sent = self.send(&records);
        if !self.keep {
            // What a local client still sends is no harm to what it has not read yet, but one that cannot send it takes the answer for lost.
            if sent && !self.closes_at_once {
                match self.client {
                    Some(_) => self.linger(),
                    None => self.await_end_of_body(),
                }
            }
            self.fd = None;
        } else {
            // What is left of the body would pass for the next request.
            let mut rest = [0; 4096];
            while !self.body_ended && self.read_body(&mut rest) > 0 {}
        }
        true
    }

    /// No other request is to come on this connection, and what is left of this one's body is not waited for.
    pub(super) fn end_for_good(&mut self) {
        if self.keep && !self.ended {
            let mut rest = [0; 4096];
            while !self.body_ended && self.read_body(&mut rest) > 0 {}
            self.closes_at_once = self.body_ended;
            self.keep = false;
        }
    }

    /// Apache sends the end of a body by itself, which may be after the answer.
    fn await_end_of_body(&mut self) {
        let Some(fd) = self.fd.clone().filter(|_| !self.body_ended) else { return };
        // Nothing here waits for a client that stalls.
        let _ = rustix::net::sockopt::set_socket_timeout(&fd, rustix::net::sockopt::Timeout::Recv, Some(LINGER));
        // As a rule it is there already.
        if self.has_more() {
            self.read_body(&mut [0]);
        }
        if self.body_ended {
            return;
        }
        let _ = rustix::net::shutdown(&fd, rustix::net::Shutdown::Write);
        let until = Instant::now() + LINGER;
        let mut rest = [0; 4096];
        while !self.body_ended && self.read_body(&mut rest) > 0 && Instant::now() < until {}
    }

    fn linger(&mut self) {
        let Some(fd) = &self.fd else { return };
        let _ = rustix::net::shutdown(fd, rustix::net::Shutdown::Write);
        let until = Instant::now() + LINGER;
        let mut rest = [0; 4096];
        loop {
            let left = until.saturating_duration_since(Instant::now());
            let limit = Timespec { tv_sec: left.as_secs().cast_signed(), tv_nsec: left.subsec_nanos().into() };
            let mut fds = [PollFd::new(fd, PollFlags::IN)];
            match rustix::event::poll(&mut fds, Some(&limit)) {
                Ok(0) => return,
                Err(Errno::INTR) => continue,
                Err(_) => return,
                Ok(_) => {}
            }
            match rustix::io::read(fd, &mut rest) {
                Ok(0) => return,
                Ok(_) | Err(Errno::INTR) => {}
                Err(_) => return,
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::{Read, Write};
    use std::os::unix::net::UnixStream;

    fn connected(bytes: &[u8]) -> (UnixStream, Connection) {
        let (mut client, server) = UnixStream::pair().expect("sockets");
        client.write_all(bytes).expect("room");
        (client, Connection::new(server.into(), None))
    }

    fn record(kind: u8, request: u16, content: &[u8]) -> Vec<u8> {
        let head = fcgi::Head { kind, request, length: content.len() as u16, padding: 3 };
        [&head.bytes()[..], content, &[9; 3]].concat()
    }

    fn begin(request: u16, keep: u8) -> Vec<u8> {
        record(fcgi::BEGIN_REQUEST, request, &[0, 1, keep, 0, 0, 0, 0, 0])
    }

    fn parameters(pairs: &[(&str, &str)]) -> Vec<u8> {
        let mut content = Vec::new();
        pairs.iter().for_each(|(name, value)| fcgi::push_pair(&mut content, name.as_bytes(), value.as_bytes()));
        content
    }

    #[test]
    fn a_request_and_its_answer() {
        let content = parameters(&[("A", "1"), ("B", "2"), ("A", "3")]);
        let (first, second) = content.split_at(5);
        let bytes = [
            begin(7, 1),
            record(fcgi::PARAMS, 7, first),
            record(fcgi::PARAMS, 7, second),
            record(fcgi::PARAMS, 7, b""),
            record(fcgi::STDIN, 7, b"hello "),
            begin(8, 1),
            record(fcgi::STDIN, 7, b"world"),
            record(fcgi::STDIN, 7, b""),
        ];
        let (mut client, mut connection) = connected(&bytes.concat());
        let Next::Request(environment) = connection.read_request() else { panic!("a request") };
        assert_eq!((environment.get(b"A"), environment.get(b"FCGI_ROLE")), (Some(&b"3"[..]), Some(&b"RESPONDER"[..])));
        let mut body = [0; 20];
        assert_eq!(connection.read_body(&mut body), 11);
        assert_eq!(&body[..11], b"hello world");
        assert!(connection.write(fcgi::STDOUT, b"out") && connection.write(fcgi::STDERR, b"err"));
        assert!(connection.end() && !connection.end() && connection.is_open());
        let mut answer = vec![0; 16 + 16 + 16 + 16];
        client.read_exact(&mut answer).expect("an answer");
        let kinds: Vec<_> = answer.chunks(16).map(|record| (record[1], record[3])).collect();
        assert_eq!(kinds, [(fcgi::END_REQUEST, 8), (fcgi::STDOUT, 7), (fcgi::STDERR, 7), (fcgi::END_REQUEST, 7)]);
        assert_eq!(answer[12], fcgi::CANT_MULTIPLEX);
    }

    #[test]
    fn values_and_nonsense() {
        let asked = record(fcgi::GET_VALUES, 0, &parameters(&[("FCGI_MPXS_CONNS", ""), ("X", "")]));
        let (mut client, mut connection) = connected(&[asked, record(77, 0, b"?"), b"junkjunk".to_vec()].concat());
        client.shutdown(std::net::Shutdown::Write).expect("a socket");
        assert!(matches!(connection.read_request(), Next::Answered));
        assert!(matches!(connection.read_request(), Next::Answered));
        assert!(matches!(connection.read_request(), Next::Closed));
        assert!(!connection.is_open());
        let mut answer = Vec::new();
        client.read_to_end(&mut answer).expect("an answer");
        assert_eq!((answer[1], answer[8], answer[9]), (fcgi::GET_VALUES_RESULT, 15, 1));
        assert_eq!((answer[33], answer[40]), (fcgi::UNKNOWN_TYPE, 77));
    }

    #[test]
    fn what_is_malformed_closes() {
        for bytes in [
            vec![],
            vec![1, 1, 0],
            record(fcgi::BEGIN_REQUEST, 1, b"short"),
            [begin(1, 0), record(fcgi::PARAMS, 1, b"\x05\x05ab"), record(fcgi::PARAMS, 1, b"")].concat(),
            [begin(1, 0), record(fcgi::STDIN, 1, b"x")].concat(),
            record(fcgi::PARAMS, 1, b"x"),
        ] {
            let (client, mut connection) = connected(&bytes);
            client.shutdown(std::net::Shutdown::Write).expect("a socket");
            assert!(matches!(connection.read_request(), Next::Closed), "{bytes:?}");
        }
    }

    #[test]
    fn the_end_of_a_body_may_come_behind_the_answer() {
        let (mut client, mut connection) = connected(&[begin(1, 0), record(fcgi::PARAMS, 1, b"")].concat());
        assert!(matches!(connection.read_request(), Next::Request(_)));
        let answering = std::thread::spawn(move || connection.write(fcgi::STDOUT, b"x") && connection.end());
        let mut answer = Vec::new();
        client.read_to_end(&mut answer).expect("an answer");
        client.write_all(&record(fcgi::STDIN, 1, b"")).expect("somebody who reads it");
        assert!(!answer.is_empty() && answering.join().expect("ends"));
    }
}
