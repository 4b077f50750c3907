//! The connections of a process with several workers. None is a worker's own: one that has finished a request takes the next that has arrived, on
//! whichever connection, and sleeps only if there is none.

use std::collections::HashMap;
use std::io;
use std::os::fd::OwnedFd;
use std::sync::{Mutex, MutexGuard, PoisonError};

use loxo_process_sys::SignalFile;
use rustix::event::epoll::{self, CreateFlags, EventData, EventFlags};
use rustix::net::SocketFlags;

use super::connection::Connection;
use super::stop::Stop;

const LISTENER: u64 = 0;
const STOP: u64 = 1;
const FIRST: u64 = 2;

pub(super) struct Connections {
    epoll: OwnedFd,
    listener: OwnedFd,
    _stop: SignalFile,
    /// How many there may be: others wait for another process.
    most: usize,
    state: Mutex<State>,
}

struct State {
    /// Those on which nobody works, by their numbers.
    resting: HashMap<u64, Connection>,
    /// All of them.
    count: usize,
    next: u64,
    /// New ones are waited for.
    is_listening: bool,
    is_over: bool,
}

impl Connections {
    pub(super) fn new(listener: OwnedFd, most: usize) -> io::Result<Connections> {
        let epoll = epoll::create(CreateFlags::CLOEXEC)?;
        let stop = Stop::signal()?;
        epoll::add(&epoll, &listener, EventData::new_u64(LISTENER), EventFlags::IN | EventFlags::EXCLUSIVE)?;
        epoll::add(&epoll, &stop, EventData::new_u64(STOP), EventFlags::IN)?;
        let state = State { resting: HashMap::new(), count: 0, next: FIRST, is_listening: true, is_over: false };
        Ok(Connections { epoll, listener, _stop: stop, most, state: Mutex::new(state) })
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits for a connection on which something has arrived, be it its end. `None`: the process is to end.
    pub(super) fn next(&self) -> Option<(Taken<'_>, Connection)> {
        loop {
            let mut events = Vec::with_capacity(1);
            match epoll::wait(&self.epoll, rustix::buffer::spare_capacity(&mut events), None) {
                Ok(_) | Err(rustix::io::Errno::INTR) => {}
                Err(_) => return None,
            }
            match events.first().map(|event| event.data.u64()) {
                None => {}
                Some(STOP) => return None,
                Some(LISTENER) => self.accept(),
                Some(number) => {
                    let connection = self.state().resting.remove(&number);
                    if let Some(connection) = connection {
                        return Some((Taken { all: self, number }, connection));
                    }
                }
            }
        }
    }

    fn accept(&self) {
        // Another worker, or another process, may have been faster.
        let Ok(socket) = rustix::net::accept_with(&self.listener, SocketFlags::CLOEXEC) else { return };
        let mut state = self.state();
        let number = state.next;
        (state.next, state.count) = (number + 1, state.count + 1);
        if state.is_listening && state.count >= self.most {
            state.is_listening = epoll::delete(&self.epoll, &self.listener).is_err();
        }
        let connection = Connection::new(socket, None);
        let added = connection.socket().is_some_and(|socket| {
            epoll::add(&self.epoll, &**socket, EventData::new_u64(number), EventFlags::IN | EventFlags::ONESHOT).is_ok()
        });
        match added && !state.is_over {
            true => drop(state.resting.insert(number, connection)),
            false => self.gone(&mut state),
        }
    }

    /// False: it is closed.
    fn rest(&self, number: u64, connection: Connection) -> bool {
        let Some(socket) = connection.socket().cloned() else { return false };
        {
            let mut state = self.state();
            if state.is_over {
                return false;
            }
            state.resting.insert(number, connection);
        }
        // Whoever is called for it finds it there, and finds the lock free: the next request may have arrived.
        let waits = epoll::modify(&self.epoll, &*socket, EventData::new_u64(number), EventFlags::IN | EventFlags::ONESHOT).is_ok();
        if !waits {
            self.state().resting.remove(&number);
        }
        waits
    }

    fn gone(&self, state: &mut State) {
        state.count = state.count.saturating_sub(1);
        if !state.is_listening && state.count < self.most && !state.is_over {
            let flags = EventFlags::IN | EventFlags::EXCLUSIVE;
            state.is_listening = epoll::add(&self.epoll, &self.listener, EventData::new_u64(LISTENER), flags).is_ok();
        }
    }

    /// Closes all on which nobody works. A request that has arrived on one of them was not read, and its client sends it again.
    pub(super) fn end(&self) {
        let mut state = self.state();
        state.is_over = true;
        state.resting.clear();
    }
}

/// A connection's place while a worker has it. Dropped, it is another connection's: a worker that panics gives none back.
pub(super) struct Taken<'a> {
    all: &'a Connections,
    number: u64,
}

impl Taken<'_> {
    /// The worker has finished with the connection, which may be closed by now.
    pub(super) fn give_back(self, connection: Connection) {
        if self.all.rest(self.number, connection) {
            std::mem::forget(self);
        }
    }
}

impl Drop for Taken<'_> {
    fn drop(&mut self) {
        self.all.gone(&mut self.all.state());
    }
}
