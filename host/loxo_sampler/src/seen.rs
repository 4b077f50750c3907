//! What a worker has shown and the sampler's thread has not added up yet.

use std::sync::Arc;

use crate::counted::Counted;
use crate::route::{Counts, Route};
use crate::stack::{Frame, MOST_FRAMES};

/// Frames that wait for the sampler's thread; what does not fit is only counted.
const MOST_WAITING: usize = 16 * MOST_FRAMES;

/// What was seen of the stack.
pub(crate) struct Sample {
    pub route: Arc<Route>,
    /// Periods that it stands for, and the processor time of the thread in them.
    pub ticks: u64,
    pub cpu_ns: u64,
    /// How many of the frames are its.
    pub frames: usize,
}

/// What the sampler's thread has not added up yet.
#[derive(Default)]
pub(crate) struct Seen {
    pub samples: Vec<Sample>,
    pub frames: Vec<Frame>,
    pub ended: Vec<(Arc<Route>, Counts, Counted)>,
    /// Periods that found no space.
    pub lost: u64,
}

impl Seen {
    pub(crate) fn add(&mut self, route: Arc<Route>, ticks: u64, cpu_ns: u64, frames: &[Frame]) {
        if self.frames.len() + frames.len() > MOST_WAITING {
            self.lost += ticks;
            return;
        }
        self.frames.extend_from_slice(frames);
        self.samples.push(Sample { route, ticks, cpu_ns, frames: frames.len() });
    }
}
