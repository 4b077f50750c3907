//! The server as a script sees it: where its output goes and where the request's body comes from.

use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;

use loxo_runtime::web::HeaderLine;
use loxo_runtime::{ResponseHead, Sapi};
use loxo_sampler::counters::{self, Counter};
use tokio::sync::oneshot;

use crate::compress;
use crate::message::{FatalError, Reply, RequestBody, RequestHead, Response, ResponseBody};
use crate::response_body::{self, BodyWriter};
use crate::site::{SapiKind, Site};
use crate::slot::Slot;

/// Longer responses are sent while the script runs; shorter ones in one piece with their length.
const BUFFER_LIMIT: usize = 256 << 10;

/// The response as it comes about. The script's side and the worker share it.
pub(crate) struct PendingResponse {
    head: Option<Response>,
    /// Nothing but the head is wanted.
    head_only: bool,
    length: u64,
    /// Its head says that it may be compressed, and the server does not do that.
    stays_text: bool,
    buffer: Vec<u8>,
    /// The router is running, or has not declined.
    pub(crate) by_router: bool,
    state: SendState,
    slot: Arc<Slot>,
}

enum SendState {
    /// Nothing has been sent.
    Waiting(oneshot::Sender<Reply>),
    Sending(BodyWriter),
    Closed,
}

pub(crate) type SharedResponse = Rc<RefCell<PendingResponse>>;

impl PendingResponse {
    pub(crate) fn new(reply: oneshot::Sender<Reply>, head_only: bool, slot: Arc<Slot>) -> SharedResponse {
        let state = SendState::Waiting(reply);
        Rc::new(RefCell::new(PendingResponse {
            head: None,
            head_only,
            length: 0,
            stays_text: false,
            buffer: Vec::new(),
            by_router: false,
            state,
            slot,
        }))
    }

    fn set_head(&mut self, head: &ResponseHead<'_>, site: &Site) {
        let as_written = site.sapi == SapiKind::CliServer;
        self.head = Some(Response {
            status: head.status,
            line: head.line.map(<[u8]>::to_vec),
            headers: head.headers.iter().filter_map(if as_written { written } else { field }).collect(),
            body: ResponseBody::Absent(0),
            error: None,
        });
        self.stays_text = !site.compress && self.head.as_ref().is_some_and(compress::is_text);
    }

    /// Counts its bytes.
    pub(crate) fn count(&self, request: &RequestHead) {
        counters::add(Counter::OutputBytes, self.length);
        if self.stays_text && compress::is_worth_it(request, self.length) {
            counters::add(Counter::UncompressedBytes, self.length);
        }
    }

    /// Gives up what was printed and the head: the router has declined.
    pub(crate) fn decline(&mut self) {
        if let SendState::Waiting(reply) = std::mem::replace(&mut self.state, SendState::Closed) {
            let _ = reply.send(Reply::Declined);
        }
    }

    /// False: the client is gone.
    fn write(&mut self, bytes: &[u8]) -> bool {
        self.length += bytes.len() as u64;
        if self.head_only {
            return true;
        }
        match &mut self.state {
            SendState::Waiting(reply) if reply.is_closed() => false,
            SendState::Waiting(_) => {
                self.buffer.extend_from_slice(bytes);
                if self.buffer.len() >= BUFFER_LIMIT { self.start() } else { true }
            }
            SendState::Sending(writer) => writer.write(bytes),
            SendState::Closed => false,
        }
    }

    /// `flush()`: the client gets what there is. False: it is gone.
    fn flush(&mut self) -> bool {
        match &mut self.state {
            SendState::Sending(writer) => writer.flush(),
            _ => self.start(),
        }
    }

    fn reply(&self, answer: Response) -> Reply {
        if self.by_router { Reply::ByRouter(answer) } else { Reply::Response(answer) }
    }

    /// Sends the head and what there is; the rest follows as it comes.
    fn start(&mut self) -> bool {
        if !matches!(self.state, SendState::Waiting(_)) {
            return true;
        }
        let SendState::Waiting(reply) = std::mem::replace(&mut self.state, SendState::Closed) else { return true };
        let Some(mut answer) = self.head.take() else {
            self.state = SendState::Waiting(reply);
            return true;
        };
        let (mut writer, reader) = response_body::channel();
        let cutter = writer.cutter();
        self.slot.sending(move || cutter.cut());
        answer.body = if self.head_only { ResponseBody::Absent(self.length) } else { ResponseBody::Pieces(Box::new(reader)) };
        if reply.send(self.reply(answer)).is_err() {
            return false;
        }
        let first = std::mem::take(&mut self.buffer);
        let taken = self.head_only || first.is_empty() || writer.write(&first);
        self.state = if taken { SendState::Sending(writer) } else { SendState::Closed };
        taken
    }

    /// The script is done: what is left goes out. `error`: the fatal error that ended it.
    pub(crate) fn finish(&mut self, error: Option<FatalError>) {
        let SendState::Waiting(reply) = std::mem::replace(&mut self.state, SendState::Closed) else { return };
        let Some(mut answer) = self.head.take() else { return };
        answer.error = error;
        let buffer = std::mem::take(&mut self.buffer);
        answer.body = if self.head_only { ResponseBody::Absent(self.length) } else { ResponseBody::Whole(buffer.into()) };
        // Nobody waits any more: the client has gone.
        let _ = reply.send(self.reply(answer));
    }
}

/// Name and value; a line that is no field is not sent.
fn field(line: &HeaderLine) -> Option<(String, Vec<u8>)> {
    let name = line.name().filter(|name| !name.is_empty())?;
    Some((String::from_utf8_lossy(name).into_owned(), line.value().to_vec()))
}

/// Name and all that stands behind the colon, for PHP's built-in server, which sends lines as they are. One that is no field is a value that has no
/// name.
fn written(line: &HeaderLine) -> Option<(String, Vec<u8>)> {
    match line.name() {
        Some(name) if !name.is_empty() => Some((String::from_utf8_lossy(name).into_owned(), line.text()[name.len() + 1..].to_vec())),
        _ => (!line.text().is_empty()).then(|| (String::new(), line.text().to_vec())),
    }
}

/// The script's side.
pub(crate) struct ServerSapi {
    pub(crate) site: Arc<Site>,
    pub(crate) response: SharedResponse,
    pub(crate) body: RequestBody,
}

impl Sapi for ServerSapi {
    fn name(&self) -> &'static str {
        self.site.sapi.name()
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
        response.state = SendState::Closed;
        response.slot.answered();
        true
    }

    fn send_headers(&mut self, head: &ResponseHead<'_>) {
        self.response.borrow_mut().set_head(head, &self.site);
    }

    fn log(&mut self, message: &[u8]) {
        crate::log::error(self.site.sapi, message);
    }

    fn read_body(&mut self, buffer: &mut [u8]) -> usize {
        self.body.read(buffer)
    }

    fn is_web(&self) -> bool {
        true
    }

    fn shares_process(&self) -> bool {
        true
    }
}
