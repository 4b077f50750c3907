//! The system's tables of connections, `/proc/net/tcp`, `tcp6` and `unix`. Source: proc(5), and Documentation/networking/proc_net_tcp of the kernel.

use std::collections::BTreeMap;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};

use crate::process::read;

const LISTEN: &str = "0A";
const TIME_WAIT: &str = "06";
/// What a unit of the table's timers is.
const TICK: f64 = 0.01;

#[derive(Clone, Debug, PartialEq)]
pub struct Connection {
    pub local: SocketAddr,
    pub remote: SocketAddr,
    pub listens: bool,
    /// The socket's number; 0: the program has closed it.
    pub number: u64,
    /// In the state TIME_WAIT, the seconds until the system forgets it.
    pub forgotten_in: Option<f64>,
}

/// `0100007F:18EB`, in the machine's order of bytes by four.
fn end(text: &str) -> Option<SocketAddr> {
    let (address, port) = text.split_once(':')?;
    let port = u16::from_str_radix(port, 16).ok()?;
    let word = |at: usize| Some(u32::from_str_radix(address.get(at * 8..at * 8 + 8)?, 16).ok()?.to_ne_bytes());
    if address.len() == 8 {
        return Some(SocketAddr::new(IpAddr::V4(Ipv4Addr::from(word(0)?)), port));
    }
    let mut bytes = [0; 16];
    for at in 0..4 {
        bytes[at * 4..at * 4 + 4].copy_from_slice(&word(at)?);
    }
    Some(SocketAddr::new(Ipv6Addr::from(bytes).to_canonical(), port))
}

pub fn connections(text: &str) -> Vec<Connection> {
    let line = |line: &str| {
        let mut words = line.split_whitespace().skip(1);
        let (local, remote) = (end(words.next()?)?, end(words.next()?)?);
        let (state, timer) = (words.next()?, words.nth(1)?);
        let ticks = || u32::from_str_radix(timer.split_once(':')?.1, 16).ok();
        let forgotten_in = ticks().filter(|_| state == TIME_WAIT).map(|ticks| f64::from(ticks) * TICK);
        Some(Connection { local, remote, listens: state == LISTEN, number: words.nth(3)?.parse().ok()?, forgotten_in })
    };
    text.lines().skip(1).filter_map(line).collect()
}

/// Numbers and paths of Unix sockets. Those that listen and the servers' ends of connections have a path, that of the others is empty.
pub fn unix_sockets(text: &str) -> BTreeMap<u64, String> {
    let line = |line: &str| {
        let mut words = line.split_whitespace().skip(6);
        Some((words.next()?.parse().ok()?, words.next().unwrap_or_default().to_string()))
    };
    text.lines().skip(1).filter_map(line).collect()
}

/// The connections that the network of a process knows.
pub fn of_process(process: u32) -> Vec<Connection> {
    let tables = ["tcp", "tcp6"].map(|name| read(&format!("/proc/{process}/net/{name}")));
    tables.iter().flat_map(|table| connections(table)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_are_read() {
        let text = "  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode\n   \
            0: 0100007F:18EB 00000000:0000 0A 00000000:00000000 00:00000000 00000000     0        0 4711 1 0 100\n   \
            1: 0100007F:C350 0100007F:18EB 01 00000000:00000000 00:00000000 00000000     0        0 4712 1 0 100\n   \
            2: 0100007F:C351 0100007F:18EB 06 00000000:00000000 03:000001A4 00000000     0        0 0 3 0\nx\n";
        let found = connections(text);
        assert_eq!(found.len(), 3);
        assert!(found[0].listens && !found[1].listens);
        assert_eq!((found[1].remote.to_string(), found[1].number, found[1].forgotten_in), ("127.0.0.1:6379".into(), 4712, None));
        assert_eq!((found[2].local.port(), found[2].number, found[2].forgotten_in), (50001, 0, Some(4.2)));
        let text = "Num RefCount Protocol Flags Type St Inode Path\n0: 2 0 10000 1 01 815 /run/a.sock\n0: 3 0 0 1 03 816\n";
        assert_eq!(unix_sockets(text).into_iter().collect::<Vec<_>>(), [(815, "/run/a.sock".to_string()), (816, String::new())]);
    }
}
