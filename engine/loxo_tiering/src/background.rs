//! A thread of low priority that compiles while requests go on.

use std::collections::VecDeque;
use std::sync::{Condvar, Mutex, Once, PoisonError};

/// So many functions may wait to be compiled; others are asked for again later.
const MOST_WAITING: usize = 4096;
/// What the scheduler gives it when requests want all cores: a little.
const PRIORITY: i32 = 10;

type Work = Box<dyn FnOnce() + Send>;

static WAITING: Mutex<VecDeque<Work>> = Mutex::new(VecDeque::new());
static ARRIVED: Condvar = Condvar::new();

/// Has work done by the thread, behind what waits already. False: too much waits.
pub fn run(work: impl FnOnce() + Send + 'static) -> bool {
    static START: Once = Once::new();
    let mut waiting = WAITING.lock().unwrap_or_else(PoisonError::into_inner);
    if waiting.len() >= MOST_WAITING {
        return false;
    }
    waiting.push_back(Box::new(work));
    drop(waiting);
    // Where no thread can be had, what waits is never compiled, and interpreted.
    START.call_once(|| _ = std::thread::Builder::new().name("compiler".into()).spawn(serve));
    ARRIVED.notify_one();
    true
}

fn serve() {
    // Linux knows threads by their numbers there: 0 is this one.
    _ = loxo_process_sys::set_priority(0, 0, PRIORITY);
    loop {
        let mut waiting = WAITING.lock().unwrap_or_else(PoisonError::into_inner);
        let work = loop {
            match waiting.pop_front() {
                Some(work) => break work,
                None => waiting = ARRIVED.wait(waiting).unwrap_or_else(PoisonError::into_inner),
            }
        };
        drop(waiting);
        work();
    }
}
