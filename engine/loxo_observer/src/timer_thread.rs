//! The thread of the process that waits for the timers of all requests. There is none before the first timer, and it sleeps while none runs.

use std::cell::Cell;
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::time::{Duration, Instant};

use loxo_value::interrupter::{Interrupter, reason};

use crate::wall_nanoseconds;

/// What a timer measures.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Clock {
    Wall,
    /// The time that the request's thread has had of a processor.
    Cpu,
}

/// The part of a timer that its thread sees.
pub(crate) struct Shared {
    pub clock: Clock,
    /// The thread that is interrupted, by the system's number.
    pub thread: i32,
    pub first: Duration,
    /// Zero: it runs down once.
    pub period: Duration,
    pub interrupter: Interrupter,
    pub runs: AtomicU64,
    /// When it runs down next, in nanoseconds by its clock.
    pub due: AtomicU64,
    pub stopped: AtomicBool,
}

/// A timer is looked at at most so often.
const SHORTEST_LOOK: Duration = Duration::from_micros(100);

struct Entry {
    /// When to look at it.
    at: Instant,
    /// Orders those of the same moment.
    number: u64,
    /// When it runs down, in nanoseconds by its clock.
    due: u64,
    timer: Arc<Shared>,
}

impl PartialEq for Entry {
    fn eq(&self, other: &Entry) -> bool {
        self.number == other.number
    }
}

impl Eq for Entry {}

impl PartialOrd for Entry {
    fn partial_cmp(&self, other: &Entry) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Entry {
    fn cmp(&self, other: &Entry) -> std::cmp::Ordering {
        (self.at, self.number).cmp(&(other.at, other.number))
    }
}

#[derive(Default)]
struct Queue {
    entries: BinaryHeap<Reverse<Entry>>,
    added: u64,
}

#[derive(Default)]
struct Waiting {
    queue: Mutex<Queue>,
    changed: Condvar,
}

/// A queue, and the process that its thread runs in: a fork has the queue without the thread, and perhaps locked for good.
type OfProcess = (u32, &'static Waiting);

thread_local! {
    /// The queue that this thread has used.
    static USED: Cell<Option<OfProcess>> = const { Cell::new(None) };
}

/// The queue of this process, whose thread runs.
fn waiting() -> Option<&'static Waiting> {
    static SHARED: Mutex<Option<OfProcess>> = Mutex::new(None);
    let process = std::process::id();
    match USED.get() {
        Some((owner, waiting)) if owner == process => return Some(waiting),
        Some(_) => {
            let waiting = start()?;
            USED.set(Some((process, waiting)));
            return Some(waiting);
        }
        None => {}
    }
    let mut shared = SHARED.lock().unwrap_or_else(PoisonError::into_inner);
    let waiting = match *shared {
        Some((owner, waiting)) if owner == process => waiting,
        _ => start()?,
    };
    *shared = Some((process, waiting));
    USED.set(*shared);
    Some(waiting)
}

fn start() -> Option<&'static Waiting> {
    let waiting: &'static Waiting = Box::leak(Box::default());
    let thread = std::thread::Builder::new().name("timers".into()).spawn(move || run(waiting));
    thread.is_ok().then_some(waiting)
}

/// Begins to wait for a timer.
pub(crate) fn add(timer: Arc<Shared>) {
    let Some(waiting) = waiting() else { return };
    let now = match timer.clock {
        Clock::Wall => wall_nanoseconds(),
        Clock::Cpu => cpu_of(timer.thread).unwrap_or(0),
    };
    let due = now.saturating_add(timer.first.as_nanos() as u64);
    timer.due.store(due, Ordering::Release);
    let mut queue = waiting.queue.lock().unwrap_or_else(PoisonError::into_inner);
    queue.added += 1;
    let entry = Entry { at: Instant::now() + timer.first, number: queue.added, due, timer };
    queue.entries.push(Reverse(entry));
    waiting.changed.notify_one();
}

/// The time that a thread has had of a processor, in nanoseconds, as the scheduler has counted; `None`: it is gone.
pub(crate) fn cpu_of(thread: i32) -> Option<u64> {
    let text = std::fs::read_to_string(format!("/proc/self/task/{thread}/schedstat")).ok();
    if let Some(time) = text.and_then(|text| text.split_whitespace().next()?.parse().ok()).filter(|time| *time > 0) {
        return Some(time);
    }
    // Systems that keep no such figures count in ticks.
    let text = std::fs::read_to_string(format!("/proc/self/task/{thread}/stat")).ok()?;
    let fields: Vec<&str> = text.rsplit_once(')')?.1.split_whitespace().collect();
    let ticks = fields.get(11)?.parse::<u64>().ok()? + fields.get(12)?.parse::<u64>().ok()?;
    Some(ticks * 1_000_000_000 / (loxo_process_sys::ticks_per_second() as u64).max(1))
}

fn run(waiting: &'static Waiting) {
    // Programs hold signals back for the thread that runs them alone.
    loxo_process_sys::leave_signals_to_others();
    let mut queue = waiting.queue.lock().unwrap_or_else(PoisonError::into_inner);
    loop {
        let now = Instant::now();
        let next = queue.entries.peek().map(|Reverse(entry)| entry.at);
        match next {
            None => queue = waiting.changed.wait(queue).unwrap_or_else(PoisonError::into_inner),
            Some(at) if at > now => {
                (queue, _) = waiting.changed.wait_timeout(queue, at - now).unwrap_or_else(PoisonError::into_inner);
            }
            Some(_) => {
                if let Some(entry) = queue.entries.pop().and_then(|Reverse(entry)| look_at(entry, now)) {
                    queue.entries.push(Reverse(entry));
                }
            }
        }
    }
}

/// The moment has come to look at a timer. Gives when to look again.
fn look_at(mut entry: Entry, now: Instant) -> Option<Entry> {
    if entry.timer.stopped.load(Ordering::Acquire) {
        return None;
    }
    let now_there = match entry.timer.clock {
        Clock::Wall => wall_nanoseconds(),
        Clock::Cpu => cpu_of(entry.timer.thread)?,
    };
    let period = entry.timer.period.as_nanos() as u64;
    let times = if now_there < entry.due { 0 } else { 1 + (now_there - entry.due).checked_div(period).unwrap_or(0) };
    if times > 0 {
        entry.due = entry.due.saturating_add(period.saturating_mul(times));
        entry.timer.due.store(if period > 0 { entry.due } else { 0 }, Ordering::Release);
        entry.timer.runs.fetch_add(times, Ordering::AcqRel);
        entry.timer.interrupter.raise(reason::SAMPLE);
    }
    // It cannot run down before the rest has passed: a thread has one processor at most.
    entry.at = now + Duration::from_nanos(entry.due.saturating_sub(now_there)).max(SHORTEST_LOOK);
    (times == 0 || period > 0).then_some(entry)
}
