//! A thread of low priority that compiles while requests go on, and takes no more than its share of the process's time.

use std::collections::VecDeque;
use std::sync::{Condvar, Mutex, PoisonError, TryLockError};
use std::time::Duration;

use loxo_process_sys::{process_time, thread_time};

/// So many functions may wait to be compiled; others are asked for again later.
const MOST_WAITING: usize = 4096;
/// What the scheduler gives it when requests want all cores: a little.
const PRIORITY: i32 = 10;

/// With a share, the thread may take so much of a processor at once, for what the first requests need most.
const AT_FIRST: Duration = Duration::from_millis(500);
/// Longest pause of a thread that has had its share.
const LONGEST_PAUSE: Duration = Duration::from_secs(1);

type Work = Box<dyn FnOnce() + Send>;

/// What waits, and the process whose thread takes it: a fork has none.
struct Queue {
    process: u32,
    waiting: VecDeque<Work>,
}

static QUEUE: Mutex<Queue> = Mutex::new(Queue { process: 0, waiting: VecDeque::new() });
static ARRIVED: Condvar = Condvar::new();

/// Has work done by the thread, behind what waits already. `share`: it takes one of so many parts of the process's processor time, as the first caller says.
/// False: not now, because too much waits or somebody is at the queue, which a fork may have left so for good.
pub fn run(share: Option<u32>, work: impl FnOnce() + Send + 'static) -> bool {
    let mut queue = match QUEUE.try_lock() {
        Ok(queue) => queue,
        Err(TryLockError::Poisoned(queue)) => queue.into_inner(),
        Err(TryLockError::WouldBlock) => return false,
    };
    let process = std::process::id();
    if queue.process != process {
        if std::thread::Builder::new().name("compiler".into()).spawn(move || serve(share)).is_err() {
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

fn serve(share: Option<u32>) {
    // Programs hold signals back for the thread that runs them alone.
    loxo_process_sys::leave_signals_to_others();
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
        while let Some(pause) = share.and_then(|share| pause(thread_time(), process_time(), share)) {
            std::thread::sleep(pause);
        }
    }
}

/// How long the thread has to wait at least, having had `own` of the time that the process had, until that is one of so many parts of it; `None`: it may go
/// on. A process that uses one processor has so much more then.
fn pause(own: Duration, all: Duration, share: u32) -> Option<Duration> {
    let over = own.checked_sub(AT_FIRST + all / share).filter(|over| !over.is_zero())?;
    Some(over.saturating_mul(share).min(LONGEST_PAUSE))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_thread_keeps_to_its_share() {
        let of = |own, all| pause(Duration::from_millis(own), Duration::from_millis(all), 10);
        assert_eq!(of(500, 500), None);
        assert_eq!(of(600, 1000), None);
        assert_eq!(of(610, 1000), Some(Duration::from_millis(100)));
        assert_eq!(of(9000, 10_000), Some(LONGEST_PAUSE));
    }
}
