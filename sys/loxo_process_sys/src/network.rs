//! Finding hosts and connecting to them, as waits of a thread that end when it is interrupted.

use std::io;
use std::net::{IpAddr, SocketAddr, TcpStream, ToSocketAddrs};
use std::os::fd::AsRawFd;
use std::time::Duration;

use crate::thread_interrupt::may_be_interrupted;
use crate::{finish_connecting, is_interrupted};

/// All addresses of a host, which is a name or an address. The error says why there is none: `Interrupted` if the thread is.
///
/// The C library's search begins anew after a signal, and lasts as long as name servers keep silent. A thread that may be interrupted leaves it
/// to another one, which goes on alone if nobody waits for it any more.
pub fn resolve(host: &str, port: u16) -> io::Result<Vec<SocketAddr>> {
    if host.parse::<IpAddr>().is_ok() || !may_be_interrupted() {
        return (host, port).to_socket_addrs().map(Iterator::collect);
    }
    let name = host.to_string();
    unless_interrupted(move || (name.as_str(), port).to_socket_addrs().map(Iterator::collect))
}

/// Connects to a port. `limit`: how long is waited; the error says why there is no connection, as that of [`finish_connecting`].
pub fn connect_tcp(address: SocketAddr, limit: Option<Duration>) -> io::Result<TcpStream> {
    let socket = socket2::Socket::new(socket2::Domain::for_address(address), socket2::Type::STREAM, None)?;
    socket.set_nonblocking(true)?;
    let begun = socket.connect(&address.into());
    finish_connecting(&socket, begun, limit)?;
    socket.set_nonblocking(false)?;
    Ok(socket.into())
}

/// Does this on another thread; the calling one waits until it is done or interrupted.
fn unless_interrupted<T: Send + 'static>(work: impl FnOnce() -> io::Result<T> + Send + 'static) -> io::Result<T> {
    let (done, at_end) = io::pipe()?;
    let (tell, told) = std::sync::mpsc::sync_channel(1);
    let builder = std::thread::Builder::new().name("resolver".into()).stack_size(256 << 10);
    builder.spawn(move || {
        // Nobody may wait for it any more.
        let _ = tell.send(work());
        drop(at_end);
    })?;
    loop {
        if is_interrupted() {
            return Err(io::ErrorKind::Interrupted.into());
        }
        let mut asked = libc::pollfd { fd: done.as_raw_fd(), events: libc::POLLIN, revents: 0 };
        // SAFETY: one entry, of an open descriptor.
        if unsafe { libc::poll(&raw mut asked, 1, -1) } >= 0 {
            return told.try_recv().unwrap_or_else(|_| Err(io::ErrorKind::Other.into()));
        }
        let error = io::Error::last_os_error();
        if error.kind() != io::ErrorKind::Interrupted {
            return Err(error);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{clear_interrupt, this_thread};
    use std::time::Instant;

    #[test]
    fn a_host_is_found() {
        this_thread();
        assert!(resolve("127.0.0.1", 7).is_ok_and(|all| all == ["127.0.0.1:7".parse().expect("an address")]));
        assert!(resolve("localhost", 7).is_ok_and(|all| all.iter().any(|address| address.ip().is_loopback())));
        assert!(resolve("no such host", 7).is_err());
    }

    #[test]
    fn a_search_without_end_is_left() {
        let (tell, number) = std::sync::mpsc::channel();
        let waiting = std::thread::spawn(move || {
            tell.send(this_thread()).expect("is heard");
            let result = unless_interrupted(|| {
                std::thread::sleep(Duration::from_secs(20));
                Ok(())
            });
            clear_interrupt();
            result.map_err(|error| error.kind())
        });
        let thread = number.recv().expect("starts");
        let began = Instant::now();
        while !waiting.is_finished() {
            let _ = thread.interrupt();
            std::thread::sleep(Duration::from_millis(10));
        }
        assert_eq!(waiting.join().expect("ends"), Err(io::ErrorKind::Interrupted));
        assert!(began.elapsed() < Duration::from_secs(10));
    }

    #[test]
    fn a_connection_is_made() {
        let listener = std::net::TcpListener::bind("127.0.0.1:0").expect("a port");
        let address = listener.local_addr().expect("an address");
        assert!(connect_tcp(address, Some(Duration::from_secs(5))).is_ok());
        drop(listener);
        assert!(connect_tcp(address, Some(Duration::from_secs(5))).is_err());
    }
}
