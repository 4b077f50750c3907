//! The server as a script sees it: where its output goes and where the request's body comes from.

use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;

use loxo_runtime::{ResponseHead, Sapi};
use tokio::sync::oneshot;

use crate::Host;
use crate::flow::{Sink, flow};
use crate::message::{Answer, Incoming, Outgoing, Reply};

/// Longer responses are sent while the script runs; shorter ones in one piece with their length.
const WHOLE: usize = 256 << 10;

/// The response as it comes about. The script's side and the worker share it.
pub(crate) struct Response {
    head: Option<Answer>,
    /// Nothing but the head is wanted.
    head_only: bool,
    length: u64,
    buffer: Vec<u8>,
    way: Way,
}

enum Way {
    /// Nothing has been sent.
    Waiting(oneshot::Sender<Reply>),
    Sending(Sink),
    Closed,
}

pub(crate) type SharedResponse = Rc<RefCell<Response>>;

impl Response {
    pub(crate) fn new(reply: oneshot::Sender<Reply>, head_only: bool) -> SharedResponse {
        Rc::new(RefCell::new(Response { head: None, head_only, length: 0, buffer: Vec::new(), way: Way::Waiting(reply) }))
    }

    fn set_head(&mut self, head: &ResponseHead<'_>) {
        self.head = Some(Answer {
            status: head.status,
            line: head.line.map(<[u8]>::to_vec),
            headers: head.headers.to_vec(),
            body: Outgoing::Absent(0),
            error: None,
        });
    }

    /// Gives up what was printed and the head: the router has declined.
    pub(crate) fn decline(&mut self) {
        if let Way::Waiting(reply) = std::mem::replace(&mut self.way, Way::Closed) {
            let _ = reply.send(Reply::Declined);
        }
    }

    /// False: the client is gone.
    fn write(&mut self, bytes: &[u8]) -> bool {
        self.length += bytes.len() as u64;
        if self.head_only {
            return true;
        }
        match &mut self.way {
            Way::Waiting(reply) if reply.is_closed() => false,
            Way::Waiting(_) => {
                self.buffer.extend_from_slice(bytes);
                if self.buffer.len() >= WHOLE { self.start() } else { true }
            }
            Way::Sending(sink) => sink.write(bytes),
            Way::Closed => false,
        }
    }

    /// `flush()`: the client gets what there is. False: it is gone.
    fn flush(&mut self) -> bool {
        match &mut self.way {
            Way::Sending(sink) => sink.flush(),
            _ => self.start(),
        }
    }

    /// Sends the head and what there is; the rest follows as it comes.
    fn start(&mut self) -> bool {
        if !matches!(self.way, Way::Waiting(_)) {
            return true;
        }
        let Way::Waiting(reply) = std::mem::replace(&mut self.way, Way::Closed) else { return true };
        let Some(mut answer) = self.head.take() else {
            self.way = Way::Waiting(reply);
            return true;
        };
        let (mut sink, source) = flow();
        answer.body = if self.head_only { Outgoing::Absent(self.length) } else { Outgoing::Pieces(Box::new(source)) };
        if reply.send(Reply::Answer(answer)).is_err() {
            return false;
        }
        let first = std::mem::take(&mut self.buffer);
        let taken = self.head_only || first.is_empty() || sink.write(&first);
        self.way = if taken { Way::Sending(sink) } else { Way::Closed };
        taken
    }

    /// The script is done: what is left goes out. `error`: the fatal error that ended it.
    pub(crate) fn finish(&mut self, error: Option<String>) {
        let Way::Waiting(reply) = std::mem::replace(&mut self.way, Way::Closed) else { return };
        let Some(mut answer) = self.head.take() else { return };
        answer.error = error;
        let buffer = std::mem::take(&mut self.buffer);
        answer.body = if self.head_only { Outgoing::Absent(self.length) } else { Outgoing::Whole(buffer.into()) };
        // Nobody waits any more: the client has gone.
        let _ = reply.send(Reply::Answer(answer));
    }
}

/// The script's side.
pub(crate) struct Exchange {
    pub(crate) host: Arc<Host>,
    pub(crate) response: SharedResponse,
    pub(crate) body: Incoming,
}

impl Sapi for Exchange {
    fn name(&self) -> &'static str {
        self.host.style.sapi()
    }

    fn write(&mut self, bytes: &[u8]) -> bool {
        self.response.borrow_mut().write(bytes)
    }

    fn flush(&mut self) {
        self.response.borrow_mut().flush();
    }

    fn finish(&mut self) -> bool {
        let mut response = self.response.borrow_mut();
        response.finish(None);
        response.way = Way::Closed;
        true
    }

    fn send_headers(&mut self, head: &ResponseHead<'_>) {
        self.response.borrow_mut().set_head(head);
    }

    fn log(&mut self, message: &[u8]) {
        crate::log::error(self.host.style, message);
    }

    fn read_body(&mut self, buffer: &mut [u8]) -> usize {
        self.body.read(buffer)
    }

    fn is_web(&self) -> bool {
        true
    }
}
