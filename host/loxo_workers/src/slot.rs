//! What a worker is doing, for the thread that watches its time and for the status page.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant, SystemTime};

use loxo_process_sys::ThreadId;
use loxo_vm::interrupter::{Interrupter, reason};

/// How often a worker that does not react is called again.
const CALL_AGAIN: Duration = Duration::from_millis(100);
/// How long what runs at the end of a request (shutdown functions, destructors) may take before it is interrupted too.
const END_LIMIT: Duration = Duration::from_secs(1);
/// A worker that has not reacted for so long is given up.
const GIVE_UP: Duration = Duration::from_secs(5);

/// What is known of a request from its beginning.
pub trait About: Send + 'static {
    fn began(&self) -> Instant;

    /// For the log: method, target and script.
    fn describe(&self) -> String;
}

/// The place of one worker.
pub struct Slot<A> {
    state: Mutex<State<A>>,
    /// Nobody waits for the thread any more: another has its place.
    abandoned: AtomicBool,
}

/// What is known of a worker.
pub struct State<A> {
    /// The thread's number; 0 until it runs.
    pub thread: i32,
    pub began: SystemTime,
    pub requests: u64,
    pub request: Option<Running<A>>,
    /// The last request that ended.
    pub last: Option<Ended<A>>,
}

/// What is done where a request's time is up: its client hears that, and not what is left of the response.
type OnExpiry = Box<dyn FnOnce() + Send>;

/// A request that runs.
pub struct Running<A> {
    pub about: A,
    thread: ThreadId,
    interrupter: Interrupter,
    on_expiry: Option<OnExpiry>,
    /// The client has its response, though the program goes on.
    answered: bool,
    /// When it was called first, and last.
    called: Option<(Instant, Instant)>,
}

impl<A> Running<A> {
    /// The client has its response, though the program goes on.
    pub fn is_answered(&self) -> bool {
        self.answered
    }
}

/// A request that has ended.
#[derive(Clone)]
pub struct Ended<A> {
    pub about: A,
    pub duration: Duration,
    /// The most memory that it had.
    pub memory: u64,
}

/// What came of a look at a worker's time.
pub enum Outcome {
    /// Nothing to do, or it was called.
    Fine,
    /// Its time is up, as of now: a line for the log.
    Expired(String),
    /// It was called long enough.
    GivenUp(String),
}

impl<A: About> Slot<A> {
    pub(crate) fn new() -> Slot<A> {
        let state = State { thread: 0, began: SystemTime::now(), requests: 0, request: None, last: None };
        Slot { state: Mutex::new(state), abandoned: AtomicBool::new(false) }
    }

    pub fn state(&self) -> MutexGuard<'_, State<A>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The calling thread has this place.
    pub fn take_place(&self) -> ThreadId {
        let thread = loxo_process_sys::this_thread();
        self.state().thread = thread.number();
        thread
    }

    pub fn is_abandoned(&self) -> bool {
        self.abandoned.load(Ordering::Acquire)
    }

    /// A request begins on the calling thread. `on_expiry` is called at most once, and never after [`Slot::end`].
    pub fn begin(&self, about: A, thread: ThreadId, interrupter: Interrupter, on_expiry: impl FnOnce() + Send + 'static) {
        let on_expiry: Option<OnExpiry> = Some(Box::new(on_expiry));
        self.state().request = Some(Running { about, thread, interrupter, on_expiry, answered: false, called: None });
    }

    /// Its response has begun: from now on this is done where its time is up.
    pub fn sending(&self, on_expiry: impl FnOnce() + Send + 'static) {
        if let Some(running) = &mut self.state().request {
            running.on_expiry = Some(Box::new(on_expiry));
        }
    }

    /// Its response is complete, though it may go on.
    pub fn answered(&self) {
        if let Some(running) = &mut self.state().request {
            running.answered = true;
            running.on_expiry = None;
        }
    }

    /// It is over. For the thread that ran it.
    pub fn end(&self, memory: u64) {
        let mut state = self.state();
        let ended = state.request.take();
        // From here on nobody interrupts the thread, and the next request was not meant.
        loxo_process_sys::clear_interrupt();
        if let Some(running) = ended {
            state.requests += 1;
            let duration = running.about.began().elapsed();
            state.last = Some(Ended { about: running.about, duration, memory });
        }
    }

    /// Interrupts the request if it has taken longer than `limit`.
    pub(crate) fn look(&self, limit: Duration) -> Outcome {
        let mut state = self.state();
        let Some(running) = &mut state.request else { return Outcome::Fine };
        let now = Instant::now();
        if running.answered || now.duration_since(running.about.began()) < limit {
            return Outcome::Fine;
        }
        let what = running.about.describe();
        let seconds = now.duration_since(running.about.began()).as_secs_f64();
        let Some((first, last)) = running.called else {
            running.called = Some((now, now));
            // Before the worker can react.
            if let Some(on_expiry) = running.on_expiry.take() {
                on_expiry();
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
