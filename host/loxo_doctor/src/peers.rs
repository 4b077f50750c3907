//! Who is at the other end of a worker's connections, how many of them are made, and which programs of this machine accept them.

use std::collections::{BTreeMap, BTreeSet};
use std::net::SocketAddr;
use std::time::Instant;

use crate::network::{Connection, of_process, unix_sockets};
use crate::observed::UNIX_SOCKET;
use crate::process::{all, read, sockets};

/// The client's end of a connection, and the server's.
type Ends = (SocketAddr, SocketAddr);

/// What the last look has shown of a connection.
#[derive(Clone, Copy, Debug, PartialEq)]
enum State {
    /// By the socket's number, 0 where the program has closed it.
    Open(u64),
    /// Over; the system forgets it at that time, in seconds since the first look.
    Over(f64),
}

/// In seconds. The system forgets a connection in TIME_WAIT at a fixed time; two looks tell it with an error of what reading the table takes. Linux lets a
/// second pass at least (`tcp_tw_reuse_delay`) before another connection may have the same two ends, and is forgotten later by as much.
const SAME_WITHIN: f64 = 0.5;

impl State {
    /// Whether between two looks that saw `self` and `later` at the same ends another connection was made.
    fn is_another(self, later: State) -> bool {
        match (self, later) {
            (State::Open(before), State::Open(number)) => number != 0 && number != before,
            (State::Open(_), State::Over(_)) => false,
            (State::Over(_), State::Open(_)) => true,
            (State::Over(before), State::Over(time)) => time > before + SAME_WITHIN,
        }
    }
}

/// Follows who is at the other end of which socket, and how many connections are made.
#[derive(Default)]
pub struct Peers {
    /// By the socket's number.
    known: BTreeMap<u64, String>,
    /// Sockets that are no client's end of a connection.
    served: BTreeSet<u64>,
    /// What the last look has shown; nothing before the first one.
    seen: Option<(Instant, BTreeMap<Ends, State>)>,
    /// Connections by the server's address, of all programs that share the workers' network.
    opened: BTreeMap<String, u64>,
    /// The addresses to which workers were seen to have connections.
    used: BTreeSet<String>,
}

/// The state of each connection of the table, by its ends. A connection between two programs of this machine has two lines there, the client's and the
/// server's; when the server has closed it first, only the server's is left in TIME_WAIT.
fn states(table: &[Connection], seconds: f64) -> BTreeMap<Ends, State> {
    let listening: BTreeSet<u16> = table.iter().filter(|one| one.listens).map(|one| one.local.port()).collect();
    let mut states = BTreeMap::new();
    for one in table.iter().filter(|one| !one.listens) {
        let state = one.forgotten_in.map_or(State::Open(one.number), |rest| State::Over(seconds + rest));
        if !listening.contains(&one.local.port()) {
            states.insert((one.local, one.remote), state);
        } else if one.local.ip() == one.remote.ip() && matches!(state, State::Over(_)) {
            states.entry((one.remote, one.local)).or_insert(state);
        }
    }
    states
}

impl Peers {
    /// Looks at the tables of the network that a process has.
    pub fn look(&mut self, process: u32) {
        // Short-lived sockets first: the tables of TCP may take long.
        for (number, path) in unix_sockets(&read(&format!("/proc/{process}/net/unix"))) {
            if path.is_empty() {
                self.known.insert(number, UNIX_SOCKET.into());
            } else {
                self.served.insert(number);
            }
        }
        self.add(&of_process(process), Instant::now());
    }

    fn add(&mut self, table: &[Connection], now: Instant) {
        let begun = self.seen.as_ref().map_or(now, |(begun, _)| *begun);
        let states = states(table, (now - begun).as_secs_f64());
        if let Some((_, before)) = &self.seen {
            for (ends, state) in &states {
                if before.get(ends).is_none_or(|earlier| earlier.is_another(*state)) {
                    *self.opened.entry(ends.1.to_string()).or_default() += 1;
                }
            }
        }
        for one in table.iter().filter(|one| !one.listens && one.number != 0) {
            if states.contains_key(&(one.local, one.remote)) {
                self.known.entry(one.number).or_insert_with(|| one.remote.to_string());
            } else {
                self.served.insert(one.number);
            }
        }
        self.seen = Some((begun, states));
    }

    /// Who is at the other end of a socket of that process, if this side has made the connection and it still was there when the tables were read.
    pub fn of(&mut self, process: u32, socket: u64) -> Option<String> {
        if !self.known.contains_key(&socket) && !self.served.contains(&socket) {
            self.look(process);
            // Of another kind, as UDP's are, or gone: the tables are not read for it again.
            if !self.known.contains_key(&socket) {
                self.served.insert(socket);
            }
        }
        if self.served.contains(&socket) {
            return None;
        }
        let peer = self.known.get(&socket)?.clone();
        self.used.insert(peer.clone());
        Some(peer)
    }

    /// Notes to whom a process has connections.
    pub fn note_used(&mut self, process: u32) {
        let of_process = sockets(process);
        self.used.extend(of_process.iter().filter(|one| !self.served.contains(one)).filter_map(|one| self.known.get(one).cloned()));
    }

    /// New connections by address, of those that the workers use.
    pub fn opened(&self) -> BTreeMap<String, u64> {
        self.opened.iter().filter(|(address, _)| self.used.contains(*address)).map(|(address, count)| (address.clone(), *count)).collect()
    }
}

/// The names of the programs that listen at ports of the network of a process, as far as this user may see whose sockets are whose.
pub fn listeners(process: u32) -> BTreeMap<u16, String> {
    let listening: BTreeMap<u64, u16> =
        of_process(process).iter().filter(|one| one.listens).map(|one| (one.number, one.local.port())).collect();
    let mut names = BTreeMap::new();
    for process in all() {
        for port in sockets(process).iter().filter_map(|socket| listening.get(socket)) {
            names.entry(*port).or_insert_with(|| read(&format!("/proc/{process}/comm")).trim().to_string());
        }
    }
    names
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    fn connection(local: u16, remote: u16, number: u64, forgotten_in: Option<f64>) -> Connection {
        let at = |port| SocketAddr::from(([127, 0, 0, 1], port));
        Connection { local: at(local), remote: at(remote), listens: false, number, forgotten_in }
    }

    /// The counts of a server at port 1 after looks at these tables, half a second apart.
    fn counted(tables: &[&[Connection]]) -> u64 {
        let (mut peers, begun) = (Peers::default(), Instant::now());
        let listener = Connection { listens: true, ..connection(1, 0, 9, None) };
        for (at, table) in (0u32..).zip(tables) {
            let table: Vec<Connection> = table.iter().cloned().chain([listener.clone()]).collect();
            peers.add(&table, begun + at * Duration::from_millis(500));
        }
        peers.used.insert("127.0.0.1:1".into());
        peers.opened().values().sum()
    }

    #[test]
    fn each_connection_counts_once() {
        let open = |number| connection(5000, 1, number, None);
        let over = |rest| connection(5000, 1, 0, Some(rest));
        // One that was there before, to its end.
        assert_eq!(counted(&[&[open(7)], &[open(7)], &[open(0)], &[over(59.9)], &[over(59.41)], &[]]), 0);
        assert_eq!(counted(&[&[], &[open(7)], &[over(59.8)], &[over(59.3)]]), 1);
        // The same ends again, seen open or only when it was over.
        assert_eq!(counted(&[&[over(30.0)], &[open(8)], &[over(59.9)], &[over(59.4)]]), 1);
        assert_eq!(counted(&[&[over(30.0)], &[over(59.9)], &[over(59.4)], &[over(59.8)]]), 2);
        assert_eq!(counted(&[&[open(7)], &[open(8)]]), 1);
    }

    #[test]
    fn one_that_the_server_has_closed_first_counts() {
        let server = |rest| connection(1, 5000, 0, Some(rest));
        assert_eq!(counted(&[&[], &[server(59.9)], &[server(59.4)]]), 1);
        // Both ends of one connection.
        assert_eq!(counted(&[&[], &[connection(5000, 1, 7, None), connection(1, 5000, 8, None)], &[server(59.9)]]), 1);
    }

    #[test]
    fn connections_of_others_do_not_count() {
        let mut peers = Peers::default();
        for number in [1, 2] {
            peers.add(&[connection(5000, 1, number, None)], Instant::now());
        }
        assert_eq!(peers.opened(), BTreeMap::new());
        assert_eq!(peers.of(std::process::id(), 2).as_deref(), Some("127.0.0.1:1"));
        assert_eq!(peers.opened().into_values().collect::<Vec<_>>(), [1]);
    }

    #[test]
    fn connections_of_this_process_are_counted() {
        let server = std::net::TcpListener::bind("127.0.0.1:0").expect("a free port");
        let address = server.local_addr().expect("has one");
        let mut peers = Peers::default();
        peers.look(std::process::id());
        for _ in 0..100 {
            drop(std::net::TcpStream::connect(address).expect("connects"));
            drop(server.accept().expect("accepts"));
        }
        let kept = std::net::TcpStream::connect(address).expect("connects");
        for _ in 0..2 {
            peers.look(std::process::id());
            peers.note_used(std::process::id());
        }
        assert_eq!(peers.opened().get(&address.to_string()), Some(&101));
        drop(kept);
    }

    #[test]
    fn a_socket_that_no_table_has_is_looked_for_once() {
        let mut peers = Peers::default();
        assert_eq!(peers.of(std::process::id(), u64::MAX), None);
        let looked = |peers: &Peers| peers.seen.as_ref().map(|(begun, _)| *begun);
        assert!(looked(&peers).is_some());
        peers.seen = None;
        assert_eq!((peers.of(std::process::id(), u64::MAX), looked(&peers)), (None, None));
    }

    #[test]
    fn who_listens_has_a_name() {
        let server = std::net::TcpListener::bind("127.0.0.1:0").expect("a free port");
        let port = server.local_addr().expect("has one").port();
        assert_eq!(listeners(std::process::id())[&port], read("/proc/self/comm").trim());
    }
}
