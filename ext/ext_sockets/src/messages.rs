//! Messages: data in pieces, with an address and ancillary messages.

use std::io::IoSlice;
use std::os::fd::AsFd;

use loxo_runtime::memory_limit::ensure_room;
use loxo_runtime::{Cx, PhpArray, PhpObject, PhpResult, RefArg, Value};
use loxo_socket_sys as sys;

use crate::ancillary::Kind;
use crate::from_php::{Content, write};
use crate::{sockets, to_php};

/// An argument that is a C `int`.
fn c_int(cx: &mut Cx, number: usize, value: i64) -> PhpResult<i32> {
    match i32::try_from(value) {
        Ok(value) => Ok(value),
        Err(_) => Err(cx.argument_value_error(number, format!("must be between {} and {}", i32::MIN, i32::MAX))),
    }
}

/// `socket_sendmsg()`
pub(crate) fn socket_sendmsg(cx: &mut Cx, socket: &PhpObject, message: &PhpArray, flags: i64) -> PhpResult<Value> {
    let flags = c_int(cx, 3, flags)?;
    let socket = sockets::of(cx, socket)?;
    let Some(outgoing) = write(cx, &socket, "msghdr", |writer| writer.outgoing(message))? else { return Ok(Value::FALSE) };
    let data: Vec<_> = outgoing.data.iter().map(|piece| IoSlice::new(piece)).collect();
    let control: Vec<_> = outgoing
        .control
        .iter()
        .map(|one| {
            let content = match &one.content {
                Content::Bytes(bytes) => sys::Content::Bytes(bytes.clone()),
                Content::Descriptors(fds) => sys::Content::Descriptors(fds.iter().map(|fd| fd.as_fd()).collect()),
            };
            sys::Sent { level: one.level, kind: one.kind, content }
        })
        .collect();
    cx.flush_pending();
    match sys::send_message(socket.fd.as_fd(), outgoing.to.as_deref(), &data, &control, flags) {
        Ok(count) => Ok(Value::int(count as i64)),
        Err(error) => sockets::fail(cx, &socket, "Error in sendmsg", &error).map(Value::bool),
    }
}

/// `socket_recvmsg()`
pub(crate) fn socket_recvmsg(cx: &mut Cx, socket: &PhpObject, message: &RefArg, flags: i64) -> PhpResult<Value> {
    let flags = c_int(cx, 3, flags)?;
    let socket = sockets::of(cx, socket)?;
    let requested = message.array();
    let Some(capacity) = write(cx, &socket, "msghdr", |writer| writer.receive_capacity(&requested))? else { return Ok(Value::FALSE) };
    ensure_room(capacity.data.saturating_add(capacity.control));
    let (mut data, mut control) = (vec![0; capacity.data], vec![0; capacity.control]);
    let mut from = capacity.from.map(|size| vec![0; size]);
    cx.flush_pending();
    let received = match sys::receive_message(socket.fd.as_fd(), from.as_deref_mut(), &mut data, &mut control, flags) {
        Ok(received) => received,
        Err(error) => return sockets::fail_unnoted(cx, "Error in recvmsg", &error).map(|()| Value::FALSE),
    };
    let count = received.count as i64;
    let outcome = to_php::message(cx, from.as_deref(), &data, received);
    match outcome {
        Ok(shown) => message.set(cx, shown)?,
        Err(text) => {
            cx.builtin_warning(text);
            message.set(cx, Value::FALSE)?;
            cx.check()?;
        }
    }
    Ok(Value::int(count))
}

/// `socket_cmsg_space()`
pub(crate) fn socket_cmsg_space(cx: &mut Cx, level: i64, kind: i64, num: i64) -> PhpResult<i64> {
    let (level, kind, num) = (c_int(cx, 1, level)?, c_int(cx, 2, kind)?, c_int(cx, 3, num)?);
    let Ok(num) = usize::try_from(num) else { return Err(cx.argument_value_error(3, "must be greater than or equal to 0")) };
    match Kind::of(level, kind) {
        Some(Kind::Rights) => Ok(sys::space(num.saturating_mul(4)) as i64),
        Some(known) => Ok(sys::space(known.size()) as i64),
        None => Err(cx.value_error(format!("Pair level {level} and/or type {kind} is not supported"))),
    }
}
