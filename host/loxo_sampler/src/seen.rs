//! What a worker has shown and the sampler's thread has not added up yet.

use std::sync::Arc;
use std::time::Duration;

use crate::counted::Counted;
use crate::route::{Counts, Route, now_ms};
use crate::stack::{Frame, MOST_FRAMES};

/// Frames that wait for the sampler's thread; what does not fit is only counted.
const MOST_WAITING: usize = 16 * MOST_FRAMES;
/// Routes whose requests have ended that wait for it.
const MOST_ENDED: usize = 1000;
/// Space for so many of both is kept.
const KEPT_FRAMES: usize = 2000;
const KEPT_ROUTES: usize = 100;

/// What was seen of the stack.
pub(crate) struct Sample {
    pub route: Arc<Route>,
    /// When it was taken, in seconds since 1970.
    pub second: u64,
    /// Periods that it stands for, and the processor time of the thread in them.
    pub ticks: u64,
    pub cpu_ns: u64,
    /// How many of the frames are its.
    pub frames: usize,
}

/// The requests of a route that have ended.
pub(crate) struct Ended {
    pub route: Arc<Route>,
    pub counts: Counts,
    pub counted: Counted,
}

/// What the sampler's thread has not added up yet.
#[derive(Default)]
pub(crate) struct Seen {
    pub samples: Vec<Sample>,
    pub frames: Vec<Frame>,
    pub ended: Vec<Ended>,
    /// Periods that found no space.
    pub lost: u64,
}

impl Seen {
    pub(crate) fn is_empty(&self) -> bool {
        self.samples.is_empty() && self.ended.is_empty() && self.lost == 0
    }

    /// Forgets all of it, but for some space.
    pub(crate) fn emptied(mut self) -> Seen {
        if self.frames.capacity() > KEPT_FRAMES || self.ended.capacity() > KEPT_ROUTES {
            return Seen::default();
        }
        self.samples.clear();
        self.frames.clear();
        self.ended.clear();
        self.lost = 0;
        self
    }

    pub(crate) fn add(&mut self, route: &Arc<Route>, ticks: u64, cpu_ns: u64, frames: &[Frame]) {
        if self.frames.len() + frames.len() > MOST_WAITING {
            self.lost += ticks;
            return;
        }
        self.frames.extend_from_slice(frames);
        self.samples.push(Sample { route: route.clone(), second: now_ms() / 1000, ticks, cpu_ns, frames: frames.len() });
    }

    /// The calling thread's request is over, and took so long; what it has done is counted no more.
    pub(crate) fn end(&mut self, route: &Arc<Route>, took: Duration, memory: u64) {
        let wall_ns = u64::try_from(took.as_nanos()).unwrap_or(u64::MAX);
        let counts = Counts { requests: 1, wall_ns, slowest_ns: wall_ns, peak_memory: memory };
        // Most often it is the route of the request before.
        let mut at = self.ended.iter().rposition(|ended| Arc::ptr_eq(&ended.route, route));
        if at.is_none() && self.ended.len() < MOST_ENDED {
            self.ended.push(Ended { route: route.clone(), counts: Counts::default(), counted: Counted::default() });
            at = Some(self.ended.len() - 1);
        }
        match at {
            Some(at) => {
                let Ended { counts: sum, counted, .. } = &mut self.ended[at];
                sum.add(&counts);
                counted.end_request();
            }
            None => Counted::default().end_request(),
        }
    }
}
