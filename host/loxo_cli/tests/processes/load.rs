//! Clients that ask for one path over and over until the load ends, and what went wrong meanwhile.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

/// What is wrong with a body.
pub trait Check: Fn(&str) -> Option<String> + Copy + Send + 'static {}

impl<F: Fn(&str) -> Option<String> + Copy + Send + 'static> Check for F {}

/// The body must be this.
pub fn is(expected: &'static str) -> impl Check {
    move |body: &str| (body != expected).then(|| format!("wrong body: {body}"))
}

pub struct Load {
    stop: Arc<AtomicBool>,
    done: Arc<AtomicU64>,
    clients: Vec<std::thread::JoinHandle<Vec<String>>>,
}

impl Load {
    /// The first client sends one request on each connection, every other one five more than the one before.
    pub fn begin(port: u16, clients: usize, path: &'static str, check: impl Check) -> Load {
        let (stop, done) = (Arc::new(AtomicBool::new(false)), Arc::new(AtomicU64::new(0)));
        let clients = (0..clients).map(|number| {
            let (stop, done) = (stop.clone(), done.clone());
            std::thread::spawn(move || {
                let mut failures = Vec::new();
                while !stop.load(Ordering::Relaxed) {
                    failures.extend(ask(port, path, 1 + number * 5, check, &done).err());
                }
                failures
            })
        });
        Load { clients: clients.collect(), stop, done }
    }

    /// How many requests were answered as they should be, and what went wrong with others.
    pub fn end(self) -> (u64, Vec<String>) {
        self.stop.store(true, Ordering::Relaxed);
        let failures = self.clients.into_iter().flat_map(|client| client.join().expect("a client")).collect();
        (self.done.load(Ordering::Relaxed), failures)
    }

    /// The end of a load of which nothing may be lost.
    pub fn end_without_failure(self) {
        let (count, failures) = self.end();
        println!("{count} requests, {} failed", failures.len());
        assert!(failures.is_empty() && count > 0, "{} of {count}: {:?}", failures.len(), &failures[..failures.len().min(20)]);
    }
}

/// So many requests on one connection, unless the server ends it.
fn ask(port: u16, path: &str, count: usize, check: impl Check, done: &AtomicU64) -> Result<(), String> {
    let mut stream = TcpStream::connect(("127.0.0.1", port)).map_err(|error| format!("refused: {error}"))?;
    stream.set_read_timeout(Some(Duration::from_secs(30))).map_err(|error| error.to_string())?;
    for _ in 0..count {
        stream.write_all(format!("GET {path} HTTP/1.1\r\nHost: h\r\n\r\n").as_bytes()).map_err(|error| format!("not sent: {error}"))?;
        let (head, body) = response(&mut stream)?;
        if !head.starts_with("HTTP/1.1 200") {
            return Err(format!("answered: {}", head.lines().next().unwrap_or_default()));
        }
        if let Some(wrong) = check(&body) {
            return Err(wrong);
        }
        done.fetch_add(1, Ordering::Relaxed);
        if head.to_ascii_lowercase().contains("connection: close") {
            return Ok(());
        }
    }
    Ok(())
}

/// Head and body of one response that says its length.
fn response(stream: &mut TcpStream) -> Result<(String, String), String> {
    let mut bytes = Vec::new();
    let mut buffer = [0; 4096];
    loop {
        if let Some(at) = bytes.windows(4).position(|four| four == b"\r\n\r\n") {
            let head = String::from_utf8_lossy(&bytes[..at]).into_owned();
            let length =
                head.lines().find_map(|line| line.to_ascii_lowercase().strip_prefix("content-length: ")?.trim().parse::<usize>().ok());
            let length = length.ok_or_else(|| format!("no length: {head}"))?;
            if bytes.len() >= at + 4 + length {
                return Ok((head, String::from_utf8_lossy(&bytes[at + 4..]).into_owned()));
            }
        }
        match stream.read(&mut buffer).map_err(|error| format!("not read: {error}"))? {
            0 => return Err(format!("ended after {} bytes", bytes.len())),
            count => bytes.extend_from_slice(&buffer[..count]),
        }
    }
}
