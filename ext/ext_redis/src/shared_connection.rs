//! A connection as objects hold it. What is wrong becomes exceptions here.

use std::cell::{RefCell, RefMut};
use std::rc::Rc;

use loxo_runtime::{Cx, PhpResult, Thrown, Value};

use crate::connection::{Connection, ConnectionError, IoResult, Queued};
use crate::reply::Reply;
use crate::reply_conversion::{self, ReplyKind};

#[derive(Clone)]
pub(crate) struct SharedConnection {
    sock: Rc<RefCell<Connection>>,
    /// The class of exceptions.
    exception: &'static str,
    /// It stands for a cluster: complaints are kept, and never thrown.
    is_cluster: bool,
}

impl SharedConnection {
    pub(crate) fn new(sock: Connection) -> SharedConnection {
        SharedConnection { sock: Rc::new(RefCell::new(sock)), exception: "RedisException", is_cluster: false }
    }

    pub(crate) fn of_cluster(sock: Connection) -> SharedConnection {
        SharedConnection { sock: Rc::new(RefCell::new(sock)), exception: "RedisClusterException", is_cluster: true }
    }

    /// The connection, for a short time in which no code of the program runs.
    pub(crate) fn lock(&self, cx: &mut Cx) -> PhpResult<RefMut<'_, Connection>> {
        match self.sock.try_borrow_mut() {
            Ok(sock) => Ok(sock),
            // A handler of errors that uses what is being used.
            Err(_) => Err(cx.throw(self.exception, "The connection is in use")),
        }
    }

    pub(crate) fn is_cluster(&self) -> bool {
        self.is_cluster
    }

    pub(crate) fn peek<R>(&self, look: impl FnOnce(&Connection) -> R) -> Option<R> {
        self.sock.try_borrow().ok().map(|sock| look(&sock))
    }

    pub(crate) fn throw(&self, cx: &mut Cx, message: impl AsRef<[u8]>) -> Thrown {
        // Further errors of a transaction are reported too, so this is no `cx.throw()`.
        let class = cx.builtin_class(self.exception);
        let exception = cx.new_exception(class, message.as_ref(), 0);
        cx.throw_object(exception)
    }

    pub(crate) fn checked<T>(&self, cx: &mut Cx, result: IoResult<T>) -> PhpResult<T> {
        result.map_err(|ConnectionError(message)| self.throw(cx, message))
    }

    /// Keeps what the server complains of. Much of it is an exception, unless it stands where a list should.
    pub(crate) fn note_error(&self, cx: &mut Cx, text: &[u8], throws: bool) -> PhpResult<()> {
        self.lock(cx)?.error = Some(text.to_vec());
        if throws && !self.is_cluster && is_exceptional(text) { Err(self.throw(cx, text)) } else { Ok(()) }
    }

    /// Makes sure that commands can be sent.
    pub(crate) fn open(&self, cx: &mut Cx) -> PhpResult<()> {
        let opened = self.lock(cx)?.open(cx);
        if self.checked(cx, opened)? {
            return Ok(());
        }
        let message = {
            let sock = self.lock(cx)?;
            format!("Redis server {} went away", sock.address())
        };
        Err(self.throw(cx, message))
    }

    pub(crate) fn read(&self, cx: &mut Cx) -> PhpResult<Reply> {
        let reply = self.lock(cx)?.read_reply(cx);
        self.checked(cx, reply)
    }

    /// False: it was not sent.
    pub(crate) fn write(&self, cx: &mut Cx, bytes: &[u8]) -> PhpResult<bool> {
        let written = self.lock(cx)?.write(cx, bytes);
        self.checked(cx, written)
    }

    /// Sends a command. The answer, or what the program gets while answers are collected (`this`).
    pub(crate) fn execute(&self, cx: &mut Cx, bytes: &[u8], kind: ReplyKind, this: &Value) -> PhpResult<Value> {
        let mode = self.lock(cx)?.mode;
        if mode.pipeline {
            let mut sock = self.lock(cx)?;
            sock.pipeline.extend_from_slice(bytes);
            sock.queue.push(Queued::ReplyKind(kind));
            return Ok(this.clone());
        }
        if !self.write(cx, bytes)? {
            return Ok(Value::FALSE);
        }
        let reply = self.read(cx)?;
        if !mode.multi {
            return reply_conversion::convert(cx, self, reply, &kind);
        }
        match reply {
            Reply::Status(text) if text.as_bytes() == b"QUEUED" => {
                self.lock(cx)?.queue.push(Queued::ReplyKind(kind));
                Ok(this.clone())
            }
            Reply::Error(text) => self.note_error(cx, &text, true).map(|()| Value::FALSE),
            _ => Ok(Value::FALSE),
        }
    }
}

/// Errors of commands are answers; that the server cannot serve is not.
fn is_exceptional(text: &[u8]) -> bool {
    if text.starts_with(b"ERR") && !text.starts_with(b"ERR AUTH") {
        return false;
    }
    let answers: [&[u8]; 6] = [b"NOSCRIPT", b"NOQUORUM", b"NOGOODSLAVE", b"WRONGTYPE", b"BUSYGROUP", b"NOGROUP"];
    !answers.iter().any(|answer| text.starts_with(answer))
}
