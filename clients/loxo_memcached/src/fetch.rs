//! Getting items: requests go to all servers at once, then answers are read.

use std::collections::VecDeque;

use crate::binary::{self, Request, op};
use crate::client::Client;
use crate::item::{Fetching, Item};
use crate::status::{Failure, Status};
use crate::text::{self, Answer};
use crate::wire::Link;

/// Keys are asked for in portions, so that neither side waits for the other one to read.
const PORTION: usize = 16 * 1024;

impl Client {
    /// Asks for items; [`Client::fetch`] gets them. `group` chooses the server for all.
    pub fn get(&mut self, group: Option<&[u8]>, keys: &[&[u8]], with_cas: bool) -> Status {
        let result = self.try_get(group, keys, with_cas);
        self.settled(result)
    }

    fn try_get(&mut self, group: Option<&[u8]>, keys: &[&[u8]], with_cas: bool) -> Result<(), Failure> {
        self.begin()?;
        (self.fetch_from, self.fetched, self.fetch_began) = (0, false, false);
        if keys.is_empty() {
            return Err(Failure::new(Status::NOTFOUND, "Numbers of keys provided was zero"));
        }
        for key in keys {
            self.check_key(key)?;
        }
        let mut portions: Vec<VecDeque<Vec<Vec<u8>>>> = Vec::new();
        portions.resize_with(self.servers.len(), VecDeque::new);
        let mut room = vec![0; self.servers.len()];
        let master = group.and_then(|group| self.server_of(group));
        for key in keys {
            let Some(first) = master.or_else(|| self.server_of(key)) else { return Err(Status::NO_SERVERS.into()) };
            let index = self.replica_of(first);
            let (Some(list), Some(room)) = (portions.get_mut(index), room.get_mut(index)) else { continue };
            if *room < key.len() + self.prefix.len() || list.is_empty() {
                list.push_back(Vec::new());
                *room = PORTION;
            }
            *room = room.saturating_sub(key.len() + self.prefix.len() + 24);
            if let Some(portion) = list.back_mut() {
                portion.push(key.to_vec());
            }
        }
        let mut asked = false;
        let mut failed = None;
        let with_cas = with_cas || self.options.cas;
        for (index, list) in portions.into_iter().enumerate() {
            if list.is_empty() {
                continue;
            }
            let begun = self.finish_fetch(index).and_then(|()| {
                self.connected(index)?;
                if let Some(server) = self.servers.get_mut(index) {
                    server.fetching = Fetching { later: list, active: false, settled: false, with_cas };
                }
                self.ask_next(index)
            });
            match begun {
                Ok(()) => asked = true,
                Err(failure) => failed = Some(self.note(failure)),
            }
        }
        match failed {
            // Those that answer are enough.
            // The binary protocol wants all of them.
            Some(_) if !asked || self.options.binary => Err(self.last_failure().cloned().unwrap_or_else(|| Status::FAILURE.into())),
            _ => {
                self.fetch_began = true;
                Ok(())
            }
        }
    }

    /// The server itself, or the first of those with copies that can be reached.
    fn replica_of(&mut self, first: usize) -> usize {
        let copies = if self.options.binary { self.copies() } else { 0 };
        let count = self.servers.len().max(1);
        let mut candidates = (0..=copies).map(|copy| (first + copy) % count);
        if copies == 0 {
            return first;
        }
        candidates.find(|index| self.connected(*index).is_ok()).unwrap_or(first)
    }

    /// Sends the next portion to a server.
    fn ask_next(&mut self, index: usize) -> Result<(), Failure> {
        let Some(server) = self.servers.get_mut(index) else { return Ok(()) };
        let Some(keys) = server.fetching.later.pop_front() else { return Ok(()) };
        let with_cas = server.fetching.with_cas;
        server.fetching.active = true;
        let prefix = self.prefix.clone();
        let binary = self.options.binary;
        self.on(index, |link| {
            if binary {
                for key in &keys {
                    Request { op: op::GETKQ, prefix: &prefix, key, ..Request::default() }.put(link)?;
                }
                Request { op: op::NOOP, ..Request::default() }.put(link)?;
            } else {
                link.put(&[if with_cas { b"gets" } else { b"get" }]);
                for key in &keys {
                    link.put(&[b" ", &prefix, key]);
                }
                link.put(&[b"\r\n"]);
            }
            link.send()
        })
    }

    /// The next item of a server; none when it has sent all.
    pub(crate) fn next_of(&mut self, index: usize) -> Result<Option<Item>, Failure> {
        let binary = self.options.binary;
        loop {
            let Some(server) = self.servers.get_mut(index) else { return Ok(None) };
            if !server.fetching.active {
                if server.fetching.later.is_empty() {
                    return Ok(None);
                }
                self.ask_next(index)?;
                continue;
            }
            let settled = std::mem::replace(&mut server.fetching.settled, true);
            let read = |link: &mut Link| {
                if !settled {
                    Client::settle_before(link, binary)?;
                }
                if !binary {
                    return match text::answer(link)? {
                        Answer::Value(item) => Ok(Some(item)),
                        Answer::Plain(Status::END) => Ok(None),
                        _ => Err(Status::UNKNOWN_READ_FAILURE.into()),
                    };
                }
                let response = binary::answer(link)?;
                if response.op == op::NOOP {
                    return Ok(None);
                }
                response.checked().map(|response| Some(response.into_item()))
            };
            let item = self.on(index, read);
            match item {
                Ok(Some(mut item)) => {
                    if item.key.starts_with(&self.prefix) {
                        item.key.drain(..self.prefix.len());
                    }
                    return Ok(Some(item));
                }
                Ok(None) => {
                    if let Some(server) = self.servers.get_mut(index) {
                        server.fetching.active = false;
                    }
                }
                Err(failure) => {
                    // A text server ends its answer with a refusal; a binary one goes on.
                    if let Some(server) = self.servers.get_mut(index).filter(|_| !binary) {
                        server.fetching.active = false;
                    }
                    return Err(failure);
                }
            }
        }
    }

    /// The next item that was asked for, or how it ended: [`Status::END`], or [`Status::NOTFOUND`] if there was none.
    pub fn fetch(&mut self) -> Result<Item, Status> {
        if !self.fetch_began {
            return Err(Status::NOTFOUND);
        }
        while self.fetch_from < self.servers.len() {
            match self.next_of(self.fetch_from) {
                Ok(Some(item)) => {
                    self.fetched = true;
                    return self.decrypted(item);
                }
                Ok(None) => self.fetch_from += 1,
                Err(failure) => {
                    self.fetch_from += 1;
                    return Err(self.note(failure));
                }
            }
        }
        self.fetch_began = false;
        Err(if self.fetched { Status::END } else { Status::NOTFOUND })
    }

    /// Items with the binary protocol stay as they are, as with libmemcached. After one that cannot be read the rest of its server is passed over.
    fn decrypted(&mut self, mut item: Item) -> Result<Item, Status> {
        let Some(secret) = self.secret.as_ref().filter(|_| !self.options.binary && !item.value.is_empty()) else { return Ok(item) };
        match secret.decrypt(&item.value) {
            Some(value) => {
                item.value = value;
                Ok(item)
            }
            None => {
                self.fetch_from += 1;
                Err(self.note(Failure::new(Status::FAILURE, "hashkit_decrypt() failed")))
            }
        }
    }

    /// Reads what nobody fetched, and forgets it.
    pub fn discard(&mut self) {
        while self.fetch().is_ok() {}
    }
}
