//! What a worker is doing, for the thread that watches its time and for the status page.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant, SystemTime};

use loxo_process_sys::ThreadId;
use loxo_vm::interrupter::{Interrupter, reason};
use tokio::sync::oneshot;

use crate::message::RequestHead;
use crate::response_body::Cutter;

/// How often a worker that does not react is called again.
const CALL_AGAIN: Duration = Duration::from_millis(100);
/// How long what runs at the end of a request (shutdown functions, destructors) may take before it is interrupted too.
const END_LIMIT: Duration = Duration::from_secs(1);
/// A worker that has not reacted for so long is given up.
pub(crate) const GIVE_UP: Duration = Duration::from_secs(5);

/// The place of one worker.
pub(crate) struct Slot {
    state: Mutex<State>,
    /// Nobody waits for the thread any more: another has its place.
    abandoned: AtomicBool,
}

/// What is known of a worker.
pub(crate) struct State {
    /// The thread's number; 0 until it runs.
    pub(crate) thread: i32,
    pub(crate) began: SystemTime,
    pub(crate) requests: u64,
    pub(crate) request: Option<Running>,
    /// The last request that ended.
    pub(crate) last: Option<Ended>,
}

/// A request, as the page of the status shows it.
#[derive(Clone)]
pub(crate) struct About {
    pub(crate) head: Arc<RequestHead>,
    pub(crate) script: Vec<u8>,
    pub(crate) length: u64,
    pub(crate) began: Instant,
    pub(crate) began_time: SystemTime,
}

/// A request that runs.
pub(crate) struct Running {
    pub(crate) about: About,
    thread: ThreadId,
    interrupter: Interrupter,
    /// Tells the connection that time is up, if no response has begun.
    expired: Option<oneshot::Sender<()>>,
    /// Cuts a response off that has begun.
    cutter: Option<Cutter>,
    /// The client has its response, though the program goes on.
    answered: bool,
    /// When it was called first, and last.
    called: Option<(Instant, Instant)>,
}

impl Running {
    /// The client has its response, though the program goes on.
    pub(crate) fn is_answered(&self) -> bool {
        self.answered
    }
}

/// A request that has ended.
#[derive(Clone)]
pub(crate) struct Ended {
    pub(crate) about: About,
    pub(crate) duration: Duration,
    /// The most memory that it had.
    pub(crate) memory: u64,
}

/// What came of a look at a worker's time.
pub(crate) enum Outcome {
    /// Nothing to do, or it was called.
    Fine,
    /// Its time is up, as of now: a line for the log.
    Expired(String),
    /// It was called long enough.
    GivenUp(String),
}

impl Slot {
    pub(crate) fn new() -> Slot {
        let state = State { thread: 0, began: SystemTime::now(), requests: 0, request: None, last: None };
        Slot { state: Mutex::new(state), abandoned: AtomicBool::new(false) }
    }

    pub(crate) fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The calling thread has this place.
    pub(crate) fn take_place(&self) -> ThreadId {
        let thread = loxo_process_sys::this_thread();
        self.state().thread = thread.number();
        thread
    }

    pub(crate) fn is_abandoned(&self) -> bool {
        self.abandoned.load(Ordering::Acquire)
    }

    /// A request begins on the calling thread.
    pub(crate) fn begin(&self, about: About, thread: ThreadId, interrupter: Interrupter, expired: oneshot::Sender<()>) {
        self.state().request =
            Some(Running { about, thread, interrupter, expired: Some(expired), cutter: None, answered: false, called: None });
    }

    /// Its response has begun.
    pub(crate) fn sending(&self, cutter: Cutter) {
        if let Some(running) = &mut self.state().request {
            running.cutter = Some(cutter);
        }
    }

    /// Its response is complete, though it may go on.
    pub(crate) fn answered(&self) {
        if let Some(running) = &mut self.state().request {
            running.answered = true;
            running.cutter = None;
        }
    }

    /// It is over. For the thread that ran it.
    pub(crate) fn end(&self, memory: u64) {
        let mut state = self.state();
        let ended = state.request.take();
        // From here on nobody interrupts the thread, and the next request was not meant.
        loxo_process_sys::clear_interrupt();
        if let Some(running) = ended {
            state.requests += 1;
            let duration = running.about.began.elapsed();
            state.last = Some(Ended { about: running.about, duration, memory });
        }
    }

    /// Interrupts the request if it has taken longer than `limit`.
    pub(crate) fn look(&self, limit: Duration) -> Outcome {
        let mut state = self.state();
        let Some(running) = &mut state.request else { return Outcome::Fine };
        let now = Instant::now();
        if running.answered || now.duration_since(running.about.began) < limit {
            return Outcome::Fine;
        }
        let what = format!(
            "{} {}, script {}",
            running.about.head.method,
            running.about.head.target,
            String::from_utf8_lossy(&running.about.script)
        );
        let seconds = now.duration_since(running.about.began).as_secs_f64();
        let Some((first, last)) = running.called else {
            running.called = Some((now, now));
            // Before the worker can react: its client hears that, and not what is left of the response.
            if let Some(expired) = running.expired.take() {
                // Nobody listens where a response has begun.
                let _ = expired.send(());
            }
            if let Some(cutter) = running.cutter.take() {
                cutter.cut();
            }
            running.interrupter.raise(reason::TERMINATE);
            let _ = running.thread.interrupt();
            return Outcome::Expired(format!("A request took too long ({seconds:.1} s) and is ended: {what}"));
        };
        if now.duration_since(first) >= GIVE_UP {
            self.abandoned.store(true, Ordering::Release);
            state.request = None;
            return Outcome::GivenUp(format!("A request that took too long does not end ({seconds:.1} s): its worker is given up: {what}"));
        }
        let again = if running.interrupter.is_waiting() { CALL_AGAIN } else { END_LIMIT };
        if now.duration_since(last) >= again {
            running.called = Some((first, now));
            running.interrupter.raise(reason::TERMINATE);
        }
        if running.interrupter.is_waiting() {
            let _ = running.thread.interrupt();
        }
        Outcome::Fine
    }
}
