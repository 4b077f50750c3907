//! The server in front of a store on other machines: it accepts connections, each of which has a thread, and tells the store that it is there.

use std::io::{self, Read, Write};
use std::net::{Shutdown, SocketAddr, TcpListener, TcpStream};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use loxo_process_sys::SignalFile;
use rustix::event::{PollFd, PollFlags, poll};

use super::StoreAddress;
use super::client::Client;
use super::shared::{KEPT, Shared, lock};
use crate::server::{Options, allow_descriptors, signals, sockets};
use crate::{metrics, reply};

/// Open files of a client: its socket, again for the end of the server, and its connection to the store.
const FILES_OF_CLIENT: usize = 3;
/// Of the server itself, with connections to the store that no client has.
const FILES: usize = 32 + KEPT;
/// What a thread of a client needs is far less.
const STACK: usize = 512 << 10;
/// How long clients have to end what they are doing when the server stops.
const ENDING: Duration = Duration::from_secs(5);
/// How long somebody who asks for the figures may take.
const PATIENCE: Duration = Duration::from_secs(10);

pub struct RemoteServer {
    listener: TcpListener,
    metrics: Option<TcpListener>,
    signals: SignalFile,
    shared: Arc<Shared>,
}

impl RemoteServer {
    /// Connects to the store and opens the sockets. An error is one line.
    pub fn open(address: StoreAddress, mut options: Options) -> std::result::Result<RemoteServer, String> {
        let signals = signals()?;
        allow_descriptors(&mut options, FILES, FILES_OF_CLIENT);
        let (place, lease) = (address.to_string(), address.lease);
        let failed = |error: crate::store::StoreError| format!("--store {place}: {error}");
        let (listener, metrics) = sockets(&mut options)?;
        let shared = Arc::new(Shared::new(address, options).map_err(failed)?);
        let mut first = shared.session();
        first.renew().map_err(failed)?;
        shared.give_back(first);
        let keeper = shared.clone();
        spawn("lease", move || keep(&keeper, lease)).map_err(|error| format!("no thread: {error}"))?;
        Ok(RemoteServer { listener, metrics, signals, shared })
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
    pub fn run(self) -> std::result::Result<(), String> {
        loop {
            let mut watched = vec![
                PollFd::new(&self.listener, PollFlags::IN),
                PollFd::new(&self.signals, PollFlags::IN),
                PollFd::new(&self.shared.stop_file, PollFlags::IN),
            ];
            watched.extend(self.metrics.iter().map(|metrics| PollFd::new(metrics, PollFlags::IN)));
            match poll(&mut watched, None) {
                Ok(_) | Err(rustix::io::Errno::INTR) => {}
                Err(error) => return Err(format!("waiting for clients: {error}")),
            }
            let has_come: Vec<bool> = watched.iter().map(|watched| !watched.revents().is_empty()).collect();
            if has_come[2] || has_come[1] && self.signals.take().is_some() {
                break;
            }
            while let Ok((socket, _)) = self.listener.accept() {
                welcome(&self.shared, socket, "client", |shared, socket| Client::new(shared, socket).serve());
            }
            if let Some(metrics) = &self.metrics {
                while let Ok((socket, _)) = metrics.accept() {
                    welcome(&self.shared, socket, "metrics", tell_figures);
                }
            }
        }
        end(&self.shared);
        Ok(())
    }
}

/// Tells the store several times in a lease that the process is there.
fn keep(shared: &Shared, lease: Duration) {
    let mut session = shared.session();
    let mut is_failing = false;
    loop {
        let stopping = lock(&shared.is_stopping);
        let (stopping, _) = shared.stopping.wait_timeout(stopping, lease / 4).unwrap_or_else(std::sync::PoisonError::into_inner);
        if *stopping {
            return;
        }
        drop(stopping);
        match session.renew() {
            Ok(()) if is_failing => {
                eprintln!("loxo queue: the store is there again");
                is_failing = false;
            }
            Ok(()) => {}
            Err(error) if !is_failing => {
                eprintln!("loxo queue: {error}");
                is_failing = true;
            }
            Err(_) => {}
        }
    }
}

fn spawn(name: &str, run: impl FnOnce() + Send + 'static) -> io::Result<()> {
    std::thread::Builder::new().name(name.into()).stack_size(STACK).spawn(run).map(drop)
}

/// Gives a connection a thread of its own, which does with it what `serve` is.
fn welcome(shared: &Arc<Shared>, mut socket: TcpStream, name: &str, serve: fn(&Shared, TcpStream)) {
    if shared.connected() >= shared.options.most_connections {
        // Who does not read it is gone all the same.
        let _ = socket.set_nonblocking(true).and_then(|()| socket.write(reply::TOO_MANY_CONNECTIONS));
        return;
    }
    let Ok(other) = socket.set_nonblocking(false).and_then(|()| socket.set_nodelay(true)).and_then(|()| socket.try_clone()) else {
        return;
    };
    shared.connected.fetch_add(1, Ordering::Relaxed);
    let client = {
        let mut counts = shared.counts();
        counts.connections += 1;
        counts.connections
    };
    lock(&shared.sockets).insert(client, other);
    let of_client = shared.clone();
    let spawned = spawn(name, move || {
        serve(&of_client, socket);
        forget(&of_client, client);
    });
    if spawned.is_err() {
        forget(shared, client);
    }
}

fn forget(shared: &Shared, client: u64) {
    lock(&shared.sockets).remove(&client);
    shared.connected.fetch_sub(1, Ordering::Relaxed);
}

fn tell_figures(shared: &Shared, mut socket: TcpStream) {
    if socket.set_read_timeout(Some(PATIENCE)).and_then(|()| socket.set_write_timeout(Some(PATIENCE))).is_err() {
        return;
    }
    let (mut head, mut buffer) = (Vec::new(), [0; 1024]);
    while let Ok(count @ 1..) = socket.read(&mut buffer) {
        head.extend_from_slice(&buffer[..count]);
        let mut session = shared.session();
        // Where the store cannot be reached, there are the server's own figures.
        let figures = || (shared.figures(&mut *session).unwrap_or_default(), 0);
        let counts = shared.counts().clone();
        let answer = metrics::answer(&head, &counts, shared.connected(), figures);
        shared.give_back(session);
        if let Some(answer) = answer {
            // Who does not take the answer has not got it.
            let _ = socket.write_all(&answer);
            return;
        }
    }
}

/// Clients end what they are doing, and what they have open comes back.
fn end(shared: &Shared) {
    *lock(&shared.is_stopping) = true;
    shared.stopping.notify_all();
    for socket in lock(&shared.sockets).values() {
        let _ = socket.shutdown(Shutdown::Read);
    }
    let until = Instant::now() + ENDING;
    while shared.connected() > 0 && Instant::now() < until {
        std::thread::sleep(Duration::from_millis(5));
    }
    if let Err(error) = shared.session().leave() {
        eprintln!("loxo queue: {error}: what clients had open comes back when the lease is over");
    }
}
