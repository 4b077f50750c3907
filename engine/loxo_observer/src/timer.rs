//! Timers that interrupt the request: when one has run down, its work is done at the next safepoint, on the request's own thread, and learns how
//! often that has happened since it was done last. So what blocks for long counts as long as it has blocked.

use std::cell::RefCell;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use loxo_process_sys::this_thread;
use loxo_runtime::{Cx, PhpResult};

use crate::timer_thread::{self, Clock, Shared};
use crate::{INTERPRETER, wall_nanoseconds};

/// What a timer does: gets the number of times that it has run down since.
pub type Work = dyn FnMut(&mut Cx, u64) -> PhpResult<()>;

/// A timer of the thread's request. Stops when it is dropped.
pub struct Timer(Arc<Shared>);

thread_local! {
    static TIMERS: RefCell<Vec<(Arc<Shared>, Option<Box<Work>>)>> = const { RefCell::new(Vec::new()) };
}

thread_local! {
    static ON_SAMPLE: RefCell<Option<Box<dyn FnMut(&mut Cx)>>> = const { RefCell::new(None) };
}

/// From now on this is done wherever a request of the thread is interrupted to be looked at, whoever asked for that. It must not run PHP code.
pub fn on_sample(work: Option<Box<dyn FnMut(&mut Cx)>>) {
    _ = ON_SAMPLE.try_with(|place| place.replace(work));
}

impl Timer {
    /// Starts a timer, which runs down first after `first`, and then, unless that is zero, after each `period`.
    pub fn start(cx: &mut Cx, clock: Clock, first: Duration, period: Duration, work: Box<Work>) -> Option<Timer> {
        let interrupter = (INTERPRETER.get()?.interrupter)(cx);
        let thread = this_thread().number();
        let (runs, due, stopped) = (AtomicU64::new(0), AtomicU64::new(0), AtomicBool::new(false));
        let shared = Arc::new(Shared { clock, thread, first, period, interrupter, runs, due, stopped });
        TIMERS.with_borrow_mut(|timers| timers.push((shared.clone(), Some(work))));
        timer_thread::add(shared.clone());
        Some(Timer(shared))
    }

    /// The time until it runs down.
    pub fn remaining(&self) -> Duration {
        let now = match self.0.clock {
            Clock::Wall => wall_nanoseconds(),
            Clock::Cpu => timer_thread::cpu_of(self.0.thread).unwrap_or(0),
        };
        Duration::from_nanos(self.0.due.load(Ordering::Acquire).saturating_sub(now))
    }
}

impl Drop for Timer {
    fn drop(&mut self) {
        self.0.stopped.store(true, Ordering::Release);
        _ = TIMERS.try_with(|timers| {
            if let Ok(mut timers) = timers.try_borrow_mut() {
                timers.retain(|(timer, _)| !Arc::ptr_eq(timer, &self.0));
            }
        });
    }
}

/// Does the work of timers that have run down. For the interpreter, at a safepoint.
pub fn run_due(cx: &mut Cx) -> PhpResult<()> {
    ON_SAMPLE.with_borrow_mut(|work| {
        if let Some(work) = work {
            work(cx);
        }
    });
    let due: Vec<Arc<Shared>> = TIMERS.with_borrow(|timers| {
        let due = timers.iter().filter(|(timer, _)| timer.runs.load(Ordering::Acquire) > 0);
        due.map(|(timer, _)| timer.clone()).collect()
    });
    for timer in due {
        // The work may start and stop timers, this one too.
        let work = TIMERS
            .with_borrow_mut(|timers| timers.iter_mut().find(|(other, _)| Arc::ptr_eq(other, &timer)).and_then(|(_, work)| work.take()));
        let Some(mut work) = work else { continue };
        let runs = timer.runs.swap(0, Ordering::AcqRel);
        let result = if runs > 0 && !timer.stopped.load(Ordering::Acquire) { work(cx, runs) } else { Ok(()) };
        TIMERS.with_borrow_mut(|timers| {
            if let Some((_, place)) = timers.iter_mut().find(|(other, _)| Arc::ptr_eq(other, &timer)) {
                *place = Some(work);
            }
        });
        result?;
    }
    Ok(())
}
