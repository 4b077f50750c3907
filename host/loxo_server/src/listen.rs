//! The sockets that servers listen on: addresses as users write them, and errors that say what to do.

use std::io;
use std::net::{SocketAddr, TcpListener, ToSocketAddrs};

use socket2::SockRef;

/// Bytes of a connection that the system takes before they may be sent. Without a limit it takes megabytes for a client that reads slowly, and its
/// memory for all connections together is soon used up: then others wait, too.
const UNSENT: u32 = 128 << 10;

/// Settings that connections inherit from the socket on which they come.
pub(crate) fn set_up(listener: &TcpListener) -> io::Result<()> {
    listener.set_nonblocking(true)?;
    let socket = SockRef::from(listener);
    // Small responses must not wait for more.
    socket.set_tcp_nodelay(true)?;
    // Systems without it work as well.
    let _ = socket.set_tcp_notsent_lowat(UNSENT);
    Ok(())
}

/// Opens the socket. The error is one line that says what to do.
pub fn bind(address: &str) -> Result<TcpListener, String> {
    let candidates: Vec<SocketAddr> = resolve(address)?;
    let mut last = None;
    for candidate in candidates {
        match TcpListener::bind(candidate) {
            Ok(listener) => return Ok(listener),
            Err(error) => last = Some((candidate, error)),
        }
    }
    Err(match last {
        None => format!("{address} names no address of this machine"),
        Some((at, error)) if error.kind() == std::io::ErrorKind::AddrInUse => {
            format!("{at} is in use: stop what listens there, or choose another with --listen HOST:PORT")
        }
        Some((at, error)) if error.kind() == std::io::ErrorKind::PermissionDenied => {
            format!("may not listen on {at}: ports below 1024 are root's, choose another with --listen HOST:PORT")
        }
        Some((at, error)) => format!("cannot listen on {at}: {error}"),
    })
}

/// The same for the built-in server, with PHP's words.
pub(crate) fn bind_built_in(address: &str) -> Result<TcpListener, String> {
    let failed = |reason: String| format!("Failed to listen on {address} (reason: {reason})");
    let (host, _) = address.rsplit_once(':').unwrap_or((address, ""));
    let found = address.to_socket_addrs().map_err(|error| {
        let text = error.to_string();
        let why = text.rsplit(": ").next().unwrap_or_default();
        failed(format!("php_network_getaddresses: getaddrinfo for {host} failed: {why}"))
    })?;
    let candidates: Vec<SocketAddr> = found.collect();
    TcpListener::bind(&candidates[..]).map_err(|error| failed(loxo_streams::error_text(error)))
}

/// `HOST:PORT`, `:PORT` (any address of the machine) or `PORT` (this machine only).
fn resolve(address: &str) -> Result<Vec<SocketAddr>, String> {
    let full = match address.rsplit_once(':') {
        None => format!("127.0.0.1:{address}"),
        Some(("", port)) => format!("0.0.0.0:{port}"),
        Some(_) => address.to_string(),
    };
    full.to_socket_addrs().map(Iterator::collect).map_err(|_| format!("{address} is no address: use HOST:PORT, for example 127.0.0.1:8080"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::net::TcpStream;

    #[test]
    fn connections_inherit_the_settings() {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
        set_up(&listener).expect("a socket");
        listener.set_nonblocking(false).expect("a socket");
        let _client = TcpStream::connect(listener.local_addr().expect("an address")).expect("connects");
        let (server, _) = listener.accept().expect("connects");
        let server = SockRef::from(&server);
        assert!(server.tcp_nodelay().expect("a socket"));
        assert_eq!(server.tcp_notsent_lowat().expect("a socket"), UNSENT);
    }
}
