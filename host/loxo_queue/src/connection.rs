//! A client: what it has sent, what it has not been sent yet, and the item that it has open.

use std::io::{self, ErrorKind, Read, Write};
use std::net::TcpStream;
use std::ops::Range;
use std::time::Instant;

use rustix::event::epoll::EventFlags;

use crate::queues::QueueId;
use crate::request::KeyOptions;
use crate::store::Item;

/// A client that does not read its answers is not listened to beyond this many bytes of them; nor is one that waits, of requests.
const MOST_PENDING: usize = 1 << 20;
const MOST_WHILE_WAITING: usize = 64 << 10;
/// Capacity that is kept for the next requests or answers.
const KEPT: usize = 64 << 10;

#[derive(Clone, Copy)]
pub(crate) enum Kind {
    Queue,
    /// Somebody who asks for the figures, by HTTP.
    Metrics,
}

/// An item that its client has neither closed nor aborted.
pub(crate) struct Opened {
    pub name: Vec<u8>,
    pub queue: QueueId,
    pub item: Item,
}

/// A `get` that waits for an item.
pub(crate) struct Waiting {
    pub name: Vec<u8>,
    pub options: KeyOptions,
    pub with_cas: bool,
    pub until: Instant,
}

pub(crate) struct Connection {
    socket: TcpStream,
    pub kind: Kind,
    pub input: Vec<u8>,
    /// Bytes that are still to come and to be skipped.
    pub skip: usize,
    pub output: Vec<u8>,
    sent: usize,
    /// Answers in `output` that hold only if the next commit succeeds.
    pub revocable: Vec<Range<usize>>,
    pub opened: Option<Opened>,
    pub waiting: Option<Waiting>,
    /// The client will send nothing more.
    pub has_ended: bool,
    /// Nothing more is read; the connection ends when everything is sent.
    pub is_closing: bool,
    /// What epoll watches.
    pub watched: EventFlags,
}

impl Connection {
    pub fn new(socket: TcpStream, kind: Kind) -> Connection {
        Connection {
            socket,
            kind,
            input: Vec::new(),
            skip: 0,
            output: Vec::new(),
            sent: 0,
            revocable: Vec::new(),
            opened: None,
            waiting: None,
            has_ended: false,
            is_closing: false,
            watched: EventFlags::IN,
        }
    }

    pub fn socket(&self) -> &TcpStream {
        &self.socket
    }

    /// Reads what there is, once; gives the count.
    pub fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        match self.socket.read(buffer) {
            Ok(0) => {
                self.has_ended = true;
                Ok(0)
            }
            Ok(count) => {
                let skipped = count.min(self.skip);
                self.skip -= skipped;
                self.input.extend_from_slice(&buffer[skipped..count]);
                Ok(count)
            }
            Err(error) if matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::Interrupted) => Ok(0),
            Err(error) => Err(error),
        }
    }

    /// The input up to here is done with.
    pub fn forget_input(&mut self, length: usize) {
        self.input.drain(..length);
        if self.input.is_empty() && self.input.capacity() > KEPT {
            self.input = Vec::new();
        }
    }

    /// Requests are answered.
    pub fn is_served(&self) -> bool {
        self.waiting.is_none() && !self.is_closing && self.pending() < MOST_PENDING
    }

    pub fn pending(&self) -> usize {
        self.output.len() - self.sent
    }

    /// Sends what the client takes; gives the count.
    pub fn send(&mut self) -> io::Result<usize> {
        let before = self.sent;
        while self.sent < self.output.len() {
            match self.socket.write(&self.output[self.sent..]) {
                Ok(0) => return Err(ErrorKind::WriteZero.into()),
                Ok(count) => self.sent += count,
                Err(error) if error.kind() == ErrorKind::WouldBlock => break,
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
        let count = self.sent - before;
        if self.sent == self.output.len() {
            self.output.clear();
            self.sent = 0;
            self.output.shrink_to(KEPT);
        }
        Ok(count)
    }

    /// Everything that the connection is for is done.
    pub fn is_done(&self) -> bool {
        self.pending() == 0 && (self.is_closing || self.has_ended && self.waiting.is_none())
    }

    /// What is to be watched.
    pub fn wanted(&self) -> EventFlags {
        let mut flags = EventFlags::empty();
        let has_space = if self.waiting.is_some() { self.input.len() < MOST_WHILE_WAITING } else { self.pending() < MOST_PENDING };
        if has_space && !self.has_ended && !self.is_closing {
            flags |= EventFlags::IN;
        }
        if self.pending() > 0 {
            flags |= EventFlags::OUT;
        }
        flags
    }

    /// Puts another answer in the place of those that do not hold.
    pub fn revoke(&mut self, answer: &[u8]) {
        let revocable = std::mem::take(&mut self.revocable);
        let Some(first) = revocable.first() else { return };
        let tail = self.output.split_off(first.start);
        let (base, mut at) = (first.start, first.start);
        for range in &revocable {
            self.output.extend_from_slice(&tail[at - base..range.start - base]);
            if !range.is_empty() {
                self.output.extend_from_slice(answer);
            }
            at = range.end;
        }
        self.output.extend_from_slice(&tail[at - base..]);
    }
}
