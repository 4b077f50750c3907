//! How long to wait before the next attempt to connect.

use loxo_runtime::Cx;

/// `Redis::BACKOFF_ALGORITHM_*`
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) enum Algorithm {
    #[default]
    Default = 0,
    DecorrelatedJitter = 1,
    FullJitter = 2,
    EqualJitter = 3,
    Exponential = 4,
    Uniform = 5,
    Constant = 6,
}

impl Algorithm {
    pub(crate) fn find(number: i64) -> Option<Algorithm> {
        use Algorithm::{Constant, DecorrelatedJitter, Default, EqualJitter, Exponential, FullJitter, Uniform};
        [Default, DecorrelatedJitter, FullJitter, EqualJitter, Exponential, Uniform, Constant].into_iter().find(|a| *a as i64 == number)
    }
}

/// Times are microseconds.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Backoff {
    pub algorithm: Algorithm,
    pub base: u64,
    pub cap: u64,
    previous: u64,
}

impl Backoff {
    pub(crate) fn new(interval: u64) -> Backoff {
        Backoff { base: interval, cap: interval, ..Backoff::default() }
    }

    pub(crate) fn reset(&mut self) {
        self.previous = 0;
    }

    /// Before attempt `index`, counted from 0.
    pub(crate) fn delay(&mut self, cx: &mut Cx, index: u32) -> u64 {
        let mut any = |a: u64, b: u64| {
            let (low, high) = (a.min(b), a.max(b));
            loxo_random::range(cx, low as i64, high as i64) as u64
        };
        let grown = self.base.saturating_mul(1 << index.min(10));
        let wait = match self.algorithm {
            Algorithm::Default if index == 0 => any(0, self.base),
            Algorithm::Default | Algorithm::Constant => self.base,
            Algorithm::Uniform => any(0, self.base),
            Algorithm::Exponential => grown,
            Algorithm::FullJitter => any(0, self.cap.min(grown)),
            Algorithm::EqualJitter => {
                let most = self.cap.min(grown);
                most / 2 + any(0, most) / 2
            }
            Algorithm::DecorrelatedJitter => {
                self.previous = any(self.base, self.previous.saturating_mul(3));
                self.previous
            }
        };
        self.cap.min(wait)
    }
}
