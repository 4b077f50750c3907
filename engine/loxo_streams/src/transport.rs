//! Transports: how `tcp://`, `udp://`, `unix://` and `udg://` are connected and bound. Extensions add others (`ssl://`).

use std::net::SocketAddr;
use std::os::fd::OwnedFd;
use std::time::Duration;

use loxo_value::{PhpResource, PhpStr};
use rustix::event::{PollFd, PollFlags, Timespec};
use rustix::io::Errno;
use socket2::{Domain, SockAddr, Socket, Type};

use super::socket::{self, SocketOps, address_text, wait_for};
use super::{ByName, StreamRef, context, crypto, error_text, state};
use loxo_runtime::Cx;

/// What to do with an address.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Purpose {
    Connect,
    /// The connection is made while the program goes on.
    ConnectLater,
    /// With the length of the queue if it shall listen.
    Bind(Option<i32>),
}

pub struct Request<'a> {
    /// The transport's name: `tcp`.
    pub transport: &'a [u8],
    /// What follows `tcp://`.
    pub address: &'a [u8],
    pub purpose: Purpose,
    pub timeout: Option<Duration>,
    pub context: Option<&'a PhpResource>,
}

/// Why it did not work: `errno` (0 if it was none) and text.
#[derive(Clone, Debug)]
pub struct TransportError {
    pub code: i32,
    pub text: Vec<u8>,
}

impl From<Errno> for TransportError {
    fn from(error: Errno) -> TransportError {
        TransportError { code: error.raw_os_error(), text: error_text(error).into_bytes() }
    }
}

impl From<std::io::Error> for TransportError {
    fn from(error: std::io::Error) -> TransportError {
        match (error.raw_os_error(), error.kind()) {
            (Some(code), _) => TransportError { code, text: error_text(error).into_bytes() },
            (None, std::io::ErrorKind::TimedOut) => Errno::TIMEDOUT.into(),
            (None, _) => TransportError { code: 0, text: error.to_string().into_bytes() },
        }
    }
}

/// An error that is none of the system's.
pub fn refused(text: impl Into<Vec<u8>>) -> TransportError {
    TransportError { code: 0, text: text.into() }
}

/// Makes a stream of one transport.
pub type Connector = fn(&mut Cx, &Request<'_>) -> Result<StreamRef, TransportError>;

pub(crate) fn builtin() -> ByName<Connector> {
    let all: [(&str, Connector); 4] = [("tcp", inet), ("udp", inet), ("unix", unix), ("udg", unix)];
    all.into_iter().map(|(name, connect)| (name.as_bytes().to_vec(), connect)).collect()
}

/// Connects or binds what a URL names; without scheme it is TCP.
pub fn create(
    cx: &mut Cx,
    url: &[u8],
    purpose: Purpose,
    timeout: Option<Duration>,
    context: Option<&PhpResource>,
) -> Result<StreamRef, TransportError> {
    let n = url.iter().take_while(|b| b.is_ascii_alphanumeric() || matches!(b, b'+' | b'-' | b'.')).count();
    let (transport, address) = if n > 1 && url[n..].starts_with(b"://") { (&url[..n], &url[n + 3..]) } else { (&b"tcp"[..], url) };
    let Some(connect) = state(cx).known.transports.get(transport).copied() else {
        let name = String::from_utf8_lossy(&transport[..transport.len().min(31)]).into_owned();
        let text = format!("Unable to find the socket transport \"{name}\" - did you forget to enable it when you configured PHP?");
        return Err(refused(text));
    };
    let stream = connect(cx, &Request { transport, address, purpose, timeout, context })?;
    *stream.context.borrow_mut() = context.cloned();
    if matches!(purpose, Purpose::Bind(Some(_))) {
        stream.with_ops(|ops: &mut SocketOps| ops.listening = true);
    }
    *stream.path.borrow_mut() = Some(PhpStr::new(url));
    Ok(stream)
}

/// `host:port` or `[v6]:port`.
pub fn split_address(address: &[u8]) -> Result<(String, u16), TransportError> {
    let shown = String::from_utf8_lossy(address).into_owned();
    let port = |text: &[u8]| loxo_value::number::str_to_int(text) as u16;
    if address.contains(&0) {
        return Err(refused("The hostname must not contain null bytes"));
    }
    if address.first() == Some(&b'[') && address.len() > 1 {
        let end = address.iter().position(|&b| b == b']').filter(|end| address.get(end + 1) == Some(&b':'));
        return match end {
            Some(end) => Ok((String::from_utf8_lossy(&address[1..end]).into_owned(), port(&address[end + 2..]))),
            None => Err(refused(format!("Failed to parse IPv6 address \"{shown}\""))),
        };
    }
    match address.iter().position(|&b| b == b':').filter(|at| at + 1 < address.len()) {
        Some(colon) => Ok((String::from_utf8_lossy(&address[..colon]).into_owned(), port(&address[colon + 1..]))),
        None => Err(refused(format!("Failed to parse address \"{shown}\""))),
    }
}

/// All addresses of a host; a failure is a warning as well.
pub fn resolve(cx: &mut Cx, host: &str, port: u16) -> Result<Vec<SocketAddr>, TransportError> {
    match loxo_process_sys::resolve(host, port) {
        Ok(addresses) => Ok(addresses),
        Err(error) => {
            let text = error.to_string();
            let reason = text.rsplit(": ").next().unwrap_or("Unknown error").to_string();
            let text = format!("php_network_getaddresses: getaddrinfo for {host} failed: {reason}");
            cx.builtin_warning(&text);
            Err(refused(text))
        }
    }
}

fn flag_option(request: &Request<'_>, name: &str) -> bool {
    context::option(request.context, "socket", name).is_some_and(|v| v.to_bool())
}

/// `tcp` and `udp`
pub fn inet(cx: &mut Cx, request: &Request<'_>) -> Result<StreamRef, TransportError> {
    let datagrams = request.transport == b"udp";
    let label = if datagrams { "udp_socket" } else { "tcp_socket" };
    let (host, port) = split_address(request.address)?;
    let addresses = resolve(cx, &host, port)?;
    let mut last = refused("Unknown error");
    for address in addresses {
        let made = match request.purpose {
            Purpose::Bind(backlog) => bind_inet(address, datagrams, backlog, request),
            Purpose::Connect | Purpose::ConnectLater => connect_inet(cx, address, datagrams, request),
        };
        match made {
            Ok(socket) => return Ok(finish(cx, socket.into(), label)),
            Err(error) => last = error,
        }
    }
    Err(last)
}

fn finish(cx: &mut Cx, fd: OwnedFd, label: &'static str) -> StreamRef {
    socket::stream_of(cx, fd, label)
}

fn new_socket(address: &SocketAddr, datagrams: bool) -> Result<Socket, TransportError> {
    let kind = if datagrams { Type::DGRAM } else { Type::STREAM };
    Ok(Socket::new(Domain::for_address(*address), kind, None)?)
}

fn bind_inet(address: SocketAddr, datagrams: bool, backlog: Option<i32>, request: &Request<'_>) -> Result<Socket, TransportError> {
    let socket = new_socket(&address, datagrams)?;
    socket.set_reuse_address(true)?;
    if address.is_ipv6()
        && let Some(only) = context::option(request.context, "socket", "ipv6_v6only").filter(|v| !v.is_null())
    {
        socket.set_only_v6(only.to_bool())?;
    }
    if flag_option(request, "so_reuseport") {
        socket.set_reuse_port(true)?;
    }
    if datagrams && flag_option(request, "so_broadcast") {
        socket.set_broadcast(true)?;
    }
    socket.bind(&SockAddr::from(address))?;
    if let Some(backlog) = backlog {
        socket.listen(backlog)?;
    }
    Ok(socket)
}

fn connect_inet(cx: &mut Cx, address: SocketAddr, datagrams: bool, request: &Request<'_>) -> Result<Socket, TransportError> {
    let socket = new_socket(&address, datagrams)?;
    if let Some(local) = context::option(request.context, "socket", "bindto") {
        let Some(local) = local.as_str() else { return Err(refused("local_addr context option is not a string.")) };
        let (host, port) = split_address(local)?;
        let same_family = resolve(cx, &host, port)?.into_iter().find(|a| a.is_ipv4() == address.is_ipv4());
        if let Some(local) = same_family {
            socket.bind(&SockAddr::from(local))?;
        }
    }
    if !datagrams && flag_option(request, "tcp_nodelay") {
        socket.set_tcp_nodelay(true)?;
    }
    if datagrams && flag_option(request, "so_broadcast") {
        socket.set_broadcast(true)?;
    }
    connect_socket(&socket, &SockAddr::from(address), request)?;
    Ok(socket)
}

fn connect_socket(socket: &Socket, address: &SockAddr, request: &Request<'_>) -> Result<(), TransportError> {
    if request.purpose == Purpose::ConnectLater {
        socket.set_nonblocking(true)?;
        let result = socket.connect(address);
        socket.set_nonblocking(false)?;
        return match result {
            Err(error) if error.raw_os_error() == Some(Errno::INPROGRESS.raw_os_error()) => Ok(()),
            other => Ok(other?),
        };
    }
    match request.timeout {
        Some(timeout) if timeout.is_zero() => connect_at_once(socket, address),
        limit => connect_within(socket, address, limit),
    }
}

/// Waits for the other side, unless the request is ended meanwhile.
fn connect_within(socket: &Socket, address: &SockAddr, limit: Option<std::time::Duration>) -> Result<(), TransportError> {
    socket.set_nonblocking(true)?;
    let begun = socket.connect(address);
    let result = loxo_process_sys::finish_connecting(socket, begun, limit).map_err(|error| match error.kind() {
        // Programs see its number.
        std::io::ErrorKind::TimedOut => Errno::TIMEDOUT.into(),
        _ => error,
    });
    socket.set_nonblocking(false)?;
    Ok(result?)
}

/// Without any patience: datagrams need none, and a near host may have answered.
fn connect_at_once(socket: &Socket, address: &SockAddr) -> Result<(), TransportError> {
    socket.set_nonblocking(true)?;
    let result = socket.connect(address);
    socket.set_nonblocking(false)?;
    match result {
        Err(error) if error.raw_os_error() == Some(Errno::INPROGRESS.raw_os_error()) => {}
        other => return Ok(other?),
    }
    let mut asked = [PollFd::new(socket, PollFlags::OUT)];
    match rustix::event::poll(&mut asked, Some(&Timespec { tv_sec: 0, tv_nsec: 0 })) {
        Ok(1..) => match socket.take_error()? {
            Some(error) => Err(error.into()),
            None => Ok(()),
        },
        _ => Err(Errno::TIMEDOUT.into()),
    }
}

/// `unix` and `udg`: the address is a path; a NUL byte in front makes it abstract.
fn unix(cx: &mut Cx, request: &Request<'_>) -> Result<StreamRef, TransportError> {
    use std::os::unix::ffi::OsStrExt;
    const LONGEST: usize = 108;
    let datagrams = request.transport == b"udg";
    let mut path = request.address;
    let is_abstract = path.first() == Some(&0);
    let longest = if is_abstract { LONGEST } else { LONGEST - 1 };
    if path.len() > longest {
        let message = format!("socket path exceeded the maximum allowed length of {longest} bytes and was truncated");
        cx.builtin_notice(message);
        path = &path[..longest];
    }
    let socket = Socket::new(Domain::UNIX, if datagrams { Type::DGRAM } else { Type::STREAM }, None)?;
    let address = SockAddr::unix(std::ffi::OsStr::from_bytes(path))?;
    match request.purpose {
        Purpose::Bind(backlog) => {
            socket.bind(&address)?;
            if let Some(backlog) = backlog {
                socket.listen(backlog)?;
            }
        }
        // Unix sockets know no timeout: they answer at once.
        Purpose::Connect | Purpose::ConnectLater => socket.connect(&address)?,
    }
    Ok(finish(cx, socket.into(), if datagrams { "udg_socket" } else { "unix_socket" }))
}

/// Waits for a client. Answers its stream and address.
pub fn accept(cx: &mut Cx, server: &StreamRef, timeout: Option<Duration>) -> Result<(StreamRef, Vec<u8>), TransportError> {
    use super::StreamOps;
    let Some((fd, label, secure)) = server.with_ops(|ops: &mut SocketOps| (ops.fd.clone(), ops.label(), ops.secure_clients)) else {
        return Err(Errno::NOTSOCK.into());
    };
    cx.flush_pending();
    if !wait_for(&fd, PollFlags::IN, timeout)? {
        return Err(Errno::TIMEDOUT.into());
    }
    let client = rustix::net::accept_with(&*fd, rustix::net::SocketFlags::CLOEXEC)?;
    let peer = socket2::SockRef::from(&client).peer_addr().map_or_else(|_| Vec::new(), |address| address_text(&address));
    let server_context = server.context.borrow().clone();
    if context::option(server_context.as_ref(), "socket", "tcp_nodelay").is_some_and(|v| v.to_bool()) {
        let _ = socket2::SockRef::from(&client).set_tcp_nodelay(true);
    }
    let stream = socket::stream_of(cx, client, label);
    *stream.context.borrow_mut() = server_context;
    if let Some(method) = secure
        && crypto::run(cx, &stream, crypto::Order { enable: true, method }) != crypto::Answer::Done
    {
        cx.builtin_warning("Failed to enable crypto");
        stream.close(cx);
        return Err(refused("Cannot enable crypto"));
    }
    Ok((stream, peer))
}

#[cfg(test)]
mod tests {
    use super::split_address;

    #[test]
    fn addresses() {
        assert_eq!(split_address(b"127.0.0.1:80").ok(), Some(("127.0.0.1".to_string(), 80)));
        assert_eq!(split_address(b"[::1]:443").ok(), Some(("::1".to_string(), 443)));
        assert_eq!(split_address(b"127.0.0.1:80:90").ok(), Some(("127.0.0.1".to_string(), 80)));
        assert!(split_address(b"nowhere").is_err());
        assert!(split_address(b"[::1").is_err());
    }
}
