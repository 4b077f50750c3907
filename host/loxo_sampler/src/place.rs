//! One worker, as its own thread, the sampler's and those who ask see it.

use std::cell::RefCell;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use loxo_observer::counters::Done;
use loxo_observer::wall_nanoseconds;
use loxo_process_sys::ThreadId;
use loxo_runtime::Cx;
use loxo_value::interrupter::{Interrupter, reason};

use crate::counted::Counted;
use crate::route::{Counts, Route};
use crate::seen::Seen;
use crate::stack::{Frame, MOST_FRAMES};

/// Routes whose requests have ended that wait for it.
const MOST_ENDED: usize = 1000;
/// How long a worker may take to reach a safepoint before it is looked for in a system call. It is asked there so often, too: the call may only be about
/// to begin.
const PATIENCE: Duration = Duration::from_millis(20);
/// After so long it is given up.
const GIVE_UP: Duration = Duration::from_millis(250);

/// The request that a worker runs.
pub(crate) struct Running {
    pub route: Arc<Route>,
    pub method: Vec<u8>,
    /// Without the query.
    pub target: Vec<u8>,
    /// By the clock of [`wall_nanoseconds`].
    pub began: u64,
    interrupter: Interrupter,
}

impl Running {
    pub(crate) fn new(route: Arc<Route>, method: &[u8], target: &[u8], interrupter: Interrupter) -> Running {
        let target = target.split(|b| *b == b'?').next().unwrap_or_default();
        Running { route, method: method.to_vec(), target: target.to_vec(), began: wall_nanoseconds(), interrupter }
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
    /// When its request began; 0: it has none.
    since: AtomicU64,
    /// It had a request since the last look: its processor time has gone on.
    touched: AtomicBool,
    /// Periods since the last sample, and the processor time in them.
    ticks: AtomicU64,
    cpu_ns: AtomicU64,
    /// The thread's processor time when it was looked at last.
    last_cpu_ns: AtomicU64,
    running: Mutex<Option<Running>>,
    seen: Mutex<Seen>,
    /// Somebody wants to know where it stands.
    asked: AtomicBool,
    shown: Mutex<Shown>,
    answer: Condvar,
    gone: AtomicBool,
}

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
            since: AtomicU64::new(0),
            touched: AtomicBool::new(false),
            ticks: AtomicU64::new(0),
            cpu_ns: AtomicU64::new(0),
            last_cpu_ns: AtomicU64::new(0),
            running: Mutex::new(None),
            seen: Mutex::default(),
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
        self.since.load(Ordering::SeqCst) != 0
    }

    pub(crate) fn begin(&self, running: Running) {
        let began = running.began.max(1);
        *lock(&self.running) = Some(running);
        self.touched.store(true, Ordering::Release);
        self.since.store(began, Ordering::SeqCst);
    }

    /// The request is over: its route, and how long it took. What was to be sampled and found no safepoint was the script's.
    pub(crate) fn end(&self, memory: u64, done: &Done) -> Option<(Arc<Route>, Duration)> {
        self.since.store(0, Ordering::SeqCst);
        let running = lock(&self.running).take()?;
        let wall_ns = wall_nanoseconds().saturating_sub(running.began);
        let (ticks, cpu_ns) = self.take_ticks();
        let mut seen = lock(&self.seen);
        if ticks > 0 {
            seen.add(running.route.clone(), ticks, cpu_ns, &[Frame::script(&running.route.script)]);
        }
        let counts = Counts { requests: 1, wall_ns, slowest_ns: wall_ns, peak_memory: memory };
        let mut at = seen.ended.iter().position(|(route, ..)| Arc::ptr_eq(route, &running.route));
        if at.is_none() && seen.ended.len() < MOST_ENDED {
            seen.ended.push((running.route.clone(), Counts::default(), Counted::default()));
            at = Some(seen.ended.len() - 1);
        }
        if let Some(at) = at {
            let (_, sum, counted) = &mut seen.ended[at];
            sum.add(&counts);
            counted.add_request(done);
        }
        Some((running.route, Duration::from_nanos(wall_ns)))
    }

    fn take_ticks(&self) -> (u64, u64) {
        match self.ticks.swap(0, Ordering::AcqRel) {
            // The time waits for the sample that it belongs to.
            0 => (0, 0),
            ticks => (ticks, self.cpu_ns.swap(0, Ordering::AcqRel)),
        }
    }

    /// At a safepoint of the request.
    fn sample(&self, cx: &mut Cx) {
        let asked = self.asked.load(Ordering::Acquire);
        let (ticks, cpu_ns) = self.take_ticks();
        if ticks == 0 && !asked {
            return;
        }
        let mut frames = Vec::with_capacity(32);
        loxo_observer::stack(cx, |standing| {
            frames.push(Frame::of(&standing));
            frames.len() < MOST_FRAMES
        });
        if ticks > 0
            && let Some(running) = &*lock(&self.running)
        {
            if frames.is_empty() {
                frames.push(Frame::script(&running.route.script));
            }
            lock(&self.seen).add(running.route.clone(), ticks, cpu_ns, &frames);
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

    /// So many periods have passed. Does it run a request?
    pub(crate) fn tick(&self, ticks: u64) -> bool {
        let busy = self.is_busy();
        if !self.touched.swap(busy, Ordering::AcqRel) && !busy {
            return false;
        }
        // What a request has used after the last look at it goes to the next one: none is lost.
        self.cpu_ns.fetch_add(self.take_cpu(), Ordering::AcqRel);
        if busy {
            self.ticks.fetch_add(ticks, Ordering::AcqRel);
            self.raise();
        }
        busy
    }

    /// Processor time since this was asked last.
    pub(crate) fn take_cpu(&self) -> u64 {
        let now = self.thread.processor_time().map_or(0, |time| u64::try_from(time.as_nanos()).unwrap_or(u64::MAX));
        now.saturating_sub(self.last_cpu_ns.swap(now, Ordering::AcqRel))
    }

    fn raise(&self) {
        if let Some(running) = &*lock(&self.running) {
            running.interrupter.raise(reason::SAMPLE);
        }
    }

    /// What was seen since this was asked last.
    pub(crate) fn take_seen(&self) -> Seen {
        std::mem::take(&mut *lock(&self.seen))
    }

    /// Does something with the request that runs.
    pub(crate) fn with_running<R>(&self, work: impl FnOnce(&Running) -> R) -> Option<R> {
        lock(&self.running).as_ref().map(work)
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
