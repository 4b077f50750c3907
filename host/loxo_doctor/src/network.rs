//! The system's tables of connections, `/proc/net/tcp`, `tcp6` and `unix`. Source: proc(5), and Documentation/networking/proc_net_tcp of the kernel.

use std::collections::{BTreeMap, BTreeSet};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

use crate::observed::UNIX_SOCKET;
use crate::process::read;

const LISTEN: &str = "0A";

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Connection {
    pub local: (IpAddr, u16),
    pub remote: (IpAddr, u16),
    pub listens: bool,
    /// 0: the program has closed it.
    pub number: u64,
}

/// `0100007F:18EB`, in the machine's order of bytes by four.
fn end(text: &str) -> Option<(IpAddr, u16)> {
    let (address, port) = text.split_once(':')?;
    let port = u16::from_str_radix(port, 16).ok()?;
    let word = |at: usize| Some(u32::from_str_radix(address.get(at * 8..at * 8 + 8)?, 16).ok()?.to_ne_bytes());
    if address.len() == 8 {
        return Some((IpAddr::V4(Ipv4Addr::from(word(0)?)), port));
    }
    let mut bytes = [0; 16];
    for at in 0..4 {
        bytes[at * 4..at * 4 + 4].copy_from_slice(&word(at)?);
    }
    Some((Ipv6Addr::from(bytes).to_canonical(), port))
}

pub fn connections(text: &str) -> Vec<Connection> {
    let line = |line: &str| {
        let mut words = line.split_whitespace().skip(1);
        let (local, remote) = (end(words.next()?)?, end(words.next()?)?);
        let listens = words.next()? == LISTEN;
        Some(Connection { local, remote, listens, number: words.nth(5)?.parse().ok()? })
    };
    text.lines().skip(1).filter_map(line).collect()
}

/// Numbers of Unix sockets that have a path: those that listen, and the servers' ends of connections.
pub fn unix_sockets(text: &str) -> BTreeMap<u64, String> {
    let line = |line: &str| {
        let mut words = line.split_whitespace().skip(6);
        Some((words.next()?.parse().ok()?, words.next()?.to_string()))
    };
    text.lines().skip(1).filter_map(line).collect()
}

/// The connections that the network of a process knows.
pub fn of_process(process: u32) -> Vec<Connection> {
    let tables = ["tcp", "tcp6"].map(|name| read(&format!("/proc/{process}/net/{name}")));
    tables.iter().flat_map(|table| connections(table)).collect()
}

/// Follows who is at the other end of which socket, and how many connections are made.
#[derive(Default)]
pub struct Peers {
    /// By the socket's number.
    known: BTreeMap<u64, String>,
    served: BTreeSet<u64>,
    /// The ends of connections that were there, or have been counted.
    seen: BTreeSet<(u16, IpAddr, u16)>,
    pub opened: BTreeMap<String, u64>,
    looked: bool,
}

impl Peers {
    /// Looks at the tables. Connections that are over stay in them for a minute, as the side that has closed first keeps its port.
    pub fn look(&mut self, process: u32) {
        let all = of_process(process);
        let listening: BTreeSet<u16> = all.iter().filter(|one| one.listens).map(|one| one.local.1).collect();
        for one in all.iter().filter(|one| !one.listens) {
            if listening.contains(&one.local.1) {
                self.served.insert(one.number);
                continue;
            }
            let peer = name(one.remote);
            if self.seen.insert((one.local.1, one.remote.0, one.remote.1)) && self.looked {
                *self.opened.entry(peer.clone()).or_default() += 1;
            }
            if one.number != 0 {
                self.known.insert(one.number, peer);
            }
        }
        self.looked = true;
        self.served.extend(unix_sockets(&read(&format!("/proc/{process}/net/unix"))).into_keys());
    }

    /// Who is at the other end of a socket of that process, if this side has made the connection.
    pub fn of(&mut self, process: u32, socket: u64) -> Option<String> {
        if !self.known.contains_key(&socket) && !self.served.contains(&socket) {
            self.look(process);
        }
        if self.served.contains(&socket) {
            return None;
        }
        // The client's end of a Unix socket has no path.
        Some(self.known.entry(socket).or_insert_with(|| UNIX_SOCKET.into()).clone())
    }
}

fn name((address, port): (IpAddr, u16)) -> String {
    std::net::SocketAddr::new(address, port).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_are_read() {
        let text = "  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode\n   \
            0: 0100007F:18EB 00000000:0000 0A 00000000:00000000 00:00000000 00000000     0        0 4711 1 0 100\n   \
            1: 0100007F:C350 0100007F:18EB 01 00000000:00000000 00:00000000 00000000     0        0 4712 1 0 100\nx\n";
        let found = connections(text);
        assert_eq!(found.len(), 2);
        assert!(found[0].listens && !found[1].listens);
        assert_eq!((name(found[1].remote), found[1].number), ("127.0.0.1:6379".into(), 4712));
        let text = "Num RefCount Protocol Flags Type St Inode Path\n0: 2 0 10000 1 01 815 /run/a.sock\n0: 3 0 0 1 03 816\n";
        assert_eq!(unix_sockets(text).into_iter().collect::<Vec<_>>(), [(815, "/run/a.sock".to_string())]);
    }
}
