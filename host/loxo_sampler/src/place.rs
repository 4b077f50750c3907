//! One worker, as its own thread, the sampler's and those who ask see it.

use std::cell::RefCell;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use loxo_observer::cpu_nanoseconds;
use loxo_process_sys::ThreadId;
use loxo_runtime::Cx;
use loxo_value::interrupter::{Interrupter, reason};

use crate::route::{About, Route};
use crate::seen::Seen;
use crate::stack::{Frame, MOST_FRAMES};

/// Buffers of texts that are longer are not kept for the next request.
const KEPT_TEXT: usize = 4096;
/// How long a worker may take to reach a safepoint before it is looked for in a system call. It is asked there so often, too: the call may only be about
/// to begin.
const PATIENCE: Duration = Duration::from_millis(20);
/// After so long it is given up.
const GIVE_UP: Duration = Duration::from_millis(250);

/// The request that a worker runs. When it is over its buffers wait for the next one.
#[derive(Default)]
pub(crate) struct Running {
    pub route: Arc<Route>,
    pub method: Vec<u8>,
    /// Without the query.
    pub target: Vec<u8>,
    /// `None`: there is no request.
    began: Option<Instant>,
    interrupter: Option<Interrupter>,
}

impl Running {
    /// How long it has taken until now.
    pub(crate) fn time(&self) -> Duration {
        self.began.map_or(Duration::ZERO, |began| began.elapsed())
    }

    fn begin(&mut self, route: &Arc<Route>, about: &About<'_>, interrupter: Interrupter) {
        if !Arc::ptr_eq(&self.route, route) {
            self.route = route.clone();
        }
        let length = about.target.iter().position(|b| *b == b'?').unwrap_or(about.target.len());
        fill(&mut self.method, about.method);
        fill(&mut self.target, &about.target[..length]);
        self.began = Some(about.began);
        self.interrupter = Some(interrupter);
    }
}

/// Puts these bytes there instead; what a very long text has taken is given back.
fn fill(buffer: &mut Vec<u8>, bytes: &[u8]) {
    if buffer.capacity() > KEPT_TEXT {
        *buffer = Vec::new();
    }
    buffer.clear();
    buffer.extend_from_slice(bytes);
}

/// What a worker writes where its request begins, where it shows its stack, and where it ends.
#[derive(Default)]
struct Own {
    running: Running,
    seen: Seen,
    /// The thread's processor time at its last sample.
    last_cpu_ns: u64,
}

impl Own {
    /// What the calling thread has had until `now`, since this was asked last: what requests have used that showed no stack goes to the one that does,
    /// and none is lost.
    fn take_cpu(&mut self, now: u64) -> u64 {
        now.saturating_sub(std::mem::replace(&mut self.last_cpu_ns, now))
    }
}

/// Where the worker stood when it was asked.
#[derive(Default)]
struct Shown {
    frames: Vec<Frame>,
    /// How often the question was put, and which one this answers.
    questions: u64,
    answered: u64,
}

/// The place of one worker.
pub(crate) struct Place {
    thread: ThreadId,
    /// What its host calls it by.
    number: u64,
    /// How many requests have begun and ended: it is odd while one runs.
    turns: AtomicU64,
    /// That at the last look.
    turns_seen: AtomicU64,
    /// Periods since the last sample.
    ticks: AtomicU64,
    own: Mutex<Own>,
    /// Somebody wants to know where it stands.
    asked: AtomicBool,
    shown: Mutex<Shown>,
    answer: Condvar,
    gone: AtomicBool,
}

#[inline]
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

thread_local! {
    /// The place of the calling thread.
    static OWN: RefCell<Option<Arc<Place>>> = const { RefCell::new(None) };
}

/// The calling thread waits in a system call, and somebody asks where.
fn show_where_it_waits() {
    OWN.with(|own| {
        if let Ok(own) = own.try_borrow()
            && let Some(place) = &*own
            && place.asked.load(Ordering::Acquire)
        {
            let mut frames = Vec::new();
            loxo_observer::waiting_stack(|standing| {
                frames.push(Frame::of(&standing));
                frames.len() < MOST_FRAMES
            });
            if !frames.is_empty() {
                place.show(frames);
            }
        }
    });
}

impl Place {
    /// For the calling thread.
    pub(crate) fn new(number: u64) -> Arc<Place> {
        let place = Arc::new(Place {
            number,
            thread: loxo_process_sys::this_thread(),
            turns: AtomicU64::new(0),
            turns_seen: AtomicU64::new(0),
            ticks: AtomicU64::new(0),
            own: Mutex::new(Own { last_cpu_ns: cpu_nanoseconds(), ..Own::default() }),
            asked: AtomicBool::new(false),
            shown: Mutex::default(),
            answer: Condvar::new(),
            gone: AtomicBool::new(false),
        });
        OWN.set(Some(place.clone()));
        loxo_process_sys::when_asked(Some(show_where_it_waits));
        let own = place.clone();
        loxo_observer::on_sample(Some(Box::new(move |cx| own.sample(cx))));
        place
    }

    /// The calling thread runs no requests any more.
    pub(crate) fn leave(&self) {
        self.gone.store(true, Ordering::Release);
        loxo_observer::on_sample(None);
        loxo_process_sys::when_asked(None);
        OWN.set(None);
    }

    pub(crate) fn is_gone(&self) -> bool {
        self.gone.load(Ordering::Acquire)
    }

    /// The system's number of the thread.
    pub fn thread(&self) -> i32 {
        self.thread.number()
    }

    pub fn number(&self) -> u64 {
        self.number
    }

    pub(crate) fn is_busy(&self) -> bool {
        self.turns.load(Ordering::SeqCst) % 2 == 1
    }

    /// For the worker, the only one that counts them.
    fn turn(&self, is_busy: bool) {
        let turns = self.turns.load(Ordering::Relaxed);
        if (turns % 2 == 1) != is_busy {
            self.turns.store(turns + 1, Ordering::SeqCst);
        }
    }

    pub(crate) fn begin(&self, route: &Arc<Route>, about: &About<'_>, interrupter: Interrupter) {
        lock(&self.own).running.begin(route, about, interrupter);
        self.turn(true);
    }

    /// The processor time that the calling thread has had until now goes to no sample.
    pub(crate) fn forget_cpu(&self) {
        let now_cpu = cpu_nanoseconds();
        lock(&self.own).take_cpu(now_cpu);
    }

    /// The request is over: how long it took. What was to be sampled and found no safepoint was the script's.
    pub(crate) fn end(&self, memory: u64) -> Option<Duration> {
        self.turn(false);
        let ticks = self.take_ticks();
        // The thread of the sampler may wait for the lock: no system call is made in there.
        let now_cpu = if ticks > 0 { cpu_nanoseconds() } else { 0 };
        let own = &mut *lock(&self.own);
        let interrupter = own.running.interrupter.take();
        let took = own.running.began.take()?.elapsed();
        if ticks > 0 {
            let cpu_ns = own.take_cpu(now_cpu);
            own.seen.add(&own.running.route, ticks, cpu_ns, &[Frame::script(&own.running.route.script)]);
        }
        own.seen.end(&own.running.route, took, memory);
        drop(interrupter);
        Some(took)
    }

    fn take_ticks(&self) -> u64 {
        // Most requests are over before anybody has looked.
        if self.ticks.load(Ordering::Acquire) == 0 { 0 } else { self.ticks.swap(0, Ordering::AcqRel) }
    }

    /// At a safepoint of the request.
    fn sample(&self, cx: &mut Cx) {
        let asked = self.asked.load(Ordering::Acquire);
        let ticks = self.take_ticks();
        if ticks == 0 && !asked {
            return;
        }
        let mut frames = Vec::with_capacity(32);
        loxo_observer::stack(cx, |standing| {
            frames.push(Frame::of(&standing));
            frames.len() < MOST_FRAMES
        });
        if ticks > 0 {
            let now_cpu = cpu_nanoseconds();
            let own = &mut *lock(&self.own);
            if frames.is_empty() {
                frames.push(Frame::script(&own.running.route.script));
            }
            let cpu_ns = own.take_cpu(now_cpu);
            own.seen.add(&own.running.route, ticks, cpu_ns, &frames);
        }
        if asked {
            self.show(frames);
        }
    }

    fn show(&self, frames: Vec<Frame>) {
        let mut shown = lock(&self.shown);
        self.asked.store(false, Ordering::Release);
        let answered = shown.questions;
        *shown = Shown { frames, questions: answered, answered };
        self.answer.notify_all();
    }

    /// So many periods have passed. Did it run a request in them?
    pub(crate) fn tick(&self, ticks: u64) -> bool {
        let turns = self.turns.load(Ordering::SeqCst);
        let is_busy = turns % 2 == 1;
        if is_busy {
            self.ticks.fetch_add(ticks, Ordering::AcqRel);
            self.raise();
        }
        self.turns_seen.swap(turns, Ordering::Relaxed) != turns || is_busy
    }

    fn raise(&self) {
        if let Some(interrupter) = &lock(&self.own).running.interrupter {
            interrupter.raise(reason::SAMPLE);
        }
    }

    /// Exchanges what was seen since this was asked last for something empty.
    pub(crate) fn take_seen(&self, empty: Seen) -> Seen {
        std::mem::replace(&mut lock(&self.own).seen, empty)
    }

    /// Does something with the request that runs.
    pub(crate) fn with_running<R>(&self, work: impl FnOnce(&Running) -> R) -> Option<R> {
        let own = lock(&self.own);
        own.running.began.is_some().then(|| work(&own.running))
    }

    /// Asks where it stands; [`Place::shown`] waits for the answer.
    pub(crate) fn ask(&self) -> u64 {
        let mut shown = lock(&self.shown);
        shown.questions += 1;
        let question = shown.questions;
        self.asked.store(true, Ordering::Release);
        drop(shown);
        self.raise();
        question
    }

    /// The answer to a question put at `asked_at`, innermost first. `None`: it neither came to a safepoint nor waits where it could be asked.
    pub(crate) fn shown(&self, question: u64, asked_at: Instant) -> Option<Vec<Frame>> {
        let mut frames = self.wait_for(question, asked_at + PATIENCE);
        while frames.is_none() && self.is_busy() {
            let is_last = Instant::now() > asked_at + GIVE_UP;
            // A thread that is gone does not answer.
            let _ = self.thread.ask();
            frames = self.wait_for(question, Instant::now() + PATIENCE);
            if is_last {
                break;
            }
        }
        frames
    }

    fn wait_for(&self, question: u64, until: Instant) -> Option<Vec<Frame>> {
        let mut shown = lock(&self.shown);
        loop {
            if shown.answered >= question {
                return Some(shown.frames.clone());
            }
            let left = until.saturating_duration_since(Instant::now());
            if left.is_zero() || !self.is_busy() {
                return None;
            }
            (shown, _) = self.answer.wait_timeout(shown, left).unwrap_or_else(PoisonError::into_inner);
        }
    }
}
