//! The servers of a cluster: who has which slots, and how commands find their way.

use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;
use std::time::{Duration, Instant};

use loxo_redis::{Command, SLOTS};
use loxo_runtime::value::number;
use loxo_runtime::{Cx, PhpArray, PhpResult, Thrown};

use crate::connection::{Connection, IoResult, State};
use crate::reply::Reply;
use crate::shared_connection::SharedConnection;

/// `RedisCluster::FAILOVER_*`
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) enum Failover {
    #[default]
    None = 0,
    Error = 1,
    Distribute = 2,
    DistributeSlaves = 3,
}

impl Failover {
    pub(super) fn find(number: i64) -> Option<Failover> {
        [Failover::None, Failover::Error, Failover::Distribute, Failover::DistributeSlaves].into_iter().find(|kind| *kind as i64 == number)
    }
}

/// A server. Masters have replicas.
#[derive(Clone)]
pub(super) struct Node {
    pub connection: SharedConnection,
    pub host: Vec<u8>,
    pub port: i64,
    pub replicas: Vec<Node>,
    is_replica: bool,
}

/// Some slots, and their servers, the master first.
#[derive(Clone, Debug)]
struct Range {
    first: u16,
    last: u16,
    servers: Vec<(Vec<u8>, i64)>,
}

/// How servers are connected to.
#[derive(Clone, Default)]
pub(super) struct Access {
    pub timeout: f64,
    pub read_timeout: f64,
    pub persistent: bool,
    pub user: Option<Vec<u8>>,
    pub password: Option<Vec<u8>>,
    pub ssl: Option<PhpArray>,
}

impl Access {
    fn node(&self, host: &[u8], port: i64, is_replica: bool) -> Node {
        let mut sock = Connection::new(host, port);
        sock.timeout = self.timeout;
        sock.read_timeout = self.read_timeout;
        sock.persistent = self.persistent;
        sock.set_auth(self.user.clone(), self.password.clone());
        if let Some(options) = &self.ssl {
            sock.set_ssl_options(options);
        }
        Node { connection: SharedConnection::of_cluster(sock), host: host.to_vec(), port, replicas: Vec::new(), is_replica }
    }
}

thread_local! {
    /// What clusters looked like, by their seeds.
    static CACHE: RefCell<HashMap<Vec<u8>, Rc<Vec<Range>>>> = RefCell::default();
}

pub(super) struct Nodes {
    access: Access,
    pub masters: Vec<Node>,
    /// The master of each slot; none is above all numbers.
    owners: Vec<u16>,
    pub failover: Failover,
    /// Where a command was sent on to.
    pub redirected: Option<Vec<u8>>,
    patience: Duration,
}

const NOBODY: u16 = u16::MAX;
/// A command is sent on that often.
const MOST_REDIRECTIONS: usize = 16;
const NO_SEED: &str = "Couldn't map cluster keyspace using any provided seed";

pub(super) fn throw(cx: &mut Cx, message: impl AsRef<[u8]>) -> Thrown {
    cx.throw("RedisClusterException", message)
}

fn pick(cx: &mut Cx, count: usize) -> usize {
    usize::try_from(loxo_random::range(cx, 0, count.saturating_sub(1) as i64)).unwrap_or(0)
}

/// `host:port`
fn address(text: &[u8]) -> Option<(Vec<u8>, i64)> {
    let colon = text.iter().rposition(|byte| *byte == b':')?;
    let (host, port) = text.split_at_checked(colon)?;
    Some((host.to_vec(), number::str_to_int(port.get(1..)?) & 0xffff))
}

impl Nodes {
    /// Asks seeds what the cluster looks like.
    pub(super) fn new(cx: &mut Cx, seeds: &[Vec<u8>], access: Access) -> PhpResult<Nodes> {
        let mut left: Vec<_> = seeds.iter().filter_map(|seed| address(seed)).collect();
        if left.is_empty() {
            return Err(throw(cx, "No valid seeds detected"));
        }
        let key = seeds.join(&0);
        let caches = cx.ini_bool("redis.clusters.cache_slots");
        let seconds = access.timeout + access.read_timeout;
        let mut nodes = Nodes {
            access,
            masters: Vec::new(),
            owners: vec![NOBODY; SLOTS.into()],
            failover: Failover::None,
            redirected: None,
            patience: Duration::try_from_secs_f64(seconds).unwrap_or(Duration::ZERO),
        };
        if let Some(known) = CACHE.with_borrow(|cache| cache.get(&key).cloned()).filter(|_| caches) {
            nodes.map(&known);
            return Ok(nodes);
        }
        while !left.is_empty() {
            let (host, port) = left.swap_remove(pick(cx, left.len()));
            let seed = nodes.access.node(&host, port, false);
            let Some(ranges) = slots_of(cx, &seed, &host)? else { continue };
            nodes.map(&ranges);
            if caches {
                CACHE.with_borrow_mut(|cache| cache.insert(key, Rc::new(ranges)));
            }
            return Ok(nodes);
        }
        Err(throw(cx, NO_SEED))
    }

    fn map(&mut self, ranges: &[Range]) {
        for range in ranges {
            let mut servers = range.servers.iter();
            let Some((host, port)) = servers.next() else { continue };
            let owner = self.master(host, *port);
            let replicas: Vec<Node> = servers.map(|(host, port)| self.access.node(host, *port, true)).collect();
            if let Some(node) = self.masters.get_mut(owner).filter(|node| node.replicas.is_empty()) {
                node.replicas = replicas;
            }
            if let Some(slots) = self.owners.get_mut(usize::from(range.first)..=usize::from(range.last)) {
                slots.fill(u16::try_from(owner).unwrap_or(NOBODY));
            }
        }
    }

    /// The number of a master, which may be new.
    fn master(&mut self, host: &[u8], port: i64) -> usize {
        if let Some(known) = self.masters.iter().position(|node| node.host == host && node.port == port) {
            return known;
        }
        let node = self.access.node(host, port, false);
        self.masters.push(node);
        self.masters.len() - 1
    }

    /// The master of a slot.
    pub(super) fn owner(&self, slot: u16) -> Option<usize> {
        let owner = usize::from(*self.owners.get(usize::from(slot))?);
        (owner < self.masters.len()).then_some(owner)
    }

    pub(super) fn by_address(&self, host: &[u8], port: i64) -> Option<usize> {
        self.masters.iter().position(|node| node.host == host && node.port == port)
    }

    pub(super) fn any(&self, cx: &mut Cx) -> usize {
        pick(cx, self.masters.len())
    }

    pub(super) fn connection(&self, node: usize) -> Option<SharedConnection> {
        self.masters.get(node).map(|node| node.connection.clone())
    }

    /// Who may answer, in the order in which they are asked.
    fn candidates(&self, cx: &mut Cx, node: usize, reads: bool) -> Vec<Node> {
        let Some(master) = self.masters.get(node) else { return Vec::new() };
        let mut all = vec![master.clone()];
        if !reads || self.failover == Failover::None {
            return all;
        }
        let mut replicas = master.replicas.clone();
        match self.failover {
            Failover::Distribute => {
                all.append(&mut replicas);
                let first = pick(cx, all.len());
                all.rotate_left(first);
            }
            Failover::DistributeSlaves if !replicas.is_empty() => {
                let first = pick(cx, replicas.len());
                replicas.rotate_left(first);
                replicas.append(&mut all);
                return replicas;
            }
            _ => all.append(&mut replicas),
        }
        all
    }

    /// Sends to a server, and to no other. `None`: it cannot be reached.
    pub(super) fn ask_node(&self, cx: &mut Cx, node: usize, bytes: &[u8]) -> PhpResult<Option<Reply>> {
        match self.masters.get(node) {
            Some(node) => exchange(cx, node, bytes, false),
            None => Ok(None),
        }
    }

    /// Sends to the master of a slot, and on to where that one says. With the server that has answered.
    pub(super) fn ask(&mut self, cx: &mut Cx, slot: u16, bytes: &[u8], reads: bool) -> PhpResult<(usize, Reply)> {
        let end = Instant::now() + self.patience;
        let mut node = match self.owner(slot) {
            Some(node) => node,
            None => self.any(cx),
        };
        let mut asking = false;
        for _ in 0..MOST_REDIRECTIONS {
            let mut reply = None;
            for candidate in self.candidates(cx, node, reads) {
                reply = exchange(cx, &candidate, bytes, asking)?;
                if reply.is_some() {
                    break;
                }
            }
            let reply = match reply {
                Some(reply) => reply,
                None => {
                    // Anybody else knows where to go.
                    let mut found = None;
                    for other in (0..self.masters.len()).filter(|other| *other != node) {
                        found = self.ask_node(cx, other, bytes)?.map(|reply| (other, reply));
                        if found.is_some() {
                            break;
                        }
                    }
                    let Some((other, reply)) = found else { return Err(throw(cx, "Can't communicate with any node in the cluster")) };
                    node = other;
                    reply
                }
            };
            let Reply::Error(text) = &reply else { return Ok((node, reply)) };
            if text.starts_with(b"CLUSTERDOWN") {
                return Err(throw(cx, "The Redis Cluster is down (CLUSTERDOWN)"));
            }
            let (moved, asked) = (text.starts_with(b"MOVED "), text.starts_with(b"ASK "));
            if !moved && !asked {
                return Ok((node, reply));
            }
            let mut words = text.split(|byte| *byte == b' ').skip(1);
            let slot = words.next().map(number::str_to_int).and_then(|slot| usize::try_from(slot).ok());
            let Some((mut host, port)) = words.next().and_then(address) else { return Ok((node, reply)) };
            if host.is_empty() {
                // It means itself.
                host = self.masters.get(node).map(|node| node.host.clone()).unwrap_or_default();
            }
            self.redirected = Some([&host[..], b":", port.to_string().as_bytes()].concat());
            node = self.master(&host, port);
            asking = asked;
            if moved && let Some(owner) = slot.and_then(|slot| self.owners.get_mut(slot)) {
                *owner = u16::try_from(node).unwrap_or(NOBODY);
            }
            if !self.patience.is_zero() && Instant::now() > end {
                return Err(throw(cx, "Timed out attempting to find data in the correct node!"));
            }
            cx.check_interrupt()?;
        }
        Err(throw(cx, "Timed out attempting to find data in the correct node!"))
    }
}

/// One command and its reply; `None`: the server cannot be reached.
fn exchange(cx: &mut Cx, node: &Node, bytes: &[u8], asking: bool) -> PhpResult<Option<Reply>> {
    let outcome = {
        let mut sock = node.connection.lock(cx)?;
        talk(cx, &mut sock, node.is_replica, bytes, asking)
    };
    cx.check()?;
    Ok(outcome.unwrap_or(None))
}

fn talk(cx: &mut Cx, sock: &mut Connection, is_replica: bool, bytes: &[u8], asking: bool) -> IoResult<Option<Reply>> {
    // What was lost once may be back.
    if sock.state == State::Failed {
        sock.disconnect(true, false);
    }
    let fresh = sock.state != State::Ready;
    if !sock.open(cx)? {
        sock.disconnect(true, false);
        return Ok(None);
    }
    if is_replica && fresh {
        sock.ask(cx, &Command::new("READONLY"))?;
    }
    if asking {
        sock.ask(cx, &Command::new("ASKING"))?;
    }
    if !sock.write(cx, bytes)? {
        return Ok(None);
    }
    sock.read_reply(cx).map(Some)
}

/// What a server says of the cluster; `None`: nothing.
fn slots_of(cx: &mut Cx, seed: &Node, seed_host: &[u8]) -> PhpResult<Option<Vec<Range>>> {
    let mut command = Command::new("CLUSTER");
    command.word("SLOTS");
    let Some(Reply::Array(list)) = exchange(cx, seed, &command.bytes(), false)? else { return Ok(None) };
    let mut ranges = Vec::new();
    for entry in list {
        let mut parts = entry.into_list().unwrap_or_default().into_iter();
        let (Some(Reply::Int(first)), Some(Reply::Int(last))) = (parts.next(), parts.next()) else { return Ok(None) };
        let slot = |number: i64| u16::try_from(number).ok().filter(|slot| *slot < SLOTS);
        let (Some(first), Some(last)) = (slot(first), slot(last)) else { return Ok(None) };
        let mut servers = Vec::new();
        for server in parts {
            let mut about = server.into_list().unwrap_or_default().into_iter();
            let (Some(Reply::Bulk(host)), Some(Reply::Int(port))) = (about.next(), about.next()) else { return Ok(None) };
            // One that does not know its own name is where it was found.
            let host = if host.is_empty() { seed_host.to_vec() } else { host.as_bytes().to_vec() };
            servers.push((host, port));
        }
        ranges.push(Range { first, last, servers });
    }
    Ok((!ranges.is_empty()).then_some(ranges))
}
