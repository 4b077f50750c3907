//! The bounded queue in front of the workers.

use std::collections::VecDeque;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, SystemTime};

use loxo_sampler::Sampler;
use loxo_workers::{Turn, Work, Workers};

use crate::message::Job;
use crate::site::SapiKind;
use crate::slot::{About, Slot};
use crate::worker::Worker;

#[derive(Default)]
struct Queue {
    jobs: VecDeque<Job>,
    idle: usize,
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

struct Jobs {
    queue: Mutex<Queue>,
    changed: Condvar,
    limit: usize,
    sapi: SapiKind,
    began: SystemTime,
    sampler: Option<Arc<Sampler>>,
}

impl Jobs {
    fn queue(&self) -> MutexGuard<'_, Queue> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The next job. `memory`: the most that the last one had.
    fn next(&self, turn: &Turn<'_, Jobs>, memory: Option<u64>) -> Option<Job> {
        let mut queue = self.queue();
        if let Some(memory) = memory {
            turn.served();
            queue.counters.memory_peak = queue.counters.memory_peak.max(memory);
        }
        loop {
            if turn.is_over() {
                return None;
            }
            match queue.jobs.pop_front() {
                // The client has not waited for it.
                Some(job) if job.reply.is_closed() => {}
                Some(job) => {
                    let active = turn.running().saturating_sub(queue.idle);
                    queue.counters.active_max = queue.counters.active_max.max(active);
                    return Some(job);
                }
                None if turn.is_last() => return None,
                None => {
                    queue.idle += 1;
                    queue = self.changed.wait(queue).unwrap_or_else(PoisonError::into_inner);
                    queue.idle -= 1;
                }
            }
        }
    }
}

impl Work for Jobs {
    type About = About;

    fn serve(&self, slot: &Arc<Slot>, turn: &Turn<'_, Jobs>) -> bool {
        let mut worker = Worker::new(slot.clone(), self.sampler.as_ref());
        let mut memory = None;
        while let Some(job) = self.next(turn, memory) {
            match worker.run(job) {
                _ if slot.is_abandoned() => return true,
                Some(peak) => memory = Some(peak),
                None => return false,
            }
        }
        true
    }

    fn changed(&self) {
        // Whoever looks does so with the lock, and then waits or has seen it.
        drop(self.queue());
        self.changed.notify_all();
    }

    fn log(&self, message: &str) {
        crate::log::error(self.sapi, message.as_bytes());
    }
}

/// Hands jobs to workers.
#[derive(Clone)]
pub(crate) struct Pool(Workers<Jobs>);

/// What is seen of the pool from outside.
pub(crate) struct View {
    pub(crate) counters: Counters,
    pub(crate) slots: Vec<Arc<Slot>>,
    pub(crate) waiting: usize,
    pub(crate) limit: usize,
    pub(crate) began: SystemTime,
}

impl Pool {
    /// Starts the workers. `limit`: how many jobs may wait. `request_limit`: how long a request may take. `sampler`: what looks at them. The error is
    /// one line.
    pub(crate) fn start(
        sapi: SapiKind,
        workers: usize,
        limit: usize,
        request_limit: Option<Duration>,
        sampler: Option<Arc<Sampler>>,
    ) -> Result<Pool, String> {
        let jobs = Jobs { queue: Mutex::default(), changed: Condvar::new(), limit, sapi, began: SystemTime::now(), sampler };
        Workers::start(jobs, workers, request_limit).map(Pool)
    }

    fn jobs(&self) -> &Jobs {
        self.0.work()
    }

    /// From now on requests run on new workers; the old ones end with what they are doing.
    pub(crate) fn renew(&self, request_limit: Option<Duration>) {
        self.0.renew(request_limit);
    }

    /// Puts a job into the queue. `Err`: the queue is full, or the server is stopping.
    pub(crate) fn submit(&self, job: Job) -> Result<(), Box<Job>> {
        let jobs = self.jobs();
        let mut queue = jobs.queue();
        if self.0.is_stopping() || queue.jobs.len() >= jobs.limit {
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
            jobs.changed.notify_one();
        }
        Ok(())
    }

    /// There is no place for another job: what it needs need not be waited for.
    pub(crate) fn is_full(&self) -> bool {
        self.0.is_stopping() || self.jobs().queue().jobs.len() >= self.jobs().limit
    }

    pub(crate) fn view(&self) -> View {
        let (requests, expired) = self.0.counts();
        let (jobs, slots) = (self.jobs(), self.0.slots());
        let queue = jobs.queue();
        View {
            counters: Counters { requests, expired, ..queue.counters },
            slots,
            waiting: queue.jobs.len().saturating_sub(queue.idle),
            limit: jobs.limit,
            began: jobs.began,
        }
    }

    /// Lets the workers finish what is queued; gives up after `timeout`.
    pub(crate) fn stop(&self, timeout: Duration) {
        self.0.stop(Some(timeout));
    }
}
