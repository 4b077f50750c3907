//! The workers: threads that run one request at a time, and the bounded queue before them.

use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use crate::message::Job;
use crate::site::Site;
use crate::worker::Worker;

/// Native stack of a worker. Address space: pages are committed when they are touched.
const STACK: usize = 256 << 20;
const USABLE_STACK: usize = STACK - (2 << 20);

#[derive(Default)]
struct Queue {
    jobs: VecDeque<Job>,
    idle: usize,
    running: usize,
    stopping: bool,
}

struct Shared {
    queue: Mutex<Queue>,
    changed: Condvar,
    limit: usize,
    site: Arc<Site>,
}

impl Shared {
    fn queue(&self) -> MutexGuard<'_, Queue> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Hands jobs to workers.
#[derive(Clone)]
pub(crate) struct Pool(Arc<Shared>);

impl Pool {
    /// Starts the workers. `limit`: how many jobs may wait.
    pub(crate) fn start(site: Arc<Site>, workers: usize, limit: usize) -> std::io::Result<Pool> {
        let pool = Pool(Arc::new(Shared { queue: Mutex::default(), changed: Condvar::new(), limit, site }));
        for index in 0..workers {
            pool.spawn(index)?;
        }
        Ok(pool)
    }

    fn spawn(&self, index: usize) -> std::io::Result<()> {
        let pool = self.clone();
        self.0.queue().running += 1;
        let started = std::thread::Builder::new().name(format!("worker-{index}")).stack_size(STACK).spawn(move || pool.work(index));
        if started.is_err() {
            self.0.queue().running -= 1;
        }
        started.map(drop)
    }

    /// Puts a job into the queue. `Err`: the queue is full, or the server is stopping.
    pub(crate) fn submit(&self, job: Job) -> Result<(), Box<Job>> {
        let mut queue = self.0.queue();
        if queue.stopping || queue.jobs.len() >= self.0.limit {
            return Err(Box::new(job));
        }
        queue.jobs.push_back(job);
        let wake = queue.idle > 0;
        drop(queue);
        if wake {
            self.0.changed.notify_one();
        }
        Ok(())
    }

    fn next(&self) -> Option<Job> {
        let mut queue = self.0.queue();
        loop {
            match queue.jobs.pop_front() {
                // The client has not waited for it.
                Some(job) if job.reply.is_closed() => {}
                Some(job) => return Some(job),
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
    fn work(&self, index: usize) {
        loxo_base::stack::set_remaining(USABLE_STACK);
        // `umask()` is for the request that calls it. Where the system refuses, all workers share one.
        let _ = loxo_process_sys::separate_file_system_state();
        let result = catch_unwind(AssertUnwindSafe(|| {
            let mut worker = Worker::new(self.0.site.clone());
            while let Some(job) = self.next() {
                worker.run(job);
            }
        }));
        self.0.queue().running -= 1;
        let replace = result.is_err() && !self.0.queue().stopping;
        if replace && let Err(error) = self.spawn(index) {
            crate::log::error(self.0.site.sapi, format!("A worker could not be replaced: {error}").as_bytes());
        }
        self.0.changed.notify_all();
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
