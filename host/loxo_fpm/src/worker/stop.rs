//! The end of a child: a signal asks for it, and it reaches those that wait for a request.

use std::io;
use std::os::fd::OwnedFd;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use loxo_process_sys::SignalFile;
use rustix::event::{PollFd, PollFlags};
use rustix::net::Shutdown;

const SIGQUIT: i32 = 3;

pub(super) struct Stop {
    asked: AtomicBool,
    /// The connection on which a worker waits for another request, for each of them.
    waiting: Vec<Mutex<Option<Arc<OwnedFd>>>>,
}

impl Stop {
    /// For so many workers; the calling thread, and all that it starts, leave the signal to [`Stop::wait`] from now on.
    pub(super) fn new(workers: usize) -> io::Result<Arc<Stop>> {
        const SIG_BLOCK: i32 = 0;
        loxo_process_sys::mask(SIG_BLOCK, &[SIGQUIT])?;
        Ok(Arc::new(Stop { asked: AtomicBool::new(false), waiting: (0..workers).map(|_| Mutex::default()).collect() }))
    }

    /// The signal as something to wait for. It stays: it is looked at, not taken.
    pub(super) fn signal() -> io::Result<SignalFile> {
        SignalFile::new(&[SIGQUIT])
    }

    /// Waits for the signal, and tells the workers.
    pub(super) fn wait(&self) -> io::Result<()> {
        let signal = Stop::signal()?;
        loop {
            match rustix::event::poll(&mut [PollFd::new(&signal, PollFlags::IN)], None) {
                Ok(_) => break,
                Err(rustix::io::Errno::INTR) => {}
                Err(error) => return Err(error.into()),
            }
        }
        self.asked.store(true, Ordering::SeqCst);
        for place in &self.waiting {
            if let Some(connection) = &*lock(place) {
                // What has arrived can still be read.
                let _ = rustix::net::shutdown(connection, Shutdown::Read);
            }
        }
        Ok(())
    }

    /// The same on a thread of its own.
    pub(super) fn watch(self: &Arc<Self>) -> io::Result<()> {
        let stop = self.clone();
        let builder = std::thread::Builder::new().name("signals".into()).stack_size(128 << 10);
        builder.spawn(move || drop(stop.wait())).map(drop)
    }

    pub(super) fn is_asked(&self) -> bool {
        self.asked.load(Ordering::SeqCst)
    }

    /// Reads from a connection, unless the child is to end; then `None`, or what has arrived before.
    pub(super) fn unless_asked<T>(&self, worker: usize, connection: &Arc<OwnedFd>, read: impl FnOnce() -> T) -> Option<T> {
        let place = &self.waiting[worker];
        *lock(place) = Some(connection.clone());
        // Who asks does so before it looks for connections.
        let result = if self.is_asked() { None } else { Some(read()) };
        *lock(place) = None;
        result
    }
}

fn lock(place: &Mutex<Option<Arc<OwnedFd>>>) -> MutexGuard<'_, Option<Arc<OwnedFd>>> {
    place.lock().unwrap_or_else(PoisonError::into_inner)
}
