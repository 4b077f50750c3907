//! Connections that outlive the request that made them, by key, as PHP's persistent list has them. They belong to the thread that made them.

use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;

use loxo_value::{PhpResource, PhpStr};

use super::socket::SocketOps;
use super::transport::TransportError;
use super::{OptionResult, Stream, StreamOps, StreamOption, StreamRef, close_resource, flags, into_resource, resource_of, state};
use loxo_runtime::Cx;

/// What a stream is between two requests. Nothing of it lies on the heap of a request.
struct Connection {
    ops: Box<dyn StreamOps>,
    unread: Vec<u8>,
    path: Vec<u8>,
    position: i64,
    chunk_size: usize,
}

thread_local! {
    /// Connections that no request of this thread has asked for yet.
    static WAITING: RefCell<HashMap<Vec<u8>, Connection>> = RefCell::default();
}

impl Connection {
    /// `None`: it cannot be kept. Filters and encryption belong to the request.
    fn of(stream: &Stream) -> Option<Connection> {
        let is_plain = stream.with_ops(|ops: &mut SocketOps| ops.layer.is_none()).unwrap_or(false);
        if stream.is_filtered() || !is_plain {
            return None;
        }
        let path = stream.path.borrow().as_ref().map(|path| path.to_vec()).unwrap_or_default();
        let (position, chunk_size) = (stream.position.get(), stream.chunk_size.get());
        let (ops, unread) = stream.detach()?;
        Some(Connection { ops, unread, path, position, chunk_size })
    }

    fn into_stream(self) -> StreamRef {
        let stream = Stream::new(self.ops, b"r+");
        stream.set_flag(flags::NO_SEEK | flags::PERSISTENT);
        stream.append_buffer(&self.unread);
        *stream.path.borrow_mut() = Some(PhpStr::new(&self.path));
        stream.position.set(self.position);
        stream.chunk_size.set(self.chunk_size);
        Rc::new(stream)
    }
}

/// The connection of this key if its other side is still there, else the one that `make` makes, which has this key from then on. A program
/// that asks twice gets the same resource.
pub fn connect(
    cx: &mut Cx,
    key: &[u8],
    make: impl FnOnce(&mut Cx) -> Result<StreamRef, TransportError>,
) -> Result<PhpResource, TransportError> {
    let open = state(cx).persistent.get(key).filter(|stream| !stream.is_closed()).cloned();
    let waiting = || WAITING.with_borrow_mut(|waiting| waiting.remove(key)).map(Connection::into_stream);
    if let Some(stream) = open.or_else(waiting) {
        if is_alive(cx, &stream) {
            return Ok(keep(cx, key, stream));
        }
        close(cx, &stream);
    }
    let stream = make(cx)?;
    stream.set_flag(flags::PERSISTENT);
    Ok(keep(cx, key, stream))
}

fn keep(cx: &mut Cx, key: &[u8], stream: StreamRef) -> PhpResource {
    state(cx).persistent.insert(key.to_vec(), stream.clone());
    resource_of(&stream).unwrap_or_else(|| into_resource(stream))
}

fn is_alive(cx: &mut Cx, stream: &Stream) -> bool {
    matches!(stream.call(|ops| ops.set_option(cx, stream, StreamOption::CheckLiveness)), Some(OptionResult::Ok))
}

fn close(cx: &mut Cx, stream: &StreamRef) {
    match resource_of(stream) {
        Some(resource) => close_resource(cx, &resource),
        None => stream.close(cx),
    };
}

/// The end of a request, before [`super::shutdown`]: what is still open waits for the next.
pub fn release(cx: &mut Cx) {
    for (key, stream) in std::mem::take(&mut state(cx).persistent) {
        if stream.is_closed() {
            continue;
        }
        match Connection::of(&stream) {
            Some(connection) => {
                WAITING.with_borrow_mut(|waiting| waiting.insert(key, connection));
            }
            None => close(cx, &stream),
        }
    }
}
