//! The threads that wait for clients: one for each core, with an event loop of its own. A connection stays with the loop that it was given to, so
//! that no thread wakes another for it.

use std::future::Future;
use std::io;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use tokio::runtime::{Builder, Handle, Runtime};
use tokio::sync::watch;

/// How often each loop looks at its clock at least.
const TICK: Duration = Duration::from_secs(6);

/// The loops beside that of the calling thread.
pub(crate) struct Loops {
    others: Vec<Handle>,
    next: AtomicUsize,
    /// They end when it is dropped.
    _running: watch::Sender<()>,
}

/// An event loop for one thread.
pub(crate) fn event_loop() -> io::Result<Runtime> {
    Builder::new_current_thread().thread_name("front").enable_all().build()
}

impl Loops {
    /// With so many threads in all.
    pub(crate) fn start(threads: usize) -> io::Result<Loops> {
        let (running, ended) = watch::channel(());
        let mut others = Vec::new();
        for _ in 1..threads {
            let (runtime, mut ended) = (event_loop()?, ended.clone());
            others.push(runtime.handle().clone());
            let run = move || {
                runtime.block_on(async {
                    tokio::spawn(keep_time());
                    // An error says that nobody wants it any more.
                    let _ = ended.changed().await;
                });
                runtime.shutdown_timeout(Duration::from_secs(1));
            };
            std::thread::Builder::new().name("front".into()).spawn(run)?;
        }
        Ok(Loops { others, next: AtomicUsize::new(0), _running: running })
    }

    /// The loop whose turn it is to take a connection. `None`: that of the calling thread.
    pub(crate) fn next(&self) -> Option<&Handle> {
        let turn = self.next.fetch_add(1, Ordering::Relaxed) % (self.others.len() + 1);
        self.others.get(turn)
    }
}

/// A timer that is always armed. Where there is none, each one that a connection arms wakes the thread that waits for events, only for it to
/// wait again: two system calls for each response.
pub(crate) async fn keep_time() {
    loop {
        tokio::time::sleep(TICK).await;
    }
}

/// Runs a connection's work on a loop.
pub(crate) fn spawn(on: Option<&Handle>, work: impl Future<Output = ()> + Send + 'static) {
    match on {
        Some(handle) => drop(handle.spawn(work)),
        None => drop(tokio::spawn(work)),
    }
}
