//! Layers between a socket and its stream: encryption. An extension makes them; sockets read and write through them while they are active.

use std::io::{Read, Write};
use std::os::fd::OwnedFd;
use std::time::Duration;

use loxo_value::{PhpArray, PhpResource, PhpStr, Value};

use super::context::Context;
use super::socket::SocketOps;
use super::{StreamOps, StreamRef, state};
use loxo_runtime::Cx;

/// How long a layer may wait.
#[derive(Clone, Copy, Debug)]
pub struct Patience {
    /// The program wants to wait; what does not go at once is tried again otherwise.
    pub blocking: bool,
    /// `None`: for ever.
    pub timeout: Option<Duration>,
}

/// What came of reading or writing through a layer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Passed {
    /// So many bytes.
    Bytes(usize),
    /// Nothing now.
    Nothing,
    End,
    TimedOut,
}

/// One layer. It reports its own errors.
pub trait Layer: std::any::Any {
    /// Reads and writes go through it; otherwise it is set up, but not (or no longer) in use.
    fn is_active(&self) -> bool;
    fn read(&mut self, cx: &mut Cx, patience: Patience, buf: &mut [u8]) -> Passed;
    fn write(&mut self, cx: &mut Cx, patience: Patience, data: &[u8]) -> Passed;
    /// Bytes that wait in the layer, not in the socket.
    fn pending(&self) -> usize;
    /// The other side is still there.
    fn is_alive(&mut self) -> bool;
    /// Adds to the array of `stream_get_meta_data()`.
    fn describe(&self, out: &mut PhpArray);
    /// Says goodbye.
    fn close(&mut self);
}

/// What `stream_socket_enable_crypto()` asks for.
#[derive(Clone, Copy)]
pub struct Order {
    pub enable: bool,
    /// `STREAM_CRYPTO_METHOD_*`
    pub method: i64,
}

/// What came of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Answer {
    Done,
    /// The stream does not block, and the other side has not answered yet.
    NotYet,
    Failed,
}

/// An encrypted connection that belongs to no stream. It waits as its socket says: not at all if that does not block, and no longer than
/// the socket's own time for reading.
pub trait Channel: Read + Write {}
impl<T: Read + Write> Channel for T {}

/// Encrypts the connection of a client; the context has the options. `None`: that failed, and warnings said why.
pub type Secure = fn(&mut Cx, OwnedFd, Option<String>, PhpResource, Option<Duration>) -> Option<Box<dyn Channel>>;

/// Encrypts the connection of a client to a host; options are those of the context `ssl`.
pub fn secure(cx: &mut Cx, fd: OwnedFd, host: &[u8], options: &[(&str, Value)], timeout: Option<Duration>) -> Option<Box<dyn Channel>> {
    let make = state(cx).secure?;
    let context = Context::new_resource();
    let data = context.data_mut::<Context>()?;
    for (name, value) in options {
        data.set_option(b"ssl", &PhpStr::from(*name), value.clone());
    }
    make(cx, fd, Some(String::from_utf8_lossy(host).into_owned()), context, timeout)
}

/// Starts or ends encryption of a stream.
pub type Hook = fn(&mut Cx, &StreamRef, Order) -> Answer;

/// Starts or ends encryption; a warning tells if that is impossible, as it is unless the stream is a TCP connection.
pub fn run(cx: &mut Cx, stream: &StreamRef, order: Order) -> Answer {
    let is_tcp = stream.with_ops(|ops: &mut SocketOps| ops.label().starts_with("tcp_socket")).unwrap_or(false);
    let hook = state(cx).crypto.filter(|_| is_tcp);
    match hook {
        Some(hook) => hook(cx, stream, order),
        None => {
            cx.builtin_warning("This stream does not support SSL/crypto");
            if order.enable { Answer::Failed } else { Answer::Done }
        }
    }
}
