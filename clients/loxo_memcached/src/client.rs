//! The client: its servers, which of them a key belongs to, and what becomes of one that fails.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use crate::binary;
use crate::item::Fetching;
use crate::options::Options;
use crate::ring::{self, Distribution, RingServer};
use crate::secret::Secret;
use crate::status::{Failure, Status};
use crate::wire::{Link, Timeouts, Tuning};

const DEFAULT_PORT: u16 = 11211;
const LONGEST_HOST: usize = 1025;
/// Keys with their prefix are not longer.
const LONGEST_KEY: usize = 250;

/// No prefix is longer.
const PREFIX_ROOM: usize = 127;

/// A server as it is named: a port of a host, or a socket in the file system.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ServerAddress {
    pub host: String,
    pub port: u16,
    pub weight: u32,
}

impl ServerAddress {
    /// What is missing is filled in: a host and a port.
    pub fn new(host: &str, port: u16, weight: u32) -> Result<ServerAddress, Failure> {
        let host = if host.is_empty() { "localhost" } else { host };
        if host.len() >= LONGEST_HOST {
            return Err(Failure::new(Status::INVALID_ARGUMENTS, "Invalid hostname provided"));
        }
        let port = match port {
            _ if host.starts_with('/') => 0,
            0 => DEFAULT_PORT,
            port => port,
        };
        Ok(ServerAddress { host: host.into(), port, weight: weight.max(1) })
    }

    /// Addresses as a list in one string has them: `host:port:weight, host …`.
    pub fn parse_list(list: &str) -> Option<Vec<ServerAddress>> {
        let mut servers = Vec::new();
        for entry in list.split(',').map(str::trim).filter(|entry| !entry.is_empty()) {
            let (host, rest) = match entry.strip_prefix('[').and_then(|entry| entry.split_once(']')) {
                Some((host, rest)) => (host, rest.strip_prefix(':').unwrap_or(rest)),
                None if entry.starts_with('/') => (entry, ""),
                None => entry.split_once(':').unwrap_or((entry, "")),
            };
            let (port, weight) = rest.split_once([':', ' ']).unwrap_or((rest, ""));
            let number = |text: &str| if text.is_empty() { Some(0) } else { text.parse::<u32>().ok() };
            let port = u16::try_from(number(port)?).ok()?;
            servers.push(ServerAddress::new(host, port, number(weight)?).ok()?);
        }
        (!servers.is_empty()).then_some(servers)
    }
}

/// A server and what is known of it.
pub struct Server {
    pub address: ServerAddress,
    /// As its last answer to `version` said.
    pub version: Option<(u8, u8, u8)>,
    pub(crate) link: Option<Link>,
    pub(crate) fetching: Fetching,
    in_timeout: bool,
    next_retry: u64,
    failures: u32,
    timeouts: u32,
    /// The operation in which it failed last: one operation counts one failure.
    failed_in: u64,
}

impl Server {
    fn new(address: ServerAddress) -> Server {
        Server {
            address,
            version: None,
            link: None,
            fetching: Fetching::default(),
            in_timeout: false,
            next_retry: 0,
            failures: 0,
            timeouts: 0,
            failed_in: 0,
        }
    }

    pub(crate) fn name(&self) -> String {
        format!("{}:{}", self.address.host, self.address.port)
    }
}

/// A client with its servers.
#[derive(Default)]
pub struct Client {
    pub(crate) options: Options,
    pub(crate) servers: Vec<Server>,
    pub(crate) prefix: Vec<u8>,
    pub(crate) credentials: Option<(Vec<u8>, Vec<u8>)>,
    pub(crate) secret: Option<Secret>,
    circle: Vec<(u32, usize)>,
    /// When a server that was left out may come back.
    next_rebuild: u64,
    /// Servers by bucket.
    buckets: Vec<u32>,
    last: Option<Failure>,
    last_disconnected: Option<ServerAddress>,
    operation: u64,
    random: u64,
    /// Where the next result is looked for, and whether there was one.
    pub(crate) fetch_from: usize,
    pub(crate) fetched: bool,
    pub(crate) fetch_began: bool,
}

pub(crate) fn now() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs())
}

impl Client {
    pub fn new() -> Client {
        Client::default()
    }

    /// A client of one server that is connected already.
    pub fn over(link: Link, binary: bool) -> Client {
        let mut client = Client::new();
        client.options.binary = binary;
        let address = ServerAddress { host: "/".into(), port: 0, weight: 1 };
        client.servers.push(Server { link: Some(link), ..Server::new(address) });
        client
    }

    pub fn servers(&self) -> &[Server] {
        &self.servers
    }

    /// What went wrong last, if the last operation failed.
    pub fn last_failure(&self) -> Option<&Failure> {
        self.last.as_ref()
    }

    pub fn last_disconnected(&self) -> Option<&ServerAddress> {
        self.last_disconnected.as_ref()
    }

    pub fn prefix(&self) -> &[u8] {
        &self.prefix
    }

    /// Goes before all keys.
    pub fn set_prefix(&mut self, prefix: &[u8]) -> Status {
        let shown = self.options.binary || prefix.iter().all(u8::is_ascii_graphic);
        if prefix.len() > LONGEST_KEY || !shown {
            return Status::BAD_KEY_PROVIDED;
        }
        // Others that are too long are passed over without a word.
        if prefix.len() <= PREFIX_ROOM {
            self.prefix = prefix.to_vec();
        }
        Status::SUCCESS
    }

    pub fn set_credentials(&mut self, user: &[u8], password: &[u8]) -> Status {
        if user.len() > 255 || password.len() > 255 {
            return Status::INVALID_ARGUMENTS;
        }
        self.quit();
        self.credentials = Some((user.to_vec(), password.to_vec()));
        Status::SUCCESS
    }

    /// From now on values are encrypted.
    pub fn set_encoding_key(&mut self, key: &[u8]) -> Status {
        self.secret = Secret::new(key);
        if self.secret.is_some() { Status::SUCCESS } else { Status::FAILURE }
    }

    /// A server cannot change what it cannot read. The message is spelled as in libmemcached.
    pub(crate) fn check_readable(&self) -> Result<(), Failure> {
        let refused = || Failure::new(Status::NOT_SUPPORTED, "Operation not allowed while encyrption is enabled");
        self.secret.is_none().then_some(()).ok_or_else(refused)
    }

    /// Adds a server. With consistent hashing, a weight changes how that is done.
    pub fn add_server(&mut self, host: &str, port: u16, weight: u32) -> Status {
        let result = ServerAddress::new(host, port, weight).map(|address| {
            self.options.weighted |= weight > 1 && self.options.distribution.is_consistent();
            self.servers.push(Server::new(address));
            self.redistribute();
        });
        self.settled(result)
    }

    /// Adds several.
    pub fn push_servers(&mut self, list: Vec<ServerAddress>) {
        for address in list {
            self.options.weighted |= address.weight > 1;
            self.servers.push(Server::new(address));
        }
        self.redistribute();
    }

    /// Forgets all servers.
    pub fn reset_servers(&mut self) {
        self.quit();
        self.servers.clear();
        self.circle.clear();
        self.fetch_from = 0;
    }

    /// Buckets of the distribution of that name: the server of each.
    pub fn set_buckets(&mut self, map: &[u32]) -> Status {
        if self.options.distribution != Distribution::VirtualBucket {
            self.options.distribution = Distribution::VirtualBucket;
        }
        self.buckets = map.to_vec();
        Status::SUCCESS
    }

    pub(crate) fn redistribute(&mut self) {
        if self.options.sort_hosts {
            self.servers.sort_by(|a, b| (&a.address.host, a.address.port).cmp(&(&b.address.host, b.address.port)));
        }
        self.circle.clear();
        self.next_rebuild = 0;
        if !self.options.distribution.is_consistent() {
            return;
        }
        let time = now();
        let eject = self.options.auto_eject;
        let out = |server: &Server| eject && server.next_retry > time;
        let returns = self.servers.iter().filter(|server| out(server)).map(|server| server.next_retry).min();
        let places = self.servers.iter().enumerate().filter(|(_, server)| !out(server)).map(|(index, server)| {
            let ServerAddress { host, port, weight } = &server.address;
            RingServer { host, port: *port, weight: *weight, index }
        });
        let places: Vec<RingServer<'_>> = places.collect();
        let points = ring::circle(&places, self.options.distribution, self.options.weighted, self.options.hash);
        self.circle = points;
        self.next_rebuild = returns.unwrap_or(0);
    }

    /// The position of the server that a key belongs to.
    pub fn server_of(&mut self, key: &[u8]) -> Option<usize> {
        if self.servers.len() < 2 {
            return (!self.servers.is_empty()).then_some(0);
        }
        if self.options.auto_eject && self.next_rebuild > 0 && now() > self.next_rebuild {
            self.redistribute();
        }
        let hash = match self.options.hash_with_prefix {
            // The library has space for keys of that length only.
            true if self.prefix.len() + key.len() > LONGEST_KEY => 0,
            true => self.options.hash.of(&[&self.prefix[..], key].concat()),
            false => self.options.hash.of(key),
        };
        let count = self.servers.len();
        let index = match self.options.distribution {
            Distribution::Modula => hash as usize % count,
            Distribution::Random => {
                // An LCG is random enough to choose a server.
                self.random = self.random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(now() | 1);
                (self.random >> 33) as usize % count
            }
            Distribution::VirtualBucket if self.buckets.is_empty() => hash as usize % count,
            Distribution::VirtualBucket => {
                let bucket = hash as usize % self.buckets.len();
                self.buckets.get(bucket).map_or(0, |server| *server as usize) % count
            }
            _ => ring::find(&self.circle, hash)?,
        };
        Some(index.min(count - 1))
    }

    /// The position of the server for a group of keys, or of a key.
    pub(crate) fn target(&mut self, group: Option<&[u8]>, key: &[u8]) -> Result<usize, Failure> {
        self.begin()?;
        self.server_of(group.unwrap_or(key)).ok_or_else(|| Status::NO_SERVERS.into())
    }

    /// A new operation: the old failure is forgotten.
    pub(crate) fn begin(&mut self) -> Result<(), Failure> {
        self.operation += 1;
        self.last = None;
        if self.servers.is_empty() { Err(Status::NO_SERVERS.into()) } else { Ok(()) }
    }

    /// Keeps what went wrong, and tells its number.
    pub(crate) fn note(&mut self, failure: Failure) -> Status {
        let status = failure.status;
        self.last = Some(failure);
        status
    }

    pub(crate) fn settled(&mut self, result: Result<(), Failure>) -> Status {
        match result {
            Ok(()) => Status::SUCCESS,
            Err(failure) => self.note(failure),
        }
    }

    fn timeouts(&self) -> Timeouts {
        let positive = |n: i32| u64::try_from(n).ok().filter(|n| *n > 0);
        let poll = positive(self.options.poll_timeout).map(Duration::from_millis);
        let micros = |n: i32| positive(n).map(Duration::from_micros);
        Timeouts {
            connect: positive(self.options.connect_timeout).map(Duration::from_millis),
            read: micros(self.options.receive_timeout).or(poll),
            write: micros(self.options.send_timeout).or(poll),
        }
    }

    /// The connection to a server, made if need be.
    pub(crate) fn connected(&mut self, index: usize) -> Result<&mut Link, Failure> {
        self.connect(index).map_err(|failure| self.at(index, failure))?;
        let link = self.servers.get_mut(index).and_then(|server| server.link.as_mut());
        link.ok_or_else(|| Status::NO_SERVERS.into())
    }

    /// A failure, and where it happened.
    pub(crate) fn at(&self, index: usize, failure: Failure) -> Failure {
        let server = self.servers.get(index).map(Server::name).unwrap_or_default();
        Failure { server, ..failure }
    }

    fn connect(&mut self, index: usize) -> Result<(), Failure> {
        let (timeouts, time) = (self.timeouts(), now());
        let tuning = Tuning {
            nodelay: self.options.nodelay,
            keepalive: self.options.keepalive,
            keepalive_idle: self.options.keepalive_idle,
            send_size: usize::try_from(self.options.send_size).ok(),
            receive_size: usize::try_from(self.options.receive_size).ok(),
        };
        let Some(server) = self.servers.get_mut(index) else { return Err(Status::NO_SERVERS.into()) };
        if server.link.is_some() {
            return Ok(());
        }
        let waited = self.check_backoff(index, time)?;
        let Some(server) = self.servers.get_mut(index) else { return Err(Status::NO_SERVERS.into()) };
        let opened = Link::open_tuned(&server.address.host, server.address.port, timeouts, tuning).and_then(|mut link| {
            if let (Some((user, password)), true) = (&self.credentials, self.options.binary) {
                binary::authenticate(&mut link, user, password)?;
            }
            Ok(link)
        });
        match opened {
            Ok(link) => {
                server.link = Some(link);
                (server.failures, server.timeouts, server.next_retry) = (0, 0, 0);
                Ok(())
            }
            Err(failure) => {
                self.last_disconnected = Some(server.address.clone());
                self.mark_for_timeout(index, time);
                Err(if waited { Failure { status: Status::SERVER_TEMPORARILY_DISABLED, ..failure } } else { failure })
            }
        }
    }

    /// May a server that failed be tried again? Tells whether that was a question.
    fn check_backoff(&mut self, index: usize, time: u64) -> Result<bool, Failure> {
        let (limit, eject, dead_timeout) = (self.options.failure_limit, self.options.auto_eject, self.options.dead_timeout);
        let Some(server) = self.servers.get_mut(index) else { return Err(Status::NO_SERVERS.into()) };
        if server.failures >= limit {
            if eject {
                self.last_disconnected = Some(server.address.clone());
                if let Some(wait) = u64::try_from(dead_timeout).ok().filter(|wait| *wait > 0) {
                    server.next_retry = time + wait;
                    server.failures = limit - 1;
                }
                self.redistribute();
                return Err(Status::SERVER_MARKED_DEAD.into());
            }
            server.in_timeout = true;
            server.next_retry = server.next_retry.max(1);
        }
        if !server.in_timeout {
            return Ok(false);
        }
        if server.next_retry >= time {
            self.last_disconnected = Some(server.address.clone());
            return Err(Status::SERVER_TEMPORARILY_DISABLED.into());
        }
        (server.in_timeout, server.timeouts) = (false, 0);
        Ok(true)
    }

    fn mark_for_timeout(&mut self, index: usize, time: u64) {
        let (limit, wait, operation) = (self.options.timeout_limit, self.options.retry_timeout, self.operation);
        let Some(server) = self.servers.get_mut(index) else { return };
        if server.in_timeout {
            return;
        }
        if server.timeouts < limit {
            server.timeouts += 1;
            return;
        }
        server.next_retry = time + u64::try_from(wait).unwrap_or(0);
        server.in_timeout = true;
        if server.failed_in != operation {
            server.failures += 1;
            server.failed_in = operation;
        }
    }

    /// Runs a request on a server. A connection on which something went wrong that is no answer is closed.
    pub(crate) fn on<R>(&mut self, index: usize, work: impl FnOnce(&mut Link) -> Result<R, Failure>) -> Result<R, Failure> {
        let result = self.connected(index).and_then(work);
        result.map_err(|failure| {
            if breaks(failure.status) {
                self.drop_link(index);
            }
            self.at(index, failure)
        })
    }

    pub(crate) fn drop_link(&mut self, index: usize) {
        if let Some(server) = self.servers.get_mut(index)
            && server.link.take().is_some()
        {
            server.fetching = Fetching::default();
            self.last_disconnected = Some(server.address.clone());
        }
    }

    /// Closes all connections, politely.
    pub fn quit(&mut self) {
        let binary = self.options.binary;
        for server in &mut self.servers {
            server.fetching = Fetching::default();
            if let Some(mut link) = server.link.take() {
                if binary {
                    binary::put_quit(&mut link);
                } else {
                    link.put(&[b"quit\r\n"]);
                }
                // Whoever does not listen any more need not be informed.
                let _ = link.send();
            }
        }
    }

    fn buffer_sizes(&mut self) -> (usize, usize) {
        self.connected(0).map_or((0, 0), |link| link.buffer_sizes())
    }
}

impl Client {
    pub(crate) fn socket_sizes(&mut self) -> (usize, usize) {
        self.buffer_sizes()
    }

    /// Keys that no server would take.
    pub(crate) fn check_key(&self, key: &[u8]) -> Result<(), Failure> {
        let bad = match self.options.binary {
            _ if key.is_empty() => true,
            true => false,
            false => self.options.verify_key && !key.iter().all(u8::is_ascii_graphic),
        };
        // A line cannot hold what ends it, whatever the options say.
        let injects = !self.options.binary && key.iter().any(|byte| byte.is_ascii_whitespace() || *byte == 0);
        if bad || injects || key.len() + self.prefix.len() > LONGEST_KEY {
            return Err(Failure::new(Status::BAD_KEY_PROVIDED, "Key provided was too long or had invalid characters"));
        }
        Ok(())
    }
}

impl Drop for Client {
    fn drop(&mut self) {
        self.quit();
    }
}

/// Is the connection unusable after this?
fn breaks(status: Status) -> bool {
    matches!(
        status,
        Status::CONNECTION_FAILURE
            | Status::TIMEOUT
            | Status::ERRNO
            | Status::WRITE_FAILURE
            | Status::UNKNOWN_READ_FAILURE
            | Status::PARTIAL_READ
            | Status::AUTH_FAILURE
            | Status::ERROR
    )
}
