//! What a thread waits for, from `/proc/THREAD/syscall`.

use std::fs::File;
use std::os::unix::fs::FileExt;

use crate::observed::Wait;
use crate::peers::Peers;
use crate::process::{descriptor, read, socket_number};

/// Kinds of system calls that wait.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// Its first argument is a descriptor that it reads from or writes to.
    Transfer,
    /// Its first argument points to a list of descriptors.
    Poll,
    Connect,
    Lock,
    Sleep,
}

#[cfg(target_arch = "x86_64")]
const CALLS: &[(u64, Kind)] = &[
    (0, Kind::Transfer),
    (1, Kind::Transfer),
    (7, Kind::Poll),
    (35, Kind::Sleep),
    (42, Kind::Connect),
    (44, Kind::Transfer),
    (45, Kind::Transfer),
    (46, Kind::Transfer),
    (47, Kind::Transfer),
    (72, Kind::Lock),
    (73, Kind::Lock),
    (230, Kind::Sleep),
    (271, Kind::Poll),
];
#[cfg(not(target_arch = "x86_64"))]
const CALLS: &[(u64, Kind)] = &[
    (25, Kind::Lock),
    (32, Kind::Lock),
    (63, Kind::Transfer),
    (64, Kind::Transfer),
    (73, Kind::Poll),
    (101, Kind::Sleep),
    (115, Kind::Sleep),
    (203, Kind::Connect),
    (206, Kind::Transfer),
    (207, Kind::Transfer),
    (211, Kind::Transfer),
    (212, Kind::Transfer),
];

/// The number of a call and its first argument; nothing if the thread runs.
pub fn call(text: &str) -> Option<(u64, u64)> {
    let mut words = text.split_whitespace();
    let number = words.next()?.parse().ok()?;
    let first = u64::from_str_radix(words.next()?.strip_prefix("0x")?, 16).ok()?;
    Some((number, first))
}

/// The first descriptor of a `struct pollfd[]` of a process.
fn polled(process: u32, address: u64) -> Option<u64> {
    let mut bytes = [0; 4];
    File::open(format!("/proc/{process}/mem")).ok()?.read_exact_at(&mut bytes, address).ok()?;
    u64::try_from(i32::from_ne_bytes(bytes)).ok()
}

/// What a look at a thread has shown.
#[derive(Debug, PartialEq)]
pub enum Seen {
    Runs,
    /// For a request, or for something that is no request's.
    Idle,
    Waits(Wait),
}

pub fn look(process: u32, thread: u32, peers: &mut Peers) -> Seen {
    let text = read(&format!("/proc/{process}/task/{thread}/syscall"));
    let Some((number, first)) = call(&text) else { return if text.is_empty() { Seen::Idle } else { Seen::Runs } };
    let Some((_, kind)) = CALLS.iter().find(|(known, _)| *known == number) else { return Seen::Idle };
    let peer_of = |fd: u64, peers: &mut Peers| {
        let socket = socket_number(descriptor(process, fd)?.to_str()?)?;
        peers.of(process, socket)
    };
    let wait = match kind {
        Kind::Sleep => Some(Wait::Sleep),
        Kind::Lock => descriptor(process, first).map(|path| Wait::Lock(path.display().to_string())),
        Kind::Connect => peer_of(first, peers).map(Wait::Connect),
        Kind::Transfer => peer_of(first, peers).map(Wait::Peer),
        Kind::Poll => polled(process, first).and_then(|fd| peer_of(fd, peers)).map(Wait::Peer),
    };
    wait.map_or(Seen::Idle, Seen::Waits)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn calls_are_read() {
        assert_eq!(call("45 0x3 0x7f73 0x1 0x0 0x0 0x0 0x7ffd 0x7f73"), Some((45, 3)));
        assert_eq!(call("running"), None);
        assert_eq!(call("-1 0x7ffd 0x7f73"), None);
    }

    #[test]
    fn a_thread_that_waits_for_a_server_is_seen() {
        let server = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
        let address = server.local_addr().unwrap();
        let (send, receive) = std::sync::mpsc::channel();
        let client = std::thread::spawn(move || {
            let mut stream = std::net::TcpStream::connect(address).unwrap();
            let link = std::fs::read_link("/proc/thread-self").unwrap();
            send.send(link.file_name().unwrap().to_str().unwrap().parse::<u32>().unwrap()).unwrap();
            std::io::Read::read(&mut stream, &mut [0]).unwrap();
        });
        let (thread, mut peers) = (receive.recv().unwrap(), Peers::default());
        let (_connection, _) = server.accept().unwrap();
        let wanted = Seen::Waits(Wait::Peer(address.to_string()));
        while look(std::process::id(), thread, &mut peers) != wanted {
            std::thread::yield_now();
        }
        drop(_connection);
        client.join().unwrap();
    }
}
