//! Sockets as streams: reading and writing with timeouts, names of both ends, options.

use std::os::fd::OwnedFd;
use std::rc::Rc;
use std::time::Duration;

use loxo_value::{PhpArray, Value};
use rustix::event::{PollFd, PollFlags, Timespec};
use rustix::fs::OFlags;
use rustix::io::Errno;
use rustix::net::{RecvFlags, SendFlags};
use socket2::{SockAddr, SockRef};

use super::crypto::{Layer, Passed, Patience};
use super::php_scheme::Role;
use super::stream::flags;
use super::{Kind, OptionResult, ReadResult, Stat, Stream, StreamOps, StreamOption, StreamRef, context, error_text};
use loxo_runtime::Cx;

pub struct SocketOps {
    pub fd: Rc<OwnedFd>,
    label: &'static str,
    blocking: bool,
    /// `None`: waits for ever.
    timeout: Option<Duration>,
    timed_out: bool,
    /// It waits for clients: there is nothing to read, and no end.
    pub(crate) listening: bool,
    /// What bytes go through on their way.
    pub layer: Option<Box<dyn Layer>>,
    /// Clients that come are encrypted by this method before the program sees them.
    pub secure_clients: Option<i64>,
    pub(crate) standard: Role,
}

/// A stream over a connected, listening or unconnected socket. Waits as `default_socket_timeout` says.
pub fn stream_of(cx: &mut Cx, fd: OwnedFd, label: &'static str) -> StreamRef {
    let seconds = cx.ini_int("default_socket_timeout");
    let stream = from_fd(fd, label);
    stream.with_ops(|ops: &mut SocketOps| ops.timeout = u64::try_from(seconds).ok().map(Duration::from_secs));
    stream
}

/// A socket that waits for ever.
pub fn from_fd(fd: OwnedFd, label: &'static str) -> StreamRef {
    let ops = SocketOps {
        fd: Rc::new(fd),
        label,
        blocking: true,
        timeout: None,
        timed_out: false,
        listening: false,
        layer: None,
        secure_clients: None,
        standard: Role::default(),
    };
    let stream = Stream::new(Box::new(ops), b"r+");
    stream.set_flag(flags::NO_SEEK);
    Rc::new(stream)
}

/// Waits until something can be done; true if so, false when time is up.
pub fn wait_for(fd: &OwnedFd, what: PollFlags, timeout: Option<Duration>) -> Result<bool, Errno> {
    let end = timeout.map(|t| std::time::Instant::now() + t);
    loop {
        let left = end.map(|end| end.saturating_duration_since(std::time::Instant::now()));
        let spec = left.map(|left| Timespec { tv_sec: left.as_secs() as i64, tv_nsec: i64::from(left.subsec_nanos()) });
        match rustix::event::poll(&mut [PollFd::new(fd, what)], spec.as_ref()) {
            Ok(n) => return Ok(n > 0),
            Err(Errno::INTR) if !loxo_process_sys::is_interrupted() => {}
            Err(error) => return Err(error),
        }
    }
}

fn transient(error: Errno) -> bool {
    matches!(error, Errno::AGAIN)
}

impl SocketOps {
    /// Address as text: `127.0.0.1:80`, `[::1]:80`, a path.
    pub fn name(&self, remote: bool) -> Option<Vec<u8>> {
        let socket = SockRef::from(&*self.fd);
        let address = if remote { socket.peer_addr() } else { socket.local_addr() };
        address.ok().map(|address| address_text(&address))
    }

    pub fn shutdown(&self, how: std::net::Shutdown) -> bool {
        SockRef::from(&*self.fd).shutdown(how).is_ok()
    }

    pub fn is_datagram(&self) -> bool {
        matches!(self.label, "udp_socket" | "udg_socket")
    }

    /// Another name for what kind of socket it is.
    pub fn set_label(&mut self, label: &'static str) {
        self.label = label;
    }

    pub fn is_blocking(&self) -> bool {
        self.blocking
    }

    fn active_layer(&mut self) -> Option<&mut Box<dyn Layer>> {
        self.layer.as_mut().filter(|layer| layer.is_active())
    }

    fn read_layer(&mut self, cx: &mut Cx, stream: &Stream, buf: &mut [u8]) -> ReadResult {
        // What is there already must not wait for more.
        let patience = Patience { blocking: self.blocking && !stream.has_buffered_data.get(), timeout: self.timeout };
        self.timed_out = false;
        let Some(layer) = self.active_layer() else { return ReadResult::failed() };
        if layer.pending() == 0 {
            cx.flush_pending();
        }
        match layer.read(cx, patience, buf) {
            Passed::Bytes(n) => {
                let context = stream.context.borrow().clone();
                context::add_progress(cx, context.as_ref(), n as i64);
                ReadResult::data(n)
            }
            Passed::Nothing => ReadResult::data(0),
            Passed::End => ReadResult::end(),
            Passed::TimedOut => {
                self.timed_out = true;
                ReadResult::failed()
            }
        }
    }

    fn write_layer(&mut self, cx: &mut Cx, stream: &Stream, data: &[u8]) -> Option<usize> {
        let patience = Patience { blocking: self.blocking, timeout: self.timeout };
        match self.active_layer()?.write(cx, patience, data) {
            Passed::Bytes(n) => {
                let context = stream.context.borrow().clone();
                context::add_progress(cx, context.as_ref(), n as i64);
                Some(n)
            }
            Passed::Nothing | Passed::End => Some(0),
            Passed::TimedOut => {
                self.timed_out = true;
                None
            }
        }
    }

    pub fn set_blocking_state(&mut self, blocking: bool) {
        self.blocking = blocking;
    }

    pub fn timeout(&self) -> Option<Duration> {
        self.timeout
    }

    fn blocking(&mut self, on: bool) -> OptionResult {
        let Ok(old) = rustix::fs::fcntl_getfl(&self.fd) else { return OptionResult::Failed };
        let new = if on { old - OFlags::NONBLOCK } else { old | OFlags::NONBLOCK };
        if rustix::fs::fcntl_setfl(&self.fd, new).is_err() {
            return OptionResult::Failed;
        }
        OptionResult::Value(i64::from(std::mem::replace(&mut self.blocking, on)))
    }

    fn is_alive(&mut self) -> bool {
        if self.listening {
            return true;
        }
        if let Some(layer) = self.active_layer() {
            return layer.is_alive();
        }
        let mut byte = [0];
        match rustix::net::recv(&self.fd, &mut byte, RecvFlags::PEEK | RecvFlags::DONTWAIT) {
            Ok((0, _)) => self.is_datagram(),
            Ok(_) => true,
            Err(error) => transient(error) || error == Errno::MSGSIZE,
        }
    }

    /// Sends, waiting for buffer space if the stream blocks.
    fn send(&mut self, data: &[u8]) -> Result<usize, Errno> {
        loop {
            let wait = if self.blocking { SendFlags::DONTWAIT } else { SendFlags::empty() };
            match rustix::net::send(&self.fd, data, SendFlags::NOSIGNAL | wait) {
                Err(error) if transient(error) && self.blocking => {
                    self.timed_out = false;
                    if !wait_for(&self.fd, PollFlags::OUT, self.timeout)? {
                        self.timed_out = true;
                        return Err(error);
                    }
                }
                other => return other,
            }
        }
    }
}

/// An address as PHP shows it.
pub fn address_text(address: &SockAddr) -> Vec<u8> {
    use std::os::unix::ffi::OsStrExt;
    if let Some(ip) = address.as_socket() {
        return match ip {
            std::net::SocketAddr::V4(v4) => v4.to_string().into_bytes(),
            std::net::SocketAddr::V6(v6) => format!("[{}]:{}", v6.ip(), v6.port()).into_bytes(),
        };
    }
    if let Some(path) = address.as_pathname() {
        return path.as_os_str().as_bytes().to_vec();
    }
    match address.as_abstract_namespace() {
        Some(name) => [b"\0", name].concat(),
        None => Vec::new(),
    }
}

impl StreamOps for SocketOps {
    fn label(&self) -> &'static str {
        self.label
    }

    fn kind(&self) -> Kind {
        Kind::Socket
    }

    fn read(&mut self, cx: &mut Cx, stream: &Stream, buf: &mut [u8]) -> ReadResult {
        if self.active_layer().is_some() {
            return self.read_layer(cx, stream, buf);
        }
        let mut recv_flags = RecvFlags::empty();
        if self.blocking {
            let have_some = stream.has_buffered_data.get();
            // A listening socket never has data.
            let at_once = have_some || self.listening || self.timeout.is_some_and(|t| t.is_zero());
            if at_once || self.timeout.is_some() {
                recv_flags = RecvFlags::DONTWAIT;
            }
            if !at_once {
                self.timed_out = false;
                cx.flush_pending();
                if let Ok(false) = wait_for(&self.fd, PollFlags::IN | PollFlags::PRI, self.timeout) {
                    self.timed_out = true;
                    return if have_some { ReadResult::data(0) } else { ReadResult::failed() };
                }
            }
        }
        match rustix::net::recv(&self.fd, &mut *buf, recv_flags) {
            Ok((0, _)) => ReadResult::end(),
            Ok((n, _)) => {
                let context = stream.context.borrow().clone();
                context::add_progress(cx, context.as_ref(), n as i64);
                ReadResult::data(n)
            }
            Err(error) if transient(error) => ReadResult::data(0),
            Err(_) => ReadResult { count: None, eof: Some(true) },
        }
    }

    fn write(&mut self, cx: &mut Cx, stream: &Stream, data: &[u8]) -> Option<usize> {
        if self.active_layer().is_some() {
            return self.write_layer(cx, stream, data);
        }
        self.standard.before_write(cx);
        match self.send(data) {
            Ok(n) => {
                let context = stream.context.borrow().clone();
                context::add_progress(cx, context.as_ref(), n as i64);
                Some(n)
            }
            Err(error) if transient(error) && !self.blocking => Some(0),
            Err(error) => {
                if !stream.has_flag(flags::SUPPRESS_ERRORS) {
                    let text = error_text(error);
                    cx.builtin_notice(format!("Send of {} bytes failed with errno={} {text}", data.len(), error.raw_os_error()));
                }
                None
            }
        }
    }

    fn stat(&mut self, _: &mut Cx) -> Option<Stat> {
        rustix::fs::fstat(&self.fd).ok().map(Stat::from)
    }

    fn set_option(&mut self, _: &mut Cx, stream: &Stream, option: StreamOption<'_>) -> OptionResult {
        match option {
            StreamOption::CheckLiveness => {
                if self.is_alive() {
                    OptionResult::Ok
                } else {
                    OptionResult::Failed
                }
            }
            StreamOption::Blocking(on) => self.blocking(on),
            StreamOption::ReadTimeout(seconds, micros) => {
                let whole = u64::try_from(seconds).ok().map(Duration::from_secs);
                self.timeout = whole.map(|t| t + Duration::from_micros(micros.max(0) as u64));
                self.timed_out = false;
                OptionResult::Ok
            }
            StreamOption::MetaData(out) => {
                if let Some(layer) = self.active_layer() {
                    layer.describe(out);
                }
                metadata(out, self.timed_out, self.blocking, stream.eof.get());
                OptionResult::Ok
            }
            _ => OptionResult::NotImplemented,
        }
    }

    fn close(&mut self, _: &mut Cx) -> i32 {
        if let Some(mut layer) = self.layer.take() {
            layer.close();
        }
        self.standard.close();
        0
    }

    fn fd(&mut self, cx: &mut Cx, stream: &Stream, select: bool) -> Option<Rc<OwnedFd>> {
        if let Some(layer) = self.active_layer() {
            if !select {
                return None;
            }
            // What waits in the layer would not wake anybody.
            let pending = layer.pending().min(stream.chunk_size.get());
            if pending > 0 && stream.buffered() == 0 {
                let mut buf = vec![0; pending];
                let got = self.read_layer(cx, stream, &mut buf).count.unwrap_or(0);
                stream.append_buffer(&buf[..got]);
            }
        }
        Some(self.fd.clone())
    }

    fn is_castable(&self) -> bool {
        true
    }
}

pub(crate) fn metadata(out: &mut PhpArray, timed_out: bool, blocked: bool, eof: bool) {
    out.set_bytes(b"timed_out", Value::bool(timed_out));
    out.set_bytes(b"blocked", Value::bool(blocked));
    out.set_bytes(b"eof", Value::bool(eof));
}

/// Receives a message, or what is buffered. `None`: failed. With the sender's address, where the system tells it.
pub fn receive(stream: &Stream, max: usize, out_of_band: bool, peek: bool) -> Option<(Vec<u8>, Option<Vec<u8>>)> {
    if !out_of_band && stream.buffered() > 0 {
        let data = stream.with_buffered(|bytes| bytes[..bytes.len().min(max)].to_vec());
        if !peek {
            stream.skip_buffered(data.len());
            stream.position.set(stream.position.get().saturating_add(data.len() as i64));
        }
        return Some((data, None));
    }
    let fd = stream.with_ops(|ops: &mut SocketOps| ops.fd.clone())?;
    let mut recv_flags = RecvFlags::empty();
    recv_flags.set(RecvFlags::OOB, out_of_band);
    recv_flags.set(RecvFlags::PEEK, peek);
    loxo_runtime::memory_limit::ensure_room(max);
    let mut data = vec![0; max];
    let (n, _, from) = rustix::net::recvfrom(&*fd, data.as_mut_slice(), recv_flags).ok()?;
    data.truncate(n);
    let from = from.and_then(|address| any_address_text(&address));
    Some((data, from))
}

fn any_address_text(address: &rustix::net::SocketAddrAny) -> Option<Vec<u8>> {
    if let Ok(ip) = std::net::SocketAddr::try_from(address.clone()) {
        return Some(address_text(&SockAddr::from(ip)));
    }
    let unix = rustix::net::SocketAddrUnix::try_from(address.clone()).ok()?;
    let name = unix.path_bytes()?;
    Some(name.strip_suffix(b"\0").unwrap_or(name).to_vec())
}

/// Where a message goes: `udp://host:port`, or a path for local sockets.
pub fn parse_target(cx: &mut Cx, address: &[u8]) -> Option<SockAddr> {
    use std::os::unix::ffi::OsStrExt;
    let rest = memchr::memmem::find(address, b"://").map_or(address, |at| &address[at + 3..]);
    if address.starts_with(b"udg://") || address.starts_with(b"unix://") || address.starts_with(b"/") {
        return SockAddr::unix(std::ffi::OsStr::from_bytes(rest)).ok();
    }
    let (host, port) = super::transport::split_address(rest).ok()?;
    let found = super::transport::resolve(cx, &host, port).ok()?;
    found.into_iter().next().map(SockAddr::from)
}

/// Sends a message. `None`: failed.
pub fn send_to(stream: &Stream, data: &[u8], out_of_band: bool, target: Option<&SockAddr>) -> Option<usize> {
    let fd = stream.with_ops(|ops: &mut SocketOps| ops.fd.clone())?;
    if let Some(target) = target {
        return SockRef::from(&*fd).send_to(data, target).ok();
    }
    let mut send_flags = SendFlags::NOSIGNAL;
    send_flags.set(SendFlags::OOB, out_of_band);
    rustix::net::send(&*fd, data, send_flags).ok()
}
