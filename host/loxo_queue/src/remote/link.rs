//! A connection to a store: bytes are sent whole, and read until something is complete.

use std::io::{ErrorKind, Read, Write};
use std::net::{TcpStream, ToSocketAddrs};
use std::time::{Duration, Instant};

use crate::store::{Result, StoreError};

const CONNECT: Duration = Duration::from_secs(5);
/// How long an answer may take, beside what the store was asked to wait.
pub const PATIENCE: Duration = Duration::from_secs(15);
const READ: usize = 64 << 10;

/// An answer may have so much beside a value: lists of queues are long.
const LISTS: usize = 16 << 20;

pub struct Link {
    stream: TcpStream,
    input: Vec<u8>,
    /// Longer answers are refused.
    pub longest: usize,
}

impl Link {
    /// Connects to the first of these that answers. Values have at most so many bytes.
    pub fn connect(hosts: &[String], longest_value: usize) -> Result<Link> {
        let mut last = None;
        for host in hosts {
            let addresses = match host.to_socket_addrs() {
                Ok(addresses) => addresses,
                Err(error) => {
                    last = Some(error);
                    continue;
                }
            };
            for address in addresses {
                match TcpStream::connect_timeout(&address, CONNECT) {
                    Ok(stream) => {
                        let ready = stream.set_nodelay(true).and_then(|()| stream.set_write_timeout(Some(PATIENCE)));
                        ready.map_err(|error| StoreError::new(format!("the store cannot be used: {error}")))?;
                        return Ok(Link { stream, input: Vec::new(), longest: longest_value + LISTS });
                    }
                    Err(error) => last = Some(error),
                }
            }
        }
        let why = last.map_or_else(|| "no address".to_string(), |error| error.to_string());
        Err(StoreError::new(format!("the store cannot be reached: {why}")))
    }

    pub fn send(&mut self, bytes: &[u8]) -> Result<()> {
        self.stream.write_all(bytes).map_err(ended)
    }

    /// Reads until `find` finds something in the input, of which it says how many bytes are done with. `None`: the time is over.
    pub fn receive<T>(&mut self, until: Instant, mut find: impl FnMut(&[u8]) -> Result<Option<(T, usize)>>) -> Result<Option<T>> {
        let mut buffer = [0; READ];
        loop {
            if let Some((found, length)) = find(&self.input)? {
                self.input.drain(..length);
                if self.input.is_empty() {
                    self.input.shrink_to(READ);
                }
                return Ok(Some(found));
            }
            if self.input.len() > self.longest {
                return Err(StoreError::new("the store's answer is longer than --max-value allows"));
            }
            // No time at all would be no limit.
            let left = until.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return Ok(None);
            }
            self.stream.set_read_timeout(Some(left.max(Duration::from_millis(1)))).map_err(ended)?;
            match self.stream.read(&mut buffer) {
                Ok(0) => return Err(StoreError::new("the store has ended the connection")),
                Ok(count) => self.input.extend_from_slice(&buffer[..count]),
                Err(error) if matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut) => {}
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) => return Err(ended(error)),
            }
        }
    }
}

fn ended(error: std::io::Error) -> StoreError {
    StoreError::new(format!("the connection to the store has ended: {error}"))
}
