//! What a rule has found, and what rules have in common.

#[cfg(test)]
use crate::observed::Observed;

/// Below this share of what requests take, nothing is worth a change.
pub const LEAST: f64 = 0.03;

/// Something that costs, and can be changed.
#[derive(Clone, Debug, PartialEq)]
pub struct Finding {
    pub rule: &'static str,
    /// Of the time that requests take, between 0 and 1.
    pub share: f64,
    pub what: String,
    pub evidence: Vec<String>,
    pub fix: String,
}

impl Finding {
    /// How much more can be served in the same time, at most: 0.5 is half as much again.
    pub fn gain(&self) -> f64 {
        1.0 / (1.0 - self.share.min(0.99)) - 1.0
    }
}

pub fn percent(share: f64) -> String {
    format!("{:.0} %", share * 100.0)
}

/// For tests: a server that has worked for ten seconds of twenty, and is healthy.
#[cfg(test)]
pub fn healthy() -> Observed {
    let calls = [("newfstatat", 0.1), ("read", 0.2), ("connect", 0.01)].map(|(name, time)| (name.to_string(), time));
    Observed {
        seconds: 20.0,
        workers: 4,
        processors: 4,
        cpu: 10.0,
        system: 1.0,
        ready: 0.2,
        calls: Some(calls.into()),
        requests: Some(1000),
        is_fpm: true,
        idle: 0.5,
        ..Observed::default()
    }
}
