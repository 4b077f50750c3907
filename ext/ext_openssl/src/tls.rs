//! Streams that are encrypted: the transports `ssl`, `tls` and `tlsv1.*`, and `stream_socket_enable_crypto()`.
//!
//! Modules: this one (transports, and the layer between a socket and its stream), `channel` (connections without a stream), `context` (options of the stream context), `peer` (who the
//! other side is).

mod channel;
mod context;
mod peer;

use std::io::{self, Read, Write};
use std::os::fd::OwnedFd;
use std::rc::Rc;
use std::time::{Duration, Instant};

use loxo_openssl_sys::errors;
use loxo_openssl_sys::keep;
use loxo_openssl_sys::openssl::error::ErrorStack;
use loxo_openssl_sys::openssl::ssl::{Error, ErrorCode, ShutdownState, Ssl, SslStream, SslVersion};
use loxo_runtime::streams::crypto::{Answer, Layer, Order, Passed, Patience};
use loxo_runtime::streams::socket::{SocketOps, wait_for};
use loxo_runtime::streams::transport::{self, Purpose, Request, TransportError};
use loxo_runtime::streams::{self, StreamRef};
use loxo_runtime::{Cx, PhpArray, Value, convert};
use rustix::event::PollFlags;
use rustix::net::{RecvFlags, SendFlags};

pub(crate) const IS_CLIENT: i64 = 1;
const ANY_TLS: i64 = 8 | 16 | 32 | 64;

/// What `tcp` sockets are called when they can be encrypted.
const LABEL: &str = "tcp_socket/ssl";

pub(crate) fn request_start(cx: &mut Cx) {
    let state = streams::state(cx);
    state.crypto = Some(crypto);
    state.secure = Some(channel::secure);
    state.register_transport("tcp", tcp);
    for name in ["ssl", "tls", "tlsv1.0", "tlsv1.1", "tlsv1.2", "tlsv1.3"] {
        state.register_transport(name, secure);
    }
}

/// Sockets that may be encrypted later.
fn tcp(cx: &mut Cx, request: &Request<'_>) -> Result<StreamRef, TransportError> {
    let stream = transport::inet(cx, request)?;
    stream.with_ops(|ops: &mut SocketOps| ops.set_label(LABEL));
    Ok(stream)
}

/// Sockets that are encrypted from the start.
fn secure(cx: &mut Cx, request: &Request<'_>) -> Result<StreamRef, TransportError> {
    let method = match request.transport {
        b"tlsv1.0" => 8 | IS_CLIENT,
        b"tlsv1.1" => 16 | IS_CLIENT,
        b"tlsv1.2" => 32 | IS_CLIENT,
        b"tlsv1.3" => 64 | IS_CLIENT,
        _ => match streams::context::option(request.context, "ssl", "crypto_method") {
            Some(own) => convert::scalar_to_int(&own) | IS_CLIENT,
            None => ANY_TLS | IS_CLIENT,
        },
    };
    let stream = tcp(cx, request)?;
    if let Purpose::Bind(_) = request.purpose {
        stream.with_ops(|ops: &mut SocketOps| ops.secure_clients = Some(method & !IS_CLIENT));
        return Ok(stream);
    }
    *stream.context.borrow_mut() = request.context.cloned();
    let host = host_of(request.address);
    let answer = match set_up(cx, &stream, method, host) {
        true => shake_hands(cx, &stream, request.timeout),
        false => Answer::Failed,
    };
    if answer != Answer::Done {
        cx.builtin_warning("Failed to enable crypto");
        stream.close(cx);
        return Err(transport::refused(""));
    }
    Ok(stream)
}

/// The host of `host:port`, without the dots at its end.
fn host_of(address: &[u8]) -> Option<String> {
    let (host, _) = transport::split_address(address).ok()?;
    let host = host.trim_end_matches('.');
    (!host.is_empty()).then(|| host.to_string())
}

/// `stream_socket_enable_crypto()`
fn crypto(cx: &mut Cx, stream: &StreamRef, order: Order) -> Answer {
    let set_up_before = with_tls(stream, |tls| tls.active);
    if !order.enable {
        if set_up_before == Some(true) {
            with_tls(stream, |tls| {
                tls.close();
                tls.active = false;
            });
        }
        return Answer::Failed;
    }
    let blocking = stream.with_ops(|ops: &mut SocketOps| ops.is_blocking()).unwrap_or(true);
    match set_up_before {
        Some(_) if blocking => {
            cx.builtin_warning("SSL/TLS already set-up for this stream");
            return Answer::Failed;
        }
        Some(true) => return Answer::Failed,
        Some(false) => {}
        None => {
            let path = stream.path.borrow().clone();
            let host = path.as_ref().and_then(|path| {
                let start = path.windows(3).position(|part| part == b"://").map_or(0, |at| at + 3);
                host_of(&path[start..])
            });
            if !set_up(cx, stream, order.method, host) {
                return Answer::Failed;
            }
        }
    }
    let timeout = stream.with_ops(|ops: &mut SocketOps| ops.timeout()).flatten();
    shake_hands(cx, stream, timeout)
}

fn with_tls<R>(stream: &StreamRef, work: impl FnOnce(&mut Tls) -> R) -> Option<R> {
    let layer = |ops: &mut SocketOps| {
        let layer: &mut dyn std::any::Any = ops.layer.as_deref_mut()?;
        Some(work(layer.downcast_mut::<Tls>()?))
    };
    stream.with_ops(layer).flatten()
}

/// Puts the layer in its place. False: that failed.
fn set_up(cx: &mut Cx, stream: &StreamRef, method: i64, host: Option<String>) -> bool {
    errors::clear();
    let client = method & IS_CLIENT != 0;
    let options = context::Options::of(stream, client, host.clone());
    let Some(context) = options.build(cx, method) else { return false };
    let Some(fd) = stream.with_ops(|ops: &mut SocketOps| ops.fd.clone()) else { return false };
    let Some(mut ssl) = keep(Ssl::new(&context)) else {
        cx.builtin_warning("SSL handle creation failure");
        return false;
    };
    if client && let Some(name) = options.server_name(cx) {
        // A name that cannot be sent is not.
        let _ = keep(ssl.set_hostname(&name));
    }
    let Some(ssl) = keep(SslStream::new(ssl, Wire(fd.clone()))) else { return false };
    let tls = Tls { ssl, fd, client, active: false, host };
    stream.with_ops(|ops: &mut SocketOps| ops.layer = Some(Box::new(tls))).is_some()
}

/// Runs the handshake, and looks at who the other side is.
fn shake_hands(cx: &mut Cx, stream: &StreamRef, timeout: Option<Duration>) -> Answer {
    let blocking = stream.with_ops(|ops: &mut SocketOps| ops.is_blocking()).unwrap_or(true);
    let timeout = timeout.filter(|timeout| !timeout.is_zero());
    let end = timeout.map(|timeout| Instant::now() + timeout);
    cx.flush_pending();
    loop {
        errors::clear();
        let Some((result, fd)) = with_tls(stream, |tls| (tls.step(), tls.fd.clone())) else { return Answer::Failed };
        if end.is_some_and(|end| Instant::now() > end) {
            cx.builtin_warning("SSL: Handshake timed out");
            return Answer::Failed;
        }
        let Err(error) = result else { break };
        let what = match error.code() {
            ErrorCode::WANT_READ => PollFlags::IN | PollFlags::PRI,
            ErrorCode::WANT_WRITE => PollFlags::OUT,
            _ => {
                report(cx, &error);
                peer::capture(cx, stream);
                return Answer::Failed;
            }
        };
        if !blocking {
            return Answer::NotYet;
        }
        let left = end.map(|end| end.saturating_duration_since(Instant::now()));
        let _ = wait_for(&fd, what, left);
    }
    peer::capture(cx, stream);
    let client = with_tls(stream, |tls| tls.client).unwrap_or(true);
    if !peer::is_accepted(cx, stream, client) {
        with_tls(stream, Tls::close);
        return Answer::Failed;
    }
    with_tls(stream, |tls| tls.active = true);
    Answer::Done
}

/// Tells what went wrong.
fn report(cx: &mut Cx, error: &Error) {
    const NO_SHARED_CIPHER: i32 = 193;
    match (error.code(), error.io_error(), error.ssl_error()) {
        (ErrorCode::ZERO_RETURN | ErrorCode::WANT_READ | ErrorCode::WANT_WRITE, ..) => {}
        (ErrorCode::SYSCALL, Some(io), _) => {
            let text = io.raw_os_error().map_or_else(|| "Success".into(), |code| streams::error_text(io::Error::from_raw_os_error(code)));
            cx.builtin_warning(format!("SSL: {text}"));
        }
        (ErrorCode::SYSCALL, None, _) => {}
        (code, _, stack) => {
            let all = stack.map(ErrorStack::errors).unwrap_or_default();
            if all.first().is_some_and(|error| error.reason_code() == NO_SHARED_CIPHER) {
                cx.builtin_warning(
                    "SSL_R_NO_SHARED_CIPHER: no suitable shared cipher could be used.  This could be because the server is missing an SSL \
                     certificate (local_cert context option)",
                );
                return;
            }
            let texts: Vec<String> = all.iter().map(|error| errors::text(error.code() as u64)).collect();
            let head = if texts.is_empty() { "" } else { "OpenSSL Error messages:\n" };
            cx.builtin_warning(format!("SSL operation failed with code {}. {head}{}", code.as_raw(), texts.join("\n")));
        }
    }
}

/// The socket, as the library reads and writes it: never waiting.
struct Wire(Rc<OwnedFd>);

impl Read for Wire {
    fn read(&mut self, buf: &mut [u8]) -> io::Result<usize> {
        Ok(rustix::net::recv(&*self.0, buf, RecvFlags::DONTWAIT)?.0)
    }
}

impl Write for Wire {
    fn write(&mut self, data: &[u8]) -> io::Result<usize> {
        Ok(rustix::net::send(&*self.0, data, SendFlags::DONTWAIT | SendFlags::NOSIGNAL)?)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// The layer.
struct Tls {
    ssl: SslStream<Wire>,
    fd: Rc<OwnedFd>,
    client: bool,
    active: bool,
    /// The host that the stream's address names.
    host: Option<String>,
}

impl Tls {
    /// One step of the handshake.
    fn step(&mut self) -> Result<(), Error> {
        if self.client { self.ssl.connect() } else { self.ssl.accept() }
    }

    /// Tries until it goes, time is up, or there is no hope.
    fn pass(&mut self, cx: &mut Cx, patience: Patience, mut work: impl FnMut(&mut SslStream<Wire>) -> Result<usize, Error>) -> Passed {
        let timeout = patience.timeout.filter(|timeout| !timeout.is_zero());
        let end = timeout.map(|timeout| Instant::now() + timeout);
        loop {
            errors::clear();
            let error = match work(&mut self.ssl) {
                Ok(n) if n > 0 => return Passed::Bytes(n),
                Ok(_) => return Passed::End,
                Err(error) => error,
            };
            let what = match error.code() {
                ErrorCode::WANT_READ => PollFlags::IN | PollFlags::PRI,
                ErrorCode::WANT_WRITE => PollFlags::OUT,
                code => {
                    report(cx, &error);
                    if code == ErrorCode::SYSCALL {
                        self.ssl.set_shutdown(ShutdownState::SENT | ShutdownState::RECEIVED);
                    }
                    return Passed::End;
                }
            };
            if !patience.blocking {
                return Passed::Nothing;
            }
            let left = end.map(|end| end.saturating_duration_since(Instant::now()));
            if left.is_some_and(|left| left.is_zero()) || !wait_for(&self.fd, what, left).unwrap_or(false) {
                return Passed::TimedOut;
            }
        }
    }
}

impl Layer for Tls {
    fn is_active(&self) -> bool {
        self.active
    }

    fn read(&mut self, cx: &mut Cx, patience: Patience, buf: &mut [u8]) -> Passed {
        self.pass(cx, patience, |ssl| ssl.ssl_read(buf))
    }

    fn write(&mut self, cx: &mut Cx, patience: Patience, data: &[u8]) -> Passed {
        self.pass(cx, patience, |ssl| ssl.ssl_write(data))
    }

    fn pending(&self) -> usize {
        self.ssl.ssl().pending()
    }

    fn is_alive(&mut self) -> bool {
        errors::clear();
        match self.ssl.ssl_peek(&mut [0]) {
            Ok(_) => true,
            Err(error) => matches!(error.code(), ErrorCode::WANT_READ | ErrorCode::WANT_WRITE),
        }
    }

    fn describe(&self, out: &mut PhpArray) {
        let ssl = self.ssl.ssl();
        let protocol = match ssl.version2() {
            Some(SslVersion::TLS1_3) => "TLSv1.3",
            Some(SslVersion::TLS1_2) => "TLSv1.2",
            Some(SslVersion::TLS1_1) => "TLSv1.1",
            Some(SslVersion::TLS1) => "TLSv1",
            Some(SslVersion::SSL3) => "SSLv3",
            _ => "UNKNOWN",
        };
        let mut all = PhpArray::new();
        all.set_bytes(b"protocol", Value::from(protocol));
        if let Some(cipher) = ssl.current_cipher() {
            all.set_bytes(b"cipher_name", Value::from(cipher.name()));
            all.set_bytes(b"cipher_bits", Value::int(i64::from(cipher.bits().secret)));
            all.set_bytes(b"cipher_version", Value::from(cipher.version()));
        }
        if let Some(protocol) = ssl.selected_alpn_protocol() {
            all.set_bytes(b"alpn_protocol", Value::bytes(protocol));
        }
        out.set_bytes(b"crypto", Value::array(all));
    }

    fn close(&mut self) {
        // The other side may be gone: then nobody hears it.
        let _ = self.ssl.shutdown();
        errors::clear();
    }
}
