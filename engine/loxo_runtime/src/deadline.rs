//! `max_execution_time`: one thread for the process watches the deadlines of all its requests.
//!
//! Limits count CPU time of the request's thread, as PHP's do on Linux: waiting for a database or sleeping costs nothing. The watcher
//! wakes when a limit could be reached at the earliest, and looks how much time the thread has really used.

use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use loxo_value::interrupter::{Interrupter, reason};
use rustix::thread::Pid;
use rustix::time::{ClockId, clock_gettime};

/// How long the watcher stays awake behind the last request. Short requests that follow one another would else wake it each time.
const LINGER: Duration = Duration::from_secs(1);

struct Watched {
    id: u64,
    /// When to look.
    at: Instant,
    thread: Pid,
    /// CPU time of the thread at which time is up.
    until: Duration,
    interrupter: Interrupter,
}

#[derive(Default)]
struct Watch {
    requests: Vec<Watched>,
    last_id: u64,
    running: bool,
    /// When the watcher wakes by itself; `None`: when another thread wakes it.
    wakes: Option<Instant>,
}

static WATCH: Mutex<Watch> = Mutex::new(Watch { requests: Vec::new(), last_id: 0, running: false, wakes: None });
static CHANGED: Condvar = Condvar::new();

fn watch() -> MutexGuard<'static, Watch> {
    WATCH.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A limit in force for the request of this thread. Dropping it lifts the limit.
pub struct Deadline(u64);

impl Deadline {
    /// From now on. `None`: no watcher could be started.
    pub fn new(limit: Duration, interrupter: Interrupter) -> Option<Deadline> {
        let until = thread_time() + limit;
        let at = Instant::now() + limit;
        let thread = rustix::thread::gettid();
        let mut watch = watch();
        if !watch.running {
            let builder = std::thread::Builder::new().name("deadlines".into()).stack_size(256 << 10);
            builder.spawn(keep_watch).ok()?;
            watch.running = true;
        }
        watch.last_id += 1;
        let id = watch.last_id;
        watch.requests.push(Watched { id, at, thread, until, interrupter });
        let wake = watch.wakes.is_none_or(|wakes| wakes > at);
        drop(watch);
        if wake {
            CHANGED.notify_one();
        }
        Some(Deadline(id))
    }
}

impl Drop for Deadline {
    fn drop(&mut self) {
        let mut watch = watch();
        if let Some(index) = watch.requests.iter().position(|watched| watched.id == self.0) {
            watch.requests.swap_remove(index);
        }
    }
}

/// CPU time of the calling thread.
fn thread_time() -> Duration {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    Duration::new(u64::try_from(time.tv_sec).unwrap_or(0), u32::try_from(time.tv_nsec).unwrap_or(0))
}

/// CPU time of another thread of this process: the first number of its `schedstat`, in nanoseconds. `None`: unknown.
fn time_of(thread: Pid) -> Option<Duration> {
    let path = format!("/proc/self/task/{}/schedstat", thread.as_raw_nonzero());
    let text = std::fs::read_to_string(path).ok()?;
    text.split_ascii_whitespace().next()?.parse().ok().map(Duration::from_nanos)
}

fn keep_watch() {
    // Programs hold signals back for the thread that runs them alone.
    loxo_process_sys::leave_signals_to_others();
    let mut watch = watch();
    let mut seen = 0;
    loop {
        let now = Instant::now();
        watch.requests.retain_mut(|watched| {
            if watched.at > now {
                return true;
            }
            // A kernel that does not tell counts as if the thread had done nothing but compute.
            let left = time_of(watched.thread).map_or(Duration::ZERO, |used| watched.until.saturating_sub(used));
            // The scheduler's figure lags by a tick.
            if left > Duration::from_millis(5) {
                watched.at = now + left;
                return true;
            }
            watched.interrupter.raise(reason::TIME_IS_UP);
            false
        });
        let is_busy = watch.last_id != seen;
        seen = watch.last_id;
        watch.wakes = watch.requests.iter().map(|watched| watched.at).min().or(is_busy.then(|| now + LINGER));
        watch = match watch.wakes {
            None => CHANGED.wait(watch).unwrap_or_else(PoisonError::into_inner),
            Some(at) => {
                let pause = at.saturating_duration_since(Instant::now());
                CHANGED.wait_timeout(watch, pause).unwrap_or_else(PoisonError::into_inner).0
            }
        };
    }
}
