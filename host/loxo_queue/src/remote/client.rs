//! A client: its requests are done one after the other, by its own connection to the store.

use std::io::{ErrorKind, Read, Write};
use std::net::TcpStream;
use std::time::{Duration, Instant};

use super::Session;
use super::shared::{Shared, is_gone};
use crate::queues::Take;
use crate::request::{self, Key, Request, Step};
use crate::store::Result;
use crate::{now, reply, stats};

/// What is read at once, and the capacity that is kept for the next requests and answers.
const READ: usize = 64 << 10;
/// How long a client may take to read its answers.
const SENDING: Duration = Duration::from_secs(60);
/// Answers are sent when there are so many bytes of them, and when no request is left.
const MOST_PENDING: usize = 256 << 10;
/// While a client waits, it is looked after whether it is still there.
const SLICE: Duration = Duration::from_secs(1);

/// An item that the client has neither closed nor aborted.
struct Opened {
    name: Vec<u8>,
    receipt: Vec<u8>,
}

pub(super) struct Client<'a> {
    shared: &'a Shared,
    socket: TcpStream,
    session: Box<dyn Session>,
    opened: Option<Opened>,
    output: Vec<u8>,
    is_closing: bool,
}

impl<'a> Client<'a> {
    pub fn new(shared: &'a Shared, socket: TcpStream) -> Client<'a> {
        Client { shared, socket, session: shared.session(), opened: None, output: Vec::new(), is_closing: false }
    }

    /// Answers until the connection ends; what is open comes back.
    pub fn serve(mut self) {
        // What goes wrong with a connection ends it.
        let _ = self.socket.set_write_timeout(Some(SENDING)).and_then(|()| self.answer_all());
        if let Some(opened) = self.opened.take()
            && let Err(error) = self.session.abort(&opened.receipt)
        {
            eprintln!("loxo queue: {error}: what a client had open comes back later");
        }
        self.shared.give_back(self.session);
    }

    fn answer_all(&mut self) -> std::io::Result<()> {
        let (mut input, mut buffer, mut skip) = (Vec::new(), vec![0; READ], 0usize);
        loop {
            let mut at = 0;
            while at < input.len() && !self.is_closing {
                let length = match request::parse(&input[at..], self.shared.options.longest_value) {
                    Step::Incomplete => break,
                    Step::Hopeless => {
                        self.is_closing = true;
                        break;
                    }
                    Step::Refused { reply, length } => {
                        self.output.extend_from_slice(reply);
                        length
                    }
                    Step::Request { request, length } => {
                        // Items of queues that were named before the one that failed are taken, and given.
                        if let Err(error) = self.answer(request) {
                            self.shared.counts().failures += 1;
                            self.output.extend_from_slice(&reply::of_error(&error));
                        }
                        length
                    }
                };
                let end = at.saturating_add(length);
                skip = end.saturating_sub(input.len());
                at = end.min(input.len());
                if self.output.len() > MOST_PENDING {
                    self.send()?;
                }
            }
            input.drain(..at);
            if input.is_empty() {
                input.shrink_to(READ);
            }
            self.send()?;
            if self.is_closing {
                return Ok(());
            }
            let count = match self.socket.read(&mut buffer) {
                Ok(0) => return Ok(()),
                Ok(count) => count,
                Err(error) if error.kind() == ErrorKind::Interrupted => continue,
                Err(error) => return Err(error),
            };
            self.shared.counts().bytes_read += count as u64;
            let skipped = count.min(skip);
            skip -= skipped;
            input.extend_from_slice(&buffer[skipped..count]);
        }
    }

    fn send(&mut self) -> std::io::Result<()> {
        if self.output.is_empty() {
            return Ok(());
        }
        self.socket.write_all(&self.output)?;
        self.shared.counts().bytes_written += self.output.len() as u64;
        self.output.clear();
        self.output.shrink_to(READ);
        Ok(())
    }

    fn answer(&mut self, request: Request<'_>) -> Result<()> {
        let mut say = |answer: &[u8], noreply: bool| self.output.extend_from_slice(if noreply { b"" } else { answer });
        match request {
            Request::Set { name, flags, expiry, value, noreply } => {
                self.shared.counts().sets += 1;
                let now = now();
                let expires = request::expires_at(expiry, now);
                let lifetime = (expires != 0).then(|| Duration::from_millis(expires.saturating_sub(now).max(0).cast_unsigned()));
                say(reply::of_put(self.session.put(name, flags, lifetime, value)?), noreply);
            }
            Request::Get { keys, with_cas } => return self.get(&keys, with_cas),
            Request::Delete { name, noreply } => {
                let answer: &[u8] = if self.session.delete(name)? { b"DELETED\r\n" } else { b"NOT_FOUND\r\n" };
                say(answer, noreply);
            }
            Request::Flush { name } => {
                self.shared.counts().flushes += 1;
                self.session.flush(name)?;
                say(b"END\r\n", false);
            }
            Request::FlushAll { delay, noreply } if delay > 0 => say(b"SERVER_ERROR this store flushes at once only\r\n", noreply),
            Request::FlushAll { noreply, .. } => {
                self.shared.counts().flushes += 1;
                self.session.flush_all()?;
                say(b"OK\r\n", noreply);
            }
            Request::Stats => {
                let queues = self.shared.figures(&mut *self.session)?;
                stats::write(&mut self.output, &self.shared.counts(), &queues, self.shared.connected(), now());
            }
            Request::Version => say(reply::VERSION.as_bytes(), false),
            Request::Verbosity { noreply } => say(b"OK\r\n", noreply),
            Request::Shutdown if self.shared.options.allow_shutdown => {
                self.is_closing = true;
                self.shared.stop();
            }
            Request::Shutdown => say(reply::NO_SHUTDOWN, false),
            Request::Quit => self.is_closing = true,
        }
        Ok(())
    }

    fn get(&mut self, keys: &[Key<'_>], with_cas: bool) -> Result<()> {
        for key in keys {
            let wait = if keys.len() == 1 { key.options.wait } else { None };
            self.get_one(key, with_cas, wait)?;
        }
        self.output.extend_from_slice(b"END\r\n");
        Ok(())
    }

    fn get_one(&mut self, key: &Key<'_>, with_cas: bool, wait: Option<Duration>) -> Result<()> {
        let options = key.options;
        if let Some(opened) = self.opened.take_if(|opened| (options.close || options.abort) && opened.name == key.name) {
            // Where this fails, nobody knows whether it was done: the item comes back if it was not.
            let done = if options.close { self.session.close(&opened.receipt) } else { self.session.abort(&opened.receipt) };
            if let Err(error) = done {
                self.opened = Some(opened);
                return Err(error);
            }
        }
        if (options.close || options.abort) && !options.open {
            return Ok(());
        }
        let how = match options {
            _ if options.peek => Take::Peek,
            _ if options.open && self.opened.is_some() => {
                self.output.extend_from_slice(reply::IS_OPEN);
                self.is_closing = true;
                return Ok(());
            }
            _ if options.open => Take::Open,
            _ => Take::Remove,
        };
        {
            let mut counts = self.shared.counts();
            *(if how == Take::Peek { &mut counts.peeks } else { &mut counts.gets }) += 1;
        }
        let found = match wait.filter(|_| how != Take::Peek) {
            Some(wait) => {
                // Answers to what was asked before are due.
                if self.send().is_err() {
                    self.is_closing = true;
                    return Ok(());
                }
                self.shared.count_waiter(key.name, true);
                let found = self.wait(key.name, how, wait);
                self.shared.count_waiter(key.name, false);
                found?
            }
            None => self.session.take(key.name, how, Duration::ZERO)?,
        };
        let Some(taken) = found else {
            self.shared.counts().misses += 1;
            return Ok(());
        };
        self.shared.counts().hits += 1;
        reply::value(&mut self.output, key.name, taken.flags, &taken.value, with_cas.then_some(taken.number));
        if how == Take::Open {
            self.opened = Some(Opened { name: key.name.to_vec(), receipt: taken.receipt });
        }
        Ok(())
    }

    fn wait(&mut self, name: &[u8], how: Take, wait: Duration) -> Result<Option<super::Taken>> {
        let until = Instant::now() + wait;
        loop {
            let left = until.saturating_duration_since(Instant::now());
            let found = self.session.take(name, how, left.min(SLICE))?;
            if found.is_some() || left.is_zero() {
                return Ok(found);
            }
            if is_gone(&self.socket) {
                self.is_closing = true;
                return Ok(None);
            }
        }
    }
}
