//! The threads: how they start, what takes the place of those that end, and who watches their time.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use crate::slot::{About, Outcome, Slot};

/// Native stack of a worker. Address space: pages are committed when they are touched.
const STACK: usize = 256 << 20;
const USABLE_STACK: usize = STACK - (2 << 20);
/// How often workers are looked at.
const LOOK: Duration = Duration::from_millis(50);
/// A place whose worker has ended without serving anything gets another after a pause, which doubles each time.
const FIRST_PAUSE: Duration = Duration::from_millis(100);
const LONGEST_PAUSE: Duration = Duration::from_secs(30);

/// What workers do.
pub trait Work: Send + Sync + Sized + 'static {
    /// What is known of a request from its beginning.
    type About: About;

    /// Runs requests on the calling thread until its turn is over. False: one of them has shown a bug, and the thread is not used again.
    fn serve(&self, slot: &Arc<Slot<Self::About>>, turn: &Turn<'_, Self>) -> bool;

    /// Turns may be over: workers that wait for requests should look.
    fn changed(&self);

    /// This worker is not waited for any more: what it holds is free.
    fn given_up(&self, _slot: &Arc<Slot<Self::About>>) {}

    /// A line for the log.
    fn log(&self, message: &str);
}

struct State<A> {
    /// When another worker is to be started, one for each place that is empty.
    replacements: Vec<Instant>,
    slots: Vec<Arc<Slot<A>>>,
    /// How long a request may take.
    request_limit: Option<Duration>,
    /// Requests that ended on workers that are gone, and that took longer than they may.
    requests: u64,
    expired: u64,
}

struct Shared<W: Work> {
    work: W,
    state: Mutex<State<W::About>>,
    /// A worker has ended.
    ended: Condvar,
    workers: usize,
    /// Threads that have a place. Changes under `state`.
    running: AtomicUsize,
    /// Workers of an earlier generation end when they are free.
    generation: AtomicU64,
    stopping: AtomicBool,
    /// Workers that ended one after the other without serving anything.
    failures: AtomicU32,
}

impl<W: Work> Shared<W> {
    fn state(&self) -> MutexGuard<'_, State<W::About>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Why a worker ends.
enum End {
    /// The workers stop, or there are newer ones.
    Dismissed,
    /// It could not start: the reason.
    Unfit(&'static str),
    /// A bug ended a request; the thread is not used again.
    Broken,
}

/// How long a worker goes on.
pub struct Turn<'a, W: Work> {
    shared: &'a Shared<W>,
    generation: u64,
}

impl<W: Work> Turn<'_, W> {
    /// There are newer workers: what waits is theirs.
    pub fn is_over(&self) -> bool {
        self.shared.generation.load(Ordering::Acquire) != self.generation
    }

    /// There will be no more requests.
    pub fn is_last(&self) -> bool {
        self.shared.stopping.load(Ordering::Acquire)
    }

    /// A request was served: whatever made workers fail is over.
    pub fn served(&self) {
        if self.shared.failures.load(Ordering::Relaxed) > 0 {
            self.shared.failures.store(0, Ordering::Relaxed);
        }
    }

    /// Threads that have a place.
    pub fn running(&self) -> usize {
        self.shared.running.load(Ordering::Acquire)
    }
}

/// So many threads that do the same work.
pub struct Workers<W: Work>(Arc<Shared<W>>);

impl<W: Work> Clone for Workers<W> {
    fn clone(&self) -> Workers<W> {
        Workers(self.0.clone())
    }
}

impl<W: Work> Workers<W> {
    /// Starts the workers. `request_limit`: how long a request may take. The error is one line.
    pub fn start(work: W, workers: usize, request_limit: Option<Duration>) -> Result<Workers<W>, String> {
        let state = State { replacements: Vec::new(), slots: Vec::new(), request_limit, requests: 0, expired: 0 };
        let all = Workers(Arc::new(Shared {
            work,
            state: Mutex::new(state),
            ended: Condvar::new(),
            workers,
            running: AtomicUsize::new(0),
            generation: AtomicU64::new(0),
            stopping: AtomicBool::new(false),
            failures: AtomicU32::new(0),
        }));
        if workers == 0 {
            return Ok(all);
        }
        all.start_all()?;
        let watched = all.clone();
        let watch = std::thread::Builder::new().name("watch".into()).stack_size(256 << 10);
        watch.spawn(move || watched.watch()).map_err(|error| format!("no thread: {error}"))?;
        Ok(all)
    }

    pub fn work(&self) -> &W {
        &self.0.work
    }

    /// Threads that have a place.
    pub fn running(&self) -> usize {
        self.0.running.load(Ordering::Acquire)
    }

    pub fn is_stopping(&self) -> bool {
        self.0.stopping.load(Ordering::Acquire)
    }

    pub fn slots(&self) -> Vec<Arc<Slot<W::About>>> {
        self.0.state().slots.clone()
    }

    /// Requests that ended on workers that are gone, and those that took longer than they may.
    pub fn counts(&self) -> (u64, u64) {
        let state = self.0.state();
        (state.requests, state.expired)
    }

    /// Starts as many workers as there are to be. An error only if there is not one: places that are empty are tried again later.
    fn start_all(&self) -> Result<(), String> {
        let (tell, told) = channel();
        let mut problem = None;
        let mut spawned = 0;
        for _ in 0..self.0.workers {
            match self.spawn(Some(tell.clone())) {
                Ok(()) => spawned += 1,
                Err(error) => problem = Some(format!("no thread: {error}")),
            }
        }
        drop(tell);
        let started = Self::count_started(&told, spawned);
        let missing = self.0.workers - started;
        if missing == 0 {
            return Ok(());
        }
        let problem = problem.unwrap_or_else(|| "no memory for the stack of a worker".into());
        let pause = self.later(missing);
        if started == 0 {
            return Err(problem);
        }
        let pause = pause.as_secs_f64();
        self.0.work.log(&format!("Only {started} of {} workers could be started: {problem}. Tried again in {pause:.1} s", self.0.workers));
        Ok(())
    }

    fn count_started(told: &Receiver<bool>, spawned: usize) -> usize {
        (0..spawned).map_while(|_| told.recv().ok()).filter(|ready| *ready).count()
    }

    fn spawn(&self, ready: Option<Sender<bool>>) -> std::io::Result<()> {
        let all = self.clone();
        let slot = Arc::new(Slot::new());
        let generation = {
            let mut state = self.0.state();
            self.0.running.fetch_add(1, Ordering::AcqRel);
            state.slots.push(slot.clone());
            self.0.generation.load(Ordering::Acquire)
        };
        let (name, place) = (format!("worker-{generation}"), slot.clone());
        let started = std::thread::Builder::new().name(name).stack_size(STACK).spawn(move || all.run(&place, generation, ready));
        if started.is_err() {
            let mut state = self.0.state();
            self.0.running.fetch_sub(1, Ordering::AcqRel);
            state.slots.retain(|known| !Arc::ptr_eq(known, &slot));
        }
        started.map(drop)
    }

    /// From now on requests run on new workers; the old ones end with what they are doing.
    pub fn renew(&self, request_limit: Option<Duration>) {
        {
            let mut state = self.0.state();
            state.request_limit = request_limit;
            self.0.generation.fetch_add(1, Ordering::AcqRel);
        }
        if let Err(problem) = self.start_all() {
            self.0.work.log(&format!("No new worker could be started: {problem}"));
        }
        self.0.work.changed();
    }

    /// What a worker does all its life. A panic, which is a bug of ours, costs one request: the thread makes way for a new one, so that
    /// nothing of its heap is used again.
    fn run(&self, slot: &Arc<Slot<W::About>>, generation: u64, ready: Option<Sender<bool>>) {
        loxo_base::stack::set_remaining(USABLE_STACK);
        // `umask()` is for the request that calls it. Where the system refuses, all workers share one.
        let _ = loxo_process_sys::separate_file_system_state();
        let fit = loxo_vm::prepare_thread();
        let watched = ready.is_some();
        if let Some(ready) = ready {
            // Whoever started it may have given up.
            let _ = ready.send(fit);
        }
        let end = if fit { self.serve(slot, generation) } else { End::Unfit("the system gives no memory for its stack") };
        if slot.is_abandoned() {
            return;
        }
        let served = slot.state().requests;
        let current = {
            let mut state = self.0.state();
            self.0.running.fetch_sub(1, Ordering::AcqRel);
            state.slots.retain(|known| !Arc::ptr_eq(known, slot));
            state.requests += served;
            self.0.generation.load(Ordering::Acquire) == generation && !self.is_stopping()
        };
        match end {
            End::Dismissed => {}
            // Whoever started them all says so, and tries again.
            End::Unfit(_) if watched => {}
            End::Unfit(reason) => self.replace(current, false, reason),
            End::Broken => self.replace(current, served > 0, "a request has shown a bug"),
        }
        self.0.ended.notify_all();
    }

    fn serve(&self, slot: &Arc<Slot<W::About>>, generation: u64) -> End {
        let turn = Turn { shared: &self.0, generation };
        let result = catch_unwind(AssertUnwindSafe(|| self.0.work.serve(slot, &turn)));
        if result.unwrap_or(false) { End::Dismissed } else { End::Broken }
    }

    /// A place is empty. One line in the log, and another worker: at once if the last one was of use.
    fn replace(&self, wanted: bool, served: bool, reason: &str) {
        if !wanted {
            return;
        }
        let pause = if served { Duration::ZERO } else { self.later(1) };
        if served {
            self.0.state().replacements.push(Instant::now());
        }
        self.0.work.log(&format!("A worker has ended: {reason}. Another follows in {:.1} s", pause.as_secs_f64()));
    }

    /// So many workers are to be tried again: after which pause.
    fn later(&self, count: usize) -> Duration {
        let mut state = self.0.state();
        let failures = self.0.failures.fetch_add(1, Ordering::Relaxed);
        let pause = FIRST_PAUSE.saturating_mul(1 << failures.min(16)).min(LONGEST_PAUSE);
        let at = Instant::now() + pause;
        state.replacements.extend(std::iter::repeat_n(at, count));
        pause
    }

    /// The thread that starts workers again and ends requests that take too long.
    fn watch(&self) {
        loop {
            std::thread::sleep(LOOK);
            let now = Instant::now();
            let (due, slots, limit) = {
                let mut state = self.0.state();
                let stopping = self.is_stopping();
                if stopping && self.running() == 0 {
                    return;
                }
                let (due, rest) = state.replacements.iter().partition::<Vec<Instant>, _>(|at| **at <= now);
                // Where a new generation has begun, its places are taken already.
                let missing = self.0.workers.saturating_sub(self.running());
                let due = if stopping { 0 } else { due.len().min(missing) };
                state.replacements = rest;
                (due, if state.request_limit.is_some() { state.slots.clone() } else { Vec::new() }, state.request_limit)
            };
            for _ in 0..due {
                if let Err(error) = self.spawn(None) {
                    let pause = self.later(1);
                    self.0.work.log(&format!("A worker could not be started: {error}. Tried again in {:.1} s", pause.as_secs_f64()));
                }
            }
            if let Some(limit) = limit {
                slots.iter().for_each(|slot| self.watch_time(slot, limit));
            }
        }
    }

    fn watch_time(&self, slot: &Arc<Slot<W::About>>, limit: Duration) {
        match slot.look(limit) {
            Outcome::Fine => {}
            Outcome::Expired(line) => {
                self.0.state().expired += 1;
                self.0.work.log(&line);
            }
            Outcome::GivenUp(line) => {
                self.0.work.log(&line);
                self.0.work.given_up(slot);
                let mut state = self.0.state();
                self.0.running.fetch_sub(1, Ordering::AcqRel);
                state.requests += slot.state().requests + 1;
                state.slots.retain(|known| !Arc::ptr_eq(known, slot));
                state.replacements.push(Instant::now());
                drop(state);
                self.0.ended.notify_all();
            }
        }
    }

    /// Lets the workers finish what there is to do; gives up after `timeout`, if there is one.
    pub fn stop(&self, timeout: Option<Duration>) {
        let until = timeout.map(|timeout| Instant::now() + timeout);
        self.0.stopping.store(true, Ordering::Release);
        self.0.work.changed();
        let mut state = self.0.state();
        while self.running() > 0 {
            let left = until.map_or(Duration::from_secs(1), |until| until.saturating_duration_since(Instant::now()));
            if left.is_zero() {
                return;
            }
            state = self.0.ended.wait_timeout(state, left).unwrap_or_else(PoisonError::into_inner).0;
        }
    }
}
