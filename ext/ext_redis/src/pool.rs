//! Persistent connections that nobody uses. They belong to the thread that made them.

use std::cell::{Cell, RefCell};
use std::collections::HashMap;
use std::os::fd::OwnedFd;
use std::time::{SystemTime, UNIX_EPOCH};

use loxo_runtime::Cx;
use loxo_streams::socket::{self, SocketOps};
use loxo_streams::{StreamOps, StreamRef};
use rustix::event::PollFlags;

use crate::connection::Connection;

/// A socket without anything of the request that opened it.
pub(crate) struct Idle {
    fd: OwnedFd,
    label: &'static str,
}

impl Idle {
    pub(crate) fn into_stream(self, cx: &mut Cx) -> StreamRef {
        socket::stream_of(cx, self.fd, self.label)
    }
}

#[derive(Default)]
struct Pool {
    idle: Vec<Idle>,
    /// Connections that are open, idle or not.
    open: i64,
}

thread_local! {
    static POOLS: RefCell<HashMap<Vec<u8>, Pool>> = RefCell::default();
    static MARK: Cell<u64> = const { Cell::new(0) };
}

/// Which connections are as good as each other. `redis.pconnect.pool_pattern` says what counts besides the server.
pub(crate) fn key(cx: &mut Cx, sock: &Connection, url: &[u8]) -> Vec<u8> {
    let none = Vec::new();
    let id = sock.persistent_id.as_ref();
    if !cx.ini_bool("redis.pconnect.pooling_enabled") {
        let own = id.cloned().unwrap_or_else(|| sock.timeout.to_string().into_bytes());
        return [b"phpredis:", url, b":", &own].concat();
    }
    let mut key = [b"phpredis_", &sock.host[..], b":", sock.port.to_string().as_bytes()].concat();
    let (user, password) = (sock.user.as_ref().unwrap_or(&none), sock.password.as_ref().unwrap_or(&none));
    for part in cx.ini_str("redis.pconnect.pool_pattern").iter() {
        let parts: [&[u8]; 2] = match part {
            b'i' => [id.unwrap_or(&none), b""],
            b'u' => [user, b""],
            b'p' => [b"", password],
            b'a' => [user, password],
            _ => continue,
        };
        key.push(*part);
        for part in parts {
            key.push(b':');
            key.extend_from_slice(part);
        }
    }
    key
}

fn with<R>(key: &[u8], work: impl FnOnce(&mut Pool) -> R) -> R {
    POOLS.with_borrow_mut(|pools| work(pools.entry(key.to_vec()).or_default()))
}

/// The connection that was given back last.
pub(crate) fn take(key: &[u8]) -> Option<Idle> {
    with(key, |pool| pool.idle.pop())
}

pub(crate) fn opened(key: &[u8]) {
    with(key, |pool| pool.open += 1);
}

pub(crate) fn closed(key: &[u8]) {
    with(key, |pool| pool.open = (pool.open - 1).max(0));
}

pub(crate) fn is_full(cx: &mut Cx, key: &[u8]) -> bool {
    let limit = cx.ini_int("redis.pconnect.connection_limit");
    limit > 0 && with(key, |pool| pool.open) >= limit
}

/// Keeps a connection. False: it cannot be kept: what encrypts it belongs to the request.
pub(crate) fn give_back(key: &[u8], stream: &StreamRef) -> bool {
    let taken = stream.with_ops(|ops: &mut SocketOps| {
        let is_plain = ops.layer.is_none();
        is_plain.then(|| Some(Idle { fd: ops.fd.try_clone().ok()?, label: ops.label() })).flatten()
    });
    let Some(idle) = taken.flatten() else { return false };
    with(key, |pool| pool.idle.push(idle));
    true
}

/// `redis.pconnect.pool_detect_dirty`: nothing may wait to be read.
pub(crate) fn is_clean(cx: &mut Cx, stream: Option<&StreamRef>) -> bool {
    if cx.ini_int("redis.pconnect.pool_detect_dirty") <= 0 {
        return true;
    }
    let patience = u64::try_from(cx.ini_int("redis.pconnect.pool_poll_timeout")).unwrap_or(0);
    let wait = Some(std::time::Duration::from_millis(patience));
    stream
        .and_then(|stream| stream.with_ops(|ops: &mut SocketOps| socket::wait_for(&ops.fd, PollFlags::IN, wait).is_ok_and(|ready| !ready)))
        .unwrap_or(false)
}

/// Something that was not said before.
pub(crate) fn next_mark() -> u64 {
    let next = MARK.get().wrapping_add(1);
    MARK.set(next);
    let nanos = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_nanos() as u64);
    nanos.wrapping_add(next)
}
