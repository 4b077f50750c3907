//! The workers: threads that run one request at a time, the bounded queue before them, and the thread that watches them.

use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant, SystemTime};

use crate::message::Job;
use crate::site::SapiKind;
use crate::slot::{Outcome, Slot};
use crate::worker::Worker;

/// Native stack of a worker. Address space: pages are committed when they are touched.
const STACK: usize = 256 << 20;
const USABLE_STACK: usize = STACK - (2 << 20);
/// How often workers are looked at.
const LOOK: Duration = Duration::from_millis(50);
/// A place whose worker has ended without serving anything gets another after a pause, which doubles each time.
const FIRST_PAUSE: Duration = Duration::from_millis(100);
const LONGEST_PAUSE: Duration = Duration::from_secs(30);

#[derive(Default)]
struct Queue {
    jobs: VecDeque<Job>,
    idle: usize,
    /// Threads that have a place.
    running: usize,
    stopping: bool,
    /// Workers of an earlier generation end when they are free.
    generation: u64,
    /// When another worker is to be started, one for each place that is empty.
    replacements: Vec<Instant>,
    /// Workers that ended one after the other without serving anything.
    failures: u32,
    slots: Vec<Arc<Slot>>,
    counters: Counters,
}

/// What the pool has seen since it began.
#[derive(Clone, Copy, Default)]
pub(crate) struct Counters {
    /// Requests that ended on workers that are gone.
    pub(crate) requests: u64,
    pub(crate) queue_max: usize,
    pub(crate) active_max: usize,
    /// How often all workers were busy when a request came.
    pub(crate) all_busy: u64,
    /// Requests that took longer than they may.
    pub(crate) expired: u64,
    pub(crate) memory_peak: u64,
}

struct Shared {
    queue: Mutex<Queue>,
    changed: Condvar,
    limit: usize,
    workers: usize,
    sapi: SapiKind,
    /// How long a request may take.
    request_limit: Mutex<Option<Duration>>,
    began: SystemTime,
}

impl Shared {
    fn queue(&self) -> MutexGuard<'_, Queue> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn log(&self, message: &str) {
        crate::log::error(self.sapi, message.as_bytes());
    }
}

/// Why a worker ends.
enum End {
    /// The pool stops, or has newer workers.
    Dismissed,
    /// It could not start: the reason.
    Unfit(&'static str),
    /// A bug ended a request; the thread is not used again.
    Broken,
}

/// Hands jobs to workers.
#[derive(Clone)]
pub(crate) struct Pool(Arc<Shared>);

/// What is seen of the pool from outside.
pub(crate) struct View {
    pub(crate) counters: Counters,
    pub(crate) slots: Vec<Arc<Slot>>,
    pub(crate) waiting: usize,
    pub(crate) limit: usize,
    pub(crate) began: SystemTime,
}

impl Pool {
    /// Starts the workers. `limit`: how many jobs may wait. `request_limit`: how long a request may take. The error is one line.
    pub(crate) fn start(sapi: SapiKind, workers: usize, limit: usize, request_limit: Option<Duration>) -> Result<Pool, String> {
        let pool = Pool(Arc::new(Shared {
            queue: Mutex::default(),
            changed: Condvar::new(),
            limit,
            workers,
            sapi,
            request_limit: Mutex::new(request_limit),
            began: SystemTime::now(),
        }));
        if workers == 0 {
            return Ok(pool);
        }
        pool.start_all()?;
        let watched = pool.clone();
        let watch = std::thread::Builder::new().name("watch".into()).stack_size(256 << 10);
        watch.spawn(move || watched.watch()).map_err(|error| format!("no thread: {error}"))?;
        Ok(pool)
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
        self.0.log(&format!("Only {started} of {} workers could be started: {problem}. Tried again in {pause:.1} s", self.0.workers));
        Ok(())
    }

    fn count_started(told: &Receiver<bool>, spawned: usize) -> usize {
        (0..spawned).map_while(|_| told.recv().ok()).filter(|ready| *ready).count()
    }

    fn spawn(&self, ready: Option<Sender<bool>>) -> std::io::Result<()> {
        let pool = self.clone();
        let slot = Arc::new(Slot::new());
        let generation = {
            let mut queue = self.0.queue();
            queue.running += 1;
            queue.slots.push(slot.clone());
            queue.generation
        };
        let (name, place) = (format!("worker-{generation}"), slot.clone());
        let started = std::thread::Builder::new().name(name).stack_size(STACK).spawn(move || pool.work(&place, generation, ready));
        if started.is_err() {
            let mut queue = self.0.queue();
            queue.running -= 1;
            queue.slots.retain(|known| !Arc::ptr_eq(known, &slot));
        }
        started.map(drop)
    }

    /// From now on requests run on new workers; the old ones end with what they are doing.
    pub(crate) fn renew(&self, request_limit: Option<Duration>) {
        *self.0.request_limit.lock().unwrap_or_else(PoisonError::into_inner) = request_limit;
        self.0.queue().generation += 1;
        if let Err(problem) = self.start_all() {
            self.0.log(&format!("No new worker could be started: {problem}"));
        }
        self.0.changed.notify_all();
    }

    /// Puts a job into the queue. `Err`: the queue is full, or the server is stopping.
    pub(crate) fn submit(&self, job: Job) -> Result<(), Box<Job>> {
        let mut queue = self.0.queue();
        if queue.stopping || queue.jobs.len() >= self.0.limit {
            return Err(Box::new(job));
        }
        queue.jobs.push_back(job);
        let wake = queue.idle > 0;
        if queue.jobs.len() > queue.idle {
            queue.counters.all_busy += 1;
            queue.counters.queue_max = queue.counters.queue_max.max(queue.jobs.len() - queue.idle);
        }
        drop(queue);
        if wake {
            self.0.changed.notify_one();
        }
        Ok(())
    }

    /// There is no place for another job: what it needs need not be waited for.
    pub(crate) fn is_full(&self) -> bool {
        let queue = self.0.queue();
        queue.stopping || queue.jobs.len() >= self.0.limit
    }

    /// The next job. `memory`: the most that the last one had.
    fn next(&self, generation: u64, memory: Option<u64>) -> Option<Job> {
        let mut queue = self.0.queue();
        if let Some(memory) = memory {
            queue.failures = 0;
            queue.counters.memory_peak = queue.counters.memory_peak.max(memory);
        }
        loop {
            if queue.generation != generation {
                return None;
            }
            match queue.jobs.pop_front() {
                // The client has not waited for it.
                Some(job) if job.reply.is_closed() => {}
                Some(job) => {
                    let active = queue.running - queue.idle;
                    queue.counters.active_max = queue.counters.active_max.max(active);
                    return Some(job);
                }
                None if queue.stopping => return None,
                None => {
                    queue.idle += 1;
                    queue = self.0.changed.wait(queue).unwrap_or_else(PoisonError::into_inner);
                    queue.idle -= 1;
                }
            }
        }
    }

    /// What a worker does all its life. A panic, which is a bug of ours, costs one request: the thread makes way for a new one, so that
    /// nothing of its heap is used again.
    fn work(&self, slot: &Arc<Slot>, generation: u64, ready: Option<Sender<bool>>) {
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
        let mut queue = self.0.queue();
        let served = slot.state().requests;
        queue.running -= 1;
        queue.slots.retain(|known| !Arc::ptr_eq(known, slot));
        queue.counters.requests += served;
        let current = queue.generation == generation && !queue.stopping;
        drop(queue);
        match end {
            End::Dismissed => {}
            // Whoever started them all says so, and tries again.
            End::Unfit(_) if watched => {}
            End::Unfit(reason) => self.replace(current, false, reason),
            End::Broken => self.replace(current, served > 0, "a request has shown a bug"),
        }
        self.0.changed.notify_all();
    }

    fn serve(&self, slot: &Arc<Slot>, generation: u64) -> End {
        let result = catch_unwind(AssertUnwindSafe(|| {
            let mut worker = Worker::new(slot.clone());
            let mut memory = None;
            while let Some(job) = self.next(generation, memory) {
                match worker.run(job) {
                    _ if slot.is_abandoned() => return true,
                    Some(peak) => memory = Some(peak),
                    None => return false,
                }
            }
            true
        }));
        if result.unwrap_or(false) { End::Dismissed } else { End::Broken }
    }

    /// A place is empty. One line in the log, and another worker: at once if the last one was of use.
    fn replace(&self, wanted: bool, served: bool, reason: &str) {
        if !wanted {
            return;
        }
        let pause = if served { Duration::ZERO } else { self.later(1) };
        if served {
            self.0.queue().replacements.push(Instant::now());
        }
        self.0.log(&format!("A worker has ended: {reason}. Another follows in {:.1} s", pause.as_secs_f64()));
    }

    /// So many workers are to be tried again: after which pause.
    fn later(&self, count: usize) -> Duration {
        let mut queue = self.0.queue();
        let pause = FIRST_PAUSE.saturating_mul(1 << queue.failures.min(16)).min(LONGEST_PAUSE);
        queue.failures += 1;
        let at = Instant::now() + pause;
        queue.replacements.extend(std::iter::repeat_n(at, count));
        pause
    }

    /// The thread that starts workers again and ends requests that take too long.
    fn watch(&self) {
        loop {
            std::thread::sleep(LOOK);
            let now = Instant::now();
            let (due, slots) = {
                let mut queue = self.0.queue();
                if queue.stopping && queue.running == 0 {
                    return;
                }
                let (due, rest) = queue.replacements.iter().partition::<Vec<Instant>, _>(|at| **at <= now);
                // Where a new generation has begun, its places are taken already.
                let missing = self.0.workers.saturating_sub(queue.running);
                let due = if queue.stopping { 0 } else { due.len().min(missing) };
                queue.replacements = rest;
                (due, queue.slots.clone())
            };
            for _ in 0..due {
                if let Err(error) = self.spawn(None) {
                    let pause = self.later(1);
                    self.0.log(&format!("A worker could not be started: {error}. Tried again in {:.1} s", pause.as_secs_f64()));
                }
            }
            let limit = *self.0.request_limit.lock().unwrap_or_else(PoisonError::into_inner);
            if let Some(limit) = limit {
                slots.iter().for_each(|slot| self.watch_time(slot, limit));
            }
        }
    }

    fn watch_time(&self, slot: &Arc<Slot>, limit: Duration) {
        match slot.look(limit) {
            Outcome::Fine => {}
            Outcome::Expired(line) => {
                self.0.queue().counters.expired += 1;
                self.0.log(&line);
            }
            Outcome::GivenUp(line) => {
                self.0.log(&line);
                let mut queue = self.0.queue();
                queue.running -= 1;
                queue.counters.requests += slot.state().requests + 1;
                queue.slots.retain(|known| !Arc::ptr_eq(known, slot));
                let now = Instant::now();
                queue.replacements.push(now);
                drop(queue);
                self.0.changed.notify_all();
            }
        }
    }

    pub(crate) fn view(&self) -> View {
        let queue = self.0.queue();
        View {
            counters: queue.counters,
            slots: queue.slots.clone(),
            waiting: queue.jobs.len().saturating_sub(queue.idle),
            limit: self.0.limit,
            began: self.0.began,
        }
    }

    /// Lets the workers finish what is queued; gives up after `timeout`.
    pub(crate) fn stop(&self, timeout: Duration) {
        let until = Instant::now() + timeout;
        let mut queue = self.0.queue();
        queue.stopping = true;
        self.0.changed.notify_all();
        while queue.running > 0 {
            let left = until.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return;
            }
            queue = self.0.changed.wait_timeout(queue, left).unwrap_or_else(PoisonError::into_inner).0;
        }
    }
}
