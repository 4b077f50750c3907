//! The functions that connect, accept and use sockets as streams.

use std::time::Duration;

use loxo_observer::counters;
use loxo_runtime::PhpResource;
use loxo_streams::crypto::{self, Answer, Order};
use loxo_streams::socket::{self, SocketOps};
use loxo_streams::transport::{self, Purpose, TransportError};
use loxo_streams::{StreamRef, context, persistent};
use rustix::net::{AddressFamily, Protocol, SocketFlags, SocketType, socketpair};

use crate::files::stream;
use crate::prelude::*;

const CLIENT_PERSISTENT: i64 = 1;
const CLIENT_ASYNC: i64 = 2;
const CLIENT_CONNECT: i64 = 4;
const SERVER_LISTEN: i64 = 8;
const OOB: i64 = 1;
const PEEK: i64 = 2;

fn set(cx: &mut Cx, place: Option<&RefArg>, value: Value) -> PhpResult<()> {
    match place {
        Some(place) => place.set(cx, value),
        None => Ok(()),
    }
}

/// A number of seconds as a time to wait; negative is for ever.
fn seconds(cx: &mut Cx, number: usize, timeout: Option<f64>) -> PhpResult<Option<Duration>> {
    let seconds = timeout.unwrap_or_else(|| cx.ini_int("default_socket_timeout") as f64);
    if !seconds.is_finite() {
        return Err(cx.argument_value_error(number, "must be a finite value"));
    }
    Ok(Duration::try_from_secs_f64(seconds).ok())
}

fn shown(text: &[u8]) -> String {
    String::from_utf8_lossy(text).into_owned()
}

/// Tells why there is no connection: in the arguments and as a warning.
fn failed(cx: &mut Cx, to: &str, error: TransportError, code: Option<&RefArg>, message: Option<&RefArg>) -> PhpResult<Value> {
    cx.check()?;
    let text = if error.text.is_empty() { "Unknown error".to_string() } else { shown(&error.text) };
    cx.warn(&format!("Unable to connect to {to} ({text})"))?;
    set(cx, code, Value::int(i64::from(error.code)))?;
    set(cx, message, Value::from(error.text))?;
    Ok(Value::FALSE)
}

/// `stream_socket_client()`
pub(crate) fn stream_socket_client(
    cx: &mut Cx,
    address: &PhpStr,
    error_code: Option<&RefArg>,
    error_message: Option<&RefArg>,
    timeout: Option<f64>,
    flag_bits: i64,
    context: &Value,
) -> PhpResult<Value> {
    let timeout = seconds(cx, 4, timeout)?;
    let context = context::from_arg(cx, 6, context, false)?;
    set(cx, error_code, Value::int(0))?;
    set(cx, error_message, Value::EMPTY_STRING)?;
    let purpose = match flag_bits & (CLIENT_ASYNC | CLIENT_CONNECT) {
        bits if bits & CLIENT_ASYNC != 0 => Purpose::ConnectLater,
        _ => Purpose::Connect,
    };
    let key = (flag_bits & CLIENT_PERSISTENT != 0).then(|| [b"stream_socket_client__", &address[..]].concat());
    let make = |cx: &mut Cx| transport::create(cx, address, purpose, timeout, context.as_ref());
    match connection(cx, key, address, make) {
        Ok(resource) => {
            cx.check()?;
            Ok(Value::resource(resource))
        }
        Err(error) => {
            let to = shown(&quoted(address));
            failed(cx, &to, error, error_code, error_message)
        }
    }
}

/// A connection; with a key, one that is there already or that later requests get.
fn connection(
    cx: &mut Cx,
    key: Option<Vec<u8>>,
    address: &[u8],
    make: impl FnOnce(&mut Cx) -> Result<StreamRef, TransportError>,
) -> Result<PhpResource, TransportError> {
    let make = |cx: &mut Cx| {
        let started = counters::start();
        let stream = make(cx)?;
        started.connected(address);
        Ok(stream)
    };
    match key {
        Some(key) => persistent::connect(cx, &key, make),
        None => make(cx).map(loxo_streams::into_resource),
    }
}

/// Addresses of abstract sockets have a NUL byte, which messages show.
fn quoted(address: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(address.len());
    for &b in address {
        match b {
            0 => out.extend_from_slice(b"\\0"),
            b'\\' | b'\'' | b'"' => out.extend_from_slice(&[b'\\', b]),
            _ => out.push(b),
        }
    }
    out
}

/// `stream_socket_server()`
pub(crate) fn stream_socket_server(
    cx: &mut Cx,
    address: &PhpStr,
    error_code: Option<&RefArg>,
    error_message: Option<&RefArg>,
    flag_bits: i64,
    context: &Value,
) -> PhpResult<Value> {
    const DEFAULT_BACKLOG: i64 = 32;
    let context = context::from_arg(cx, 5, context, false)?;
    set(cx, error_code, Value::int(0))?;
    set(cx, error_message, Value::EMPTY_STRING)?;
    let backlog = context::option(context.as_ref(), "socket", "backlog").map_or(DEFAULT_BACKLOG, |v| convert::scalar_to_int(&v));
    let listen = (flag_bits & SERVER_LISTEN != 0).then_some(backlog as i32);
    match transport::create(cx, address, Purpose::Bind(listen), None, context.as_ref()) {
        Ok(stream) => {
            cx.check()?;
            Ok(Value::resource(loxo_streams::into_resource(stream)))
        }
        Err(error) => failed(cx, &shown(address), error, error_code, error_message),
    }
}

/// `stream_socket_accept()`
pub(crate) fn stream_socket_accept(
    cx: &mut Cx,
    socket: &PhpResource,
    timeout: Option<f64>,
    peer_name: Option<&RefArg>,
) -> PhpResult<Value> {
    let timeout = seconds(cx, 2, timeout)?;
    let server = stream(cx, socket)?;
    match transport::accept(cx, &server, timeout) {
        Ok((client, peer)) => {
            set(cx, peer_name, Value::from(peer))?;
            Ok(Value::resource(loxo_streams::into_resource(client)))
        }
        Err(error) => {
            let text = shown(&error.text);
            cx.warn(&format!("Accept failed: {text}"))?;
            Ok(Value::FALSE)
        }
    }
}

/// `stream_socket_get_name()`
pub(crate) fn stream_socket_get_name(cx: &mut Cx, socket: &PhpResource, remote: bool) -> PhpResult<Value> {
    let stream = stream(cx, socket)?;
    let name = stream.with_ops(|ops: &mut SocketOps| ops.name(remote)).flatten();
    Ok(name.filter(|name| !name.is_empty()).map_or(Value::FALSE, Value::from))
}

/// `stream_socket_recvfrom()`
pub(crate) fn stream_socket_recvfrom(
    cx: &mut Cx,
    socket: &PhpResource,
    length: i64,
    flag_bits: i64,
    address: Option<&RefArg>,
) -> PhpResult<Value> {
    let stream = stream(cx, socket)?;
    set(cx, address, Value::NULL)?;
    let Some(max) = usize::try_from(length).ok().filter(|max| *max > 0) else {
        return Err(cx.argument_value_error(2, "must be greater than 0"));
    };
    if stream.is_filtered() && flag_bits != 0 {
        cx.warn("Cannot peek or fetch OOB data from a filtered stream")?;
        return Ok(Value::FALSE);
    }
    if flag_bits == 0 && address.is_none() {
        let data = stream.read_str(cx, max);
        cx.check()?;
        return Ok(data.map_or(Value::FALSE, Value::string));
    }
    match socket::receive(&stream, max.min(1 << 24), flag_bits & OOB != 0, flag_bits & PEEK != 0) {
        Some((data, from)) => {
            if let Some(from) = from {
                set(cx, address, Value::from(from))?;
            }
            Ok(Value::from(data))
        }
        None => Ok(Value::FALSE),
    }
}

/// `stream_socket_sendto()`
pub(crate) fn stream_socket_sendto(cx: &mut Cx, socket: &PhpResource, data: &PhpStr, flag_bits: i64, address: &PhpStr) -> PhpResult<Value> {
    let stream = stream(cx, socket)?;
    let target = match address.is_empty() {
        true => None,
        false => match socket::parse_target(cx, address) {
            Some(target) => Some(target),
            None => {
                let address = shown(address);
                cx.warn(&format!("Failed to parse `{address}' into a valid network address"))?;
                return Ok(Value::FALSE);
            }
        },
    };
    if stream.is_filtered() && (target.is_some() || flag_bits & OOB != 0) {
        cx.warn("Cannot write OOB data, or data to a targeted address on a filtered stream")?;
        return Ok(Value::int(-1));
    }
    let sent = socket::send_to(&stream, data, flag_bits & OOB != 0, target.as_ref());
    Ok(sent.map_or(Value::int(-1), Value::from))
}

/// `stream_socket_enable_crypto()`
pub(crate) fn stream_socket_enable_crypto(
    cx: &mut Cx,
    resource: &PhpResource,
    enable: bool,
    crypto_method: Option<i64>,
    _session_stream: &Value,
) -> PhpResult<Value> {
    let stream = stream(cx, resource)?;
    let mut method = crypto_method;
    if enable && method.is_none() {
        let context = stream.context.borrow().clone();
        let Some(option) = context::option(context.as_ref(), "ssl", "crypto_method") else {
            return Err(cx.argument_value_error(3, "must be specified when enabling encryption"));
        };
        method = option.as_int();
    }
    let answer = crypto::run(cx, &stream, Order { enable, method: method.unwrap_or(0) });
    cx.check()?;
    Ok(match answer {
        Answer::Done => Value::TRUE,
        Answer::NotYet => Value::int(0),
        Answer::Failed => Value::FALSE,
    })
}

/// `stream_socket_shutdown()`
pub(crate) fn stream_socket_shutdown(cx: &mut Cx, resource: &PhpResource, mode: i64) -> PhpResult<bool> {
    let how = match mode {
        0 => std::net::Shutdown::Read,
        1 => std::net::Shutdown::Write,
        2 => std::net::Shutdown::Both,
        _ => return Err(cx.argument_value_error(2, "must be one of STREAM_SHUT_RD, STREAM_SHUT_WR, or STREAM_SHUT_RDWR")),
    };
    let stream = stream(cx, resource)?;
    Ok(stream.with_ops(|ops: &mut SocketOps| ops.shutdown(how)).unwrap_or(false))
}

/// `stream_socket_pair()`
pub(crate) fn stream_socket_pair(cx: &mut Cx, domain: i64, kind: i64, protocol: i64) -> PhpResult<Value> {
    let protocol = u32::try_from(protocol).ok().and_then(std::num::NonZeroU32::new).map(Protocol::from_raw);
    let family = AddressFamily::from_raw(domain as u16);
    match socketpair(family, SocketType::from_raw(kind as u32), SocketFlags::CLOEXEC, protocol) {
        Ok((one, other)) => {
            let both = [one, other].map(|fd| loxo_streams::into_resource(socket::stream_of(cx, fd, "generic_socket")));
            Ok(Value::array(PhpArray::from_values(both)))
        }
        Err(error) => {
            let text = loxo_streams::error_text(error);
            cx.warn(&format!("Failed to create sockets: [{}]: {text}", error.raw_os_error()))?;
            Ok(Value::FALSE)
        }
    }
}

/// `fsockopen()`
pub(crate) fn fsockopen(
    cx: &mut Cx,
    hostname: &PhpStr,
    port: i64,
    error_code: Option<&RefArg>,
    error_message: Option<&RefArg>,
    timeout: Option<f64>,
) -> PhpResult<Value> {
    open_host(cx, hostname, port, error_code, error_message, timeout, false)
}

/// `pfsockopen()`
pub(crate) fn pfsockopen(
    cx: &mut Cx,
    hostname: &PhpStr,
    port: i64,
    error_code: Option<&RefArg>,
    error_message: Option<&RefArg>,
    timeout: Option<f64>,
) -> PhpResult<Value> {
    open_host(cx, hostname, port, error_code, error_message, timeout, true)
}

fn open_host(
    cx: &mut Cx,
    hostname: &PhpStr,
    port: i64,
    error_code: Option<&RefArg>,
    error_message: Option<&RefArg>,
    timeout: Option<f64>,
    is_kept: bool,
) -> PhpResult<Value> {
    /// What fits a number of microseconds.
    const LONGEST: f64 = u64::MAX as f64 / 1_000_000.0;
    let wait = timeout.unwrap_or_else(|| cx.ini_int("default_socket_timeout") as f64);
    if wait != -1.0 && !(0.0..=LONGEST).contains(&wait) {
        return Err(cx.argument_value_error(6, format!("must be -1 or between 0 and {}", u64::MAX / 1_000_000)));
    }
    let wait = Duration::try_from_secs_f64(wait).ok();
    let url = if port > 0 { [&hostname[..], format!(":{port}").as_bytes()].concat() } else { hostname.to_vec() };
    set(cx, error_code, Value::int(0))?;
    set(cx, error_message, Value::EMPTY_STRING)?;
    let key = is_kept.then(|| [b"pfsockopen__", &hostname[..], format!(":{port}").as_bytes()].concat());
    match connection(cx, key, &url, |cx| transport::create(cx, &url, Purpose::Connect, wait, None)) {
        Ok(resource) => {
            cx.check()?;
            Ok(Value::resource(resource))
        }
        Err(error) => {
            let to = format!("{}:{port}", shown(hostname.split(|b| *b == 0).next().unwrap_or_default()));
            failed(cx, &to, error, error_code, error_message)
        }
    }
}
