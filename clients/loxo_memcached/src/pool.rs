//! Servers as the older extension uses them: its own ways of hashing, and of going on with another server when one fails.

use std::cell::RefCell;
use std::collections::HashMap;
use std::time::Duration;

use crate::binary::{self, Request, op};
use crate::client::now;
use crate::item::Item;
use crate::operations::Store;
use crate::status::{Failure, Status};
use crate::text::{self, Answer};
use crate::wire::{Link, Timeouts};

/// What keys are hashed by.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum PoolHash {
    #[default]
    Crc32,
    Fnv1a,
}

impl PoolHash {
    fn of(self, parts: &[&[u8]]) -> u32 {
        match self {
            PoolHash::Crc32 => {
                let mut hasher = crc32fast::Hasher::new();
                parts.iter().for_each(|part| hasher.update(part));
                hasher.finalize()
            }
            // Bytes are signed, as they are in C here.
            PoolHash::Fnv1a => parts
                .iter()
                .flat_map(|part| part.iter())
                .fold(0x811c_9dc5, |hash: u32, byte| (hash ^ i32::from(*byte as i8) as u32).wrapping_mul(0x0100_0193)),
        }
    }
}

/// How hashes are distributed.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Strategy {
    Standard,
    #[default]
    Consistent,
}

/// A server and its state.
pub struct PoolServer {
    pub host: String,
    pub port: u16,
    pub weight: u32,
    pub persistent: bool,
    pub timeout: Duration,
    /// Seconds until a server that failed is tried again; negative: never.
    pub retry_interval: i64,
    /// When it failed; 0 for one that was added as failed.
    pub failed: Option<u64>,
    pub error: Option<(String, i32)>,
    link: Option<Link>,
    /// The connection was made for somebody else before.
    second_hand: bool,
}

impl PoolServer {
    pub fn new(host: &str, port: u16, weight: u32, persistent: bool, timeout: Duration, retry_interval: i64) -> PoolServer {
        PoolServer {
            host: host.into(),
            port,
            weight,
            persistent,
            timeout,
            retry_interval,
            failed: None,
            error: None,
            link: None,
            second_hand: false,
        }
    }

    /// May it be asked?
    pub fn is_valid(&self) -> bool {
        let waited = |failed: u64| u64::try_from(self.retry_interval).is_ok_and(|wait| now() >= failed.saturating_add(wait));
        self.failed.is_none_or(waited)
    }
}

thread_local! {
    /// Connections that wait for the next request, by server.
    static KEPT: RefCell<HashMap<(String, u16), Link>> = RefCell::default();
}

const POINTS: u32 = 160;
const BUCKETS: u32 = 1024;
/// Weights count up to this.
const MOST_WEIGHT: u32 = 1 << 14;

/// Several servers.
#[derive(Default)]
pub struct Pool {
    pub servers: Vec<PoolServer>,
    pub binary: bool,
    pub credentials: Option<(Vec<u8>, Vec<u8>)>,
    strategy: Strategy,
    hash: PoolHash,
    points: Vec<(u32, usize)>,
    /// Servers by bucket.
    buckets: Vec<usize>,
}

impl Pool {
    pub fn new(strategy: Strategy, hash: PoolHash, binary: bool) -> Pool {
        let mut pool = Pool::default();
        (pool.strategy, pool.hash, pool.binary) = (strategy, hash, binary);
        pool
    }

    /// Adds a server; its weight is how much of the keys it gets, beside the others.
    pub fn add(&mut self, server: PoolServer) -> usize {
        let index = self.servers.len();
        let weight = server.weight.clamp(1, MOST_WEIGHT);
        match self.strategy {
            Strategy::Standard => self.buckets.extend(std::iter::repeat_n(index, weight as usize)),
            Strategy::Consistent => {
                let name = format!("{}:{}-", server.host, server.port);
                let point = |n: u32| (self.hash.of(&[name.as_bytes(), n.to_string().as_bytes()]), index);
                let more: Vec<_> = (0..weight * POINTS).map(point).collect();
                self.points.extend(more);
                self.buckets.clear();
            }
        }
        self.servers.push(server);
        index
    }

    /// Forgets all servers.
    pub fn close(&mut self) {
        self.keep();
        self.servers.clear();
        self.points.clear();
        self.buckets.clear();
    }

    fn keep(&mut self) {
        for server in &mut self.servers {
            if let (Some(link), true) = (server.link.take(), server.persistent) {
                KEPT.with_borrow_mut(|kept| kept.insert((server.host.clone(), server.port), link));
            }
        }
    }

    fn place(&mut self, key: &[&[u8]]) -> usize {
        if self.servers.len() < 2 {
            return 0;
        }
        let hash = self.hash.of(key);
        let bucket = match self.strategy {
            Strategy::Standard => ((hash >> 16) & 0x7fff).max(1) as usize,
            Strategy::Consistent => {
                if self.buckets.is_empty() {
                    self.points.sort_by_key(|(point, _)| *point);
                    let step = u32::MAX / BUCKETS;
                    let points = &self.points;
                    self.buckets = (0..BUCKETS).filter_map(|n| crate::ring::find(points, step.wrapping_mul(n))).collect();
                }
                hash as usize
            }
        };
        let count = self.buckets.len().max(1);
        self.buckets.get(bucket % count).copied().unwrap_or(0)
    }

    /// The next server for a key in the order of failing, which is not one of some.
    pub fn find_next(&mut self, key: &[u8], skip: &[usize], last: &mut u32, attempts: u32) -> usize {
        loop {
            let index = self.place(&[key, b"-", last.to_string().as_bytes()]);
            *last += 1;
            if !skip.contains(&index) || *last >= attempts {
                return index;
            }
        }
    }

    /// The server that a key belongs to, or with `attempts` the first after it that can be asked.
    pub fn find(&mut self, key: &[u8], attempts: Option<u32>) -> usize {
        let mut index = self.place(&[key]);
        let Some(attempts) = attempts else { return index };
        let mut last = 0;
        while !self.is_valid(index) && last < attempts {
            index = self.find_next(key, &[], &mut last, attempts);
        }
        index
    }

    pub fn is_valid(&self, index: usize) -> bool {
        self.servers.get(index).is_some_and(PoolServer::is_valid)
    }

    /// The server failed: nobody asks it for some time.
    pub fn fail(&mut self, index: usize, failure: &Failure) {
        if let Some(server) = self.servers.get_mut(index) {
            server.link = None;
            server.failed = Some(now());
            server.error =
                Some((if failure.detail.is_empty() { failure.status.text().into() } else { failure.detail.clone() }, failure.errno));
        }
    }

    /// Connects if need be.
    pub fn open(&mut self, index: usize) -> Result<(), Failure> {
        let Some(server) = self.servers.get_mut(index) else { return Err(Status::NO_SERVERS.into()) };
        if server.link.is_some() {
            return Ok(());
        }
        let place = (server.host.clone(), server.port);
        let timeout = Some(server.timeout).filter(|timeout| !timeout.is_zero());
        if let Some(link) = server.persistent.then(|| KEPT.with_borrow_mut(|kept| kept.remove(&place))).flatten() {
            (server.link, server.second_hand) = (Some(link), true);
        } else {
            let host = server.host.strip_prefix("unix://").unwrap_or(&server.host);
            let timeouts = Timeouts { connect: timeout, read: timeout, write: timeout };
            let mut link = Link::open(host, server.port, timeouts).map_err(|failure| {
                let reason = match failure.errno {
                    0 => failure.status.text().to_string(),
                    errno => {
                        std::io::Error::from_raw_os_error(errno).to_string().split(" (os error").next().unwrap_or_default().to_string()
                    }
                };
                Failure { detail: format!("Connection failed: {reason}"), ..failure }
            })?;
            if let (Some((user, password)), true) = (&self.credentials, self.binary) {
                binary::authenticate(&mut link, user, password)?;
            }
            (server.link, server.second_hand) = (Some(link), false);
        }
        (server.failed, server.error) = (None, None);
        Ok(())
    }

    /// Runs a request. A connection that was kept may have been closed meanwhile, then a new one is tried.
    fn on<R>(&mut self, index: usize, work: impl Fn(&mut Link) -> Result<R, Failure>) -> Result<R, Failure> {
        loop {
            self.open(index)?;
            let Some(server) = self.servers.get_mut(index) else { return Err(Status::NO_SERVERS.into()) };
            let Some(link) = server.link.as_mut() else { return Err(Status::CONNECTION_FAILURE.into()) };
            let result = work(link);
            let lost = matches!(&result, Err(failure) if failure.status == Status::CONNECTION_FAILURE || failure.status == Status::ERRNO);
            if !(lost && server.second_hand) {
                server.second_hand = false;
                return result;
            }
            (server.link, server.second_hand) = (None, false);
        }
    }

    /// Sends a line, and reads what a line says.
    fn line(&mut self, index: usize, pieces: &[&[u8]]) -> Result<Answer, Failure> {
        self.on(index, |link| {
            link.put(pieces);
            link.send()?;
            text::answer(link)
        })
    }

    fn request(&mut self, index: usize, request: Request<'_>) -> Result<binary::Response, Failure> {
        self.on(index, |link| {
            request.put(link)?;
            link.send()?;
            binary::answer(link)?.checked()
        })
    }

    /// Stores. Answers that it was not stored are failures with their status.
    pub fn store(&mut self, index: usize, how: Store, key: &[u8], value: &[u8], flags: u32, expiration: i64) -> Result<(), Failure> {
        let cas = if let Store::Cas(cas) = how { cas } else { 0 };
        if self.binary {
            let numbers = [flags.to_be_bytes(), (expiration as u32).to_be_bytes()].concat();
            let (op, extras) = match how {
                Store::Set => (op::SET, &numbers[..]),
                Store::Add => (op::ADD, &numbers[..]),
                Store::Replace | Store::Cas(_) => (op::REPLACE, &numbers[..]),
                Store::Append => (op::APPEND, &[][..]),
                Store::Prepend => (op::PREPEND, &[][..]),
            };
            return self.request(index, Request { op, extras, key, value, cas, ..Request::default() }).map(drop);
        }
        let mut line = format!(" {flags} {expiration} {}", value.len());
        if cas != 0 {
            line += &format!(" {cas}");
        }
        match self.line(index, &[how.command(), key, line.as_bytes(), b"\r\n", value, b"\r\n"])? {
            Answer::Plain(Status::STORED) => Ok(()),
            Answer::Plain(status) => Err(status.into()),
            _ => Err(Status::UNKNOWN_READ_FAILURE.into()),
        }
    }

    pub fn delete(&mut self, index: usize, key: &[u8]) -> Result<(), Failure> {
        if self.binary {
            return self.request(index, Request { op: op::DELETE, key, ..Request::default() }).map(drop);
        }
        match self.line(index, &[b"delete ", key, b"\r\n"])? {
            Answer::Plain(Status::DELETED) => Ok(()),
            Answer::Plain(status) => Err(status.into()),
            _ => Err(Status::UNKNOWN_READ_FAILURE.into()),
        }
    }

    /// Adds to a number; where there is none it is the first one, if that is given with its expiration.
    pub fn add_to(&mut self, index: usize, key: &[u8], by: i64, first: Option<(i64, i64)>) -> Result<i64, Failure> {
        let size = by.unsigned_abs();
        if self.binary {
            let (value, expiration) = first.map_or((0, u32::MAX), |(value, expiration)| (value as u64, expiration as u32));
            let extras = [&size.to_be_bytes()[..], &value.to_be_bytes(), &expiration.to_be_bytes()].concat();
            let op = if by < 0 { op::DECREMENT } else { op::INCREMENT };
            return Ok(self.request(index, Request { op, extras: &extras, key, ..Request::default() })?.number() as i64);
        }
        let command: &[u8] = if by < 0 { b"decr " } else { b"incr " };
        match (self.line(index, &[command, key, format!(" {size}\r\n").as_bytes()])?, first) {
            (Answer::Number(number), _) => Ok(number as i64),
            (Answer::Plain(Status::NOTFOUND), Some((value, expiration))) => {
                self.store(index, Store::Add, key, value.to_string().as_bytes(), 0, expiration)?;
                Ok(value)
            }
            (Answer::Plain(status), _) => Err(status.into()),
            _ => Err(Status::UNKNOWN_READ_FAILURE.into()),
        }
    }

    /// Sends requests for items; [`Pool::read`] reads the answers. Meanwhile other servers can be asked.
    pub fn ask(&mut self, index: usize, keys: &[Vec<u8>], with_cas: bool) -> Result<(), Failure> {
        let binary = self.binary;
        self.on(index, |link| {
            if binary {
                for key in keys {
                    Request { op: op::GETKQ, key, ..Request::default() }.put(link)?;
                }
                Request { op: op::NOOP, ..Request::default() }.put(link)?;
            } else {
                link.put(&[if with_cas { b"gets" } else { b"get" }]);
                keys.iter().for_each(|key| link.put(&[b" ", key]));
                link.put(&[b"\r\n"]);
            }
            link.send()
        })
    }

    /// The items that a server has of those that it was asked for.
    pub fn read(&mut self, index: usize) -> Result<Vec<Item>, Failure> {
        let binary = self.binary;
        let link = self.servers.get_mut(index).and_then(|server| server.link.as_mut());
        let Some(link) = link else { return Err(Status::CONNECTION_FAILURE.into()) };
        let mut items = Vec::new();
        loop {
            if binary {
                let response = binary::answer(link)?;
                if response.op == op::NOOP {
                    return Ok(items);
                }
                items.push(response.checked()?.into_item());
                continue;
            }
            match text::answer(link)? {
                Answer::Value(item) => items.push(item),
                Answer::Plain(Status::END) => return Ok(items),
                _ => return Err(Status::UNKNOWN_READ_FAILURE.into()),
            }
        }
    }

    /// Asks one server, again if a kept connection was gone.
    pub fn get(&mut self, index: usize, keys: &[Vec<u8>], with_cas: bool) -> Result<Vec<Item>, Failure> {
        self.ask(index, keys, with_cas)?;
        let second_hand = self.servers.get(index).is_some_and(|server| server.second_hand);
        match self.read(index) {
            Err(failure) if second_hand && failure.status == Status::CONNECTION_FAILURE => {
                if let Some(server) = self.servers.get_mut(index) {
                    server.link = None;
                }
                self.ask(index, keys, with_cas)?;
                self.read(index)
            }
            items => items,
        }
    }

    pub fn flush(&mut self, index: usize, delay: i64) -> Result<(), Failure> {
        if self.binary {
            let extras = (delay as u32).to_be_bytes();
            return self.request(index, Request { op: op::FLUSH, extras: &extras, ..Request::default() }).map(drop);
        }
        self.line(index, &[format!("flush_all {delay}\r\n").as_bytes()]).map(drop)
    }

    pub fn version(&mut self, index: usize) -> Result<Vec<u8>, Failure> {
        if self.binary {
            return Ok(self.request(index, Request { op: op::VERSION, ..Request::default() })?.value);
        }
        self.on(index, |link| {
            link.put(&[b"version\r\n"]);
            link.send()?;
            let line = link.line()?;
            Ok(line.strip_prefix(b"VERSION ").unwrap_or(&line).to_vec())
        })
    }

    /// Statistics, as lines without their ends.
    pub fn stats(&mut self, index: usize, about: &str) -> Result<Vec<Vec<u8>>, Failure> {
        if self.binary {
            return self.on(index, |link| {
                Request { op: op::STAT, key: about.as_bytes(), ..Request::default() }.put(link)?;
                link.send()?;
                let mut lines = Vec::new();
                loop {
                    let response = binary::answer(link)?.checked()?;
                    if response.key.is_empty() {
                        return Ok(lines);
                    }
                    lines.push([b"STAT ", &response.key[..], b" ", &response.value].concat());
                }
            });
        }
        self.on(index, |link| {
            let space = if about.is_empty() { "" } else { " " };
            link.put(&[format!("stats{space}{about}\r\n").as_bytes()]);
            link.send()?;
            let mut lines = Vec::new();
            loop {
                let line = link.line()?;
                match line.as_slice() {
                    b"END" => return Ok(lines),
                    b"RESET" => return Ok(vec![line]),
                    b"ERROR" => return Err(Status::ERROR.into()),
                    line if line.starts_with(b"CLIENT_ERROR") || line.starts_with(b"SERVER_ERROR") => {
                        return Err(Failure::new(Status::CLIENT_ERROR, String::from_utf8_lossy(line)));
                    }
                    _ => lines.push(line),
                }
            }
        })
    }
}

impl Drop for Pool {
    fn drop(&mut self) {
        self.keep();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weights_count() {
        for strategy in [Strategy::Standard, Strategy::Consistent] {
            let mut pool = Pool::new(strategy, PoolHash::Crc32, false);
            for (port, weight) in [(1, 1), (2, 3)] {
                pool.add(PoolServer::new("127.0.0.1", port, weight, false, Duration::from_secs(1), 15));
            }
            let second = (0..1000).filter(|n| pool.find(format!("key{n}").as_bytes(), None) == 1).count();
            assert!((600..900).contains(&second), "{strategy:?}: {second}");
        }
    }

    #[test]
    fn failed_servers_are_passed_over() {
        let mut pool = Pool::new(Strategy::Consistent, PoolHash::Fnv1a, false);
        for port in 1..4 {
            pool.add(PoolServer::new("127.0.0.1", port, 1, false, Duration::from_secs(1), 15));
        }
        let index = pool.find(b"key", Some(20));
        pool.fail(index, &Status::TIMEOUT.into());
        assert!(!pool.is_valid(index));
        assert_ne!(pool.find(b"key", Some(20)), index);
        assert_eq!(pool.find(b"key", None), index);
    }
}
