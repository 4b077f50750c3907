//! The server: one thread that reads what has come from all connections, does it, commits once, and then answers.

use std::collections::HashMap;
use std::io;
use std::net::{SocketAddr, TcpListener};
use std::os::fd::OwnedFd;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use loxo_process_sys::SignalFile;
use rustc_hash::FxHashMap;
use rustix::buffer::spare_capacity;
use rustix::event::Timespec;
use rustix::event::epoll::{self, Event, EventData, EventFlags};

use crate::connection::{Connection, Kind, Opened, Waiting};
use crate::limits::Limits;
use crate::queues::{Queues, Take};
use crate::reply;
use crate::request::{self, Key, Request, Step};
use crate::stats::{self, Counts, QueueFigures};
use crate::store::{IN_USE, Store, StoreError, Sync};
use crate::waiting::Waiters;
use crate::{metrics, now, repair};

/// With [`Sync::Interval`], what was acknowledged is on the disk after this time.
pub const INTERVAL: Duration = Duration::from_millis(200);

const LISTENER: u64 = 0;
const METRICS: u64 = 1;
const SIGNALS: u64 = 2;
const FIRST_CLIENT: u64 = 16;
/// Open files of the server itself.
const FILES: usize = 32;
/// What is read of a connection before others have their turn.
const READ: usize = 64 << 10;

/// Where a server listens.
#[derive(Debug)]
pub enum Listen {
    /// `HOST:PORT`
    At(String),
    /// A socket that somebody else has opened.
    Open(OwnedFd),
}

pub struct Options {
    pub listen: Listen,
    /// Where the figures are for Prometheus.
    pub metrics: Option<Listen>,
    /// The folder of data, which only this user may enter.
    pub data: PathBuf,
    pub sync: Sync,
    /// Whether clients may stop the server.
    pub allow_shutdown: bool,
    pub most_connections: usize,
    pub longest_value: usize,
    pub most_queues: usize,
    pub limits: Limits,
    pub limits_of: HashMap<Vec<u8>, Limits>,
    /// Look at the whole file before anything else.
    pub check: bool,
    /// How long to wait for another server that has the folder still.
    pub patience: Duration,
}

pub struct Server {
    options: Options,
    listener: TcpListener,
    metrics: Option<TcpListener>,
    signals: SignalFile,
    epoll: OwnedFd,
    queues: Queues,
    clients: FxHashMap<u64, Connection>,
    next_client: u64,
    /// Clients that have answers to be sent, or requests that have come already.
    touched: Vec<u64>,
    waiters: Waiters,
    counts: Counts,
    last_commit: Instant,
    /// The last commit failed: nothing is acknowledged before the next one.
    is_failing: bool,
    flush_at: Option<Instant>,
    is_stopping: bool,
}

impl Server {
    /// Opens the store and the sockets. An error is one line.
    pub fn open(mut options: Options) -> Result<Server, String> {
        let signals = signals()?;
        allow_descriptors(&mut options, FILES, 1);
        make_folder(&options.data)?;
        let mut store = open_store(&options)?;
        if options.check
            && let Err(error) = store.check()
        {
            repair::reopen(&mut store, &error.to_string())?;
        }
        let queues = Queues::new(store, options.limits.clone(), options.limits_of.clone(), options.most_queues);
        let queues = queues.map_err(|error| format!("{}: {error}", options.data.display()))?;
        let (listener, metrics) = sockets(&mut options)?;
        let epoll = epoll::create(epoll::CreateFlags::CLOEXEC).map_err(|error| format!("no epoll: {error}"))?;
        let watch = |socket: rustix::fd::BorrowedFd<'_>, token| epoll::add(&epoll, socket, EventData::new_u64(token), EventFlags::IN);
        use std::os::fd::AsFd;
        let mut watched = watch(listener.as_fd(), LISTENER).and_then(|()| watch(signals.as_fd(), SIGNALS));
        if let Some(metrics) = &metrics {
            watched = watched.and_then(|()| watch(metrics.as_fd(), METRICS));
        }
        watched.map_err(|error| format!("no epoll: {error}"))?;
        Ok(Server {
            options,
            listener,
            metrics,
            signals,
            epoll,
            queues,
            clients: FxHashMap::default(),
            next_client: FIRST_CLIENT,
            touched: Vec::new(),
            waiters: Waiters::default(),
            counts: Counts::new(),
            last_commit: Instant::now(),
            is_failing: false,
            flush_at: None,
            is_stopping: false,
        })
    }

    /// Where it listens.
    pub fn address(&self) -> io::Result<SocketAddr> {
        self.listener.local_addr()
    }

    /// Where the figures are.
    pub fn metrics_address(&self) -> Option<SocketAddr> {
        self.metrics.as_ref()?.local_addr().ok()
    }

    /// Answers until a signal or a client stops it. An error is one line.
    pub fn run(mut self) -> Result<(), String> {
        let mut events: Vec<Event> = Vec::with_capacity(256);
        let mut buffer = vec![0; READ];
        while !self.is_stopping {
            let timeout = self.timeout();
            let timeout = timeout.map(|time| Timespec { tv_sec: time.as_secs().cast_signed(), tv_nsec: time.subsec_nanos().into() });
            events.clear();
            match epoll::wait(&self.epoll, spare_capacity(&mut events), timeout.as_ref()) {
                Ok(_) | Err(rustix::io::Errno::INTR) => {}
                Err(error) => return Err(format!("waiting for clients: {error}")),
            }
            let again = std::mem::take(&mut self.touched);
            for event in &events {
                let (token, flags) = (event.data.u64(), event.flags);
                match token {
                    LISTENER | METRICS => self.accept(token),
                    SIGNALS => self.is_stopping = self.signals.take().is_some() || self.is_stopping,
                    client => self.read(client, flags, &mut buffer)?,
                }
            }
            for client in again {
                self.serve(client)?;
            }
            self.serve_waiters()?;
            self.work_of_its_own()?;
            if self.is_due() {
                self.commit()?;
            }
            self.send();
        }
        self.commit()?;
        self.send();
        Ok(())
    }

    /// How long nothing need be done.
    fn timeout(&self) -> Option<Duration> {
        if !self.touched.is_empty() || self.queues.needs_cleaning() && !self.is_failing {
            return Some(Duration::ZERO);
        }
        let now = Instant::now();
        let commit = (!self.queues.is_clean()).then(|| self.last_commit + INTERVAL);
        let next = [self.waiters.next_end(), self.flush_at, commit].into_iter().flatten().min()?;
        // The system counts in milliseconds: waiting for less than one would be no waiting at all.
        Some(next.saturating_duration_since(now) + Duration::from_millis(1))
    }

    /// What was done is committed before it is answered.
    fn answers_last(&self) -> bool {
        self.options.sync == Sync::Always || self.is_failing
    }

    fn is_due(&self) -> bool {
        !self.queues.is_clean() && (self.answers_last() || self.last_commit.elapsed() >= INTERVAL)
    }

    fn accept(&mut self, token: u64) {
        let (listener, kind) = match (&self.metrics, token) {
            (Some(metrics), METRICS) => (metrics, Kind::Metrics),
            _ => (&self.listener, Kind::Queue),
        };
        // Until there is nobody, or no descriptor for them.
        while let Ok((mut socket, _)) = listener.accept() {
            if self.clients.len() >= self.options.most_connections {
                // As memcached words it. Who does not read it is gone all the same.
                let _ = socket.set_nonblocking(true).and_then(|()| io::Write::write(&mut socket, reply::TOO_MANY_CONNECTIONS));
                continue;
            }
            if socket.set_nonblocking(true).and_then(|()| socket.set_nodelay(true)).is_err() {
                continue;
            }
            let client = self.next_client;
            if epoll::add(&self.epoll, &socket, EventData::new_u64(client), EventFlags::IN).is_ok() {
                self.next_client += 1;
                self.counts.connections += 1;
                self.clients.insert(client, Connection::new(socket, kind));
            }
        }
    }

    fn read(&mut self, client: u64, flags: EventFlags, buffer: &mut [u8]) -> Result<(), String> {
        let Some(connection) = self.clients.get_mut(&client) else { return Ok(()) };
        if flags.contains(EventFlags::IN) {
            match connection.read(buffer) {
                Ok(count) => self.counts.bytes_read += count as u64,
                Err(_) => return self.drop_client(client),
            }
        }
        if flags.intersects(EventFlags::HUP | EventFlags::ERR) || connection.has_ended && connection.waiting.is_some() {
            return self.drop_client(client);
        }
        self.serve(client)
    }

    /// The client is gone: what it has open comes back.
    fn drop_client(&mut self, client: u64) -> Result<(), String> {
        let Some(connection) = self.clients.remove(&client) else { return Ok(()) };
        // Closing a socket ends that it is watched.
        if let Some(waiting) = &connection.waiting {
            self.waiters.remove(&waiting.name, client, waiting.until);
        }
        if let Some(opened) = connection.opened {
            self.queues.abort(&opened.name, opened.queue, opened.item);
        }
        self.queues.is_watched = !self.waiters.is_empty();
        Ok(())
    }

    /// Does what a client has asked for, as far as it has come.
    fn serve(&mut self, client: u64) -> Result<(), String> {
        let Some(mut connection) = self.clients.remove(&client) else { return Ok(()) };
        let outcome = match connection.kind {
            Kind::Queue => self.serve_requests(client, &mut connection),
            Kind::Metrics => {
                let count = self.clients.len() + 1;
                let figures = || (self.figures(), self.queues.damaged);
                if let Some(answer) = metrics::answer(&connection.input, &self.counts, count, figures) {
                    connection.output = answer;
                    connection.is_closing = true;
                }
                Ok(())
            }
        };
        self.clients.insert(client, connection);
        self.touched.push(client);
        outcome
    }

    fn serve_requests(&mut self, client: u64, connection: &mut Connection) -> Result<(), String> {
        let input = std::mem::take(&mut connection.input);
        let mut at = 0;
        while at < input.len() && connection.is_served() {
            let length = match request::parse(&input[at..], self.options.longest_value) {
                Step::Incomplete => break,
                Step::Hopeless => {
                    connection.is_closing = true;
                    break;
                }
                Step::Refused { reply, length } => {
                    connection.output.extend_from_slice(reply);
                    length
                }
                Step::Request { request, length } => {
                    let start = connection.output.len();
                    if let Err(error) = self.answer(client, connection, request) {
                        connection.output.truncate(start);
                        connection.output.extend_from_slice(&reply::of_error(&error));
                        self.recover(&error, Some(connection))?;
                    }
                    length
                }
            };
            let end = at.saturating_add(length);
            connection.skip = end.saturating_sub(input.len());
            at = end.min(input.len());
        }
        connection.input = input;
        connection.forget_input(at);
        Ok(())
    }

    fn answer(&mut self, client: u64, connection: &mut Connection, request: Request<'_>) -> Result<(), StoreError> {
        let start = connection.output.len();
        match request {
            Request::Set { name, flags, expiry, value, noreply } => {
                self.counts.sets += 1;
                let now = now();
                let put = self.queues.put(name, flags, request::expires_at(expiry, now), value, now)?;
                if !noreply {
                    connection.output.extend_from_slice(reply::of_put(put));
                }
            }
            Request::Get { keys, with_cas } => return self.get(client, connection, &keys, with_cas),
            Request::Delete { name, noreply } => {
                let found = self.queues.delete(name)?;
                if !noreply {
                    connection.output.extend_from_slice(if found { b"DELETED\r\n" } else { b"NOT_FOUND\r\n" });
                }
            }
            Request::Flush { name } => {
                self.counts.flushes += 1;
                self.queues.flush(name)?;
                connection.output.extend_from_slice(b"END\r\n");
            }
            Request::FlushAll { delay, noreply } => {
                self.counts.flushes += 1;
                match u64::try_from(delay) {
                    Ok(delay @ 1..=4_000_000_000) => self.flush_at = Some(Instant::now() + Duration::from_secs(delay)),
                    _ => self.queues.flush_all()?,
                }
                if !noreply {
                    connection.output.extend_from_slice(b"OK\r\n");
                }
            }
            Request::Stats => {
                let clients = self.clients.len() + 1;
                stats::write(&mut connection.output, &self.counts, &self.figures(), clients, now());
                return Ok(());
            }
            Request::Version => {
                connection.output.extend_from_slice(reply::VERSION.as_bytes());
                return Ok(());
            }
            Request::Verbosity { noreply } => {
                connection.output.extend_from_slice(if noreply { b"" } else { b"OK\r\n" });
                return Ok(());
            }
            Request::Shutdown if self.options.allow_shutdown => self.is_stopping = true,
            Request::Shutdown => connection.output.extend_from_slice(reply::NO_SHUTDOWN),
            Request::Quit => connection.is_closing = true,
        }
        self.note_revocable(connection, start);
        Ok(())
    }

    fn figures(&self) -> Vec<QueueFigures> {
        self.queues.iter().map(|queue| QueueFigures::of(queue, self.waiters.count(&queue.row.name))).collect()
    }

    /// An answer that holds only if the commit succeeds that comes before it is sent.
    fn note_revocable(&self, connection: &mut Connection, start: usize) {
        if self.answers_last() {
            connection.revocable.push(start..connection.output.len());
        }
    }

    fn get(&mut self, client: u64, connection: &mut Connection, keys: &[Key<'_>], with_cas: bool) -> Result<(), StoreError> {
        let start = connection.output.len();
        let mut wait = None;
        for key in keys {
            let found = self.get_one(connection, key, with_cas)?;
            let asks = !key.options.close && !key.options.abort || key.options.open;
            if let (false, true, [_], Some(time)) = (found, asks, keys, key.options.wait) {
                wait = Some(time);
            }
        }
        match (keys, wait) {
            ([key], Some(time)) => {
                let until = Instant::now() + time;
                let waiting = Waiting { name: key.name.to_vec(), options: key.options, with_cas, until };
                self.waiters.add(key.name, client, until);
                self.queues.is_watched = true;
                connection.waiting = Some(waiting);
            }
            _ => connection.output.extend_from_slice(b"END\r\n"),
        }
        self.note_revocable(connection, start);
        Ok(())
    }

    /// The part of an answer that is about one queue; true: there was an item.
    fn get_one(&mut self, connection: &mut Connection, key: &Key<'_>, with_cas: bool) -> Result<bool, StoreError> {
        let now = now();
        let options = key.options;
        if let Some(opened) = connection.opened.take_if(|opened| (options.close || options.abort) && opened.name == key.name) {
            if options.close {
                if let Err(error) = self.queues.close(&opened.name, opened.queue, &opened.item, now) {
                    connection.opened = Some(opened);
                    return Err(error);
                }
            } else {
                self.queues.abort(&opened.name, opened.queue, opened.item);
            }
        }
        if (options.close || options.abort) && !options.open {
            return Ok(false);
        }
        let how = match options {
            _ if options.peek => Take::Peek,
            _ if options.open && connection.opened.is_some() => {
                connection.output.extend_from_slice(reply::IS_OPEN);
                connection.is_closing = true;
                return Ok(true);
            }
            _ if options.open => Take::Open,
            _ => Take::Remove,
        };
        *(if how == Take::Peek { &mut self.counts.peeks } else { &mut self.counts.gets }) += 1;
        let Some((queue, item)) = self.queues.take(key.name, how, now)? else {
            self.counts.misses += 1;
            return Ok(false);
        };
        self.counts.hits += 1;
        reply::value(&mut connection.output, key.name, item.flags, &item.value, with_cas.then_some(item.number));
        if how == Take::Open {
            connection.opened = Some(Opened { name: key.name.to_vec(), queue, item });
        }
        Ok(true)
    }

    /// Gives what has come to those who wait for it, and an empty answer to those who have waited long enough.
    fn serve_waiters(&mut self) -> Result<(), String> {
        let mut arrivals = std::mem::take(&mut self.queues.arrivals);
        for name in arrivals.drain(..) {
            while self.queues.has_items(&name)
                && let Some(client) = self.waiters.first(&name)
            {
                self.end_waiting(client)?;
            }
        }
        self.queues.arrivals = arrivals;
        let now = Instant::now();
        while let Some(client) = self.waiters.overdue(now) {
            self.end_waiting(client)?;
        }
        self.queues.is_watched = !self.waiters.is_empty();
        Ok(())
    }

    fn end_waiting(&mut self, client: u64) -> Result<(), String> {
        let Some(mut connection) = self.clients.remove(&client) else { return Ok(()) };
        if let Some(waiting) = connection.waiting.take() {
            self.waiters.remove(&waiting.name, client, waiting.until);
            let start = connection.output.len();
            // What was to be closed was closed before.
            let options = request::KeyOptions { close: false, abort: false, ..waiting.options };
            match self.get_one(&mut connection, &Key { name: &waiting.name, options }, waiting.with_cas) {
                Ok(_) => {
                    connection.output.extend_from_slice(b"END\r\n");
                    self.note_revocable(&mut connection, start);
                }
                Err(error) => {
                    connection.output.truncate(start);
                    connection.output.extend_from_slice(&reply::of_error(&error));
                    self.recover(&error, Some(&mut connection))?;
                }
            }
        }
        self.clients.insert(client, connection);
        // There may be requests behind the one that waited.
        self.serve(client)
    }

    /// What nobody asks for right now: a flush whose time has come, items of queues that are gone.
    fn work_of_its_own(&mut self) -> Result<(), String> {
        let mut outcome = Ok(());
        if self.flush_at.is_some_and(|at| at <= Instant::now()) {
            self.flush_at = None;
            outcome = self.queues.flush_all();
        }
        if outcome.is_ok() && self.queues.needs_cleaning() && !self.is_failing {
            outcome = self.queues.clean().map(|_| ());
        }
        match outcome {
            Ok(()) => Ok(()),
            Err(error) => self.recover(&error, None),
        }
    }

    fn commit(&mut self) -> Result<(), String> {
        self.last_commit = Instant::now();
        if self.queues.is_clean() {
            return Ok(());
        }
        match self.queues.commit() {
            Ok(()) => {
                self.counts.commits += 1;
                if std::mem::take(&mut self.is_failing) {
                    eprintln!("loxo queue: items can be stored again");
                }
                for client in &self.touched {
                    if let Some(connection) = self.clients.get_mut(client) {
                        connection.revocable.clear();
                    }
                }
                Ok(())
            }
            Err(error) => self.recover(&error, None),
        }
    }

    /// The store has failed: nothing of what is not committed holds, and clients that have not been answered yet get an error. `current` is the
    /// client whose request failed, which has got it.
    fn recover(&mut self, error: &StoreError, current: Option<&mut Connection>) -> Result<(), String> {
        self.counts.failures += 1;
        let had_answered = !self.answers_last();
        if error.is_damage {
            // What was acknowledged before, if it can still be written.
            if had_answered && let Err(error) = self.queues.commit() {
                eprintln!("loxo queue: {error}: what was acknowledged since the last commit is lost");
            }
            self.queues.repair(&error.to_string())?;
        } else {
            let recovered = self.queues.recover(had_answered);
            let kept = recovered.map_err(|again| format!("the store cannot be read any more: {again}"))?;
            if !self.is_failing {
                let lost = if had_answered && !kept { ": what was acknowledged since the last commit is lost" } else { "" };
                eprintln!("loxo queue: {error}{lost}; nothing is acknowledged until it is stored");
            }
        }
        self.is_failing = true;
        let answer = reply::of_error(error);
        for (client, connection) in self.clients.iter_mut().filter(|(_, connection)| !connection.revocable.is_empty()) {
            connection.revoke(&answer);
            // The item that it closed before it began to wait is in the queue again.
            if let Some(waiting) = connection.waiting.take_if(|waiting| waiting.options.close) {
                self.waiters.remove(&waiting.name, *client, waiting.until);
                connection.output.extend_from_slice(&answer);
                self.touched.push(*client);
            }
            give_back(&mut self.queues, connection);
        }
        if let Some(connection) = current {
            connection.revoke(&answer);
            give_back(&mut self.queues, connection);
        }
        Ok(())
    }

    /// Sends what is to be sent, and ends connections that are done.
    fn send(&mut self) {
        let mut touched = std::mem::take(&mut self.touched);
        touched.sort_unstable();
        touched.dedup();
        for client in touched {
            let Some(connection) = self.clients.get_mut(&client) else { continue };
            connection.revocable.clear();
            let was_full = !connection.is_served();
            let sent = connection.send();
            if let Ok(count) = sent {
                self.counts.bytes_written += count as u64;
            }
            if sent.is_err() || connection.is_done() {
                let _ = self.drop_client(client);
                continue;
            }
            // Requests that were left because answers had to be sent first.
            if was_full && connection.is_served() && !connection.input.is_empty() {
                self.touched.push(client);
            }
            let wanted = connection.wanted();
            if wanted != connection.watched {
                connection.watched = wanted;
                // It is watched: nothing can be wrong with it.
                let _ = epoll::modify(&self.epoll, connection.socket(), EventData::new_u64(client), wanted);
            }
        }
    }
}

/// What a client has open comes back.
fn give_back(queues: &mut Queues, connection: &mut Connection) {
    if let Some(opened) = connection.opened.take() {
        queues.abort(&opened.name, opened.queue, opened.item);
    }
}

/// The signals that stop a server. Before another thread is started, which would get them.
pub(crate) fn signals() -> Result<SignalFile, String> {
    const SIGINT: i32 = 2;
    const SIGTERM: i32 = 15;
    const SIG_BLOCK: i32 = 0;
    let signals = loxo_process_sys::mask(SIG_BLOCK, &[SIGINT, SIGTERM]).and_then(|_| SignalFile::new(&[SIGINT, SIGTERM]));
    signals.map_err(|error| format!("no signals can be read: {error}"))
}

/// As many open files as the system lets this process have, and no more clients than there are files for: `own` are the server's.
pub(crate) fn allow_descriptors(options: &mut Options, own: usize, of_client: usize) {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
    let limit = getrlimit(Resource::Nofile);
    // Where it cannot be raised, fewer clients can be connected.
    let _ = setrlimit(Resource::Nofile, Rlimit { current: limit.maximum, ..limit });
    if let Some(files) = getrlimit(Resource::Nofile).current {
        let clients = usize::try_from(files).unwrap_or(usize::MAX).saturating_sub(own) / of_client;
        options.most_connections = options.most_connections.min(clients.max(1));
    }
}

/// Makes the folder of data. Nobody else may look into it.
fn make_folder(folder: &std::path::Path) -> Result<(), String> {
    use std::os::unix::fs::{DirBuilderExt, PermissionsExt};
    let failed = |error: io::Error| format!("--data {}: {error}", folder.display());
    std::fs::DirBuilder::new().recursive(true).mode(0o700).create(folder).map_err(failed)?;
    let mode = std::fs::metadata(folder).map_err(failed)?.permissions().mode();
    if mode & 0o077 != 0 {
        return Err(format!("--data {}: others may look into it: run chmod 700 {0}", folder.display()));
    }
    // What is made in it is for this user alone, too.
    rustix::process::umask(rustix::fs::Mode::from_raw_mode(0o077));
    Ok(())
}

fn open_store(options: &Options) -> Result<Store, String> {
    let until = Instant::now() + options.patience;
    loop {
        match repair::open(&options.data, options.sync) {
            Err(message) if message.ends_with(IN_USE) && Instant::now() < until => std::thread::sleep(Duration::from_millis(20)),
            other => return other,
        }
    }
}

/// The sockets of clients, and of those who want figures. Taken out of the options.
pub(crate) fn sockets(options: &mut Options) -> Result<(TcpListener, Option<TcpListener>), String> {
    let listen = std::mem::replace(&mut options.listen, Listen::At(String::new()));
    let metrics = options.metrics.take();
    Ok((bind(listen, "--listen")?, metrics.map(|metrics| bind(metrics, "--metrics")).transpose()?))
}

fn bind(listen: Listen, option: &str) -> Result<TcpListener, String> {
    let (listener, place) = match listen {
        Listen::At(address) => (TcpListener::bind(&address), address),
        Listen::Open(socket) => (Ok(socket.into()), String::new()),
    };
    let listener = listener.and_then(|listener: TcpListener| listener.set_nonblocking(true).map(|()| listener));
    listener.map_err(|error| format!("{option} {place}: {error}"))
}
