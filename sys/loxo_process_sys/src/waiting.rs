//! Waits of a thread that end when it is interrupted.

use std::io;
use std::os::fd::{AsFd, AsRawFd};
use std::time::{Duration, Instant};

use crate::is_interrupted;

/// Sleeps so long, or until the thread is interrupted.
pub fn sleep(time: Duration) {
    let mut left =
        libc::timespec { tv_sec: libc::time_t::try_from(time.as_secs()).unwrap_or(libc::time_t::MAX), tv_nsec: time.subsec_nanos().into() };
    loop {
        let asked = left;
        // SAFETY: both are valid for the call, and the second is written only.
        let result = unsafe { libc::nanosleep(&raw const asked, &raw mut left) };
        let again = result == -1 && io::Error::last_os_error().kind() == io::ErrorKind::Interrupted && !is_interrupted();
        if !again {
            return;
        }
    }
}

/// Waits until a socket that does not block is connected. `begun`: what came of the attempt. The error says why it is not: `TimedOut` after
/// `limit`, `Interrupted` if the thread is.
pub fn finish_connecting(socket: impl AsFd, begun: io::Result<()>, limit: Option<Duration>) -> io::Result<()> {
    match begun {
        Err(error) if error.raw_os_error() == Some(libc::EINPROGRESS) => {}
        other => return other,
    }
    let fd = socket.as_fd().as_raw_fd();
    let until = limit.and_then(|limit| Instant::now().checked_add(limit));
    loop {
        let left = until.map_or(-1, |until| {
            let left = until.saturating_duration_since(Instant::now());
            // Never too early: a part of a millisecond is one.
            i32::try_from(left.as_nanos().div_ceil(1_000_000)).unwrap_or(i32::MAX)
        });
        let mut asked = libc::pollfd { fd, events: libc::POLLOUT, revents: 0 };
        // SAFETY: one entry, of an open descriptor.
        match unsafe { libc::poll(&raw mut asked, 1, left) } {
            0 => return Err(io::ErrorKind::TimedOut.into()),
            1.. => return outcome(fd),
            _ => {
                let error = io::Error::last_os_error();
                if error.kind() != io::ErrorKind::Interrupted || is_interrupted() {
                    return Err(error);
                }
            }
        }
    }
}

/// What became of a connection.
fn outcome(fd: i32) -> io::Result<()> {
    let mut error: libc::c_int = 0;
    let mut length = libc::socklen_t::try_from(size_of::<libc::c_int>()).unwrap_or(0);
    // SAFETY: an open descriptor, and memory of the length that is given.
    super::check(unsafe { libc::getsockopt(fd, libc::SOL_SOCKET, libc::SO_ERROR, (&raw mut error).cast(), &raw mut length) })?;
    if error == 0 { Ok(()) } else { Err(io::Error::from_raw_os_error(error)) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{clear_interrupt, this_thread};

    #[test]
    fn a_sleep_ends_when_it_is_interrupted() {
        let (tell, number) = std::sync::mpsc::channel();
        let sleeping = std::thread::spawn(move || {
            tell.send(this_thread()).expect("is heard");
            let began = Instant::now();
            sleep(Duration::from_secs(20));
            clear_interrupt();
            began.elapsed()
        });
        let thread = number.recv().expect("starts");
        while !sleeping.is_finished() {
            let _ = thread.interrupt();
            std::thread::sleep(Duration::from_millis(10));
        }
        assert!(sleeping.join().expect("ends") < Duration::from_secs(10));
        let began = Instant::now();
        sleep(Duration::from_millis(30));
        assert!(began.elapsed() >= Duration::from_millis(30));
    }

    #[test]
    fn a_connection_is_there_or_takes_too_long() {
        let (one, _other) = std::os::unix::net::UnixStream::pair().expect("sockets");
        let begun = || Err(io::Error::from_raw_os_error(libc::EINPROGRESS));
        assert!(finish_connecting(&one, begun(), Some(Duration::from_secs(1))).is_ok());
        // A pipe that is full is never ready.
        let (_reader, writer) = std::io::pipe().expect("a pipe");
        // SAFETY: an open descriptor and integers.
        unsafe { libc::fcntl(writer.as_raw_fd(), libc::F_SETFL, libc::O_NONBLOCK) };
        while io::Write::write(&mut &writer, &[0; 4096]).is_ok() {}
        let error = finish_connecting(&writer, begun(), Some(Duration::from_millis(20))).expect_err("is full");
        assert_eq!(error.kind(), io::ErrorKind::TimedOut);
    }
}
