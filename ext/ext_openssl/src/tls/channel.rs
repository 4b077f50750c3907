//! Encrypted connections that belong to no stream: those of clients of databases.

use std::io::{self, Read, Write};
use std::os::fd::OwnedFd;
use std::rc::Rc;
use std::time::Duration;

use loxo_openssl_sys::errors;
use loxo_openssl_sys::openssl::ssl::{Error, ErrorCode, SslStream};
use loxo_runtime::{Cx, PhpResource};
use loxo_streams::crypto::{Answer, Channel};
use loxo_streams::socket::{SocketOps, from_fd, wait_for};
use rustix::event::PollFlags;
use rustix::fs::{OFlags, fcntl_getfl};
use rustix::net::sockopt::{Timeout, socket_timeout};

use super::{ANY_TLS, IS_CLIENT, LABEL, Tls, Wire, set_up, shake_hands};

/// Shakes hands over the socket. The stream that is needed for it goes again.
pub(super) fn secure(
    cx: &mut Cx,
    fd: OwnedFd,
    host: Option<String>,
    context: PhpResource,
    timeout: Option<Duration>,
) -> Option<Box<dyn Channel>> {
    let stream = from_fd(fd, LABEL);
    *stream.context.borrow_mut() = Some(context);
    if !set_up(cx, &stream, ANY_TLS | IS_CLIENT, host) || shake_hands(cx, &stream, timeout) != Answer::Done {
        return None;
    }
    let layer = stream.with_ops(|ops: &mut SocketOps| ops.layer.take())??;
    let layer: Box<dyn std::any::Any> = layer;
    let Tls { ssl, fd, .. } = *layer.downcast::<Tls>().ok()?;
    Some(Box::new(Plain { ssl, fd }))
}

struct Plain {
    ssl: SslStream<Wire>,
    fd: Rc<OwnedFd>,
}

impl Plain {
    fn pass(&mut self, mut work: impl FnMut(&mut SslStream<Wire>) -> Result<usize, Error>) -> io::Result<usize> {
        loop {
            errors::clear();
            let error = match work(&mut self.ssl) {
                Ok(count) => return Ok(count),
                Err(error) => error,
            };
            let what = match error.code() {
                ErrorCode::WANT_READ => PollFlags::IN,
                ErrorCode::WANT_WRITE => PollFlags::OUT,
                ErrorCode::ZERO_RETURN => return Ok(0),
                _ => {
                    errors::clear();
                    return Err(io::ErrorKind::ConnectionAborted.into());
                }
            };
            if fcntl_getfl(&*self.fd)?.contains(OFlags::NONBLOCK) {
                return Err(io::ErrorKind::WouldBlock.into());
            }
            let timeout = socket_timeout(&*self.fd, Timeout::Recv)?;
            if !wait_for(&self.fd, what, timeout)? {
                return Err(io::ErrorKind::TimedOut.into());
            }
        }
    }
}

impl Read for Plain {
    fn read(&mut self, buf: &mut [u8]) -> io::Result<usize> {
        self.pass(|ssl| ssl.ssl_read(buf))
    }
}

impl Write for Plain {
    fn write(&mut self, data: &[u8]) -> io::Result<usize> {
        self.pass(|ssl| ssl.ssl_write(data))
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Drop for Plain {
    fn drop(&mut self) {
        // The other side may be gone: then nobody hears the good-bye.
        let _ = self.ssl.shutdown();
        errors::clear();
    }
}
