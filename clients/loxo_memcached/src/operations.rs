//! What is done with keys, and with servers as such.

use crate::binary::{self, Request, op};
use crate::client::Client;
use crate::item::Fetching;
use crate::status::{Failure, Status};
use crate::text::{self, Answer};
use crate::wire::Link;

/// Buffered requests are sent when there are that many bytes of them.
const BUFFERED_MOST: usize = 8192;
/// Slab classes that are asked for keys.
const SLABS: u32 = 200;

/// Ways of storing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Store {
    Set,
    Add,
    Replace,
    Append,
    Prepend,
    Cas(u64),
}

impl Store {
    pub(crate) fn command(self) -> &'static [u8] {
        match self {
            Store::Set => b"set ",
            Store::Add => b"add ",
            Store::Replace => b"replace ",
            Store::Append => b"append ",
            Store::Prepend => b"prepend ",
            Store::Cas(_) => b"cas ",
        }
    }

    fn op(self, reply: bool) -> u8 {
        match (self, reply) {
            (Store::Set, true) => op::SET,
            (Store::Add, true) => op::ADD,
            (Store::Replace | Store::Cas(_), true) => op::REPLACE,
            (Store::Append, true) => op::APPEND,
            (Store::Prepend, true) => op::PREPEND,
            (Store::Set, false) => op::SETQ,
            (Store::Add, false) => op::ADDQ,
            (Store::Replace | Store::Cas(_), false) => op::REPLACEQ,
            (Store::Append, false) => op::APPENDQ,
            (Store::Prepend, false) => op::PREPENDQ,
        }
    }
}

/// What goes wrong on one server is one of several things.
fn some(status: Status) -> Status {
    if matches!(status, Status::SUCCESS | Status::NO_SERVERS) { status } else { Status::SOME_ERRORS }
}

/// Reads the answers that nobody waited for.
fn settle(link: &mut Link, binary: bool) -> Result<(), Failure> {
    while link.owed > 0 {
        link.owed -= 1;
        if binary {
            binary::answer(link)?;
            continue;
        }
        match text::answer(link) {
            Ok(_) => {}
            // A refusal is an answer as well.
            Err(failure) if matches!(failure.status, Status::CLIENT_ERROR | Status::SERVER_ERROR | Status::E2BIG) => {}
            Err(failure) if failure.status == Status::SERVER_MEMORY_ALLOCATION_FAILURE => {}
            Err(failure) => return Err(failure),
        }
    }
    Ok(())
}

impl Client {
    /// Sends what was put, and reads the answer.
    fn ask<R>(
        &mut self,
        index: usize,
        put: impl FnOnce(&mut Link) -> Result<(), Failure>,
        read: impl FnOnce(&mut Link) -> Result<R, Failure>,
    ) -> Result<R, Failure> {
        let binary = self.options.binary;
        self.finish_fetch(index)?;
        self.on(index, |link| {
            put(link)?;
            link.send()?;
            settle(link, binary)?;
            read(link)
        })
    }

    /// Sends what was put, and does not wait: later if it may be held back. `answers` are to be skipped then.
    fn tell(
        &mut self,
        index: usize,
        put: impl FnOnce(&mut Link) -> Result<(), Failure>,
        held_back: bool,
        answers: usize,
    ) -> Result<(), Failure> {
        self.finish_fetch(index)?;
        self.on(index, |link| {
            put(link)?;
            link.owed += answers;
            if held_back && link.waiting() < BUFFERED_MOST {
                return Ok(());
            }
            link.send()
        })
    }

    /// Stores a value. `group` chooses the server instead of the key.
    pub fn store(&mut self, how: Store, group: Option<&[u8]>, key: &[u8], value: &[u8], expiration: i64, flags: u32) -> Status {
        let result = self.try_store(how, group, key, value, expiration, flags);
        result.unwrap_or_else(|failure| self.note_unless_answer(failure))
    }

    /// Answers that say what is the case are no errors to be kept.
    fn note_unless_answer(&mut self, failure: Failure) -> Status {
        match failure.status {
            Status::NOTFOUND | Status::NOTSTORED | Status::DATA_EXISTS => failure.status,
            _ => self.note(failure),
        }
    }

    fn try_store(
        &mut self,
        how: Store,
        group: Option<&[u8]>,
        key: &[u8],
        value: &[u8],
        expiration: i64,
        flags: u32,
    ) -> Result<Status, Failure> {
        let index = self.target(group, key)?;
        self.check_key(key)?;
        if matches!(how, Store::Append | Store::Prepend) {
            self.check_readable()?;
        }
        let secret = self.secret.as_ref().map(|secret| secret.encrypt(value).ok_or(Status::FAILURE)).transpose()?;
        let value = secret.as_deref().unwrap_or(value);
        let prefix = self.prefix.clone();
        let (binary, reply) = (self.options.binary, self.options.reply);
        let held_back = self.options.buffering && how == Store::Set;
        let cas = if let Store::Cas(cas) = how { cas } else { 0 };
        let put = |link: &mut Link, reply: bool| {
            if binary {
                let numbers = [flags.to_be_bytes(), (expiration as u32).to_be_bytes()].concat();
                let extras = if matches!(how, Store::Append | Store::Prepend) { &[][..] } else { &numbers };
                return Request { op: how.op(reply), extras, prefix: &prefix, key, value, cas }.put(link);
            }
            let mut line = format!(" {flags} {expiration} {}", value.len());
            if matches!(how, Store::Cas(_)) {
                line += &format!(" {cas}");
            }
            let end: &[u8] = if reply { b"\r\n" } else { b" noreply\r\n" };
            link.put(&[how.command(), &prefix, key, line.as_bytes(), end, value, b"\r\n"]);
            Ok(())
        };
        if how == Store::Set && binary {
            for copy in 1..=self.copies() {
                let other = (index + copy) % self.servers.len();
                // A copy that cannot be made is not missed.
                let _ = self.tell(other, |link| put(link, false), false, 0);
            }
        }
        if !reply || held_back {
            self.tell(index, |link| put(link, reply), held_back, usize::from(reply))?;
            return Ok(if reply { Status::BUFFERED } else { Status::SUCCESS });
        }
        let status = self.ask(
            index,
            |link| put(link, true),
            |link| if binary { binary::answer(link)?.checked().map(|_| Status::STORED) } else { text::status(link) },
        )?;
        if status == Status::STORED { Ok(Status::SUCCESS) } else { Err(status.into()) }
    }

    /// How many servers keep copies of what is stored, besides the first.
    pub(crate) fn copies(&self) -> usize {
        (self.options.replicas as usize).min(self.servers.len().saturating_sub(1))
    }

    /// Deletes. Memcached does not do that later any more.
    pub fn delete(&mut self, group: Option<&[u8]>, key: &[u8], expiration: i64) -> Status {
        let result = self.try_delete(group, key, expiration);
        result.unwrap_or_else(|failure| self.note_unless_answer(failure))
    }

    fn try_delete(&mut self, group: Option<&[u8]>, key: &[u8], expiration: i64) -> Result<Status, Failure> {
        let index = self.target(group, key)?;
        self.check_key(key)?;
        if expiration != 0 {
            let text = "Memcached server version does not allow expiration of deleted items";
            return Err(Failure::new(Status::INVALID_ARGUMENTS, text));
        }
        let prefix = self.prefix.clone();
        let (binary, reply, held_back) = (self.options.binary, self.options.reply, self.options.buffering);
        let put = |link: &mut Link, reply: bool| {
            if binary {
                let op = if reply { op::DELETE } else { op::DELETEQ };
                return Request { op, prefix: &prefix, key, ..Request::default() }.put(link);
            }
            link.put(&[b"delete ", &prefix, key, if reply { b"\r\n" } else { b" noreply\r\n" }]);
            Ok(())
        };
        if binary {
            for copy in 1..=self.copies() {
                let other = (index + copy) % self.servers.len();
                // As above.
                let _ = self.tell(other, |link| put(link, false), false, 0);
            }
        }
        if !reply || held_back {
            self.tell(index, |link| put(link, reply), held_back, usize::from(reply))?;
            return Ok(if reply { Status::BUFFERED } else { Status::SUCCESS });
        }
        let status = self.ask(
            index,
            |link| put(link, true),
            |link| if binary { binary::answer(link)?.checked().map(|_| Status::DELETED) } else { text::status(link) },
        )?;
        if status == Status::DELETED { Ok(Status::SUCCESS) } else { Err(status.into()) }
    }

    /// Adds to a number, or takes from it. With the binary protocol there may be a first value and when it expires.
    pub fn add_to(&mut self, up: bool, group: Option<&[u8]>, key: &[u8], by: u64, first: Option<(u64, u32)>) -> Result<u64, Status> {
        let result = self.try_add_to(up, group, key, by, first);
        result.map_err(|failure| self.note_unless_answer(failure))
    }

    fn try_add_to(&mut self, up: bool, group: Option<&[u8]>, key: &[u8], by: u64, first: Option<(u64, u32)>) -> Result<u64, Failure> {
        const NEVER: u32 = u32::MAX;
        let index = self.target(group, key)?;
        self.check_key(key)?;
        self.check_readable()?;
        let prefix = self.prefix.clone();
        let (binary, reply, held_back) = (self.options.binary, self.options.reply, self.options.buffering);
        let put = |link: &mut Link| {
            if binary {
                let op = match (up, reply) {
                    (true, true) => op::INCREMENT,
                    (false, true) => op::DECREMENT,
                    (true, false) => op::INCREMENTQ,
                    (false, false) => op::DECREMENTQ,
                };
                let (value, expiration) = first.unwrap_or((0, NEVER));
                let extras = [&by.to_be_bytes()[..], &value.to_be_bytes(), &expiration.to_be_bytes()].concat();
                return Request { op, extras: &extras, prefix: &prefix, key, ..Request::default() }.put(link);
            }
            let (command, end): (&[u8], &[u8]) = (if up { b"incr " } else { b"decr " }, if reply { b"\r\n" } else { b" noreply\r\n" });
            link.put(&[command, &prefix, key, format!(" {by}").as_bytes(), end]);
            Ok(())
        };
        if !reply || held_back {
            // There is no number then; libmemcached leaves the largest one.
            self.tell(index, put, held_back, usize::from(reply))?;
            return Ok(u64::MAX);
        }
        self.ask(index, put, |link| {
            if binary {
                return binary::answer(link)?.checked().map(|response| response.number());
            }
            match text::answer(link)? {
                Answer::Number(number) => Ok(number),
                Answer::Plain(status) => Err(status.into()),
                _ => Err(Status::UNKNOWN_READ_FAILURE.into()),
            }
        })
    }

    /// Sets when a key expires.
    pub fn touch(&mut self, group: Option<&[u8]>, key: &[u8], expiration: i64) -> Status {
        let result = self.try_touch(group, key, expiration);
        result.unwrap_or_else(|failure| self.note_unless_answer(failure))
    }

    fn try_touch(&mut self, group: Option<&[u8]>, key: &[u8], expiration: i64) -> Result<Status, Failure> {
        let index = self.target(group, key)?;
        self.check_key(key)?;
        let prefix = self.prefix.clone();
        let binary = self.options.binary;
        let put = |link: &mut Link| {
            if binary {
                let extras = (expiration as u32).to_be_bytes();
                return Request { op: op::TOUCH, extras: &extras, prefix: &prefix, key, ..Request::default() }.put(link);
            }
            link.put(&[b"touch ", &prefix, key, format!(" {expiration}\r\n").as_bytes()]);
            Ok(())
        };
        let read = |link: &mut Link| match binary {
            true => binary::answer(link)?.checked().map(|_| Status::SUCCESS),
            false => text::status(link),
        };
        let status = self.ask(index, put, read)?;
        if status == Status::SUCCESS { Ok(status) } else { Err(status.into()) }
    }

    /// Is there such a key?
    pub fn exists(&mut self, key: &[u8]) -> Status {
        /// An item that has expired when it comes is not kept.
        const EXPIRED: i64 = 2_678_400;
        match self.store_now(key, EXPIRED) {
            Ok(Status::STORED | Status::SUCCESS) => Status::NOTFOUND,
            Ok(Status::NOTSTORED | Status::DATA_EXISTS) => Status::SUCCESS,
            Ok(status) => status,
            Err(failure) => self.note(failure),
        }
    }

    fn store_now(&mut self, key: &[u8], expiration: i64) -> Result<Status, Failure> {
        let index = self.target(None, key)?;
        self.check_key(key)?;
        let prefix = self.prefix.clone();
        let binary = self.options.binary;
        let put = |link: &mut Link| {
            if binary {
                let extras = [0u32.to_be_bytes(), (expiration as u32).to_be_bytes()].concat();
                return Request { op: op::ADD, extras: &extras, prefix: &prefix, key, ..Request::default() }.put(link);
            }
            link.put(&[b"add ", &prefix, key, format!(" 0 {expiration} 0\r\n\r\n").as_bytes()]);
            Ok(())
        };
        self.ask(index, put, |link| match binary {
            false => text::status(link),
            true => match binary::answer(link)?.checked() {
                Ok(_) => Ok(Status::STORED),
                Err(failure) if matches!(failure.status, Status::NOTSTORED | Status::DATA_EXISTS) => Ok(failure.status),
                Err(failure) => Err(failure),
            },
        })
    }

    /// Does something on all servers; answers how the last that failed did.
    fn everywhere(&mut self, mut work: impl FnMut(&mut Client, usize) -> Result<(), Failure>) -> Status {
        if let Err(failure) = self.begin() {
            return self.note(failure);
        }
        let mut failed = None;
        for index in 0..self.servers.len() {
            if let Err(failure) = work(self, index) {
                failed = Some(self.note(failure));
            }
        }
        failed.unwrap_or(Status::SUCCESS)
    }

    /// Forgets all items, now or in some seconds.
    pub fn flush(&mut self, delay: i64) -> Status {
        let (binary, reply) = (self.options.binary, self.options.reply);
        let status = self.everywhere(|client, index| {
            let put = |link: &mut Link| {
                if binary {
                    let extras = (delay as u32).to_be_bytes();
                    let op = if reply { op::FLUSH } else { op::FLUSHQ };
                    return Request { op, extras: &extras, ..Request::default() }.put(link);
                }
                let delay = if delay == 0 { String::new() } else { format!(" {delay}") };
                link.put(&[b"flush_all", delay.as_bytes(), if reply { b"\r\n" } else { b" noreply\r\n" }]);
                Ok(())
            };
            if !reply {
                return client.tell(index, put, false, 0);
            }
            client.ask(index, put, |link| match binary {
                true => binary::answer(link)?.checked().map(drop),
                false => text::status(link).map(drop),
            })
        });
        some(status)
    }

    /// Asks all servers for their versions.
    pub fn versions(&mut self) -> Status {
        let binary = self.options.binary;
        let status = self.everywhere(|client, index| {
            let put = |link: &mut Link| {
                if binary {
                    return Request { op: op::VERSION, ..Request::default() }.put(link);
                }
                link.put(&[b"version\r\n"]);
                Ok(())
            };
            let version = client.ask(index, put, |link| {
                if !binary {
                    return match text::answer(link)? {
                        Answer::Version(major, minor, micro) => Ok((major, minor, micro)),
                        _ => Err(Status::UNKNOWN_READ_FAILURE.into()),
                    };
                }
                let text = binary::answer(link)?.checked()?.value;
                let text = String::from_utf8_lossy(&text);
                let mut parts = text.split('.').map(|part| part.parse::<u8>().unwrap_or(0));
                let mut next = || parts.next().unwrap_or(0);
                Ok((next(), next(), next()))
            })?;
            if let Some(server) = client.servers.get_mut(index) {
                server.version = Some(version);
            }
            Ok(())
        });
        some(status)
    }

    /// Asks all servers for statistics: position of the server, name, value.
    pub fn stats(&mut self, about: &[u8], mut take: impl FnMut(&Client, usize, &[u8], &[u8])) -> Status {
        if about.iter().any(|byte| byte.is_ascii_control()) || about.len() > 200 {
            return self.note(Failure::new(Status::INVALID_ARGUMENTS, ""));
        }
        let binary = self.options.binary;
        self.everywhere(|client, index| {
            let put = |link: &mut Link| {
                if binary {
                    return Request { op: op::STAT, key: about, ..Request::default() }.put(link);
                }
                link.put(&[b"stats", if about.is_empty() { b"" } else { b" " }, about, b"\r\n"]);
                Ok(())
            };
            let all = client.ask(index, put, |link| {
                let mut all = Vec::new();
                loop {
                    let (name, value) = match binary {
                        true => {
                            let response = binary::answer(link)?.checked()?;
                            if response.key.is_empty() {
                                return Ok(all);
                            }
                            (response.key, response.value)
                        }
                        false => match text::answer(link)? {
                            Answer::Stat(name, value) => (name, value),
                            Answer::Plain(_) => return Ok(all),
                            _ => return Err(Status::UNKNOWN_READ_FAILURE.into()),
                        },
                    };
                    all.push((name, value));
                }
            })?;
            for (name, value) in all {
                take(client, index, &name, &value);
            }
            Ok(())
        })
    }

    /// All keys that the servers tell of.
    pub fn keys(&mut self, mut take: impl FnMut(&[u8])) -> Status {
        if self.options.binary {
            return self.note(Failure::new(Status::NOT_SUPPORTED, ""));
        }
        let mut refused = None;
        let status = self.everywhere(|client, index| {
            for slab in 0..SLABS {
                let put = |link: &mut Link| {
                    link.put(&[format!("stats cachedump {slab} 0\r\n").as_bytes()]);
                    Ok(())
                };
                let keys = client.ask(index, put, |link| {
                    let mut keys = Vec::new();
                    loop {
                        match text::answer(link)? {
                            Answer::Key(key) => keys.push(key),
                            _ => return Ok(keys),
                        }
                    }
                });
                match keys {
                    Ok(keys) => keys.iter().for_each(|key| take(key)),
                    // Servers have fewer classes than are asked for.
                    Err(failure) if failure.status == Status::CLIENT_ERROR => {
                        refused = Some(failure.status);
                        return Ok(());
                    }
                    Err(failure) => return Err(failure),
                }
            }
            Ok(())
        });
        if status == Status::SUCCESS { refused.unwrap_or(status) } else { status }
    }

    /// Sends what was held back.
    pub fn send_buffered(&mut self) -> Status {
        let mut status = Status::SUCCESS;
        for index in 0..self.servers.len() {
            let waiting = self.servers.get(index).and_then(|server| server.link.as_ref()).is_some_and(|link| link.waiting() > 0);
            if waiting && let Err(failure) = self.on(index, Link::send) {
                status = self.note(failure);
            }
        }
        status
    }

    /// Reads what is left of results that nobody fetched.
    pub(crate) fn finish_fetch(&mut self, index: usize) -> Result<(), Failure> {
        while self.servers.get(index).is_some_and(|server| server.fetching.pending()) {
            self.next_of(index)?;
        }
        if let Some(server) = self.servers.get_mut(index) {
            server.fetching = Fetching::default();
        }
        Ok(())
    }

    /// Reads the answers that are owed before a new request's.
    pub(crate) fn settle_before(link: &mut Link, binary: bool) -> Result<(), Failure> {
        settle(link, binary)
    }
}
