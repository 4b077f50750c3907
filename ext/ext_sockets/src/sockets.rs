//! Functions on sockets. Errors are kept in the socket and for the request, and reported unless the socket would only have had to wait.

use std::cell::Cell;
use std::io;
use std::os::fd::{AsFd, AsRawFd, OwnedFd};
use std::rc::Rc;
use std::time::{Duration, Instant};

use loxo_runtime::memory_limit::ensure_room;
use loxo_runtime::{
    Cx, ExtSlot, Native, ObjectHandlers, PhpArray, PhpObject, PhpResource, PhpResult, PhpStr, RefArg, Value, compare, convert,
};
use loxo_socket_sys as sys;
use loxo_streams::{StreamOption, error_text, into_resource, socket as stream_socket};
use rustix::event::{PollFd, PollFlags, Timespec};
use rustix::fs::OFlags;

use crate::addresses::{self, AddressText, INET, INET6, MAX_PATH, UNIX};

/// An open socket.
#[derive(Clone)]
pub(crate) struct Socket {
    pub fd: Rc<OwnedFd>,
    pub family: i32,
    error: Rc<Cell<i32>>,
    /// The stream it comes from, or that was made of it.
    stream: Option<PhpResource>,
}

/// The native part: nothing when it is closed.
#[derive(Default)]
struct Open(Option<Socket>);

impl Native for Open {}

/// Of the request.
#[derive(Default)]
struct LastError(i32);

impl ExtSlot for LastError {}

pub(crate) fn object_handlers() -> ObjectHandlers {
    ObjectHandlers {
        compare: Some(compare::not_comparable),
        new_native: Some(|_, _| Box::new(Open::default())),
        no_new: Some("Cannot directly construct Socket, use socket_create() instead"),
        no_clone: true,
        no_serialize: true,
        no_dynamic_properties: true,
        ..ObjectHandlers::default()
    }
}

/// An object for a socket.
pub(crate) fn object(cx: &mut Cx, fd: OwnedFd, family: i32) -> PhpObject {
    shared_object(cx, Rc::new(fd), family, None)
}

fn shared_object(cx: &mut Cx, fd: Rc<OwnedFd>, family: i32, stream: Option<PhpResource>) -> PhpObject {
    let class = cx.builtin_class("Socket");
    let object = cx.new_object_raw(class);
    object.set_native(Box::new(Open(Some(Socket { fd, family, error: Rc::default(), stream }))));
    object
}

/// The socket of an argument, which is the first one.
pub(crate) fn of(cx: &mut Cx, object: &PhpObject) -> PhpResult<Socket> {
    match object.native::<Open>().and_then(|open| open.0.clone()) {
        Some(socket) => Ok(socket),
        None => Err(cx.argument_error("Error", 1, "has already been closed")),
    }
}

/// The descriptor of a `Socket`, which may be closed; `None` for other values.
pub(crate) fn descriptor(value: &Value) -> Option<Option<Rc<OwnedFd>>> {
    let open = value.as_object()?.native::<Open>()?;
    Some(open.0.as_ref().map(|socket| socket.fd.clone()))
}

/// Notes an error for the request alone, and tells it.
pub(crate) fn fail_unnoted(cx: &mut Cx, what: &str, error: &io::Error) -> PhpResult<()> {
    let number = error.raw_os_error().unwrap_or(0);
    cx.ext::<LastError>().0 = number;
    cx.builtin_warning(format!("{what} [{number}]: {}", strerror(number)));
    cx.check()
}

fn strerror(error: i32) -> String {
    const LOOKUP: [&str; 5] = [
        "Resolver Error 0 (no error)",
        "Unknown host",
        "Host name lookup failure",
        "Unknown server error",
        "No address associated with name",
    ];
    if error >= -10_000 {
        return error_text(io::Error::from_raw_os_error(error));
    }
    let index = if error == i32::MIN { i32::MAX } else { -error - 10_000 };
    usize::try_from(index).ok().and_then(|index| LOOKUP.get(index)).map_or("Unknown resolver error", |text| *text).to_string()
}

/// Notes and tells an error by number.
pub(crate) fn fail_with(cx: &mut Cx, socket: &Socket, what: &str, error: i32) -> PhpResult<bool> {
    socket.error.set(error);
    cx.ext::<LastError>().0 = error;
    // Lookup errors are no numbers of the system's.
    let silent = [rustix::io::Errno::AGAIN, rustix::io::Errno::INPROGRESS];
    if !silent.map(rustix::io::Errno::raw_os_error).contains(&error) {
        cx.builtin_warning(format!("{what} [{error}]: {}", strerror(error)));
        cx.check()?;
    }
    Ok(false)
}

/// Notes and tells an error; false.
pub(crate) fn fail(cx: &mut Cx, socket: &Socket, what: &str, error: &io::Error) -> PhpResult<bool> {
    fail_with(cx, socket, what, error.raw_os_error().unwrap_or(0))
}

pub(crate) fn done(cx: &mut Cx, socket: &Socket, what: &str, outcome: io::Result<()>) -> PhpResult<bool> {
    match outcome {
        Ok(()) => Ok(true),
        Err(error) => fail(cx, socket, what, &error),
    }
}

fn counted(cx: &mut Cx, socket: &Socket, what: &str, outcome: io::Result<usize>) -> PhpResult<Value> {
    match outcome {
        Ok(count) => Ok(Value::int(count as i64)),
        Err(error) => fail(cx, socket, what, &error).map(Value::bool),
    }
}

/// A socket could not be made.
pub(crate) fn creation_failed(cx: &mut Cx, what: &str, error: &io::Error) -> PhpResult<()> {
    fail_unnoted(cx, &format!("Unable to create {what}"), error)
}

fn check_kind(cx: &mut Cx, domain: i64, kind: i64) -> PhpResult<()> {
    const FLAGS: i64 = 0o2_000_000 | 0o4_000;
    if ![i64::from(UNIX), i64::from(INET6), i64::from(INET)].contains(&domain) {
        return Err(cx.argument_value_error(1, "must be one of AF_UNIX, AF_INET6, or AF_INET"));
    }
    if kind & !FLAGS > 10 {
        let kinds = "SOCK_STREAM, SOCK_DGRAM, SOCK_SEQPACKET, SOCK_RAW, or SOCK_RDM";
        return Err(cx.argument_value_error(2, format!("must be one of {kinds} optionally OR'ed with SOCK_CLOEXEC, SOCK_NONBLOCK")));
    }
    Ok(())
}

/// `socket_create()`
pub(crate) fn socket_create(cx: &mut Cx, domain: i64, kind: i64, protocol: i64) -> PhpResult<Value> {
    check_kind(cx, domain, kind)?;
    match sys::socket(domain as i32, kind as i32, protocol as i32) {
        Ok(fd) => Ok(Value::object(object(cx, fd, domain as i32))),
        Err(error) => creation_failed(cx, "socket", &error).map(|()| Value::FALSE),
    }
}

/// `socket_create_pair()`
pub(crate) fn socket_create_pair(cx: &mut Cx, domain: i64, kind: i64, protocol: i64, pair: &RefArg) -> PhpResult<bool> {
    check_kind(cx, domain, kind)?;
    match sys::pair(domain as i32, kind as i32, protocol as i32) {
        Ok(fds) => {
            let objects: PhpArray = fds.into_iter().map(|fd| Value::object(object(cx, fd, domain as i32))).collect();
            pair.set(cx, Value::array(objects))?;
            Ok(true)
        }
        Err(error) => creation_failed(cx, "socket pair", &error).map(|()| false),
    }
}

/// `socket_create_listen()`
pub(crate) fn socket_create_listen(cx: &mut Cx, port: i64, backlog: i64) -> PhpResult<Value> {
    const STREAM: i32 = 1;
    let fd = match sys::socket(INET, STREAM, 0) {
        Ok(fd) => fd,
        Err(error) => return creation_failed(cx, "listening socket", &error).map(|()| Value::FALSE),
    };
    let object = object(cx, fd, INET);
    let socket = of(cx, &object)?;
    let address = addresses::inet(std::net::Ipv4Addr::UNSPECIFIED, port as u16);
    if let Err(error) = sys::bind(socket.fd.as_fd(), &address) {
        return fail(cx, &socket, "unable to bind to given address", &error).map(Value::bool);
    }
    if let Err(error) = sys::listen(socket.fd.as_fd(), backlog as i32) {
        return fail(cx, &socket, "unable to listen on socket", &error).map(Value::bool);
    }
    Ok(Value::object(object))
}

/// `socket_accept()`
pub(crate) fn socket_accept(cx: &mut Cx, socket: &PhpObject) -> PhpResult<Value> {
    let socket = of(cx, socket)?;
    cx.flush_pending();
    match sys::accept(socket.fd.as_fd()) {
        Ok((fd, _)) => Ok(Value::object(object(cx, fd, socket.family))),
        Err(error) => {
            // The error is the new socket's, which nobody gets to see.
            let nobody = Socket { error: Rc::default(), ..socket };
            fail(cx, &nobody, "unable to accept incoming connection", &error).map(Value::bool)
        }
    }
}

fn set_blocking(cx: &mut Cx, socket: &PhpObject, blocking: bool) -> PhpResult<bool> {
    let socket = of(cx, socket)?;
    if let Some(resource) = socket.stream.as_ref().filter(|stream| !stream.is_closed()) {
        let stream = loxo_streams::from_resource(cx, resource)?;
        stream.set_option(cx, StreamOption::Blocking(blocking));
    }
    let outcome = rustix::fs::fcntl_getfl(&*socket.fd).and_then(|mut flags| {
        flags.set(OFlags::NONBLOCK, !blocking);
        rustix::fs::fcntl_setfl(&*socket.fd, flags)
    });
    let what = if blocking { "unable to set blocking mode" } else { "unable to set nonblocking mode" };
    done(cx, &socket, what, outcome.map_err(io::Error::from))
}

/// `socket_set_nonblock()`
pub(crate) fn socket_set_nonblock(cx: &mut Cx, socket: &PhpObject) -> PhpResult<bool> {
    set_blocking(cx, socket, false)
}

/// `socket_set_block()`
pub(crate) fn socket_set_block(cx: &mut Cx, socket: &PhpObject) -> PhpResult<bool> {
    set_blocking(cx, socket, true)
}

/// `socket_listen()`
pub(crate) fn socket_listen(cx: &mut Cx, socket: &PhpObject, backlog: i64) -> PhpResult<bool> {
    let socket = of(cx, socket)?;
    let outcome = sys::listen(socket.fd.as_fd(), backlog as i32);
    done(cx, &socket, "unable to listen on socket", outcome)
}

/// `socket_close()`
pub(crate) fn socket_close(cx: &mut Cx, socket: &PhpObject) -> PhpResult<()> {
    let open = of(cx, socket)?;
    if let Some(resource) = open.stream.as_ref().filter(|stream| !stream.is_closed()) {
        loxo_streams::close_resource(cx, resource);
    }
    if let Some(native) = socket.native_mut::<Open>() {
        native.0 = None;
    }
    Ok(())
}

/// `socket_write()`
pub(crate) fn socket_write(cx: &mut Cx, socket: &PhpObject, data: &PhpStr, length: Option<i64>) -> PhpResult<Value> {
    let socket = of(cx, socket)?;
    let Ok(length) = usize::try_from(length.unwrap_or(data.len() as i64)) else {
        return Err(cx.argument_value_error(3, "must be greater than or equal to 0"));
    };
    let outcome = rustix::io::write(&*socket.fd, &data[..length.min(data.len())]);
    counted(cx, &socket, "unable to write to socket", outcome.map_err(io::Error::from))
}

/// A buffer for what is to be read; `None` for lengths that PHP refuses.
fn buffer(length: i64) -> Option<Vec<u8>> {
    let length = usize::try_from(length).ok().filter(|length| *length > 0 && *length < i64::MAX as usize)?;
    ensure_room(length);
    Some(vec![0; length])
}

/// `socket_read()`
pub(crate) fn socket_read(cx: &mut Cx, socket: &PhpObject, length: i64, mode: i64) -> PhpResult<Value> {
    const NORMAL: i64 = 1;
    let socket = of(cx, socket)?;
    let Some(mut bytes) = buffer(length) else { return Ok(Value::FALSE) };
    cx.flush_pending();
    let outcome = if mode == NORMAL { read_line(&socket, &mut bytes) } else { sys::receive(socket.fd.as_fd(), &mut bytes, 0) };
    match outcome {
        Ok(count) => Ok(Value::bytes(&bytes[..count])),
        Err(error) => fail(cx, &socket, "unable to read from socket", &error).map(Value::bool),
    }
}

/// Up to a line feed or carriage return, which counts.
fn read_line(socket: &Socket, bytes: &mut [u8]) -> io::Result<usize> {
    for at in 0..bytes.len() {
        match sys::receive(socket.fd.as_fd(), &mut bytes[at..=at], 0) {
            Ok(1) if !matches!(bytes[at], b'\n' | b'\r') => {}
            Ok(count) => return Ok(at + count),
            // What is there is a line as far as it goes.
            Err(error) if error.kind() == io::ErrorKind::WouldBlock => return Ok(at),
            Err(error) => return Err(error),
        }
    }
    Ok(bytes.len())
}

fn tell_address(cx: &mut Cx, address: &[u8], text: &RefArg, port: Option<&RefArg>) -> PhpResult<bool> {
    match addresses::to_text(address) {
        AddressText::Inet(shown, number) => {
            text.set(cx, Value::bytes(&shown))?;
            if let Some(port) = port {
                port.set(cx, Value::int(i64::from(number)))?;
            }
            Ok(true)
        }
        AddressText::Path(path) => text.set(cx, Value::bytes(&path)).map(|()| true),
        AddressText::Unknown => Err(family_error(cx)),
    }
}

fn family_error(cx: &mut Cx) -> loxo_runtime::Thrown {
    cx.argument_value_error(1, "must be one of AF_UNIX, AF_INET, or AF_INET6")
}

/// `socket_getsockname()`
pub(crate) fn socket_getsockname(cx: &mut Cx, socket: &PhpObject, address: &RefArg, port: Option<&RefArg>) -> PhpResult<bool> {
    let socket = of(cx, socket)?;
    match sys::local_address(socket.fd.as_fd()) {
        Ok(found) => tell_address(cx, &found, address, port),
        Err(error) => fail(cx, &socket, "unable to retrieve socket name", &error),
    }
}

/// `socket_getpeername()`
pub(crate) fn socket_getpeername(cx: &mut Cx, socket: &PhpObject, address: &RefArg, port: Option<&RefArg>) -> PhpResult<bool> {
    let socket = of(cx, socket)?;
    match sys::peer_address(socket.fd.as_fd()) {
        Ok(found) => tell_address(cx, &found, address, port),
        Err(error) => fail(cx, &socket, "unable to retrieve peer name", &error),
    }
}

/// The address that arguments mean for a socket. `None`: the host is not known, which has been reported.
fn target(cx: &mut Cx, socket: &Socket, text: &PhpStr, port: Option<i64>, at: usize) -> PhpResult<Option<Vec<u8>>> {
    match (socket.family, port) {
        (UNIX, _) if text.len() >= MAX_PATH => Err(cx.argument_value_error(at, format!("must be less than {MAX_PATH}"))),
        (UNIX, _) => Ok(Some(addresses::unix(text))),
        (INET, None) => Err(cx.argument_value_error(at + 1, "cannot be null when the socket type is AF_INET")),
        (INET6, None) => Err(cx.argument_value_error(at + 1, "cannot be null when the socket type is AF_INET6")),
        (INET | INET6, Some(port)) => addresses::parse(cx, socket, text, port),
        _ => Err(family_error(cx)),
    }
}

/// `socket_connect()`
pub(crate) fn socket_connect(cx: &mut Cx, socket: &PhpObject, address: &PhpStr, port: Option<i64>) -> PhpResult<bool> {
    let socket = of(cx, socket)?;
    let Some(address) = target(cx, &socket, address, port, 2)? else { return Ok(false) };
    let outcome = sys::connect(socket.fd.as_fd(), &address);
    done(cx, &socket, "unable to connect", outcome)
}

/// `socket_bind()`
pub(crate) fn socket_bind(cx: &mut Cx, socket: &PhpObject, address: &PhpStr, port: i64) -> PhpResult<bool> {
    let socket = of(cx, socket)?;
    let Some(address) = target(cx, &socket, address, Some(port), 2)? else { return Ok(false) };
    let outcome = sys::bind(socket.fd.as_fd(), &address);
    done(cx, &socket, "Unable to bind address", outcome)
}

/// `socket_strerror()`
pub(crate) fn socket_strerror(cx: &mut Cx, error_code: i64) -> PhpResult<PhpStr> {
    match i32::try_from(error_code) {
        Ok(code) => Ok(PhpStr::from(strerror(code).as_str())),
        Err(_) => Err(cx.argument_value_error(1, format!("must be between {} and {}", i32::MIN, i32::MAX))),
    }
}

/// `socket_recv()`
pub(crate) fn socket_recv(cx: &mut Cx, socket: &PhpObject, data: &RefArg, length: i64, flags: i64) -> PhpResult<Value> {
    let socket = of(cx, socket)?;
    let Some(mut bytes) = buffer(length) else { return Ok(Value::FALSE) };
    cx.flush_pending();
    let outcome = sys::receive(socket.fd.as_fd(), &mut bytes, flags as i32);
    let got = match &outcome {
        Ok(count) if *count > 0 => Value::bytes(&bytes[..*count]),
        _ => Value::NULL,
    };
    data.set(cx, got)?;
    counted(cx, &socket, "Unable to read from socket", outcome)
}

/// `socket_send()`
pub(crate) fn socket_send(cx: &mut Cx, socket: &PhpObject, data: &PhpStr, length: i64, flags: i64) -> PhpResult<Value> {
    let socket = of(cx, socket)?;
    let Ok(length) = usize::try_from(length) else { return Err(cx.argument_value_error(3, "must be greater than or equal to 0")) };
    let outcome = sys::send(socket.fd.as_fd(), &data[..length.min(data.len())], flags as i32);
    counted(cx, &socket, "Unable to write to socket", outcome)
}

/// `socket_recvfrom()`
pub(crate) fn socket_recvfrom(
    cx: &mut Cx,
    socket: &PhpObject,
    data: &RefArg,
    length: i64,
    flags: i64,
    address: &RefArg,
    port: Option<&RefArg>,
) -> PhpResult<Value> {
    let socket = of(cx, socket)?;
    let Some(mut bytes) = buffer(length) else { return Ok(Value::FALSE) };
    if socket.family != UNIX && port.is_none() {
        return Err(loxo_runtime::args::wrong_count(cx, 5));
    }
    cx.flush_pending();
    match sys::receive_from(socket.fd.as_fd(), &mut bytes, flags as i32) {
        Ok((count, from)) => {
            data.set(cx, Value::bytes(&bytes[..count]))?;
            match addresses::to_text(&from) {
                AddressText::Unknown => {
                    let none = match socket.family {
                        INET => "0.0.0.0",
                        INET6 => "::",
                        _ => "",
                    };
                    address.set(cx, Value::bytes(none.as_bytes()))?;
                    if let Some(port) = port.filter(|_| socket.family != UNIX) {
                        port.set(cx, Value::int(0))?;
                    }
                }
                _ => drop(tell_address(cx, &from, address, port)?),
            }
            Ok(Value::int(count as i64))
        }
        Err(error) => {
            let what = if socket.family == INET6 { "unable to recvfrom" } else { "Unable to recvfrom" };
            fail(cx, &socket, what, &error).map(Value::bool)
        }
    }
}

/// `socket_sendto()`
pub(crate) fn socket_sendto(
    cx: &mut Cx,
    socket: &PhpObject,
    data: &PhpStr,
    length: i64,
    flags: i64,
    address: &PhpStr,
    port: Option<i64>,
) -> PhpResult<Value> {
    let socket = of(cx, socket)?;
    let Ok(length) = usize::try_from(length) else { return Err(cx.argument_value_error(3, "must be greater than or equal to 0")) };
    let Some(address) = target(cx, &socket, address, port, 5)? else { return Ok(Value::FALSE) };
    let outcome = sys::send_to(socket.fd.as_fd(), &data[..length.min(data.len())], flags as i32, &address);
    counted(cx, &socket, "Unable to write to socket", outcome)
}

/// `socket_shutdown()`
pub(crate) fn socket_shutdown(cx: &mut Cx, socket: &PhpObject, mode: i64) -> PhpResult<bool> {
    let socket = of(cx, socket)?;
    let outcome = sys::shutdown(socket.fd.as_fd(), mode as i32);
    done(cx, &socket, "Unable to shutdown socket", outcome)
}

/// `socket_atmark()`
pub(crate) fn socket_atmark(cx: &mut Cx, socket: &PhpObject) -> PhpResult<bool> {
    let socket = of(cx, socket)?;
    match sys::at_mark(socket.fd.as_fd()) {
        Ok(answer) => Ok(answer),
        Err(error) => fail(cx, &socket, "Unable to apply sockmark", &error),
    }
}

/// `socket_last_error()`
pub(crate) fn socket_last_error(cx: &mut Cx, socket: Option<&PhpObject>) -> PhpResult<i64> {
    Ok(i64::from(match socket {
        Some(socket) => of(cx, socket)?.error.get(),
        None => cx.ext::<LastError>().0,
    }))
}

/// `socket_clear_error()`
pub(crate) fn socket_clear_error(cx: &mut Cx, socket: Option<&PhpObject>) -> PhpResult<()> {
    match socket {
        Some(socket) => of(cx, socket)?.error.set(0),
        None => cx.ext::<LastError>().0 = 0,
    }
    Ok(())
}

/// `socket_import_stream()`
pub(crate) fn socket_import_stream(cx: &mut Cx, resource: &PhpResource) -> PhpResult<Value> {
    const SOL_SOCKET: i32 = 1;
    const SO_DOMAIN: i32 = 39;
    let stream = loxo_streams::from_resource(cx, resource)?;
    let is_socket = stream.with_ops(|_: &mut stream_socket::SocketOps| ()).is_some();
    let Some(fd) = stream.fd(cx, false).filter(|_| is_socket) else {
        cx.check()?;
        let label = stream.label();
        cx.builtin_warning(format!("Cannot represent a stream of type {label} as a Socket Descriptor"));
        return cx.check().map(|()| Value::FALSE);
    };
    let family = sys::option(fd.as_fd(), SOL_SOCKET, SO_DOMAIN, 4).ok().and_then(|bytes| bytes.try_into().ok()).map(i32::from_ne_bytes);
    let Some(family) = family else { return Ok(Value::FALSE) };
    stream.set_option(cx, StreamOption::ReadBuffer(0, None));
    Ok(Value::object(shared_object(cx, fd, family, Some(resource.clone()))))
}

/// `socket_export_stream()`
pub(crate) fn socket_export_stream(cx: &mut Cx, socket: &PhpObject) -> PhpResult<Value> {
    const SOL_SOCKET: i32 = 1;
    const SO_TYPE: i32 = 3;
    let open = of(cx, socket)?;
    if let Some(stream) = open.stream {
        return Ok(Value::resource(stream));
    }
    let Ok(fd) = open.fd.try_clone() else { return Ok(Value::FALSE) };
    let kind = sys::option(fd.as_fd(), SOL_SOCKET, SO_TYPE, 4).ok().and_then(|bytes| bytes.try_into().ok()).map(i32::from_ne_bytes);
    let label = match (open.family, kind) {
        (INET | INET6, Some(1)) => "tcp_socket",
        (INET | INET6, Some(2)) => "udp_socket",
        (UNIX, Some(1)) => "unix_socket",
        (UNIX, Some(2)) => "udg_socket",
        _ => "generic_socket",
    };
    let blocking = rustix::fs::fcntl_getfl(&*open.fd).is_ok_and(|flags| !flags.contains(OFlags::NONBLOCK));
    let stream = stream_socket::stream_of(cx, fd, label);
    stream.with_ops(|ops: &mut stream_socket::SocketOps| ops.set_blocking_state(blocking));
    let resource = into_resource(stream);
    if let Some(Open(Some(open))) = socket.native_mut::<Open>() {
        open.stream = Some(resource.clone());
    }
    Ok(Value::resource(resource))
}

/// The sockets of an array with their descriptors.
fn members(cx: &mut Cx, number: usize, array: &RefArg) -> PhpResult<Vec<(loxo_runtime::Key, Value, Rc<OwnedFd>)>> {
    let mut all = Vec::new();
    let held = array.get();
    for (key, value) in held.as_array().into_iter().flat_map(PhpArray::iter) {
        let value = value.deref();
        let native = value.as_object().and_then(|object| object.native::<Open>());
        match native {
            None => {
                let name = convert::value_name(value);
                return Err(cx.argument_type_error(number, format!("must only have elements of type Socket, {name} given")));
            }
            Some(Open(None)) => return Err(cx.argument_type_error(number, "contains a closed socket")),
            Some(Open(Some(socket))) => all.push((key.to_key(), value.clone(), socket.fd.clone())),
        }
    }
    Ok(all)
}

/// Waits until something has happened, or the time is up. A signal ends it, unless it only asks where the thread waits.
fn poll_for(polled: &mut [PollFd<'_>], limit: Option<Duration>) -> Result<(), rustix::io::Errno> {
    let began = Instant::now();
    loop {
        let left = limit.map(|limit| limit.saturating_sub(began.elapsed()));
        let spec =
            left.map(|left| Timespec { tv_sec: i64::try_from(left.as_secs()).unwrap_or(i64::MAX), tv_nsec: left.subsec_nanos().into() });
        match rustix::event::poll(polled, spec.as_ref()) {
            Err(rustix::io::Errno::INTR) if loxo_process_sys::was_asked() && !Cx::is_called() => {}
            done => return done.map(drop),
        }
    }
}

/// `socket_select()`
pub(crate) fn socket_select(
    cx: &mut Cx,
    read: &RefArg,
    write: &RefArg,
    except: &RefArg,
    seconds: Option<i64>,
    microseconds: i64,
) -> PhpResult<Value> {
    const LIMIT: i32 = 1024;
    let sets = [(read, PollFlags::IN), (write, PollFlags::OUT), (except, PollFlags::PRI)];
    let mut wanted = Vec::new();
    for (index, (array, _)) in sets.iter().enumerate() {
        wanted.push(members(cx, index + 1, array)?);
    }
    if wanted.iter().all(Vec::is_empty) {
        return Err(cx.value_error("socket_select(): At least one array argument must be passed"));
    }
    if wanted.iter().flatten().any(|(_, _, fd)| fd.as_raw_fd() >= LIMIT) {
        return Ok(Value::FALSE);
    }
    cx.flush_pending();
    let mut polled = Vec::new();
    for ((_, flags), members) in sets.iter().zip(&wanted) {
        polled.extend(members.iter().map(|(_, _, fd)| PollFd::new(&**fd, *flags)));
    }
    let limit = match seconds {
        None => None,
        Some(seconds) => {
            let seconds = seconds.saturating_add(microseconds.div_euclid(1_000_000));
            let micros = microseconds.rem_euclid(1_000_000);
            if seconds < 0 {
                return select_failed(cx, rustix::io::Errno::INVAL);
            }
            Some(Duration::new(seconds.unsigned_abs(), 0) + Duration::from_micros(micros.unsigned_abs()))
        }
    };
    if let Err(error) = poll_for(&mut polled, limit) {
        return select_failed(cx, error);
    }
    // What `select()` counts as readable and writable.
    let ready_for = [
        PollFlags::IN | PollFlags::HUP | PollFlags::ERR | PollFlags::RDNORM | PollFlags::RDBAND,
        PollFlags::OUT | PollFlags::ERR | PollFlags::WRNORM | PollFlags::WRBAND,
        PollFlags::PRI,
    ];
    let mut events = polled.iter().map(PollFd::revents);
    let mut ready = Vec::new();
    let mut count = 0;
    for (members, flags) in wanted.iter().zip(ready_for) {
        let mut left = PhpArray::new();
        for (key, value, _) in members {
            if events.next().is_some_and(|happened| happened.intersects(flags)) {
                left.set(key, value.clone());
                count += 1;
            }
        }
        ready.push(left);
    }
    for ((array, _), left) in sets.iter().zip(ready) {
        if array.get().is_array() {
            array.set(cx, Value::array(left))?;
        }
    }
    Ok(Value::int(count))
}

fn select_failed(cx: &mut Cx, error: rustix::io::Errno) -> PhpResult<Value> {
    let number = error.raw_os_error();
    cx.ext::<LastError>().0 = number;
    cx.builtin_warning(format!("Unable to select [{number}]: {}", strerror(number)));
    cx.check().map(|()| Value::FALSE)
}
