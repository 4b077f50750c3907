//! How often the sampler's thread looks: once in a period, unless that takes too much of what its process has of the processors. A machine that is
//! overloaded, or whose processes have a worker each, gives little time to each of them, while periods pass as fast as ever.

use loxo_observer::{cpu_nanoseconds, process_cpu_nanoseconds, wall_nanoseconds};

/// The thread may use one of so many parts of its process's processor time,
const OF_PROCESS: u64 = 200;
/// or, if that is more, one of so many of the time that passes: requests that wait are looked at, too.
const OF_TIME: u64 = 2000;
/// From one look to the next there are at most so many periods.
const MOST_PERIODS: u64 = 8;

/// In nanoseconds: what the thread has used, what its process has, and what has passed.
#[derive(Clone, Copy)]
struct Times {
    own: u64,
    process: u64,
    passed: u64,
}

impl Times {
    fn now() -> Times {
        Times { own: cpu_nanoseconds(), process: process_cpu_nanoseconds(), passed: wall_nanoseconds() }
    }

    fn since(self, earlier: Times) -> Times {
        Times {
            own: self.own.saturating_sub(earlier.own),
            process: self.process.saturating_sub(earlier.process),
            passed: self.passed.saturating_sub(earlier.passed),
        }
    }
}

/// For the thread that made it.
pub(crate) struct Pace {
    periods: u32,
    began: Times,
}

impl Pace {
    pub(crate) fn new() -> Pace {
        Pace { periods: 1, began: Times::now() }
    }

    /// From one look to the next.
    pub(crate) fn periods(&self) -> u32 {
        self.periods
    }

    /// What was used until now does not count.
    pub(crate) fn begin(&mut self) {
        self.began = Times::now();
    }

    /// After some looks: are there to be more of them, or fewer?
    pub(crate) fn adjust(&mut self) {
        let now = Times::now();
        self.periods = periods(self.periods, now.since(self.began));
        self.began = now;
    }
}

/// How many there should be, where so many have led to these times.
fn periods(now: u32, times: Times) -> u32 {
    let allowed = (times.process / OF_PROCESS).max(times.passed / OF_TIME).max(1);
    let right = u64::from(now).saturating_mul(times.own).div_ceil(allowed).clamp(1, MOST_PERIODS);
    u32::try_from(right).unwrap_or(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn looks_take_a_bounded_part() {
        let times = |own, process, passed| Times { own, process, passed };
        // Ten looks of 12 µs each beside a worker that computes; of 40 µs, where it has a tenth of a processor; and where it waits.
        assert_eq!(periods(1, times(120, 100_000, 100_000)), 1);
        assert_eq!(periods(1, times(400, 10_000, 100_000)), 8);
        assert_eq!(periods(1, times(120, 0, 100_000)), 3);
        // And back again.
        assert_eq!(periods(8, times(400, 80_000, 800_000)), 8);
        assert_eq!(periods(8, times(120, 800_000, 800_000)), 1);
        assert_eq!(periods(3, times(120, 0, 300_000)), 3);
        assert_eq!(periods(1, times(u64::MAX, 0, 0)), 8);
    }
}
