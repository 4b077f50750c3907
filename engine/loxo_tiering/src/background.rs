//! A thread of low priority that compiles while requests go on.

use std::collections::VecDeque;
use std::sync::{Condvar, Mutex, PoisonError, TryLockError};

/// So many functions may wait to be compiled; others are asked for again later.
const MOST_WAITING: usize = 4096;
/// What the scheduler gives it when requests want all cores: a little.
const PRIORITY: i32 = 10;

type Work = Box<dyn FnOnce() + Send>;

/// What waits, and the process whose thread takes it: a fork has none.
struct Queue {
    process: u32,
    waiting: VecDeque<Work>,
}

static QUEUE: Mutex<Queue> = Mutex::new(Queue { process: 0, waiting: VecDeque::new() });
static ARRIVED: Condvar = Condvar::new();

/// Has work done by the thread, behind what waits already. False: not now, because too much waits or somebody is at the queue, which a fork may have
/// left so for good.
pub fn run(work: impl FnOnce() + Send + 'static) -> bool {
    let mut queue = match QUEUE.try_lock() {
        Ok(queue) => queue,
        Err(TryLockError::Poisoned(queue)) => queue.into_inner(),
        Err(TryLockError::WouldBlock) => return false,
    };
    let process = std::process::id();
    if queue.process != process {
        if std::thread::Builder::new().name("compiler".into()).spawn(serve).is_err() {
            return false;
        }
        *queue = Queue { process, waiting: VecDeque::new() };
    }
    if queue.waiting.len() >= MOST_WAITING {
        return false;
    }
    queue.waiting.push_back(Box::new(work));
    drop(queue);
    ARRIVED.notify_one();
    true
}

fn serve() {
    // Linux knows threads by their numbers there: 0 is this one.
    _ = loxo_process_sys::set_priority(0, 0, PRIORITY);
    loop {
        let mut queue = QUEUE.lock().unwrap_or_else(PoisonError::into_inner);
        let work = loop {
            match queue.waiting.pop_front() {
                Some(work) => break work,
                None => queue = ARRIVED.wait(queue).unwrap_or_else(PoisonError::into_inner),
            }
        };
        drop(queue);
        work();
    }
}
